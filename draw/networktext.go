package draw

import "strconv"

// Text is the network for a terminal, stage by stage: see Scene.Text. Wires have no room; the instructions name what they read, and a lane that crosses a boundary has an asterisk.
//
//	stage 1
//	t0 = punpckldq a, b     a0  b0  ║ a1* b1
//	t1 = punpckhdq a, b     a2* b2* ║ a3  b3
func (n Network) Text(t Terminal) []byte {
	f := &netLines{netPlan: n.plan(), page: newPage(t)}
	p := f.page
	if title := p.clean(n.Title); title != "" {
		p.words(title, 0)
		p.blank()
	}
	f.measure()
	for c := range f.columns() {
		if c > 0 {
			p.blank()
		}
		p.words(f.stageName(c), 0)
		for v := range f.maps {
			if f.column[v] == c {
				f.row(v)
			}
		}
	}
	p.legend(f.scene.explain(true), drawn{marks: true})
	for _, note := range f.scene.Notes {
		p.words(p.clean(note), 0)
	}
	return p.append(nil)
}

// netLines are the lines of a network, and the columns that all of them keep.
type netLines struct {
	*netPlan
	page    *page
	crossed map[Port]bool
	cell    int  // columns of a lane's text
	pitch   int  // from one lane to the next
	left    int  // where the lanes of a value begin
	below   bool // they have lines of their own
	line    int  // lanes of a line
}

// besideMost is up to how many columns the text of an instruction has beside the lanes.
const besideMost = 34

// measure chooses the columns.
func (f *netLines) measure() {
	f.crossed = map[Port]bool{}
	for _, w := range f.scene.Wires {
		f.crossed[w.To] = f.crossed[w.To] || w.Crossing
	}
	says, lanes := 0, 1
	for v := range f.maps {
		says, lanes = max(says, columns(f.page.clean(f.says(v)))), max(lanes, len(f.scene.Rows[v].Cells))
		for k := range f.scene.Rows[v].Cells {
			f.cell = max(f.cell, columns(f.page.signs.label(&f.scene.Rows[v].Cells[k], f.page.clean)))
		}
	}
	const indent = 6 // "  16: "
	f.left = says + 3
	f.cell = min(f.cell, f.page.width-indent-2)
	f.pitch = f.cell + 2
	if f.below = says > besideMost || f.left+f.wide(lanes) > f.page.width; f.below {
		f.left = indent
	}
	for f.line = lanes; f.line > 1 && f.left+f.wide(f.line) > f.page.width; {
		f.line = powerOfTwo(f.line - 1)
	}
}

// wide is how many columns so many lanes take.
func (f *netLines) wide(lanes int) int {
	n := lanes * f.pitch
	if f.block > 0 && lanes > 0 {
		n += (lanes - 1) / f.block * 2
	}
	return n
}

// row puts a value on new lines.
func (f *netLines) row(v int) {
	p, cells := f.page, f.scene.Rows[v].Cells
	y := len(p.lines)
	p.print(0, y, elide(p.clean(f.says(v)), p.width, p.signs.mark), 0)
	if f.below {
		y++
	}
	for first := 0; first < len(cells); first += f.line {
		if number := strconv.Itoa(first) + ":"; f.line < len(cells) {
			p.print(max(f.left-1-len(number), 0), y, number, 0)
		}
		for k := first; k < min(first+f.line, len(cells)); k++ {
			x := f.left + f.wide(k-first)
			if f.block > 0 && (k-first)%f.block == 0 && k > first {
				p.set(x, y, p.signs.thick, 0)
				x += 2
			}
			text := elide(p.signs.label(&cells[k], p.clean), f.cell, p.signs.mark)
			p.print(x, y, text, cells[k].Ink)
			if f.crossed[Port{v, k}] {
				p.print(x+columns(text), y, p.signs.crossed, 0)
			}
		}
		y++
	}
}
