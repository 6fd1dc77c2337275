package jit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
)

// A result that is not a number is that of the G13 wherever it is looked at, though only the last one that is computed from it is compared: r3 is infinity less infinity here, which is ffc00000
// on the CPU and 7fc00000 on a G13, and all else are numbers.
func TestLate(t *testing.T) {
	t.Parallel()
	many := ""
	for n := 10; n < 30; n++ {
		many += fmt.Sprintf("fadd32 r%d, r1, r2\n", n)
	}
	for _, text := range []string{
		"",
		many,
		"fadd32 r4, r3, r5; fadd32 r4, r5, r5", // who tells of it is no more
		"fadd32 r4, r3, r5; fadd32 r4, r4, r5; fadd32 r4, r5, r5",                    // nor is who told of that
		"fadd32 r4, r3, r5; fadd32 r6, r4, r5; fadd32 r4, r5, r5",                    // but here is one
		"fadd32 r4, r3, r5; fadd32 r6, r4, r5; fadd32 r6, r5, r5; fadd32 r4, r5, r5", // and here not any more
		"fadd32 r4, r3, r5; fadd32 r3, r5, r5",                                       // it is none itself
		"fadd32 r6, r1, r2; fadd32 r7, r1, r2; fadd32 r8, r5, r5; fadd32 r9, r5, r5", // three that nobody tells of
		"iadd r6, r3, 1", "iadd r6_r7, r5, r2_r3", "iadd r6_r7, r3, r5", "mov r3l, 5", // bits of it
		"iadd r6, r5, 1; fadd32 r4, r3, r5", "iadd r3, r5, 1", "fadd32 r4, r3h, r5", // between floats
		"fadd32 r4l, r3, r5", "fadd32 r3l, r5, r5", "fadd32.sat r4, r3, r5", // not as a whole
		"fadd32 r0, r3, r5; fadd32 r4, r5, r5", "fmul32 r4, r3, r3.neg; iadd r6, r4, 1", // counts
		"fmul32 r4, r3, r5; fmadd32 r6, r5, r4.abs, r5; mov r8, r4",
		"fmul32 r4, r5, r8; fmul32 r6, r7, r7",                                         // which the reference executes
		"if_fcmp r0l, lt, r3, r5, 1; fadd32 r4, r5, r5", "pop_exec r0l, 1; mov r6, r3", // the mask
	} {
		p, c := assembled(t, "fadd32 r3, r1, r2\n"+strings.ReplaceAll(text, "; ", "\n")+"\nstop")
		for _, exec := range []uint32{0xffffffff, 0x0000fff0} {
			g := machine.NewGroup()
			g.Exec = exec
			for lane := range machine.Lanes {
				for n := 4; n < 30; n++ {
					g.SetLane(n, lane, floatBits(float32(n)))
				}
				g.SetLane(1, lane, floatBits(1))
				g.SetLane(2, lane, floatBits(2))
				g.SetLane(7, lane, 0x217ffffe)
				if lane%16 == 5 {
					g.SetLane(1, lane, 0x7f800000)
					g.SetLane(2, lane, 0xff800000)
					g.SetLane(7, lane, 0x20000000) // its square is the smallest normal number
				}
				if exec>>lane&1 == 0 {
					g.SetLane(0, lane, 1)
				}
			}
			agree(t, p, c, g, nil)
		}
	}
}
