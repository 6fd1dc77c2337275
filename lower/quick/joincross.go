package quick

import "math/bits"

// joinThenCross takes a row without a choice first, where dwords of two inputs take several rows behind it: no row moves them to other blocks and to their places at once.
//
//	want    _ b6 _ b3 | a2 _ a3 b6
//	first   a2 b2 a3 b3 | a6 b6 a7 b7        vunpckhps a, b
//	moved   _ _ _ b3 | _ _ _ b6              vshufpd          and what crosses    vperm2f128, vblendps
func joinThenCross(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n == block || w.crosses[dwords] > 0 || a.grain < dword || s.level > 1 || bits.OnesCount16(a.reads) != 2 || s.room(a, 3) <= 0 {
		return
	}
	of := [2]int{bits.TrailingZeros16(a.reads), bits.Len16(a.reads) - 1}
	for range of {
		a.local = w.renamed(want, of[0], of[1])
		asks := w.setOf(&a.local)
		for i := range w.joins {
			if j := &w.joins[i]; asks.in(&j.has) {
				s.joinedThenCrossed(p, j, [2]node{p.in[of[0]], p.in[of[1]]}, depth, a)
			}
		}
		of[0], of[1] = of[1], of[0]
	}
}

// joinedThenCrossed makes a join that has all of a.local, and moves what it has.
func (s *state) joinedThenCrossed(p *problem, j *join, args [2]node, depth int, a *attempt) {
	w := p.w
	j.places(w, &a.local, &a.z)
	v, ok := s.plain(j.row, j.imm, [mostOperands]node{args[0], args[1]}, 2)
	if ok {
		a.sub.w, a.sub.in[0] = w, v
		v, ok = s.make(&a.sub, &a.z, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// places is where a join has what is wanted: in its own block if it is there.
func (j *join) places(w *width, want, there *vector) {
	*there = *want
	for i, at := range want[:w.n] {
		if !moves(at) {
			continue
		}
		found := false
		for c, cell := range j.cells[:w.n] {
			if cell == at && (!found || c/block == i/block) {
				there[i], found = w.at(0, c), true
			}
		}
	}
}

// setOf are the bytes that a vector has of inputs.
func (g grid) setOf(v *vector) (s set) {
	for _, at := range v[:g.n] {
		if moves(at) {
			s.add(at)
		}
	}
	return s
}

// in says whether all atoms are in another set.
func (s *set) in(o *set) bool {
	for k := range s {
		if s[k]&^o[k] != 0 {
			return false
		}
	}
	return true
}
