package visa

import (
	"math"
	"slices"
	"strings"
)

// lsc reads a message of LSC behind its mnemonic.
func (p *Parser) lsc(i *Inst) bool {
	i.LSC = LSC{Scale: 1, Model: FlatModel}
	if !p.unit(i) {
		return false
	}
	letters := opcodes[i.Op].operands
	i.N = uint8(len(letters))
	for k := range letters {
		i.At(k).Class = Raw
		p.where[k] = p.head
	}
	if letters[lscSurface] == 'L' {
		i.Operand[lscSurface] = Operand{Class: Immediate, Type: UD}
	}
	switch {
	case i.Op == opTgmReadStateInfo:
		return p.stateInfo(i)
	case !p.cacheControls(&i.LSC) || !p.exec(&i.Exec):
		return false
	case i.Op.isBlock2d():
		return p.block2d(i)
	}
	if i.Op.isLSCStore() {
		if !p.lscAddress(i) || !p.lscDatum(i) {
			return false
		}
	} else if !p.lscDatum(i) || !p.lscAddress(i) {
		return false
	}
	if o := &i.Operand[lscFirst]; i.Op.isStrided() && o.Class == Raw { // no pitch was said
		*o = Operand{Class: Immediate, Type: UD, Imm: uint64(i.LSC.packedPitch())}
	}
	return !i.Op.isLSCAtomic() || p.lscRaw(i, i.Op.lscPlace(lscFirst), true) && p.lscRaw(i, i.Op.lscPlace(lscSecond), true)
}

// dotWord reads a full stop and letters, with nothing between.
func (p *Parser) dotWord(words []string, what string) (n int, ok bool) {
	start := p.peekOff()
	if start == len(p.text) || p.text[start] != '.' {
		return 0, p.wanted(what)
	}
	end := start + 1
	for end < len(p.text) && isNameByte(p.text[end]) {
		end++
	}
	w := p.text[start+1 : end]
	if n = slices.Index(words, w); n < 0 || w == "" {
		return 0, p.fail(start, end, "expected %s, found %s", what, quoted(p.text[start:end]))
	}
	p.off = end
	return n, true
}

// unit reads the .ugm of a message. Those of typed surfaces, .tgm, are messages of their own, of which the tool's text has some alone.
func (p *Parser) unit(i *Inst) bool {
	start := p.peekOff()
	n, ok := p.dotWord(units[:], "the unit: .ugm, .ugml, .slm or .tgm")
	if !ok {
		return false
	}
	if i.LSC.Unit = Unit(n); (i.LSC.Unit == TypedUnit) == i.Op.isTyped() && !i.Op.isTyped() {
		return true
	}
	typed, ok := i.Op.typed()
	switch {
	case i.LSC.Unit != TypedUnit:
		return p.fail(start, p.off, "%s is for typed surfaces: expected .tgm", i.Op.untypedName())
	case !ok, p.Dialect == Intel && (typed == opTgmLoadStatus || typed == opTgmStoreUncompressed):
		return p.fail(start, p.off, "there is no %s of typed surfaces", i.Op)
	}
	i.Op = typed
	p.head.End = p.off
	return true
}

// cacheControls reads up to two.
func (p *Parser) cacheControls(a *LSC) bool {
	for _, c := range []*Cache{&a.L1, &a.L3} {
		if p.peek() != '.' {
			return true
		}
		n, ok := p.dotWord(caches[:], "a cache control: .df, .uc, .ca, .wb, .wt, .st or .ri")
		if *c = Cache(n); !ok {
			return false
		}
	}
	return true
}

// lscRaw reads a raw operand, whose offset may be left out.
func (p *Parser) lscRaw(i *Inst, k int, null bool) bool {
	p.space()
	start := p.off
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	if b.kind != GeneralKind {
		return p.fail(start, p.off, "%s is %s variable: expected a general one", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	if b.id == 0 && p.Decls.isPredefined(0) && !null {
		return p.fail(start, p.off, "the addresses are those of a variable, not %%null")
	}
	o := i.At(k)
	o.ID = b.id
	end := p.off
	if p.peek() == '.' { // blanks may stand before it, as Intel's tool reads them
		if !p.raw(o) {
			return false
		}
		end = p.off
	}
	p.where[k] = Span{start, end}
	return true
}

// lscDatum reads the data with their shape: V32:d32x2t, or V32:d32.xz of a quad.
func (p *Parser) lscDatum(i *Inst) bool {
	if !p.lscRaw(i, i.Op.lscData(), true) {
		return false
	}
	start := p.peekOff()
	if start == len(p.text) || p.text[start] != ':' {
		return p.wanted(`":" and the shape of the data, as in :d32x2`)
	}
	end := start + 1
	for end < len(p.text) && (isNameByte(p.text[end]) || p.text[end] == '.') {
		end++
	}
	if p.shape(i, start+1, end) {
		return true
	}
	if i.Op.isBlock2d() {
		return p.fail(start, end, "expected the shape of the blocks, as in :d8.2x16x32nn: d8, d16, d32 or d64; how many blocks, columns and rows; n, or t if they are transposed, and n, or t if rows of a dword are in it; found %s", quoted(p.text[start:end]))
	}
	what := "the shape of the data: d8, d16, d32, d64, d8c32, d16c32 or d16c32h; x2, x3, x4, x8, x16, x32 or x64; t if they are transposed"
	if i.Op.isQuad() {
		what = "the shape of the data: d8, d16, d32, d64, d8c32, d16c32 or d16c32h; a full stop and some of x, y, z and w, in this order"
	}
	return p.fail(start, end, "expected %s; found %s", what, quoted(p.text[start:end]))
}

// shape takes what stands there. The tool takes as much of it as is a shape, whatever follows without a blank.
func (p *Parser) shape(i *Inst, start, end int) bool {
	blank := i.LSC
	for ; end > start; end-- {
		if i.LSC.setShape(p.text[start:end], i.Op, p.Dialect) {
			p.off = end
			return true
		}
		if i.LSC = blank; p.Dialect == Spec {
			break
		}
	}
	return false
}

// setShape takes a shape's text.
func (a *LSC) setShape(s string, op Op, dialect Dialect) bool {
	if s == "" || s[0] != 'd' && s[0] != 'u' {
		return false
	}
	rest := ""
	for code, d := range datums {
		for _, name := range []string{d.name, d.later} {
			if after, ok := strings.CutPrefix(s[1:], strings.TrimPrefix(name, "d")); name != "" && ok && (len(after) < len(rest) || a.Datum == 0) && (name == d.name || dialect == Spec) {
				a.Datum, rest = uint8(code), after
			}
		}
	}
	if a.Datum == 0 {
		return false
	}
	switch {
	case op.isBlock2d():
		return a.setBlocks(rest, dialect)
	case op.isQuad():
		return a.setChannels(rest)
	}
	a.Elements = 1
	if digits, ok := strings.CutPrefix(rest, "x"); ok {
		digits, a.Transposed = strings.CutSuffix(digits, "t")
		n := int64(0)
		for k := range len(digits) {
			if n = n*10 + int64(digits[k]) - '0'; digits[k] < '0' || digits[k] > '9' || digits[0] == '0' || n > 64 {
				return false
			}
		}
		code := slices.Index(vectors[1:], int(n))
		a.Elements = uint8(code + 1)
		a.Channels = a.Elements // as the tool has both in one place
		return code >= 0
	}
	a.Transposed = rest == "t"
	a.Channels = 1
	return rest == "" || rest == "t"
}

// setChannels takes .xzw.
func (a *LSC) setChannels(s string) bool {
	letters, ok := strings.CutPrefix(s, ".")
	if !ok || letters == "" {
		return false
	}
	last := -1
	for k := range len(letters) {
		c := strings.IndexByte(quadLetters, letters[k])
		if c <= last {
			return false
		}
		a.Channels |= 1 << c
		last = c
	}
	a.Elements = a.Channels
	return true
}

// lscAddress reads flat[0x4*V33+0x10]:a32, or [V33, 8] of a strided message.
func (p *Parser) lscAddress(i *Inst) bool {
	a := &i.LSC
	if i.Op.isTyped() {
		return p.model(i) && p.coordinates(i) && p.addressSize(a)
	}
	if p.peek() != '[' && !p.model(i) {
		return false
	}
	if !p.expect('[', `"[" and the addresses`) || !p.scale(a) || !p.lscRaw(i, lscAddresses, false) || !p.addressOffset(a) {
		return false
	}
	if i.Op.isStrided() && p.accept(',') && !p.scalarOrNumber(i, lscFirst, "the pitch") {
		return false
	}
	return p.expect(']', `"]"`) && p.addressSize(a)
}

// addressSize reads the :a32 behind addresses.
func (p *Parser) addressSize(a *LSC) bool {
	start := p.peekOff()
	for code, size := range []string{":a16", ":a32", ":a64"} {
		if strings.HasPrefix(p.text[start:], size) {
			a.Addresses, p.off = uint8(code+1), start+len(size)
			return true
		}
	}
	return p.wanted("the size of addresses: :a16, :a32 or :a64")
}

// packedPitch is the pitch of a strided message that says none: its lanes have the elements one after another.
func (a *LSC) packedPitch() int {
	n := datums[a.Datum].general
	if !a.Transposed {
		n *= vectors[a.Elements]
	}
	return n
}

// model reads flat, arg, or bti and the like with their surface.
func (p *Parser) model(i *Inst) bool {
	start := p.peekOff()
	w := p.word()
	n := slices.Index(models[:], w)
	switch typed := i.Op.isTyped(); {
	case typed && (n < 0 || !Model(n).hasSurface()):
		p.off = start
		return p.wanted("bti, ss or bss, and the surface in parentheses")
	case w == "" || n < 0:
		p.off = start
		return p.wanted("flat, bti, ss, bss or arg, and the addresses in brackets")
	}
	if i.LSC.Model = Model(n); !i.LSC.Model.hasSurface() {
		return true
	}
	return p.expect('(', `"(" and the surface`) && p.scalarOrNumber(i, lscSurface, "the surface") && p.expect(')', `")"`)
}

// scalarOrNumber reads an element of a variable, V34(0,1) or V34.1 or V34, or a number.
func (p *Parser) scalarOrNumber(i *Inst, k int, what string) bool {
	start := p.peekOff()
	defer func() { p.where[k] = Span{start, p.off} }()
	o := i.At(k)
	isSize := strings.HasPrefix(p.text[start:], "%sizeof")
	if c := p.peek(); isSize || c != '%' && c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
		var v int64
		if !p.number(&v, what, false) {
			return false
		}
		if p.Dialect == Spec && (v < math.MinInt32 || v > math.MaxUint32) {
			return p.fail(start, p.off, "%s is %d: expected a number of 32 bits", what, v)
		}
		*o = Operand{Class: Immediate, Type: UD, Imm: uint64(uint32(v))}
		return true
	}
	b, ok := p.name(what)
	if !ok {
		return false
	}
	if b.kind != GeneralKind {
		return p.fail(start, p.off, "%s is %s variable: expected a general one, or a number", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	*o = Operand{Class: General, ID: b.id, Region: Scalar}
	var row, col int64
	switch p.peek() {
	case '.':
		p.off++
		if !p.decimal(&col, "an element") {
			return false
		}
	case '(':
		if p.off++; !p.number(&row, "a row", false) || !p.expect(',', `"," and a column`) || !p.number(&col, "a column", false) || !p.expect(')', `")"`) {
			return false
		}
	}
	return p.store(&o.Row, row, 0, 8, "the row", start) && p.store(&o.Col, col, 0, 8, "the column", start)
}

// scale reads the "4*" before the addresses.
func (p *Parser) scale(a *LSC) bool {
	start := p.peekOff()
	if c := p.peek(); c != '(' && c != '-' && c != '~' && c != '!' && (c < '0' || c > '9') && !strings.HasPrefix(p.text[start:], "%sizeof") {
		return true
	}
	var v int64
	if !p.unary(&v, "a factor") {
		return false
	}
	for {
		op := p.operator(len(operators) - 1)
		if op == "" {
			return p.wanted(`"*" and the addresses`)
		}
		if op == "*" && p.beginsName() {
			break
		}
		var right int64
		if !p.unary(&right, "a factor") {
			return false
		}
		if right == 0 && op != "*" {
			return p.fail(start, p.off, "division by zero")
		}
		v = apply(op, v, right)
	}
	if p.Dialect == Spec && (v < 1 || v > math.MaxUint16) {
		return p.fail(start, p.off, "addresses are multiplied by %d: expected 1 to 65535", v)
	}
	a.Scale = uint16(v)
	return true
}

// beginsName says whether a variable's name comes next.
func (p *Parser) beginsName() bool {
	c := p.peek()
	return c == '_' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '%' && !strings.HasPrefix(p.text[p.off:], "%sizeof")
}

// addressOffset reads what is added to addresses: + and a sum, or - and a number or what is in parentheses.
func (p *Parser) addressOffset(a *LSC) bool {
	start := p.peekOff()
	var v int64
	switch {
	case p.accept('+'):
		if !p.binary(&v, len(operators)-2, "a number") {
			return false
		}
	case p.accept('-'):
		if p.accept('(') {
			if !p.expression(&v, "a number", false) || !p.expect(')', `")"`) {
				return false
			}
		} else if c := p.peek(); c == '%' {
			if !p.sizeOf(&v) {
				return false
			}
		} else if !p.integer(&v, "a number") {
			return false
		}
		v = -v
	}
	if p.Dialect == Spec && v != int64(int32(v)) {
		return p.fail(start, p.off, "%d is added to addresses: expected a number of 32 bits with a sign", v)
	}
	a.Offset = int32(v)
	return true
}

// appendLSC appends the message as the tool prints it.
func (i *Inst) appendLSC(b []byte, d *Decls) []byte {
	a := &i.LSC
	if !i.Op.isTyped() {
		b = append(append(b, '.'), units[a.Unit&3]...)
	}
	if i.Op == opTgmReadStateInfo {
		b = appendBareRaw(append(b, "  "...), &i.Operand[lscLoaded], d)
		return append(append(b, "  "...), i.lscText(lscSurface, d)...)
	}
	if a.L1 != CacheDefault || a.L3 != CacheDefault {
		b = append(append(append(append(b, '.'), caches[a.L1]...), '.'), caches[a.L3]...)
	}
	b = append(i.Exec.appendText(append(b, ' ')), "  "...)
	if i.Op.isLSCStore() {
		return i.appendDatum(append(i.appendAddress(b, d), "  "...), d)
	}
	b = i.appendAddress(append(i.appendDatum(b, d), "  "...), d)
	if i.Op.isLSCAtomic() {
		b = appendBareRaw(append(b, "  "...), &i.Operand[i.Op.lscPlace(lscFirst)], d)
		b = appendBareRaw(append(b, "  "...), &i.Operand[i.Op.lscPlace(lscSecond)], d)
	}
	return b
}

// appendBareRaw appends a raw operand, without an offset of 0.
func appendBareRaw(b []byte, o *Operand, d *Decls) []byte {
	if b = d.appendName(b, GeneralKind, o.ID); o.Disp != 0 {
		b = appendInt(append(b, '.'), int64(o.Disp))
	}
	return b
}

func (i *Inst) appendDatum(b []byte, d *Decls) []byte {
	a := &i.LSC
	b = append(append(appendBareRaw(b, &i.Operand[i.Op.lscData()], d), ':'), datums[a.Datum].name...)
	if i.Op.isBlock2d() {
		return a.appendBlock(b)
	}
	if i.Op.isQuad() {
		b = append(b, '.')
		for k := range quadLetters {
			if a.Channels>>k&1 != 0 {
				b = append(b, quadLetters[k])
			}
		}
		return b
	}
	if n := vectors[a.Elements]; n > 1 {
		b = appendInt(append(b, 'x'), int64(n))
	}
	if a.Transposed {
		b = append(b, 't')
	}
	return b
}

// appendAddress appends the addresses. Behind a number as surface, which has capital digits, the tool prints the offset with capital ones too.
func (i *Inst) appendAddress(b []byte, d *Decls) []byte {
	a, digits := &i.LSC, lowerDigits
	if b = append(b, models[a.Model]...); i.Op.isBlock2d() {
		return i.appendCorner(b, d)
	}
	if a.Model.hasSurface() {
		if i.Operand[lscSurface].Class == Immediate {
			digits = upperDigits
		}
		b = append(i.appendScalar(append(b, '('), lscSurface, d), ')')
	}
	if b = append(b, '['); i.Op.isTyped() {
		return i.appendCoordinates(b, d)
	}
	if a.Scale > 1 {
		b = append(appendHex(b, uint32(a.Scale), digits), '*')
	}
	b = appendBareRaw(b, &i.Operand[lscAddresses], d)
	switch {
	case a.Offset < 0:
		b = appendHex(append(b, '-'), -uint32(a.Offset), digits)
	case a.Offset > 0:
		b = appendHex(append(b, '+'), uint32(a.Offset), digits)
	}
	if o := &i.Operand[lscFirst]; i.Op.isStrided() && !(o.Class == General && o.ID == 0) {
		b = i.appendScalar(append(b, ", "...), lscFirst, d)
	}
	return appendInt(append(b, "]:a"...), int64(8*a.addressBytes()))
}

// lscText is operand k as the message spells it; the surface is its memory.
func (i *Inst) lscText(k int, d *Decls) string {
	switch o := i.At(k); {
	case i.Op.isBlock2d() && o.Class == Raw:
		return string(appendBareRaw(nil, o, d))
	case i.Op.isBlock2d():
		return string(i.appendScalar(nil, k, d))
	case k == lscSurface && i.LSC.Unit == SharedUnit:
		return units[SharedUnit]
	case k == lscSurface && i.LSC.Model.hasSurface():
		return models[i.LSC.Model] + "(" + string(i.appendScalar(nil, k, d)) + ")"
	case k == lscSurface:
		return models[i.LSC.Model]
	case o.Class == Raw:
		return string(appendBareRaw(nil, o, d))
	}
	return string(i.appendScalar(nil, k, d))
}

// appendScalar appends a surface or a pitch.
func (i *Inst) appendScalar(b []byte, k int, d *Decls) []byte {
	o := i.At(k)
	if o.Class == Immediate {
		return appendHex(b, uint32(o.Imm), upperDigits)
	}
	b = d.appendName(b, GeneralKind, o.ID)
	if o.Row != 0 || o.Col != 0 {
		b = appendInt(append(appendInt(append(b, '('), int64(o.Row)), ','), int64(o.Col))
		b = append(b, ')')
	}
	return b
}

const (
	lowerDigits = "0123456789abcdef"
	upperDigits = "0123456789ABCDEF"
)

// appendHex appends 0x and the digits of a number.
func appendHex(b []byte, v uint32, digits string) []byte {
	b = append(b, "0x"...)
	shift := 28
	for shift > 0 && v>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		b = append(b, digits[v>>shift&15])
	}
	return b
}

// Fences of LSC: what they do with caches, and how far.
var (
	lscFenceOps = [...]string{"none", "evict", "invalidate", "discard", "clean", "flushl3", "type6"}
	lscScopes   = [...]string{"group", "local", "tile", "gpu", "gpus", "sysrel", "sysacq"}
)

// lscFence reads what stands behind lsc_fence.
func (p *Parser) lscFence(i *Inst) bool {
	i.Exec = 0x80 // (M1_NM, 1), which its text does not have
	n, ok := p.dotWord(units[:], "the unit: .ugm, .ugml, .tgm or .slm")
	if i.LSC.Unit = Unit(n); !ok {
		return false
	}
	if n, ok = p.dotWord(lscFenceOps[:], "what the fence does: .none, .evict, .invalidate, .discard, .clean, .flushl3 or .type6"); !ok {
		return false
	}
	i.Func = uint8(n)
	if n, ok = p.dotWord(lscScopes[:], "how far the fence goes: .group, .local, .tile, .gpu, .gpus, .sysrel or .sysacq"); !ok {
		return false
	}
	i.Sizes[0] = uint8(n)
	return true
}

func (i *Inst) appendLSCFence(b []byte) []byte {
	for _, w := range []string{units[i.LSC.Unit&3], lscFenceOps[i.Func], lscScopes[i.Sizes[0]]} {
		b = append(append(b, '.'), w...)
	}
	return b
}
