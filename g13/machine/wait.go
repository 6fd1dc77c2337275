package machine

import (
	"iter"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// Loads from device memory and stacks, and atomics, are on their way until a wait for their slot. Here what they load is in its registers at once; a program that reads it
// before it waits is right here by luck, and is flagged; so is one that writes there.
//
//	device_load 0, …, r2      slot 0: r2
//	device_load 1, …, r3      slot 0: r2     slot 1: r3
//	wait 0                                   slot 1: r3
//	iadd r4, r2, r3                          r3 is read too early
//	mov r3, 5                                and written too early: on a G13 the load may come later
const (
	slots     = 2
	perSlot   = 8 // loads that may be on their way in a slot
	halfCount = 2 * Registers
)

// halves is a set of the halves of registers.
type halves [halfCount / 64]uint64

func (h *halves) add(first, n int) {
	for k := first; k < min(first+n, halfCount); k++ {
		h[k/64] |= 1 << (k % 64)
	}
}

// meets gives the lowest half that is in both sets, or -1.
func (h *halves) meets(other *halves) int {
	for k := range h {
		if both := h[k] & other[k]; both != 0 {
			return 64*k + bits.TrailingZeros64(both)
		}
	}
	return -1
}

func (h *halves) has(half int) bool { return h[half/64]>>(half%64)&1 != 0 }

// all is the halves in the set, from the lowest.
func (h *halves) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, w := range h {
			for ; w != 0; w &= w - 1 {
				if !yield(64*k + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// both is what is in both sets.
func (h *halves) both(other *halves) halves {
	all := *h
	for k := range all {
		all[k] &= other[k]
	}
	return all
}

func (h *halves) union(other *halves) {
	for k := range h {
		h[k] |= other[k]
	}
}

// pending is what a slot has on its way.
type pending struct {
	halves halves // of which a lane is on its way
	loads  int
	*lanesOnWay
}

// lanesOnWay are which lanes of halves are on their way: most SIMD-groups wait for their loads before anybody asks, and have none.
type lanesOnWay struct {
	lanes [halfCount]uint32 // of each half, which lanes are
	fresh [halfCount]uint32 // and which of them have not been written to since
}

// clear is what a wait leaves. Of halves that are not on their way, nobody looks at the lanes.
func (s *pending) clear() { s.halves, s.loads = halves{}, 0 }

// forget clears all slots.
func (g *Group) forget() {
	for k := range g.pending {
		g.pending[k].clear()
	}
}

// await begins to wait for what a transfer loads.
func (g *Group) await(t *transfer) { g.awaitLanes(t, g.Exec, g.at) }

// awaitLanes begins to wait for what a transfer loads in some lanes. Where there are none, nothing is loaded. at is what the group's was then.
func (g *Group) awaitLanes(t *transfer, lanes uint32, at int) {
	if lanes == 0 {
		return
	}
	s := &g.pending[t.slot]
	if s.lanesOnWay == nil {
		s.lanesOnWay = new(lanesOnWay)
	}
	for half := range t.halves.all() {
		if !s.halves.has(half) {
			s.lanes[half], s.fresh[half] = 0, 0
		}
		s.lanes[half] |= lanes
		s.fresh[half] |= lanes
	}
	s.halves.union(&t.halves)
	s.loads++
	if s.loads > perSlot {
		g.hazards.crowded = first(g.hazards.crowded, at)
	}
}

// waitForSlot is wait. Which slot is n.
func waitForSlot(c *compiler, o *op) string {
	o.n = c.field("i")
	o.run = func(g *Group, o *op) { g.pending[o.n].clear() }
	return ""
}

// A meeter is an instruction that reads or writes registers which the program loads somewhere.
type meeter struct {
	reads, writes halves
	everyLane     bool // it reads lanes that are not active, too
	counts        bool // and writes to them: r0l, where the counts are
	run           func(*Group, *op)
}

// watchLoaded puts a look at what is pending before those instructions. All others are left as they are: a program without loads is not slower for them.
func (c *compiler) watchLoaded() {
	var loaded halves
	for k := range c.ops {
		if t := c.ops[k].transfer; t != nil && t.waited {
			loaded.union(&t.halves)
		}
	}
	if loaded == (halves{}) {
		return
	}
	for k := range c.ops {
		o, i := &c.ops[k], c.Program.inst[k]
		if o.free || o.reason != "" || i.Len == 0 {
			continue
		}
		m := meeter{reads: o.readBy(i), writes: o.writtenBy(i), run: o.run}
		switch i.Form {
		case g13.SIMD_SHUF_OP, g13.DFDX, g13.DFDY:
			m.everyLane = true
		case g13.POP_EXEC, g13.IF_ICMP, g13.ELSE_ICMP, g13.WHILE_ICMP, g13.IF_FCMP, g13.ELSE_FCMP, g13.WHILE_FCMP:
			m.everyLane, m.counts = true, true
		}
		if m.reads.meets(&loaded) >= 0 || m.writes.meets(&loaded) >= 0 {
			o.run, o.meeter = (*Group).meet, int32(len(c.meeters))
			o.cares |= caresForLoads
			c.meeters = append(c.meeters, m)
		}
	}
}

// readBy is the registers that an instruction reads, by its operands. Those that a store takes are its transfer's: a format may want more or fewer of them than its mask has bits.
func (o *op) readBy(i g13.Inst) (h halves) {
	if t := o.transfer; t != nil && t.kind == StoreAccess {
		h = t.halves
	}
	for n := range i.Args() {
		a := i.Arg(n)
		if i.Kind(n).IsDestination() {
			continue
		}
		switch i.Kind(n) {
		case g13.List, g13.Result, g13.Reg32:
			if i.Form == g13.UNIFORM_STORE {
				h.add(a.Index, a.Count*a.Size/16)
			}
			continue
		}
		if a.Class == g13.Register && !a.None {
			h.add(a.Index, a.Size/16)
		}
	}
	return h
}

// writtenBy is the registers that it writes.
func (o *op) writtenBy(i g13.Inst) (h halves) {
	switch t := o.transfer; {
	case t != nil && t.kind != StoreAccess:
		h = t.halves
	case i.Form == g13.CALL, i.Form == g13.CALL_REG:
		h.add(2*int(o.d.row), 2) // the link
	}
	for n := range i.Args() {
		if k := i.Kind(n); k.IsDestination() || k == g13.R0L {
			a := i.Arg(n)
			h.add(a.Index, a.Size/16)
		}
	}
	if i.Form == g13.STACK_GET_PTR {
		h.add(2*int(o.d.row), 2)
	}
	return h
}

// meet is a meeter.
func (g *Group) meet(o *op) {
	m, at := &g.program.meeters[o.meeter], g.at
	reading, writing := g.Exec, g.Exec
	if m.everyLane {
		reading = ^uint32(0)
	}
	if m.counts {
		writing = ^uint32(0)
	}
	var seen hazards
	for slot := range g.pending {
		s := &g.pending[slot]
		if s.loads == 0 {
			continue
		}
		if reading != 0 {
			seen.merge(s.read(&m.reads, reading, at*slots+slot))
		}
		if half := s.overwritten(m, writing); half >= 0 {
			seen.over = first(seen.over, (at*halfCount+half)*slots+slot)
		}
	}
	m.run(g, o)
	if g.end.stop != Faulted {
		g.hazards.merge(seen)
	}
}

// read is what is wrong where lanes read registers: the lowest half that is on its way in one of them, and the lowest that is in other lanes only.
func (s *pending) read(reads *halves, lanes uint32, place int) (h hazards) {
	at, slot := place/slots, place%slots
	both := reads.both(&s.halves)
	for half := range both.all() {
		switch found := (at*halfCount+half)*slots + slot; {
		case s.lanes[half]&lanes == 0:
			h.beside = first(h.beside, found)
		case h.early == 0:
			h.early = found*int(readings) + int(s.has(half, lanes))
		}
	}
	return h
}

// overwritten notes that lanes of registers are written, and gives the lowest half of them that was on its way in one of those lanes, or -1. One that is read too is flagged
// for that.
func (s *pending) overwritten(m *meeter, lanes uint32) (lowest int) {
	lowest = -1
	both := m.writes.both(&s.halves)
	for half := range both.all() {
		if lowest < 0 && s.lanes[half]&lanes != 0 && !m.reads.has(half) {
			lowest = half
		}
		s.fresh[half] &^= lanes
	}
	return lowest
}

// A reading is what is in a register that is read while it is on its way.
type reading int

const (
	loadedAlready reading = iota
	writtenSince
	loadedInSome // lanes, and written since in others
	readings     // how many there are
)

var readingTexts = [...]string{
	loadedAlready: "and has what was loaded already",
	writtenSince:  "and has what was written there since",
	loadedInSome:  "and has what was loaded already in some lanes, and what was written there since in others",
}

// has is what lanes read in a half that is on its way in one of them at least.
func (s *pending) has(half int, lanes uint32) reading {
	lanes &= s.lanes[half]
	switch s.fresh[half] & lanes {
	case lanes:
		return loadedAlready
	case 0:
		return writtenSince
	}
	return loadedInSome
}
