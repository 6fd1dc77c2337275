package quick

// A pairsOf is the pairs of words that are wanted of one input, and the shortest chain that is known to have them somewhere.
type pairsOf struct {
	n     int
	wants [2]int // which pairs of the result
	at    [2]int // where the chain has them
	chain chain
}

// byPairs takes two pairs of words at most from what a chain makes of each input, by one row, and puts them in order by another.
//
//	wanted   b3 _ | a5 a0 | a1 a3 | b2 b0
//	of a     … a1 a3 … a5 a0 …                    pshuflw, pshufd, pshuflw
//	of b     … b3 _ … b2 b0 …                     pshuflw
//	joined   a5 a0 | a1 a3 | b3 _ | b2 b0         shufps
//	last     b3 _ | a5 a0 | a1 a3 | b2 b0         pshufd
func byPairs(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if w.n != block || w.pairs == nil || len(w.values) == 0 {
		return
	}
	words, inputs, ok := w.wordsOfTwo(want)
	if !ok {
		return
	}
	var of [2]pairsOf
	if !ofOneEach(&words, &of) {
		return
	}
	left := s.below(a, 2)
	for k := range of {
		if !of[k].find(&s.known, &words, left) {
			return
		}
		left -= of[k].chain.ops()
	}
	a.sub.w, a.both = w, anything
	order := noWords
	for k := range of {
		if a.sub.in[k], ok = s.chained(p, &of[k].chain, p.in[inputs[k]], a); !ok {
			break
		}
		for j, pair := range of[k].wants[:of[k].n] {
			at := 2*k + j
			for b := range 4 {
				a.both[4*at+b] = w.at(k, 4*of[k].at[j]+b)
			}
			order[2*pair], order[2*pair+1] = int8(2*at), int8(2*at+1)
		}
	}
	var v node
	if ok {
		v, ok = s.oneRow(&a.sub, &a.both, false)
	}
	if ok {
		w.inBlocks(&order, &a.z)
		v, ok = s.use(p, w.pairs, &a.z, 0, [2]node{v})
	}
	s.take(a, v, ok)
}

// ofOneEach says which pairs are wanted of which input, if each has words of one, and no input has more than two.
func ofOneEach(words *[8]int8, of *[2]pairsOf) bool {
	for pair := range 4 {
		input := unwanted
		for _, k := range words[2*pair : 2*pair+2] {
			if k == unwanted {
				continue
			}
			if input != unwanted && input != k/8 {
				return false
			}
			input = k / 8
		}
		if input == unwanted {
			continue
		}
		x := &of[input]
		if x.n == len(x.wants) {
			return false
		}
		x.wants[x.n] = pair
		x.n++
	}
	return of[0].n > 0 && of[1].n > 0
}

// find finds the chain, of fewer ops than below.
func (x *pairsOf) find(k *known, words *[8]int8, below int) (found bool) {
	for i := range 4 {
		for j := range 4 {
			if j == i && x.n > 1 || j > 0 && x.n == 1 {
				continue
			}
			wanted := noWords
			places := [2]int{i, j}
			for n, at := range places[:x.n] {
				for b := range 2 {
					if word := words[2*x.wants[n]+b]; word != unwanted {
						wanted[2*at+b] = word % 8
					}
				}
			}
			var c chain
			if c.find(k, &wanted, below) {
				x.chain, x.at, found, below = c, places, true, c.ops()
			}
		}
	}
	return found
}
