package quick

import "math/bits"

// A wordPlan is the shortest way that is known to words of two inputs: a value and a chain, a value and a chain for each half, or a join with a chain for each operand.
//
//	wanted  a5 b7 a5 b3 | a1 b0 a2 b4
//	lower   shufps a, b    a4 a5 _ _ | b2 b3 b6 b7      pshufhw   a4 a5 | b7 b3
//	upper   shufps a, b    a0 a1 a2 a3 | b0 b1 b4 b5    pshuflw, pshufhw   a1 a2 | b0 b4
//	joined  shufps         a4 a5 b7 b3 | a1 a2 b0 b4    pshuflw, pshufhw, for the places
type wordPlan struct {
	ops    int // or what it has to be below
	join   *wordJoin
	swap   bool // of the operands of the join
	halves bool
	value  [2]*wordValue // the same, if there is one chain
	chain  [2]chain
}

// copies is how many copies the plan takes that a join does not: each half has words of both inputs, and the row that brings them overwrites one.
//
//	copy, punpckhwd a, b | shufps a, b        and pshufhw a, pshufhw b, punpckhdq a, b, which overwrites what nobody reads
func (x *wordPlan) copies() int {
	if !x.halves || x.value[0] == x.value[1] {
		return 0
	}
	for _, v := range x.value {
		if v.from == nil || !v.from.row.Destroys {
			return 0
		}
	}
	return 1
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
	best := wordPlan{ops: s.below(a, 0)}
	w.gathered(&s.known, &words, &best)
	w.inHalves(&s.known, &words, &best)
	for i := range w.wordJoins {
		for _, swap := range [...]bool{false, true} {
			w.joinedWords(&s.known, &words, &w.wordJoins[i], swap, &best)
		}
	}
	in := [2]node{p.in[inputs[0]], p.in[inputs[1]]}
	var v node
	switch {
	case best.join != nil:
		v, ok = s.joinWords(p, &best, in, a)
	case best.halves:
		v, ok = s.joinHalves(p, &best, in, a)
	case best.value[0] != nil:
		if v, ok = s.wordValue(best.value[0], in); ok {
			v, ok = s.chained(p, &best.chain[0], v, a)
		}
	default:
		ok = false
	}
	s.take(a, v, ok)
	s.balancedValues(p, &words, in, a)
}

// balancedValues takes values that have all words, where a half wants them from three pairs, so that one chain does not do.
//
//	wanted a6 b5 a5 b7 | a6 b5 b6 a7     punpckhwd a, b, which has them, and two chains: what each half wants is of three pairs
func (s *state) balancedValues(p *problem, words *[8]int8, in [2]node, a *attempt) {
	set := setOf(words[:])
	for i := range p.w.values {
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

// gathered finds values that have all words.
func (w *width) gathered(k *known, words *[8]int8, best *wordPlan) {
	set := setOf(words[:])
	for i := range w.values {
		v := &w.values[i]
		if set&^v.has != 0 {
			continue
		}
		var c chain
		if places := v.over(words); c.find(k, &places, best.ops-v.ops) {
			*best = wordPlan{ops: v.ops + c.ops(), value: [2]*wordValue{v, v}}
			best.chain[0] = c
		}
	}
}

// inHalves makes each half by itself. One row, which moves pairs of two values, has the pairs of both halves.
func (w *width) inHalves(k *known, words *[8]int8, best *wordPlan) {
	plan := wordPlan{halves: true, ops: 1}
	for h := range 2 {
		ops := w.halfOf(k, words, h, best.ops-plan.ops, &plan)
		if ops < 0 {
			return
		}
		plan.ops += ops
	}
	if plan.value[0] == plan.value[1] {
		plan.ops -= plan.value[0].ops
	}
	if plan.ops < best.ops {
		*best = plan
	}
}

// halfOf finds the value and the rows within halves that put what half h wants into two pairs, and into its places behind them. It is -1 without them.
func (w *width) halfOf(k *known, words *[8]int8, h, below int, plan *wordPlan) int {
	half := [8]int8{unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted}
	copy(half[4*h:4*h+4], words[4*h:])
	set, ops := setOf(half[:]), -1
	for i := range w.values {
		v := &w.values[i]
		if set&^v.has != 0 {
			continue
		}
		c := &plan.chain[h]
		if places := v.over(&half); c.half(k, &places, h, below-v.ops) {
			ops = v.ops + c.within()
			below, plan.value[h] = ops, v
		}
	}
	return ops
}

// half finds a chain for half h of which fewer than so many rows are within halves. It does not change if there is none.
func (c *chain) half(k *known, wanted *[8]int8, h, below int) bool {
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

// joinedWords tries a join of which each operand is a chain of one input.
func (w *width) joinedWords(k *known, words *[8]int8, j *wordJoin, swap bool, best *wordPlan) {
	var asks [2][8]int8
	for i := range asks {
		asks[i] = [8]int8{unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted, unwanted}
	}
	for i, at := range j.words {
		word, input := words[i], at/8
		if word == unwanted {
			continue
		}
		if swap {
			input = 1 - input
		}
		if word/8 != input || asks[input][at%8] != unwanted && asks[input][at%8] != word%8 {
			return
		}
		asks[input][at%8] = word % 8
	}
	plan := wordPlan{join: j, swap: swap, ops: 1}
	for i := range asks {
		if !plan.chain[i].find(k, &asks[i], best.ops+best.copies()-plan.ops) {
			return
		}
		plan.ops += plan.chain[i].ops()
	}
	*best = plan
}

// joinWords adds the chains of both operands, and the join.
func (s *state) joinWords(p *problem, best *wordPlan, in [2]node, a *attempt) (v node, ok bool) {
	ok = true
	for k := range in {
		if ok {
			in[k], ok = s.chained(p, &best.chain[k], in[k], a)
		}
	}
	if !ok {
		return 0, false
	}
	if best.swap {
		in[0], in[1] = in[1], in[0]
	}
	return s.plain(best.join.row, best.join.imm, [mostOperands]node{in[0], in[1]}, 2)
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
