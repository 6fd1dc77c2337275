package visa

import (
	"fmt"
	"math/bits"
)

// Control flow of lanes. All lanes of a program stand at one instruction or wait at a later one: a goto sends some of them ahead, and they wait until the others have come
// there. So the instruction that is executed is the first at which any lane stands, and no lane is ever passed over:
//
//	 (P1) goto (M1, 4) else      lanes 0 1 2 3; P1 has 0 and 2, which wait at else
//	   mov …                     . 1 . 3
//	   goto (M1, 4) endif        1 and 3 wait at endif: the next place where any wait is else
//	 else:                       0 . 2 .
//	   mov …
//	 endif:                      0 1 2 3
//
// Backwards it is the other way round: those that jump go on, and the others wait at the instruction behind the goto. A call takes its lanes along, and the call mask has
// those that have not returned; when none is left, all go on behind the call that were there before it. No subroutine calls itself, so that the lanes that wait in one are
// those of its one call.

// A call is what returning restores.
type call struct {
	back         int // the step behind the call
	em, callMask uint32
	routine      int32
}

// begin puts all lanes of the execution mask at the first step.
func (m *Machine) begin() {
	m.em, m.callMask, m.at, m.calls = m.Mask, m.Mask, 0, m.calls[:0]
	m.left, m.atBarrier, m.callee = m.Fuel, false, nil
	clear(m.waiting)
	clear(m.occupied)
}

// arrive brings the lanes back that wait at the step.
func (m *Machine) arrive(n int) {
	if w := m.waiting[n]; w != 0 {
		m.em |= w
		m.waiting[n] = 0
		m.occupied[n/64] &^= 1 << (n % 64)
	}
}

// wait takes lanes out until the step is reached.
func (m *Machine) wait(n int, lanes uint32) {
	m.em &^= lanes
	if lanes != 0 {
		m.waiting[n] |= lanes
		m.occupied[n/64] |= 1 << (n % 64)
	}
}

// nextWaiting is the first step from n to end at which lanes wait; -1: there is none.
func (m *Machine) nextWaiting(n, end int) int {
	for word := n / 64; n <= end; word, n = word+1, (word+1)*64 {
		if set := m.occupied[word] >> (n % 64); set != 0 {
			if n += bits.TrailingZeros64(set); n <= end {
				return n
			}
			return -1
		}
	}
	return -1
}

// taken are the lanes that an instruction of control flow takes: active ones that the guard enables. Of a uniform one all active lanes are, or none.
func (m *Machine) taken(s *step) uint32 {
	switch {
	case !s.uniform:
		return m.frame.enabled << s.inst.Exec.Offset()
	case m.frame.enabled != 0:
		return m.em
	}
	return 0
}

// diverge is goto.
func (m *Machine) diverge(s *step) *Fault {
	taken, target := m.taken(s), int(s.target)
	switch {
	case taken == 0:
	case target < m.at:
		m.wait(m.at, m.em&^taken)
		m.at = target
	default:
		if m.wait(target, taken); m.em == 0 {
			m.at = m.nextWaiting(m.at, target)
		}
	}
	return nil
}

// leap is jmp: the program goes on elsewhere, whatever lanes are active. It passes over no waiting lane.
func (m *Machine) leap(s *step) *Fault {
	if m.frame.enabled == 0 {
		return nil
	}
	if at := m.nextWaiting(m.at, int(s.target)-1); at >= 0 {
		return m.leftBehind(at, "jumps over")
	}
	m.at = int(s.target)
	return nil
}

// choosePlace is switchjmp: a jump for all lanes to one of several places.
func (m *Machine) choosePlace(s *step) *Fault {
	index, fault := m.number(s, 0)
	if fault != nil {
		return fault
	}
	if index >= uint64(len(s.targets)) {
		return &Fault{Operand: 0, Lane: NoLane, Byte: -1, What: fmt.Sprintf("is %d, and there are %d labels", index, len(s.targets))}
	}
	target := int(s.targets[index])
	if at := m.nextWaiting(m.at, target-1); at >= 0 {
		return m.leftBehind(at, "jumps over")
	}
	m.at = target
	return nil
}

// scalars prepares operands that say where to go, or for how many.
func (p *preparer) scalars() error {
	s, i := p.step, p.step.inst
	p.exec, s.size, s.lanes = 1, 1, 1
	s.precision = 64
	for k := range int(i.N) {
		o := *i.At(k)
		if o.Class == General || o.Class == Indirect {
			o.Region = Scalar
		}
		t := &s.src[k]
		if err := p.site(t, k, &o, Source); err != nil {
			return err
		}
		if t.unsigned = !t.typ.isSigned(); !t.typ.IsInteger() || t.typ.isSigned() {
			return fmt.Errorf("%s is of type %s: expected an integer without a sign", o.Text(Source, p.decls), t.typ)
		}
	}
	return nil
}

// leftBehind complains of lanes that wait where the program does not come.
func (m *Machine) leftBehind(at int, does string) *Fault {
	lane := bits.TrailingZeros32(m.waiting[at])
	return &Fault{Operand: NoOperand, Lane: lane, Byte: -1, What: does + " a place where the lane waits to be active again"}
}

// enter is call: the lanes that it takes execute the subroutine, and of a uniform one all active lanes do.
func (m *Machine) enter(s *step) *Fault {
	if m.frame.enabled == 0 {
		return nil
	}
	to := m.code.steps[s.target].routine
	for _, c := range m.calls {
		if c.routine == to {
			return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: "calls a subroutine that is being executed"}
		}
	}
	m.calls = append(m.calls, call{m.at, m.em, m.callMask, to})
	if s.uniform {
		m.callMask = ^uint32(0)
	} else {
		m.em = m.taken(s)
		m.callMask = m.em
	}
	m.at = int(s.target) + 1 // the mark itself is for those who fall into it
	return nil
}

// leave is ret: its lanes have done with the subroutine, or with the kernel; a uniform one ends it.
func (m *Machine) leave(s *step) *Fault {
	if m.frame.enabled == 0 {
		return nil
	}
	end := m.code.routines[s.routine].end
	at := m.nextWaiting(m.at, end)
	if s.uniform && at >= 0 {
		return m.leftBehind(at, "returns before")
	}
	before, taken := m.callMask, m.taken(s)
	m.callMask &^= taken
	if s.uniform || m.callMask == 0 {
		m.back()
		return nil
	}
	if m.em &^= taken; m.em == 0 {
		if at < 0 {
			m.em, m.callMask = taken, before
			return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: fmt.Sprintf("leaves no lane active, and the call mask has %08x", before&^taken)}
		}
		m.at = at
	}
	return nil
}

// back goes on behind the last call; without one the program has ended.
func (m *Machine) back() {
	last := len(m.calls) - 1
	if last < 0 {
		m.at = len(m.code.steps)
		return
	}
	c := &m.calls[last]
	m.at, m.em, m.callMask, m.calls = c.back, c.em, c.callMask, m.calls[:last]
}

// fallInto is the mark of a subroutine, which only a call enters, behind it; or the kernel's own.
func (m *Machine) fallInto(s *step) *Fault {
	if s.routine == 0 {
		return nil
	}
	return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: "is reached without a call: a ret is missing before it"}
}

// unended is a subroutine that ends with the program.
func unended() *Fault {
	return &Fault{Operand: NoOperand, Lane: NoLane, Byte: -1, What: "is the last instruction of a subroutine, which a ret ends"}
}
