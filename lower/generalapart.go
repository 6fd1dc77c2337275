package lower

import (
	"math/bits"
	"slices"
)

// This file has the plans of general registers that take what is wanted apart and make each part by itself, by whatever plan.

// withOnes sets the ones of what is wanted last, or loads a constant if there is nothing else.
func (g *general) withOnes() (codes []generalCode) {
	without := g.want.choice
	set := g.want.ones & g.want.some &^ g.want.zeros
	eachBit(set, func(i int) bool {
		without.put(i, freeCell)
		return true
	})
	for _, c := range g.made(without, g.values, g.depth) {
		codes = append(codes, g.tidied(g.look(c, setting, c.result, set)), g.tidied(g.setUnloaded(c, set)))
	}
	return g.best(codes)
}

// setUnloaded sets bits without a constant that is loaded: one by one, or those of each half by a constant in an instruction, which does not reach bits 31 and 63 alone.
func (g *general) setUnloaded(c generalCode, set uint64) generalCode {
	one := func(bit int) {
		c = g.then(c, generalOp{row: g.t.moves[g.t.ones[bit]].row, move: &g.t.moves[g.t.ones[bit]], args: [2]int{c.result}})
	}
	if bits.OnesCount64(set) <= 3 {
		eachBit(set, func(i int) bool {
			one(i)
			return true
		})
		return c
	}
	for range 2 {
		set = bits.RotateLeft64(set, wordBits/2)
		c = g.rotated(c, c.result, wordBits/2)
		half := set & lowBitsSet(wordBits/2)
		if half&^(1<<31) != 0 {
			c = g.then(c, generalOp{row: g.t.signed(setting), args: [2]int{c.result}, mask: half &^ (1 << 31)})
		}
		if half>>31 == 1 {
			one(31)
		}
	}
	return c
}

// bySource makes what comes from each value by itself.
func (g *general) bySource() []generalCode {
	if len(g.values) < 2 {
		return nil
	}
	var parts [][]generalCode
	for k := range g.values {
		var mine uint64
		for i, x := range g.want.word {
			if x >= 0 && int(x)/wordBits == k {
				mine |= 1 << i
			}
		}
		parts = append(parts, g.alone(g.part(mine), k))
	}
	return g.combined(parts)
}

// alone is made of what comes from one value.
func (g *general) alone(want choice, k int) (codes []generalCode) {
	for i, x := range want.word {
		switch {
		case x < 0:
		case int(x)/wordBits == k:
			want.word[i] = x % wordBits
		default: // it is zero, or what another value has there
			want.put(i, zeroCell)
		}
	}
	for _, c := range g.made(want, []choice{value(0)}, g.depth-1) {
		codes = append(codes, g.append(generalCode{}, c, []int{k}, 1))
	}
	return codes
}

// combined joins a code of each part, for each number of constants the ones with the fewest ops.
func (g *general) combined(parts [][]generalCode) (codes []generalCode) {
	codes = []generalCode{{result: -1}}
	for _, part := range parts {
		var next []generalCode
		for _, c := range codes {
			for _, p := range part {
				joined := g.append(c, p, g.numbers(), len(g.values))
				if c.result >= 0 {
					joined = g.join(joined, c.result, joined.result)
				}
				next = append(next, joined)
			}
		}
		codes = g.best(next)
	}
	return codes
}

// maxSeams is how many places are looked at where two parts meet.
const maxSeams = 6

// endToEnd makes an upper part and a lower one, each at an end of a register with anything beside it, and joins them by a double shift.
//
//	shld t, u, 24     t  _ a4 a3 a2 a1 a0     u  b5 b4 b3 _ _ _     a2 a1 a0 b5 b4 b3 in bytes
func (g *general) endToEnd() (codes []generalCode) {
	for _, seam := range g.seams() {
		upper, lower := nothing(), nothing()
		for i := range wordBits {
			if i < seam {
				lower.take(wordBits-seam+i, &g.want.choice, i)
			} else {
				upper.take(i-seam, &g.want.choice, i)
			}
		}
		m := &g.t.moves[g.t.doubles[seam]]
		for _, u := range g.made(upper, g.values, 0) {
			for _, l := range g.made(lower, g.values, 0) {
				c := g.append(generalCode{}, u, g.numbers(), len(g.values))
				x := c.result
				c = g.append(c, l, g.numbers(), len(g.values))
				codes = append(codes, g.then(c, generalOp{row: m.row, move: m, args: [2]int{x, c.result}}))
			}
		}
	}
	return g.best(codes)
}

// seams are places where neighbours do not come from neighbours, those first that leave the longest parts which move together.
func (g *general) seams() (list []int) {
	together := func(lo, hi int) (n int) { // neighbours from neighbours
		for i := lo + 1; i < hi; i++ {
			if x := g.want.word[i]; x >= 0 && x == g.want.word[i-1]+1 {
				n++
			}
		}
		return n
	}
	type seam struct{ at, long int }
	var found []seam
	for i := 1; i < wordBits; i++ {
		if x, y := g.want.word[i-1], g.want.word[i]; x >= 0 && y >= 0 && y != x+1 {
			lo, hi := i-1, i
			for lo > 0 && g.want.word[lo] == g.want.word[lo-1]+1 {
				lo--
			}
			for hi < wordBits-1 && g.want.word[hi+1] == g.want.word[hi]+1 {
				hi++
			}
			found = append(found, seam{i, together(lo, i) + together(i, hi+1)})
		}
	}
	slices.SortStableFunc(found, func(a, b seam) int { return b.long - a.long })
	for _, s := range found[:min(len(found), maxSeams)] {
		list = append(list, s.at)
	}
	return list
}

// byCopies makes once what is wanted twice, and joins it with itself, moved up or down; and so with what is still wanted twice then.
//
//	wanted     a1 a0 a1 a0 a1 a0 a1 a0      by 4 up: z z z z a1 a0 a1 a0, joined with that 4 up; by 2 up: z z z z z z a1 a0
func (g *general) byCopies() (codes []generalCode) {
	var ups []int
	for at := g; ; {
		up, base, ok := at.copied()
		if !ok {
			return codes
		}
		ups = append(ups, up)
		at = g.child(base, g.values)
		if _, _, more := at.copied(); more && len(ups) > 1 {
			continue
		}
		for _, c := range g.made(base, g.values, g.depth-1) {
			for _, up := range slices.Backward(ups) {
				x := c.result
				c = g.shifted(c, up)
				c = g.join(c, x, c.result)
			}
			codes = append(codes, c)
		}
	}
}

// copied is the distance over which most bits are wanted twice.
func (g *general) copied() (up int, base choice, ok bool) {
	least := bits.OnesCount64(g.sourceBits())
	for by := 1 - wordBits; by < wordBits; by++ {
		if without, left, can := g.uncopied(by); can && left < least {
			up, base, least, ok = by, without, left, true
		}
	}
	return up, base, ok
}

// shifted is the code with its result shifted up by so many bits, or down.
func (g *general) shifted(c generalCode, up int) generalCode {
	var shifted word
	for i := range shifted {
		if shifted[i] = zeroCell; i-up >= 0 && i-up < wordBits {
			shifted[i] = cell(i - up)
		}
	}
	m := &g.t.moves[slices.IndexFunc(g.t.moves, func(m generalMove) bool { return m.from == shifted })]
	return g.then(c, generalOp{row: m.row, move: m, args: [2]int{c.result}})
}

// uncopied is what has to be there before it is joined with itself moved up, down if up is negative, and how many bits of it are left; ok is false if that would bring what is not
// wanted.
func (g *general) uncopied(up int) (base choice, left int, ok bool) {
	base = g.want.choice
	first, last, step := 0, wordBits, 1
	if up < 0 {
		first, last, step = wordBits-1, -1, -1
	}
	var kept uint64
	source := g.sourceBits()
	for i := first; i != last; i += step {
		x := g.want.word[i]
		if source>>i&1 == 0 {
			continue
		}
		if from := i - up; from >= 0 && from < wordBits && kept>>from&1 == 1 && g.want.word[from] == x {
			base.zero |= 1 << i
			continue
		}
		kept |= 1 << i
		left++
	}
	for i := range wordBits {
		if from := i - up; from >= 0 && from < wordBits && g.want.some>>i&1 == 1 {
			moved := g.want.choice // what comes there is what is wanted, or zero
			moved.zero |= 1 << i
			if !base.both(from, &moved, i) {
				return base, 0, false
			}
		}
	}
	return base, left, true
}
