package lower

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/target"
)

// This file finds the single rows that make what is asked of the sources: the first of two rows, or the only one.

// oneRow visits the ops that do what is wanted and load at most so many constants, of those that destroy the same argument only one that is not dearer than the others.
func (p *twoRows) oneRow(ask []cell, least, most int, visit func(op Op)) {
	for loads := least; loads <= min(most, maxLoads/2); loads++ {
		var best []Op
		p.one(ask, loads, all, func(op Op) {
			if !slices.ContainsFunc(best, func(other Op) bool { return p.s.noBetter(&op, &other) }) {
				best = append(best, op)
			}
		})
		for _, op := range best {
			visit(op)
		}
	}
}

// noBetter says whether an op costs no less than another that does the same with as many constants.
func (s *search) noBetter(op, other *Op) bool {
	if d := other.destroys(); d >= 0 && (op.destroys() < 0 || op.Args[op.destroys()] != other.Args[d]) {
		return false
	}
	if !s.o.Cost.OfCPU() {
		return true
	}
	a, b := s.on(op.Row), s.on(other.Row)
	return s.o.Cost == Latency && a.Latency >= b.Latency || s.o.Cost == Throughput && a.Throughput >= b.Throughput
}

// on is what a row costs, a cycle where that is not known.
func (s *search) on(row *target.Row) target.Cost {
	c, ok := row.On(s.o.CPU)
	if !ok {
		c.Latency, c.Throughput = 1, 1
	}
	return c
}

// firstFor looks for first rows that make what is asked and load so many constants.
func (p *twoRows) firstFor(ask []cell, last *lastRow, loads int) {
	p.s.spend(1)
	total := loads
	if last.relation != nil {
		total += last.relation.loads
	}
	p.one(ask, loads, func(row *target.Row) bool { return p.affords(row, last.row(), total) }, func(op Op) { p.accept(op, ask, last) })
}

// noneMakes says whether it is known without a look at any row that no first one that loads so many constants makes what is asked.
func (p *twoRows) noneMakes(ask []cell, loads int) bool {
	return p.movesAlone(loads) && !p.made.mayStand(ask)
}

// movesAlone says whether rows that load so many constants are moves without a choice, of which all is known.
func (p *twoRows) movesAlone(loads int) bool { return loads == 0 && len(p.relations(0)) == 0 }

// one visits the ops that make what is asked of the sources and load so many constants, of the rows that are affordable.
func (p *twoRows) one(ask []cell, loads int, affordable func(row *target.Row) bool, visit func(op Op)) {
	if loads == 0 {
		p.eachMade(ask, func(v *madeValue) bool {
			if affordable(p.t.moves[v.move].row) {
				visit(p.madeOp(v))
			}
			return affordable(nil)
		})
	}
	if loads == 1 && !p.unmasked {
		p.maskedFirst(ask, func(form Form, v *madeValue, old int) {
			if r, from := p.maskedMade(v, form, old); r != nil && affordable(r.row) && r.makes(ask, from) {
				p.relationFirst(r, from, ask, visit)
			}
		})
	}
	list := p.relations(loads)
	if len(list) == 0 {
		return
	}
	reads := p.readsOf(ask)
	sources := bits.OnesCount(reads)
	for _, r := range list {
		if sources > r.args || !affordable(r.row) {
			continue
		}
		p.assignFirst(r, reads, func(from []int) {
			if r.makes(ask, from) {
				p.relationFirst(r, from, ask, visit)
			}
		})
	}
}

// eachMade calls visit with what moves make of the sources that has what is asked, until it says no. An index of all that they make is worth its time to who asks for more than one row.
func (p *twoRows) eachMade(ask []cell, visit func(v *madeValue) bool) {
	if !p.scans {
		p.made.each(ask, visit)
		return
	}
	for k := range p.t.moves {
		m := &p.t.moves[k]
		if m.zeros != nil {
			continue
		}
		on := true
		assignments(p.first[:len(m.row.Src)], p.dual, func(from []int) {
			if on && m.has(ask, from) {
				on = visit(&madeValue{move: k, from: slices.Clone(from)})
			}
		})
		if !on {
			return
		}
	}
}

// has says whether a move of these sources makes what is asked.
func (m *move) has(ask []cell, from []int) bool {
	for u, w := range ask {
		if w != freeCell && over(m.cells[u], from) != w {
			return false
		}
	}
	return true
}

// readsOf are the sources of which something is asked, as a set.
func (p *twoRows) readsOf(ask []cell) (set uint) {
	for _, w := range ask {
		if w >= 0 {
			set |= 1 << (w / maxCells)
		}
	}
	return set
}

// assignFirst calls visit with the sources that a first row can read, if they are all that is asked of.
func (p *twoRows) assignFirst(r *relation, reads uint, visit func(from []int)) {
	assignments(p.first[:r.args], p.dual, func(from []int) {
		set := uint(0)
		for _, k := range from {
			set |= 1 << k
		}
		if reads&^set == 0 && (!r.row.Consecutive || !p.d.loose && follow(r.row, from, p.args, p.d.inputs)) {
			visit(from)
		}
	})
}

// maskedFirst calls visit with all moves whose masked forms make what is asked.
func (p *twoRows) maskedFirst(ask []cell, visit func(form Form, v *madeValue, old int)) {
	for _, elem := range p.t.elems {
		each := func(rest []cell, form Form, old int) {
			p.eachMade(rest, func(v *madeValue) bool {
				if k := p.t.moves[v.move].row.Mask; k != nil && k.Elem == elem && !(k.Merges && form == Zeroed) {
					visit(form, v, old)
				}
				return p.s.budget > 0
			})
		}
		if rest, any := without(ask, elem, len(ask), func(int) cell { return zeroCell }); any {
			each(rest, Zeroed, 0)
		}
		for x := range p.dual {
			if rest, any := without(ask, elem, len(ask), func(u int) cell { return cell(x*maxCells + u) }); any {
				each(rest, Merged, x)
			}
		}
	}
}

// maskedMade is a made value as a relation with a mask, and what it reads.
func (p *twoRows) maskedMade(v *madeValue, form Form, old int) (*relation, []int) {
	from := v.from
	if form == Merged {
		var ok bool
		if from, ok = keeping(p.t.moves[v.move].row, from, old); !ok {
			return nil, nil
		}
	}
	return fixedRelation(&p.t.moves[v.move]).masked(form, p.s.o.Target.Has), from
}

// relationFirst visits a relation that makes what is asked, if its row has a constant for it.
func (p *twoRows) relationFirst(r *relation, from []int, ask []cell, visit func(op Op)) {
	if op, ok := p.op(r, from, ask, func(c cell) cell { return over(c, from) }, p.args); ok {
		visit(op)
	}
}

// madeOp is a made value as an op.
func (p *twoRows) madeOp(v *madeValue) Op { return p.moveOp(&p.t.moves[v.move], v.from, p.args) }

func (p *twoRows) moveOp(m *move, from []int, args []Arg) Op {
	op := Op{Row: m.row, Imm: m.imm}
	for _, k := range from {
		op.Args = append(op.Args, args[k])
	}
	return op
}
