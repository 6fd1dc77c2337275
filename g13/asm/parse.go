package asm

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// Parse assembles one instruction. An error is a *syntax.Error.
func Parse(text string) (g13.Inst, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	i, err := p.instruction()
	if err != nil { // a nil *syntax.Error would be an error that is not nil
		return i, err
	}
	return i, nil
}

// instruction assembles the one at the cursor, in which the symbols stand for what they are.
func (p *parser) instruction() (g13.Inst, *syntax.Error) {
	p.Space()
	start := p.Off
	name := p.Word()
	operands := p.Off
	bare, sat := name, false
	if strings.HasSuffix(name, ".sat") {
		bare, sat = name[:len(name)-len(".sat")], true
	}
	printed := g13.Named(bare)
	var first *syntax.Error
	for k := range printed {
		i, err := p.under(&printed[k], operands, start, sat)
		if err == nil {
			return i, nil
		}
		if first == nil || likelier(err, first) {
			first = err
		}
	}
	also := g13.AlsoNamed(bare)
	if len(printed)+len(also) == 0 {
		return g13.Inst{}, p.ErrorFrom(start, "there is no instruction %s%s", syntax.Quote(bare), near(bare))
	}
	return p.only(also, first, operands, start, sat)
}

// under reads the operands of an instruction, from where they begin, as those of a form under one of its names.
func (p *parser) under(naming *g13.Naming, operands, start int, sat bool) (g13.Inst, *syntax.Error) {
	p.Off, p.inst = operands, naming.Inst
	if p.symbols != nil {
		p.symbols.target.name = ""
	}
	err := p.operands(&p.inst, naming.Hidden, start, sat)
	return p.inst, err
}

// only reads the operands of an instruction whose name says several, of which one has to fit. first is why none of those that are printed with the name does.
func (p *parser) only(also []g13.Naming, first *syntax.Error, operands, start int, sat bool) (found g13.Inst, _ *syntax.Error) {
	fits := 0
	var jump target
	for k := range also {
		i, err := p.under(&also[k], operands, start, sat)
		switch {
		case err != nil:
			if first == nil || likelier(err, first) || !likelier(first, err) && !strings.HasPrefix(err.What, "expected") {
				first = err
			}
		case fits > 0 && i == found:
		case fits > 0:
			p.Off = operands // it is the name that says too little
			return g13.Inst{}, p.ErrorFrom(start, "this can be %s or %s; write which", Text(found), Text(i))
		default:
			found, fits = i, 1
			if p.symbols != nil {
				jump = p.symbols.target
			}
		}
	}
	if fits == 0 {
		return g13.Inst{}, first
	}
	if p.symbols != nil {
		p.symbols.target = jump
	}
	return found, nil
}

// likelier says which of two errors is that of the form that was meant: of one that has as many operands, then of the one that got further, then the one that says more than what
// had been expected.
func likelier(err, than *syntax.Error) bool {
	if few, fewer := strings.HasSuffix(err.What, noMore), strings.HasSuffix(than.What, noMore); few != fewer {
		return fewer
	}
	return err.Off > than.Off || err.Off == than.Off && !strings.HasPrefix(err.What, "expected") && strings.HasPrefix(than.What, "expected")
}

// noMore ends the error of a comma behind the last operand.
const noMore = ": the instruction has no more operands"

type parser struct {
	syntax.Cursor
	symbols *symbols // nil outside of programs
	depth   int      // of constants within constants
	inst    g13.Inst // what the operands are written into
}

// symbols is what names in a program stand for.
type symbols struct {
	constants map[string]*constant
	target    target // the label that the last instruction jumps to, if its name is not empty
}

// A target is a label as it stands in an instruction.
type target struct {
	name       string
	addend     int64
	start, end int
	operand    int
}

func (p *parser) operands(i *g13.Inst, hidden []bool, start int, sat bool) *syntax.Error {
	if !i.SetSaturates(sat) {
		return p.ErrorFrom(start, "the result of this instruction cannot be saturated")
	}
	var list listed
	var places [mostOperands]int32
	first, behindComma := true, -1
	all := i.Form.Operands()
	for n := range all {
		places[n&(mostOperands-1)] = int32(start)
		if hidden != nil && hidden[n] {
			continue
		}
		before, o := p.Off, &all[n]
		row := &kinds[o.Kind]
		if first && p.ended() && i.MayLack(n) || !first && !p.Accept(",") {
			if row.optional(o) {
				continue
			}
			if i.MayLack(n) {
				i.SetLacking(n)
				continue
			}
			return p.Wanted(`"," and ` + row.wanted)
		}
		if p.Space(); !first {
			behindComma = p.Off
		}
		if o.Kind == g13.List && o.Count == "zs" && p.AcceptWord("None") {
			first = false
			continue
		}
		if row.optional(o) && !p.present(row, o, i) {
			if b := p.Peek(); first || b != ',' { // else applegpu's comma without an operand, as in "unsigned, , 1"
				p.Off = before
			}
			continue
		}
		at := p.Off
		places[n&(mostOperands-1)] = int32(at)
		a, err := p.operand(o, i, n)
		if err != nil {
			return err
		}
		if err := i.SetArg(n, a); err != nil {
			return p.ErrorFrom(at, "%v", err)
		}
		if first = false; o.Kind == g13.List || o.Kind == g13.Coords || o.Kind == g13.Moving {
			list = listed{n, a, at, p.Off}
		} else if a.Count > 0 && !counted(a, i.Arg(n)) {
			right, _ := appendNext(nil, *i, n, true)
			return p.ErrorFrom(at, "these are not the registers that stand here, which would be%s", right)
		}
		if list.arg.Count != 0 && (list.operand == n || o.Kind == g13.Mask || o.Kind == g13.Mask0) {
			if err := p.fits(&list, i, false); err != nil {
				return err
			}
		}
	}
	if list.end > 0 {
		if err := p.fits(&list, i, true); err != nil {
			return err
		}
	}
	if p.Space(); p.Peek() == ',' || p.Off == behindComma {
		err := p.Wanted("the end of the instruction")
		err.What += noMore
		return err
	}
	return p.rest(i, start, &places)
}

// mostOperands is a power of two that no form has more operands than.
const mostOperands = 32

// counted says whether a list of registers is what the instruction has made of it.
func counted(said, got g13.Arg) bool {
	return said.Class == got.Class && said.Index == got.Index && said.Size == got.Size && said.Count == max(got.Count, 1)
}

// ended says that the operands are at their end.
func (p *parser) ended() bool {
	p.Space()
	b := p.Peek()
	return b == 0 || b == '!'
}

// listed is a list of registers in the text, or a number whose sign is said behind it.
type listed struct {
	operand int
	arg     g13.Arg
	at, end int
}

// fits compares the length of a list with the mask, or a number with its sign, which may still be to come.
func (p *parser) fits(l *listed, i *g13.Inst, last bool) *syntax.Error {
	if i.Kind(l.operand) == g13.Moving {
		if got := i.Arg(l.operand).Value; last && got != l.arg.Value {
			return syntax.Errorf(p.Text, l.at, l.end, "with its sign this number is %d", got)
		}
		return nil
	}
	if i.Kind(l.operand) == g13.Coords {
		if last && !i.FitCoords(l.operand, l.arg) {
			return syntax.Errorf(p.Text, l.at, l.end, "the dimension does not have %d coordinates of this size", l.arg.Count)
		}
		return nil
	}
	if want := i.Arg(l.operand).Count; want != l.arg.Count && (want > 0 || last) {
		return syntax.Errorf(p.Text, l.at, l.end, "%d registers for %d components", l.arg.Count, want)
	}
	return nil
}

// componentsOf is the mask of components such as xz, 0 for anything else.
func componentsOf(word string) (mask int64) {
	at := -1
	for k := range len(word) {
		next := strings.IndexByte("xyzw", word[k])
		if next <= at {
			return 0
		}
		at = next
		mask |= 1 << next
	}
	return mask
}

// rest is what may stand behind the operands, and a last look at all of it: what is encoded has to be what was said.
func (p *parser) rest(i *g13.Inst, start int, places *[mostOperands]int32) *syntax.Error {
	var bits g13.Word
	asItIs := false
	longAt := p.Off
	long := p.Accept("!long")
	if long {
		if mask, _ := i.Form.LengthBits(); mask.IsZero() {
			return p.ErrorFrom(longAt, "this instruction has one length only")
		}
	}
	if p.Accept("!bits=") {
		asItIs = true
		var err *syntax.Error
		if bits, err = p.bitMask(); err != nil {
			return err
		}
	}
	if !p.Done() {
		return p.Wanted("the end of the instruction")
	}
	i.Word = i.Word.Xor(bits)
	i.Fit(long)
	if !asItIs {
		if n, doubt := i.Doubts(); n >= 0 {
			at := int(places[n])
			return syntax.Errorf(p.Text, at, max(at, strings.IndexByte(p.Text[at:]+",", ',')+at), "%s; with !bits=00 behind it the instruction is taken as it is", doubt)
		}
	}
	return p.same(i, bits, start)
}

// same says that the instruction is read back as the one that it is meant to be, and that nothing of its text got lost.
func (p *parser) same(i *g13.Inst, bits g13.Word, start int) *syntax.Error {
	var buffer [16]byte
	j, err := g13.Decode(i.AppendBytes(buffer[:0]))
	switch {
	case err != nil:
		return p.ErrorFrom(start, "with these bits it is no instruction: %v", err)
	case j != *i:
		return p.ErrorFrom(start, "this is another instruction, %s", Text(j))
	case !bits.IsZero() && i.Unsaid() != bits:
		return p.ErrorFrom(start, "the text has these bits already: with them it is %s", Text(j))
	case i.Form.Entangled() && i.Unsaid() != bits:
		return p.ErrorFrom(start, "not all of this can be encoded: it would be %s", Text(j))
	}
	return nil
}

// bitMask reads the bits of an instruction, two digits a byte.
func (p *parser) bitMask() (w g13.Word, _ *syntax.Error) {
	start := p.Off
	hex := p.Word()
	if len(hex) > 24 || len(hex)%2 != 0 {
		return w, p.ErrorFrom(start, "expected two hexadecimal digits a byte, at most 12 bytes")
	}
	for k := 0; k < len(hex); k += 2 {
		v, err := strconv.ParseUint(hex[k:k+2], 16, 8)
		if err != nil {
			return w, p.ErrorFrom(start, "expected hexadecimal digits")
		}
		if k < 16 {
			w.Lo |= v << (4 * k)
		} else {
			w.Hi |= v << (4 * (k - 16))
		}
	}
	return w, nil
}

// isLabel says whether a word can be nothing but a label where a target stands.
func (p *parser) isLabel(word string) bool {
	c, _ := p.constant(word)
	return c == nil && word != "" && word != "pc" && !registerName(word) && (word[0] < '0' || word[0] > '9')
}

// operand reads operand n, or the constant that stands for it, or the label that it jumps to.
func (p *parser) operand(o *g13.Operand, i *g13.Inst, n int) (g13.Arg, *syntax.Error) {
	if p.symbols == nil || p.symbols.constants == nil && o.Kind != g13.PCRel {
		return kinds[o.Kind].read(p, asked{kinds[o.Kind].wanted, o, i, n})
	}
	start := p.Off
	word := p.Word()
	if word == "pc" && o.Kind == g13.PCRel && p.Accept("+") { // pc+loop is loop, as other assemblers for the G13 write it
		p.Space()
		at := p.Off
		if name := p.Word(); p.isLabel(name) {
			start, word = at, name
		}
	}
	if c, suffix := p.constant(word); c != nil && (!c.isNumber || suffix != "" || o.Kind == g13.Binary) {
		return p.substituted(c, suffix, start, o, i, n)
	} else if o.Kind == g13.PCRel && p.isLabel(word) {
		t := target{name: word, start: start, end: p.Off, operand: n}
		if p.Space(); p.Peek() == '+' || p.Peek() == '-' {
			addend, err := p.integer()
			if err != nil {
				return g13.Arg{}, err
			}
			t.addend = addend
		}
		p.symbols.target = t
		return g13.Arg{Class: g13.Number}, nil
	}
	p.Off = start
	return kinds[o.Kind].read(p, asked{kinds[o.Kind].wanted, o, i, n})
}
