package jit

import "github.com/lanescope/lanescope/internal/x86"

// moveImmediate is mov_imm.
func moveImmediate(c *compiler) {
	d, n := c.target(), c.field(fieldImmediate)
	for h := range 2 {
		c.result(d, h, func(to x86.Operand) { c.do(vmovdqu32, to, c.number(n)) })
	}
}

// addend is half of what an iadd or imadd adds, after it has been negated and shifted; none says that nothing is left of it.
func (c *compiler) addend(s source, h half, t int) (o x86.Operand, none bool) {
	shift := c.shift()
	if shift >= 5 {
		return o, true
	}
	o = c.value(s, h, t)
	if shift > 0 {
		c.do(vpslld, zmm(t), o, x86.Imm(int64(shift)))
		o = zmm(t)
	}
	return o, false
}

// addition is iadd.
func addition(c *compiler) {
	if wide, saturates := c.isWide(c.shift(), "A", "B"); wide {
		c.wideAddition(saturates)
		return
	}
	d, a, b := c.target(), c.source("A"), c.source("B")
	if c.unable {
		return
	}
	for h := range 2 {
		addend, none := c.addend(b, h, 2)
		if none {
			c.move(d, h, c.value(a, h, 1))
			continue
		}
		c.add(d, h, c.register(a, h, 1), addend)
	}
}

// add is the last instruction of a sum or a difference.
func (c *compiler) add(d target, h half, a, addend x86.Operand) {
	e := vpaddd
	if c.field(fieldNegates) != 0 {
		e = vpsubd
	}
	c.result(d, h, func(to x86.Operand) { c.do(e, to, a, addend) })
}

// move is half of a result that is there already.
func (c *compiler) move(d target, h half, v x86.Operand) {
	c.result(d, h, func(to x86.Operand) { c.do(vmovdqu32, to, v) })
}

// multiplyAdd is imadd.
func multiplyAdd(c *compiler) {
	if wide, saturates := c.isWide(c.shift(), "C"); wide {
		c.wideMultiplyAdd(saturates)
		return
	}
	d, a, b, s := c.target(), c.source("A"), c.source("B"), c.source("C")
	if c.unable {
		return
	}
	zero := s.isNumber && s.number == 0
	for h := range 2 {
		addend, none := c.addend(s, h, 3)
		x, y := c.register(a, h, 1), c.value(b, h, 2)
		if none || zero {
			c.result(d, h, func(to x86.Operand) { c.do(vpmulld, to, x, y) })
			continue
		}
		c.do(vpmulld, zmm(1), x, y)
		c.add(d, h, zmm(1), addend)
	}
}
