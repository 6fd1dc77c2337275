package network

import (
	"math/bits"
	"slices"
)

// byRotation shuffles each register alone, so that afterwards all lanes stay in place and only change the register, or before.
//
//	every third lane of three registers of 8      0 0 0 1 1 1 2 2      which register each lane of result 0 comes from, where it is
//	blends                                        lane 0 1 2 3 …       of register 0 2 1 0 2 1 0 2
//	then a shuffle                                                     0 3 6 1 4 7 2 5
func (e *Engine) byRotation(p *Problem, _ int, found func(*Program)) {
	if before, shuffles, ok := p.blendedFirst(); ok {
		e.blended(&before, &shuffles, false, found)
	}
	if shuffles, rest, ok := p.shuffledFirst(); ok {
		e.blended(&rest, &shuffles, true, found)
	}
}

// blendedFirst takes a problem into blends and shuffles of one register each; ok is false where a result wants two lanes that stand in the same place.
func (p *Problem) blendedFirst() (blends, shuffles Problem, ok bool) {
	n := p.Lanes()
	blends = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	shuffles = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: len(p.Results)}
	for k, r := range p.Results {
		stays, row := slices.Repeat([]int{Free}, n), slices.Repeat([]int{Free}, n)
		for i, x := range r {
			if x == Free {
				continue
			}
			if y := stays[x%n]; y != Free && y != x {
				return blends, shuffles, false
			}
			stays[x%n], row[i] = x, k*n+x%n
		}
		blends.Results, shuffles.Results = append(blends.Results, stays), append(shuffles.Results, row)
	}
	return blends, shuffles, true
}

// shuffledFirst takes a problem into shuffles of one register each and blends; ok is false where results want two lanes of an input in the same place.
func (p *Problem) shuffledFirst() (shuffles, blends Problem, ok bool) {
	n := p.Lanes()
	shuffles = Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs}
	blends = shuffles
	for range p.Inputs {
		shuffles.Results = append(shuffles.Results, slices.Repeat([]int{Free}, n))
	}
	for _, r := range p.Results {
		row := slices.Repeat([]int{Free}, n)
		for i, x := range r {
			if x == Free {
				continue
			}
			if y := shuffles.Results[x/n][i]; y != Free && y != x {
				return shuffles, blends, false
			}
			shuffles.Results[x/n][i], row[i] = x, x/n*n+i
		}
		blends.Results = append(blends.Results, row)
	}
	return shuffles, blends, true
}

// blended does blends and shuffles, and the blends beside the shuffles by the same ops where that is cheaper.
func (e *Engine) blended(blends, shuffles *Problem, shuffledFirst bool, found func(*Program)) {
	for _, list := range e.stages(blends) {
		plain := e.inTurn(list)
		if shuffledFirst {
			found(then(e.all(shuffles), plain))
			found(then(e.all(list[0].after(shuffles)), e.inTurn(list[1:])))
			continue
		}
		last := len(list) - 1
		found(then(plain, e.all(shuffles)))
		found(then(e.inTurn(list[:last]), e.all(shuffles.after(list[last]))))
	}
}

// inTurn does one problem after another, each result by itself.
func (e *Engine) inTurn(list []*Problem) *Program {
	var n *Program
	for k, p := range list {
		if one := e.all(p); k == 0 {
			n = one
		} else {
			n = then(n, one)
		}
	}
	return n
}

// after is the problem whose inputs are another's results, as a problem of that one's inputs.
func (p *Problem) after(first *Problem) *Problem {
	n := p.Lanes()
	q := p.renumbered(first.Inputs, func(x int) int { return first.Results[x/n][x%n] })
	return &q
}

// stages are ways to make results all of whose lanes stay in place: each by itself, and by rotations.
func (e *Engine) stages(p *Problem) (lists [][]*Problem) {
	lists = append(lists, []*Problem{p})
	if turns, ok := p.rotations(); ok {
		lists = append(lists, turns)
	}
	return lists
}

// A ring is what a permutation of registers does again and again: by exponent.
type ring [][]int

// ringOf is the ring of a permutation.
func ringOf(g []int) (r ring) {
	at := inputs(len(g))
	for {
		r = append(r, slices.Clone(at))
		for k, x := range at {
			at[k] = g[x]
		}
		if slices.Equal(at, r[0]) {
			return r
		}
		if len(r) > len(g) {
			return nil // it has several circles, of other lengths
		}
	}
}

// rotations are stages in each of which some lanes of all registers move on by as many places in a ring, and the others stay.
//
//	register    0 1 2 3 4      lane 0 by 0, lane 1 by 3, lane 2 by 1, …      3 stages, by 1, 2 and 4
func (p *Problem) rotations() (list []*Problem, ok bool) {
	n, count := p.Lanes(), p.Inputs
	if len(p.Results) != count || count < 3 {
		return nil, false
	}
	base := slices.IndexFunc(inputs(n), func(i int) bool {
		return !slices.ContainsFunc(p.Results, func(r []int) bool { return r[i] == Free })
	})
	if base < 0 {
		return nil, false
	}
	label := make([]int, count) // of each result: the input that its lane at base comes from
	for k, r := range p.Results {
		if label[k] = r[base] / n; slices.Contains(label[:k], label[k]) {
			return nil, false
		}
	}
	best := rotation{most: count + 1}
	for i := range n {
		g := slices.Repeat([]int{Free}, count)
		for k, r := range p.Results {
			if r[i] != Free {
				g[label[k]] = r[i] / n
			}
		}
		if slices.Contains(g, Free) || slices.Equal(g, inputs(count)) {
			continue
		}
		for u := 1; u < count; u++ {
			if r, ok := p.rotation(ringOf(g), u, label); ok && r.most < best.most {
				best = r
			}
		}
	}
	if best.most > count {
		return nil, false
	}
	return best.stages(p, label), true
}

// A rotation is how far each lane moves on in a ring, from the place that is turned by start on.
type rotation struct {
	ring  ring
	by    []int // of each lane; Free where nobody wants any
	start int
	most  int
}

// rotation is the one by every u-th place of a ring, if all lanes move in it.
func (p *Problem) rotation(all ring, u int, label []int) (best rotation, ok bool) {
	if len(all) < 2 || gcd(u, len(all)) > 1 {
		return best, false
	}
	r := make(ring, len(all))
	for e := range r {
		r[e] = all[e*u%len(all)]
	}
	n := p.Lanes()
	by := make([]int, n)
	for i := range n {
		if by[i] = r.exponent(p, i, label); by[i] < 0 {
			return best, false
		}
	}
	best.most = len(r)
	for start := range r {
		turned, most := make([]int, n), 0
		for i, x := range by {
			if turned[i] = Free; x < len(r) {
				turned[i] = (x - start + len(r)) % len(r)
				most = max(most, turned[i])
			}
		}
		if most < best.most {
			best = rotation{r, turned, start, most}
		}
	}
	return best, best.ring != nil
}

// exponent is how far lane i moves: as many as the ring is long where nobody wants it, and less than 0 where it does not move in the ring.
func (r ring) exponent(p *Problem, i int, label []int) int {
	n, wanted := p.Lanes(), false
	for e, g := range r {
		fits := true
		for k, row := range p.Results {
			if row[i] != Free {
				wanted = true
				fits = fits && row[i]/n == g[label[k]]
			}
		}
		if !wanted {
			return len(r)
		}
		if fits {
			return e
		}
	}
	return -1
}

// stages are problems each of which moves some lanes on by a power of two.
func (r *rotation) stages(p *Problem, label []int) (list []*Problem) {
	n, count := p.Lanes(), p.Inputs
	last := bits.Len(uint(r.most)) - 1
	for s := range last + 1 {
		q := &Problem{Bits: p.Bits, Elem: p.Elem, Inputs: count}
		for k := range count {
			at := k
			if s == last {
				at = r.ring[r.start][label[k]]
			}
			row := make([]int, n)
			for i, by := range r.by {
				switch {
				case by == Free || s == last && p.Results[k][i] == Free:
					row[i] = Free
				case by>>s&1 == 1:
					row[i] = r.ring[1<<s%len(r.ring)][at]*n + i
				default:
					row[i] = at*n + i
				}
			}
			q.Results = append(q.Results, row)
		}
		list = append(list, q)
	}
	return list
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
