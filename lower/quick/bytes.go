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
	inputs := bits.Len16(w.reads(want))
	if 2*inputs > w.inputs() {
		return
	}
	a.half.w = w
	var used uint16
	for k, part := range [2]*vector{&a.x, &a.y} {
		*part = anything
		for i, at := range want[8*k : 8*k+8] {
			switch {
			case at == zero:
				part[2*i], part[2*i+1] = zero, zero
			case moves(at):
				in, j := 2*w.input(at)+w.index(at)/8, w.index(at)%8
				used |= 1 << in
				part[2*i], part[2*i+1] = w.at(in, 2*j), w.at(in, 2*j+1)
			}
		}
	}
	ok := true
	for in := range 2 * inputs {
		if used>>in&1 == 1 && ok {
			e := w.widen[in%2]
			a.half.in[in], ok = s.use(p, e, &e.choices[0], 0, [2]node{p.in[in/2]})
		}
	}
	var x, y node
	if ok {
		x, ok = s.make(&a.half, &a.x, depth, s.room(a, 1)-s.least(&a.half, &a.y, depth))
	}
	if ok {
		y, ok = s.make(&a.half, &a.y, depth, s.room(a, 1))
	}
	if ok {
		x, ok = s.plain(w.bytes.row, 0, [mostOperands]node{x, y}, 2)
	}
	s.take(a, x, ok)
}
