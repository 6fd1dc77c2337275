package lower

import "github.com/lanescope/lanescope/lane"

// A lastSearch looks through all last rows with an immediate: what each asks of its arguments is a source, or is done by one row. So it finds everything that two rows with
// immediates do, and three of which the last joins two.
type lastSearch struct {
	s     *search
	d     draft
	t     *moveTable
	args  []Arg
	want  []cell
	bits  int // of the wanted lanes
	set   []uint64
	ask   [2][]cell
	found []draft
	solve int // how many rows with constants may still be asked
}

// maxSolves bounds how many arguments rows with constants are asked for.
const maxSolves = 24

// lastRow are the drafts that the search finds.
func (s *search) lastRow(d draft, want lane.Map, args []Arg) []draft {
	total := want.Bits * len(want.Lane)
	cells, ok := cellsOf(want)
	if !ok || len(args) > maxTabled {
		return nil
	}
	for _, n := range want.Src {
		if n*want.Bits != total {
			return nil
		}
	}
	a := lastSearch{s: s, d: d, t: s.moveTable(total), args: args, want: cells, bits: want.Bits, solve: maxSolves}
	a.set = make([]uint64, a.t.length)
	for k := range a.ask {
		a.ask[k] = make([]cell, len(cells))
	}
	for k := range a.t.moves {
		if !s.spend(1) {
			break
		}
		a.last(&a.t.moves[k])
	}
	return a.found
}

// last tries a move as the last one.
func (a *lastSearch) last(m *move) {
	both := len(m.row.Src) == 2
	if !a.asks(m, -1) {
		return
	}
	if !both {
		a.one(m, 0, -1)
		return
	}
	if a.asks(m, 0) { // of both arguments the same value
		a.one(m, 0, 0)
	}
	for y := range a.args {
		if a.asks(m, -1) && a.holds(1, y) {
			a.one(m, 0, y+1)
		}
		if a.asks(m, -1) && a.holds(0, y) {
			a.one(m, 1, y+1)
		}
	}
	if a.asks(m, -1) && len(a.found) == 0 {
		a.two(m)
	}
}

// asks works out what the move asks of each argument, or with merge ≥ 0 of the one value that both are; it says whether that is possible.
func (a *lastSearch) asks(m *move, merge int) bool {
	for k := range a.ask {
		for i := range a.ask[k] {
			a.ask[k][i] = freeCell
		}
	}
	for i, w := range a.want {
		c := m.cells[i]
		switch {
		case w == freeCell:
		case c < 0:
			if c != w {
				return false
			}
		default:
			k := int(c) / maxCells
			if merge >= 0 {
				k = merge
			}
			at := &a.ask[k][c%maxCells]
			if *at != freeCell && *at != w {
				return false
			}
			*at = w
		}
	}
	return true
}

// holds says whether source y has what is asked of argument k.
func (a *lastSearch) holds(k, y int) bool {
	for i, c := range a.ask[k] {
		if c != freeCell && c != cell(y*maxCells+i) {
			return false
		}
	}
	return true
}

// one makes argument x by one row; the other is the same value, or with other > 0 source other-1.
func (a *lastSearch) one(m *move, x, other int) {
	made, ok := a.argument(a.d, x)
	if !ok {
		return
	}
	op := Op{Row: m.row, Imm: m.imm, Args: []Arg{made.result}}
	if len(m.row.Src) == 2 {
		second := made.result
		if other > 0 {
			second = a.args[other-1]
		}
		if op.Args = append(op.Args, second); x == 1 {
			op.Args[0], op.Args[1] = second, made.result
		}
	}
	a.found = append(a.found, made.add(op))
}

// two makes both arguments by one row each.
func (a *lastSearch) two(m *move) {
	first, ok := a.argument(a.d, 0)
	if !ok {
		return
	}
	second, ok := a.argument(first, 1)
	if !ok {
		return
	}
	a.found = append(a.found, second.add(Op{Row: m.row, Imm: m.imm, Args: []Arg{first.result, second.result}}))
}

// argument is one row for what is asked of argument k.
func (a *lastSearch) argument(d draft, k int) (draft, bool) {
	if one, ok := a.t.find(a.ask[k], a.set); ok {
		return d.add(a.t.op(one, a.args)), true
	}
	if a.solve == 0 || a.s.o.MaxConstants == 0 {
		return d, false
	}
	a.solve--
	m := lane.Map{Bits: 8, Lane: make([]lane.Lane, len(a.want))}
	for range a.args {
		m.Src = append(m.Src, len(a.want))
	}
	for i, c := range a.ask[k] {
		switch {
		case c == zeroCell:
			m.Lane[i] = lane.Zero()
		case c >= 0:
			m.Lane[i] = lane.From(int(c)/maxCells, int(c)%maxCells)
		}
	}
	return a.s.cheapest(a.s.oneRow(d, widest(m), a.args))
}
