package quick

import "math/bits"

// halfFirst says whether rows of the width move no units that small, so that what is made is made by halves.
func (w *width) halfFirst(a *attempt) bool { return w.half != nil && a.grain < w.finest }

// byHalves makes each half of the result in registers half as wide, or one half if both may be the same.
func byHalves(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.half == nil || w.upper == nil || w.both == nil {
		return
	}
	if a.grain < 4 && (s.level > 2 || !w.halfFirst(a)) && s.plenty() {
		return // the whole register moves words and bytes as well
	}
	depth++ // that ends, as registers are narrower and narrower
	used, ok := w.halves(p, want, a)
	if !ok {
		return
	}
	upper := used & 0xaaaa
	same, least := a.x.agrees(&a.y), 0
	if same {
		a.x.add(&a.y)
	} else {
		least = s.least(&a.half, &a.y, depth)
	}
	if s.room(a, 1+bits.OnesCount16(upper)) <= s.least(&a.half, &a.x, depth)+least {
		return
	}
	var low, high node
	alone := 0 // what the lower half costs
	if ok = s.upperHalves(p, upper, a); ok {
		room := s.room(a, 0)
		if low, ok = s.make(&a.half, &a.x, depth, s.room(a, 1)-least); ok {
			alone = room - s.room(a, 0)
		}
	}
	if high = low; ok && !same {
		high, ok = s.make(&a.half, &a.y, depth, s.room(a, 1))
	}
	if ok {
		low, ok = s.use(p, w.both, &a.both, 0, [2]node{low, high})
	}
	s.take(a, low, ok)
	if a.grain < dword && !same && s.level == 1 && alone > s.weights.Op {
		s.movedOnce(p, upper, alone, depth, a)
	}
}

// halves are what each half wants of halves of inputs, in a.x and a.y over a.half, and which of these. An upper half is not made yet: a.z does that, and a.both joins two.
func (w *width) halves(p *problem, want *vector, a *attempt) (used uint16, ok bool) {
	h := w.half
	a.half.w = h
	for k, part := range [2]*vector{&a.x, &a.y} {
		*part = anything
		for i, at := range want[k*h.n : (k+1)*h.n] {
			if moves(at) {
				in, from := 2*w.input(at)+w.index(at)/h.n, w.index(at)%h.n
				if in >= h.inputs() {
					return 0, false
				}
				at = h.at(in, from)
				used |= 1 << in
			}
			part[i] = at
		}
	}
	a.z, a.both = anything, anything
	for i := range h.n {
		a.z[i] = w.at(0, h.n+i)
		a.both[i], a.both[h.n+i] = w.at(0, i), w.at(1, i)
	}
	for k := range h.inputs() {
		if a.half.in[k] = p.in[k/2]; k%2 == 1 {
			a.half.in[k] = node(-k) // that is not made yet
		}
	}
	return used, true
}

// upperHalves makes upper halves of inputs, which are said by a bit each.
func (s *state) upperHalves(p *problem, upper uint16, a *attempt) bool {
	ok := true
	for k := range p.w.half.inputs() {
		if upper>>k&1 == 1 && ok {
			a.half.in[k], ok = s.use(p, p.w.upper, &a.z, 0, [2]node{p.in[k/2]})
		}
	}
	return ok
}

// blendForHalves puts what both halves of the result want into one half register, each byte where it stands in its own, and makes each half of it by one row more.
//
//	want    _ a9 a14 _ a15 … | a5 _ _ a14 …       vpblendw a, upper a       a8 a9 a10 a11 a12 a5 a14 a15       two vpshufb
func blendForHalves(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.half == nil || w.upper == nil || w.both == nil || s.level > 1 {
		return
	}
	h := w.half
	used, ok := w.halves(p, want, a)
	upper := used & 0xaaaa
	if !ok || used&(used-1) == 0 || s.room(a, 2+bits.OnesCount16(upper)) <= 2*s.weights.Op || !h.bothInPlace(&a.x, &a.y, &a.local) {
		return
	}
	var v node
	if ok = s.upperHalves(p, upper, a); ok {
		v, ok = s.make(&a.half, &a.local, 0, s.room(a, 3))
	}
	var both [2]node
	for k, part := range [...]*vector{&a.x, &a.y} {
		if !ok {
			break
		}
		a.sub.w, a.sub.in[0], a.local = h, v, h.asOne(part)
		both[k], ok = s.rowOrNothing(&a.sub, &a.local, true)
	}
	if ok {
		v, ok = s.use(p, w.both, &a.both, 0, both)
	}
	s.take(a, v, ok)
}

// bothInPlace puts the bytes of two vectors where they stand in their inputs, if there is room.
func (g grid) bothInPlace(x, y, there *vector) bool {
	var more vector
	if !g.inPlace(x, there) || !g.inPlace(y, &more) || !there.agrees(&more) {
		return false
	}
	there.add(&more)
	return true
}

// gatherForHalves takes a first row of half registers that brings together what both halves of the result want of two, of one input or of two, and makes each by one row more.
//
//	want   a0 b0 b0 b0 a1 … a7 b0 b0 b0       two pshufb of punpcklbw a, b
func gatherForHalves(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.half == nil || w.upper == nil || w.both == nil || s.level > 2 || s.level > 1 && (a.grain > 1 || !w.halfFirst(a)) {
		return
	}
	h := w.half
	used, ok := w.halves(p, want, a)
	upper := used & 0xaaaa
	if !ok || bits.OnesCount16(used) != 2 || s.room(a, 2+bits.OnesCount16(upper)) <= 2*s.weights.Op {
		return
	}
	if !s.upperHalves(p, upper, a) {
		s.take(a, 0, false)
		return
	}
	of := [2]int{bits.TrailingZeros16(used), bits.Len16(used) - 1}
	a.x, a.y = h.renamed(&a.x, of[0], of[1]), h.renamed(&a.y, of[0], of[1])
	s.gatheredForHalves(p, [2]node{a.half.in[of[0]], a.half.in[of[1]]}, a)
	a.x, a.y = h.renamed(&a.x, 1, 0), h.renamed(&a.y, 1, 0)
	s.gatheredForHalves(p, [2]node{a.half.in[of[1]], a.half.in[of[0]]}, a)
	s.take(a, 0, false)
}

// gatheredForHalves tries all first rows of two operands.
func (s *state) gatheredForHalves(p *problem, args [2]node, a *attempt) {
	h := p.w.half
	list := &h.gathers[1]
	for k := range list.has {
		for left := list.with(k, a.x[:h.n]) & list.with(k, a.y[:h.n]); left != 0; left &= left - 1 {
			if s.room(a, 2) <= 2*s.weights.Op {
				return
			}
			g := &list.list[64*k+bits.TrailingZeros64(left)]
			if !s.gatherHalves(p, g, args, false, a) && s.loads > 0 {
				s.gatherHalves(p, g, args, true, a)
			}
		}
	}
}

// gatherHalves tries one first row for both halves, a.x and a.y, each of which one row makes of it, by a constant if that may be. Where none may, zeros of the map itself are taken of a vector of zeros, which both halves share. It says whether nothing else can be done with the row.
//
//	low    z a10 z z z z a0 z        palignr, and pblendw with zeros
//	high   a10 z z a0 a9 z a11 z     pshufd, and pblendw with zeros        of punpcklwd, which has all of them
func (s *state) gatherHalves(p *problem, g *gather, args [2]node, loads bool, a *attempt) (done bool) {
	h := p.w.half
	parts := [...]*vector{&a.x, &a.y}
	var cleared [2]bool
	for k, part := range parts {
		if h.ordersBehind(g, part, loads, a) {
			continue
		}
		if loads || s.level > 1 || !h.someZero(part) {
			return false
		}
		if a.z, cleared[k] = h.withoutZeros(part), true; !h.ordersBehind(g, &a.z, false, a) {
			return false
		}
	}
	var operand [mostOperands]node
	for k, of := range g.use.of[:len(g.row.Src)] {
		operand[k] = args[of]
	}
	first, most := s.n, s.loads
	v, ok := s.plain(g.row, g.imm, operand, len(g.row.Src))
	var both [2]node
	for k, part := range parts {
		if !ok {
			break
		}
		a.sub.w, a.sub.in[0] = h, v
		if cleared[k] || !h.ordersBehind(g, part, true, a) {
			g.places(h, part, &a.local)
		}
		if cleared[k] {
			both[k], ok = s.rowThenZeros(a)
		} else {
			both[k], ok = s.anyRow(&a.sub, &a.local)
		}
	}
	if ok {
		v, ok = s.use(p, p.w.both, &a.both, 0, both)
	}
	s.note(a, v, ok)
	s.n, s.loads = first, most
	return cleared == [2]bool{}
}

// ordersBehind says whether one row puts what a first row has where it is wanted.
func (w *width) ordersBehind(g *gather, want *vector, loads bool, a *attempt) bool {
	e, _ := w.unary.orders(w, g, want, &a.local, nil, false)
	if e == nil && loads {
		e, _ = w.unary.orders(w, g, want, &a.local, nil, true)
	}
	return e != nil
}

// rowThenZeros makes a.local of a.sub by one row, but for its zeros, which one more takes of a vector of zeros.
func (s *state) rowThenZeros(a *attempt) (v node, ok bool) {
	h := a.sub.w
	a.z = anything
	for i, at := range a.local[:h.n] {
		switch {
		case at == zero:
			a.z[i], a.local[i] = h.at(1, i), free
		case at != free:
			a.z[i] = h.at(0, i)
		}
	}
	if v, ok = s.anyRow(&a.sub, &a.local); !ok {
		return 0, false
	}
	a.sub.in[0] = v
	if a.sub.in[1], ok = s.zeroVector(&a.sub, false); !ok {
		return 0, false
	}
	return s.oneRow(&a.sub, &a.z, false)
}
