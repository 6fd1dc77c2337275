package draw

import "strings"

// A Terminal is what a picture of text may use.
type Terminal struct {
	Width int  // columns of a line: 0 is 80, and less than 40 is 40
	ASCII bool // no character beyond ASCII
	Color bool // ANSI colours
}

const (
	widthUsual, widthLeast = 80, 40
	labelMost              = 8  // columns of a row's label
	lanesMost              = 16 // lanes of a row with wires
	tracksMost             = 16 // lines between two rows
)

// Text is the scene for a terminal: lines without trailing spaces, none longer than the terminal's width.
//
// Rows of up to 16 cells are drawn as boxes, and their wires in the lines between them: a wire turns at ┌ ┐ └ ┘, branches at ┬
// ┴, and where two cross in ┼ neither turns. Where the wires do not fit, the rows are broken into lines of cells, whose texts
// must do without.
func (s Scene) Text(t Terminal) []byte { return s.AppendText(nil, t) }

// AppendText appends what Text returns.
func (s Scene) AppendText(b []byte, t Terminal) []byte {
	p := newPage(t)
	if title := p.clean(s.Title); title != "" {
		p.words(title, 0)
		p.blank()
	}
	p.legend(s.explain(true), p.scene(&s))
	for _, n := range s.Notes {
		p.words(p.clean(n), 0)
	}
	return p.append(b)
}

// drawn says how the wires of a picture were drawn: as wires, or as marks behind the texts of cells.
type drawn struct{ wires, marks bool }

// scene draws rows and wires, with texts of cells that are brief where the wires do not fit otherwise.
func (p *page) scene(s *Scene) drawn {
	brief := s.brief()
	for _, s := range []*Scene{s, &brief} {
		if plan, ok := newWiring(s, p); ok {
			plan.draw()
			plan.footnotes()
			return drawn{wires: true}
		}
	}
	p.cells(s)
	return drawn{marks: true}
}

// A glyph is one place of the page.
type glyph struct {
	r   rune // 0 is the right half of a wide character
	ink int
}

// A page is the lines of a terminal, as long as they need to be.
type page struct {
	width int
	signs *signs
	color bool
	lines [][]glyph
}

func newPage(t Terminal) *page {
	if t.Width == 0 {
		t.Width = widthUsual
	}
	p := &page{width: max(t.Width, widthLeast), signs: &boxSigns, color: t.Color}
	if t.ASCII {
		p.signs = &asciiSigns
	}
	return p
}

func (p *page) clean(s string) string {
	if p.signs.ascii {
		return cleanASCII(s)
	}
	return clean(s)
}

// set puts one glyph on line y; places outside the page are left out.
func (p *page) set(x, y int, r rune, ink int) {
	if x < 0 || x >= p.width || y < 0 {
		return
	}
	for len(p.lines) <= y {
		p.lines = append(p.lines, nil)
	}
	for len(p.lines[y]) <= x {
		p.lines[y] = append(p.lines[y], glyph{r: ' '})
	}
	p.lines[y][x] = glyph{r, ink}
}

// print puts a clean text on line y.
func (p *page) print(x, y int, s string, ink int) {
	for _, r := range s {
		n := runeColumns(r)
		if x+n > p.width {
			return
		}
		p.set(x, y, r, ink)
		if n == 2 {
			p.set(x+1, y, 0, ink)
		}
		x += n
	}
}

// words puts a clean text on new lines, broken at spaces and indented from the second line on.
func (p *page) words(s string, indent int) {
	const limit = 12
	for i, line := range wrap(s, p.width-indent, limit, p.signs.mark) {
		x := indent
		if i == 0 {
			x = 0
		}
		p.print(x, len(p.lines), line, 0)
	}
}

// blank ends a paragraph.
func (p *page) blank() { p.lines = append(p.lines, nil) }

// ansi are the colours of a terminal that come nearest to inks.
var ansi = [...]string{"36", "33", "32", "35", "93", "94"}

// append writes the page out.
func (p *page) append(b []byte) []byte {
	for _, line := range p.lines {
		for len(line) > 0 && line[len(line)-1].r == ' ' {
			line = line[:len(line)-1]
		}
		ink := 0
		for _, g := range line {
			if p.color && g.ink != ink && g.r != ' ' && g.r != 0 {
				b = appendInk(b, g.ink)
				ink = g.ink
			}
			if g.r != 0 {
				b = append(b, string(g.r)...)
			}
		}
		if ink != 0 {
			b = appendInk(b, 0)
		}
		b = append(b, '\n')
	}
	return b
}

func appendInk(b []byte, ink int) []byte {
	if ink <= 0 {
		return append(b, "\x1b[0m"...)
	}
	return append(append(append(b, "\x1b["...), ansi[(ink-1)%len(ansi)]...), 'm')
}

// legend explains the signs that were drawn.
func (p *page) legend(list []legendItem, d drawn) {
	var items []string
	for _, item := range list {
		sample := ""
		switch {
		case item.wire == 0:
			sample = p.signs.sample(item.style)
		case item.wire == 1 && d.wires:
			sample = p.signs.stays
		case item.wire == 2 && d.wires && d.marks:
			sample = p.signs.crosses + " " + p.signs.crossed
		case item.wire == 2 && d.wires:
			sample = p.signs.crosses
		case item.wire == 2:
			sample = p.signs.crossed
		default:
			continue
		}
		if sample == "" {
			continue // looks like any other lane
		}
		items = append(items, strings.TrimSpace(sample+" "+p.clean(item.text)))
	}
	if len(items) == 0 {
		return
	}
	p.blank()
	line := ""
	for _, item := range items {
		if line != "" && columns(line)+3+columns(item) > p.width {
			p.words(line, 0)
			line = ""
		}
		if line != "" {
			line += "   "
		}
		line += item
	}
	p.words(line, 0)
}
