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

// threadgroupTransfer is threadgroup_load or threadgroup_store.
func threadgroupTransfer(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.reachLocal(t); c.unable {
		return
	}
	if stride(t) == 0 {
		c.each(t, [2]x86.Operand{zmm(1), zmm(2)}, 0)
		return
	}
	scattered, back := c.newLabel(), c.newLabel()
	c.reachInRow(stride(t), scattered)
	c.inRow(t, laneAt{scratch, 1}, scattered)
	c.labels[back] = len(c.code)
	c.setAside(scattered, back, &apart{write: scatter, transfer: t})
}

// scatter takes the lanes one after the other, whose places are in zmm1 and zmm2.
func scatter(c *compiler, a *apart) { c.each(a.transfer, [2]x86.Operand{zmm(1), zmm(2)}, 0) }

// reachLocal is the places of the lanes' elements in the memory, in zmm1 and zmm2, in bytes. Base and offset are of 16 bits, so that 32 are enough for their sum; what is beyond the memory, or has
// none, is the reference's.
func (c *compiler) reachLocal(t *machine.Transfer) {
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
}

// reachInRow makes scratch the place of lane 0, and goes elsewhere unless all lanes, active or not, are in a row in the memory. Their places are in zmm1 and zmm2.
func (c *compiler) reachInRow(stride int, elsewhere int) {
	c.do(vpbroadcastdv, zmm(3), x86.XMM(1))
	for h, k := range [...]int{free, feeble} {
		at := ascending(h)
		for lane := range at {
			at[lane] *= uint32(stride)
		}
		c.do(vpsubd, zmm(5), zmm(1+h), zmm(3))
		c.do(vpcmpd, x86.K(k), zmm(5), c.constant(at), x86.Imm(cmpNotEqual))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.to(jnz, elsewhere)
	c.do(vmovd, x86.R(scratch), x86.XMM(1))
	c.do(lea, x86.R(other), x86.Mem(scratch, int32((machine.Lanes-1)*stride)))
	c.do(cmp64m, x86.R(other), x86.R(most))
	c.to(ja, elsewhere)
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
