package jit

import (
	"math"

	"github.com/lanescope/lanescope/internal/x86"
)

// An integer is what a conversion's mode says of it.
type integer struct {
	bits   int
	signed bool
	made   bool // from a float, not the other way round
}

// modes are those that are known.
var modes = map[uint32]integer{
	0: {8, false, false}, 1: {8, true, false},
	4: {16, false, true}, 5: {16, true, true}, 6: {16, false, false}, 7: {16, true, false},
	8: {32, false, true}, 9: {32, true, true}, 10: {32, false, false}, 11: {32, true, false},
}

const toEven = 1 // the rounding; the other one is towards zero

// conversion is convert.
func conversion(c *compiler) {
	i, ok := modes[c.field(fieldMode)]
	switch round := c.field(fieldRound); {
	case !ok || round > toEven:
		c.unable = true
	case i.made:
		c.toInteger(i, round)
	default:
		c.fromInteger(i, round)
	}
}

// fromInteger makes floats of integers. Those that have more bits than a float has are too great for a half, so that none is rounded twice.
func (c *compiler) fromInteger(i integer, round uint32) {
	d, a := c.target(), c.source("A")
	if c.unable {
		return
	}
	towards, first := int64(toNearest), x86.ToEven
	if round != toEven {
		towards, first = toZero, x86.TowardsZero
	}
	e, shift := vcvtudq2ps, vpsrld
	if i.signed {
		e, shift = vcvtdq2ps, vpsrad
	}
	for h := range 2 {
		v := c.register(a, h, 2)
		if drop := int64(32 - i.bits); drop > 0 {
			c.do(vpslld, zmm(2), v, x86.Imm(drop))
			c.do(shift, zmm(2), zmm(2), x86.Imm(drop))
			v = zmm(2)
		}
		c.do(e, zmm(h), v.Rounded(first))
		c.narrow(d, h, towards)
		c.put(d, h, zmm(h))
	}
}

// toInteger makes integers of floats. What no integer is near is left to the reference.
func (c *compiler) toInteger(i integer, round uint32) {
	d, a := c.target(), c.converted()
	least, beyond := 0.0, math.Ldexp(1, i.bits)
	e, mode := vcvttps2udq, int64(0x0b)
	if i.signed {
		least, beyond, e = -beyond/2, beyond/2, vcvttps2dq
	}
	if round == toEven {
		mode = 0x08
	}
	for h := range 2 {
		c.do(vrndscaleps, zmm(h), c.floatValue(a, h, 1), x86.Imm(mode))
		c.do(vcmpps, x86.K(held[h]), zmm(h), c.number(math.Float32bits(float32(least))), x86.Imm(floatGreaterOrEqual))
		c.do(vcmpps, x86.K(free), zmm(h), c.number(math.Float32bits(float32(beyond))), x86.Imm(floatLess))
		c.do(kandw, x86.K(held[h]), x86.K(held[h]), x86.K(free))
		c.do(kandnw, x86.K(held[h]), x86.K(held[h]), x86.K(active[h]))
	}
	c.do(kortestw, x86.K(held[0]), x86.K(held[1]))
	c.giveUp(jnz)
	for h := range 2 {
		c.do(e, zmm(h), zmm(h))
		c.put(d, h, zmm(h))
	}
}

// converted is the float operand of a conversion, by its bits. Those of a number are a half's, and a denormal's, as it has eight of them.
func (c *compiler) converted() source {
	s := c.source("A")
	if s.isNumber {
		s.number = math.Float32bits(float32(s.number&lowHalf) * 0x1p-24)
	}
	s.extends = false
	return s.halved()
}

// How vcvtps2ph rounds.
const (
	toNearest = 0
	toZero    = 3
)

// narrow makes a float in a register half as wide, if the target is.
func (c *compiler) narrow(d target, r int, towards int64) {
	if d.view != word {
		c.do(vcvtps2ph, x86.YMM(r), zmm(r), x86.Imm(towards))
		c.do(vpmovzxwd, zmm(r), x86.YMM(r))
	}
}
