package lower

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"
)

// A piece is some of the bits that are wanted, with zeros where other pieces have theirs. It is known in as many ways as there are numbers of constants to load: nil where there is none.
//
//	wanted    b3 a1 b1 a0 z                 piece of a    z a1 z a0 z      piece of b    b3 z b1 z z
type piece [maxPieceLoads + 1]*generalCode

// maxPieceLoads is the most constants that one piece loads.
const maxPieceLoads = 2

// A pieceTable is what one row and two rows do of pieces, for all searches: most are asked for again and again, and by each target that has the same rows.
type pieceTable struct {
	mu    sync.Mutex
	found map[pieceOf]func() piece
}

// A pieceOf is all that a piece depends on.
type pieceOf struct {
	want string // and the values
	most int
	cost Cost
	cpu  string
}

// mostPieces bounds what is kept: at a thousand bytes each.
const mostPieces = 1 << 12

// of is a piece. The first who asks finds it.
func (t *pieceTable) of(key pieceOf, find func() piece) piece {
	t.mu.Lock()
	p, ok := t.found[key]
	if !ok {
		if t.found == nil || len(t.found) == mostPieces {
			t.found = map[pieceOf]func() piece{}
		}
		p = sync.OnceValue(find)
		t.found[key] = p
	}
	t.mu.Unlock()
	return p()
}

// rows are what one row and two rows do of a piece, of values that are numbered from 0 on.
func (g *general) rows(want choice, values []choice, most int) piece {
	key := pieceOf{want.key(), min(g.most, most), g.s.o.Cost, g.s.o.CPU}
	for k := range values {
		key.want += values[k].key()
	}
	return g.t.pieces.of(key, func() piece { return g.anyRows(want, values, key.most) })
}

// anyRows are they, looked for.
func (g *general) anyRows(want choice, values []choice, most int) (p piece) {
	a := asking(want)
	for k := range values {
		if values[k].meetsAll(a) {
			return piece{{result: k}}
		}
	}
	var least [maxPieceLoads + 1]key
	take := func(ops ...generalOp) {
		loads, throughput, copies := 0, 0, 0
		for i := range ops {
			_, t := figures(ops[i].row.row, g.s.o.CPU)
			loads, throughput = loads+ops[i].constants(), throughput+t
			if ops[i].row.row.Destroys && ops[i].args[0] < len(values) && ops[i].args[0] != loaded {
				copies++
			}
		}
		if loads > maxPieceLoads {
			return
		}
		k := g.s.o.Cost.keyOf(len(ops), loads, copies, throughput)
		if g.s.o.Cost == Latency {
			k += key(g.lateness(ops)) << 48
		}
		if p[loads] == nil || k < least[loads] {
			p[loads], least[loads] = &generalCode{slices.Clone(ops), len(values) + len(ops) - 1}, k
		}
	}
	g.t.one(a, values, most, func(o generalOp) { take(o) })
	if p[0] == nil {
		g.t.two(a, values, most, func(first, last generalOp) { take(first, last) })
	}
	return p
}

// lateness is the sum of the latencies of ops that follow one another.
func (g *general) lateness(ops []generalOp) (sum int) {
	for i := range ops {
		l, _ := figures(ops[i].row.row, g.s.o.CPU)
		sum += int(l)
	}
	return sum
}

// piece is what rows do of a piece, and if there is no way without constants, one that is longer.
func (g *general) piece(want choice) (p piece) {
	for _, c := range g.made(want, g.values, 0) {
		if n := len(c.constants()); n <= maxPieceLoads {
			p[n] = &c
		}
	}
	if p[0] == nil {
		p[0] = g.unloaded(want)
	}
	return p
}

// made are the best codes for what is wanted of values, those with the fewest constants first: one row, two rows, and if plans may stand inside each other, what those compose.
func (g *general) made(want choice, values []choice, depth int) (codes []generalCode) {
	key := string([]byte{byte(depth), byte(len(values))}) + want.key()
	if known, ok := g.known[key]; ok {
		return known
	}
	for _, c := range g.rows(want, values, maxPieceLoads) {
		if c != nil {
			codes = append(codes, *c)
		}
	}
	if depth > 0 && g.s.budget > 0 && (len(codes) == 0 || len(codes[0].constants()) > 0) {
		child := g.child(want, values)
		child.depth = depth
		codes = child.best(append(codes, child.plans()...))
	}
	g.known[key] = codes
	return codes
}

// child is the search for something else that is wanted, of other values.
func (g *general) child(want choice, values []choice) *general {
	return &general{s: g.s, t: g.t, values: values, want: asking(want), most: g.most, known: g.known}
}

// best are those codes of which no other costs less before its constants are counted, and loads no more.
func (g *general) best(codes []generalCode) (best []generalCode) {
	free := func(c generalCode) key { return g.weight(c) - g.s.o.Cost.keyOf(0, len(c.constants()), 0, 0) }
	slices.SortStableFunc(codes, func(a, b generalCode) int {
		return cmp.Or(cmp.Compare(len(a.constants()), len(b.constants())), cmp.Compare(free(a), free(b)))
	})
	least := noKey
	for _, c := range codes {
		if k := free(c); k < least {
			best, least = append(best, c), k
		}
	}
	return best
}

// unloaded is a piece without constants that are loaded: the shorter of two ways.
func (g *general) unloaded(want choice) *generalCode {
	want = want.least()
	code := g.byRuns(want, fewRuns)
	if w, ok := g.byWindows(want); ok && (code == nil || len(w.ops) < len(code.ops)) {
		code = &w
	}
	return code
}

// least is what is wanted, with zero wherever that will do.
func (c choice) least() choice {
	eachBit(c.zero, func(i int) bool {
		c.put(i, zeroCell)
		return true
	})
	return c
}

// fewRuns are so few that they may be better than a constant.
const fewRuns = 3

// byRuns makes bits that stand beside one another in the source and in what is wanted by themselves: shifted to the upper end, to the lower one, and to their place, which clears what
// is beside them. It is nil if there are more than so many.
func (g *general) byRuns(want choice, most int) *generalCode {
	var c generalCode
	have := -1
	for lo := 0; lo < wordBits; lo++ {
		x := want.word[lo]
		if x < 0 {
			continue
		}
		if most--; most < 0 {
			return nil
		}
		hi := lo
		for hi+1 < wordBits && want.word[hi+1] == x+cell(hi+1-lo) && int(want.word[hi+1])/wordBits == int(x)/wordBits {
			hi++
		}
		run := want
		for i, y := range want.word {
			if y >= 0 && (i < lo || i > hi) {
				run.put(i, zeroCell)
			}
		}
		n := len(g.values)
		p := g.rows(run, g.values, 0)
		if p[0] == nil {
			p[0] = g.slid(int(x)/wordBits, int(x)%wordBits, lo, hi-lo+1)
		}
		c = g.append(c, *p[0], g.numbers(), n)
		if have >= 0 {
			c = g.join(c, have, c.result)
		}
		have, lo = c.result, hi
	}
	if have < 0 {
		return nil
	}
	return &c
}

// numbers are those of the values of the search.
func (g *general) numbers() []int {
	list := make([]int, len(g.values))
	for k := range list {
		list[k] = k
	}
	return list
}

// slid is n bits of a value, from bit from on, alone at place to, by three shifts.
func (g *general) slid(value, from, to, n int) *generalCode {
	c := generalCode{result: value}
	for _, up := range [...]int{wordBits - n - from, n - wordBits, to} {
		if up != 0 {
			c = g.shifted(c, up)
		}
	}
	return &c
}

// byWindows rotates what moves equally far, so that a constant in an instruction clears in the one half, then in the other; the bits 31 and 63, which it does not reach alone, are cleared by
// themselves.
func (g *general) byWindows(want choice) (c generalCode, ok bool) {
	stay, clear := uint64(0), uint64(0)
	first, up := cell(-1), 0
	for i, x := range want.word {
		switch {
		case x >= 0:
			if first < 0 {
				first, up = x, i-int(x)%wordBits
			}
			if int(x)/wordBits != int(first)/wordBits || (i-up-int(x))%wordBits != 0 {
				return c, false
			}
			stay |= 1 << i
		case x == zeroCell:
			clear |= 1 << i
		case x == oneCell:
			return c, false
		}
	}
	if first < 0 {
		return c, false
	}
	c = g.rotated(c, int(first)/wordBits, up+wordBits/2)
	for _, turn := range [...]int{0, wordBits / 2} {
		c = g.rotated(c, c.result, turn)
		half := bits.RotateLeft64(clear, wordBits/2-turn) & lowBitsSet(wordBits/2)
		if half&^(1<<31) != 0 {
			c = g.then(c, generalOp{row: g.t.signed(clearing), args: [2]int{c.result}, mask: ^(half &^ (1 << 31))})
		}
		if half>>31 == 1 {
			m := &g.t.moves[g.t.zeros[31]]
			c = g.then(c, generalOp{row: m.row, move: m, args: [2]int{c.result}})
		}
	}
	return c, true
}

// pieces are the codes that make all pieces and join them by or, for each number of constants the one with the fewest ops.
func (g *general) pieces(list []piece) (codes []generalCode) {
	most := min(maxPieceLoads*len(list), g.most)
	type plan struct {
		ops  int
		take []int // of each piece so far how many constants it loads
	}
	best := make([]*plan, most+1)
	best[0] = &plan{}
	for k := range list {
		next := make([]*plan, most+1)
		for n, p := range best {
			for loads, c := range list[k] {
				if p == nil || c == nil || n+loads > most {
					continue
				}
				if q := next[n+loads]; q == nil || p.ops+len(c.ops) < q.ops {
					next[n+loads] = &plan{p.ops + len(c.ops), append(slices.Clip(p.take), loads)}
				}
			}
		}
		best = next
	}
	fewest := -1
	for _, p := range best {
		if p == nil || fewest >= 0 && p.ops >= fewest {
			continue
		}
		fewest = p.ops
		var chosen []generalCode
		for k, loads := range p.take {
			chosen = append(chosen, *list[k][loads])
		}
		codes = append(codes, g.joined(chosen))
	}
	return codes
}

// joined are codes joined by or: one after another, or where latency counts, those first that are ready first.
func (g *general) joined(list []generalCode) generalCode {
	var c generalCode
	type part struct{ value, ready int }
	var parts []part
	for _, p := range list {
		c = g.append(c, p, g.numbers(), len(g.values))
		parts = append(parts, part{c.result, g.lateness(p.ops)})
		if g.s.o.Cost != Latency && len(parts) == 2 {
			c = g.join(c, parts[0].value, parts[1].value)
			parts = []part{{value: c.result}}
		}
	}
	for len(parts) > 1 {
		slices.SortStableFunc(parts, func(a, b part) int { return a.ready - b.ready })
		c = g.join(c, parts[0].value, parts[1].value)
		parts = append(parts[2:], part{c.result, parts[1].ready + 1})
	}
	return c
}
