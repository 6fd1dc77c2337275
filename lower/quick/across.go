package quick

import (
	"math/bits"
	"slices"
)

// Rows that move bytes within blocks of 16 are many; those that move units of several bytes across blocks are few, and quick. Two rows, one of each kind, do more than twice as much.
//
//	within, then across     a3 a1 a7 a6      vshufps a, a     a3 a1 _ a2 | a7 a5 _ a6       vpermpd      units of 8
//	across, then within     a9 a2 a8 a3 …    vpermq a         a8 a9 a2 a3 …                 pshufb

// block is how many bytes stand together that most rows do not leave.
const block = 16

// units are the sizes of what moves across blocks, the cheapest first.
var units = [...]int{block, 8, 4, 2}

// crossings finds for which units there are rows that move each of one input, and of two, to every place.
func (w *width) crossings() {
	for k, u := range units {
		for inputs := 1; inputs <= 2; inputs++ {
			want := anything
			for i := range w.n / u {
				from := (5*i + 3) % (w.n / u)
				for b := range u {
					want[i*u+b] = w.at(i%inputs, from*u+b)
				}
			}
			if w.n > block && w.anyRow(&want) != nil {
				w.crosses[k] = inputs
			}
		}
	}
	for w.finest = block; w.finest > 1 && w.reverses(w.finest/2, 1); w.finest /= 2 {
	}
	for w.mixed = block; w.mixed > 1 && w.reverses(w.mixed/2, 2); w.mixed /= 2 {
	}
}

// reverses says whether a row puts the units of each block into the reverse order, those of so many inputs in turn.
func (w *width) reverses(u, inputs int) bool {
	want := anything
	for i := range w.n {
		want[i] = w.at(i/u%inputs, i&^(block-1)|(block-u-i&(block-u))|i&(u-1))
	}
	return w.anyRow(&want) != nil
}

// anyRow is a row that does what is wanted of inputs 0 and 1, with a constant or without.
func (w *width) anyRow(want *vector) (e *effect) {
	for _, loads := range [...]bool{false, true} {
		if w.reads(want) == 1 {
			e = w.unary.find(w.grid, want, 0, loads)
		} else {
			e, _ = w.binary.findTwo(w.grid, want, loads, [2]bool{})
		}
		if e != nil {
			break
		}
	}
	return e
}

// leaves says whether a byte is wanted in another block than its own.
func (g grid) leaves(want *vector) bool {
	for i, at := range want[:g.n] {
		if moves(at) && g.index(at)/block != i/block {
			return true
		}
	}
	return false
}

// withinThenAcross makes all units of the result in the blocks of their bytes, and moves them to their places.
func withinThenAcross(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.n == block || !w.leaves(want) {
		return
	}
	if s.level > 2 {
		depth = 0
	}
	for k, u := range units {
		if w.crosses[k] == 0 || a.grain >= u {
			continue
		}
		for _, same := range [...]bool{true, false} {
			if !w.unitsWithin(want, u, same, false, &a.x, &a.y) {
				continue
			}
			a.z = a.x
			s.inTurn(p, depth, 0, a)
			if s.room(a, 2) > 0 && w.unitsWithin(want, u, same, true, &a.x, &a.y) && a.x != a.z {
				s.rowsInTurn(p, a)
			}
			break
		}
	}
	if w.crosses[0] > 0 && a.grain < block && w.zeroBlocks(want) {
		s.zerosAcross(p, want, depth, a)
	}
}

// zerosAcross is the same for whole blocks where some are zeros, which the row that crosses makes.
//
//	want   b6 b6 a7 a7 | z z z z        vshufps b, a      _ _ _ _ | b6 b6 a7 a7        vextractf128
func (s *state) zerosAcross(p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	a.local = *want
	for i, at := range want[:w.n] {
		if at == zero && w.blockOf(want[i&^(block-1):][:block]) < 0 {
			a.local[i] = free
		}
	}
	if !w.unitsWithin(&a.local, block, false, false, &a.x, &a.y) {
		return
	}
	for i, at := range want[:w.n] {
		if at == zero && a.local[i] == free {
			a.y[i] = zero
		}
	}
	s.inTurn(p, depth, 0, a)
}

// inTurn makes a.x, and of it a.y, each taken apart so deep.
func (s *state) inTurn(p *problem, first, second int, a *attempt) {
	v, ok := s.make(p, &a.x, first, s.room(a, 1))
	if ok {
		a.sub.w, a.sub.in[0] = p.w, v
		v, ok = s.make(&a.sub, &a.y, second, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// rowsInTurn makes a.x, and of it a.y, by one row each.
func (s *state) rowsInTurn(p *problem, a *attempt) {
	v, ok := s.oneRow(p, &a.x, false)
	if ok {
		a.sub.w, a.sub.in[0] = p.w, v
		v, ok = s.oneRow(&a.sub, &a.y, false)
	}
	s.take(a, v, ok)
}

// zeroBlocks says whether a block wants zeros, and no bytes.
func (g grid) zeroBlocks(want *vector) bool {
	for to := 0; to < g.n; to += block {
		if b := want[to : to+block]; g.blockOf(b) < 0 && slices.Contains(b, zero) {
			return true
		}
	}
	return false
}

// unitsWithin finds a place for each unit in the block of its bytes, and, if all blocks are to do the same, with the units of the other blocks.
func (w *width) unitsWithin(want *vector, u int, same, own bool, x, y *vector) bool {
	*x, *y = anything, anything
	all := anything
	for to := 0; to < w.n; to += u {
		from := w.blockOf(want[to : to+u])
		switch {
		case from == severalBlocks:
			return false
		case from < 0:
			from = to &^ (block - 1) // zeros can be made everywhere
		}
		k, left := 0, block/u
		if own {
			k = w.own(want[to:to+u], u)
		}
		for ; left > 0 && !w.fits(want[to:to+u], x[from+k:from+k+u], all[k:k+u], same); left-- {
			k = (k + u) % block
		}
		if left == 0 {
			return false
		}
		for b, at := range want[to : to+u] {
			if at == free {
				continue
			}
			x[from+k+b], y[to+b], all[k+b] = at, w.at(0, from+k+b), w.inFirst(at)
		}
	}
	return true
}

// own is where in its block the unit stands that has all of some bytes, or the first one.
func (g grid) own(list []atom, u int) int {
	own := -1
	for _, at := range list {
		if !moves(at) {
			continue
		}
		if k := g.index(at) % block &^ (u - 1); own >= 0 && own != k {
			return 0
		} else {
			own = k
		}
	}
	return max(own, 0)
}

// severalBlocks stands for bytes that are not of one block.
const severalBlocks = 1 << 8

// blockOf is where the block begins of which bytes are, -1 if they are of none.
func (g grid) blockOf(list []atom) int {
	from := -1
	for _, at := range list {
		if moves(at) {
			b := g.index(at) &^ (block - 1)
			if from >= 0 && from != b {
				return severalBlocks
			}
			from = b
		}
	}
	return from
}

// inFirst is the byte of the first block that is where the atom is in its own.
func (g grid) inFirst(at atom) atom {
	if !moves(at) {
		return at
	}
	return g.at(g.input(at), g.index(at)%block)
}

// fits says whether a unit agrees with what stands at a place already, and with what stands there in all blocks.
func (g grid) fits(unit, there, all []atom, same bool) bool {
	for b, at := range unit {
		if at == free {
			continue
		}
		if there[b] != free && there[b] != at || same && all[b] != free && all[b] != g.inFirst(at) {
			return false
		}
	}
	return true
}

// acrossThenWithin brings the units of which each block has bytes into the block, and moves the bytes there. What finds no room is done in the same way, and joined by an or.
//
//	vpermw a     words of which a byte is wanted, eight in each block       pshufb     a3 z  a7 a2 …
//	vpermw a     those for which there was no room                          pshufb     z  a9 z  z  …
func acrossThenWithin(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.n == block || !w.leaves(want) {
		return
	}
	if w.slowAcross(a) {
		s.bytesAcross(p, want, 1, 1, a)
		return
	}
	if w.bytesWithin(a) {
		s.bytesAcross(p, want, 1, block, a)
		return
	}
	for k, u := range units {
		if w.crosses[k] > 0 && a.grain < u && u < block {
			v, ok := s.acrossInTurn(p, want, u, w.turns(want, u), a)
			s.take(a, v, ok)
		}
	}
}

// acrossAtLast is acrossThenWithin in several turns, where each of them takes long and is seldom the best.
func acrossAtLast(s *state, p *problem, want *vector, _ int, a *attempt) {
	if w := p.w; w.n > block && w.slowAcross(a) && w.leaves(want) {
		s.bytesAcross(p, want, 2, block, a)
	}
}

// bytesWithin says whether bytes are wanted that rows put into any order within blocks.
func (w *width) bytesWithin(a *attempt) bool { return a.grain == 1 && w.finest == 1 }

// slowAcross says whether such bytes are wanted, and no row brings words of their inputs into a block.
func (w *width) slowAcross(a *attempt) bool {
	return w.bytesWithin(a) && w.crosses[words] < bits.OnesCount16(a.reads)
}

// bytesAcross is acrossThenWithin for bytes, in so many turns: the fewest come first, as what others take at least is known.
func (s *state) bytesAcross(p *problem, want *vector, first, last int, a *attempt) {
	w := p.w
	var turns [len(units)]int
	for k, u := range units {
		if w.crosses[k] > 0 && u < block {
			turns[k] = w.turns(want, u)
		}
	}
	for most := first; most <= last; most++ {
		for k, u := range units {
			if turns[k] == most && s.acrossAtLeast(w, want, u, turns[k], a) < a.cost {
				v, ok := s.acrossInTurn(p, want, u, turns[k], a)
				s.take(a, v, ok)
			}
		}
	}
}

// turns is how often units of one size are brought into their blocks until each has had room.
func (w *width) turns(want *vector, u int) (most int) {
	for to := 0; to < w.n; to += block {
		var set [4]uint64 // of units that are wanted, a bit each for the first byte
		for _, at := range want[to : to+block] {
			if moves(at) {
				first := at &^ atom(u-1)
				set[first>>6] |= 1 << (first & 63)
			}
		}
		n := 0
		for _, word := range set {
			n += bits.OnesCount64(word)
		}
		most = max(most, (n*u+block-1)/block)
	}
	return most
}

// ors is how many ops join the results of so many turns: one row may join three.
func (w *width) ors(turns int) int {
	if w.or3 != nil {
		return turns / 2
	}
	return turns - 1
}

// acrossAtLeast is what that costs at least, an op for each move across blocks and for each or, and what one row within blocks takes.
func (s *state) acrossAtLeast(w *width, want *vector, u, turns int, a *attempt) int {
	sum := w.ors(turns) * s.weights.Op
	a.local = *want
	for range turns {
		done := w.unitsAcross(&a.local, u, &a.x, &a.y)
		if !w.still(&a.x) {
			sum += s.weights.Op
		}
		if sum += s.inOneRow(w, &a.y, a); sum >= a.cost {
			break
		}
		w.clear(&a.local, done)
	}
	return sum
}

// still says whether bytes stand where they are wanted, all of them in one input.
func (w *width) still(want *vector) bool {
	first := -1
	for i, at := range want[:w.n] {
		if !moves(at) {
			continue
		}
		if first < 0 {
			first = w.input(at)
		}
		if w.index(at) != i || w.input(at) != first {
			return false
		}
	}
	return true
}

// inOneRow is what a row takes at least that makes bytes of one input: those that are no words are one row's work, or nobody's who is not asked more.
func (s *state) inOneRow(w *width, want *vector, a *attempt) int {
	if !w.someZero(want) && w.still(want) {
		return 0
	}
	if w.unary.find(w.grid, want, 0, false) != nil {
		return s.weights.Op
	}
	switch one := s.loads > 0 && w.unary.find(w.grid, want, 0, true) != nil; {
	case one && s.loads < s.most:
		return s.weights.Op // its constant may be another's
	case one:
		return s.weights.Op + s.weights.Constant
	}
	return dear
}

// clear wants zeros where a group has been made.
func (w *width) clear(want *vector, done group) {
	for i, at := range want[:w.n] {
		if moves(at) && done.has(i) {
			want[i] = zero
		}
	}
}

// acrossInTurn is acrossThenWithin for units of one size, in so many turns.
func (s *state) acrossInTurn(p *problem, want *vector, u, turns int, a *attempt) (node, bool) {
	w := p.w
	if turns > 1 && w.or == nil {
		return 0, false
	}
	a.local = *want
	first, second := noNode, noNode // what the turns so far have made: one, or two that are to be joined with a third
	joins := w.ors(turns)
	for turn := range turns {
		done := w.unitsAcross(&a.local, u, &a.x, &a.y)
		rest := turns - 1 - turn + joins // ops at least
		v, ok := s.make(p, &a.x, 0, s.room(a, rest+1))
		if ok {
			a.sub.w, a.sub.in[0] = w, v
			v, ok = s.make(&a.sub, &a.y, 0, s.room(a, rest))
		}
		switch {
		case !ok:
			return 0, false
		case first == noNode:
			first = v
		case second == noNode && w.or3 != nil && turn < turns-1:
			second = v
		default:
			if first, ok = s.orAll(w, first, second, v); !ok {
				return 0, false
			}
			second = noNode
			joins--
		}
		w.clear(&a.local, done)
	}
	return first, true
}

// noNode stands for a value that there is not.
const noNode node = -1

// orAll joins two values, or three.
func (s *state) orAll(w *width, x, y, z node) (node, bool) {
	if y == noNode {
		return s.plain(w.or, 0, [mostOperands]node{x, z}, 2)
	}
	return s.plain(w.or3, 0, [mostOperands]node{x, y, z}, 3)
}

// everyByte is the group of all bytes.
const everyByte = ^group(0)

// unitsAcross finds a place for each unit in the blocks that have bytes of it. What finds no room any more is not in the group, and zero.
func (w *width) unitsAcross(want *vector, u int, x, y *vector) group {
	*x, *y = anything, anything
	placed := everyByte
	for to := 0; to < w.n; to += block {
		var units [block]atom // the first byte of the unit at a place, one more; 0 is none
		for i := to; i < to+block; i++ {
			at := want[i]
			if !moves(at) {
				y[i] = at
				continue
			}
			first := at &^ atom(u-1)
			k := w.place(&units, first, u)
			if k < 0 {
				placed &^= 1 << i
				y[i] = zero
				continue
			}
			units[k] = first + 1
			from := to + k*u + int(at&atom(u-1))
			x[from], y[i] = at, w.at(0, from)
		}
	}
	return placed
}

// place is where a unit stands in a block, or may stand, or -1. It may best stand where it stands in its own.
func (g grid) place(units *[block]atom, first atom, u int) int {
	n, own, free := block/u, g.index(first)%block/u, -1
	for k := range n {
		switch {
		case units[k] == first+1:
			return k
		case units[k] == 0 && (free < 0 || k == own):
			free = k
		}
	}
	return free
}

// Which of the units are eight bytes, four and two.
const (
	qwords = 1
	dwords = 2
	words  = 3
)

// byCrossingFirst is byCrossing where no row moves dwords to other blocks: it is the best mostly, and what comes behind it ends soon then.
func byCrossingFirst(s *state, p *problem, want *vector, depth int, a *attempt) {
	if p.w.crosses[dwords] == 0 {
		s.byCrossing(p, want, depth, a)
	}
}

// byCrossingAtLast is byCrossing where a row does that by a constant.
func byCrossingAtLast(s *state, p *problem, want *vector, depth int, a *attempt) {
	if p.w.crosses[dwords] > 0 {
		s.byCrossing(p, want, depth, a)
	}
}

// byCrossing makes what stays in its block, and what comes from another. Of words, one row has to do that without a constant.
//
//	want    a3 a1 a5 _ | b0 _ b4 b0        stays   a3 a1 _ _ | _ _ b4 _        crosses   _ _ a5 _ | b0 _ _ b0
func (s *state) byCrossing(p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	few := a.grain < dword // one row makes words that cross, or it takes long
	if w.n != 2*block || s.level > 2 || few && (s.level > 2 || a.grain < 2*w.finest) {
		return
	}
	stays, crosses := w.crossing(want)
	a.local = anything
	for i, at := range want[:w.n] {
		if crosses.has(i) {
			a.local[i] = at
		}
	}
	if stays != 0 && crosses != 0 && (!few || s.rowFor(s.question(p, &a.local), p, false) != nil) {
		s.eitherBlend(p, want, stays, crosses, depth, a)
	}
}

// crossing are the bytes that stay in their block, and those that come from another one.
func (g grid) crossing(want *vector) (stays, crosses group) {
	for i, at := range want[:g.n] {
		switch {
		case !moves(at):
		case g.index(at)/block == i/block:
			stays |= 1 << i
		default:
			crosses |= 1 << i
		}
	}
	return stays, crosses
}
