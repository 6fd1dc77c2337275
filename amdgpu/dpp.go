package amdgpu

import (
	"fmt"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/wave"
)

// A row is 16 lanes, and a bank four of them.
const (
	rowLanes  = 16
	bankLanes = 4
)

// A generation is which machines have something, as far as it decides how many lanes a wave has.
type generation uint8

const (
	every generation = iota
	gfx9             // GFX8 and GFX9: waves of 64 lanes
	gfx10            // GFX10 and later: waves of 32 lanes, or of 64
)

// A control is one way in which dpp carries values between lanes. Its numbers are first to last; the text has the number behind the colon, first standing for low.
type control struct {
	name        string
	first, last int
	low, step   int // what the text says for the first number, and how far apart the next ones are
	form        form
	of          generation
	from        func(at, n, lanes int) int // the lane that lane at reads; outside of 0 … lanes-1 it reads none
}

// A form is how a control's number is written.
type form uint8

const (
	numbered form = iota // row_shl:1
	listed               // quad_perm:[1,0,3,2]
	flag                 // row_mirror
)

// inRow is lane k of the row of lane at, or none.
func inRow(at, k int) int {
	if k < 0 || k >= rowLanes {
		return -1
	}
	return at/rowLanes*rowLanes + k
}

// broadcastBefore is the last lane of the row before, or of the pair of rows before.
func broadcastBefore(at, n, _ int) int {
	block := rowLanes << (n & 1)
	return at&^(block-1) - 1
}

// controls are all, by their numbers.
var controls = []control{
	{"quad_perm", 0x000, 0x0ff, 0, 1, listed, every, func(at, n, _ int) int { return at&^3 | n>>(2*(at&3))&3 }},
	{"row_shl", 0x101, 0x10f, 1, 1, numbered, every, func(at, n, _ int) int { return inRow(at, at%rowLanes+n&15) }},
	{"row_shr", 0x111, 0x11f, 1, 1, numbered, every, func(at, n, _ int) int { return inRow(at, at%rowLanes-n&15) }},
	{"row_ror", 0x121, 0x12f, 1, 1, numbered, every, func(at, n, _ int) int { return inRow(at, (at-n&15)&15) }},
	{"wave_shl", 0x130, 0x130, 1, 1, numbered, gfx9, func(at, _, _ int) int { return at + 1 }},
	{"wave_rol", 0x134, 0x134, 1, 1, numbered, gfx9, func(at, _, lanes int) int { return (at + 1) % lanes }},
	{"wave_shr", 0x138, 0x138, 1, 1, numbered, gfx9, func(at, _, _ int) int { return at - 1 }},
	{"wave_ror", 0x13c, 0x13c, 1, 1, numbered, gfx9, func(at, _, lanes int) int { return (at + lanes - 1) % lanes }},
	{"row_mirror", 0x140, 0x140, 0, 1, flag, every, func(at, _, _ int) int { return at ^ 15 }},
	{"row_half_mirror", 0x141, 0x141, 0, 1, flag, every, func(at, _, _ int) int { return at ^ 7 }},
	{"row_bcast", 0x142, 0x143, 15, 16, numbered, gfx9, broadcastBefore},
	{"row_newbcast", 0x150, 0x15f, 0, 1, numbered, gfx9, func(at, n, _ int) int { return inRow(at, n&15) }},
	{"row_share", 0x150, 0x15f, 0, 1, numbered, gfx10, func(at, n, _ int) int { return inRow(at, n&15) }},
	{"row_xmask", 0x160, 0x16f, 0, 1, numbered, gfx10, func(at, n, _ int) int { return at ^ n&15 }},
}

// A dpp is a control with what masks it.
type dpp struct {
	control
	number     int
	rows       int  // bit r: row r is written
	banks      int  // bit b: bank b of every row is written
	zeroBounds bool // a lane that has no source is zero, and is not written otherwise
}

// controlOf is the control of a number. Numbers that two controls share move the same lanes.
func controlOf(number uint64) (control, bool) {
	for _, c := range controls {
		if number >= uint64(c.first) && number <= uint64(c.last) {
			return c, true
		}
	}
	return control{}, false
}

// laneMap is dpp as a map of the wave: source 0, and the old destination where a lane is not written.
func (d dpp) laneMap(lanes int) lane.Map {
	m := lane.Map{Bits: 32, Src: []int{lanes}, Lane: make([]lane.Lane, lanes)}
	for at := range m.Lane {
		m.Lane[at] = d.lane(at, lanes)
	}
	return m
}

// lane is what becomes of one lane.
func (d dpp) lane(at, lanes int) lane.Lane {
	from := d.from(at, d.number, lanes)
	switch written := d.rows>>(at/rowLanes)&1 == 1 && d.banks>>(at%rowLanes/bankLanes)&1 == 1; {
	case written && from >= 0 && from < lanes:
		return lane.From(0, from)
	case written && d.zeroBounds:
		return lane.Zero()
	}
	return lane.FromOld(at)
}

// makes says whether the dpp is the map.
func (d dpp) makes(m lane.Map) bool {
	for at, l := range m.Lane {
		if d.lane(at, len(m.Lane)) != l {
			return false
		}
	}
	return true
}

// String is the dpp as the modifiers that a listing has.
func (d dpp) String() string {
	text := d.name
	switch n := d.number; d.form {
	case listed:
		text += fmt.Sprintf(":[%d,%d,%d,%d]", n&3, n>>2&3, n>>4&3, n>>6&3)
	case numbered:
		text += fmt.Sprintf(":%d", (n-d.first)*d.step+d.low)
	}
	text += fmt.Sprintf(" row_mask:%#x bank_mask:%#x", d.rows, d.banks)
	if d.zeroBounds {
		text += " bound_ctrl:1"
	}
	return text
}

// numberOf is the number of a control that a modifier states.
func (c control) numberOf(text string, m wave.Modifier) (int, error) {
	switch c.form {
	case flag:
		if !m.Bare {
			return 0, wrong(text, m, "%s has no number", c.name)
		}
		return c.first, nil
	case listed:
		picks, err := lanesOf(text, m, 4, 4)
		n := 0
		for k, pick := range picks {
			n |= pick << (2 * k)
		}
		return n, err
	}
	for n := c.first; n <= c.last && !m.Bare; n++ {
		if m.Value.Kind == wave.Number && m.Value.Value == uint64((n-c.first)*c.step+c.low) {
			return n, nil
		}
	}
	high := (c.last-c.first)*c.step + c.low
	return 0, wrong(text, m, "expected %s and %s", c.name, map[bool]string{true: fmt.Sprintf(":%d", c.low), false: fmt.Sprintf(":%d to :%d", c.low, high)}[c.low == high])
}

// lanesOf is a list of so many lanes below a limit.
func lanesOf(text string, m wave.Modifier, n, below int) (lanes []int, err error) {
	for _, o := range m.Value.Args {
		if o.Kind != wave.Number || o.Value >= uint64(below) {
			return nil, o.Errorf(text, "expected a lane from 0 to %d", below-1)
		}
		lanes = append(lanes, int(o.Value))
	}
	if m.Bare || m.Value.Kind != wave.List || len(lanes) != n {
		return nil, wrong(text, m, "expected %d lanes in brackets behind %s:", n, m.Name)
	}
	return lanes, nil
}
