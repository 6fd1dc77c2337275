package visa

import (
	"math"
	"testing"
)

// All lanes at once or one: of every number of 16 bits, what it is; and what is at it, beside it, one by it, in the middle to the next one and beside that, rounded.
func TestNarrowFloats(t *testing.T) {
	for _, typ := range []Type{HF, BF} {
		for code := range uint64(1 << 16) {
			v, next := typ.float(code), typ.float(code+1)
			if typ == HF {
				made := []uint64{0}
				if halfFloats(made, []uint64{code}); made[0] != math.Float64bits(v) && v == v || v != v && math.Float64frombits(made[0]) == math.Float64frombits(made[0]) {
					t.Fatalf("%#04x of hf is %v, want %v", code, math.Float64frombits(made[0]), v)
				}
			}
			middle := (v + next) / 2
			if math.IsInf(next, 0) { // from there on all are infinite
				middle = v + (v-typ.float(code-1))/2
			}
			for _, x := range []float64{v, middle} {
				for _, y := range []float64{x, 1 / x, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1))} {
					made := []uint64{0}
					if typ.roundAll(made, []uint64{math.Float64bits(y)}); made[0] != typ.floatBits(y) {
						t.Fatalf("%v of %s is %#04x, want %#04x", y, typ, made[0], typ.floatBits(y))
					}
				}
			}
		}
	}
}
