package debug

import (
	"github.com/lanescope/lanescope/g13/machine"
)

// A Pair is an instruction of one program and the one of another that it stands for; -1 where there is none. Both are there where they are the same.
type Pair struct{ A, B int }

// mostEdits bounds how far two programs may be apart before what lies between is taken for two pieces that have nothing in common.
const mostEdits = 1 << 10

// NewCode is a program to be looked at, without a session.
func NewCode(p *machine.Program, source Source) *Code { return newCode(p, source) }

// Align finds which instructions of two programs are the same, in their order. Jumps are the same where their targets are: an instruction more between them does not make a
// difference.
//
//	A            B
//	top: iadd    top: iadd      the same
//	             mov            only in B
//	jmp pc-8     jmp pc-12      the same, since both lead to top
func Align(a, b *Code) []Pair {
	x, y := a.words(), b.words()
	first := 0
	for first < len(x) && first < len(y) && x[first] == y[first] {
		first++
	}
	last := 0
	for last < len(x)-first && last < len(y)-first && x[len(x)-1-last] == y[len(y)-1-last] {
		last++
	}
	var pairs []Pair
	for k := range first {
		pairs = append(pairs, Pair{a.order[k], b.order[k]})
	}
	for _, p := range shortest(x[first:len(x)-last], y[first:len(y)-last]) {
		pair := Pair{-1, -1}
		if p.A >= 0 {
			pair.A = a.order[first+p.A]
		}
		if p.B >= 0 {
			pair.B = b.order[first+p.B]
		}
		pairs = append(pairs, pair)
	}
	for k := range last {
		pairs = append(pairs, Pair{a.order[len(x)-last+k], b.order[len(y)-last+k]})
	}
	return partJumps(a, b, pairs)
}

// words are what makes instructions the same: their bytes; of a jump, all but where it leads to.
func (c *Code) words() (all []string) {
	for _, op := range c.order {
		if c.ops[op].To >= 0 {
			name, _ := c.ops[op].Inst.Name()
			all = append(all, "to "+name)
		} else {
			all = append(all, string(c.Inst(op)))
		}
	}
	return all
}

// partJumps parts jumps again that do not lead to the same.
func partJumps(a, b *Code, pairs []Pair) (all []Pair) {
	same := map[int]int{}
	for _, p := range pairs {
		if p.A >= 0 && p.B >= 0 {
			same[p.A] = p.B
		}
	}
	for _, p := range pairs {
		if p.A >= 0 && p.B >= 0 && a.ops[p.A].To >= 0 {
			to, paired := same[a.target(p.A)]
			end := a.atEnd(a.target(p.A)) && b.atEnd(b.target(p.B))
			if !end && (!paired || to != b.target(p.B)) {
				all = append(all, Pair{p.A, -1}, Pair{-1, p.B})
				continue
			}
		}
		all = append(all, p)
	}
	return all
}

// target is the instruction that a jump leads to.
func (c *Code) target(op int) int {
	to := c.ops[op].To
	for c.ops[to].Inst.Len == 0 && !c.ops[to].Faults && c.ops[to].To >= 0 {
		to = c.ops[to].To
	}
	return to
}

// atEnd says that an op is the end of the code.
func (c *Code) atEnd(op int) bool { return c.ops[op].Inst.Len == 0 && !c.ops[op].Faults }

// shortest is the alignment with the fewest differences, as Myers finds it: for each number of edits d, how far each diagonal of the table is come.
func shortest(x, y []string) []Pair {
	var trace [][]int32
	v := map[int]int32{1: 0}
	for d := 0; d <= min(len(x)+len(y), mostEdits); d++ {
		row := make([]int32, 2*d+1)
		for k := -d; k <= d; k += 2 {
			at := v[k-1] + 1
			if k == -d || k != d && v[k-1] < v[k+1] {
				at = v[k+1]
			}
			for int(at) < len(x) && int(at)-k < len(y) && x[at] == y[int(at)-k] {
				at++
			}
			v[k], row[k+d] = at, at
			if int(at) >= len(x) && int(at)-k >= len(y) {
				return walked(append(trace, row), len(x), len(y))
			}
		}
		trace = append(trace, row)
	}
	return apart(len(x), len(y))
}

// walked goes back through what Myers' search has come to.
func walked(trace [][]int32, i, j int) []Pair {
	var back []Pair
	for d := len(trace) - 1; d > 0; d-- {
		k := i - j
		before := func(k int) int {
			if k < -(d-1) || k > d-1 {
				return -1
			}
			return int(trace[d-1][k+d-1])
		}
		down := k == -d || k != d && before(k-1) < before(k+1)
		from := k - 1
		if down {
			from = k + 1
		}
		toI := before(from)
		toJ := toI - from
		beginI, beginJ := toI+1, toJ
		if down {
			beginI, beginJ = toI, toJ+1
		}
		for i > beginI && j > beginJ {
			i, j = i-1, j-1
			back = append(back, Pair{i, j})
		}
		if down {
			back = append(back, Pair{-1, toJ})
		} else {
			back = append(back, Pair{toI, -1})
		}
		i, j = toI, toJ
	}
	for i > 0 && j > 0 {
		i, j = i-1, j-1
		back = append(back, Pair{i, j})
	}
	return turned(back)
}

// turned is pairs from the first to the last, where what only A has stands before what only B has.
func turned(back []Pair) (all []Pair) {
	var onlyB []Pair
	for k := len(back) - 1; k >= 0; k-- {
		switch p := back[k]; {
		case p.A < 0:
			onlyB = append(onlyB, p)
			continue
		case p.B >= 0:
			all = append(all, onlyB...)
			onlyB = onlyB[:0]
		}
		all = append(all, back[k])
	}
	return append(all, onlyB...)
}

// apart is all of one and then all of the other.
func apart(n, m int) (all []Pair) {
	for k := range n {
		all = append(all, Pair{k, -1})
	}
	for k := range m {
		all = append(all, Pair{-1, k})
	}
	return all
}
