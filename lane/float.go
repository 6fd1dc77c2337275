package lane

import "math"

// Float is a number as the float of 16, 32 or 64 bits next to it, of two the one whose last bit is 0:
//
//	1.5    3e00    3fc00000    3ff8000000000000
func Float(x float64, bits int) Const {
	switch bits {
	case 16:
		return ConstOf(uint64(half(x)))
	case 32:
		return ConstOf(uint64(math.Float32bits(float32(x))))
	}
	return ConstOf(math.Float64bits(x))
}

// half rounds to a float of 16 bits:
//
//	s eeeee mmmmmmmmmm    (1024 + m) · 2^(e-25), and below 2^-14 m · 2^-24
func half(x float64) uint16 {
	sign := uint16(math.Float64bits(x) >> 48 & 0x8000)
	switch x = math.Abs(x); {
	case x != x:
		return 0x7e00
	case x == 0:
		return sign
	case math.IsInf(x, 1):
		return sign | 0x7c00
	}
	e := max(math.Ilogb(x), -14)
	steps := math.RoundToEven(math.Ldexp(x, 10-e)) // 1024 and more of them unless the number is below 2^-14; 2048 is 1024 of the next exponent
	return sign | uint16(min(float64((e+14)<<10)+steps, 0x7c00))
}
