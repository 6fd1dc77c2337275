package jit_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// What a while has not counted is there wherever somebody looks at r0, changes the mask otherwise, or leaves: lanes leave a loop at different times, and behind each instruction there may be no fuel.
// Lanes without threads sleep and wake as all others; a count of ffff goes up; and who has a count though it is active keeps it.
func TestOwed(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 36)}
	for _, in := range []string{
		"", "mov r9, 7", "while_fcmp r0l, lt, r6, r7, 1", "while_fcmp r0l, gtn, r6, r7, 1", "while_icmp r0l, ulte, r5, r4, 1",
		"iadd r8, r0, r8", "iadd r8, r0l, r8", "iadd r8, r0h, r8", "iadd r0h, r8l, 3", "mov r0h, 9", "mov r0l, 1", "iadd r8_r9, r0_r1, r2_r3", "fadd32 r0, r6, r7", "fadd32 r8, r0, r7", "simd_shuffle_xor r8, r0, 1",
		"if_icmp r0l, ult, r2, r5, 1\niadd r8, r8, 1\npop_exec r0l, 1", "if_icmp r0l, ult, r2, r5, 2\nelse_icmp r0l, ueq, 0, 0, 1\npop_exec r0l, 2",
		"while_icmp r0l, ult, r0h, r5, 1", "while_icmp r0l, ult, r5, r2, 2", "while_icmp r0l, ult, r5, r2, 0", "icmp_ballot r8, ueq, r0l, 0",
		"stack_store i32, 1, 0, x, 4, r0, 0, 0", "stack_load r0, i32, 1, 0, x, 4, 0, 0\nwait 0", "pop_exec r0l, 1", "jmp_exec_none out", "rcp r0, r6", "exp2 r8, r0h",
	} {
		for _, behind := range []string{"", "pop_exec r0l, 1", "iadd r8, r0l, r8", "mov r0l, 0", "else_icmp r0l, ueq, 0, 0, 1\niadd r8, r8, 5\npop_exec r0l, 1"} {
			p, c := assembled(t, fmt.Sprintf(`
				if_icmp r0l, ueq, 0, 0, 1
			top:	iadd r1, r1, r2
				%s
				while_icmp r0l, ult, r1, r3, 1
				jmp_exec_any top
			out:	%s
				stop`, in, behind))
			for range 3 {
				for fuel := range 24 {
					want := r.group()
					for lane := range machine.Lanes {
						for n, v := range []uint32{1: r.Uint32N(4), 2: 1 + r.Uint32N(3), 3: r.Uint32N(12), 4: r.Uint32N(8), 5: r.Uint32N(8), 6: floatBits(float32(r.IntN(4))), 7: floatBits(float32(r.IntN(8)))} {
							if n > 0 {
								want.SetLane(n, lane, v)
							}
						}
						want.SetLane(0, lane, r.Uint32()<<16|[]uint32{0, 0, 0, 0, 1, 2, 0xffff}[r.IntN(7)])
					}
					got, start := twin(want), twin(want)
					options := machine.Options{Fuel: 1 + fuel*(1+r.IntN(3)), Native: c}
					a, err := p.Run(t.Context(), got, options)
					if err != nil {
						t.Fatal(err)
					}
					options.Native = nil
					b, err := p.Run(t.Context(), want, options)
					if err != nil {
						t.Fatal(err)
					}
					if d := differs(got, want, a, b); d != "" {
						t.Fatalf("%q, %q, after %d: %s\nr0 was %08x", in, behind, a.Executed, d, start.Register(0))
					}
				}
			}
		}
	}
}
