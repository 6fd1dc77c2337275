package machine

import (
	"fmt"
	"math/bits"
)

// stopping is stop.
func stopping(_ *compiler, o *op) string {
	o.run = func(g *Group, _ *op) { g.stop(Stopped, "", true) }
	return ""
}

// jumpIf makes a jump by an offset.
func jumpIf(run func(*Group, *op)) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		o.n, o.to, o.run = c.field("off"), targetUnknown, run
		return ""
	}
}

func (g *Group) jumpAny(o *op) {
	if g.Exec != 0 {
		g.follow(o)
	}
}

func (g *Group) jumpNone(o *op) {
	if g.Exec == 0 {
		g.follow(o)
	}
}

// follow goes to the target of a jump.
func (g *Group) follow(o *op) bool {
	if o.to < 0 {
		g.lead(g.program.offset[g.at-1] + int(int32(o.n)))
		return false
	}
	g.at = int(o.to)
	return true
}

// lead is the fault of a jump to where no instruction was decoded.
func (g *Group) lead(offset int) {
	g.fault(fmt.Sprintf("it leads to offset %#x, where no instruction begins", offset))
}

// callOrJumpRegister is call: to an offset, or to a register.
func callOrJumpRegister(c *compiler, o *op) string {
	o.d, o.writes = target{1, word}, 1
	if _, ok := c.inst.Field("off"); ok {
		return jumpIf((*Group).call)(c, o)
	}
	o.n = c.field("reg")
	o.flags |= linkRegister
	o.run = (*Group).callRegister
	return ""
}

func (g *Group) call(o *op) {
	link := uint32(g.program.offset[g.at-1] + 6)
	if g.follow(o) {
		g.link(o, link)
	}
}

func (g *Group) link(o *op, address uint32) {
	for i := range g.result {
		g.result[i] = address
	}
	g.put(o, &g.result)
}

func (g *Group) callRegister(o *op) {
	link := uint32(g.program.offset[g.at-1] + 2)
	if g.followRegister(o) {
		g.link(o, link)
	}
}

// jumpRegister is ret.
func jumpRegister(c *compiler, o *op) string {
	o.n = c.field("reg")
	o.run = func(g *Group, o *op) { g.followRegister(o) }
	return ""
}

// followRegister goes to the address in a register, in which the active lanes have to agree.
func (g *Group) followRegister(o *op) bool {
	r := &g.rows[o.n]
	first, other := g.agree(r)
	if first != other {
		g.fault(fmt.Sprintf("lane %d goes to %#x and lane %d to %#x", first, r[first], other, r[other]))
		return false
	}
	to := g.program.opAt(int(r[first]))
	if to < 0 {
		g.lead(int(r[first]))
		return false
	}
	g.at = int(to)
	return true
}

// agree is the first active lane, or lane 0, and the first one that has another number in a register, or the same lane.
func (g *Group) agree(r *Row) (first, other int) {
	if g.Exec == 0 {
		g.flags |= noActiveLane
	}
	first = bits.TrailingZeros32(g.Exec) & (Lanes - 1)
	for i := range r {
		if g.Exec>>i&1 != 0 && r[i] != r[first] {
			return first, i
		}
	}
	return first, first
}
