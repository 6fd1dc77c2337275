package rvv

import (
	"errors"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// signed is a number of so many bits as one with a sign.
func signed(v uint64, bits int) int64 { return int64(v<<(64-bits)) >> (64 - bits) }

// Of constants are what lanes become, in as many bits as they have.
type ofConstants func(of []uint64, bits int) uint64

// numbers are the instructions that compute, which is known of constants alone.
func numbers() map[string]Instruction {
	all := map[string]Instruction{}
	for name, does := range map[string]ofConstants{
		"vadd": func(of []uint64, _ int) uint64 { return of[0] + of[1] }, "vsub": func(of []uint64, _ int) uint64 { return of[0] - of[1] }, "vrsub": func(of []uint64, _ int) uint64 { return of[1] - of[0] },
		"vmul":  func(of []uint64, _ int) uint64 { return of[0] * of[1] },
		"vminu": func(of []uint64, _ int) uint64 { return min(of[0], of[1]) }, "vmaxu": func(of []uint64, _ int) uint64 { return max(of[0], of[1]) },
		"vmin": func(of []uint64, n int) uint64 { return uint64(min(signed(of[0], n), signed(of[1], n))) }, "vmax": func(of []uint64, n int) uint64 { return uint64(max(signed(of[0], n), signed(of[1], n))) },
		"vdivu": func(of []uint64, _ int) uint64 {
			if of[1] == 0 {
				return ^uint64(0)
			}
			return of[0] / of[1]
		},
		"vremu": func(of []uint64, _ int) uint64 {
			if of[1] == 0 {
				return of[0]
			}
			return of[0] % of[1]
		},
	} {
		all[name] = Instruction{Args: []Argument{vector, either}, does: computes(does)}
	}
	add := all["vadd"].does
	all["vadd"] = Instruction{Args: []Argument{vector, either}, does: func(c *call) (lane.Map, error) {
		if m, err := add(c); err == nil {
			return m, nil
		}
		return c.added()
	}}
	for name, does := range map[string]ofConstants{"vnot": func(of []uint64, _ int) uint64 { return ^of[0] }, "vneg": func(of []uint64, _ int) uint64 { return -of[0] }} {
		all[name] = Instruction{Args: []Argument{vector}, does: computes(does)}
	}
	for name, does := range map[string]ofConstants{
		"vmacc": func(of []uint64, _ int) uint64 { return of[0] + of[1]*of[2] }, "vnmsac": func(of []uint64, _ int) uint64 { return of[0] - of[1]*of[2] },
		"vmadd": func(of []uint64, _ int) uint64 { return of[0]*of[1] + of[2] }, "vnmsub": func(of []uint64, _ int) uint64 { return of[2] - of[0]*of[1] },
	} {
		all[name] = Instruction{Args: []Argument{vector, either, vector}, Into: true, does: computes(does)}
	}
	return all
}

// computes is what lanes of constants become.
func computes(does ofConstants) func(c *call) (lane.Map, error) {
	return func(c *call) (lane.Map, error) {
		of, err := c.allKnown()
		if err != nil {
			return lane.Map{}, errComputes
		}
		r, at := make([]uint64, c.Written), make([]uint64, len(of))
		for i := range r {
			for k := range of {
				at[k] = of[k][i]
			}
			r[i] = does(at, c.Bits)
		}
		return c.constants(r), nil
	}
}

// added is a sum of lanes that have no live bits in the same place: nothing carries there, and so it is an or.
func (c *call) added() (lane.Map, error) {
	both := []lane.Map{c.Args[0].Map, c.Args[1].Map}
	if err := c.Values.Level(both); err != nil {
		return lane.Map{}, err
	}
	m, err := program.Combine("+", disjoint, both[0], both[1])
	if err != nil {
		return m, errComputes
	}
	return m, nil
}

// disjoint is what bits of which one side is zero are together.
func disjoint(x, y lane.Lane, _ int) (lane.Lane, bool) {
	switch {
	case y == lane.Zero():
		return x, true
	case x == lane.Zero():
		return y, true
	}
	return lane.Lane{}, x.Kind == lane.Undefined && y.Kind == lane.Undefined
}

// allKnown are the lanes that are written of all arguments.
func (c *call) allKnown() (of [][]uint64, err error) {
	of = make([][]uint64, len(c.Args))
	for k := range of {
		if of[k], err = c.known(k); err != nil {
			return nil, err
		}
	}
	return of, nil
}

// errComputes is that of what computes, and moves nothing.
var errComputes = errors.New("it computes, which is known only of lanes that are all constants")

// errUnknown is that of lanes that are not constants.
var errUnknown = errors.New("what it does depends on lanes that are not known: it is a map only where they are constants")

// known are the lanes that are written of an argument of which all is known.
func (c *call) known(k int) ([]uint64, error) {
	bits, m := c.kinds[k].Width(c.Bits), c.Args[k].Map
	m, err := m.Regroup(lane.GCD(m.Bits, bits))
	if err != nil {
		return nil, err
	}
	all, per := make([]uint64, c.Written), bits/m.Bits
	if per*c.Written > len(m.Lane) {
		return nil, errUnknown
	}
	for i := range all {
		parts := make([]lane.Const, per)
		for b := range per {
			l := m.Lane[i*per+b]
			if l.Kind != lane.Constant {
				return nil, errUnknown
			}
			parts[b] = l.Const
		}
		all[i], _ = lane.Join(m.Bits, parts...).Uint64()
	}
	return all, nil
}

// constants is a value of numbers; lanes that are not written may be anything.
func (c *call) constants(all []uint64) lane.Map {
	m := lane.Map{Bits: c.Bits, Lane: make([]lane.Lane, c.Lanes)}
	for i, v := range all {
		m.Lane[i] = lane.Fixed(lane.ConstOf(v).Slice(0, c.Bits))
	}
	return m
}
