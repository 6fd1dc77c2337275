package quick

// byDistance moves together what moves equally far from one input, with zeros elsewhere, and joins all by ors. Where no row does that, bytes beside one another are shifted to the upper end,
// to the lower one, and to their place. It takes no constant, and is for those who may load none: whoever may clears bytes for less,
// unless two shifts do.
//
//	want   a3 b7 a5 …        a3 z a5 …  |  z b7 z …        b7:  up, z … z b7, down, b7 z … z, and up by one
func byDistance(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.or == nil || s.loads > 0 && (w.finest == 1 || s.level > 2 || w.distances(want) != 2 || w.someZero(want)) {
		return
	}
	var done group
	var have node
	for lo, at := range want[:w.n] {
		if !moves(at) || done.has(lo) {
			continue
		}
		some := done != 0
		together, run := group(0), true
		hi := lo
		for i := lo; i < w.n; i++ {
			if same := moves(want[i]) && want[i]-at == atom(i-lo); same && w.input(want[i]) == w.input(at) {
				together |= 1 << i
				if run {
					hi = i
				}
			} else {
				run = false
			}
		}
		a.x = allZero.cut(w.n)
		for i, want := range want[:w.n] {
			if want == free || together.has(i) {
				a.x[i] = want
			}
		}
		v, ok := s.oneRow(p, &a.x, false)
		if !ok {
			together = 1<<(hi+1) - 1<<lo
			a.sub.w, a.sub.in[0] = w, p.in[w.input(at)]
			v, ok = s.isolated(a, lo, hi, w.index(at))
		}
		if ok && some {
			v, ok = s.plain(w.or, 0, [mostOperands]node{have, v}, 2)
		}
		if have, done = v, done|together; !ok || s.room(a, 0) <= 0 {
			s.take(a, 0, false)
			return
		}
	}
	s.take(a, have, done != 0)
}

// slidOver is for what moves equally far but for the rest, which moves equally far too: a row moves the one, and another moves the rest over it.
//
//	want   _ _ b7 _ _ _ _ b4        vslidedown b, 5      b5 b6 b7 …        vslideup x, b, 3      b5 b6 b7 b0 b1 b2 b3 b4
func slidOver(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.distances(want) != 2 {
		return
	}
	of := func(i int) atom { return want[i] - atom(i) }
	first, second := noPlace, noPlace
	for i := range want[:w.n] {
		switch {
		case !moves(want[i]):
		case first == noPlace:
			first = i
		case second == noPlace && of(i) != of(first):
			second = i
		}
	}
	for _, under := range [...]int{first, second} {
		over := w.input(want[first+second-under])
		a.x, a.y = anything, anything
		ok := true
		for i, at := range want[:w.n] {
			switch {
			case at == zero:
				a.y[i] = zero
			case at == free:
			case of(i) == of(under):
				a.x[i], a.y[i] = at, w.at(0, i)
			default:
				a.y[i] = w.at(1, w.index(at))
				ok = ok && w.input(at) == over // and not the next input behind its end
			}
		}
		var v node
		if ok {
			v, ok = s.oneRow(p, &a.x, false)
		}
		if ok {
			a.sub.w, a.sub.in[0], a.sub.in[1] = w, v, p.in[over]
			v, ok = s.oneRow(&a.sub, &a.y, false)
		}
		s.take(a, v, ok)
	}
}

// noPlace is behind all places.
const noPlace = mostBytes

// distances are how many places inputs are moved by, up to three.
func (g grid) distances(want *vector) (n int) {
	var known [2]atom
next:
	for i, at := range want[:g.n] {
		if !moves(at) {
			continue
		}
		for _, d := range known[:n] {
			if at-atom(i) == d {
				continue next
			}
		}
		if n == len(known) {
			return n + 1
		}
		known[n], n = at-atom(i), n+1
	}
	return n
}

// isolated is bytes from one on of the value in a.sub, moved to lo up to hi, with zeros elsewhere.
func (s *state) isolated(a *attempt, lo, hi, from int) (node, bool) {
	w := a.sub.w
	for _, up := range [...]int{w.n - 1 - (from + hi - lo), hi - lo - (w.n - 1), lo} {
		if up == 0 {
			continue
		}
		a.y = allZero.cut(w.n)
		for i := range w.n {
			if i-up >= 0 && i-up < w.n {
				a.y[i] = w.at(0, i-up)
			}
		}
		v, ok := s.oneRow(&a.sub, &a.y, false)
		if !ok {
			return 0, false
		}
		a.sub.in[0] = v
	}
	return a.sub.in[0], true
}
