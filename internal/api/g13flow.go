package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/draw"
	"github.com/lanescope/lanescope/g13/inspect"
	"github.com/lanescope/lanescope/syntax"
)

// AppendDOT appends the blocks and the ways between them for Graphviz. What is found in a block stands below its instructions, and its border is thick.
func (i *G13Inspection) AppendDOT(b []byte) []byte {
	b = fmt.Appendf(b, "digraph %s {\n  node [shape=box, fontname=monospace]\n  edge [fontname=monospace]\n", quotedDOT(i.Name))
	for n := range i.Blocks {
		attributes := ""
		lines := i.boxLines(n)
		if i.foundIn(n) {
			attributes = ", penwidth=3"
		}
		b = fmt.Appendf(b, "  b%d [label=\"", n)
		for _, l := range lines {
			b = append(append(b, escapeDOT.Replace(l.text)...), `\l`...)
		}
		b = fmt.Appendf(b, "\"%s]\n", attributes)
	}
	for n := range i.Blocks {
		for _, e := range i.Blocks[n].Successors {
			b = fmt.Appendf(b, "  b%d -> b%d%s\n", n, e.To, map[string]string{
				inspect.Next: "", inspect.Jump: " [style=dashed, label=jump]", inspect.Call: " [style=bold, label=call]", inspect.Return: " [style=dotted, label=return]",
			}[e.Way])
		}
	}
	return append(b, "}\n"...)
}

var escapeDOT = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")

func quotedDOT(s string) string { return `"` + escapeDOT.Replace(syntax.Visible(s)) + `"` }

// A boxLine is a line in a box; a finding is set apart.
type boxLine struct {
	text  string
	found bool
}

// boxLines are the lines of a block.
func (i *G13Inspection) boxLines(n int) []boxLine {
	b := &i.Blocks[n]
	lines := []boxLine{{text: fmt.Sprintf("%s:  %s", i.LabelOf(b.Offset), several(b.Cycles, "cycle"))}}
	next := i.firstFound(b.Offset)
	for k := b.First; k < b.Last; k++ {
		at := &i.Instructions[k]
		lines = append(lines, boxLine{text: fmt.Sprintf("%4x  %s", at.Offset, i.text(at))})
		for ; next < len(i.Findings) && i.Findings[next].Offset <= at.Offset; next++ {
			if f := i.Findings[next]; f.Offset == at.Offset {
				lines = append(lines, boxLine{"      ! " + f.Rule, true})
			}
		}
	}
	return lines
}

// firstFound is the number of the first finding from an offset on.
func (i *G13Inspection) firstFound(offset int) int {
	n, _ := slices.BinarySearchFunc(i.Findings, offset, func(f inspect.Finding, at int) int { return f.Offset - at })
	return n
}

func (i *G13Inspection) foundIn(n int) bool {
	k := i.firstFound(i.Blocks[n].Offset)
	return k < len(i.Findings) && i.Findings[k].Offset < i.Blocks[n].End
}

// Measures of the picture, in pixels.
const (
	flowLetter  = 8  // a character of the listing
	flowLine    = 18 // from one line to the next
	flowGap     = 28 // between boxes
	flowMargin  = 16
	flowInset   = 8
	flowTrack   = 14 // from one arrow beside the boxes to the next
	mostTracks  = 24
	flowColumns = 24 // of the narrowest box
)

// A flowBox is a block's place in the picture.
type flowBox struct {
	lines       []boxLine
	top, bottom int
}

// A flowArrow is a way beside the boxes: forwards on the right, backwards on the left.
type flowArrow struct {
	from, to, track int
	way             string
}

// AppendSVG appends the picture of the blocks, one below the other, and the ways between them. It needs no font and no script, and nothing is said by colour alone; where readers prefer dark paper it is dark.
func (i *G13Inspection) AppendSVG(b []byte) []byte {
	boxes, columns, height := i.boxes()
	right, left := i.arrows()
	x := flowMargin + flowTrack*(tracks(left)+1)
	width := columns*flowLetter + 2*flowInset
	all := x + width + flowTrack*(tracks(right)+1) + flowMargin
	from := len(b)
	b = fmt.Appendf(b, `<svg xmlns="http://www.w3.org/2000/svg" class="lanescope" role="img" width="%d" height="%d" viewBox="0 0 %d %d">`+"\n", all, height, all, height)
	b = fmt.Appendf(b, "<title>%s</title><desc>%s and the ways between them: %s.</desc>\n", escapeXML(i.Name), several(len(i.Blocks), "block"), several(len(i.Findings), "finding"))
	b = fmt.Appendf(b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n"+`<g font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="13" fill="#111" xml:space="preserve">`+"\n", all, height)
	for n, box := range boxes {
		b = i.appendBox(b, n, box, x, width)
		for _, e := range i.Blocks[n].Successors {
			if e.To == n+1 && e.Way == inspect.Next {
				b = appendArrow(b, fmt.Sprintf("M%d %dV%d", x+width/2, box.bottom, boxes[n+1].top), x+width/2, boxes[n+1].top, 0, e.Way)
			}
		}
	}
	for _, a := range right {
		edge, out := x+width, x+width+flowTrack*(a.track+1)
		b = appendArrow(b, fmt.Sprintf("M%d %dH%dV%dH%d", edge, boxes[a.from].bottom-6, out, boxes[a.to].top+6, edge), edge, boxes[a.to].top+6, -1, a.way)
	}
	for _, a := range left {
		out := x - flowTrack*(a.track+1)
		b = appendArrow(b, fmt.Sprintf("M%d %dH%dV%dH%d", x, boxes[a.from].bottom-6, out, boxes[a.to].top+6, x), x, boxes[a.to].top+6, 1, a.way)
	}
	return append(draw.AppendDark(append(b, "</g>"...), from), "</svg>\n"...)
}

// boxes are the places of the blocks, how many characters the widest has, and how high the picture is.
func (i *G13Inspection) boxes() (boxes []flowBox, columns, height int) {
	columns, height = flowColumns, flowMargin
	for n := range i.Blocks {
		box := flowBox{lines: i.boxLines(n), top: height}
		for _, l := range box.lines {
			columns = max(columns, len(l.text))
		}
		box.bottom = height + flowLine*len(box.lines) + 2*flowInset
		height = box.bottom + flowGap
		boxes = append(boxes, box)
	}
	return boxes, columns, height + flowMargin - flowGap*min(len(i.Blocks), 1)
}

// arrows are the ways that are not to the box below, each on a track that no other one has where it is. There are only so many tracks, and the last one is shared.
func (i *G13Inspection) arrows() (right, left []flowArrow) {
	var busyRight, busyLeft [mostTracks]int // up to which box
	for n := range i.Blocks {
		for _, e := range i.Blocks[n].Successors {
			switch {
			case e.To == n+1 && e.Way == inspect.Next:
			case e.To > n:
				track := 0
				for track < mostTracks-1 && busyRight[track] > n {
					track++
				}
				busyRight[track] = e.To
				right = append(right, flowArrow{n, e.To, track, e.Way})
			default:
				track := 0
				for track < mostTracks-1 && busyLeft[track] > e.To {
					track++
				}
				busyLeft[track] = n + 1
				left = append(left, flowArrow{n, e.To, track, e.Way})
			}
		}
	}
	return right, left
}

func tracks(arrows []flowArrow) (n int) {
	for _, a := range arrows {
		n = max(n, a.track+1)
	}
	return n
}

// appendBox appends a block. A finding is underlined, and the border of its box is thick.
func (i *G13Inspection) appendBox(b []byte, n int, box flowBox, x, width int) []byte {
	border := 1
	if i.foundIn(n) {
		border = 3
	}
	b = fmt.Appendf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="#fff" stroke="#333" stroke-width="%d"/>`+"\n", x, box.top, width, box.bottom-box.top, border)
	for k, l := range box.lines {
		style := ""
		switch {
		case l.found:
			style = ` fill="#a40000" text-decoration="underline"`
		case k == 0:
			style = ` font-weight="bold"`
		}
		b = fmt.Appendf(b, `<text x="%d" y="%d" textLength="%d"%s>%s</text>`+"\n", x+flowInset, box.top+flowInset+flowLine*k+13, flowLetter*len(l.text), style, escapeXML(l.text))
	}
	return b
}

// appendArrow appends a way with its head at a point: downwards, or to the left or right.
func appendArrow(b []byte, path string, x, y, towards int, way string) []byte {
	style := map[string]string{inspect.Jump: ` stroke-dasharray="6 3"`, inspect.Call: ` stroke-width="2"`, inspect.Return: ` stroke-dasharray="2 3"`}[way]
	b = fmt.Appendf(b, `<path d="%s" fill="none" stroke="#333"%s><title>%s</title></path>`, path, style, way)
	switch towards {
	case 0:
		b = fmt.Appendf(b, `<path d="M%d %dl-4 -8h8z"/>`, x, y)
	default:
		b = fmt.Appendf(b, `<path d="M%d %dl%d -4v8z"/>`, x, y, -8*towards)
	}
	return append(b, '\n')
}

// escapeXML is text as XML has it.
func escapeXML(s string) string { return xmlText.Replace(syntax.Visible(s)) }

var xmlText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
