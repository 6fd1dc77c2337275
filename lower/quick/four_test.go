package quick_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// Of two rows for four lanes those are taken that need no copy: each row is tried with all immediates here, of all inputs, and what it overwrites is gone.
func TestFourWithoutCopies(t *testing.T) {
	r := chance.Random(t, 44)
	sse2, _ := target.Find("sse2")
	e, weights, twos := quick.New(sse2), quick.Weights{Op: 1, Constant: 2, Copy: 1}, 0
	for range 2000 {
		// shufps x, y, i and then shufps x, t, j or t, x, j, where x and y are the inputs either way: y is overwritten, and x is last
		x, lanes := r.IntN(2), [2][4]int{{0, 1, 2, 3}, {4, 5, 6, 7}}
		shufps := func(p, q [4]int) [4]int { return [4]int{p[r.IntN(4)], p[r.IntN(4)], q[r.IntN(4)], q[r.IntN(4)]} }
		first := shufps(lanes[1-x], lanes[x])
		last := shufps(lanes[x], first)
		if r.IntN(2) == 0 {
			last = shufps(first, lanes[x])
		}
		m := lane.Map{Bits: 32, Src: []int{4, 4}}
		for _, n := range last {
			m.Lane = append(m.Lane, lane.From(n/4, n%4))
		}
		var q quick.Program
		if !e.Decide(&q, &m, quick.Options{Weights: weights, Constants: 0}) {
			t.Fatalf("%v: nothing", m)
		}
		if cost := q.Cost(weights); cost > 2 {
			t.Errorf("%v: costs %d", m, cost)
		} else if cost == 2 {
			twos++
		}
	}
	if twos == 0 {
		t.Error("nothing took two rows")
	}
}
