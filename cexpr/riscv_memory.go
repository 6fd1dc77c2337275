package cexpr

import (
	"github.com/lanescope/lanescope/internal/rvv"
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
	if c.mask != nil { // what is not written is as it was
		before, err := loads(len(parts))(c)
		if err != nil {
			return before, err
		}
		if before.parts == nil {
			before.parts = []operand{before}
		}
		mask, err := c.known(*c.mask, c.maskType())
		if err != nil {
			return before, err
		}
		for k, o := range before.parts {
			args := []rvv.Operand{{Map: *o.Value}, {Map: maps[k]}, {Map: mask}}
			if maps[k], err = c.machine().Do(rvv.Call{Name: "vmerge", Bits: t.bits, Lanes: t.lanes, Written: c.lanes, Args: args}); err != nil {
				return before, err
			}
		}
	}
	sel := []int{}
	for i := range c.lanes {
		for k := range parts {
			sel = append(sel, k*t.lanes+i)
		}
	}
	c.stored++
	return c.picked(maps, sel, t)
}

// isMask says whether an operand is a mask: a register of bits.
func isMask(o operand) bool { return o.typ.bits == 1 && o.typ.lanes > 1 }

// maskType is the type of all masks.
func (e *expressions) maskType() vectorType { return vectorType{lanes: e.vectorBits(), bits: 1} }

// loadsMask is a mask in memory, of whole bytes.
func loadsMask(c *riscvCall) (operand, error) {
	n := (c.lanes + 7) / 8 * 8
	m, _, err := c.atAddress(c.where, n)
	if err == nil {
		m, err = m.Regroup(1)
	}
	if err != nil {
		return operand{}, err
	}
	t := c.maskType()
	m.Lane = append(m.Lane[:c.lanes:c.lanes], make([]lane.Lane, t.lanes-c.lanes)...)
	return vector(m).as(t), nil
}

// storesMask is the bytes of a mask that are written.
func storesMask(c *riscvCall) (operand, error) {
	m, err := c.vector(c.args[0], c.maskType())
	if err == nil {
		m, err = m.Regroup(1)
	}
	if err != nil {
		return operand{}, err
	}
	c.stored++
	m.Lane = append(m.Lane[:c.lanes:c.lanes], make([]lane.Lane, (8-c.lanes%8)%8)...)
	return vector(m), nil
}
