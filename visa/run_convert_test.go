package visa

import (
	"math"
	"math/big"
	"testing"
)

// All 65,536 numbers of hf and bf: their values, and back.
func TestEveryHalf(t *testing.T) {
	for _, half := range []Type{HF, BF} {
		for b := range uint64(1 << 16) {
			v, want := half.float(b), plainDecode(b, half.String())
			if (v != v) != want.nan || math.IsInf(v, 0) != want.inf {
				t.Fatalf("%#04x of %s is %v", b, half, v)
			}
			if want.nan {
				continue
			}
			if back := half.floatBits(v); back != b {
				t.Fatalf("%#04x of %s is %v, which is %#04x", b, half, v, back)
			}
			if x, _ := plainLine(want).Float64(); x != v {
				t.Fatalf("%#04x of %s is %v, want %v", b, half, v, x)
			}
		}
	}
}

// Every midpoint between two neighbours of hf and bf, and the doubles next to it, are rounded as numbers of any size are.
func TestEveryHalfMidpoint(t *testing.T) {
	for _, half := range []Type{HF, BF} {
		for b := range uint64(0x7fff) {
			x, y := half.float(b), half.float(b+1)
			if x != x || y != y || math.IsInf(x, 0) {
				continue
			}
			middle := x + (y-x)/2
			if math.IsInf(y, 0) {
				middle = x + (x-half.float(b-1))/2
			}
			for _, v := range []float64{math.Nextafter(middle, x), middle, math.Nextafter(middle, math.Inf(1)), -middle} {
				want := plainBits(plainNearest(plainDecode(math.Float64bits(v), "df"), half.String()), half.String())
				if got := half.floatBits(v); got != want {
					t.Fatalf("%v is %#04x of %s, want %#04x", v, got, half, want)
				}
			}
		}
	}
}

// Integers at and around the midpoints between neighbouring floating-point numbers, where rounding twice goes wrong.
func TestIntegerMidpoints(t *testing.T) {
	for _, to := range []Type{HF, BF, F, DF} {
		bits := floatFormats[to].fraction + 1
		for top := bits; top < 64; top++ {
			for odd := range uint64(2) {
				for d := range uint64(5) {
					v := uint64(1)<<top | odd<<(top-bits+1) | 1<<(top-bits) + d - 2
					for _, from := range []Type{UQ, Q} {
						n := plainDecode(v, from.String())
						want := plainConvert(n, to.String(), false)
						if got := to.floatBits(to.toFloat(from.integer(v))); got != want {
							t.Fatalf("%#x of %s is %#x of %s, want %#x", v, from, got, to, want)
						}
					}
				}
			}
		}
	}
}

// Floating-point numbers at and around the bounds of every integer type.
func TestFloatBounds(t *testing.T) {
	for _, to := range plainIntegers {
		for n := range 70 {
			for _, v := range []float64{0, 0.5, -0.5, 1, -1} {
				for _, sign := range []float64{1, -1} {
					edge := sign * math.Ldexp(1, n)
					for _, x := range []float64{edge + v, math.Nextafter(edge, 0), math.Nextafter(edge, edge*2), math.Inf(int(sign)), math.NaN()} {
						want := plainConvert(plainDecode(math.Float64bits(x), "df"), to.String(), false)
						if got := to.toInteger(x).lo & (1<<(8*to.Size()) - 1); got != want {
							t.Fatalf("%v is %#x of %s, want %#x", x, got, to, want)
						}
					}
				}
			}
		}
	}
}

// x·y + z of f where the exact sum lies next to the middle of two neighbours: rounding to double first would lose the difference.
func TestFusedMidpoints(t *testing.T) {
	for n := 1; n < 60; n++ {
		for _, sign := range []float64{1, -1} {
			x, y := float64(float32(1+0x1p-23)), float64(float32(1+0x1p-23)) // 1 + 2^-22 + 2^-46
			for _, z := range []float64{sign * math.Ldexp(1, -n), sign * math.Ldexp(1+0x1p-23, 24-n), sign * math.Ldexp(3, n)} {
				exact := plainSum(plainProduct(plainDecode(math.Float64bits(x), "df"), plainDecode(math.Float64bits(y), "df")), plainDecode(math.Float64bits(z), "df"))
				want := plainBits(plainNearest(exact, "f"), "f")
				if got := F.floatBits(F.fused(x, y, z)); got != want {
					t.Errorf("%v·%v + %v is %#x, want %#x", x, y, z, got, want)
				}
			}
		}
	}
	x := float64(math.MaxFloat32)
	if got := F.floatBits(F.fused(x, 2, -x)); got != uint64(math.Float32bits(math.MaxFloat32)) {
		t.Errorf("an intermediate result above the greatest number overflows: %#x", got)
	}
}

// Integers of 128 bits, against those of any size.
func TestWide(t *testing.T) {
	values := []wide{{0, 0}, {0, 1}, {-1, ^uint64(0)}, {0, 1 << 63}, {-1, 1 << 63}, {0, ^uint64(0)}, {0, 1<<63 - 1}, {0, 0x123456789abcdef}, {-1, 0xfedcba9876543210}}
	plain := func(v wide) *big.Int {
		n := new(big.Int).Lsh(big.NewInt(v.hi), 64)
		return n.Add(n, new(big.Int).SetUint64(v.lo))
	}
	same := func(what string, got wide, want *big.Int) {
		if plain(got).Cmp(want) != 0 {
			t.Errorf("%s: %v, want %v", what, plain(got), want)
		}
	}
	for _, a := range values {
		same("neg", a.neg(), new(big.Int).Neg(plain(a)))
		same("abs", a.abs(), new(big.Int).Abs(plain(a)))
		for n := range uint(64) {
			same("shr", a.shr(n), new(big.Int).Rsh(plain(a), n))
			if a.hi == 0 && a.lo>>63 == 0 {
				same("shl", a.shl(n), new(big.Int).Lsh(plain(a), n))
			}
		}
		for _, b := range values {
			same("add", a.add(b), new(big.Int).Add(plain(a), plain(b)))
			if p := new(big.Int).Mul(plain(a), plain(b)); p.BitLen() <= 126 {
				same("mul", a.mul(b), p)
			} else if got := a.mul(b); got.lo != plainWrap(p, 64, true).Uint64() || got.hi < most && got.hi > -most {
				t.Errorf("mul: %v", got)
			}
			if a.less(b) != (plain(a).Cmp(plain(b)) < 0) {
				t.Errorf("%v < %v is %v", a, b, a.less(b))
			}
		}
	}
}
