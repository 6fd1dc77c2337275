package quick

import (
	"math/bits"
	"slices"
)

// Four is all that up to two rows without a constant make of four lanes of two inputs: dwords of 16 bytes, qwords of 32, blocks of 64.
// Another is of dwords of each block of a wide register, where rows do the same in all blocks.
// A lane is one of eight, zero, or free; a vector of four is a number to the base of ten.
//
//	a0 b1 z _      0 5 8 9   →   9·1000 + 8·100 + 5·10 + 0
type four struct {
	n     int // bytes of the four lanes: the register, or a block
	size  int // bytes of a lane
	moves []fourMove
	known map[fourDeed]bool // what a move before does
	best  []fourWay         // by number
}

// The symbols of lanes that are of no input.
const (
	fourZero = 8
	fourFree = 9
	fourBase = 10
	fours    = fourBase * fourBase * fourBase * fourBase
)

// A lanes is a symbol for each of four lanes.
type lanes [4]uint8

func (l lanes) number() int {
	return int(l[0]) + fourBase*(int(l[1])+fourBase*(int(l[2])+fourBase*int(l[3])))
}

// A fourMove is one choice of an effect on four lanes: symbols 0 to 3 are lanes of its first argument, 4 to 7 of its second.
type fourMove struct {
	e      *effect
	choice uint8
	cells  lanes
	args   int
	cost   uint8 // ops
}

// A fourDeed is what a move does.
type fourDeed struct {
	cells lanes
	args  int
}

// A fourWay is the moves to a value: how many, which, and of what. An argument is 0 or 1 for an input, 2 for what the first move made.
type fourWay struct {
	cost uint8 // twice the ops, and one for a copy, which the second move may need of what the first one overwrites; 0: not reached
	move [2]uint16
	args [2][2]uint8
}

func (x *fourWay) ops() int { return int(x.cost / 2) }

// newFour enumerates one and two rows on four lanes of so many bytes, a register or each of its blocks.
func newFour(w *width, n int) *four {
	f := &four{n: n, size: n / 4, known: map[fourDeed]bool{}, best: make([]fourWay, fours)}
	for _, list := range [][]*effect{w.unary.list, w.binary.list} {
		for _, e := range list {
			if e.loads == 0 && e.choices != nil && e.args <= 2 {
				f.addMoves(w, e)
			}
		}
	}
	inputs := [2]lanes{{0, 1, 2, 3}, {4, 5, 6, 7}}
	var first []lanes
	for m := range f.moves {
		f.eachArgs(&f.moves[m], 2, func(args [2]uint8) {
			v := f.moves[m].of(inputs[args[0]], inputs[args[1]])
			if f.note(v, fourWay{2 * f.moves[m].cost, [2]uint16{uint16(m)}, [2][2]uint8{args}}) {
				first = append(first, v)
			}
		})
	}
	second := f.seconds()
	for _, v := range first {
		if way := f.best[v.number()]; way.ops() == 1 {
			second.add(way, [3]lanes{inputs[0], inputs[1], v})
		}
	}
	f.free()
	return f
}

// A fourLast is a move as the last of two, by the pairs of its cells: what each pair adds to the number of the result is known before all moves are tried.
//
//	cells   3 7 | 0 8        low 9·3 + 7        high 9·0 + 8
type fourLast struct {
	low, high uint8
	cost      uint8 // twice the ops
	move      uint16
}

// Unreached is what costs more than any way. Numbers are a power of two of them, so that no index need be checked.
const (
	unreached   = 1<<8 - 1
	fourNumbers = 1 << 14
)

// A fourSecond is the work on second moves.
type fourSecond struct {
	f    *four
	last [2][]fourLast      // of one argument, and of two
	cost [fourNumbers]uint8 // of the best ways, close together, as most moves only read them
}

// seconds begins second moves where all first ones are known.
func (f *four) seconds() *fourSecond {
	s := &fourSecond{f: f}
	for k := range f.moves {
		m := &f.moves[k]
		pair := func(i int) uint8 { return fourFree*m.cells[i] + m.cells[i+1] }
		s.last[m.args-1] = append(s.last[m.args-1], fourLast{pair(0), pair(2), 2 * m.cost, uint16(k)})
	}
	for n := range f.best {
		if s.cost[n] = f.best[n].cost; s.cost[n] == 0 {
			s.cost[n] = unreached
		}
	}
	return s
}

// add enumerates the moves that take the last of these values, which a way makes.
func (s *fourSecond) add(way fourWay, values [3]lanes) {
	gone := uint8(2) // the input that the first move overwrites
	if s.f.moves[way.move[0]].e.row.Destroys {
		gone = way.args[0][0]
	}
	for _, args := range [...][2]uint8{{2, 2}, {0, 2}, {1, 2}, {2, 0}, {2, 1}} {
		before := way.cost
		if gone < 2 && (args[0] == gone || args[1] == gone) {
			before++
		}
		low, high := pairSums(&values[args[0]], &values[args[1]])
		list := s.last[1]
		if args[0] == args[1] {
			list = s.last[0]
		}
		for k := range list {
			m := &list[k]
			n := low[m.low] + high[m.high]
			if cost := before + m.cost; cost < s.cost[n&(fourNumbers-1)] {
				s.cost[n&(fourNumbers-1)] = cost
				s.f.best[n] = fourWay{cost, [2]uint16{way.move[0], m.move}, [2][2]uint8{way.args[0], args}}
			}
		}
	}
}

// pairSums is what pairs of cells of two values, the lower lanes and the upper ones, add to the number of what a move makes of them.
func pairSums(x, y *lanes) (low, high [256]uint16) {
	var symbols [fourFree]uint16
	for c := range x {
		symbols[c], symbols[len(x)+c] = uint16(x[c]), uint16(y[c])
	}
	symbols[fourZero] = fourZero
	for i, a := range symbols {
		for k, b := range symbols {
			low[fourFree*i+k] = a + fourBase*b
			high[fourFree*i+k] = fourBase * fourBase * (a + fourBase*b)
		}
	}
	return low, high
}

// addMoves adds the choices of an effect that move whole lanes.
func (f *four) addMoves(w *width, e *effect) {
next:
	for c := range e.choices {
		m := fourMove{e: e, choice: uint8(c), args: e.args}
		for i := range m.cells {
			at := e.choices[c][i*f.size : (i+1)*f.size]
			if at[0] == zero {
				m.cells[i] = fourZero
			} else if index := w.index(at[0]); index%f.size == 0 && index < f.n {
				m.cells[i] = uint8(4*w.input(at[0]) + index/f.size)
			} else {
				continue next
			}
			for b := range at {
				if at[0] == zero && at[b] != zero || at[0] != zero && at[b] != at[0]+atom(b) {
					continue next
				}
			}
		}
		if at := (fourDeed{m.cells, m.args}); !f.known[at] && f.everywhere(w, &e.choices[c]) {
			f.known[at], m.cost = true, m.ops()
			f.moves = append(f.moves, m)
		}
	}
}

// everywhere says whether all blocks do what the first does.
func (f *four) everywhere(w *width, v *vector) bool {
	for i := f.n; i < w.n; i++ {
		at := v[i%f.n]
		if moves(at) {
			at += atom(i - i%f.n)
		}
		if v[i] != at {
			return false
		}
	}
	return true
}

// ops is what the move costs: one more if it wants a vector of zeros.
func (m *fourMove) ops() uint8 {
	if m.e.clears() {
		return 2
	}
	return 1
}

// eachArgs calls visit with all arguments from so many values. One argument stands for both.
func (f *four) eachArgs(m *fourMove, values uint8, visit func(args [2]uint8)) {
	for x := range values {
		if m.args == 1 {
			visit([2]uint8{x, x})
			continue
		}
		for y := range values {
			if x != y {
				visit([2]uint8{x, y})
			}
		}
	}
}

// of is what the move makes of values.
func (m *fourMove) of(x, y lanes) (r lanes) {
	for i, c := range m.cells {
		switch {
		case c == fourZero:
			r[i] = fourZero
		case c < 4:
			r[i] = x[c]
		default:
			r[i] = y[c-4]
		}
	}
	return r
}

// note keeps a way that is shorter than the one that is known, and says so.
func (f *four) note(v lanes, way fourWay) bool {
	old := &f.best[v.number()]
	if old.cost != 0 && old.cost <= way.cost {
		return false
	}
	*old = way
	return true
}

// free gives each number with free lanes the shortest of those that have something there.
func (f *four) free() {
	step := 1
	for range 4 {
		for n := range fours {
			if n/step%fourBase != fourFree {
				continue
			}
			for s := 1; s <= fourFree; s++ {
				if o := f.best[n-s*step]; o.cost != 0 && (f.best[n].cost == 0 || o.cost < f.best[n].cost) {
					f.best[n] = o
				}
			}
		}
		step *= fourBase
	}
}

// fourThird is the first lane of a third input, which the table knows nothing of: what a row that stands last asks of its arguments may be of any two of three.
const fourThird = fourBase

// lanes is what is wanted as four lanes of inputs, in all blocks the same, if it is that.
func (f *four) lanes(w *width, want *vector, inputs [3]int) (l lanes, ok bool) {
	first := [3]uint8{0, 4, fourThird}
	l = lanes{fourFree, fourFree, fourFree, fourFree}
	for i, a := range want[:w.n] {
		var s uint8
		from := w.index(a) - i + i%f.n
		switch {
		case a == free:
			continue
		case a == zero:
			s = fourZero
		case from < 0 || from >= f.n || from%f.size != i%f.size:
			return l, false
		default:
			k := slices.Index(inputs[:], w.input(a))
			if k < 0 {
				return l, false
			}
			s = first[k] + uint8(from/f.size)
		}
		at := &l[i%f.n/f.size]
		if *at != fourFree && *at != s {
			return l, false
		}
		*at = s
	}
	return l, true
}

// asked is what is wanted as four lanes of so many inputs at most, of the register or of each block, if it is that. Its grain says at once that it is not.
func (w *width) asked(want *vector, blocks bool, grain, most int) (f *four, l lanes, inputs [3]int, ok bool) {
	n, table := w.n, w.fours
	if blocks {
		n, table = block, w.blockFours
	}
	if blocks && w.n == block || grain < n/4 {
		return
	}
	reads := w.reads(want)
	if reads == 0 || bits.OnesCount16(reads) > most {
		return
	}
	for k := range inputs {
		inputs[k] = bits.TrailingZeros16(reads)
		if rest := reads & (reads - 1); rest != 0 {
			reads = rest
		}
	}
	f = table()
	l, ok = f.lanes(w, want, inputs)
	return
}

// byFour looks up what is wanted of four lanes.
func byFour(s *state, p *problem, want *vector, _ int, a *attempt) {
	for _, blocks := range [...]bool{false, true} {
		f, l, inputs, ok := p.w.asked(want, blocks, a.grain, 2)
		if ok && f.best[l.number()].cost > 0 {
			v, ok := s.walk(p, f, l, [2]node{p.in[inputs[0]], p.in[inputs[1]]})
			s.take(a, v, ok)
		}
	}
}

// walk adds the rows of the way to four lanes.
func (s *state) walk(p *problem, f *four, l lanes, inputs [2]node) (v node, ok bool) {
	way := &f.best[l.number()]
	nodes := [3]node{inputs[0], inputs[1]}
	steps := 1
	if way.args[1] != [2]uint8{} {
		steps = 2
	}
	for k := range steps {
		m := &f.moves[way.move[k]]
		v, ok = s.chosen(p, m.e, int(m.choice), [2]node{nodes[way.args[k][0]], nodes[way.args[k][1]]})
		if !ok {
			break
		}
		nodes[2] = v
	}
	return v, ok
}
