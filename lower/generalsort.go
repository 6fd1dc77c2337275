package lower

import (
	"math/bits"
	"slices"
)

// bySorting puts bits in their order as a radix sort does, by what is known as sheep and goats: in each pass those of one kind are gathered at the lower end, and above them those of the
// other, all in the order in which they are.
//
//	bits as they stand in the source, by their number in the destination      3 0 4 1 5 2
//	runs of numbers that stand in their order                                 0 1 2 | 3 4 5
//	a pass: the runs with an even number, and then those with an odd one      0 1 2 3 4 5
//
// Each pass halves the runs, in four ops: pext, pext, shl, or. Backwards it sorts what has few runs in the order of the source: pdep, shr,
// pdep, or. A bit that is wanted twice is in two runs, and both gather it. The first pass may take bits from anywhere, and the last puts them anywhere.
func (g *general) bySorting() (codes []generalCode) {
	places := g.places()
	if len(places) < 2 {
		return nil
	}
	if len(g.values) > 1 {
		return g.sortings(g.mergings(places), places)
	}
	return g.sortings(g.starts(places), places)
}

// places are those of wanted bits that come from values.
func (g *general) places() (list []int) {
	eachBit(g.sourceBits(), func(i int) bool {
		list = append(list, i)
		return true
	})
	return list
}

// Passes move the bits that are wanted from positions to positions; both are in the order of the destination. In each pass bits of one kind keep their order.
type passes struct {
	at   [][]int // before each pass and behind the last
	kind [][]int // of each pass
}

// runs numbers the runs.
func runs(at []int) (of []int, n int) {
	of = make([]int, len(at))
	for e := 1; e < len(at); e++ {
		if at[e] <= at[e-1] {
			n++
		}
		of[e] = n
	}
	return of, n + 1
}

// digits is how many passes sort so many runs.
func digits(runs int) int { return max(bits.Len(uint(runs-1)), 1) }

// sorted is the passes from positions to places, both in the order of the places.
func sorted(at, places []int) (s passes) {
	of, n := runs(at)
	s.at = append(s.at, at)
	for p := range digits(n) {
		kind := make([]int, len(at))
		for e := range kind {
			kind[e] = of[e] >> p & 1
		}
		s.kind = append(s.kind, kind)
		s.at = append(s.at, parted(s.at[p], kind))
	}
	s.at[len(s.at)-1] = places
	return s
}

// parted are the positions after the bits of the first kind are gathered at the lower end, and the others above them.
func parted(at, kind []int) []int {
	var set [2]uint64
	for e, p := range at {
		set[kind[e]] |= 1 << p
	}
	next := make([]int, len(at))
	for e, p := range at {
		next[e] = bits.OnesCount64(set[kind[e]]&(1<<p-1)) + kind[e]*bits.OnesCount64(set[0])
	}
	return next
}

// backwards is the sorting of what is the other way round, its passes undone from the last to the first; ok is false if a bit is wanted twice.
func backwards(at, places []int) (s passes, ok bool) {
	order := make([]int, len(at)) // of the source
	for e := range order {
		order[e] = e
	}
	slices.SortFunc(order, func(a, b int) int { return at[a] - at[b] })
	from, to := make([]int, len(at)), make([]int, len(at))
	for k, e := range order {
		if k > 0 && at[e] == at[order[k-1]] {
			return s, false
		}
		from[k], to[k] = places[e], at[e]
	}
	other := sorted(from, to)
	for _, list := range [...]*[][]int{&other.at, &other.kind} {
		for p, x := range *list {
			back := make([]int, len(at))
			for k, e := range order {
				back[e] = x[k]
			}
			(*list)[p] = back
		}
		slices.Reverse(*list)
	}
	return other, true
}

// A start is where passes begin: a code, and the positions that the wanted bits have in its result.
type start struct {
	code generalCode
	at   []int
}

// starts are the bits of one value as they are, and after the rotation that leaves the fewest runs; both also with all bytes reversed before.
func (g *general) starts(places []int) (list []start) {
	at := make([]int, len(places))
	for e, p := range places {
		at[e] = int(g.want.word[p])
	}
	for _, reversed := range [...]bool{false, true} {
		var c generalCode
		if reversed {
			m := &g.t.moves[g.t.reversal]
			c = g.then(c, generalOp{row: m.row, move: m})
		}
		least, best := 1<<30, 0
		for up := range wordBits {
			if _, n := runs(turned(at, up, reversed)); n < least {
				least, best = n, up
			}
		}
		list = append(list, start{c, turned(at, 0, reversed)})
		if best != 0 {
			list = append(list, start{g.rotated(c, c.result, best), turned(at, best, reversed)})
		}
	}
	return list
}

// turned are positions after a reversal of bytes, or none, and a rotation.
func turned(at []int, up int, reversed bool) []int {
	next := make([]int, len(at))
	for e, p := range at {
		if reversed {
			p ^= wordBits - 8
		}
		next[e] = (p + up) % wordBits
	}
	return next
}

// sortings sorts from all starts and both ways, as far as that can take the fewest ops or one more.
func (g *general) sortings(list []start, places []int) (codes []generalCode) {
	type way struct {
		start
		passes
		ops int
	}
	var ways []way
	for _, from := range list {
		s := sorted(from.at, places)
		ways = append(ways, way{from, s, len(from.code.ops) + 4*len(s.kind)})
		if s, ok := backwards(from.at, places); ok {
			ways = append(ways, way{from, s, len(from.code.ops) + 4*len(s.kind)})
		}
	}
	slices.SortStableFunc(ways, func(a, b way) int { return a.ops - b.ops })
	for _, w := range ways {
		if w.ops > ways[0].ops+1 {
			break
		}
		if done, ok := g.passed(w.code, w.passes); ok {
			codes = append(codes, done)
		}
	}
	return codes
}

// mergings are the bits of each value gathered and put beside one another, those of the first value lowest or highest.
func (g *general) mergings(places []int) (starts []start) {
	order := g.numbers()
	for range 2 {
		at, total := g.gathered(order, places)
		if total > wordBits {
			return nil
		}
		var list []generalCode
		for k := range g.values {
			want := nothing()
			for e, p := range places {
				if x := g.want.word[p]; int(x)/wordBits == k {
					want.put(at[e], x)
				}
			}
			for _, i := range at {
				if want.word[i] == freeCell {
					want.put(i, zeroCell)
				}
			}
			p := g.rows(want, g.values, maxPieceLoads)
			if best := g.lightest(&p); best != nil {
				list = append(list, *best)
			}
		}
		if len(list) == len(g.values) {
			starts = append(starts, start{g.joined(list), at})
		}
		slices.Reverse(order)
	}
	return starts
}

// gathered are the positions of bits that are gathered of each value, the values one above another in some order.
func (g *general) gathered(order, places []int) (at []int, total int) {
	at = make([]int, len(places))
	for _, k := range order {
		var set uint64
		for _, p := range places {
			if x := int(g.want.word[p]); x/wordBits == k {
				set |= 1 << (x % wordBits)
			}
		}
		for e, p := range places {
			if x := int(g.want.word[p]); x/wordBits == k {
				at[e] = total + bits.OnesCount64(set&(1<<(x%wordBits)-1))
			}
		}
		total += bits.OnesCount64(set)
	}
	return at, total
}

// passed continues a code by passes.
func (g *general) passed(c generalCode, s passes) (_ generalCode, ok bool) {
	for p, kind := range s.kind {
		want := nothing()
		if p == len(s.kind)-1 {
			eachBit(g.want.some, func(i int) bool {
				want.put(i, zeroCell)
				return true
			})
		}
		for e, to := range s.at[p+1] {
			want.put(to, cell(s.at[p][e]))
		}
		var made []int
		have := c.result
		for k := range slices.Max(kind) + 1 {
			mine := want
			for e, to := range s.at[p+1] {
				if kind[e] != k {
					mine.zero |= 1 << to
				}
			}
			for e, to := range s.at[p+1] { // of bits that come together to one place
				if kind[e] == k {
					mine.zero &^= 1 << to
				}
			}
			piece := g.child(mine, []choice{value(0)}).piece(mine)
			best := g.lightest(&piece)
			if best == nil {
				return c, false
			}
			c = g.append(c, *best, []int{have}, 1)
			if !slices.Contains(made, c.result) {
				made = append(made, c.result)
			}
		}
		c.result = made[0]
		for _, x := range made[1:] {
			c = g.join(c, c.result, x)
		}
	}
	return c, true
}

// lightest is the way of a piece that costs least.
func (g *general) lightest(p *piece) (best *generalCode) {
	least := noKey
	for loads, c := range p {
		if c == nil || loads > g.most {
			continue
		}
		throughput := 0
		for i := range c.ops {
			_, t := figures(c.ops[i].row.row, g.s.o.CPU)
			throughput += t
		}
		if k := g.s.o.Cost.keyOf(len(c.ops), loads, 0, throughput) + key(g.lateness(c.ops)); k < least {
			best, least = c, k
		}
	}
	return best
}
