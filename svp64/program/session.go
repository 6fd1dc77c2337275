package program

import "errors"

// A Unit is how far a step goes.
type Unit uint8

// The units.
const (
	ByElement     Unit = iota // one move of a loop, or an instruction that is none
	ByGroup                   // to the end of a subvector
	ByInstruction             // to the end of an instruction
)

// A Session steps through a program, forward and back. A position is how many elements were done since the beginning. The machine does the same each time, so that a position says all: going back is to take the last moment
// that was kept, and to go on from there.
//
//	position   0 1 2 3 4 5 6 7 8 …
//	           ◆───────◆───────◆      moments that are kept; the further a program goes, the wider apart
type Session struct {
	Machine  *Machine
	position int
	kept     []moment
	stride   int
}

// A moment is a machine as it was.
type moment struct {
	position int
	machine  *Machine
}

const (
	firstStride = 64
	mostMoments = 64
)

// NewSession begins where the machine stands.
func NewSession(m *Machine) *Session {
	return &Session{Machine: m, kept: []moment{{0, m.Clone()}}, stride: firstStride}
}

// Position is how many elements were done.
func (s *Session) Position() int { return s.position }

// What is beyond a session's ends.
var (
	ErrBegin = errors.New("this is the beginning")
	ErrEnd   = errors.New("the program is at its end")
)

// Forward does one unit, and says what its moves were.
func (s *Session) Forward(u Unit) (moves []Moved, err error) {
	for {
		if s.Machine.Done() {
			if len(moves) == 0 {
				err = ErrEnd
			}
			return moves, err
		}
		moved, err := s.element()
		if err != nil {
			return moves, err
		}
		moves = append(moves, moved)
		if u.ends(moved) {
			return moves, nil
		}
	}
}

// ends says whether a move is the last one of a unit.
func (u Unit) ends(m Moved) bool {
	return u == ByElement || m.Last || u == ByGroup && m.Group
}

// element goes on by one position. What cannot go on has done nothing.
func (s *Session) element() (Moved, error) {
	moved, err := s.Machine.Step()
	if err != nil {
		if back := s.Seek(s.position); back != nil {
			return moved, back
		}
		return moved, err
	}
	s.position++
	if last := s.kept[len(s.kept)-1].position; s.position-last >= s.stride {
		s.keep()
	}
	return moved, nil
}

// keep keeps the moment. When there are many, every second one goes.
func (s *Session) keep() {
	if len(s.kept) == mostMoments {
		for k := 1; 2*k < len(s.kept); k++ {
			s.kept[k] = s.kept[2*k]
		}
		s.kept = s.kept[:mostMoments/2]
		s.stride *= 2
	}
	s.kept = append(s.kept, moment{s.position, s.Machine.Clone()})
}

// rewind goes to the last moment that was kept up to a position.
func (s *Session) rewind(position int) {
	for len(s.kept) > 1 && s.kept[len(s.kept)-1].position > position {
		s.kept = s.kept[:len(s.kept)-1]
	}
	last := s.kept[len(s.kept)-1]
	s.Machine, s.position = last.machine.Clone(), last.position
}

// Seek goes to a position that was reached before.
func (s *Session) Seek(position int) error {
	for s.rewind(position); s.position < position; {
		if _, err := s.element(); err != nil {
			return err
		}
	}
	return nil
}

// Back goes to where the unit began that ends here, or in which this is.
func (s *Session) Back(u Unit) error {
	now := s.position
	if now == 0 {
		return ErrBegin
	}
	if u == ByElement {
		return s.Seek(now - 1)
	}
	for before := now; before > 0; { // from an earlier moment each time, up to a unit's end
		s.rewind(before - 1)
		from, begin := s.position, -1
		if from == 0 {
			begin = 0
		}
		for s.position < before {
			moved, err := s.element()
			if err != nil {
				return err
			}
			if u.ends(moved) && s.position < now {
				begin = s.position
			}
		}
		if begin >= 0 {
			return s.Seek(begin)
		}
		before = from
	}
	return s.Seek(0)
}
