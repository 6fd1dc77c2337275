package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

// A sheet is an SVG picture read back: what stands where, from the document alone.
type sheet struct {
	area   area
	texts  []text
	boxes  []area                // borders of cells and swatches
	cells  map[string]*sheetCell // by row.cell
	wires  []sheetWire
	titles []string
}

type area struct{ x1, y1, x2, y2 float64 }

func (a area) overlaps(b area) bool {
	return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2
}

func (a area) holds(b area) bool {
	const slack = 0.001
	return b.x1 >= a.x1-slack && b.y1 >= a.y1-slack && b.x2 <= a.x2+slack && b.y2 <= a.y2+slack
}

type text struct {
	area
	s    string
	cell string // the cell that it labels, or ""
}

type sheetCell struct {
	border area
	text   string
}

type sheetWire struct {
	from, to, title  string
	crossing, dashed bool
	path             [][2]float64 // all its points, handles included
	head             [2]float64
}

// readSheet fails the test if the document is not XML, or holds what this test does not know.
func readSheet(t *testing.T, svg []byte) *sheet {
	t.Helper()
	r := &sheetReader{t: t, sheet: &sheet{cells: map[string]*sheetCell{}}}
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return r.sheet
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			r.start(token)
		case xml.CharData:
			r.data += string(token)
		case xml.EndElement:
			r.end(token.Name.Local)
		}
	}
}

type sheetReader struct {
	t     *testing.T
	sheet *sheet
	stack []map[string]string // attributes, inherited ones included
	data  string
	moved [2]float64 // where the panel stands that is read
}

func (r *sheetReader) get(name string) string { return r.stack[len(r.stack)-1][name] }

func (r *sheetReader) number(name string) float64 {
	v, err := strconv.ParseFloat(r.get(name), 64)
	if err != nil {
		r.t.Fatalf("%s: %v", name, err)
	}
	return v
}

func (r *sheetReader) start(e xml.StartElement) {
	attrs := map[string]string{}
	if len(r.stack) > 0 {
		for _, name := range []string{"font-size", "text-anchor", "class", "data-at", "data-from"} {
			attrs[name] = r.get(name)
		}
	}
	for _, a := range e.Attr {
		attrs[a.Name.Local] = a.Value
	}
	r.stack, r.data = append(r.stack, attrs), ""
	s := r.sheet
	switch e.Name.Local {
	case "svg":
		s.area = area{0, 0, r.number("width"), r.number("height")}
	case "g":
		switch {
		case attrs["transform"] != "":
			if _, err := fmt.Sscanf(attrs["transform"], "translate(%f %f)", &r.moved[0], &r.moved[1]); err != nil {
				r.t.Fatal(err)
			}
		case strings.HasPrefix(attrs["class"], "wire") && attrs["data-to"] != "":
			s.wires = append(s.wires, sheetWire{from: attrs["data-from"], to: attrs["data-to"], crossing: attrs["class"] == "wire crossing"})
		case attrs["class"] == "cell":
			s.cells[attrs["data-at"]] = &sheetCell{}
		}
	case "rect":
		r.rect()
	case "path":
		r.path()
	}
}

func (r *sheetReader) rect() {
	if r.get("stroke") == "" {
		return // the ground, a band, or what clears a hatch
	}
	x, y := r.number("x")+r.moved[0], r.number("y")+r.moved[1]
	a := area{x, y, x + r.number("width"), y + r.number("height")}
	if at := r.get("data-at"); at == "" {
		r.sheet.boxes = append(r.sheet.boxes, a)
	} else if c := r.sheet.cells[at]; c.border == (area{}) {
		c.border = a
		r.sheet.boxes = append(r.sheet.boxes, a)
	} else if !c.border.holds(a) {
		r.t.Fatalf("the inner border of %s lies outside", at)
	}
}

// path reads the paths of a wire: the wire and its head.
func (r *sheetReader) path() {
	if r.get("data-from") == "" {
		return
	}
	w := &r.sheet.wires[len(r.sheet.wires)-1]
	points := pathPoints(r.t, r.get("d"))
	for i := range points {
		points[i][0] += r.moved[0]
		points[i][1] += r.moved[1]
	}
	switch {
	case r.get("fill") != "":
		w.head = points[0]
		w.path = append(w.path, points...)
	default:
		w.path = points
		w.dashed = r.get("stroke-dasharray") != ""
	}
}

func pathPoints(t *testing.T, d string) (points [][2]float64) {
	var last [2]float64
	for len(d) > 0 && d[0] != 'Z' {
		n := 1 + strings.IndexAny(d[1:]+"Z", "MLHVCZ")
		var v []float64
		for _, f := range strings.Fields(d[1:n]) {
			x, err := strconv.ParseFloat(f, 64)
			if err != nil {
				t.Fatalf("path %s: %v", d, err)
			}
			v = append(v, x)
		}
		switch d[0] {
		case 'H':
			v = []float64{v[0], last[1]}
		case 'V':
			v = []float64{last[0], v[0]}
		}
		for ; len(v) > 1; v = v[2:] {
			last = [2]float64{v[0], v[1]}
			points = append(points, last)
		}
		d = d[n:]
	}
	return points
}

func (r *sheetReader) end(name string) {
	switch name {
	case "text":
		r.text()
	case "title":
		if r.get("data-from") != "" {
			r.sheet.wires[len(r.sheet.wires)-1].title = r.data
		}
		r.sheet.titles = append(r.sheet.titles, r.data)
	}
	if r.get("transform") != "" {
		r.moved = [2]float64{}
	}
	r.stack, r.data = r.stack[:len(r.stack)-1], ""
}

// text measures a text: 0.602 em a column, which is what DejaVu Sans Mono takes and the widest of the fonts that the picture asks for.
func (r *sheetReader) text() {
	size, x, y := r.number("font-size"), r.number("x")+r.moved[0], r.number("y")+r.moved[1]
	width := 0.602 * size * float64(columns(r.data))
	if r.get("text-anchor") == "middle" {
		x -= width / 2
	}
	at := r.get("data-at")
	r.sheet.texts = append(r.sheet.texts, text{area{x, y - 0.76*size, x + width, y + 0.22*size}, r.data, at})
	if c := r.sheet.cells[at]; c != nil {
		c.text += r.data
	}
}

// check holds the geometry that every picture has: nothing outside, no two labels over one another, labels of cells inside their
// borders and all others outside of every border, wires over no label.
func (s *sheet) check(t *testing.T) {
	t.Helper()
	for i, a := range s.texts {
		if !s.area.holds(a.area) {
			t.Errorf("%q at %v lies outside of the picture %v", a.s, a.area, s.area)
		}
		for _, b := range s.texts[i+1:] {
			if a.overlaps(b.area) {
				t.Errorf("%q at %v and %q at %v overlap", a.s, a.area, b.s, b.area)
			}
		}
		if c := s.cells[a.cell]; c != nil && c.border != (area{}) {
			inner := area{c.border.x1, c.border.y1 + 3, c.border.x2, c.border.y2 - 3} // constants have a second border
			if !inner.holds(a.area) {
				t.Errorf("%q at %v does not lie in its cell %v", a.s, a.area, c.border)
			}
			continue
		}
		for _, b := range s.boxes {
			if a.overlaps(b) && !(a.s == "." && b.holds(a.area)) { // the full stop is the sign of a swatch
				t.Errorf("%q at %v touches the border %v", a.s, a.area, b)
			}
		}
	}
	for i, a := range s.boxes {
		if !s.area.holds(a) {
			t.Errorf("the border %v lies outside of the picture %v", a, s.area)
		}
		for _, b := range s.boxes[i+1:] {
			if a.overlaps(b) && !a.holds(b) { // a swatch has a second border inside
				t.Errorf("the borders %v and %v overlap", a, b)
			}
		}
	}
	for _, w := range s.wires {
		w.check(t, s)
	}
}

// check relies on a Bézier curve lying in the hull of its points.
func (w *sheetWire) check(t *testing.T, s *sheet) {
	t.Helper()
	hull := area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range w.path {
		hull = area{min(hull.x1, p[0]), min(hull.y1, p[1]), max(hull.x2, p[0]), max(hull.y2, p[1])}
	}
	if !s.area.holds(hull) {
		t.Errorf("the wire %s -> %s lies outside of the picture", w.from, w.to)
	}
	for _, b := range s.boxes {
		if hull.overlaps(b) {
			t.Errorf("the wire %s -> %s runs over the border %v", w.from, w.to, b)
		}
	}
	for _, b := range s.texts {
		if hull.overlaps(b.area) {
			t.Errorf("the wire %s -> %s runs over %q", w.from, w.to, b.s)
		}
	}
	if !touches(s.cells[w.from], w.path[0]) || !touches(s.cells[w.to], w.head) {
		t.Errorf("the wire %s -> %s does not begin and end there", w.from, w.to)
	}
	if w.crossing != w.dashed {
		t.Errorf("the wire %s -> %s: crossing %v, dashed %v", w.from, w.to, w.crossing, w.dashed)
	}
}

// touches says whether a point lies in the middle of the upper or lower border of a cell.
func touches(c *sheetCell, p [2]float64) bool {
	const near = 1.5
	return c != nil && math.Abs(p[0]-(c.border.x1+c.border.x2)/2) < near &&
		(math.Abs(p[1]-c.border.y1) < near || math.Abs(p[1]-c.border.y2) < near)
}
