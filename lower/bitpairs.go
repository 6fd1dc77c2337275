package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// This file finds out what two rows do to bits, as twoRows does for bytes: there must be a vector between that a first row makes of the inputs, and of which a last one makes what is
// wanted. A last row with an immediate asks for one vector. After a first one with an immediate there is one. If both have constants, it is a puzzle.

// bitPairs are the pairs of rows that are looked through.
type bitPairs struct {
	b        *bitSearch
	inputs   []*bitNode // that are read
	between  *bitNode   // stands for the vector between
	asked    map[string][]*bitNode
	found    []*bitNode
	complete bool
	rows     []*fieldRow // rows with constants that may be loaded
	loads    int         // whether constants are loaded: 0 no, 1 yes
	has      []int32     // of each bit of the inputs the last vector that has it
	seen     int32
}

// bitPairs takes the cheapest two rows that load from least to most constants; exact says that no others are cheaper. Two rows may take the same constant. Masked forms, rows whose lanes
// depend on one another and rows of registers that follow one another are not looked at: where they could be cheaper, the answer is not exact.
func (f *finding) bitPairs(d draft, want lane.Map, args []Arg, least int) (exact bool) {
	if least == 0 && f.unbeatable(1, 0) {
		return true // of few bits thousands of pairs do it too
	}
	b, ok := f.s.newBitSearch(d, want, args)
	if !ok {
		return false
	}
	p := bitPairs{b: b, asked: map[string][]*bitNode{}, complete: true, loads: least, between: &bitNode{id: -1}, has: make([]int32, len(b.inputs)*maxBits)}
	for k, n := range want.Reads() {
		if n > 0 {
			p.inputs = append(p.inputs, b.inputs[k])
		}
	}
	if least > 0 && !f.affordsTwo(least) {
		return true
	}
	if least > 0 && (b.t.others || b.t.follow && len(p.inputs) > 1) {
		return false
	}
	b.unlimited = true
	if least == 0 {
		p.single()
	}
	for _, r := range b.t.asked {
		if least > 0 || r.row.Index.Inline {
			p.rows = append(p.rows, r)
		}
	}
	p.lastMoves()
	p.firstMoves()
	p.puzzles()
	for _, w := range b.drafts(b.lightest(p.found, len(p.found))) {
		f.take(w.best)
	}
	return p.complete && f.s.budget > 0 && !f.s.o.Target.Torn // there a row that looks into two registers looks into one twice, and nobody asks that here
}

// affordsTwo says whether two rows that load so many constants may be cheaper than the best.
func (f *finding) affordsTwo(loads int) bool {
	var least price
	if f.s.o.Cost == Latency {
		least.first = 2 * f.s.quickest()
	}
	least.rest = f.s.o.Cost.keyOf(2, loads, 0, 2*f.s.fastest(false))
	return f.s.allows(loads) && least.less(f.price)
}

// take notes a node if it is what is wanted.
func (p *bitPairs) take(n *bitNode) {
	if satisfies(n.bits, p.b.want) && len(n.all) == 2 && (n.loads == 0 || p.loads > 0) {
		p.found = append(p.found, n)
	}
}

// single notes what one row does that reads one vector twice.
func (p *bitPairs) single() {
	for k, x := range p.inputs {
		p.found = append(p.found, p.b.one(p.b.want, x)...)
		for _, y := range p.inputs[:k] {
			p.found = append(p.found, p.b.one(p.b.want, x, y)...)
		}
	}
}

// lastMoves tries every row with an immediate as the last one.
func (p *bitPairs) lastMoves() {
	b := p.b
	for k := range b.t.narrow {
		m := &b.t.narrow[k]
		p.assign(len(m.row.Src), func(args []*bitNode) {
			p.last(func(i int) bit { return m.from[i] }, nil, args, func(read ...*bitNode) *bitNode { return b.moved(Op{Row: m.row, Imm: m.imm}, m.from, read...) })
		})
	}
	for k := range b.t.moves {
		m := &b.t.moves[k]
		p.assign(len(m.row.Src), func(args []*bitNode) {
			p.last(m.bit, m.zeros, args, func(read ...*bitNode) *bitNode { return b.byBytes(m, read...) })
		})
	}
	p.removers()
	for _, u := range b.t.signed {
		p.assign(2, func(args []*bitNode) {
			p.lastUnion(u, args)
		})
	}
}

// assign calls visit with all arguments of a last row of which one at least is the vector between.
func (p *bitPairs) assign(n int, visit func(args []*bitNode)) {
	if n > 2 {
		p.complete = p.complete && n == 0
		return
	}
	all := append([]*bitNode{p.between}, p.inputs...)
	for _, x := range all {
		if n == 1 {
			if x == p.between {
				visit([]*bitNode{x})
			}
			continue
		}
		for _, y := range all {
			if x == p.between || y == p.between {
				visit([]*bitNode{x, y})
			}
		}
	}
}

// last finds what a last row asks for, and the first rows that make it.
func (p *bitPairs) last(from func(i int) bit, zeros [][]cell, args []*bitNode, make func(read ...*bitNode) *bitNode) {
	b := p.b
	if b.s.budget <= 0 {
		return
	}
	b.work(8)
	var buffer [maxBits]bit
	ask := buffer[:b.n]
	for i := range ask {
		ask[i] = freeBit
	}
	put := func(at int, w bit) bool {
		ok := ask[at] == freeBit || ask[at] == w
		ask[at] = w
		return ok
	}
	any := false
	for i, w := range b.want {
		if w == freeBit {
			continue
		}
		switch c := from(i); {
		case c < 0:
			if c != w {
				return
			}
		case args[c/maxBits] != p.between:
			if args[c/maxBits].bits[c%maxBits] != w {
				return
			}
		case !put(int(c)%maxBits, w):
			return
		default:
			any = true
		}
		if zeros != nil {
			for _, z := range zeros[i/8] {
				for k := range 8 {
					if args[z/maxCells] != p.between || !put(8*int(z%maxCells)+k, zeroBit) {
						return
					}
				}
			}
		}
	}
	if !any {
		return
	}
	for _, first := range p.firsts(ask) {
		read := slices.Clone(args)
		for k, a := range read {
			if a == p.between {
				read[k] = first
			}
		}
		p.take(make(read...))
	}
}

// firsts are all first rows that make what is asked.
func (p *bitPairs) firsts(ask []bit) (list []*bitNode) {
	key := string(appendBits(nil, ask))
	if known, ok := p.asked[key]; ok {
		return known
	}
	for k, x := range p.inputs {
		list = append(list, p.b.one(ask, x)...)
		for _, y := range p.inputs[:k] {
			list = append(list, p.b.one(ask, x, y)...)
		}
	}
	p.asked[key] = list
	return list
}

// lastUnion tries a row that packs signed lanes, of two vectors that one row makes: it moves what is not negative.
func (p *bitPairs) lastUnion(row *target.Row, args []*bitNode) {
	if args[0] != args[1] { // of an input nothing is known
		return
	}
	p.eachFirst(func(v *bitNode) {
		if p.hasAll(v) {
			op := Op{Row: row}
			read := []*bitNode{v, v}
			p.take(p.b.add(op, nil, read, func() []bit { return p.b.apply(&op, read, p.b.sources()) }))
		}
	})
}

// eachFirst calls visit with what each row with an immediate makes of the inputs.
func (p *bitPairs) eachFirst(see func(v *bitNode)) {
	b := p.b
	visit := func(v *bitNode) {
		b.work(b.n)
		if b.s.budget > 0 {
			see(v)
		}
	}
	for _, x := range p.inputs {
		for _, m := range b.t.unary.moves {
			visit(b.moved(Op{Row: m.row, Imm: m.imm}, m.from, []*bitNode{x, x}[:len(m.row.Src)]...))
		}
		for _, m := range b.t.whole[1] {
			visit(b.byBytes(m, m.twice(x)...))
		}
		for _, y := range p.inputs {
			if x == y {
				continue
			}
			for _, m := range b.t.binary.moves {
				visit(b.moved(Op{Row: m.row, Imm: m.imm}, m.from, x, y))
			}
			for _, m := range b.t.whole[2] {
				visit(b.byBytes(m, x, y))
			}
		}
	}
}

// hasAll says whether a vector has all bits that are wanted of the inputs.
func (p *bitPairs) hasAll(v *bitNode) bool {
	p.seen++
	for _, c := range v.bits {
		if c >= 0 {
			p.has[c] = p.seen
		}
	}
	for _, w := range p.b.want {
		if w >= 0 && p.has[w] != p.seen {
			return false
		}
	}
	return true
}

// firstMoves tries every row with an immediate as the first one, and a row with a constant behind it.
func (p *bitPairs) firstMoves() {
	p.eachFirst(func(v *bitNode) {
		all := p.hasAll(v)
		for _, r := range p.rows {
			p.b.work(8)
			switch len(r.row.Src) {
			case 1:
				if all {
					p.chosen(r, v)
				}
			case 2:
				for _, x := range p.inputs {
					p.chosen(r, v, x)
					p.chosen(r, x, v)
				}
			}
		}
	})
}

// chosen takes a row with a constant for what is wanted, if there is one.
func (p *bitPairs) chosen(r *fieldRow, args ...*bitNode) {
	if from, ok := r.choose(p.b.want, args); ok {
		p.take(p.b.moved(Op{Row: r.row}, from, args...))
	}
}

// puzzles tries two rows with constants.
func (p *bitPairs) puzzles() {
	all := append([]*bitNode{p.between}, p.inputs...)
	each := func(r *fieldRow, of []*bitNode, visit func(args []*bitNode)) {
		for _, x := range of {
			if len(r.row.Src) == 1 {
				visit([]*bitNode{x})
			}
			for _, y := range of {
				if len(r.row.Src) == 2 && (x != y || len(of) == 1) { // of one input, a row that takes two has it twice
					visit([]*bitNode{x, y})
				}
			}
		}
	}
	for _, last := range p.rows {
		each(last, all, func(read []*bitNode) {
			z := bitPuzzle{p: p, last: last, read: read}
			if !slices.Contains(read, p.between) || !z.pose() {
				return
			}
			for _, first := range p.rows {
				each(first, p.inputs, func(of []*bitNode) { z.solve(first, of) })
			}
		})
	}
}
