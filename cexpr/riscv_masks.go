package cexpr

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A mask of RISC-V is a register with a bit for each lane, from the lowest on. Which lanes it chooses is known where constants say it: numbers in memory, or lanes that are compared.
//
//	__riscv_vmseq_vx_u8m1_b8(__riscv_vand_vx_u8m1(__riscv_vid_v_u8m1(16), 1, 16), 0, 16)        every other lane

// isMask says whether an operand is one.
func isMask(o operand) bool { return o.typ.bits == 1 && o.typ.lanes > 1 }

// maskType is the type of all masks.
func (e *expressions) maskType() vectorType { return vectorType{lanes: e.vectorBits(), bits: 1} }

// maskBits are the lowest bits of a mask.
func (c *riscvCall) maskBits(o operand, n int) ([]bool, error) {
	if o.IsVector() && o.Value == nil {
		return nil, fmt.Errorf("what it does depends on %s: it is a map only once that is known", o.Name)
	}
	m, err := c.vector(o, c.maskType())
	if err == nil {
		m, err = m.Regroup(1)
	}
	if err != nil {
		return nil, err
	}
	bits := make([]bool, n)
	for i := range bits {
		if i >= len(m.Lane) || m.Lane[i].Kind != lane.Constant {
			return nil, fmt.Errorf("what it does depends on the mask, of which bit %d is not known", i)
		}
		bits[i] = !m.Lane[i].Const.IsZero()
	}
	return bits, nil
}

// maskOf is a mask of so many lanes.
func (c *riscvCall) maskOf(n int, bit func(i int) bool) operand {
	t := c.maskType()
	m := lane.Map{Bits: 1, Lane: make([]lane.Lane, t.lanes)}
	for i := range min(n, t.lanes) {
		m.Lane[i] = lane.Fixed(lane.ConstOf(uint64(when(bit(i), 1, 0))))
	}
	return vector(m).as(t)
}

// addRISCVMasks adds what makes masks, or computes with them.
func addRISCVMasks(all map[string]riscvDoes) {
	for op, holds := range map[string]func(x, y uint64, bits int) bool{
		"vmseq": func(x, y uint64, _ int) bool { return x == y }, "vmsne": func(x, y uint64, _ int) bool { return x != y },
		"vmsltu": func(x, y uint64, _ int) bool { return x < y }, "vmsleu": func(x, y uint64, _ int) bool { return x <= y },
		"vmsgtu": func(x, y uint64, _ int) bool { return x > y }, "vmsgeu": func(x, y uint64, _ int) bool { return x >= y },
		"vmslt": func(x, y uint64, n int) bool { return signed(x, n) < signed(y, n) }, "vmsle": func(x, y uint64, n int) bool { return signed(x, n) <= signed(y, n) },
		"vmsgt": func(x, y uint64, n int) bool { return signed(x, n) > signed(y, n) }, "vmsge": func(x, y uint64, n int) bool { return signed(x, n) >= signed(y, n) },
	} {
		all[op] = riscvDoes{args: "vy", does: func(c *riscvCall) (operand, error) {
			if c.mask != nil {
				return operand{}, errors.New("of some lanes alone it is not known")
			}
			x, y, err := c.both()
			if err != nil {
				return operand{}, err
			}
			return c.maskOf(c.lanes, func(i int) bool { return holds(x[i], y[i], c.t.bits) }), nil
		}}
	}
	for op, does := range map[string]func(x, y bool) bool{
		"vmand": func(x, y bool) bool { return x && y }, "vmor": func(x, y bool) bool { return x || y }, "vmxor": func(x, y bool) bool { return x != y },
		"vmnand": func(x, y bool) bool { return !x || !y }, "vmnor": func(x, y bool) bool { return !x && !y }, "vmxnor": func(x, y bool) bool { return x == y },
		"vmandn": func(x, y bool) bool { return x && !y }, "vmorn": func(x, y bool) bool { return x || !y },
	} {
		all[op] = riscvDoes{args: "mm", masks: true, does: func(c *riscvCall) (operand, error) {
			x, err := c.maskBits(c.args[0], c.lanes)
			if err != nil {
				return operand{}, err
			}
			y, err := c.maskBits(c.args[1], c.lanes)
			if err != nil {
				return operand{}, err
			}
			return c.maskOf(c.lanes, func(i int) bool { return does(x[i], y[i]) }), nil
		}}
	}
	for op, does := range map[string]func(x bool) bool{"vmnot": func(x bool) bool { return !x }, "vmmv": func(x bool) bool { return x }} {
		all[op] = riscvDoes{args: "m", masks: true, does: func(c *riscvCall) (operand, error) {
			x, err := c.maskBits(c.args[0], c.lanes)
			if err != nil {
				return operand{}, err
			}
			return c.maskOf(c.lanes, func(i int) bool { return does(x[i]) }), nil
		}}
	}
	all["vmset"] = riscvDoes{masks: true, does: func(c *riscvCall) (operand, error) { return c.maskOf(c.lanes, func(int) bool { return true }), nil }}
	all["vmclr"] = riscvDoes{masks: true, does: func(c *riscvCall) (operand, error) { return c.maskOf(c.lanes, func(int) bool { return false }), nil }}
}

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
