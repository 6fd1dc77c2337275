package machine

import (
	"slices"

	"github.com/lanescope/lanescope/g13"
)

// An operand with the hint discard says that its register is not needed any more: what the register cache has of it may be lost. Here it keeps its value. A program that reads it
// before it has been written again is right here by luck, and is flagged.
//
//	iadd r2, r1.discard, r3     r1 is lost, for all lanes
//	iadd r4, r1, r3             read too late
//	mov r1, r2                  and from here on r1 is whole again
//
// Lanes that are not active at a discard may have values that were not written back yet. Nobody has tested what becomes of them; here they stay, and the run is flagged.
type discarder struct {
	reads, discards, writes halves
	run                     func(*Group, *op)
}

// discarderOf is what an instruction does to the halves of registers, by its operands.
func discarderOf(i g13.Inst, o *op) discarder {
	return discarder{o.readBy(i), discardedBy(i), o.writtenBy(i), o.run}
}

// discardedBy is the registers that it discards.
func discardedBy(i g13.Inst) (h halves) {
	for n := range i.Args() {
		if a := i.Arg(n); a.Class == g13.Register && a.Hint == g13.Discard {
			h.add(a.Index, a.Size/16)
		}
	}
	return h
}

// after is what is discarded behind the instruction, where so much is before it.
func (d *discarder) after(before halves) (h halves) {
	for k := range h {
		h[k] = (before[k] | d.discards[k]) &^ d.writes[k]
	}
	return h
}

// watchDiscards puts a look at what is discarded before all instructions of a program that could read such. Most programs cannot, and are left as they are.
func (c *compiler) watchDiscards() {
	if !slices.ContainsFunc(c.Program.inst, discards) {
		return
	}
	defer c.watchSleepers()
	all := make([]discarder, len(c.ops))
	var discarded halves
	for k := range c.ops {
		if o := &c.ops[k]; !o.free && o.reason == "" && c.Program.inst[k].Len > 0 {
			all[k] = discarderOf(c.Program.inst[k], o)
			discarded.union(&all[k].discards)
		}
	}
	if !c.readsDiscarded(all) {
		return
	}
	for k := range all {
		if d := &all[k]; d.reads.meets(&discarded) >= 0 || d.writes.meets(&discarded) >= 0 {
			c.ops[k].run, c.ops[k].discarder = (*Group).lookAtDiscarded, int32(len(c.discarders))
			c.ops[k].cares |= caresForDiscarded
			c.discarders = append(c.discarders, *d)
		}
	}
}

// A sleeper is an instruction that discards a register: while lanes are asleep, theirs may be lost with it.
type sleeper struct {
	half int // the lowest one
	run  func(*Group, *op)
}

// watchSleepers looks at who is asleep when something is discarded.
func (c *compiler) watchSleepers() {
	for k := range c.ops {
		o, i := &c.ops[k], c.Program.inst[k]
		if o.free || o.reason != "" || i.Len == 0 || !discards(i) {
			continue
		}
		discarded := discardedBy(i)
		for half := range discarded.all() {
			c.sleepers = append(c.sleepers, sleeper{half, o.run})
			o.run, o.sleeper = (*Group).lookAtSleeping, int32(len(c.sleepers)-1)
			o.cares |= caresForSleepers
			break
		}
	}
}

// lookAtSleeping is a sleeper.
func (g *Group) lookAtSleeping(o *op) {
	s, at, exec := &g.program.sleepers[o.sleeper], g.at, g.Exec
	s.run(g, o)
	if exec != ^g.absent && g.end.stop != Faulted {
		g.hazards.asleep = first(g.hazards.asleep, at*halfCount+s.half)
	}
}

// discards says whether an instruction has an operand with that hint.
func discards(i g13.Inst) bool {
	if i.Len == 0 {
		return false
	}
	for n := range i.Args() {
		if i.Arg(n).Hint == g13.Discard {
			return true
		}
	}
	return false
}

// flowRounds is how often the program is gone through to find what is discarded where; after that it is taken for one that reads such.
const flowRounds = 8

// readsDiscarded says whether there is a way through the program on which it reads what it has discarded. What goes through registers may go anywhere.
func (c *compiler) readsDiscarded(all []discarder) bool {
	jumped := make([]halves, len(all)) // what is discarded where jumps lead to
	var anywhere halves
	for range flowRounds {
		changed := false
		flow := func(to *halves, what halves) {
			before := *to
			to.union(&what)
			changed = changed || *to != before
		}
		var falls halves
		for k := range all {
			o := &c.ops[k]
			at := falls
			at.union(&jumped[k])
			at.union(&anywhere)
			if all[k].reads.meets(&at) >= 0 {
				return true
			}
			falls = all[k].after(at)
			if o.to >= 0 {
				flow(&jumped[o.to], falls)
			}
			switch form := c.Program.inst[k].Form; {
			case o.free:
				falls = halves{}
			case form == g13.RET, form == g13.CALL, form == g13.CALL_REG:
				flow(&anywhere, falls)
			}
		}
		if !changed {
			return false
		}
	}
	return true
}

// lookAtDiscarded is an instruction of such a program.
func (g *Group) lookAtDiscarded(o *op) {
	d, at := &g.program.discarders[o.discarder], g.at
	d.run(g, o)
	if g.end.stop == Faulted {
		return
	}
	if half := d.reads.meets(&g.discarded); half >= 0 {
		g.hazards.late = first(g.hazards.late, at*halfCount+half)
	}
	g.discarded = d.after(g.discarded)
}
