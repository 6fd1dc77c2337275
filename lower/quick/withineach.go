package quick

import "math/bits"

// Units of eight bytes come from rows that move lanes within blocks, all blocks alike or by one constant, of each input for itself: then they are blended, and one row moves them to their
// places. Each unit may stand in either half of the block that has its bytes.
//
//	want           _ b5 _ b2 | b0 a2 _ a4
//	vshufps a, a   _ a2 _ a0 | _ a6 _ a4         a2 and a4 are where both blocks do the same
//	vshufps b, b   b0 b1 _ b2 | b4 b5 _ b6
//	vblendps       b0 a2 _ b2 | b4 b5 _ a4
//	vpermq

// halfBlock is what moves across blocks here.
const halfBlock = block / 2

// A pattern is what a row does to the bytes of all blocks: which one comes to a place, or -1.
type pattern [block]int8

// moves says whether a byte leaves its place.
func (p *pattern) moves() bool {
	for i, at := range p {
		if at >= 0 && int(at) != i {
			return true
		}
	}
	return false
}

// withinEachThenAcross chooses halves of blocks such that the fewest inputs have to be moved.
func withinEachThenAcross(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n != 2*block || w.crosses[qwords] == 0 || bits.OnesCount16(a.reads) != 2 || !w.leaves(want) {
		return
	}
	best, fewest := -1, 0
	for choice := range 1 << (w.n / halfBlock) {
		if moved, ok := w.halvesOfEach(want, choice, a); ok && (best < 0 || moved < fewest) {
			best, fewest = choice, moved
		}
	}
	if best < 0 || s.room(a, fewest+2) <= 0 {
		return
	}
	w.halvesOfEach(want, best, a)
	s.inTurn(p, depth, 0, a)
}

// halvesOfEach puts each unit into the half of a block that its bit of the choice says, in a.x, and from there to its place, in a.y. It says of how many inputs bytes move, and is ok if all blocks do the same to each
// input then, or if of lanes narrower than a dword each dword is of one input: a constant moves those, which both inputs may share.
func (w *width) halvesOfEach(want *vector, choice int, a *attempt) (moved int, ok bool) {
	a.x, a.y = anything, anything
	first := bits.TrailingZeros16(a.reads)
	var each [2]pattern
	for k := range each {
		for i := range each[k] {
			each[k][i] = -1
		}
	}
	for to := 0; to < w.n; to, choice = to+halfBlock, choice>>1 {
		from := w.blockOf(want[to : to+halfBlock])
		if from == severalBlocks {
			return 0, false
		}
		for b, at := range want[to : to+halfBlock] {
			if at == free {
				continue
			}
			there := from + choice&1*halfBlock + b
			if !moves(at) || a.x[there] != free && a.x[there] != at {
				return 0, false
			}
			k, lane := 0, int8(w.index(at)%block)
			if w.input(at) != first {
				k = 1
			}
			now := &each[k][there%block]
			if a.grain >= dword && *now >= 0 && *now != lane || a.grain < dword && !w.alone(a.x[there&^(dword-1):][:dword], at) {
				return 0, false
			}
			*now = lane
			a.x[there], a.y[to+b] = at, w.at(0, there)
		}
	}
	for k := range each {
		if each[k].moves() {
			moved++
		}
	}
	return moved, true
}

// alone says whether what stands in a dword already is of the same input.
func (g grid) alone(dword []atom, at atom) bool {
	for _, other := range dword {
		if moves(other) && g.input(other) != g.input(at) {
			return false
		}
	}
	return true
}
