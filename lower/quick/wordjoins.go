package quick

// joinedWords tries a join of which each operand is a chain of one input, or its words moved by one row.
func (w *width) joinedWords(x *wordAsk, j *wordJoin, swap bool) {
	asks, ok := j.operands(&x.words, swap)
	plan := wordPlan{join: j, swap: swap, ops: 1}
	for i := range asks {
		ok = ok && w.operand(x, &plan, i, &asks[i])
	}
	if !ok {
		return
	}
	first := 0
	if swap {
		first = 1
	}
	if j.row.Destroys && x.live[first] && plan.slide[first] == nil && plan.chain[first].ops() == 0 {
		plan.copies++
	}
	if plan.ops < x.below(plan.copies) {
		x.take(&plan)
	}
}

// operands are the words that a join wants of both inputs.
func (j *wordJoin) operands(words *[8]int8, swap bool) (asks [2][8]int8, ok bool) {
	for i := range asks {
		asks[i] = noWords
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
			return asks, false
		}
		asks[input][at%8] = word % 8
	}
	return asks, true
}

// operand finds the shortest way to what a join wants of input i.
func (w *width) operand(x *wordAsk, plan *wordPlan, i int, asks *[8]int8) bool {
	c, left := &plan.chain[i], x.below(0)-plan.ops
	ok := c.find(x.known, asks, left)
	if left > 1 && (!ok || c.ops() > 1) {
		if e := w.slides.of(asks); e != nil {
			c.wanted, plan.slide[i] = *asks, e
			plan.ops++
			if x.live[i] && e.row.Destroys {
				plan.copies++
			}
			return true
		}
	}
	if !ok {
		return x.operandApart(plan, i, asks, left)
	}
	plan.ops += c.ops()
	return true
}

// operandApart finds the shortest two chains to what a join wants of an input where a half wants three words of one half, and one of the other: see balanced.
//
//	wanted  1 6 4 5 | _ _ _ _        pshufd   0 1 6 7 | 4 5 2 3        pshuflw, pshufd, pshuflw
func (x *wordAsk) operandApart(plan *wordPlan, i int, asks *[8]int8, left int) (found bool) {
	for h := range 2 {
		if left <= 2 || !ofOneHalf(asks, h) {
			continue
		}
		for _, pairing := range pairingsOfHalf {
			for other := range int8(2) {
				begin := apartOf(h, pairing, other)
				renamed := begin.over(asks)
				var c chain
				if c.find(x.known, &renamed, left-begin.ops()) {
					left, found = begin.ops()+c.ops(), true
					plan.apart[i], plan.begin[i], plan.chain[i] = true, begin, c
				}
			}
		}
	}
	if found {
		plan.ops += left
	}
	return found
}

// ofOneHalf says whether a half wants three words of half h.
func ofOneHalf(words *[8]int8, h int) bool {
	for to := 0; to < 8; to += 4 {
		n := 0
		for _, k := range words[to : to+4] {
			if k != unwanted && int(k/4) == h {
				n++
			}
		}
		if n == 3 {
			return true
		}
	}
	return false
}

// joinWords adds the chains of both operands, or what moves their words at once, and the join.
func (s *state) joinWords(p *problem, best *wordPlan, in [2]node, a *attempt) (v node, ok bool) {
	ok = true
	for k := range in {
		c := &best.chain[k]
		switch e := best.slide[k]; {
		case !ok:
		case e != nil:
			p.w.inBlocks(&c.wanted, &a.z)
			in[k], ok = s.use(p, e, &a.z, 0, [2]node{in[k]})
		default:
			if best.apart[k] {
				in[k], ok = s.chained(p, &best.begin[k], in[k], a)
			}
			if ok {
				in[k], ok = s.chained(p, c, in[k], a)
			}
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
