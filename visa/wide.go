package visa

import "math/bits"

// A wide is an integer of 128 bits, in two's complement: hi has the sign. Every sum and product of elements fits, so that integer instructions are computed without
// overflow, and only what is written is cut or clamped to the destination's type.
type wide struct {
	hi int64
	lo uint64
}

// integer is the value of the bits of an element of an integer type: those above its size are not looked at.
func (t Type) integer(bits uint64) wide {
	unused := 64 - 8*types[t].size
	if types[t].kind == signed {
		v := int64(bits<<unused) >> unused
		return wide{v >> 63, uint64(v)}
	}
	return wide{0, bits << unused >> unused}
}

func (a wide) add(b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(uint64(a.hi), uint64(b.hi), carry)
	return wide{int64(hi), lo}
}

func (a wide) neg() wide { return a.not().add(wide{0, 1}) }

func (a wide) not() wide { return wide{^a.hi, ^a.lo} }

func (a wide) abs() wide {
	if a.hi < 0 {
		return a.neg()
	}
	return a
}

// most is where products of two elements end: clamping to any type begins far below, and sums with a third element stay in range.
const most = 1 << 62

// mul is the product of two elements of at most 64 bits. The low half is always right; where 128 bits are too few for two elements of uq, the high half stays at most.
func (a wide) mul(b wide) wide {
	negative := (a.hi < 0) != (b.hi < 0)
	hi, lo := bits.Mul64(a.abs().lo, b.abs().lo)
	p := wide{int64(min(hi, most)), lo}
	if negative {
		return p.neg()
	}
	return p
}

// less says whether a < b.
func (a wide) less(b wide) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// shl and shr shift by 0 to 63; shr keeps the sign.
func (a wide) shl(n uint) wide { return wide{a.hi<<n | int64(a.lo>>(64-n)), a.lo << n} }

func (a wide) shr(n uint) wide { return wide{a.hi >> n, a.lo>>n | uint64(a.hi)<<(64-n)} }

// A precision is the integers that an instruction computes with: so many bits, which are those of its widest source, bytes counting as words.
type precision uint8

// wrap is v modulo 2^p, as a number without a sign or with one. One of 64 bits without a sign is there modulo 2^64, as everything is.
func (p precision) wrap(v int64, unsigned bool) int64 {
	unused := 64 - p
	if unsigned {
		return int64(uint64(v) << (unused & 63) >> (unused & 63))
	}
	return v << (unused & 63) >> (unused & 63)
}

// bounds are the least and the greatest value of an integer type.
func (t Type) bounds() (least, greatest wide) {
	n := 8 * types[t].size
	if types[t].kind == signed {
		return wide{-1, ^uint64(0) << (n - 1)}, wide{0, 1<<(n-1) - 1}
	}
	return wide{}, wide{0, ^uint64(0) >> (64 - n)}
}

// clamp is the value of the type that is nearest to v.
func (t Type) clamp(v wide) wide {
	least, greatest := t.bounds()
	switch {
	case v.less(least):
		return least
	case greatest.less(v):
		return greatest
	}
	return v
}
