package lower

import (
	"slices"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A bitTable is what the rows of a target do to bits of vectors of one size. What moves whole bytes by an immediate stands in its moveTable.
type bitTable struct {
	*moveTable
	n             int
	narrow        []bitMove   // rows with immediates that move less than bytes
	unary, binary *moveIndex  // those that read one vector, and two
	whole         [3][]*move  // rows with immediates that move whole bytes of one vector, and of two
	fields        []*fieldRow // rows with constants
	asked         []*fieldRow // those of them that do what no other does
	or            []*target.Row
	shifts        []shiftMove
	shiftBy       map[[2]int]*shiftMove // by lane and distance
	pickers       []picker
	signed        []*target.Row // packs to signed bytes, which are no moves
	others        bool          // there are masked forms, or rows with constants whose lanes depend on one another
	follow        bool          // there are rows of registers that follow one another
	inserts       bool          // a row with an immediate moves bits of two vectors
}

// A fieldRow is a row with a constant, field by field.
type fieldRow struct {
	row         *target.Row
	lane, block int // bits
	fields      []field
	ruler       []uint16 // which field rules a lane of a block
	single      bool     // each field has one bit and rules one, which stays where it is in one of the arguments, or is the rest
	rest        bit      // zero, one, or freeBit if it is of the other argument
}

// A field is lanes of a block that are chosen together. The cells of its choices are maxBits·argument + lane of the block.
type field struct {
	lanes []int16
	can   [][]bit
}

// bitTable is the table for vectors of n bits, built on first use.
func (s *search) bitTable(n int) *bitTable {
	moves := s.moveTable(n)
	moves.ready(nil) // nothing else knows of bits
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.bits == nil {
		s.l.bits = map[rowsOf]*bitTable{}
	}
	of := rowsOf{s.o.Target, s.file, n}
	t := s.l.bits[of]
	if t == nil {
		t = newBitTable(of, moves)
		s.l.bits[of] = t
	}
	return t
}

func newBitTable(of rowsOf, moves *moveTable) *bitTable {
	t := &bitTable{moveTable: moves, n: of.bits}
	best := cheapestOf[string]{target: of.target, known: map[string][]int{}}
	for _, row := range of.target.RowsIn(of.file) {
		if row.Bits > t.n || slices.ContainsFunc(row.Src, func(n int) bool { return n > t.n }) {
			continue
		}
		t.others = t.others || row.Mask != nil && row.Mask.Needs.In(of.target.Has)
		switch {
		case row.Imm != nil:
			t.addNarrow(row, &best)
		case row.Index != nil:
			t.addFields(row, &best)
		case row.Union.Kind == target.Pack && row.Union.Signed && row.Elem == 8:
			t.signed = append(t.signed, row)
		case row.Union.Kind == target.Or && row.Bits == t.n && len(row.Src) == 2:
			t.or = append(t.or, row)
		}
	}
	t.index()
	t.findPickers()
	t.inserts = slices.ContainsFunc(t.narrow, func(m bitMove) bool { return len(m.row.Src) == 2 })
	t.findShifts()
	return t
}

// index sorts the narrow moves by what they read. One that reads two vectors may read one twice.
func (t *bitTable) index() {
	var unary, binary []*bitMove
	for k := range t.narrow {
		m := &t.narrow[k]
		switch len(m.row.Src) {
		case 1:
			unary = append(unary, m)
		case 2:
			binary = append(binary, m)
			same := *m
			same.from = slices.Clone(m.from)
			for i, c := range same.from {
				if c >= maxBits {
					same.from[i] = c - maxBits
				}
			}
			unary = append(unary, &same)
		}
	}
	t.indexWhole()
	t.unary, t.binary = newMoveIndex(t.n, unary), newMoveIndex(t.n, binary)
}

// indexWhole sorts the moves of bytes likewise.
func (t *bitTable) indexWhole() {
	known := map[string]bool{}
	one := func(m *move) {
		if name := cellName(m.cells, 1); !known[name] || m.zeros != nil {
			known[name] = true
			t.whole[1] = append(t.whole[1], m)
		}
	}
	for k := range t.moves {
		if m := &t.moves[k]; len(m.row.Src) == 1 {
			one(m)
		}
	}
	for k := range t.moves {
		m := &t.moves[k]
		if len(m.row.Src) != 2 {
			continue
		}
		t.whole[2] = append(t.whole[2], m)
		same := *m
		same.cells = foldedCells(m.cells)
		same.zeros = nil
		for _, z := range m.zeros {
			same.zeros = append(same.zeros, foldedCells(z))
		}
		one(&same)
	}
}

// foldedCells are cells of two vectors that are one.
func foldedCells(cells []cell) []cell {
	r := slices.Clone(cells)
	for u, c := range r {
		if c >= maxCells {
			r[u] = c - maxCells
		}
	}
	return r
}

// twice is a node for each vector that a move of one node reads.
func (m *move) twice(v *bitNode) []*bitNode { return []*bitNode{v, v}[:len(m.row.Src)] }

// narrowFor are the narrow moves of so many nodes.
func (t *bitTable) narrowFor(args int) *moveIndex {
	if args == 1 {
		return t.unary
	}
	return t.binary
}

// staysPut says whether a move leaves each bit where it is, or clears it.
func staysPut(from []bit) bool {
	for i, j := range from {
		if j >= 0 && int(j)%maxBits != i {
			return false
		}
	}
	return true
}

// addNarrow adds what a row does for the values of its immediate at which it moves less than bytes.
func (t *bitTable) addNarrow(row *target.Row, best *cheapestOf[string]) {
	for _, m := range narrowMovesOf(row, t.n) {
		if best.admits(string(appendBits([]byte{byte(len(row.Src))}, m.from)), row, destroyed(row)) {
			t.narrow = append(t.narrow, m)
		}
	}
}

func destroyed(row *target.Row) int {
	if row.Destroys {
		return 0
	}
	return -1
}

// appendBits appends a name of the bits.
func appendBits(b []byte, list []bit) []byte {
	for _, x := range list {
		b = append(b, byte(x), byte(x>>8))
	}
	return b
}

// addFields adds a row with a constant.
func (t *bitTable) addFields(row *target.Row, best *cheapestOf[string]) {
	r := fieldRowOf(row)
	if r == nil || row.Consecutive {
		t.others, t.follow = t.others || r == nil, t.follow || row.Consecutive
		return // lanes that depend on one another; registers that follow one another, which results need not
	}
	name := []byte{byte(len(row.Src)), byte(row.Bits / 8), byte(r.lane), byte(r.block / 8), oneIf(row.Index.Mask), oneIf(row.Index.Inline), oneIf(row.Spends)}
	for _, x := range r.fields {
		for _, can := range x.can {
			name = appendBits(name, can)
		}
	}
	if best.admits(string(name), row, destroyed(row)) {
		t.fields = append(t.fields, r)
		if !r.single || !slices.ContainsFunc(t.asked, func(s *fieldRow) bool {
			return s.single && s.rest == r.rest && s.row.Bits == row.Bits && slices.Equal(s.row.Src, row.Src)
		}) {
			t.asked = append(t.asked, r)
		}
	}
}

// fieldRows are rows field by field, whatever target has them.
var fieldRows once.Table[*target.Row, *fieldRow]

// fieldRowOf is a row with a constant, field by field; nil if its lanes depend on one another.
func fieldRowOf(row *target.Row) *fieldRow {
	return fieldRows.Of(row, func() *fieldRow {
		f := row.Index.Fields()
		if f.Field == nil {
			return nil
		}
		r := &fieldRow{row: row, lane: f.Bits, block: f.Block, ruler: make([]uint16, f.Block/f.Bits)}
		for k, wide := range f.Field {
			x := field{}
			for _, l := range wide.Lanes {
				x.lanes = append(x.lanes, int16(l))
				r.ruler[l] = uint16(k)
			}
			for _, can := range wide.Can {
				cells := make([]bit, len(can))
				for i, l := range can {
					cells[i] = bitOf(l)
				}
				x.can = append(x.can, cells)
			}
			r.fields = append(r.fields, x)
		}
		r.rest, r.single = restOf(f)
		return r
	})
}

// restOf is what a row makes of bits that it does not leave where they are; ok is false if it does anything else.
func restOf(f target.Fields) (rest bit, ok bool) {
	rest = freeBit
	for _, x := range f.Field {
		if f.Bits != 1 || len(x.Lanes) != 1 || len(x.Can) != 2 {
			return rest, false
		}
		for _, can := range x.Can {
			switch l := can[0]; {
			case l.Kind == lane.Constant:
				rest = bitOf(l)
			case l.Kind != lane.Source || l.Index != x.Lanes[0]:
				return rest, false
			}
		}
	}
	return rest, true
}

func oneIf(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// makes says whether a choice of field k makes what is asked.
func (r *fieldRow) makes(k, start int, ask []bit, args []*bitNode) bool {
	for c := range r.fields[k].can {
		if r.does(&r.fields[k], c, start, ask, args) {
			return true
		}
	}
	return false
}

// at is the cell of a choice for lane k of its field, in the block from bit start on, as an argument and its lowest bit; arg is -1 where there is no bit of an argument.
func (r *fieldRow) at(c bit, start int) (arg, low int) {
	if c < 0 {
		return -1, 0
	}
	return int(c) / maxBits, start + int(c)%maxBits*r.lane
}

// eachField calls visit with every field of every block, as the first bit of the block.
func (r *fieldRow) eachField(visit func(f *field, start int) bool) bool {
	for start := 0; start < r.row.Bits; start += r.block {
		for k := range r.fields {
			if !visit(&r.fields[k], start) {
				return false
			}
		}
	}
	return true
}

// ofOne says whether a row does something of one vector: one that reads two may read it twice, which is worth it if the constant is part of the instruction.
func (r *fieldRow) ofOne() bool {
	return len(r.row.Src) == 1 || len(r.row.Src) == 2 && r.row.Index.Inline
}

// readsTwice says whether a row of two vectors does something else of one that it reads twice than others do: it rotates.
func (r *fieldRow) readsTwice() bool {
	return r.ofOne() || len(r.row.Src) == 2 && !r.single && r.lane < 8
}

// twice is a node for each vector that a row of one reads.
func (r *fieldRow) twice(v *bitNode) []*bitNode { return []*bitNode{v, v}[:len(r.row.Src)] }

// isSingle says whether a row has a constant of which each bit rules one bit.
func (t *bitTable) isSingle(row *target.Row) bool {
	return slices.ContainsFunc(t.fields, func(r *fieldRow) bool { return r.row == row && r.single })
}
