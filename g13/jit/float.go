package jit

import "github.com/lanescope/lanescope/internal/x86"

// The CPU computes floats as the G13 does, with denormals as zeros, but for what is looked for in lanes that are active:
//
//	not a number           the G13 has one of them, 7fc00000
//	the smallest normal    it flushes before it rounds, the CPU behind that: the exact result may have been smaller
//	a product that is -0   it adds 0.0, if that was a zero before it was flushed
//
// It is rare, so that the code only looks whether there is something of the kind, and goes aside if so: there the first is put right, and the others are left to the reference.
//
//	      vmulps zmm0, …                             aside:  vcmpps k7 {k1}, zmm0, zmm0, 3
//	      vmulps zmm1, …                                     vmovdqu32 zmm0 {k7}, [not a number]
//	      …          something there?                        …                    the same of zmm1
//	      jnz aside                                          …                    anything else there?
//	back: vmovdqa32 zmm8 {k1}, zmm0                          jnz                  out to the reference
//	      vmovdqa32 zmm9 {k2}, zmm1                          jmp back

// A doubt is how half of a result is looked at. It leaves lanes in a mask.
type doubt struct {
	quick func(c *compiler, h half) // those of which something may be wrong
	rest  func(c *compiler, h half) // and those of them that are no numbers to be put right; nil if there are no others
}

// Of a sum there are only those that are not a number: what is as small as that is exact.
var ofSum = doubt{quick: func(c *compiler, h half) {
	c.do(vcmpps, x86.K(held[h]).Masked(active[h]), zmm(h), zmm(h), x86.Imm(floatUnordered))
}}

// Of a product plus something, the smallest normal number, too.
var ofFused = doubt{
	quick: func(c *compiler, h half) { c.smallest(h, floatEqualUnordered) },
	rest:  func(c *compiler, h half) { c.smallest(h, floatEqual) },
}

func (c *compiler) smallest(h half, predicate int64) {
	c.do(vpandd, zmm(2), zmm(h), c.number(magnitude))
	c.do(vcmpps, x86.K(held[h]).Masked(active[h]), zmm(2), c.number(leastFloat), x86.Imm(predicate))
}

// Of a product, zeros too, which a look at the bits without their sign finds with the others:
//
//	2r - 0x01000001    the smallest normal ffffffff   zeros feffffff   not a number fe000000 to fefffffd   all else below
var ofProduct = doubt{
	quick: func(c *compiler, h half) {
		c.do(vpaddd, zmm(2), zmm(h), zmm(h))
		c.do(vpsubd, zmm(2), zmm(2), c.number(0x01000001))
		c.do(vpcmpud, x86.K(held[h]).Masked(active[h]), zmm(2), c.number(0xfdffffff), x86.Imm(cmpGreater))
	},
	rest: func(c *compiler, h half) {
		c.smallest(h, floatEqual)
		c.do(vfpclassps, x86.K(free).Masked(active[h]), zmm(h), x86.Imm(negativeZero))
		c.do(korw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
	},
}

// negativeZero is the class of -0, as vfpclassps numbers it.
const negativeZero = 0x04

// doubtful looks at a result in zmm0 and zmm1.
func (c *compiler) doubtful(d doubt) {
	for h := range 2 {
		d.quick(c, h)
	}
	c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
	c.aside(jnz, func() {
		for h := range 2 {
			c.do(vcmpps, x86.K(free).Masked(active[h]), zmm(h), zmm(h), x86.Imm(floatUnordered))
			c.do(vmovdqu32, zmm(h).Masked(free), c.number(notANumber))
		}
		if d.rest == nil {
			return
		}
		for h := range 2 {
			d.rest(c, h)
		}
		c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
		c.giveUp(jnz)
	})
}

// floatResult writes both halves of a result, which stand in zmm0 and zmm1.
func (c *compiler) floatResult(d target, doubt doubt) {
	c.doubtful(doubt)
	for h := range 2 {
		if c.inst.Saturates() {
			c.saturate(h)
		}
		if d.view != word {
			c.do(vcvtps2ph, x86.YMM(h), zmm(h), x86.Imm(0))
			c.do(vpmovzxwd, zmm(h), x86.YMM(h))
		}
		c.put(d, h, zmm(h))
	}
}

// saturate makes half a result the nearest number from 0 to 1. As unsigned numbers, whatever is negative or not a number is above infinity, and becomes 0.
func (c *compiler) saturate(r int) {
	c.do(vpcmpud, x86.K(free), zmm(r), c.number(infinity), x86.Imm(cmpGreater))
	c.do(vpminud, zmm(r), zmm(r), c.number(oneFloat))
	c.do(vpxord, zmm(r).Masked(free), zmm(r), zmm(r))
}

// floatOf makes fadd32 and fmul32.
func floatOf(e x86.Encoding, doubt doubt) func(c *compiler) {
	return func(c *compiler) {
		d, a, b := c.target(), c.float("A"), c.float("B")
		for h := range 2 {
			x := c.floatRegister(a, h, 2)
			c.do(e, zmm(h), x, c.floatValue(b, h, 3))
		}
		c.floatResult(d, doubt)
	}
}

// floatMultiplyAdd is fmadd32.
func floatMultiplyAdd(c *compiler) {
	d, a, b, s := c.target(), c.float("A"), c.float("B"), c.float("C")
	for h := range 2 {
		c.load(zmm(h), c.floatValue(a, h, 2))
		x := c.floatRegister(b, h, 3)
		c.do(vfmadd213ps, zmm(h), x, c.floatValue(s, h, 4))
	}
	c.floatResult(d, ofFused)
}

// rounding makes floor, ceil, trunc and rint.
func rounding(mode int64) func(c *compiler) {
	return func(c *compiler) {
		d, a := c.target(), c.float("A")
		for h := range 2 {
			c.do(vrndscaleps, zmm(h), c.floatValue(a, h, 2), x86.Imm(mode))
		}
		c.floatResult(d, ofSum)
	}
}
