package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// The boundary of scenes below one another is the first one's where no other has another, and otherwise some boundary.
func TestStackedBoundaries(t *testing.T) {
	names := []string{"", "a 64-bit boundary", "a 128-bit boundary"}
	for n := range 27 {
		var scenes []Scene
		want := names[n%3]
		for k := range 3 {
			b := names[n/[]int{1, 3, 9}[k]%3]
			scenes = append(scenes, Scene{Boundary: b, Desc: fmt.Sprint(k), Rows: []Row{{Cells: make([]Cell, 2)}}, Wires: []Wire{{To: Port{0, 1}}}, Notes: []string{fmt.Sprint("note ", k)}})
			if b != "" && b != names[n%3] {
				want = "a boundary"
			}
		}
		s := Stack("title", scenes...)
		if s.Boundary != want || s.Desc != "0 1 2" || s.Title != "title" || !slices.Equal(s.Notes, []string{"note 0", "note 1", "note 2"}) {
			t.Errorf("%d: %+v, want the boundary %q", n, s, want)
		}
		for k, w := range s.Wires {
			if w.From != (Port{k, 0}) || w.To != (Port{k, 1}) || s.Rows[k].Apart != (k > 0) {
				t.Errorf("wire %d leads from %v to %v", k, w.From, w.To)
			}
		}
	}
}

// Of up to ten arguments the mean place is exact, so that equal means are equal.
func TestMeanPlaces(t *testing.T) {
	r := chance.Random(t, 0)
	for n := range 11 {
		for range 50 {
			s, sum := slot{}, 0
			for range n {
				s.before = append(s.before, r.IntN(64))
				sum += s.before[len(s.before)-1]
			}
			if got := s.middle(); got*max(n, 1) != sum*5040 {
				t.Fatalf("the mean of %v is %d/5040", s.before, got)
			}
		}
	}
}

// Blocks of several columns are named above the first row where the names have room, and no others.
func TestHeads(t *testing.T) {
	for n := 1; n <= 64; n++ {
		for _, block := range []int{0, 1, 2, 3, 4, 8, 16, n, n + 1} {
			for _, first := range []int{0, 64} {
				row := Row{Block: block, First: first}
				for range n {
					row.Cells = append(row.Cells, Cell{Text: "x"})
				}
				s := Scene{Rows: []Row{row}}
				f := newFrame(&s)
				var want, got []string
				last := fmt.Sprintf("%d–%d", first+n-2, first+n-1)
				if block > 1 && n > block && textWidth(columns(last), blockSize) < block*f.pitch {
					for k := 0; k < n; k += block {
						want = append(want, fmt.Sprintf("%d–%d", first+k, first+min(k+block, n)-1))
					}
				}
				for _, text := range readSheet(t, s.SVG()).texts {
					if strings.Contains(text.s, "–") {
						got = append(got, text.s)
					}
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%d cells in blocks of %d: %v, want %v", n, block, got, want)
				}
			}
		}
	}
}

// What the program begins with has a mark on each lane that no instruction takes, and on no other.
func TestNetworkUnread(t *testing.T) {
	r := chance.Random(t, 0)
	marked := 0
	for range 200 {
		n := randomNetwork(t, r)
		p := n.plan()
		read := map[Port]bool{}
		for v := range n.Values {
			for i, l := range n.Values[v].Own.Lane {
				if l.Kind == lane.Source && n.Values[l.Src].Access != Store && n.Values[v].Map.Lane[i].Kind == lane.Source {
					read[Port{l.Src, l.Index}] = true
				}
			}
		}
		for v := range n.Values {
			for i, c := range p.scene.Rows[v].Cells {
				want := n.Values[v].Op == "" && !read[Port{v, i}]
				if (c.Style == Unread) != want || want && c.Ink != 0 {
					t.Fatalf("lane %d of %s has the style %d", i, n.Values[v].Name, c.Style)
				}
				if want {
					marked++
				}
			}
		}
	}
	if marked == 0 {
		t.Error("no lane was marked")
	}
}

// Wide characters are those between these, ends included: two columns each.
func TestWideCharacters(t *testing.T) {
	ranges := [][2]rune{
		{0x1100, 0x115f}, {0x1200, 0x1fff}, {0x2300, 0x23ff}, {0x2600, 0x27bf}, {0x2b00, 0x2bff}, {0x2e80, 0xa4cf}, {0xa960, 0xa97f}, {0xac00, 0xd7ff},
		{0xf900, 0xfaff}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x16fe0, 0x1b2ff}, {0x1f000, 0x1faff}, {0x20000, 0x3ffff},
	}
	k := 0
	for r := rune(0); r <= 0x40001; r++ {
		for k < len(ranges) && r > ranges[k][1] {
			k++
		}
		want := 1
		if k < len(ranges) && r >= ranges[k][0] {
			want = 2
		}
		if got := runeColumns(r); got != want {
			t.Fatalf("%U has %d columns, want %d", r, got, want)
		}
	}
	for s, want := range map[string]int{"": 0, "abc": 3, "日本": 4, "a日b": 4, "é": 1} {
		if columns(s) != want {
			t.Errorf("%q has %d columns", s, columns(s))
		}
	}
}

// How labels of a row are set is decided by those that stand in one column.
func TestLengths(t *testing.T) {
	for span := range 5 {
		row := Row{Cells: []Cell{{Text: "a15"}, {Text: "xmm1:255", Span: span}, {Text: "#7f"}}}
		want := lengths{8, 4, 4}
		if span > 1 {
			want = lengths{3, 1, 2}
		}
		if got := row.lengths(); got != want {
			t.Errorf("a cell of %d columns: %+v, want %+v", span, got, want)
		}
	}
}
