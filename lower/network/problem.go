package network

import (
	"slices"
)

// Free is a lane of a result that may hold anything.
const Free = -1

// A Problem is what registers are to hold: each lane is a lane of an input, or Free.
//
//	Bits 128, Elem 32, Inputs 2        results  0 4 1 5    2 6 3 7        a0 b0 a1 b1 and a2 b2 a3 b3
type Problem struct {
	Bits, Elem int // of a register, and of a lane
	Inputs     int
	Results    [][]int // of each lane input·Lanes + lane
}

// Lanes are those of a register.
func (p *Problem) Lanes() int { return p.Bits / p.Elem }

// key names the problem.
func (p *Problem) key() string {
	b := []byte{byte(p.Bits / 64), byte(p.Elem), byte(p.Inputs), byte(p.Inputs >> 8)}
	for _, r := range p.Results {
		for _, x := range r {
			b = append(b, byte(x), byte(x>>8))
		}
	}
	return string(b)
}

// wider is the problem in lanes of twice the width; ok is false if some move alone.
func (p *Problem) wider() (q Problem, ok bool) {
	if p.Elem >= 64 {
		return q, false
	}
	q = Problem{Bits: p.Bits, Elem: 2 * p.Elem, Inputs: p.Inputs}
	for _, r := range p.Results {
		row := make([]int, len(r)/2)
		for i := range row {
			x, y := r[2*i], r[2*i+1]
			switch {
			case x == Free && y == Free:
				row[i] = Free
			case x == Free || x%2 != 0 || y != x+1:
				return q, false
			default:
				row[i] = x / 2
			}
		}
		q.Results = append(q.Results, row)
	}
	return q, true
}

// reads are the inputs that a result reads, in their order.
func (p *Problem) reads(result []int) (list []int) {
	n := p.Lanes()
	for _, x := range result {
		if x != Free && !slices.Contains(list, x/n) {
			list = append(list, x/n)
		}
	}
	slices.Sort(list)
	return list
}

// over is the problem of some of its results over the inputs that these read, which are from.
func (p *Problem) over(results []int) (q Problem, from []int) {
	q = Problem{Bits: p.Bits, Elem: p.Elem}
	n := p.Lanes()
	for _, r := range results {
		for _, k := range p.reads(p.Results[r]) {
			if !slices.Contains(from, k) {
				from = append(from, k)
			}
		}
	}
	slices.Sort(from)
	for _, r := range results {
		q.Results = append(q.Results, p.Results[r])
	}
	return q.renumbered(len(from), func(x int) int { return slices.Index(from, x/n)*n + x%n }), from
}

// renumbered is the problem over other inputs, of which each lane that is wanted is another.
func (p *Problem) renumbered(inputs int, to func(x int) int) Problem {
	q := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: inputs}
	for _, r := range p.Results {
		row := make([]int, len(r))
		for i, x := range r {
			if row[i] = Free; x != Free {
				row[i] = to(x)
			}
		}
		q.Results = append(q.Results, row)
	}
	return q
}

// apart are the results that have inputs in common, directly or by others: each list is a problem of its own.
func (p *Problem) apart() (lists [][]int) {
	of := make([]int, p.Inputs) // one more than the list that reads an input
	for r, result := range p.Results {
		list := []int{r}
		for _, k := range p.reads(result) {
			if at := of[k] - 1; at >= 0 && lists[at] != nil && !slices.Contains(list, lists[at][0]) {
				list = append(list, lists[at]...)
				lists[at] = nil
			}
		}
		slices.Sort(list)
		lists = append(lists, list)
		for _, s := range list {
			for _, k := range p.reads(p.Results[s]) {
				of[k] = len(lists)
			}
		}
	}
	return slices.DeleteFunc(lists, func(l []int) bool { return l == nil })
}

// still is the input that a result is, or Free.
func (p *Problem) still(result []int) int {
	n, input := p.Lanes(), Free
	for i, x := range result {
		switch {
		case x == Free:
		case x%n != i || input != Free && x/n != input:
			return Free
		default:
			input = x / n
		}
	}
	return input
}

// Done says whether every result is an input, or nothing is wanted of it.
func (p *Problem) Done() bool {
	return !slices.ContainsFunc(p.Results, func(r []int) bool { return p.still(r) == Free && !nothing(r) })
}

// nothing says whether nothing is wanted of a result.
func nothing(result []int) bool {
	return !slices.ContainsFunc(result, func(x int) bool { return x != Free })
}
