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
	room          room
	head          []string // the lines of the title
	headY         int      // the baseline of the first
	uncounted     bool     // the legend has no numbers
	left          int      // where column 0 begins
	pitch         int      // width of a column
	block, gap    int      // all rows have boundaries every block columns, which stand gap apart; 0 if rows differ
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
	paper       = 1200 * px // the usual width of a page
	narrowest   = 420 * px  // titles and legends need some room
	headSize    = 13 * px
	headLead    = 16 * px // from one line of a title to the next
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
	f := newBody(s, room{paperWidth(s.Width), narrowest, minPitch, 1})
	f.foot(f.height - margin)
	return f
}

// A room is what a scene may take of a page.
type room struct {
	width  int // that columns share
	narrow int // the least that is taken of it
	pitch  int // the least of a column, which may need more than the width
	title  int // lines
}

// newBody lays out a scene without what stands below it.
func newBody(s *Scene, r room) *frame {
	f := &frame{s: s, room: r, columns: s.columns(), rows: make([]rowFrame, len(s.Rows))}
	f.blocks()
	if f.across(); s.isBrief() && !f.roomy() {
		brief := s.brief()
		f.s = &brief
		f.across()
	}
	y := margin
	if f.head = wrap(clean(s.Title), fits(f.width-2*margin, headSize), r.title, "…"); len(f.head) > 0 {
		f.headY = y + headSize
		y += len(f.head)*headLead + 8*px
	}
	f.height = f.down(y) + margin
	return f
}

// foot lays out what stands below the rows, which end at y.
func (f *frame) foot(y int) {
	f.legendTop = y + 10*px
	y = f.layLegend(f.legendTop)
	f.notesTop = y
	for _, n := range f.s.Notes {
		f.notes = append(f.notes, wrap(clean(n), fits(f.width-2*margin, smallSize), noteLines, "…")...)
	}
	f.height = y + len(f.notes)*legendLine + margin
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
	width := f.room.width - f.left - margin - gaps
	f.pitch = max(min(wish, maxPitch, width/max(f.columns, 1)), f.room.pitch) / px * px
	f.width = max(f.x(f.columns)+margin, f.room.narrow)
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
	return f.block > 1 && len(r.Cells) > f.block && textWidth(columns(blockName(last-1, last)), blockSize) < f.block*f.pitch
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

// smallest is the size of letters that can still be read.
const smallest = 9 * px

// settings are the ways to set the labels of a row, best first.
var settings = [...]struct{ size, lines int }{
	{13 * px, 1}, {12 * px, 1}, {11 * px, 1}, {12 * px, 2}, {11 * px, 2}, {10 * px, 2}, {smallest, 2}, {smallest, 3}, {smallest, 4}, {smallest, 5}, {smallest, maxLines},
}

// set chooses how the labels of a row are set, and with it the row's height. One setting for the whole row is calmer than
// the best one for each cell. What does not fit even in the last setting is elided.
func (f *frame) set(i int) {
	r, row := &f.rows[i], &f.s.Rows[i]
	if row.ruler() {
		r.size, r.lines, r.height = 9*px, 1, rulerHeight
		return
	}
	l := row.lengths()
	width := f.pitch - 2*cellInset - 2*textInset
	r.size, r.lines = smallest, 1 // numbers of two digits never stand upright
	if l.head > 0 || !l.fit(width, smallest, 1) || l.fit(width, settings[2].size, 1) {
		for _, s := range settings {
			r.size, r.lines = s.size, s.lines
			if l.fit(width, s.size, s.lines) {
				break
			}
		}
	}
	r.height = r.lines*(r.size+px) + 12*px
}

// lengths are columns: of a row's longest label, and of the most that stands before and behind the natural break of one.
type lengths struct{ long, head, tail int }

func (r *Row) lengths() (l lengths) {
	for k := range r.Cells {
		t := clean(r.Cells[k].Text)
		if r.Cells[k].span() > 1 {
			continue // has room
		}
		n, at := columns(t), natural(t)
		l.long, l.head, l.tail = max(l.long, n), max(l.head, at), max(l.tail, n-at)
	}
	return l
}

// fit says whether the labels fit a width in so many lines.
func (l lengths) fit(width, size, lines int) bool {
	n := fits(width, size)
	return l.long <= n || n > 0 && lines > 1 && (l.head+n-1)/n+(l.tail+n-1)/n <= lines
}

// roomy says whether all labels fit their cells in two lines of the smallest size.
func (f *frame) roomy() bool {
	for i := range f.s.Rows {
		l := f.s.Rows[i].lengths()
		if !l.fit(f.pitch-2*cellInset-2*textInset, smallest, 2) {
			return false
		}
	}
	return true
}
