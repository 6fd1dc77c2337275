package rvv_test

import (
	"testing"

	"github.com/lanescope/lanescope/internal/rvv"
)

// Lanes have eight bits at least: there is no vzext.vf8 to lanes of 16 or 32 bits.
func TestNoLanesAsNarrow(t *testing.T) {
	for _, name := range []string{"vzext_vf2", "vzext_vf4", "vzext_vf8", "vwsll", "vwmaccu"} {
		i, ok := rvv.Find(name)
		if !ok {
			t.Fatalf("there is no %s", name)
		}
		for bits := 8; bits <= 64; bits *= 2 {
			for _, a := range i.Args {
				want := bits
				if a.Parts > 0 {
					want = bits / a.Parts
				}
				if want < 8 {
					want = 0
				}
				if got := a.Width(bits); got != want {
					t.Errorf("%s to lanes of %d bits has lanes of %d, want %d", name, bits, got, want)
				}
			}
		}
	}
}
