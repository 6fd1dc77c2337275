package machine

import (
	"context"
	"errors"
	"math"
	"slices"
)

// A Stepper is a dispatch that runs one step at a time, in the order in which one core runs it, and that can be put back to where it was. A step is an instruction, or the
// beginning of the next threadgroup, so that one can look at what a threadgroup left.
//
//	step 0        1         2      …   k            k+1          k+2
//	│threadgroup 0│get_sr   │iadd      │stop        │threadgroup 1│get_sr
//	│begins       │                    │            │begins       │
//
// What a Stepper does is a function of where it stands: the same Moment, the same memory and the same number of steps lead to the same place.
type Stepper struct {
	// Writes is told what a step is going to write to device memory, before it does; nil if nobody wants to know.
	Writes func(Access)

	core   *core
	at     standpoint
	groups []*Group // of the threadgroup
	fault  *Fault   // to which a step would have led
	last   Step     // that was made
	wrote  [maxWritten]Row
	seen   flags   // by it
	met    hazards // at it
}

// A standpoint is where a dispatch is, besides what its SIMD-groups and memories hold.
type standpoint struct {
	number  uint64 // of the threadgroup
	group   int    // whose turn it is
	running int    // SIMD-groups that are neither at a barrier nor at their ends
	placed  bool   // the threadgroup has begun
	over    bool
	fuel    int // that the turn has left
}

// A Standing is what a SIMD-group does next.
type Standing uint8

// The standings.
const (
	Running Standing = iota
	AtBarrier
	AtEnd
)

// String is the standing in words.
func (s Standing) String() string { return [...]string{"running", "at the barrier", "at its end"}[s] }

// Stepper makes the dispatch one that is stepped through. Its preamble has run then. Cores, native code, fuel, counts, races and traces are not asked for.
func (d *Dispatch) Stepper(ctx context.Context) (*Stepper, error) {
	plain := Dispatch{Program: d.Program, Preamble: d.Preamble, Grid: d.Grid, Threadgroup: d.Threadgroup, Start: d.Start, Memory: d.Memory, Local: d.Local}
	r, err := plain.prepare()
	if err != nil {
		return nil, err
	}
	if plain.Preamble != nil {
		plain.Fuel = math.MaxInt32
		over, err := r.runPreamble(ctx)
		switch {
		case err != nil:
			return nil, err
		case over && r.result.Fault != nil:
			return nil, r.result.Fault
		case over:
			return nil, errors.New("the preamble does not end")
		}
	}
	s := &Stepper{core: r.newCore(0)}
	for _, g := range s.core.groups {
		g.recording, g.writes = true, s.willWrite
	}
	return s, nil
}

// willWrite tells of accesses that change device memory.
func (s *Stepper) willWrite(a Access) {
	if s.Writes != nil {
		s.Writes(a)
	}
}

// Program is what is run.
func (s *Stepper) Program() *Program { return s.core.Program }

// Threadgroups is how many there are.
func (s *Stepper) Threadgroups() uint64 { return s.core.grid.number }

// Over says whether there is no further step, and why. That an instruction is a fault is known only once a Step has tried it; it is still the next one then.
func (s *Stepper) Over() (why Stop, fault *Fault, over bool) {
	if s.fault != nil {
		return Faulted, s.fault, true
	}
	return s.core.over.stop, s.core.over.fault, s.at.over
}

// Groups are the SIMD-groups of the threadgroup; none before the first step. They are the Stepper's own.
func (s *Stepper) Groups() []*Group { return s.groups }

// Standing is what a SIMD-group of the threadgroup does next.
func (s *Stepper) Standing(group int) Standing {
	return [...]Standing{ready: Running, waiting: AtBarrier, done: AtEnd}[s.core.stands[group]]
}

// Local is the threadgroup's memory, nil if the program uses none.
func (s *Stepper) Local() []byte {
	if s.core.shared == nil {
		return nil
	}
	return s.core.shared.Bytes
}

// Next is the SIMD-group that makes the next step, and the op that it is; ok is false if it is the beginning of a threadgroup, or there is none.
func (s *Stepper) Next() (group, op int, ok bool) {
	if s.at.over || !s.at.placed {
		return 0, 0, false
	}
	return s.at.group, s.groups[s.at.group].at, true
}

// Standpoint is the op that a SIMD-group of the threadgroup is at. At its end it is the last one that it executed, or the end of the code.
func (s *Stepper) Standpoint(group int) (op int) { return s.groups[group].at }

// Last is the step that was made last, nil if it was the beginning of a threadgroup or there was none. It is good until the next one.
func (s *Stepper) Last() *Step {
	if s.last.Group == nil {
		return nil
	}
	return &s.last
}

// Early says whether the last step read or wrote registers before a wait for what is loaded there.
func (s *Stepper) Early() bool { return s.met.early|s.met.beside|s.met.over != 0 }

// Unverified is what nobody has verified of the last step.
func (s *Stepper) Unverified() []string {
	return append(s.seen.texts(), s.met.texts(s.core.Program)...)
}

// Step makes a step, and says whether there was one to make. Where there was none, because of a fault, everything is as before.
func (s *Stepper) Step() bool {
	switch {
	case s.at.over:
		return false
	case !s.at.placed:
		s.last.Group, s.seen, s.met = nil, 0, hazards{}
		s.place()
		return true
	}
	return s.instruction()
}

// place begins the next threadgroup.
func (s *Stepper) place() {
	s.groups = s.core.place(s.at.number)
	s.at.placed, s.at.running, s.at.group = true, len(s.groups), 0
	s.settle(false)
}

// instruction executes one, of the SIMD-group whose turn it is.
func (s *Stepper) instruction() bool {
	g, c := s.groups[s.at.group], s.core
	at, exec := g.at, g.Exec
	o := &c.Program.ops[at]
	g.accesses, g.flags, g.hazards = g.accesses[:0], 0, hazards{}
	for k := range min(int(o.writes), maxWritten) {
		s.wrote[k] = g.rows[int(o.d.row)+k]
	}
	g.end, g.left = ending{}, 0
	g.counts[at]++
	g.at++
	o.run(g, o)
	if g.end.over && g.end.stop == Faulted {
		g.leave(c.Program)
		s.fault = g.cause()
		s.fault.Where = g.Place.where()
		g.end = ending{}
		return false
	}
	s.fault = nil
	s.at.fuel--
	s.tell(g, at, exec)
	s.settle(g.end.over || s.at.fuel == 0)
	return true
}

// tell notes what an instruction has done.
func (s *Stepper) tell(g *Group, at int, exec uint32) {
	c, l := s.core, &s.last
	o := &c.Program.ops[at]
	l.Place, l.Offset, l.Inst, l.Exec, l.Group = &g.Place, c.Program.offset[at], c.Program.inst[at], exec, g
	l.Accesses, l.Changed = g.accesses, l.Changed[:0]
	for k := range min(int(o.writes), maxWritten) {
		if n := int(o.d.row) + k; s.wrote[k] != g.rows[n] {
			l.Changed = append(l.Changed, n)
		}
	}
	s.seen, s.met = g.flags|o.flags, g.hazards
}

// settle finds the SIMD-group that makes the next step, as a core's turns do. The turn of one is over, or not. Ends of SIMD-groups, and barriers at which all have come, are no
// steps: they are found here.
func (s *Stepper) settle(turnOver bool) {
	for {
		g := s.groups[s.at.group]
		if turnOver {
			if g.end.over {
				s.turn()
			}
			if s.at.over || !s.at.placed || !s.further() {
				return
			}
			g = s.groups[s.at.group]
		}
		if turnOver = s.core.stands[s.at.group] != ready; turnOver {
			continue
		}
		if s.at.fuel <= 0 {
			s.at.fuel = looks
		}
		if !s.free(g) {
			return
		}
		turnOver = true
	}
}

// free goes on to the next op that is an instruction, and says whether the SIMD-group is at its end before one.
func (s *Stepper) free(g *Group) (over bool) {
	ops := s.core.Program.ops
	for ops[g.at].free {
		o := &ops[g.at]
		g.end, g.left = ending{}, 0
		g.counts[g.at]++
		g.at++
		if o.run(g, o); g.end.over {
			return true
		}
	}
	return false
}

// turn settles a SIMD-group whose turn ended by itself.
func (s *Stepper) turn() {
	c := s.core
	c.fuel = s.at.fuel
	if s.at.running--; !c.settle(s.at.number, s.at.group, s.groups[s.at.group]) {
		s.at.over = true
	}
	s.at.fuel = c.fuel
	s.groups[s.at.group].end = ending{}
}

// further makes it the next SIMD-group's turn. When none can run, those at the barrier go on; if there are none, the threadgroup is done.
func (s *Stepper) further() (goesOn bool) {
	c := s.core
	if s.at.group++; s.at.group < len(s.groups) {
		return true
	}
	s.at.group = 0
	if s.at.running > 0 {
		return true
	}
	var ok bool
	if s.at.running, ok = c.meet(s.at.number, s.groups); !ok {
		s.at.over = true
		return false
	}
	if s.at.running > 0 {
		return true
	}
	s.at.group = len(s.groups) - 1
	if s.at.number+1 == c.grid.number {
		s.at.over = true
		c.over = outcome{stop: s.ended()}
		return false
	}
	s.at.number++
	s.at.placed = false
	return false
}

// ended is how the last SIMD-group came to its end: by stop, or at the end of the code.
func (s *Stepper) ended() Stop {
	if g := s.groups[s.at.group]; s.core.Program.ops[g.at].free {
		return Ended
	}
	return Stopped
}

// A Moment is where a Stepper stood, with all that it holds but device memory. It does not change.
type Moment struct {
	at      standpoint
	size    int // of the threadgroup, in SIMD-groups
	over    outcome
	groups  []groupMoment
	stands  []standing
	local   []byte
	program *Program
}

// A groupMoment is a SIMD-group's part of a Moment: of its registers, those that the program can write.
type groupMoment struct {
	exec, absent uint32
	pc, at       int
	place        Place
	rows         []Row
	uniform      []uint16 // if the program stores to some
	pending      [slots]pending
	discarded    halves
	pointer      int64
	words        []Row
}

// Save is where the Stepper stands.
func (s *Stepper) Save() *Moment {
	c := s.core
	m := &Moment{at: s.at, size: len(s.groups), over: c.over, stands: slices.Clone(c.stands), program: c.Program}
	m.groups = make([]groupMoment, len(s.groups))
	for k, g := range s.groups {
		m.groups[k] = s.saveGroup(g)
	}
	if c.shared != nil {
		m.local = slices.Clone(c.shared.Bytes)
	}
	return m
}

func (s *Stepper) saveGroup(g *Group) groupMoment {
	m := groupMoment{exec: g.Exec, absent: g.absent, pc: g.PC, at: g.at, place: g.Place, discarded: g.discarded, pointer: g.stack.pointer, words: slices.Clone(g.stack.words)}
	m.rows = make([]Row, len(s.core.written))
	for k, n := range s.core.written {
		m.rows[k] = g.rows[n]
	}
	if s.core.stores {
		m.uniform = slices.Clone(g.uniform[:])
	}
	for k, p := range g.pending {
		m.pending[k] = pending{halves: p.halves, loads: p.loads}
		if p.loads > 0 {
			lanes := *p.lanesOnWay
			m.pending[k].lanesOnWay = &lanes
		}
	}
	return m
}

// Restore puts the Stepper back to a moment of its own, or forward to one. Device memory stays as it is.
func (s *Stepper) Restore(m *Moment) {
	c := s.core
	s.at, c.over = m.at, m.over
	s.fault, s.last.Group, s.seen, s.met = nil, nil, 0, hazards{}
	copy(c.stands, m.stands)
	s.groups = c.groups[:m.size]
	for k, g := range s.groups {
		s.restoreGroup(g, &m.groups[k])
	}
	if c.shared != nil {
		copy(c.shared.Bytes, m.local)
	}
}

func (s *Stepper) restoreGroup(g *Group, m *groupMoment) {
	g.Attach(s.core.Memory, s.core.shared)
	g.Exec, g.absent, g.PC, g.at, g.Place, g.discarded = m.exec, m.absent, m.pc, m.at, m.place, m.discarded
	g.end, g.left = ending{}, 0
	for k, n := range s.core.written {
		g.rows[n] = m.rows[k]
	}
	if s.core.stores {
		copy(g.uniform[:], m.uniform)
		g.bound = nil
		g.bind(s.core.Program)
	}
	for k := range g.pending {
		p := &g.pending[k]
		p.halves, p.loads = m.pending[k].halves, m.pending[k].loads
		if p.loads > 0 {
			if p.lanesOnWay == nil {
				p.lanesOnWay = new(lanesOnWay)
			}
			*p.lanesOnWay = *m.pending[k].lanesOnWay
		}
	}
	g.stack.pointer, g.stack.words = m.pointer, append(g.stack.words[:0], m.words...)
}

// Bytes is about how much memory the moment takes.
func (m *Moment) Bytes() int {
	const row, fixed = 4 * Lanes, 512
	n := fixed + len(m.local)
	for k := range m.groups {
		g := &m.groups[k]
		n += fixed + row*(len(g.rows)+len(g.words)) + 2*len(g.uniform)
		for _, p := range g.pending {
			if p.lanesOnWay != nil {
				n += 2 * 4 * halfCount
			}
		}
	}
	return n
}

// Buffers are what is mapped, in the order of their addresses.
func (m *Memory) Buffers() (all []Buffer) {
	if m == nil {
		return nil
	}
	for k, r := range m.regions {
		all = append(all, Buffer{Address: uint64(k+1) << spacing, Bytes: r.bytes})
	}
	return all
}

// StackPointer is where the group's stacks begin, in bytes, as stack_adjust has moved it.
func (g *Group) StackPointer() int64 { return g.stack.pointer }

// StackWord is the word of a lane's stack at an address from 0 to MaxStack, whose lowest two bits do not count.
func (g *Group) StackWord(lane int, address uint64) uint32 {
	if address/4 < uint64(len(g.stack.words)) {
		return g.stack.words[address/4][lane]
	}
	return 0
}

// Present is the lanes that have a thread.
func (g *Group) Present() uint32 { return ^g.absent }

// Loading is the lanes of a half of a register, 0 for r0l, that a load is on its way to.
func (g *Group) Loading(half int) (lanes uint32) {
	for k := range g.pending {
		if p := &g.pending[k]; p.loads > 0 && p.halves.has(half) {
			lanes |= p.lanes[half]
		}
	}
	return lanes
}

// Waits is how many loads are on their way in a slot.
func (g *Group) Waits(slot int) int { return g.pending[slot&(slots-1)].loads }
