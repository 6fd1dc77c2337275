package shufflevector

import (
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

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

// LanesOf is in how many lanes a map, which may be longer than a mask, is the same smaller map. Its sources are as long as one another, and the result is as long as they are
// once it is rounded up, or it is one lane.
func LanesOf(m lane.Map) int {
	half := 1 << bits.Len(uint(len(m.Lane)-1))
	for _, n := range m.Src {
		if n != half {
			return 1
		}
	}
	lanes := make([]lane.Lane, half)
	copy(lanes, m.Lane)
	count := 1
	for half /= 2; half > 0; half /= 2 {
		for i := range half {
			low, okLow := inHalf(lanes[i], 0, half)
			high, okHigh := inHalf(lanes[half+i], half, half)
			if low.Kind == lane.Undefined {
				low = high
			}
			if !okLow || !okHigh || high.Kind != lane.Undefined && high != low {
				return count
			}
			lanes[i] = low
		}
		count *= 2
	}
	return count
}

// inHalf is a lane counted from the start of the half that it may read.
func inHalf(l lane.Lane, start, half int) (lane.Lane, bool) {
	if l.Kind == lane.Source || l.Kind == lane.Old {
		l.Index -= start
		return l, l.Index >= 0 && l.Index < half
	}
	return l, true
}
