package quick

import "math/bits"

// shiftLast makes what is wanted where a row takes it from that brings all the zeros: a shift of whole registers, or of lanes wider than what moves. It loads nothing.
//
//	want   z z a0 a2 z z a4 a6      pshuflw, pshufhw   a0 a2 _ _ a4 a6 _ _      psllq 32
//
// Only the map itself is made so, and a half of it: zeros of another part are there for an or. Where a constant brings zeros too, only a half is, of which one row makes what is shifted.
//
//	want   … | a14 a14 a14 a15 z z z z      vpshufhw, vpsrldq      2 ops, and vpshufb and its constant cost 3
func shiftLast(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	half := s.level == 2 && w.n < s.asked.w.n
	if s.level > 1 && !half || !half && s.loads > 0 && w.clears() || !w.someZero(want) {
		return
	}
	if depth++; half && s.loads > 0 {
		depth = 0
	}
	for k := range w.shifts {
		c := &w.shifts[k]
		if s.room(a, 1) <= 0 {
			return
		}
		if !w.unshifted(want, c, &a.x) {
			continue
		}
		v, ok := s.shifted(p, &a.x, c, depth, 0, a)
		s.take(a, v, ok)
	}
}

// shiftBoth makes what comes from each of two inputs where a shift takes it from that brings zeros in the place of the other one's, and joins the two by an or. It is for rows that do not clear what they move.
//
//	want   a5 a7 a6 b0 b1 b3 b7 b4      pshufhw, psrldq 10   a5 a7 a6 z …      pshufd, pshufhw, pshufd, pslldq 6   … z b0 b1 b3 b7 b4      por
func shiftBoth(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if s.level > 1 || w.clears() || w.or == nil || bits.OnesCount16(a.reads) != 2 || s.room(a, 3) <= 0 {
		return
	}
	s.partedByZeros(p, want, w.from(want, a.reads&-a.reads), a)
	for i := range w.shifts {
		if !w.unshifted(&a.x, &w.shifts[i], &a.z) {
			continue
		}
		for k := range w.shifts {
			if !w.unshifted(&a.y, &w.shifts[k], &a.local) {
				continue
			}
			v, ok := s.shifted(p, &a.z, &w.shifts[i], depth+1, 2, a)
			if ok {
				var other node
				if other, ok = s.shifted(p, &a.local, &w.shifts[k], depth+1, 1, a); ok {
					v, ok = s.plain(w.or, 0, [mostOperands]node{v, other}, 2)
				}
			}
			s.take(a, v, ok)
		}
	}
}

// shifted makes a value and shifts it; so many ops are to come behind.
func (s *state) shifted(p *problem, x, shift *vector, depth, behind int, a *attempt) (node, bool) {
	v, ok := s.make(p, x, depth, s.room(a, 1+behind))
	if !ok {
		return 0, false
	}
	a.sub.w, a.sub.in[0] = p.w, v
	return s.oneRow(&a.sub, shift, false)
}

// unshifted is what has to be where a shift takes it from, if the shift brings all zeros that are wanted and no other.
func (w *width) unshifted(want, shift, x *vector) bool {
	*x = anything
	for i, at := range want[:w.n] {
		switch from := shift[i]; {
		case at == free:
		case (from == zero) != (at == zero):
			return false
		case from != zero:
			x[w.index(from)] = at
		}
	}
	return true
}

// noteShift notes what a row of one argument does if it brings zeros, and moves each byte that it keeps to one place.
func (w *width) noteShift(v *vector) {
	var taken group
	zeros := false
	for _, at := range v[:w.n] {
		switch {
		case at == zero:
			zeros = true
		case !moves(at) || taken.has(w.index(at)):
			return
		default:
			taken |= 1 << w.index(at)
		}
	}
	if zeros && taken != 0 {
		w.shifts = append(w.shifts, *v)
	}
}
