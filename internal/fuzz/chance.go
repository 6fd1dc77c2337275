package fuzz

import "math/rand/v2"

// Most of what a program by chance has.
const (
	mostSources = 3
	mostSteps   = 6
)

// New is a program by chance of vectors of so many bytes. Half of its shuffles are such as people write.
func New(rng *rand.Rand, bytes int) *Program {
	p := &Program{Bytes: bytes, Sources: 1 + rng.IntN(mostSources)}
	for range 1 + rng.IntN(mostSteps) {
		p.Steps = append(p.Steps, p.step(rng))
	}
	return p
}

// step is one more step. It likes what was made last, so that few are in vain.
func (p *Program) step(rng *rand.Rand) Step {
	value := func() int {
		switch {
		case len(p.Steps) > 0 && rng.IntN(2) == 0:
			return p.values() - 1
		case rng.IntN(8) == 0:
			return Zeros
		}
		return rng.IntN(p.values())
	}
	s := Step{Op: Op(rng.IntN(int(numOps))), Elem: 1 << rng.IntN(4), X: value(), Y: value()}
	if rng.IntN(2) == 0 {
		s.Op = Shuffle // what it is all about
	}
	if s.X == Zeros && (s.Y == Zeros || !s.binary()) {
		s.X = 0
	}
	switch s.Op {
	case Up, Down, Narrow:
		s.Elem = 2 << rng.IntN(3)
		s.By = 1 + rng.IntN(s.Elem-1)
	case Widen:
		s.Elem = 1 << rng.IntN(3)
	}
	if s.Op != Up && s.Op != Down {
		s.By = 0
	}
	if !s.binary() {
		s.Y = s.X // which is not read
	}
	n := p.Bytes / s.Elem
	switch s.Op {
	case Shuffle:
		s.Lanes = lanesByChance(rng, n)
	case Select:
		for range n {
			s.Lanes = append(s.Lanes, rng.IntN(2))
		}
	case Insert:
		s.Lanes = []int{rng.IntN(n), rng.IntN(n)}
	}
	return s
}

// lanesByChance is a mask of two vectors of n lanes.
func lanesByChance(rng *rand.Rand, n int) []int {
	lanes := make([]int, n)
	if rng.IntN(2) == 0 {
		for k := range lanes {
			lanes[k] = rng.IntN(2 * n)
		}
	} else {
		far, known := rng.IntN(2*n), known[rng.IntN(len(known))]
		for k := range lanes {
			lanes[k] = known(k, n, far)
		}
	}
	if rng.IntN(4) == 0 {
		for range 1 + rng.IntN(n) {
			lanes[rng.IntN(n)] = -1
		}
	}
	return lanes
}

// known are masks as people write them: which lane lane k is of 2·n, with a number by chance.
var known = [...]func(k, n, far int) int{
	func(k, n, far int) int { return n - 1 - k },                                   // reversed
	func(k, n, far int) int { return (k + far) % (2 * n) },                         // rotated
	func(k, n, far int) int { return far },                                         // broadcast
	func(k, n, far int) int { return k/2 + n*(k%2) },                               // zipped, lower halves
	func(k, n, far int) int { return n/2 + k/2 + n*(k%2) },                         // zipped, upper halves
	func(k, n, far int) int { return (2*k + far%2) % (2 * n) },                     // unzipped
	func(k, n, far int) int { return k&^1 + far%2 + n*(k%2) },                      // transposed
	func(k, n, far int) int { return k ^ (1+far%max(n-1, 1))%n },                   // exchanged
	func(k, n, far int) int { return k + n*(far>>(k%8)&1) },                        // blended
	func(k, n, far int) int { return max(k-far%n, 0) },                             // shifted, with lane 0 below
	func(k, n, far int) int { return k / max(far%n, 1) * max(far%n, 1) % (2 * n) }, // each group from its first lane
	func(k, n, far int) int { return (k*(far|1) + far) % (2 * n) },                 // strided
}
