package machine

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// MaxStack is how many bytes a lane's stack has.
const MaxStack = 1 << 14

// A stack is the private memory of each lane. A row of words is the same word of all of them; what has not been written is 0.
//
//	          lane 0   lane 1   lane 2
//	byte 0    │        │        │         pointer: the same in all lanes, 0 at the beginning
//	     4    │        │        │
type stack struct {
	pointer int64
	words   []Row
	most    int // so many rows there have been
}

// reset makes the stack empty.
func (s *stack) reset() { s.pointer, s.words = 0, s.words[:0] }

// fewRows is how many there are at least if there are any.
const fewRows = 32

// grow makes so many rows of words, or some more, so that it is not to be done often. It makes no difference to a program: what has not been written is 0.
func (s *stack) grow(n int) {
	n = min(max(n, 2*len(s.words), s.most, fewRows), MaxStack/4)
	s.words = append(s.words, make([]Row, n-len(s.words))...)
	s.most = n
}

// gather reads elements of the active lanes. None of them is in two words.
func (s *stack) gather(g *Group, t *transfer) {
	keep := ^uint32(0) >> (32 - 8*t.size)
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		for k, at := range t.at[:t.elements] {
			v, a := uint32(0), g.address[lane]+at
			if a/4 < uint64(len(s.words)) {
				v = s.words[a/4][lane] >> (a & 3 * 8) & keep
			}
			g.moved[k][lane] = v
		}
	}
}

// scatter writes elements of the active lanes.
func (s *stack) scatter(g *Group, t *transfer) {
	keep := ^uint32(0) >> (32 - 8*t.size)
	for mask := g.Exec; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) & (Lanes - 1)
		for k, at := range t.at[:t.elements] {
			a := g.address[lane] + at
			if n := a/4 + 1; n > uint64(len(s.words)) {
				s.grow(int(n))
			}
			w, shift := &s.words[a/4][lane], a&3*8
			*w = *w&^(keep<<shift) | g.moved[k][lane]&keep<<shift
		}
	}
}

// stackAdjust is stack_adjust. n is the number of bytes, or if signed is set the register with it.
func stackAdjust(c *compiler, o *op) string {
	v := c.arg(o, "v")
	o.flags |= stackModel
	if v.Class == g13.Number {
		o.n = uint32(v.Value)
		o.run = func(g *Group, o *op) { g.stack.pointer += int64(int32(o.n)) }
		return c.usual(usualAdjust)
	}
	if v.Index >= 2*Registers {
		return beyondLast
	}
	o.n, o.signed = uint32(v.Index/2), c.field("Ou") == 0
	o.run = (*Group).adjustByRegister
	return c.usual(usualAdjust)
}

var usualAdjust = []usually{{"i1", 0, 1}, {"i2", 0, 2}}

// adjustByRegister takes the number that the active lanes have.
func (g *Group) adjustByRegister(o *op) {
	r := &g.rows[o.n]
	first, other := g.agree(r)
	v := r[first]
	switch {
	case first != other:
		g.fault(fmt.Sprintf("lane %d moves the stack pointer by %#x and lane %d by %#x", first, v, other, r[other]))
	case o.signed:
		g.stack.pointer += int64(int32(v))
	default:
		g.stack.pointer += int64(v)
	}
}

// stackPointerOf is stack_get_ptr.
func stackPointerOf(c *compiler, o *op) string {
	r := c.inst.Arg(c.operand("R"))
	if r.Undefined {
		return oddRegister
	}
	o.d, o.writes, o.flags = target{uint16(r.Index / 2), word}, 1, o.flags|stackModel
	o.run = func(g *Group, o *op) {
		t := g.target(o)
		for i := range t {
			t[i] = uint32(g.stack.pointer)
		}
		g.put(o, t)
	}
	return ""
}
