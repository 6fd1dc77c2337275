package lower

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// firstRow are the drafts of two ops of which the first has an immediate and the last a constant: a first row that brings all that is wanted into one vector, whose lanes a
// row with a constant then puts in place.
//
//	vpermq  t, a, 0x4e       halves exchanged, so that every byte stands in the half that wants it
//	vpshufb d, t, [index]
func (s *search) firstRow(d draft, want lane.Map, args []Arg) []draft {
	total := want.Bits * len(want.Lane)
	cells, ok := cellsOf(want)
	if !ok || len(args) > maxTabled || s.o.MaxConstants == 0 {
		return nil
	}
	for _, n := range want.Src {
		if n*want.Bits != total {
			return nil
		}
	}
	t := s.moveTable(total)
	var rows []*target.Row
	for _, row := range s.rows(total) {
		if row.Index != nil && !row.Index.Mask && len(row.Src) == 1 && row.Src[0] == total {
			rows = append(rows, row)
		}
	}
	var found []draft
	solve := maxSolves
	for k := range t.made {
		one := &t.made[k]
		if solve == 0 || len(found) > 0 || !s.spend(1) {
			break
		}
		inner, ok := t.behind(one, cells)
		if !ok || !one.reads(t, len(args)) {
			continue
		}
		solve--
		first := d.add(t.op(*one, args))
		for _, row := range rows {
			if op, ok := s.solveRow(row, widest(inner), []int{0}, []Arg{first.result}, first.bits); ok {
				found = append(found, first.add(op))
			}
		}
	}
	return found
}

// reads says whether a made value reads none but the sources that there are.
func (m *made1) reads(t *moveTable, sources int) bool {
	for k := range t.moves[m.move].row.Src {
		if int(m.from[k]) >= sources {
			return false
		}
	}
	return true
}

// blockCells is how many bytes most rows with constants move within.
const blockCells = 16

// behind is what is wanted as a map of a made value, if all of it is there: from the same block of 128 bits where that has it.
func (t *moveTable) behind(one *made1, want []cell) (lane.Map, bool) {
	var at [maxCells / blockCells][cellSymbols]int8 // a place, and 1; by block, and the symbol
	for i, c := range one.cells {
		if c >= 0 {
			at[i/blockCells][symbolOfCell(c)] = int8(i + 1)
		}
	}
	m := lane.Map{Bits: 8, Src: []int{t.size}, Lane: make([]lane.Lane, len(want))}
	for i, w := range want {
		switch w {
		case freeCell:
			continue
		case zeroCell:
			m.Lane[i] = lane.Zero()
			continue
		}
		place := at[i/blockCells][symbolOfCell(w)]
		for b := 0; place == 0 && b < t.size/blockCells; b++ {
			place = at[b][symbolOfCell(w)]
		}
		if place == 0 {
			return m, false
		}
		m.Lane[i] = lane.From(0, int(place)-1)
	}
	return m, true
}
