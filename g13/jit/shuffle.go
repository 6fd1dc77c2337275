package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// How a lane finds the one that it reads: by these, or, where the form's bit says so, upwards from the other end on.
const (
	byIndex = iota
	byXor
	upwards
	downwards
)

// shuffle is simd_shuf_op. By a number it is a permutation, of which each half is one instruction: see shuffles.
//
//	up by 4    upper half    12 13 14 15  16 17 18 19 …    valignd d, upper, lower, 12
//	           lower half     0  1  2  3   0  1  2  3 …    vshufi32x4 d, lower, lower, 144
func shuffle(c *compiler) {
	d, a, by := c.target(), c.source("A"), c.source("B")
	w := wayOf{way: c.field(fieldMode), around: c.field(fieldRotates) != 0, quads: c.field(fieldGroup) == 0}
	if c.unable = c.unable || w.around && w.way != upwards; c.unable {
		return
	}
	if !by.isNumber {
		c.shuffleBy(d, a, by, w)
		return
	}
	moves, ok := w.movements(int(by.number))
	if !ok {
		return // nothing is written
	}
	apart := d.row == a.row && moves[1].reads(0) // both halves are made before one is written
	for h, m := range moves {
		made := c.movement(m, w, int(by.number), h, a)
		if apart {
			c.make(made, zmm(h))
		} else {
			c.result(d, h, func(to x86.Operand) { c.make(made, to) })
		}
	}
	for h := range moves {
		if apart {
			c.move(d, h, zmm(h))
		}
	}
}

// readBy is the lane that a lane reads. It picks a quad, whose lanes are moved by the lowest two bits of the number; ok is false if there is no such quad and the lane has no other.
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

// wayOf is all that says how a lane finds the one that it reads.
type wayOf struct {
	way           uint32
	around, quads bool
}

// Of each quad, what shuffleBy has to know of its indices: by how much it is moved, and whether they differ.
const (
	movedBy = 3
	mixed   = 16
)

// shuffleBy is simd_shuf_op by a register. A lane picks a quad by its own index, and the quad is moved as its lanes' indices say, or-ed: see readBy.
//
//	zmm0 zmm1   the lanes that are read, and then the result
//	zmm2 zmm3   what is to be known of quads
//	zmm6 zmm7   indices, and then A
func (c *compiler) shuffleBy(d target, a, by source, w wayOf) {
	for h := range 2 {
		c.load(zmm(6+h), c.value(by, h, 6+h))
		c.quadsOf(h)
	}
	for h := range 2 {
		c.aim(h, w)
		c.moveQuad(h, w)
	}
	c.sights(w)
	lower, upper := c.register(a, 0, 6), c.register(a, 1, 7)
	for h := range 2 {
		c.do(vpermi2d, zmm(h), lower, upper)
		if w.way == byIndex && !w.quads { // lanes that find none keep what they have
			c.load(zmm(h).Masked(held[h]), c.value(source{row: d.row, view: d.view}, h, 2))
		}
	}
	for h := range 2 {
		c.move(d, h, zmm(h))
	}
}

// quadsOf puts what is to be known of half of the quads into zmm2 or zmm3, in each of their lanes.
func (c *compiler) quadsOf(h half) {
	const swap, cross = 0xb1, 0x4e
	c.do(vpshufd, zmm(4), zmm(6+h), x86.Imm(swap))
	c.do(vpord, zmm(5), zmm(4), zmm(6+h))
	c.do(vpandd, zmm(4), zmm(4), zmm(6+h))
	c.do(vpshufd, zmm(2+h), zmm(5), x86.Imm(cross))
	c.do(vpord, zmm(5), zmm(5), zmm(2+h)) // any lane's bits
	c.do(vpshufd, zmm(2+h), zmm(4), x86.Imm(cross))
	c.do(vpandd, zmm(4), zmm(4), zmm(2+h)) // all lanes' bits
	c.do(vpxord, zmm(4), zmm(4), zmm(5))
	c.do(vptestmd, x86.K(free), zmm(4), c.number(movedBy))
	c.do(vpandd, zmm(2+h), zmm(5), c.number(movedBy))
	c.do(vpord, zmm(2+h).Masked(free), zmm(2+h), c.number(mixed))
}

// aim puts the lanes at which lanes aim into zmm0 or zmm1, and into a mask held those that find none.
func (c *compiler) aim(h half, w wayOf) {
	index, aim, lanes := zmm(6+h), zmm(h), c.inRegister(c.constant(lanesFrom(16*h, machine.Lanes)), 4)
	beyond := uint32(machine.Lanes - 1)
	switch {
	case w.quads:
		c.do(vpandd, index, index, c.number(3))
		lanes, beyond = c.inRegister(c.constant(lanesFrom(0, 4)), 4), 3
	case !w.around: // whatever is far away is as far as 64
		c.do(vpminud, index, index, c.number(2*machine.Lanes))
	}
	switch {
	case w.way == byIndex:
		c.load(aim, index)
	case w.way == byXor:
		c.do(vpxord, aim, lanes, index)
	case w.way == upwards:
		c.do(vpsubd, aim, lanes, index)
	case w.way == downwards:
		c.do(vpaddd, aim, lanes, index)
	}
	if w.around {
		c.do(vpandd, aim, aim, c.number(beyond))
	}
	c.do(vpcmpud, x86.K(held[h]), aim, c.number(beyond), x86.Imm(cmpGreater))
	if w.quads {
		c.load(aim, c.constant(lanesFrom(16*h, machine.Lanes)))
	}
}

// lanesFrom are the numbers of lanes from one on, of groups of so many.
func lanesFrom(first, size int) (k constant) {
	for i := range k {
		k[i] = uint32((first + i) % size)
	}
	return k
}

// moveQuad moves each lane within the quad at which it aims. Those that find none are their own. What is known of the quads stays in zmm6 or zmm7.
func (c *compiler) moveQuad(h half, w wayOf) {
	aim, known := zmm(h), zmm(6+h)
	c.load(known, aim)
	c.do(vpermi2d, known, zmm(2), zmm(3))
	lanes := c.inRegister(c.constant(lanesFrom(16*h, machine.Lanes)), 4)
	place := zmm(5)
	switch w.way {
	case byIndex:
		c.load(place, known)
	case byXor:
		c.do(vpxord, place, lanes, known)
	case upwards:
		c.do(vpsubd, place, lanes, known)
	case downwards:
		c.do(vpaddd, place, lanes, known)
	}
	c.do(vpternlogd, aim, place, c.number(movedBy), x86.Imm(thirdSelects))
	c.load(aim.Masked(held[h]), lanes)
}

// sights notes lanes that find none, where they keep what they have for it, and those that take from a quad whose indices differ.
func (c *compiler) sights(w wayOf) {
	mixing := machine.SawOtherLane
	if w.way == byIndex || w.way == downwards {
		mixing = machine.SawMixedQuad
	}
	for h := range 2 {
		c.do(vptestmd, x86.K(free).Masked(active[h]), zmm(6+h), c.number(mixed))
		c.do(kandnw, x86.K(free), x86.K(held[h]), x86.K(free))
		c.noted(mixing)
		if w.way == byIndex && !w.quads {
			c.do(kandw, x86.K(free), x86.K(held[h]), x86.K(active[h]))
			c.noted(machine.SawBeyondGroup)
		}
	}
}
