package machine

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// Loads from device memory and stacks, and atomics, are on their way until a wait for their slot. Here what they load is in its registers at once; a program that reads it
// before it waits is right here by luck, and is flagged.
//
//	device_load 0, …, r2      slot 0: r2
//	device_load 1, …, r3      slot 0: r2     slot 1: r3
//	wait 0                                   slot 1: r3
//	iadd r4, r2, r3                          r3 is read too early
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

func (h *halves) union(other *halves) {
	for k := range h {
		h[k] |= other[k]
	}
}

// pending is what a slot has on its way.
type pending struct {
	halves halves
	loads  int
}

// await begins to wait for what a transfer loads.
func (g *Group) await(t *transfer) {
	s := &g.pending[t.slot]
	s.halves.union(&t.halves)
	s.loads++
	if s.loads > perSlot {
		g.hazards.crowded = first(g.hazards.crowded, g.at)
	}
}

// waitForSlot is wait. Which slot is n.
func waitForSlot(c *compiler, o *op) string {
	o.n = c.field("i")
	o.run = func(g *Group, o *op) { g.pending[o.n] = pending{} }
	return ""
}

// A reader is an instruction that reads registers which the program loads somewhere.
type reader struct {
	halves halves
	run    func(*Group, *op)
}

// watchReaders puts a look at what is pending before those instructions. All others are left as they are: a program without loads is not slower for them.
func (c *compiler) watchReaders() {
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
		o := &c.ops[k]
		if o.free || c.Program.inst[k].Len == 0 {
			continue
		}
		r := reader{o.readBy(c.Program.inst[k]), o.run}
		if r.halves.meets(&loaded) >= 0 {
			o.run, o.reader = (*Group).read, int32(len(c.readers))
			c.readers = append(c.readers, r)
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
		switch i.Kind(n) {
		case g13.Dst, g13.Dst64, g13.DstOf16, g13.DstOf32:
			continue
		case g13.List, g13.Result, g13.Reg32:
			if i.Form.Name() == "uniform_store" {
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

// read is a reader.
func (g *Group) read(o *op) {
	r, at, early := &g.program.readers[o.reader], g.at, 0
	for slot := range g.pending {
		if g.pending[slot].loads == 0 {
			continue
		}
		if half := r.halves.meets(&g.pending[slot].halves); half >= 0 {
			early = first(early, (at*halfCount+half)*slots+slot)
		}
	}
	r.run(g, o)
	if g.end.stop != Faulted {
		g.hazards.early = first(g.hazards.early, early)
	}
}

// hazards are where a run does not do with registers as it should: the first instruction in the order in which they were decoded, so that it is the same on any number of cores.
type hazards struct {
	early   int // reads too early: its number from 1 on, the half that it reads, and the slot, as one number; 0 if there is none
	crowded int // begins one load too many
	late    int // reads what has been discarded: its number and the half
}

// first is the lower one of two numbers, of which 0 is none.
func first(a, b int) int {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

func (h *hazards) merge(other hazards) {
	h.early, h.crowded, h.late = first(h.early, other.early), first(h.crowded, other.crowded), first(h.late, other.late)
}

// texts are the hazards in words.
func (h hazards) texts(p *Program) (all []string) {
	if h.early != 0 {
		at, half, slot := h.early/slots/halfCount-1, h.early/slots%halfCount, h.early%slots
		name, _ := p.inst[at].Name()
		all = append(all, fmt.Sprintf("unverified: offset %#x: %s reads r%d before it waits for slot %d, and has what was loaded already", p.offset[at], name, half/2, slot))
	}
	if h.crowded != 0 {
		name, _ := p.inst[h.crowded-1].Name()
		all = append(all, fmt.Sprintf("unverified: offset %#x: %s is one load more than the %d that a slot is known to hold", p.offset[h.crowded-1], name, perSlot))
	}
	if h.late != 0 {
		at, half := h.late/halfCount-1, h.late%halfCount
		name, _ := p.inst[at].Name()
		all = append(all, fmt.Sprintf("unverified: offset %#x: %s reads r%d after its discard, and has what was there", p.offset[at], name, half/2))
	}
	return all
}
