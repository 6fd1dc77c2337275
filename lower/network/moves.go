package network

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/target"
)

// A pair is two programs of one op each that make two registers of two, and move the digits of the lanes' numbers in doing so. The number of a lane of both is its register's digit behind those of the lane.
//
//	punpckldq x, y      0 4 1 5      digits   lane 0 ← the register's
//	punpckhdq x, y      2 6 3 7               lane 1 ← lane 0
//	                                          the register's ← lane 1
type pair struct {
	half [2]Op
	from []uint8 // which digit each lane digit was, and behind them the register's; the register's is the last

	blends *Program // of more ops, in place of half
}

// A turn is one op that moves the digits of the lanes of one register.
type turn struct {
	op   Op
	from []uint8
}

// moves are what rows without a loaded constant do to digits.
type moves struct {
	digits int // of a lane's number
	pairs  []pair
	turns  []turn

	asked map[string]*pair // by from, of those that take constants; nil where there is none

	blended []pair // by blends: where cycles count
}

// movesOf are those of registers and lanes, found once.
func (e *Engine) movesOf(s shape) *moves {
	m, ok := e.moves[s]
	if ok {
		return m
	}
	of := e.known(s).moves()
	m = &moves{digits: digitsIn(s), pairs: slices.Clip(of.pairs), turns: of.turns, asked: map[string]*pair{}}
	e.moves[s] = m
	if !e.anyInCode(s) {
		return m
	}
	for _, from := range usual(m.digits) {
		if slices.ContainsFunc(m.pairs, func(p pair) bool { return slices.Equal(p.from, from) }) {
			continue
		}
		if p := e.asked(s, m, from); p != nil && p.constants() == 0 {
			m.pairs = append(m.pairs, *p)
		}
	}
	return m
}

// anyInCode says whether a row of two registers has any lanes in its code. Of others, what they do without a constant is known for every immediate.
func (e *Engine) anyInCode(s shape) bool {
	return slices.ContainsFunc(e.target.RowsIn(target.Vectors), func(r *target.Row) bool {
		return r.Index != nil && r.Index.Inline && r.Bits == s.bits && len(r.Src) == 2
	})
}

// digitsIn are how many the number of a lane has.
func digitsIn(s shape) int { return bits.TrailingZeros(uint(s.bits / s.elem)) }

// rowMoves are what the rows of a target do to registers of a shape for every immediate: to digits, and to lanes. They depend on nothing else, and are found once for all engines.
type rowMoves struct {
	moves  func() *moves
	movers func() []mover
}

// rowsOf is what rowMoves are of.
type rowsOf struct {
	target *target.Target
	shape
}

var knownMoves once.Table[rowsOf, *rowMoves]

// known is what rows do to registers of a shape, found when somebody asks.
func (e *Engine) known(s shape) *rowMoves {
	of := rowsOf{e.target, s}
	return knownMoves.Of(of, func() *rowMoves { return &rowMoves{sync.OnceValue(of.digits), sync.OnceValue(of.movers)} })
}

// A rowIn is a row, and lanes in its registers.
type rowIn struct {
	row *target.Row
	shape
}

// A digitMove is what a row does to digits for an immediate: see digitsOf.
type digitMove struct {
	value int
	from  []uint8
	first int
}

var knownDigits once.Table[rowIn, []digitMove]

// digits are what a row does to digits for every immediate, found once for all targets that have it.
func (of rowIn) digits() []digitMove { return knownDigits.Of(of, of.look) }

func (of rowIn) look() (list []digitMove) {
	for v := range of.row.Imm.Values {
		to, ok := lanesOf(of.row, v, of.elem, of.bits/of.elem)
		if !ok {
			continue
		}
		if from, first, ok := digitsOf(to, digitsIn(of.shape)); ok {
			list = append(list, digitMove{v, from, first})
		}
	}
	return list
}

// digits looks at what every row does to digits.
func (of rowsOf) digits() *moves {
	m := new(moves)
	found := halves{of: map[string]*[2]Op{}}
	for _, r := range of.rows() {
		for _, d := range (rowIn{r, of.shape}).digits() {
			switch op := (Op{Row: r, Imm: d.value}); {
			case len(r.Src) == 2:
				op.Args = []int{0, 1}
				found.add(op, d.from, d.first)
			case d.first == 0 && !still(d.from):
				m.turns = append(m.turns, turn{op, d.from})
			}
		}
	}
	for _, from := range found.order {
		if half := found.of[from]; half[0].Row != nil && half[1].Row != nil && !still([]uint8(from)) {
			m.pairs = append(m.pairs, pair{half: *half, from: []uint8(from)})
		}
	}
	return m
}

// halves are ops of two registers, by what they do to digits: two that leave the same digit to the registers are a pair.
type halves struct {
	of    map[string]*[2]Op
	order []string
}

// add notes an op whose first lane comes from first. An earlier one that does the same is the quicker.
func (h *halves) add(op Op, from []uint8, first int) {
	digits := len(from)
	rest := missing(from, digits+1)
	if int(rest) == digits || first&^(1<<rest) != 0 {
		return // it reads one register alone, or turns digits round
	}
	key := string(append(slices.Clone(from), rest))
	if h.of[key] == nil {
		h.of[key] = new([2]Op)
		h.order = append(h.order, key)
	}
	if half := &h.of[key][first>>rest&1]; half.Row == nil {
		*half = op
	}
}

// usual are what zips, unzips and transposes of two registers do to digits. Where a row has any lanes in its code, as wasm's shuffle, these are its pairs.
//
//	zip     0 n 1 2 …      the register's digit n comes in, and the highest goes out
//	unzip   1 2 … n        the lowest goes out, and the register's is the highest
//	trn     n 1 2 …        they change places
func usual(digits int) (list [][]uint8) {
	for g := range digits {
		var zip, unzip, trn []uint8
		for d := range digits {
			z, u, x := d, d, d
			switch {
			case d == g:
				z, x = digits, digits
			case d > g:
				z = d - 1
			}
			if d >= g {
				u = d + 1
			}
			zip, unzip, trn = append(zip, uint8(z)), append(unzip, uint8(u)), append(trn, uint8(x))
		}
		list = append(list, append(zip, uint8(digits-1)), append(unzip, uint8(g)), append(trn, uint8(g)))
	}
	return list
}

// constants are how many the rows of a pair load.
func (p *pair) constants() (n int) {
	for _, o := range p.half {
		if o.Row.Index != nil && !o.Row.Index.Inline {
			n++
		}
	}
	return n
}

// rows are those without a constant, the quickest first.
func (of rowsOf) rows() (list []*target.Row) {
	for _, r := range of.target.RowsIn(target.Vectors) {
		if r.Imm != nil && r.Bits == of.bits && (len(r.Src) == 1 || len(r.Src) == 2) && !slices.ContainsFunc(r.Src, func(n int) bool { return n != of.bits }) {
			list = append(list, r)
		}
	}
	cpu, _ := of.target.CPU("")
	price := func(r *target.Row) int {
		cost, _ := r.On(cpu.Name)
		p := 4 * int(cost.Latency)
		if r.Destroys {
			p += 2
		}
		if r.Imm.Values > 1 {
			p++
		}
		return p
	}
	slices.SortStableFunc(list, func(x, y *target.Row) int { return cmp.Compare(price(x), price(y)) })
	return list
}

// lanesOf are the lanes that a row takes for an immediate; ok is false if it does not move such lanes whole, or moves others.
func lanesOf(r *target.Row, value, elem, lanes int) (to []int, ok bool) {
	to, ok = lanesMade(r, value, elem, lanes)
	return to, ok && !slices.Contains(to, Free)
}

// lanesMade are lanesOf, Free where lanes come from no register.
func lanesMade(r *target.Row, value, elem, lanes int) (to []int, ok bool) {
	all, size := r.Made(), elem/8
	if value >= len(all) || len(all[value].Bytes) != size*lanes {
		return nil, false
	}
	for bytes := range slices.Chunk(all[value].Bytes, size) {
		at, ok := laneOf(bytes, lanes)
		if !ok {
			return nil, false
		}
		to = append(to, at)
	}
	return to, true
}

// laneOf is the lane that bytes are, or Free if none of them is of a register; ok is false if they are no whole lane.
func laneOf(bytes []target.Byte, lanes int) (at int, ok bool) {
	source, index, moves := bytes[0].Source()
	for k, b := range bytes {
		if _, _, of := b.Source(); of != moves || moves && b != bytes[0]+target.Byte(k) || b == target.PartByte {
			return 0, false
		}
	}
	if !moves {
		return Free, true
	}
	return source*lanes + index/len(bytes), index%len(bytes) == 0
}

// digitsOf says which digit of the number from where a lane comes each digit of the lane's number is, and from where the first comes; ok is false if the digits do not move so.
func digitsOf(to []int, digits int) (from []uint8, first int, ok bool) {
	first = to[0]
	for d := range digits {
		x := to[1<<d] ^ first
		if bits.OnesCount(uint(x)) != 1 || slices.Contains(from, uint8(bits.TrailingZeros(uint(x)))) {
			return nil, 0, false
		}
		from = append(from, uint8(bits.TrailingZeros(uint(x))))
	}
	for i, x := range to {
		at := first
		for d, f := range from {
			at ^= i >> d & 1 << f
		}
		if at != x {
			return nil, 0, false
		}
	}
	return from, first, true
}

// still says whether all digits stay where they are.
func still(from []uint8) bool {
	for d, f := range from {
		if int(f) != d {
			return false
		}
	}
	return true
}

// missing is the digit that is not in a list of all others.
func missing(from []uint8, digits int) uint8 {
	rest := digits * (digits - 1) / 2 // what all are together
	for _, f := range from {
		rest -= int(f)
	}
	return uint8(rest)
}

// asked is the pair that does this to the digits, by rows with constants if need be; nil if no two ops do.
func (e *Engine) asked(s shape, m *moves, from []uint8) *pair {
	key := string(from)
	p, known := m.asked[key]
	if known {
		return p
	}
	lanes := s.bits / s.elem
	p = &pair{from: slices.Clone(from)}
	for h := range p.half {
		row := make([]int, lanes)
		for i := range row {
			row[i] = h << from[m.digits]
			for d, f := range from[:m.digits] {
				row[i] |= i >> d & 1 << f
			}
		}
		q := Problem{Bits: s.bits, Elem: s.elem, Inputs: 2, Results: [][]int{row}}
		if used, at := q.over([]int{0}); len(at) == 2 {
			if n := e.oneBelow(&used, e.options.Op+e.options.Constant+1); n != nil && len(n.Code) == 1 {
				p.half[h] = n.Code[0]
				continue
			}
		}
		p = nil
		break
	}
	m.asked[key] = p
	return p
}
