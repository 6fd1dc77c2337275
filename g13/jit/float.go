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
//	back: vmovdqa32 zmm10 {k1}, zmm0                         jnz                  out to the reference
//	      vmovdqa32 zmm11 {k2}, zmm1                         jmp back

// A doubt is how a result is looked at, whose halves are in two registers.
type doubt struct {
	quick func(c *compiler, r [2]int) [2]int  // in which masks there is something where something may be wrong, perhaps also where no lane is active
	rest  func(c *compiler, h half, r [2]int) // leaves lanes in such a mask that are the reference's; nil if there are none
	zeros bool                                // a product that is -0 is put right aside
}

// Of a sum there are only those that are not a number: what is as small as that is exact.
var ofSum = doubt{quick: func(c *compiler, r [2]int) [2]int {
	c.unordered(r)
	return [2]int{held[0], held[0]}
}}

// unordered finds lanes that are not a number in one half or the other.
func (c *compiler) unordered(r [2]int) {
	c.do(vcmpps, x86.K(held[0]), zmm(r[0]), zmm(r[1]), x86.Imm(floatUnordered))
}

// Of a product, the smallest normal number too, and zeros. The number of the two halves that is nearer to 0 is never what is not a number, so that the other one is not missed.
var ofProduct = doubt{
	quick: func(c *compiler, r [2]int) [2]int {
		c.unordered(r)
		c.nearZero(r)
		return held
	},
	rest: (*compiler).smallest,
}

// nearZero finds lanes that are the smallest normal number or a zero in one half or the other.
func (c *compiler) nearZero(r [2]int) {
	c.do(vrangeps, zmm(2), zmm(r[0]), zmm(r[1]), x86.Imm(nearerToZero))
	c.do(vcmpps, x86.K(held[1]), zmm(2), c.number(leastFloat), x86.Imm(floatLessOrEqual))
}

// nearerToZero is what vrangeps takes of two numbers, without its sign.
const nearerToZero = 0x0a

func (c *compiler) smallest(h half, r [2]int) {
	c.do(vpandd, zmm(2), zmm(r[h]), c.number(magnitude))
	c.do(vcmpps, x86.K(held[h]).Masked(active[h]), zmm(2), c.number(leastFloat), x86.Imm(floatEqual))
}

// Classes of floats, as vfpclassps numbers them.
const (
	notNumbers    = 0x01 | 0x80
	aNegativeZero = 0x04
	aZero         = 0x02 | 0x04 // as MXCSR has it, a denormal is one
)

// addZero makes a product that is -0 a 0, and says so, if a factor is zero: then it was -0 before it was flushed.
func (c *compiler) addZero(factors [2]source, r [2]int) {
	a, b := factors[0], factors[1]
	for h := range 2 {
		c.do(vfpclassps, x86.K(held[h]), c.floatRegister(a, h, 2), x86.Imm(aZero))
		c.do(vfpclassps, x86.K(free), c.floatRegister(b, h, temps-1), x86.Imm(aZero))
		c.do(korw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		c.do(vfpclassps, x86.K(free).Masked(active[h]), zmm(r[h]), x86.Imm(aNegativeZero))
		c.do(kandw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		c.do(kandw, x86.K(free), x86.K(held[h]), x86.K(held[h]))
		c.do(vpxord, zmm(r[h]).Masked(free), zmm(r[h]), zmm(r[h]))
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

// doubtful looks at a result. Of a product it may be that zeros have to be put right.
func (c *compiler) doubtful(d doubt, r [2]int, zeros bool, factors [2]source) {
	masks := d.quick(c, r)
	c.do(kortestw, x86.K(masks[0]), x86.K(masks[1]))
	c.aside(jnz, &apart{write: putRight, doubt: d, r: r, zeros: zeros, factors: factors})
}

// putRight is what stands apart for a result.
func putRight(c *compiler, a *apart) {
	if a.doubt.rest != nil {
		c.refused(a.doubt, a.r)
	}
	for h := range 2 {
		c.canonical(zmm(a.r[h]), h)
	}
	if a.zeros {
		c.addZero(a.factors, a.r)
	}
}

// refused leaves lanes to the reference that are its.
func (c *compiler) refused(d doubt, r [2]int) {
	for h := range 2 {
		d.rest(c, h, r)
	}
	c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
	c.giveUp(jnz)
}

// floatResult writes both halves of a result, which stand in zmm0 and zmm1.
func (c *compiler) floatResult(d target, doubt doubt) {
	c.doubtful(doubt, [2]int{0, 1}, false, [2]source{})
	c.floatResultFrom([2]int{0, 1}, d)
}

// floatResultFrom writes both halves from two temporaries that have been looked at. Of a whole register they stay known.
func (c *compiler) floatResultFrom(r [2]int, d target) {
	for h := range 2 {
		if c.inst.Saturates() {
			c.saturate(r[h])
		}
		c.narrow(d, r[h], toNearest)
		c.put(d, h, zmm(r[h]))
	}
	if d.view == word {
		c.remember(d.row, r, false)
	}
}

// saturate makes half a result the nearest number from 0 to 1. As unsigned numbers, whatever is negative or not a number is above infinity, and becomes 0.
func (c *compiler) saturate(r int) {
	c.do(vpcmpud, x86.K(free), zmm(r), c.number(infinity), x86.Imm(cmpGreater))
	c.do(vpminud, zmm(r), zmm(r), c.number(oneFloat))
	c.do(vpxord, zmm(r).Masked(free), zmm(r), zmm(r))
}

// floatAdd is fadd32. What is negated is subtracted.
func floatAdd(c *compiler) {
	d, a, b := c.target(), c.float("A").lately(), c.float("B").lately()
	e := vaddps
	if a.neg && !b.neg {
		a, b = b, a
	}
	if b.neg && !b.isNumber {
		e, b.neg = vsubps, false
	}
	r := c.temporaries(a, b)
	for h := range 2 {
		x := c.floatRegister(a, h, 2)
		c.do(e, zmm(r[h]), x, c.floatValue(b, h, temps-1))
	}
	if c.mayBeLate(d) {
		c.lateResult(r, d, a, b)
		return
	}
	c.doubtful(ofSum, r, false, [2]source{})
	c.floatResultFrom(r, d)
}

// floatMultiply is fmul32.
func floatMultiply(c *compiler) {
	d, a, b := c.target(), c.float("A").lately(), c.float("B").lately()
	r := c.temporaries(a, b)
	for h := range 2 {
		x := c.floatRegister(a, h, 2)
		c.do(vmulps, zmm(r[h]), x, c.floatValue(b, h, temps-1))
	}
	c.multipliedResult(r, d, multiplied{certain: isSquare(a, b), zeros: true, factors: [2]source{a, b}}, a, b)
	if isSquare(a, b) {
		c.recent.foundNotNegative(d.row)
	}
}

// A multiplied is what is to be known of a product, or of one to which something is added.
type multiplied struct {
	certain bool // nobody has to look but for what is not a number
	zeros   bool // a -0 is put right
	factors [2]source
}

// multipliedResult writes one that stands in two temporaries.
func (c *compiler) multipliedResult(r [2]int, d target, m multiplied, from ...source) {
	late := c.mayBeLate(d)
	switch {
	case late && !m.certain:
		c.lateProduct(r, m.zeros, m.factors)
	case !late && m.certain:
		c.doubtful(ofSum, r, false, [2]source{})
	case !late:
		c.doubtful(ofProduct, r, m.zeros, m.factors)
	}
	if late {
		c.lateResult(r, d, from...)
		return
	}
	c.floatResultFrom(r, d)
}

// floatMultiplyAdd is fmadd32. The CPU has an instruction for each of the signs that the product and what is added may have.
func floatMultiplyAdd(c *compiler) {
	d, a, b, s := c.target(), c.float("A").lately(), c.float("B").lately(), c.float("C").lately()
	signs := 0
	for k, from := range []*source{&a, &b, &s} {
		if from.neg && !from.isNumber {
			signs ^= []int{1, 1, 2}[k]
			from.neg = false
		}
	}
	notNegative := signs == 0 && isSquare(a, b) && c.notNegative(s)
	r := c.temporaries(a, b, s)
	for h := range 2 {
		c.load(zmm(r[h]), c.floatValue(a, h, 2))
		x := c.floatRegister(b, h, temps-1)
		c.do([...]x86.Encoding{vfmadd213ps, vfnmadd213ps, vfmsub213ps, vfnmsub213ps}[signs], zmm(r[h]), x, c.floatValue(s, h, 2))
	}
	c.multipliedResult(r, d, multiplied{certain: notNegative || a.isWhole() || b.isWhole()}, a, b, s)
	if notNegative {
		c.recent.foundNotNegative(d.row)
	}
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
		c.floatResult(d, ofSum)
	}
}
