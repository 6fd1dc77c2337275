package jit

import (
	"errors"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// A program that is one block, to its stop, and that leaves the mask alone, is compiled once more: for SIMD-groups that are full, of which every lane has a thread, and whose threads are in a
// row of the grid. All that follow one another mostly are. Nothing is under a mask there; where the threads begin is in a general register; and of what a group begins with only that
// is restored which it reads.
//
//	stop       threads in a row?                              no: as any other group
//	entry      r14 = groups that may follow                   r15 = where the first thread is
//	           jmp again
//	head       fuel
//	           …                                              the block, without masks
//	           dec r14                                        none left: out
//	           add r15d, [threads of a threadgroup]
//	again      vmovdqu32 zmm10, [start]                        a register that is read before it is written as a whole
//	           jmp head
//	           …
//	missing    vmovdqu32 zmm10, [start]                       a way out by which r2 has not been written yet begins here
//	           vmovdqu32 zmm12, [start]                       and one by which r3 alone has not, here
//	           …                                              what was counted in registers
//	           jmp out

// General registers of full SIMD-groups.
const (
	behind = x86.R14 // groups that may follow
	begins = x86.R15 // where the first thread is in the grid, in x
)

// A following is what is known of the code for full groups while it is written.
type following struct {
	entry  int                 // the label
	writes machine.RegisterSet // of the program
	needed machine.RegisterSet // registers that are read before they are written as a whole
	begun  machine.RegisterSet // those that have been written before the instruction that is compiled
	listed machine.RegisterSet // and those that are in first
	first  []missing           // all that the program writes, in the order in which it does
	ways   []wayOut
}

// A missing is a register that has not been written before an op.
type missing struct{ row, op int }

// A wayOut is a label from which on the registers are restored that have not been written before an op.
type wayOut struct{ label, op int }

// errReadLate is a defect of this package.
var errReadLate = errors.New("code that stands apart reads a register that its block does not")

// mayBeFull says whether the program is such a one.
func (c *compiler) mayBeFull() bool {
	if len(c.blocks) == 0 || c.blocks[0].First != 0 || !c.asks(threadInGrid) {
		return false
	}
	for _, o := range c.ops[:c.blocks[0].Len] {
		if o.To >= 0 || o.Inst.Len == 0 || c.formOf(o.Inst.Form).does&endsFull != 0 {
			return false
		}
	}
	return c.does(c.blocks[0].Len-1, stops)
}

// goesOnFull goes on with the next SIMD-group where that is full: where lane 31 is 31 threads from lane 0, it has a thread.
func (c *compiler) goesOnFull() {
	ordinary := c.newLabel()
	for h, k := range [...]int{free, feeble} {
		c.load(zmm(0), c.constant(ascending(h)))
		c.do(vpcmpd, x86.K(k), zmm(0), positions(0, h), x86.Imm(cmpNotEqual))
	}
	c.do(kortestw, x86.K(free), x86.K(feeble))
	c.to(jz, c.follows.entry)
	c.labels[ordinary] = len(c.code)
}

// writeFull writes the code for them.
func (c *compiler) writeFull() {
	f, head, again := c.follows, c.newLabel(), c.newLabel()
	f.writes = c.all
	c.labels[f.entry] = len(c.code)
	for h, k := range active {
		c.do(kload, x86.K(k), x86.Mem(frame, presentAt+2*int32(h)))
	}
	c.do(load64, x86.R(behind), x86.Mem(frame, groupsAt))
	c.do(load32, x86.R(begins), x86.Mem(frame, baseAt))
	c.to(jump, again)
	c.full, c.block, c.at = true, 0, 0
	c.begins()
	c.known = true // stop has looked
	c.labels[head] = len(c.code)
	c.do(subImm, x86.R(left), x86.Imm(int64(c.blocks[0].Len)))
	c.to(jl, c.stub(exit{done: noFuel, full: true}))
	c.piece(ofFull)
	for c.done = range c.blocks[0].Len {
		c.compile(c.done)
		f.begun = f.listed
		c.piece(c.done)
	}
	c.labels[again] = len(c.code)
	c.restart(f.needed)
	c.to(jump, head)
	c.full = false
	c.piece(ofGoOn)
}

// nextFull is stop of a full group. Nothing is on its way: the same instructions would have left it so in the group before, behind which code would have been left.
func (c *compiler) nextFull() {
	c.do(cmp64, x86.R(behind), x86.Imm(0))
	c.giveUp(jz)
	c.do(subImm, x86.R(behind), x86.Imm(1))
	if c.asks(threadgroupInGrid) {
		c.do(inc32, x86.Mem(frame, threadgroupAt))
	}
	c.do(add32, x86.R(begins), x86.Mem(frame, dispatchAt))
}

// readsFull notes that a register of a full group is read.
func (c *compiler) readsFull(row int) {
	if f := c.follows; row < machine.Registers && f.writes.Has(row) && !f.begun.Has(row) {
		f.needed.Add(row)
	}
	if c.implied == row+1 {
		c.writeImplied()
	}
}

// writesFull notes that one is written. If that is not as a whole, it has been read.
func (c *compiler) writesFull(row int) {
	f := c.follows
	if !f.listed.Has(row) {
		f.listed.Add(row)
		f.first = append(f.first, missing{row, c.done})
	}
}

// inRowFull notes that the lanes' threads, which the instruction has written to a register, are in a row.
func (c *compiler) inRowFull(d target) {
	c.nobodyLeads()
	c.do(load32, x86.R(leader), x86.R(begins))
	c.leading, c.surely = d.row+1, true
}

// imply leaves a register of a full group unwritten that has where its threads are: most programs only want to know where to load and store.
func (c *compiler) imply(row int) {
	c.writeImplied()
	c.written(row)
	c.writesFull(row)
	c.implied = row + 1
}

// writeImplied writes it.
func (c *compiler) writeImplied() {
	if c.implied == 0 {
		return
	}
	for h := range 2 {
		to := zmm(c.pinned(place{index: c.implied - 1}) + h)
		c.do(vpbroadcastd, to, x86.R(begins))
		c.do(vpaddd, to, to, c.constant(ascending(h)))
	}
	c.implied = 0
}

// touches says whether an op reads or writes a register, or half of it, other than to find where on the device it loads or stores.
func (c *compiler) touches(op, row int) bool {
	if t := c.ops[op].Transfer; t != nil && t.Space == machine.DeviceSpace {
		for k := range t.Elements {
			if register(t, k).row == row {
				return true
			}
		}
		return false
	}
	for _, a := range c.argsOf(op) {
		if a.Class == g13.Register && a.Index/2 <= row && row <= (a.Index+max(a.Size, 16)/16*max(a.Count, 1)-1)/2 {
			return true
		}
	}
	return false
}

// outFull is where the way out for an exit of a full group goes.
func (c *compiler) outFull(e *exit) (label int) {
	w := wayOut{c.newLabel(), max(int(e.done), 0)}
	c.follows.ways = append(c.follows.ways, w)
	return w.label
}

// endFull restores what a group has not written by its way out, and puts into the frame what was counted.
func (c *compiler) endFull() {
	f := c.follows
	bind := func(to int) {
		bound := false
		for k := range f.ways {
			if w := &f.ways[k]; w.op >= 0 && w.op <= to {
				c.labels[w.label], w.op, bound = len(c.code), -1, true
			}
		}
		if bound {
			c.do(load64, x86.R(scratch), x86.Mem(frame, startAt))
		}
	}
	for _, m := range f.first {
		bind(m.op)
		c.restore(m.row)
	}
	bind(maxBlock)
	c.do(load64, x86.R(scratch), x86.Mem(frame, groupsAt))
	c.do(sub64, x86.R(scratch), x86.R(behind))
	c.do(addTo64, x86.Mem(entered, 0), x86.R(scratch))
	c.do(inc64, x86.Mem(entered, 0)) // the first one
	c.do(store64, x86.Mem(frame, groupsAt), x86.R(behind))
	c.to(jump, c.out)
}
