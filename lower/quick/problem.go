package quick

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/target"
)

// A problem is what is asked of some nodes, in registers of one width.
type problem struct {
	w  *width
	in [mostInputs]node
}

// A state is the work on one map: the plan so far, and how much may still be tried.
type state struct {
	plan
	strategies []strategy
	weights    Weights
	most       int // constants may be loaded
	loads      int // and so many still
	tried      int // rows
	firstAfter int // more than so many rows are tried only by who has no way
	noneAfter  int // and more than so many by nobody
	stop       func() bool
	hurry      func() bool
	hasty      bool
	askAt      int // how many rows are tried when these are asked
	fuel       int // pages of rows that may still be sieved far inside
	level      int
	by         string // what made what was made last
	attempts   [mostDepth + 1]attempt

	asked problem // the map itself: on the heap, as strategies are asked through a table
	want  vector

	number    uint64 // of the map
	questions [mostQuestions]question
	known     known
	blends    twoBlends
	moved     [mostOrdered]step // before they are put into an order
	unpacked  [mostOrdered]step // before a pack puts them into one
	packing   bool              // a half of a pack is made, and is made again where that saves copies
	halves    [2]run            // of a pack
	anew      run

	beginnings beginnings
}

// mostDepth is how far strategies ask strategies.
const mostDepth = 12

// An attempt is the cheapest of several ways to do one thing.
type attempt struct {
	first  int    // step of the plan
	loads  int    // that were left at the beginning
	cost   int    // of the best, or what it has to be below
	found  bool   // there is a best
	asking string // the strategy that is at work
	grain  int    // of what is wanted
	reads  uint16 // the inputs of which it has bytes, a bit each
	by     string // the one that made the best
	n      int    // steps of the best
	left   int    // loads that the best leaves
	result node
	best   [mostSteps]step

	// What a strategy works with: it is asked through a table, so that its own variables would be on the heap.
	x, y, z, both, local vector
	sub, half            problem
}

// dear is more than any plan costs, and leaves room to round up.
const dear = 1 << 62

// begin begins an attempt, one level further in. What costs as much as limit is not taken.
func (s *state) begin(limit int) *attempt {
	a := &s.attempts[s.level]
	s.level++
	a.first, a.loads, a.cost, a.found, a.n = s.n, s.loads, limit, false, 0
	return a
}

// room is what further steps of an attempt may cost, ops of them being spoken for.
func (s *state) room(a *attempt, ops int) int {
	return a.cost - s.cost(a.first, &s.weights) - ops*s.weights.Op
}

// below is how many further ops are too many, ops of them being spoken for.
func (s *state) below(a *attempt, ops int) int {
	return (s.room(a, ops) + s.weights.Op - 1) / s.weights.Op
}

// take notes what the plan has become if it is cheaper than what was there, and takes it back.
func (s *state) take(a *attempt, v node, ok bool) {
	s.note(a, v, ok)
	s.n, s.loads = a.first, a.loads
}

// note is take without taking back.
func (s *state) note(a *attempt, v node, ok bool) {
	if !ok {
		return
	}
	if c := s.cost(a.first, &s.weights); c < a.cost {
		a.cost, a.found, a.by, a.result, a.left = c, true, a.asking, v, s.loads
		a.n = copy(a.best[:], s.step[a.first:s.n])
	}
}

// end puts the best into the plan.
func (s *state) end(a *attempt) (node, bool) {
	s.level--
	s.by = a.by
	if !a.found {
		s.n = a.first
		return 0, false
	}
	s.n = a.first + copy(s.step[a.first:], a.best[:a.n])
	s.loads = a.left
	return a.result, true
}

// make adds steps to the plan that do what is wanted, the cheapest that are known below a limit, and returns their result.
func (s *state) make(p *problem, want *vector, depth, limit int) (node, bool) {
	s.by = nothingName
	if v, ok := p.nothing(want); ok {
		return v, true
	}
	s.by = oneRowName
	if limit <= s.weights.Op || s.level == mostDepth {
		return 0, false
	}
	q := s.question(p, want)
	if s.refused(q, depth, limit) || limit <= s.weights.Op*(bits.OnesCount(uint(q.reads))-1) {
		return 0, false
	}
	if v, ok := s.answer(q, p, false); ok {
		return v, true
	}
	if limit <= 2*s.weights.Op && (s.loads == 0 || limit <= s.weights.Op+s.constant()) {
		return 0, false
	}
	a := s.begin(limit)
	a.asking, a.grain, a.reads = oneRowName, q.w.grain(want), uint16(q.reads)
	if s.loads > 0 && a.cost > s.weights.Op+s.constant() {
		v, ok := s.answer(q, p, true)
		s.take(a, v, ok)
	}
	for i := range s.strategies {
		if s.spent(a.found) {
			break
		}
		if st := &s.strategies[i]; depth >= st.depth && a.cost > max(2, st.least)*s.weights.Op {
			a.asking = st.name
			st.compose(s, p, want, depth-1, a)
		}
	}
	q = s.question(p, want) // that may have been forgotten
	q.bound, q.depth, q.loads, q.level = a.cost, depth, a.loads, min(s.level-1, levels)
	return s.end(a)
}

// How many rows strategies may try: what is not allowed constants is taken apart again and again. Who has a way then takes it, and at the last nothing more is tried. Who is in a hurry takes
// the first way, and finds one in so many rows more as are left then.
const (
	mostTried = 3_000_000 // two sources of 32 bytes take fewer: who allows more constants asks below a price, and is to find no less
	lastTried = 2 * mostTried
	hurried   = 1_000_000
)

// constant is what a row pays for its constant at least: nothing if there is one that it may share.
func (s *state) constant() int {
	if s.loads < s.most {
		return 0
	}
	return s.weights.Constant
}

// enough is how many constants are more than most maps take.
const enough = 8

// plenty says whether constants are no question, so that a row which moves what is wanted anywhere by one is there. Who may load few takes what is wanted apart in more ways.
func (s *state) plenty() bool { return s.most >= enough }

// StopEvery is how many rows are tried between two questions whether to stop: a fraction of a millisecond.
const StopEvery = 1 << 14

// spent says whether no more strategies are asked, for who has a way or has none.
func (s *state) spent(found bool) bool {
	if s.tried >= s.askAt {
		s.askAt = s.tried + StopEvery
		switch {
		case s.stop != nil && s.stop():
			s.stop, s.noneAfter = nil, -1
		case s.hurry != nil && s.hurry():
			s.hurry, s.firstAfter, s.noneAfter = nil, s.tried, min(s.noneAfter, s.tried+hurried)
		}
	}
	return s.tried > s.noneAfter || found && s.tried > s.firstAfter
}

// nothing answers where nothing is to be done: the wanted bytes stand in an input as they are, or nobody cares.
func (p *problem) nothing(want *vector) (node, bool) {
	k := -1
	for i, a := range want[:p.w.n] {
		switch {
		case a == free:
		case a == zero || p.w.index(a) != i || k >= 0 && p.w.input(a) != k:
			return 0, false
		default:
			k = p.w.input(a)
		}
	}
	if k < 0 {
		return 0, true // any value will do
	}
	return p.in[k], true
}

// oneRow adds a row that does what is wanted of one input or of two, without a constant or with one.
func (s *state) oneRow(p *problem, want *vector, loads bool) (node, bool) {
	if loads && s.loads == 0 {
		return 0, false
	}
	return s.answer(s.question(p, want), p, loads)
}

// anyRow is oneRow without a constant, or else with one.
func (s *state) anyRow(p *problem, want *vector) (node, bool) {
	if v, ok := s.oneRow(p, want, false); ok {
		return v, true
	}
	return s.oneRow(p, want, true)
}

// rowOrNothing adds nothing where nothing is to be done, and else a row, with a constant if that is allowed and takes one.
func (s *state) rowOrNothing(p *problem, want *vector, loads bool) (node, bool) {
	v, ok := p.nothing(want)
	if !ok {
		v, ok = s.oneRow(p, want, false)
	}
	if !ok && loads {
		v, ok = s.oneRow(p, want, true)
	}
	return v, ok
}

// answer adds a row that does what is asked.
func (s *state) answer(q *question, p *problem, loads bool) (node, bool) {
	w := q.w
	if q.reads == 0 {
		return s.zeroVector(p, loads)
	}
	e := s.rowFor(q, p, loads)
	k := 0
	if loads {
		k = 1
	}
	flip := q.flip[k]
	args := [2]node{p.in[q.first], p.in[q.second]}
	switch {
	case e == nil:
		switch bits.OnesCount(uint(q.reads)) {
		case 1:
			s.tried += len(w.unary.list)
		case 2:
			s.tried += 2 * len(w.binary.list)
		}
		return 0, false
	case q.first == q.second:
		return s.use(p, e, &q.want, flip, args)
	case flip != 0:
		args[0], args[1] = args[1], args[0]
	}
	local := w.renamed(&q.want, q.first, q.second)
	return s.use(p, e, &local, flip, args)
}

// follow says whether operands are inputs that follow one another, as some rows ask of the registers that they read.
func (s *state) follow(x, y node) bool { return y == x+1 && int(y) < s.inputs }

// renamed is the vector with two inputs named 0 and 1.
func (g grid) renamed(v *vector, first, second int) vector {
	r := *v
	if first == 0 && second == 1 {
		return r
	}
	for i, a := range r[:g.n] {
		if moves(a) {
			k := 0
			if g.input(a) == second {
				k = 1
			}
			r[i] = g.at(k, g.index(a))
		}
	}
	return r
}

// zeroVector adds a vector of zeros, or finds the one that there is.
func (s *state) zeroVector(p *problem, loads bool) (node, bool) {
	if loads || p.w.zeros == nil {
		return 0, false
	}
	if v := s.zeros(p.w); v >= 0 {
		return v, true
	}
	return s.plain(p.w.zeros, 0, [mostOperands]node{}, 0)
}

// plain adds a row without a constant, or finds the step that does just that.
func (s *state) plain(row *target.Row, imm int, args [mostOperands]node, n int) (node, bool) {
	if v, ok := s.again(row, imm, &args, n); ok {
		return v, true
	}
	t := s.next()
	if t == nil {
		return 0, false
	}
	t.row, t.imm, t.loads, t.shares, t.spends, t.operands = row, int16(imm), 0, 0, 0, int8(n)
	t.args = args
	return s.last(), true
}

// again is the step that has that row with those operands already.
func (p *plan) again(row *target.Row, imm int, args *[mostOperands]node, n int) (node, bool) {
	for i := range p.n {
		if t := &p.step[i]; t.row == row && int(t.imm) == imm && int(t.operands) == n && t.args == *args {
			return node(p.inputs + i), true
		}
	}
	return 0, false
}

// doing is a step that does what is wanted of those operands already, by any of the effect's choices.
func (p *plan) doing(e *effect, want *vector, args *[mostOperands]node) (node, bool) {
	for i := range p.n {
		if t := &p.step[i]; t.row == e.row && int(t.operands) == len(e.operands()) && t.args == *args {
			if c := slices.Index(e.value, uint16(t.imm)); c >= 0 && e.choices[c].does(want) {
				return node(p.inputs + i), true
			}
		}
	}
	return 0, false
}

// chosen adds a choice of an effect.
func (s *state) chosen(p *problem, e *effect, choice int, args [2]node) (node, bool) {
	operand, ok := s.operands(p, e, args)
	if !ok {
		return 0, false
	}
	return s.plain(e.row, int(e.value[choice]), operand, len(e.operands()))
}

// operands are those of an effect's row: its arguments, and zeros.
func (s *state) operands(p *problem, e *effect, args [2]node) (operand [mostOperands]node, ok bool) {
	for k, of := range e.operands() {
		if of != noArgument {
			operand[k] = args[of]
		} else if operand[k], ok = s.zeroVector(p, false); !ok {
			return operand, false
		}
	}
	return operand, true
}

// use adds an effect that does what is wanted of its arguments.
func (s *state) use(p *problem, e *effect, want *vector, flip atom, args [2]node) (node, bool) {
	operand, ok := s.operands(p, e, args)
	if !ok {
		return 0, false
	}
	local := want.flipped(flip)
	if e.choices != nil {
		return s.plain(e.row, int(e.value[e.choice(&local)]), operand, len(e.operands()))
	}
	t := s.next()
	if t == nil {
		return 0, false
	}
	t.row, t.args, t.operands, t.imm, t.loads = e.row, operand, int8(len(e.row.Src)), 0, int8(e.loads)
	t.want, t.bytes = local, int8(p.w.n)
	if t.shares, t.spends = 0, 0; t.loads > 0 {
		t.shares = s.sharing(e)
	}
	if t.shares > 0 {
		t.loads = 0
	}
	s.loads -= int(t.loads)
	return s.last(), true
}
