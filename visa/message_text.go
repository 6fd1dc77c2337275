package visa

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// messageHead reads what stands between a message's mnemonic and its operands.
func (p *Parser) messageHead(i *Inst) bool {
	switch op := i.Op; {
	case op.isOword():
		return p.mod(i) && p.owords(i)
	case op.isRow():
		return p.svmRow(i)
	case op.isBlocks():
		return p.svmBlockSizes(i) && p.exec(&i.Exec)
	case op.isMedia():
		return p.mediaMode(i) && p.extent(i)
	case op.isScattered():
		return p.elementBytes(i) && p.exec(&i.Exec) && (!opcodes[op].plain || p.mod(i))
	case op.isFourfold():
		return p.channels(i) && p.exec(&i.Exec)
	}
	return p.atomic(i) && p.exec(&i.Exec)
}

// dotted reads what a full stop and letters say, from start on.
func (p *Parser) dotted(what string) (w string, start int, ok bool) {
	start = p.peekOff()
	if !p.accept('.') || p.Dialect == Intel && p.off < len(p.text) && !isNameByte(p.text[p.off]) { // which is one token of the tool's
		return "", start, p.wanted(what)
	}
	return p.word(), start, true
}

// mod reads .mod, which may be left out. The tool forgets it.
func (p *Parser) mod(i *Inst) bool {
	if p.suffix(".mod") && p.Dialect == Spec {
		i.Number = 1
	}
	return true
}

// owords reads the "(2)" of oword_ld, which the tool takes with a mask that it forgets.
func (p *Parser) owords(i *Inst) bool {
	start := p.peekOff()
	if p.Dialect == Intel && strings.Contains(p.text[start:], ",") {
		e := Exec(0)
		if !p.exec(&e) {
			return false
		}
		if e.Size() > 16 {
			return p.fail(start, p.off, "expected 1, 2, 4, 8 or 16 owords, found %d", e.Size())
		}
		i.Func = uint8(e.Size())
		return true
	}
	return p.messageSize(i)
}

// elementBytes reads the .4 of gather.
func (p *Parser) elementBytes(i *Inst) bool {
	start := p.peekOff()
	var n int64
	if !p.expect('.', "the bytes of an element, as in .4") || !p.decimal(&n, "a number of bytes") {
		return false
	}
	if n < 1 || n > 8 || n&(n-1) != 0 || n == 8 && opcodes[i.Op].plain {
		return p.fail(start, p.off, "expected elements of 1, 2 or 4 bytes, found %d", n)
	}
	i.Func = uint8(n)
	return true
}

// channels reads the .RGBA of gather4_scaled: at least one of the letters, in their order.
func (p *Parser) channels(i *Inst) bool {
	w, start, ok := p.dotted("channels, as in .RGBA")
	if !ok {
		return false
	}
	last := -1
	for k := range len(w) {
		c := strings.IndexByte(channelLetters, w[k])
		if c <= last {
			return p.fail(start, p.off, "expected some of the channels RGBA, in this order, found %s", quoted(w))
		}
		i.Func |= 1 << c
		last = c
	}
	return w != "" || p.wanted("some of the channels RGBA")
}

// atomic reads the .add of dword_atomic and svm_atomic, and .16 or .64 behind it.
func (p *Parser) atomic(i *Inst) bool {
	w, start, ok := p.dotted("an operation, as in .add")
	if !ok {
		return false
	}
	a := slices.Index(atomics[:], w)
	if w == "" || a < 0 || Atomic(a) == AtomicPredec && p.Dialect == Intel {
		return p.fail(start, p.off, "expected an operation: %s; found %s", strings.Join(slices.DeleteFunc(slices.Clone(atomics[:]), func(s string) bool { return s == "" }), ", "), quoted(w))
	}
	i.Func = uint8(a)
	if at := p.peekOff(); p.accept('.') {
		var n int64
		if !p.decimal(&n, "16, for words") {
			return false
		}
		switch {
		case n == 16:
			i.Func |= halfAtomic
		case n == 64 && i.Op.isSVM():
			i.Func |= quadAtomic
		case n == 32 && i.Op.isSVM() && p.Dialect == Intel:
		case i.Op.isSVM():
			return p.fail(at, p.off, "expected .16, for words, .64, for quadwords, or nothing, for dwords")
		default:
			return p.fail(at, p.off, "expected .16, for words, or nothing, for dwords")
		}
	}
	return true
}

// mediaMode reads the .nomod of media_ld.
func (p *Parser) mediaMode(i *Inst) bool {
	w, start, ok := p.dotted("a mode, as in .nomod")
	if !ok {
		return false
	}
	m := slices.Index(mediaModes[:], w)
	if m < 0 || !i.Op.hasMode(byte(m)) {
		return p.fail(start, p.off, "expected a mode: nomod, top, bottom, and for media_ld modified, top_mod and bottom_mod; found %s", quoted(w))
	}
	i.Func = uint8(m)
	return true
}

// extent reads the (width, height) of a block.
func (p *Parser) extent(i *Inst) bool {
	if !p.expect('(', `"(" and the width and height of the block`) {
		return false
	}
	for k, after := range [...]byte{',', ')'} {
		start := p.peekOff()
		var n int64
		if !p.number(&n, "a number of bytes or rows", false) || !p.expect(after, `"," or ")"`) {
			return false
		}
		if n < 0 || n > 255 {
			return p.fail(start, p.off, "%d does not fit in a byte", n)
		}
		i.Sizes[k] = uint8(n)
	}
	return true
}

// plane reads the plane of a block, which may be left out.
func (p *Parser) plane(i *Inst) bool {
	start := p.peekOff()
	end := skipDigits(p.text, start)
	if end == start || end < len(p.text) && (p.text[end] == ':' || p.text[end] == '.' || isNameByte(p.text[end])) {
		return true
	}
	var n int64
	if !p.decimal(&n, "a plane") {
		return false
	}
	if n < 0 || n > 15 {
		return p.fail(start, p.off, "the plane is %d: expected 0 to 15", n)
	}
	i.Number = uint32(n)
	return true
}

// appendMessageHead appends what stands between a message's mnemonic and its operands.
func (i *Inst) appendMessageHead(b []byte) []byte {
	mod := ""
	if i.Number == 1 {
		mod = ".mod"
	}
	switch op := i.Op; {
	case op.isOword():
		return append(appendInt(append(append(b, mod...), " ("...), int64(i.Func)), ')')
	case op.isMedia():
		b = append(append(append(b, '.'), mediaModes[i.Func]...), " ("...)
		return append(appendInt(append(appendInt(b, int64(i.Sizes[0])), ','), int64(i.Sizes[1])), ')')
	case op.isFourfold():
		b = append(b, '.')
		for set := i.Func & 15; set != 0; set &= set - 1 {
			b = append(b, channelLetters[bits.TrailingZeros8(set)])
		}
		return i.Exec.appendText(append(b, ' '))
	case op.isAtomic():
		a, size := i.Atomic()
		if b = append(append(b, '.'), atomics[a]...); size != 4 {
			b = appendInt(append(b, '.'), int64(8*size))
		}
		return i.Exec.appendText(append(b, ' '))
	case op.isSVM(), op.isBlocks():
		return i.appendSVMHead(b)
	}
	b = i.Exec.appendText(append(strconv.AppendUint(append(b, '.'), uint64(i.Func), 10), ' '))
	if opcodes[i.Op].plain {
		b = append(b, mod...)
	}
	return b
}

// Fences: what they flush is a bit of their byte each, in this order.
var fenceFlushes = [...]struct {
	bit  uint8
	word string
}{{1, "E"}, {2, "I"}, {4, "S"}, {8, "C"}, {16, "R"}, {64, "L1"}}

const (
	fenceLocal    = 1 << 5
	fenceSoftware = 1 << 7
)

// isFence says whether the instruction orders accesses of memory.
func (o Op) isFence() bool { return o == opFenceGlobal || o == opFenceLocal || o == opFenceSW }

// fenceOf is the fence that a byte says.
func fenceOf(v uint8) Op {
	switch {
	case v&fenceSoftware != 0:
		return opFenceSW
	case v&fenceLocal != 0:
		return opFenceLocal
	}
	return opFenceGlobal
}

// fence reads what a fence flushes.
func (p *Parser) fence(i *Inst) bool {
	switch i.Op {
	case opFenceSW:
		i.Func = fenceSoftware
		return true
	case opFenceLocal:
		i.Func = fenceLocal
	}
	start := p.peekOff()
	if !p.accept('.') {
		return true
	}
	w := p.word()
	rest := w
	for _, f := range fenceFlushes {
		if after, ok := strings.CutPrefix(rest, f.word); ok {
			rest, i.Func = after, i.Func|f.bit
		}
	}
	if w == "" || rest != "" || w == "R" && p.Dialect == Intel { // which the tool takes for a channel
		return p.fail(start, p.off, "expected some of E, I, S, C, R and L1, in this order, found %s", quoted(w))
	}
	return true
}

// appendFence appends what a fence flushes.
func (i *Inst) appendFence(b []byte) []byte {
	dot := "."
	for _, f := range fenceFlushes {
		if i.Func&f.bit != 0 && i.Op != opFenceSW {
			b, dot = append(append(b, dot...), f.word...), ""
		}
	}
	return b
}
