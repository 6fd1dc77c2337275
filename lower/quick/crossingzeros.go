package quick

// byCrossingWithZeros makes what stays in its block, and what comes from the other one in that other one, with zeros elsewhere, exchanges the blocks of the latter, and joins them by an or.
//
//	want       b1 a4 b3 a9 … | a1 b12 …
//	stays      b1 a4 b3 z  … | z  b12 …        blends of a and b, and pshufb
//	crosses    a1 z  …       | z  z  z  a9 …   the same, and vperm2i128 behind it
func byCrossingWithZeros(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n != 2*block || w.swap == nil || w.or == nil || s.level > 1 || a.grain >= dword || w.finest > a.grain || s.loads < 2 || s.room(a, 4) <= 2*s.constant() {
		return
	}
	stays, crosses := w.crossing(want)
	if stays == 0 || crosses == 0 {
		return
	}
	s.partedByZeros(p, want, stays, a)
	w.exchange(&a.y)
	rest := s.least(p, &a.y, depth)
	if s.room(a, 2) <= s.least(p, &a.x, depth)+rest {
		return
	}
	left, ok := s.make(p, &a.x, depth, s.room(a, 2)-rest)
	if ok {
		var right node
		if right, ok = s.make(p, &a.y, depth, s.room(a, 2)); ok {
			right, ok = s.use(p, w.swap, &w.swapped, 0, [2]node{right})
		}
		if ok {
			left, ok = s.plain(w.or, 0, [mostOperands]node{left, right}, 2)
		}
	}
	s.take(a, left, ok)
}

// exchange puts what is wanted of each half into the other.
func (g grid) exchange(want *vector) {
	for i := range g.n / 2 {
		want[i], want[i+g.n/2] = want[i+g.n/2], want[i]
	}
}
