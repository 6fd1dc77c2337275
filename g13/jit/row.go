package jit

import (
	"math/bits"
	"unsafe"

	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// Where lanes are elements in a row, an access is two vectors. What it has to know before that is kept: of the buffer in the frame, until the code is left, since nothing in it changes uniforms
// or buffers; of the lanes in a general register, to the end of the block.
//
//	r1 - its lane 0         0 1 2 … 31?       no: r13 = -1, and the lanes one after the other
//	r13  = r1's lane 0
//	r13 + 31 ≤ most         of the frame      no: the buffer is looked for, and kept
//	vmovdqu32 zmm10 {k1}, [origin + r13*4]
//
//	r13 ≥ 0?                                  the next access by r1 begins here
//	r13 + 31 ≤ most         of its own base

// leader is the offset of lane 0 where the lanes are in a row, as 32 bits without a sign; -1 where they are not.
const leader = x86.R13

// A window is what a kept one is for. Lanes have 1 << shift bytes each.
type window struct {
	base        uint64
	size, shift int
	lift        uint64
	unsigned    bool
}

// kept is the number of an access's window in the frame, or -1 if there is no room for it.
func (c *compiler) kept(t *machine.Transfer) int {
	w := window{t.Base.N, t.Size, t.Shift, t.Lift, t.Offset.Kind == machine.UnsignedTerm}
	for k, other := range c.windows {
		if other == w {
			return k
		}
	}
	if len(c.windows) == machine.Windows {
		return -1
	}
	c.windows = append(c.windows, w)
	return len(c.windows) - 1
}

// The offsets of what a window holds.
const (
	windowBytes = int32(unsafe.Sizeof(machine.Window{}))
	keptOrigin  = int32(unsafe.Offsetof(machine.Window{}.Origin))
	keptMost    = int32(unsafe.Offsetof(machine.Window{}.Most))
	keptBefore  = int32(unsafe.Offsetof(machine.Window{}.Distance))
)

// ascending are the numbers of the lanes.
func ascending(h half) (v constant) {
	for k := range v {
		v[k] = uint32(len(v)*h + k)
	}
	return v
}

// rowOrEach is an access whose lanes mostly are in a row.
func (c *compiler) rowOrEach(t *machine.Transfer) {
	scattered, absent, inside, back := c.newLabel(), c.newLabel(), c.newLabel(), c.newLabel()
	c.lead(int(t.Offset.N/2), scattered)
	k, surely := c.kept(t), c.surely
	at := windowsAt + windowBytes*int32(k)
	switch {
	case k < 0:
		c.to(jump, absent)
	case c.reached[k]:
		c.laneZero(t.Offset.Kind, x86.Mem(frame, at+keptBefore))
		c.do(load64, x86.R(origin), x86.Mem(frame, at+keptOrigin))
	default:
		c.reachesOver(t.Offset.Kind, x86.Mem(frame, at+keptBefore), x86.Mem(frame, at+keptMost))
		c.to(ja, absent)
		c.do(load64, x86.R(origin), x86.Mem(frame, at+keptOrigin))
		c.reached[k] = c.full // where all lanes are active, there is no other way to behind this
	}
	c.labels[inside] = len(c.code)
	first := laneAt{placeOfZero(t.Offset.Kind), 1 << t.Shift}
	if first.scale > 8 {
		if first.register != scratch {
			c.do(load64, x86.R(scratch), x86.R(first.register))
		}
		c.do(shl64, x86.R(scratch), x86.Imm(int64(t.Shift)))
		first = laneAt{scratch, 1}
	}
	c.inRow(t, first, scattered)
	c.labels[back] = len(c.code)
	if surely {
		back = inside // with what has been found
	}
	c.setAside(absent, back, &apart{write: reach, transfer: t, window: k, surely: surely, inside: inside, after: back, scattered: scattered})
}

// reach is what stands apart for such an access: the buffer is looked for, and the lanes are taken one after the other if they are not in a row, or not all of it is in the buffer.
func reach(c *compiler, a *apart) {
	t := a.transfer
	c.windowOfRow(t, a.window)
	if a.surely {
		c.giveUp(ja)
		return
	}
	beyond := c.newLabel()
	c.to(ja, beyond)
	c.to(jump, a.inside)
	c.labels[a.scattered] = len(c.code)
	if t.Kind == machine.LoadAccess && a.window >= 0 {
		c.allAlike(t, a.window, a.after)
	}
	c.windowOfRow(t, a.window)
	c.labels[beyond] = len(c.code)
	c.each(t, c.reaching(t), t.Shift)
}

// allAlike is a load of what all lanes share, if they have the same offset, and goes on behind it if they have not.
func (c *compiler) allAlike(t *machine.Transfer, kept, back int) {
	differ, find, found := c.newLabel(), c.newLabel(), c.newLabel()
	var o [2]x86.Operand
	for h := range o {
		o[h] = c.register(source{row: int(t.Offset.N / 2)}, h, 1+h)
	}
	c.do(vpbroadcastdv, zmm(3), o[0])
	for h, k := range [...]int{free, feeble} {
		c.do(vpcmpd, x86.K(k), o[h], zmm(3), x86.Imm(cmpNotEqual))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.to(jnz, differ)
	place := func(before x86.Operand) {
		c.do(vmovd, x86.R(scratch), x86.XMM(3))
		if t.Offset.Kind == machine.SignedTerm {
			c.do(add32, x86.R(scratch), before)
		}
	}
	at := windowsAt + windowBytes*int32(kept)
	place(x86.Mem(frame, at+keptBefore))
	c.do(cmp64, x86.Mem(frame, at+keptMost), x86.Imm(0))
	c.to(jz, find) // nothing is kept
	c.do(cmp64m, x86.R(scratch), x86.Mem(frame, at+keptMost))
	c.to(ja, find)
	c.do(load64, x86.R(origin), x86.Mem(frame, at+keptOrigin))
	c.labels[found] = len(c.code)
	c.shared(t)
	c.to(jump, back)
	c.labels[find] = len(c.code)
	c.windowOfRow(t, kept) // whose lane 0 is nobody's
	place(x86.R(distance))
	c.do(cmp64m, x86.R(scratch), x86.R(most))
	c.giveUp(ja)
	c.to(jump, found)
	c.labels[differ] = len(c.code)
}

// shared loads into all lanes what is at the place of one.
func (c *compiler) shared(t *machine.Transfer) {
	first := laneAt{scratch, 1 << t.Shift}
	if first.scale > 8 {
		c.do(shl64, x86.R(scratch), x86.Imm(int64(t.Shift)))
		first.scale = 1
	}
	for k, at := range t.At {
		c.do([...]x86.Encoding{load8, load16, load32}[bits.TrailingZeros(uint(t.Size))], x86.R(element), first.behind(int(at)))
		for h := range 2 {
			c.result(register(t, k), h, func(to x86.Operand) { c.do(vpbroadcastd, to, x86.R(element)) })
		}
	}
}

// lead makes the leader that of a row, unless it is that already, and goes elsewhere if the lanes are not in a row.
func (c *compiler) lead(row, elsewhere int) {
	if c.leading == row+1 {
		if !c.surely {
			c.do(cmp64, x86.R(leader), x86.Imm(0))
			c.to(jl, elsewhere)
		}
		return
	}
	c.nobodyLeads()
	c.leading = row + 1
	var o [2]x86.Operand
	for h := range o {
		o[h] = c.register(source{row: row}, h, 1+h)
	}
	c.do(vpbroadcastdv, zmm(3), o[0])
	for h, k := range [...]int{free, feeble} {
		c.do(vpsubd, zmm(4), o[h], zmm(3))
		c.do(vpcmpd, x86.K(k), zmm(4), c.constant(ascending(h)), x86.Imm(cmpNotEqual))
	}
	c.do(move64, x86.R(leader), x86.Imm(-1))
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.to(jnz, elsewhere)
	c.do(vmovd, x86.R(leader), x86.XMM(3))
}

// leaderBehind notes that an op has been compiled: behind one that writes the row, the leader is nobody's.
func (c *compiler) leaderBehind(op int) {
	if c.leading > 0 {
		if w := c.program.Writes(op); w.Has(c.leading - 1) {
			c.nobodyLeads()
		}
	}
}

// nobodyLeads forgets what is known of the leader.
func (c *compiler) nobodyLeads() {
	c.leading, c.surely, c.reached = 0, false, [machine.Windows]bool{}
}

// reachesOver finds the place of lane 0, and says by the flags whether the last lane is above most.
func (c *compiler) reachesOver(offset machine.TermKind, before, most x86.Operand) {
	c.laneZero(offset, before)
	c.do(lea, x86.R(other), x86.Mem(placeOfZero(offset), machine.Lanes-1))
	c.do(cmp64m, x86.R(other), most)
}

// placeOfZero is where the place of lane 0 is: in the leader, if there are no elements before the base.
func placeOfZero(offset machine.TermKind) int {
	if offset == machine.SignedTerm {
		return scratch
	}
	return leader
}

// laneZero makes it that.
func (c *compiler) laneZero(offset machine.TermKind, before x86.Operand) {
	if offset == machine.SignedTerm {
		c.do(load32, x86.R(scratch), x86.R(leader))
		c.do(add32, x86.R(scratch), before)
	}
}

// inRow moves what all lanes have in memory, one behind the other; first says where lane 0 has it. Stores under a mask are slow; so where all lanes are active they have none.
// Elements between those of other lanes cannot have one: where some lane is not active, code goes elsewhere.
func (c *compiler) inRow(t *machine.Transfer, first laneAt, elsewhere int) {
	if t.Kind == machine.LoadAccess {
		c.moveRow(t, first, true)
		return
	}
	if c.full {
		c.moveRow(t, first, false)
		return
	}
	masked, done := elsewhere, 0
	if t.Elements == 1 {
		masked, done = c.newLabel(), c.newLabel()
	}
	c.do(kandw, x86.K(free), x86.K(active[0]), x86.K(active[1]))
	c.do(kortestw, x86.K(free), x86.K(free))
	c.to(jae, masked) // not all ones
	c.moveRow(t, first, false)
	if t.Elements == 1 {
		c.labels[done] = len(c.code)
		c.setAside(masked, done, &apart{write: storeMasked, transfer: t, first: first})
	}
}

func storeMasked(c *compiler, a *apart) { c.moveRow(a.transfer, a.first, true) }

// moveRow moves both halves of a row.
func (c *compiler) moveRow(t *machine.Transfer, first laneAt, masked bool) {
	for h := range 2 {
		if t.Elements > 1 {
			c.wordsInRow(t, h, first)
		} else {
			c.elementsInRow(t, h, first.behind(16*t.Size*h), masked)
		}
	}
}

// A laneAt is where the elements of lane 0 begin: a register says it, in units of scale from the origin on.
type laneAt struct{ register, scale int }

// behind is so many bytes further.
func (a laneAt) behind(bytes int) x86.Operand {
	return x86.MemIndex(origin, a.register, a.scale, int32(bytes))
}

// elementsInRow moves an element of each of half the lanes.
func (c *compiler) elementsInRow(t *machine.Transfer, h half, at x86.Operand, masked bool) {
	size := bits.TrailingZeros(uint(t.Size))
	r := register(t, 0)
	if t.Kind == machine.StoreAccess {
		v := c.inRegister(c.value(source{row: r.row, view: r.view}, h, 1), 1)
		if masked {
			at = at.Masked(active[h])
		}
		c.do([...]x86.Encoding{vpmovdb, vpmovdw, vmovdqu32m}[size], at, v)
		return
	}
	c.result(r, h, func(to x86.Operand) { c.do([...]x86.Encoding{vpmovzxbd, vpmovzxwd, vmovdqu32}[size], to, at) })
}
