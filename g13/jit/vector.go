package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// Lanes that have two or four words each, one lane behind the other, are as many vectors, of which each register takes every second or fourth word:
//
//	memory   x0 y0 z0 w0 x1 y1 …  w3 │ x4 …  w7 │ x8 …  w11 │ x12 …  w15       sixteen lanes
//	         └──── vpermi2d ──────────────────┘ │ └──── vpermi2d ──────┘
//	         x0 … x7  y0 … y7                     x8 … x15  y8 … y15           and the same of z and w
//	         └──── vshufi32x4 ────────────────────────────┘
//	         x0 …               x15
//
// Stores go the same way back. Two elements of 16 bits that go to both halves of a register are a word.

// stride is how many bytes it is from a lane to the next one, if lanes without room between them are moved as vectors; else 0.
func stride(t *machine.Transfer) int {
	if t.Elements == 1 {
		return t.Size
	}
	for k, at := range t.At {
		if at != uint64(k*t.Size) {
			return 0
		}
	}
	switch bytes := t.Elements * t.Size; {
	case t.Size == 4, t.Size == 2 && !t.Wide && t.First%2 == 0 && t.Elements != 3:
		if bytes != 12 {
			return bytes
		}
	}
	return 0
}

// wordsInRow moves the words of half the lanes.
func (c *compiler) wordsInRow(t *machine.Transfer, h half, first laneAt) {
	n := stride(t) / 4
	vector := func(k int) x86.Operand { return first.behind(vectorBytes * (n*h + k)) }
	d := func(k int) target { return target{row: t.First/2 + k} }
	v := func(k, temporary int) x86.Operand { return c.inRegister(c.row(t.First/2+k, h), temporary) }
	switch {
	case n == 1 && t.Kind == machine.LoadAccess:
		c.result(d(0), h, func(to x86.Operand) { c.load(to, vector(0)) })
	case n == 1:
		c.do(vmovdqu32m, vector(0), v(0, 1))
	case n == 2 && t.Kind == machine.LoadAccess:
		c.load(zmm(1), vector(0))
		for k := range n {
			c.load(zmm(0), c.every(n, k))
			c.do(vpermi2d, zmm(0), zmm(1), vector(1))
			c.put(d(k), h, zmm(0))
		}
	case n == 2:
		x, y := v(0, 1), v(1, 2)
		for k := range n {
			c.load(zmm(0), c.between(n, k))
			c.do(vpermi2d, zmm(0), x, y)
			c.do(vmovdqu32m, vector(k), zmm(0))
		}
	case t.Kind == machine.LoadAccess:
		c.loadFours(d, h, vector)
	default:
		c.storeFours(v, vector)
	}
}

// loadFours makes four registers of four vectors: of pairs of these, pairs of registers for eight lanes; then those of both eights.
//
//	zmm1   x0 … x7   y0 … y7       zmm3   z0 … z7   w0 … w7
//	zmm2   x8 … x15  y8 … y15      zmm4   z8 … z15  w8 … w15
func (c *compiler) loadFours(d func(int) target, h half, vector func(int) x86.Operand) {
	for eight := range 2 {
		c.load(zmm(5), vector(2*eight))
		for pair := range 2 {
			c.load(zmm(1+eight+2*pair), c.pairOfFour(pair))
			c.do(vpermi2d, zmm(1+eight+2*pair), zmm(5), vector(2*eight+1))
		}
	}
	for k := range 4 {
		from := 1 + k/2*2
		c.do(vshufi32x4, zmm(0), zmm(from), zmm(from+1), x86.Imm([...]int64{0x44, 0xee}[k%2]))
		c.put(d(k), h, zmm(0))
	}
}

// storeFours is loadFours the other way.
func (c *compiler) storeFours(v func(k, temporary int) x86.Operand, vector func(int) x86.Operand) {
	for eight := range 2 {
		for pair := range 2 {
			c.do(vshufi32x4, zmm(1+pair), v(2*pair, 3), v(2*pair+1, 4), x86.Imm([...]int64{0x44, 0xee}[eight]))
		}
		for k := range 2 {
			c.load(zmm(0), c.between(4, k))
			c.do(vpermi2d, zmm(0), zmm(1), zmm(2))
			c.do(vmovdqu32m, vector(2*eight+k), zmm(0))
		}
	}
}

// every is an index of vpermi2d: each n-th word of two vectors, from k on.
func (c *compiler) every(n, k int) x86.Operand {
	return c.constant(byLane(func(lane int) int { return n*lane + k }))
}

// pairOfFour is one for eight lanes of four words in two vectors: the words 2·pair of them all, and then the next ones.
func (c *compiler) pairOfFour(pair int) x86.Operand {
	return c.constant(byLane(func(lane int) int { return 4*(lane%8) + 2*pair + lane/8 }))
}

// between is one that puts words of two between one another, or those of four, which stand in two vectors by eights: vector k of that.
func (c *compiler) between(n, k int) x86.Operand {
	return c.constant(byLane(func(lane int) int {
		word := 16*k + lane
		if n == 2 {
			return word/2 + 16*(word%2)
		}
		return word/4 + 8*(word%4)
	}))
}

func byLane(word func(lane int) int) (k constant) {
	for lane := range k {
		k[lane] = uint32(word(lane))
	}
	return k
}
