package draw

import "strconv"

// A frame is where everything of a scene stands on paper. Lengths are in tenths of a pixel.
//
//	 margin
//	┌ title ───────────────────────────┐
//	│ label │ block heads              │
//	│ label │ cells of row 0           │
//	│       │ wires                    │   channel
//	│ label │ cells of row 1           │
//	│ legend                           │
//	└ notes ───────────────────────────┘
type frame struct {
	s             *Scene
	title         string
	titleY        int
	left          int // where column 0 begins
	pitch         int // width of a column
	block, gap    int // all rows have boundaries every block columns, which stand gap apart; 0 if rows differ
	columns       int
	width, height int
	rows          []rowFrame
	legend        []legendItem
	legendTop     int
	notes         []string
	notesTop      int
}

// A rowFrame is the place of a row, and how its labels are set.
type rowFrame struct {
	top, height int
	size, lines int
	column      []int // the column of each cell, if some cell spans more than one
	head        int   // baseline of the block heads above the row, 0 for none
}

func (r *rowFrame) bottom() int { return r.top + r.height }

const (
	margin      = 12 * px
	paper       = 1200 * px // the width that columns share
	narrowest   = 420 * px  // titles and legends need some room
	headSize    = 13 * px
	labelSize   = 13 * px
	smallSize   = 11 * px
	blockSize   = 10 * px
	minPitch    = 18 * px
	maxPitch    = 180 * px
	cellInset   = 1 * px // between a cell's border and its column's edge
	textInset   = 1 * px // between a cell's border and its text, at least
	rulerHeight = 12 * px
	noteLines   = 8
	legendLine  = 16 * px // height of a line of the legend
)

func newFrame(s *Scene) *frame {
	f := &frame{s: s, columns: s.columns(), rows: make([]rowFrame, len(s.Rows))}
	f.blocks()
	f.across()
	y := margin
	if f.title = clean(s.Title); f.title != "" {
		f.title = elide(f.title, fits(f.width-2*margin, headSize), "…")
		y += headSize
		f.titleY = y
		y += 11 * px
	}
	y = f.down(y)
	f.legendTop = y + 10*px
	y = f.layLegend(f.legendTop)
	f.notesTop = y
	for _, n := range s.Notes {
		f.notes = append(f.notes, wrap(clean(n), fits(f.width-2*margin, smallSize), noteLines, "…")...)
	}
	f.height = y + len(f.notes)*legendLine + margin
	return f
}

// blocks finds the boundaries that all rows share: there the columns stand apart.
func (f *frame) blocks() {
	for i := range f.s.Rows {
		r := &f.s.Rows[i]
		if len(r.Cells) == 0 || r.ruler() {
			continue
		}
		if r.Block <= 0 || f.block > 0 && r.Block != f.block {
			f.block = 0
			return
		}
		f.block = r.Block
	}
	if f.block > 0 {
		f.gap = 7 * px
	}
}

// across chooses the width of a column: as wide as the longest label likes, if the paper has room for it.
func (f *frame) across() {
	labels, wish := 0, 40*px
	for i := range f.s.Rows {
		r := &f.s.Rows[i]
		labels = max(labels, columns(f.label(r)))
		at, spans := 0, false
		for k := range r.Cells {
			c := &r.Cells[k]
			n := c.span()
			spans = spans || n > 1
			wish = max(wish, (textWidth(columns(clean(c.Text)), labelSize)+6*px)/n)
		}
		if spans {
			f.rows[i].column = make([]int, len(r.Cells))
			for k := range r.Cells {
				f.rows[i].column[k] = at
				at += r.Cells[k].span()
			}
		}
	}
	f.left = margin
	if labels > 0 {
		f.left += max(textWidth(labels, labelSize)+8*px, 28*px)
	}
	gaps := 0
	if f.block > 0 && f.columns > 0 {
		gaps = (f.columns - 1) / f.block * f.gap
	}
	room := paper - f.left - margin - gaps
	f.pitch = max(min(wish, maxPitch, room/max(f.columns, 1)), minPitch) / px * px
	f.width = max(f.x(f.columns)+margin, narrowest)
}

// label is what stands in front of a row.
func (f *frame) label(r *Row) string { return elide(clean(r.Label), 14, "…") }

// x is where a column begins.
func (f *frame) x(column int) int {
	x := f.left + column*f.pitch
	if f.block > 0 && column > 0 {
		x += min(column, f.columns-1) / f.block * f.gap
	}
	return x
}

// cell is the left edge and the width of the border of cell k of row i.
func (f *frame) cell(i, k int) (x, width int) {
	column := k
	if c := f.rows[i].column; c != nil {
		column = c[k]
	}
	last := column + f.s.Rows[i].Cells[k].span() - 1
	x = f.x(column) + cellInset
	return x, f.x(last) + f.pitch - cellInset - x
}

// down places the rows from y on, and returns where they end.
func (f *frame) down(y int) int {
	channel := f.channels()
	for i := range f.rows {
		r, row := &f.rows[i], &f.s.Rows[i]
		switch {
		case i > 0 && row.Apart:
			y += max(channel[i], 30*px)
		case i > 0:
			y += max(channel[i], 3*px)
		}
		if (i == 0 || row.Apart) && f.headed(row) {
			y += blockSize
			r.head = y
			y += 5 * px
		}
		r.top = y
		f.set(i)
		y = r.bottom()
	}
	return y + channel[len(f.rows)]
}

// headed says whether a row has blocks that are wide enough for their names.
func (f *frame) headed(r *Row) bool {
	last := r.First + len(r.Cells) - 1
	return f.block > 0 && len(r.Cells) > f.block && textWidth(columns(blockName(last-1, last)), blockSize) < f.block*f.pitch
}

// blockName says which columns a block holds.
func blockName(first, last int) string {
	return strconv.Itoa(first) + "–" + strconv.Itoa(last)
}

// channels is the height that the wires above each row need, and, in one more entry, below the last one: the farther wires run
// sideways, the higher, so that they never become flat.
func (f *frame) channels() []int {
	h := make([]int, len(f.rows)+1)
	for i := range f.s.Wires {
		w := &f.s.Wires[i]
		if f.s.cell(w.From) == nil || f.s.cell(w.To) == nil {
			continue
		}
		lo, hi := min(w.From.Row, w.To.Row), max(w.From.Row, w.To.Row)
		if lo == hi { // an arc below the row
			h[hi+1] = max(h[hi+1], 48*px)
			continue
		}
		x1, _ := f.cell(w.From.Row, w.From.Cell)
		x2, _ := f.cell(w.To.Row, w.To.Cell)
		for k := lo + 1; k <= hi; k++ {
			h[k] = max(h[k], min(48*px+max(x1-x2, x2-x1)/5, 240*px)/px*px)
		}
	}
	return h
}

// maxLines is the number of lines of a label in a cell.
const maxLines = 6

// settings are the ways to set the labels of a row, best first.
var settings = [...]struct{ size, lines int }{
	{13 * px, 1}, {12 * px, 1}, {11 * px, 1}, {12 * px, 2}, {11 * px, 2}, {10 * px, 2}, {9 * px, 2}, {9 * px, 3}, {9 * px, 4}, {9 * px, 5}, {9 * px, maxLines},
}

// set chooses how the labels of a row are set, and with it the row's height. One setting for the whole row is calmer than
// the best one for each cell. What does not fit even in the last setting is elided.
func (f *frame) set(i int) {
	r, row := &f.rows[i], &f.s.Rows[i]
	if row.ruler() {
		r.size, r.lines, r.height = 9*px, 1, rulerHeight
		return
	}
	long, head, tail := 0, 0, 0 // columns of the longest label, of what stands before and after its natural break
	for k := range row.Cells {
		t := clean(row.Cells[k].Text)
		if row.Cells[k].span() > 1 {
			continue // has room
		}
		n, at := columns(t), natural(t)
		long, head, tail = max(long, n), max(head, at), max(tail, n-at)
	}
	width := f.pitch - 2*cellInset - 2*textInset
	for _, s := range settings {
		r.size, r.lines = s.size, s.lines
		n := fits(width, s.size)
		if long <= n || n > 0 && s.lines > 1 && (head+n-1)/n+(tail+n-1)/n <= s.lines {
			break
		}
	}
	r.height = r.lines*(r.size+px) + 12*px
}
