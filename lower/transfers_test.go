package lower

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Transfers in turn do what they would do at once, rings among them, and write no other register than one that is free.
func TestInTurn(t *testing.T) {
	rng := chance.Random(t, 32)
	rings, refused := 0, 0
	for range 3000 {
		n := 1 + rng.IntN(4)
		from, to := rng.Perm(6)[:n], rng.Perm(6)[:n]
		free := rng.Perm(6)[:rng.IntN(7)]
		moves, err := inTurn(from, to, free)
		if err != nil {
			if refused++; slices.ContainsFunc(free, func(r int) bool { return !slices.Contains(from, r) && !slices.Contains(to, r) }) {
				t.Fatalf("%v to %v with %v free: %v", from, to, free, err)
			}
			continue
		}
		if len(moves) > n {
			rings++
		}
		registers := []int{0, 1, 2, 3, 4, 5}
		for _, m := range moves {
			registers[m.to] = registers[m.from]
		}
		for k := range from {
			if registers[to[k]] != from[k] {
				t.Fatalf("%v to %v with %v free by %v: register %d has %d", from, to, free, moves, to[k], registers[to[k]])
			}
		}
		for r, v := range registers {
			if v != r && !slices.Contains(to, r) && !slices.Contains(free, r) {
				t.Fatalf("%v to %v with %v free by %v writes register %d", from, to, free, moves, r)
			}
		}
	}
	if rings == 0 || refused == 0 {
		t.Errorf("%d rings, and %d refused", rings, refused)
	}
}
