package quick

import "math/bits"

// byNarrowing packs the bytes of two inputs of which only the even ones are wanted, or only the odd ones, and moves what it has then as bytes of one.
//
//	want    b12 b14 a0 a2 …                                       every second byte
//	x, y    a0 z a2 z …  and  b0 z b2 z …                         pand; of odd ones psrlw
//	packed  a0 a2 a4 … a14 b0 b2 … b14                            packuswb
//	moved   b12 b14 a0 a2 …                                       as words
func byNarrowing(s *state, p *problem, want *vector, depth int, a *attempt) {
	w := p.w
	inputs := a.reads
	if w.bytes == nil || w.finest == 1 || a.grain > 1 || bits.OnesCount16(inputs) > 2 {
		return
	}
	odd := -1
	in := [2]int{bits.TrailingZeros16(inputs), bits.Len16(inputs) - 1}
	a.local = *want
	for i, at := range want[:w.n] {
		if !moves(at) {
			continue
		}
		if odd >= 0 && odd != int(at%2) {
			return
		}
		odd = int(at % 2)
		to := w.index(at) / 2
		if w.input(at) != in[0] {
			to += w.n / 2
		}
		a.local[i] = w.at(0, to)
	}
	if odd < 0 {
		return
	}
	v, ok := s.narrowed(p, in, odd, a)
	if ok {
		a.sub.w, a.sub.in[0] = w, v
		v, ok = s.make(&a.sub, &a.local, depth, s.room(a, 0))
	}
	s.take(a, v, ok)
}

// narrowed packs the even bytes of two inputs, or the odd ones.
func (s *state) narrowed(p *problem, in [2]int, odd int, a *attempt) (v node, ok bool) {
	w := p.w
	var values [mostOperands]node
	for k := range in {
		if k == 1 && in[0] == in[1] {
			values[1] = values[0]
			break
		}
		a.z = anything
		for i := 0; i < w.n; i += 2 {
			a.z[i], a.z[i+1] = w.at(in[k], i+odd), zero
		}
		if values[k], ok = s.anyRow(p, &a.z); !ok {
			return 0, false
		}
	}
	return s.plain(w.bytes.row, 0, values, 2)
}
