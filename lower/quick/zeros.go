package quick

import "math/bits"

// clearLast makes what is wanted with anything where zeros are wanted, and takes those of a vector of zeros, or clears them by a constant.
func clearLast(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if s.level > 1 && (w.clears() || s.plenty() && (s.level > 2 || w.apart(a))) || !w.someZero(want) {
		return
	}
	if s.level == 1 {
		depth++ // zeros of the map itself: those of a part are there for an or, and a blend does for less without them
	}
	a.x, a.y = *want, anything
	for i, at := range want[:w.n] {
		switch {
		case at == zero:
			a.x[i], a.y[i] = free, zero
		case at != free:
			a.y[i] = w.at(0, i)
		}
	}
	v, ok := s.make(p, &a.x, depth, s.room(a, 0)-s.clearing(w, &a.y))
	if ok {
		a.sub.w, a.sub.in[0] = w, v
		v, ok = s.anyRow(&a.sub, &a.y)
	}
	s.take(a, v, ok)
}

// clearing is what it costs at least to clear zeros of a value of which the rest stays: a row that leaves a half alone, one behind a vector of zeros, or one with a constant.
func (s *state) clearing(w *width, want *vector) int {
	if e := w.unary.find(w.grid, want, 0, false); e != nil && !e.clears() {
		return s.weights.Op
	}
	return min(s.weights.Op+s.weights.Constant, 2*s.weights.Op)
}

// clears says whether the rows that put bytes into any order clear bytes too, and those that take words of two inputs anywhere are missing. What is asked of a part with zeros has
// the best answer then without more steps for them.
func (w *width) clears() bool { return w.finest == 1 && w.crosses[len(units)-1] < 2 }

// zerosToo takes a vector of zeros as one more input, each zero from its own place.
func zerosToo(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if s.level > 1 && (w.clears() || w.halfFirst(a) || w.apart(a) && s.plenty()) || !w.someZero(want) {
		return
	}
	k, ops := bits.Len16(w.reads(want)), 1
	if s.zeros(w) < 0 {
		ops++
	}
	if k == 0 || k >= w.inputs() || s.room(a, ops) <= 0 {
		return
	}
	a.x, a.half.w, a.half.in = *want, w, p.in
	for i, at := range want[:w.n] {
		if at == zero {
			a.x[i] = w.at(k, i)
		}
	}
	v, ok := s.zeroVector(p, false)
	if ok {
		a.half.in[k] = v
		v, ok = s.make(&a.half, &a.x, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// apart says whether what is wanted are bytes, or words that no row takes from two inputs anywhere: zeros of its parts are there for an or.
func (w *width) apart(a *attempt) bool {
	return a.grain == 1 || a.grain == 2 && w.crosses[words] < 2
}

// someZero says whether zeros are wanted.
func (g grid) someZero(v *vector) bool {
	for _, a := range v[:g.n] {
		if a == zero {
			return true
		}
	}
	return false
}

// withoutZeros is what is wanted, and anything where that is zero.
func (g grid) withoutZeros(want *vector) vector {
	v := *want
	for i, at := range want[:g.n] {
		if at == zero {
			v[i] = free
		}
	}
	return v
}
