package jit

import "github.com/lanescope/lanescope/internal/x86"

// A comparison leaves in the masks held the lanes for which a condition holds, of all, active or not; or in the masks awake, if it narrows them, those of them.
type comparison func(c *compiler)

// found is the mask in which a comparison leaves half of its lanes.
func (c *compiler) found(h half) x86.Operand {
	if c.narrows {
		return x86.K(awake[h]).Masked(awake[h])
	}
	return x86.K(held[h])
}

// integers compares integers.
func integers(c *compiler) {
	cc := c.field(fieldCondition)
	if cc&3 == 3 {
		c.unable = true // nobody knows it
		return
	}
	e, predicate := vpcmpud, [...]int64{cmpEqual, cmpLess, cmpGreater}[cc&3]
	signed := cc&4 != 0
	if signed {
		e = vpcmpd
	}
	a, b := c.compared("A", signed), c.compared("B", signed)
	if c.turned() {
		predicate ^= otherwise
	}
	for h := range 2 {
		x := c.register(a, h, 1)
		c.do(e, c.found(h), x, c.value(b, h, 2), x86.Imm(predicate))
	}
}

// floatPredicates are the conditions of floats. Of two, one operand that is not a number loses; the fifth is none.
var floatPredicates = [8]int64{floatEqual, floatLess, floatGreater, floatLess, -1, floatGreaterOrEqual, floatLessOrEqual, floatGreater}

// floats compares floats.
func floats(c *compiler) {
	cc := c.field(fieldCondition)
	predicate := floatPredicates[cc]
	if predicate < 0 {
		c.unable = true
		return
	}
	turned, alone := c.turned(), cc == 3 || cc == 7 // B alone may not be a number
	if turned && !alone {
		predicate ^= otherwise
	}
	a, b := c.float("A"), c.float("B")
	for h := range 2 {
		x := c.floatRegister(a, h, 1)
		y := c.floatRegister(b, h, 2)
		if !alone {
			c.do(vcmpps, c.found(h), x, y, x86.Imm(predicate))
			continue
		}
		c.do(vcmpps, x86.K(held[h]), x, y, x86.Imm(predicate))
		c.do(vcmpps, x86.K(free), y, y, x86.Imm(floatUnordered))
		c.do(vcmpps, x86.K(free).Masked(free), x, x, x86.Imm(floatOrdered))
		c.do(korw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		if turned {
			c.do(knotw, x86.K(held[h]), x86.K(held[h]))
		}
		if c.narrows {
			c.do(kandw, x86.K(awake[h]), x86.K(awake[h]), x86.K(held[h]))
		}
	}
}

// turned says whether the instruction turns its condition round.
func (c *compiler) turned() bool {
	return c.form.fields[fieldTurned].Of(c.inst) != 0
}

// compareSelect makes icmpsel and fcmpsel.
func compareSelect(by comparison) func(c *compiler) {
	return func(c *compiler) {
		d, x, y := c.target(), c.source("X"), c.source("Y")
		by(c)
		for h := range 2 {
			no := c.register(y, h, 1)
			yes := c.value(x, h, 2)
			c.do(vpblendmd, zmm(3).Masked(held[h]), no, yes)
			c.move(d, h, zmm(3))
		}
	}
}

// ballot makes icmp_ballot and fcmp_ballot: which lanes of those that are active, as a number; or of a quad, in its lanes.
func ballot(by comparison) func(c *compiler) {
	return func(c *compiler) {
		d, quads := c.target(), c.field(fieldGroup) == 0
		by(c)
		for h := range 2 {
			c.do(kandw, x86.K(held[h]), x86.K(held[h]), x86.K(active[h]))
		}
		if quads {
			c.quadBallot(d)
			return
		}
		c.do(kmovwr, x86.R(scratch), x86.K(held[0]))
		c.do(kmovwr, x86.R(other), x86.K(held[1]))
		c.do(shl32, x86.R(other), x86.Imm(16))
		c.do(or32, x86.R(scratch), x86.R(other))
		for h := range 2 {
			c.do(vpbroadcastd, zmm(1), x86.R(scratch))
			c.move(d, h, zmm(1))
		}
	}
}

// quadBallot writes to the lanes of each quad which of them are in the masks held.
func (c *compiler) quadBallot(d target) {
	for h := range 2 {
		c.do(kmovwr, x86.R(scratch), x86.K(held[h]))
		c.do(vpbroadcastd, zmm(1), x86.R(scratch))
		c.do(vpsrlvd, zmm(1), zmm(1), c.constant(firstOfQuads))
		c.do(vpandd, zmm(1), zmm(1), c.number(15))
		c.move(d, h, zmm(1))
	}
}

// firstOfQuads is the first lane of each lane's quad.
var firstOfQuads = constant{0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12}
