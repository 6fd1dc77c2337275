package visa

import (
	"math"
	"math/bits"
)

// Floating-point numbers are computed as float64 and rounded once to the type of execution: to the nearest, ties to even. Sums and products of f, hf and bf come out as if
// they had been rounded from the exact result, since 53 bits are more than twice their 24 and two more; fused ones are rounded to odd in between.

// A floatFormat is sign, exponent and fraction of a type, and the bits of a NaN that an instruction computes.
//
//	hf   s eeeee ffffffffff         bf   s eeeeeeee fffffff
type floatFormat struct {
	exponent, fraction int
	nan                uint64
}

var floatFormats = [numTypes]floatFormat{
	HF: {5, 10, 0x7e00},
	BF: {8, 7, 0x7fc0},
	F:  {8, 23, 0x7fc00000},
	DF: {11, 52, 0x7ff8000000000000},
}

// float is the value of the bits of an element of a floating-point type.
func (t Type) float(b uint64) float64 {
	switch t {
	case DF:
		return math.Float64frombits(b)
	case F:
		return float64(math.Float32frombits(uint32(b)))
	case BF:
		return float64(math.Float32frombits(uint32(b) << 16))
	}
	const bias, fraction = 15, 10
	e, f := int(b>>fraction&31), b&(1<<fraction-1)
	v := float64(f) * 0x1p-24
	switch {
	case e == 31 && f != 0:
		v = math.NaN()
	case e == 31:
		v = math.Inf(1)
	case e > 0:
		v = math.Float64frombits(uint64(e-bias+1023)<<52 | f<<(52-fraction))
	}
	if b>>15&1 != 0 {
		return -v
	}
	return v
}

// floatBits are the bits of v rounded to a floating-point type.
func (t Type) floatBits(v float64) uint64 {
	f := &floatFormats[t]
	switch {
	case v != v:
		return f.nan
	case t == DF:
		return math.Float64bits(v)
	case t == F:
		return uint64(math.Float32bits(float32(v)))
	}
	return f.round(v)
}

// round is v in a format that is narrower than float64's, by its bits: a carry out of the fraction goes into the exponent, as it should, and from there to infinity.
func (f *floatFormat) round(v float64) uint64 {
	b := math.Float64bits(v)
	sign := b >> 63 << (f.exponent + f.fraction)
	infinity := uint64(1<<f.exponent-1) << f.fraction
	least := 2 - 1<<(f.exponent-1) // the exponent of the smallest normal number
	e := int(b>>52&0x7ff) - 1023
	if e > 1-least {
		return sign | infinity
	}
	significand, drop := b&(1<<52-1)|1<<52, 52-f.fraction
	if e < least {
		drop += least - e
		e = least - 1 // the exponent field is 0
		if drop > 54 {
			return sign
		}
	} else {
		significand &^= 1 << 52
	}
	half := uint64(1) << (drop - 1)
	kept := significand >> drop
	if rest := significand & (half<<1 - 1); rest > half || rest == half && kept&1 != 0 {
		kept++
	}
	return sign | min(uint64(e-least+1)<<f.fraction+kept, infinity)
}

// rounded is v rounded to the type, as a float64 again.
func (t Type) rounded(v float64) float64 {
	switch t {
	case DF:
		return v
	case F:
		return float64(float32(v))
	}
	return t.float(t.floatBits(v))
}

// toFloat is an integer as a floating-point number of the type, rounded once.
func (t Type) toFloat(v wide) float64 {
	magnitude := v.abs().lo // a value that comes here has at most 64 bits
	if t != DF {
		magnitude = toOdd(magnitude)
	}
	x := float64(magnitude)
	if v.hi < 0 {
		x = -x
	}
	return t.rounded(x)
}

// toOdd rounds an integer of more than 53 bits to odd, which no type narrower than df notices.
func toOdd(v uint64) uint64 {
	if v>>53 == 0 {
		return v
	}
	n := bits.Len64(v) - 53
	if v&(1<<n-1) != 0 {
		v |= 1 << n
	}
	return v &^ (1<<n - 1)
}

// toInteger is the value without its fraction, clamped to an integer type; 0 for a NaN.
func (t Type) toInteger(v float64) wide {
	switch {
	case v != v:
		return wide{}
	case v >= 0x1p64:
		return t.clamp(wide{most, 0})
	case v <= -0x1p64:
		return t.clamp(wide{-most, 0})
	}
	n := wide{0, uint64(math.Abs(v))}
	if v < 0 {
		n = n.neg()
	}
	return t.clamp(n)
}

// saturated is v in 0 to 1, and 0 for a NaN.
func saturated(v float64) float64 {
	switch {
	case v >= 1:
		return 1
	case v > 0:
		return v
	}
	return 0
}

// fused is x·y + z, which needs to be rounded to the type once: to less than 53 bits if it is rounded to odd here.
func (t Type) fused(x, y, z float64) float64 {
	if t == DF {
		return math.FMA(x, y, z)
	}
	return math.Float64frombits(fusedToOdd(x, y, z))
}

// fusedToOdd is x·y + z rounded to odd, of factors of at most 24 bits.
func fusedToOdd(x, y, z float64) uint64 {
	p := x * y // exact
	s := p + z
	back := s - p
	rest := (p - (s - back)) + (z - back)
	b := math.Float64bits(s)
	if rest == 0 || s-s != 0 || b&1 != 0 { // exact, or no number, or odd
		return b
	}
	return b + 1 - (b^math.Float64bits(rest))>>63<<1 // s is not 0: then the sum is exact
}
