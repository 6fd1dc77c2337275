package quick

// joinTwo takes a row without a choice last, and asks for its two operands.
//
//	want  a0 b15 a1 b14 …     punpcklbw x, y      x  a0 a1 a2 …     y  b15 b14 b13 …
func joinTwo(s *state, p *problem, want *vector, depth int, a *attempt) {
	for i := range p.w.joins {
		j := &p.w.joins[i]
		if !j.asks(p.w, want, &a.x, &a.y) {
			continue
		}
		left, ok := s.make(p, &a.x, 0, s.room(a, 1)-s.least(p, &a.y, 0))
		if !ok {
			s.take(a, 0, false)
			continue
		}
		right, ok := s.make(p, &a.y, 0, s.room(a, 1))
		if ok {
			left, ok = s.plain(j.row, j.imm, [mostOperands]node{left, right}, 2)
		}
		s.take(a, left, ok)
	}
}

// asks is what the row needs of its operands to make what is wanted.
func (j *join) asks(w *width, want, x, y *vector) bool {
	*x, *y = j.clear[0], j.clear[1]
	ask := [2]*vector{x, y}
	var some [2]bool
	for i, a := range want[:w.n] {
		if a == free {
			continue
		}
		c := j.cells[i]
		if !moves(c) {
			if c != a {
				return false
			}
			continue
		}
		k, b := w.input(c), w.index(c)
		if old := ask[k][b]; old != free && old != a {
			return false
		}
		ask[k][b], some[k] = a, true
	}
	return some[0] && some[1]
}
