package rvv

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// A mask is a register with a bit for each lane, from the lowest on. Which lanes it chooses is known where constants say it: numbers in memory, or lanes that are compared.
//
//	vid.v v9; vand.vi v9, v9, 1; vmsne.vi v0, v9, 0        every other lane

// maskBits are those of the lanes that are written.
func (c *call) maskBits(m lane.Map) ([]bool, error) {
	m, err := m.Regroup(1)
	if err != nil {
		return nil, err
	}
	bits := make([]bool, c.Written)
	for i := range bits {
		if i >= len(m.Lane) || m.Lane[i].Kind != lane.Constant {
			return nil, fmt.Errorf("what it does depends on the mask, of which bit %d is not known", i)
		}
		bits[i] = !m.Lane[i].Const.IsZero()
	}
	return bits, nil
}

// maskOf is a mask whose bits are those that are written.
func (c *call) maskOf(bit func(i int) bool) lane.Map {
	m := lane.Map{Bits: 1, Lane: make([]lane.Lane, c.VLEN)}
	for i := range min(c.Written, c.VLEN) {
		v := uint64(0)
		if bit(i) {
			v = 1
		}
		m.Lane[i] = lane.Fixed(lane.ConstOf(v))
	}
	return m
}

// masks are the instructions that make masks, or compute with them.
func masks() map[string]Instruction {
	all := map[string]Instruction{}
	for name, holds := range map[string]func(x, y uint64, bits int) bool{
		"vmseq": func(x, y uint64, _ int) bool { return x == y }, "vmsne": func(x, y uint64, _ int) bool { return x != y },
		"vmsltu": func(x, y uint64, _ int) bool { return x < y }, "vmsleu": func(x, y uint64, _ int) bool { return x <= y },
		"vmsgtu": func(x, y uint64, _ int) bool { return x > y }, "vmsgeu": func(x, y uint64, _ int) bool { return x >= y },
		"vmslt": func(x, y uint64, n int) bool { return signed(x, n) < signed(y, n) }, "vmsle": func(x, y uint64, n int) bool { return signed(x, n) <= signed(y, n) },
		"vmsgt": func(x, y uint64, n int) bool { return signed(x, n) > signed(y, n) }, "vmsge": func(x, y uint64, n int) bool { return signed(x, n) >= signed(y, n) },
	} {
		all[name] = Instruction{Args: []Argument{vector, either}, masked: true, does: func(c *call) (lane.Map, error) {
			of, err := c.allKnown()
			if err != nil {
				return lane.Map{}, err
			}
			return c.maskOf(func(i int) bool { return holds(of[0][i], of[1][i], c.Bits) }), nil
		}}
	}
	for name, does := range map[string]func(x, y bool) bool{
		"vmand": func(x, y bool) bool { return x && y }, "vmor": func(x, y bool) bool { return x || y }, "vmxor": func(x, y bool) bool { return x != y },
		"vmnand": func(x, y bool) bool { return !x || !y }, "vmnor": func(x, y bool) bool { return !x && !y }, "vmxnor": func(x, y bool) bool { return x == y },
		"vmandn": func(x, y bool) bool { return x && !y }, "vmorn": func(x, y bool) bool { return x || !y },
		"vmnot": func(x, _ bool) bool { return !x }, "vmmv": func(x, _ bool) bool { return x }, "vmset": func(_, _ bool) bool { return true }, "vmclr": func(_, _ bool) bool { return false },
	} {
		args := []Argument{{Kind: Mask}, {Kind: Mask}}
		switch name {
		case "vmnot", "vmmv":
			args = args[:1]
		case "vmset", "vmclr":
			args = nil
		}
		all[name] = Instruction{Args: args, masked: true, does: func(c *call) (lane.Map, error) {
			of := [2][]bool{make([]bool, c.Written), make([]bool, c.Written)}
			for k, o := range c.Args {
				bits, err := c.maskBits(o.Map)
				if err != nil {
					return lane.Map{}, err
				}
				of[k] = bits
			}
			return c.maskOf(func(i int) bool { return does(of[0][i], of[1][i]) }), nil
		}}
	}
	return all
}
