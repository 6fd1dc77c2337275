package jit

import (
	"github.com/lanescope/lanescope/g13/machine"
	"github.com/lanescope/lanescope/internal/x86"
)

// What a load brings is in its registers at once, but the reference flags who looks at it before the wait. Within a block it is known at each instruction what is on its way, if it is
// known once that nothing else is: then only those go to the reference that meet it.
//
//	device_load 0, …, r2      is anything on its way? no                 clean
//	iadd r4, r5, r6
//	wait 0                    nothing is to be done
//	device_load 0, …, r3      nothing can be on its way but what is here, logged
//	                          the block ends, and the frame says that r3 is on its way
//
// A load is clean if its wait is in its block, nobody meets it before that, and the mask stays as it is. Nothing is done for it but where the block is left before its wait: there the
// exit says so. All others are logged in the frame.

// A begun is a load that is on its way.
type begun struct {
	op, slot int
	logged   bool
}

// begins makes ready for a block, or an op by itself.
func (c *compiler) begins() {
	c.known, c.loads, c.recent, c.joins = false, nil, recents{}, false
	c.owed = c.owes && !c.full
	c.late, c.implied = lates{}, 0
	c.nobodyLeads()
}

// meets leaves an op to the reference that meets what is on its way.
func (c *compiler) meets() {
	if !c.known {
		c.do(cmp64, x86.Mem(frame, pendingAt), x86.Imm(0))
		c.giveUp(jnz)
		c.known = true
	}
	for _, l := range c.loads {
		if c.program.Meets(l.op, c.at) {
			c.giveUp(jump)
			return
		}
	}
}

// onWay adds the clean loads to those of exits, and says from where to where they are there.
func (c *compiler) onWay() (from, to int32) {
	from = int32(len(c.onWays))
	for _, l := range c.loads {
		if !l.logged {
			c.onWays = append(c.onWays, l.op)
		}
	}
	return from, int32(len(c.onWays))
}

// among is how many loads of a slot are on their way, or how many of them are logged.
func (c *compiler) among(slot int, logged bool) (n int) {
	for _, l := range c.loads {
		if l.slot == slot && (l.logged || !logged) {
			n++
		}
	}
	return n
}

// fits leaves a load to the reference that is one too many for its slot, unless all that there are have begun with the lanes that are active still: then it is seen.
func (c *compiler) fits(t *machine.Transfer) {
	if c.crowds(t) && !(c.known && c.among(t.Slot, true) == 0 && c.clean(t)) {
		c.giveUp(jump)
	}
}

// crowds says whether a load is one too many.
func (c *compiler) crowds(t *machine.Transfer) bool { return c.among(t.Slot, false) >= machine.PerSlot }

// sawCrowded notes that the load was one too many, if any lane is active: the first such one of the program.
func (c *compiler) sawCrowded() {
	at, noted := x86.Mem(frame, seenAt+4*int32(machine.SawCrowded)), c.newLabel()
	c.do(kortestw, x86.K(active[0]), x86.K(active[1]))
	c.to(jz, noted)
	c.do(load32, x86.R(scratch), at)
	c.do(subImm, x86.R(scratch), x86.Imm(1)) // of 0, all ones
	c.do(cmp64, x86.R(scratch), x86.Imm(int64(c.at)))
	c.to(jb, noted)
	c.do(move32, at, x86.Imm(int64(c.at+1)))
	c.labels[noted] = len(c.code)
}

// await notes that a load has begun.
func (c *compiler) await(t *machine.Transfer) {
	l := begun{c.at, t.Slot, !c.clean(t)}
	if c.crowds(t) {
		c.sawCrowded()
	}
	if l.logged {
		n := c.among(t.Slot, true)
		entry := logAt + int32(t.Slot)*logBytes + int32(n)*8
		c.do(move32, x86.Mem(frame, entry), x86.Imm(int64(c.at)))
		for h, k := range active {
			c.do(kstore, x86.Mem(frame, entry+4+2*int32(h)), x86.K(k))
		}
		for _, at := range []int32{loggedAt, pendingAt} {
			c.do(move32, x86.Mem(frame, at+4*int32(t.Slot)), x86.Imm(int64(n+1)))
		}
	}
	c.onTheirWay(-1)
	c.begun = append(c.begun, l)
	c.loads = c.begun[len(c.begun)-len(c.loads)-1:]
}

// clean says whether the load that is compiled is.
func (c *compiler) clean(t *machine.Transfer) bool {
	if c.quiet {
		return false
	}
	end := c.blocks[c.block].First + c.blocks[c.block].Len
	for k := c.at + 1; k < end; k++ {
		switch i := c.ops[k].Inst; {
		case c.does(k, waits):
			if int(c.formOf(i.Form).fields[fieldSlot].Of(i)) == t.Slot {
				return true
			}
		case c.does(k, changesMask), c.program.Meets(c.at, k):
			return false
		}
	}
	return false
}

// wait is wait.
func wait(c *compiler) {
	slot := int(c.field(fieldSlot))
	if !c.known {
		c.do(move32, x86.Mem(frame, waitedAt+4*int32(slot)), x86.Imm(1))
	}
	if !c.known || c.among(slot, true) > 0 {
		for _, at := range []int32{loggedAt, pendingAt} {
			c.do(move32, x86.Mem(frame, at+4*int32(slot)), x86.Imm(0))
		}
	}
	c.onTheirWay(slot)
}

// onTheirWay copies the loads that are on their way, but for those of a slot: what stands aside has those before.
func (c *compiler) onTheirWay(but int) {
	first := len(c.begun)
	for _, l := range c.loads {
		if l.slot != but {
			c.begun = append(c.begun, l)
		}
	}
	c.loads = c.begun[first:]
}
