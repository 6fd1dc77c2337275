package lower

import (
	"slices"

	"github.com/lanescope/lanescope/target"
)

// This file finds terms of two rows of which the second has a constant too: each lane, byte or bit of a byte says for itself how far it is shifted.

// A fieldPick is what such terms are looked for.
type fieldPick struct {
	*coverage
	v     *bitNode
	where []int16 // of each bit, where the value has it
	i     int     // the bit that has to be right
	open  *bitSet
}

// pickedFields are those that are shifted by a constant: lane by lane, each of which chooses its bytes and its count, or byte by byte.
func (c *coverage) pickedFields(v *bitNode, where []int16, i int, open *bitSet) (list []term) {
	b := c.b
	if !b.loads() {
		return nil
	}
	for _, r := range b.t.fields {
		if r.lane != 1 || len(r.row.Src) != 1 || r.block > 64 || r.row.Bits != b.n {
			continue
		}
		x := fieldPick{c, v, where, i, open}
		find := x.pickedField
		switch {
		case r.row.Index.Kind == target.Windows:
			find = x.pickedWindows
		case r.row.Index.Kind == target.Matrix:
			find = x.pickedMatrices
		case len(r.fields) != 1:
			continue
		}
		b.work(b.n * len(r.fields[0].can))
		for k := range b.t.pickers {
			if t, ok := find(r, &b.t.pickers[k]); ok {
				list = append(list, t)
			}
		}
		if len(b.t.pickers) == 0 && len(r.fields) == 1 {
			if t, ok := x.movedField(r); ok {
				list = append(list, t)
			}
		}
	}
	return best(list, open)
}

// movedField is pickedField where no row picks bytes by a constant: of the moves of bytes the one that is best.
func (c *fieldPick) movedField(r *fieldRow) (t term, ok bool) {
	g := c.gains(r)
	c.b.work(len(c.b.t.whole[1]) * c.b.n / r.block * g.choices)
	var best *move
	most, chosen, trial := 64, make([]int, c.b.n/r.block), make([]int, c.b.n/r.block)
	for _, m := range c.b.t.whole[1] {
		if m.zeros != nil {
			continue
		}
		if sum := g.best(m, trial); sum > most {
			most, best = sum, m
			copy(chosen, trial)
		}
	}
	if best == nil {
		return t, false
	}
	from := make([]bit, c.b.n)
	for l, k := range chosen {
		r.put(&r.fields[0], k, l*r.block, from)
	}
	by := picking{bitsOfCells(best.cells), 1, func(v *bitNode) *bitNode { return c.b.byBytes(best, best.twice(v)...) }}
	return c.pickedTerm(by, from, 1+c.b.loadOf(r), func(x *bitNode) *bitNode { return c.b.moved(Op{Row: r.row}, from, x) }, c.v), true
}

// A fieldGain is how many open bits become right if a byte of the value stands somewhere before a row shifts each lane by a choice of its own; the bit that has to be right counts as 64 more.
type fieldGain struct {
	choices, per int
	bits         []int8   // by byte before the row, byte of the value, and choice
	some         []uint64 // of each byte before the row, the bytes of the value of which there are any
	sum          []int    // of a lane
}

func (c *fieldPick) gains(r *fieldRow) *fieldGain {
	n := c.b.n / 8
	g := &fieldGain{choices: len(r.fields[0].can), per: r.block / 8, some: make([]uint64, n)}
	g.bits, g.sum = make([]int8, n*n*g.choices), make([]int, g.choices)
	for j := range c.b.n {
		y, at, ok := c.wanted(j)
		if !ok {
			continue
		}
		for k, can := range r.fields[0].can {
			if from := int(can[j%r.block]); from >= 0 && from%8 == at {
				u := j/r.block*g.per + from/8
				gain := &g.bits[(u*n+y)*g.choices+k]
				if g.some[u] |= 1 << y; j == c.i {
					*gain += 64
				}
				*gain++
			}
		}
	}
	return g
}

// best is how many bits become right behind a move if each lane takes its best choice, which is put into chosen.
func (g *fieldGain) best(m *move, chosen []int) (sum int) {
	n := len(g.some)
	for l := range chosen {
		some := false
		for u := l * g.per; u < (l+1)*g.per; u++ {
			x := m.cells[u]
			if x < 0 || g.some[u]>>x&1 == 0 {
				continue
			}
			if !some {
				some = true
				clear(g.sum)
			}
			for k, gain := range g.bits[(u*n+int(x))*g.choices:][:g.choices] {
				g.sum[k] += int(gain)
			}
		}
		if chosen[l] = 0; some {
			most := slices.Max(g.sum)
			chosen[l] = slices.Index(g.sum, most)
			sum += most
		}
	}
	return sum
}

// wanted is where the value has the open bit that is wanted at i, as byte and bit; ok is false if it is not open.
func (c *coverage) wanted(i int, where []int16, open *bitSet) (u, k int, ok bool) {
	if !open.has(i) || c.want[i] < 0 || where[c.want[i]] < 0 {
		return 0, 0, false
	}
	at := int(where[c.want[i]])
	return at / 8, at % 8, true
}

func (c *fieldPick) wanted(i int) (u, k int, ok bool) { return c.coverage.wanted(i, c.where, c.open) }

// pickedWindows brings to each byte the one of which most bits move equally far.
func (c *fieldPick) pickedWindows(r *fieldRow, p *picker) (t term, ok bool) {
	n := c.b.n / 8
	bytes, windows := make([]int16, n), make([]int, n)
	for u := range n {
		var count [maxCells][16]int8
		most := int8(0)
		bytes[u] = -1
		for k := range 8 {
			y, at, ok := c.wanted(8*u + k)
			if !ok || p.can[u]>>y&1 == 0 {
				continue
			}
			far := at - k + 8
			if count[y][far]++; 8*u+k == c.i {
				count[y][far] += 8
			}
			if count[y][far] > most {
				most, bytes[u], windows[u] = count[y][far], int16(y), far-8
			}
		}
	}
	from := make([]bit, c.b.n)
	r.eachField(func(f *field, start int) bool {
		low := int(f.lanes[0])
		r.put(f, (low+windows[(start+low)/8]+64)%64, start, from)
		return true
	})
	t = c.through(c.v, r, p, bytes, from)
	return t, t.right.has(c.i)
}

// pickedMatrices brings to each byte one such that most bits move alike in the eight bytes of a lane. Bytes and moves are chosen in turn, each best for the others.
func (c *fieldPick) pickedMatrices(r *fieldRow, p *picker) (t term, ok bool) {
	n := c.b.n / 8
	bytes, from := make([]int16, n), make([]bit, c.b.n)
	for start := 0; start < n; start += 8 {
		var move [8]int
		pinned := -1
		if c.i/64 == start/8 {
			_, move[c.i%8], _ = c.wanted(c.i)
			pinned = c.i % 8
		}
		for k := range move {
			if k != pinned {
				move[k] = c.commonest(start, k)
			}
		}
		for range 3 {
			for u := start; u < start+8; u++ {
				bytes[u] = c.commonByte(u, move, p)
				if u == c.i/8 {
					y, _, _ := c.wanted(c.i)
					bytes[u] = int16(y)
				}
			}
			for k := range move {
				if k != pinned {
					move[k] = c.commonMove(start, k, move[k], bytes)
				}
			}
		}
		for k := range r.fields {
			r.put(&r.fields[k], move[7-k]+1, 8*start, from)
		}
	}
	t = c.through(c.v, r, p, bytes, from)
	return t, t.right.has(c.i)
}

// commonest is the bit from which most of the open bits k of eight bytes come.
func (c *fieldPick) commonest(start, k int) int {
	var count [8]int
	for u := start; u < start+8; u++ {
		if _, at, ok := c.wanted(8*u + k); ok {
			count[at]++
		}
	}
	return slices.Index(count[:], slices.Max(count[:]))
}

// commonByte is the byte from which most of the open bits of byte u come that move so.
func (c *fieldPick) commonByte(u int, move [8]int, p *picker) int16 {
	var count [maxCells]int8
	best, most := int16(-1), int8(0)
	for k, m := range move {
		if y, at, ok := c.wanted(8*u + k); ok && at == m && p.can[u]>>y&1 == 1 {
			if count[y]++; count[y] > most {
				best, most = int16(y), count[y]
			}
		}
	}
	return best
}

// commonMove is the bit from which most of the open bits k come if these are the bytes.
func (c *fieldPick) commonMove(start, k, now int, bytes []int16) int {
	var count [8]int
	for u := start; u < start+8; u++ {
		if y, at, ok := c.wanted(8*u + k); ok && int(bytes[u]) == y {
			count[at]++
		}
	}
	if most := slices.Max(count[:]); most > count[now] {
		return slices.Index(count[:], most)
	}
	return now
}

// through is the term of bytes that are picked, and a row with a constant behind.
func (c *coverage) through(v *bitNode, r *fieldRow, p *picker, bytes []int16, from []bit) term {
	pick := p.r.picked(bytes)
	by := picking{pick, 1 + c.b.loadOf(p.r), func(v *bitNode) *bitNode { return c.b.moved(Op{Row: p.r.row}, pick, p.r.twice(v)...) }}
	return c.pickedTerm(by, from, 1+c.b.loadOf(r), func(x *bitNode) *bitNode { return c.b.moved(Op{Row: r.row}, from, x) }, v)
}

func (c *fieldPick) pickedField(r *fieldRow, p *picker) (t term, ok bool) {
	n := c.b.n / 8
	bytes := make([]int16, n)
	from := make([]bit, c.b.n)
	var count [8][maxCells]int16
	r.eachField(func(f *field, start int) bool {
		most, best := -1, 0
		var mine [8]int16
		for k := range f.can {
			count = [8][maxCells]int16{}
			for x, j := range f.can[k] {
				i := start + x
				if j < 0 || c.want[i] < 0 || !c.open.has(i) {
					continue
				}
				at := c.where[c.want[i]]
				if u := (start + int(j)) / 8; at >= 0 && at%8 == int16(j)%8 && p.can[u]>>(at/8)&1 == 1 {
					count[j/8][at/8]++
				}
			}
			sum := 0
			var chosen [8]int16
			for u := range r.block / 8 {
				chosen[u] = -1
				top := int16(0)
				for y := range n {
					if count[u][y] > top {
						top, chosen[u] = count[u][y], int16(y)
					}
				}
				sum += int(top)
			}
			if i := c.i; i >= start && i < start+r.block { // this bit must be right
				j := f.can[k][i-start]
				at := int(c.where[c.want[i]])
				if j < 0 || int(j)%8 != at%8 || p.can[(start+int(j))/8]>>(at/8)&1 == 0 {
					continue
				}
				chosen[j/8] = int16(at / 8)
			}
			if sum > most {
				most, best, mine = sum, k, chosen
			}
		}
		if most < 0 {
			ok = false
			return false
		}
		copy(bytes[start/8:], mine[:r.block/8])
		r.put(f, best, start, from)
		ok = true
		return true
	})
	if !ok {
		return t, false
	}
	return c.through(c.v, r, p, bytes, from), true
}
