package visa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Messages to other units than memory's, matrices, and some of control flow have little in common but their parts. The table says which parts make an instruction's text, a letter
// each, and which make its bytes:
//
//	vme_ime (0,1) T6 V40.0 V41.0 …        V2013456       "(a,b)", then operands 2, 0, 1, 3, …
//	raw_sends.10.1.0.2 (M1, 16) …         Qx01234        four numbers, the execution size, operands
//
//	0 to ;  an operand: 0 to 9, and : and ; for the tenth and eleventh
//	x  (M1, 16)                  D  .s8.u4.8.8                 C  .RGBA         c  .R
//	M  (16) of sample            O  .16-full                   P  .pixel_null_mask.cps.divS
//	A  AVS_16_FULL               B  AVS_16x4                   V  (1,2)
//	a  b  H  decimal numbers     h  a hexadecimal one          Q  .1.2.3.4
//	L  (L1, L2)                  l  a label of another kernel  f  a function's name
//	m  .<RTI><A>                 #  operands that m says       *  raw operands, as many as there are
//
// Parentheses and commas stand for themselves.

// isShaped says whether the table has the shape of the instruction's text and bytes.
func (o Op) isShaped() bool { return opcodes[o].text != "" }

// shaped reads what follows the mnemonic.
func (p *Parser) shaped(i *Inst) bool {
	for _, letter := range opcodes[i.Op].text {
		if !p.part(i, letter) {
			return false
		}
	}
	if p.Dialect == Intel {
		p.reshape(i)
	}
	return true
}

// part reads a part of a shape.
func (p *Parser) part(i *Inst, letter rune) bool {
	switch letter {
	case 'x':
		return p.exec(&i.Exec)
	case '(', ',', ')':
		return p.expect(byte(letter), strconv.Quote(string(letter)))
	case 'D':
		return p.precisions(i)
	case 'C':
		return p.channels(i)
	case 'c':
		return p.channel(i)
	case 'M':
		return p.samplerLanes(i)
	case 'O':
		return p.outputFormat(i)
	case 'P':
		return p.samplerFlags(i)
	case 'A':
		return p.oneOf(&i.Sizes[0], avsFormats[:])
	case 'B':
		return p.oneOf(&i.Sizes[1], avsModes[:])
	case 'V':
		return p.expect('(', `"("`) && p.byteNumber(&i.Sizes[0]) && p.expect(',', `","`) && p.byteNumber(&i.Sizes[1]) && p.expect(')', `")"`)
	case 'a':
		return p.byteNumber(&i.Sizes[0])
	case 'b':
		return p.byteNumber(&i.Sizes[1])
	case 'h', 'H':
		return p.wideNumber(i, letter)
	case 'Q':
		return p.lengths(i)
	case 'L':
		return p.cases(i)
	case 'l':
		return p.target(i)
	case 'f':
		name, ok := p.quotedText("the name of a function")
		i.Number = p.Decls.outside(name)
		return ok
	case 'm':
		return p.targetModes(i)
	case '#':
		return p.further(i, i.targetOperands())
	case '*':
		return p.further(i, -1)
	}
	return p.shapedOperand(i, int(letter-'0'))
}

// shapedOperand reads operand k.
func (p *Parser) shapedOperand(i *Inst, k int) bool {
	start := p.peekOff()
	p.where[k] = Span{start, start}
	var o Operand
	letter := i.Op.letter(k)
	if letter == 'V' {
		if !p.vector(&o) {
			return false
		}
	} else if !p.operand(&o, i.Role(k), letter == 'S' || letter == 'Y') {
		return false
	}
	p.where[k].End = p.off
	i.Set(k, o)
	i.N = max(i.N, uint8(k+1))
	switch {
	case letter == 'S' && o.Class == State && o.Kind != SurfaceKind:
		return p.fail(start, p.off, "%s is %s: expected a surface", quoted(p.text[start:p.off]), article(o.Kind.String()))
	case letter == 'Y' && o.Class == State && o.Kind != SamplerKind:
		return p.fail(start, p.off, "%s is %s: expected a sampler", quoted(p.text[start:p.off]), article(o.Kind.String()))
	}
	if allowed := i.Op.classes(k, p.Dialect); !allowed.has(o.Class) {
		return p.fail(start, p.off, "expected %s, found %s operand", allowed, article(o.Class.String()))
	}
	return true
}

// vector reads a place in registers without a region: V33(0,4).
func (p *Parser) vector(o *Operand) bool {
	start := p.off
	b, ok := p.name("a variable")
	if !ok {
		return false
	}
	if b.kind != GeneralKind {
		return p.fail(start, p.off, "%s is %s variable: expected a general variable", quoted(p.text[start:p.off]), article(b.kind.String()))
	}
	o.Class, o.ID, o.Region = General, b.id, packedVector
	var row, col int64
	at := p.off
	if !p.expect('(', `"(row, column)"`) || !p.number(&row, "a row", false) || !p.expect(',', `"," and a column`) || !p.number(&col, "a column", false) || !p.expect(')', `")"`) {
		return false
	}
	if row < 0 || col < 0 || p.Dialect == Intel && col >= 1<<16 {
		return p.fail(at, p.off, "expected a row and a column of 0 to 255, found (%d,%d)", row, col)
	}
	return p.store(&o.Row, row, 0, 8, "the row", at) && p.store(&o.Col, col, 0, 8, "the column", at)
}

// appendVector appends a place in registers without its region.
func (o *Operand) appendVector(b []byte, d *Decls) []byte {
	return fmt.Appendf(d.appendName(b, GeneralKind, o.ID), "(%d,%d)", o.Row, o.Col)
}

// packedVector is the region of a vector in its registers.
var packedVector = Region{1, 1, 0}

// further reads n operands behind those that the table names, or as many as there are.
func (p *Parser) further(i *Inst, n int) bool {
	for ; n != 0; n-- {
		at := p.peekOff()
		if n < 0 && at == len(strings.TrimRight(p.text, " \t\r\n")) {
			return true
		}
		if int(i.N) == MaxOperands {
			return p.fail(at, len(p.text), "more than %d operands", MaxOperands)
		}
		k := int(i.N)
		var o Operand
		if !p.operand(&o, Source, false) {
			return false
		}
		p.where[k] = Span{at, p.off}
		i.Set(k, o)
		i.N++
		if allowed := i.furtherClasses(k, p.Dialect); !allowed.has(o.Class) {
			return p.fail(at, p.off, "expected %s, found %s operand", allowed, article(o.Class.String()))
		}
	}
	return true
}

// byteNumber reads a number of eight bits.
func (p *Parser) byteNumber(to *uint8) bool {
	start := p.peekOff()
	var n int64
	if !p.decimal(&n, "a number") {
		return false
	}
	if *to = uint8(n); p.Dialect == Spec && int64(*to) != n {
		return p.fail(start, p.off, "%d does not fit in a byte", n)
	}
	return true
}

// wideNumber reads a number of 32 bits in hexadecimal digits, or one of 16 in decimal ones.
func (p *Parser) wideNumber(i *Inst, letter rune) bool {
	start := p.peekOff()
	var n int64
	if letter == 'H' {
		if !p.decimal(&n, "a number") {
			return false
		}
	} else {
		if !strings.HasPrefix(p.text[start:], "0x") && !strings.HasPrefix(p.text[start:], "0X") {
			return p.wanted("a number in hexadecimal digits, as in 0xa")
		}
		if !p.integer(&n, "a number") {
			return false
		}
	}
	limit := int64(1)<<32 - 1
	if letter == 'H' {
		limit = 1<<16 - 1
	}
	if p.Dialect == Spec && (n < 0 || n > limit) {
		return p.fail(start, p.off, "%d: expected 0 to %d", n, limit)
	}
	i.Number = uint32(n & limit)
	return true
}

// oneOf reads one of some words, and gives its number.
func (p *Parser) oneOf(to *uint8, words []string) bool {
	start := p.peekOff()
	w := p.word()
	k := slices.Index(words, w)
	if w == "" || k < 0 {
		return p.fail(start, max(start, p.off), "expected %s", strings.Join(slices.DeleteFunc(slices.Clone(words), func(s string) bool { return s == "" }), ", "))
	}
	*to = uint8(k)
	return true
}

// reshape does what the tool's reader does beside: it forgets the sample index of a render target, and makes every switchjmp one for all lanes.
func (p *Parser) reshape(i *Inst) {
	switch {
	case i.Op == opSwitchjmp:
		i.Exec = 0
	case i.Op == opRtWrite && i.Number&targetSample != 0:
		i.Number &^= targetSample
		i.N--
		for k := 2; k < int(i.N); k++ {
			i.Set(k, *i.At(k + 1))
		}
		i.Set(int(i.N), Operand{})
	}
}

// appendShape appends the instruction behind its mnemonic.
func (i *Inst) appendShape(b []byte, d *Decls) []byte {
	glued := false // nothing stands between a parenthesis and what it encloses
	for _, letter := range opcodes[i.Op].text {
		switch letter {
		case '(':
			b, glued = append(b, " ("...), true
			continue
		case ',', ')':
			b = append(b, byte(letter))
			continue
		case 'D', 'C', 'c', 'O', 'P', 'Q', 'm':
			b = i.appendDotted(b, letter)
			continue
		case 'M':
			b = fmt.Appendf(b, " (%d)", samplerLanes[i.Func>>4&1])
			continue
		case 'V':
			b = fmt.Appendf(b, " (%d,%d)", i.Sizes[0], i.Sizes[1])
			continue
		case '#', '*':
			for k := len(opcodes[i.Op].operands); k < int(i.N); k++ {
				b = i.At(k).AppendText(append(b, ' '), Source, d)
			}
			continue
		}
		if !glued {
			b = append(b, ' ')
		}
		glued = false
		b = i.appendWord(b, letter, d)
	}
	return b
}

// appendWord appends a part that blanks set apart.
func (i *Inst) appendWord(b []byte, letter rune, d *Decls) []byte {
	switch letter {
	case 'x':
		return i.Exec.appendText(b)
	case 'A':
		return append(b, avsFormats[i.Sizes[0]&3]...)
	case 'B':
		return append(b, avsModes[i.Sizes[1]%uint8(len(avsModes))]...)
	case 'a':
		return appendInt(b, int64(i.Sizes[0]))
	case 'b':
		return appendInt(b, int64(i.Sizes[1]))
	case 'h':
		return fmt.Appendf(b, "0x%x", i.Number)
	case 'H':
		return appendInt(b, int64(i.Number))
	case 'L':
		return i.appendCases(b, d)
	case 'l':
		return append(b, d.labelName(i.Label, i.Op.placeKind())...)
	case 'f':
		return append(b, d.outsideName(i.Number)...)
	}
	k := int(letter - '0')
	o := i.At(k)
	if i.Op.letter(k) == 'V' {
		return o.appendVector(b, d)
	}
	return o.AppendText(b, i.Role(k), d)
}
