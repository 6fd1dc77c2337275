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
				s.gatheredAmong(p, want, [2]int{x, y}, &sets, rest, depth, a)
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

// gatheredAmong tries the joins of two inputs that leave room for the words of the others.
func (s *state) gatheredAmong(p *problem, want *vector, of [2]int, sets *[mostInputs]wordSet, rest wordSet, depth int, a *attempt) {
	for i := range p.w.wordJoins {
		j := &p.w.wordJoins[i]
		for range of {
			var at [2][8]int8
			if j.holds(sets[of[0]], sets[of[1]], rest, &at) {
				s.blendedAmong(p, want, j, of, &at, depth, a)
			}
			of[0], of[1] = of[1], of[0]
		}
	}
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

// blendedAmong makes a join of two inputs whose words stand there, blends those of the others between them, and moves what that is.
func (s *state) blendedAmong(p *problem, want *vector, j *wordJoin, of [2]int, at *[2][8]int8, depth int, a *attempt) {
	w := p.w
	a.y = *want
	var from [8]int // whose words stand in each place, one more
	for i, b := range want[:w.n] {
		if !moves(b) {
			continue
		}
		k, to := w.input(b), w.index(b)/2
		switch k {
		case of[0]:
			to = int(at[0][to])
		case of[1]:
			to = int(at[1][to])
		default:
			from[to] = k + 1
		}
		a.y[i] = w.at(0, 2*to+w.index(b)%2)
	}
	v, ok := s.plain(j.row, j.imm, [mostOperands]node{p.in[of[0]], p.in[of[1]]}, 2)
	for k := range bits.Len16(a.reads) {
		if !ok || k == of[0] || k == of[1] || a.reads>>k&1 == 0 {
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
