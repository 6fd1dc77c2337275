package lower

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/target"
)

// A generalKind is what a row of general registers does to bits.
type generalKind uint8

const (
	moving     generalKind = iota // what its immediate says: shl, rol, bswap, shld
	clearing                      // a bit stays where the constant says so, the others are zero: and, andn
	setting                       // a bit stays, or is one: or
	gathering                     // the bits that the constant has are moved together at the lower end: pext
	scattering                    // the lowest bits are moved apart to where the constant has bits: pdep
	joining                       // x | y
	meeting                       // x & y
	meetingNot                    // ^x & y
	loading                       // a constant
)

// A generalRow is a row of general registers. One of 32 bits reads the lower half and has zeros above.
type generalRow struct {
	row     *target.Row
	kind    generalKind
	width   int  // bits that it moves
	inverse bool // its constant has a bit where others have none: andn
	inline  bool // its constant is in the instruction, of 32 bits whose highest is also that of the bits above
	args    int
	at      int // of a row with an immediate: where its moves start in the table
}

// constants is how many the row loads.
func (r *generalRow) constants() int {
	if r.row.Index != nil && !r.inline {
		return 1
	}
	return 0
}

// A generalMove is a row at a value of its immediate: for each bit which bit of its arguments it is, or zeroCell or oneCell.
type generalMove struct {
	row  *generalRow
	imm  int
	from word
	to   [2 * wordBits]int8 // where it puts a bit of an argument, or -1

	moved, zeros, ones uint64 // the bits that come from an argument, and that are cleared and set; of others nobody knows
}

// may says whether all bits that come from no argument may be what they are.
func (m *generalMove) may(want *generalAsk) bool {
	return want.some&^m.moved&^(m.zeros&want.zeros)&^(m.ones&want.ones) == 0
}

// A generalTable is what the rows of general registers of a target do.
type generalTable struct {
	of    []*target.Row
	rows  []*generalRow // those with constants, and those of two values
	moves []generalMove
	by    map[*target.Row]*generalRow
	// holding are the moves that have a bit of an argument at a place: holding[place][bit of argument 0 or 64 + bit of argument 1].
	holding [wordBits][2 * wordBits][]int32
	// mirrored says that shld of a value and itself is never better than a rotation, which does the same.
	mirrored bool
	// rotations are the moves that rotate all bits up by so many, and leave their argument alone.
	rotations [wordBits]int
	doubles   [wordBits]int // those that shift up by so many bits, and take those of another value from below
	zeros     [wordBits]int // those that clear one bit
	ones      [wordBits]int // those that set one bit
	reversal  int           // the move that reverses all bytes

	pieces pieceTable
}

// generalTables are those of all targets, built on first use.
var generalTables once.Table[*target.Target, *generalTable]

func generalTableOf(tg *target.Target) *generalTable {
	return generalTables.Of(tg, func() *generalTable { return sharedGeneralTable(tg) })
}

// generals are the tables that there are: most targets that have general registers have the same rows there.
var generals struct {
	mu     sync.Mutex
	tables []*generalTable
}

// sharedGeneralTable is the table of a target that has the same rows, or a new one.
func sharedGeneralTable(tg *target.Target) *generalTable {
	generals.mu.Lock()
	defer generals.mu.Unlock()
	for _, t := range generals.tables {
		if slices.Equal(t.of, tg.RowsIn(target.General)) && t.mirrored == t.hasRotations(tg) {
			return t
		}
	}
	t := newGeneralTable(tg)
	generals.tables = append(generals.tables, t)
	return t
}

func newGeneralTable(tg *target.Target) *generalTable {
	t := &generalTable{of: tg.RowsIn(target.General), by: map[*target.Row]*generalRow{}}
	for _, row := range slices.Concat(t.of, []*target.Row{generalLoad}) {
		r := &generalRow{row: row, width: row.Bits, args: len(row.Src), at: len(t.moves)}
		switch {
		case row.Imm != nil:
			r.kind = moving
			for v := range row.Imm.Values {
				if from, ok := wantedOf(row.Imm.Map(v)); ok {
					for i := row.Bits; i < wordBits; i++ {
						from.word[i] = zeroCell
					}
					t.moves = append(t.moves, generalMove{row: r, imm: v, from: from.word})
				}
			}
		case row.Index != nil:
			r.kind, r.inverse, r.inline = kindsOfLook[row.Index.Kind], row.Index.Kind == target.ClearBits, row.Index.Inline
			t.rows = append(t.rows, r)
		case row.Union != nil:
			r.kind = kindsOfUnion[row.Union.Kind]
			t.rows = append(t.rows, r)
		}
		t.by[row] = r
	}
	for k := range t.moves {
		m := &t.moves[k]
		for c := range m.to {
			m.to[c] = -1
		}
		for i, c := range m.from {
			switch c {
			case zeroCell:
				m.zeros |= 1 << i
			case oneCell:
				m.ones |= 1 << i
			case freeCell: // nobody knows
			default:
				m.moved |= 1 << i
				m.to[c] = int8(i)
				t.holding[i][c] = append(t.holding[i][c], int32(k))
			}
		}
	}
	t.mirrored = t.hasRotations(tg)
	t.findMoves()
	return t
}

// hasRotations says whether for each double shift there is a rotation that costs no more.
func (t *generalTable) hasRotations(tg *target.Target) bool {
	for k := range t.moves {
		m := &t.moves[k]
		if m.row.args != 2 {
			continue
		}
		rotates := func(o generalMove) bool {
			for i, c := range m.from {
				if c >= 0 && o.from[i] != c%wordBits || c < 0 && o.from[i] != c {
					return false
				}
			}
			return o.row.args == 1 && !o.row.row.Destroys && noDearer(o.row.row, m.row.row, tg)
		}
		if !slices.ContainsFunc(t.moves, rotates) {
			return false
		}
	}
	return true
}

// findMoves finds the moves that plans compose.
func (t *generalTable) findMoves() {
	find := func(from func(i int) int) int {
		return slices.IndexFunc(t.moves, func(m generalMove) bool {
			for i, c := range m.from {
				if int(c) != from(i) {
					return false
				}
			}
			return true
		})
	}
	for up := 1; up < wordBits; up++ {
		t.doubles[up] = find(func(i int) int {
			if i < up {
				return 2*wordBits - up + i
			}
			return i - up
		})
		t.rotations[up] = find(func(i int) int { return (i - up + wordBits) % wordBits })
	}
	for bit := range wordBits {
		one := func(c cell) func(i int) int {
			return func(i int) int {
				if i == bit {
					return int(c)
				}
				return i
			}
		}
		t.zeros[bit], t.ones[bit] = find(one(zeroCell)), find(one(oneCell))
	}
	t.reversal = find(func(i int) int { return i ^ 0x38 })
}

// generalLoad loads a constant into a general register.
var generalLoad = target.LoadOf(target.General, wordBits)

// kindsOfLook and kindsOfUnion are the kinds of rows with a constant, and of two values.
var (
	kindsOfLook = map[target.IndexKind]generalKind{
		target.KeepBits: clearing, target.ClearBits: clearing, target.SetBits: setting, target.Compress: gathering, target.Expand: scattering, target.Load: loading,
	}
	kindsOfUnion = map[target.UnionKind]generalKind{target.Or: joining, target.And: meeting, target.AndNot: meetingNot}
)
