package quick

import "math/bits"

// A group is bytes of a result, a bit each, that are made together.
type group uint64

func (m group) has(i int) bool { return m>>i&1 == 1 }

// bySource makes what comes from the first of the inputs alone, and what comes from the others. Of more than two it takes any of them together that a row without a constant
// blends with the others:
//
//	want    a7 b2 c2 b3 a5 …        a and c first, in one register        a7 _ c2 _ a5 …     and b     _ b2 _ b3 _ …
func bySource(s *state, p *problem, want *vector, depth int, a *attempt) {
	reads := a.reads
	if reads&(reads-1) == 0 {
		return
	}
	if bits.OnesCount16(reads) > 2 {
		depth++ // that ends, as there are fewer and fewer inputs
	}
	first := reads & -reads
	s.partOr(p, want, p.w.from(want, first), depth, a)
	if bits.OnesCount16(reads) <= 2 {
		s.eitherBlend(p, want, p.w.from(want, first), p.w.from(want, reads&^first), depth, a)
		return
	}
	s.partBlend(p, want, p.w.from(want, first), depth, a)
	if p.w.n > block || p.w.finest > 1 {
		return // of wide registers the halves are asked, and where bytes move slowly each of these ways takes long
	}
	for some := (reads - 1) & reads; some != 0; some = (some - 1) & reads {
		if those := p.w.from(want, some); some&first != 0 && some != first && p.w.blends(want, those, a) {
			s.partBlend(p, want, those, depth, a)
		}
	}
}

// bySourceAtOnce is bySource of two inputs with one row for each of them, where a row blends what they make.
func bySourceAtOnce(s *state, p *problem, want *vector, _ int, a *attempt) {
	if bits.OnesCount16(a.reads) != 2 || s.loads == 0 || s.level > 1 {
		return
	}
	s.parted(p, want, p.w.from(want, a.reads&-a.reads), a)
	if s.joins(p.w, &a.both) > s.weights.Op {
		return
	}
	s.sameConstant(p, a)
	left, ok := s.anyRow(p, &a.x)
	if ok {
		var right node
		if right, ok = s.anyRow(p, &a.y); ok {
			s.blended(p, left, right, a)
			return
		}
	}
	s.take(a, 0, false)
}

// blends says whether a row without a constant takes a group from one value and the rest from another, each byte in its place.
func (w *width) blends(want *vector, first group, a *attempt) bool {
	a.both = anything
	for i, at := range want[:w.n] {
		if at != free {
			k := 1
			if first.has(i) || !moves(at) {
				k = 0
			}
			a.both[i] = w.at(k, i)
		}
	}
	e, _ := w.binary.findTwo(w.grid, &a.both, false, [2]bool{})
	return e != nil
}

// from are the bytes that come from some inputs.
func (g grid) from(want *vector, inputs uint16) (those group) {
	for i, at := range want[:g.n] {
		if moves(at) && inputs>>g.input(at)&1 == 1 {
			those |= 1 << i
		}
	}
	return those
}

// partOr makes a group and the rest with zeros elsewhere, and joins them by an or:
//
//	want     a0 b3 a2 z        a0 z a2 z  |  z b3 z z
func (s *state) partOr(p *problem, want *vector, first group, depth int, a *attempt) {
	if p.w.or == nil || s.room(a, 3) <= 0 {
		return // zeros are no byte's own place: each takes an op
	}
	if a.grain > 1 && p.w.blends(want, first, a) {
		return // what makes the parts with zeros makes them with anything, and bytes that rows clear at once are found sooner with them
	}
	s.partedByZeros(p, want, first, a)
	if s.room(a, 1) <= s.least(p, &a.x, depth)+s.least(p, &a.y, depth) {
		return
	}
	left, ok := s.make(p, &a.x, depth, s.room(a, 1)-s.least(p, &a.y, depth))
	if ok {
		var right node
		if right, ok = s.make(p, &a.y, depth, s.room(a, 1)); ok {
			left, ok = s.plain(p.w.or, 0, [mostOperands]node{left, right}, 2)
		}
	}
	s.take(a, left, ok)
}

// eitherBlend blends two groups, and has the zeros with the first or with the second: where one of them is an input as it is, the other one's constant may bring them.
func (s *state) eitherBlend(p *problem, want *vector, first, second group, depth int, a *attempt) {
	s.partBlend(p, want, first, depth, a)
	if p.w.someZero(want) {
		s.partBlend(p, want, second, depth, a)
	}
}

// partBlend makes a group and the rest with anything elsewhere, each byte in its place, and joins them by a row that takes bytes of both, or by a select.
//
//	want     a0 b3 a2 z        a0 _ a2 z  and  _ b3 _ _
func (s *state) partBlend(p *problem, want *vector, first group, depth int, a *attempt) {
	s.parted(p, want, first, a)
	if s.room(a, 1) <= s.nothingOr(p, &a.x)+s.nothingOr(p, &a.y) {
		return
	}
	s.sameConstant(p, a)
	join := s.joins(p.w, &a.both)
	if s.room(a, 0)-join <= s.least(p, &a.x, depth)+s.least(p, &a.y, depth) {
		return
	}
	left, ok := s.make(p, &a.x, depth, s.room(a, 0)-join-s.least(p, &a.y, depth))
	if !ok {
		s.take(a, 0, false)
		return
	}
	right, ok := s.make(p, &a.y, depth, s.room(a, 0)-join)
	if !ok {
		s.take(a, 0, false)
		return
	}
	s.blended(p, left, right, a)
}

// partedByZeros puts a group into a.x, and the rest into a.y, zeros elsewhere.
func (s *state) partedByZeros(p *problem, want *vector, first group, a *attempt) {
	a.x, a.y = *want, *want
	for i, at := range want[:p.w.n] {
		switch {
		case !moves(at):
		case first.has(i):
			a.y[i] = zero
		default:
			a.x[i] = zero
		}
	}
}

// parted puts a group into a.x, and the rest into a.y, anything elsewhere; a.both is what joins them.
func (s *state) parted(p *problem, want *vector, first group, a *attempt) {
	a.x, a.y, a.both = anything, anything, anything
	for i, at := range want[:p.w.n] {
		switch {
		case at == free:
		case moves(at) && !first.has(i):
			a.y[i], a.both[i] = at, p.w.at(1, i)
		default:
			a.x[i], a.both[i] = at, p.w.at(0, i)
		}
	}
}

// joins is what it costs at least to join two values as both says: by one row, or by a select.
func (s *state) joins(w *width, both *vector) int {
	if e, _ := w.binary.findTwo(w.grid, both, false, [2]bool{}); e != nil {
		return s.weights.Op
	}
	if s.blends.find(w, both) {
		return 2 * s.weights.Op
	}
	return min(s.weights.Op+s.weights.Constant, 3*s.weights.Op)
}

// blended joins two values in which all bytes are in their places, as a.both says.
func (s *state) blended(p *problem, left, right node, a *attempt) {
	made, loads := s.n, s.loads
	a.sub.w, a.sub.in[0], a.sub.in[1] = p.w, left, right
	if v, ok := s.oneRow(&a.sub, &a.both, false); ok {
		s.take(a, v, true)
		return
	}
	v, ok := s.blendedTwice(&a.sub, &a.both)
	s.note(a, v, ok)
	s.n, s.loads = made, loads
	if a.grain >= dword && s.loads > 0 { // pairs of dwords may be packed twice
		v, ok = s.make(&a.sub, &a.both, 0, s.room(a, 0))
		s.note(a, v, ok)
		s.n, s.loads = made, loads
	}
	v, ok = s.oneRow(&a.sub, &a.both, true)
	s.note(a, v, ok)
	s.n, s.loads = made, loads
	v, ok = s.selected(&a.sub, &a.both)
	s.take(a, v, ok)
}

// sameConstant lets one row move both parts, by one constant that has what each of them needs. A part of several inputs stands in one register first, if its bytes have room there, or a join has them;
// and what crosses is brought into its blocks first:
//
//	x   pshufb a         3 _ _ 7        constant   3 0 5 7
//	y   pshufb b or c    _ 0 5 _
func (s *state) sameConstant(p *problem, a *attempt) {
	w := p.w
	if s.loads == 0 || s.room(a, 3) <= s.constant() {
		return
	}
	a.z = w.asOne(&a.x)
	rest := w.asOne(&a.y)
	a.z.add(&rest)
	crossed := w.unary.find(w.grid, &a.z, 0, true) == nil
	if crossed && !s.mayCross(w, a) {
		return
	}
	var of [2]node
	ok := true
	for k, part := range [2]*vector{&a.x, &a.y} {
		switch {
		case !ok:
		case crossed:
			of[k], ok = s.inBlocksFirst(p, part, a)
		default:
			of[k], ok = s.together(p, part, a)
		}
	}
	var e *effect
	if ok {
		e = w.unary.find(w.grid, &a.z, 0, true)
	}
	for k := range of {
		if ok = ok && e != nil; ok {
			of[k], ok = s.use(p, e, &a.z, 0, [2]node{of[k]})
		}
	}
	if ok {
		s.blended(p, of[0], of[1], a)
		return
	}
	s.take(a, 0, false)
}

// mayCross says whether rows bring bytes of each part into the blocks that want them, where others order them, and one row joins the parts without a constant.
func (s *state) mayCross(w *width, a *attempt) bool {
	return w.crosses[qwords] > 0 && w.finest == 1 && w.leaves(&a.z) && s.joins(w, &a.both) <= s.weights.Op
}

// inBlocksFirst is a register in which all bytes of a part of one input are in the blocks that want them: the input, or units of it moved by one row, or each byte in its place of a block. a.z is told where they stand.
func (s *state) inBlocksFirst(p *problem, part *vector, a *attempt) (node, bool) {
	w := p.w
	reads := w.reads(part)
	if !w.leaves(part) && reads&(reads-1) == 0 {
		return p.in[bits.TrailingZeros16(reads)&15], reads != 0
	}
	var there vector
	switch {
	case reads&(reads-1) != 0:
		return 0, false
	case w.turns(part, units[qwords]) <= 1:
		w.unitsAcross(part, units[qwords], &a.local, &there)
	case !w.inPlaceOfBlocks(part, &a.local, &there):
		return 0, false
	}
	for i, at := range there[:w.n] {
		if moves(at) {
			a.z[i] = at
		}
	}
	return s.make(p, &a.local, 1, s.room(a, 3)-s.constant())
}

// together is a register in which all bytes of a part are where they stand in their inputs: its input, or a blend. Or it is a join that has them, and a.z is told where they stand.
func (s *state) together(p *problem, part *vector, a *attempt) (node, bool) {
	w := p.w
	reads := w.reads(part)
	if reads&(reads-1) == 0 {
		return p.in[bits.TrailingZeros16(reads)&15], reads != 0
	}
	if w.n > block {
		return 0, false
	}
	if w.inPlace(part, &a.local) {
		return s.make(p, &a.local, 0, s.room(a, 3))
	}
	return s.joinedPart(p, part, reads, a)
}

// joinedPart is a join that has all words of a part of two inputs.
func (s *state) joinedPart(p *problem, part *vector, reads uint16, a *attempt) (node, bool) {
	w := p.w
	if bits.OnesCount16(reads) != 2 || s.room(a, 4) <= s.constant() {
		return 0, false
	}
	sets := w.wordSets(part)
	h := holding{of: [2]int{bits.TrailingZeros16(reads), bits.Len16(reads) - 1}}
	if !h.next(w, &sets, 0) {
		return 0, false
	}
	for i, b := range part[:w.n] {
		if moves(b) {
			a.z[i], _ = h.place(w, b)
		}
	}
	return s.join(p, &h)
}

// inPlace puts the bytes of a vector where they stand in their inputs, if there is room.
func (g grid) inPlace(want, there *vector) bool {
	*there = anything
	for _, at := range want[:g.n] {
		if !moves(at) {
			continue
		}
		from := g.index(at)
		if old := there[from]; old != free && old != at {
			return false
		}
		there[from] = at
	}
	return true
}

// asOne is a vector with the bytes of all inputs as those of one, each where it stands.
func (g grid) asOne(v *vector) vector {
	r := *v
	for i, at := range r[:g.n] {
		if moves(at) {
			r[i] = g.at(0, g.index(at))
		}
	}
	return r
}

// shareConstant says that the last step's constant is loaded already, by the step that made a value.
func (s *state) shareConstant(by node) {
	t := &s.step[s.n-1]
	t.loads = 0
	if t.row.Spends {
		t.spends = by - node(s.inputs) + 1
	}
	s.loads++
}

// selected is x where both has its bytes and y elsewhere: two rows that take opposite bytes by one constant, and an or.
func (s *state) selected(p *problem, both *vector) (node, bool) {
	w := p.w
	if w.keep == nil || s.loads == 0 {
		return 0, false
	}
	x, y := allZero, allZero
	for i, at := range both[:w.n] {
		if at == free || at == zero || w.input(at) == 0 {
			x[i] = w.at(0, i)
		} else {
			y[i] = w.at(0, i)
		}
	}
	kept, ok := s.use(p, w.keep, &x, 0, [2]node{p.in[0]})
	if !ok {
		return 0, false
	}
	rest, ok := s.use(p, w.drop, &y, 0, [2]node{p.in[1]})
	if !ok {
		return 0, false
	}
	s.shareConstant(kept)
	return s.plain(w.or, 0, [mostOperands]node{kept, rest}, 2)
}

// blendFirst puts the wanted bytes of all inputs into one register, each where it stands, and then moves them as bytes of one.
//
//	want  b3 a0 b1 a2        first  a0 b1 a2 b3
func blendFirst(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	reads := a.reads
	if reads&(reads-1) == 0 {
		return
	}
	if !w.inPlace(want, &a.x) || w.nothing(&a.x) {
		return
	}
	a.y = w.asOne(want)
	s.inTurn(p, depth, depth, a)
}

// byBlock takes each input and, as one more input, the input with its halves exchanged, so that all bytes stay in their blocks of 16 bytes.
//
//	want   a0 a9 a2 a3 | a8 a1 …       over a and c = vpermq a, 78:    a0 c1 a2 a3 | a8 c9 …
func byBlock(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.swap == nil || w.halfFirst(a) {
		return
	}
	reads := a.reads
	n := bits.Len16(reads)
	var crossed uint16
	a.local = *want
	for i, at := range want[:w.n] {
		if moves(at) && w.index(at)/16 != i/16 {
			k := w.input(at)
			if n+k >= w.inputs() {
				return
			}
			crossed |= 1 << k
			a.local[i] = w.at(n+k, w.index(at)^16)
		}
	}
	if crossed == 0 || s.room(a, bits.OnesCount16(crossed)) <= s.weights.Op {
		return
	}
	a.half.w, a.half.in = w, p.in
	ok := true
	for k := range n {
		if crossed>>k&1 == 1 && ok {
			a.half.in[n+k], ok = s.use(p, w.swap, &w.swapped, 0, [2]node{p.in[k]})
		}
	}
	var v node
	if ok {
		v, ok = s.make(&a.half, &a.local, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}
