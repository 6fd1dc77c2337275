package jit

import (
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The offsets of what a frame holds of the threadgroup's memory.
const (
	localAt     = int32(unsafe.Offsetof(machine.Frame{}.Local))
	localSizeAt = int32(unsafe.Offsetof(machine.Frame{}.LocalSize))
)

// threadgroupTransfer is threadgroup_load or threadgroup_store. Base and offset are of 16 bits, so that 32 are enough for their sum; what is beyond the memory, or has none, is the reference's.
func threadgroupTransfer(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.unable = c.unable || t == nil || !t.Raw || t.Elements == 0; c.unable {
		return
	}
	base, offset := c.term(t.Base), c.term(t.Offset)
	if c.unable {
		return
	}
	c.do(load64, x86.R(origin), x86.Mem(frame, localAt))
	c.do(load64, x86.R(most), x86.Mem(frame, localSizeAt))
	c.do(subImm, x86.R(most), x86.Imm(int64(t.Span)))
	c.giveUp(jl)
	c.do(vpbroadcastd, zmm(4), x86.R(most))
	for h, k := range [...]int{free, feeble} {
		at := zmm(1 + h)
		c.load(at, c.value(offset, h, 3))
		if !offset.isNumber {
			c.do(vpslld, at, at, x86.Imm(int64(t.Shift)))
		}
		c.do(vpaddd, at, at, c.value(base, h, 3))
		c.do(vpandd, at, at, c.number(uint32(-t.Size)))
		c.do(vpaddd, at, at, c.number(uint32(t.Lift)))
		c.do(vpcmpud, x86.K(k).Masked(active[h]), at, zmm(4), x86.Imm(cmpGreater))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.giveUp(jnz)
	c.each(t, [2]x86.Operand{zmm(1), zmm(2)}, 0)
}

// term is a term of such an address: a number, or half a register. Halves of uniforms are the reference's.
func (c *compiler) term(t machine.Term) source {
	switch t.Kind {
	case machine.NumberTerm:
		return source{isNumber: true, number: uint32(t.N)}
	case machine.HalfTerm:
		return source{row: int(t.N / 2), half: true, view: low + view(t.N&1)}
	}
	c.unable = true
	return source{}
}
