package jit_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// The square of no number is smaller than the smallest normal one and rounded up to it: of all numbers of the two exponents below its root.
func TestSquaresAreRoundedDown(t *testing.T) {
	t.Parallel()
	const smallest = 0x1p-126
	below := 0
	for v := uint32(127-65) << 23; v < (127-63)<<23; v++ {
		x := float64(math.Float32frombits(v))
		exact := x * x // which has 48 bits
		if exact < smallest {
			below++
		}
		if rounded := float64(float32(exact*0x1p100)) * 0x1p-100; rounded >= smallest { // to 24 bits, however small it is
			t.Fatalf("the square of %08x is smaller, and rounded up", v)
		}
	}
	if below != 1<<24 {
		t.Errorf("only %d squares are smaller", below)
	}
}

// Where it is certain that no result is rounded up to the smallest normal number, nobody looks, and all is native; where it is not, the reference has some.
func TestCertain(t *testing.T) {
	t.Parallel()
	r := dice{chance.Random(t, 35)}
	for _, program := range []struct {
		text    string
		certain bool
	}{
		{"fmul32 r4, r1, r1", true},
		{"fmul32 r4, r1.neg, r1.neg", true},
		{"fmul32 r4, r2.abs, r2.abs", true},
		{"fmul32 r4h, r1, r1", true},
		{"fmul32.sat r4, r2, r2", true},
		{"fmadd32 r4, r5, 2.0, r6", true},
		{"fmadd32 r4, 3.0, r5.neg, r6", true},
		{"fmadd32 r4, r5, 1.0, r6.neg", true},
		{"fmadd32 r4, r1, r1, r3.abs", true},
		{"fmadd32 r4, r1, r1, 0.0", true},
		{"fmul32 r4, r1, r1\nfmadd32 r4, r2, r2, r4\nfmadd32 r7, r1, r1, r4", true},
		{"fmul32 r4, r1, r1.neg", false},
		{"fmul32 r4, r1, r1.abs", false},
		{"fmul32 r4, r1, r2", false},
		{"fmadd32 r4, r5, 0.5, r6", false},
		{"fmadd32 r4, r1, r1, r3", false},
		{"fmadd32 r4, r1, r1, r3.neg", false},
		{"fmadd32 r4, r1, r1.neg, r3.abs", false},
		{"fmul32 r4, r1, r1\nfmadd32 r4, r2, r2, r4.neg", false},
		{"fmul32 r7, r2, r2\niadd r7, r3, 0\nfmadd32 r4, r1, r1, r7", false},
		{"fmul32 r7, r2, r2\nfadd32 r7, r3, 0.0\nfmadd32 r4, r1, r1, r7", false},
	} {
		p, c := assembled(t, program.text+"\nstop")
		smallest, native, executed := 0, 0, 0
		for range 1000 {
			g := r.group()
			for lane := range machine.Lanes {
				r.nearlySmallestSum(g, lane)
			}
			g.Exec = r.Uint32()
			a := agree(t, p, c, g, nil)
			native, executed = native+a.Native, executed+a.Executed-1 // the last one is stop
			for lane := range machine.Lanes {
				if g.Exec>>lane&1 == 1 && g.Register(4)[lane]&0x7fffffff == 0x00800000 {
					smallest++
				}
			}
		}
		t.Logf("%q: %d of %d native, %d results are the smallest", program.text, native, executed, smallest)
		if all := native == executed; all != program.certain {
			t.Errorf("%q: %d of %d instructions were native", program.text, native, executed)
		}
		if program.certain && smallest == 0 && !strings.Contains(program.text, "r4h") {
			t.Errorf("%q: no result is the smallest", program.text)
		}
	}
}

// nearlySmallestSum gives a lane r1 and r2 whose squares are nearly the smallest normal number, or less than eight of it; an r3 that is nearly what r1's square is more than that, with its sign or
// the other one; and two numbers r5 and r6 of which the second is nearly what half of the first one, or a few of it, is more.
func (r dice) nearlySmallestSum(g *machine.Group, lane int) {
	const smallest = 0x1p-126
	root := func() float32 {
		x := math.Float32frombits(0x20000000 + uint32(r.IntN(5)) - 2)
		if r.IntN(2) == 0 {
			x *= float32(1 + 1.8*r.Float64())
		}
		return x
	}
	signed := func(x float32) uint32 { return math.Float32bits(x) ^ r.Uint32()&(1<<31) }
	x, y := root(), root()
	if r.IntN(8) == 0 {
		y = 0
	}
	g.SetLane(1, lane, signed(x))
	g.SetLane(2, lane, signed(y))
	rest := smallest - float64(x)*float64(x)
	if r.IntN(2) == 0 {
		rest = 2*smallest - float64(x)*float64(x)
	}
	g.SetLane(3, lane, math.Float32bits(float32(rest)))
	z := float64(math.Float32frombits(0x00800000 + r.Uint32()>>8))
	sum := []float64{smallest, -smallest}[r.IntN(2)]
	times := []float64{0.5, 1, 2, 3}[r.IntN(4)]
	g.SetLane(5, lane, math.Float32bits(float32(z)))
	g.SetLane(6, lane, signed(float32(sum-times*z)))
}
