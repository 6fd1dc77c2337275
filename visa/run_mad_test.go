package visa

import (
	"math"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// mad of half precision does without rounding to odd: the sum of 53 bits is rounded as the one that is rounded so. Products of all sizes come with sums near them, near their negative, and near the
// middle between two numbers.
func TestMadHalves(t *testing.T) {
	rng := chance.Random(t, 245)
	n := 400_000
	if *full {
		n = 200_000_000
	}
	inexact := 0
	for range n / 4 {
		var s step
		s.size, s.float = 4, HF
		s.dst.typ = HF
		var r, x, y, z vector
		for k := range 4 {
			a, b := uint64(rng.Uint32()&0xffff), uint64(rng.Uint32()&0xffff)
			c := uint64(rng.Uint32() & 0xffff)
			switch p := HF.float(a) * HF.float(b); rng.IntN(4) {
			case 0:
				c = HF.floatBits(-p) ^ uint64(rng.IntN(3))
			case 1:
				c = HF.floatBits(p*math.Ldexp(1, rng.IntN(30)-15)) ^ uint64(rng.IntN(2))<<15
			case 2:
				c &= 0x8003
			}
			x[k], y[k], z[k] = math.Float64bits(HF.float(a)), math.Float64bits(HF.float(b)), math.Float64bits(HF.float(c))
		}
		madHalves(&s, &r, &x, &y, &z)
		for k := range 4 {
			a, b, c := math.Float64frombits(x[k]), math.Float64frombits(y[k]), math.Float64frombits(z[k])
			odd := HF.fused(a, b, c)
			if got, want := HF.floatBits(math.Float64frombits(r[k])), HF.floatBits(odd); got != want {
				t.Fatalf("%g * %g + %g is %#x, want %#x", a, b, c, got, want)
			}
			if odd == odd && odd != math.Float64frombits(r[k]) {
				inexact++
			}
		}
	}
	if t.Logf("%d of %d sums have more than 53 bits", inexact, n); inexact < n/1000 {
		t.Error("too few")
	}
}
