package lower

import "slices"

// This file solves what is left when the last row has a choice: which bytes of the vector between the two rows hold what.
//
//	want   a0 b7 a0 …       last: pshufb finds a0 anywhere in its block
//	ask    _  b7 _  a0 …    first: vpermd puts the four bytes with a0 at four places
//
// Each part of the last row that is wanted has options, and each of them demands cells at bytes. A solution takes one option for each part such that the demands agree and the first row
// can meet them all. Before anything is tried, what must be in different places is counted against the places that there are; then parts with few options come first.

// A need is a part of the last row of which something is wanted that the sources alone do not give, with all ways to get it from the vector between.
type need struct {
	part    int
	options []option
}

// An option is a choice of a part, and what it demands of the vector between.
type option struct {
	can     int
	demands []demand
}

// A demand is a cell wanted at a byte.
type demand struct {
	byte uint8
	cell cell
}

// needsOf are the needs of a last row; ok is false if one has no option.
func (p *twoRows) needsOf(r *relation, from []int) (needs []need, ok bool) {
	for k := range r.parts {
		pt := &r.parts[k]
		n := need{part: k}
		wanted, free := false, false
		for _, u := range pt.bytes {
			wanted = wanted || p.want[u] != freeCell
		}
		if !wanted {
			continue
		}
		for c, can := range pt.can {
			if demands, ok := p.demandsOf(pt.bytes, can, from); ok {
				n.options = append(n.options, option{c, demands})
				free = free || len(demands) == 0
			}
		}
		if len(n.options) == 0 {
			return nil, false
		}
		if free && !r.joint || slices.ContainsFunc(needs, func(other need) bool { return !r.joint && other.same(&n) }) {
			continue
		}
		needs = append(needs, n)
	}
	for u := r.row.Bits / 8; u < len(p.want); u++ {
		if p.want[u] != freeCell && p.want[u] != zeroCell {
			return nil, false
		}
	}
	return needs, true
}

// mustOf are the bytes that the vector between holds whichever options are taken.
func mustOf(needs []need) (must content) {
	for k := range needs {
		var always content
		for i, o := range needs[k].options {
			var here content
			for _, d := range o.demands {
				if d.cell >= 0 {
					here.add(d.cell)
				}
			}
			for s := range always {
				if always[s] &= here[s]; i == 0 {
					always[s] = here[s]
				}
			}
		}
		for s := range must {
			must[s] |= always[s]
		}
	}
	return must
}

// demandsOf is what a choice demands; ok is false if it gives something that is not wanted.
func (p *twoRows) demandsOf(bytes []uint8, can []cell, from []int) (demands []demand, ok bool) {
	for i, u := range bytes {
		w, c := p.want[u], can[i]
		switch {
		case w == freeCell:
		case c < 0 || from[c/maxCells] != p.dual:
			if over(c, from) != w {
				return nil, false
			}
		default:
			demands = append(demands, demand{uint8(c % maxCells), w})
		}
	}
	return demands, true
}

// same says whether two needs have the same demands.
func (n *need) same(m *need) bool {
	return slices.EqualFunc(n.options, m.options, func(a, b option) bool { return slices.Equal(a.demands, b.demands) })
}

// chosenLast tries a relation as the last row.
func (p *twoRows) chosenLast(r *relation, from []int, loads int) {
	if !p.affords(nil, r.row, r.loads+loads) {
		return
	}
	p.s.spend(1)
	needs, ok := p.needsOf(r, from)
	if !ok || len(needs) == 0 {
		return
	}
	h := p.holding(mustOf(needs), loads)
	if h.none() {
		return
	}
	last := &lastRow{relation: r, from: slices.Clone(from)}
	total := r.loads + loads
	if len(h.made) > 0 {
		p.eachHolding(needs, func(w cell, at *madeValue, u uint8) bool { return at.cells[u] == w }, nil, func(v *madeValue) {
			if p.affords(p.t.moves[v.move].row, r.row, total) {
				p.accept(p.madeOp(v), v.cells, last)
			}
		})
	}
	if len(h.masked) > 0 {
		p.maskedBetween(needs, last, total)
	}
	for _, f := range h.relations {
		if p.affords(f.relation.row, r.row, total) {
			p.between(needs, f.relation, f.from, last)
		}
	}
}

// maskedBetween tries all masked moves as the first row.
func (p *twoRows) maskedBetween(needs []need, last *lastRow, total int) {
	try := func(form Form, old int, given func(w cell, u uint8) bool) {
		p.eachHolding(needs, func(w cell, v *madeValue, u uint8) bool { return v.cells[u] == w || given(w, u) }, given, func(v *madeValue) {
			row := p.t.moves[v.move].row
			if row.Mask == nil || !p.affords(row, last.row(), total) {
				return
			}
			if r, from := p.maskedMade(v, form, old); r != nil {
				p.between(needs, r, from, last)
			}
		})
	}
	if len(p.t.elems) == 0 {
		return
	}
	try(Zeroed, 0, func(w cell, _ uint8) bool { return w == zeroCell })
	for x := range p.dual {
		try(Merged, x, func(w cell, u uint8) bool { return w == cell(x*maxCells+int(u)) })
	}
}

// eachHolding visits the made values that meet an option of every need; what is given need not be in them.
func (p *twoRows) eachHolding(needs []need, holds func(w cell, v *madeValue, u uint8) bool, given func(w cell, u uint8) bool, visit func(v *madeValue)) {
	rarest, fewest := -1, 0
	for k := range needs {
		count := 0
		for i := range needs[k].options {
			at, any := p.rarest(needs[k].options[i].demands, given)
			if !any {
				count = -1
				break
			}
			count += len(at)
		}
		if count >= 0 && (rarest < 0 || count < fewest) {
			rarest, fewest = k, count
		}
	}
	if rarest < 0 {
		return // all that is needed is given: then one row does it
	}
	for i := range needs[rarest].options {
		at, _ := p.rarest(needs[rarest].options[i].demands, given)
		for _, k := range at {
			v := &p.made.values[k]
			if !slices.ContainsFunc(needs, func(n need) bool { return !n.metBy(v, holds) }) {
				visit(v)
			}
		}
	}
}

// rarest are the made values with the rarest of the cells demanded, but for those that are given; any is false if all are.
func (p *twoRows) rarest(demands []demand, given func(w cell, u uint8) bool) (at []int32, any bool) {
	for _, d := range demands {
		if given != nil && given(d.cell, d.byte) {
			continue
		}
		if with := p.made.with(int(d.byte), d.cell); !any || len(with) < len(at) {
			at, any = with, true
		}
	}
	return at, any
}

// metBy says whether a made value meets an option of the need.
func (n *need) metBy(v *madeValue, holds func(w cell, v *madeValue, u uint8) bool) bool {
next:
	for i := range n.options {
		for _, d := range n.options[i].demands {
			if !holds(d.cell, v, d.byte) {
				continue next
			}
		}
		return true
	}
	return false
}
