package draw

import (
	"slices"
	"strconv"
	"strings"
)

// Lengths of networks on paper.
const (
	netPitchLeast = 15 * px // two digits of the smallest size
	netPitchMost  = 58 * px
	netOpSize     = 10 * px
	netOpMost     = 170 * px // the width that a column is given for the text of an instruction
	netGapLeast   = 60 * px  // between columns, for ribbons
	netGapMost    = 220 * px
	netLead       = 13 * px // from the text of an instruction to its cells
	netApart      = 10 * px // between slots
	netPass       = 12 * px // the height of a slot that a ribbon passes
	netBlockGap   = 4 * px
	netLineMost   = 24 * px / 10 // from one line of a ribbon to the next
)

// A netFrame is where everything of a network stands on paper.
//
//	margin
//	title
//	inputs             stage 1
//	a                  t0 = op a, b
//	│▢▢▢▢│ ═══ gap ═══ │▢▢▢▢│
type netFrame struct {
	*netPlan
	columns []netColumn
	cells   int // of the longest value
	row     rowFrame
	pitch   int
	width   int // of a column
	line    int // from one line of a ribbon to the next
	top     int
}

// A netColumn is the slots of a column, and where it begins.
type netColumn struct {
	x     int
	slots []slot
}

// SVG is the network for print and for pages: see Scene.SVG.
func (n Network) SVG() []byte {
	f := &netFrame{netPlan: n.plan()}
	if len(f.scene.Wires) > 0 {
		f.scene.Notes = append(f.scene.Notes, "A line of a ribbon is lanes of one source, in the colour of that source's cells.")
	}
	page := &frame{s: &f.scene}
	for _, slots := range f.place() {
		f.columns = append(f.columns, netColumn{slots: slots})
	}
	f.across()
	page.width = max(f.right(), narrowest)
	y := margin
	if page.head = wrap(clean(n.Title), fits(page.width-2*margin, headSize), titleLines, "…"); len(page.head) > 0 {
		page.headY = y + headSize
		y += len(page.head)*headLead + 8*px
	}
	page.foot(f.down(y))
	p := &pen{b: make([]byte, 0, 4096+220*f.scene.cells())}
	page.open(p)
	page.heading(p)
	f.draw(p)
	page.below(p)
	return p.b
}

// across chooses the width of cells and columns.
func (f *netFrame) across() {
	var l lengths
	op := 0
	for v := range f.scene.Rows {
		row := f.scene.Rows[v].lengths()
		l.long, l.head, l.tail = max(l.long, row.long), max(l.head, row.head), max(l.tail, row.tail)
		f.cells = max(f.cells, len(f.scene.Rows[v].Cells))
		op = max(op, textWidth(columns(f.says(v)), netOpSize))
	}
	count := max(len(f.columns), 1)
	room := (paperWidth(f.n.Width)-2*margin-(count-1)*netGapLeast)/count - f.gaps(f.cells)
	wish := max(textWidth(l.long, labelSize)+8*px, 26*px, (min(op, netOpMost)-f.gaps(f.cells))/max(f.cells, 1))
	f.pitch = max(min(wish, netPitchMost, room/max(f.cells, 1)), netPitchLeast) / px * px
	f.width = max(f.cells*f.pitch+f.gaps(f.cells), min(op, netOpMost))
	inner := f.pitch - 2*cellInset - 2*textInset
	for _, s := range settings {
		f.row.size, f.row.lines = s.size, s.lines
		if l.fit(inner, s.size, s.lines) {
			break
		}
	}
	f.row.height = f.row.lines*(f.row.size+px) + 8*px
	f.line = min(netLineMost, max((f.row.height-4*px)/max(f.widest(), 1), 1))
	x := margin
	for k := range f.columns {
		if k > 0 {
			x += f.gap(k)
		}
		f.columns[k].x = x
		x += f.width
	}
}

// gap is the room for ribbons before a column: enough that those which go far up or down lie beside one another.
func (f *netFrame) gap(column int) int {
	most := netGapLeast
	for i, s := range f.columns[column].slots {
		for k, lines := range s.ribbons {
			rows := max(i-s.before[k], s.before[k]-i)
			most = max(most, rows*(len(lines)*f.line+5*px)*3/2)
		}
	}
	return min(most, netGapMost)
}

// gaps are the room for boundaries before a cell.
func (f *netFrame) gaps(cell int) int {
	if f.block == 0 || cell == 0 {
		return 0
	}
	return (cell - 1) / f.block * netBlockGap
}

// widest is how many lines arrive at one value at most.
func (f *netFrame) widest() (most int) {
	for _, c := range f.columns {
		for _, s := range c.slots {
			most = max(most, s.arriving())
		}
	}
	return most
}

// arriving is how many lines end at a slot.
func (s *slot) arriving() (n int) {
	for _, lines := range s.ribbons {
		n += max(len(lines), 1)
	}
	return n
}

// right is where the page ends.
func (f *netFrame) right() int {
	if len(f.columns) == 0 {
		return 2 * margin
	}
	return f.columns[len(f.columns)-1].x + f.width + margin
}

// height is how high a slot is, and its cells.
func (f *netFrame) height(s *slot) int {
	if s.pass {
		return netPass
	}
	return netLead + f.row.height
}

// down places the slots, each column in the middle of the page, and returns where they end.
func (f *netFrame) down(y int) int {
	f.top = y + smallSize
	y = f.top + 12*px
	heights := make([]int, len(f.columns))
	for k, c := range f.columns {
		for i := range c.slots {
			heights[k] += f.height(&c.slots[i]) + netApart
		}
	}
	most := slices.Max(append([]int{0}, heights...))
	for k, c := range f.columns {
		at := y + (most-heights[k])/2
		for i := range c.slots {
			c.slots[i].y = at
			at += f.height(&c.slots[i]) + netApart
		}
	}
	return y + most
}

// middle is where the ribbons of a slot begin.
func (f *netFrame) middle(s *slot) int {
	if s.pass {
		return s.y + netPass/2
	}
	return s.y + netLead + f.row.height/2
}

// draw draws the ribbons, and over them the values.
func (f *netFrame) draw(p *pen) {
	p.raw(`<g font-weight="bold" fill="#595959">`)
	for k, c := range f.columns {
		(&frame{}).line(p, c.x, f.top, smallSize, f.stageName(k))
	}
	p.raw("</g>\n<g class=\"ribbons\" fill=\"none\">\n")
	for k := range f.columns {
		for _, ribbons := range f.ribbons(k) {
			f.leave(p, ribbons)
		}
	}
	p.raw("</g>\n")
	for k := range f.columns {
		for i := range f.columns[k].slots {
			if s := &f.columns[k].slots[i]; !s.pass {
				f.value(p, f.columns[k].x, s)
			}
		}
	}
}

// ribbons are those that leave each slot of a column, and of a slot that a ribbon passes the ribbon itself.
func (f *netFrame) ribbons(column int) (list [][]ribbon) {
	c := &f.columns[column]
	list = make([][]ribbon, len(c.slots))
	for i := range c.slots {
		if s := &c.slots[i]; s.pass {
			y := f.middle(s)
			list[i] = append(list[i], ribbon{x1: c.x, y1: y, x2: c.x + f.width, y2: y, from: s.value, to: s, lines: s.ribbons[0]})
		}
	}
	if column+1 == len(f.columns) {
		return list
	}
	next := &f.columns[column+1]
	for i := range next.slots {
		s := &next.slots[i]
		before, all := 0, s.arriving()
		for k, lines := range s.ribbons {
			from := &c.slots[s.before[k]]
			r := ribbon{x1: f.ends(column, from), y1: f.middle(from), x2: next.x, y2: f.middle(s), from: from.value, to: s, lines: lines}
			// Each has room by its lines: one of many beside one of few still ends at the cells.
			n := max(len(lines), 1)
			r.y2 += (2*before + n - all) * f.row.height / (2 * all)
			before += n
			list[s.before[k]] = append(list[s.before[k]], r)
		}
	}
	return list
}

// ends is where the ribbons of a slot begin.
func (f *netFrame) ends(column int, s *slot) int {
	if s.pass {
		return f.columns[column].x + f.width
	}
	n := len(f.scene.Rows[s.value].Cells)
	return f.columns[column].x + n*f.pitch + f.gaps(n) - cellInset
}

// A ribbon is a curve from the right of one slot to the left of another, of lines side by side.
type ribbon struct {
	x1, y1, x2, y2 int
	from           int // the value
	to             *slot
	lines          []netLine
}

// leave draws the ribbons of one slot on white ones that are a little wider, so that at a crossing with others they pass over them.
func (f *netFrame) leave(p *pen, ribbons []ribbon) {
	for _, r := range ribbons {
		p.raw(`<path stroke="#fff"`)
		p.attr(` stroke-width="`, max(len(r.lines), 1)*f.line+2*px)
		p.raw(` d="`)
		r.curve(p, 0)
		p.raw("\"/>\n")
	}
	for _, r := range ribbons {
		f.ribbon(p, &r)
	}
}

// ribbon draws the lines of a ribbon.
func (f *netFrame) ribbon(p *pen, r *ribbon) {
	p.raw(`<g class="ribbon" data-arg="`)
	p.int(r.from)
	p.raw(`" data-value="`)
	p.int(r.to.value)
	p.raw(`">`)
	if !r.to.pass {
		p.element("title", f.n.Values[r.from].Name+" -> "+f.n.Values[r.to.value].Name+": "+f.carried(r.lines))
	}
	lines := r.lines
	if len(lines) == 0 { // it reads what nobody knows
		lines = []netLine{{source: -1}}
	}
	for i, l := range lines {
		p.raw(`<path stroke="`)
		p.raw(inkOf(l.source + 1))
		p.raw(`"`)
		p.attr(` stroke-width="`, max(f.line*7/10, 3))
		if l.crossing {
			p.raw(` stroke-dasharray="5 3"`)
		}
		p.raw(` d="`)
		r.curve(p, (2*i-len(lines)+1)*f.line/2)
		p.raw(`"/>`)
	}
	p.raw("</g>\n")
}

// carried says which lanes of which sources a ribbon has.
func (f *netFrame) carried(lines []netLine) (text string) {
	for i, l := range lines {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(l.lanes) + " of " + strings.TrimSuffix(f.name(l.source), ":")
		if l.crossing {
			text += " (crosses " + f.scene.Boundary + ")"
		}
	}
	return text
}

// curve draws a line of a ribbon that lies so far below its middle. Where the ribbon goes down, a lower line turns earlier, so that lines keep their distance on steep ways.
func (r *ribbon) curve(p *pen, below int) {
	y1, y2 := r.y1+below, r.y2+below
	p.at('M', r.x1, y1)
	if y1 == y2 {
		p.at('H', r.x2)
		return
	}
	turn := (r.x1 + r.x2) / 2
	if y2 > y1 {
		turn -= below
	} else {
		turn += below
	}
	p.at('C', turn, y1, turn, y2, r.x2, y2)
}

// value draws the text and the cells of a value.
func (f *netFrame) value(p *pen, x int, s *slot) {
	row := &f.scene.Rows[s.value]
	top := s.y + netLead
	weight := ""
	if f.n.Values[s.value].Result > 0 {
		weight = ` font-weight="bold"`
	}
	p.raw(`<g class="value"` + weight + `>`)
	says := f.says(s.value)
	if short := elide(says, fits(f.width, netOpSize), "…"); short != says {
		p.element("title", says)
		says = short
	}
	(&frame{}).line(p, x, s.y+netOpSize-px, netOpSize, says)
	p.raw(`</g><g class="row" text-anchor="middle"`)
	p.attr(` font-size="`, f.row.size)
	p.raw(">\n")
	r := f.row
	r.top = top
	for k := range row.Cells {
		at := rectangle{x + k*f.pitch + f.gaps(k+1) + cellInset, top, f.pitch - 2*cellInset, f.row.height}
		drawCell(p, &row.Cells[k], Port{s.value, k}, &r, at)
	}
	p.raw("</g>\n")
	f.marks(p, x, top, len(row.Cells))
}

// marks are the boundaries of a value.
func (f *netFrame) marks(p *pen, x, top, cells int) {
	if f.block == 0 || cells <= f.block {
		return
	}
	p.raw(`<path d="`)
	for k := f.block; k < cells; k += f.block {
		p.at('M', x+k*f.pitch+f.gaps(k+1)-netBlockGap/2, top-2*px)
		p.at('V', top+f.row.height+2*px)
	}
	p.raw("\" stroke=\"#222\" stroke-width=\"2\"/>\n")
}
