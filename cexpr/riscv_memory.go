package cexpr

import (
	"github.com/lanescope/lanescope/lane"
)

// loads is what an address has: as many lanes as are written, for one vector or for several, of whose lanes there is one of each in turn.
//
//	__riscv_vle8_v_u8m1(p, 16)               p0 p1 p2 …
//	__riscv_vlseg2e8_v_u8m1x2(p, 16)         p0 p2 p4 …    p1 p3 p5 …
func loads(vectors int) func(c *riscvCall) (operand, error) {
	return func(c *riscvCall) (operand, error) {
		t := c.t
		t.vectors = 0
		if c.lanes == 0 {
			return c.undefined(), nil
		}
		m, _, err := c.atAddress(c.where, c.lanes*vectors*t.bits)
		if err == nil {
			m, err = m.Regroup(min(m.Bits, t.bits))
		}
		if err != nil {
			return operand{}, err
		}
		r := operand{typ: c.t}
		unit := t.bits / m.Bits
		for k := range vectors {
			part := lane.Map{Bits: m.Bits, Src: m.Src}
			for i := range c.lanes {
				part.Lane = append(part.Lane, m.Lane[(i*vectors+k)*unit:][:unit]...)
			}
			part.Lane = append(part.Lane, make([]lane.Lane, (t.lanes-c.lanes)*unit)...)
			r.parts = append(r.parts, vector(widened(part, t.bits)).as(t))
		}
		if vectors == 1 {
			return r.parts[0], nil
		}
		return r, nil
	}
}

// stores is what memory has then.
func stores(c *riscvCall) (operand, error) {
	t, parts := c.t, c.args[0].parts
	t.vectors = 0
	if parts == nil {
		parts = []operand{c.args[0]}
	}
	var maps []lane.Map
	for _, o := range parts {
		m, err := c.vector(o, t)
		if err != nil {
			return o, err
		}
		maps = append(maps, m)
	}
	active := func(int) bool { return true }
	if c.mask != nil {
		bits, err := c.maskBits(*c.mask, c.lanes)
		if err != nil {
			return operand{}, err
		}
		active = func(i int) bool { return bits[i] }
		before, err := loads(len(parts))(c)
		if err != nil {
			return before, err
		}
		if before.parts == nil {
			before.parts = []operand{before}
		}
		for _, o := range before.parts { // what is not written is as it was
			maps = append(maps, *o.Value)
		}
	}
	sel := []int{}
	for i := range c.lanes {
		for k := range parts {
			sel = append(sel, when(active(i), k, len(parts)+k)*t.lanes+i)
		}
	}
	c.stored++
	return c.picked(maps, sel, t)
}
