package jit

import (
	"math"

	"github.com/lanescope/lanescope/internal/x86"
)

// The CPU divides and takes roots with one rounding, as the reference does: in 32 bits what is rounded once, and in 64 what the reference computes there before it rounds to 32.

// reciprocal is rcp. No number of 24 bits has a reciprocal so little below the smallest normal one that it would be rounded to that.
func reciprocal(c *compiler) {
	d, a := c.target(), c.float("A")
	for h := range 2 {
		v := c.floatValue(a, h, 2)
		c.do(vdivps, zmm(h), c.inRegister(c.number(oneFloat), 3), v)
	}
	c.floatResult(d, ofSum)
}

// positiveInfinity is a class, as vfpclassps numbers them.
const positiveInfinity = 0x08

// reciprocalRoot makes rsqrt and rsqrt_special. The latter is 1 of zero and of infinity.
func reciprocalRoot(special bool) func(c *compiler) {
	return func(c *compiler) {
		d, a := c.target(), c.float("A")
		for h := range 2 {
			c.load(zmm(2), c.floatValue(a, h, 2))
			if special {
				c.do(vfpclassps, x86.K(held[h]), zmm(2), x86.Imm(aZero|positiveInfinity))
			}
			c.inDoubles(h, func() {
				c.do(vsqrtpd, zmm(3), zmm(3))
				c.do(vdivpd, zmm(3), c.inRegister(c.double(1), 4), zmm(3))
			})
			if special {
				c.do(vmovdqu32, zmm(h).Masked(held[h]), c.number(oneFloat))
			}
		}
		c.floatResult(d, ofSum)
	}
}

// inDoubles makes half a result from zmm2, eight lanes at a time: compute has eight numbers of 64 bits in zmm3, and leaves eight there.
func (c *compiler) inDoubles(h half, compute func()) {
	for part := range 2 {
		to := x86.YMM(h)
		if part == 1 {
			c.do(vextracti32x8, x86.YMM(2), zmm(2), x86.Imm(1))
			to = x86.YMM(3)
		}
		c.do(vcvtps2pd, zmm(3), x86.YMM(2))
		compute()
		c.do(vcvtpd2ps, to, zmm(3))
		if part == 1 {
			c.do(vinserti32x8, zmm(h), zmm(h), x86.YMM(3), x86.Imm(1))
		}
	}
}

// double is a number of 64 bits in all lanes.
func (c *compiler) double(x float64) x86.Operand { return c.number64(math.Float64bits(x)) }

// sinePart1 is sin_pt_1: t, 2 - t or t - 4, in whose bounds no lane is that is not a number. A product by 1 is t itself, or a zero of its sign if it is a denormal.
func sinePart1(c *compiler) {
	d, a := c.target(), c.float("A")
	for h := range 2 {
		t := c.floatRegister(a, h, 2)
		c.do(vsubps, zmm(h), t, c.number(fourFloat))
		c.do(vcmpps, x86.K(free), t, c.number(threeFloat), x86.Imm(floatLessOrEqual))
		c.do(vsubps, zmm(h).Masked(free), c.inRegister(c.number(twoFloat), 3), t)
		c.do(vcmpps, x86.K(free), t, c.number(oneFloat), x86.Imm(floatLessOrEqual))
		c.do(vmulps, zmm(h).Masked(free), t, c.number(oneFloat))
	}
	c.floatResult(d, ofSum)
}

// More numbers as floats.
const (
	twoFloat   = 0x40000000
	threeFloat = 0x40400000
	fourFloat  = 0x40800000
)
