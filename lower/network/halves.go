package network

import "slices"

// byHalves makes results of four lanes in a block by rows that choose any two lanes of one register and any two of another: what one half wants of two registers is
// brought into one, where it stands beside what another half wants of the same two.
//
//	every third lane of a b c      results    a0 a3 b2 c1      a1 b0 b3 c2      a2 b1 c0 c3
//	                               wanted           b2 c1      a1 b0 b3 c2      a2 b1
//	                               two ops    a1 a2 b0 b1      b2 b3 c1 c2               and three that take pairs of these and of a and c
func (e *Engine) byHalves(p *Problem, _ int, found func(*Program)) {
	if p.Elem != 32 || p.Bits > block && !p.alike(block) {
		return
	}
	beside := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	rest := Problem{Bits: p.Bits, Elem: p.Elem}
	var sets []lanePair
	for _, r := range p.Results {
		for h := range 2 {
			wants(&sets, p, r[2*h:2*h+2])
		}
	}
	if len(sets) == 0 {
		return
	}
	for _, s := range sets {
		beside.Results = append(beside.Results, p.everywhere(s.row()))
	}
	rest.Inputs = p.Inputs + len(sets)
	for _, r := range p.Results {
		row := make([]int, 4)
		for h := range 2 {
			half := r[2*h : 2*h+2]
			for i, x := range half {
				if row[2*h+i] = x; x != Free && p.spans(half) {
					k := slices.IndexFunc(sets, func(s lanePair) bool { return s.has(half) })
					row[2*h+i] = (p.Inputs+k)*p.Lanes() + slices.Index(sets[k].row(), x)
				}
			}
		}
		rest.Results = append(rest.Results, rest.everywhere(row))
	}
	found(e.beside(&beside, &rest))
}

// beside is a program whose second part reads the inputs too, and behind them what the first part makes.
func (e *Engine) beside(first, second *Problem) *Program {
	a, b := e.all(first), e.all(second)
	if a == nil || b == nil {
		return nil
	}
	n := newProgram(first.Inputs)
	at := inputs(first.Inputs)
	at = append(at, n.embed(a, at)...)
	n.Results = n.embed(b, at)
	return n
}

// A lanePair is up to two lanes of each of two registers, that come to stand in one.
type lanePair struct {
	input [2]int
	lanes [2][]int
}

// row is the register: the lanes of the first, then those of the second.
func (s *lanePair) row() []int {
	row := []int{Free, Free, Free, Free}
	for k, list := range s.lanes {
		copy(row[2*k:], list)
	}
	return row
}

// has says whether all of these lanes are there.
func (s *lanePair) has(lanes []int) bool {
	return !slices.ContainsFunc(lanes, func(x int) bool { return x != Free && !slices.Contains(s.row(), x) })
}

// spans says whether lanes are of several inputs.
func (p *Problem) spans(lanes []int) bool { return len(p.reads(lanes)) > 1 }

// wants sees to it that a pair of lanes stands in one register.
func wants(sets *[]lanePair, p *Problem, half []int) {
	if !p.spans(half) || slices.ContainsFunc(*sets, func(s lanePair) bool { return s.has(half) }) {
		return
	}
	x := slices.Sorted(slices.Values(half))
	n := p.Lanes()
	of := [2]int{x[0] / n, x[1] / n}
	for k := range *sets {
		s := &(*sets)[k]
		if s.input != of {
			continue
		}
		fits := true
		for i, y := range x {
			fits = fits && (slices.Contains(s.lanes[i], y) || len(s.lanes[i]) < 2)
		}
		if !fits {
			continue
		}
		for i, y := range x {
			if !slices.Contains(s.lanes[i], y) {
				s.lanes[i] = append(s.lanes[i], y)
			}
		}
		return
	}
	*sets = append(*sets, lanePair{of, [2][]int{{x[0]}, {x[1]}}})
}

// everywhere is what the first block does, done in all blocks.
func (p *Problem) everywhere(row []int) (all []int) {
	for b := range p.Bits / block {
		for _, x := range row {
			if x != Free {
				x += b * len(row)
			}
			all = append(all, x)
		}
	}
	return all
}
