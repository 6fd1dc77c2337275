package cexpr

import (
	"errors"
	"fmt"

	"github.com/lanescope/lanescope/lane"
)

// Indices and masks are often computed of numbers: what lanes are of which all is known is computed here too.
//
//	__riscv_vrsub_vx_u8m1(__riscv_vid_v_u8m1(16), 15, 16)        15 14 13 …

// signed is a number of so many bits as one with a sign.
func signed(v uint64, bits int) int64 { return int64(v<<(64-bits)) >> (64 - bits) }

// riscvNumbers are what lanes of constants become, in as many bits as they have.
var riscvNumbers = map[string]func(x, y uint64, bits int) uint64{
	"vadd": func(x, y uint64, _ int) uint64 { return x + y }, "vsub": func(x, y uint64, _ int) uint64 { return x - y }, "vrsub": func(x, y uint64, _ int) uint64 { return y - x },
	"vmul":  func(x, y uint64, _ int) uint64 { return x * y },
	"vminu": func(x, y uint64, _ int) uint64 { return min(x, y) }, "vmaxu": func(x, y uint64, _ int) uint64 { return max(x, y) },
	"vmin": func(x, y uint64, n int) uint64 { return uint64(min(signed(x, n), signed(y, n))) }, "vmax": func(x, y uint64, n int) uint64 { return uint64(max(signed(x, n), signed(y, n))) },
	"vdivu": func(x, y uint64, _ int) uint64 {
		if y == 0 {
			return ^uint64(0)
		}
		return x / y
	},
	"vremu": func(x, y uint64, _ int) uint64 {
		if y == 0 {
			return x
		}
		return x % y
	},
	"vsra": func(x, y uint64, n int) uint64 { return uint64(signed(x, n) >> (y & uint64(n-1))) },
}

// addRISCVNumbers adds what is known of constants alone, and what is before it moves.
func addRISCVNumbers(all map[string]riscvDoes) {
	for op, does := range riscvNumbers {
		moves, both := all[op]
		all[op] = riscvDoes{args: "vy", does: func(c *riscvCall) (operand, error) {
			x, y, err := c.both()
			if err == nil {
				for i := range x {
					x[i] = does(x[i], y[i], c.t.bits)
				}
				return c.constants(x)
			}
			if both {
				return moves.does(c)
			}
			return operand{}, fmt.Errorf("it computes, and moves no lanes: %v", err)
		}}
	}
	for op, does := range map[string]func(d, x, y uint64) uint64{
		"vmacc": func(d, x, y uint64) uint64 { return d + x*y }, "vnmsac": func(d, x, y uint64) uint64 { return d - x*y },
		"vmadd": func(d, x, y uint64) uint64 { return d*x + y }, "vnmsub": func(d, x, y uint64) uint64 { return y - d*x },
	} {
		all[op] = riscvDoes{args: "dyv", does: func(c *riscvCall) (operand, error) {
			d, err := c.numbers(0, c.t)
			if err != nil {
				return operand{}, fmt.Errorf("it computes, and moves no lanes: %v", err)
			}
			x, err := c.numbers(1, c.t)
			if err != nil {
				return operand{}, fmt.Errorf("it computes, and moves no lanes: %v", err)
			}
			y, err := c.numbers(2, c.t)
			if err != nil {
				return operand{}, fmt.Errorf("it computes, and moves no lanes: %v", err)
			}
			for i := range d {
				d[i] = does(d[i], x[i], y[i])
			}
			return c.constants(d)
		}}
	}
	for op, does := range map[string]func(x uint64) uint64{"vnot": func(x uint64) uint64 { return ^x }, "vneg": func(x uint64) uint64 { return -x }} {
		all[op] = riscvDoes{args: "v", does: func(c *riscvCall) (operand, error) {
			x, err := c.numbers(0, c.t)
			if err != nil {
				return operand{}, fmt.Errorf("it computes, and moves no lanes: %v", err)
			}
			for i := range x {
				x[i] = does(x[i])
			}
			return c.constants(x)
		}}
	}
}

// both are the lanes that are written of two arguments, of which the second may be one number.
func (c *riscvCall) both() (x, y []uint64, err error) {
	if x, err = c.numbers(0, c.t); err == nil {
		y, err = c.numbers(1, c.t)
	}
	return x, y, err
}

// numbers are the lanes that are written of an argument of which all is known; a number is that of all.
func (c *riscvCall) numbers(k int, t vectorType) ([]uint64, error) {
	o, all := c.args[k], make([]uint64, c.lanes)
	if l, ok := o.constantIn(t); ok {
		v, _ := l.Const.Uint64()
		for i := range all {
			all[i] = v
		}
		return all, nil
	}
	if o.Value == nil {
		return nil, fmt.Errorf("what it does depends on the contents of %s: it is a map only where they are constants", o.Name)
	}
	m, err := c.vector(o, t)
	if err == nil {
		m, err = m.Regroup(min(m.Bits, t.bits))
	}
	if err != nil {
		return nil, err
	}
	per := t.bits / m.Bits
	for i := range all {
		parts := make([]lane.Const, per)
		for b := range per {
			l := m.Lane[i*per+b]
			if l.Kind != lane.Constant {
				return nil, errors.New("what it does depends on lanes that are not known: it is a map only where they are constants")
			}
			parts[b] = l.Const
		}
		all[i], _ = lane.Join(m.Bits, parts...).Uint64()
	}
	return all, nil
}

// constants is a vector of numbers; lanes that are not written may be anything.
func (c *riscvCall) constants(all []uint64) (operand, error) {
	m := lane.Map{Bits: c.t.bits, Lane: make([]lane.Lane, c.t.lanes)}
	for i, v := range all {
		m.Lane[i] = lane.Fixed(lane.ConstOf(v).Slice(0, c.t.bits))
	}
	return vector(m).as(c.t), nil
}
