package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
)

// A PatternsRequest asks for patterns, and for a mask of each.
type PatternsRequest struct {
	Name   string      // empty: all of them
	Lanes  int         // of an operand of the mask; 0: no mask
	Result int         // lanes of its result; 0, or none that the pattern has: the nearest
	Bits   int         // of a lane
	Set    [][2]string // values of parameters; what is not set, or cannot be, is the first value that can
	SVG    bool        // draw the mask
}

// Limits of a mask that is asked for.
const (
	mostPatternLanes  = 32
	mostPatternResult = 64
	memberWidth       = 560 // of its picture
)

// A PatternMember is a mask of a pattern, by its parameters.
type PatternMember struct {
	Mask    shufflevector.Mask
	Bits    int
	Results []int // how many lanes a result may have
	Values  []PatternValue
	svg     bool
}

// A PatternValue is what a parameter of a mask is, and what it may be as those before it are.
type PatternValue struct {
	Name, Value string
	Choices     []string // nil: any bits
}

// Patterns answers a PatternsRequest.
func Patterns(r PatternsRequest) (PatternList, error) {
	if r.Name == "" {
		var all PatternList
		for _, p := range shufflevector.Library() {
			all.Patterns = append(all.Patterns, r.of(p))
		}
		return all, nil
	}
	p, ok := shufflevector.PatternNamed(r.Name)
	if !ok {
		return PatternList{}, fmt.Errorf("there is no pattern %s", syntax.Quote(r.Name))
	}
	return PatternList{Patterns: []Pattern{r.of(p)}, one: true}, nil
}

// A PatternList is all patterns, or one.
type PatternList struct {
	Patterns []Pattern
	one      bool
}

// AppendJSON appends one pattern as an object, or all in one.
func (l PatternList) AppendJSON(b []byte) []byte {
	if l.one {
		return l.Patterns[0].AppendJSON(b)
	}
	o := newObject(b, PatternsSchema)
	objects(o, "patterns", l.Patterns, func(e *object, p Pattern) { p.fields(e) })
	return o.end()
}

// of is a pattern, with the mask that is asked for if it has one.
func (r PatternsRequest) of(p *shufflevector.Pattern) Pattern {
	x := Pattern{Pattern: p}
	if r.Lanes == 0 {
		return x
	}
	if p.EachArgs(shufflevector.Shape{N: 1, M: 1}) == nil {
		x.Member = r.large(p)
	} else {
		x.Member = r.small(p)
	}
	if x.Member != nil {
		x.Member.svg = r.SVG
	}
	return x
}

// small is a mask of a pattern whose masks are counted.
func (r PatternsRequest) small(p *shufflevector.Pattern) *PatternMember {
	x := &PatternMember{Bits: r.Bits}
	for m := 1; m <= min(4*r.Lanes, mostPatternResult); m++ {
		if len(p.EachArgs(shufflevector.Shape{N: r.Lanes, M: m})) > 0 {
			x.Results = append(x.Results, m)
		}
	}
	if len(x.Results) == 0 {
		return nil
	}
	s := shufflevector.Shape{N: r.Lanes, M: r.result(x.Results)}
	left := p.EachArgs(s)
	for k, q := range p.Params {
		v := PatternValue{Name: q.Name, Choices: choicesOf(p, s, left, k)}
		v.Value = v.Choices[0]
		if wanted := r.set(q.Name); slices.Contains(v.Choices, wanted) {
			v.Value = wanted
		}
		left = slices.DeleteFunc(left, func(a shufflevector.Args) bool { return argText(p, s, a, k) != v.Value })
		x.Values = append(x.Values, v)
	}
	x.Mask, _ = p.Generate(s, left[0])
	return x
}

// large is a mask of a pattern that has a parameter for every lane: what its bits say, or its example.
func (r PatternsRequest) large(p *shufflevector.Pattern) *PatternMember {
	if len(p.Params) != 1 || !p.Params[0].IsLaneBits() {
		return exampleMember(p)
	}
	s := shufflevector.Shape{N: r.Lanes, M: r.Lanes}
	for _, text := range []string{r.set(p.Params[0].Name), "0x5"} {
		v, ok := p.Params[0].Value(text)
		if !ok || s.N < 64 && v>>s.N != 0 {
			continue
		}
		if m, ok := p.Generate(s, shufflevector.Args{v}); ok {
			return &PatternMember{Mask: m, Bits: r.Bits, Results: []int{s.M}, Values: []PatternValue{{Name: p.Params[0].Name, Value: text}}}
		}
	}
	return exampleMember(p)
}

// exampleMember is the example, with lanes as wide as its own: blocks are bits.
func exampleMember(p *shufflevector.Pattern) *PatternMember {
	m, bits := p.Example()
	return &PatternMember{Mask: m, Bits: bits, Results: []int{m.Len()}}
}

// result is how many lanes the result has: as many as were asked for, or as an operand, or the next that there are.
func (r PatternsRequest) result(all []int) int {
	for _, m := range []int{r.Result, r.Lanes, 2 * r.Lanes, r.Lanes / 2} {
		if slices.Contains(all, m) {
			return m
		}
	}
	return all[len(all)-1]
}

func (r PatternsRequest) set(name string) (value string) {
	for _, v := range r.Set {
		if v[0] == name {
			value = v[1]
		}
	}
	return value
}

// argText is parameter k as text.
func argText(p *shufflevector.Pattern, s shufflevector.Shape, a shufflevector.Args, k int) string {
	m := shufflevector.Match{Pattern: p, Args: a, Shape: s}
	text, _, _ := m.AppendValue(nil, k, 0)
	return string(text)
}

// choicesOf are the values that parameter k has.
func choicesOf(p *shufflevector.Pattern, s shufflevector.Shape, all []shufflevector.Args, k int) (choices []string) {
	for _, a := range all {
		if text := argText(p, s, a, k); !slices.Contains(choices, text) {
			choices = append(choices, text)
		}
	}
	return choices
}

// Form is the mask as an LLVM mask is written.
func (x *PatternMember) Form() string { return maskForm(x.Mask, x.Bits) }

func maskForm(m shufflevector.Mask, bits int) string {
	return fmt.Sprintf("<%d x i%d>", m.N(), bits) + strings.TrimPrefix(m.String(), fmt.Sprintf("<%d>", m.N()))
}

// Scene is its picture.
func (x *PatternMember) Scene() draw.Scene {
	s := draw.Wires(x.Mask.Map(x.Bits), draw.Options{})
	s.Width = memberWidth
	return s
}

func (x *PatternMember) fields(o *object) {
	o.int("lanes", x.Mask.N())
	o.int("result", x.Mask.Len())
	o.int("bits", x.Bits)
	o.ints("results", x.Results)
	objects(o, "values", x.Values, func(e *object, v PatternValue) {
		e.string("name", v.Name)
		e.string("value", v.Value)
		if v.Choices != nil {
			e.strings("choices", v.Choices)
		}
	})
	o.string("form", x.Form())
	if x.svg {
		o.string("svg", string(x.Scene().SVG()))
	}
}
