package quick

import "slices"

// A wordBlend is words of two inputs of which each is moved by one row or by none, so that no two of them stand in one place; then they are blended, and a row shuffles one half, or pairs. In that half a word may
// stand anywhere before, and a pair in any place.
//
//	wanted    b0 a0 a2 b7 | b1 b5 a6 a4
//	moved     _ a0 a2 _ | a4 _ a6 _       pshuflw a           b0 _ _ b7 | _ b1 _ b5       pshufd b
//	blended   b0 a0 a2 b7 | a4 b1 a6 b5   pblendw
//	last      b0 a0 a2 b7 | b1 b5 a6 a4   pshufhw
type wordBlend struct {
	ops  int     // or what it has to be below
	at   [8]int8 // which word stands in each place of the blend
	from [8]int8 // and where the last row takes each word of the result from
}

// byWordBlend blends words of two inputs, and shuffles a half.
func byWordBlend(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if !w.blendsWords || s.below(a, 0) <= 3 {
		return
	}
	words, inputs, ok := w.wordsOfTwo(want)
	if !ok {
		return
	}
	most := s.below(a, 0)
	best := wordBlend{ops: most}
	for h := range 2 {
		best.shuffled(&words, h)
	}
	best.paired(&words)
	if best.ops == most {
		return
	}
	v, ok := s.wordsBlended(p, &best, inputs, a)
	if ok {
		a.sub.w, a.sub.in[0], a.y = w, v, anything
		for i, k := range words {
			if k == unwanted {
				continue
			}
			from := int(best.from[i])
			a.y[2*i], a.y[2*i+1] = w.at(0, 2*from), w.at(0, 2*from+1)
		}
		v, ok = s.oneRow(&a.sub, &a.y, false)
	}
	s.take(a, v, ok)
}

// wordsBlended is the value in which words stand as a blend has them.
func (s *state) wordsBlended(p *problem, b *wordBlend, inputs [2]int, a *attempt) (v node, ok bool) {
	w := p.w
	a.x, a.y, a.both = anything, anything, anything
	parts := [2]*vector{&a.x, &a.y}
	for i, k := range b.at {
		if k == unwanted {
			continue
		}
		for c := range 2 {
			parts[k/8][2*i+c] = w.at(inputs[k/8], int(2*(k%8))+c)
			a.both[2*i+c] = w.at(int(k/8), 2*i+c)
		}
	}
	a.sub.w = w
	for k, part := range parts {
		if a.sub.in[k], ok = s.rowOrNothing(p, part, false); !ok {
			return 0, false
		}
	}
	return s.oneRow(&a.sub, &a.both, false)
}

// shuffled looks for words that half h shuffles last, by fewer ops.
func (b *wordBlend) shuffled(words *[8]int8, h int) {
	var set [2]wordSet // what each input has in the half
	for _, k := range words[4*h : 4*h+4] {
		if k != unwanted {
			set[k/8] |= 1 << (k % 8)
		}
	}
	if set[0] == 0 || set[1] == 0 {
		return // what the half shuffles of one input, it shuffles before the blend as well
	}
	var moves [2]wordMoves
	for k := range moves {
		moves[k].find(words, set[k], k, h)
	}
	for _, x := range moves[0].list[:moves[0].n] {
		for _, y := range moves[1].list[:moves[1].n] {
			if ops := x.ops + y.ops + 2; ops < b.ops {
				half := [4]int8{unwanted, unwanted, unwanted, unwanted}
				if place(&half, &[2]wordSet{set[0], set[1]}, &[2]*wordMove{&x, &y}) {
					b.ops = ops
					b.at = *words
					copy(b.at[4*h:], half[:])
					for i, k := range words {
						if b.from[i] = int8(i); i/4 == h && k != unwanted {
							b.from[i] = int8(4*h + slices.Index(half[:], k))
						}
					}
				}
			}
		}
	}
}

// A wordMove is one row or none, and where in a half each word of an input may stand then, a bit for each of four places.
type wordMove struct {
	ops   int
	where [8]uint8
}

// wordMoves are the moves of an input that bring what the other half wants of it to its places.
type wordMoves struct {
	list [5]wordMove
	n    int
}

func (m *wordMoves) add(ops int, where func(word int8) uint8) {
	x := &m.list[m.n]
	m.n++
	x.ops = ops
	for k := range x.where {
		x.where[k] = where(int8(k))
	}
}

// find finds the moves of an input of which half h has a set of words.
func (m *wordMoves) find(words *[8]int8, set wordSet, input, h int) {
	own := func(k int8) uint8 {
		if int(k/4) == h {
			return 1 << (k % 4)
		}
		return 0
	}
	still, fromOther := true, true // what the other half wants
	pairs := [2]int8{unwanted, unwanted}
	paired := true
	for i, k := range words[4-4*h : 8-4*h] {
		if k == unwanted || int(k/8) != input {
			continue
		}
		k %= 8
		still = still && int(k) == 4-4*h+i
		fromOther = fromOther && int(k/4) != h
		pair := &pairs[i/2]
		paired = paired && int(k)%2 == i%2 && (*pair == unwanted || *pair == k/2)
		*pair = k / 2
	}
	if still {
		m.add(0, own)
		m.add(1, func(k int8) uint8 {
			if int(k/4) == h {
				return 15
			}
			return 0
		})
	}
	if fromOther && !still {
		m.add(1, own)
	}
	if paired {
		m.inPairs(set)
	}
}

// inPairs adds rows that move the pairs of a set of words to the half, if they are two at most.
func (m *wordMoves) inPairs(set wordSet) {
	var of [2]int8
	n := 0
	for pair := range int8(4) {
		if set>>(2*pair)&3 == 0 {
			continue
		}
		if n == 2 {
			return
		}
		of[n] = pair
		n++
	}
	if n == 1 {
		of[1] = of[0]
	}
	for range n {
		m.add(1, func(k int8) (where uint8) {
			for at, pair := range of {
				if k/2 == pair {
					where |= 1 << (2*at + int(k%2))
				}
			}
			return where
		})
		of[0], of[1] = of[1], of[0]
	}
}

// place puts the words of both sets into places of a half, each where its move lets it stand.
func place(half *[4]int8, sets *[2]wordSet, moves *[2]*wordMove) bool {
	input := 0
	if sets[0] == 0 {
		if input = 1; sets[1] == 0 {
			return true
		}
	}
	k := int8(0)
	for sets[input]>>k&1 == 0 {
		k++
	}
	sets[input] &^= 1 << k
	for at := range half {
		if half[at] == unwanted && moves[input].where[k]>>at&1 == 1 {
			half[at] = int8(8*input) + k
			if place(half, sets, moves) {
				return true
			}
			half[at] = unwanted
		}
	}
	sets[input] |= 1 << k
	return false
}
