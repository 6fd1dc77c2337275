package draw

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// TestGeometry draws random maps of all sizes and reads the pictures back.
func TestGeometry(t *testing.T) {
	r := chance.Random(t, 0)
	for i := range 120 {
		m := randomMap(r, 1+r.IntN(64), 1+i%4)
		s := Wires(m, Options{})
		sheet := readSheet(t, s.SVG())
		sheet.check(t)
		sheet.compare(t, &s, m)
		if t.Failed() {
			t.Fatalf("%v", m)
		}
	}
	for _, g := range pictures {
		m := parse(t, g.text)
		s := Wires(m, Options{})
		sheet := readSheet(t, s.SVG())
		sheet.check(t)
		sheet.compare(t, &s, m)
	}
}

// compare reads the map out of the picture: every wire says what it connects, connects it, and together they are the map.
func (s *sheet) compare(t *testing.T, scene *Scene, m lane.Map) {
	t.Helper()
	wired := map[int]bool{}
	for _, w := range s.wires {
		from, to := port(t, scene, w.from), s.cells[w.to]
		token, at, ok := strings.Cut(strings.SplitN(w.title, " (", 2)[0], " -> lane ")
		i, err := strconv.Atoi(at)
		if !ok || err != nil || wired[i] {
			t.Fatalf("the wire %q", w.title)
		}
		wired[i] = true
		if read := scene.Rows[from.Row].Label + s.cells[w.from].text; read != token || to.text != token || m.Lane[i].Text(i, m.Bits) != token {
			t.Errorf("the wire %q leads from %s to the cell %s; lane %d is %s", w.title, read, to.text, i, m.Lane[i].Text(i, m.Bits))
		}
		if w.crossing != crosses(m, i) {
			t.Errorf("the wire %q: crossing %v", w.title, w.crossing)
		}
	}
	for i, l := range m.Lane {
		moves := l.Kind == lane.Source || l.Kind == lane.Old && l.Index != i
		if moves != wired[i] {
			t.Errorf("lane %d is %s: wired %v", i, l.Text(i, m.Bits), wired[i])
		}
	}
}

// crosses is the meaning of a dashed wire, said in bits: the default boundary lies between lane i and what it reads.
func crosses(m lane.Map, i int) bool {
	bits := len(m.Lane) * m.Bits
	for _, n := range m.Src {
		bits = max(bits, n*m.Bits)
	}
	block := 128
	if bits <= 128 {
		block = 64
	}
	return m.Lane[i].Index*m.Bits/block != i*m.Bits/block
}

func port(t *testing.T, s *Scene, at string) Port {
	row, cell, _ := strings.Cut(at, ".")
	r, err1 := strconv.Atoi(row)
	c, err2 := strconv.Atoi(cell)
	if p := (Port{r, c}); err1 == nil && err2 == nil && s.cell(p) != nil {
		return p
	}
	t.Fatalf("%q is no cell", at)
	return Port{}
}

var hostile = []string{
	"", "<", "a<b>&\"'", "]]>", "&amp;", "<!--", "\x00\x01\x1b[31m", "\xff\xfe", "\u202eabc", "line\nline\ttab", "e\u0301\u0301\u0301",
	"日本語のラベル", "👩‍💻", "\ufffe\uffff", "</svg><script>alert(1)</script>", strings.Repeat("long ", 100), strings.Repeat("w", 300), "  ",
}

// hostileScene has every style, every kind of wire, and texts and numbers that nobody should use.
func hostileScene(r *rand.Rand) Scene {
	text := func() string { return hostile[r.IntN(len(hostile))] }
	s := Scene{Title: text(), Desc: text(), Boundary: text(), Notes: []string{text(), text()}}
	for range r.IntN(5) {
		row := Row{Label: text(), Block: r.IntN(7) - 1, Apart: r.IntN(3) == 0, Again: r.IntN(5) == 0, Result: r.IntN(3) == 0}
		for range r.IntN(20) {
			row.Cells = append(row.Cells, Cell{Text: text(), Title: text(), Source: text(), Style: Style(r.IntN(int(numStyles) + 2)), Ink: r.IntN(12) - 2, Span: r.IntN(5) - 1})
		}
		s.Rows = append(s.Rows, row)
	}
	for range r.IntN(30) {
		port := func() Port { return Port{r.IntN(7) - 1, r.IntN(22) - 1} }
		s.Wires = append(s.Wires, Wire{From: port(), To: port(), Crossing: r.IntN(2) == 0, Text: text()})
	}
	return s
}

func TestHostileLabels(t *testing.T) {
	r := chance.Random(t, 0)
	for range 300 {
		s := hostileScene(r)
		svg := s.SVG()
		if !utf8.Valid(svg) {
			t.Fatalf("invalid UTF-8: %q", svg)
		}
		sheet := readSheet(t, svg)
		for i, a := range sheet.texts {
			if !sheet.area.holds(a.area) {
				t.Fatalf("%q lies outside of the picture", a.s)
			}
			for _, b := range sheet.texts[i+1:] {
				if a.overlaps(b.area) {
					t.Fatalf("%q at %v and %q at %v overlap", a.s, a.area, b.s, b.area)
				}
			}
		}
	}
}

// TestBounded holds what a map may cost that no picture can hold.
func TestBounded(t *testing.T) {
	wide := lane.Identity(8, lane.MaxLanes)
	many := lane.Map{Bits: 1, Lane: make([]lane.Lane, lane.MaxLanes)}
	for k := range lane.MaxSrc {
		many.Src = append(many.Src, lane.MaxLanes)
		many.Lane[k] = lane.From(k, lane.MaxLanes-1-k)
	}
	long := lane.Map{Bits: lane.MaxBits, Lane: []lane.Lane{lane.Fixed(lane.Ones(lane.MaxBits - 1))}}
	for _, m := range []lane.Map{wide, many, long, {}, {Bits: -1, Src: []int{-4}}} {
		s := Wires(m, Options{})
		svg, txt := s.SVG(), s.Text(Terminal{})
		readSheet(t, svg).check(t)
		if len(svg) > 1<<20 || len(txt) > 1<<18 {
			t.Errorf("%d bytes of SVG, %d of text", len(svg), len(txt))
		}
		if m.Check() == nil && len(m.Lane) > 512 && (!strings.Contains(strings.Join(s.Notes, " "), "more")) {
			t.Errorf("nothing says that lanes are missing: %q", s.Notes)
		}
	}
}

// TestBoundary holds which boundaries are marked, and that a picture without them says why.
func TestBoundary(t *testing.T) {
	for _, c := range []struct {
		text     string
		block    int
		want     string
		crossing int
	}{
		{"i32x4 -> a2 a1 a0 a3", 0, "a 64-bit boundary", 2},
		{"i32x8 -> a2 a1 a0 a3 a4 a5 a6 a0", 0, "a 128-bit boundary", 1},
		{"i32x8 -> a2 a1 a0 a3 a4 a5 a6 a0", 64, "a 64-bit boundary", 3},
		{"i32x8 -> a2 a1 a0 a3 a4 a5 a6 a0", 256, "", 0},
		{"i32x8 -> a2 a1 a0 a3 a4 a5 a6 a0", -1, "", 0},
		{"i32x2 -> a1 a0", 0, "", 0},
		{"i256x2 -> a1 a0", 0, "a 256-bit boundary", 2},
		{"i24x8 -> a7 a6 a5 a4 a3 a2 a1 a0", 0, "lanes of 24 bits straddle 128-bit boundaries: no crossing is marked", 0},
	} {
		s := Wires(parse(t, c.text), Options{Block: c.block})
		crossing, _ := s.crossings()
		if got := s.Boundary + strings.Join(s.Notes, ""); got != c.want || crossing != c.crossing {
			t.Errorf("%s at %d: %q, %d wires cross", c.text, c.block, got, crossing)
		}
	}
}

func TestAccessible(t *testing.T) {
	svg := string(Wires(parse(t, "i32x4 i32x4 -> a0 b0 z a1"), Options{}).SVG())
	for _, want := range []string{
		`role="img"`, "<title>i32x4 i32x4 -&gt; a0 b0 z a1</title>",
		"<desc>i32x4 i32x4 -&gt; i32x4. The result, lane 0 first: a0 b0 z a1. 1 of 3 wires cross a 64-bit boundary.</desc>",
		"<title>a1 -&gt; lane 3 (crosses a 64-bit boundary)</title>",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	for _, never := range []string{"<script", " style=", " id=", "href", "url("} {
		if strings.Contains(svg, never) {
			t.Errorf("%s in\n%s", never, svg)
		}
	}
}

// TestStylesDiffer holds that no two styles of lanes look alike in black and white.
func TestStylesDiffer(t *testing.T) {
	seen := map[paint]Style{}
	for style := Lane; style < Index; style++ {
		p := paints[style]
		p.fill, p.text = "", ""
		p.border = regexp.MustCompile(` stroke="#[0-9a-f]*"`).ReplaceAllString(p.border, "")
		if other, ok := seen[p]; ok {
			t.Errorf("styles %d and %d differ by colour alone", other, style)
		}
		seen[p] = style
	}
}

func BenchmarkSVG64(b *testing.B) {
	s := Wires(parse(b, pictures[10].text), Options{})
	buf := s.SVG()
	b.ReportAllocs()
	b.SetBytes(int64(len(buf)))
	for b.Loop() {
		buf = s.AppendSVG(buf[:0])
	}
}

func BenchmarkWiresSVG64(b *testing.B) {
	m := parse(b, pictures[10].text)
	b.ReportAllocs()
	for b.Loop() {
		Wires(m, Options{}).SVG()
	}
}

func BenchmarkText16(b *testing.B) {
	s := Wires(parse(b, pictures[6].text), Options{})
	b.ReportAllocs()
	for b.Loop() {
		s.Text(Terminal{})
	}
}
