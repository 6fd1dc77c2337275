package machine_test

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/chance"
)

// Powers of two are right to a few of the last places of 64 bits, of which an f32 needs 24; whole ones are exact.
func TestExp2(t *testing.T) {
	r := chance.Random(t, 1)
	for range 200_000 {
		x := float64(float32(300*r.Float64() - 150))
		if r.IntN(4) == 0 {
			x = math.Ldexp(2*r.Float64()-1, -r.IntN(40))
		}
		got, want := machine.Exp2(x), math.Exp2(x)
		if places := math.Abs(float64(int64(math.Float64bits(got)) - int64(math.Float64bits(want)))); places > 2 {
			t.Fatalf("2 to %v is %v, and not %v: %v places", x, got, want, places)
		}
	}
	for n := -200; n <= 200; n++ {
		if got := machine.Exp2(float64(n)); got != math.Ldexp(1, n) {
			t.Errorf("2 to %d is %v", n, got)
		}
	}
	for x, want := range map[float64]float64{200.5: math.Inf(1), math.Inf(1): math.Inf(1), -200.5: 0, math.Inf(-1): 0, 0x1p-149: 1, math.Copysign(0, -1): 1} {
		if got := machine.Exp2(x); got != want {
			t.Errorf("2 to %v is %v, and not %v", x, got, want)
		}
	}
	if got := machine.Exp2(math.NaN()); got == got {
		t.Errorf("2 to NaN is %v", got)
	}
}
