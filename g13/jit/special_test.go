package jit_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// All special registers that a program can have, wherever its SIMD-group is: all of them native.
func TestSpecialRegisters(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 16)}
	for _, sr := range []int{0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 20, 21, 48, 49, 50, 51, 52, 53, 56, 57, 58, 59, 60, 62, 63, 80, 81, 82, 124} {
		for _, to := range []string{"r2", "r2h", "r0"} {
			p, c := assembled(t, fmt.Sprintf("get_sr %s, sr%d\nstop", to, sr))
			for n := range 40 {
				g := r.group()
				if n == 0 {
					g.Place.SIMDGroup = math.MaxUint32 // more than a threadgroup has
				}
				if result := agree(t, p, c, g, nil); result.Native != 1 {
					t.Fatalf("sr%d: %d instructions were native, want 1", sr, result.Native)
				}
			}
		}
	}
}
