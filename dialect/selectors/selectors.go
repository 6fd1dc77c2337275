package selectors

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Reading is the map of a mask over two vectors of as many lanes as the mask has, or of the next power of two that its selectors need.
func Reading(text string, bits int, sel []int, a, b string) (dialect.Reading, error) {
	n := len(sel)
	for _, t := range sel {
		for t >= 2*n {
			n *= 2
		}
	}
	if len(sel) > lane.MaxLanes {
		return dialect.Reading{}, syntax.Errorf(text, 0, len(text), "%d lanes are more than %d", len(sel), lane.MaxLanes)
	}
	r := dialect.Reading{Map: lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, len(sel))}, Names: []string{a, b}}
	if a == b {
		r.Map.Src, r.Names = r.Map.Src[:1], r.Names[:1]
	}
	for i, t := range sel {
		if t >= 0 {
			r.Map.Lane[i] = lane.From(t/n*(len(r.Names)-1), t%n)
		}
	}
	if n > len(sel) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("a selector reaches beyond two vectors of %d lanes: %d lanes each are assumed", len(sel), n))
	}
	return r, dialect.Checked(text, r.Map)
}

// Of are the selectors of a map of at most two sources of one length, without constants.
func Of(m lane.Map, notation string) (sel []int, n int, err error) {
	n = len(m.Lane)
	if len(m.Src) > 0 {
		n = m.Src[0]
	}
	if len(m.Src) > 2 || len(m.Src) == 2 && m.Src[1] != n {
		return nil, 0, fmt.Errorf("%s has two sources of one length", notation)
	}
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			sel = append(sel, l.Src*n+l.Index)
		case lane.Undefined:
			sel = append(sel, -1)
		case lane.Old:
			return nil, 0, fmt.Errorf("lane %d keeps the old destination, which %s has not", i, notation)
		default:
			return nil, 0, fmt.Errorf("lane %d is a constant, which %s cannot make by itself", i, notation)
		}
	}
	return sel, n, nil
}

// LengthsAgree says whether the sources of a mask are as long as a reader would take them to be.
func LengthsAgree(sel []int, n int) error {
	r, err := Reading("", 32, sel, "a", "b")
	if err == nil && r.Map.Src[0] != n {
		err = fmt.Errorf("the text does not say that the sources have %d lanes", n)
	}
	return err
}

// OneSource is a map both of whose sources are one.
func OneSource(m lane.Map) lane.Map {
	r := lane.Map{Bits: m.Bits, Src: m.Src[:1], Lane: make([]lane.Lane, len(m.Lane))}
	for i, l := range m.Lane {
		l.Src = 0
		r.Lane[i] = l
	}
	return r
}
