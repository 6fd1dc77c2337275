package quick

import "math/bits"

// blocksFirst brings all bytes into the blocks that want them, each where it stands in its own, and then moves them within blocks.
//
//	want     a12 b9 _ a13 … | b1 a10 …
//	first    _ b9 _ _ a12 a13 … | _ b1 a10 …        vperm2f128 a, vperm2f128 b, vpblendw
//	last     vpshufb
func blocksFirst(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n == block || a.grain == 1 || s.level > 1 || w.halfFirst(a) || s.room(a, 3) <= 0 || !w.leaves(want) || !w.inPlaceOfBlocks(want, &a.x, &a.y) {
		return
	}
	s.inTurn(p, depth, 0, a)
	if w.twoBlends && bits.OnesCount16(a.reads) == 2 && s.room(a, 3) > s.inOneRow(w, &a.y, a) {
		s.blendedAcross(p, a)
	}
}

// inPlaceOfBlocks puts each byte into the block that wants it, where it stands in its own, if there is room.
func (w *width) inPlaceOfBlocks(want, there, rest *vector) bool {
	*there, *rest = anything, *want
	for i, at := range want[:w.n] {
		if !moves(at) {
			continue
		}
		to := i&^(block-1) | w.index(at)%block
		if old := there[to]; old != free && old != at {
			return false
		}
		there[to], rest[i] = at, w.at(0, to)
	}
	return true
}
