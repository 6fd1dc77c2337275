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
// An offset in a register may be a row in all lanes too, as the counter of a loop is; otherwise each lane has a place of its own:
//
//	lane's byte         row · 128 + lane · 4 + (byte & 3)        of all stacks together
//
// Rows that are not there yet are the reference's.

// The offsets of what a frame holds of stacks.
const (
	stackAt        = int32(unsafe.Offsetof(machine.Frame{}.Stack))
	stackRowsAt    = int32(unsafe.Offsetof(machine.Frame{}.StackRows))
	stackPointerAt = int32(unsafe.Offsetof(machine.Frame{}.StackPointer))
)

// stackTransfer is stack_load or stack_store.
func stackTransfer(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.unable = c.unable || t == nil || !t.Raw || t.Elements == 0; c.unable {
		return
	}
	if t.Waited {
		c.fits(t)
	}
	if t.Offset.Kind == machine.NumberTerm {
		c.stackByNumber(t)
	} else {
		c.stackByRegister(t)
	}
	if t.Waited {
		c.await(t)
	}
}

// stackByNumber moves elements whose place is the same in all lanes, and known but for the pointer.
func (c *compiler) stackByNumber(t *machine.Transfer) {
	if c.unable = int64(t.Offset.N) != int64(int32(t.Offset.N)); c.unable {
		return
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
	c.stackRows(t)
}

// stackRows moves elements of all lanes, whose first byte is in most.
func (c *compiler) stackRows(t *machine.Transfer) {
	for k, at := range t.At {
		c.stackElement(t, k, int32(at))
	}
}

// stackReach is how far from nothing pointers and offsets are looked at in 32 bits: whatever is further away is in no stack, and stays outside where they are added.
const stackReach = 1 << 21

// stackByRegister moves elements whose places are in zmm1 and zmm2, in bytes. Narrow ones of a vector may be in several rows, and are the reference's.
func (c *compiler) stackByRegister(t *machine.Transfer) {
	if c.unable = c.unable || t.Size < 4 && (t.Elements > 1 || t.At[0] > 0); c.unable {
		return
	}
	c.reachStack(t)
	rows, back := c.newLabel(), c.newLabel()
	c.do(vpbroadcastdv, zmm(3), x86.XMM(1))
	for h, k := range [...]int{free, feeble} {
		c.do(vpcmpd, x86.K(k), zmm(1+h), zmm(3), x86.Imm(cmpNotEqual))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.to(jnz, rows)
	c.do(vmovd, x86.R(scratch), x86.XMM(1))
	c.do(cmp64m, x86.R(scratch), x86.R(most)) // no lane may be active
	c.giveUp(ja)
	c.do(load64, x86.R(most), x86.R(scratch))
	c.stackRows(t)
	c.labels[back] = len(c.code)
	c.setAside(rows, back, &apart{write: stackLanes, transfer: t})
}

// reachStack is the places of the lanes' elements, in zmm1 and zmm2, all of which are in rows that there are. The last of these places is in most.
func (c *compiler) reachStack(t *machine.Transfer) {
	c.do(load64, x86.R(other), x86.Mem(frame, stackPointerAt))
	c.do(lea, x86.R(scratch), x86.Mem(other, stackReach/2))
	c.do(cmp64, x86.R(scratch), x86.Imm(stackReach))
	c.giveUp(ja)
	c.do(load64, x86.R(most), x86.Mem(frame, stackRowsAt))
	c.do(shl64, x86.R(most), x86.Imm(2))
	c.do(subImm, x86.R(most), x86.Imm(int64(t.Span)))
	c.giveUp(jl)
	c.do(vpbroadcastd, zmm(3), x86.R(other))
	c.do(vpbroadcastd, zmm(4), x86.R(most))
	for h, k := range [...]int{free, feeble} {
		at := zmm(1 + h)
		c.load(at, c.row(int(t.Offset.N/2), h))
		if t.Offset.Kind == machine.SignedTerm {
			c.do(vpmaxsd, at, at, c.number(uint32(1<<32-stackReach)))
			c.do(vpminsd, at, at, c.number(stackReach))
		} else {
			c.do(vpminud, at, at, c.number(stackReach))
		}
		c.do(vpslld, at, at, x86.Imm(int64(t.Shift)))
		c.do(vpaddd, at, at, zmm(3))
		c.do(vpandd, at, at, c.number(uint32(-t.Size)))
		c.do(vpaddd, at, at, c.number(uint32(t.Lift)))
		c.do(vpcmpud, x86.K(k).Masked(active[h]), at, zmm(4), x86.Imm(cmpGreater))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.giveUp(jnz)
}

// stackLanes moves elements of one lane after the other, whose places in the lane's stack are in zmm1 and zmm2.
func stackLanes(c *compiler, a *apart) {
	t := *a.transfer
	t.At = make([]uint64, len(a.transfer.At))
	for k, at := range a.transfer.At {
		t.At[k] = at / 4 * rowBytes
	}
	for h := range 2 {
		lanes, at := constant{}, zmm(1+h)
		for k := range lanes {
			lanes[k] = uint32(4 * (16*h + k))
		}
		c.do(vpandd, zmm(3), at, c.number(3))
		c.do(vpsrld, at, at, x86.Imm(2))
		c.do(vpslld, at, at, x86.Imm(7))
		c.do(vpord, at, at, zmm(3))
		c.do(vpaddd, at, at, c.constant(lanes))
	}
	c.do(load64, x86.R(origin), x86.Mem(frame, stackAt))
	c.each(&t, [2]x86.Operand{zmm(1), zmm(2)}, 0)
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
