package jit

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// An access to device memory has a base that is the same in all lanes, and an offset in a register. The base leads to a buffer; what is left to say is which offsets stay in it:
//
//	 ┌─────────────── buffer ───────────────┐
//	             base         offset << shift
//	 │← distance →│← ─ ─ ─ ─ ─ ─ ─→│span│
//	 0 ≤ offset + (distance >> shift) ≤ most
//
// In 32 bits, an offset that is too small is one that is too large. So one comparison without a sign says it of sixteen lanes; and where all lanes read words in a row, one of the
// last of them. Any other access takes the lanes one after the other, from the lowest to the highest. Whatever is not in that buffer is the reference's: it knows the others, and faults.

// General registers of an access.
const (
	distance = x86.R10 // in elements
	most     = x86.R11
	origin   = x86.R12 // where offset + distance = 0 is
	lane     = other
	within   = x86.R10 // where a lane's elements are, from there on
	element  = x86.R11
)

// regular says whether an instruction is such an access. All others are left to the reference.
func regular(t *machine.Transfer) bool {
	if t == nil || !t.Raw || t.Elements == 0 || t.Base.Kind != machine.UniformTerm {
		return false
	}
	switch t.Offset.Kind {
	case machine.SignedTerm, machine.UnsignedTerm:
		return true
	case machine.NumberTerm:
		return int64(t.Offset.N) >= math.MinInt16 && int64(t.Offset.N) <= math.MaxInt32/2
	}
	return false
}

// transfer is device_load or device_store.
func transfer(c *compiler) {
	t := c.ops[c.at].Transfer
	if c.unable = c.unable || !regular(t); c.unable {
		return
	}
	if t.Waited {
		c.fits(t)
	}
	switch {
	case t.Offset.Kind == machine.NumberTerm:
		c.window(t)
		c.alike(t)
	case stride(t) == 1<<t.Shift:
		c.rowOrEach(t)
	default:
		c.window(t)
		c.each(t, c.reaching(t), t.Shift)
	}
	if t.Waited {
		c.await(t)
	}
}

// alike is an access of all lanes to the same elements. Of stores, the last lane's stays.
func (c *compiler) alike(t *machine.Transfer) {
	if t.Kind == machine.StoreAccess {
		c.do(vpxord, zmm(1), zmm(1), zmm(1))
		c.each(t, [2]x86.Operand{zmm(1), zmm(1)}, 0)
		return
	}
	for k, at := range t.At {
		c.do([...]x86.Encoding{load8, load16, load32}[bits.TrailingZeros(uint(t.Size))], x86.R(element), x86.Mem(origin, int32(at)))
		for h := range 2 {
			c.do(vpbroadcastd, zmm(0), x86.R(element))
			c.put(register(t, k), h, zmm(0))
		}
	}
}

// reaching is the places of the lanes' elements in the buffer, in zmm1 and zmm2. All that are active have to be in it.
func (c *compiler) reaching(t *machine.Transfer) (at [2]x86.Operand) {
	c.do(vpbroadcastd, zmm(4), x86.R(most))
	if t.Offset.Kind == machine.SignedTerm {
		c.do(vpbroadcastd, zmm(3), x86.R(distance))
	}
	for h, k := range [...]int{free, feeble} {
		at[h] = c.register(source{row: int(t.Offset.N / 2)}, h, 1+h)
		if t.Offset.Kind == machine.SignedTerm {
			c.do(vpaddd, zmm(1+h), at[h], zmm(3))
			at[h] = zmm(1 + h)
		}
		c.do(vpcmpud, x86.K(k).Masked(active[h]), at[h], zmm(4), x86.Imm(cmpGreater))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.giveUp(jnz)
	return at
}

// each takes the active lanes one after the other, at places that are to be shifted. What they have and get stands in the frame meanwhile.
//
//	spill    0  where in the buffer    1 to 4  elements
func (c *compiler) each(t *machine.Transfer, at [2]x86.Operand, shift int) {
	for h := range 2 {
		c.spill(0, h, at[h])
	}
	if t.Kind == machine.StoreAccess {
		for k := range t.Elements {
			for h := range 2 {
				r := register(t, k)
				c.spill(1+k, h, c.inRegister(c.value(source{row: r.row, view: r.view}, h, 3), 3))
			}
		}
	}
	c.callLoop(t, shift)
	if t.Kind == machine.LoadAccess {
		for k := range t.Elements {
			for h := range 2 {
				c.load(zmm(0), x86.Mem(frame, spillAt+int32(rowBytes*(1+k)+vectorBytes*h)))
				c.put(register(t, k), h, zmm(0))
			}
		}
	}
}

// lanes goes through the active lanes, from the lowest to the highest.
func (c *compiler) lanes(do func()) {
	again, done := c.newLabel(), c.newLabel()
	c.activeLanes()
	c.to(jz, done)
	c.labels[again] = len(c.code)
	c.do(tzcnt, x86.R(lane), x86.R(scratch))
	do()
	c.do(blsr, x86.R(scratch), x86.R(scratch))
	c.to(jnz, again)
	c.labels[done] = len(c.code)
}

// spill puts half a row into the frame, where spilled is what a lane has of it.
func (c *compiler) spill(n int, h half, v x86.Operand) {
	c.do(vmovdqu32m, x86.Mem(frame, spillAt+int32(rowBytes*n+vectorBytes*h)), v)
}

func spilled(n int) x86.Operand { return x86.MemIndex(frame, lane, 4, spillAt+int32(rowBytes*n)) }

// register is the one of an element.
func register(t *machine.Transfer, k int) target {
	if t.Wide {
		return target{row: t.First/2 + k}
	}
	return target{row: (t.First + k) / 2, view: low + view((t.First+k)&1)}
}

// The offsets of what a frame holds of memories.
const (
	regionsAt     = int32(unsafe.Offsetof(machine.Frame{}.Regions))
	regionCountAt = int32(unsafe.Offsetof(machine.Frame{}.RegionCount))
	uniformsAt    = int32(unsafe.Offsetof(machine.Frame{}.Uniforms))
	spillAt       = int32(unsafe.Offsetof(machine.Frame{}.Spill))
	windowsAt     = int32(unsafe.Offsetof(machine.Frame{}.Windows))

	pendingAt = int32(unsafe.Offsetof(machine.Frame{}.Pending))
	waitedAt  = int32(unsafe.Offsetof(machine.Frame{}.Waited))
	loggedAt  = int32(unsafe.Offsetof(machine.Frame{}.Logged))
	logAt     = int32(unsafe.Offsetof(machine.Frame{}.Log))
	logBytes  = int32(unsafe.Sizeof(machine.Frame{}.Log[0]))
)
