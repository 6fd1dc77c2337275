package quick

import "math/bits"

// byDoubling makes words of bytes that are twice the same byte, and moves those. It does for a result of which no word wants two bytes: what stands beside a wanted byte, nobody cares about.
//
//	wanted   a3 _ _ a9 a1 a1 …
//	words    0 0 1 1 2 2 … 7 7      8 8 9 9 … 15 15      punpcklbw a, a; punpckhbw a, a
//	moved    3 3 9 9 1 1 …                               as words of both
//
// Where they are of two words of each half, or of fewer, those come to one half first, so that one row doubles all:
//
//	0 1 2 3 12 13 14 15 …            pshufd a
//	0 0 1 1 2 2 3 3 12 12 13 13 …    punpcklbw
func byDoubling(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.double[0] == nil || w.double[1] == nil || a.grain > 1 || !w.oneInWords(want) {
		return
	}
	inputs := bits.Len16(a.reads)
	if 2*inputs > w.inputs() || depth < 0 && !w.inOneHalf(want) {
		return
	}
	depth = max(depth, 0)
	s.doubleAll(p, want, depth, notApart, a)
	var apart [waysOfApart]bool
	for k := range inputs {
		apart[w.wordsOfBytes(want, k).apart()] = w.pairs != nil
	}
	for far := twoApart; far < waysOfApart; far++ {
		if apart[far] {
			s.doubleAll(p, want, depth, far, a)
		}
	}
}

// inOneHalf says whether all bytes are of one half of one input: who asks for single rows has two rows for them, and no constant.
func (g grid) inOneHalf(want *vector) bool {
	half := -1
	for _, at := range want[:g.n] {
		if !moves(at) {
			continue
		}
		h := 2*g.input(at) + g.index(at)/(block/2)
		if half >= 0 && half != h {
			return false
		}
		half = h
	}
	return true
}

// doubleAll doubles the bytes of all inputs, of which words that are apart, but no farther than that, come together first.
func (s *state) doubleAll(p *problem, want *vector, depth, far int, a *attempt) {
	w := p.w
	a.half.w, a.x = w, *want
	ok := true
	for k := range bits.Len16(a.reads) {
		words, from := w.wordsOfBytes(want, k), p.in[k]
		a.local = w.whole(k)
		if n := words.apart(); n != notApart && n <= far && ok {
			parts := [2][block / 2]atom{1: {free, free, free, free, free, free, free, free}}
			for i := range parts[0] {
				if parts[0][i] = want[2*i]; parts[0][i] == free {
					parts[0][i] = want[2*i+1]
				}
			}
			from, words, ok = s.inOneHalf(p, k, words, s.turnedBetter(p, k, words, &parts, a), a)
		}
		for h, e := range w.double {
			if words>>(4*h)&15 != 0 && ok {
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

// wordsOfBytes are the words of an input of which bytes are wanted.
func (g grid) wordsOfBytes(want *vector, input int) (m wordSet) {
	for _, at := range want[:g.n] {
		if moves(at) && g.input(at) == input {
			m |= 1 << (g.index(at) / 2)
		}
	}
	return m
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
