package jit

import (
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The offsets of what a frame holds of where the SIMD-group is.
const (
	threadgroupAt = int32(unsafe.Offsetof(machine.Frame{}.Threadgroup))
	threadsAt     = int32(unsafe.Offsetof(machine.Frame{}.Threads))
	dispatchAt    = int32(unsafe.Offsetof(machine.Frame{}.Dispatch))
	simdGroupAt   = int32(unsafe.Offsetof(machine.Frame{}.SIMDGroup))
	coreAt        = int32(unsafe.Offsetof(machine.Frame{}.Core))
	baseAt        = int32(unsafe.Offsetof(machine.Frame{}.Base))
	positionAt    = int32(unsafe.Offsetof(machine.Frame{}.Position))
)

// Special registers that groups which follow one another have to know.
const (
	threadgroupInGrid = 0
	threadInGrid      = 80
)

// A reading writes half of what a special register is in all lanes into a register, in one instruction that is its last.
type reading func(c *compiler, to x86.Operand, h half)

// specials are the special registers that are known, by their numbers.
var specials = map[int64]reading{
	0: alike(threadgroupAt), 1: alike(threadgroupAt + 4), 2: alike(threadgroupAt + 8),
	4: alike(threadsAt), 5: alike(threadsAt + 4), 6: alike(threadsAt + 8),
	8: alike(dispatchAt), 9: alike(dispatchAt + 4), 10: alike(dispatchAt + 8),
	12: alike(threadsAt), 13: alike(threadsAt + 4), // of a threadgroup, the width and the height
	14: always(0), 21: always(0), 60: always(0), 62: always(0), 124: always(0),
	63: always(1), // every thread is a real one
	20: alike(coreAt), 53: alike(simdGroupAt),
	48: position(0), 49: position(1), 50: position(2),
	51: threadIndex, 52: laneIndex,
	56: activeAmong(func(lane int) uint32 { return 15 << (lane &^ 3) & (1<<lane - 1) }),
	57: activeAmong(func(lane int) uint32 { return 15 << (lane &^ 3) }),
	58: activeAmong(func(lane int) uint32 { return 1<<lane - 1 }),
	59: activeAmong(func(int) uint32 { return 1<<machine.Lanes - 1 }),
	80: gridPosition(0), 81: gridPosition(1), 82: gridPosition(2),
}

// specialRegister is get_sr.
func specialRegister(c *compiler) {
	d, read := c.target(), specials[c.argument("SR").Value]
	if c.unable = c.unable || read == nil; c.unable {
		return
	}
	if c.full && c.readsThreads() && c.isPinned(d.row) {
		c.imply(d.row)
		return
	}
	for h := range 2 {
		c.result(d, h, func(to x86.Operand) { read(c, to, h) })
	}
}

// alike is a number of the frame, in all lanes.
func alike(at int32) reading {
	return func(c *compiler, to x86.Operand, _ half) { c.do(vpbroadcastdv, to, x86.Mem(frame, at)) }
}

func always(v uint32) reading {
	return func(c *compiler, to x86.Operand, _ half) { c.do(vmovdqu32, to, c.number(v)) }
}

// position is where a thread is in its threadgroup.
func position(direction int32) reading {
	return func(c *compiler, to x86.Operand, h half) { c.do(vmovdqu32, to, c.positions(direction, h)) }
}

// positions is where the frame leads to for them. It changes the scratch register.
func (c *compiler) positions(direction int32, h half) x86.Operand {
	c.do(load64, x86.R(scratch), x86.Mem(frame, positionAt))
	return x86.Mem(scratch, rowBytes*direction+vectorBytes*int32(h))
}

// gridPosition is where it is in the grid.
func gridPosition(direction int32) reading {
	return func(c *compiler, to x86.Operand, h half) {
		if c.full && direction == 0 {
			c.do(vpbroadcastd, zmm(1), x86.R(begins))
			c.do(vpaddd, to, zmm(1), c.constant(ascending(h)))
			return
		}
		c.do(vpbroadcastdv, zmm(1), x86.Mem(frame, baseAt+4*direction))
		c.do(vpaddd, to, zmm(1), c.positions(direction, h))
	}
}

func laneIndex(c *compiler, to x86.Operand, h half) {
	c.do(vmovdqu32, to, c.constant(ascending(h)))
}

// threadIndex counts the threads of a threadgroup.
func threadIndex(c *compiler, to x86.Operand, h half) {
	c.do(vpbroadcastdv, zmm(1), x86.Mem(frame, simdGroupAt))
	c.do(vpslld, zmm(1), zmm(1), x86.Imm(5))
	c.do(vpaddd, to, zmm(1), c.constant(ascending(h)))
}

// activeAmong is how many lanes are active of those that a lane's mask has.
func activeAmong(mask func(lane int) uint32) reading {
	return func(c *compiler, to x86.Operand, h half) {
		var masks constant
		for k := range masks {
			masks[k] = mask(len(masks)*h + k)
		}
		c.activeLanes()
		c.do(vpbroadcastd, zmm(1), x86.R(scratch))
		c.do(vpandd, zmm(1), zmm(1), c.constant(masks))
		c.do(vpopcntd, to, zmm(1))
	}
}

// further makes the place that of the next threadgroup in x, as far as the program asks.
func (c *compiler) further() {
	if c.asks(threadgroupInGrid) {
		c.do(inc32, x86.Mem(frame, threadgroupAt))
	}
	if c.asks(threadInGrid) {
		c.do(load32, x86.R(scratch), x86.Mem(frame, dispatchAt))
		c.do(addTo32, x86.Mem(frame, baseAt), x86.R(scratch))
	}
}

// readsThreads says whether the instruction writes where threads are in the grid, in x, to a register.
func (c *compiler) readsThreads() bool {
	return c.form.does&getsSpecial != 0 && c.argument("SR").Value == threadInGrid && c.argument("D").Size == 32
}

// asks says whether the program reads a special register.
func (c *compiler) asks(number uint8) bool {
	return c.special[number]
}
