package lower

import "slices"

// runTerms are terms without constants: bits beside one another that move equally far are shifted to the upper end of their lane, to the lower one, and to their place, which clears
// what is beside them. Where they come from another lane, that is brought first, with zeros elsewhere.
//
//	a7 a6 a5 a4 a3 a2 a1 a0  <<  2     a5 a4 a3 a2 a1 a0  z  z  >>  5      z  z  z  z  z a5 a4 a3  <<  1     z  z  z  z a5 a4 a3  z
func (c *coverage) runTerms(i int, open *bitSet) (list []term) {
	b := c.b
	for k, v := range c.bank {
		where := c.where[k]
		y, at, ok := c.wanted(i, where, open)
		if !ok {
			continue
		}
		from := 8*y + at
		for w := 8; w <= 64; w *= 2 {
			lo, hi := c.run(i, from, w, where, open)
			n := v
			if from/w != i/w {
				if w < 64 {
					continue
				}
				cells := slices.Repeat([]cell{zeroCell}, b.n/8)
				for u := range 8 {
					cells[i/64*8+u] = cell(from/64*8 + u)
				}
				n = b.brought(cells, v)
			}
			for _, by := range [...]int{w - 1 - (from+hi-i)%w, hi - lo - (w - 1), lo % w} {
				n = b.shiftedIn(n, w, by)
			}
			if n != nil {
				right, dirty := compare(n.bits, c.want)
				list = append(list, term{right, dirty, float64(len(n.all) - len(v.all)), func() *bitNode { return n }})
			}
		}
	}
	return list
}

// run is from where to where bits beside bit i, which comes from the given one, move as far, in a lane of w bits from a lane of w bits.
func (c *coverage) run(i, from, w int, where []int16, open *bitSet) (lo, hi int) {
	same := func(j int) bool {
		y, at, ok := c.wanted(j, where, open)
		return ok && 8*y+at-j == from-i && j/w == i/w && (8*y+at)/w == from/w
	}
	lo, hi = i, i
	for lo > 0 && same(lo-1) {
		lo--
	}
	for hi+1 < c.b.n && same(hi+1) {
		hi++
	}
	return lo, hi
}

// shiftedIn is a node whose bits are shifted up by so many in lanes of w bits; nil if the target has no such shift, or there is no node.
func (b *bitSearch) shiftedIn(n *bitNode, w, by int) *bitNode {
	if by == 0 || n == nil {
		return n
	}
	s := b.t.shiftBy[[2]int{w, by}]
	if s == nil {
		return nil
	}
	return b.moved(Op{Row: s.m.row, Imm: s.m.imm}, s.m.from, n)
}
