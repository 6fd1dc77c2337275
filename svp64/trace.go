package svp64

import "fmt"

// Trace executes the instruction step by step. Each line is a move, with the places that SVSTATE has before it.
func (s *State) Trace(i Inst) (lines []string, err error) {
	for done := false; !done; {
		move, err := s.nextMove(i)
		if err != nil {
			return lines, err
		}
		if done, err = s.Step(i); err != nil {
			return lines, err
		}
		if move != "" {
			lines = append(lines, move)
		}
	}
	return lines, nil
}

// Issues executes the instruction in Vertical-First mode, with svstep behind each issue. A line is an issue, with the places that SVSTATE has before it.
func (s *State) Issues(i Inst) (lines []string, err error) {
	if i.IsPair() {
		return nil, s.Run(i)
	}
	for done := false; !done; {
		src, dst := s.SV.Places()
		l, err := s.Loop(i)
		if err != nil {
			return lines, err
		}
		if err := s.Run(i); err != nil {
			return lines, err
		}
		p := l.pairing(s.SV)
		line := ""
		for range l.group() {
			if p.more() {
				line += "  " + p.text()
				p.advance()
			}
		}
		if line != "" {
			lines = append(lines, fmt.Sprintf("issue %-2d srcstep %d.%d dststep %d.%d %s", len(lines), src.Step, src.Sub, dst.Step, dst.Sub, line))
		}
		if done, err = s.SVStep(i); err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// nextMove is the move at which SVSTATE stands, or nothing if there is none.
func (s *State) nextMove(i Inst) (string, error) {
	if i.IsPair() {
		return "", nil
	}
	l, err := s.Loop(i)
	if err != nil {
		return "", err
	}
	src, dst := s.SV.Places()
	p := l.pairing(s.SV)
	if !p.more() {
		return "", nil
	}
	return fmt.Sprintf("srcstep %d.%d dststep %d.%d   %s", src.Step, src.Sub, dst.Step, dst.Sub, p.text()), nil
}

// text is a move as "1.Z → 0.X": lane Z of subvector 1 goes to lane X of subvector 0.
func (p *pairing) text() string {
	x := p.l.Swizzle.At(p.src.Sub)
	from := x.String()
	if x.Moves() {
		from = fmt.Sprintf("%d.%v", p.src.Step, x)
	}
	return fmt.Sprintf("%s → %d.%c", from, p.dst.Step, "XYZW"[p.dst.Sub])
}

// An Arrival is one move of a loop: what is selected in which subvector of the source, and where it goes.
type Arrival struct {
	Selector Selector
	From     int // the source's subvector
	To       Place
}

// Arrivals are the moves of the loop in their order.
func (l *Loop) Arrivals() []Arrival {
	var list []Arrival
	l.pairs(func(from choice, i, j int) { list = append(list, Arrival{from.x, from.i, Place{i, j}}) })
	return list
}
