package draw

import "strings"

// Panels are scenes that belong together, each under its own title: the steps of a program and what they make. They stand side by side as far as the page is wide, and then below one another.
//
//	┌ 1  t = … ───┐  ┌ 2  r = … ───┐  ┌ all of it ──┐
//	│ a           │  │ t           │  │ a           │
//	│ t           │  │ r           │  │ out         │
//	└─────────────┘  └─────────────┘  └─────────────┘
//
// A cell has the colour of the lane that the program began with, so that it can be followed from panel to panel. The signs are explained once, below all.
type Panels struct {
	Title string
	Panel []Scene
	Width int // of the page, in pixels: 0 is 1200
}

// A Picture is what both renderers draw.
type Picture interface {
	SVG() []byte
	Text(t Terminal) []byte
}

// whole is all panels as one scene, for what is said once.
func (s *Panels) whole() Scene {
	all := Stack(s.Title, s.Panel...)
	words := make([]string, 0, len(s.Panel))
	for i := range s.Panel {
		words = append(words, strings.TrimSpace(s.Panel[i].Title+": "+s.Panel[i].Desc))
	}
	all.Desc = strings.Join(words, " ")
	return all
}

// Lengths between and in panels.
const (
	gutter     = 14 * px
	panelLeast = 260 * px // a title needs some room
	readable   = 26 * px  // a column as wide as this is read with ease
	densest    = 15 * px  // two digits of the smallest size
	titleLines = 4
	abreast    = 4 // panels side by side, at most where they fill the page
)

// A placed panel is a frame and where it stands on the page.
type placed struct {
	*frame
	x, y int
}

// paperWidth is the width of a page in tenths of pixels.
func paperWidth(pixels int) int {
	if pixels <= 0 {
		return paper
	}
	return max(pixels*px, narrowest)
}

// frames lays the panels out for as many of them side by side as can be read there.
func (s *Panels) frames(width int) []*frame {
	for _, try := range []struct{ abreast, pitch int }{{abreast, readable}, {3, readable}, {2, readable}, {2, densest}} {
		share := (width-2*margin+gutter)/try.abreast - gutter
		list, ok := make([]*frame, len(s.Panel)), true
		for i := range s.Panel {
			list[i] = newBody(&s.Panel[i], room{share, panelLeast, densest, titleLines})
			ok = ok && list[i].pitch >= try.pitch && list[i].width <= share
		}
		if ok {
			return list
		}
	}
	list := make([]*frame, len(s.Panel))
	for i := range s.Panel {
		list[i] = newBody(&s.Panel[i], room{width - 2*margin, panelLeast, minPitch, titleLines})
	}
	return list
}

// place puts frames on lines of the page from y on, and returns where they end and how wide they are.
func place(frames []*frame, width, y int) (all []placed, end, right int) {
	x, tallest := margin, 0
	for _, f := range frames {
		if x > margin && x+f.width > width-margin {
			x, y, tallest = margin, y+tallest+gutter, 0
		}
		all = append(all, placed{f, x, y})
		x += f.width + gutter
		right = max(right, x-gutter)
		tallest = max(tallest, f.height)
	}
	return all, y + tallest, right
}

// SVG is the panels for print and for pages: see Scene.SVG.
func (s Panels) SVG() []byte {
	whole := s.whole()
	page := &frame{s: &whole, uncounted: true}
	y := margin
	if page.head = wrap(clean(s.Title), fits(paperWidth(s.Width)-2*margin, headSize), titleLines, "…"); len(page.head) > 0 {
		page.headY = y + headSize
		y += len(page.head)*headLead + 8*px
	}
	panels, y, right := place(s.frames(paperWidth(s.Width)), paperWidth(s.Width), y)
	page.width = max(right+margin, narrowest)
	page.foot(y)
	p := &pen{}
	page.open(p)
	page.heading(p)
	for _, f := range panels {
		p.raw(`<g transform="translate(`)
		p.length(f.x)
		p.raw(" ")
		p.length(f.y)
		p.raw(")\">\n")
		f.outline(p)
		f.picture(p)
		p.raw("</g>\n")
		p.base += len(f.rows)
	}
	page.below(p)
	return p.b
}

// outline draws the border of a panel.
func (f *frame) outline(p *pen) {
	p.raw(`<path d="`)
	p.at('M', 0, 0)
	p.at('H', f.width)
	p.at('V', f.height)
	p.at('H', 0)
	p.raw("Z\" fill=\"none\" stroke=\"#c4c4c4\"/>\n")
}

// panelGap is the columns between two panels of a terminal.
const panelGap = 4

// titleLeast is the columns that a title of a panel has even above a narrow one.
const titleLeast = 32

// Text is the panels for a terminal: see Scene.Text.
func (s Panels) Text(t Terminal) []byte {
	p := newPage(t)
	if title := p.clean(s.Title); title != "" {
		p.words(title, 0)
		p.blank()
	}
	var signs drawn
	x, top := 0, len(p.lines)
	for i := range s.Panel {
		q, d := newPanel(&s.Panel[i], t)
		signs.wires, signs.marks = signs.wires || d.wires, signs.marks || d.marks
		if x+q.used() > p.width { // never the first, whose page is as wide
			p.blank()
			x, top = 0, len(p.lines)
		}
		p.paste(q, x, top)
		x += q.used() + panelGap
	}
	whole := s.whole()
	p.legend(whole.explain(false), signs)
	for _, n := range whole.Notes {
		p.words(p.clean(n), 0)
	}
	return p.append(nil)
}

// newPanel is a scene on a page of its own, under its title.
func newPanel(s *Scene, t Terminal) (*page, drawn) {
	body := newPage(t)
	d := body.scene(s)
	q := newPage(t)
	title := wrap(q.clean(s.Title), min(max(body.used(), titleLeast), q.width), titleLines, q.signs.mark)
	for y, line := range title {
		q.print(0, y, line, 0)
	}
	if len(title) > 0 {
		q.blank()
	}
	q.paste(body, 0, len(q.lines))
	return q, d
}

// used is the columns of the longest line.
func (p *page) used() int {
	n := 0
	for _, line := range p.lines {
		n = max(n, len(line))
	}
	return n
}

// paste copies another page to a place of this one, which is empty there.
func (p *page) paste(q *page, x, y int) {
	for len(p.lines) < y+len(q.lines) {
		p.blank()
	}
	for dy, line := range q.lines {
		for dx, g := range line {
			p.set(x+dx, y+dy, g.r, g.ink)
		}
	}
}
