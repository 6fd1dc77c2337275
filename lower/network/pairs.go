package network

// byPairs does a pair of rows to all registers, two and two, before the rest or behind it, where that makes as many lanes meet as can.
//
//	every sixth lane of 6 registers       uzp1, uzp2 of 0 1, of 2 3, of 4 5       then every third lane of 3 registers, twice
func (e *Engine) byPairs(p *Problem, depth int, found func(*Program)) {
	if depth == 0 {
		return
	}
	m := e.movesOf(shape{p.Bits, p.Elem})
	for k := range m.pairs {
		x := &m.pairs[k]
		for _, list := range pairings(p.Inputs) {
			if rest := p.behindPairs(x, list); p.Meetings()-rest.Meetings() >= e.most(p, len(list)) {
				found(then(doing(x, list, p.Inputs), e.solve(&rest, depth-1)))
			}
		}
		for _, list := range pairings(len(p.Results)) {
			if first := p.beforePairs(x, list); p.Meetings()-first.Meetings() >= e.most(p, len(list)) {
				found(then(e.solve(&first, depth-1), doing(x, list, len(p.Results))))
			}
		}
	}
}

// most is nearly how many lanes can meet by pairs.
func (e *Engine) most(p *Problem, pairs int) float64 { return 2*float64(pairs*p.Lanes()) - 1e-6 }

// pairings are ways to pair registers that are an even number: neighbours, and those half of them apart.
func pairings(count int) (lists [][][2]int) {
	if count%2 != 0 || count == 0 {
		return nil
	}
	var near, far [][2]int
	for k := range count / 2 {
		near, far = append(near, [2]int{2 * k, 2*k + 1}), append(far, [2]int{k, k + count/2})
	}
	if count == 2 {
		return [][][2]int{near}
	}
	return [][][2]int{near, far}
}

// doing does a pair to all registers, and has its results where it has its inputs.
func doing(x *pair, list [][2]int, count int) *Program {
	n := newProgram(count)
	n.Results = make([]int, count)
	for _, l := range list {
		for h, o := range x.half {
			n.Results[l[h]] = n.add(o.of(l))
		}
	}
	return n
}

// takes is where lane i of half h comes from: a lane of the first register or, behind these, of the second.
func (x *pair) takes(h, i int) (at int) {
	last := len(x.from) - 1
	at = h << x.from[last]
	for d, f := range x.from[:last] {
		at |= i >> d & 1 << f
	}
	return at
}

// behindPairs is what is left to do behind a pair.
func (p *Problem) behindPairs(x *pair, list [][2]int) Problem {
	n := p.Lanes()
	to := make([]int, p.Inputs*n)
	for _, l := range list {
		for h := range 2 {
			for i := range n {
				at := x.takes(h, i)
				to[l[at/n]*n+at%n] = l[h]*n + i
			}
		}
	}
	return p.renumbered(p.Inputs, func(x int) int { return to[x] })
}

// beforePairs is what is to be done before a pair that makes the results.
func (p *Problem) beforePairs(x *pair, list [][2]int) Problem {
	n := p.Lanes()
	first := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs, Results: make([][]int, len(p.Results))}
	for k := range first.Results {
		first.Results[k] = make([]int, n)
	}
	for _, l := range list {
		for h := range 2 {
			for i, y := range p.Results[l[h]] {
				at := x.takes(h, i)
				first.Results[l[at/n]][at%n] = y
			}
		}
	}
	return first
}
