package network

import "math"

// Bound is how many ops any program for the problem takes at least that reads no more than so many registers in one op.
//
// Of each result follow every lane back to the input that it comes from. On its way it is in one value at a time; where several lanes of results are one lane of an input, only one of them is followed.
// A value that holds c lanes on their way to a result counts c·log c of them, all values together Φ. An op that joins lanes of k values raises Φ by no more than log k for each lane of a register.
// At the end a result of n lanes counts n·log n; at the start an input counts what its lanes have met already. (Floyd 1972, on pages of a drum.)
//
//	4×4 transpose     inputs 0, results 4 · 4 · log 4 = 32        32 / 4 lanes = 8 ops of two registers
func (p *Problem) Bound(reads int) int {
	return max(0, int(math.Ceil(p.Meetings()/(float64(p.Lanes())*math.Log2(float64(reads)))-1e-9)))
}

// Meetings is what Φ is at the end beyond what it is at the start.
func (p *Problem) Meetings() (sum float64) {
	n := p.Lanes()
	taken := make([]bool, p.Inputs*n)
	for _, r := range p.Results {
		met := make([]int, p.Inputs)
		all := 0
		for _, x := range r {
			if x != Free && !taken[x] {
				taken[x] = true
				met[x/n]++
				all++
			}
		}
		sum += meetings(all)
		for _, c := range met {
			sum -= meetings(c)
		}
	}
	return sum
}

// meetings are c·log c.
func meetings(c int) float64 {
	if c < 2 {
		return 0
	}
	return float64(c) * math.Log2(float64(c))
}
