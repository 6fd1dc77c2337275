package shufflevector

import "math/bits"

// Lanes is the seed's recursive lane detection: in how many lanes, a power of two, the shuffle is the same smaller shuffle, and that shuffle. One
// lane means that it cannot be divided.
//
//	<8>  1 2 3 0 | 5 6 7 4        each half reads only its own half, in the same way:
//	<4>  1 2 3 0                  rotated by one within each of 2 lanes
//
// The rule is the seed's with the condition that it lacks (errata 111 to 114): a half may read only its own half of either operand, except that every lane of a
// splat is the same. An undefined lane agrees with whatever stands in the other half. A mask whose result is not as long as its operands is not divided; lengths that are no power
// of two are rounded up first, with undefined lanes.
func (f Form) Lanes() (count int, lane Form) {
	m, wide := f.Mask, 1<<bits.Len8(f.Mask.m-1)
	for i := int(m.m); i < wide; i++ {
		m.sel[i] = selUndef
	}
	count = 1
	if wide != int(m.n) {
		return count, f
	}
	m.m = uint8(wide)
	for m.n > 1 {
		half, ok := m.halve(f.Op)
		if !ok {
			break
		}
		m, count = half, 2*count
	}
	if count > 1 {
		f.Mask = m
	}
	return count, f
}

// halve is the mask of one half if both halves are the same shuffle of their own halves.
func (m Mask) halve(kind [2]Kind) (Mask, bool) {
	h := m.n / 2
	half := Mask{n: h, m: h}
	for i := range h {
		low, okLow := m.inHalf(m.sel[i], 0, kind)
		high, okHigh := m.inHalf(m.sel[i+h], h, kind)
		switch {
		case !okLow || !okHigh:
			return m, false
		case low == selUndef:
			low = high
		case high != selUndef && high != low:
			return m, false
		}
		half.sel[i] = low
	}
	return half, true
}

// inHalf renumbers a selector for operands of half the lanes, those from lane start on.
func (m Mask) inHalf(t, start uint8, kind [2]Kind) (uint8, bool) {
	if t >= selZero {
		return t, true
	}
	h, k, pos := m.n/2, 0, t
	if t >= m.n {
		k, pos = 1, t-m.n
	}
	if kind[k].uniform() {
		return uint8(k) * h, true
	}
	return uint8(k)*h + pos - start, pos >= start && pos < start+h
}
