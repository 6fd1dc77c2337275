package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A fixedLast is the last row of fixed pairs, with some of its sources made, or behind one that takes something out of a vector. Of most maps it makes no more than a part, whatever constant is made for it; then nobody
// asks what it does with each of those that are.
//
//	i8x16 i8x16 -> a3 b7 a1 …     movi, bif      a3 does not stand in its place
//	                              movi, tbl      its 256 pairs are made, once, and looked at
type fixedLast struct {
	growing
	row      *target.Row
	args     []Arg     // numbers of a pair's arguments, and behind them that of what is made; nil behind one that takes something out
	others   int       // arguments of a pair
	relation *relation // what the row does to bytes with any constant; nil of one that moves less than bytes
	fields   *fieldRow // what it does to bits, where maps are of bits and it moves less than bytes
	solves   bool      // it is asked for a constant: its lanes depend on one another, so that there are no fields, and one source is no constant
	known    map[string]bool
	list     []fixedPair
}

// last adds a row that reads what is made instead of some of its sources, which are a set; add adds what it does with one constant.
func (t *fixedPairs) last(row *target.Row, made int, add func(l *fixedLast, m maker)) {
	l := &fixedLast{row: row, known: map[string]bool{}}
	l.args, l.others = among(len(row.Src), made)
	if !bitwise(row) && row.Index != nil {
		switch f := fieldRowOf(row); {
		case t.bytes || f != nil && f.lane >= 8:
			l.relation = plainRelation(row)
		case f != nil:
			l.fields = f
		default:
			l.solves = made == 0 && l.others == 1 && row.Bits == t.bits
		}
	}
	l.steps = []func(){func() {
		for list := range slices.Chunk(t.makers(), makersAtOnce) {
			l.steps = append(l.steps, func() {
				for _, m := range list {
					if !t.again(l, m) {
						add(l, m)
					}
				}
			})
		}
	}}
	t.lasts = append(t.lasts, l)
}

// makersAtOnce are the constants of one step.
const makersAtOnce = 64

// again says whether the row does to whole bytes what it does to them with another constant that is known, and notes that: of bytes with some bits of it nothing is wanted.
//
//	and z0, z0, #0xf000ff       ·  ff ·  00        as #0x3000ff
func (t *fixedPairs) again(l *fixedLast, m maker) bool {
	if !t.bytes || !bitwise(l.row) {
		return false
	}
	was := l.known[m.bytes]
	l.known[m.bytes] = true
	return was
}

// bitwise says whether all bits stay where they are.
func bitwise(row *target.Row) bool {
	return row.Elem == 1 || row.Union != nil && row.Union.Kind != target.Pack
}

// may says whether some sources for the row's arguments, and some constant, may give what is wanted.
func (t *fixedPairs) may(l *fixedLast, want []atom, reads []int) (may bool) {
	if l.args == nil {
		return true // through a general register
	}
	eachAssignment(l.others, len(reads), func(from []int) {
		may = may || covers(from, reads) && t.mayFrom(l, want, from)
	})
	return may
}

// mayFrom says whether some constant may give what is wanted of these sources: no lane is wanted where the row cannot bring it. Where zeros come from is not asked.
func (t *fixedPairs) mayFrom(l *fixedLast, want []atom, from []int) bool {
	for i, w := range want {
		if w >= 0 && !t.reaches(l, i, w, from) {
			return false
		}
	}
	switch {
	case l.fields != nil:
		return l.fields.eachField(func(f *field, start int) bool {
			return slices.ContainsFunc(f.can, func(can []bit) bool { return t.brings(l, f, can, start, want, from) })
		})
	case l.solves:
		return t.solved(l, want, from)
	}
	return true
}

// solved says whether a row whose lanes depend on one another, of as many bits as the vectors, has any constant for what is wanted of these sources.
//
//	bext d.s    wanted a3 a7 a9 z …: in their order      a9 a7 a3 z …: never
func (t *fixedPairs) solved(l *fixedLast, want []atom, from []int) bool {
	m := lane.Map{Bits: 1, Src: l.row.Src, Lane: make([]lane.Lane, len(want))}
	for i, w := range want {
		if w < 0 {
			m.Lane[i] = laneOfBit(bit(w))
			continue
		}
		m.Lane[i] = lane.From(slices.Index(from, int(w/t.per())), int(w%t.per()))
	}
	_, ok := l.row.Index.Solve(m)
	return ok
}

// brings says whether the choice of a field, in the block from bit start on, brings all bits of sources that are wanted of its lanes.
//
//	vrotr.b by 3    a3 a4 … a7 a0 a1 a2      wanted a7 a6 a5 … : a7 stands first by a choice that leaves a6 elsewhere
func (t *fixedPairs) brings(l *fixedLast, f *field, can []bit, start int, want []atom, from []int) bool {
	for i, to := range f.lanes {
		arg, low := l.fields.at(can[i], start)
		for b := range l.fields.lane {
			w := want[start+int(to)*l.fields.lane+b]
			if w < 0 {
				continue
			}
			if arg < 0 || int(l.args[arg]) >= l.others || w != atom(from[l.args[arg]])*t.per()+atom(low+b) {
				return false
			}
		}
	}
	return true
}

// reaches says whether some constant may bring an atom of these sources to another place.
func (t *fixedPairs) reaches(l *fixedLast, to int, w atom, from []int) bool {
	per, at := 1, int(w%t.per())
	if t.bytes {
		per = 8
	}
	if to*per >= l.row.Bits {
		return false // zeros are there
	}
	if block := blockOf(l.row); block > 0 && to*per/block != at*per/block {
		return false
	}
	for k, number := range l.args {
		if int(number) < l.others && from[number] == int(w/t.per()) && (l.relation == nil || l.relation.brings(k, at*per, to*per)) {
			return true
		}
	}
	return false
}

// brings says whether some constant moves a byte of an argument from where it is to where a bit of it is wanted.
func (r *relation) brings(argument, at, to int) bool {
	return at%8 == to%8 && r.reach[to/8].from[argument]>>(at/8)&1 == 1
}

// blockOf is how many bits the pieces of a vector have in which a row leaves all lanes; 0: the whole. All blocks of more than a byte are whole bytes.
func blockOf(row *target.Row) int {
	switch {
	case bitwise(row):
		return 1
	case row.Index != nil:
		return row.Index.Block
	}
	return 0
}
