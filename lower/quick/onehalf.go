package quick

import "math/bits"

// How far words are apart that are in both halves, of which one has room for all.
const (
	notApart    = iota
	twoApart    // no more than two are of one half: they come together by a chain
	threeApart  // three and one
	waysOfApart // how many that are
)

// apart is how far words are apart.
func (m wordSet) apart() int {
	below, above := bits.OnesCount8(uint8(m&15)), bits.OnesCount8(uint8(m>>4))
	switch {
	case below == 0 || above == 0 || below+above > 4:
		return notApart
	case max(below, above) > 2:
		return threeApart
	}
	return twoApart
}

// inOneHalf is words of both halves of an input in one half, by the shorter of two chains: those of each half as one pair, the lower one's first, or the other one's if they are turned. It says where they are, and
// a.local says what stands there then.
//
//	1 6 7        _ 1 6 7 | _ _ _ _        pshufd
func (s *state) inOneHalf(p *problem, input int, m wordSet, turned bool, a *attempt) (v node, now wordSet, ok bool) {
	if m.apart() == threeApart {
		return s.threeAndOne(p, input, m, turned, a)
	}
	var best chain
	below := s.below(a, 0)
	for h := range 2 {
		wanted := m.pairsIn(h, turned)
		var c chain
		if c.find(&s.known, &wanted, below) {
			best, below, ok, now = c, c.ops(), true, 15<<(4*h)
		}
	}
	if !ok {
		return 0, 0, false
	}
	a.local = anything
	for i, word := range best.wanted {
		if word != unwanted {
			a.local[2*i], a.local[2*i+1] = p.w.at(input, int(2*word)), p.w.at(input, int(2*word)+1)
		}
	}
	v, ok = s.chained(p, &best, p.in[input], a)
	return v, now, ok
}

// pairsIn are the words of each half as one pair of half h. One alone stays at the end of its pair where it is.
func (m wordSet) pairsIn(h int, turned bool) (wanted [8]int8) {
	for i := range wanted {
		wanted[i] = unwanted
	}
	for half := range 2 {
		of, to := uint8(m>>(4*half)&15), 4*h+2*half
		if turned {
			to ^= 2
		}
		first, last := int8(bits.TrailingZeros8(of)+4*half), int8(bits.Len8(of)-1+4*half)
		if first == last {
			wanted[to+int(first%2)] = first
			continue
		}
		wanted[to], wanted[to+1] = first, last
	}
	return wanted
}

// threeAndOne is inOneHalf of three words of one half and one of the other. Two of the three are a pair; the third one goes with its pair to the one of the other half, and a chain makes a pair of these:
//
//	a2 a4 a5 a7      pshufd   2 3 6 7 | 4 5 _ _      pshuflw   2 7 _ _ | 4 5 _ _      pshufd   2 7 4 5
func (s *state) threeAndOne(p *problem, input int, m wordSet, turned bool, a *attempt) (v node, now wordSet, ok bool) {
	three := 4
	if bits.OnesCount8(uint8(m&15)) == 3 {
		three = 0
	}
	one := int8(bits.TrailingZeros8(uint8(m>>(4-three)&15)) + 4 - three)
	missing := int8(bits.TrailingZeros8(uint8(^m>>three)) + three)
	pair, third := missing/2^1, missing^1
	begin := chain{wanted: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, first: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, pairs: [4]int8{one / 2, third / 2, pair, one/2 ^ 1}}
	at := [4]int8{one % 2, 2 + third%2, 4, 5}
	was := [8]int8{4: 2 * pair, 5: 2*pair + 1}
	was[at[0]], was[at[1]] = one, third
	var best chain
	below := s.below(a, begin.ops())
	for _, wanted := range [...][8]int8{
		{at[0], at[1], 4, 5, unwanted, unwanted, unwanted, unwanted},
		{unwanted, unwanted, unwanted, unwanted, 4, 5, at[0], at[1]},
	} {
		if turned {
			for i := 0; i < len(wanted); i += 4 {
				wanted[i], wanted[i+1], wanted[i+2], wanted[i+3] = wanted[i+2], wanted[i+3], wanted[i], wanted[i+1]
			}
		}
		var c chain
		if c.find(&s.known, &wanted, below) {
			best, below, ok = c, c.ops(), true
		}
	}
	if !ok {
		return 0, 0, false
	}
	a.local = anything
	for i, word := range best.wanted {
		if word != unwanted {
			now |= 1 << i
			a.local[2*i], a.local[2*i+1] = p.w.at(input, int(2*was[word])), p.w.at(input, int(2*was[word])+1)
		}
	}
	if v, ok = s.chained(p, &begin, p.in[input], a); ok {
		v, ok = s.chained(p, &best, v, a)
	}
	return v, now, ok
}

// turnedBetter says whether the words in one half are better turned: of bytes of them one row makes words, which two parts want, or one.
//
//	a8 a15 a14 _ _ _ _ a2      1 4 7 _ turned is 4 7 1 _: 8 9 14 15 2 3 doubled, of which chains make two rows, and not three
func (s *state) turnedBetter(p *problem, input int, m wordSet, parts *[2][block / 2]atom, a *attempt) (turned bool) {
	if a.reads&(a.reads-1) != 0 {
		return false // what words of two inputs take depends on both
	}
	least := mostOps * 3
	for _, t := range [...]bool{false, true} {
		n := s.n
		_, _, ok := s.inOneHalf(p, input, m, t, a)
		ops := s.n - n
		s.n = n
		if !ok {
			continue
		}
		for k := range parts {
			var c chain
			words := p.w.wordsFrom(&a.local, &parts[k])
			if !c.find(&s.known, &words, mostOps) {
				ops += mostOps
			}
			ops += c.ops()
		}
		if ops < least {
			least, turned = ops, t
		}
	}
	return turned
}

// wordsFrom are the words that bytes are made to, as they stand.
func (g grid) wordsFrom(there *vector, bytes *[block / 2]atom) (words [8]int8) {
	for i, at := range bytes {
		if words[i] = unwanted; !moves(at) {
			continue
		}
		for place, a := range there[:g.n] {
			if a == at {
				words[i] = int8(place % (block / 2))
			}
		}
	}
	return words
}
