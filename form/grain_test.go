package form

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// The lanes of a program's sources are followed through lines of any widths: bit by bit where that is few, and where it is many by whole lanes, of which those have an origin whose parts have one.
func TestOriginsAtAnyWidth(t *testing.T) {
	for _, lanes := range []int{1, 2, 63, 64, 65, 100} { // of 64 bits: up to 64 are followed bit by bit
		for _, mixed := range []bool{false, true} {
			o := origins{sources: []string{"a", "b"}}
			fine := lane.Map{Bits: 1, Src: []int{64 * lanes, 64 * lanes}}
			for i := range 64 * lanes {
				l := lane.From(0, i^1)
				if mixed && i%128 == 5 {
					l.Src = 1
				}
				fine.Lane = append(fine.Lane, l)
			}
			o.line(fine, []string{"a", "b"}, "t")
			whole := lane.Map{Bits: 64, Src: []int{lanes}}
			want := make([]int, lanes)
			for i := range lanes {
				whole.Lane = append(whole.Lane, lane.From(0, lanes-1-i))
				if want[i] = 1; mixed && i%2 == 0 {
					want[i] = 0
				}
			}
			if got := o.line(whole, []string{"t"}, "u"); !slices.Equal(got[0], want) {
				t.Fatalf("%d lanes, mixed %v: read from %v, want %v", lanes, mixed, got[0], want)
			}
			slices.Reverse(want)
			got := o.line(lane.Identity(64, lanes), []string{"u"}, "v")
			if !slices.Equal(got[0], want) {
				t.Fatalf("%d lanes, mixed %v: then read from %v, want %v", lanes, mixed, got[0], want)
			}
			if v := o.value("v"); v.bits*len(v.from) != 64*lanes || v.bits != 64 && v.bits != 1 || (v.bits == 1) != (lanes <= 64) {
				t.Fatalf("%d lanes are followed as %d parts of %d bits", lanes, len(v.from), v.bits)
			}
		}
	}
}
