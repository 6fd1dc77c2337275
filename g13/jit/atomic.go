package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// An atomic takes the active lanes one after the other, each in one step, as other cores see it. What a lane has and gets stands in the frame.
//
//	spill    0  where in the memory    1  its number    2  of cmpxchg, what is expected    3  what was there
//
//	add      lock xadd [r10], r11
//	max      eax = [r10]
//	again:   r14 = the greater one of eax and r11
//	         lock cmpxchg [r10], r14          somebody was faster: again
const (
	word32 = x86.R10 // the address of a lane's word
	number = x86.R11 // the lane's number; then perhaps what was there
	became = x86.R14
	others = x86.R15 // lanes that are left
	was    = scratch
)

// atomic is atomic.
func atomic(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.unable = c.unable || !regular(t); c.unable {
		return
	}
	if t.Waited {
		c.fits(t)
	}
	c.window(t)
	if t.Offset.Kind == machine.NumberTerm {
		c.do(vpxord, zmm(1), zmm(1), zmm(1))
		c.change(t, [2]x86.Operand{zmm(1), zmm(1)}, 1)
	} else {
		c.change(t, c.reaching(t), 1<<t.Shift)
	}
	if t.Waited {
		c.await(t)
	}
}

// threadgroupAtomic is threadgroup_atomic.
func threadgroupAtomic(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.reachLocal(t); !c.unable {
		c.change(t, [2]x86.Operand{zmm(1), zmm(2)}, 1)
	}
}

// change changes the active lanes' words, at places that count so many bytes each.
func (c *compiler) change(t *machine.Transfer, at [2]x86.Operand, scale int) {
	operation, s, r := c.field(fieldOperation), c.argument("S"), c.argument("R")
	if c.unable = c.unable || scale > 8; c.unable {
		return
	}
	for h := range 2 {
		c.spill(0, h, at[h])
		c.spill(1, h, c.inRegister(c.row(s.Index/2, h), 3))
		if operation == compareExchange {
			c.spill(2, h, c.inRegister(c.row(s.Index/2+1, h), 3))
		}
	}
	c.lanes(func() {
		c.do(load64, x86.R(others), x86.R(scratch))
		c.do(load32, x86.R(word32), spilled(0))
		c.do(lea, x86.R(word32), x86.MemIndex(origin, word32, scale, 0))
		c.do(load32, x86.R(number), spilled(1))
		c.do(store32, spilled(3), x86.R(c.changeOne(operation)))
		c.do(load64, x86.R(scratch), x86.R(others))
	})
	if !r.None {
		c.delivered(t)
	}
}

// delivered puts what was there into its register.
func (c *compiler) delivered(t *machine.Transfer) {
	for h := range 2 {
		c.load(zmm(0), x86.Mem(frame, spillAt+int32(rowBytes*3+vectorBytes*h)))
		c.put(register(t, 0), h, zmm(0))
	}
}

const compareExchange = 3

// A choice is how a word becomes another one: by an instruction, or, if it compares, by a move that depends on it.
type choice struct{ by, move x86.Encoding }

// choices are the operations that have no instruction of their own, by their numbers.
var choices = map[uint32]choice{
	4: {cmp32, cmova}, 5: {cmp32, cmovg}, 6: {cmp32, cmovb}, 7: {cmp32, cmovl}, // the other one if this is above, greater, below, less
	8: {by: and32}, 9: {by: or32}, 10: {by: xor32},
}

// changeOne changes the word of a lane, and says in which register is what was there.
func (c *compiler) changeOne(operation uint32) (old int) {
	word := x86.Mem(word32, 0)
	switch operation {
	case 1:
		c.do(neg32, x86.R(number))
		fallthrough
	case 0:
		c.locked(xadd32, word, x86.R(number))
		return number
	case 2:
		c.do(xchg32, word, x86.R(number)) // locks by itself
		return number
	case compareExchange:
		c.do(load32, x86.R(was), spilled(2))
		c.locked(cmpxchg, word, x86.R(number))
		return was
	}
	how, again := choices[operation], c.newLabel()
	c.do(load32, x86.R(was), word)
	c.labels[again] = len(c.code)
	c.do(load32, x86.R(became), x86.R(was))
	c.do(how.by, x86.R(became), x86.R(number))
	if how.move != (x86.Encoding{}) {
		c.do(how.move, x86.R(became), x86.R(number))
	}
	c.locked(cmpxchg, word, x86.R(became))
	c.to(jnz, again)
	return was
}
