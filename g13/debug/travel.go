package debug

import (
	"context"
	"errors"
)

// looks is how many steps pass between two looks at the context.
const looks = 1 << 12

// ErrFuel is the error of who has gone as many steps forward as were allowed at once.
var ErrFuel = errors.New("no end within as many steps as are allowed at once")

// An Arrival is why going stopped.
type Arrival struct {
	Breakpoint *Breakpoint // that it led to, nil for none
	Over       bool        // the dispatch is over, or going back, it is at the beginning
}

// Run goes on to the next position that a breakpoint has, or to the end. The error is the context's.
func (s *Session) Run(ctx context.Context) (Arrival, error) { return s.RunTo(ctx, s.breakpoints) }

// RunTo is Run with breakpoints of one's own.
func (s *Session) RunTo(ctx context.Context, all []*Breakpoint) (Arrival, error) {
	return s.goOn(ctx, all, func() bool { return false })
}

// Forward makes so many steps, whatever breakpoints there are on the way.
func (s *Session) Forward(ctx context.Context, n int) (Arrival, error) {
	if n <= 0 {
		return Arrival{}, nil
	}
	to := s.position + n
	return s.goOn(ctx, nil, func() bool { return s.position == to })
}

// goOn makes steps until one leads to a breakpoint, until it is done, or until there are none.
func (s *Session) goOn(ctx context.Context, all []*Breakpoint, done func() bool) (Arrival, error) {
	l := s.lookout(all)
	for n := 1; ; n++ {
		b, ok := l.step()
		switch {
		case !ok:
			return Arrival{Over: true}, nil
		case b != nil:
			b.Hits++
			return Arrival{Breakpoint: b}, nil
		case done():
			return Arrival{}, nil
		case n == s.Fuel:
			return Arrival{}, ErrFuel
		case n%looks == 0 && ctx.Err() != nil:
			return Arrival{}, ctx.Err()
		}
	}
}

// RunBack goes back to the last position before this one that a breakpoint has, or to the beginning. If the context ends, it stays where it is.
func (s *Session) RunBack(ctx context.Context) (Arrival, error) {
	return s.RunBackTo(ctx, s.breakpoints)
}

// RunBackTo is RunBack with breakpoints of one's own.
func (s *Session) RunBackTo(ctx context.Context, all []*Breakpoint) (Arrival, error) {
	from := s.position
	for to := from; to > 0; {
		begin := s.history.restore(s.history.before(to), s.stepper)
		s.position = begin
		var found *Breakpoint
		at := -1
		l := s.lookout(all)
		for s.position < to {
			b, ok := l.step()
			if !ok {
				break
			}
			if b != nil && s.position < from {
				found, at = b, s.position
			}
			if s.position%looks == 0 && ctx.Err() != nil {
				s.Seek(from)
				return Arrival{}, ctx.Err()
			}
		}
		if found != nil {
			found.Hits++
			s.Seek(at)
			return Arrival{Breakpoint: found}, nil
		}
		to = begin
	}
	s.Seek(0)
	return Arrival{Over: true}, nil
}

// A Stride is how far one goes at once.
type Stride uint8

// The strides. Except of Instruction, they are those of the SIMD-group that is in focus.
const (
	Instruction Stride = iota // one step
	Over                      // an instruction; a call with all that it leads to
	Out                       // up to where the function that it is in goes on, or to its call
	Line                      // to another line of the source
	LineOver                  // likewise, over calls
	Block                     // to the beginning of a block
)

// Go goes a stride forward. Breakpoints on the way stop it. Where a SIMD-group's threadgroup is done, so is a stride.
func (s *Session) Go(ctx context.Context, by Stride) (Arrival, error) {
	group, op, ok := s.stepper.Next()
	if by == Instruction || !ok {
		return Arrival{Over: !s.Step()}, nil
	}
	depth, line := 0, s.lineOf(op)
	return s.goOn(ctx, s.breakpoints, func() bool {
		last := s.Last()
		if last == nil {
			return true
		}
		if int(last.Place.SIMDGroup) == group {
			done, _ := s.Code.OpAt(last.Offset)
			depth += s.Code.callOf(done)
		}
		next, at, ok := s.stepper.Next()
		switch {
		case !ok:
			return true
		case next != group:
			return false
		case by == Over:
			return depth <= 0
		case by == Out:
			return depth < 0
		case by == LineOver && depth > 0:
			return false
		case by == Line, by == LineOver:
			return depth < 0 || s.lineOf(at) != line || !s.lined(at)
		}
		return s.Code.leads[at]
	})
}

// A lineNumber is a line of a file.
type lineNumber struct {
	file string
	line int
}

func (s *Session) lineOf(op int) lineNumber {
	l, _ := s.Code.Line(s.Code.Offset(op))
	return lineNumber{l.File, l.Line}
}

// lined says that it is known which line an op is from.
func (s *Session) lined(op int) bool {
	_, ok := s.Code.Line(s.Code.Offset(op))
	return ok
}

// An entry is a step that was made: by which SIMD-group, and which op; -1 for the beginning of a threadgroup.
type entry struct{ group, op int32 }

// eachBack visits the steps up to here from the last one to the first, with the position before each. Where the visit says so, the session goes there, else to the beginning. If
// the context ends, it stays where it is.
func (s *Session) eachBack(ctx context.Context, visit func(before int, e entry) (there bool)) error {
	from := s.position
	var tape []entry
	for to := from; to > 0; {
		begin := s.history.restore(s.history.before(to), s.stepper)
		s.position, tape = begin, tape[:0]
		for s.position < to {
			e := entry{-1, -1}
			if group, op, ok := s.stepper.Next(); ok {
				e = entry{int32(group), int32(op)}
			}
			if !s.Step() {
				break
			}
			tape = append(tape, e)
		}
		if ctx.Err() != nil {
			s.Seek(from)
			return ctx.Err()
		}
		for k := len(tape) - 1; k >= 0; k-- {
			if visit(begin+k, tape[k]) {
				s.Seek(begin + k)
				return nil
			}
		}
		to = begin
	}
	s.Seek(0)
	return nil
}

// GoBack goes a stride back.
func (s *Session) GoBack(ctx context.Context, by Stride) (Arrival, error) {
	if s.position == 0 {
		return Arrival{Over: true}, nil
	}
	if by == Instruction {
		s.Back()
		return Arrival{}, nil
	}
	w := wayBack{session: s, by: by, group: -1}
	err := s.eachBack(ctx, w.visit)
	return Arrival{}, err
}

// A wayBack is where a stride back leads.
type wayBack struct {
	session *Session
	by      Stride
	group   int32 // whose stride it is, -1 until it is known
	depth   int   // of calls that are not taken back yet
}

// visit looks at a step, from the last one on, and says whether the stride leads to before it.
func (w *wayBack) visit(before int, e entry) bool {
	if e.op < 0 { // where a threadgroup begins
		return true
	}
	if w.group < 0 {
		w.group = e.group
	}
	if e.group != w.group {
		return false
	}
	c := w.session.Code
	w.depth -= c.callOf(int(e.op))
	switch w.by {
	case Over:
		return w.depth <= 0
	case Out:
		return w.depth < 0
	case Block:
		return c.leads[e.op]
	case LineOver:
		return w.depth < 0 || w.depth == 0 && c.beginsLine(int(e.op))
	}
	return c.beginsLine(int(e.op))
}
