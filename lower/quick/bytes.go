package quick

import "math/bits"

// byWidening moves bytes as words where rows move words better: it makes words of the bytes, moves those, and packs them.
//
//	a        0 1 2 3 … 15
//	words    0 z 1 z … 7 z      8 z 9 z … 15 z        punpcklbw, punpckhbw with zeros
//	wanted   3 z 9 z …          1 z 1 z …             words of both
//	packed   3 9 … 1 1 …                              packuswb
func byWidening(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	if w.bytes == nil || w.widen[0] == nil || w.widen[1] == nil || a.grain > 1 {
		return
	}
	inputs := bits.Len16(a.reads)
	if 2*inputs > w.inputs() {
		return
	}
	s.widenAll(p, want, depth, false, a)
	alike := false
	var apart [waysOfApart]bool
	for k := range inputs {
		if _, ok := w.parity(want, k); ok {
			alike = true
		} else {
			apart[w.wordsOfBytes(want, k).apart()] = w.pairs != nil
		}
	}
	if alike {
		s.widenAll(p, want, depth, true, a)
	}
	for far := twoApart; far < waysOfApart; far++ {
		if apart[far] {
			s.widenTogether(p, want, depth, far, a)
		}
	}
}

// widenTogether has words of both halves of an input in one half first, if they are no farther apart than that, so that one row makes words of all its bytes.
func (s *state) widenTogether(p *problem, want *vector, depth, far int, a *attempt) {
	w := p.w
	a.both, a.sub = *want, *p
	for k := range bits.Len16(a.reads) {
		m := w.wordsOfBytes(want, k)
		if _, alike := w.parity(want, k); alike || m.apart() == notApart || m.apart() > far {
			continue
		}
		var parts [2][block / 2]atom
		copy(parts[0][:], want[:block/2])
		copy(parts[1][:], want[block/2:block])
		v, _, ok := s.inOneHalf(p, k, m, s.turnedBetter(p, k, m, &parts, a), a)
		if !ok {
			s.take(a, 0, false)
			return
		}
		a.sub.in[k] = v
		for i, from := range a.local[:w.n] {
			for j, at := range want[:w.n] {
				if at == from && moves(at) {
					a.both[j] = w.at(k, i)
				}
			}
		}
	}
	s.widenAll(&a.sub, &a.both, depth, true, a)
}

// widenAll moves words of all inputs, and packs them. Of an input of which only even bytes are wanted, or only odd ones, one row makes all words, if that is said:
//
//	a        0 1 2 3 … 15
//	words    0 z 2 z … 14 z        pand; of odd ones psrlw
func (s *state) widenAll(p *problem, want *vector, depth int, alike bool, a *attempt) {
	w := p.w
	inputs := bits.Len16(w.reads(want))
	var parity [mostInputs]int
	for k := range inputs {
		parity[k] = -1
		if odd, ok := w.parity(want, k); ok && alike {
			parity[k] = odd
		}
	}
	used := w.widened(want, &parity, a)
	ok := true
	for in := range 2 * inputs {
		if used>>in&1 == 0 || !ok {
			continue
		}
		e := w.widen[in%2]
		if odd := parity[in/2]; odd < 0 {
			a.half.in[in], ok = s.use(p, e, &e.choices[0], 0, [2]node{p.in[in/2]})
			continue
		}
		a.z = anything
		for i := 0; i < w.n; i += 2 {
			a.z[i], a.z[i+1] = w.at(in/2, i+parity[in/2]), zero
		}
		a.half.in[in], ok = s.anyRow(p, &a.z)
	}
	if !ok {
		s.take(a, 0, false)
		return
	}
	s.packHalves(depth, a)
	s.n, s.loads = a.first, a.loads
}

// parity says whether the wanted bytes of an input are all even, 0, or all odd, 1.
func (g grid) parity(want *vector, input int) (odd int, ok bool) {
	var some [2]bool
	for _, at := range want[:g.n] {
		if moves(at) && g.input(at) == input {
			some[at%2] = true
		}
	}
	if some[1] {
		odd = 1
	}
	return odd, some[0] != some[1]
}

// widened writes into a.x and a.y which words are wanted for both halves: of two nodes an input, or of one where the parity of its bytes is said. It returns which nodes, a bit each.
func (w *width) widened(want *vector, parity *[mostInputs]int, a *attempt) (used uint16) {
	a.half.w = w
	for k, part := range [2]*vector{&a.x, &a.y} {
		*part = anything
		for i, at := range want[8*k : 8*k+8] {
			switch {
			case at == zero:
				part[2*i], part[2*i+1] = zero, zero
			case moves(at):
				in, j := 2*w.input(at)+w.index(at)/8, w.index(at)%8
				if parity[w.input(at)] >= 0 {
					in, j = 2*w.input(at), w.index(at)/2
				}
				used |= 1 << in
				part[2*i], part[2*i+1] = w.at(in, 2*j), w.at(in, 2*j+1)
			}
		}
	}
	return used
}
