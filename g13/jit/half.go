package jit

import "github.com/lanescope/lanescope/internal/x86"

// Instructions of halves round once, from the exact result to sixteen bits, which no instruction of the CPU does. It computes them in 32 bits and makes halves of that.
//
// Sums and products of two halves come out right so: 24 bits are at least twice 11 and two more. A fused product, or one with a uniform of 32 bits, would be rounded twice; so it is
// rounded to odd first, after which any rounding to fewer bits is that of the exact result:
//
//	exact         1.0000000000 1000000000000 0001          to even in 32 bits, it would be half way between two halves
//	downwards     1.0000000000 1000000000000
//	upwards       1.0000000000 1000000000001               the odd one of the two: more than half way
//	a half        1.0000000001

// halfOperands are operands of an instruction of halves, and whether its result has to be rounded to odd.
func (c *compiler) halfOperands(fused bool, names ...string) (all []source, odd bool) {
	odd = fused
	for _, name := range names {
		s := c.float(name)
		all, odd = append(all, s), odd || s.uniform && !s.half
	}
	return all, odd
}

// A computation puts half of a result into a register, from operands in registers, with a rounding of its own.
type computation func(c *compiler, to x86.Operand, from []x86.Operand, r x86.Rounding)

func sum(c *compiler, to x86.Operand, from []x86.Operand, r x86.Rounding) {
	c.do(vaddps, to, from[0], from[1].Rounded(r))
}

func product(c *compiler, to x86.Operand, from []x86.Operand, r x86.Rounding) {
	c.do(vmulps, to, from[0], from[1].Rounded(r))
}

func fusedProduct(c *compiler, to x86.Operand, from []x86.Operand, r x86.Rounding) {
	c.load(to, from[0])
	c.do(vfmadd213ps, to, from[1], from[2].Rounded(r))
}

// halves makes an instruction of halves.
func halves(compute computation, d doubt, names ...string) func(c *compiler) {
	return func(c *compiler) {
		to := c.target()
		operands, odd := c.halfOperands(len(names) == 3, names...)
		if c.unable {
			return
		}
		for h := range 2 {
			var from []x86.Operand
			for k, s := range operands {
				from = append(from, c.floatRegister(s, h, 2+k))
			}
			if !odd {
				compute(c, zmm(h), from, x86.ToEven)
				continue
			}
			compute(c, zmm(h), from, x86.Upwards)
			compute(c, zmm(5), from, x86.Downwards)
			c.toOdd(h, 5)
		}
		c.doubtful(d, [2]int{0, 1}, d.zeros, [2]source{operands[0], operands[1]})
		c.floatResultFrom([2]int{0, 1}, to)
	}
}

// toOdd takes what was rounded downwards for what was rounded upwards, where that is the odd one. Where both are the same, or zeros, none is.
func (c *compiler) toOdd(up, down int) {
	c.do(vptestmd, x86.K(free), zmm(down), c.number(1))
	c.do(vmovdqa32, zmm(up).Masked(free), zmm(down))
}

// Of a product of halves there are those that are not a number, and those that are -0.
var ofHalves = doubt{zeros: true, quick: func(c *compiler, r [2]int) [2]int {
	for h := range 2 {
		c.do(vfpclassps, x86.K(held[h]).Masked(active[h]), zmm(r[h]), x86.Imm(aNegativeZero|notNumbers))
	}
	return held
}}
