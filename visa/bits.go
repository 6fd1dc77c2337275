package visa

import (
	"math"
	"math/bits"
)

// Instructions on the 32 bits of a number, on bytes in it, and divisions. What they read has at most 32 bits; narrower numbers are extended by their type first.

// ofBits makes a meaning of a function of 32 bits.
func ofBits(f func(x uint32) uint32) func(s *step, x, y, z wide) wide {
	return func(_ *step, x, _, _ wide) wide { return wide{0, uint64(f(uint32(x.lo)))} }
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
func firstHigh(s *step, x, _, _ wide) wide {
	v := uint32(x.lo)
	if s.src[0].typ.isSigned() && int32(v) < 0 {
		v = ^v
	}
	if v == 0 {
		return wide{0, math.MaxUint32}
	}
	return wide{0, uint64(bits.LeadingZeros32(v))}
}

// extract is bfe: as many bits of the third source as the first says, from the place on that the second says; with a sign if the destination has one.
func extract(s *step, x, y, z wide) wide {
	width := x.lo & 31
	field := uint64(uint32(z.lo)) >> (y.lo & 31) & (1<<width - 1)
	if s.dst.typ.isSigned() && width > 0 {
		return precision(width).wrap(wide{0, field}, false)
	}
	return wide{0, field}
}

// dotProduct is dp4a: the products of four bytes each, added to the first source.
func dotProduct(s *step, x, y, z wide) wide {
	for k := range 4 {
		x = x.add(s.src[1].byteOf(y, k).mul(s.src[2].byteOf(z, k)))
	}
	return x
}

// byteOf is a byte of a number of 32 bits, with a sign if its type has one.
func (t *site) byteOf(v wide, k int) wide {
	b := v.lo >> (8 * k)
	if t.typ.isSigned() {
		return B.integer(b)
	}
	return UB.integer(b)
}

// quotient is x / y without a fraction. Nothing divides by zero: that is found before.
func quotient(_ *step, x, y, _ wide) wide {
	q := wide{0, x.abs().lo / y.abs().lo}
	if (x.hi < 0) != (y.hi < 0) {
		return q.neg()
	}
	return q
}

// remainder has the sign of what is divided.
func remainder(_ *step, x, y, _ wide) wide {
	r := wide{0, x.abs().lo % y.abs().lo}
	if x.hi < 0 {
		return r.neg()
	}
	return r
}

// insert is bfi: as many low bits of the third source as the first says, in the fourth from the place on that the second says.
func insert(width, offset, field, into wide) wide {
	mask := uint32(1<<(width.lo&31)-1) << (offset.lo & 31)
	return wide{0, uint64(uint32(field.lo)<<(offset.lo&31)&mask | uint32(into.lo)&^mask)}
}

// carryOf is the bit behind the 32 of a sum.
func carryOf(x, y, _ wide) wide { return x.add(y).shr(32) }

// borrowOf is 1 where a difference is below 0.
func borrowOf(x, y, _ wide) wide {
	if x.less(y) {
		return wide{0, 1}
	}
	return wide{}
}
