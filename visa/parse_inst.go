package visa

import "strings"

// inst reads an instruction.
func (p *Parser) inst(i *Inst) bool {
	p.head = Span{}
	if p.peek() == '(' {
		if !p.guard(&i.Guard) {
			return false
		}
	} else if is, ok := p.place(i); is {
		return ok
	}
	if !p.mnemonic(i) {
		return false
	}
	switch {
	case i.Op.isShaped():
		return p.shaped(i)
	case opcodes[i.Op].family == flow:
		return p.flow(i)
	}
	if i.Op.isLSC() {
		return p.lsc(i)
	}
	if opcodes[i.Op].family == memory {
		if !p.messageHead(i) {
			return false
		}
	} else if !p.exec(&i.Exec) {
		return false
	}
	letters := opcodes[i.Op].operands
	for n := range len(letters) {
		k := i.Op.spoken(n)
		p.space()
		start := p.off
		var o Operand
		if !p.operand(&o, i.Role(k), letters[k] == 'S') {
			return false
		}
		i.Set(k, o)
		p.where[k] = Span{start, p.off}
		i.N++
		if p.Dialect == Intel && !p.slotTakes(i, k) || k == 0 && i.Op.isMedia() && !p.plane(i) {
			return false
		}
	}
	if p.Dialect == Intel {
		p.rewrite(i)
		return !p.pauses(i) || p.fail(p.where[0].Off, p.where[0].End, "the pause counter, %%tsc(0,4), is not there where registers have 64 bytes")
	}
	return true
}

// flow reads control flow behind its mnemonic. The tool's text reader takes any execution size for a jmp, and makes it 1.
func (p *Parser) flow(i *Inst) bool {
	if !opcodes[i.Op].bare && !p.exec(&i.Exec) || !p.fields(i) {
		return false
	}
	if p.Dialect == Intel && i.Op == opJmp {
		i.Exec = 0
	}
	return true
}

// pauses says whether a mov writes the pause counter on a platform that has none, where the tool gives up.
func (p *Parser) pauses(i *Inst) bool {
	o := &i.Operand[0]
	return i.Op == opMov && p.Decls.GRF == 64 && o.Class == General && p.Decls.isPredefined(o.ID) && o.ID == tscID && o.Row == 0 && o.Col == 4
}

// guard reads "(" ["!"] predicate [".any" | ".all"] ")".
func (p *Parser) guard(c *Control) bool {
	p.off++
	inverse := p.accept('!')
	p.space()
	start := p.off
	b, ok := p.name("a predicate")
	if !ok {
		return false
	}
	if b.kind != PredicateKind {
		return p.fail(start, p.off, "%s is %s variable: expected a predicate", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	combine := Each
	switch {
	case p.acceptText(".any"):
		combine = Any
	case p.acceptText(".all"):
		combine = All
	}
	if b.id == 0 {
		return p.fail(start, p.off, "P0 is reserved: its control word means that there is no guard")
	}
	w, err := ControlOf(int(b.id), combine, inverse)
	if err != nil {
		return p.fail(start, p.off, "%v", err)
	}
	*c = w
	return p.expect(')', `".any", ".all" or ")"`)
}

// mnemonic reads the instruction's name with what hangs on it by dots.
func (p *Parser) mnemonic(i *Inst) bool {
	p.space()
	p.head.Off = p.off
	w := p.word()
	op, ok := OpNamed(w)
	if !ok {
		op, ok = OpNamed(w + typedSuffix) // which its unit says
	}
	if whole, is := p.dottedName(w); is {
		op, ok = whole, true
	}
	ok = ok && !op.marksPlace() // these have other texts
	switch {
	case w == "":
		return p.wanted("a mnemonic, such as mov")
	case !ok:
		return p.fail(p.head.Off, p.off, "there is no instruction %s%s", quoted(w), nearestOp(w))
	}
	i.Op = op
	switch {
	case op == opCmp:
		if !p.relation(i) {
			return false
		}
	case op == opBfn:
		if !p.truthTable(i) {
			return false
		}
	}
	if opcodes[op].sat != satNoSuffix && p.suffix(".sat") {
		i.Sat = true
	}
	p.head.End = p.off
	if f := opcodes[op].family; i.Guard != 0 && opcodes[op].plain && (p.Dialect == Intel && op != opSrnd || f == memory || f == flow || f == devices) {
		return p.fail(p.head.Off, p.off, "%s takes no guard", w)
	}
	return true
}

// dottedName passes the end of a mnemonic that has a full stop in it: add3.o, nbarrier.wait.
func (p *Parser) dottedName(w string) (Op, bool) {
	for _, op := range [...]Op{opAdd3o, opNbarrierWait, opNbarrierSignal} {
		if rest, ok := strings.CutPrefix(opcodes[op].name, w); ok && w != "" && rest != "" && rest[0] == '.' && p.suffix(rest) {
			return op, true
		}
	}
	return 0, false
}

// suffix passes s, which may stand apart from the word before it.
func (p *Parser) suffix(s string) bool {
	start := p.off
	p.space()
	rest := p.text[p.off:]
	if strings.HasPrefix(rest, s) && (len(rest) == len(s) || !isNameByte(rest[len(s)])) {
		p.off += len(s)
		return true
	}
	p.off = start
	return false
}

// relation reads the .eq of cmp, which the tool's text may leave out.
func (p *Parser) relation(i *Inst) bool {
	i.Relation = NoRelation
	p.space()
	for r := EQ; r < NoRelation; r++ {
		if p.off < len(p.text) && p.text[p.off] == '.' && strings.HasPrefix(p.text[p.off+1:], relations[r]) && (len(p.text) == p.off+3 || !isNameByte(p.text[p.off+3])) {
			p.off += 3
			i.Relation = r
			return true
		}
	}
	if p.off < len(p.text) && p.text[p.off] == '.' {
		return p.wanted(`a relation: .eq, .ne, .gt, .ge, .lt or .le`)
	}
	return true
}

// truthTable reads the .x12 of bfn, of which eight bits count.
func (p *Parser) truthTable(i *Inst) bool {
	start := p.off
	if p.off+2 >= len(p.text) || p.text[p.off:p.off+2] != ".x" {
		return p.wanted("a truth table in hexadecimal: .x0 to .xff")
	}
	n, end := 0, p.off+2
	for ; end < len(p.text) && isNameByte(p.text[end]); end++ {
		h := strings.IndexByte("0123456789abcdef", p.text[end]|0x20)
		if p.text[end] < 'A' {
			h = int(p.text[end]) - '0'
		}
		if h < 0 || h > 15 || n > 1<<24 {
			return p.fail(start, end+1, "expected a truth table in hexadecimal: .x0 to .xff")
		}
		n = n<<4 | h
	}
	p.off = end
	if end == start+2 || n > 0xff && p.Dialect == Spec {
		return p.fail(start, end, "expected a truth table in hexadecimal: .x0 to .xff")
	}
	i.Func = uint8(n)
	return true
}

// exec reads "(" [mask ","] size ")".
func (p *Parser) exec(e *Exec) bool {
	if !p.expect('(', `"(" and the execution mask and size, as in (M1, 16)`) {
		return false
	}
	mask, noMask := 0, false
	if c := p.peek(); c < '0' || c > '9' {
		at := p.off
		w := p.word()
		var ok bool
		if mask, noMask, ok = maskNamed(w); !ok {
			if w == "" {
				return p.wanted("a mask, M1 to M8, M1_NM to M8_NM or NoMask, or an execution size")
			}
			return p.fail(at, p.off, "expected a mask, M1 to M8, M1_NM to M8_NM or NoMask, found %s", quoted(w))
		}
		if !p.expect(',', `"," and the execution size`) {
			return false
		}
	}
	at := p.peekOff()
	var n int64
	if !p.decimal(&n, "an execution size") {
		return false
	}
	x, ok := ExecOf(int(min(n, 64)), mask, noMask)
	if !ok {
		return p.fail(at, p.off, "the execution size is %d: expected 1, 2, 4, 8, 16 or 32", n)
	}
	*e = x
	return p.expect(')', `")"`)
}

func maskNamed(w string) (mask int, noMask, ok bool) {
	if w == "NoMask" {
		return 0, true, true
	}
	if len(w) < 2 || w[0] != 'M' || w[1] < '1' || w[1] > '8' {
		return 0, false, false
	}
	return int(w[1] - '1'), len(w) > 2, len(w) == 2 || w[2:] == "_NM"
}

// messageSize reads the "(2)" of oword_ld.
func (p *Parser) messageSize(i *Inst) bool {
	start := p.peekOff()
	var n int64
	if !p.expect('(', `"(" and a number of owords`) || !p.decimal(&n, "a number of owords") || !p.expect(')', `")"`) {
		return false
	}
	if n < 1 || n > 16 || n&(n-1) != 0 {
		return p.fail(start, p.off, "expected 1, 2, 4, 8 or 16 owords, found %d", n)
	}
	i.Func = uint8(n)
	return true
}

// decimal reads a number that may not be hexadecimal, nor an expression.
func (p *Parser) decimal(n *int64, what string) bool {
	p.space()
	if strings.HasPrefix(p.text[p.off:], "0x") || strings.HasPrefix(p.text[p.off:], "0X") {
		return p.wanted(what + " in decimal digits")
	}
	return p.integer(n, what)
}

// slotTakes refuses an operand of a class that the tool's grammar does not have in its place.
func (p *Parser) slotTakes(i *Inst, k int) bool {
	allowed := i.Op.classes(k, Intel)
	first := i.Operand[0].Class
	if k == 1 && i.Op == opCmp && first == Predicate && i.Operand[1].Class == Immediate && p.text[p.where[1].Off] == '(' {
		return p.fail(p.where[1].Off, p.where[1].End, "the tool cannot read an expression behind a predicate: expected a number without parentheses")
	}
	switch {
	case k == 0 && i.Op == opMovs:
		allowed = stateSet | 1<<General
	case k == 1 && i.Op == opLine:
		allowed = 1 << General
	case k > 0 && i.Op == opMovs && first == General:
		allowed = stateSet
	case k > 0 && i.Op == opMov && first == Address:
		allowed &^= predicateSet
	}
	if k > 0 && opcodes[i.Op].operands[0] == 'p' && opcodes[i.Op].family == logic {
		if i.Operand[0].Class == Predicate {
			allowed = predicateSet
		} else {
			allowed &^= predicateSet
		}
	}
	if allowed.has(i.At(k).Class) {
		return true
	}
	return p.fail(p.where[k].Off, p.where[k].End, "expected %s, found %s operand", allowed, article(i.At(k).Class.String()))
}

// String is the classes in words: general, indirect or immediate.
func (s classSet) String() string {
	var names []string
	for c := range Class(numClasses) {
		if s.has(c) {
			names = append(names, c.String())
		}
	}
	if len(names) == 1 {
		return article(names[0]) + " operand"
	}
	return article(strings.Join(names[:len(names)-1], ", ")) + " or " + names[len(names)-1] + " operand"
}

// rewrite does what the tool's text reader does to an instruction before anybody looks at it.
func (p *Parser) rewrite(i *Inst) {
	if opcodes[i.Op].sat == satDropped {
		i.Sat = false
	}
	ofPredicates := i.N > 0 && opcodes[i.Op].family == logic && i.Operand[0].Class == Predicate
	flagCopy := i.Op == opMov && i.Operand[1].Class == Predicate
	if ofPredicates || flagCopy {
		i.Guard, i.Sat = 0, false
	}
	if opcodes[i.Op].sub > 0 && opcodes[i.Op].family != memory || i.Op == opSrnd {
		i.Guard = 0
	}
	if flagCopy {
		i.Exec = 0x80 // (M1_NM, 1)
	}
	for k := range int(i.N) {
		i.Set(k, i.At(k).Stored(p.Decls))
		if o := i.At(k); i.isPlace(k) && o.Class == State {
			o.Offset = int32(uint8(o.Offset)) * stateBytes
		}
	}
	if i.Op.hasSurface() {
		i.Operand[0].Kind = SurfaceKind
	}
	if i.Op == opGather || i.Op == opScatter { // other sizes are 16 in the byte that the tool writes
		if n := i.Exec.Size(); n != 1 && n != 8 {
			i.Exec = i.Exec&0xf0 | 4
		}
	}
}

// stateBytes is the bytes of a state variable's element, by which the tool counts places where it reads elements.
const stateBytes = 4

// nearestOp suggests the mnemonic that is one letter away.
func nearestOp(w string) string {
	for i := range opcodes {
		if near(w, opcodes[i].name) && !Op(i).marksPlace() {
			return "; is " + opcodes[i].name + " meant?"
		}
	}
	return ""
}

// near says whether one letter more, less or other makes a of b, letters of either case counting as one.
func near(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i+1:] == b[i+1:] || a[i:] == b[i+1:] || a[i+1:] == b[i:]
		}
	}
	return len(a)-len(b) <= 1 && len(b)-len(a) <= 1
}
