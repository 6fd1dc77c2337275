package quick

import (
	"math/bits"
	"slices"
)

// A fourJoin is a move that stands last, and what it asks of its arguments. Both may be one value.
//
//	want  a2 b3 b1 b3     vshufpd x, y      x  a2 _ b1 _     y  _ b3 _ b3
//	want  a1 b1 a0 c2     vshufps x, y      x  a1 b1 _ _     y  a0 _ c2 _        each of two inputs
type fourJoin struct {
	move *fourMove
	asks [2]lanes
	one  bool // both arguments are one value
	ops  int
}

// byFourJoined takes one more row behind what is known of four lanes: two values, or one, each of which is reached by two rows at most.
func byFourJoined(s *state, p *problem, want *vector, _ int, a *attempt) {
	if bits.OnesCount16(a.reads) <= 2 && s.below(a, 0) <= 3 {
		return // two rows of two inputs are in the table
	}
	for _, blocks := range [...]bool{false, true} {
		if f, l, inputs, ok := p.w.asked(want, blocks, a.grain, 3); ok {
			s.fourJoined(p, f, l, inputs, a)
		}
	}
}

// fourJoined does it for four lanes that are known.
func (s *state) fourJoined(p *problem, f *four, l lanes, inputs [3]int, a *attempt) {
	best := fourJoin{ops: s.room(a, 0) / s.weights.Op}
	for k := range f.moves {
		f.joined(&f.moves[k], l, &best)
	}
	if best.move == nil {
		return
	}
	in, ok := [3]node{p.in[inputs[0]], p.in[inputs[1]], p.in[inputs[2]]}, true
	var args [2]node
	for k := range args {
		switch {
		case k == 1 && best.one:
			args[1] = args[0]
		case ok:
			args[k], ok = s.reach(p, f, best.asks[k], in)
		}
	}
	var v node
	if ok {
		v, ok = s.chosen(p, best.move.e, int(best.move.choice), args)
	}
	s.take(a, v, ok)
}

// joined makes a move the best if fewer ops do it.
func (f *four) joined(m *fourMove, l lanes, best *fourJoin) {
	nobody := lanes{fourFree, fourFree, fourFree, fourFree}
	asks := [2]lanes{nobody, nobody}
	for i, c := range m.cells {
		switch {
		case l[i] == fourFree:
		case c == fourZero:
			if l[i] != fourZero {
				return
			}
		default:
			at := &asks[c/4][c%4]
			if *at != fourFree && *at != l[i] {
				return
			}
			*at = l[i]
		}
	}
	if m.args == 2 {
		if both, ok := asks[0].and(asks[1]); ok {
			f.better(m, [2]lanes{both, both}, true, best)
		}
	}
	f.better(m, asks, m.args == 1, best)
}

func (f *four) better(m *fourMove, asks [2]lanes, one bool, best *fourJoin) {
	ops, ok := f.ops(asks[0])
	if !one && ok {
		var more int
		more, ok = f.ops(asks[1])
		ops += more
	}
	if ops += int(m.ops()); ok && ops < best.ops {
		*best = fourJoin{m, asks, one, ops}
	}
}

// and is what both say, if they can stand in one value.
func (l lanes) and(o lanes) (both lanes, ok bool) {
	for i := range l {
		switch {
		case l[i] == fourFree:
			both[i] = o[i]
		case o[i] == fourFree || o[i] == l[i]:
			both[i] = l[i]
		default:
			return both, false
		}
	}
	return both, true
}

// fourOf is which of three inputs a lane is of, and which lane of it.
func fourOf(c uint8) (input, lane int) {
	if c >= fourThird {
		return 2, int(c - fourThird)
	}
	return int(c / 4), int(c % 4)
}

// still is the input that lanes are, if they are one.
func (l lanes) still() (input int, ok bool) {
	input = -1
	for i, c := range l {
		switch k, lane := fourOf(c); {
		case c == fourFree:
		case c == fourZero || lane != i || input >= 0 && input != k:
			return 0, false
		default:
			input = k
		}
	}
	return max(input, 0), true
}

// known is lanes of two of three inputs as the table has them, and which these are.
func (l lanes) known() (named lanes, inputs [2]int, ok bool) {
	var reads uint8
	for _, c := range l {
		if c != fourZero && c != fourFree {
			k, _ := fourOf(c)
			reads |= 1 << k
		}
	}
	switch reads {
	case 7:
		return l, inputs, false
	case 4, 5:
		inputs = [2]int{0, 2}
	case 6:
		inputs = [2]int{2, 1}
	default:
		return l, [2]int{0, 1}, true
	}
	for i, c := range l {
		if c >= fourThird {
			l[i] = uint8(4*slices.Index(inputs[:], 2)) + c - fourThird
		}
	}
	return l, inputs, true
}

// ops is how many rows it takes to lanes.
func (f *four) ops(l lanes) (n int, ok bool) {
	if _, ok := l.still(); ok {
		return 0, true
	}
	if l, _, ok = l.known(); !ok {
		return 0, false
	}
	n = f.best[l.number()].ops()
	return n, n > 0
}

// reach is a node with these lanes.
func (s *state) reach(p *problem, f *four, l lanes, in [3]node) (node, bool) {
	if k, ok := l.still(); ok {
		return in[k], true
	}
	named, inputs, _ := l.known()
	return s.walk(p, f, named, [2]node{in[inputs[0]], in[inputs[1]]})
}
