package machine

import (
	"math"
	"math/bits"
)

// function makes an instruction on one number from a function of exact numbers. Its result is rounded to f32. All lanes are made exact before one is computed: what makes a number longer leaves a
// part of the register as it was, and so a lane would wait for the one before.
func function(f func(float64) float64, unverified flags) func(*compiler, *op) string {
	make32 := float32Op(func(g *Group, o *op, t *Row) {
		var exact [Lanes]float64
		for i, v := range g.fetchFloat(&o.a, &g.s0) {
			exact[i] = number32(v)
		}
		for m := g.Exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (Lanes - 1)
			t[i] = round32(f(exact[i]))
		}
	}, "A")
	return func(c *compiler, o *op) string {
		refusal := make32(c, o)
		o.flags |= unverified
		return refusal
	}
}

// The rounding functions are exact: the sign of a zero is that of the number.

func floor(x float64) float64 { return math.Floor(x) }

func ceil(x float64) float64 { return math.Ceil(x) }

func trunc(x float64) float64 { return math.Trunc(x) }

func rint(x float64) float64 { return math.RoundToEven(x) }

// The others are within these bounds of the true value, in units of the last place of an f32. The hardware's results are not public.
//
//	rcp                    1/2          the hardware: 1
//	rsqrt, rsqrt_special   1/2 + 2^-27  the hardware is said to be within 2
//	log2                   1/2 + 2^-26  3
//	exp2                   1/2 + 2^-26  3 + 2|x|
//	sin_pt_2               1/2 + 2^-26  not known

// rcp is exact but for the last rounding: a quotient of two numbers of 24 bits that is rounded to 53 is never half way between two of 24.
func rcp(x float64) float64 { return 1 / x }

func rsqrt(x float64) float64 { return 1 / math.Sqrt(x) }

// rsqrtSpecial is finite for zero and not zero for infinity, so that x times it is the root there too.
func rsqrtSpecial(x float64) float64 {
	if x == 0 || math.IsInf(x, 1) {
		return 1
	}
	return rsqrt(x)
}

func log2(x float64) float64 {
	if x > 0.5 && x < 2 {
		return math.Log1p(x-1) * math.Log2E // the difference is exact
	}
	return math.Log2(x)
}

// sinPart1 takes quarters of the circle to what sinPart2 is for.
//
//	 1      ╱╲
//	 0     ╱  ╲    ╱
//	-1         ╲  ╱
//	      0 1 2 3 4
func sinPart1(t float64) float64 {
	switch {
	case t <= 1:
		return t
	case t <= 3:
		return 2 - t
	}
	return t - 4
}

// sinPart2 is what y has to be multiplied with to be the sine of y quarters.
func sinPart2(y float64) float64 {
	if y == 0 {
		return math.Pi / 2
	}
	return math.Sin(math.Pi/2*y) / y
}

// derivative makes dfdx and dfdy. A quad's lanes are its pixels:
//
//	0 1     dfdx: 1 - 0 and 3 - 2
//	2 3     dfdy: 2 - 0 and 3 - 1
func derivative(neighbour int) func(*compiler, *op) string {
	make32 := float32Op(func(g *Group, o *op, t *Row) {
		a := *g.fetchFloat(&o.a, &g.s0)
		for m := g.Exec; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m) & (Lanes - 1)
			t[i] = add32(a[i|neighbour], a[i&^neighbour]^sign32)
		}
	}, "A")
	return func(c *compiler, o *op) string {
		refusal := make32(c, o)
		o.flags |= derivatives
		if c.field("kill") != 0 {
			o.flags |= killBit
		}
		return refusal
	}
}
