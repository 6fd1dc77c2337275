package quick

import "math/bits"

// turnLast moves words whose bytes stand the other way round, and turns the bytes of all words last, by two shifts and an or. It is for rows that move words where bytes do not move.
//
//	want    a7 a6 a5 a4 a3 a2 a1 a0 …
//	words   a6 a7 a4 a5 a2 a3 a0 a1 …         pshuflw, pshufhw
//	last    a7 a6 a5 a4 a3 a2 a1 a0 …         psllw x, 8; psrlw x, 8; por
func turnLast(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.finest == 1 || a.grain > 1 || w.or == nil || s.room(a, 3) <= 0 {
		return
	}
	a.x = anything
	for i, at := range want[:w.n] {
		a.x[i^1] = at
	}
	if w.grain(&a.x) == 1 {
		return
	}
	v, ok := s.make(p, &a.x, depth, s.room(a, 3))
	if ok {
		a.sub.w, a.sub.in[0], a.z = w, v, anything
		odd := group(0)
		for i, at := range want[:w.n] {
			if at != free {
				a.z[i] = w.at(0, i^1)
				odd |= group(i%2) << i
			}
		}
		v, ok = s.rowsOr(&a.sub, &a.z, odd, a)
	}
	s.take(a, v, ok)
}

// slideFirst brings all bytes into one register by two shifts and an or, where they stand beside one another in two, one behind the other. Where rows move bytes, one of them does that mostly, and is a gather.
//
//	want    a10 a9 a8 a7 a6 a5 a4 a3 b2 b1 b0 a15 …
//	slid    a3 a4 a5 … a15 b0 b1 b2            psrldq a, 3; pslldq b, 13; por
func slideFirst(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.finest == 1 || s.level > 2 || w.or == nil || bits.OnesCount16(a.reads) != 2 || s.room(a, 4) <= 0 {
		return
	}
	first, second := bits.TrailingZeros16(a.reads), bits.Len16(a.reads)-1
	for _, in := range [...][2]int{{first, second}, {second, first}} {
		by := w.slidBy(want, in[0])
		if by == 0 {
			continue
		}
		a.z = anything
		for i := range w.n {
			a.z[i] = w.at(in[min((i+by)/w.n, 1)], (i+by)%w.n)
		}
		v, ok := s.rowsOr(p, &a.z, w.from(&a.z, 1<<in[0]), a)
		if ok {
			a.z = *want
			for i, at := range want[:w.n] {
				if moves(at) {
					a.z[i] = w.at(0, (w.index(at)+w.n-by)%w.n)
				}
			}
			a.sub.w, a.sub.in[0] = w, v
			v, ok = s.make(&a.sub, &a.z, depth, s.room(a, 0))
		}
		s.take(a, v, ok)
	}
}

// slidBy is by how many bytes a low input and the other one behind it are slid so that a register has all that is wanted: the first of the low one that is wanted comes to its beginning. It is 0 where none has.
func (g grid) slidBy(want *vector, low int) int {
	by, end := g.n, 0
	for _, at := range want[:g.n] {
		switch {
		case !moves(at):
		case g.input(at) == low:
			by = min(by, g.index(at))
		default:
			end = max(end, g.index(at)+1)
		}
	}
	if end > by {
		return 0
	}
	return by
}

// rowsOr makes a group by one row and the rest by another one, each with zeros elsewhere, and joins them by an or. What is in a.x and a.y is lost.
func (s *state) rowsOr(p *problem, want *vector, first group, a *attempt) (node, bool) {
	s.partedByZeros(p, want, first, a)
	left, ok := s.oneRow(p, &a.x, false)
	if !ok {
		return 0, false
	}
	right, ok := s.oneRow(p, &a.y, false)
	if !ok {
		return 0, false
	}
	return s.plain(p.w.or, 0, [mostOperands]node{left, right}, 2)
}
