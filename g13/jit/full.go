package jit

import (
	"errors"
	"sync"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// A program that is one block, to its stop, and that leaves the mask alone, is compiled once more when a SIMD-group comes that is full, and others may follow it: every lane has a thread, and
// the threads are in a row of the grid. All that follow are as the first one is. Nothing is under a mask there; where the threads begin is in a general register; and of what a group begins
// with only that is restored which it reads.
//
//	prologue   r14 = groups that may follow                   r15 = where the first thread is
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

// fullCode is the code for full groups of a program. It is compiled when it is first needed, whoever needs it: most runs of programs that might use it are over before that.
type fullCode struct {
	once    sync.Once
	routine *routine // nil if it could not be compiled, or has not been
	err     error
}

// of is the code; nil if there can be none.
func (f *fullCode) of(p *machine.Program) *routine {
	f.once.Do(func() { f.routine, f.err = compileFull(p) })
	return f.routine
}

// close gives it back, and sees to it that there will be none.
func (f *fullCode) close() error {
	f.once.Do(func() {})
	if f.routine == nil {
		return nil
	}
	return f.routine.mapped.Close()
}

// isFull says whether a SIMD-group that begins is full, and others may follow. They have as many threads as it has.
func isFull(f *machine.Frame) bool {
	return f.Groups > 0 && f.At == 0 && f.Exec == allLanes && f.Pending == [machine.Slots]uint32{} && f.Position[0] == inARow
}

// allLanes is the mask of a SIMD-group all of whose lanes are active, and so have threads.
const allLanes = 1<<machine.Lanes - 1

// inARow is where the lanes are of a threadgroup that is as wide as a SIMD-group.
var inARow = func() (r machine.Row) {
	for k := range r {
		r[k] = uint32(k)
	}
	return r
}()

// compileFull makes the code for full groups of a program that may have some.
func compileFull(p *machine.Program) (*routine, error) {
	c := compilers.Get().(*compiler)
	defer c.release()
	if err := c.prepare(p); err != nil {
		return nil, err
	}
	r, err := c.writeFull()
	if err != nil {
		return nil, err
	}
	return &r, nil
}

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

// writeFull writes the code for them.
func (c *compiler) writeFull() (routine, error) {
	c.full = true
	c.ready()
	c.prologue()
	c.follow.writes = c.all
	head, again := c.newLabel(), c.newLabel()
	c.do(load64, x86.R(behind), x86.Mem(frame, groupsAt))
	c.do(load32, x86.R(begins), x86.Mem(frame, baseAt))
	c.to(jump, again)
	c.piece(ofFull)
	c.block, c.at = 0, 0
	c.begins()
	c.known = true // nothing is on its way
	c.labels[head] = len(c.code)
	c.do(subImm, x86.R(left), x86.Imm(int64(c.blocks[0].Len)))
	c.to(jl, c.stub(exit{done: noFuel}))
	c.piece(ofFuel)
	for c.done = range c.blocks[0].Len {
		c.compile(c.done)
		c.follow.begun = c.follow.listed
		c.piece(c.done)
	}
	c.labels[again] = len(c.code)
	needed := c.follow.needed
	c.restart(needed)
	c.to(jump, head)
	c.piece(ofGoOn)
	c.writeAsides()
	c.endFull()
	if c.follow.needed != needed && c.err == nil {
		c.err = errReadLate
	}
	c.writeEnd()
	return c.routine()
}

// nextFull is stop of a full group. What is on its way there is so in every group: code is left then.
func (c *compiler) nextFull() {
	if len(c.loads) > 0 {
		c.giveUp(jump)
		return
	}
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
	if f := &c.follow; row < machine.Registers && f.writes.Has(row) && !f.begun.Has(row) {
		f.needed.Add(row)
	}
	if c.implied == row+1 {
		c.writeImplied()
	}
}

// writesFull notes that one is written. If that is not as a whole, it has been read.
func (c *compiler) writesFull(row int) {
	f := &c.follow
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
	c.follow.ways = append(c.follow.ways, w)
	return w.label
}

// endFull restores what a group has not written by its way out, and puts into the frame what was counted.
func (c *compiler) endFull() {
	f := &c.follow
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
