package draw

import (
	"math/bits"
	"strconv"
)

// Where wires do not fit, rows are broken into lines of cells, each line beginning with the number of its first cell:
//
//	out   0: a15  a14  a13  a12 ║ a11  a10  a9   a8
//	      8: …
//
// A cell whose wire crosses a boundary is marked with an asterisk, for its text is all there is to see of the wire.

// cells puts all rows on the page as lines of cells.
func (p *page) cells(s *Scene) {
	crossed := make([][]bool, len(s.Rows))
	for i := range s.Wires {
		if w := &s.Wires[i]; w.Crossing && s.cell(w.From) != nil && s.cell(w.To) != nil {
			if crossed[w.To.Row] == nil {
				crossed[w.To.Row] = make([]bool, len(s.Rows[w.To.Row].Cells))
			}
			crossed[w.To.Row][w.To.Cell] = true
		}
	}
	grid := newCellGrid(s, p)
	for i := range s.Rows {
		r := &s.Rows[i]
		if r.Again || r.ruler() {
			continue
		}
		if i > 0 && (r.Apart || len(r.Cells) > grid.line) {
			p.blank()
		}
		grid.row(p, r, crossed[i])
	}
}

// A cellGrid is the columns that all rows of cells keep.
type cellGrid struct {
	labels int // columns of the labels
	digits int // columns of the first cell's number, 0 if no row is broken
	cell   int // columns of a cell's text
	pitch  int // columns from one cell to the next: the text, a place for the asterisk, and room for a boundary
	line   int // cells of a line
}

func newCellGrid(s *Scene, p *page) cellGrid {
	g := cellGrid{cell: 1}
	most, block := 1, 0
	for i := range s.Rows {
		r := &s.Rows[i]
		g.labels = max(g.labels, columns(elide(p.clean(r.Label), labelMost, p.signs.mark)))
		most, block = max(most, r.First+len(r.Cells)), max(block, r.Block)
		for k := range r.Cells {
			g.cell = max(g.cell, columns(p.signs.label(&r.Cells[k], p.clean)))
		}
	}
	g.digits = len(strconv.Itoa(most))
	g.cell = min(g.cell, p.width-g.start()-1)
	g.pitch = g.cell + 2
	if block > 0 {
		g.pitch += 2
	}
	g.line = max((p.width-g.start())/g.pitch, 1)
	switch {
	case block > 0 && g.line >= block:
		g.line = block * powerOfTwo(g.line/block)
	case block > 0 && block*(g.cell+1) <= p.width-g.start(): // a block on a line is worth standing closer
		g.line, g.pitch = block, g.cell+1
	default:
		g.line = powerOfTwo(g.line)
	}
	return g
}

// powerOfTwo is the largest one up to n: lines of as many cells keep a lane's column in step with its number.
func powerOfTwo(n int) int { return 1 << (bits.Len(uint(n)) - 1) }

// start is the column of the first cell.
func (g *cellGrid) start() int { return g.labels + 1 + g.digits + 2 }

func (g *cellGrid) row(p *page, r *Row, crossed []bool) {
	for first := 0; first < len(r.Cells); first += g.line {
		y := len(p.lines)
		p.blank()
		if first == 0 {
			p.print(0, y, elide(p.clean(r.Label), labelMost, p.signs.mark), 0)
		}
		number := strconv.Itoa(r.First+first) + ":"
		p.print(g.start()-1-len(number), y, number, 0)
		for k := first; k < min(first+g.line, len(r.Cells)); k++ {
			x := g.start() + (k-first)*g.pitch
			if k > first && r.Block > 0 && k%r.Block == 0 {
				p.set(x-2, y, p.signs.thick, 0)
			}
			text := elide(p.signs.label(&r.Cells[k], p.clean), g.cell, p.signs.mark)
			p.print(x, y, text, r.Cells[k].Ink)
			if k < len(crossed) && crossed[k] {
				p.print(x+columns(text), y, p.signs.crossed, 0)
			}
		}
	}
}
