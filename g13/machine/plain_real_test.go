package machine_test

import (
	"cmp"
	"math"
	"math/big"
)

// A real is a number that has not been rounded: m times 2 to the power of e, m >= 0; or what is no number.
type real struct {
	nan, inf bool
	neg      bool
	m        *big.Int
	e        int
}

// A format is how a real becomes bits.
type format struct {
	precision  int // bits, with the one that is not stored
	emin, emax int // of normal numbers 1.xxx times 2 to the power of e
	flush      bool
	nan        uint64
}

var (
	half   = format{precision: 11, emin: -14, emax: 15, nan: 0x7e00}
	single = format{precision: 24, emin: -126, emax: 127, flush: true, nan: 0x7fc00000}
)

func (f format) width() int {
	if f.precision == 11 {
		return 16
	}
	return 32
}

// real is the number that some bits are. Numbers below the normal ones are flushed if the format is one that does it.
func (f format) real(v uint64) real {
	fractionBits := f.precision - 1
	fraction := v & (1<<fractionBits - 1)
	exponent := int(v>>fractionBits) & (2*f.emax + 1)
	x := real{neg: v>>(f.width()-1)&1 == 1, m: new(big.Int), e: f.emin - fractionBits}
	switch {
	case exponent == 2*f.emax+1:
		x.nan, x.inf = fraction != 0, fraction == 0
	case exponent == 0:
		if !f.flush {
			x.m.SetUint64(fraction)
		}
	default:
		x.m.SetUint64(fraction | 1<<fractionBits)
		x.e += exponent - 1
	}
	return x
}

func realOf(v float64) real {
	x := real{neg: math.Signbit(v), nan: math.IsNaN(v), inf: math.IsInf(v, 0), m: new(big.Int)}
	if x.nan || x.inf {
		return x
	}
	fraction, exponent := math.Frexp(math.Abs(v))
	x.m.SetUint64(uint64(math.Ldexp(fraction, 53)))
	x.e = exponent - 53
	return x
}

func (x real) zero() bool { return !x.nan && !x.inf && x.m.Sign() == 0 }

// fma is x times y plus z. A sum that is exactly zero is +0, but for two zeros of the same sign.
func (x real) fma(y, z real) real {
	negative := x.neg != y.neg
	switch {
	case x.nan || y.nan || z.nan, x.inf && y.zero(), x.zero() && y.inf:
		return real{nan: true}
	case x.inf || y.inf:
		return real{inf: true, neg: negative, nan: z.inf && z.neg != negative}
	case z.inf:
		return z
	}
	product := real{neg: negative, m: new(big.Int).Mul(x.m, y.m), e: x.e + y.e}
	switch {
	case product.zero() && z.zero():
		return real{neg: product.neg && z.neg, m: new(big.Int)}
	case product.zero():
		return z
	case z.zero():
		return product
	}
	e := min(product.e, z.e)
	sum := new(big.Int).Add(product.scaled(e), z.scaled(e))
	return real{neg: sum.Sign() < 0, m: sum.Abs(sum), e: e}
}

// scaled is the number in units of 2 to the power of e, with its sign.
func (x real) scaled(e int) *big.Int {
	v := new(big.Int).Lsh(x.m, uint(x.e-e))
	if x.neg {
		v.Neg(v)
	}
	return v
}

// cmp compares two numbers. Neither is a NaN.
func (x real) cmp(y real) int {
	if x.inf || y.inf {
		return cmp.Compare(x.infinite(), y.infinite())
	}
	e := min(x.e, y.e)
	return x.scaled(e).Cmp(y.scaled(e))
}

func (x real) infinite() int {
	switch {
	case !x.inf:
		return 0
	case x.neg:
		return -1
	}
	return 1
}

// How a real becomes an integer.
type rounding uint8

const (
	toZero rounding = iota
	toEven
	down
	up
)

// units is the number in units of 2 to the power of e, rounded, without its sign.
func (x real) units(e int, how rounding) *big.Int {
	if x.e >= e {
		return new(big.Int).Lsh(x.m, uint(x.e-e))
	}
	n := uint(e - x.e)
	whole := new(big.Int).Rsh(x.m, n)
	rest := new(big.Int).Sub(x.m, new(big.Int).Lsh(whole, n))
	upwards := false
	switch how {
	case toEven:
		c := rest.Cmp(power(int(n) - 1))
		upwards = c > 0 || c == 0 && whole.Bit(0) == 1
	case down:
		upwards = x.neg && rest.Sign() != 0
	case up:
		upwards = !x.neg && rest.Sign() != 0
	}
	if upwards {
		whole.Add(whole, integer(1))
	}
	return whole
}

// integral is the number rounded to an integer. Its sign stays, be it that of a zero.
func (x real) integral(how rounding) real {
	if x.nan || x.inf {
		return x
	}
	return real{neg: x.neg, m: x.units(0, how)}
}

// bits is the number rounded to a format.
//
//	1.0110… 2^E     rounds to multiples of 2^(max(E, emin) - (precision-1))
func (f format) bits(x real, how rounding) uint64 {
	sign := uint64(0)
	if x.neg {
		sign = 1 << (f.width() - 1)
	}
	fractionBits := f.precision - 1
	infinity := uint64(2*f.emax+1) << fractionBits
	switch {
	case x.nan:
		return f.nan
	case x.inf:
		return sign | infinity
	case x.zero():
		return sign
	}
	exponent := x.e + x.m.BitLen() - 1
	if f.flush && exponent < f.emin {
		return sign // which it is before rounding
	}
	exponent = max(exponent, f.emin)
	m := x.units(exponent-fractionBits, how).Uint64()
	if m>>f.precision != 0 {
		m, exponent = m>>1, exponent+1
	}
	switch {
	case exponent > f.emax && how == toZero:
		return sign | infinity - 1
	case exponent > f.emax:
		return sign | infinity
	case m>>fractionBits == 0: // below the normal ones
		return sign | m
	}
	return sign | uint64(exponent+f.emax)<<fractionBits | m&(1<<fractionBits-1)
}

// saturated is the number from 0 to 1 that is nearest; what is no number is 0.
func (x real) saturated() real {
	one := realOf(1)
	switch {
	case x.nan, x.neg, x.zero():
		return real{m: new(big.Int)}
	case x.cmp(one) > 0:
		return one
	}
	return x
}
