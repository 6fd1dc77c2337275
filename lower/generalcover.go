package lower

import (
	"math/bits"
	"slices"
)

// A carrier is a value, made by at most two ops, that has wanted bits in their places; good says which. Where bad says, it has something else than what is wanted, which has to be cleared.
//
//	wanted      a2 a1 z a5 a4 a3
//	shr a, 2    a7 a6 a5 a4 a3 a2        good: bit 0 to 2     bad: bit 3 to 5
type carrier struct {
	good, bad uint64
	ops       int
	loads     int // of a gather that is scattered
}

// A cover is carriers that have all wanted bits, each with those that are taken of it.
type cover struct {
	taken []uint64
	cost  int
}

// maxCovers is how many covers are made into sequences, and coverTries how many are looked at.
const (
	maxCovers  = 3
	coverTries = 1500
	maxPieces  = 12
)

// byCovers makes pieces of what moves together: equally far, by a reversal of bytes, or in its order. They are joined by or.
func (g *general) byCovers() (codes []generalCode) {
	for _, ordered := range [...]bool{false, true} {
		for _, v := range g.covers(ordered) {
			codes = append(codes, g.covered(v.taken)...)
		}
	}
	return codes
}

// sourceBits are the wanted bits that have to come of a value.
func (g *general) sourceBits() (set uint64) {
	for i, x := range g.want.word {
		if x >= 0 {
			set |= 1 << i
		}
	}
	return set &^ g.want.zeros
}

// carriers are all that come into question, those with the most good bits first.
func (g *general) carriers() (list []carrier) {
	add := func(v *choice, ops int) {
		c := carrier{ops: ops}
		for i, x := range v.word {
			switch w := g.want.word[i]; {
			case w == freeCell || x == zeroCell:
			case x == w:
				c.good |= 1 << i
			default:
				c.bad |= 1 << i
			}
		}
		if c.good != 0 && !slices.ContainsFunc(list, func(o carrier) bool { return c.good&^o.good == 0 && o.bad&^c.bad == 0 && o.ops <= c.ops }) {
			list = append(list, c)
		}
	}
	for k := range g.values {
		add(&g.values[k], 0)
	}
	for k := range g.t.moves {
		m := &g.t.moves[k]
		if m.row.args == 0 {
			continue
		}
		for x := range g.values {
			for y := range g.values {
				if o := (generalOp{row: m.row, move: m, args: [2]int{x, y}}); m.row.args == 1 && y == 0 || m.row.args == 2 && x != y {
					v := o.apply(g.values)
					add(&v, 1)
				}
			}
		}
	}
	for x := range g.values {
		reversed := generalOp{row: g.t.moves[g.t.reversal].row, move: &g.t.moves[g.t.reversal], args: [2]int{x}}
		between := []choice{reversed.apply(g.values)}
		for up := 1; up < wordBits; up++ {
			m := &g.t.moves[g.t.rotations[up]]
			v := (&generalOp{row: m.row, move: m}).apply(between)
			add(&v, 2)
		}
	}
	slices.SortStableFunc(list, func(a, b carrier) int { return bits.OnesCount64(b.good) - bits.OnesCount64(a.good) })
	return list
}

// covers are the cheapest covers found, by an estimate of ops: of those whose pieces are gathered and scattered in their order too, or not.
func (g *general) covers(ordered bool) (found []cover) {
	carriers := g.carriers()
	tries, most := coverTries, 1<<30
	var visit func(left uint64, v cover)
	visit = func(left uint64, v cover) {
		if tries--; tries < 0 || v.cost >= most || len(v.taken) > maxPieces {
			return
		}
		if left == 0 {
			found = append(found, cover{slices.Clone(v.taken), v.cost})
			slices.SortStableFunc(found, func(a, b cover) int { return a.cost - b.cost })
			if len(found) >= maxCovers {
				found = found[:maxCovers]
				most = found[maxCovers-1].cost
			}
			return
		}
		lowest := left & -left
		n := 0
		for _, c := range g.through(carriers, left, lowest, ordered) {
			if n++; n > 3 {
				break
			}
			w := cover{append(slices.Clip(v.taken), c.good), v.cost + g.estimate(&c, len(v.taken) > 0)}
			visit(left&^c.good, w)
		}
	}
	visit(g.sourceBits(), cover{})
	return found
}

// estimate is what a piece costs: its ops, a mask if it needs one, and an or.
func (g *general) estimate(c *carrier, or bool) int {
	n, loads := c.ops, c.loads
	if c.bad != 0 {
		n, loads = n+1, loads+1
	}
	if or {
		n++
	}
	if g.s.o.Cost == Balanced {
		n += loads
	}
	if g.most < loads {
		n += 4
	}
	return n
}

// through are the carriers of what is left that have the lowest bit, those with the most for their cost first.
func (g *general) through(carriers []carrier, left, lowest uint64, ordered bool) (list []carrier) {
	for _, c := range carriers {
		if c.good&lowest == 0 {
			continue
		}
		if c.good &= left; !slices.ContainsFunc(list, func(o carrier) bool { return o.good == c.good && g.estimate(&o, true) <= g.estimate(&c, true) }) {
			list = append(list, c)
		}
	}
	if ordered {
		if set := g.inOrder(left, bits.TrailingZeros64(lowest)); set != 0 {
			list = append(list, carrier{good: set, ops: 2, loads: 2})
		}
	}
	slices.SortStableFunc(list, func(a, b carrier) int {
		return bits.OnesCount64(b.good)*g.estimate(&a, true) - bits.OnesCount64(a.good)*g.estimate(&b, true)
	})
	return list
}

// inOrder are the most of these bits that come from one value in their order, with the lowest of them.
func (g *general) inOrder(left uint64, lowest int) (set uint64) {
	var length, before [wordBits]int
	best, value := lowest, g.want.word[lowest]/wordBits
	for i := lowest; i < wordBits; i++ {
		x := g.want.word[i]
		if left>>i&1 == 0 || x/wordBits != value {
			continue
		}
		if length[i], before[i] = 0, -1; i == lowest {
			length[i] = 1
		}
		for j := lowest; j < i; j++ {
			if length[j] >= max(length[i], 1) && g.want.word[j] < x {
				length[i], before[i] = length[j]+1, j
			}
		}
		if length[i] > length[best] {
			best = i
		}
	}
	for i := best; i >= 0; i = before[i] {
		set |= 1 << i
	}
	return set
}

// part is what is wanted as a piece that has these bits. Where other pieces have theirs, it may have the same.
func (g *general) part(taken uint64) choice {
	c := g.want.choice
	for i, x := range c.word {
		if x >= 0 && taken>>i&1 == 0 {
			c.zero |= 1 << i
		}
	}
	return c
}

// covered makes the pieces of a cover and joins them. Zeros are cleared in each, or at the end of all.
func (g *general) covered(taken []uint64) (codes []generalCode) {
	var list, open []piece
	for _, set := range taken {
		want := g.part(set)
		list = append(list, g.piece(want))
		for i, x := range want.word {
			if x == zeroCell {
				want.word[i] = freeCell
			}
		}
		open = append(open, g.piece(want))
	}
	codes = g.pieces(list)
	for _, c := range g.pieces(open) {
		v := g.words(c)
		o := generalOp{row: g.t.row(clearing), args: [2]int{c.result}}
		if len(taken) > 1 && o.look(g.want, &v[c.result], v[c.result].inPlace(g.want)) {
			codes = append(codes, g.then(c, o))
		}
	}
	return codes
}
