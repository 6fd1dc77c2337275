package visa

import "fmt"

// Barriers of some threads of a group. A thread signals that it has come, does something else, and waits for the others, those of the same phase:
//
//	thread 0   nbarrier.signal 3 2 ─── … ─── nbarrier.wait 3 ······─▶      goes on when thread 2 has signalled
//	thread 1   …                                                           has nothing to do with it
//	thread 2   … ────────────────────── nbarrier.signal 3 2 ─── nbarrier.wait 3 ─▶
//
// All that signal are producers and consumers, which is what instructions of the release say: as many of each as the operand counts. sbarrier is the same with all threads of
// the group, and no number.

// numNamed is how many barriers have a number. The one behind them is that of sbarrier.
const numNamed = 32

// A namedBarrier is what the threads that meet there know.
type namedBarrier struct {
	threads, signalled int
	phase              uint64 // how often all were there
}

// A meeting is what the threads of a group share.
type meeting struct {
	threads  int
	barriers [numNamed + 1]namedBarrier
}

// signals is what a thread remembers of barriers.
type signals struct {
	at     *meeting
	phases [numNamed + 1]uint64 // the phase that was signalled and not waited for, and 1; 0: none
	waits  int                  // for the barrier before this number; 0: it does not
}

// meets prepares barriers.
func (p *preparer) meets() error {
	s, i := p.step, p.step.inst
	switch {
	case i.Op == opBarrier:
		s.run = (*Machine).rendezvous
		return nil
	case i.Op == opNbarrierSignal, i.Op == opSbarrier && i.Func == 1:
		s.run = (*Machine).signal
	default:
		s.run = (*Machine).await
	}
	p.linked.signals = true
	if i.Op == opSbarrier {
		return nil
	}
	return p.scalars()
}

// begin forgets what was signalled.
func (g *signals) begin(at *meeting) {
	if g != nil {
		*g = signals{at: at}
	}
}

// ready says whether a thread can go on that waited at a barrier in two halves.
func (g *signals) ready() bool {
	if g == nil || g.waits == 0 {
		return true
	}
	k := g.waits - 1
	if g.at.barriers[k].phase < g.phases[k] {
		return false
	}
	g.waits, g.phases[k] = 0, 0
	return true
}

// number is the value of a scalar source.
func (m *Machine) number(s *step, k int) (v uint64, fault *Fault) {
	if fault := m.fetch(s, k, 1); fault != nil {
		return 0, fault
	}
	if m.frame.known[k]&1 == 0 {
		return 0, &Fault{Operand: k, Lane: NoLane, Byte: -1, What: "is not known"}
	}
	return s.values(&m.frame, k)[0], nil
}

// barrierNumber is which barrier an instruction is about.
func (m *Machine) barrierNumber(s *step) (k int, fault *Fault) {
	if fault := m.together(); fault != nil {
		return 0, fault
	}
	if s.inst.Op == opSbarrier {
		return numNamed, nil
	}
	v, fault := m.number(s, 0)
	if fault == nil && v >= numNamed {
		fault = &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is %d, and barriers are 0 to %d", v, numNamed-1)}
	}
	return int(v), fault
}

// signal says that the thread has come to a barrier.
func (m *Machine) signal(s *step) *Fault {
	k, fault := m.barrierNumber(s)
	if fault != nil {
		return fault
	}
	g := m.signals
	b, threads := &g.at.barriers[k], uint64(g.at.threads)
	if k < numNamed {
		if threads, fault = m.number(s, 1); fault != nil {
			return fault
		}
	}
	where, what := 1, ""
	switch {
	case threads < 1 || threads > uint64(g.at.threads):
		what = fmt.Sprintf("is %d: expected %s, the threads of the group", threads, oneTo(g.at.threads))
	case b.signalled > 0 && b.threads != int(threads):
		what = fmt.Sprintf("is %d, and others signalled the barrier for %d", threads, b.threads)
	case g.phases[k] != 0:
		where, what = NoOperand, "signals again, and has not waited for the others since"
	}
	if what != "" {
		return &Fault{Operand: where, Lane: NoLane, Byte: -1, What: what}
	}
	g.phases[k], b.threads = b.phase+1, int(threads)
	if b.signalled++; b.signalled == b.threads {
		b.signalled, b.phase = 0, b.phase+1
	}
	return nil
}

// oneTo is how a count is expected that is at most n.
func oneTo(n int) string {
	if n == 1 {
		return "1"
	}
	return fmt.Sprintf("1 to %d", n)
}

// await waits for those that signal the same phase of a barrier.
func (m *Machine) await(s *step) *Fault {
	k, fault := m.barrierNumber(s)
	if fault != nil {
		return fault
	}
	if m.signals.phases[k] == 0 {
		return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: "waits, and this thread has not signalled the barrier"}
	}
	m.signals.waits = k + 1
	m.signals.ready()
	return nil
}

// waits says whether the thread has come to a barrier that others have not come to.
func (m *Machine) waits() bool { return m.atBarrier || m.signals != nil && m.signals.waits > 0 }
