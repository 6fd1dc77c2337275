package lower

import (
	"cmp"
	"slices"
)

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
