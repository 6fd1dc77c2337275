package asm

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/syntax"
)

// list reads registers that follow one another, such as r4l_r4h_r5l, or r4l..r5l.
func (p *parser) list(s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	text, discard := strings.CutSuffix(p.Word(), ".discard")
	one, _, _ := strings.Cut(text, "_")
	if from, to, ok := strings.Cut(one, ".."); ok && from != "" {
		return p.listRange(from, to, discard, start)
	}
	first, _, ok := register(one)
	if !ok {
		p.Off = start
		return first, p.Wanted(s.wanted)
	}
	for want, rest := first, text; ; want.Index += want.Size / 16 {
		word, more, several := strings.Cut(rest, "_")
		if a, after, ok := register(word); !ok || after != "" || a != want {
			return first, p.ErrorFrom(start, "the registers of a list follow one another: here %s is missing", string(appendRegister(nil, 'r', want)))
		}
		if first.Count++; !several {
			first.Hint = discarded(discard)
			return first, nil
		}
		rest = more
	}
}

// listRange is the list from one register to another.
func (p *parser) listRange(from, to string, discard bool, start int) (g13.Arg, *syntax.Error) {
	first, rest, ok := register(from)
	last, after, ok2 := register(to)
	if !ok || !ok2 || rest != "" || after != "" || first.Size != last.Size || first.Class != last.Class || last.Index < first.Index {
		return first, p.ErrorFrom(start, "a range goes up from one register to another of the same size, such as r4..r7 or r4l..r5h")
	}
	first.Count = (last.Index-first.Index)/(first.Size/16) + 1
	first.Hint = discarded(discard)
	return first, nil
}

func discarded(is bool) g13.Hint {
	if is {
		return g13.Discard
	}
	return g13.NoHint
}

// readRegisterOrNumber reads a register or a signed number.
func readRegisterOrNumber(p *parser, s asked) (g13.Arg, *syntax.Error) {
	if a, ok := p.registerAhead(); ok {
		return a, nil
	}
	start := p.Off
	if v, ok := p.plainNumber(); ok {
		return g13.Arg{Class: g13.Number, Value: v}, nil
	}
	if p.Off = start; !p.startsExpression() {
		return g13.Arg{}, p.Wanted(s.wanted)
	}
	v, err := p.integer()
	return g13.Arg{Class: g13.Number, Value: v}, err
}

// registerAhead reads a register or uniform with nothing behind it, if one stands here.
func (p *parser) registerAhead() (g13.Arg, bool) {
	p.Space()
	if b := p.Peek(); b != 'r' && b != 'u' {
		return g13.Arg{}, false
	}
	start := p.Off
	a, rest, ok := register(p.Word())
	if !ok || rest != "" {
		p.Off = start
		return g13.Arg{}, false
	}
	return a, true
}

// number reads the number that an operand is. Where it is what goes into a register, it may be negative, or a float.
func (p *parser) number(s asked) (g13.Arg, *syntax.Error) {
	p.Space()
	start := p.Off
	if v, ok := p.plainNumber(); ok {
		return g13.Arg{Class: g13.Number, Value: v}, nil
	}
	p.Off = start
	if !p.startsExpression() {
		return g13.Arg{}, p.Wanted(s.wanted)
	}
	v, err := p.expression(false)
	if err != nil {
		return g13.Arg{}, err
	}
	a := g13.Arg{Class: g13.Number, Value: v.v}
	if digits := s.inst.Digits(s.n); s.Name == "imm" && digits >= 16 {
		a.Value = v.bits(digits)
	} else if v.isFloat {
		return a, p.ErrorFrom(start, "an integer stands here, and %v is none", v.x)
	}
	return a, nil
}

// readTarget reads a distance from the instruction, in bytes.
func readTarget(p *parser, s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	if p.Accept("pc") {
		if p.Space(); p.Peek() == '+' || p.Peek() == '-' {
			v, err := p.integer()
			return g13.Arg{Class: g13.Number, Value: v}, err
		}
	}
	p.Off = start
	return g13.Arg{}, p.Wanted(s.wanted)
}

func readBitMask(p *parser, s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	if !p.AcceptWord("mask") {
		return g13.Arg{}, p.Wanted(s.wanted)
	}
	v, err := p.expression(false)
	if err != nil {
		return g13.Arg{}, err
	}
	if n := bits.Len64(uint64(v.v)); !v.isFloat && v.v > 0 && v.v == 1<<n-1 {
		return g13.Arg{Class: g13.Number, Value: int64(n)}, nil
	}
	return g13.Arg{}, p.ErrorFrom(start, "expected a mask of the lowest bits, such as 0xFF")
}

// readSpecial reads sr80, its name, or both.
func readSpecial(p *parser, s asked) (g13.Arg, *syntax.Error) {
	start := p.Off
	name := p.Word()
	if v, ok := g13.SpecialRegister(name); ok {
		return g13.Arg{Class: g13.Number, Value: int64(v)}, nil
	}
	word, isSR := strings.CutPrefix(name, "sr")
	v, err := strconv.ParseUint(word, 10, 8)
	if !isSR || err != nil {
		p.Off = start
		err := p.Wanted(s.wanted)
		err.What += nearSpecial(name)
		return g13.Arg{}, err
	}
	if p.Accept("(") {
		at := p.Off
		if name := p.Word(); name != g13.SpecialRegisterName(int(v)) {
			return g13.Arg{}, p.ErrorFrom(at, "sr%d is not called %s", v, syntax.Quote(name))
		}
		if !p.Accept(")") {
			return g13.Arg{}, p.Wanted(`")" after the name`)
		}
	}
	return g13.Arg{Class: g13.Number, Value: int64(v)}, nil
}

// What may stand for an operand besides a register or a uniform.
type immediates uint8

const (
	registerOnly immediates = iota
	integerToo              // a destination says itself that it is none
	floatToo
)

// value reads a register, a uniform or an immediate with what hangs on it.
func (p *parser) value(s asked, immediates immediates) (g13.Arg, *syntax.Error) {
	p.Space()
	start := p.Off
	var a g13.Arg
	var rest string
	ok := false
	if b := p.Peek(); b == 'r' || b == 'u' {
		a, rest, ok = register(p.Word())
	}
	if !ok { // a constant may begin as a register does
		p.Off, rest = start, ""
		if immediates == registerOnly || !p.startsExpression() {
			return a, p.Wanted(s.wanted)
		}
		var err *syntax.Error
		if a, err = p.immediate(immediates == floatToo); err != nil {
			return a, err
		}
		if p.Peek() == '.' {
			rest = p.Word()
		}
	}
	for _, h := range []struct {
		suffix string
		set    func()
	}{
		{".cache", func() { a.Hint = g13.Cache }}, {".discard", func() { a.Hint = g13.Discard }}, {".sx", func() { a.Sx = true }},
		{".abs", func() { a.Abs = true }}, {".neg", func() { a.Neg = true }},
	} {
		if cut, ok := strings.CutPrefix(rest, h.suffix); ok {
			h.set()
			rest = cut
		}
	}
	if rest != "" {
		return a, p.ErrorFrom(start, "%s is not understood behind an operand: hints and modifiers are .cache, .discard, .sx, .abs, .neg, in this order", syntax.Quote(rest))
	}
	if a.Hint != g13.NoHint && a.Class != g13.Register {
		return a, p.ErrorFrom(start, "hints are for registers")
	}
	return a, nil
}

// immediate reads an integer, or a float where one stands.
func (p *parser) immediate(isFloat bool) (g13.Arg, *syntax.Error) {
	start := p.Off
	v, err := p.expression(isFloat)
	a := g13.Arg{Class: g13.Immediate, Value: v.v}
	switch {
	case err != nil:
		return a, err
	case !isFloat && v.isFloat:
		return a, p.ErrorFrom(start, "an integer stands here, and %v is none", v.x)
	case !isFloat:
		return a, nil
	}
	code, ok, low, high := g13.FloatImmediateOf(v.x)
	if !ok {
		return a, p.ErrorFrom(start, "there is no immediate for %v; the nearest are %v and %v", v.x, low, high)
	}
	a.Value = int64(code)
	return a, nil
}

// register reads r1, r1l, r1h, r2_r3 (or r2..r3) or the same of uniforms at the beginning of a text.
func register(text string) (a g13.Arg, rest string, ok bool) {
	if text == "" || text[0] != 'r' && text[0] != 'u' {
		return a, text, false
	}
	file := text[0]
	if file == 'u' {
		a.Class = g13.Uniform
	}
	n, rest, ok := digits(text[1:])
	if !ok || n > 1<<15-1 {
		return a, text, false
	}
	a.Index, a.Size = 2*n, 32
	switch {
	case strings.HasPrefix(rest, "l"):
		a.Size, rest = 16, rest[1:]
	case strings.HasPrefix(rest, "h"):
		a.Size, a.Index, rest = 16, a.Index+1, rest[1:]
	case len(rest) > 1 && rest[0] == '_' && rest[1] == file:
		return pair(a, text, rest[2:])
	case len(rest) > 2 && rest[:2] == ".." && rest[2] == file:
		return pair(a, text, rest[3:])
	}
	return a, rest, true
}

// pair is a register with the next one, whose number begins what is left of the text.
func pair(first g13.Arg, text, second string) (a g13.Arg, rest string, ok bool) {
	n, rest, ok := digits(second)
	if !ok || n != first.Index/2+1 {
		return first, text, false
	}
	first.Size = 64
	return first, rest, true
}

func digits(s string) (n int, rest string, ok bool) {
	k := 0
	for k < len(s) && k < 6 && s[k] >= '0' && s[k] <= '9' {
		n = n*10 + int(s[k]-'0')
		k++
	}
	return n, s[k:], k > 0
}
