package quick

import (
	"cmp"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/target"
)

// An Engine decides for one target. It is safe for use by several goroutines at once.
type Engine struct {
	target *target.Target
	widths map[int]func() *width // by bits, compiled when a map first asks for them
}

// New decides for a target. Its rows are compiled for a width of registers when a map first has it.
func New(t *target.Target) *Engine {
	e := &Engine{target: t, widths: map[int]func() *width{}}
	var half func() *width
	for _, bits := range t.Bits {
		if bits >= 128 {
			narrow := half
			half = sync.OnceValue(func() *width { return newWidth(t, gridOf(bits/8), narrow) })
			e.widths[bits] = half
		}
	}
	return e
}

// Ready compiles the rows for registers of so many bits, if that was not done before, and says whether the target decides for them. Who has little time later has the most of it now.
func (e *Engine) Ready(bits int) bool {
	w := e.widths[bits]
	return w != nil && w() != nil
}

// A width is what a target does in registers of one width.
type width struct {
	grid
	looksAlone    bool  // a row puts bytes of one vector into any order
	destroys      bool  // a row overwrites what it reads
	unary, binary sieve // the cheapest to use first
	joins         []join
	shifts        []vector   // that bring zeros
	gathers       [2]gathers // of one argument, and of two
	reach         [2][mostUnit]func() *reach
	classes       [classes]things // of the rows of one argument
	or, or3       *target.Row
	zeros         *target.Row
	fours         func() *four
	blockFours    func() *four // of each block
	keep, drop    *effect      // the same constant keeps bytes by one and drops them by the other

	twoBlends   bool // blend what no row blends
	blendsWords bool // of two inputs, without a constant

	within [2]*effect // shuffles words of the lower half alone, and of the upper half
	pairs  *effect    // shuffles pairs of words

	values        []wordValue // what chains of words of two inputs begin with
	slides        wordSlides
	shiftsOfWords []wordShift
	unsparing     int // so many of them, the first ones, are asked where it is not looked at what rows overwrite
	wordJoins     []wordJoin

	bytes *join      // packs bytes of words
	widen [2]*effect // makes words of the lower bytes, and of the upper ones

	double [2]*effect // makes words of twice the lower bytes, and the upper ones

	swap    *effect // exchanges the halves of 32 bytes
	swapped vector  // and what it does

	finest  int             // the smallest units that a row moves within all blocks, larger ones being moved too
	mixed   int             // the same of two inputs
	crosses [len(units)]int // of how many inputs a row moves units of each size everywhere

	half        *width  // of registers half as wide, and between them and these
	upper, both *effect // the upper half alone; two halves together
}

// A join is a row of two arguments without a choice: each byte of the result asks for one byte of an argument.
//
//	punpcklbw x, y       a0 b0 a1 b1 …
//	packuswb x, y        a0 a2 a4 …, and asks for zeros in a1 a3 a5 …
type join struct {
	row   *target.Row
	imm   int
	cells vector
	clear [2]vector // zeros that it asks for besides
	has   set       // bytes of its arguments
}

// A gather is one choice of a row without a constant: what a second row then has to choose from.
type gather struct {
	row   *target.Row
	imm   int
	use   use
	cells vector
	among int // choices of the row
	bytes int // that it has, each once

	first, next []uint8 // for each byte of the arguments a place where it stands, and for each place the next one: one more, 0 being none
	zeros       []uint8 // places of zeros
}

// newWidth compiles a target's rows for registers of one width, and finds those between them and registers half as wide, if there are some.
func newWidth(t *target.Target, g grid, half func() *width) *width {
	w := &width{grid: g}
	w.looksAlone = slices.ContainsFunc(t.RowsIn(target.Vectors), w.turnsRound)
	for _, r := range t.RowsIn(target.Vectors) {
		switch {
		case r.Mode.Elem == 8 && !r.Mode.Half && !r.Mode.Whole():
			// Some bytes alone are moved by half of all rows, and hardly ever to advantage.
		case r.Union != nil:
			w.union(r)
		case len(r.Src) == 0:
			if r.Imm != nil && (r.Bits == 8*g.n || r.Bits < 8*g.n && r.Clears) && (w.zeros == nil || w.zeros.Bits < r.Bits) {
				if v, ok := g.cells(r.Imm.Map(0)); ok && v == allZero.cut(g.n) {
					w.zeros = r
				}
			}
		case len(r.Src) <= 2:
			w.row(r)
		}
	}
	w.byZeros(t)
	cpu, _ := t.CPU("")
	w.unary, w.binary = newSieve(cheapest(w.unary.list, cpu.Name), g, 1), newSieve(cheapest(w.binary.list, cpu.Name), g, 2)
	for k := range w.gathers {
		w.gathers[k].sieve(g, k+1)
	}
	w.reaches()
	w.selects()
	w.blendRows()
	w.shuffles()
	w.wordValues()
	w.crossings()
	w.swaps()
	w.fours = sync.OnceValue(func() *four { return newFour(w, w.n) })
	w.blockFours = sync.OnceValue(func() *four { return newFour(w, block) })
	if half != nil {
		w.halved(half())
	}
	return w
}

// byZeros adds the rows that take a vector of zeros for their constant.
func (w *width) byZeros(t *target.Target) {
	for _, r := range t.RowsIn(target.Vectors) {
		if x := r.Index; w.zeros == nil || x == nil || x.Inline || x.Mask || x.Kind.Joint() || len(r.Src) != 1 || r.Implicit() || x.Bits > w.zeros.Bits || !w.holds(r) {
			continue
		}
		if e := byZeros(r, w.grid); e != nil && e.choices[0] != allZero.cut(w.n) {
			w.unary.list = append(w.unary.list, e)
		}
	}
}

// fixed is the first effect without a constant that does what is wanted of one argument by one of its choices: what puts bytes anywhere by a constant in the instruction does all of a plan.
func (w *width) fixed(want *vector) *effect {
	k := slices.IndexFunc(w.unary.list, func(e *effect) bool { return e.loads == 0 && e.choices != nil && e.does(want) })
	if k < 0 {
		return nil
	}
	return w.unary.list[k]
}

// shuffles finds the rows of chains.
func (w *width) shuffles() {
	find := func(words ...int8) *effect {
		var want vector
		w.inBlocks((*[8]int8)(words), &want)
		return w.fixed(&want)
	}
	for h := range w.widen {
		if w.n != block {
			break
		}
		want, twice := anything, anything
		for i := range 8 {
			want[2*i], want[2*i+1] = w.at(0, 8*h+i), zero
			twice[2*i], twice[2*i+1] = w.at(0, 8*h+i), w.at(0, 8*h+i)
		}
		w.widen[h], w.double[h] = w.fixed(&want), w.fixed(&twice)
	}
	w.within = [2]*effect{find(3, 1, 2, 2, 4, 5, 6, 7), find(0, 1, 2, 3, 7, 5, 6, 6)}
	if w.pairs = find(6, 7, 2, 3, 2, 3, 4, 5); w.within[0] == nil || w.within[1] == nil {
		w.pairs = nil
	}
}

// swaps finds the row that exchanges the halves of 32 bytes, which machines have too whose registers are all of that size.
func (w *width) swaps() {
	if w.n != 2*block {
		return
	}
	w.swapped = anything
	for i := range w.n {
		w.swapped[i] = w.at(0, i^block)
	}
	w.swap = w.fixed(&w.swapped)
}

// halved finds the rows between these registers and those half as wide.
func (w *width) halved(h *width) {
	upper, both := anything, anything
	for i := range h.n {
		upper[i] = w.at(0, h.n+i)
		both[i], both[h.n+i] = w.at(0, i), w.at(1, i)
	}
	w.half = h
	w.upper, w.both = w.fixed(&upper), w.binary.find(w.grid, &both, 0, false)
}

// selects finds two rows of which one keeps what the other drops by the same constant.
func (w *width) selects() {
	kept, dropped := allZero.cut(w.n), allZero.cut(w.n)
	for i := range w.n {
		if i%3 == 0 {
			kept[i] = w.at(0, i)
		} else {
			dropped[i] = w.at(0, i)
		}
	}
	for _, x := range w.unary.list {
		if x.loads == 0 || !x.does(&kept) {
			continue
		}
		k, ok := x.row.Index.Solve(w.wanted(&kept, x.row))
		for _, y := range w.unary.list {
			if y.loads == 0 || !y.does(&dropped) || !ok {
				continue
			}
			if other, ok := y.row.Index.Solve(w.wanted(&dropped, y.row)); ok && other == k {
				w.keep, w.drop = x, y
				return
			}
		}
	}
}

// cut is the first n bytes of a vector.
func (v vector) cut(n int) vector {
	for i := range v {
		if i >= n {
			v[i] = free
		}
	}
	return v
}

// price orders effects that can do the same: without a constant first, then without zeros to be made, then by how quick the row is on the target's first CPU.
func (e *effect) price(cpu string) int {
	cost, _ := e.row.On(cpu)
	p := 64*e.loads + 2*int(cost.Latency)
	if e.clears() {
		p += 32
	}
	if e.row.Destroys || e.row.Spends {
		p++
	}
	return p
}

// clears says whether an operand is a vector of zeros.
func (e *effect) clears() bool {
	return slices.Contains(e.operands(), noArgument)
}

// cheapest are the effects in the order of their prices, without those that do just what a cheaper one does.
func cheapest(list []*effect, cpu string) []*effect {
	slices.SortStableFunc(list, func(x, y *effect) int { return cmp.Compare(x.price(cpu), y.price(cpu)) })
	seen := map[uint64]bool{}
	return slices.DeleteFunc(list, func(e *effect) bool {
		key := e.hash()
		again := seen[key]
		seen[key] = true
		return again
	})
}

// row takes the uses of a row.
func (w *width) row(r *target.Row) {
	if !w.holds(r) {
		return
	}
	w.destroys = w.destroys || r.Destroys
	for _, e := range w.effects(r, w.looksAlone) {
		if r.Index == nil {
			w.without(e)
		}
		if e.args == 1 {
			w.unary.list = append(w.unary.list, e)
		} else {
			w.binary.list = append(w.binary.list, e)
		}
	}
}

// mostAlike is the last of the uses of a row with a constant: see Ops, where zeros are its second operand.
const mostAlike = 2

// turnsRound says whether a row puts bytes of one vector into any order by a constant: it can turn them round.
func (w *width) turnsRound(r *target.Row) bool {
	if len(r.Src) != 1 || r.Index == nil || !w.holds(r) {
		return false
	}
	round := anything
	for i := range min(w.n, block) {
		round[i] = w.at(0, min(w.n, block)-1-i)
	}
	_, ok := r.Index.Solve(w.wanted(&round, r))
	return ok
}

// mostJoins is how many choices a row may have whose choices are joins.
const mostJoins = 4

// without notes what a row without a constant does as joins and gathers.
func (w *width) without(e *effect) {
	joins := e.args == 2 && (len(e.choices) <= mostJoins || w.inserts(e))
	for c, v := range e.choices {
		if joins {
			w.addJoin(join{row: e.row, imm: int(e.value[c]), cells: v, clear: [2]vector{anything, anything}})
		}
		if e.clears() {
			continue
		}
		if e.args == 1 {
			w.noteShift(&v)
		}
		if v != w.whole(0) {
			w.gathers[e.args-1].add(gather{row: e.row, imm: int(e.value[c]), use: e.use, cells: v, among: len(e.choices)})
		}
	}
}

// inserts says whether the choices are where to put bytes of the second argument, always the same ones: then it is another row that brings others there.
//
//	vinsertb a, b, i      a0 a1 … b8 … a15
func (w *width) inserts(e *effect) bool {
	var taken [2]uint32
	for c := range e.choices {
		var some [2]uint32
		for i, a := range e.choices[c][:w.n] {
			if moves(a) && w.n <= 32 {
				some[w.input(a)] |= 1 << w.index(a)
			}
			if moves(a) && w.input(a) == 0 && w.index(a) != i {
				return false
			}
		}
		if taken[1] = taken[1] | some[1]; taken[1] != some[1] {
			return false
		}
	}
	return taken[1] != 0
}

func (w *width) addJoin(j join) {
	if w.reads(&j.cells) == 3 && !slices.ContainsFunc(w.joins, func(o join) bool { return o.cells == j.cells && o.clear == j.clear }) {
		j.has = w.setOf(&j.cells)
		w.joins = append(w.joins, j)
	}
}

// union notes a row that combines what is known of its operands: an or, and packs whose upper halves are zero.
func (w *width) union(r *target.Row) {
	switch {
	case r.Bits != 8*w.n:
	case len(r.Src) == 3 && r.Union.Kind == target.Or:
		w.or3 = r
	case len(r.Src) != 2:
	case r.Union.Kind == target.Or && w.or == nil:
		w.or = r
	case r.Union.Kind == target.Pack:
		if j, ok := w.pack(r); ok {
			w.addJoin(j)
			if w.n == 16 && r.Elem == 8 {
				w.bytes = &j
			}
		}
	}
}
