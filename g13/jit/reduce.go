package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// A folding is an operation whose order does not matter, so that lanes are combined two by two: in two steps of a quad, in four of sixteen lanes.
type folding struct {
	neutral uint32 // what lanes have that are not active
	before  uint32 // what a scan has before the first active lane
	signed  bool
	combine func(c *compiler, to, left, right int) // registers; to may be left, or right
}

// foldings are those whose order does not matter.
var foldings = map[uint32]folding{
	machine.ReduceAnd:  {neutral: ^uint32(0), before: ^uint32(0), combine: combineBy(&vpandd)},
	machine.ReduceOr:   {combine: combineBy(&vpord)},
	machine.ReduceXor:  {combine: combineBy(&vpxord)},
	machine.ReduceIadd: {combine: combineBy(&vpaddd)},
	machine.ReduceSmin: {neutral: 1<<31 - 1, before: 1<<31 - 1, signed: true, combine: combineBy(&vpminsd)},
	machine.ReduceSmax: {neutral: 1 << 31, before: 1 << 31, signed: true, combine: combineBy(&vpmaxsd)},
	machine.ReduceUmin: {neutral: ^uint32(0), before: ^uint32(0), combine: combineBy(&vpminud)},
	machine.ReduceUmax: {combine: combineBy(&vpmaxud)},
	machine.ReduceFmin: {neutral: notANumber, before: infinity, combine: combineFloats(floatLess)},
	machine.ReduceFmax: {neutral: notANumber, before: sign | infinity, combine: combineFloats(floatGreater)},
}

func combineBy(e *x86.Encoding) func(c *compiler, to, left, right int) {
	return func(c *compiler, to, left, right int) { c.do(*e, zmm(to), zmm(left), zmm(right)) }
}

// combineFloats takes the right one if it is less, or greater, or the left one is not a number. So of two that are alike the first one stays, and what is not a number changes nothing.
func combineFloats(predicate int64) func(c *compiler, to, left, right int) {
	return func(c *compiler, to, left, right int) {
		c.do(vcmpps, x86.K(held[0]), zmm(right), zmm(left), x86.Imm(predicate))
		c.do(vcmpps, x86.K(held[1]), zmm(left), zmm(left), x86.Imm(floatUnordered))
		c.do(korw, x86.K(held[0]), x86.K(held[0]), x86.K(held[1]))
		c.do(vpblendmd, zmm(to).Masked(held[0]), zmm(left), zmm(right))
	}
}

// reduction is simd_op: a reduction, or the scan of what is before each lane.
func reduction(c *compiler) {
	n := c.field(fieldOperation0) | c.field(fieldOperation1)<<1 | c.field(fieldOperation4)<<4
	scans, quads := c.field(fieldScans) != 0, c.field(fieldGroup) == 0
	d := c.target()
	if o, ok := inOrder[n]; ok {
		c.reduceInOrder(o, d, scans, quads)
		return
	}
	f, ok := foldings[n]
	if c.unable = c.unable || !ok; c.unable {
		return
	}
	isFloat := n == machine.ReduceFmin || n == machine.ReduceFmax
	c.foldable(f, isFloat)
	switch {
	case scans && quads:
		c.scanQuads(f)
	case scans:
		c.scan(f)
	case quads:
		c.foldQuads(f)
	default:
		c.fold(f)
	}
	if before := f.beforeAny(d); scans && before != f.neutral {
		c.beginAt(before, quads)
	}
	if isFloat {
		for h := range 2 {
			c.do(vmulps, zmm(h), zmm(h), c.number(oneFloat)) // denormals become zeros
		}
		c.floatResult(d, ofSum)
		return
	}
	for h := range 2 {
		c.move(d, h, zmm(h))
	}
}

// beforeAny is what is before the first active lane: the least or the greatest number that the destination has.
func (f folding) beforeAny(d target) uint32 {
	if f.signed && d.view != word {
		return f.before >> 16
	}
	return f.before
}

// beginAt puts a number into the first active lane of each group: what a scan has before it.
//
//	active    0 1 0 1  1 1 0 0          of quads, those whose lower neighbours are none of them active
//	first     0 1 0 0  1 0 0 0
func (c *compiler) beginAt(number uint32, quads bool) {
	c.do(kmovwr, x86.R(scratch), x86.K(active[1]))
	c.do(shl32, x86.R(scratch), x86.Imm(16))
	c.do(kmovwr, x86.R(other), x86.K(active[0]))
	c.do(or32, x86.R(scratch), x86.R(other))
	if quads {
		c.firstOfQuads()
	} else {
		c.do(load32, x86.R(other), x86.R(scratch))
		c.do(neg32, x86.R(other))
		c.do(and32, x86.R(scratch), x86.R(other))
	}
	for h := range 2 {
		c.do(kmovkr, x86.K(free), x86.R(scratch))
		c.load(zmm(h).Masked(free), c.number(number))
		c.do(shr32, x86.R(scratch), x86.Imm(16))
	}
}

// firstOfQuads leaves of the active lanes those that are the first of their quads.
func (c *compiler) firstOfQuads() {
	c.do(load32, x86.R(leaving), x86.R(scratch))
	for k, lanes := range [...]int64{^0x11111111, ^0x33333333, ^0x77777777} {
		c.do(load32, x86.R(other), x86.R(leaving))
		c.do(shl32, x86.R(other), x86.Imm(int64(k+1)))
		c.do(andImm, x86.R(other), x86.Imm(lanes))
		c.do(not32, x86.R(other))
		c.do(and32, x86.R(scratch), x86.R(other))
	}
}

// foldable puts the operand into zmm0 and zmm1, where lanes are active.
func (c *compiler) foldable(f folding, isFloat bool) {
	for h := range 2 {
		c.load(zmm(h), c.number(f.neutral))
		if isFloat {
			c.load(zmm(h).Masked(active[h]), c.floatValue(c.converted(), h, 2))
		} else {
			c.load(zmm(h).Masked(active[h]), c.value(c.compared("A", f.signed), h, 2))
		}
	}
}

// foldQuads puts into each lane what its quad has together. The first two lanes come first, so that the first of all stays left of the others.
//
//	0   1   2   3      01  01  23  23      0123 …
func (c *compiler) foldQuads(f folding) {
	for h := range 2 {
		for _, from := range []int64{0xb1, 0x4e} {
			c.do(vpshufd, zmm(2), zmm(h), x86.Imm(from))
			f.combine(c, h, h, 2)
		}
		c.do(vpshufd, zmm(h), zmm(h), x86.Imm(0))
	}
}

// fold puts into all lanes what they have together: lane 0 of each half gets it by steps of 1, 2, 4 and 8 lanes.
func (c *compiler) fold(f folding) {
	for h := range 2 {
		for step := int64(1); step < 16; step *= 2 {
			c.do(valignd, zmm(2), zmm(h), zmm(h), x86.Imm(step))
			f.combine(c, h, h, 2)
		}
	}
	f.combine(c, 0, 0, 1)
	c.do(vpbroadcastd0, zmm(0), x86.XMM(0))
	c.load(zmm(1), zmm(0))
}

// scan puts into each lane what those before it have together.
//
//	lanes 0 to 15         n 0 1 2 …    shifted by a lane, and then by 1, 2, 4 and 8 more; what comes in changes nothing
//	lanes 16 to 31       15 16 17 …    likewise, and then with all that is in the last of the others
func (c *compiler) scan(f folding) {
	c.load(zmm(3), c.number(f.neutral))
	c.do(valignd, zmm(1), zmm(1), zmm(0), x86.Imm(15))
	c.do(valignd, zmm(0), zmm(0), zmm(3), x86.Imm(15))
	for h := range 2 {
		for step := int64(1); step < 16; step *= 2 {
			c.do(valignd, zmm(2), zmm(h), zmm(3), x86.Imm(16-step))
			f.combine(c, h, 2, h)
		}
	}
	c.do(valignd, zmm(2), zmm(0), zmm(0), x86.Imm(15))
	c.do(vpbroadcastd0, zmm(2), x86.XMM(2))
	f.combine(c, 1, 2, 1)
}

// scanQuads is the same in quads.
func (c *compiler) scanQuads(f folding) {
	c.load(zmm(3), c.number(f.neutral))
	for h := range 2 {
		c.shiftQuads(h, h, 0x90, 0xeeee)
		c.shiftQuads(2, h, 0x90, 0xeeee)
		f.combine(c, h, 2, h)
		c.shiftQuads(2, h, 0x40, 0xcccc)
		f.combine(c, h, 2, h)
	}
}

// shiftQuads moves lanes within quads: those of a mask get another one, the others what is in zmm3.
func (c *compiler) shiftQuads(to, from int, way, lanes int64) {
	c.do(move32, x86.R(scratch), x86.Imm(lanes))
	c.do(kmovkr, x86.K(free), x86.R(scratch))
	c.do(vpshufd, zmm(4), zmm(from), x86.Imm(way))
	c.do(vpblendmd, zmm(to).Masked(free), zmm(3), zmm(4))
}

// An ordered operation is one on floats whose result is rounded at each step, so that there is no other order than from the lowest lane upwards.
type ordered struct {
	neutral      uint32 // it changes nothing that it is combined with
	before       uint32 // what a scan has before the first active lane
	one, sixteen *x86.Encoding
	doubtful     bool // a result that is near zero is the reference's: see nearZero
}

// inOrder are the ordered operations.
var inOrder = map[uint32]ordered{
	machine.ReduceFadd: {neutral: sign, one: &vaddss, sixteen: &vaddps},
	machine.ReduceFmul: {neutral: oneFloat, before: oneFloat, one: &vmulss, sixteen: &vmulps, doubtful: true},
}

// reduceInOrder combines floats from lane 0 upwards, each result rounded to the destination's size. A half and a float of 32 bits would be rounded twice.
func (c *compiler) reduceInOrder(o ordered, d target, scans, quads bool) {
	a := c.converted()
	c.unable = c.unable || d.view != word && !a.half && !a.isNumber
	for h := range 2 {
		c.load(zmm(h), c.floatValue(a, h, 2))
	}
	if o.doubtful {
		c.load(zmm(nearest), c.number(oneFloat))
	}
	if quads {
		c.quadsInOrder(o, d, scans)
	} else {
		c.lanesInOrder(o, d, scans)
	}
	if scans {
		c.beginAt(o.before, quads)
	}
	if o.doubtful {
		c.do(vcmpps, x86.K(held[0]), zmm(nearest), c.number(leastFloat), x86.Imm(floatLessOrEqual))
		c.do(kortestw, x86.K(held[0]), x86.K(held[0]))
		c.giveUp(jnz)
	}
	c.floatResult(d, ofSum)
}

// nearest is the temporary that has which result was nearest to zero, of those that are looked at.
const nearest = 5

// combined is what has to be known of results in lanes of the mask free, in a temporary.
func (c *compiler) combined(o ordered, d target, t int) {
	if o.doubtful {
		c.do(vrangeps, zmm(nearest).Masked(free), zmm(nearest), zmm(t), x86.Imm(nearerToZero))
	}
	c.roundSum(d, t)
}

// lanesInOrder combines lane by lane: the next one comes to lane 0, and so does its bit of the mask.
//
//	zmm2   the result, in all lanes
//	zmm3   of a scan, the results up to here, the last of them in lane 15
func (c *compiler) lanesInOrder(o ordered, d target, scans bool) {
	c.load(zmm(2), c.number(o.neutral))
	for h := range 2 {
		c.do(kmovwr, x86.R(scratch), x86.K(active[h]))
		c.do(move32, x86.R(other), x86.Imm(machine.Lanes/2))
		again := c.newLabel()
		c.labels[again] = len(c.code)
		if scans {
			c.do(valignd, zmm(3), zmm(2), zmm(3), x86.Imm(1))
		}
		c.do(kmovkr, x86.K(free), x86.R(scratch))
		c.do(*o.one, x86.XMM(2).Masked(free), x86.XMM(2), x86.XMM(h))
		c.do(vpbroadcastd0, zmm(2), x86.XMM(2))
		c.combined(o, d, 2)
		c.do(valignd, zmm(h), zmm(h), zmm(h), x86.Imm(1))
		c.do(shr32, x86.R(scratch), x86.Imm(1))
		c.do(dec32, x86.R(other))
		c.to(jnz, again)
		if scans {
			c.load(zmm(h), zmm(3))
		}
	}
	if !scans {
		for h := range 2 {
			c.load(zmm(h), zmm(2))
		}
	}
}

// quadsInOrder combines the first lanes of all quads, then the second ones, and so on.
//
//	zmm2   the results
//	zmm3   of a scan, what is before each lane
//	zmm4   ones in lanes that are active
func (c *compiler) quadsInOrder(o ordered, d target, scans bool) {
	for h := range 2 {
		c.load(zmm(2), c.number(o.neutral))
		c.do(vpmovm2d, zmm(4), x86.K(active[h]))
		for place := range int64(4) {
			if scans {
				c.do(move32, x86.R(scratch), x86.Imm(0x1111<<place))
				c.do(kmovkr, x86.K(free), x86.R(scratch))
				c.load(zmm(3).Masked(free), zmm(2))
			}
			c.do(vpshufd, zmm(6), zmm(h), x86.Imm(0x55*place))
			c.do(vpshufd, zmm(7), zmm(4), x86.Imm(0x55*place))
			c.do(vptestmd, x86.K(free), zmm(7), zmm(7))
			c.do(*o.sixteen, zmm(2).Masked(free), zmm(2), zmm(6))
			c.combined(o, d, 2)
		}
		from := 2
		if scans {
			from = 3
		}
		c.load(zmm(h), zmm(from))
	}
}

// roundSum rounds sums to the destination's size.
func (c *compiler) roundSum(d target, t int) {
	if d.view != word {
		c.do(vcvtps2ph, x86.YMM(t), zmm(t), x86.Imm(toNearest))
		c.do(vcvtph2ps, zmm(t), x86.YMM(t))
	}
}
