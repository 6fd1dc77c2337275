package lower

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/lane"
)

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

// A puzzle is the needs of a last row, with the options that a first row can meet.
type puzzle struct {
	p     *twoRows
	first *relation
	from  []int // what the first row reads
	last  *lastRow
	needs []need
	ask   []cell
	taken []int // of each part of the last row the choice, or -1; for a joint one
}

// between accepts the first row if it can meet all needs.
func (p *twoRows) between(needs []need, first *relation, from []int, last *lastRow) {
	z := puzzle{p: p, first: first, from: from, last: last}
	if !z.reduce(needs) || !z.room() {
		return
	}
	z.ask = slices.Repeat([]cell{freeCell}, len(p.want))
	slices.SortStableFunc(z.needs, func(a, b need) int { return cmp.Compare(len(a.options), len(b.options)) })
	for _, group := range z.groups() {
		if !z.solve(group) {
			return
		}
	}
	p.relationFirst(first, from, z.ask, func(op Op) { p.accept(op, z.ask, last) })
}

// reduce leaves the options that the first row can meet alone; ok is false if a need has none.
func (z *puzzle) reduce(needs []need) (ok bool) {
	for k := range needs {
		if !slices.ContainsFunc(needs[k].options, z.reachable) {
			return false
		}
	}
	for _, n := range needs {
		left := need{part: n.part}
		for _, o := range n.options {
			if z.reachable(o) && z.possible(o.demands) {
				left.options = append(left.options, o)
			}
		}
		if len(left.options) == 0 {
			return false
		}
		z.needs = append(z.needs, left)
	}
	return true
}

// reachable says whether each demand can be met for itself.
func (z *puzzle) reachable(o option) bool {
	for _, d := range o.demands {
		if !z.first.reaches(int(d.byte), d.cell, z.from) {
			return false
		}
	}
	return true
}

// possible says whether some demands can be met together.
func (z *puzzle) possible(demands []demand) bool {
	var buffer [maxCells]cell
	for i := range buffer {
		buffer[i] = freeCell
	}
	for _, d := range demands {
		if !put(buffer[:], cell(d.byte), d.cell) {
			return false
		}
	}
	for _, d := range demands {
		if k := z.first.partOf[d.byte]; k >= 0 && !z.first.parts[k].makes(buffer[:], z.from) {
			return false
		}
	}
	return true
}

// place is where an option is met: the part of the first row that its first demand falls into.
func (z *puzzle) place(o option) int {
	if len(o.demands) == 0 {
		return -1
	}
	return int(z.first.partOf[o.demands[0].byte])
}

// room says whether there are places enough for needs of which no two can share one: such needs are collected greedily, and matched with places.
func (z *puzzle) room() bool {
	var apart []int
	for k := range z.needs {
		if !slices.ContainsFunc(apart, func(j int) bool { return z.share(&z.needs[k], &z.needs[j]) }) {
			apart = append(apart, k)
		}
	}
	holder := map[int]int{} // of each place
	for _, k := range apart {
		if !z.match(k, holder, map[int]bool{}) {
			return false
		}
	}
	return true
}

// share says whether two needs can be met in one place.
func (z *puzzle) share(a, b *need) bool {
	for _, x := range a.options {
		for _, y := range b.options {
			at := z.place(x)
			if at < 0 || at == z.place(y) && z.possible(append(x.demands[:len(x.demands):len(x.demands)], y.demands...)) {
				return true
			}
		}
	}
	return false
}

// match finds a place for need k, moving others where it must.
func (z *puzzle) match(k int, holder map[int]int, tried map[int]bool) bool {
	for _, o := range z.needs[k].options {
		at := z.place(o)
		if at < 0 {
			return true
		}
		if tried[at] {
			continue
		}
		tried[at] = true
		if j, taken := holder[at]; !taken || z.match(j, holder, tried) {
			holder[at] = k
			return true
		}
	}
	return false
}

// groups are needs that have to do with one another: those that may want something of one part of the first row. All are one if a row is joint.
func (z *puzzle) groups() [][]int {
	var groups [][]int
	var parts []map[int8]bool
	for k := range z.needs {
		mine := map[int8]bool{}
		for _, o := range z.needs[k].options {
			for _, d := range o.demands {
				mine[z.first.partOf[d.byte]] = true
			}
		}
		group := []int{k}
		for i := len(groups) - 1; i >= 0; i-- {
			if z.first.joint || z.last.relation.joint || overlap(mine, parts[i]) {
				group = append(groups[i], group...)
				for part := range parts[i] {
					mine[part] = true
				}
				groups, parts = slices.Delete(groups, i, i+1), slices.Delete(parts, i, i+1)
			}
		}
		groups, parts = append(groups, group), append(parts, mine)
	}
	return groups
}

func overlap(a, b map[int8]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// solve takes an option for each need of a group.
func (z *puzzle) solve(group []int) bool {
	if len(group) == 0 {
		return true
	}
	if !z.p.s.spend(1) {
		z.p.complete = false
		return false
	}
	n := &z.needs[group[0]]
	if !z.last.relation.joint {
		for i := range n.options { // what is there already costs nothing
			if !slices.ContainsFunc(n.options[i].demands, func(d demand) bool { return z.ask[d.byte] != d.cell }) {
				return z.solve(group[1:])
			}
		}
	}
	for i := range n.options {
		if undo, ok := z.take(n, &n.options[i]); ok {
			if z.solve(group[1:]) {
				return true
			}
			z.untake(n, undo)
		} else {
			z.untake(n, undo)
		}
	}
	return false
}

// take puts the demands of an option into the vector between; ok is false if the first row, or a joint last one, can then not go on.
func (z *puzzle) take(n *need, o *option) (undo []uint8, ok bool) {
	for _, d := range o.demands {
		if z.ask[d.byte] == d.cell {
			continue
		}
		if !put(z.ask, cell(d.byte), d.cell) {
			return undo, false
		}
		undo = append(undo, d.byte)
	}
	for _, u := range undo {
		if k := z.first.partOf[u]; k >= 0 && !z.first.parts[k].makes(z.ask, z.from) {
			return undo, false
		}
	}
	if z.first.joint {
		if _, ok := z.p.op(z.first, z.from, z.ask, func(c cell) cell { return over(c, z.from) }, z.p.args); !ok {
			return undo, false
		}
	}
	if z.last.relation.joint {
		return undo, z.takeJoint(n, o)
	}
	return undo, true
}

// takeJoint notes the choice of a joint last row, and asks the row whether it goes with those before.
func (z *puzzle) takeJoint(n *need, o *option) bool {
	r := z.last.relation
	if z.taken == nil {
		z.taken = slices.Repeat([]int{-1}, len(r.parts))
	}
	z.taken[n.part] = o.can
	_, ok := r.solve(z.taken)
	return ok
}

func (z *puzzle) untake(n *need, undo []uint8) {
	for _, u := range undo {
		z.ask[u] = freeCell
	}
	if z.taken != nil {
		z.taken[n.part] = -1
	}
}

// op is the relation as an op that gives every byte what is asked for there; content says what the cells of its arguments are.
func (p *twoRows) op(r *relation, from []int, ask []cell, content func(c cell) cell, args []Arg) (Op, bool) {
	taken := slices.Repeat([]int{-1}, len(r.parts))
	op, ok := p.choose(r, ask, content, taken, 0)
	for _, k := range from {
		op.Args = append(op.Args, args[k])
	}
	return op, ok
}

// choose takes choices for the parts from k on. Of independent parts the first choice that does is as good as any.
func (p *twoRows) choose(r *relation, ask []cell, content func(c cell) cell, taken []int, k int) (op Op, ok bool) {
	if k == len(r.parts) {
		return r.solve(taken)
	}
	pt := &r.parts[k]
	wanted := slices.ContainsFunc(pt.bytes, func(u uint8) bool { return ask[u] != freeCell })
	if !wanted {
		return p.choose(r, ask, content, taken, k+1)
	}
next:
	for c, can := range pt.can {
		for i, u := range pt.bytes {
			if ask[u] != freeCell && content(can[i]) != ask[u] {
				continue next
			}
		}
		if taken[k] = c; r.joint {
			if !p.s.spend(1) {
				p.complete = false
				return op, false
			}
			if _, ok := r.solve(taken[:len(taken)]); !ok {
				continue
			}
		}
		if op, ok = p.choose(r, ask, content, taken, k+1); ok || !r.joint {
			return op, ok
		}
	}
	taken[k] = -1
	return op, false
}

// solve is the op of which the parts take these choices, -1 being none; without its arguments.
func (r *relation) solve(taken []int) (op Op, ok bool) {
	own := lane.Map{Bits: 8, Lane: make([]lane.Lane, r.row.Bits/8)}
	for _, n := range r.row.Src {
		own.Src = append(own.Src, n/8)
	}
	for k, c := range taken {
		if c < 0 {
			continue
		}
		for i, u := range r.parts[k].bytes {
			l := laneOf(r.parts[k].can[c][i])
			if l.Kind == lane.Source && l.Src == len(r.row.Src) {
				l = lane.FromOld(l.Index)
			}
			own.Lane[u] = l
		}
	}
	op = Op{Row: r.row, Form: r.form, Imm: r.imm}
	switch {
	case r.form == Zeroed:
		op.Mask, own = r.row.Mask.Clear(own)
	case r.form == Merged && r.row.Destroys:
		op.Mask, own = r.row.Mask.Keep(own, 0)
	case r.form == Merged:
		op.Mask, own = r.row.Mask.Keep(own, -1)
	}
	if r.row.Index == nil {
		return op, true
	}
	op.Const, ok = r.row.Index.Solve(own)
	return op, ok
}
