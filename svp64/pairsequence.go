package svp64

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A PairStep is one instruction of a sequence in scalar form: a swizzle move between pairs, or the Power ISA's or on 64-bit registers, which are halves of pairs.
type PairStep struct {
	Move        // unless Or
	Or          bool
	To          Half
	Left, Right Half
}

// A Half is one register of a pair.
type Half struct {
	Pair Value
	High bool // the second register, lanes Z and W
}

// String is "d0" or "d1".
func (h Half) String() string {
	if h.High {
		return h.Pair.String() + "1"
	}
	return h.Pair.String() + "0"
}

// String is the step as "d ← a.XY00" or "d1 ← b1 | t1".
func (s PairStep) String() string {
	switch {
	case !s.Or:
		return s.Move.String()
	case s.Left == s.Right:
		return fmt.Sprintf("%v ← %v", s.To, s.Left)
	}
	return fmt.Sprintf("%v ← %v | %v", s.To, s.Left, s.Right)
}

// PairSequence is the shortest sequence in scalar form that makes a map of up to four lanes of 32 bits, of one or two sources, in a pair of its own. Between two pairs the scalar form writes zeros where it sets nothing, so that it cannot merge:
// two moves have disjoint zeros, and an or for each register joins them. A register that is one of a source as it stands needs no move of its own.
//
//	sources of the two halves     sequence
//	one, or constants             d ← a
//	A and B, one half straight    d ← a; d1 ← b1                  2
//	A and B                       d ← a; t ← b; d1 ← t1           3
//	one half of both              d ← a; t ← b; d1 ← d1 | t1      3
//	both halves of both           d ← a; t ← b; two ors           4
func PairSequence(m lane.Map) ([]PairStep, error) {
	if m.ReadsOld() {
		return nil, fmt.Errorf("the map keeps lanes of its destination: between two pairs the scalar form clears what it does not set")
	}
	parts, float, err := split(m)
	if err != nil {
		return nil, err
	}
	p := twoSources{n: len(m.Lane), float: float}
	for _, part := range parts {
		if part.src == constants {
			p.constants = part.sel
		} else {
			p.source = append(p.source, part)
		}
	}
	switch {
	case len(parts) == 0:
		return nil, nil
	case len(p.source) == 0:
		return []PairStep{p.move(Result, part{src: Temp}, true)}, nil
	case len(p.source) == 1:
		return []PairStep{p.move(Result, p.source[0], true)}, nil
	case len(p.source) > 2:
		return nil, fmt.Errorf("%d sources: sequences in scalar form are of one or two", len(p.source))
	}
	return p.merge(), nil
}

// twoSources is a map of two sources in scalar form.
type twoSources struct {
	n         int
	float     bool
	source    []part
	constants [Lanes]Selector
}

// move is a swizzle move of one source, with the constants or without. Lanes that are of the other source become zero.
func (p *twoSources) move(dst Value, from part, constants bool) PairStep {
	if constants {
		for j, x := range p.constants {
			from.sel[j] |= x
		}
	}
	return PairStep{Move: Move{Dst: dst, Src: from.src, Swizzle: from.swizzle(p.n), Float: p.float}}
}

// half is the selectors of one register.
func half(sel *[Lanes]Selector, h int) []Selector { return sel[2*h : 2*h+2] }

func empty(sel []Selector) bool { return sel[0] == Skip && sel[1] == Skip }

// merge makes the sequence of both orders of the sources and takes the shorter one.
func (p *twoSources) merge() []PairStep {
	first := p.mergeOnto(p.source[0], p.source[1])
	if other := p.mergeOnto(p.source[1], p.source[0]); len(other) < len(first) {
		return other
	}
	return first
}

// mergeOnto moves base into the result and adds the other source.
func (p *twoSources) mergeOnto(base, other part) []PairStep {
	steps := []PairStep{p.move(Result, base, true)}
	if h, from, ok := p.straight(base, other); ok {
		to := Half{Result, h == 1}
		return append(steps, PairStep{Or: true, To: to, Left: from, Right: from})
	}
	steps = append(steps, p.move(Temp, other, false))
	for h := range 2 {
		if empty(half(&other.sel, h)) {
			continue
		}
		to, from := Half{Result, h == 1}, Half{Temp, h == 1}
		step := PairStep{Or: true, To: to, Left: to, Right: from}
		if empty(half(&base.sel, h)) && empty(half(&p.constants, h)) {
			step.Left = from
		}
		steps = append(steps, step)
	}
	return steps
}

// straight says whether the other source is wanted in one half alone, which has nothing else, and there as one of its registers stands: which half, and which register.
func (p *twoSources) straight(base, other part) (h int, from Half, ok bool) {
	if h = 0; empty(half(&other.sel, 0)) {
		h = 1
	} else if !empty(half(&other.sel, 1)) {
		return 0, Half{}, false
	}
	if !empty(half(&base.sel, h)) || !empty(half(&p.constants, h)) {
		return 0, Half{}, false
	}
	register := -1
	for k, x := range half(&other.sel, h) {
		if x == Skip {
			continue
		}
		if x.Lane()%2 != k || register >= 0 && register != x.Lane()/2 {
			return 0, Half{}, false
		}
		register = x.Lane() / 2
	}
	return h, Half{other.src, register == 1}, true
}
