package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// asksOf is what a move asks of each of its two arguments; ok is false if it cannot do what is wanted, or reads one only.
func (m *move) asksOf(want []cell) (ask [2][]cell, ok bool) {
	var buffer [2][maxCells]cell
	var any [2]bool
	for k := range ask {
		ask[k] = buffer[k][:len(want)]
		for i := range ask[k] {
			ask[k][i] = freeCell
		}
	}
	for u, w := range want {
		c := m.cells[u]
		switch {
		case w == freeCell:
		case c < 0:
			if c != w {
				return ask, false
			}
		default:
			if !put(ask[c/maxCells], c%maxCells, w) {
				return ask, false
			}
			any[c/maxCells] = true
		}
	}
	return ask, any[0] && any[1]
}

// joinedRows are two rows whose results a third with an immediate joins. One of the two has an immediate too, or reads a source as it is: rows with constants make so much that a blend
// of two of them is found by source.
func (s *search) joinedRows(d draft, want lane.Map, args []Arg) []draft {
	p := &twoRows{s: s, d: d}
	if !p.pose(want, args) {
		return nil
	}
	type asked struct {
		name  string
		loads int
	}
	known := map[asked]front{}
	one := func(ask []cell, loads int) front {
		key := asked{cellName(ask, 0), loads}
		f, ok := known[key]
		if !ok {
			f = s.oneOf(p, ask, loads)
			known[key] = f
		}
		return f
	}
	var found front
	join := func(m *move, xs, ys front) {
		for _, x := range xs {
			for _, y := range ys {
				r := d.embed(x, p.args)
				have := r.result
				r = r.embed(y, p.args)
				found = s.add(found, r.add(Op{Row: m.row, Imm: m.imm, Args: []Arg{have, r.result}}))
			}
		}
	}
	for k := range p.t.moves {
		if s.over() {
			break
		}
		m := &p.t.moves[k]
		if len(m.row.Src) != 2 || m.zeros != nil {
			continue
		}
		ask, ok := m.asksOf(p.want)
		if !ok {
			continue
		}
		if s.o.MaxConstants.allowsNone() && m.row.Imm.Values == 1 { // there are few of them, and without constants one row is seldom enough
			left, right := mapOf(ask[0], len(p.args)), mapOf(ask[1], len(p.args))
			if !s.fits([]lane.Map{left, right}, &d, p.args, 1) {
				continue
			}
			for _, x := range s.each(d, left, p.args, 0, s.ops(1)+s.least(right, &d, p.args)) {
				have := x.result
				for _, y := range s.each(x, right, p.args, 0, s.ops(1)) {
					found = s.add(found, y.add(Op{Row: m.row, Imm: m.imm, Args: []Arg{have, y.result}}))
				}
			}
			continue
		}
		ops := 1 + p.opsFor(ask[0]) + p.opsFor(ask[1])
		if !s.affords(ops, 0) {
			continue
		}
		x, y := one(ask[0], 0), one(ask[1], 0)
		switch {
		case len(x) > 0 && len(y) > 0:
			join(m, x, y)
		case s.o.MaxConstants.allowsNone() || !s.affords(ops, 1):
		case len(x) > 0:
			join(m, x, one(ask[1], 1))
		case len(y) > 0:
			join(m, one(ask[0], 1), y)
		}
	}
	return found
}

// oneOf is the best that one row with so many constants, or none, does for what is asked, as drafts of the sources that p reads.
func (s *search) oneOf(p *twoRows, ask []cell, loads int) (f front) {
	d := p.d.startingWith(p.args)
	for x := range p.args {
		if isDirect(ask, x) {
			d.result = Arg(x)
			return front{d}
		}
	}
	own := *p
	own.d, own.args = d, nil
	for x := range p.args {
		own.args = append(own.args, Arg(x))
	}
	own.oneRow(ask, loads, loads, func(op Op) { f = s.add(f, d.add(op)) })
	return f
}

// opsFor is how many ops make what is asked at least: none where a source is that.
func (p *twoRows) opsFor(ask []cell) int {
	for x := range p.args {
		if isDirect(ask, x) {
			return 0
		}
	}
	return 1
}

// isDirect says whether all that is asked is where source x has it.
func isDirect(ask []cell, x int) bool {
	for u, w := range ask {
		if w != freeCell && w != cell(x*maxCells+u) {
			return false
		}
	}
	return true
}

// maxLastRows bounds the rows that are tried last.
const maxLastRows = 4

// blocksLast moves blocks with the last row, if all that it asks for stays in its block.
func (s *search) blocksLast(d draft, want lane.Map, args []Arg, depth int) []draft {
	p := &twoRows{s: s, d: d}
	if want.InLane(128) || !p.pose(want, args) {
		return nil
	}
	var found []draft
	tried := 0
	for k := range p.t.moves {
		m := &p.t.moves[k]
		if len(m.row.Src) != 1 || m.zeros != nil || m.row.Bits != 8*p.t.size || m.row.Src[0] != m.row.Bits {
			continue
		}
		ask, ok := m.askOf(p.want)
		if !ok {
			continue
		}
		asked := mapOf(ask, len(p.args))
		if !asked.InLane(128) {
			continue
		}
		if tried++; tried > maxLastRows {
			break
		}
		for _, r := range s.each(d, asked, p.args, depth-1, s.ops(1)) {
			found = append(found, r.add(Op{Row: m.row, Imm: m.imm, Args: []Arg{r.result}}))
		}
	}
	return found
}

// askOf is what a move of one argument asks of it.
func (m *move) askOf(want []cell) (ask []cell, ok bool) {
	ask = slices.Repeat([]cell{freeCell}, len(want))
	for u, w := range want {
		switch c := m.cells[u]; {
		case w == freeCell:
		case c < 0:
			if c != w {
				return ask, false
			}
		case !put(ask, c, w):
			return ask, false
		}
	}
	return ask, true
}

// mapOf is what is asked as a map of n sources that are as long.
func mapOf(ask []cell, n int) lane.Map {
	m := lane.Map{Bits: 8, Src: slices.Repeat([]int{len(ask)}, n), Lane: make([]lane.Lane, len(ask))}
	for u, w := range ask {
		m.Lane[u] = laneOf(w)
	}
	return m
}
