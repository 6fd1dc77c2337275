package quick

import (
	"cmp"
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An Op is one instruction of a Program. Arguments are the inputs first, then the results of the ops.
type Op struct {
	Row   *target.Row
	Imm   int
	Const lane.Const // of a row with a constant
	Args  []int

	Made bool // the constant is not loaded: it is zeros, which an op has made
	By   int  // and this is their value
}

// A Program is ops that do what was asked.
type Program struct {
	plan
	result   node
	strategy string
	tried    int // rows, also where nothing was decided
}

// Ops are the program's ops, and Result is what holds the result.
func (q *Program) Ops() []Op {
	list := make([]Op, q.n)
	for i := range list {
		s := &q.step[i]
		o := Op{Row: s.row, Imm: int(s.imm)}
		for _, v := range s.args[:s.operands] {
			o.Args = append(o.Args, int(v))
		}
		switch {
		case s.row.Index == nil:
		case int(s.operands) > len(s.row.Src):
			o.Made, o.By, o.Args = true, o.Args[len(s.row.Src)], o.Args[:len(s.row.Src)]
		default:
			want := q.common(i)
			k, ok := solved(gridOf(int(s.bytes)).wanted(&want, s.row), s.row)
			if !ok {
				panic("quick: " + s.row.Name + " cannot do what was decided")
			}
			o.Const = k
		}
		list[i] = o
	}
	return list
}

// solved is the constant of a row for a map of its operands. Zeros that it cannot make itself are bytes of a second operand, which is a vector of them.
func solved(want lane.Map, r *target.Row) (lane.Const, bool) {
	k, ok := r.Index.Solve(want)
	if ok || len(r.Src) < 2 {
		return k, ok
	}
	for i, l := range want.Lane {
		if l == lane.Zero() {
			want.Lane[i] = lane.From(1, i)
		}
	}
	return r.Index.Solve(want)
}

// Result is what holds the result: an input, or behind them an op's.
func (q *Program) Result() int { return int(q.result) }

// Strategy is the name of what took the map apart, or that one row did it or nothing had to be done.
func (q *Program) Strategy() string { return q.strategy }

// wanted is a vector over a row's operands as a map of its sizes.
func (g grid) wanted(v *vector, r *target.Row) lane.Map {
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, r.Bits/8)}
	for _, wide := range r.Src {
		m.Src = append(m.Src, wide/8)
	}
	for i := range m.Lane {
		switch a := v[i]; {
		case moves(a):
			m.Lane[i] = lane.From(g.input(a), g.index(a))
		case a == zero:
			m.Lane[i] = lane.Zero()
		}
	}
	return m
}

// Options say what is cheap.
type Options struct {
	Weights
	Constants int // that may be loaded
	Below     int // what costs as much is not wanted; 0: anything is
	Fuel      int // how many pages of 64 rows may be sieved for gathers and joins far inside, where they seldom win; 0: DefaultFuel

	Hasty bool // tables that take longer than a decision are not made for it, which takes longer then: for who asks seldom

	// They are asked now and then; nil: never.
	Stop  func() bool // once it says so, what was found is taken, or nothing
	Hurry func() bool // once it says so, the first way to do what is wanted is taken
}

// DefaultFuel is for decisions of microseconds. More of it finds more.
const DefaultFuel = 16

// Decide is what the target does for a map, whose sources are inputs in registers of one width, as its destination is. It reports false for what is not decided here:
// lanes that are no whole bytes, constants other than zero, more inputs than atoms name, or nothing that a strategy knows.
func (e *Engine) Decide(q *Program, m *lane.Map, o Options) bool {
	w := e.widths[m.Bits*len(m.Lane)]
	return w != nil && m.Bits%8 == 0 && e.decide(w(), q, m, o) // nothing is compiled for bits
}

// states are what engines work with, each for one map after another: what is remembered from one to the next is of words, whatever the target is.
var states = sync.Pool{New: func() any { return &state{strategies: strategies()} }}

// depth is how often what is wanted may be taken apart.
const depth = 3

func (e *Engine) decide(w *width, q *Program, m *lane.Map, o Options) bool {
	s := states.Get().(*state)
	defer states.Put(s)
	if !w.read(&s.want, m) {
		return false
	}
	s.n, s.inputs, s.weights, s.most, s.loads, s.fuel, s.level = 0, len(m.Src), o.counting(), o.Constants, o.Constants, cmp.Or(o.Fuel, DefaultFuel), 0
	if s.hasty = o.Hasty; s.hasty {
		s.fuel *= hastyShare
	}
	s.made, s.live, s.tried, s.asked.w = 0, 0, 0, w
	s.firstAfter, s.noneAfter, s.stop, s.hurry, s.askAt = mostTried, lastTried, o.Stop, o.Hurry, 0
	s.number++
	for k := range m.Src {
		s.asked.in[k] = node(k)
	}
	limit := cmp.Or(o.Below, dear)
	before := limit
	if w.destroys && limit < dear {
		before += s.weights.Copy // which may be spared in the end
	}
	v, ok := s.make(&s.asked, &s.want, depth, before)
	if q.tried = s.tried; !ok {
		return false
	}
	if v = s.overwriteLast(0, s.orThree(w, v)); s.cost(0, &s.weights) >= limit {
		return false
	}
	q.inputs, q.n, q.result, q.strategy = s.inputs, s.n, v, s.by
	copy(q.step[:s.n], s.step[:s.n])
	return true
}

// Tried is how many rows were tried, also where nothing was decided.
func (q *Program) Tried() int { return q.tried }

// Constants is how many the program loads.
func (q *Program) Constants() (n int) {
	for i := range q.n {
		n += int(q.step[i].loads)
	}
	return n
}

// Cost is what the program costs.
func (q *Program) Cost(w Weights) int { return q.cost(0, &w) }
