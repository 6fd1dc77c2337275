package jit

import (
	"math"

	"github.com/lanescope/lanescope/internal/x86"
)

// What has no end of digits is computed here and in the reference by different ways, each right to some of the last places that 64 bits have. Rounded to 32 it is the same, unless what is
// rounded is as near as that to where the rounding changes. Such a lane, one of 60,000, makes its instruction the reference's: so nothing depends on how that computes, but on how well.
//
//	                    24 bits                29 bits
//	64 bits   1.01101110010111010011110 0111111111111111·010110010101
//	                                    └── near half: the reference's ──┘
//
// A double is of 53 bits: one of its last places is near beside them, and so are all that both ways could be wrong by.

// near is how many last places of 64 bits are near to half of the last one of 32.
const near = 1 << 12

// A formula makes eight numbers of 64 bits in zmm3 what they become, and may use zmm4 to zmm7.
type formula struct {
	compute func(c *compiler)
	before  func(c *compiler, h half) // looks at half the operands, in zmm2, for what is not to be computed here; nil if there is no such
	behind  func(c *compiler, h half) // puts right what else than numbers has become of half the results; nil if there is nothing
}

// transcendental makes an instruction.
func transcendental(f formula, d doubt) func(c *compiler) {
	return func(c *compiler) {
		to, a := c.target(), c.float("A")
		c.do(kxorw, x86.K(feeble), x86.K(feeble), x86.K(feeble))
		for h := range 2 {
			c.load(zmm(2), c.floatValue(a, h, 2))
			if f.before != nil {
				f.before(c, h)
			}
			c.inDoubles(h, func() {
				f.compute(c)
				c.do(vpaddq, zmm(4), zmm(3), c.number64((near-1<<28)&(1<<64-1)))
				c.do(vptestnmq, x86.K(free), zmm(4), c.number64(1<<29-2*near))
				c.do(korw, x86.K(feeble), x86.K(feeble), x86.K(free))
			})
			if f.behind != nil {
				f.behind(c, h)
			}
		}
		c.do(kortestw, x86.K(feeble), x86.K(feeble))
		c.giveUp(jnz)
		c.floatResult(to, d)
	}
}

// polynomial puts one of the numbers in zmm x into zmm to, its coefficients from the lowest.
func (c *compiler) polynomial(to, x int, coefficients []float64) {
	last := len(coefficients) - 1
	c.load(zmm(to), c.double(coefficients[last]))
	for k := last - 1; k >= 0; k-- {
		c.do(vfmadd213pd, zmm(to), zmm(x), c.double(coefficients[k]))
	}
}

// series are coefficients, each from the one before.
func series(n int, first float64, next func(k int, before float64) float64) []float64 {
	all := []float64{first}
	for k := 1; k < n; k++ {
		all = append(all, next(k, all[k-1]))
	}
	return all
}

// exponential is exp2: two to a whole number, and to what is left, which is half at most. Beyond 200 all results are infinite, or 0.
//
//	2^x = 2^n · e^(ln 2 · (x-n))
var exponential = formula{compute: func(c *compiler) {
	c.do(vmaxpd, zmm(3), c.inRegister(c.double(-200), 4), zmm(3)) // what is not a number stays so
	c.do(vminpd, zmm(3), c.inRegister(c.double(200), 4), zmm(3))
	c.do(vrndscalepd, zmm(4), zmm(3), x86.Imm(0x08))
	c.do(vsubpd, zmm(3), zmm(3), zmm(4))
	c.polynomial(5, 3, series(12, 1, func(k int, before float64) float64 { return before * math.Ln2 / float64(k) }))
	c.do(vscalefpd, zmm(3), zmm(5), zmm(4))
}}

// logarithm is log2: of m from 3/4 to 3/2, and how often that is doubled.
//
//	x = 2^e · m      s = (m-1) / (m+1)      log2 m = 2/ln 2 · (s + s³/3 + s⁵/5 + …)
var logarithm = formula{
	compute: func(c *compiler) {
		c.do(vgetexppd, zmm(5), zmm(3))
		c.do(vgetmantpd, zmm(4), zmm(3), x86.Imm(0x0b)) // from 3/4 to 3/2; of negative ones, not a number
		one := c.double(1)
		c.do(vcmppd, x86.K(free), zmm(4), one, x86.Imm(floatLess))
		c.do(vaddpd, zmm(5).Masked(free), zmm(5), one)
		c.do(vsubpd, zmm(6), zmm(4), one)
		c.do(vaddpd, zmm(4), zmm(4), one)
		c.do(vdivpd, zmm(6), zmm(6), zmm(4))
		c.do(vmulpd, zmm(7), zmm(6), zmm(6))
		c.polynomial(4, 7, series(10, 2/math.Ln2, func(k int, before float64) float64 { return before * float64(2*k-1) / float64(2*k+1) }))
		c.do(vfmadd213pd, zmm(4), zmm(6), zmm(5))
		c.load(zmm(3), zmm(4))
	},
	before: func(c *compiler, h half) { c.do(vfpclassps, x86.K(held[h]), zmm(2), x86.Imm(aZero)) },
	behind: func(c *compiler, h half) { c.do(vmovdqu32, zmm(h).Masked(held[h]), c.number(infinity|sign)) },
}

// sinePart2 is sin_pt_2, of a quarter of the circle: of what is not from -1 to 1, the reference knows it.
//
//	sin(πy/2) / y = π/2 - (π/2)³/3! · y² + (π/2)⁵/5! · y⁴ - …
var sinePart2 = formula{
	compute: func(c *compiler) {
		c.do(vmulpd, zmm(3), zmm(3), zmm(3))
		c.polynomial(4, 3, series(10, math.Pi/2, func(k int, before float64) float64 {
			return -before * math.Pi * math.Pi / 4 / float64(2*k*(2*k+1))
		}))
		c.load(zmm(3), zmm(4))
	},
	before: func(c *compiler, h half) {
		c.do(vpandd, zmm(3), zmm(2), c.number(magnitude))
		c.do(vcmpps, x86.K(free).Masked(active[h]), zmm(3), c.number(oneFloat), x86.Imm(floatGreater))
		c.do(korw, x86.K(feeble), x86.K(feeble), x86.K(free))
	},
}
