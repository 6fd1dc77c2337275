package draw

import "strconv"

// A legendItem explains one sign: a style, or one of the two kinds of wires.
type legendItem struct {
	style Style
	wire  int // 0 for a style, 1 for a wire that stays in its block, 2 for one that crosses
	text  string
	x, y  int
}

// explain lists the signs that a scene uses, and how often wires have theirs if they are counted. Wires need no word while all are alike.
func (s *Scene) explain(counted bool) []legendItem {
	var items []legendItem
	number := func(n int) string {
		if !counted {
			return ""
		}
		return ": " + strconv.Itoa(n)
	}
	if crossing, all := s.crossings(); s.Boundary != "" && all > 0 {
		if all > crossing {
			items = append(items, legendItem{wire: 1, text: "stays in its block" + number(all-crossing)})
		}
		if crossing > 0 {
			items = append(items, legendItem{wire: 2, text: "crosses " + clean(s.Boundary) + number(crossing)})
		}
	}
	for style, used := range s.styles() {
		if used && meanings[style] != "" {
			items = append(items, legendItem{style: Style(style), text: meanings[style]})
		}
	}
	return items
}

const swatch = 26 * px

// layLegend places the legend from y on, and returns where it ends.
func (f *frame) layLegend(y int) int {
	f.legend = f.s.explain(!f.uncounted)
	x, room := margin, f.width-2*margin
	for i := range f.legend {
		item := &f.legend[i]
		item.text = elide(item.text, fits(room-swatch, smallSize), "…")
		width := swatch + textWidth(columns(item.text), smallSize)
		if x > margin && x+width > f.width-margin {
			x, y = margin, y+legendLine+4*px
		}
		item.x, item.y = x, y
		x += width + 18*px
	}
	if len(f.legend) > 0 {
		y += legendLine + 6*px
	}
	return y
}

func (f *frame) drawLegend(p *pen) {
	p.raw("<g class=\"legend\">\n")
	for i := range f.legend {
		item := &f.legend[i]
		if item.wire == 0 {
			box(p, item.style, 0, rectangle{item.x + px, item.y + px, 17 * px, 14 * px})
			if item.style == Old {
				f.line(p, item.x+6*px, item.y+11*px, smallSize, ".")
			}
		} else {
			item.sample(p)
		}
		f.line(p, item.x+swatch, item.y+12*px, smallSize, item.text)
	}
	p.raw("</g>\n")
}

// sample draws a short wire from left to right.
func (item *legendItem) sample(p *pen) {
	x, y := item.x, item.y+8*px
	p.raw(`<g stroke="#333"><path d="`)
	p.at('M', x, y)
	p.at('H', x+13*px)
	p.raw(`" stroke-width="1.9"`)
	fill := plain
	if item.wire == 2 {
		p.raw(` stroke-dasharray="5 3"`)
		fill = "#fff"
	}
	p.raw(`/><path d="`)
	p.at('M', x+20*px, y)
	p.at('L', x+13*px, y-headHalf)
	p.at('V', y+headHalf)
	p.raw(`Z" stroke-width="1.1" fill="`)
	p.raw(fill)
	p.raw("\"/></g>\n")
}
