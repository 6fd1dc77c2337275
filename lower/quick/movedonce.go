package quick

import "math/bits"

// movedOnce makes the halves where one row moves at once what both want of one half of an input. Both have to get cheaper by it: alone is what the lower one costs that moves it itself.
//
//	want    b11 a5 _ b11 _ _ b3 a5 | _ b8 _ _ b3 b4 _ a5        moved  _ a5 _ _ _ _ _ a5, which is blended into both
func (s *state) movedOnce(p *problem, upper uint16, alone, depth int, a *attempt) {
	w, h := p.w, p.w.half
	reads := [2]uint16{h.reads(&a.x), h.reads(&a.y)}
	for left := reads[0] & reads[1]; left != 0; left &= left - 1 {
		k := bits.TrailingZeros16(left)
		if reads[0] == 1<<k || reads[1] == 1<<k || !h.ofBoth(&a.x, &a.y, k, &a.local) || s.room(a, 2+bits.OnesCount16(upper)) <= 4*s.weights.Op {
			continue
		}
		was := [...]vector{a.x, a.y}
		ok := s.upperHalves(p, upper, a)
		old := a.half.in[k]
		if ok {
			a.half.in[k], ok = s.oneRow(&a.half, &a.local, false)
		}
		h.moved(&a.x, k)
		h.moved(&a.y, k)
		var both [2]node
		if ok {
			both[0], ok = s.make(&a.half, &a.x, depth, min(alone, s.room(a, 1)-s.least(&a.half, &a.y, depth)))
		}
		if ok {
			both[1], ok = s.make(&a.half, &a.y, depth, s.room(a, 1))
		}
		var v node
		if ok {
			v, ok = s.use(p, w.both, &a.both, 0, both)
		}
		s.take(a, v, ok)
		a.half.in[k], a.x, a.y = old, was[0], was[1]
	}
}

// ofBoth is what two vectors want of an input, if there is room for it in one, and both want a byte that does not stand there.
func (g grid) ofBoth(x, y *vector, input int, there *vector) bool {
	*there = anything
	for _, v := range [...]*vector{x, y} {
		moved := false
		for i, at := range v[:g.n] {
			if !moves(at) || g.input(at) != input {
				continue
			}
			if there[i] != free && there[i] != at {
				return false
			}
			there[i], moved = at, moved || g.index(at) != i
		}
		if !moved {
			return false
		}
	}
	return true
}

// moved takes the bytes of an input from where they are wanted.
func (g grid) moved(v *vector, input int) {
	for i, at := range v[:g.n] {
		if moves(at) && g.input(at) == input {
			v[i] = g.at(input, i)
		}
	}
}
