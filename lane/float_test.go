package lane_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

func ExampleFloat() {
	for _, bits := range []int{16, 32, 64} {
		v, _ := lane.Float(1.5, bits).Uint64()
		fmt.Printf("%x\n", v)
	}
	// Output:
	// 3e00
	// 3fc00000
	// 3ff8000000000000
}

// Every half is itself, and what is between two is the nearer one, in the middle the one whose last bit is 0, of both signs.
func TestFloatOfHalves(t *testing.T) {
	number := func(h uint64) float64 { // as the format says
		e, m := int(h>>10&31), float64(h&1023)
		if e == 0 {
			return m / (1 << 24)
		}
		return math.Ldexp(1024+m, e-25)
	}
	is := func(x float64, want uint64) {
		t.Helper()
		for _, sign := range []uint64{0, 0x8000} {
			if v, _ := lane.Float(math.Copysign(x, 1-float64(sign>>14)), 16).Uint64(); v != want|sign {
				t.Fatalf("%g is %#x, want %#x", x, v, want|sign)
			}
		}
	}
	for h := uint64(0); h < 0x7c00; h++ {
		x, next := number(h), number(h+1) // behind the last one is 2^16, in whose place infinity comes
		between := (x + next) / 2
		is(x, h)
		is(math.Nextafter(between, x), h)
		is(between, h+h&1)
		is(math.Nextafter(between, next), h+1)
	}
	is(math.Inf(1), 0x7c00)
	is(1e300, 0x7c00)
	is(5e-324, 0)
	if v, _ := lane.Float(math.NaN(), 16).Uint64(); v&0x7c00 != 0x7c00 || v&0x3ff == 0 {
		t.Errorf("no number is %#x", v)
	}
}
