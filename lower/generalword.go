package lower

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// wordBits are the bits of a general register.
const wordBits = 64

// oneCell is a bit that is one.
const oneCell = zeroCell - 1

// A word is what each bit of a general register is: bit j of value k, which is cell 64·k + j; zeroCell or oneCell; or freeCell.
type word [wordBits]cell

// A choice is what each bit may be: its cell, or zero where the one set has it, or one where the other has.
//
//	wanted     each of them will do, and of a freeCell anything
//	offered    a row whose constant is not chosen yet makes each of them; a freeCell is what nobody knows
type choice struct {
	word
	zero, one uint64
}

// free are the bits that may be anything, or of which nobody knows what they are.
func (c *choice) free() (set uint64) {
	for i, x := range c.word {
		if x == freeCell {
			set |= 1 << i
		}
	}
	return set
}

// put makes bit i that cell alone.
func (c *choice) put(i int, x cell) {
	c.zero &^= 1 << i
	c.one &^= 1 << i
	c.offer(i, x)
}

// offer makes bit i that cell, or zero or one if it could be that before.
func (c *choice) offer(i int, x cell) {
	switch c.word[i] = x; x {
	case zeroCell:
		c.zero |= 1 << i
	case oneCell:
		c.one |= 1 << i
	}
}

// nothing is a choice of which every bit is free.
func nothing() choice { return choice{word: freeWord} }

var freeWord = word(slices.Repeat([]cell{freeCell}, wordBits))

// value is argument k as a word, of which nothing is known.
func value(k int) (c choice) {
	for i := range c.word {
		c.word[i] = cell(k*wordBits + i)
	}
	return c
}

// key names a choice.
func (c *choice) key() string {
	b := make([]byte, 0, 2*wordBits+16)
	for _, x := range c.word {
		b = append(b, byte(x), byte(x>>8))
	}
	return string(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, c.zero), c.one))
}

// meets says whether what is offered at bit i of c can be what is wanted at bit j.
func (c *choice) meets(i int, want *choice, j int) bool {
	w := want.word[j]
	return w == freeCell || w >= 0 && w == c.word[i] || ((c.zero>>i)&(want.zero>>j)|(c.one>>i)&(want.one>>j))&1 == 1
}

// both narrows bit i of what is wanted to what is also wanted at bit j of other; ok is false if nothing is left.
func (c *choice) both(i int, other *choice, j int) (ok bool) {
	x, y := c.word[i], other.word[j]
	switch {
	case y == freeCell:
		return true
	case x == freeCell:
		c.word[i] = y
		c.zero |= other.zero >> j & 1 << i
		c.one |= other.one >> j & 1 << i
		return true
	case x != y:
		c.word[i] = zeroCell
		if (c.zero>>i)&(other.zero>>j)&1 == 0 {
			c.word[i] = oneCell
		}
	}
	c.zero &^= (other.zero>>j&1 ^ 1) << i
	c.one &^= (other.one>>j&1 ^ 1) << i
	return c.word[i] >= 0 || (c.zero|c.one)>>i&1 == 1
}

// wantedOf is a map of at most 64 bits as what is wanted of its sources; ok is false if it is none of general registers.
func wantedOf(m lane.Map) (c choice, ok bool) {
	c = nothing()
	if len(m.Lane)*m.Bits > wordBits {
		return c, false
	}
	for i, l := range m.Lane {
		var v uint64
		if l.Kind == lane.Constant {
			v, _ = l.Const.Uint64()
		}
		for j := range m.Bits {
			at := i*m.Bits + j
			switch l.Kind {
			case lane.Source:
				if l.Index*m.Bits+j >= wordBits {
					return c, false
				}
				c.put(at, cell(l.Src*wordBits+l.Index*m.Bits+j))
			case lane.Constant:
				c.put(at, zeroCell-cell(v>>j&1))
			case lane.Old:
				return c, false
			}
		}
	}
	return c, true
}

// eachBit calls visit with the bits of a set, the lowest first, until it says no.
func eachBit(set uint64, visit func(i int) bool) bool {
	for ; set != 0; set &= set - 1 {
		if !visit(bits.TrailingZeros64(set)) {
			return false
		}
	}
	return true
}

// lowBitsSet are the lowest n bits.
func lowBitsSet(n int) uint64 {
	if n >= wordBits {
		return ^uint64(0)
	}
	return 1<<n - 1
}
