package quick

import "math/bits"

// A register of two blocks is seen as blocks of which any two make a view, by one row or by none. Where each block of the result wants bytes of two blocks at most,
// two views have them all in the blocks where they are wanted.
//
//	want    a7 b0 _ a6 | b1 _ b3 a2         blocks   a1 b0 | b0 a0
//	views   a1 b0   and   b0 a0             or   a1 a0   and   b0 b0, or another such pair
//	over    v3 u0 _ v2 | v1 _ v3 u2

// dword is how many bytes those have that rows without a constant take of two views mostly.
const dword = 4

// byViews makes views, and then what stays in blocks. Lanes narrower than dwords are left to others, unless a row takes them of two inputs by a constant.
func byViews(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n != 2*block || w.crosses[0] < 2 || a.grain < w.viewsFrom(s.level) || !w.leaves(want) {
		return
	}
	var reads [2]uint16 // blocks that each block wants: the lower one of an input, and the upper one
	for i, at := range want[:w.n] {
		if moves(at) {
			reads[i/block] |= 1 << (2*w.input(at) + w.index(at)/block)
		}
	}
	if bits.OnesCount16(reads[0]) > 2 || bits.OnesCount16(reads[1]) > 2 {
		return
	}
	if a.grain >= dword {
		s.viewedTwice(p, want, reads, depth, a)
	}
	if bits.OnesCount16(a.reads) < 2 {
		return // all else is what byBlock has
	}
	low, high := twoOf(reads[0]), twoOf(reads[1])
	s.viewed(p, want, [2]view{{low[0], high[0]}, {low[1], high[1]}}, 0, depth, a)
	if low[0] != low[1] || high[0] != high[1] {
		s.viewed(p, want, [2]view{{low[0], high[1]}, {low[1], high[0]}}, 0, depth, a)
	}
}

// viewsFrom is how many bytes lanes have at least that are made over views: dwords, unless a row takes narrower ones of two inputs by a constant. Words of the map itself are, where one constant orders them in both views.
func (w *width) viewsFrom(level int) int {
	if level == 1 && w.finest == 1 {
		return 2
	}
	return min(dword, w.mixed)
}

// A view is which block stands in the lower half, and which in the upper one; noBlock is any.
type view [2]int

const noBlock = -1

// twoOf are up to two blocks of a set.
func twoOf(set uint16) [2]int {
	switch bits.OnesCount16(set) {
	case 0:
		return [2]int{noBlock, noBlock}
	case 1:
		return [2]int{bits.TrailingZeros16(set), noBlock}
	}
	return [2]int{bits.TrailingZeros16(set), bits.Len16(set) - 1}
}

// viewedTwice is for a block of the result that wants two blocks, where the other one wants one: both views have that one, and each half of it may come from either.
//
//	want    a1 a0 _ a2 | _ a4 a0 _         views   a0 a1   and   a0 a0         vshufps v, u
func (s *state) viewedTwice(p *problem, want *vector, reads [2]uint16, depth int, a *attempt) {
	for k := range reads {
		if bits.OnesCount16(reads[k]) != 2 || bits.OnesCount16(reads[1-k]) != 1 {
			continue
		}
		one, two := bits.TrailingZeros16(reads[1-k]), twoOf(reads[k])
		if two[0] == one {
			two[0], two[1] = two[1], two[0]
		}
		views := [2]view{{one, one}, {one, one}}
		views[0][k], views[1][k] = two[0], two[1]
		for both := range halves(4) {
			s.viewed(p, want, views, both<<(2-2*k), depth, a)
		}
	}
}

// halves are some of the halves of blocks, a bit each.
type halves uint8

// viewed makes what is wanted over two views. Of what stands in both of them, some halves of blocks come from the second, and all else from the first.
func (s *state) viewed(p *problem, want *vector, views [2]view, second halves, depth int, a *attempt) {
	w := p.w
	a.half.w, a.local = w, *want
	ok := true
	for k, v := range views {
		a.x = anything
		for i := range w.n {
			if from := v[i/block]; from != noBlock {
				a.x[i] = w.at(from/2, from%2*block+i%block)
			}
		}
		if ok {
			a.half.in[k], ok = s.make(p, &a.x, 0, s.room(a, 1))
		}
	}
	for i, at := range want[:w.n] {
		if !moves(at) {
			continue
		}
		b, k := 2*w.input(at)+w.index(at)/block, 0
		if views[0][i/block] != b || views[1][i/block] == b && second>>(i/(block/2))&1 == 1 {
			k = 1
		}
		a.local[i] = w.at(k, i&^(block-1)+w.index(at)%block)
	}
	var made node
	if ok {
		made, ok = s.make(&a.half, &a.local, depth, s.room(a, 0))
	}
	s.take(a, made, ok)
}
