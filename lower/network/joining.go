package network

import "slices"

// byJoining joins registers of which only the lower halves count, two and two, and takes joined results apart.
//
//	transpose of 8 times 8 bytes in registers of 16      punpcklbw of 0 1, of 2 3, of 4 5, of 6 7        4 ops
//	                                                     four full registers, by digits                  8 ops
//	                                                     results 0 and 1 in one: a shift for result 1    4 ops
func (e *Engine) byJoining(p *Problem, depth int, found func(*Program)) {
	inputs, results := p.Inputs%2 == 0 && p.readsLower(), len(p.Results)%2 == 0 && p.wantsLower()
	switch {
	case depth == 0 || p.Lanes() < 2:
	case inputs:
		for _, x := range e.joins(p) {
			for _, list := range pairings(p.Inputs) {
				rest := p.behindJoins(x, list)
				found(then(joining(x, list, p.Inputs), e.solve(&rest, depth-1)))
			}
		}
	case results:
		for _, list := range pairings(len(p.Results)) {
			full, apart := p.joinedResults(list)
			found(then(e.solve(&full, depth-1), e.all(&apart)))
		}
	}
}

// readsLower says whether of every input only the lower half is read.
func (p *Problem) readsLower() bool {
	n := p.Lanes()
	return !slices.ContainsFunc(slices.Concat(p.Results...), func(x int) bool { return x != Free && x%n >= n/2 })
}

// wantsLower says whether of every result only the lower half is wanted.
func (p *Problem) wantsLower() bool {
	return !slices.ContainsFunc(p.Results, func(r []int) bool { return !nothing(r[len(r)/2:]) })
}

// joins are the pairs whose first row reads the lower halves alone: every lane of both.
func (e *Engine) joins(p *Problem) (list []*pair) {
	m, n := e.movesOf(shape{p.Bits, p.Elem}), p.Lanes()
	for k := range m.pairs {
		x := &m.pairs[k]
		if !slices.ContainsFunc(inputs(n), func(i int) bool { return x.takes(0, i)%n >= n/2 }) {
			list = append(list, x)
		}
	}
	return list
}

// joining does the first row of a pair to registers.
func joining(x *pair, list [][2]int, count int) *Program {
	n := newProgram(count)
	for _, l := range list {
		n.Results = append(n.Results, n.add(x.half[0].of(l)))
	}
	return n
}

// behindJoins is what is left to do behind a join.
func (p *Problem) behindJoins(x *pair, list [][2]int) Problem {
	n := p.Lanes()
	to := make([]int, p.Inputs*n)
	for k, l := range list {
		for i := range n {
			at := x.takes(0, i)
			to[l[at/n]*n+at%n] = k*n + i
		}
	}
	return p.renumbered(len(list), func(x int) int { return to[x] })
}

// joinedResults takes a problem into one whose results are two of its own each, and one that takes these apart.
func (p *Problem) joinedResults(list [][2]int) (full, apart Problem) {
	n := p.Lanes()
	full = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	apart = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: len(list), Results: make([][]int, len(p.Results))}
	for k, l := range list {
		full.Results = append(full.Results, slices.Concat(p.Results[l[0]][:n/2], p.Results[l[1]][:n/2]))
		for h, r := range l {
			apart.Results[r] = slices.Repeat([]int{Free}, n)
			for i := range n / 2 {
				if p.Results[r][i] != Free {
					apart.Results[r][i] = k*n + h*n/2 + i
				}
			}
		}
	}
	return full, apart
}
