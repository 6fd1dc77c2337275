package visa

import (
	"fmt"
	"math/bits"
)

// A Fault is undefined behaviour that an instruction came upon. Nothing of the instruction has been written.
type Fault struct {
	Step    int    // which instruction, from 0 on
	Text    string // it
	Operand int    // which operand of it; -1: the guard; NoOperand
	Lane    int    // NoLane: it is undefined for all
	Byte    int    // the first byte of the lane's element, from the beginning of the variable; of a variable without bytes the element
	What    string // what is undefined
}

// Of a fault that is about no operand and no lane.
const (
	NoOperand = -2
	NoLane    = -1
)

// OutOfFuel is why a run stops that does not end.
type OutOfFuel struct {
	Step int    // the instruction that was not executed any more, from 0 on
	Text string // it
	Fuel int    // how many were
}

// Error is the instruction and why it was not executed.
func (o *OutOfFuel) Error() string {
	return fmt.Sprintf("%s: no end after %d instructions", o.Text, o.Fuel)
}

// OutOfTime is why a run stops whose context has ended.
type OutOfTime struct {
	Step int    // the instruction that was not executed any more, from 0 on
	Text string // it
	Err  error  // the context's
}

// Error is the instruction and why it was not executed.
func (o *OutOfTime) Error() string {
	return fmt.Sprintf("%s: no end within the time: %v", o.Text, o.Err)
}

// Unwrap is the context's error.
func (o *OutOfTime) Unwrap() error { return o.Err }

// everySteps is how many instructions are executed between two looks at the time: less than a millisecond.
const everySteps = 1 << 10

// Error is the instruction and what is undefined.
func (f *Fault) Error() string {
	if f.Lane == NoLane {
		return fmt.Sprintf("%s: undefined behaviour: %s", f.Text, f.What)
	}
	return fmt.Sprintf("%s: undefined behaviour in lane %d: %s", f.Text, f.Lane, f.What)
}

// A frame is what one instruction has read, and what it writes.
type frame struct {
	executed uint32        // channels of the execution mask
	enabled  uint32        // ChEn
	lanes    [sites]uint32 // those that used each site
	bits     [sites]vector
	values   [sites]vector // what the bits of sources stand for, and what is computed of them
	known    [sites]uint32
	at       [sites][32]int32   // where indirect sites' elements are, in data
	variable [sites][32]int32   // and in which variable
	lie      [sites]arrangement // and how
	pointers [sites][32]pointer // in address variables
}

// The places of sites in a frame: sources from 0 on, the destination, and the second one of instructions that have two.
const (
	dstSite    = maxSources
	secondSite = maxSources + 1
	sites      = maxSources + 2
)

// Run executes the instructions from the first on, as control flow has it, until the last one or a ret ends them. An error is an *OutOfFuel, an *OutOfTime or a *Fault, and the machine
// is then as it was before the instruction. watch, if it is not nil, is called after each.
func (c *Code) Run(m *Machine, watch func(s *Step)) error {
	m.begin()
	m.inGroup = false
	if m.signals != nil {
		m.signals.begin(&meeting{threads: 1})
	}
	return c.resume(m, watch)
}

// resume goes on where the machine is, until it waits for others.
func (c *Code) resume(m *Machine, watch func(s *Step)) error {
	for ; ; m.left-- {
		if m.callee != nil {
			if err := m.inFunction(); err != nil || m.callee != nil {
				return err
			}
		}
		n := m.at
		if n >= len(c.steps) {
			break
		}
		s := &c.steps[n]
		if m.left <= 0 {
			return &OutOfFuel{n, c.said(n), m.Fuel}
		}
		if m.left%everySteps == 0 && m.Context != nil && m.Context.Err() != nil {
			return &OutOfTime{n, c.said(n), m.Context.Err()}
		}
		m.arrive(n)
		m.at = n + 1
		if f := m.step(s); f != nil {
			return m.faulted(n, f)
		}
		if watch != nil {
			watch(&Step{Index: n, Inst: s.inst, m: m, step: s})
		}
		if m.waits() {
			m.left--
			return nil
		}
	}
	if len(m.calls) > 0 {
		return m.faulted(len(c.steps)-1, unended())
	}
	return nil
}

// faulted is a fault with what it is about.
func (m *Machine) faulted(n int, f *Fault) *Fault {
	i, d := m.code.steps[n].inst, m.code.decls
	f.Step, f.Text = n, m.code.said(n)
	what := i.Op.String()
	switch k := f.Operand; {
	case k >= 0:
		if what = i.At(k).Text(i.Role(k), d); i.Op.isLSC() {
			what = i.lscText(k, d)
		}
	case k > NoOperand:
		what = "the guard " + i.Guard.Text(d)
	}
	f.What = what + " " + f.What
	return f
}

func (m *Machine) step(s *step) *Fault {
	f := &m.frame
	f.lanes = [sites]uint32{}
	switch e := s.inst.Exec; {
	case s.uniform: // it does not ask which lanes are active
		f.executed = 1
	case s.meaning.form == flows || s.meaning.form == linksTo: // only active lanes go anywhere
		f.executed = m.em >> e.Offset() & low(e.Size())
	default:
		f.executed = e.ExecMask(m.em)
	}
	f.enabled = f.executed
	if s.guards {
		enabled, fault := m.guarded(s)
		if fault != nil {
			return fault
		}
		f.enabled &= enabled
	}
	return s.run(m, s)
}

// guarded is the channels that the guard enables. A bit that decides and that nobody has written is undefined behaviour.
func (m *Machine) guarded(s *step) (uint32, *Fault) {
	enabled, unknown := s.inst.Guard.Guarded(s.inst.Exec, m.flags[s.guard], s.scope)
	if unknown &= m.frame.executed; unknown != 0 {
		lane := bits.TrailingZeros32(unknown)
		element, n := lane+s.inst.Exec.Offset(), m.code.Size(PredicateKind, uint32(s.inst.Guard.ID()))
		why := fmt.Sprintf("reads element %d, which nobody has written", element)
		switch {
		case s.inst.Guard.Combine() != Each:
			why = "combines elements of which nobody has written some"
		case element >= n:
			why = fmt.Sprintf("reads element %d of a predicate with %d", element, n)
		}
		return 0, &Fault{Operand: -1, Lane: lane, Byte: element, What: why}
	}
	return enabled, nil
}

// fetch reads the lanes' elements of source k.
func (m *Machine) fetch(s *step, k int, lanes uint32) *Fault {
	f, t := &m.frame, &s.src[k]
	f.lanes[k] = lanes
	switch t.class {
	case Immediate:
		f.bits[k], f.known[k] = t.bits, t.known&lanes
		return nil
	case General:
		if t.discards {
			f.known[k] = 0
			return nil
		}
		if bad := t.outside & lanes; bad != 0 {
			return m.outside(t, bad)
		}
		f.known[k] = m.load(&f.bits[k], t, &t.at, lanes, t.arranged)
		return nil
	}
	valid := lanes
	if t.multi && m.code.options.InactiveAddresses {
		valid = s.lanes
	}
	if fault := m.resolve(k, t, valid); fault != nil {
		return fault
	}
	f.known[k] = m.load(&f.bits[k], t, &f.at[k], lanes, f.lie[k])
	return nil
}

// reach finds where the destination's elements are. Nothing has been written when it complains.
func (m *Machine) reach(s *step, lanes uint32) (at *[32]int32, fault *Fault) {
	return m.reachSite(&s.dst, dstSite, lanes)
}

func (m *Machine) reachSite(t *site, place int, lanes uint32) (at *[32]int32, fault *Fault) {
	f := &m.frame
	f.lanes[place] = lanes
	switch {
	case t.class == Indirect:
		return &f.at[place], m.resolve(place, t, lanes)
	case t.discards:
	case t.outside&lanes != 0:
		return nil, m.outside(t, t.outside&lanes)
	}
	return &t.at, nil
}

// put writes what the frame has for the destination.
func (m *Machine) put(s *step, at *[32]int32) { m.putSite(&s.dst, dstSite, at) }

func (m *Machine) putSite(t *site, place int, at *[32]int32) {
	f, lie := &m.frame, t.arranged
	if t.class == Indirect {
		lie = f.lie[place]
	}
	if !t.discards {
		m.store(&f.bits[place], f.known[place], t, at, f.lanes[place], lie)
	}
}

// outside complains of a direct operand.
func (m *Machine) outside(t *site, bad uint32) *Fault {
	lane := bits.TrailingZeros32(bad)
	r := &m.code.layout.rooms[t.variable]
	b := int(t.at[lane]) - r.base
	return &Fault{Operand: int(t.operand), Lane: lane, Byte: b, What: fmt.Sprintf("is at byte %d of %s, which has bytes 0 to %d", b, m.code.decls.Name(GeneralKind, r.id), r.size-1)}
}
