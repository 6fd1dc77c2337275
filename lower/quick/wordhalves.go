package quick

import "math/bits"

// A wordPlan is the shortest way that is known to words of two inputs: a value and a chain, a value and a chain for each half, or a join with a chain for each operand.
//
//	wanted  a5 b7 a5 b3 | a1 b0 a2 b4
//	lower   shufps a, b    a4 a5 _ _ | b2 b3 b6 b7      pshufhw   a4 a5 | b7 b3
//	upper   shufps a, b    a0 a1 a2 a3 | b0 b1 b4 b5    pshuflw, pshufhw   a1 a2 | b0 b4
//	joined  shufps         a4 a5 b7 b3 | a1 a2 b0 b4    pshuflw, pshufhw, for the places
type wordPlan struct {
	ops    int
	copies int // of inputs that are overwritten and read later
	join   *wordJoin
	swap   bool // of the operands of the join
	halves bool
	value  [2]*wordValue // the same, if there is one chain
	chain  [2]chain
	slide  [2]*effect // what moves the words of an operand of the join instead of a chain
	apart  [2]bool    // whether a chain takes the words of an operand apart first
	begin  [2]chain   // and which
}

// wordsOfTwo is what is wanted as words of two inputs, if it is that.
func (w *width) wordsOfTwo(want *vector) (words [8]int8, inputs [2]int, ok bool) {
	reads := w.reads(want)
	if bits.OnesCount16(reads) != 2 {
		return words, inputs, false
	}
	inputs = [2]int{bits.TrailingZeros16(reads), bits.Len16(reads) - 1}
	for i := range words {
		words[i] = unwanted
		for b, at := range want[2*i : 2*i+2] {
			if at == free {
				continue
			}
			if !moves(at) || w.index(at)%2 != b {
				return words, inputs, false
			}
			k := int8(w.index(at) / 2)
			if w.input(at) == inputs[1] {
				k += 8
			}
			if words[i] != unwanted && words[i] != k {
				return words, inputs, false
			}
			words[i] = k
		}
	}
	return words, inputs, true
}

// byWordHalves moves words of two inputs.
func byWordHalves(s *state, p *problem, want *vector, _ int, a *attempt) {
	w := p.w
	if len(w.values) == 0 {
		return
	}
	words, inputs, ok := w.wordsOfTwo(want)
	if !ok {
		return
	}
	in := [2]node{p.in[inputs[0]], p.in[inputs[1]]}
	v, ok := s.wordsBy(p, &words, in, false, a)
	s.note(a, v, ok)
	copies := ok && s.copies(a.first) > 0
	s.n, s.loads = a.first, a.loads
	if s.balancedValues(p, &words, in, a); copies && !s.packing {
		v, ok = s.wordsBy(p, &words, in, true, a)
		s.take(a, v, ok)
	}
}

// wordsBy makes words by the cheapest plan. If that is to spare inputs, it is looked at what rows overwrite.
func (s *state) wordsBy(p *problem, words *[8]int8, in [2]node, spare bool, a *attempt) (v node, ok bool) {
	w := p.w
	ask := wordAsk{words: *words, spare: spare, packing: s.packing, known: &s.known, weights: s.weights, cost: s.room(a, 0)}
	for k, v := range in {
		ask.live[k] = s.live.has(v)
	}
	w.gathered(&ask)
	w.inHalves(&ask)
	for i := range w.wordJoins {
		for _, swap := range [...]bool{false, true} {
			w.joinedWords(&ask, &w.wordJoins[i], swap)
		}
	}
	switch best := &ask.best; {
	case best.join != nil:
		v, ok = s.joinWords(p, best, in, a)
	case best.halves:
		v, ok = s.joinHalves(p, best, in, a)
	case best.value[0] != nil:
		if v, ok = s.wordValue(best.value[0], in); ok {
			v, ok = s.chained(p, &best.chain[0], v, a)
		}
	}
	return v, ok
}

// balancedValues takes values that have all words, where a half wants them from three pairs, so that one chain does not do.
//
//	wanted a6 b5 a5 b7 | a6 b5 b6 a7     punpckhwd a, b, which has them, and two chains: what each half wants is of three pairs
func (s *state) balancedValues(p *problem, words *[8]int8, in [2]node, a *attempt) {
	set := setOf(words[:])
	for i := range p.w.unsparing {
		v := &p.w.values[i]
		if v.from == nil || set&^v.has != 0 {
			continue
		}
		places := v.over(words)
		if asks := asksOf(&places); inOne(&asks) {
			continue
		}
		for h := range 2 {
			s.balanced(p, &places, h, v, in, a)
		}
	}
}

// gathered finds values that have all words. Those of operands that are swapped may be the only ones, and overwrite nothing more if nothing else is made of the inputs.
func (w *width) gathered(x *wordAsk) {
	set := setOf(x.words[:])
	values := x.values(w)
	if !x.packing {
		values = w.values
	}
	for i := range values {
		v := &values[i]
		if set&^v.has != 0 {
			continue
		}
		var c chain
		v, copies := x.sparing(v, x.live)
		if places := v.over(&x.words); c.find(x.known, &places, x.below(copies)-v.ops) {
			x.take(&wordPlan{ops: v.ops + c.ops(), copies: copies, value: [2]*wordValue{v, v}, chain: [2]chain{c}})
		}
	}
}

// inHalves makes each half by itself. One row, which moves pairs of two values, has the pairs of both halves. A half of one input comes first: what it reads, the other one is not to overwrite.
func (w *width) inHalves(x *wordAsk) {
	plan := wordPlan{halves: true, ops: 1}
	first := 0
	if set := setOf(x.words[:4]); x.spare && set&0x00ff != 0 && set&0xff00 != 0 {
		first = 1
	}
	live := x.live
	for _, h := range [...]int{first, 1 - first} {
		if !w.halfOf(x, h, live, &plan) {
			return
		}
		if v := plan.value[h]; x.spare && v.from == nil {
			live[v.input] = true
		}
	}
	switch v, o := plan.value[0], plan.value[1]; {
	case v == o:
		plan.ops -= v.ops
		_, copies := x.sparing(v, x.live)
		plan.copies -= copies
	case plan.copies == 0 && v.overwrites() != nothingOver && o.overwrites() != nothingOver:
		plan.copies++ // each has words of both inputs
	}
	if plan.ops < x.below(plan.copies) {
		x.take(&plan)
	}
}

// halfOf finds the value and the rows within halves that put what half h wants into two pairs, and into its places behind them.
func (w *width) halfOf(x *wordAsk, h int, live [2]bool, plan *wordPlan) bool {
	half := noWords
	copy(half[4*h:4*h+4], x.words[4*h:])
	set := setOf(half[:])
	part := wordAsk{weights: x.weights, cost: x.cost - plan.ops*x.weights.Op - plan.copies*x.weights.Copy}
	values := x.values(w)
	for i := range values {
		v := &values[i]
		if set&^v.has != 0 {
			continue
		}
		c := &plan.chain[h]
		v, copies := x.sparing(v, live)
		if places := v.over(&half); c.half(x.known, &places, h, part.below(copies)-v.ops) {
			part.take(&wordPlan{ops: v.ops + c.within(), copies: copies})
			plan.value[h] = v
		}
	}
	plan.ops += part.best.ops
	plan.copies += part.best.copies
	return plan.value[h] != nil
}

// half finds a chain for half h of which fewer than so many rows are within halves. It does not change if there is none.
func (c *chain) half(k *known, wanted *[8]int8, h, below int) bool {
	if below <= 0 {
		return false
	}
	asks := asksOf(wanted)
	if !inOne(&asks) {
		return false
	}
	t := chain{wanted: *wanted, asks: asks}
	old := k.of(wanted, h)
	if old.found || below <= int(old.below) {
		return t.again(old, c, below)
	}
	old.below = int8(min(below, 1<<7-1))
	for _, flags := range shuffled {
		if bits.OnesCount8(flags) >= below {
			return false
		}
		if flags>>(3-h)&1 != 0 {
			continue // it would shuffle the other half behind the pairs
		}
		if t.shuffles(flags); t.settle() {
			*c = t
			old.found, old.flags, old.below = true, flags, int8(bits.OnesCount8(flags))
			return true
		}
	}
	return false
}

// joinHalves adds what is before the pairs of both halves, the row that moves them, and what is behind it.
func (s *state) joinHalves(p *problem, best *wordPlan, in [2]node, a *attempt) (v node, ok bool) {
	w := p.w
	still := chain{first: [8]int8{0, 1, 2, 3, 4, 5, 6, 7}, pairs: [4]int8{0, 1, 2, 3}}
	a.sub.w, a.both = w, anything
	last := still
	for h := range best.chain {
		c, value := &best.chain[h], node(0)
		if h == 1 && best.value[0] == best.value[1] {
			value = v
		} else if value, ok = s.wordValue(best.value[h], in); !ok {
			return 0, false
		}
		v = value
		front := still
		front.before, front.first = c.before, c.first
		if a.sub.in[h], ok = s.chained(p, &front, value, a); !ok {
			return 0, false
		}
		input := h
		if a.sub.in[0] == a.sub.in[h] {
			input = 0
		}
		last.after[h] = c.after[h]
		for j, pair := range c.pairs[2*h : 2*h+2] {
			for b := range 4 {
				a.both[8*h+4*j+b] = w.at(input, int(4*pair)+b)
			}
		}
		for i := range 4 {
			last.wanted[4*h+i] = c.joinedAt(h, c.wanted[4*h+i])
		}
	}
	if v, ok = s.oneRow(&a.sub, &a.both, false); ok {
		v, ok = s.chained(p, &last, v, a)
	}
	return v, ok
}

// joinedAt is where a word stands in half h when its pairs stand there.
func (c *chain) joinedAt(h int, word int8) int8 {
	for j := range 4 {
		if pair := c.pairs[2*h+j/2]; word != unwanted && c.first[2*pair+int8(j%2)] == word {
			return int8(4*h + j)
		}
	}
	return unwanted
}
