package shufflevector

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A Chain is shuffles one after another. An operand with the name of an earlier result is that result; other variables are inputs of the chain,
// and the last shuffle is what it is for.
//
//	%t = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
//	%r = shufflevector <4 x i32> %t, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
type Chain []Shuffle

// ParseChain reads one instruction after another. A single shuffle in the short form is a chain too. An error is a *syntax.Error.
func ParseChain(text string) (Chain, error) {
	p := parser{Cursor: syntax.Cursor{Text: text}}
	var c Chain
	for {
		p.Space()
		start := p.Off
		s, err := p.next()
		if err != nil {
			return nil, err
		}
		if err := c.defines(s, text, start); err != nil {
			return nil, err
		}
		if c = append(c, s); p.Done() {
			return c, nil
		}
		if s.Result == "" {
			return nil, p.Wanted("the end: only a shuffle with a result's name before it can be followed by another")
		}
	}
}

// defines says whether a step may follow those before it.
func (c Chain) defines(s Shuffle, text string, at int) error {
	for _, before := range c {
		if s.Result != "" && s.Result == before.Result {
			return syntax.Errorf(text, at, at+len(s.Result), "%s is defined twice", s.Result)
		}
		for _, o := range s.Op {
			if o.IsVar() && o.Name == before.Result && (len(before.Sel) != s.N || before.Elem != s.Elem) {
				return syntax.Errorf(text, at, at+1, "%s is %s here and %s where it is defined", o.Name, vectorText(s.N, s.Elem), vectorText(len(before.Sel), before.Elem))
			}
		}
	}
	return nil
}

// inputs are the variables that no step defines before it reads them, with their lengths, in the order of first appearance.
func (c Chain) inputs() (names []string, lengths []int) {
	for i, s := range c {
		for _, o := range s.Op {
			if o.IsVar() && c[:i].step(o.Name) < 0 && !slices.Contains(names, o.Name) {
				names, lengths = append(names, o.Name), append(lengths, s.N)
			}
		}
	}
	return names, lengths
}

// step is the place of the step with the given result, or -1.
func (c Chain) step(name string) int {
	return slices.IndexFunc(c, func(s Shuffle) bool { return s.Result != "" && s.Result == name })
}

// Maps is the map of each step over the chain's inputs, and their names. It composes step after step.
func (c Chain) Maps() (maps []lane.Map, names []string, err error) {
	names, lengths := c.inputs()
	for i, s := range c {
		m, operands := s.Map()
		args := make([]lane.Map, len(operands))
		for k, name := range operands {
			if j := c[:i].step(name); j >= 0 {
				args[k] = maps[j]
				continue
			}
			args[k] = lane.Map{Bits: s.Elem.Bits, Src: lengths, Lane: make([]lane.Lane, s.N)}
			for l := range s.N {
				args[k].Lane[l] = lane.From(slices.Index(names, name), l)
			}
		}
		if len(args) == 0 { // constants alone: the sources are still the chain's
			m.Src = lengths
		} else if m, err = m.Of(args...); err != nil {
			return nil, nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		maps = append(maps, m)
	}
	return maps, names, nil
}

// Map is the chain as one map over its inputs, and their names.
func (c Chain) Map() (m lane.Map, names []string, err error) {
	maps, names, err := c.Maps()
	if err != nil {
		return lane.Map{}, nil, err
	}
	return maps[len(maps)-1], names, nil
}

// Simplify is a chain that does the same with no more steps: a step that is one shuffle of the chain's inputs becomes that, copies are read through, and what nobody
// reads is left out. A chain of two inputs of one type becomes a single shuffle.
func (c Chain) Simplify() (Chain, error) {
	maps, names, err := c.Maps()
	if err != nil {
		return nil, err
	}
	short := make(Chain, len(c))
	same := map[string]string{} // results that are copies of something else
	for i, s := range c {
		s.Sel = slices.Clone(s.Sel)
		for k, o := range s.Op {
			if to, ok := same[o.Name]; ok && o.IsVar() {
				s.Op[k].Name = to
			}
		}
		if one, ok := direct(s, maps[i], names); ok {
			s = one
		}
		if copied := s.copies(); copied != "" && i < len(c)-1 {
			same[s.Result] = copied
		}
		short[i] = s
	}
	return short.alive(), nil
}

// direct is the step as one shuffle of inputs, if its map is one.
func direct(s Shuffle, m lane.Map, names []string) (Shuffle, bool) {
	m, kept := m.DropUnused()
	read := make([]string, len(kept))
	for k, from := range kept {
		read[k] = names[from]
	}
	one, err := OfMap(m, read...)
	if err != nil || one.Check() != nil {
		return s, false
	}
	if _, err := one.IR(); err != nil { // a zero that no operand is free to hold
		return s, false
	}
	one.Result, one.Elem = s.Result, s.Elem
	return one, true
}

// copies is the name of the variable that the shuffle copies whole, or nothing.
func (s Shuffle) copies() string {
	if len(s.Sel) != s.N || !s.Op[0].IsVar() {
		return ""
	}
	for i, t := range s.Sel {
		if t != i {
			return ""
		}
	}
	return s.Op[0].Name
}

// alive leaves out the steps that the last one does not need.
func (c Chain) alive() Chain {
	needed := make([]bool, len(c))
	needed[len(c)-1] = true
	var kept Chain
	for i := len(c) - 1; i >= 0; i-- {
		if !needed[i] {
			continue
		}
		for k, o := range c[i].Op {
			if j := c[:i].step(o.Name); j >= 0 && o.IsVar() && c[i].reads(k) {
				needed[j] = true
			}
		}
		kept = append(kept, c[i])
	}
	slices.Reverse(kept)
	return kept
}

// reads says whether any lane reads operand k.
func (s Shuffle) reads(k int) bool {
	return slices.ContainsFunc(s.Sel, func(t int) bool { return t >= k*s.N && t < (k+1)*s.N })
}

// String is one instruction a line.
func (c Chain) String() string {
	text := ""
	for i, s := range c {
		if i > 0 {
			text += "\n"
		}
		text += s.String()
	}
	return text
}
