package machine

import "math"

// A format is how elements stand in memory. An element of one part fills one register, bit by bit or as a float; the bit-packed ones are words of three or four parts.
//
//	          31                              0
//	rgb10a2    a2│    b10   │    g10   │  r10
//	rg11b10f       b e5m5  │  g e5m6   │  r e5m6     without a sign
//	rgb9e5      e5  │   b9   │   g9    │   r9        part · 2^(e-24)
type format struct {
	size   uint8 // bytes
	parts  uint8
	unpack func(v uint32, part int) float64
	pack   func(x *[4]float64, part int) uint32 // of one part x[0], which is the part'th of its pixel
	flags  flags
}

// formats are those of field F by number. What has no size is not known, and what has no unpack is bits as they are.
var formats = [16]format{
	0:  {size: 1, parts: 1},
	1:  {size: 2, parts: 1},
	2:  {size: 4, parts: 1},
	3:  {size: 2, parts: 1, flags: halfAsBits}, // flagged where a register of 32 bits takes it
	4:  {1, 1, unorm(255), packUnorm(255), 0},
	5:  {1, 1, snorm8, packSnorm(127), 0},
	6:  {2, 1, unorm(65535), packUnorm(65535), 0},
	7:  {2, 1, snorm16, packSnorm(32767), 0},
	8:  {4, 4, unpackRGB10A2, packRGB10A2, bitPacked},
	10: {1, 1, unpackSRGBA, packSRGBA, 0},
	12: {4, 3, unpackRG11B10, packRG11B10(math.RoundToEven, 0), bitPacked},
	13: {4, 3, unpackRGB9E5, packRGB9E5(math.RoundToEven), bitPacked},
	14: {4, 3, nil, packRG11B10(math.Trunc, 1), bitPacked},
	15: {4, 3, nil, packRGB9E5(math.Trunc), bitPacked},
}

// raw says that the bits are moved as they are.
func (f *format) raw() bool { return f.pack == nil }

func unorm(most float64) func(uint32, int) float64 {
	return func(v uint32, _ int) float64 { return float64(v) / most }
}

// The most negative number of a snorm is -1 too.

func snorm8(v uint32, _ int) float64 { return max(float64(int8(v)), -127) / 127 }

func snorm16(v uint32, _ int) float64 { return max(float64(int16(v)), -32767) / 32767 }

func packUnorm(most float64) func(*[4]float64, int) uint32 {
	return func(x *[4]float64, _ int) uint32 { return nearest(x[0], 0, most) }
}

func packSnorm(most float64) func(*[4]float64, int) uint32 {
	return func(x *[4]float64, _ int) uint32 { return nearest(x[0], -1, most) }
}

// nearest is the integer that is nearest to a number from least to 1 times most, to even. What is beyond is cut, and not a number is 0.
func nearest(x, least, most float64) uint32 {
	if x != x {
		return 0
	}
	return uint32(int32(math.RoundToEven(max(least, min(x, 1)) * most)))
}

func unpackRGB10A2(v uint32, part int) float64 {
	if part == 3 {
		return float64(v>>30) / 3
	}
	return float64(v>>(10*part)&1023) / 1023
}

func packRGB10A2(x *[4]float64, _ int) uint32 {
	return nearest(x[0], 0, 1023) | nearest(x[1], 0, 1023)<<10 | nearest(x[2], 0, 1023)<<20 | nearest(x[3], 0, 3)<<30
}

// unpackSRGBA is part 3 as it is, and the others by the curve of sRGB in steps of 1/4095, as somebody has measured all of them.
func unpackSRGBA(v uint32, part int) float64 {
	x := float64(v) / 255
	switch {
	case part == 3:
		return x
	case x <= 0.04045:
		x /= 12.92
	default:
		x = math.Pow((x+0.055)/1.055, 2.4)
	}
	return math.RoundToEven(4095*x) / 4095
}

func packSRGBA(x *[4]float64, part int) uint32 {
	v := max(0, min(x[0], 1))
	switch {
	case part == 3:
	case v <= 0.0031308:
		v *= 12.92
	default:
		v = 1.055*math.Pow(v, 1/2.4) - 0.055
	}
	return nearest(v, 0, 255)
}

// unpackRG11B10 is floats without a sign, of 6, 6 and 5 bits behind the point.
func unpackRG11B10(v uint32, part int) float64 {
	if part == 2 {
		return smallFloat(v>>22, 5)
	}
	return smallFloat(v>>(11*part)&2047, 6)
}

// smallFloat is a float without a sign: five bits of exponent, and so many behind the point.
func smallFloat(v uint32, point int) float64 {
	e, m := int(v>>point), float64(v&(1<<point-1))
	switch {
	case e == 31 && m != 0:
		return math.NaN()
	case e == 31:
		return math.Inf(1)
	case e == 0:
		return m * powerOf2(-14-point)
	}
	return m*powerOf2(e-15-point) + powerOf2(e-15)
}

// powerOf2 is 2^n, for a normal number.
func powerOf2(n int) float64 { return math.Float64frombits(uint64(1023+n) << 52) }

// exponentOf is n for 2^n · 1.fff, and less than any other's for 0.
func exponentOf(x float64) int { return int(math.Float64bits(x)>>52&2047) - 1023 }

// packRG11B10 rounds to such floats. beyond is how far below infinity a number that is too large ends.
func packRG11B10(round func(float64) float64, beyond uint32) func(*[4]float64, int) uint32 {
	return func(x *[4]float64, _ int) uint32 {
		return packSmall(x[0], 6, round, beyond) | packSmall(x[1], 6, round, beyond)<<11 | packSmall(x[2], 5, round, beyond)<<22
	}
}

// packSmall rounds to a smallFloat. What is below 0 is 0; what rounds to more than there is, is infinity less beyond.
//
//	2^e · 1.mmmmm    with the 1 in front, m is one exponent more: (e+14) << point + 1mmmmm; a denormal has e = -14 and no 1
func packSmall(x float64, point int, round func(float64) float64, beyond uint32) uint32 {
	infinity := uint32(31) << point
	switch {
	case x != x:
		return infinity | 1<<(point-1)
	case x <= 0:
		return 0
	case math.IsInf(x, 1):
		return infinity
	}
	e := max(exponentOf(x), -14)
	return min(uint32(e+14)<<point+uint32(round(x*powerOf2(point-e))), infinity-beyond)
}

// largestRGB9E5 is 511 · 2^7.
const largestRGB9E5 = 65408

func unpackRGB9E5(v uint32, part int) float64 {
	return float64(v>>(9*part)&511) * powerOf2(int(v>>27)-24)
}

// packRGB9E5 takes the exponent of the largest part, so that this has all of its nine bits.
func packRGB9E5(round func(float64) float64) func(*[4]float64, int) uint32 {
	return func(x *[4]float64, _ int) uint32 {
		var part [3]float64
		largest := 0.0
		for k := range part {
			if x[k] > 0 {
				part[k] = min(x[k], largestRGB9E5)
			}
			largest = max(largest, part[k])
		}
		e := max(exponentOf(largest), -16) + 16
		if round(largest*powerOf2(24-e)) == 512 {
			e++
		}
		v := uint32(e) << 27
		for k := range part {
			v |= uint32(round(part[k]*powerOf2(24-e))) << (9 * k)
		}
		return v
	}
}
