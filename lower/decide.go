package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// A decision is a draft, and the strategy that made it.
type decision struct {
	draft
	strategy string
}

// mostCounted is up to how many constants each number is asked for alone, so that who allows one more never gets something dearer.
const mostCounted = 3

// decided are drafts of what package quick decides for a map of vectors, with no constant, one, and so on up to as many as may be loaded. Who wants the cheapest alone
// gets none that is dearer than the last, where the cost is a sum. Who wants the cheapest alone, of a map that is no part of another, gets the last also when the time is over.
func (s *search) decided(want lane.Map, d draft, fuel int, cheapest bool) (found []decision) {
	if s.file != target.Vectors {
		return nil
	}
	want = uniform(want)
	e, most := s.l.engine(s.o.Target), s.o.limit()
	o := quick.Options{Weights: s.o.Cost.weights(), Constants: most, Fuel: fuel}
	q := new(quick.Program)
	ask := func() (decision, bool) { return d.decided(e, q, want, o) }
	whole := cheapest && !s.part && fuel == quick.DefaultFuel
	if !whole {
		o.Stop = s.stop()
	}
	last, ok := ask()
	if !whole || s.o.Effort == Best {
		o.Stop = s.stop()
	}
	if ok && cheapest && !s.o.Cost.OfCPU() {
		o.Below = q.Cost(o.Weights) + 1
	}
	for o.Constants = range min(most, mostCounted) {
		if fewer, ok := ask(); ok {
			found = append(found, fewer)
		}
	}
	if ok {
		found = append(found, last)
	}
	return found
}

// decidedAlone is what package quick decides with as many constants as may be loaded.
func (s *search) decidedAlone(want lane.Map, d draft) (decision, bool) {
	return s.decidedWithin(want, d, 0)
}

// decidedWithin is decidedAlone with what costs no more than so many ops; 0 is any number.
func (s *search) decidedWithin(want lane.Map, d draft, most int) (decision, bool) {
	if s.file != target.Vectors {
		return decision{}, false
	}
	o := quick.Options{Weights: s.o.Cost.weights(), Constants: s.o.limit()}
	if most > 0 {
		o.Below = most*o.Op + 1
	}
	o.Stop = s.stop()
	return d.decided(s.l.engine(s.o.Target), new(quick.Program), uniform(want), o)
}

// stop is what a decision asks whether the time of the search is over.
func (s *search) stop() func() bool {
	if s.until == nil {
		return nil
	}
	return s.until.over
}

// decided is the draft with what an engine decides, which is in the program too.
func (d draft) decided(e *quick.Engine, q *quick.Program, want lane.Map, o quick.Options) (decision, bool) {
	if !e.Decide(q, &want, o) {
		return decision{}, false
	}
	return decision{d.program(q), q.Strategy()}, true
}

// program is the draft with the ops of a program of package quick.
func (d draft) program(q *quick.Program) draft {
	for _, op := range q.Ops() {
		d = d.add(opOf(op))
	}
	d.result = Arg(q.Result())
	return d
}

// opOf is an op of package quick as one of a sequence.
func opOf(op quick.Op) Op {
	code := Op{Row: op.Row, Imm: op.Imm, Const: op.Const, Made: op.Made, By: Arg(op.By)}
	for _, a := range op.Args {
		code.Args = append(code.Args, Arg(a))
	}
	return code
}

// uniform is a map with all sources as wide as its destination.
func uniform(m lane.Map) lane.Map {
	m.Src = slices.Clone(m.Src)
	for k := range m.Src {
		m.Src[k] = len(m.Lane)
	}
	return m
}

// weights are what package quick sums up.
func (c Cost) weights() quick.Weights {
	switch c {
	case Instructions:
		return quick.Weights{Op: 1 << 16, Constant: 1 << 8, Copy: 1}
	case Loop:
		return quick.Weights{Op: 1 << 8, Constant: 1, Copy: 1 << 8}
	}
	return quick.Weights{Op: 1, Constant: 2, Copy: 1}
}

// limit is how many constants may be loaded.
func (o *Options) limit() int {
	if most, limited := o.MaxConstants.Number(); limited {
		return most
	}
	return 1 << 10
}
