// Package rvv is what instructions of RISC-V's vectors do to lanes, for registers, groups of them and parts of any length: what rows of a target have for one register, and what readers need besides.
//
//	vslideup.vi v8, v9, 3           in a mode of 5 lanes of 8
//	               ╭─ args ─╮
//	vd     a0 a1 a2 b0 b1 │ a5 a6 a7       or anything there, as the mode says
//	       ╰─ written ──╯   ╰ tail ╯
//
// What a text does with lanes that are constants is computed too, as indices and masks are made so:
//
//	vid.v v9; vrsub.vi v9, v9, 15; vrgather.vv v10, v8, v9         v8 in reverse
//
// Who reads a notation finds the operands: lines in package listing, calls of C in package cexpr.
package rvv

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// The bits of a register: what readers take first, and the most that they take.
const (
	UsualVLEN = 128
	MostVLEN  = 2048
)

// WidestLane is how many bits lanes have at most. Of a part of a register lanes have at most that part of it: half of one has none of 64 bits.
const WidestLane = 64

// A Machine executes instructions on values of a program, in registers of VLEN bits.
type Machine struct {
	Values *program.Values
	VLEN   int

	sums []sum
}

// An Operand is a value, or a number of those that count lanes. What is one number for all lanes is a value that has it in all of them.
type Operand struct {
	lane.Map
	Number int
}

// A Call is an instruction in a mode.
type Call struct {
	Name    string // without what kinds operands are of: vslideup, vmv_s
	Bits    int    // of a lane of the result
	Lanes   int    // that a value has
	Written int    // of these
	Args    []Operand

	Mask      *lane.Map                // a register of bits; nil: all lanes are active
	Old       func() (lane.Map, error) // what was in the destination, which is asked where some of it stays; not of an instruction whose first argument that is
	Tail, Off bool                     // whether lanes do that are behind those that are written, or that a mask turns off; others may be anything
}

// A Kind is what an argument is.
type Kind uint8

// The kinds of arguments.
const (
	Vector  Kind = iota // a value with lanes as wide as those of the result, or of others as Width says
	Scalar              // one number for all lanes
	Either              // one of both
	Indices             // a value of constants
	Count               // a number
	Mask
)

// An Argument is what is expected in one place.
type Argument struct {
	Kind
	Times, Parts int // its lanes are so many times as wide as those of the result, or a part of that; 0: as wide
	Bits         int // or so wide
}

// Width is how many bits its lanes have where those of the result have so many; 0 where they would have fewer than eight, which no lanes have.
func (a Argument) Width(bits int) int {
	switch {
	case a.Bits > 0:
		return a.Bits
	case a.Times > 0:
		return bits * a.Times
	case a.Parts > 0 && bits < 8*a.Parts:
		return 0
	case a.Parts > 0:
		return bits / a.Parts
	}
	return bits
}

// An Instruction is one of the table.
type Instruction struct {
	Args []Argument
	Into bool // the first argument is what stays

	masked bool // what it makes is a mask, or does not look at one as others do
	does   func(c *call) (lane.Map, error)
}

// Wider is how many times wider lanes of the result are than those of the first vector, where a notation has only these; -2: half as wide.
func (i Instruction) Wider() int {
	for _, a := range i.Args {
		if a.Kind == Vector || a.Kind == Indices {
			switch {
			case a.Parts > 0:
				return a.Parts
			case a.Times > 0:
				return -a.Times
			}
			return 1
		}
	}
	return 1
}

// MakesMask says whether what it makes is a mask.
func (i Instruction) MakesMask() bool { return i.masked }

// A call is a Call as it is executed.
type call struct {
	*Machine
	Call
	kinds []Argument
}

// table is all instructions.
var table = sync.OnceValue(func() map[string]Instruction {
	all := map[string]Instruction{}
	for _, part := range []map[string]Instruction{moves(), numbers(), masks()} {
		for name, i := range part {
			all[name] = i
		}
	}
	return all
})

// Find is the instruction of that name.
func Find(name string) (Instruction, bool) {
	i, ok := table()[name]
	return i, ok
}

// Names are those of all instructions, in order.
func Names() (all []string) {
	for name := range table() {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// Do is the value that an instruction leaves in its destination: a mask is a register of bits.
func (m *Machine) Do(c Call) (lane.Map, error) {
	i, ok := Find(c.Name)
	switch {
	case !ok:
		return lane.Map{}, fmt.Errorf("%s is no instruction that is known as a movement of lanes", c.Name)
	case len(c.Args) != len(i.Args) || c.Lanes <= 0 || c.Bits <= 0 || c.Written < 0 || c.Written > c.Lanes:
		return lane.Map{}, errors.New("it has other operands")
	case (c.Tail || c.Off) && c.Old == nil && !i.Into:
		return lane.Map{}, errors.New("what stays is missing")
	case i.masked && c.Mask != nil:
		return lane.Map{}, errors.New("of some lanes alone it is not known")
	}
	own := &call{m, c, i.Args}
	own.Args = slices.Clone(c.Args)
	if i.Into {
		own.Old = func() (lane.Map, error) { return c.Args[0].Map, nil }
	}
	r, err := i.does(own)
	if err != nil || i.masked {
		return r, err
	}
	return own.kept(r)
}

// kept is a result whose lanes are those that stay, or may be anything, where none is written.
func (c *call) kept(r lane.Map) (lane.Map, error) {
	active := func(int) bool { return true }
	if c.Mask != nil {
		bits, err := c.maskBits(*c.Mask)
		if err != nil {
			return r, err
		}
		active = func(i int) bool { return bits[i] }
	}
	sel, some := make([]int, c.Lanes), false
	for i := range sel {
		stays := c.Tail
		if i < c.Written {
			stays = c.Off
		}
		switch {
		case i < c.Written && active(i):
			sel[i] = i
		case stays:
			sel[i], some = c.Lanes+i, true
		default:
			sel[i] = program.UndefinedLane
		}
	}
	if !some {
		return c.pick(sel, r)
	}
	old, err := c.Old()
	if err != nil {
		return r, err
	}
	return c.pick(sel, r, old)
}

// pick are lanes of values that have as many lanes as the result, as wide.
func (c *call) pick(sel []int, values ...lane.Map) (lane.Map, error) {
	return c.Values.Pick(values, c.Lanes, c.Bits, sel)
}
