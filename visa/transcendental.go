package visa

import "math"

// Functions that no format holds the values of. They are computed with 53 bits, so that of the 24 of f, or the 11 of hf, the last one is that of the nearest number but where the exact value is all but
// in the middle of two.

// isMath says whether the instruction's values are not exact: the hardware approximates them.
func (o Op) isMath() bool { return o >= opSqrt && o <= opCos }

// log2 is the logarithm to base 2. Around 1 it is small, and has to be found from the distance to 1.
func log2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return math.Log1p(x-1) / math.Ln2
	}
	return math.Log2(x)
}

// power is x to the y as 2^(y·log2 x): powr of IEEE 754, which has no value for negative numbers, nor for 0^0, infinity^0 and 1^infinity.
func power(x, y float64) float64 {
	switch {
	case x != x || y != y, x < 0, y == 0 && (x == 0 || math.IsInf(x, 1)), x == 1 && math.IsInf(y, 0):
		return math.NaN()
	case x == 0:
		x = 0 // without a sign
		if y < 0 {
			return math.Inf(1)
		}
		return x
	}
	return math.Pow(x, y)
}
