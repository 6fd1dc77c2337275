package form

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A Guard is the run-time predicate of a form: lane i is the map's while the predicate's bit Bit[i] is 1, and otherwise the old destination's or zero.
type Guard struct {
	By   string // what the text calls the predicate: k1
	Bit  []int  // lane.Always for a lane that is not guarded
	Else lane.Else
}

// String says what the guard does.
func (g *Guard) String() string {
	rest := "keeps the old destination"
	if g.Else == lane.ElseZero {
		rest = "is zero"
	}
	return fmt.Sprintf("under %s: a lane whose bit of it is 0 %s", g.By, rest)
}

// Guarded is the form's map under its guard; a form that has none is so always.
func (f Form) Guarded() lane.Guarded {
	g := lane.Guarded{Map: f.Map}
	if f.Guard != nil {
		g.Bit, g.Else = f.Guard.Bit, f.Guard.Else
		return g
	}
	g.Bit = make([]int, len(f.Map.Lane))
	for i := range g.Bit {
		g.Bit[i] = lane.Always
	}
	return g
}

// CompareGuarded is Compare over all values of the forms' predicates, which are one if both have some.
func CompareGuarded(f, g Form) (lane.GuardedVerdict, error) {
	if f.Guard != nil && g.Guard != nil && f.Guard.By != g.Guard.By {
		return lane.GuardedVerdict{}, fmt.Errorf("one form is under %s, the other under %s", f.Guard.By, g.Guard.By)
	}
	a, b := f.Guarded(), g.Guarded()
	a.Map, b.Map = sameSources(a.Map, b.Map)
	return lane.CompareGuarded(a, b)
}
