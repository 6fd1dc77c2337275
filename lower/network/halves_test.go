package network

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// What halves of results want of two registers stands in one register: two lanes of each at most, and in another one only what does not fit beside what is there.
func TestLanePairs(t *testing.T) {
	r := chance.Random(t, 140)
	several := 0
	for range 3000 {
		p := Problem{Bits: 128, Elem: 32, Inputs: 2 + r.IntN(3)}
		var sets []lanePair
		var halves [][]int
		for range 1 + r.IntN(8) {
			half := []int{r.IntN(4 * p.Inputs), r.IntN(4 * p.Inputs)}
			if r.IntN(6) == 0 {
				half[r.IntN(2)] = Free
			}
			before := len(sets)
			wants(&sets, &p, half)
			spans := half[0] != Free && half[1] != Free && half[0]/4 != half[1]/4
			if p.spans(half) != spans || !spans && len(sets) != before || len(sets) > before+1 {
				t.Fatalf("%v makes %d sets of %d", half, len(sets), before)
			}
			if spans {
				halves = append(halves, half)
			}
		}
		for k, s := range sets {
			if s.input[0] >= s.input[1] {
				t.Fatalf("a set of %v", s.input)
			}
			var all []int
			for h, lanes := range s.lanes {
				if len(lanes) < 1 || len(lanes) > 2 || slices.ContainsFunc(lanes, func(x int) bool { return x/4 != s.input[h] }) {
					t.Fatalf("a set of %v has %v", s.input, s.lanes)
				}
				all = append(all, lanes...)
			}
			row := s.row()
			for _, x := range all {
				if !slices.Contains(row, x) {
					t.Fatalf("%v is the register %v", s, row)
				}
			}
			for i, x := range row {
				if x != Free && x/4 != s.input[i/2] {
					t.Fatalf("%v is the register %v", s, row)
				}
			}
			for _, before := range sets[:k] {
				fits := before.input == s.input
				for h, lanes := range s.lanes { // what it began with
					fits = fits && (len(before.lanes[h]) < 2 || slices.Contains(before.lanes[h], lanes[0]))
				}
				if fits {
					t.Fatalf("%v has room for %v", before, s)
				}
				several++
			}
		}
		for _, half := range halves {
			if !slices.ContainsFunc(sets, func(s lanePair) bool {
				return s.has(half) && slices.Contains(s.row(), half[0]) && slices.Contains(s.row(), half[1])
			}) {
				t.Fatalf("%v is in none of %v", half, sets)
			}
		}
	}
	if several < 1000 {
		t.Errorf("%d", several)
	}
}
