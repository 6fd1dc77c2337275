package quick

import "math/bits"

// A chain moves the words of one block, or of each block in the same way, by rows that shuffle words within a half and rows that shuffle words in pairs:
//
//	x        0 1 2 3 4 5 6 7
//	before   2 0 _ _ 4 5 6 7      the words that one half wants of a half of x, as one pair       pshuflw, pshufhw
//	pairs    2 0 6 7 4 5 6 7      the pairs into the half that wants them                         pshufd
//	after    0 6 7 2 4 5 6 7      and into their places there                                     pshuflw, pshufhw
type chain struct {
	before, after [2]bool // whether a half is shuffled
	first         [8]int8 // words of x, after before
	pairs         [4]int8 // pairs of first
	wanted        [8]int8
	asks          [4]wordSet // the same, of each two words
}

// A wordSet has a bit for each of eight words.
type wordSet uint8

// inTwoPairs says whether two pairs can hold the words: two from each half, or four from one.
func (m wordSet) inTwoPairs() bool {
	below, above := bits.OnesCount8(uint8(m&15)), bits.OnesCount8(uint8(m>>4))
	return below <= 2 && above <= 2 || below == 0 || above == 0
}

// asksOf are the words that each two places want.
func asksOf(wanted *[8]int8) (asks [4]wordSet) {
	for i, w := range wanted {
		if w != unwanted {
			asks[i/2] |= 1 << w
		}
	}
	return asks
}

// inOne says whether one chain may do.
func inOne(asks *[4]wordSet) bool {
	return (asks[0] | asks[1]).inTwoPairs() && (asks[2] | asks[3]).inTwoPairs()
}

// unwanted is a word of which nobody cares.
const unwanted int8 = -1

// ops is how long the chain is.
func (c *chain) ops() (n int) {
	for h := range 2 {
		if c.before[h] {
			n++
		}
		if c.after[h] {
			n++
		}
	}
	if !c.still() {
		n++
	}
	return n
}

// still says whether the pairs stay where they are.
func (c *chain) still() bool { return c.pairs == [4]int8{0, 1, 2, 3} }

// shuffled are which rows within halves a chain may have: a bit each, before and after, of the lower half and of the upper one. Fewer come first.
var shuffled = [...]uint8{0, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15}

// find is the shortest chain that makes the wanted words of fewer rows than below; ok is false if there is none.
func (c *chain) find(wanted *[8]int8, below int) (found bool) {
	asks := asksOf(wanted)
	if !inOne(&asks) {
		return false
	}
	t := chain{wanted: *wanted, asks: asks}
	for _, flags := range shuffled {
		if bits.OnesCount8(flags) >= below {
			break
		}
		t.before, t.after = [2]bool{flags&1 != 0, flags&2 != 0}, [2]bool{flags&4 != 0, flags&8 != 0}
		if t.settle() && t.ops() < below {
			*c, below, found = t, t.ops(), true
		}
	}
	return found
}

// settle chooses pairs and what is before them.
func (c *chain) settle() bool {
	for k := range c.first {
		if c.first[k] = int8(k); c.before[k/4] {
			c.first[k] = unwanted
		}
	}
	return c.place(0)
}

// place chooses the two pairs of half h, and then those of the other half. Pairs that stay come first, as they may need no row.
func (c *chain) place(h int) bool {
	if h == 2 {
		return true
	}
	start := c.first
	x, y := c.asks[2*h], c.asks[2*h+1]
	for k := range int8(16) {
		a, b := k/4^int8(2*h), k%4^int8(2*h+1)
		below, above := c.offers(a), c.offers(b)
		if !c.after[h] && (x&^below != 0 || y&^above != 0) || (x|y)&^(below|above) != 0 {
			continue
		}
		c.pairs[2*h], c.pairs[2*h+1] = a, b
		c.first = start
		if c.fill(h) && c.place(h+1) {
			return true
		}
	}
	c.first = start
	return false
}

// offers are the words that a pair may hold: its own, or all of its half.
func (c *chain) offers(pair int8) wordSet {
	if c.before[pair/2] {
		return 15 << (pair &^ 1 * 2)
	}
	return 3 << (2 * pair)
}

// fill puts what half h wants into its pairs of first, as far as it is not there.
func (c *chain) fill(h int) bool {
	a, b := c.pairs[2*h], c.pairs[2*h+1]
	if !c.after[h] {
		for i, w := range c.wanted[4*h : 4*h+4] {
			pair := a
			if i >= 2 {
				pair = b
			}
			if w != unwanted && !c.put(pair*2+int8(i%2), w) {
				return false
			}
		}
		return true
	}
	for _, w := range c.wanted[4*h : 4*h+4] {
		if w != unwanted && !c.has(a, w) && !c.has(b, w) && !c.room(a, w) && !c.room(b, w) {
			return false
		}
	}
	return true
}

// has says whether a pair of first has a word.
func (c *chain) has(pair, w int8) bool { return c.first[2*pair] == w || c.first[2*pair+1] == w }

// room puts a word into a free place of a pair.
func (c *chain) room(pair, w int8) bool { return c.put(2*pair, w) || c.put(2*pair+1, w) }

// put puts a word at a place of first.
func (c *chain) put(at, w int8) bool {
	if c.first[at] == w {
		return true
	}
	if c.first[at] != unwanted || at/4 != w/4 {
		return false
	}
	c.first[at] = w
	return true
}

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
		if c.find(&words, s.below(a, 0)) {
			v, ok := s.chained(p, &c, p.in[input], a)
			s.take(a, v, ok)
		}
		return
	}
	for h := range 2 {
		s.balanced(p, &words, h, p.in[input], a)
	}
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
	for h, e := range w.within {
		if c.before[h] {
			row(e, halfOf(c.first, h))
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
		places := [8]int8{unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted}
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

// balanced begins with a chain that takes words apart of which one half wants three of one half: two of them stay together, and the third moves to the other half.
//
//	wanted below   0 1 2 7       first   0 1 4 5 | 2 3 6 7      then two of each half
func (s *state) balanced(p *problem, words *[8]int8, h int, v node, a *attempt) {
	for _, pairing := range [...][4]int8{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}} {
		for other := range int8(2) {
			begin := chain{wanted: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, pairs: [4]int8{0, 2 + other, 1, 3 - other}}
			begin.first = [8]int8{0, 1, 2, 3, 4, 5, 6, 7}
			if h == 1 {
				begin.pairs = [4]int8{other, 2, 1 - other, 3}
			}
			for i, k := range pairing {
				begin.first[4*h+i] = int8(4*h) + k
			}
			begin.before[h] = pairing != [4]int8{0, 1, 2, 3}
			var at [8]int8
			for j, pair := range begin.pairs {
				for b := range int8(2) {
					at[begin.first[2*pair+b]] = int8(2*j) + b
				}
			}
			renamed := *words
			for i, k := range words {
				if k != unwanted {
					renamed[i] = at[k]
				}
			}
			var c chain
			if !c.find(&renamed, s.below(a, begin.ops())) {
				continue
			}
			first, ok := s.chained(p, &begin, v, a)
			if ok {
				first, ok = s.chained(p, &c, first, a)
			}
			s.take(a, first, ok)
		}
	}
}
