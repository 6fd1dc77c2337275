package draw

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
)

// What is no map is a picture that says so and why, under the title that was given.
func TestNoMaps(t *testing.T) {
	for _, m := range []lane.Map{{}, {Bits: -1}, {Bits: 8, Src: []int{-1}}, {Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 2)}}, {Bits: 8, Lane: []lane.Lane{lane.From(0, 0)}}} {
		err := m.Check()
		if err == nil {
			continue
		}
		s := Wires(m, Options{Title: "the title"})
		says := "not a map: " + err.Error()
		if s.Title != "the title" || s.Desc != says || !slices.Equal(s.Notes, []string{says}) || len(s.Rows) > 0 || len(s.Wires) > 0 {
			t.Errorf("%+v", s)
		}
		if svg := string(s.SVG()); !strings.Contains(svg, "<title>the title</title>") || !strings.Contains(svg, "<desc>not a map: ") {
			t.Errorf("%.300s", svg)
		}
	}
}

// A map of more than a picture holds says how many lanes are missing, and how many pieces of sources have no wires: sixteen parts are drawn, each of one piece of the result between two of sources.
func TestNotesOfWires(t *testing.T) {
	for _, n := range []int{64, 65, 500, 511, 512, 513, 600, 1024, 2000} {
		s := Wires(lane.Identity(8, n), Options{})
		var want []string
		if n > 512 {
			want = []string{fmt.Sprintf("… %d more lanes", n-512)}
		}
		if !slices.Equal(s.Notes, want) {
			t.Errorf("%d lanes: %q, want %q", n, s.Notes, want)
		}
	}
	for n := 1; n <= 64; n++ {
		m := lane.Map{Bits: 8}
		for k := range n {
			m.Src, m.Lane = append(m.Src, n), append(m.Lane, lane.From(k, k))
		}
		s := Wires(m, Options{})
		var want []string
		if n > 32 {
			want = []string{fmt.Sprintf("… %d more pieces of sources, whose wires are not drawn", n-32)}
		}
		if !slices.Equal(s.Notes, want) || len(s.Wires) != min(n, 32) {
			t.Errorf("%d sources: %q, %d wires, want %q", n, s.Notes, len(s.Wires), want)
		}
	}
}

var rowMarks = regexp.MustCompile(`<path d="([^"]*)" stroke="#222" stroke-width="2.5"/>`)

// Where rows have different boundaries, each has lines at its own: before each cell that begins a block, but the first.
func TestMarksOfRows(t *testing.T) {
	for n := 2; n <= 16; n++ {
		for block := 1; block <= n+1; block++ {
			var s Scene
			for _, b := range []int{block, block + 1} {
				row := Row{Block: b}
				for range n {
					row.Cells = append(row.Cells, Cell{Text: "x"})
				}
				s.Rows = append(s.Rows, row)
			}
			svg := s.SVG()
			sheet := readSheet(t, svg)
			var want, got []string
			for i, row := range s.Rows {
				for k := row.Block; k < n; k += row.Block {
					cell := sheet.cells[fmt.Sprintf("%d.%d", i, k)].border
					want = append(want, fmt.Sprintf("%g from %g to %g", cell.x1-1, cell.y1-3, cell.y2+3))
				}
			}
			for _, path := range rowMarks.FindAllSubmatch(svg, -1) {
				for _, line := range strings.Split(string(path[1]), "M")[1:] {
					p := pathPoints(t, "M"+line)
					got = append(got, fmt.Sprintf("%g from %g to %g", p[0][0], p[0][1], p[1][1]))
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d cells in blocks of %d and %d: lines at %v, want %v", n, block, block+1, got, want)
			}
		}
	}
}

// Before a column is room for ribbons that go up or down: the farther and the more lines, the more, between 60 and 220 pixels.
func TestGapsOfNetworks(t *testing.T) {
	for to := range 6 {
		for from := range 6 {
			for lines := range 5 {
				slots := make([]slot, 6)
				slots[to] = slot{before: []int{to, from}, ribbons: [][]netLine{nil, make([]netLine, lines)}}
				f := &netFrame{line: 24, columns: []netColumn{{}, {slots: slots}}}
				far := from - to
				if far < 0 {
					far = -far
				}
				if got, want := f.gap(1), min(max(600, far*(24*lines+50)*3/2), 2200); got != want {
					t.Errorf("%s lines from %d to %d: %d, want %d", strconv.Itoa(lines), from, to, got, want)
				}
			}
		}
	}
}
