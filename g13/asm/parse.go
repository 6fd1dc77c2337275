package asm

import (
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// Parse assembles one instruction. An error is a *syntax.Error.
func Parse(text string) (g13.Inst, error) {
	i, err := parse(text, 0, nil)
	if err != nil { // a nil *syntax.Error would be an error that is not nil
		return i, err
	}
	return i, nil
}

// parse assembles the instruction at an offset of a text, in which the symbols stand for what they are.
func parse(text string, at int, symbols *symbols) (g13.Inst, *syntax.Error) {
	p := parser{Cursor: syntax.Cursor{Text: text, Off: at}, symbols: symbols}
	p.Space()
	start := p.Off
	name := p.Word()
	bare, sat := name, false
	if strings.HasSuffix(name, ".sat") {
		bare, sat = name[:len(name)-len(".sat")], true
	}
	printed := g13.Named(bare)
	var first *syntax.Error
	for k := range printed {
		i, err := p.under(&printed[k], start, sat)
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
	return p.only(also, first, start, sat)
}

// under reads the operands of an instruction as those of a form under one of its names.
func (p parser) under(naming *g13.Naming, start int, sat bool) (g13.Inst, *syntax.Error) {
	i := naming.Inst
	if p.symbols != nil {
		p.symbols.target.name = ""
	}
	err := p.operands(&i, naming.Hidden, start, sat)
	return i, err
}

// only reads the operands of an instruction whose name says several, of which one has to fit. first is why none of those that are printed with the name does.
func (p parser) only(also []g13.Naming, first *syntax.Error, start int, sat bool) (found g13.Inst, _ *syntax.Error) {
	fits := 0
	var jump target
	for k := range also {
		i, err := p.under(&also[k], start, sat)
		switch {
		case err != nil:
			if first == nil || likelier(err, first) || !likelier(first, err) && !strings.HasPrefix(err.What, "expected") {
				first = err
			}
		case fits > 0 && i == found:
		case fits > 0:
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
		if first && p.ended() && i.MayLack(n) || !first && !p.Accept(",") {
			if optional(o.Kind) || leftOut(o) {
				continue
			}
			if i.MayLack(n) {
				i.SetLacking(n)
				continue
			}
			return p.Wanted(`"," and ` + wanted[o.Kind])
		}
		if p.Space(); !first {
			behindComma = p.Off
		}
		if o.Kind == g13.List && o.Count == "zs" && p.AcceptWord("None") {
			first = false
			continue
		}
		if (optional(o.Kind) || leftOut(o)) && !p.present(o, i) {
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
		if last && !i.FitCoords(l.arg) {
			return syntax.Errorf(p.Text, l.at, l.end, "the dimension does not have %d coordinates of this size", l.arg.Count)
		}
		return nil
	}
	if want := i.Arg(l.operand).Count; want != l.arg.Count && (want > 0 || last) {
		return syntax.Errorf(p.Text, l.at, l.end, "%d registers for %d components", l.arg.Count, want)
	}
	return nil
}

// optional says whether an operand is left out for some values.
func optional(k g13.Kind) bool {
	switch k {
	case g13.Shift, g13.BitMask, g13.List, g13.Mask, g13.Flag, g13.Sample, g13.Extra, g13.Compare:
		return true
	}
	return false
}

// leftOut says that a texture's base is left out rather than called None.
func leftOut(o *g13.Operand) bool { return o.Kind == g13.OptUBase && o.Count != "" }

// present says whether an optional operand stands here.
func (p *parser) present(o *g13.Operand, i *g13.Inst) bool {
	q := *p
	word := q.Word()
	if c, _ := p.constant(word); c != nil {
		word = c.sample
	}
	switch o.Kind {
	case g13.Shift:
		return word == "lsl"
	case g13.BitMask:
		return word == "mask"
	case g13.Mask:
		return componentsOf(word) > 0
	case g13.Flag:
		return word == o.Name
	case g13.Extra:
		return word == "1" || word == "query_lod" || word == "3"
	case g13.OptUBase:
		a, rest, ok := register(word)
		return ok && rest == "" && a.Class == g13.Uniform && a.Size == 64
	case g13.Compare:
		return word != "" && word[0] == 'r'
	case g13.List:
		first, _, _ := strings.Cut(word, "_")
		first, _, _ = strings.Cut(first, "..")
		a, rest, ok := register(first)
		return ok && rest == "" && a.Class == g13.Register && i.WantsList()
	}
	_, _, ok := register(word) // Sample
	return ok || word != "" && word[0] >= '0' && word[0] <= '9'
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

// wanted says in a message what stands for an operand.
var wanted = [...]string{
	g13.Dst: "a destination such as r1 or r1l", g13.Dst64: "a destination such as r1, r1l or r2_r3", g13.DstOf16: "a destination such as r1l", g13.DstOf32: "a destination such as r1",
	g13.Src: "a source such as r1, u1l or 7", g13.Src64: "a source such as r1, r2_r3, u1l or 7", g13.FloatSrc: "a source such as r1, u1l or 0.5", g13.FloatSrc16: "a source such as r1l, u1l or 0.5",
	g13.CmpselSrc: "a source such as r1, u1 or 7", g13.R0L: "r0l", g13.SReg: "a special register such as sr80", g13.Reg: "a register such as r1", g13.Uint: "a number",
	g13.Binary: "a binary number", g13.PCRel: "a target such as pc+8", g13.Shift: "a shift such as lsl 2", g13.BitMask: "a mask such as mask 0xFF",
	g13.List: "registers such as r4_r5", g13.Mask: "components such as xy", g13.Format: "a format such as i32", g13.Base: "a pair such as r2_r3 or u4_u5", g13.Offset: "a number or a register such as r4",
	g13.Sign: "signed or unsigned", g13.Flag: "a word", g13.Result: "a register such as r4, or None", g13.Reg32: "a register such as r4", g13.AtomicOp: "an operation such as add", g13.AtomicS: "a register such as r4",
	g13.TgBase: "r1l, u1l or a number", g13.HalfOr: "r1l or a number", g13.OrHalf: "r1l or a number", g13.Coeff: "cf0 or r1l", g13.Interp: "center, sample or centroid", g13.Sample: "r1l or a number",
	g13.Pixel: "a number or r1l_r1h", g13.Moving: "a number or a register such as r4", g13.UBase: "a pair such as u4_u5", g13.Numbered: "a number",
	g13.Copy: "copy_1d or copy_2d", g13.Half: "a register such as r1l", g13.OptUBase: "None or a pair such as u4_u5", g13.Texture: "a texture such as ts0, r1l or r1", g13.Sampler: "a sampler such as ss0 or r1l", g13.Coords: "coordinates such as r0_r1",
	g13.Dim: "a dimension such as tex_2d", g13.Extra: "1 or query_lod", g13.Gather: "none or gather_r, gather_g, gather_b, gather_a", g13.Mask0: "components such as xy, or 0", g13.LodMode: "a mode such as auto_lod",
	g13.Lod: "a level such as 0, r1l or u1l", g13.Compare: "a register such as r4", g13.Rtz: "rte or rtz",
	g13.ICond: "an integer condition such as ult", g13.FCond: "a condition such as lt", g13.Convert: "a conversion such as u8_to_f", g13.Round: "rtz or rte",
}

// operand reads operand n, or the constant that stands for it, or the label that it jumps to.
func (p *parser) operand(o *g13.Operand, i *g13.Inst, n int) (g13.Arg, *syntax.Error) {
	if p.symbols == nil || p.symbols.constants == nil && o.Kind != g13.PCRel {
		return p.arg(o, i, n)
	}
	start := p.Off
	word := p.Word()
	if c, suffix := p.constant(word); c != nil && (!c.isNumber || suffix != "" || o.Kind == g13.Binary) {
		return p.substituted(c, suffix, start, o, i, n)
	} else if c == nil && o.Kind == g13.PCRel && word != "" && word != "pc" && !registerName(word) && (word[0] < '0' || word[0] > '9') {
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
	return p.arg(o, i, n)
}

// arg reads an operand of a kind.
func (p *parser) arg(o *g13.Operand, i *g13.Inst, n int) (g13.Arg, *syntax.Error) {
	start, kind := p.Off, o.Kind
	switch kind {
	case g13.List:
		return p.list()
	case g13.Texture, g13.Sampler:
		return p.slot(o, i, n)
	case g13.OptUBase:
		if p.AcceptWord("None") {
			return g13.Arg{None: true}, nil
		}
		return p.value(kind)
	case g13.Coords:
		return p.list()
	case g13.Lod:
		if b := p.Peek(); b == 'r' || b == 'u' {
			return p.list()
		}
		return p.number(o, i, n)
	case g13.Compare:
		return p.compare()
	case g13.Mask0:
		if p.AcceptWord("0") {
			return g13.Arg{Class: g13.Number}, nil
		}
		start := p.Off
		if mask := componentsOf(p.Word()); mask > 0 {
			return g13.Arg{Class: g13.Number, Value: mask}, nil
		}
		p.Off = start
		return g13.Arg{}, p.Wanted(wanted[kind])
	case g13.Pixel:
		if p.Peek() == 'r' {
			return p.list()
		}
		return p.valueOrNumber(kind)
	case g13.Numbered:
		if !p.Accept(o.Count) {
			return g13.Arg{}, p.Wanted(o.Count + "0")
		}
		return p.number(o, i, n)
	case g13.Mask:
		return g13.Arg{Class: g13.Number, Value: componentsOf(p.Word())}, nil
	case g13.Flag:
		_ = p.Word()
		return g13.Arg{Class: g13.Number, Value: 1}, nil
	case g13.Result:
		if p.AcceptWord("None") {
			return g13.Arg{None: true}, nil
		}
		return p.value(kind)
	case g13.Coeff:
		if p.Accept("cf") {
			return p.number(o, i, n)
		}
		return p.value(kind)
	case g13.Moving, g13.Offset, g13.TgBase, g13.HalfOr, g13.OrHalf, g13.Sample:
		return p.valueOrNumber(kind)
	case g13.PCRel:
		return p.target()
	case g13.Shift:
		if p.AcceptWord("lsl") {
			return p.number(o, i, n)
		}
		return g13.Arg{}, p.Wanted(wanted[kind])
	case g13.BitMask:
		return p.mask()
	case g13.SReg:
		return p.specialRegister()
	case g13.Binary:
		word := strings.TrimPrefix(p.Word(), "0b")
		v, err := strconv.ParseUint(word, 2, 64)
		if digits := i.Digits(n); err != nil || len(word) != digits {
			p.Off = start
			return g13.Arg{}, p.Wanted(wanted[kind] + " of " + strconv.Itoa(digits) + " digits")
		}
		return g13.Arg{Class: g13.Number, Value: int64(v)}, nil
	case g13.Uint, g13.ICond, g13.FCond, g13.Convert, g13.Round, g13.Format, g13.Sign, g13.AtomicOp, g13.Interp, g13.Copy, g13.Rtz, g13.Dim, g13.Extra, g13.Gather, g13.LodMode:
		return p.word(o, i, n)
	}
	return p.value(kind)
}
