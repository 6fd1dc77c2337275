package lower

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A cell is where a byte of a vector comes from: 64·source + byte, or one of the following.
type cell int16

const (
	freeCell  cell = -1 // nobody cares, or nobody knows
	zeroCell  cell = -2
	maxCells       = 64
	maxTabled      = 2 // sources of which tables know all that one row makes
)

// cellsOf is a map byte by byte; ok is false if it moves less than bytes, or makes constants other than zero.
func cellsOf(m lane.Map) (cells []cell, ok bool) {
	if m.Bits%8 != 0 {
		return nil, false
	}
	per := m.Bits / 8
	cells = make([]cell, len(m.Lane)*per)
	for i := range cells {
		switch l := m.Lane[i/per]; l.Kind {
		case lane.Source:
			cells[i] = cell(l.Src*maxCells + l.Index*per + i%per)
		case lane.Undefined:
			cells[i] = freeCell
		case lane.Constant:
			if !l.Const.IsZero() {
				return nil, false
			}
			cells[i] = zeroCell
		default:
			return nil, false
		}
	}
	return cells, true
}

// A move is a row with an immediate at one of its values, over vectors that are all as long as the result.
type move struct {
	row   *target.Row
	imm   int
	cells []cell
}

// A moveTable is all that the rows with immediates of one size do, and an index of what they make of one or two sources.
type moveTable struct {
	size   int // bytes
	moves  []move
	made   []made1
	index  [][]uint64 // for byte i and symbol s, at i·symbols + s, the made values that have s there
	length int        // words of a set
}

// made1 is a move of sources.
type made1 struct {
	move  int
	from  [maxTabled]uint8
	cells []cell
}

const cellSymbols = maxTabled*maxCells + 1

func symbolOfCell(c cell) int {
	if c == zeroCell {
		return maxTabled * maxCells
	}
	return int(c)
}

// moveTable is the table of the target's rows of that many bits, built on first use.
func (s *search) moveTable(width int) *moveTable {
	rows := s.rows(width)
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.tables == nil {
		s.l.tables = map[rowsOf]*moveTable{}
	}
	of := rowsOf{s.o.Target, width}
	t := s.l.tables[of]
	if t == nil {
		t = newMoveTable(rows, width)
		s.l.tables[of] = t
	}
	return t
}

func newMoveTable(rows []*target.Row, width int) *moveTable {
	t := &moveTable{size: width / 8}
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Imm == nil || len(row.Src) == 0 || len(row.Src) > 2 || slices.ContainsFunc(row.Src, func(n int) bool { return n != width }) {
			continue
		}
		for v := range row.Imm.Values {
			cells, ok := cellsOf(row.Imm.Map(v))
			if name := cellName(cells, len(row.Src)); ok && !seen[name] {
				seen[name] = true
				t.moves = append(t.moves, move{row, v, cells})
			}
		}
	}
	t.fill()
	return t
}

func cellName(cells []cell, args int) string {
	b := []byte{byte(args)}
	for _, c := range cells {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// fill makes the index.
func (t *moveTable) fill() {
	seen := map[string]bool{}
	var values [][]cell
	for k := range t.moves {
		m := &t.moves[k]
		eachAssignment(len(m.row.Src), maxTabled, func(from []int) {
			cells := make([]cell, t.size)
			for i, c := range m.cells {
				if cells[i] = c; c >= 0 {
					cells[i] = cell(from[c/maxCells])*maxCells + c%maxCells
				}
			}
			if name := cellName(cells, 0); !seen[name] {
				seen[name] = true
				one := made1{move: k, cells: cells}
				for i, f := range from {
					one.from[i] = uint8(f)
				}
				t.made, values = append(t.made, one), append(values, cells)
			}
		})
	}
	t.length = (len(values) + 63) / 64
	t.index = make([][]uint64, t.size*cellSymbols)
	for n, cells := range values {
		for i, c := range cells {
			if c == freeCell {
				continue
			}
			at := i*cellSymbols + symbolOfCell(c)
			if t.index[at] == nil {
				t.index[at] = make([]uint64, t.length)
			}
			t.index[at][n/64] |= 1 << (n % 64)
		}
	}
}

// find is a made value that has what is asked, the first one; set is memory to work in.
func (t *moveTable) find(ask []cell, set []uint64) (one made1, ok bool) {
	first := true
	for i, c := range ask {
		if c == freeCell {
			continue
		}
		has := t.index[i*cellSymbols+symbolOfCell(c)]
		if has == nil {
			return one, false
		}
		if first {
			copy(set, has)
			first = false
			continue
		}
		left := uint64(0)
		for w := range set {
			set[w] &= has[w]
			left |= set[w]
		}
		if left == 0 {
			return one, false
		}
	}
	if first {
		return one, false
	}
	for w, x := range set {
		if x != 0 {
			return t.made[64*w+bits.TrailingZeros64(x)], true
		}
	}
	return one, false
}

// op is a made value as an instruction.
func (t *moveTable) op(one made1, args []Arg) Op {
	m := &t.moves[one.move]
	op := Op{Row: m.row, Imm: m.imm}
	for k := range m.row.Src {
		op.Args = append(op.Args, args[one.from[k]])
	}
	return op
}
