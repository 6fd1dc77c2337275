package quick

import "math/bits"

// byDoubling makes words of bytes that are twice the same byte, and moves those. It does for a result of which no word wants two bytes: what stands beside a wanted byte, nobody cares about.
//
//	wanted   a3 _ _ a9 a1 a1 …
//	words    0 0 1 1 2 2 … 7 7      8 8 9 9 … 15 15      punpcklbw a, a; punpckhbw a, a
//	moved    3 3 9 9 1 1 …                               as words of both
//
// Where all bytes are of two groups of four, those come to the lower half first, so that one row doubles all:
//
//	0 1 2 3 12 13 14 15 …            pshufd a
//	0 0 1 1 2 2 3 3 12 12 13 13 …    punpcklbw
func byDoubling(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.double[0] == nil || w.double[1] == nil || a.grain > 1 || !w.oneInWords(want) {
		return
	}
	inputs := bits.Len16(w.reads(want))
	if 2*inputs > w.inputs() {
		return
	}
	s.doubleAll(p, want, depth, false, a)
	for k := range inputs {
		if apart(w.groups(want, k)) {
			s.doubleAll(p, want, depth, true, a)
			return
		}
	}
}

// apart says whether two groups of four bytes are in both halves.
func apart(groups uint8) bool {
	return groups&3 != 0 && groups>>2 != 0 && bits.OnesCount8(groups) == 2
}

// doubleAll doubles the bytes of all inputs, those of two groups together if that is said.
func (s *state) doubleAll(p *problem, want *vector, depth int, together bool, a *attempt) {
	w := p.w
	a.half.w, a.x = w, *want
	ok := true
	for k := range bits.Len16(w.reads(want)) {
		groups, from := w.groups(want, k), p.in[k]
		a.local = w.whole(k)
		if together && apart(groups) && ok {
			from, ok = s.lowered(p, k, groups, a)
			groups = 3
		}
		for h, e := range w.double {
			if groups>>(2*h)&3 != 0 && ok {
				a.half.in[2*k+h], ok = s.use(p, e, &e.choices[0], 0, [2]node{from})
			}
		}
		w.doubled(want, k, a)
	}
	var v node
	if ok {
		v, ok = s.make(&a.half, &a.x, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// oneInWords says whether no word wants two bytes that differ, or a zero.
func (g grid) oneInWords(want *vector) bool {
	for i := 0; i < g.n; i += 2 {
		x, y := want[i], want[i+1]
		if x == zero || y == zero || moves(x) && moves(y) && x != y {
			return false
		}
	}
	return true
}

// groups are the groups of four bytes that are wanted of an input, a bit each.
func (g grid) groups(want *vector, input int) (groups uint8) {
	for _, at := range want[:g.n] {
		if moves(at) && g.input(at) == input {
			groups |= 1 << (g.index(at) / 4)
		}
	}
	return groups
}

// lowered is two groups of an input in the lower half. a.local says what stands there then.
func (s *state) lowered(p *problem, input int, groups uint8, a *attempt) (node, bool) {
	w := p.w
	first, second := bits.TrailingZeros8(groups), bits.Len8(groups)-1
	if first == 1 {
		first, second = second, first // it stays where it is
	}
	a.local = anything
	for b := range 4 {
		a.local[b], a.local[4+b] = w.at(input, 4*first+b), w.at(input, 4*second+b)
	}
	return s.oneRow(p, &a.local, false)
}

// doubled writes into a.x which doubled bytes are wanted of an input, of which a.local says where they stood before.
func (w *width) doubled(want *vector, input int, a *attempt) {
	var at [block]int
	for i, from := range a.local[:w.n] {
		if moves(from) {
			at[w.index(from)] = i
		}
	}
	for i, from := range want[:w.n] {
		if moves(from) && w.input(from) == input {
			k := at[w.index(from)]
			a.x[i] = w.at(2*input+k/8, 2*(k%8)+i%2)
		}
	}
}
