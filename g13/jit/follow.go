package jit

import (
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The offsets of what a frame holds of the SIMD-groups that may follow one another.
const (
	groupsAt = int32(unsafe.Offsetof(machine.Frame{}.Groups))
	startAt  = int32(unsafe.Offsetof(machine.Frame{}.Start))
)

// stop is stop: the next SIMD-group begins, if there is one and nothing is on its way. It has what the program writes as it was at the beginning.
//
//	dec groups; one threadgroup further in x
//	vmovdqu32 zmm10, [start]     of each register that the program writes
//	k1, k2 = present            k3, k4 by the counts
//	jmp the first op
func stop(c *compiler) {
	if c.full {
		c.nextFull()
		return
	}
	c.do(load64, x86.R(scratch), x86.Mem(frame, groupsAt))
	c.do(subImm, x86.R(scratch), x86.Imm(1))
	c.giveUp(jl)
	if !c.known || len(c.loads) > 0 {
		c.do(cmp64, x86.Mem(frame, pendingAt), x86.Imm(0))
		c.giveUp(jnz)
	}
	c.do(store64, x86.Mem(frame, groupsAt), x86.R(scratch))
	c.further()
	written := c.all
	c.restart(written)
	for h, k := range active {
		c.do(kload, x86.K(k), x86.Mem(frame, presentAt+2*int32(h)))
		if written.Has(0) {
			c.wake(h, c.inRegister(c.quietRow(0, h), 0))
		}
	}
	c.goTo(jump, 0)
}

// restart gives the registers that the program writes what a SIMD-group begins with.
func (c *compiler) restart(written machine.RegisterSet) {
	if written.Len() > 0 {
		c.do(load64, x86.R(scratch), x86.Mem(frame, startAt))
	}
	for n := range written.All() {
		c.restore(n)
	}
}

// restore does so for one of them; scratch is where they are.
func (c *compiler) restore(n int) {
	for h := range 2 {
		from, to := x86.Mem(scratch, int32(rowBytes*n+vectorBytes*h)), c.quietRow(n, h)
		if to.IsMemory() {
			c.load(zmm(0), from)
			c.do(vmovdqu32m, to, zmm(0))
			continue
		}
		c.written(n)
		c.load(to, from)
	}
}

// quietRow is half a row, which does not matter more for that.
func (c *compiler) quietRow(n int, h half) x86.Operand {
	if r := c.pinned(place{index: n}); r >= 0 {
		return zmm(r + h)
	}
	return x86.Mem(rows, int32(rowBytes*n+vectorBytes*h))
}
