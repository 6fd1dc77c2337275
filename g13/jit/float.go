package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The CPU computes floats as the G13 does, with denormals as zeros, but for what is looked for in lanes that are active:
//
//	not a number           the G13 has one of them, 7fc00000
//	the smallest normal    it flushes before it rounds, the CPU behind that: the exact result may have been smaller
//	a product that is -0   it adds 0.0, if that was a zero before it was flushed
//
// It is rare, so that the code only looks whether there is something of the kind, and goes aside if so: there all is put right but the second, which is left to the reference.
//
//	      vmulps zmm0, …                             aside:  vcmpps k7 {k1}, zmm0, zmm0, 3
//	      vmulps zmm1, …                                     vmovdqu32 zmm0 {k7}, [not a number]
//	      …          something there?                        …                    the same of zmm1, and so on
//	      jnz aside                                          …                    is the second among them?
//	back: vmovdqa32 zmm8 {k1}, zmm0                          jnz                  out to the reference
//	      vmovdqa32 zmm9 {k2}, zmm1                          jmp back

// A doubt is how half of a result is looked at. It leaves lanes in a mask.
type doubt struct {
	quick func(c *compiler, h half) // those of which something may be wrong
	rest  func(c *compiler, h half) // and those of them that are for the reference; nil if there are none
	zeros bool                      // a product that is -0 is put right aside
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
	rest: func(c *compiler, h half) { c.smallest(h, floatEqual) },
}

// Classes of floats, as vfpclassps numbers them.
const (
	notNumbers    = 0x01 | 0x80
	aNegativeZero = 0x04
	aZero         = 0x02 | 0x04 // as MXCSR has it, a denormal is one
)

// addZero makes a product in zmm0 and zmm1 that is -0 a 0, and says so, if a factor is zero: then it was -0 before it was flushed.
func (c *compiler) addZero(a, b source) {
	for h := range 2 {
		c.do(vfpclassps, x86.K(held[h]), c.floatRegister(a, h, 2), x86.Imm(aZero))
		c.do(vfpclassps, x86.K(free), c.floatRegister(b, h, 3), x86.Imm(aZero))
		c.do(korw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		c.do(vfpclassps, x86.K(free).Masked(active[h]), zmm(h), x86.Imm(aNegativeZero))
		c.do(kandw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		c.do(kandw, x86.K(free), x86.K(held[h]), x86.K(held[h]))
		c.do(vpxord, zmm(h).Masked(free), zmm(h), zmm(h))
	}
	c.saw(machine.SawNegativeZero)
}

// saw notes a sight, if there are lanes in the masks held.
func (c *compiler) saw(s machine.Sight) {
	c.do(korw, x86.K(free), x86.K(held[0]), x86.K(held[1]))
	c.noted(s)
}

// noted is the same for lanes in the mask free.
func (c *compiler) noted(s machine.Sight) {
	c.do(kmovwr, x86.R(scratch), x86.K(free))
	c.do(orTo32, x86.Mem(frame, seenAt+4*int32(s)), x86.R(scratch))
}

// doubtful looks at a result in zmm0 and zmm1. What else is to be done about it stands aside, too.
func (c *compiler) doubtful(d doubt, aside func()) {
	for h := range 2 {
		d.quick(c, h)
	}
	c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
	c.aside(jnz, func() {
		for h := range 2 {
			c.do(vcmpps, x86.K(free).Masked(active[h]), zmm(h), zmm(h), x86.Imm(floatUnordered))
			c.do(vmovdqu32, zmm(h).Masked(free), c.number(notANumber))
		}
		if d.rest != nil {
			for h := range 2 {
				d.rest(c, h)
			}
			c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
			c.giveUp(jnz)
		}
		if aside != nil {
			aside()
		}
	})
}

// floatResult writes both halves of a result, which stand in zmm0 and zmm1.
func (c *compiler) floatResult(d target, doubt doubt, aside func()) {
	c.doubtful(doubt, aside)
	for h := range 2 {
		if c.inst.Saturates() {
			c.saturate(h)
		}
		c.narrow(d, h, toNearest)
		c.put(d, h, zmm(h))
	}
}

// saturate makes half a result the nearest number from 0 to 1. As unsigned numbers, whatever is negative or not a number is above infinity, and becomes 0.
func (c *compiler) saturate(r int) {
	c.do(vpcmpud, x86.K(free), zmm(r), c.number(infinity), x86.Imm(cmpGreater))
	c.do(vpminud, zmm(r), zmm(r), c.number(oneFloat))
	c.do(vpxord, zmm(r).Masked(free), zmm(r), zmm(r))
}

// floatAdd is fadd32.
func floatAdd(c *compiler) { c.floatResult(c.target(), ofSum, c.both(vaddps, nil)) }

// floatMultiply is fmul32.
func floatMultiply(c *compiler) { c.floatResult(c.target(), ofProduct, c.both(vmulps, c.addZero)) }

// both computes zmm0 and zmm1 from two operands. What is to be done about the result aside knows them.
func (c *compiler) both(e x86.Encoding, aside func(a, b source)) func() {
	a, b := c.float("A"), c.float("B")
	for h := range 2 {
		x := c.floatRegister(a, h, 2)
		c.do(e, zmm(h), x, c.floatValue(b, h, 3))
	}
	if aside == nil {
		return nil
	}
	return func() { aside(a, b) }
}

// floatMultiplyAdd is fmadd32.
func floatMultiplyAdd(c *compiler) {
	d, a, b, s := c.target(), c.float("A"), c.float("B"), c.float("C")
	for h := range 2 {
		c.load(zmm(h), c.floatValue(a, h, 2))
		x := c.floatRegister(b, h, 3)
		c.do(vfmadd213ps, zmm(h), x, c.floatValue(s, h, 4))
	}
	c.floatResult(d, ofFused, nil)
}

// rounding makes floor, ceil, trunc and rint.
func rounding(mode int64) func(c *compiler) {
	return func(c *compiler) {
		d, a := c.target(), c.float("A")
		for h := range 2 {
			c.do(vrndscaleps, zmm(h), c.floatValue(a, h, 2), x86.Imm(mode))
		}
		c.floatResult(d, ofSum, nil)
	}
}

// derivative makes dfdx and dfdy: of each quad, which lanes are subtracted from which, as vpshufd has it.
//
//	0 1     dfdx: 1 1 3 3 minus 0 0 2 2
//	2 3     dfdy: 2 3 2 3 minus 0 1 0 1
func derivative(from, less int64) func(c *compiler) {
	return func(c *compiler) {
		d, a := c.target(), c.float("A")
		for h := range 2 {
			v := c.floatRegister(a, h, 2)
			c.do(vpshufd, zmm(3), v, x86.Imm(from))
			c.do(vpshufd, zmm(4), v, x86.Imm(less))
			c.do(vsubps, zmm(h), zmm(3), zmm(4))
		}
		c.floatResult(d, ofSum, nil)
	}
}
