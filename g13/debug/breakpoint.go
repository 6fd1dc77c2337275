package debug

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/g13/machine"
)

// A Cause is what a breakpoint stops at.
type Cause uint8

// The causes.
const (
	AtOffset     Cause = iota // the next instruction is at an offset
	AtNaN                     // a result is no number
	AtDivergence              // the mask has changed
	AtEarly                   // a register is read or written before the wait for what is loaded there
	AtChange                  // a value has changed: a watch
	AtTruth                   // a condition has become true
)

// String is the cause in a word.
func (c Cause) String() string {
	return [...]string{"break", "nan", "divergence", "early", "watch", "when"}[c]
}

// A Breakpoint is a set of positions: those behind the steps that it names, or before the instruction. Running stops there, in both directions.
type Breakpoint struct {
	ID      int // from 1 on; 0 until it is added
	Cause   Cause
	Offset  int         // AtOffset
	Watched *Expression // AtChange and AtTruth
	If      *Expression // has to be true besides, in the SIMD-group that makes the step; nil for none
	Hits    int         // how often running stopped here
}

// String is the breakpoint as it was asked for.
func (b *Breakpoint) String() string {
	text := b.Cause.String()
	switch b.Cause {
	case AtOffset:
		text += fmt.Sprintf(" %#x", b.Offset)
	case AtChange, AtTruth:
		text += " " + b.Watched.Text
	}
	if b.If != nil {
		text += " if " + b.If.Text
	}
	return text
}

// Add gives the breakpoint a number, from 1 on.
func (s *Session) Add(b Breakpoint) *Breakpoint {
	s.numbered++
	b.ID = s.numbered
	s.breakpoints = append(s.breakpoints, &b)
	return &b
}

// Breakpoints are those that were added, in that order.
func (s *Session) Breakpoints() []*Breakpoint { return s.breakpoints }

// Delete takes a breakpoint away, and says whether there was one of that number.
func (s *Session) Delete(id int) bool {
	before := len(s.breakpoints)
	s.breakpoints = slices.DeleteFunc(s.breakpoints, func(b *Breakpoint) bool { return b.ID == id })
	return len(s.breakpoints) < before
}

// A lookout makes steps and says which breakpoint each of them leads to.
type lookout struct {
	session *Session
	all     []*Breakpoint
	before  []Value // of each, what its expression was worth before the step
	asked   []bool  // of each, whether that is known
}

func (s *Session) lookout(all []*Breakpoint) *lookout {
	return &lookout{s, all, make([]Value, len(all)), make([]bool, len(all))}
}

// step makes a step, and gives the first breakpoint that it leads to, nil if it leads to none; ok is false where there was no step to make.
func (l *lookout) step() (hit *Breakpoint, ok bool) {
	s := l.session
	group, op, isInst := s.stepper.Next()
	for k, b := range l.all {
		if l.asked[k] = isInst && b.Watched != nil && s.mayChange(op, b.Watched); l.asked[k] {
			l.before[k], _ = s.Evaluate(b.Watched, group)
		}
	}
	if !s.Step() {
		return nil, false
	}
	for k, b := range l.all {
		if l.leads(k, b, group) {
			return b, true
		}
	}
	return nil, true
}

// mayChange says whether an op can change what an expression is worth in the SIMD-group that executes it.
func (s *Session) mayChange(op int, e *Expression) bool {
	c, r := s.Code.changes[op], e.reads
	return r.always || r.memory && c.memory || r.exec && c.exec || c.registers[0]&r.registers[0]|c.registers[1]&r.registers[1] != 0 || r.memory && (c.registers != machine.RegisterSet{})
}

// leads says whether the step of a SIMD-group that was just made leads to a breakpoint.
func (l *lookout) leads(k int, b *Breakpoint, group int) bool {
	s := l.session
	in := group
	switch b.Cause {
	case AtOffset:
		next, op, ok := s.stepper.Next()
		if !ok || s.Code.Offset(op) != b.Offset {
			return false
		}
		in = next
	case AtNaN:
		if s.NaNs() == 0 {
			return false
		}
	case AtDivergence:
		if last := s.Last(); last == nil || last.Exec == last.Group.Exec {
			return false
		}
	case AtEarly:
		if !s.Early() {
			return false
		}
	default:
		if !l.asked[k] {
			return false
		}
		after, _ := s.Evaluate(b.Watched, group)
		before := &l.before[k]
		if b.Cause == AtChange && !before.differs(&after) || b.Cause == AtTruth && (before.True() || !after.True()) {
			return false
		}
	}
	if b.If == nil {
		return true
	}
	v, ok := s.Evaluate(b.If, in)
	return ok && v.True()
}
