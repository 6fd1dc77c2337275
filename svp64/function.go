package svp64

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A Function is what the pair form does with a swizzle: a source lane or a constant for each lane, and nothing else. There are 6^4 = 1296.
type Function [Lanes]Selector

// Function is that of the pair form. What the swizzle does not set is zero, or in place the lane that was there.
func (s Swizzle) Function(inPlace bool) Function {
	var f Function
	n := s.Len()
	for j := range f {
		switch x := s.At(j); {
		case j < n && x != Skip:
			f[j] = x
		case inPlace:
			f[j] = X + Selector(j)
		default:
			f[j] = Zero
		}
	}
	return f
}

// Swizzle is the function as four selectors.
func (f Function) Swizzle() Swizzle { return Select(f[:]...) }

// After is the function that does first and then f: the pair form's functions are closed.
func (f Function) After(first Function) Function {
	for j, x := range f {
		if x.Moves() {
			f[j] = first[x.Lane()]
		}
	}
	return f
}

// Equivalent are all immediates that do the same as s: in the pair form, or in the vector form, where only bits behind the end do not count.
func (s Swizzle) Equivalent(same func(a, b Swizzle) bool) []Swizzle {
	var list []Swizzle
	for t := range Swizzle(NumSwizzles) {
		if same(s, t) {
			list = append(list, t)
		}
	}
	return list
}

// SamePair compares swizzles of the pair form between two pairs.
func SamePair(a, b Swizzle) bool { return a.Function(false) == b.Function(false) }

// SameInPlace compares swizzles of the pair form in place.
func SameInPlace(a, b Swizzle) bool { return a.Function(true) == b.Function(true) }

// SameVector compares swizzles of the vector form.
func SameVector(a, b Swizzle) bool { return a.Canonical() == b.Canonical() }

// Fuse is one swizzle of the vector form in the place of two, first and then s on its result, if nobody else reads that. It fails where s reads what first does not write: a lane that is skipped, and holds what was there
// before, or a lane of the next subvector.
func (s Swizzle) Fuse(first Swizzle) (Swizzle, error) {
	sel := make([]Selector, 0, Lanes)
	for j := range s.Len() {
		x := s.At(j)
		if x.Moves() {
			k := x.Lane()
			if k >= first.Len() {
				return 0, fmt.Errorf("lane %d reads lane %d of subvectors that have %d: it is in the next one", j, k, first.Len())
			}
			if first.At(k) == Skip {
				return 0, fmt.Errorf("lane %d reads lane %d, which the first swizzle leaves as it was", j, k)
			}
			x = first.At(k)
		}
		sel = append(sel, x)
	}
	return Select(sel...), nil
}

// XXPermdi is the Power ISA's xxpermdi with the immediate DM, 0 to 3, as a map of lanes of 32 bits, lanes 0 and 1 being doubleword 0: the nearest thing that machine already has. It selects a doubleword of each of two sources.
func XXPermdi(dm int) lane.Map {
	a, b := dm>>1&1*2, dm&1*2
	return lane.Map{Bits: 32, Src: []int{Lanes, Lanes}, Lane: []lane.Lane{lane.From(0, a), lane.From(0, a+1), lane.From(1, b), lane.From(1, b+1)}}
}
