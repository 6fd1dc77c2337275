package debug

import (
	"context"

	"github.com/lanescope/lanescope/g13/machine"
)

// A Moment is one SIMD-group's mask behind a step: which lanes are active, and the count of each in its r0l.
type Moment struct {
	Position    int // behind the step
	Offset      int // of its instruction
	Op          int // -1 for the beginning of a threadgroup, of whose first SIMD-group the rest is
	Threadgroup [3]uint32
	Group       int
	Present     uint32 // the lanes that have a thread
	Exec        uint32
	Counts      [machine.Lanes]uint16
}

// Text is a character for each lane: # where it is active, else how many levels it sleeps, + for more than nine, a space where there is no thread.
func (m *Moment) Text() string {
	var row [machine.Lanes]byte
	for lane, count := range m.Counts {
		switch {
		case m.Present>>lane&1 == 0:
			row[lane] = ' '
		case m.Exec>>lane&1 != 0:
			row[lane] = '#'
		case count > 9:
			row[lane] = '+'
		default:
			row[lane] = '0' + byte(count)
		}
	}
	return string(row[:])
}

// moment is where the session stands, behind a step.
func (s *Session) moment() Moment {
	m := Moment{Position: s.position, Op: -1}
	g := s.Groups()[0]
	if l := s.Last(); l != nil {
		g = l.Group
		m.Offset = l.Offset
		m.Op, _ = s.Code.OpAt(l.Offset)
	}
	m.Threadgroup, m.Group, m.Present, m.Exec = g.Place.Threadgroup, int(g.Place.SIMDGroup), g.Present(), g.Exec
	for lane, v := range g.Register(0) {
		m.Counts[lane] = uint16(v)
	}
	return m
}

// Masks are the last instructions that a SIMD-group has executed up to here, at most n of them from so many steps as are looked through, the oldest first.
func (s *Session) Masks(group, n, within int) (all []Moment) {
	to := s.position
	at := max(0, to-within)
	s.Seek(at)
	for s.position < to && s.Step() {
		l := s.Last()
		if l == nil {
			all = all[:0] // of another threadgroup
			continue
		}
		if int(l.Place.SIMDGroup) != group {
			continue
		}
		if all = append(all, s.moment()); len(all) > 2*n {
			all = append(all[:0], all[len(all)-n:]...)
		}
	}
	return all[max(0, len(all)-n):]
}

// Timeline is the moments behind n steps between two positions, as evenly as can be: each of the SIMD-group that made the step. The session stands then where it stood.
//
//	from        to = from+12, n = 4
//	│..◆..◆..◆..◆
func (s *Session) Timeline(ctx context.Context, from, to, n int) (all []Moment, err error) {
	here := s.position
	defer s.Seek(here)
	from = max(from, 0)
	if from < s.position {
		s.Seek(from)
	}
	if _, err := s.Forward(ctx, from-s.position); err != nil {
		return nil, err
	}
	for k := 1; k <= n && err == nil; k++ {
		next := from + int(int64(to-from)*int64(k)/int64(n))
		if next <= s.position {
			continue
		}
		_, err = s.goOn(ctx, nil, func() bool { return s.position == next })
		if s.position < next {
			break
		}
		all = append(all, s.moment())
	}
	return all, err
}
