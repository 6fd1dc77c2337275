package quick

import "math/bits"

// What no row blends, two may: one takes words of two inputs, the same ones in both blocks, and the other takes dwords of one input back.
//
//	want     a0 b1 a2 a3 | a8 a9 b10 a11
//	words    a0 b1 b2 a3 | a8 b9 b10 a11
//	dwords         a2 a3 | a8 a9
type twoBlends struct {
	words  vector // of inputs 0 and 1
	dwords vector // of one of these, and of what the words are, which is input 2
}

// blendRows notes whether there are such two rows, and none that does alone what they do.
func (w *width) blendRows() {
	words, dwords, alone := anything, anything, anything
	for i := range w.n {
		words[i], dwords[i], alone[i] = w.at(i/2%2, i), w.at((i/4+i/block)%2, i), w.at((i/2+i/block)%2, i)
	}
	w.blendsWords = w.n == block && w.joined(&words) != nil
	w.twoBlends = w.n == 2*block && w.joined(&words) != nil && w.joined(&dwords) != nil && w.joined(&alone) == nil
}

// joined is a row without a constant that does what is wanted of inputs 0 and 1.
func (w *width) joined(want *vector) *effect {
	e, _ := w.binary.findTwo(w.grid, want, false, [2]bool{})
	return e
}

// find finds two blends. Bytes of both inputs stand in their places.
func (b *twoBlends) find(w *width, both *vector) bool {
	if !w.twoBlends {
		return false
	}
	b.words, b.dwords = anything, anything
	return b.back(w, both, 0) || b.back(w, both, 1)
}

// back takes dwords of one input back.
func (b *twoBlends) back(w *width, both *vector, input int) bool {
	for at := 0; at < block; at += 4 {
		ok := false
		for _, keep := range [...][2]bool{{true, true}, {true, false}, {false, true}} {
			if ok = b.column(w, both, at, keep, input); ok {
				break
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// column decides on a dword of each block: which blocks keep the words, and the others are taken back.
func (b *twoBlends) column(w *width, both *vector, at int, keep [2]bool, input int) bool {
	var word [2]int // the input of each, and one more
	for h, kept := range keep {
		for i := h*block + at; i < h*block+at+4; i++ {
			b.words[i], b.dwords[i] = free, w.at(2, i)
			if from := both[i]; from == free {
				continue
			} else if k := w.input(from); !kept {
				if k != input {
					return false
				}
			} else if was := &word[i%4/2]; *was == 0 || *was == k+1 {
				*was = k + 1
			} else {
				return false
			}
		}
	}
	for h, kept := range keep {
		for i := h*block + at; i < h*block+at+4; i++ {
			if b.words[i] = w.at(max(word[i%4/2]-1, 0), i); !kept {
				b.dwords[i] = w.at(input, i)
			}
		}
	}
	return true
}

// blendedTwice joins two values in which all bytes are in their places by two rows.
func (s *state) blendedTwice(p *problem, both *vector) (node, bool) {
	b := &s.blends
	if !b.find(p.w, both) {
		return 0, false
	}
	v, ok := s.oneRow(p, &b.words, false)
	if ok {
		p.in[2] = v
		v, ok = s.oneRow(p, &b.dwords, false)
	}
	return v, ok
}

// twiceBlended is what is wanted of two inputs, each byte in its place, by two rows where none does it without a constant.
//
//	want    a0 b1 a2 a3 | a8 a9 b10 a11        vpblendw, vblendps
func twiceBlended(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if !w.twoBlends || bits.OnesCount16(a.reads) != 2 || s.room(a, 2) < 0 {
		return
	}
	for i, at := range want[:w.n] {
		if at == zero || moves(at) && w.index(at) != i {
			return
		}
	}
	first, second := bits.TrailingZeros16(a.reads), bits.Len16(a.reads)-1
	a.both = w.renamed(want, first, second)
	a.sub.w, a.sub.in[0], a.sub.in[1] = w, p.in[first], p.in[second]
	v, ok := s.blendedTwice(&a.sub, &a.both)
	s.take(a, v, ok)
}
