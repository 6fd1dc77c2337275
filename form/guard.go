package form

import (
	"fmt"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

// A Guard is the run-time predicate of a form.
type Guard = dialect.Guard

// Guarded is the form's map under its guard; a form that has none is so always.
func (f Form) Guarded() lane.Guarded {
	if f.Guard != nil {
		return f.Guard.Over(f.Map)
	}
	g := lane.Guarded{Map: f.Map}
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
