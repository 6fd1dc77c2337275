package network

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// Where cycles count, ops on ports that are never idle give way to more ops on others. Two shuffles of the same two registers that leave lanes in place are one shuffle and two blends, or two
// shifts and two blends:
//
//	vperm2i128 a, b, 0x20     a₀ b₀          vperm2i128 a, b, 0x21    a₁ b₀ = v       p5
//	vperm2i128 a, b, 0x31     a₁ b₁          vpblendd a, v            a₀ b₀           p0 p1 p5
//	                  2 of p5                vpblendd v, b            a₁ b₁           p0 p1 p5

// cheaper says whether a program is to be preferred: where cycles count, one that can begin again sooner.
func (e *Engine) cheaper(n, than *Program, cycles bool) bool {
	if cycles {
		if a, b := e.cycles(n), e.cycles(than); a < b-1e-9 || a > b+1e-9 {
			return a < b
		}
	}
	return n.cost(&e.options) < than.cost(&e.options)
}

// cycles are in how many cycles a program can begin again, or how long its longest way is.
func (e *Engine) cycles(n *Program) float64 {
	if e.options.Latency {
		return e.longest(n)
	}
	var uses []target.Use
	uops := 0
	for i := range n.Code {
		c, _ := n.Code[i].Row.On(e.options.CPU)
		uses, uops = append(uses, c.Uses...), uops+c.Uops
	}
	cycles, _ := e.options.Pipeline.Cycles(uses, uops)
	return cycles
}

// longest is the longest way from an input to a value.
func (e *Engine) longest(n *Program) (most float64) {
	late := make([]float64, n.Inputs+len(n.Code))
	for i := range n.Code {
		at := 0.0
		for _, a := range n.Code[i].Args {
			at = max(at, late[a])
		}
		c, _ := n.Code[i].Row.On(e.options.CPU)
		late[n.Inputs+i] = at + c.Latency
		most = max(most, at+c.Latency)
	}
	return most
}

// mostEased is up to how many ops some are asked to give way.
const mostEased = 1 << 10

// eased is the program with ops that gave way to others, one after another, as long as that saves cycles.
func (e *Engine) eased(p *Problem, n *Program) *Program {
	s := shape{p.Bits, p.Elem}
	best := e.cycles(n)
	for better := true; better && len(n.Code) <= mostEased && !e.over(); {
		better = false
		for i := 0; i < len(n.Code); i++ {
			for _, w := range e.waysRound(s, n, i) {
				if m := n.replaced(w); e.cycles(m) < best-1e-9 {
					n, best, better = m, e.cycles(m), true
					break
				}
			}
		}
	}
	return n
}

// blend finds how two registers exchange a digit with their number by blends, for each digit: half of the lanes of both are in place.
//
//	a0 a1 a2 a3  b0 b1 b2 b3      psllq b, 32    ·· b0 ·· b2      a0 b0 a2 b2
//	                              psrlq a, 32    a1 ·· a3 ··      a1 b1 a3 b3
func (e *Engine) blend(s shape, m *moves) {
	if m.blended != nil {
		return
	}
	m.blended = []pair{}
	for g := range m.digits {
		x := pair{}
		for d := range m.digits {
			x.from = append(x.from, uint8(d))
		}
		x.from[g], x.from = uint8(m.digits), append(x.from, uint8(g))
		var wanted [2][]int
		for h := range wanted {
			for i := range s.bits / s.elem {
				wanted[h] = append(wanted[h], x.takes(h, i))
			}
		}
		if x.blends = e.blending(s, wanted[0], wanted[1]); x.blends != nil {
			m.blended = append(m.blended, x)
		}
	}
}

// A wayRound is ops that make what others of a program make, of the same registers.
type wayRound struct {
	ops  []int    // of the program that give way
	args []int    // their registers
	by   *Program // whose results are theirs
}

// replaced is the program with other ops.
func (n *Program) replaced(w wayRound) *Program {
	m := newProgram(n.Inputs)
	at := inputs(n.Inputs)
	var made []int
	for i := range n.Code {
		k := slices.Index(w.ops, i)
		switch {
		case k < 0:
			at = append(at, m.add(n.Code[i].at(at)))
			continue
		case made == nil:
			places := make([]int, len(w.args))
			for j, a := range w.args {
				places[j] = at[a]
			}
			made = m.embed(w.by, places)
		}
		at = append(at, made[k])
	}
	m.Strategy = n.Strategy
	for _, r := range n.Results {
		if r != Free {
			r = at[r]
		}
		m.Results = append(m.Results, r)
	}
	return m
}

// waysRound are those for an op of two registers, alone and with a later one of the same two.
func (e *Engine) waysRound(s shape, n *Program, i int) (list []wayRound) {
	first := n.lanes(s, i)
	if first == nil {
		return nil
	}
	args := n.Code[i].Args
	if by := e.blending(s, first); by != nil {
		list = append(list, wayRound{[]int{i}, args, by})
	}
	for k := i + 1; k < len(n.Code); k++ {
		other := n.Code[k].Args
		if !slices.Equal(other, args) && !(len(other) == 2 && len(args) == 2 && other[0] == args[1] && other[1] == args[0]) {
			continue
		}
		second := n.lanes(s, k)
		if second != nil && !slices.Equal(other, args) {
			second = exchanged(second)
		}
		if second == nil {
			continue
		}
		if by := e.blending(s, first, second); by != nil {
			list = append(list, wayRound{[]int{i, k}, args, by})
		}
	}
	return list
}

// exchanged are lanes of two registers that change places.
func exchanged(lanes []int) []int {
	n := len(lanes)
	list := slices.Clone(lanes)
	for i, x := range list {
		if x != Free {
			list[i] = (x + n) % (2 * n)
		}
	}
	return list
}

// lanes are those of its two registers that an op takes; nil if it has others, or moves parts of lanes.
func (n *Program) lanes(s shape, i int) []int {
	op := &n.Code[i]
	if len(op.Args) != 2 || op.Args[0] == op.Args[1] || op.Row.Imm == nil || op.Row.Bits != s.bits {
		return nil
	}
	lanes, ok := lanesOf(op.Row, op.Imm, s.elem, s.bits/s.elem)
	if !ok {
		return nil
	}
	return lanes
}

// blending makes registers of two others by blends: each has lanes of one register that are in place, and all others of a register that one op makes, for all of them the same if that can be. It is nil
// where rows do not do that.
func (e *Engine) blending(s shape, wanted ...[]int) *Program {
	var best *Program
	bases := 1 << len(wanted)
	for k := range bases {
		if n := e.blendingOf(s, wanted, k); n != nil && (best == nil || e.cheaper(n, best, true)) {
			best = n
		}
	}
	return best
}

// blendingOf is blending where bit r of bases says which register result r has lanes of that are in place.
func (e *Engine) blendingOf(s shape, wanted [][]int, bases int) *Program {
	lanes := s.bits / s.elem
	rest := make([][]int, len(wanted)) // what is not in place
	for r, want := range wanted {
		rest[r] = slices.Clone(want)
		for i, x := range want {
			if x == bases>>r&1*lanes+i {
				rest[r][i] = Free
			}
		}
		if slices.Equal(rest[r], want) {
			return nil
		}
	}
	n := newProgram(2)
	at := e.brought(s, n, rest)
	if at == nil {
		return nil
	}
	for r := range rest {
		blend := inputs(lanes)
		for i, x := range rest[r] {
			if x != Free {
				blend[i] = lanes + i
			}
		}
		o := e.offer(s, blend)
		if o == nil {
			return nil
		}
		n.Results = append(n.Results, n.add(o.of([2]int{bases >> r & 1, at[r]})))
	}
	return n
}

// brought are values of a program that have lanes of its two registers, each by one op, for all lists the same if there is such an op; nil if there is none for one of them.
func (e *Engine) brought(s shape, n *Program, lists [][]int) (at []int) {
	if all, ok := merged(lists); ok {
		if o := e.offer(s, all); o != nil {
			return slices.Repeat([]int{n.add(*o)}, len(lists))
		}
	}
	for _, l := range lists {
		o := e.offer(s, l)
		if o == nil {
			return nil
		}
		at = append(at, n.add(*o))
	}
	return at
}

// merged are lanes that all lists want; ok is false if two want others in the same place.
func merged(lists [][]int) (all []int, ok bool) {
	all = slices.Clone(lists[0])
	for _, l := range lists[1:] {
		for i, x := range l {
			switch {
			case x == Free:
			case all[i] != Free && all[i] != x:
				return nil, false
			default:
				all[i] = x
			}
		}
	}
	return all, true
}

// offer is the op without a constant that makes these lanes of two registers in the fewest cycles; nil if there is none.
func (e *Engine) offer(s shape, want []int) *Op {
	key := (&Problem{Bits: s.bits, Elem: s.elem, Results: [][]int{want}}).key()
	o, known := e.offers[key]
	if known {
		return o
	}
	if e.offers == nil {
		e.offers = map[string]*Op{}
	}
	best := 0.0
	for _, m := range e.known(s).movers() {
		for _, turned := range []bool{false, true} {
			if !m.makes(want, turned) {
				continue
			}
			if c := e.cycles(&Program{Code: []Op{m.op}}); o == nil || c < best-1e-9 {
				o, best = m.placed(turned), c
			}
		}
	}
	e.offers[key] = o
	return o
}

// A mover is an op without a constant, and what it makes: lanes of its registers, or Free where zeros are.
type mover struct {
	op    Op
	lanes []int
}

// movers are all that there are.
func (of rowsOf) movers() (list []mover) {
	s := of.shape
	lanes := s.bits / s.elem
	for _, r := range of.rows() {
		for v := range r.Imm.Values {
			if to, ok := lanesMade(r, v, s.elem, lanes); ok {
				list = append(list, mover{Op{Row: r, Imm: v, Args: inputs(len(r.Src))}, to})
			}
		}
	}
	return list
}

// makes says whether an op makes what is wanted of two registers; turned: with the second for its first.
func (m *mover) makes(want []int, turned bool) bool {
	n := len(want)
	for i, x := range want {
		y := m.lanes[i]
		if turned && y != Free {
			y = (y + n) % (2 * n)
		}
		if x != Free && x != y {
			return false
		}
	}
	return true
}

// placed is the op with registers in places.
func (m *mover) placed(turned bool) *Op {
	o := m.op
	if turned {
		o = o.of([2]int{1, 0})
	}
	return &o
}
