package lower

import (
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// This file finds what one row of general registers does, exactly, bit by bit.

// A generalOp is a row of general registers with its immediate or constant. Its arguments are values by their number, or loaded.
type generalOp struct {
	row  *generalRow
	move *generalMove // of a row with an immediate
	mask uint64       // of a row with a constant: the bits that stay, are set, or are moved
	args [2]int
	load uint64 // the argument that is loaded
}

// loaded is an argument that is a constant.
const loaded = -1

// constants is how many the op loads.
func (o *generalOp) constants() int {
	n := o.row.constants()
	for _, k := range o.args[:o.row.args] {
		if k == loaded {
			n++
		}
	}
	return n
}

// constant is what the op's row has for its mask.
func (o *generalOp) constant() lane.Const {
	m := o.mask
	if o.row.inverse {
		m = ^m
	}
	return lane.ConstOf(m & lowBitsSet(o.row.width))
}

// A generalAsk is what is wanted of a value.
type generalAsk struct {
	choice
	some  uint64 // bits that are not free
	zeros uint64 // bits that may be zero, free ones among them
	ones  uint64
	pivot int  // a bit that can only be one of a value, or -1
	order bool // all such bits stand in the order of the values and of their bits: one that comes later is a later one
}

func asking(want choice) *generalAsk {
	a := &generalAsk{choice: want, pivot: -1}
	free := want.free()
	a.some, a.zeros, a.ones = ^free, want.zero|free, want.one|free
	last := cell(-1)
	a.order = eachBit(a.some&^a.zeros&^a.ones, func(i int) bool {
		if a.pivot < 0 {
			a.pivot = i
		}
		in := want.word[i] > last
		last = want.word[i]
		return in
	})
	return a
}

// allows says whether bit i may be this.
func (a *generalAsk) allows(i int, c cell) bool {
	switch w := a.word[i]; {
	case w == freeCell:
		return true
	case c == zeroCell:
		return a.zeros>>i&1 == 1
	case c == oneCell:
		return a.ones>>i&1 == 1
	default:
		return c == w && c >= 0
	}
}

// one calls visit with each row that makes what is asked of the values, loading no more constants than most.
func (t *generalTable) one(a *generalAsk, values []choice, most int, visit func(o generalOp)) {
	t.oneMove(a, values, most, visit)
	for k := range values {
		t.oneLook(a, values, k, most, visit)
	}
	for _, r := range t.rows {
		if r.args != 2 {
			continue
		}
		for x := range values {
			for y := range values {
				if o := (generalOp{row: r, args: [2]int{x, y}}); x != y && o.unites(a, &values[x], &values[y]) {
					visit(o)
				}
			}
		}
	}
}

// oneMove calls visit with the rows that have an immediate. The pivot says which of them come into question.
func (t *generalTable) oneMove(a *generalAsk, values []choice, most int, visit func(o generalOp)) {
	try := func(m *generalMove, x, y int) {
		o := generalOp{row: m.row, move: m, args: [2]int{x, y}}
		if m.row.args == 2 && x == y && (t.mirrored || x == loaded) || o.constants() > most {
			return
		}
		if o.brings(a, values) {
			visit(o)
		}
	}
	if a.pivot < 0 {
		t.eachMove(len(values), try)
		return
	}
	for k := range values {
		for j, c := range values[k].word {
			if c != a.word[a.pivot] {
				continue
			}
			for _, m := range t.holding[a.pivot][j] {
				t.withOther(&t.moves[m], len(values), func(other int) { try(&t.moves[m], k, other) })
			}
			for _, m := range t.holding[a.pivot][wordBits+j] {
				t.withOther(&t.moves[m], len(values), func(other int) { try(&t.moves[m], other, k) })
			}
		}
	}
}

// withOther calls visit with all that the other argument of a move can be, once if there is none.
func (t *generalTable) withOther(m *generalMove, values int, visit func(other int)) {
	if m.row.args < 2 {
		visit(0)
		return
	}
	for k := loaded; k < values; k++ {
		visit(k)
	}
}

// eachMove calls visit with all moves of all values.
func (t *generalTable) eachMove(values int, visit func(m *generalMove, x, y int)) {
	for k := range t.moves {
		m := &t.moves[k]
		if m.row.args == 0 {
			visit(m, 0, 0)
			continue
		}
		for x := range values {
			t.withOther(m, values, func(y int) { visit(m, x, y) })
		}
		if m.row.args == 2 {
			for y := range values {
				visit(m, loaded, y)
			}
		}
	}
}

// brings says whether a row with an immediate makes what is asked, and chooses the constant of an argument that is loaded.
func (o *generalOp) brings(a *generalAsk, values []choice) bool {
	if !o.move.may(a) {
		return false
	}
	for some := a.some & o.move.moved; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		c := o.move.from[i]
		switch k := o.args[c/wordBits]; {
		case k != loaded:
			if !values[k].meets(int(c%wordBits), &a.choice, i) {
				return false
			}
		case a.zeros>>i&1 == 0:
			if o.load |= 1 << (c % wordBits); a.ones>>i&1 == 0 {
				return false
			}
		}
	}
	return true
}

// oneLook calls visit with the rows that have a constant, of value k.
func (t *generalTable) oneLook(a *generalAsk, values []choice, k, most int, visit func(o generalOp)) {
	stays := values[k].inPlace(a)
	for _, r := range t.rows {
		if r.args != 1 || r.constants() > most {
			continue
		}
		if o := (generalOp{row: r, args: [2]int{k}}); o.look(a, &values[k], stays) {
			visit(o)
		}
	}
}

// inPlace are the bits that are what is asked.
func (c *choice) inPlace(a *generalAsk) (set uint64) {
	set = ^a.some
	for some := a.some; some != 0; some &= some - 1 {
		if i := bits.TrailingZeros64(some); c.meets(i, &a.choice, i) {
			set |= 1 << i
		}
	}
	return set
}

// signBits are the bits of a constant in an instruction that are all the same.
const signBits = ^uint64(1<<31 - 1)

// look finds the constant of a row that has one: of a value v, of which the bits stay that are what is asked in their place.
func (o *generalOp) look(a *generalAsk, v *choice, stays uint64) (ok bool) {
	low := lowBitsSet(o.row.width)
	if ^low&^a.zeros != 0 { // above are zeros
		return false
	}
	signed := o.row.inline && o.row.width == wordBits
	switch o.row.kind {
	case clearing:
		if o.mask = ^a.zeros; signed && o.mask&signBits != 0 {
			o.mask |= signBits
		}
		return o.mask&^stays == 0
	case setting:
		if o.mask = ^stays & low; signed && o.mask&signBits != 0 {
			o.mask |= signBits
		}
		return o.mask&^a.ones == 0
	case gathering:
		o.mask, ok = v.gathered(a, o.row.width)
	case scattering:
		o.mask, ok = v.scattered(a, o.row.width)
	}
	return ok
}

// isValue says whether a choice is a value of which nothing is known, all bits in their order: so they stand in all that gathers and scatters make of it.
func (c *choice) isValue() bool {
	for i, x := range c.word {
		if x < 0 || int(x) != int(c.word[0])+i {
			return false
		}
	}
	return true
}

// gathered is the mask with which a gather makes what is asked. The lowest bits that will do are taken; above the last that cannot be zero there are zeros.
func (c *choice) gathered(a *generalAsk, width int) (mask uint64, ok bool) {
	if !a.order && c.isValue() {
		return 0, false
	}
	next := 0
	for i := range bits.Len64(^a.zeros) {
		for next < width && !c.meets(next, &a.choice, i) {
			next++
		}
		if next == width {
			return 0, false
		}
		mask |= 1 << next
		next++
	}
	return mask, true
}

// scattered is the mask with which a scatter makes what is asked: reach[p] are the numbers of bits that may have been put below place p. One that puts all 64 where they are does nothing.
func (c *choice) scattered(a *generalAsk, width int) (mask uint64, ok bool) {
	whole := c.isValue()
	if whole && !a.order {
		return 0, false
	}
	var reach [wordBits + 1]uint64
	var put [wordBits]uint64 // the bits that may be put there
	reach[0] = 1
	for p := range wordBits {
		if p < width {
			put[p] = c.bitsFor(a, p, whole) & lowBitsSet(width)
		}
		if a.zeros>>p&1 == 1 {
			reach[p+1] = reach[p]
		}
		if reach[p+1] |= reach[p] & put[p] << 1; reach[p+1] == 0 {
			return 0, false
		}
	}
	n := bits.TrailingZeros64(reach[wordBits])
	for p := wordBits - 1; p >= 0; p-- {
		if a.zeros>>p&1 == 0 || reach[p]>>n&1 == 0 {
			mask |= 1 << p
			n--
		}
	}
	return mask, true
}

// bitsFor are the bits that can be what is asked at a place; whole says that c is a value.
func (c *choice) bitsFor(a *generalAsk, place int, whole bool) (set uint64) {
	switch w := a.word[place]; {
	case w == freeCell:
		return ^uint64(0)
	case whole && w >= 0:
		return 1 << uint16(w-c.word[0]) // none where it is another's
	case w >= 0:
		for j, x := range c.word {
			if x == w {
				set |= 1 << j
			}
		}
	}
	if a.zero>>place&1 == 1 {
		set |= c.zero
	}
	if a.one>>place&1 == 1 {
		set |= c.one
	}
	return set
}

// unites says whether a row of two values makes what is asked of x and y.
func (o *generalOp) unites(a *generalAsk, x, y *choice) bool {
	if ^lowBitsSet(o.row.width)&^a.zeros != 0 {
		return false
	}
	return eachBit(a.some&lowBitsSet(o.row.width), func(i int) bool { return a.allows(i, o.row.kind.unite(x.word[i], y.word[i])) })
}

// unite is what a row of two values makes of two bits.
func (k generalKind) unite(x, y cell) cell {
	switch {
	case k == meetingNot && x == oneCell, k == meetingNot && x == y && x != freeCell, k != joining && y == zeroCell:
		return zeroCell
	case k == meetingNot && x == zeroCell:
		return y
	case k == meetingNot:
		return freeCell
	case x == y:
		return x
	case x == oneCell || x == zeroCell:
		if (x == oneCell) == (k == joining) {
			return x
		}
		return y
	case y == oneCell || y == zeroCell:
		return k.unite(y, x)
	}
	return freeCell
}
