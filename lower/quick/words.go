package quick

import "slices"

// words is what every block wants as words of itself, if all want the same of one input.
//
//	32 bytes   a1 a0 _ a3 … | a9 a8 a10 _ …        1 0 2 3 …
func (w *width) words(want *vector) (words [8]int8, input int, ok bool) {
	input = -1
	for i := range words {
		words[i] = unwanted
	}
	for i, a := range want[:w.n] {
		switch {
		case a == free:
		case !moves(a) || w.index(a)%2 != i%2 || w.index(a)/block != i/block || input >= 0 && input != w.input(a):
			return words, 0, false
		default:
			at, word := int8(w.index(a)%block/2), &words[i%block/2]
			if *word != unwanted && *word != at {
				return words, 0, false
			}
			*word, input = at, w.input(a)
		}
	}
	return words, input, input >= 0
}

// inBlocks is words moved in every block.
func (w *width) inBlocks(words *[8]int8, v *vector) {
	*v = anything
	for i := range w.n {
		if k := words[i%block/2]; k != unwanted {
			v[i] = w.at(0, i&^(block-1)+int(2*k)+i%2)
		}
	}
}

// byWords is a chain of shuffles of words and of pairs of words.
func byWords(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.pairs == nil {
		return
	}
	words, input, ok := w.words(want)
	if !ok {
		return
	}
	if asks := asksOf(&words); inOne(&asks) {
		var c chain
		if c.find(&s.known, &words, s.below(a, 0)) {
			v, ok := s.chained(p, &c, p.in[input], a)
			s.take(a, v, ok)
		}
		s.chainedAgain(p, &words, p.in[input], a)
		s.slidLast(p, &words, p.in[input], a)
		return
	}
	for h := range 2 {
		s.balanced(p, &words, h, &itself, [2]node{p.in[input]}, a)
	}
}

// chainedAgain makes words of what a chain began with that is there already: another value was made of the same one.
//
//	there    pshufhw x     0 1 2 3 | 4 7 6 7        pshufd, pshuflw
//	wanted   _ _ 7 0 | 4 4 7 _                      of that:  pshufd, pshufhw
func (s *state) chainedAgain(p *problem, words *[8]int8, v node, a *attempt) {
	w := p.w
	for i := range a.first {
		t := &s.step[i]
		if t.operands != 1 || t.args[0] != v {
			continue
		}
		for _, e := range [...]*effect{w.within[0], w.within[1], w.pairs} {
			if e.row != t.row {
				continue
			}
			places, ok := e.placesOf(w, int(t.imm), words)
			var c chain
			if ok && c.find(&s.known, &places, s.below(a, 0)) {
				v, ok := s.chained(p, &c, node(s.inputs+i), a)
				s.take(a, v, ok)
			}
		}
	}
}

// placesOf is where words stand that a row has moved, if it has kept all of them.
func (e *effect) placesOf(w *width, imm int, words *[8]int8) (places [8]int8, ok bool) {
	c := slices.Index(e.value, uint16(imm))
	if c < 0 {
		return places, false
	}
	for i, word := range words {
		if places[i] = unwanted; word == unwanted {
			continue
		}
		for at := range 8 {
			if e.choices[c][2*at] == w.at(0, int(2*word)) && (places[i] == unwanted || at == i) {
				places[i] = int8(at)
			}
		}
		if places[i] == unwanted {
			return places, false
		}
	}
	return places, true
}

// chained adds the rows of a chain.
func (s *state) chained(p *problem, c *chain, v node, a *attempt) (node, bool) {
	w := p.w
	ok := true
	row := func(e *effect, words [8]int8) {
		if !ok {
			return
		}
		w.inBlocks(&words, &a.z)
		v, ok = s.use(p, e, &a.z, 0, [2]node{v})
	}
	now := [8]int8{0, 1, 2, 3, 4, 5, 6, 7}
	for k := range w.within {
		h := k
		if c.upperFirst {
			h = 1 - k
		}
		if e := w.within[h]; c.before[h] {
			first := halfOf(c.first, h)
			w.inBlocks(&first, &a.z)
			if made, begun := s.doing(e, &a.z, &[mostOperands]node{v}); begun {
				v = made
			} else {
				row(e, othersStay(first))
			}
			copy(now[4*h:4*h+4], c.first[4*h:4*h+4])
		}
	}
	if !c.still() {
		var moved, after [8]int8
		for j, pair := range c.pairs {
			for b := range int8(2) {
				moved[2*j+int(b)], after[2*j+int(b)] = 2*pair+b, now[2*pair+b]
			}
		}
		row(w.pairs, moved)
		now = after
	}
	for h, e := range w.within {
		if !c.after[h] {
			continue
		}
		places := noWords
		for i := 4 * h; i < 4*h+4; i++ {
			for at := 4 * h; at < 4*h+4 && c.wanted[i] != unwanted; at++ {
				if now[at] == c.wanted[i] {
					places[i] = int8(at)
					break
				}
			}
		}
		for i := 4 - 4*h; i < 8-4*h; i++ {
			places[i] = int8(i)
		}
		row(e, places)
	}
	return v, ok
}

// halfOf are the words of one half, the others staying.
func halfOf(words [8]int8, h int) [8]int8 {
	for i := 4 - 4*h; i < 8-4*h; i++ {
		words[i] = int8(i)
	}
	return words
}

// othersStay lets words stay of which nobody cares: another chain may begin with the same row.
func othersStay(words [8]int8) [8]int8 {
	for i := range words {
		if words[i] == unwanted {
			words[i] = int8(i)
		}
	}
	return words
}

// balanced begins with a chain that takes words apart of which one half wants three of one half: two of them stay together, and the third moves to the other half.
//
//	wanted below   0 1 2 7       first   0 1 4 5 | 2 3 6 7      then two of each half
func (s *state) balanced(p *problem, words *[8]int8, h int, v *wordValue, in [2]node, a *attempt) {
	for _, pairing := range pairingsOfHalf {
		for other := range int8(2) {
			begin := apartOf(h, pairing, other)
			renamed := begin.over(words)
			var c chain
			if !c.find(&s.known, &renamed, s.below(a, v.ops+begin.ops())) {
				continue
			}
			first, ok := s.wordValue(v, in)
			for _, part := range [...]*chain{&begin, &c} {
				if ok {
					first, ok = s.chained(p, part, first, a)
				}
			}
			s.take(a, first, ok)
		}
	}
}

// apartOf is a chain that takes apart the words of half h: the first two of the pairing stay in a half, and the others move to the other one, in place of one of its pairs.
func apartOf(h int, pairing [4]int8, other int8) chain {
	c := chain{wanted: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, pairs: [4]int8{0, 2 + other, 1, 3 - other}}
	c.first = [8]int8{0, 1, 2, 3, 4, 5, 6, 7}
	if h == 1 {
		c.pairs = [4]int8{other, 2, 1 - other, 3}
	}
	for i, k := range pairing {
		c.first[4*h+i] = int8(4*h) + k
	}
	c.before[h] = pairing != [4]int8{0, 1, 2, 3}
	return c
}

// over are words as places of what a chain makes that keeps all words, and has none behind its pairs.
func (c *chain) over(words *[8]int8) (places [8]int8) {
	var at [8]int8
	for j, pair := range c.pairs {
		for b := range int8(2) {
			at[c.first[2*pair+b]] = int8(2*j) + b
		}
	}
	places = *words
	for i, k := range words {
		if k != unwanted {
			places[i] = at[k]
		}
	}
	return places
}

// pairingsOfHalf are the ways to put four words into two pairs, each in either order. As they stand comes first.
var pairingsOfHalf = [...][4]int8{
	{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
	{2, 0, 1, 3}, {3, 0, 1, 2}, {0, 2, 3, 1}, {0, 3, 2, 1}, {2, 0, 3, 1}, {3, 0, 2, 1},
	{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
}
