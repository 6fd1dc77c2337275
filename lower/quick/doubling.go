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
	s.doubleAll(p, want, depth, false, a)
	for k := range inputs {
		if w.pairs != nil && w.wordsOfBytes(want, k).apart() {
			s.doubleAll(p, want, depth, true, a)
			return
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

// apart says whether words are in both halves, and no more of each than one half may have of it by a chain.
func (m wordSet) apart() bool {
	below, above := bits.OnesCount8(uint8(m&15)), bits.OnesCount8(uint8(m>>4))
	return below > 0 && above > 0 && below <= 2 && above <= 2
}

// doubleAll doubles the bytes of all inputs, those of both halves together if that is said.
func (s *state) doubleAll(p *problem, want *vector, depth int, together bool, a *attempt) {
	w := p.w
	a.half.w, a.x = w, *want
	ok := true
	for k := range bits.Len16(a.reads) {
		words, from := w.wordsOfBytes(want, k), p.in[k]
		a.local = w.whole(k)
		if together && words.apart() && ok {
			from, words, ok = s.inOneHalf(p, k, words, a)
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

// inOneHalf is words of both halves of an input in one half, by the shorter of two chains: those of each half as one pair. It says where they are, and a.local says what stands there then.
//
//	1 6 7        _ 1 6 7 | _ _ _ _        pshufd
func (s *state) inOneHalf(p *problem, input int, m wordSet, a *attempt) (v node, now wordSet, ok bool) {
	var best chain
	below := s.below(a, 0)
	for h := range 2 {
		wanted := m.pairsIn(h)
		var c chain
		if c.find(&s.known, &wanted, below) {
			best, below, ok, now = c, c.ops(), true, 15<<(4*h)
		}
	}
	if !ok {
		return 0, 0, false
	}
	a.local = anything
	for i, word := range best.wanted {
		if word != unwanted {
			a.local[2*i], a.local[2*i+1] = p.w.at(input, int(2*word)), p.w.at(input, int(2*word)+1)
		}
	}
	v, ok = s.chained(p, &best, p.in[input], a)
	return v, now, ok
}

// pairsIn are the words of each half as one pair of half h. One alone stays at the end of its pair where it is.
func (m wordSet) pairsIn(h int) (wanted [8]int8) {
	for i := range wanted {
		wanted[i] = unwanted
	}
	for half := range 2 {
		of, to := uint8(m>>(4*half)&15), 4*h+2*half
		first, last := int8(bits.TrailingZeros8(of)+4*half), int8(bits.Len8(of)-1+4*half)
		if first == last {
			wanted[to+int(first%2)] = first
			continue
		}
		wanted[to], wanted[to+1] = first, last
	}
	return wanted
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
