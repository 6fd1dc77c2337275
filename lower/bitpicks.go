package lower

import (
	"cmp"
	"slices"
)

// This file finds terms of two rows: the first brings bytes to where the second shifts bits of them to their places.
//
//	want    bit 21 is a103         shift: bit 21 of the result is bit 23 of its argument      pick: byte 2 of the argument is byte 12 of a

// gains counts for each byte of a value, and each byte that may be there, the open bits that it would make right.
type gains struct {
	n  int
	at []int16 // n·byte + what is there
}

func (g *gains) reset(n int) {
	if g.n = n; g.at == nil {
		g.at = make([]int16, n*n)
	}
	clear(g.at)
}

// A picker is a row that picks bytes by a constant, with the bytes that each can be.
type picker struct {
	r   *fieldRow
	can []uint64
}

// pickers are the rows that pick single bytes by a constant.
func (t *bitTable) findPickers() {
	for _, r := range t.fields {
		if r.lane != 8 || !r.ofOne() || r.row.Bits != t.n || r.row.Src[0] != t.n || len(r.fields[0].lanes) != 1 {
			continue
		}
		p := picker{r: r, can: make([]uint64, t.n/8)}
		r.eachField(func(f *field, start int) bool {
			for c := range f.can {
				if arg, at := r.at(f.can[c][0], start); arg == 0 {
					p.can[start/8+int(f.lanes[0])] |= 1 << (at / 8)
				}
			}
			return true
		})
		t.pickers = append(t.pickers, p)
	}
}

// pickedTerms are the best terms of bytes that are picked and bits that are shifted then, which make bit i right.
func (c *coverage) pickedTerms(i int, open *bitSet) (list []term) {
	for k, v := range c.bank {
		p := c.where[k]
		at := p[c.want[i]]
		if c.want[i] < 0 || at < 0 {
			continue
		}
		list = append(list, c.pickedMoves(v, p, i, open)...)
		list = append(list, c.pickedFields(v, p, i, open)...)
	}
	return list
}

// pickedMoves are those that are shifted by an immediate.
func (c *coverage) pickedMoves(v *bitNode, where []int16, i int, open *bitSet) (list []term) {
	b, n := c.b, c.b.n/8
	var g gains
	at := where[c.want[i]]
	for k := range b.t.narrow {
		m := &b.t.narrow[k]
		j := m.from[i]
		if len(m.row.Src) != 1 || j < 0 || int(j)%8 != int(at)%8 || m.still {
			continue
		}
		b.work(2*b.n + n*n)
		g.reset(n)
		for w := range open {
			for x := open[w]; x != 0; x &= x - 1 {
				i := 64*w + trailing(x)
				if j := m.from[i]; j >= 0 && c.want[i] >= 0 {
					if at := where[c.want[i]]; at >= 0 && at%8 == int16(j)%8 {
						g.at[int(j)/8*n+int(at)/8]++
					}
				}
			}
		}
		for _, p := range c.picks(&g, int(j)/8, int(at)/8) {
			list = append(list, c.pickedTerm(p, m.from, 1, func(x *bitNode) *bitNode { return b.moved(Op{Row: m.row, Imm: m.imm}, m.from, x) }, v))
		}
	}
	return best(list, open)
}

// best are the few terms that make most right.
func best(list []term, open *bitSet) []term {
	slices.SortStableFunc(list, func(s, t term) int {
		x, y := s.right.and(open), t.right.and(open)
		return cmp.Compare(float64(y.count())/t.weight, float64(x.count())/s.weight)
	})
	return list[:min(len(list), mostTerms)]
}

// A picking is a pick with the row that does it.
type picking struct {
	from   []bit
	weight float64
	node   func(v *bitNode) *bitNode
}

// picks are rows that bring byte y to byte u, and beside it what gains most.
func (c *coverage) picks(g *gains, u, y int) (list []picking) {
	b, n := c.b, g.n
	for k := range b.t.pickers {
		p := &b.t.pickers[k]
		if p.can[u]>>y&1 == 0 || !b.allows(p.r) {
			continue
		}
		bytes := make([]int16, n)
		for w := range n {
			bytes[w] = -1
			most := int16(0)
			for j := range n {
				if at := g.at[w*n+j]; at > most && p.can[w]>>j&1 == 1 {
					bytes[w], most = int16(j), at
				}
			}
		}
		bytes[u] = int16(y)
		from := p.r.picked(bytes)
		list = append(list, picking{from, 1 + b.loadOf(p.r), func(v *bitNode) *bitNode { return b.moved(Op{Row: p.r.row}, from, p.r.twice(v)...) }})
	}
	if m := c.pickMove(g, u, y); m != nil {
		list = append(list, picking{bitsOfCells(m.cells), 1, func(v *bitNode) *bitNode { return b.byBytes(m, m.twice(v)...) }})
	}
	return list
}

// pickMove is the move of bytes without a constant that gains most.
func (c *coverage) pickMove(g *gains, u, y int) (found *move) {
	t := c.b.t
	most := 0
	for _, m := range t.whole[1] {
		if m.cells[u] != cell(y) || m.zeros != nil {
			continue
		}
		sum := 0
		for u := range g.n {
			if x := m.cells[u]; x >= 0 {
				sum += int(g.at[u*g.n+int(x)])
			}
		}
		if sum > most {
			found, most = m, sum
		}
	}
	return found
}

// picked is what a row makes that picks these bytes: others are zero, if it can make zeros.
func (r *fieldRow) picked(bytes []int16) []bit {
	from := make([]bit, 8*len(bytes))
	r.eachField(func(f *field, start int) bool {
		want, best := bytes[start/8+int(f.lanes[0])], 0
		for c := range f.can {
			arg, at := r.at(f.can[c][0], start)
			if arg == 0 && at == 8*int(want) || want < 0 && f.zero(c) {
				best = c
			}
		}
		r.put(f, best, start, from)
		return true
	})
	return from
}

// pickedTerm is a term of a pick and what is made of it.
func (c *coverage) pickedTerm(p picking, from []bit, weight float64, last func(x *bitNode) *bitNode, v *bitNode) term {
	through := make([]bit, len(from))
	for i, j := range from {
		if through[i] = j; j >= 0 {
			through[i] = p.from[j%maxBits]
		}
	}
	right, dirty := c.compareMove(through, v)
	return term{right, dirty, weight + p.weight, func() *bitNode { return last(p.node(v)) }}
}

// broughtTerms are terms of bytes that are brought by any sequence, and shifted inside their bytes: they are there for every bit.
func (c *coverage) broughtTerms(i int, open *bitSet) (list []term) {
	b := c.b
	for k, v := range c.bank {
		where := c.where[k]
		_, at, ok := c.wanted(i, where, open)
		if !ok {
			continue
		}
		by := i%8 - at
		cells := slices.Repeat([]cell{freeCell}, b.n/8)
		for j := range c.want {
			if y, at, ok := c.wanted(j, where, open); ok && j%8-at == by && (cells[j/8] == freeCell || j/8 == i/8 && j == i) {
				cells[j/8] = cell(y)
			}
		}
		if n := b.shiftedBy(b.brought(cells, v), by); n != nil {
			right, dirty := compare(n.bits, c.want)
			list = append(list, term{right, dirty, float64(len(n.all) - len(v.all)), func() *bitNode { return n }})
		}
	}
	return list
}
