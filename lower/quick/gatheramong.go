package quick

import "math/bits"

// gatherAmong brings words of two of several inputs together by a join, and blends words of the others between them, each where it stands in its input. One more way puts them into their places.
//
//	wanted    b2 b1 c3 a5 a1 c3 a1 _
//	joined    b0 c0 b1 c1 b2 c2 b3 c3       punpcklwd b, c
//	blended   b0 a1 b1 c1 b2 a5 b3 c3       pblendw
//	last      pshufb
func gatherAmong(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	others := bits.OnesCount16(a.reads) - 2
	if w.n != block || !w.blendsWords || others <= 0 || s.room(a, others+2) <= 0 {
		return
	}
	sets := w.wordSets(want)
	for left := a.reads; left != 0; left &= left - 1 {
		x := bits.TrailingZeros16(left)
		for more := left & (left - 1); more != 0; more &= more - 1 {
			y := bits.TrailingZeros16(more)
			if rest, ok := apartWords(&sets, a.reads&^(1<<x|1<<y)); ok {
				for h := (holding{of: [2]int{x, y}}); h.next(w, &sets, rest); {
					s.blendedAmong(p, want, &h, depth, a)
				}
			}
		}
	}
}

// wordSets are the words of each input of which bytes are wanted.
func (g grid) wordSets(want *vector) (sets [mostInputs]wordSet) {
	for _, at := range want[:g.n] {
		if moves(at) {
			sets[g.input(at)] |= 1 << (g.index(at) / 2)
		}
	}
	return sets
}

// apartWords are the words of some inputs, if no two of them stand in one place.
func apartWords(sets *[mostInputs]wordSet, inputs uint16) (all wordSet, ok bool) {
	for ; inputs != 0; inputs &= inputs - 1 {
		some := sets[bits.TrailingZeros16(inputs)&15]
		if all&some != 0 {
			return 0, false
		}
		all |= some
	}
	return all, true
}

// A holding is a join of two inputs that has all words that are wanted of each, and where.
type holding struct {
	*wordJoin
	of    [2]int
	at    [2][8]int8
	tried int // joins, each in either order
}

// next goes on to the next join of the two inputs, in either order, that has their words, and none of them where the words of others are to stand.
func (h *holding) next(w *width, sets *[mostInputs]wordSet, others wordSet) bool {
	for ; h.tried < 2*len(w.wordJoins); h.tried++ {
		if h.tried > 0 {
			h.of[0], h.of[1] = h.of[1], h.of[0]
		}
		h.wordJoin = &w.wordJoins[h.tried/2]
		if h.holds(sets[h.of[0]], sets[h.of[1]], others, &h.at) {
			h.tried++
			return true
		}
	}
	return false
}

// place is where a byte of an input stands, if it is one of the two.
func (h *holding) place(w *width, b atom) (there atom, ok bool) {
	for k, input := range h.of {
		if input == w.input(b) {
			return w.at(0, 2*int(h.at[k][w.index(b)/2])+w.index(b)%2), true
		}
	}
	return b, false
}

// join makes it.
func (s *state) join(p *problem, h *holding) (node, bool) {
	return s.plain(h.row, h.imm, [mostOperands]node{p.in[h.of[0]], p.in[h.of[1]]}, 2)
}

// holds says whether a join has some words of both operands, none of them in some places, and where.
func (j *wordJoin) holds(x, y, not wordSet, at *[2][8]int8) bool {
	left := [2]wordSet{x, y}
	for i, word := range j.words {
		if k := word / 8; not>>i&1 == 0 && left[k]>>(word%8)&1 == 1 {
			left[k] &^= 1 << (word % 8)
			at[k][word%8] = int8(i)
		}
	}
	return left == [2]wordSet{}
}

// blendedAmong makes a join of two inputs, blends words of the others between theirs, and moves what that is.
func (s *state) blendedAmong(p *problem, want *vector, h *holding, depth int, a *attempt) {
	w := p.w
	a.y = *want
	var from [8]int // whose words stand in each place, one more
	for i, b := range want[:w.n] {
		if !moves(b) {
			continue
		}
		there, ok := h.place(w, b)
		if !ok {
			from[w.index(b)/2] = w.input(b) + 1
			there = w.at(0, w.index(b))
		}
		a.y[i] = there
	}
	v, ok := s.join(p, h)
	for k := range bits.Len16(a.reads) {
		if !ok || k == h.of[0] || k == h.of[1] || a.reads>>k&1 == 0 {
			continue
		}
		a.both = w.whole(0)
		for to, input := range from {
			if input == k+1 {
				a.both[2*to], a.both[2*to+1] = w.at(1, 2*to), w.at(1, 2*to+1)
			}
		}
		a.sub.w, a.sub.in[0], a.sub.in[1] = w, v, p.in[k]
		v, ok = s.oneRow(&a.sub, &a.both, false)
	}
	if ok {
		a.sub.in[0] = v
		v, ok = s.make(&a.sub, &a.y, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}
