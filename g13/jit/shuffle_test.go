package jit

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// Whatever lanes there are in the place of others, a permutation of quads, or in all quads alike, is one if and only if its immediate says so.
func TestQuadPermutations(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 33)
	found := [2]int{}
	for range 2000 {
		places, quads := [4]uint32{}, [4]uint32{}
		for k := range 4 {
			places[k], quads[k] = uint32(k), uint32(k)
			if r.IntN(2) == 0 {
				places[k] = r.Uint32N(4)
			}
			if r.IntN(2) == 0 {
				quads[k] = r.Uint32N(4)
			}
		}
		var index constant
		for lane := range index {
			index[lane] = 4*quads[lane/4] + places[lane%4]
		}
		if r.IntN(4) == 0 {
			index[r.IntN(16)] = r.Uint32N(16)
		}
		for n, c := range []struct {
			of   func(constant) (bool, int64)
			lane func(imm int64, lane int) uint32
		}{
			{withinQuads, func(imm int64, lane int) uint32 { return uint32(lane&^3) + uint32(imm>>(2*(lane&3))&3) }},
			{wholeQuads, func(imm int64, lane int) uint32 { return 4*uint32(imm>>(2*(lane/4))&3) + uint32(lane&3) }},
		} {
			is := false
			for imm := range int64(256) {
				same := true
				for lane, v := range index {
					same = same && c.lane(imm, lane) == v
				}
				is = is || same
				if ok, got := c.of(index); same && (!ok || got != imm) {
					t.Fatalf("%d: %v and %#x, want %#x", index, ok, got, imm)
				}
			}
			if ok, imm := c.of(index); ok != is {
				t.Fatalf("%d: %v with %#x, want %v", index, ok, imm, is)
			}
			if is {
				found[n]++
			}
		}
	}
	if found[0] < 100 || found[1] < 100 {
		t.Errorf("there were %d of the cases", found)
	}
}
