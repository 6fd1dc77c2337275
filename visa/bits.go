package visa

import (
	"math"
	"math/bits"
)

// Instructions on the 32 bits of a number, on bytes in it, and divisions. What they read has at most 32 bits; narrower numbers are extended by their type first.

// ofBits makes a meaning of a function of 32 bits.
func ofBits(f func(x uint32) uint32) func(s *step, r, x, y, z *vector) {
	return eachInt(func(_ *step, x, _, _ int64) int64 { return int64(f(uint32(x))) })
}

func countBits(x uint32) uint32 { return uint32(bits.OnesCount32(x)) }

func leadingZeros(x uint32) uint32 { return uint32(bits.LeadingZeros32(x)) }

// firstLow is the place of the lowest bit that is set; all ones if none is.
func firstLow(x uint32) uint32 {
	if x == 0 {
		return math.MaxUint32
	}
	return uint32(bits.TrailingZeros32(x))
}

// firstHigh is how many bits from the highest one on are alike, zeros of a number without a sign; all ones if all are.
func firstHigh(s *step, x, _, _ int64) int64 {
	v := uint32(x)
	if s.src[0].typ.isSigned() && int32(v) < 0 {
		v = ^v
	}
	if v == 0 {
		return math.MaxUint32
	}
	return int64(bits.LeadingZeros32(v))
}

// extract is bfe: as many bits of the third source as the first says, from the place on that the second says; with a sign if the destination has one.
func extract(s *step, x, y, z int64) int64 {
	width := x & 31
	field := int64(uint32(z)>>(y&31)) & (1<<width - 1)
	if s.dst.typ.isSigned() && width > 0 {
		return precision(width).wrap(field, false)
	}
	return field
}

// highHalf is the upper 32 bits of a product.
func highHalf(_ *step, x, y, _ int64) int64 {
	if x >= 0 && y >= 0 {
		return int64(uint64(x) * uint64(y) >> 32)
	}
	return x * y >> 32
}

// quotient is x / y without a fraction. No active lane divides by zero: that is found before.
func quotient(_ *step, x, y, _ int64) int64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// remainder has the sign of what is divided.
func remainder(_ *step, x, y, _ int64) int64 {
	if y == 0 {
		return 0
	}
	return x % y
}

// insert is bfi: as many low bits of the third source as the first says, in the fourth from the place on that the second says.
func insert(width, offset, field, into int64) int64 {
	mask := uint32(1<<(width&31)-1) << (offset & 31)
	return int64(uint32(field)<<(offset&31)&mask | uint32(into)&^mask)
}

// multiplyIntoTwo is madw: a product and a sum in two halves of 32 bits.
func multiplyIntoTwo(r, high, x, y, z []uint64) {
	for k := range r {
		r[k] = x[k]*y[k] + z[k]
		high[k] = r[k] >> 32
	}
}

// addWithCarry is addc: the carry is the bit behind the 32 of a sum.
func addWithCarry(r, carry, x, y, _ []uint64) {
	for k := range r {
		r[k] = x[k] + y[k]
		carry[k] = r[k] >> 32
	}
}

// subtractWithBorrow is subb: 1 is borrowed where a difference is below 0.
func subtractWithBorrow(r, borrow, x, y, _ []uint64) {
	for k := range r {
		r[k] = x[k] - y[k]
		borrow[k] = r[k] >> 63
	}
}
