package draw

import "strings"

// A paint is how a style looks on paper. Border, hatch and letters tell styles apart in black and white.
type paint struct {
	fill, border, text string // colour, attributes and colour; text is empty for the usual colour
	round              bool   // corners
	double             bool   // a second border above and below, where a label needs no room
	hatch              int    // distance of hatch lines: 0 none, negative leaning to the left
}

var paints = [numStyles]paint{
	Lane:      {fill: "#fff", border: ` stroke="#333"`},
	Unread:    {fill: "none", border: ` stroke="#8a8a8a" stroke-dasharray="1 2.5"`, text: "#6b6b6b"},
	Const:     {fill: "#fff", border: ` stroke="#333"`, double: true},
	Undef:     {fill: "#fff", border: ` stroke="#333"`, hatch: 5 * px},
	Old:       {fill: "#fff", border: ` stroke="#333" stroke-width="1.2" stroke-dasharray="5 3"`, round: true},
	Changed:   {fill: "#fff", border: ` stroke="#111" stroke-width="3"`},
	Idle:      {fill: "#fff", border: ` stroke="#8a8a8a"`, text: "#555", hatch: -8 * px},
	Elsewhere: {fill: "none", border: ` stroke="#b0b0b0" stroke-width="0.6"`, text: "#6b6b6b"},
	Index:     {text: "#595959"},
	Blank:     {},
}

// inks and tints are one palette in two strengths: wires, and the cells at their ends. Their lightness differs as well, and people who
// see fewer colours can tell them apart; but nothing depends on it.
var (
	inks = [...]string{
		"#0067a5", "#c24a00", "#00734f", "#9a3c7e", "#7a5c00", "#4b4ba8",
		"#b3202c", "#00767f", "#4f6d00", "#7b35b5", "#8a4b2a", "#566070",
	}
	tints = [...]string{
		"#e1eef8", "#fdebdd", "#def2ea", "#f7e4f0", "#f5eed6", "#e9e8f8",
		"#fbdcdc", "#d3eff1", "#e9f0cd", "#ecdffa", "#efdfd4", "#e3e7ec",
	}
	plain = "#333"
)

func inkOf(ink int) string {
	if ink <= 0 {
		return plain
	}
	return inks[(ink-1)%len(inks)]
}

// drawCell draws cell k of row i.
func (f *frame) drawCell(p *pen, i, k int) {
	r := &f.rows[i]
	x, width := f.cell(i, k)
	drawCell(p, &f.s.Rows[i].Cells[k], Port{i, k}, r, rectangle{x, r.top, width, r.height})
}

// drawCell draws a cell of a row at a place.
func drawCell(p *pen, c *Cell, at Port, r *rowFrame, place rectangle) {
	p.raw(`<g class="cell"`)
	p.port(` data-at="`, at)
	if c.Source != "" {
		p.raw(` data-source="`)
		p.text(clean(c.Source))
		p.raw(`"`)
	}
	p.raw(">")
	text := clean(c.Text)
	lines := r.split(text, place.width-2*textInset)
	if c.Title != "" {
		p.element("title", c.Title)
	} else if lines.elided {
		p.element("title", text)
	}
	style := c.Style.sound()
	box(p, style, c.Ink, place)
	lead := r.size + px
	y := r.top + (r.height-lines.n*lead)/2 + r.size*88/100
	if r.height == rulerHeight { // lower than any row with borders
		y = r.bottom() - 2*px
	}
	x := place.x + place.width/2
	if lines.n > 0 && paints[style].hatch != 0 {
		behind(p, x, r, lines)
	}
	for n := range lines.n {
		p.raw("<text")
		p.attr(` x="`, x)
		p.attr(` y="`, y+n*lead)
		if t := paints[style].text; t != "" {
			p.raw(` fill="`)
			p.raw(t)
			p.b = append(p.b, '"')
		}
		p.b = append(p.b, '>')
		p.text(lines.line[n])
		p.raw("</text>")
	}
	p.raw("</g>\n")
}

// box draws the border of a cell, and what fills it.
func box(p *pen, style Style, ink int, r rectangle) {
	paint := &paints[style]
	if paint.border == "" {
		return
	}
	fill := paint.fill
	if style == Lane && ink > 0 {
		fill = tints[(ink-1)%len(tints)]
	}
	r.draw(p, paint, fill)
	if paint.double {
		p.raw(`<path d="`)
		p.at('M', r.x, r.y+doubled)
		p.at('H', r.x+r.width)
		p.at('M', r.x, r.y+r.height-doubled)
		p.at('H', r.x+r.width)
		p.raw(`" fill="none"`)
		p.raw(paint.border)
		p.raw("/>")
	}
	if paint.hatch != 0 {
		r.hatch(p, paint.hatch)
	}
}

// doubled is the distance of the second border from the first.
const doubled = 25 * px / 10

// A rectangle is a place on paper.
type rectangle struct{ x, y, width, height int }

func (r rectangle) draw(p *pen, paint *paint, fill string) {
	p.raw("<rect")
	p.attr(` x="`, r.x)
	p.attr(` y="`, r.y)
	p.attr(` width="`, r.width)
	p.attr(` height="`, r.height)
	if paint.round {
		p.raw(` rx="5"`)
	}
	p.raw(` fill="`)
	p.raw(fill)
	p.b = append(p.b, '"')
	p.raw(paint.border)
	p.raw("/>")
}

// maxHatch bounds the lines of one cell.
const maxHatch = 64

// hatch draws diagonals through a box, clipped to it by arithmetic: a clip path or a pattern would need an identifier.
func (r rectangle) hatch(p *pen, step int) {
	left := step < 0
	if left {
		step = -step
	}
	step = max(step, (r.width+r.height)/maxHatch)
	p.raw(`<path d="`)
	for d := step; d < r.width+r.height; d += step { // the line of all points with dx+dy = d
		x1, y1 := min(d, r.width), max(0, d-r.width)
		x2, y2 := max(0, d-r.height), min(d, r.height)
		if left {
			x1, x2 = r.width-x1, r.width-x2
		}
		p.at('M', r.x+x1, r.y+y1)
		p.at('L', r.x+x2, r.y+y2)
	}
	p.raw(`" fill="none" stroke="#8a8a8a" stroke-width="1"/>`)
}

// behind clears the hatch behind a label.
func behind(p *pen, x int, r *rowFrame, l split) {
	w := 0
	for n := range l.n {
		w = max(w, textWidth(columns(l.line[n]), r.size))
	}
	h := l.n * (r.size + px)
	p.raw(`<rect`)
	p.attr(` x="`, x-w/2-px)
	p.attr(` y="`, r.top+(r.height-h)/2)
	p.attr(` width="`, w+2*px)
	p.attr(` height="`, h)
	p.raw(` fill="#fff"/>`)
}

// A split is a label in lines.
type split struct {
	line   [maxLines]string
	n      int
	elided bool
}

// split sets a clean label in a cell of the given inner width.
func (r *rowFrame) split(text string, width int) (s split) {
	n := fits(width, r.size)
	if text == "" || n == 0 {
		return s
	}
	if columns(text) <= n && (r.lines == 1 || natural(text) == 0) {
		s.line[0], s.n = text, 1
		return s
	}
	if at := natural(text); r.lines > 1 && at > 0 && at <= n && s.n < r.lines {
		s.line[0], s.n, text = text[:at], 1, strings.TrimPrefix(text[at:], ":") // which lines of their own do not need
	}
	for text != "" && s.n < r.lines {
		head, tail := cut(text, n)
		if s.n == r.lines-1 && tail != "" {
			head, tail, s.elided = elide(text, n, "…"), "", true
		}
		if head == "" {
			break
		}
		s.line[s.n], text = head, tail
		s.n++
	}
	return s
}
