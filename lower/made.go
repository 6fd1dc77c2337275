package lower

import "github.com/lanescope/lanescope/target"

// A madeTable is what the moves of a table make of n sources, with an index: which values have a cell at a byte, and whether any has two cells at two bytes.
type madeTable struct {
	growing
	n        int
	size     int // bytes of a vector
	values   []madeValue
	at       [][]int32 // by byte and symbol
	pairs    [][]uint64
	contents []content // of the values, each once
	noted    map[content]bool
}

// A madeValue is a move of sources.
type madeValue struct {
	move  int
	from  []int
	cells []cell
	holds content
}

// movesAtOnce and valuesAtOnce are how many moves are one step of the index, and how many of its values.
const (
	movesAtOnce  = 32
	valuesAtOnce = 256
)

// fill makes the steps of the index of a table that is ready.
func (m *madeTable) fill(t *moveTable, tg *target.Target) {
	m.size = t.size
	best := cheapestOf[string]{target: tg, known: map[string][]int{}}
	for first := 0; first < len(t.moves); first += movesAtOnce {
		m.steps = append(m.steps, func() { m.add(t, first, min(first+movesAtOnce, len(t.moves)), &best) })
	}
	m.steps = append(m.steps, func() {
		m.at = make([][]int32, t.size*m.symbols())
		m.noted = map[content]bool{}
		m.pairs = make([][]uint64, len(m.distances()))
		for k := range m.pairs {
			m.pairs[k] = make([]uint64, (m.size*m.moved()*m.moved()+63)/64)
		}
		for first := 0; first < len(m.values); first += valuesAtOnce {
			m.steps = append(m.steps, func() { m.index(first, min(first+valuesAtOnce, len(m.values))) })
		}
	})
}

// add adds what the moves from first up to end make.
func (m *madeTable) add(t *moveTable, first, end int, best *cheapestOf[string]) {
	for k := first; k < end; k++ {
		v := &t.moves[k]
		if v.zeros != nil {
			continue // of sources of which nothing is known a pack makes nothing
		}
		eachAssignment(len(v.row.Src), m.n, func(from []int) {
			cells := make([]cell, t.size)
			for i, c := range v.cells {
				cells[i] = over(c, from)
			}
			destroyed := -1
			if v.row.Destroys {
				destroyed = from[0]
			}
			if best.admits(cellName(cells, 0), v.row, destroyed) {
				m.values = append(m.values, newMadeValue(k, from, cells))
			}
		})
	}
}

// index notes where the values from first up to end have their cells.
func (m *madeTable) index(first, end int) {
	for v := first; v < end; v++ {
		for i, c := range m.values[v].cells {
			if c != freeCell {
				at := &m.at[i*m.symbols()+m.symbol(c)]
				*at = append(*at, int32(v))
			}
		}
		m.indexPairs(m.values[v].cells)
		if holds := m.values[v].holds; !m.noted[holds] {
			m.noted[holds] = true
			m.contents = append(m.contents, holds)
		}
	}
}

// distances are how far apart two bytes are of which is known whether a value has two cells there: neighbours, words that are, and halves of the vector.
//
//	ask    a3 b7 a1 …      of interleaves and shifts many have an a3 there, and many a b7, and none both
func (m *madeTable) distances() [3]int { return [...]int{1, 2, m.size / 2} }

// moved is how many cells there are of sources, and one more for zero.
func (m *madeTable) moved() int { return m.n*m.size + 1 }

// pair is which bit says that a value has one cell at byte u, and the other at one of the distances; ok is false if that is not noted: of constants but zero.
func (m *madeTable) pair(u int, x, y cell) (bit int, ok bool) {
	a, b := m.n*m.size, m.n*m.size
	if x >= 0 {
		a = int(x/maxCells)*m.size + int(x%maxCells)
	}
	if y >= 0 {
		b = int(y/maxCells)*m.size + int(y%maxCells)
	}
	return (u*m.moved()+a)*m.moved() + b, (x >= 0 || x == zeroCell) && (y >= 0 || y == zeroCell)
}

// indexPairs notes which pairs of cells a value has.
func (m *madeTable) indexPairs(cells []cell) {
	for k, far := range m.distances() {
		for u := range m.size - far {
			if bit, ok := m.pair(u, cells[u], cells[u+far]); ok {
				m.pairs[k][bit/64] |= 1 << (bit % 64)
			}
		}
	}
}

// mayStand is false where no value has what is asked: some two cells of it stand in none.
func (m *madeTable) mayStand(ask []cell) bool {
	for k, far := range m.distances() {
		for u := range m.size - far {
			if ask[u] == freeCell || ask[u+far] == freeCell {
				continue
			}
			if bit, ok := m.pair(u, ask[u], ask[u+far]); ok && m.pairs[k][bit/64]>>(bit%64)&1 == 0 {
				return false
			}
		}
	}
	return true
}

func newMadeValue(move int, from []int, cells []cell) madeValue {
	v := madeValue{move: move, from: append([]int(nil), from...), cells: cells}
	for _, c := range cells {
		if c >= 0 {
			v.holds.add(c)
		}
	}
	return v
}

// symbols is how many cells other than freeCell there are.
func (m *madeTable) symbols() int { return m.n*maxCells + 256 }

func (m *madeTable) symbol(c cell) int {
	if c < 0 {
		return m.n*maxCells + int(zeroCell-c)
	}
	return int(c)
}

// with are the values that have the cell at byte u.
func (m *madeTable) with(u int, c cell) []int32 { return m.at[u*m.symbols()+m.symbol(c)] }

// each calls visit with every value that has what is asked, until it says no.
func (m *madeTable) each(ask []cell, visit func(v *madeValue) bool) {
	if !m.mayStand(ask) {
		return
	}
	var fewest []int32
	first := true
	for u, w := range ask {
		if w == freeCell {
			continue
		}
		if at := m.with(u, w); first || len(at) < len(fewest) {
			fewest, first = at, false
		}
	}
	for _, k := range fewest {
		if v := &m.values[k]; v.has(ask) && !visit(v) {
			return
		}
	}
}

// has says whether the value has what is asked.
func (v *madeValue) has(ask []cell) bool {
	for u, w := range ask {
		if w != freeCell && v.cells[u] != w {
			return false
		}
	}
	return true
}
