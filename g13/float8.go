package g13

import "math"

// FloatImmediate is the number that the eight bits of a float immediate stand for.
//
//	s eee ffff     e = 0: f/64     else (16+f) * 2^(e-7)
func FloatImmediate(v uint8) float64 {
	f, e := float64(v&15), int(v>>4&7)
	if e == 0 {
		f /= 64
	} else {
		f = math.Ldexp(16+f, e-7)
	}
	if v&0x80 != 0 {
		return math.Copysign(f, -1)
	}
	return f
}

// Beyond the largest number that has bits the nearest are it and the one before it.
const largest, beforeLargest = 31.0, 30.0

// FloatImmediateOf is the eight bits for a number. If there are none, low and high are the two nearest numbers that have some.
func FloatImmediateOf(x float64) (v uint8, ok bool, low, high float64) {
	switch {
	case x > largest:
		return 0, false, beforeLargest, largest
	case x < -largest:
		return 0, false, -largest, -beforeLargest
	}
	low, high = math.Inf(-1), math.Inf(1)
	for n := range 256 {
		f := FloatImmediate(uint8(n))
		if f == x && math.Signbit(f) == math.Signbit(x) {
			return uint8(n), true, f, f
		}
		if f <= x {
			low = max(low, f)
		}
		if f >= x {
			high = min(high, f)
		}
	}
	return 0, false, low, high
}
