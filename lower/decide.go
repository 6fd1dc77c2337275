package lower

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// A decision is a draft, and the strategy that made it.
type decision struct {
	draft
	strategy string
}

// mostCounted is up to how many constants each number is asked for alone where any number may be loaded.
const mostCounted = 3

// rowsOfCandidate is how many rows that package quick tries count as one candidate that is looked at.
const rowsOfCandidate = 1 << 13

// decided are drafts of what package quick decides for a map of vectors, as far as there are time and budget: with no constant, one, and so on, and at last with as many as may be loaded.
func (s *search) decided(want lane.Map, d draft, fuel int) (found []decision) {
	if s.file != target.Vectors {
		return nil
	}
	a := s.asker(want, d, fuel)
	defer a.end()
	a.o.Below = s.o.Cost.sumBelow(s.below, s.o.Cost)
	ask := func(constants int) (decision, bool) {
		if s.budget <= 0 {
			return decision{}, false
		}
		a.o.Stop = s.within(s.budget)
		q, ok := a.ask(constants)
		s.spend(a.q.Tried() / rowsOfCandidate)
		return q, ok
	}
	most := s.o.limit()
	last, ok := ask(most)
	for k := range min(most, mostCounted) {
		if fewer, ok := ask(k); ok {
			found = append(found, fewer)
		}
	}
	if ok {
		found = append(found, last)
	}
	return found
}

// within is what a decision asks whether the time of the search is over, or so many candidates are looked at.
func (s *search) within(budget int) func() bool {
	asked := 0
	return func() bool {
		asked++
		return asked > budget*rowsOfCandidate/quick.StopEvery+1 || s.until.passed()
	}
}

// decidedCheapest are drafts among which is the cheapest that package quick decides. It asks the same whatever the limit is, and more where that is higher, so that more constants never make
// anything dearer, and what is decided with few is not lost where many are allowed:
//
//	any number                         always, as it takes the least time; then no more is asked for than what is cheaper
//	0, 1, 2                            as far as they are allowed: then that is the answer, if all of it is not too much
//	0, 1, 2, 3 … 8, 16, 32             as far as they are allowed, where it is, unless what is dearer is of no use
//
// Who has no time takes the first way that there is.
func (s *search) decidedCheapest(want lane.Map, d draft, fuel int) (found []decision) {
	if s.file != target.Vectors {
		return nil
	}
	a := s.asker(want, d, fuel)
	defer a.end()
	a.bounds = !s.o.Cost.OfCPU()
	take := func(limit int) {
		if q, ok := a.ask(limit); ok && s.o.MaxConstants.Allows(q.loads) {
			found = append(found, q)
		}
	}
	most := s.o.limit()
	late := s.patient()
	a.o.Hurry = late
	take(manyConstants)
	a.o.Stop = late
	for k := range min(most+1, mostCounted) {
		take(k)
	}
	if len(found) > 0 || s.o.asCheap {
		return found
	}
	a.o.Below, a.o.Stop, a.bounds = 0, nil, false
	for _, limit := range rungs(s.o.MaxConstants) {
		rung := Options{MaxConstants: limit}
		take(rung.limit())
		a.o.Stop = late
	}
	return found
}

// decidedInOrders are decisions for a map whose inputs stand in another order, any of them if they are few, and else the reverse: package quick takes them in turn, and looks far inside as long as there is fuel.
//
//	b15 b3 a3 b7 …     8 ops, by source          with a for b, and b for a     7 ops, by block
//
// Rows that want registers to follow one another are none of these.
func (s *search) decidedInOrders(want lane.Map, d draft, fuel int) (found []decision) {
	for _, order := range otherOrders(len(want.Src)) {
		turned, other, args := want.Clone(), d, make([]Arg, len(order))
		other.bits = slices.Clone(d.bits)
		for k, at := range order {
			turned.Src[at], other.bits[at], args[at] = want.Src[k], d.bits[k], Arg(k)
		}
		for k := range turned.Lane {
			if l := &turned.Lane[k]; l.Kind == lane.Source {
				l.Src = order[l.Src]
			}
		}
		for _, q := range s.decidedCheapest(turned, other, fuel) {
			if !slices.ContainsFunc(q.code, func(o Op) bool { return o.Row.Consecutive }) {
				found = append(found, decision{d.embed(q.draft, args), q.strategy})
			}
		}
	}
	return found
}

// otherOrders are the orders of so many inputs but for their own: all, of three or fewer, and else the reverse.
func otherOrders(n int) [][]int {
	switch n {
	case 0, 1:
		return nil
	case 2:
		return [][]int{{1, 0}}
	case 3:
		return [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	}
	reverse := make([]int, n)
	for k := range reverse {
		reverse[k] = n - 1 - k
	}
	return [][]int{reverse}
}

// An asker asks package quick for one map again and again.
type asker struct {
	e      *quick.Engine
	want   lane.Map
	d      draft
	o      quick.Options
	q      *quick.Program
	bounds bool // nothing is asked for that is dearer than what was decided before
}

// programs are kept for the next map: each has room for the longest sequence, some 100 kB.
var programs = sync.Pool{New: func() any { return new(quick.Program) }}

func (s *search) asker(want lane.Map, d draft, fuel int) *asker {
	return &asker{e: s.l.engine(s.o.Target), want: uniform(want), d: d, q: programs.Get().(*quick.Program), o: quick.Options{Weights: s.o.Cost.weights(), Fuel: fuel, Hasty: s.o.hasty()}}
}

// end is behind the last question.
func (a *asker) end() { programs.Put(a.q) }

// ask asks for a decision with at most so many constants.
func (a *asker) ask(most int) (decision, bool) {
	a.o.Constants = most
	q, ok := a.d.decided(a.e, a.q, a.want, a.o)
	if ok && a.bounds {
		a.o.Below = a.q.Cost(a.o.Weights) + 1
	}
	return q, ok
}

// decidedWithin is what package quick decides with as many constants as may be loaded that costs no more than so many ops; 0 is any number.
func (s *search) decidedWithin(want lane.Map, d draft, most int) (decision, bool) {
	if most > 0 {
		most = most*s.o.Cost.weights().Op + 1
	}
	q := programs.Get().(*quick.Program)
	defer programs.Put(q)
	return s.decidedBelow(want, d, q, most, 0)
}

// decidedBelow is what package quick decides that costs less than that, in its own sum, which is in the program too; 0: whatever it costs. It looks at so many candidates; 0: at all.
func (s *search) decidedBelow(want lane.Map, d draft, q *quick.Program, below, budget int) (decision, bool) {
	if s.file != target.Vectors {
		return decision{}, false
	}
	o := quick.Options{Weights: s.o.Cost.weights(), Constants: s.o.limit(), Below: below, Stop: s.stop(), Hasty: s.o.hasty()}
	if budget > 0 {
		o.Stop = s.within(budget)
	}
	return d.decided(s.l.engine(s.o.Target), q, uniform(want), o)
}

// patience is how often the decisions for a map ask whether the time is over before they are told: most never ask so often, so that they do not depend on it.
const patience = 16

// patient is what decisions that must not fail ask whether the time of the search is over.
func (s *search) patient() func() bool {
	if s.until == nil {
		return nil
	}
	asked := 0
	return func() bool {
		asked++
		return asked > patience && s.until.over()
	}
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
	found := decision{d.program(q), q.Strategy()}
	found.loads = q.Constants()
	return found, true
}

// program is the draft with the ops of a program of package quick.
func (d draft) program(q *quick.Program) draft {
	ops := q.Ops()
	d = d.own(len(ops))
	for _, op := range ops {
		d.push(opOf(op))
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

// sumBelow is the sum of package quick's by a cost that what costs less than a key is below; 0: any. What is cheap by few ops may have any number of copies, and what is cheap in a loop any of constants.
//
//	balanced, 7    less than 8 by itself      by ops, less than 8 ops      in a loop, less than 8 ops and copies
//	loop, 7        any                        less than 8 ops              less than 8 ops and copies
func (c Cost) sumBelow(k key, by Cost) int {
	ops := int(k >> 48)
	switch {
	case k == 0 || c.OfCPU() || by.OfCPU():
		return 0
	case c == Instructions && by == Instructions:
		ops = int(k >> 24)
	case c == Instructions || c == Loop && by == Balanced:
		return 0
	}
	return (ops + 1) * by.weights().Op
}

// limit is how many constants may be loaded.
func (o *Options) limit() int {
	if most, limited := o.MaxConstants.Number(); limited {
		return most
	}
	return manyConstants
}

// manyConstants are more than package quick ever loads.
const manyConstants = 1 << 10
