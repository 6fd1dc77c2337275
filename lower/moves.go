package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A cell is where a byte of a vector comes from.
type cell = target.Byte

const (
	freeCell  = target.AnyByte // nobody cares, or nobody knows
	zeroCell  = target.ZeroByte
	maxCells  = target.MostBytes
	maxTabled = 3 // sources of which tables know all that one row makes
)

// cellOf is a lane of eight bits as a cell.
func cellOf(l lane.Lane) (c cell, ok bool) {
	switch l.Kind {
	case lane.Source:
		return cell(l.Src*maxCells + l.Index), true
	case lane.Constant:
		v, _ := l.Const.Uint64()
		return zeroCell - cell(v), true
	}
	return freeCell, l.Kind == lane.Undefined
}

// laneOf is a cell as a lane of eight bits.
func laneOf(c cell) lane.Lane {
	switch {
	case c == freeCell:
		return lane.Lane{}
	case c < 0:
		return lane.Fixed(lane.ConstOf(uint64(zeroCell - c)))
	}
	return lane.From(int(c)/maxCells, int(c)%maxCells)
}

// cellsOf is a map byte by byte; ok is false if it moves less than bytes, or reads the old destination.
func cellsOf(m lane.Map) (cells []cell, ok bool) {
	if m.Bits%8 != 0 {
		var err error
		if m, err = m.Widen(8); err != nil {
			return nil, false
		}
	} else if m, ok = bytesOfMap(m); !ok {
		return nil, false
	}
	cells = make([]cell, len(m.Lane))
	for i, l := range m.Lane {
		if cells[i], ok = cellOf(l); !ok {
			return nil, false
		}
	}
	return cells, true
}

func bytesOfMap(m lane.Map) (lane.Map, bool) {
	if m.Bits == 8 {
		return m, true
	}
	r, err := m.Regroup(8)
	return r, err == nil
}

// A move is a row with an immediate at one of its values. What a pack makes of its sources is a move where other bytes of them are zero.
type move struct {
	row   *target.Row
	imm   int
	cells []cell   // as long as the table's vectors; above what the row writes are zeros
	zeros [][]cell // of a pack: for each byte the cells that must be zero; nil of others
}

// A moveTable is all that one row of a target does to vectors of one size.
type moveTable struct {
	growing
	size      int // bytes
	moves     []move
	relations [maxLoads/2 + 1]relations // of the rows with constants, by how many they load
	elems     []int                     // bits of a lane under the masks that moves can have
	removers  []*target.Row             // those that take away
	direct    directMoves
	made      [maxTabled + 1]madeTable // by the number of sources
}

// Relations are those of all forms, and those without a mask.
type relations struct{ all, plain []*relation }

func (l *relations) add(r *relation) {
	if l.all = append(l.all, r); r.form == Plain {
		l.plain = append(l.plain, r)
	}
}

// moveTable is the table of the target's rows for vectors of that many bits, which nobody reads before it is ready.
func (s *search) moveTable(width int) *moveTable {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.tables == nil {
		s.l.tables = map[rowsOf]*moveTable{}
	}
	of := rowsOf{s.o.Target, s.file, width}
	t := s.l.tables[of]
	if t == nil {
		t = newMoveTable(of)
		s.l.tables[of] = t
	}
	return t
}

func newMoveTable(of rowsOf) *moveTable {
	tg, width := of.target, of.bits
	t := &moveTable{size: width / 8}
	for n := range t.made {
		t.made[n].n = n
		t.made[n].steps = []func(){func() { t.made[n].fill(t, tg) }}
	}
	best := cheapestOf[string]{target: tg, known: map[string][]int{}}
	kinds := map[int][]*relation{}
	for _, row := range tg.RowsIn(of.file) {
		if row.Bits <= width && !slices.ContainsFunc(row.Src, func(n int) bool { return n > width }) {
			t.steps = append(t.steps, func() { t.add(tg, row, &best, kinds) })
		}
	}
	t.steps = append(t.steps, func() { t.index(tg) })
	return t
}

// add adds what a row does.
func (t *moveTable) add(tg *target.Target, row *target.Row, best *cheapestOf[string], kinds map[int][]*relation) {
	switch {
	case row.Imm != nil:
		t.addMoves(row, best)
	case row.Index != nil:
		t.addRelations(tg, row, kinds)
	case row.Union.Kind == target.AndNot:
		t.removers = append(t.removers, row)
	case row.Union.Kind == target.Pack:
		if m, ok := packMove(row, t.size); ok {
			t.moves = append(t.moves, m)
		}
	}
}

// index finds the masks of all moves, and which moves are direct.
func (t *moveTable) index(tg *target.Target) {
	for _, m := range t.moves {
		if k := m.row.Mask; k != nil && k.Needs.In(tg.Has) && k.Elem%8 == 0 && !slices.Contains(t.elems, k.Elem) {
			t.elems = append(t.elems, k.Elem)
		}
	}
	t.direct.fill(t.moves, t.size)
}

// addMoves adds what a row does for each value of its immediate, zeros above it.
func (t *moveTable) addMoves(row *target.Row, best *cheapestOf[string]) {
	destroyed := -1
	if row.Destroys {
		destroyed = 0
	}
	for v, made := range row.Made() {
		if !made.Whole {
			continue
		}
		cells := made.Bytes
		if len(cells) < t.size {
			cells = slices.Concat(cells, slices.Repeat([]cell{zeroCell}, t.size-len(cells)))
		}
		if best.admits(cellName(cells, len(row.Src)), row, destroyed) {
			t.moves = append(t.moves, move{row: row, imm: v, cells: cells})
		}
	}
}

// doing is the first value of a row's immediate for which it makes all wanted bytes, or -1.
func doing(row *target.Row, want []cell) int {
	return slices.IndexFunc(row.Made(), func(m target.Made) bool {
		for u, w := range want {
			if w != freeCell && m.Bytes[u] != w {
				return false
			}
		}
		return true
	})
}

// addRelations adds what a row does with its constant, and with a mask beside.
func (t *moveTable) addRelations(tg *target.Target, row *target.Row, kinds map[int][]*relation) {
	plain := plainRelation(row)
	if plain == nil {
		return
	}
	for _, r := range []*relation{plain, plain.masked(Zeroed, tg.Has), plain.masked(Merged, tg.Has)} {
		if r == nil || slices.ContainsFunc(kinds[len(r.parts)], func(k *relation) bool { return k.dominates(r, tg) }) {
			continue
		}
		if r != plain {
			r.findBeside()
		}
		kinds[len(r.parts)] = append(kinds[len(r.parts)], r)
		t.relations[r.loads].add(r)
	}
}

// dominates says whether k does all that r does at no greater cost.
func (k *relation) dominates(r *relation, tg *target.Target) bool {
	return k.args == r.args && k.loads == r.loads && k.joint == r.joint && (!k.joint || k.row.Asm == r.row.Asm) && k.row.Index.Mask == r.row.Index.Mask &&
		(!k.row.Destroys || r.row.Destroys) && k.row.Consecutive == r.row.Consecutive && k.row.Bits == r.row.Bits && noDearer(k.row, r.row, tg) &&
		slices.EqualFunc(k.parts, r.parts, func(a, b part) bool {
			return slices.Equal(a.bytes, b.bytes) && slices.EqualFunc(a.can, b.can, slices.Equal[[]cell])
		})
}

// noDearer says whether row k costs no more than row r on any CPU of the target, and wants no register apart that r wants not.
func noDearer(k, r *target.Row, tg *target.Target) bool {
	return (!k.Apart || r.Apart) && k.Ops() <= r.Ops() && k.Scalars() <= r.Scalars() && !slices.ContainsFunc(tg.CPUs, func(c target.CPU) bool {
		a, okA := k.On(c.Name)
		b, okB := r.On(c.Name)
		return okA != okB || a.Latency > b.Latency || a.Throughput > b.Throughput
	})
}

// cheapestOf admits of several rows that do the same those that are not dearer in every way.
type cheapestOf[K comparable] struct {
	target *target.Target
	known  map[K][]int
	rows   []*target.Row
	lost   []int // the source that the row destroys, or -1
}

// admits says whether no row known under that name does the same at no greater cost, and remembers the row.
func (b *cheapestOf[K]) admits(name K, row *target.Row, destroyed int) bool {
	for _, k := range b.known[name] {
		if (b.lost[k] < 0 || b.lost[k] == destroyed) && noDearer(b.rows[k], row, b.target) && sameMask(b.rows[k].Mask, row.Mask) {
			return false
		}
	}
	b.known[name] = append(b.known[name], len(b.rows))
	b.rows, b.lost = append(b.rows, row), append(b.lost, destroyed)
	return true
}

// sameMask says whether k has the masks that r has.
func sameMask(k, r *target.Masking) bool {
	return r == nil || k != nil && k.Elem == r.Elem && k.Needs.In(r.Needs)
}

func cellName(cells []cell, args int) string {
	b := make([]byte, 1, 1+2*len(cells))
	b[0] = byte(args)
	for _, c := range cells {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// packMove is a row that narrows lanes as a move that asks for zeros beside; ok is false if it asks for less than a byte, the highest bit of one that it keeps.
//
//	packuswb a, b      byte 3:  a6, if a7 is zero
//	packssdw a, b      byte 2:  a4, if a5 a6 a7 are zero; byte 3: zero, likewise
func packMove(row *target.Row, size int) (m move, ok bool) {
	n, kept := row.Bits/8, row.Elem/8 // bytes of a vector, and of a lane of the result
	if row.Union.Signed {
		kept--
	}
	m = move{row: row, cells: slices.Repeat([]cell{zeroCell}, size), zeros: make([][]cell, size)}
	half := min(n, 16) / 2 // of a block of the result, from one source
	for u := range n {
		k, wide := u/half%2, 2*row.Elem/8
		lane := cell(k*maxCells + u/(2*half)*2*half + u%half/(row.Elem/8)*wide)
		if at := u % (row.Elem / 8); at < kept {
			m.cells[u] = lane + cell(at)
		}
		for b := kept; b < wide; b++ {
			m.zeros[u] = append(m.zeros[u], lane+cell(b))
		}
	}
	return m, kept > 0
}
