package svp64

// whole looks for moves without predicates: both walks visit all subvectors.
func (f *finder) whole() {
	f.shapes(func(s *shape) {
		for vl := 1; vl <= MaxVL && !f.enough(); vl++ {
			if (s.scalarSrc || s.scalarDst) && vl == 1 || s.scalarDst && vl > Lanes {
				continue // as without a scalar, or as with fewer
			}
			over := vl
			if s.scalarDst {
				over = 1
			}
			s.lanes(over, vl > 1, func() {
				if s.plausible(len(s.live) * over) {
					f.wholeOrders(s, vl, over)
				}
			})
		}
	})
}

// wholeOrders tries the orders that differ. Walks of one lane or of one subvector have one, and both loops inside out are as neither.
func (f *finder) wholeOrders(s *shape, vl, over int) {
	for order := range 3 {
		s.pack, s.unpack = order == 1, order == 2
		if order > 0 && (vl == 1 || len(s.live) == 1) || s.scalarDst && !s.pack {
			continue
		}
		for _, s.subVL = range s.subVLs() {
			p := problem{shape: s, from: vl, to: over, dest: counted(over), straight: true, limit: vl}
			if x, ok := f.solve(&p); ok {
				x.src, x.dst = allOf(vl), allOf(vl)
				f.take(s, &x, vl, false)
			}
			if f.enough() {
				return
			}
		}
	}
}

// masked looks for moves under predicates.
func (f *finder) masked() {
	f.floor = 2*predicateCost - 1 // one register of predicates, whatever else there is
	f.shapes(func(s *shape) {
		for _, s.n = range [...]int{4, 3, 2, 1} {
			need := 0
			for k, must := range s.must {
				if must {
					need |= 1 << (k % s.n)
				}
			}
			for set := need; set < 1<<s.n; set = (set + 1) | need {
				s.live = s.live[:0]
				for j := range s.n {
					if set>>j&1 != 0 {
						s.live = append(s.live, j)
					}
				}
				if len(s.live) > 0 {
					f.maskedOrders(s)
				}
				if f.enough() {
					return
				}
			}
		}
	})
}

func (f *finder) maskedOrders(s *shape) {
	for order := range 4 {
		s.pack, s.unpack = order&1 != 0, order&2 != 0
		if order > 0 && len(s.live) == 1 || s.scalarDst && s.unpack {
			continue
		}
		for zeroing := range 4 {
			s.sz, s.dz = zeroing&1 != 0, zeroing&2 != 0
			switch {
			case s.scalarDst:
				f.oneSubvector(s)
			case !s.sz && !s.dz:
				f.chosen(s)
			case s.sz && s.dz:
				f.bothZeroing(s)
			case s.dz:
				f.zeroingDestination(s)
			default:
				f.zeroingSource(s)
			}
			if f.enough() {
				return
			}
		}
	}
	s.sz, s.dz = false, false
}

// try solves a problem for each length of the source's subvectors. Its vectors have as many subvectors as those that take part need, and at least vl.
func (f *finder) try(p problem, vl int) {
	for _, p.subVL = range p.subVLs() {
		if x, ok := f.solve(&p); ok {
			n := max(vl, lengthOf(x.src), lengthOf(x.dst))
			if p.straight { // what is behind the end of a walk does not count
				x.src |= allOf(n) &^ allOf(p.from)
			}
			if p.dz {
				x.dst |= allOf(n) &^ allOf(p.to)
			}
			if p.scalarDst {
				x.dst = allOf(n)
			}
			f.take(p.shape, &x, n, true)
		}
		if f.enough() {
			return
		}
	}
}

// chosen is without zeroing: each side's predicate chooses its subvectors freely.
//
//	destination's walk     source's walk        numbers of subvectors
//	by subvectors          by subvectors        the same
//	by subvectors          by lanes             as many in the source, or more
//	by lanes               by subvectors        as many in the source, or fewer
//	by lanes               by lanes             any, but not the same, which is the first line again
func (f *finder) chosen(s *shape) {
	for to := 1; to <= MaxVL; to++ {
		least, most := to, to
		if s.unpack {
			least = (to + len(s.live) - 1) / len(s.live)
		}
		if s.pack {
			most = MaxVL
		}
		for from := least; from <= most; from++ {
			if s.pack && s.unpack && from == to || !s.plausible(len(s.live)*min(from, to)) {
				continue
			}
			for dest := range f.destinations(s, to, len(s.live)*min(from, to)) {
				f.try(problem{shape: s, from: from, to: to, dest: dest, limit: MaxVL}, 1)
				if f.enough() {
					return
				}
			}
		}
	}
}

// zeroingDestination is with dz: the destination's walk visits all subvectors until the source's ends.
func (f *finder) zeroingDestination(s *shape) {
	for to := 1; to <= MaxVL; to++ {
		least := to
		if s.unpack {
			least = 1
		}
		for from := least; from <= to; from++ {
			if places := len(s.live) * from; s.plausible(places) && s.covers(counted(to), places) {
				limit := to
				if !s.unpack { // subvectors behind those that are reached may be as many as the source needs
					limit = MaxVL
				}
				f.try(problem{shape: s, from: from, to: to, dest: counted(to), zeroed: s.clear(counted(to), places), limit: limit}, to)
			}
			if f.enough() {
				return
			}
		}
	}
}

// zeroingSource is with sz: the source's walk visits all subvectors until the destination's ends.
func (f *finder) zeroingSource(s *shape) {
	for to := 1; to <= MaxVL; to++ {
		most := to
		if s.pack {
			most = MaxVL
		}
		if !s.plausible(len(s.live) * to) {
			continue
		}
		for dest := range f.destinations(s, to, len(s.live)*to) {
			for from := to; from <= most; from++ {
				if s.pack && from <= dest[len(dest)-1] {
					continue // the source's walk visits as many subvectors as there are
				}
				vl := 1
				if s.pack {
					vl = from
				}
				f.try(problem{shape: s, from: from, to: to, dest: dest, straight: true, flags: true, limit: from}, vl)
				if f.enough() {
					return
				}
			}
		}
	}
}

// bothZeroing is with zz: both walks visit all subvectors.
func (f *finder) bothZeroing(s *shape) {
	if s.pack && s.unpack {
		return // as neither
	}
	for vl := 1; vl <= MaxVL; vl++ {
		if places := len(s.live) * vl; s.plausible(places) && s.covers(counted(vl), places) {
			f.try(problem{shape: s, from: vl, to: vl, dest: counted(vl), zeroed: s.clear(counted(vl), places), straight: true, flags: true, limit: vl}, vl)
		}
		if f.enough() {
			return
		}
	}
}

// oneSubvector is a scalar destination: it takes one subvector, and the source's walk by lanes as many as there are lanes.
func (f *finder) oneSubvector(s *shape) {
	if s.dz || !s.covers(counted(1), len(s.live)) {
		return
	}
	most := 1
	if s.pack {
		most = len(s.live)
	}
	for from := 1; from <= most; from++ {
		f.try(problem{shape: s, from: from, to: 1, dest: counted(1), straight: s.sz, flags: s.sz, limit: MaxVL}, from)
	}
}

// covers says whether a destination's walk over these subvectors, which ends after so many places, writes all that must be and nothing that is kept.
func (s *shape) covers(dest []int, places int) bool {
	for k, d := range dest {
		if may, _ := s.writable(d, k, len(dest), places); !may {
			return false
		}
	}
	return !s.beyond(len(dest) * s.n)
}
