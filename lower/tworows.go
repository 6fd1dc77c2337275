package lower

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// twoRows finds out exactly what two rows do: is there a vector between them that a first row makes of the sources, and of which a last one makes what is wanted?
//
//	sources  ──first──►  ask  ──last──►  want          ask: for each byte the cell that the last row needs there, or freeCell
//	    └────────────────────────┘
//
// A last row without a choice asks for one thing. One with a constant or a mask may look for a byte at several places, and a first one with a constant may put it at several: then it
// is a puzzle, which between solves. Rows count as they move whole bytes, in registers that are no wider than those the map needs.
type twoRows struct {
	s    *search
	d    draft
	t    *moveTable
	made *madeTable
	args []Arg
	want []cell // over args
	dual int    // the number of the vector between, as an argument of the last row

	first [8]int // the sources that a first row is tried with

	bound    price // what is found must be cheaper
	best     draft
	found    bool
	complete bool // nothing was left out
	scans    bool // the moves themselves are looked at, and not what was made of them: for one row, who is hasty
	unmasked bool // masked forms are not looked at
	both     bool // both rows load constants
	holders  map[mustHold]*holders
	hope     [maxLoads/2 + 1][2 << maxTabled]int8 // whether hopeless is known: -1 it is, 1 it is not
}

// maxLoads is how many constants two rows load at most: a vector and a mask each.
const maxLoads = 4

// twoRows looks for two rows that are cheaper than the bound; complete says that there are none if none was found, and no cheaper ones otherwise.
func (s *search) twoRows(d draft, want lane.Map, args []Arg, least, most int, bound price) (best draft, found, complete bool) {
	if s.file == target.General {
		return s.generalTwo(d, want, args, least, most, bound)
	}
	p := &twoRows{s: s, d: d, bound: bound, complete: true}
	if !p.pose(want, args) {
		return d, false, false
	}
	p.look(least, s.most(most))
	return p.best, p.found, p.complete && s.budget > 0
}

// plainRows are two rows without masks: the best of them is good enough where many maps are looked at for the sake of one. Complete says that there are none if none was found.
func (s *search) plainRows(d draft, want lane.Map, args []Arg, loads int) (best draft, found, complete bool) {
	p := &twoRows{s: s, d: d, bound: unaffordable, unmasked: true, complete: true}
	if !p.pose(want, args) {
		return d, false, false
	}
	p.look(loads, loads)
	return p.best, p.found, p.complete && s.budget > 0
}

// look looks through all pairs that load from least to most constants.
func (p *twoRows) look(least, most int) {
	p.holders = map[mustHold]*holders{}
	for loads := least; loads <= min(most, maxLoads); loads++ {
		for last := max(0, loads-2); last <= min(2, loads); last++ {
			if p.both && (last == 0 || last == loads) {
				continue
			}
			if p.affords(nil, nil, loads) {
				p.pairs(last, loads-last)
			}
		}
	}
}

// all is every row that is affordable.
func all(*target.Row) bool { return true }

// pose writes what is wanted over the sources that it reads. It refuses what the tables do not know, and all that they do not know in time.
func (p *twoRows) pose(want lane.Map, args []Arg) bool {
	cells, ok := cellsOf(want)
	if !ok || len(cells) < 16 {
		return false
	}
	to := make([]int, len(want.Src))
	size := len(cells)
	for k, n := range want.Reads() {
		if n > 0 {
			to[k] = len(p.args)
			p.args = append(p.args, args[k])
			size = max(size, want.Src[k]*want.Bits/8)
		}
	}
	for len(cells) < size { // an upper part is extracted from a wider register
		cells = append(cells, freeCell)
	}
	if len(p.args) == 0 || len(p.args) > maxTabled {
		return false
	}
	for i, c := range cells {
		cells[i] = over(c, to)
	}
	p.want, p.dual = cells, len(p.args)
	p.t = p.s.moveTable(8 * len(cells))
	p.made = &p.t.made[len(p.args)]
	return p.t.ready(p.s.until) && (p.scans || p.made.ready(p.s.until))
}

// affords says whether two such rows that load so many constants may be cheaper than what is known; of rows that are not known yet it takes the cheapest.
func (p *twoRows) affords(first, last *target.Row, loads int) bool {
	if p.s.budget <= 0 {
		return false
	}
	if !p.s.o.Cost.OfCPU() {
		return p.s.o.Cost.keyOf(2, loads, 0, 0) < p.bound.rest
	}
	var q price
	throughput := 0
	for _, row := range [...]*target.Row{first, last} {
		if row == nil {
			continue
		}
		_, t := figures(row, p.s.o.CPU)
		throughput += t
		if c, ok := row.On(p.s.o.CPU); p.s.o.Cost == Latency && len(row.Src) > 0 {
			if !ok {
				c.Latency = 1
			}
			q.first += c.Latency
		}
	}
	q.rest = p.s.o.Cost.keyOf(2, loads, 0, throughput)
	return q.less(p.bound)
}

// pairs looks through all last rows that load so many constants, each with all first rows that load so many.
func (p *twoRows) pairs(last, first int) {
	if last == 0 {
		p.plainLast(first)
	}
	if last == 1 && !p.unmasked {
		p.maskedLast(first)
	}
	for _, r := range p.relations(last) {
		p.assign(r.row, r.args, nothingKept, first, func(from []int) { p.chosenLast(r, from, first) })
	}
}

// relations are those that load so many constants, of the forms that are looked at.
func (p *twoRows) relations(loads int) []*relation {
	if p.unmasked {
		return p.t.relations[loads].plain
	}
	return p.t.relations[loads].all
}

// plainLast are the last rows with an immediate alone.
func (p *twoRows) plainLast(first int) {
	var set []uint64
	try := func(from ...int) {
		if p.hopeless(from, first) {
			return
		}
		set = p.t.direct.candidates(p.want, from, p.dual, set)
		for w, x := range set {
			for ; x != 0 && p.s.budget > 0; x &= x - 1 {
				p.fixedLast(&p.t.moves[64*w+bits.TrailingZeros64(x)], Plain, from, p.want, first)
			}
		}
	}
	p.removers(first)
	try(p.dual)
	try(p.dual, p.dual)
	for x := range p.dual {
		try(p.dual, x)
		try(x, p.dual)
	}
}

// nothingKept stands for the source of which a last row keeps lanes, where it keeps none.
const nothingKept = -1

// assign calls visit with all arguments of a last row, of which one is the vector between, that leave a first row with so many constants a hope: one that holds what is wanted of the sources that
// the last row neither reads nor keeps lanes of.
func (p *twoRows) assign(row *target.Row, args, kept, loads int, visit func(from []int)) {
	if row.Consecutive {
		return // its registers follow one another, which inputs do and results need not
	}
	var buffer [8]int
	eachAssignment(args, p.dual+1, func(from []int) {
		read := append(buffer[:0], from...)
		if kept != nothingKept {
			read = append(read, kept)
		}
		if p.s.budget > 0 && slices.Contains(from, p.dual) && !p.hopeless(read, loads) {
			visit(from)
		}
	})
}

// hopeless says whether no first row that loads so many constants can hold what is wanted of the sources that a last row does not read itself.
func (p *twoRows) hopeless(from []int, loads int) bool {
	read := 0
	for _, k := range from {
		read |= 1 << k
	}
	known := &p.hope[loads][read]
	if *known == 0 {
		if *known = 1; !p.anyHolds(p.beside(from), loads) {
			*known = -1
		}
	}
	return *known < 0
}

// maskedLast are the last rows with an immediate and a mask.
func (p *twoRows) maskedLast(first int) {
	for _, elem := range p.t.elems {
		cleared, clears := without(p.want, elem, p.t.size, func(u int) cell { return zeroCell })
		for k := range p.t.moves {
			m := &p.t.moves[k]
			if m.row.Mask == nil || m.row.Mask.Elem != elem || !m.row.Mask.Needs.In(p.s.o.Target.Has) {
				continue
			}
			if clears && !m.row.Mask.Merges {
				p.assign(m.row, len(m.row.Src), nothingKept, first, func(from []int) { p.fixedLast(m, Zeroed, from, cleared, first) })
			}
			for x := range p.dual {
				if kept, keeps := without(p.want, elem, m.row.Mask.Lanes*elem/8, func(u int) cell { return cell(x*maxCells + u) }); keeps {
					p.keepsSource(m, x, kept, first)
				}
			}
			p.keepsBetween(m, first)
		}
	}
}

// keepsSource are the merging forms that keep lanes of source x: what it reads of that source, the first row needs not hold.
func (p *twoRows) keepsSource(m *move, x int, kept []cell, first int) {
	p.assign(m.row, len(m.row.Src), x, first, func(from []int) {
		if from, ok := keeping(m.row, from, x); ok {
			p.fixedLast(m, Merged, from, kept, first)
		}
	})
}

// keeping are the sources of a row's merging form that keeps lanes of source old: behind the others, or the one that the row destroys, which ok says it is.
func keeping(row *target.Row, from []int, old int) (list []int, ok bool) {
	if row.Destroys {
		return from, from[0] == old
	}
	return append(from[:len(from):len(from)], old), true
}

// keepsBetween are the merging forms that keep lanes of the vector between.
func (p *twoRows) keepsBetween(m *move, first int) {
	var r *relation
	eachAssignment(len(m.row.Src), p.dual+1, func(from []int) {
		if p.holding(p.mustKeep(m, from), first).none() {
			return
		}
		if r == nil {
			r = fixedRelation(m).masked(Merged, p.s.o.Target.Has)
		}
		if from, ok := keeping(m.row, from, p.dual); ok {
			p.chosenLast(r, from, first)
		}
	})
}

// mustKeep are the bytes that a move does not bring from the sources beside: whether they are kept or moved, the vector between has them.
func (p *twoRows) mustKeep(m *move, from []int) (must content) {
	for u, w := range p.want {
		if c := m.cells[u]; w >= 0 && (c < 0 || from[c/maxCells] == p.dual || over(c, from) != w) {
			must.add(w)
		}
	}
	return must
}

// without is what is asked without the lanes of so many bits, up to so many bytes, that a mask turns off: those that are all free or what off says.
func without(ask []cell, elem, bytes int, off func(u int) cell) (rest []cell, any bool) {
	size := elem / 8
	for lo := 0; lo+size <= min(len(ask), bytes); lo += size {
		all, some := true, false
		for u := lo; u < lo+size && all; u++ {
			if ask[u] != freeCell {
				all, some = ask[u] == off(u), true
			}
		}
		if all && some {
			if !any {
				rest, any = slices.Clone(ask), true
			}
			for u := lo; u < lo+size; u++ {
				rest[u] = freeCell
			}
		}
	}
	return rest, any
}

// A lastRow is a last row with its arguments, the vector between being one of them.
type lastRow struct {
	move     *move     // of a plain row with an immediate
	relation *relation // of all others
	from     []int
}

func (l *lastRow) row() *target.Row {
	if l.move != nil {
		return l.move.row
	}
	return l.relation.row
}

// fixedLast tries a move as the last row: what it asks for, beside what it finds in the sources.
func (p *twoRows) fixedLast(m *move, form Form, from []int, want []cell, first int) {
	var buffer [maxCells]cell
	ask := buffer[:len(want)]
	for u := range ask {
		ask[u] = freeCell
	}
	any := false
	for u, w := range want {
		if w == freeCell {
			continue
		}
		c := m.cells[u]
		if m.zeros != nil {
			for _, z := range m.zeros[u] {
				if from[z/maxCells] != p.dual || !put(ask, z%maxCells, zeroCell) {
					return
				}
			}
		}
		switch {
		case c < 0:
			if c != w {
				return
			}
		case from[c/maxCells] != p.dual:
			if over(c, from) != w {
				return
			}
		case !put(ask, c%maxCells, w):
			return
		default:
			any = true
		}
	}
	if !any {
		return // then one row does it
	}
	if p.noneMakes(ask, first) {
		p.s.spend(1)
		return
	}
	last := lastRow{from: from}
	if last.move = m; form != Plain {
		last.move, last.relation = nil, fixedRelation(m).masked(form, p.s.o.Target.Has)
	}
	p.firstFor(ask, &last, first)
}

// put asks for w at byte u; ok is false if something else is asked for there.
func put(ask []cell, u, w cell) (ok bool) {
	if int(u) >= len(ask) || ask[u] != freeCell && ask[u] != w {
		return false
	}
	ask[u] = w
	return true
}

// accept takes a first op that makes what the last one asks for, if both are cheaper than what is known.
func (p *twoRows) accept(first Op, ask []cell, last *lastRow) {
	if p.s.until.passed() { // many may be accepted of one candidate
		p.s.budget = 0
		return
	}
	d := p.d.add(first)
	args := append(p.args[:len(p.args):len(p.args)], d.result)
	var op Op
	if last.move != nil {
		op = p.moveOp(last.move, last.from, args)
	} else {
		var ok bool
		op, ok = p.op(last.relation, last.from, p.want, func(c cell) cell {
			if c >= 0 && last.from[c/maxCells] == p.dual {
				return ask[c%maxCells]
			}
			return over(c, last.from)
		}, args)
		if !ok {
			return
		}
	}
	d = d.add(op)
	if q, c := p.s.price(d); p.s.allows(c) && q.less(p.bound) {
		p.best, p.bound, p.found = d, q, true
	}
}
