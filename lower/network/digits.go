package network

import (
	"container/heap"
	"math/bits"
	"slices"
)

// An exchange is a problem in which every digit of the number of a result's lane is a digit of the number from which it comes.
//
//	a transpose of 4×4      result's lane 0, 1, register 0, 1      is the input's register 0, 1, lane 0, 1
type exchange struct {
	lanes, registers int     // digits of each
	from             []uint8 // the lane's first
	flip             int     // of the input's number
}

// exchangeOf is the problem as an exchange of digits, if it is one.
func exchangeOf(p *Problem) (x exchange, ok bool) {
	n, count := p.Lanes(), len(p.Results)
	if count != p.Inputs || bits.OnesCount(uint(count)) != 1 {
		return x, false
	}
	to := slices.Concat(p.Results...)
	if slices.Contains(to, Free) {
		return x, false
	}
	x.lanes, x.registers = bits.TrailingZeros(uint(n)), bits.TrailingZeros(uint(count))
	from, first, ok := digitsOf(to, x.lanes+x.registers)
	if !ok || first%n != 0 {
		return x, false
	}
	x.from, x.flip = from, first/n
	return x, true
}

// mostDigits is how many digits the number of a lane may have.
const mostDigits = 16

// A place is which digit each digit of the lanes is; the others are the registers'.
type place [mostDigits]uint8

// A stage is what is done to all registers: a pair for two that differ in a digit, or a turn.
type stage struct {
	pair  *pair
	digit uint8
	turn  *turn
}

// A way is the cheapest one to a place that was found.
type way struct {
	cost   int
	before place
	stage  stage
	done   bool
}

// An ahead is a place that waits to be gone on from; least is what the whole way costs at least over it.
type ahead struct {
	place       place
	cost, least int
	at          int // when it was found
}

type queue []ahead

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].least != q[j].least {
		return q[i].least < q[j].least
	}
	if q[i].cost != q[j].cost {
		return q[i].cost > q[j].cost
	}
	return q[i].at < q[j].at
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(ahead)) }
func (q *queue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// A walk looks for the cheapest stages from the inputs' digits to the results'.
type walk struct {
	e    *Engine
	x    exchange
	s    shape
	m    *moves
	ways map[place]*way
	next queue

	cycles bool // a stage costs cycles, in thousandths, and not ops
	unit   int  // what a stage costs at least
}

// tie is what weights of ops are multiplied by where ops count: below it are the cycles of a stage's latency, which settle ties.
//
//	4 of i8 together, AVX2     vpunpck, vpermq, vpunpck                        12 ops, 1 + 4 + 1 cycles
//	                           vpunpck, vpunpck, vperm2i128 and vinserti128    12 ops, 1 + 1 + 3 cycles
const tie = 1 << 10

// byDigits finds the cheapest stages that exchange the digits.
func (e *Engine) byDigits(p *Problem, _ int, found func(*Program)) {
	x, ok := exchangeOf(p)
	if !ok || x.lanes+x.registers > mostDigits {
		return
	}
	s := shape{p.Bits, p.Elem}
	w := &walk{e: e, x: x, s: s, m: e.movesOf(s), ways: map[place]*way{}, unit: tie * e.options.Op << x.registers}
	if stages, ok := w.stages(); ok {
		found(w.program(stages))
	}
	if e.options.Pipeline == nil || e.options.Latency || x.lanes+x.registers > mostCycleDigits {
		return
	}
	w = &walk{e: e, x: x, s: s, m: w.m, ways: map[place]*way{}, cycles: true}
	e.blend(s, w.m)
	if stages, ok := w.stages(); ok {
		found(w.program(stages))
		found(w.program(w.direct(stages)))
	}
}

// direct are stages with pairs of two ops in place of blends, where there are such: some of them give way again, as long as the cycles become fewer.
func (w *walk) direct(stages []stage) []stage {
	stages = slices.Clone(stages)
	for i, s := range stages {
		for k := range w.m.pairs {
			if p := &w.m.pairs[k]; s.pair != nil && s.pair.blends != nil && slices.Equal(p.from, s.pair.from) {
				stages[i].pair = p
				break
			}
		}
	}
	return stages
}

// mostCycleDigits is how many digits are walked by cycles, where no bound shortens the way.
const mostCycleDigits = 8

// goal is the place of the results.
func (w *walk) goal() (g place) {
	copy(g[:], w.x.from[:w.x.lanes])
	return g
}

// stages are the cheapest ones to the goal, by A*.
func (w *walk) stages() (list []stage, ok bool) {
	var start place
	for d := range w.x.lanes {
		start[d] = uint8(d)
	}
	w.reach(start, way{})
	goal := w.goal()
	for len(w.next) > 0 && !w.e.over() {
		a := heap.Pop(&w.next).(ahead)
		at := w.ways[a.place]
		if at.done {
			continue
		}
		at.done = true
		if a.place == goal {
			for p := goal; p != start; p = w.ways[p].before {
				list = append(list, w.ways[p].stage)
			}
			slices.Reverse(list)
			return list, true
		}
		w.goOn(a.place, at.cost)
	}
	return nil, false
}

// reach notes a way to a place.
func (w *walk) reach(to place, by way) {
	if known := w.ways[to]; known != nil && known.cost <= by.cost {
		return
	}
	w.ways[to] = &by
	heap.Push(&w.next, ahead{to, by.cost, by.cost + w.least(to), len(w.ways)})
}

// least is what is left at least: a stage brings one digit from the registers into the lanes, and one takes at least what is no pair alone.
func (w *walk) least(at place) int {
	missing, goal := 0, w.goal()
	for _, d := range goal[:w.x.lanes] {
		if !slices.Contains(at[:w.x.lanes], d) {
			missing++
		}
	}
	if missing == 0 && at != goal {
		missing = 1
	}
	return missing * w.unit
}

// stageCost is what a stage costs, in all registers.
func (w *walk) stageCost(s *stage) int {
	switch {
	case w.cycles && s.turn != nil:
		return int(1000*w.e.cycles(&Program{Code: []Op{s.turn.op}})) << w.x.registers
	case w.cycles:
		return int(1000*w.e.cycles(s.pair.program())) << w.x.registers / 2
	case s.turn != nil:
		return w.unit + w.e.latency(&s.turn.op)
	}
	return w.unit + tie*w.e.options.Constant*s.pair.constants() + max(w.e.latency(&s.pair.half[0]), w.e.latency(&s.pair.half[1]))
}

// latency is that of an op in whole cycles.
func (e *Engine) latency(op *Op) int {
	c, _ := op.Row.On(e.options.CPU)
	return int(c.Latency)
}

// program is the pair as a program of two registers.
func (p *pair) program() *Program {
	if p.blends != nil {
		return p.blends
	}
	return &Program{Inputs: 2, Code: p.half[:], Results: []int{2, 3}}
}

// goOn reaches all places that are one stage further.
func (w *walk) goOn(at place, cost int) {
	n := w.x.lanes
	for k := range w.m.turns {
		s := stage{turn: &w.m.turns[k]}
		w.reach(s.behind(at, n), way{cost: cost + w.stageCost(&s), before: at, stage: s})
	}
	for q := range uint8(n + w.x.registers) {
		if slices.Contains(at[:n], q) {
			continue
		}
		for k := range w.m.pairs {
			w.reachBy(at, cost, &w.m.pairs[k], q)
		}
		if w.cycles {
			for k := range w.m.blended {
				w.reachBy(at, cost, &w.m.blended[k], q)
			}
		}
		for _, from := range w.wanted(at, q) {
			if p := w.e.asked(w.s, w.m, from); p != nil {
				w.reachBy(at, cost, p, q)
			}
		}
	}
}

// reachBy reaches where a pair leads of registers that differ in digit q.
func (w *walk) reachBy(at place, cost int, p *pair, q uint8) {
	s := stage{pair: p, digit: q}
	w.reach(s.behind(at, w.x.lanes), way{cost: cost + w.stageCost(&s), before: at, stage: s})
}

// wanted are pairs that would be of use, by rows with constants: such that put the digit where it belongs, and such that do all that is left.
func (w *walk) wanted(at place, q uint8) (list [][]uint8) {
	n, goal := w.x.lanes, w.goal()
	add := func(to place) {
		from := make([]uint8, n+1)
		for d := range n {
			if from[d] = uint8(n); to[d] != q {
				from[d] = uint8(slices.Index(at[:n], to[d]))
			}
		}
		from[n] = missing(from[:n], n+1)
		list = append(list, from)
	}
	d := slices.Index(goal[:n], q)
	if d < 0 {
		return nil
	}
	to := at
	to[d] = q
	if !slices.Contains(goal[:n], at[d]) { // it has no business there
		add(to)
	}
	for k, digit := range at[:n] {
		if !slices.Contains(goal[:n], digit) && k != d { // another has none, and what stands there moves to its place
			to = at
			to[k], to[d] = at[d], q
			add(to)
		}
	}
	left := 0
	for _, g := range goal[:n] {
		if !slices.Contains(at[:n], g) {
			left++
		}
	}
	if left == 1 {
		add(goal)
	}
	return list
}

// program does the stages.
func (w *walk) program(stages []stage) *Program {
	n, count := w.x.lanes, 1<<w.x.registers
	r := newProgram(count)
	values := map[int]int{} // by the digits of the registers
	for k := range count {
		values[(k^w.x.flip)<<n] = k
	}
	at := place{}
	for d := range n {
		at[d] = uint8(d)
	}
	for _, s := range stages {
		if s.turn != nil {
			values = s.turn.all(r, values)
		} else {
			values = s.pair.all(r, values, s.digit, at[s.pair.from[n]])
		}
		at = s.behind(at, n)
	}
	for k := range count {
		mask := 0
		for d, f := range w.x.from[n:] {
			mask |= k >> d & 1 << f
		}
		r.Results = append(r.Results, values[mask])
	}
	return r
}

// behind is the place of n digits of lanes behind a stage.
func (s *stage) behind(at place, n int) (to place) {
	for d := range n {
		switch {
		case s.turn != nil:
			to[d] = at[s.turn.from[d]]
		case int(s.pair.from[d]) == n:
			to[d] = s.digit
		default:
			to[d] = at[s.pair.from[d]]
		}
	}
	return to
}

// all turns all registers.
func (t *turn) all(r *Program, values map[int]int) map[int]int {
	next := map[int]int{}
	for _, mask := range sorted(values) {
		o := t.op
		o.Args = []int{values[mask]}
		next[mask] = r.add(o)
	}
	return next
}

// all does a pair to all registers that differ in one digit, and then in another.
func (p *pair) all(r *Program, values map[int]int, digit, out uint8) map[int]int {
	next := map[int]int{}
	for _, mask := range sorted(values) {
		if mask>>digit&1 == 1 {
			continue
		}
		both := [2]int{values[mask], values[mask|1<<digit]}
		for h, v := range r.embed(p.program(), both[:]) {
			next[mask|h<<out] = v
		}
	}
	return next
}

// sorted are the keys in their order.
func sorted(values map[int]int) []int {
	list := make([]int, 0, len(values))
	for k := range values {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
