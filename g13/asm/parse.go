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
	p := parser{syntax.Cursor{Text: text, Off: at}, symbols}
	p.Space()
	start := p.Off
	name := p.Word()
	bare, sat := strings.CutSuffix(name, ".sat")
	all := g13.Named(bare)
	if len(all) == 0 {
		return g13.Inst{}, p.ErrorFrom(start, "there is no instruction %s%s", syntax.Quote(bare), near(bare))
	}
	var first *syntax.Error
	for k := range all {
		q, i := p, all[k].Inst
		if symbols != nil {
			symbols.target = target{}
		}
		err := q.operands(&i, all[k].Hidden, start, sat)
		if err == nil {
			return i, nil
		}
		if first == nil || err.Off > first.Off { // the form that got further is the one that was meant
			first = err
		}
	}
	return g13.Inst{}, first
}

type parser struct {
	syntax.Cursor
	symbols *symbols // nil outside of programs
}

// symbols is what names in a program stand for.
type symbols struct {
	constants map[string]string
	target    target // the label that the last instruction jumps to, if its name is not empty
}

// A target is a label as it stands in an instruction.
type target struct {
	name       string
	start, end int
	operand    int
}

// constant is what a word stands for: itself, where it is no constant.
func (p *parser) constant(word string) string {
	if p.symbols != nil && p.symbols.constants != nil {
		if value, ok := p.symbols.constants[word]; ok {
			return value
		}
	}
	return word
}

func (p *parser) operands(i *g13.Inst, hidden []bool, start int, sat bool) *syntax.Error {
	if !i.SetSaturates(sat) {
		return p.ErrorFrom(start, "the result of this instruction cannot be saturated")
	}
	var list listed
	first := true
	all := i.Form.Operands()
	for n := range all {
		if hidden != nil && hidden[n] {
			continue
		}
		before, o := p.Off, &all[n]
		if !first && !p.Accept(",") {
			if optional(o.Kind) || leftOut(o) {
				continue
			}
			return p.Wanted(`"," and ` + wanted[o.Kind])
		}
		if p.Space(); o.Kind == g13.List && o.Count == "zs" && p.AcceptWord("None") {
			first = false
			continue
		}
		if (optional(o.Kind) || leftOut(o)) && !p.present(o, i) {
			if b := p.Peek(); first || b != ',' && b != 0 { // else applegpu's comma without an operand, as in "unsigned, , 1"
				p.Off = before
			}
			continue
		}
		at := p.Off
		a, err := p.operand(o, i, n)
		if err != nil {
			return err
		}
		if err := i.SetArg(n, a); err != nil {
			return p.ErrorFrom(at, "%v", err)
		}
		if first = false; o.Kind == g13.List || o.Kind == g13.Coords {
			list = listed{n, a, at, p.Off}
		}
		if list.arg.Count != 0 {
			if err := p.fits(&list, i, false); err != nil {
				return err
			}
		}
	}
	if list.arg.Count != 0 {
		if err := p.fits(&list, i, true); err != nil {
			return err
		}
	}
	return p.rest(i)
}

// listed is a list of registers in the text.
type listed struct {
	operand int
	arg     g13.Arg
	at, end int
}

// fits compares the length of a list with the mask, which may still be to come.
func (p *parser) fits(l *listed, i *g13.Inst, last bool) *syntax.Error {
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
	word := p.constant(q.Word())
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

// rest is what may stand behind the operands.
func (p *parser) rest(i *g13.Inst) *syntax.Error {
	long := p.Accept("!long")
	if p.Accept("!bits=") {
		start := p.Off
		hex := p.Word()
		var w g13.Word
		if len(hex) > 24 || len(hex)%2 != 0 {
			return p.ErrorFrom(start, "expected two hexadecimal digits a byte, at most 12 bytes")
		}
		for k := 0; k < len(hex); k += 2 {
			v, err := strconv.ParseUint(hex[k:k+2], 16, 8)
			if err != nil {
				return p.ErrorFrom(start, "expected hexadecimal digits")
			}
			if k < 16 {
				w.Lo |= v << (4 * k)
			} else {
				w.Hi |= v << (4 * (k - 16))
			}
		}
		i.Word = i.Word.Xor(w)
	}
	if !p.Done() {
		return p.Wanted("the end of the instruction")
	}
	i.Fit(long)
	return nil
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
	if value, ok := p.symbols.constants[word]; ok {
		q := parser{Cursor: syntax.Cursor{Text: value}}
		a, err := q.arg(o, i, n)
		if err == nil && !q.Done() {
			err = q.Wanted("the end of the constant")
		}
		if err != nil {
			err = p.ErrorFrom(start, "%s is %s: %s", syntax.Quote(word), syntax.Quote(value), err.What)
		}
		return a, err
	}
	if o.Kind == g13.PCRel && word != "" && word != "pc" && !registerName(word) && (word[0] < '0' || word[0] > '9') {
		p.symbols.target = target{word, start, p.Off, n}
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
		return p.slot(kind)
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
		return p.number(kind)
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
		return p.number(kind)
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
			return p.number(kind)
		}
		return p.value(kind)
	case g13.Moving, g13.Offset, g13.TgBase, g13.HalfOr, g13.OrHalf, g13.Sample:
		return p.valueOrNumber(kind)
	case g13.PCRel:
		return p.target()
	case g13.Shift:
		if p.AcceptWord("lsl") {
			return p.number(kind)
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
		return p.word(kind)
	}
	return p.value(kind)
}
