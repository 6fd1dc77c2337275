package jit_test

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Powers, logarithms and the second part of a sine are the reference's to the bit, of any numbers and of those where something else begins, and nearly all of them native.
func TestTranscendentals(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 17)}
	groups := 3000
	switch {
	case *full:
		groups = 1_000_000
	case testing.Short():
		groups = 300
	}
	ends := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, 0.5, 0.75, 1.5, -126, -125.99999, -126.00001, -127, 127, 128, 127.99999, -149, -150, 1000, -1000, float32(math.Inf(1)), float32(math.Inf(-1)), 0x1p-126, 0x1p-149, -0x1p-127, math.MaxFloat32}
	for _, row := range []struct {
		text   string
		random func() uint32
	}{
		{"exp2 r4, r1", func() uint32 { return floatBits(float32(300*r.Float64() - 150)) }},
		{"exp2 r4l, r1.neg", func() uint32 { return floatBits(float32(r.NormFloat64())) }},
		{"exp2.sat r4, r1h", r.Uint32},
		{"log2 r4, r1", func() uint32 { return r.Uint32() >> 1 }},
		{"log2 r4, r1.abs", func() uint32 { return floatBits(float32(1 + r.NormFloat64()/8)) }},
		{"log2 r4h, r1l", r.Uint32},
		{"sin_pt_2 r4, r1", func() uint32 { return floatBits(float32(2*r.Float64() - 1)) }},
		{"sin_pt_2 r4h, r1.neg", func() uint32 { return r.Uint32()>>1%0x3f800001 | r.Uint32()&(1<<31) }},
		{"sin_pt_2 r4, r1", r.Uint32},
	} {
		p, c := assembled(t, row.text+"\nstop")
		native := 0
		for range groups {
			g := r.group()
			for lane := range machine.Lanes {
				switch r.IntN(16) {
				case 0:
					g.SetLane(1, lane, floatBits(ends[r.IntN(len(ends))])+r.Uint32N(3)-1)
				case 1:
				default:
					g.SetLane(1, lane, row.random())
				}
			}
			if row.text[:3] == "sin" && r.IntN(8) > 0 {
				for lane, v := range g.Register(1) {
					if v&(1<<31-1) > 0x3f800000 {
						g.SetLane(1, lane, 0x3f800000)
					}
				}
			}
			native += agree(t, p, c, g, nil).Native
		}
		t.Logf("%s: %d of %d are native", row.text, native, groups)
		if native < groups*3/4 {
			t.Errorf("%s: only %d of %d are native", row.text, native, groups)
		}
	}
}

// Results that are near to where the rounding changes, but not so near that they are the reference's, are the same: a formula that is not as exact as it has to be is found by them.
func TestTranscendentalsNearHalf(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 18)}
	groups := 40
	if testing.Short() {
		groups = 5
	}
	for _, row := range []struct {
		text     string
		random   func() float64
		computed func(x float64) float64
	}{
		{"exp2 r4, r1", func() float64 { return r.Float64() - 0.5 + float64(r.IntN(200)-100) }, math.Exp2},
		{"log2 r4, r1", func() float64 { return math.Ldexp(0.75+0.75*r.Float64(), r.IntN(8)/6*(r.IntN(200)-100)) }, math.Log2},
		{"sin_pt_2 r4, r1", func() float64 { return 2*r.Float64() - 1 }, func(x float64) float64 { return math.Sin(math.Pi/2*x) / x }},
	} {
		p, c := assembled(t, row.text+"\nstop")
		native := 0
		for range groups {
			g := machine.NewGroup()
			for lane := range machine.Lanes {
				g.SetLane(1, lane, 0x3f800000)
				for range 20_000 {
					x := float32(row.random())
					beside := int64(math.Float64bits(row.computed(float64(x)))&(1<<29-1)) - 1<<28
					if beside = max(beside, -beside); beside > 5000 && beside < 100_000 {
						g.SetLane(1, lane, floatBits(x))
						break
					}
				}
			}
			native += agree(t, p, c, g, nil).Native
		}
		if native < groups {
			t.Errorf("%s: only %d of %d are native", row.text, native, groups)
		}
	}
}
