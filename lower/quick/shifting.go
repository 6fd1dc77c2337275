package quick

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
		v, ok := s.make(p, &a.x, depth, s.room(a, 1))
		if ok {
			a.sub.w, a.sub.in[0], a.y = w, v, *c
			v, ok = s.oneRow(&a.sub, &a.y, false)
		}
		s.take(a, v, ok)
	}
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
