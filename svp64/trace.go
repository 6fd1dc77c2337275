package svp64

import (
	"fmt"
	"strings"

	"github.com/lanescope/lanescope/lane"
)

// Trace executes the instruction step by step. Each line is a move, with the places that SVSTATE has before it, and what it writes.
func (s *State) Trace(i Inst) (lines []string, err error) {
	if i.IsPair() {
		return s.tracePair(i)
	}
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

// tracePair executes a pair, which is one step: its line has all lanes that are written.
func (s *State) tracePair(i Inst) (lines []string, err error) {
	if err := i.Check(); err != nil {
		return nil, err
	}
	m := s.pairMap(i) // before the predicates may be written
	if err := s.Run(i); err != nil {
		return nil, err
	}
	line := "one step "
	for j, x := range m.Lane {
		from := "0"
		switch {
		case x.Kind == lane.Old:
			continue
		case x.Kind == lane.Source:
			from = laneNames[x.Index : x.Index+1]
		case x != lane.Zero():
			from = "1"
		}
		line += fmt.Sprintf("  %s → %c = %x", from, laneNames[j], s.file(i).element(int(i.RT.No), j, 32))
	}
	return []string{line}, nil
}

// laneNames are the lanes of a subvector.
const laneNames = "XYZW"

// Issues executes the instruction in Vertical-First mode, with svstep behind each issue. A line is an issue, with the places that SVSTATE has before it.
func (s *State) Issues(i Inst) (lines []string, err error) {
	if i.IsPair() {
		return s.tracePair(i)
	}
	for done := false; !done; {
		src, dst := s.SV.Places()
		l, err := s.Loop(i)
		if err != nil {
			return lines, err
		}
		before := *s.file(i)
		if err := s.Run(i); err != nil {
			return lines, err
		}
		p := l.pairing(s.SV)
		line := ""
		for range p.group() {
			if p.more() {
				line += "  " + p.text(&before)
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
	l, err := s.Loop(i)
	if err != nil {
		return "", err
	}
	if err := l.Check(); err != nil {
		return "", err
	}
	src, dst := s.SV.Places()
	p := l.pairing(s.SV)
	if !p.more() {
		return "", nil
	}
	return fmt.Sprintf("srcstep %d.%d dststep %d.%d   %s", src.Step, src.Sub, dst.Step, dst.Sub, p.text(s.file(i))), nil
}

// text is a move as "1.Z → 0.X = 7f of 1234": lane Z of subvector 1 goes to lane X of subvector 0, where 7f is written, which 1234 becomes under saturation.
func (p *pairing) text(f *File) string {
	a := p.l.arrival(choice{p.src.Step, p.l.Swizzle.At(p.src.Sub)}, p.dst)
	return fmt.Sprintf("%s → %d.%c = %s", a.name(), p.dst.Step, laneNames[p.dst.Sub], p.l.Value(a, f))
}

// An Arrival is one move of a loop: what is selected in which subvector of the source, and where it goes.
type Arrival struct {
	Selector Selector
	From     int // the source's subvector
	To       Place
	SrcZero  bool // sz: the source counts as zero, because its predicate is false
	DstZero  bool // dz: zero is written
}

func (a Arrival) name() string {
	if a.Selector.Moves() {
		return fmt.Sprintf("%d.%v", a.From, a.Selector)
	}
	return a.Selector.String()
}

func (l *Loop) arrival(from choice, to Place) Arrival {
	a := Arrival{Selector: from.x, From: from.i, To: to, DstZero: l.DstMask>>to.Step&1 == 0}
	a.SrcZero = from.x.Moves() && l.SrcMask>>from.i&1 == 0
	return a
}

// Arrivals are the moves of the loop in their order.
func (l *Loop) Arrivals() []Arrival {
	var list []Arrival
	l.pairs(func(from choice, i, j int) { list = append(list, l.arrival(from, Place{i, j})) })
	return list
}

// Constant is what a move writes if that does not depend on registers: a constant of the swizzle, or the zero of a predicate.
func (l *Loop) Constant(a Arrival) (v uint64, ok bool) {
	switch {
	case a.DstZero || a.SrcZero || a.Selector == Zero:
		return 0, true
	case a.Selector == One:
		return l.one(), true
	}
	return 0, false
}

// Value is what a move writes, in hexadecimal, and what it was made of where that is something else.
func (l *Loop) Value(a Arrival, f *File) string {
	if v, ok := l.Constant(a); ok {
		return fmt.Sprintf("%x", v) + because(a)
	}
	was := f.element(int(l.RA.No), l.source(a.From, a.Selector), l.SrcBits)
	if v := l.convert(was); v != was {
		return fmt.Sprintf("%x of %x", v, was)
	}
	return fmt.Sprintf("%x", was)
}

// because says which predicate made a zero.
func because(a Arrival) string {
	switch {
	case a.DstZero:
		return " (dz)"
	case a.SrcZero:
		return " (sz)"
	}
	return ""
}

// String is SVSTATE as a register and in words: "0408000000000400: maxvl 2, vl 2, pack".
func (v SVState) String() string {
	words := []string{fmt.Sprintf("%016x: maxvl %d, vl %d", uint64(v), v.MaxVL(), v.VL())}
	if src, dst := v.Places(); src != (Place{}) || dst != (Place{}) {
		words = append(words, fmt.Sprintf("srcstep %d.%d, dststep %d.%d", src.Step, src.Sub, dst.Step, dst.Sub))
	}
	for _, on := range []struct {
		is   bool
		name string
	}{{v.Pack(), "pack"}, {v.Unpack(), "unpack"}, {v.Vertical(), "vertical first"}} {
		if on.is {
			words = append(words, on.name)
		}
	}
	return strings.Join(words, ", ")
}
