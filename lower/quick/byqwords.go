package quick

import "math/bits"

// byQwords takes the lower halves of all blocks from one value and the upper ones from another by one row last, where each is made of one input: which half of its block a value has them in is free.
//
//	want    a0 a4 b0 b1 | a5 a1 b6 b2
//	x       a0 a4 _ _ | _ _ a5 a1        vperm2f128 a, vunpcklps
//	y       _ _ b0 b1 | _ _ b6 b2        vshufps, vperm2f128, vblendps
//	last    vshufpd x, y
func byQwords(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n != 2*block || w.crosses[dwords] > 0 || a.grain < dword || s.level > 2 || s.room(a, 2) <= 0 || !w.qwordsApart(want) {
		return
	}
	ok := true
	a.both = anything
	var of [2]node
	for e := range of {
		if best := s.bestHalves(p, want, e, depth, a); ok && best < noHalves {
			w.qwordsIn(want, e, best, &a.x)
			of[e], ok = s.make(p, &a.x, depth, s.room(a, 1))
			for i, at := range want[:w.n] {
				if at != free && i/qword%2 == e {
					a.both[i] = w.at(e, best.place(i))
				}
			}
		} else {
			ok = false
		}
	}
	var v node
	if ok {
		a.sub.w, a.sub.in[0], a.sub.in[1] = w, of[0], of[1]
		v, ok = s.oneRow(&a.sub, &a.both, false)
	}
	s.take(a, v, ok)
}

// qword is how many bytes half a block has.
const qword = block / 2

// A placing says for each block whether what is wanted of it stands in its upper half.
type placing uint8

// noHalves is no placing.
const noHalves placing = 4

// place is where a byte stands.
func (m placing) place(i int) int { return i&^qword | int(m>>(i/block)&1)*qword }

// qwordsApart says whether the lower halves of all blocks want bytes of one input, and the upper ones of another.
func (w *width) qwordsApart(want *vector) bool {
	var of [2]uint16
	for i, at := range want[:w.n] {
		if moves(at) {
			of[i/qword%2] |= 1 << w.input(at)
		} else if at == zero {
			return false
		}
	}
	return of[0] != of[1] && bits.OnesCount16(of[0]) == 1 && bits.OnesCount16(of[1]) == 1
}

// qwordsIn is what the lower halves of blocks want, or the upper ones, in other halves.
func (w *width) qwordsIn(want *vector, upper int, m placing, v *vector) {
	*v = anything
	for i, at := range want[:w.n] {
		if at != free && i/qword%2 == upper {
			v[m.place(i)] = at
		}
	}
}

// bestHalves is the placing of lower halves, or of upper ones, that is made for least.
func (s *state) bestHalves(p *problem, want *vector, upper, depth int, a *attempt) placing {
	best, least := noHalves, s.room(a, 1)
	n, loads := s.n, s.loads
	for m := range noHalves {
		p.w.qwordsIn(want, upper, m, &a.x)
		before := s.room(a, 0)
		if _, ok := s.make(p, &a.x, depth, least); ok {
			best, least = m, before-s.room(a, 0)
		}
		s.n, s.loads = n, loads
	}
	return best
}
