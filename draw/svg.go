package draw

// SVG is the scene for print and for pages: a document of about 1200 pixels for 64 columns, which needs no font and no
// script, and may stand inside a page of any colour. Where readers prefer dark paper it is dark.
func (s Scene) SVG() []byte { return s.AppendSVG(make([]byte, 0, 2048+192*s.cells()+640*len(s.Wires))) }

func (s *Scene) cells() int {
	n := 0
	for i := range s.Rows {
		n += len(s.Rows[i].Cells)
	}
	return n
}

// AppendSVG appends what SVG returns.
func (s Scene) AppendSVG(b []byte) []byte {
	f, p := newFrame(&s), &pen{b: b}
	f.open(p)
	f.picture(p)
	f.below(p)
	return p.b
}

// picture draws the title, the rows and the wires.
func (f *frame) picture(p *pen) {
	f.heading(p)
	f.bands(p)
	f.wires(p)
	for i := range f.rows {
		f.row(p, i)
	}
}

// below draws the legend and the notes, and ends the document.
func (f *frame) below(p *pen) {
	f.drawLegend(p)
	for i, n := range f.notes {
		f.line(p, margin, f.notesTop+(i+1)*legendLine-4*px, smallSize, n)
	}
	p.end()
}

// heading draws the title.
func (f *frame) heading(p *pen) {
	if len(f.head) == 0 {
		return
	}
	p.raw(`<g font-weight="bold">`)
	for i, line := range f.head {
		f.line(p, margin, f.headY+i*headLead, headSize, line)
	}
	p.raw("</g>\n")
}

// open begins the document. Colours are attributes and hatches are paths, because a style sheet would leak into a page, and
// an identifier would clash with the next picture's. The one style sheet that there is, at the end, is about dark paper.
func (f *frame) open(p *pen) {
	p.from = len(p.b)
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="lanescope" role="img"`)
	p.attr(` width="`, f.width)
	p.attr(` height="`, f.height)
	p.raw(` viewBox="0 0 `)
	p.length(f.width)
	p.raw(" ")
	p.length(f.height)
	p.raw("\">\n")
	title := f.s.Title
	if title == "" {
		title = "lanes"
	}
	p.element("title", title)
	p.element("desc", f.s.Desc)
	p.raw("\n<rect")
	p.attr(` width="`, f.width)
	p.attr(` height="`, f.height)
	p.raw(" fill=\"#fff\"/>\n<g font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace\" fill=\"#111\" xml:space=\"preserve\">\n")
}

// line draws a line of text that begins at x.
func (f *frame) line(p *pen, x, y, size int, s string) {
	p.raw("<text")
	p.attr(` x="`, x)
	p.attr(` y="`, y)
	p.attr(` font-size="`, size)
	p.raw(`>`)
	p.text(s)
	p.raw("</text>\n")
}

// bands shade every other block of a part of the picture, and draw the boundaries through its wires: what crosses is seen to cross.
func (f *frame) bands(p *pen) {
	for i := 0; i < len(f.rows); {
		end := i + 1
		for end < len(f.rows) && !f.s.Rows[end].Apart {
			end++
		}
		if f.block > 0 && end > i {
			f.band(p, f.rows[i].top-4*px, f.rows[end-1].bottom()+4*px)
		}
		i = end
	}
}

func (f *frame) band(p *pen, top, bottom int) {
	for column := f.block; column < f.columns; column += f.block {
		if column/f.block%2 == 1 {
			p.raw("<rect")
			p.attr(` x="`, f.x(column)-f.gap/2)
			p.attr(` y="`, top)
			p.attr(` width="`, f.x(min(column+f.block, f.columns)-1)+f.pitch-f.x(column)+f.gap)
			p.attr(` height="`, bottom-top)
			p.raw(" fill=\"#f2f2f2\"/>\n")
		}
	}
	for column := f.block; column < f.columns; column += f.block {
		p.raw(`<path d="`)
		p.at('M', f.x(column)-f.gap/2, top)
		p.at('V', bottom)
		p.raw("\" stroke=\"#444\" stroke-width=\"1.5\"/>\n")
	}
}

// row draws the label and the cells of a row.
func (f *frame) row(p *pen, i int) {
	r, row := &f.rows[i], &f.s.Rows[i]
	if r.head > 0 {
		f.heads(p, r, row)
	}
	if label := f.label(row); label != "" {
		size := labelSize
		if r.height < labelSize {
			size = r.size
		}
		f.line(p, margin, r.top+r.height/2+size*36/100, size, label)
	}
	p.raw(`<g class="row"`)
	if row.Result {
		p.raw(` data-result="`)
		p.int(row.First)
		p.raw(`"`)
	}
	p.raw(` text-anchor="middle"`)
	p.attr(` font-size="`, r.size)
	p.raw(">\n")
	for k := range row.Cells {
		if row.Cells[k].Style.sound() != Blank {
			f.drawCell(p, i, k)
		}
	}
	p.raw("</g>\n")
	if f.block == 0 && row.Block > 0 {
		f.marks(p, i)
	}
}

// heads name the columns of each block.
func (f *frame) heads(p *pen, r *rowFrame, row *Row) {
	p.raw(`<g text-anchor="middle" fill="#595959">`)
	for column := 0; column < len(row.Cells); column += f.block {
		last := min(column+f.block, len(row.Cells)) - 1
		f.line(p, (f.x(column)+f.x(last)+f.pitch)/2, r.head, blockSize, blockName(row.First+column, row.First+last))
	}
	p.raw("</g>\n")
}

// marks are the boundaries of one row, where the rows of a scene have different ones.
func (f *frame) marks(p *pen, i int) {
	r, row := &f.rows[i], &f.s.Rows[i]
	if len(row.Cells) <= row.Block {
		return
	}
	p.raw(`<path d="`)
	for k := row.Block; k < len(row.Cells); k += row.Block {
		x, _ := f.cell(i, k)
		p.at('M', x-cellInset, r.top-3*px)
		p.at('V', r.bottom()+3*px)
	}
	p.raw("\" stroke=\"#222\" stroke-width=\"2.5\"/>\n")
}
