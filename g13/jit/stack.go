package jit

import (
	"math"
	"unsafe"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// The stack of all lanes is rows of words, as registers are: an access with an offset that is a number is a row in all of them. Elements of 8 and 16 bits are a part of it.
//
//	pointer + offset    scratch        the byte: its upper bits are the row's number
//	stack               origin         where the row is
//	element             8 · (byte & 3) bits of it, from there on
//
// Rows that are not there yet, and offsets in registers, are the reference's.

// The offsets of what a frame holds of stacks.
const (
	stackAt        = int32(unsafe.Offsetof(machine.Frame{}.Stack))
	stackRowsAt    = int32(unsafe.Offsetof(machine.Frame{}.StackRows))
	stackPointerAt = int32(unsafe.Offsetof(machine.Frame{}.StackPointer))
)

// stackTransfer is stack_load or stack_store.
func stackTransfer(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.unable = c.unable || t == nil || !t.Raw || t.Elements == 0 || t.Offset.Kind != machine.NumberTerm || int64(t.Offset.N) != int64(int32(t.Offset.N)); c.unable {
		return
	}
	if t.Waited {
		c.fits(t)
	}
	c.do(load64, x86.R(most), x86.Mem(frame, stackPointerAt))
	c.do(addImm, x86.R(most), x86.Imm(int64(t.Offset.N)))
	c.do(andImm, x86.R(most), x86.Imm(int64(-t.Size)))
	c.do(addImm, x86.R(most), x86.Imm(int64(t.Lift)))
	c.giveUp(jl) // it is before the stack; behind its end there never are rows
	c.do(lea, x86.R(scratch), x86.Mem(most, int32(t.Span-1)))
	c.do(shr64, x86.R(scratch), x86.Imm(2))
	c.do(cmp64m, x86.R(scratch), x86.Mem(frame, stackRowsAt))
	c.giveUp(jae)
	for k, at := range t.At {
		c.stackElement(t, k, int32(at))
	}
	if t.Waited {
		c.await(t)
	}
}

// stackElement moves one element of all lanes.
func (c *compiler) stackElement(t *machine.Transfer, k int, at int32) {
	keep := uint32(math.MaxUint32 >> (32 - 8*t.Size))
	c.do(lea, x86.R(scratch), x86.Mem(most, at))
	if t.Size < 4 {
		c.do(load64, x86.R(other), x86.R(scratch))
		c.do(andImm, x86.R(other), x86.Imm(3))
		c.do(shl32, x86.R(other), x86.Imm(3))
		c.do(vpbroadcastd, zmm(2), x86.R(other))
	}
	c.do(shr64, x86.R(scratch), x86.Imm(2))
	c.do(shl64, x86.R(scratch), x86.Imm(7)) // rows of 128 bytes
	c.do(add64, x86.R(scratch), x86.Mem(frame, stackAt))
	r := register(t, k)
	for h := range 2 {
		row := x86.Mem(scratch, vectorBytes*int32(h))
		if t.Kind == machine.LoadAccess {
			c.load(zmm(0), row)
			if t.Size < 4 {
				c.do(vpsrlvd, zmm(0), zmm(0), zmm(2))
				c.do(vpandd, zmm(0), zmm(0), c.number(keep))
			}
			c.put(r, h, zmm(0))
			continue
		}
		c.load(zmm(0), c.value(source{row: r.row, view: r.view}, h, 0))
		c.load(zmm(1), row)
		if t.Size < 4 {
			c.do(vpsllvd, zmm(0), zmm(0), zmm(2))
			c.load(zmm(3), c.number(keep))
			c.do(vpsllvd, zmm(3), zmm(3), zmm(2))
			c.do(vpternlogd, zmm(1).Masked(active[h]), zmm(0), zmm(3), x86.Imm(thirdSelects))
		} else {
			c.do(vmovdqa32, zmm(1).Masked(active[h]), zmm(0))
		}
		c.do(vmovdqu32m, row, zmm(1))
	}
}

// stackAdjust is stack_adjust by a number.
func stackAdjust(c *compiler) {
	v := c.argument("v")
	if c.unable = c.unable || v.Class != g13.Number; c.unable {
		return
	}
	c.do(addImm, x86.Mem(frame, stackPointerAt), x86.Imm(int64(int32(v.Value))))
}

// stackPointer is stack_get_ptr.
func stackPointer(c *compiler) {
	d := target{row: c.argument("R").Index / 2}
	if c.unable {
		return
	}
	for h := range 2 {
		c.result(d, h, func(to x86.Operand) { c.do(vpbroadcastdv, to, x86.Mem(frame, stackPointerAt)) })
	}
}
