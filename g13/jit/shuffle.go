package jit

import "github.com/lanescope/lanescope/g13/machine"

// How a lane finds the one that it reads: by these, or, where the form's bit says so, upwards from the other end on.
const (
	byIndex = iota
	byXor
	upwards
	downwards
)

// shuffle is simd_shuf_op by a number, which is a permutation: vpermi2d reads any of 32 lanes. By a register it is left to the reference.
func shuffle(c *compiler) {
	d, a, by := c.target(), c.source("A"), c.source("B")
	if c.unable = c.unable || !by.isNumber; c.unable {
		return
	}
	way, around, quads := c.field("mode"), c.field("rotate") != 0, c.field("simd") == 0
	var index [2]constant
	for lane := range machine.Lanes {
		from, ok := readBy(lane, int(by.number), way, around, quads)
		if !ok {
			c.unable = true
			return
		}
		index[lane/16][lane%16] = uint32(from)
	}
	lower, upper := c.register(a, 0, 2), c.register(a, 1, 3)
	for h := range 2 {
		c.load(zmm(h), c.constant(index[h]))
		c.do(vpermi2d, zmm(h), lower, upper)
	}
	for h := range 2 {
		c.move(d, h, zmm(h))
	}
}

// readBy is the lane that a lane reads. It picks a quad, whose lanes are moved by the lowest two bits of the number; ok is false if nobody does it so, or there is no such quad and the
// lane has no other.
//
//	down by 5    quads  0 1 2 3  4 5 6 7  8 …    moved by 1  1 2 3 0  5 6 7 4  9 …
//	lane 1 picks that of 1 + 5 = 6, and of it the place 1: lane 6
func readBy(lane, n int, way uint32, around, quads bool) (from int, ok bool) {
	within := machine.Lanes
	first := 0
	if quads {
		within, first, n = 4, lane&^3, n&3
	}
	place, by := lane-first, n&3
	aim := place
	switch {
	case around && way != upwards:
		return 0, false
	case way == byIndex:
		aim, place = n, by
	case way == byXor:
		aim, place = aim^n, place^by
	case around:
		aim, place = (aim-n)&(within-1), place-by
	case way == upwards:
		aim, place = aim-n, place-by
	case way == downwards:
		aim, place = aim+n, place+by
	}
	if aim < 0 || aim >= within {
		return lane, way != byIndex
	}
	return (first+aim)&^3 + place&3, true
}
