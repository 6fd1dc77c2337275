package visa

import (
	"math"

	"github.com/lanescope/lanescope/syntax"
)

func quoted(s string) string { return syntax.Quote(s) }

func article(noun string) string {
	switch noun[0] {
	case 'a', 'e', 'i', 'o', 'u':
		return "an " + noun
	}
	return "a " + noun
}

// A classSet is some operand classes, a bit each.
type classSet uint8

func (s classSet) has(c Class) bool { return s>>c&1 != 0 }

const (
	generalSet   = classSet(1<<General | 1<<Indirect)
	immediateSet = classSet(1 << Immediate)
	predicateSet = classSet(1 << Predicate)
	addressSet   = classSet(1 << Address)
	addressOfSet = classSet(1 << AddressOf)
	stateSet     = classSet(1 << State)
	rawSet       = classSet(1 << Raw)
)

// classes is what may stand as operand k of an instruction. The seed says it in words, class by class; the tool lets mov copy addresses, flags and places too.
func (o Op) classes(k int, dialect Dialect) classSet {
	widened := func(s, more classSet) classSet {
		if o == opMov && dialect == Intel {
			return s | more
		}
		return s
	}
	switch o.letter(k) {
	case 'd':
		return widened(generalSet, addressSet)
	case 's':
		if o == opAddrAdd && dialect == Intel {
			return 1<<General | immediateSet
		}
		if k > 0 && opcodes[o].operands[0] == 'p' && opcodes[o].family == logic {
			return generalSet | immediateSet | predicateSet
		}
		return widened(generalSet|immediateSet, addressSet|predicateSet|addressOfSet)
	case 'p':
		if o == opSetp {
			return predicateSet
		}
		return predicateSet | generalSet
	case 'a':
		return addressSet
	case '&':
		if dialect == Intel {
			return addressSet | addressOfSet | 1<<General // read as its place
		}
		return addressSet | addressOfSet
	case 't':
		return stateSet | generalSet
	case 'u':
		return stateSet | generalSet | immediateSet
	case 'q':
		if dialect == Intel {
			return 1<<General | immediateSet
		}
		return generalSet | immediateSet
	case 'F':
		return predicateSet
	case 'V':
		return 1 << General
	case 'S', 'Y':
		return stateSet
	case 'L', 'P':
		return 1<<General | immediateSet
	case 'B':
		return 1 << General
	}
	return rawSet
}

// operand reads any operand. A bare name of a surface is one only where a message wants it.
func (p *Parser) operand(o *Operand, role Role, bare bool) bool {
	switch c := p.peek(); {
	case c == '(':
		if m, ok := p.modifier(); ok {
			return p.modified(o, m, role)
		}
		return p.immediate(o, role)
	case c == '&':
		return p.addressOf(o)
	case c == 'r' && p.off+1 < len(p.text) && p.text[p.off+1] == '[':
		return p.indirect(o, role)
	case c-'0' <= 9, c == '-', c == '~', c == '!':
		return p.immediate(o, role)
	case c == '%' && len(p.text)-p.off > 7 && p.text[p.off:p.off+7] == "%sizeof":
		return p.immediate(o, role)
	}
	return p.named(o, role, bare)
}

// modifier passes one of the four modifiers, which are spelled exactly so.
func (p *Parser) modifier() (Modifier, bool) {
	for _, m := range []Modifier{Neg, Abs, NegAbs, Not} {
		if p.acceptText(modifierText[m]) {
			return m, true
		}
	}
	return NoModifier, false
}

// modified reads the general or indirect operand behind a modifier.
func (p *Parser) modified(o *Operand, m Modifier, role Role) bool {
	start := p.off - len(modifierText[m])
	if role == Dest {
		return p.fail(start, p.off, "a destination takes no source modifier; to saturate, the mnemonic takes .sat")
	}
	if p.peek() == 'r' && p.off+1 < len(p.text) && p.text[p.off+1] == '[' {
		o.Mod = m
		return p.indirect(o, role)
	}
	at := p.off
	if !p.named(o, role, false) {
		return false
	}
	if o.Class != General {
		return p.fail(at, p.off, "expected a general or indirect operand behind a modifier, found %s", article(o.Class.String()))
	}
	o.Mod = m
	return true
}

// name reads a name and finds its variable.
func (p *Parser) name(what string) (binding, bool) {
	p.space()
	start := p.off
	w := p.word()
	if w == "" || w == "%" {
		p.off = start
		return binding{}, p.wanted(what)
	}
	b, ok := p.Decls.lookup(w)
	if !ok {
		return b, p.fail(start, p.off, "%s is not declared", quoted(w))
	}
	return b, true
}

// named reads an operand that begins with a name; the kind of the variable decides which.
func (p *Parser) named(o *Operand, role Role, bare bool) bool {
	start := p.off
	b, ok := p.name("an operand")
	if !ok {
		return false
	}
	o.ID = b.id
	switch b.kind {
	case GeneralKind:
		if p.peek() == '.' {
			return p.raw(o)
		}
		return p.general(o, role)
	case AddressKind:
		return p.address(o)
	case PredicateKind:
		o.Class = Predicate
		return true
	}
	o.Class, o.Kind = State, b.kind
	if bare {
		o.Offset = bareSurface
		return true
	}
	if end := p.off; p.peek() != '(' {
		return p.fail(start, end, `expected an element in parentheses behind %s, as in %s(0)`, article(b.kind.String()), p.text[start:end])
	}
	var k int64
	if !p.parenthesised(&k, "an element") {
		return false
	}
	if k > 255 && p.Dialect == Intel {
		return p.fail(start, p.off, "the element is %d: expected 0 to 255", k)
	}
	return p.store(&o.Offset, k, 0, 8, "the element", start)
}

// store puts a number into a field. The tool's reader cuts it to the bits of the encoding; the rules complain about those that do not fit.
func (p *Parser) store(field *int32, v, least int64, bits int, what string, start int) bool {
	if p.Dialect == Intel {
		if least < 0 {
			*field = int32(v << (64 - bits) >> (64 - bits))
		} else {
			*field = int32(v & (1<<bits - 1))
		}
		return true
	}
	if v < math.MinInt32 || v > math.MaxInt32 || least == 0 && v < 0 {
		return p.fail(start, p.off, "%s is %d: expected %d to %d", what, v, least, least+1<<bits-1)
	}
	*field = int32(v)
	return true
}

// parenthesised reads "(" e ")".
func (p *Parser) parenthesised(v *int64, what string) bool {
	return p.expect('(', `"("`) && p.number(v, what, false) && p.expect(')', `")"`)
}

// general reads what follows a general variable's name: (row,col)<region>.
func (p *Parser) general(o *Operand, role Role) bool {
	o.Class = General
	start := p.off
	if role == Source || p.peek() == '(' {
		var row, col int64
		if !p.expect('(', `"(row, column)"`) || !p.number(&row, "a row", false) || !p.expect(',', `"," and a column`) || !p.number(&col, "a column", false) || !p.expect(')', `")"`) {
			return false
		}
		if row < 0 || col < 0 || p.Dialect == Intel && col >= 1<<16 {
			return p.fail(start, p.off, "expected a row and a column of 0 to 255, found (%d,%d)", row, col)
		}
		if !p.store(&o.Row, row, 0, 8, "the row", start) || !p.store(&o.Col, col, 0, 8, "the column", start) {
			return false
		}
	}
	at := p.off
	if !p.region(&o.Region) {
		return false
	}
	full := o.Region.V != Null && o.Region.W != Null
	switch {
	case role == Dest && o.Region.W != Null:
		return p.fail(at, p.off, "a destination's region has one parameter, as in <1>")
	case role == Source && !full:
		return p.fail(at, p.off, "a source's region has three parameters, as in <8;8,1>")
	}
	return true
}

// indirect reads r[A0(0),-4]<region>:type.
func (p *Parser) indirect(o *Operand, role Role) bool {
	p.off += len("r[")
	o.Class = Indirect
	start := p.off
	b, ok := p.name("an address variable")
	if !ok {
		return false
	}
	if b.kind != AddressKind {
		return p.fail(start, p.off, "%s is %s variable: expected an address variable", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	o.ID = b.id
	var k, disp int64
	if !p.parenthesised(&k, "an element of the address variable") || !p.store(&o.Offset, k, 0, 8, "the element", start) {
		return false
	}
	if p.accept(',') {
		if !p.number(&disp, "an offset in bytes", false) || !p.store(&o.Disp, disp, -1<<15, 16, "the offset", start) {
			return false
		}
	}
	if !p.expect(']', `"," or "]"`) {
		return false
	}
	at := p.off
	if !p.region(&o.Region) {
		return false
	}
	if role == Dest && o.Region.V != Null || role == Dest && p.Dialect == Intel && o.Region.W != Null {
		return p.fail(at, p.off, "a destination's region has one parameter, as in <1>")
	}
	return p.typeWord(&o.Type, false)
}

// typeWord reads ":" and a type, without a blank between. Immediates have no hf here: theirs are hexadecimal.
func (p *Parser) typeWord(t *Type, immediate bool) bool {
	p.space()
	start := p.off
	if p.off == len(p.text) || p.text[p.off] != ':' {
		return p.wanted(`":" and a type, such as :d`)
	}
	p.off++
	end := p.off
	for end < len(p.text) && isNameByte(p.text[end]) {
		end++
	}
	found, n := p.leadingType(p.text[p.off:])
	if n == 0 || immediate && found == HF {
		return p.fail(start, end, "expected a type: :ud :d :uw :w :ub :b :uq :q :f :df :hf :v :uv :vf, found %s", quoted(p.text[start:end]))
	}
	*t, p.off = found, p.off+n
	return true
}

// address reads what follows an address variable's name: (offset)<width>.
func (p *Parser) address(o *Operand) bool {
	o.Class = Address
	start := p.off
	var k, w int64
	if !p.parenthesised(&k, "an element of the address variable") || !p.store(&o.Offset, k, 0, 8, "the element", start) {
		return false
	}
	at := p.off
	if !p.expect('<', `"<" and the width`) || !p.number(&w, "a width", true) || !p.expect('>', `">"`) {
		return false
	}
	if _, ok := execCode(int(w)); p.Dialect == Intel && (!ok || w == 32) {
		w = 0 // so the tool prints it
	} else if w < 0 || w > math.MaxInt16 { // 0 is what bytes without a width print
		return p.Dialect == Intel || p.fail(at, p.off, "the width is %d: expected 1, 2, 4, 8 or 16", w)
	}
	o.Width = int32(w)
	return true
}

// addressOf reads &NAME and [bytes].
func (p *Parser) addressOf(o *Operand) bool {
	p.off++
	o.Class = AddressOf
	start := p.off
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	if b.kind > GeneralKind {
		return p.fail(start, p.off, "%s is %s variable, which has no address: expected a general variable, a surface or a sampler", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	o.Kind, o.ID = b.kind, b.id
	if !p.accept('[') {
		return true
	}
	var v int64
	if !p.number(&v, "an offset in bytes", false) || !p.expect(']', `"]"`) {
		return false
	}
	if p.Dialect == Intel && v != int64(int16(v)) {
		return p.fail(start, p.off, "the offset is %d: expected -32768 to 32767", v)
	}
	return p.store(&o.Disp, v, -1<<31, 32, "the offset", start)
}

// raw reads what follows a name: .offset, a number or an expression in parentheses.
func (p *Parser) raw(o *Operand) bool {
	p.off++
	o.Class = Raw
	start := p.off
	var v int64
	if p.peek() == '(' {
		if !p.parenthesised(&v, "an offset in bytes") {
			return false
		}
	} else if !p.integer(&v, "an offset in bytes") {
		return false
	}
	if v > 0xffff && p.Dialect == Intel {
		return p.fail(start, p.off, "the offset is %d: expected 0 to 65535", v)
	}
	return p.store(&o.Disp, v, 0, 16, "the offset", start)
}
