package lower

import (
	"cmp"
	"slices"
)

// A term is a value of which some bits are where they are wanted.
//
//	want      a4 a5 a6 a7  z  z a0 a1
//	a >> 4    a4 a5 a6 a7 a8 a9 …         right: 0 to 3; dirty: 4 and 5, where there must be zeros, and 6 and 7, where something else must be
type term struct {
	right, dirty bitSet
	weight       float64
	make         func() *bitNode
}

// compare finds which bits of a vector are right and which are dirty.
func compare(have, want []bit) (right, dirty bitSet) {
	for i, w := range want {
		if w == freeBit {
			continue
		}
		switch have[i] {
		case w:
			if w != zeroBit {
				right.add(i)
			}
		case zeroBit:
		default:
			dirty.add(i)
		}
	}
	return right, dirty
}

// A coverage is the work of making what is wanted of some values, by terms.
type coverage struct {
	b     *bitSearch
	want  []bit
	bank  []*bitNode
	whole bitSet // what is to be covered
	terms []term // what one op without a constant makes of the bank, and the bank itself
	where [][]int16
	clean bool // terms that are dirty are not looked at
}

// byteWords says of one value for each byte of the result and each byte of the value which bits would be right and which dirty.
type byteWords struct{ right, dirty [][]uint8 }

func (b *bitSearch) coverage(want []bit, bank []*bitNode) *coverage {
	c := &coverage{b: b, want: want, bank: bank}
	for i, w := range want {
		if w >= 0 || w == oneBit {
			c.whole.add(i)
		}
	}
	for _, v := range bank {
		c.where = append(c.where, b.where(v))
		c.plainTerms(v)
	}
	return c
}

// where says for each bit of the inputs where in a value it is, or -1.
func (b *bitSearch) where(v *bitNode) []int16 {
	at := slices.Repeat([]int16{-1}, len(b.inputs)*maxBits)
	for i := len(v.bits) - 1; i >= 0; i-- {
		if c := v.bits[i]; c >= 0 {
			at[c] = int16(i)
		}
	}
	return at
}

// plainTerms are a value and what one op without a constant makes of it.
func (c *coverage) plainTerms(v *bitNode) {
	b := c.b
	b.work(len(b.t.unary.moves)*b.n + len(b.t.whole[1])*b.n/8)
	right, dirty := compare(v.bits, c.want)
	c.add(term{right, dirty, 0, func() *bitNode { return v }})
	for _, m := range b.t.unary.moves {
		if m.still {
			continue
		}
		args := []*bitNode{v, v}[:len(m.row.Src)]
		right, dirty := c.compareMove(m.from, v)
		c.add(term{right, dirty, 1, func() *bitNode { return b.moved(Op{Row: m.row, Imm: m.imm}, m.from, args...) }})
	}
	w := c.byteWords(v)
	for _, m := range b.t.whole[1] {
		right, dirty, ok := w.compare(m.cells)
		if m.zeros != nil && !right.empty() { // it moves only where there are zeros beside
			right, dirty = compare(m.packed(m.twice(v), b.n), c.want)
		}
		if ok {
			c.add(term{right, dirty, 1, func() *bitNode { return b.byBytes(m, m.twice(v)...) }})
		}
	}
}

func (c *coverage) add(t term) {
	if !t.right.empty() {
		c.terms = append(c.terms, t)
	}
}

// compareMove is compare of a move of one value, though the move may read it twice.
func (c *coverage) compareMove(from []bit, v *bitNode) (right, dirty bitSet) {
	for i, w := range c.want {
		if w == freeBit {
			continue
		}
		have := from[i]
		if have >= 0 {
			have = v.bits[have%maxBits]
		}
		switch have {
		case w:
			if w != zeroBit {
				right.add(i)
			}
		case zeroBit:
		default:
			dirty.add(i)
		}
	}
	return right, dirty
}

func (c *coverage) byteWords(v *bitNode) byteWords {
	n := c.b.n / 8
	w := byteWords{make([][]uint8, n), make([][]uint8, n)}
	for u := range n {
		w.right[u], w.dirty[u] = make([]uint8, n), make([]uint8, n)
		for j := range n {
			right, dirty := compare(v.bits[8*j:8*j+8], c.want[8*u:8*u+8])
			w.right[u][j], w.dirty[u][j] = uint8(right[0]), uint8(dirty[0])
		}
	}
	return w
}

// compare is compare of a move of bytes; ok is false if it makes constants.
func (w *byteWords) compare(cells []cell) (right, dirty bitSet, ok bool) {
	for u := range w.right {
		switch c := cells[u]; {
		case c >= 0:
			right[u/8] |= uint64(w.right[u][c]) << (u % 8 * 8)
			dirty[u/8] |= uint64(w.dirty[u][c]) << (u % 8 * 8)
		case c != zeroCell:
			return right, dirty, false
		}
	}
	return right, dirty, true
}

// mostTerms bounds the terms that are tried for a bit.
const mostTerms = 6

// covering are terms that have bit i right, those first that have most of what is open.
func (c *coverage) covering(i int, open *bitSet, how choosing) []term {
	var list []term
	for k := range c.terms {
		if c.terms[k].right.has(i) {
			list = append(list, c.terms[k])
		}
	}
	if how >= chosen {
		list = append(list, c.chosenTerms(i, open)...)
	}
	if how >= picked {
		list = append(list, c.pickedTerms(i, open)...)
	}
	if !c.b.loads() {
		list = append(list, c.runTerms(i, open)...)
	}
	if len(list) == 0 && how >= picked {
		list = c.broughtTerms(i, open)
	}
	if c.clean {
		list = slices.DeleteFunc(list, func(t term) bool { return !t.dirty.empty() })
	}
	value := func(t *term) float64 {
		gain := t.right.and(open)
		return float64(gain.count()) / (t.weight + 1 + c.b.cleaning(t))
	}
	slices.SortStableFunc(list, func(s, t term) int { return cmp.Compare(value(&t), value(&s)) })
	var best []term
next:
	for _, t := range list {
		gain := t.right.and(open)
		for _, s := range best {
			theirs := s.right.and(open)
			if s.weight <= t.weight && gain.in(&theirs) && s.dirty.in(&t.dirty) {
				continue next
			}
		}
		if best = append(best, t); len(best) == mostTerms {
			break
		}
	}
	return best
}

// cleaning is what it takes to join a term to others.
func (b *bitSearch) cleaning(t *term) float64 {
	switch {
	case t.dirty.empty():
		return 0
	case b.selects:
		return b.load / 2
	}
	return 1 + b.load/2
}

// chosenTerms are rows with constants, of which each field is chosen such that most of what is open is right, and bit i.
func (c *coverage) chosenTerms(i int, open *bitSet) (list []term) {
	for _, v := range c.bank {
		for _, r := range c.b.t.fields {
			if len(r.row.Src) != 1 || r.single || !c.b.allows(r) {
				continue
			}
			c.b.work(c.b.n * len(r.fields[0].can))
			if from, ok := r.most(c.want, v, open, i); ok {
				right, dirty := c.compareMove(from, v)
				list = append(list, term{right, dirty, 1 + c.b.loadOf(r), func() *bitNode { return c.b.moved(Op{Row: r.row}, from, v) }})
			}
		}
	}
	return list
}

// most chooses for each field what makes most of the open bits right; ok is false if bit i cannot be.
func (r *fieldRow) most(want []bit, v *bitNode, open *bitSet, i int) (from []bit, ok bool) {
	from = slices.Repeat([]bit{zeroBit}, len(want))
	ok = true
	r.eachField(func(f *field, start int) bool {
		best, most := 0, -1
		for c := range f.can {
			score := 0
			for k, l := range f.lanes {
				low := start + int(l)*r.lane
				arg, at := r.at(f.can[c][k], start)
				for x := range r.lane {
					w := want[low+x]
					if w == freeBit {
						continue
					}
					have := f.can[c][k]
					if arg >= 0 {
						have = v.bits[at+x]
					}
					switch {
					case have == w && w >= 0 && open.has(low+x):
						if score += 1 << 8; low+x == i {
							score += 1 << 20
						}
					case have != w && have != zeroBit:
						score--
					}
				}
			}
			if score > most {
				best, most = c, score
			}
		}
		r.put(f, best, start, from)
		return true
	})
	if c := from[i]; c < 0 || v.bits[c%maxBits] != want[i] {
		return nil, false
	}
	return from, true
}

// loadOf is what the constant of a row is taken to cost.
func (b *bitSearch) loadOf(r *fieldRow) float64 {
	if r.row.Index.Inline {
		return 0
	}
	return b.load
}
