package quick

// packHalves makes the words of both halves of a pack, a.x and a.y, and packs them. Of which nobody cares it is the other one, since an input may have to be copied for it.
// Both read the same two inputs mostly, and rows overwrite what they read. Each half is made as if it were alone, and where that takes copies, again so that it spares what the other one reads:
//
//	movdqa    x, lo                             pshufd    x, lo, 232
//	shufps    x, hi, 18                         pshuflw   y, hi, 39
//	shufps    lo, hi, 49      reads both        punpckldq x, y
//	                                            shufps    hi, lo, 19
func (s *state) packHalves(depth int, a *attempt) {
	p := &a.half
	low, high := p.w.nothing(&a.x), p.w.nothing(&a.y)
	first, loads := s.n, s.loads
	var x, y node
	ok := true
	s.packing = true
	if !low {
		x, ok = s.make(p, &a.x, depth, s.room(a, 1)-s.least(p, &a.y, depth))
	}
	s.halves[0].cut(s, first, loads, x)
	middle, left := s.n, s.loads
	if y = x; ok && !high {
		y, ok = s.make(p, &a.y, depth, s.room(a, 1))
	}
	s.packing = false
	if low {
		x = y
	}
	if !ok {
		return
	}
	s.halves[1].cut(s, middle, left, y)
	alone := s.cost(middle, &s.weights)
	s.n = middle
	alone += s.cost(a.first, &s.weights) + s.weights.Op
	s.n += s.halves[1].n
	if s.packed(x, y, a); !low && !high && s.copies(a.first) > 0 {
		s.packAnew(first, loads, alone, a)
	}
	if !low && !high {
		s.n, s.loads = first, loads
		s.beginAlike(a)
	}
}

// packAnew makes the halves again, each beside the other one as long as that helps, and then both if one overwrites what the other one reads: the pack costs more than each of them alone.
func (s *state) packAnew(first, loads, alone int, a *attempt) {
	for k, same := 0, 0; same < 2; k, same = 1-k, same+1 {
		cost := a.cost
		s.n, s.loads = first, loads
		if s.halfAnew(k, a); a.cost < cost {
			same = 0
		}
	}
	for k := 0; k < 2 && a.cost > alone; k++ {
		s.n, s.loads = first, loads
		s.bothAnew(k, a)
	}
}

// packed packs two halves. Rows that overwrite what others read are put behind those for that, and then where they were: who packs halves that are made again goes on with the others.
func (s *state) packed(x, y node, a *attempt) {
	v, ok := s.plain(a.half.w.bytes.row, 0, [mostOperands]node{x, y}, 2)
	n := 0
	if ok && s.n <= mostOrdered {
		n = copy(s.unpacked[:], s.step[:s.n])
		v = s.overwriteLast(a.first, v)
	}
	s.note(a, v, ok)
	copy(s.step[:n], s.unpacked[:n])
}

// halfAnew makes half k behind the other one, which is as it was, so that it spares what that overwrites. If the pack gets cheaper, that half is kept.
func (s *state) halfAnew(k int, a *attempt) {
	want := [...]*vector{&a.x, &a.y}[k]
	first, cost := s.n, a.cost
	var of [2]node
	var ok bool
	if of[1-k], ok = s.halves[1-k].paste(s, first); !ok {
		return
	}
	middle, loads := s.n, s.loads
	for _, byChains := range [...]bool{false, true} {
		s.n, s.loads = middle, loads
		if byChains {
			of[k], ok = s.chainsAnew(want, a)
		} else {
			of[k], ok = s.sparing(&a.half, want, s.overwritten(first, a.half.nodes(want)), s.room(a, 1))
		}
		if !ok {
			continue
		}
		s.anew.cut(s, middle, loads, of[k])
		if s.packed(of[0], of[1], a); a.cost < cost {
			cost, s.halves[k] = a.cost, s.anew
		}
	}
}

// bothAnew makes half k so that it spares all that the other one reads, and then the other one, so that it spares what half k overwrites all the same.
func (s *state) bothAnew(k int, a *attempt) {
	p, first := &a.half, s.n
	want := [...]*vector{&a.x, &a.y}
	reads := p.nodes(want[1-k])
	var of [2]node
	var ok bool
	if of[k], ok = s.sparing(p, want[k], reads, s.room(a, 1)-s.least(p, want[1-k], 0)); !ok {
		return
	}
	if of[1-k], ok = s.sparing(p, want[1-k], s.overwritten(first, reads), s.room(a, 1)); ok {
		s.packed(of[0], of[1], a)
	}
}
