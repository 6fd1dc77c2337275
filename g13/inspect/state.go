package inspect

import "github.com/lanescope/lanescope/g13"

// slots is how many slots there are for loads to be waited for, perSlot how many loads one is known to hold.
const (
	slots   = 2
	perSlot = 8
)

// A state is what may be so where a run comes to an instruction, on some way at least.
type state struct {
	masked
	pending   [slots]Halves // what a slot has on its way
	loads     [slots]uint8  // most loads that it has then; perSlot+1 is that or more
	discarded Halves        // lost, and not written since
	stray     bool          // the link register has something else than the address behind a call
	reached   bool
}

// join adds what may be so on another way, and says whether that is more.
func (s *state) join(other *state) (more bool) {
	before := *s
	s.reached = true
	s.masked = s.masked.join(other.masked)
	s.discarded = s.discarded.union(other.discarded)
	s.stray = s.stray || other.stray
	for k := range s.pending {
		s.pending[k] = s.pending[k].union(other.pending[k])
		s.loads[k] = max(s.loads[k], other.loads[k])
	}
	return *s != before
}

// step is what may be so behind an instruction. What is not active keeps its registers, but of waiting and of discards that is no matter: what a write does to a register it does for the
// lanes that will read it.
func (s *state) step(i *Instruction) {
	e := &i.Effects
	s.discarded = s.discarded.union(e.Discards).without(e.Writes)
	if slot, waits := i.waitsFor(); waits {
		s.pending[slot], s.loads[slot] = Halves{}, 0
	}
	if !e.Loads.Empty() {
		s.pending[e.Slot] = s.pending[e.Slot].union(e.Loads)
		s.loads[e.Slot] = min(s.loads[e.Slot]+1, perSlot+1)
	}
	switch {
	case i.goes == calls, i.goes == callsAnybody:
		s.stray = s.asleep != 0 // it is written for active threads, and who returns may be others, or nobody
	case !e.Writes.both(span(2*linkRegister, 2)).Empty():
		s.stray = true
	}
	s.masked = s.masked.after(i)
}

// waitsFor is the slot that a wait waits for.
func (i *Instruction) waitsFor() (slot int, waits bool) {
	if i.Inst.Len == 0 || i.Inst.Form != g13.WAIT {
		return 0, false
	}
	v, _ := i.Inst.Field("i")
	return int(v), true
}

// work is how many instructions are gone through at most to find what may be so. Programs that people write need a few times as many as they have.
const work = 1 << 26

// solve finds what may be so at the beginning of every block, by going through the program until nothing is added. The states are sets that only grow, so that there is an end; done is
// false if it was not come to.
func (g *graph) solve() (at []state, done bool) {
	at = make([]state, len(g.blocks))
	if g.entry < 0 {
		return at, true
	}
	at[g.entry] = state{masked: atStart, reached: true, stray: true}
	queue, queued := []int{g.entry}, make([]bool, len(g.blocks))
	left := work
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		queued[n] = false
		s := at[n]
		b := &g.blocks[n]
		if left -= b.Last - b.First; left < 0 {
			return at, false
		}
		for k := b.First; k < b.Last; k++ {
			s.step(&g.inst[k])
		}
		for _, e := range b.Successors {
			if at[e.To].join(&s) && !queued[e.To] {
				queued[e.To] = true
				queue = append(queue, e.To)
			}
		}
	}
	return at, true
}
