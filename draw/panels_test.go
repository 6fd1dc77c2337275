package draw

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// randomPanels are steps of a program that need not follow one another, over names of all kinds.
func randomPanels(r *rand.Rand) Panels {
	names := []string{"", "a", "v", "%hi", "xmm0", "xmm12", "%vec.init.sroa", "r4", "日本"}
	p := Panels{Title: "the program"}
	for k := range 1 + r.IntN(9) {
		m := randomMap(r, []int{1, 2, 4, 8, 16, 32}[r.IntN(6)], 1+r.IntN(3))
		o := Options{To: names[r.IntN(len(names))], Title: fmt.Sprintf("%d  a line of it, which may be too long for a title", k+1)}
		for range m.Src {
			o.Names = append(o.Names, names[r.IntN(len(names))])
		}
		p.Panel = append(p.Panel, Wires(m, o))
	}
	return p
}

// Panels have the geometry of every picture, and stand within the page: beside one another where two have room, and never wider than it unless one alone is.
func TestPanelsGeometry(t *testing.T) {
	r := chance.Random(t, 0)
	for range 60 {
		p := randomPanels(r)
		p.Width = []int{0, 420, 800, 2000}[r.IntN(4)]
		s := readSheet(t, p.SVG())
		s.check(t)
		widest := 0
		for i := range p.Panel {
			widest = max(widest, newBody(&p.Panel[i], room{paperWidth(p.Width) - 2*margin, panelLeast, minPitch, titleLines}).width)
		}
		if most := max(paperWidth(p.Width), widest+2*margin); s.area.x2*px > float64(most) {
			t.Errorf("%v pixels wide; the page has %d", s.area.x2, most/px)
		}
		cells := 0
		for i := range p.Panel {
			for k := range p.Panel[i].Rows {
				for _, c := range p.Panel[i].Rows[k].Cells {
					if c.Style.sound() != Blank {
						cells++
					}
				}
			}
		}
		if len(s.cells) != cells {
			t.Errorf("%d cells have places of their own, of %d", len(s.cells), cells)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// Two small steps stand side by side, and eight steps of 32 lanes are no column of thousands of pixels.
func TestPanelsSideBySide(t *testing.T) {
	four := Wires(parse(t, "i32x4 -> a3 a2 a1 a0"), Options{Title: "1"})
	two := Panels{Panel: []Scene{four, four}}
	one := Panels{Panel: []Scene{four}}
	if a, b := readSheet(t, two.SVG()).area, readSheet(t, one.SVG()).area; a.y2 != b.y2 || a.x2 <= b.x2 {
		t.Errorf("two panels take %v, one takes %v", a, b)
	}
	two.Width = 420
	if a, b := readSheet(t, two.SVG()).area, readSheet(t, one.SVG()).area; a.y2 <= b.y2 {
		t.Errorf("on a narrow page two panels take %v, one takes %v", a, b)
	}
	wide := Wires(parse(t, "i8x32 i8x32 ->"+series(32, func(i int) string { return "ab"[i&1:i&1+1] + number(i/2) })), Options{Names: []string{"%t0", "%t1"}})
	var many Panels
	for range 9 {
		many.Panel = append(many.Panel, wide)
	}
	if a := readSheet(t, many.SVG()).area; a.y2 > 2400 || a.x2 > 1200 {
		t.Errorf("nine panels of 32 lanes take %v", a)
	}
	if out := string(two.Text(Terminal{Width: 80})); strings.Count(out, "out") != 2 || !strings.Contains(out, "1    ") {
		t.Errorf("not side by side:\n%s", out)
	}
	lines := func(width int) int { return strings.Count(string(two.Text(Terminal{Width: width})), "\n") }
	if lines(80) >= lines(40) {
		t.Errorf("%d lines of 80 columns, %d of 40", lines(80), lines(40))
	}
}

// The terminal's width holds for panels, whatever they hold.
func TestPanelsLines(t *testing.T) {
	r := chance.Random(t, 0)
	for range 150 {
		p := randomPanels(r)
		for range r.IntN(3) {
			p.Panel = append(p.Panel, hostileScene(r))
		}
		term := Terminal{Width: r.IntN(240), ASCII: r.IntN(2) == 0}
		checkLines(t, p.Text(term), term)
	}
}

// A cell says its lane by the name that the row of the lane has; where it has the letter, the row says which name that is.
func TestCellsNameTheirRows(t *testing.T) {
	r := chance.Random(t, 0)
	for range 200 {
		for _, s := range randomPanels(r).Panel {
			for _, s := range []Scene{s, s.brief()} {
				for _, w := range s.Wires {
					row := &s.Rows[w.From.Row]
					name, _, _ := strings.Cut(row.Label, "=")
					name = strings.TrimLeft(name, "%@")
					index := strconv.Itoa(row.First + w.From.Cell)
					if got := s.cell(w.To).Text; got != name+index && got != name+":"+index {
						t.Fatalf("the cell %q reads lane %s of row %q", got, index, row.Label)
					}
				}
			}
		}
	}
}

func TestNamesInCells(t *testing.T) {
	for _, c := range []struct{ name, label, brief, text string }{
		{"", "b", "", "b1"},
		{"b", "b", "", "b1"},
		{"%b", "%b", "", "b1"},
		{"hi", "hi", "b=hi", "hi1"},
		{"%hi", "%hi", "b=%hi", "hi1"},
		{"xmm1", "xmm1", "b=xmm1", "xmm1:1"},
		{"%1", "%1", "b=%1", "1:1"},
		{"%vecinit", "b=%vecinit", "", "b1"},
	} {
		s := Wires(parse(t, "i32x2 i32x2 -> a0 b1"), Options{Names: []string{"", c.name}})
		row, cell := s.Rows[2], s.Rows[1].Cells[1]
		if row.Label != c.label || row.Brief != c.brief || cell.Text != c.text || c.brief != "" && cell.Brief != "b1" {
			t.Errorf("%q: row %q or %q, cell %q or %q", c.name, row.Label, row.Brief, cell.Text, cell.Brief)
		}
	}
}

// Colours of lanes are those that the caller gives.
func TestInks(t *testing.T) {
	s := Wires(parse(t, "i32x2 i32x2 -> a1 b0"), Options{Inks: [][]int{{3, 4}}})
	if out := s.Rows[1].Cells; out[0].Ink != 4 || out[1].Ink != 2 || s.Rows[0].Cells[1].Ink != 4 {
		t.Errorf("%+v", s.Rows)
	}
}

// Numbers of two digits stand in one line, in cells however narrow.
func TestDigitsLie(t *testing.T) {
	s := Wires(parse(t, "i8x32 -> a31"+strings.Repeat(" a10", 31)), Options{})
	f := newBody(&s, room{560 * px, panelLeast, densest, 1})
	if f.rows[0].lines != 1 || f.pitch > 17*px {
		t.Errorf("%d lines in columns of %d", f.rows[0].lines, f.pitch/px)
	}
}

// On paper too, names that have no room give way to letters.
func TestNamesWithoutRoom(t *testing.T) {
	for lanes, brief := range map[int]bool{4: false, 64: true} {
		m := parse(t, fmt.Sprintf("i8x%d i8x%d ->%s", lanes, lanes, series(lanes, func(i int) string { return "ab"[i&1:i&1+1] + number(i/2) })))
		if svg := string(Wires(m, Options{Names: []string{"xmm0", "xmm1"}}).SVG()); strings.Contains(svg, ">b=xmm1<") != brief {
			t.Errorf("%d lanes: letters %v, want %v", lanes, !brief, brief)
		}
	}
}
