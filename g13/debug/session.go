package debug

import (
	"context"

	"github.com/lanescope/lanescope/g13/machine"
)

// A Session is a dispatch that is looked at.
type Session struct {
	Code *Code
	Fuel int // so many steps may be made forward at once, except by Seek; 0 is no limit

	stepper  *machine.Stepper
	memory   *machine.Memory
	history  history
	position int
	fault    *machine.Fault // to which the last position leads; nil if it does not, or that is not known yet
	end      int            // that position

	breakpoints []*Breakpoint
	numbered    int // breakpoints so far
}

// New is a session at position 0 of a dispatch, behind its preamble. The dispatch's buffers are the session's from here on.
func New(ctx context.Context, d *machine.Dispatch, source Source) (*Session, error) {
	stepper, err := d.Stepper(ctx)
	if err != nil {
		return nil, err
	}
	s := &Session{Code: newCode(d.Program, source), stepper: stepper, memory: d.Memory, history: newHistory(d.Memory)}
	stepper.Writes = s.history.written
	s.history.arrive(0, stepper)
	return s, nil
}

// Position is how many steps have been made.
func (s *Session) Position() int { return s.position }

// Step makes one step, and says whether there was one to make.
func (s *Session) Step() bool {
	s.history.arrive(s.position, s.stepper)
	if !s.stepper.Step() {
		_, s.fault, _ = s.stepper.Over()
		s.end = s.position
		return false
	}
	s.position++
	return true
}

// Back takes the last step back, and says whether there was one.
func (s *Session) Back() bool {
	if s.position == 0 {
		return false
	}
	s.Seek(s.position - 1)
	return true
}

// Seek goes to a position, or as near to it as the dispatch has one. What Last tells is what it told there.
func (s *Session) Seek(position int) {
	position = max(position, 0)
	if position == s.position {
		return
	}
	if position < s.position {
		s.position = s.history.restore(s.history.before(position), s.stepper)
	}
	for s.position < position && s.Step() {
	}
}

// Over says whether there is no further step, and why. That an instruction is a fault is known once a step has tried it; it is still the next one then.
func (s *Session) Over() (why machine.Stop, fault *machine.Fault, over bool) {
	if s.fault != nil && s.position == s.end {
		return machine.Faulted, s.fault, true
	}
	return s.stepper.Over()
}

// Groups are the SIMD-groups of the threadgroup, none at position 0.
func (s *Session) Groups() []*machine.Group { return s.stepper.Groups() }

// Standing is what a SIMD-group does next.
func (s *Session) Standing(group int) machine.Standing { return s.stepper.Standing(group) }

// OpOf is the op that a SIMD-group is at.
func (s *Session) OpOf(group int) int { return s.stepper.Standpoint(group) }

// Focus is the SIMD-group that makes the next step, or that made the last one if no instruction is next.
func (s *Session) Focus() int {
	if group, _, ok := s.stepper.Next(); ok {
		return group
	}
	if l := s.stepper.Last(); l != nil {
		return int(l.Place.SIMDGroup)
	}
	return max(len(s.Groups())-1, 0)
}

// Next is the op that is next, and the SIMD-group that executes it; ok is false where none is.
func (s *Session) Next() (group, op int, ok bool) { return s.stepper.Next() }

// Last is the instruction that the last step executed, nil if it was none.
func (s *Session) Last() *machine.Step { return s.stepper.Last() }

// Unverified is what nobody has verified of the last step.
func (s *Session) Unverified() []string { return s.stepper.Unverified() }

// Early says whether the last step read or wrote a register before the wait for what is loaded there.
func (s *Session) Early() bool { return s.stepper.Early() }

// NaNs are the lanes in which the last step had a result that is no number.
func (s *Session) NaNs() (lanes uint32) {
	l := s.Last()
	if l == nil {
		return 0
	}
	op, ok := s.Code.OpAt(l.Offset)
	if !ok {
		return 0
	}
	return s.Code.float[op].nans(l.Group, l.Exec)
}

// Buffers are those of device memory.
func (s *Session) Buffers() []machine.Buffer { return s.history.buffers }

// Local is the threadgroup's memory, nil if the program uses none.
func (s *Session) Local() []byte { return s.stepper.Local() }
