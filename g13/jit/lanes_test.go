package jit_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// All shuffles by a register: indices that are the same in each quad, that differ there, and that find no lane.
func TestShufflesByRegister(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 7)}
	for _, group := range []string{"simd", "quad"} {
		for _, way := range []string{"", "_xor", "_up", "_down", "_rotate_up"} {
			name := group + "_shuffle" + way
			for _, operands := range []string{"r2, r1, r3", "r3h, r1l, r3l", "r2l, r3, u1l", "r1, r1, u1"} {
				p, c := assembled(t, fmt.Sprintf("%s %s\nstop", name, operands))
				flags := map[int]bool{}
				for range 60 {
					g := r.group()
					r.indices(g, 3)
					g.SetUniform32(1, uint32(r.IntN(40)))
					result := agree(t, p, c, g, nil)
					flags[len(result.Flags)] = true
					if result.Native != 1 {
						t.Fatalf("%s %s is not native", name, operands)
					}
				}
				if group == "simd" && operands == "r2, r1, r3" && way != "_rotate_up" && len(flags) < 2 {
					t.Errorf("%s: all runs have as many flags: %v", name, flags)
				}
			}
		}
	}
}

// indices gives a register numbers by which shuffles find lanes, mostly.
func (r dice) indices(g *machine.Group, n int) {
	alike, limit := r.IntN(3) > 0, []int{4, 32, 34}[r.IntN(3)]
	v := uint32(0)
	for lane := range machine.Lanes {
		if lane%4 == 0 || !alike {
			v = uint32(r.IntN(limit))
		}
		if r.IntN(200) == 0 {
			v = r.word() // of this quad, perhaps
		}
		g.SetLane(n, lane, v)
	}
}

// What is computed in quads, or on bits, or in 64 of them, each by itself.
func TestSingly(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 8)}
	for _, text := range []string{
		"bitrev r4, r1", "bitrev r4h, r2h", "intl r4, r1, r2", "intl r4l, r1h, u1l", "dfdx r4, r1", "dfdy r4l, r2.neg", "quad_ballot r4, r1", "icmp_quad_ballot r4l, ult, r1, r2",
		"iadd r4_r5, r1_r2, r2_r3", "iadd r4_r5, r2.sx, r1, lsl 3", "isub r4_r5, r1_r2, r2h.sx, lsl 4", "iadd.sat r4, r1, r2", "isub.sat r4h, r1.sx, r2.sx", "isub.sat r4, r1, r3",
		"imadd r4_r5, r1, r2, r2_r3", "imsub r4_r5, r1.sx, r2, r3.sx, lsl 2", "imadd.sat r4, r1.sx, r2, r3", "imadd.sat r4l, r1, r2l.sx, 7", "imsub.sat r4, r1, r2, r3", "imsub.sat r4, r1.sx, r2.sx, r3.sx",
		"iadd r4, r1_r2, r3", "imadd r4, r1, r2, r2_r3, lsl 1",
	} {
		p, c := assembled(t, text+"\nstop")
		native := 0
		for range 100 {
			g := r.group()
			for lane := range machine.Lanes {
				if r.IntN(3) == 0 {
					g.SetLane(1, lane, -(r.Uint32()&1)^uint32(r.IntN(3)))
					g.SetLane(2, lane, 1<<31-uint32(r.IntN(3)))
				}
			}
			native += agree(t, p, c, g, nil).Native
		}
		if native != 100 {
			t.Errorf("%s: %d of 100 are native", text, native)
		}
	}
}

// A product that is rounded up to the smallest normal number is flushed on a G13, wherever among the lanes it comes to be; those that stay larger are machine code.
func TestProductsOfLanesNearZero(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 10)}
	for _, kind := range []string{"simd_", "quad_", "simd_prefix_"} {
		p, c := assembled(t, kind+"fmul r4, r1\nstop")
		natives := [2]int{}
		for n := range 200 {
			g := machine.NewGroup()
			for lane := range machine.Lanes {
				g.SetLane(1, lane, 0x3f800000)
			}
			lane := 4*r.IntN(8) + r.IntN(2)
			g.SetLane(1, lane, 0x217ffffe)
			g.SetLane(1, lane+1, []uint32{0x1e800001, 0x1e800002}[n%2])
			natives[n%2] += agree(t, p, c, g, nil).Native
		}
		if natives != [2]int{0, 100} {
			t.Errorf("%s: %d are native, want none that are flushed and all others", kind, natives)
		}
	}
}

// All reductions and scans, of lanes of which few are active, or all, and of floats that are alike, zeros of both signs, and not numbers, or whose sum would be rounded twice.
func TestReductions(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 9)}
	native, all := 0, 0
	for _, operation := range []string{"and", "or", "xor", "iadd", "min.s", "max.s", "min.u", "max.u", "fadd", "fmul", "min.f", "max.f"} {
		for _, kind := range []string{"simd_", "quad_", "simd_prefix_", "quad_prefix_"} {
			ours, tried := native, 0
			for _, operands := range []string{"r4, r1", "r4l, r1h", "r4h, r1", "r1, r1l", "r4, u1"} {
				code, errs := asm.Assemble(kind + operation + " " + operands + "\nstop")
				if errs != nil {
					continue // not every scan has a name
				}
				p, c := compile(t, code)
				for range 20 {
					g := r.group()
					g.Exec = []uint32{g.Exec, r.Uint32() & r.Uint32() & r.Uint32(), 1<<32 - 1, 0}[r.IntN(4)]
					for lane := range machine.Lanes {
						if r.IntN(2) == 0 {
							g.SetLane(1, lane, []uint32{0, 1 << 31, 0x80008000, 0x7fc00000, 0x3f803c00, 0x00010001, 0x80018001, 0x7e007e00, 0x3f800000, 0x3a000001}[r.IntN(10)])
						}
					}
					native += agree(t, p, c, g, nil).Native
					tried++
				}
				if err := c.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if all += tried; tried > 0 && native-ours < tried/8 {
				t.Errorf("%s%s: only %d of %d are native", kind, operation, native-ours, tried)
			}
		}
	}
	t.Logf("%d of %d are native", native, all)
	if native < all*3/4 {
		t.Errorf("only %d of %d are native", native, all)
	}
}
