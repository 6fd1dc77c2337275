package jit_test

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Products of halves that are half way between two halves, and a little more or less than that: rounded twice, they would be wrong.
func TestHalvesRoundOnce(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 5)}
	p, c := assembled(t, "fmadd16 r4l, r1l, r2l, r3l\nfmadd16.sat r4h, r1l, r2l.neg, r3h\nu32_to_f r5l, r6, rte\ns32_to_f r5h, r7, rtz\nfmadd16 r8l, r1l, r2l, u1l.neg\nstop")
	native := 0
	for range 200 {
		g := r.group()
		for lane := range machine.Lanes {
			a, b := r.halfWay()
			little := uint32(r.IntN(2)<<15 | r.IntN(3))
			g.SetLane(1, lane, a)
			g.SetLane(2, lane, b)
			g.SetLane(3, lane, little|(little^0x8000)<<16)
			g.SetLane(6, lane, r.nearHalfWay())
			g.SetLane(7, lane, r.nearHalfWay()^-(r.Uint32()&1))
		}
		g.SetUniform(2, uint16(r.IntN(3)))
		native += agree(t, p, c, g, nil).Native
	}
	if native < 1000 {
		t.Errorf("only %d instructions were native", native)
	}
}

// halfWay is two halves from 1 to 64, whose product is half way between two halves.
func (r dice) halfWay() (a, b uint32) {
	for {
		x, y := uint32(1024+r.IntN(1024)), uint32(1024+r.IntN(1024))
		drop := 10
		if x*y >= 1<<21 {
			drop = 11
		}
		if x*y&(1<<drop-1) == 1<<(drop-1) {
			return x - 1024 + uint32(15+r.IntN(6))<<10, y - 1024 + uint32(15+r.IntN(6))<<10
		}
	}
}

// nearHalfWay is a number of 32 bits that is half way between two halves, or nearly so; or between the greatest half and the next one.
func (r dice) nearHalfWay() uint32 {
	v := uint32(1024+r.IntN(1024))<<1 | 1
	v <<= r.IntN(6)
	return v + uint32(r.IntN(3)) - 1
}

// A uniform of 32 bits, which only bits that the document calls UNDEFINED give to an instruction of halves, makes its sums and products longer than a float.
func TestHalvesOfWords(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 6)}
	for _, text := range []string{"fadd16 r4l, r1l, u1l", "fmul16 r4l, r1l, u1l", "fmadd16 r4l, r1l, r2l, u1l"} {
		code := ofWord(t, text)
		p, c := compile(t, code)
		native := 0
		for range 300 {
			g := r.group()
			odd := uint32(1024+r.IntN(1024))<<1 | 1
			g.SetUniform32(1, floatBits(float32(odd))) // half way between two halves
			for lane := range machine.Lanes {
				little := uint32(r.IntN(2)<<15 | r.IntN(3))
				g.SetLane(1, lane, []uint32{little, 0x3c00 + uint32(r.IntN(3)), r.word()}[r.IntN(3)])
			}
			native += agree(t, p, c, g, nil).Native
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if native < 100 {
			t.Errorf("%s: only %d instructions were native", text, native)
		}
	}
}

// ofWord is an instruction that has one uniform of 16 bits, with the bit turned over that makes it one of 32.
func ofWord(t *testing.T, text string) []byte {
	t.Helper()
	code, errs := asm.Assemble(text)
	if errs != nil {
		t.Fatal(errs)
	}
	for bit := range 8 * len(code) {
		other := slices.Clone(code)
		other[bit/8] ^= 1 << (bit % 8)
		i, err := g13.Decode(other)
		if err != nil || int(i.Len) != len(code) {
			continue
		}
		for n := range i.Args() {
			if a := i.Arg(n); a.Class == g13.Uniform && a.Size == 32 {
				return other
			}
		}
	}
	t.Fatalf("%s has no bit that makes its uniform one of 32", text)
	return nil
}
