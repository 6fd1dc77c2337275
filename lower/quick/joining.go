package quick

import "math/bits"

// joinTwo takes a row without a choice last, and asks for its two operands.
//
//	want  a0 b15 a1 b14 …     punpcklbw x, y      x  a0 a1 a2 …     y  b15 b14 b13 …
func joinTwo(s *state, p *problem, want *vector, depth int, a *attempt) {
	if s.level > 1 && a.grain == 1 && s.asked.w.n > block && s.plenty() {
		return // parts of wide registers have bytes of too many places
	}
	few := s.level > p.w.joinsUntil() && s.fuel <= 0
	if few && !p.w.someZero(want) {
		return
	}
	s.fuel -= len(p.w.joins)
	for i := range p.w.joins {
		j := &p.w.joins[i]
		if !j.asks(p.w, want, &a.x, &a.y, few) || few && !onlyZeros(&a.y) {
			continue
		}
		least := s.nothingOr(p, &a.x) + s.nothingOr(p, &a.y)
		if s.room(a, 1) <= least {
			continue
		}
		var left, right node
		var ok bool
		switch {
		case onlyZeros(&a.y):
			if left, ok = s.make(p, &a.x, depth, s.room(a, 1)); ok {
				right, ok = s.make(p, &a.y, 0, s.room(a, 1))
			}
		case p.w.finest > 1 || s.level == 1:
			left, right, ok = s.bothMade(p, a)
		default:
			left, right, ok = s.bothRows(p, least == 2*s.weights.Op, a)
		}
		if ok {
			left, ok = s.plain(j.row, j.imm, [mostOperands]node{left, right}, 2)
		}
		s.take(a, left, ok)
	}
}

// onlyZeros says whether nothing but zeros is wanted. What a row puts between zeros is less than what is wanted, and may be joined again.
//
//	a0 z z z a1 z z z      punpcklwd x, zeros      x  a0 z a1 z      punpcklbw a, zeros
func onlyZeros(want *vector) bool {
	for _, a := range want {
		if a != free && a != zero {
			return false
		}
	}
	return true
}

// joinsUntil is how far inside joins are asked for when there is no fuel.
func (w *width) joinsUntil() int {
	if w.n > block || w.finest > 1 {
		return 1 // few of them join what is in different blocks, and operands that take several rows take long
	}
	return 3
}

// bothMade makes both operands of a join, a.x and a.y, in any way.
func (s *state) bothMade(p *problem, a *attempt) (left, right node, ok bool) {
	if !s.lanesOr(p, &a.x) || !s.lanesOr(p, &a.y) {
		return 0, 0, false
	}
	least := s.least(p, &a.y, 0)
	if s.room(a, 1) <= least+s.least(p, &a.x, 0) {
		return 0, 0, false
	}
	if left, ok = s.make(p, &a.x, 0, s.room(a, 1)-least); ok {
		right, ok = s.make(p, &a.y, 0, s.room(a, 1))
	}
	return left, right, ok
}

// lanesOr says whether there may be an operand: of four lanes all is known, and of one input words are moved. What else there is, one row makes or none.
func (s *state) lanesOr(p *problem, want *vector) bool {
	w := p.w
	grain := w.grain(want)
	if grain >= 4 || grain == 2 && bits.OnesCount16(w.reads(want)) == 1 {
		return true
	}
	if _, ok := p.nothing(want); ok {
		return true
	}
	q := s.question(p, want)
	return s.rowFor(q, p, false) != nil || s.loads > 0 && s.rowFor(q, p, true) != nil
}

// bothRows makes them by one row each, where rows put bytes into any order: for a part, what takes more is better done by source. These load no constant if they have to be plain.
func (s *state) bothRows(p *problem, plain bool, a *attempt) (left, right node, ok bool) {
	for _, part := range [2]*vector{&a.x, &a.y} {
		v, ok := s.rowOrNothing(p, part, !plain)
		if !ok {
			return 0, 0, false
		}
		left, right = right, v
	}
	return left, right, true
}

// nothingOr is what a value costs at least: nothing, or an op.
func (s *state) nothingOr(p *problem, want *vector) int {
	if _, ok := p.nothing(want); ok {
		return 0
	}
	return s.weights.Op
}

// asks is what the row needs of its operands to make what is wanted, of the second one nothing but zeros if that is said.
func (j *join) asks(w *width, want, x, y *vector, zeros bool) bool {
	*x, *y = j.clear[0], j.clear[1]
	ask, shift, some := [2]*vector{x, y}, w.shift, 0
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
		k := c >> shift & 1
		if zeros && k == 1 && a != zero {
			return false
		}
		at := &ask[k][c&(1<<shift-1)&(mostBytes-1)]
		if *at != free && *at != a {
			return false
		}
		*at = a
		some |= 1 << k
	}
	return some == 3
}
