package draw

import (
	"cmp"
	"slices"
)

const (
	headLength = 8 * px // of an arrowhead
	headHalf   = 35 * px / 10
)

// wires draws every wire as a curve that leaves its cell and arrives at the other one upright. The wires of one cell lie together
// on white ones that are a little wider, so that at a crossing with others one passes over the other.
func (f *frame) wires(p *pen) {
	width, halo := "1.9", "4.5"
	if f.pitch < 30*px {
		width, halo = "1.3", "3"
	}
	p.raw(`<g class="wires" fill="none" stroke-linejoin="round" stroke-width="`)
	p.raw(width)
	p.raw("\">\n")
	wires := f.byCell()
	for len(wires) > 0 {
		n := 1
		for n < len(wires) && wires[n].From == wires[0].From {
			n++
		}
		p.raw(`<path stroke="#fff" stroke-width="`)
		p.raw(halo)
		p.raw(`" d="`)
		for _, w := range wires[:n] {
			f.curve(p, w)
		}
		p.raw("\"/>\n")
		for _, w := range wires[:n] {
			f.wire(p, w, inkOf(f.s.cell(w.From).Ink))
		}
		wires = wires[n:]
	}
	p.raw("</g>\n")
}

// byCell is the wires that can be drawn, those that leave one cell side by side.
func (f *frame) byCell() []*Wire {
	wires := make([]*Wire, 0, len(f.s.Wires))
	for i := range f.s.Wires {
		if w := &f.s.Wires[i]; f.s.cell(w.From) != nil && f.s.cell(w.To) != nil {
			wires = append(wires, w)
		}
	}
	slices.SortStableFunc(wires, func(v, w *Wire) int {
		return cmp.Or(cmp.Compare(v.From.Row, w.From.Row), cmp.Compare(v.From.Cell, w.From.Cell))
	})
	return wires
}

func (f *frame) wire(p *pen, w *Wire, ink string) {
	if w.Crossing {
		p.raw(`<g class="wire crossing"`)
	} else {
		p.raw(`<g class="wire"`)
	}
	p.port(` data-from="`, w.From)
	p.port(` data-to="`, w.To)
	p.raw(` stroke="`)
	p.raw(ink)
	p.raw(`">`)
	if w.Text != "" {
		p.raw("<title>")
		p.text(clean(w.Text))
		if w.Crossing && f.s.Boundary != "" {
			p.raw(" (crosses ")
			p.text(clean(f.s.Boundary))
			p.b = append(p.b, ')')
		}
		p.raw("</title>")
	}
	p.raw(`<path d="`)
	x, y, down := f.curve(p, w)
	if w.Crossing {
		p.raw(`" stroke-dasharray="5 3`)
	}
	p.raw(`"/>`)
	arrowhead(p, x, y, down, w.Crossing, ink)
	p.raw("</g>\n")
}

// curve draws the wire up to its arrowhead, and returns the point of the head and its direction: 1 down, -1 up.
func (f *frame) curve(p *pen, w *Wire) (x, y, down int) {
	from, to := &f.rows[w.From.Row], &f.rows[w.To.Row]
	x1, w1 := f.cell(w.From.Row, w.From.Cell)
	x2, w2 := f.cell(w.To.Row, w.To.Cell)
	x1, x2 = x1+w1/2, x2+w2/2
	y1, y2, down := from.bottom(), to.top, 1
	bend := (y2 - y1) / 2
	switch {
	case w.From.Row == w.To.Row: // an arc below the row
		y2, down = to.bottom(), -1
		bend = 56 * px
		p.at('M', x1, y1)
		p.at('C', x1, y1+bend, x2, y2+bend, x2, y2+headLength)
		return x2, y2, down
	case w.From.Row > w.To.Row:
		y1, y2, down = from.top, to.bottom(), -1
		bend = (y2 - y1) / 2
	}
	p.at('M', x1, y1)
	if x1 == x2 {
		p.at('V', y2-down*headLength)
	} else {
		p.at('C', x1, y1+bend, x2, y2-bend, x2, y2-down*headLength)
	}
	return x2, y2, down
}

// arrowhead draws a head that is filled for a wire that stays in its block, and hollow for one that crosses a boundary.
func arrowhead(p *pen, x, y, down int, hollow bool, ink string) {
	y -= down * px
	p.raw(`<path d="`)
	p.at('M', x, y)
	p.at('L', x-headHalf, y-down*(headLength-px))
	p.at('H', x+headHalf)
	p.raw(`Z" stroke-width="1.1" fill="`)
	if hollow {
		p.raw("#fff")
	} else {
		p.raw(ink)
	}
	p.raw(`"/>`)
}
