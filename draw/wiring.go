package draw

import "strconv"

// A wiring is a scene whose wires a terminal can draw: every wire runs between neighbouring rows, all rows fit side by side.
//
//	┌───┬───┐
//	│ 0 │ 1 │    a cell is pitch columns wide, its left border included;
//	└┬──┴┬──┘    wires leave from one column of it …
//	 └─┐ │
//	 ┌─┼─┘
//	┌▼─┴─▽┬─    … and arrive in another, so that no two wires want the same column
type wiring struct {
	s        *Scene
	p        *page
	left     int // where column 0 begins
	pitch    int
	out, in  int       // where in a column wires leave and arrive
	channels []channel // the one above each row
}

// newWiring says with ok whether the scene can be drawn with its wires.
func newWiring(s *Scene, p *page) (w *wiring, ok bool) {
	w = &wiring{s: s, p: p, channels: make([]channel, len(s.Rows))}
	labels := 0
	for i := range s.Rows {
		r := &s.Rows[i]
		if len(r.Cells) > lanesMost {
			return nil, false
		}
		labels = max(labels, columns(elide(p.clean(r.Label), labelMost, p.signs.mark)))
	}
	if labels > 0 {
		w.left = labels + 2
	}
	room := (p.width - w.left - 1) / max(s.columns(), 1)
	long := w.longest(false)
	if long+1 > room {
		long = w.longest(true)
	}
	w.pitch = min(max(long+3, 5), room)
	if w.pitch < max(long+1, 4) {
		return nil, false
	}
	w.out = w.pitch/2 - 1
	w.in = w.out + 2
	return w, w.collect()
}

// longest is the number of columns that the longest label needs. Constants can be brief: a few long ones must not cost the picture its
// wires, for a footnote can say them. What stands elsewhere can be brief as well.
func (w *wiring) longest(brief bool) int {
	const least = 3
	long := 1
	for i := range w.s.Rows {
		for k := range w.s.Rows[i].Cells {
			c := &w.s.Rows[i].Cells[k]
			n := columns(w.p.signs.label(c, w.p.clean))
			if brief && (c.Style == Const || c.Style == Elsewhere) {
				n = min(n, least)
			}
			span := c.span()
			long = max(long, (n-span)/span+1) // the borders between its columns are its own
		}
	}
	return long
}

// footnotes say what did not fit into its cell.
func (w *wiring) footnotes() {
	for i := range w.s.Rows {
		r := &w.s.Rows[i]
		for k := range r.Cells {
			c := &r.Cells[k]
			if text := w.p.signs.label(c, w.p.clean); !r.Again && columns(text) > c.span()*w.pitch-1 {
				w.p.words(elide(w.p.clean(r.Label), labelMost, w.p.signs.mark)+" "+strconv.Itoa(r.First+k)+" = "+text, 2)
			}
		}
	}
}

// collect gives every wire to its channel and routes them; it fails for what cannot be drawn in tracks.
func (w *wiring) collect() bool {
	for i := range w.s.Wires {
		wire := &w.s.Wires[i]
		from := w.s.cell(wire.From)
		if from == nil || w.s.cell(wire.To) == nil {
			continue
		}
		row, up := wire.To.Row, false
		switch wire.To.Row - wire.From.Row {
		case 1:
		case -1:
			row, up = wire.From.Row, true
		default:
			return false
		}
		c := &w.channels[row]
		if len(c.nets) > 0 && c.up != up {
			return false
		}
		c.up = up
		if !c.add(w.column(wire.From)*w.pitch, w.column(wire.To)*w.pitch, wire.Crossing, from.Ink) {
			return false
		}
	}
	for i := range w.channels {
		if !w.channels[i].route(w.left+w.out, w.left+w.in) {
			return false
		}
	}
	return true
}

// column is the column of a cell in which its wires begin and end.
func (w *wiring) column(at Port) int {
	r := &w.s.Rows[at.Row]
	return r.column(at.Cell) + (r.Cells[at.Cell].span()-1)/2
}

// draw puts the rows on the page, one below the other.
func (w *wiring) draw() {
	open := false // the row above ended with a border that is also the next one's top
	for i := range w.s.Rows {
		r := &w.s.Rows[i]
		if i > 0 && r.Apart {
			w.p.blank()
			open = false
		}
		c := &w.channels[i]
		if len(c.nets) > 0 {
			w.leave(c, i)
			c.draw(w.p)
			open = false
		}
		if r.ruler() {
			w.ruler(r)
			continue
		}
		if !open || len(r.Cells) > len(w.s.Rows[i-1].Cells) {
			w.border(r, &w.p.signs.top)
		}
		if len(c.nets) > 0 {
			w.arrive(c, i)
		}
		w.row(r)
		w.border(r, &w.p.signs.bottom)
		open = true
	}
}

// border draws one border of a row on a new line.
func (w *wiring) border(r *Row, signs *[5]rune) {
	y, x := len(w.p.lines), w.left
	for k := range r.Cells {
		sign := signs[1]
		switch {
		case k == 0:
			sign = signs[0]
		case r.Block > 0 && k%r.Block == 0:
			sign = signs[2]
		}
		w.p.set(x, y, sign, 0)
		end := x + r.Cells[k].span()*w.pitch
		for x++; x < end; x++ {
			w.p.set(x, y, signs[4], 0)
		}
	}
	if len(r.Cells) > 0 {
		w.p.set(x, y, signs[3], 0)
	}
}

// row draws the label and the cells of a row on a new line.
func (w *wiring) row(r *Row) {
	p, y, x := w.p, len(w.p.lines), w.left
	p.blank()
	p.print(0, y, elide(p.clean(r.Label), labelMost, p.signs.mark), 0)
	for k := range r.Cells {
		c := &r.Cells[k]
		side := p.signs.side
		if k > 0 && r.Block > 0 && k%r.Block == 0 {
			side = p.signs.thick
		}
		p.set(x, y, side, 0)
		width := c.span()*w.pitch - 1
		if fill := p.signs.fill[c.Style.sound()]; fill != 0 {
			for i := range width {
				p.set(x+1+i, y, fill, 0)
			}
		}
		text := elide(p.signs.label(c, p.clean), width, p.signs.mark)
		p.print(x+1+(width-columns(text))/2, y, text, c.Ink)
		x += width + 1
	}
	if len(r.Cells) > 0 {
		p.set(x, y, p.signs.side, 0)
	}
}

// ruler draws numbers of columns, without boxes.
func (w *wiring) ruler(r *Row) {
	y, x := len(w.p.lines), w.left
	w.p.blank()
	w.p.print(0, y, elide(w.p.clean(r.Label), labelMost, w.p.signs.mark), 0)
	for k := range r.Cells {
		width := r.Cells[k].span()*w.pitch - 1
		text := elide(w.p.clean(r.Cells[k].Text), width, w.p.signs.mark)
		w.p.print(x+1+(width-columns(text))/2, y, text, 0)
		x += width + 1
	}
}

// leave and arrive mark the ends of the wires of the channel above row i, in the border above it, which is drawn, and in the
// one below.
func (w *wiring) leave(c *channel, i int) { w.ends(c, len(w.p.lines)-1, !c.up) }

func (w *wiring) arrive(c *channel, i int) { w.ends(c, len(w.p.lines)-1, c.up) }

func (w *wiring) ends(c *channel, y int, outside bool) {
	signs := w.p.signs
	out, to := signs.outDown, signs.toDown
	if c.up {
		out, to = signs.outUp, signs.toUp
	}
	for i := range c.nets {
		n := &c.nets[i]
		if outside {
			w.p.set(n.x, y, out, n.ink)
			continue
		}
		for _, d := range n.drops {
			w.p.set(d.x, y, to[dash(d.crossing)], n.ink)
		}
	}
}
