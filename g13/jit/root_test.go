package jit_test

import (
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Reciprocals, roots and the first part of a sine, of any numbers and of those whose reciprocals are nearly denormals, or at the bounds of quarters; all of them native.
func TestRootsAndQuarters(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 15)}
	groups := 300
	if *full {
		groups = 300_000
	}
	for _, text := range []string{
		"rcp r4, r1", "rcp r4, r1.neg", "rcp r4l, r1l", "rcp.sat r4, r1", "rsqrt r4, r1", "rsqrt r4, r1.abs", "rsqrt r4h, r1", "rsqrt r1, r1h",
		"sin_pt_1 r4, r1", "sin_pt_1 r4, r1.neg", "sin_pt_1 r1h, r1l", "rsqrt_special r4, r1", "rsqrt_special r4, r1.abs", "rsqrt_special r1l, r1",
	} {
		p, c := assembled(t, text+"\nstop")
		for range groups {
			g := r.group()
			for lane := range machine.Lanes {
				switch r.IntN(5) {
				case 0:
					g.SetLane(1, lane, 0x7e800000+uint32(r.IntN(9))-4|r.Uint32()&(1<<31))
				case 1:
					g.SetLane(1, lane, []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7f800001, 0x00800000, 0x007fffff, 0x80000001, 0x3f800000, 0x7f7fffff, 0x0000fc00, 0x7c00fc00, 0x40000000, 0x40400000, 0x40400001, 0x3f800001}[r.IntN(16)])
				case 2:
					g.SetLane(1, lane, 0x3f000000+r.Uint32N(0x02000000))
				case 3:
					g.SetLane(1, lane, r.Uint32())
				}
			}
			if result := agree(t, p, c, g, nil); result.Native != 1 {
				t.Fatalf("%s: %d instructions were native, want 1", text, result.Native)
			}
		}
	}
}
