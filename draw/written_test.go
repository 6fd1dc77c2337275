package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Whatever a text has of XML's own characters, its title, its labels, its cells and its notes say what they were given.
func TestTextsSayWhatTheyWereGiven(t *testing.T) {
	r := chance.Random(t, 0)
	for range 500 {
		text := func() string {
			var b strings.Builder
			for range 1 + r.IntN(4) {
				b.WriteString([]string{"<", ">", "&", `"`, "'", "a", ";"}[r.IntN(7)])
			}
			return b.String()
		}
		s := Scene{Title: text(), Notes: []string{text()}, Rows: []Row{{Label: text(), Cells: []Cell{{Text: text(), Title: text()}, {Text: text()}}}}}
		sheet := readSheet(t, s.SVG())
		var got []string
		for _, text := range sheet.texts {
			got = append(got, text.s)
		}
		for _, want := range []string{s.Title, s.Notes[0], s.Rows[0].Label, s.Rows[0].Cells[0].Text, s.Rows[0].Cells[1].Text} {
			if !slices.Contains(got, want) {
				t.Fatalf("%q is not among %q", want, got)
			}
		}
		if !slices.Contains(sheet.titles, s.Rows[0].Cells[0].Title) {
			t.Fatalf("%q is not among the titles %q", s.Rows[0].Cells[0].Title, sheet.titles)
		}
	}
}

// filled are the lines that words of one length make between two margins of 12 pixels: as many in each as stand there, and an ellipsis at the end of the last line that there may be.
func filled(word string, words int, pixels float64, size, most int) (lines []string) {
	n := int((pixels - 24) * 100 / float64(size*61)) // columns
	each := (n + 1) / (len(word) + 1)
	for words > 0 {
		take := min(words, each)
		if len(lines) == most-1 && words > each {
			rest := strings.TrimSuffix(strings.Repeat(word+" ", words), " ")
			return append(lines, rest[:n-1]+"…")
		}
		lines = append(lines, strings.TrimSuffix(strings.Repeat(word+" ", take), " "))
		words -= take
	}
	return lines
}

// A title of a page has up to four lines, a note up to eight, each from margin to margin; a panel's title has four lines too, that of a picture alone one.
func TestLinesOfTitlesAndNotes(t *testing.T) {
	of := func(sheet *sheet, word string) (lines []string) {
		for _, text := range sheet.texts {
			if strings.HasPrefix(text.s, word) {
				lines = append(lines, text.s)
			}
		}
		return lines
	}
	for _, width := range []int{420, 500, 800, 1200} {
		for words := 1; words < 400; words += 1 + words/8 {
			all := func(word string) string { return strings.TrimSuffix(strings.Repeat(word+" ", words), " ") }
			scene := Wires(parse(t, "i8x32 ->"+series(32, func(i int) string { return "a" + number(31-i) })), Options{Title: all("title")})
			scene.Notes, scene.Width = []string{all("note")}, width
			sheet := readSheet(t, scene.SVG())
			whole := sheet.area.x2
			if got, want := of(sheet, "title"), filled("title", words, whole, 13, 1); !slices.Equal(got, want) {
				t.Fatalf("%d words of a title on %d pixels: %q, want %q", words, width, got, want)
			}
			if got, want := of(sheet, "note"), filled("note", words, whole, 11, 8); !slices.Equal(got, want) {
				t.Fatalf("%d words of a note on %d pixels: %q, want %q", words, width, got, want)
			}
			page := Panels{Title: all("head"), Width: width, Panel: []Scene{scene}}
			sheet = readSheet(t, page.SVG())
			if got, want := of(sheet, "head"), filled("head", words, float64(width), 13, 4); !slices.Equal(got, want) {
				t.Fatalf("%d words above panels on %d pixels: %q, want %q", words, width, got, want)
			}
			if got := len(of(sheet, "title")); got > 4 || words > 100 && got != 4 {
				t.Fatalf("%d words of a panel's title on %d pixels take %d lines", words, width, got)
			}
		}
	}
}

// A legend shows each style with the signs that cells of it have.
func TestSignsInLegends(t *testing.T) {
	want := map[Style][2]string{ // with lines, in ASCII
		Unread: {"·", "~"}, Const: {"[ ]", "[ ]"}, Undef: {"░?░", "/?/"}, Old: {".", "."}, Changed: {"▸", ">"}, Idle: {"╱╱", `\\`},
	}
	for style := range numStyles {
		s := Scene{Rows: []Row{{Label: "a", Cells: []Cell{{Text: "x", Style: style}, {Text: "y"}}}}}
		for k, ascii := range []bool{false, true} {
			out := strings.TrimSpace(string(s.Text(Terminal{ASCII: ascii})))
			last := out[strings.LastIndex(out, "\n")+1:]
			if signs, said := want[style]; said != (strings.HasSuffix(last, meanings[style]) && meanings[style] != "") || said && last != fmt.Sprint(signs[k], " ", meanings[style]) {
				t.Errorf("style %d: the last line is %q, want %q", style, last, signs[k]+" "+meanings[style])
			}
		}
	}
}

// What is said once of panels is said of all: the title of the page, and each panel's with its description, in their order.
func TestPanelsInWords(t *testing.T) {
	for n := range 6 {
		s, words := Panels{Title: "the page"}, []string{}
		for k := range n {
			p := Wires(parse(t, "i32x4 -> a3 a2 a1 a0"), Options{Title: fmt.Sprint("step ", k)})
			p.Desc = fmt.Sprint("does ", k)
			s.Panel, words = append(s.Panel, p), append(words, fmt.Sprintf("step %d: does %[1]d", k))
		}
		svg := string(s.SVG())
		if !strings.Contains(svg, "<title>the page</title>") || n > 0 && !strings.Contains(svg, "<desc>"+strings.Join(words, " ")+"</desc>") {
			t.Errorf("%d panels: %.400s", n, svg)
		}
	}
}

// Up to four panels that fill the page stand side by side where it has room, and the fifth stands below the first.
func TestPanelsAbreast(t *testing.T) {
	wide := Wires(parse(t, "i8x32 ->"+series(32, func(i int) string { return "a" + number(31-i) })), Options{})
	for n := 1; n <= 9; n++ {
		s := Panels{Width: 4000}
		for k := range n {
			p := wide
			p.Title = fmt.Sprintf("panel%d", k)
			s.Panel = append(s.Panel, p)
		}
		var across []float64
		beside := map[float64]int{}
		for _, text := range readSheet(t, s.SVG()).texts {
			if strings.HasPrefix(text.s, "panel") {
				across = append(across, text.x1)
				beside[text.y1]++
			}
		}
		if len(across) != n {
			t.Fatalf("%d of %d panels have a title", len(across), n)
		}
		for y, k := range beside {
			if k > 4 {
				t.Errorf("%d of %d panels stand side by side at %v", k, n, y)
			}
		}
		if len(beside) != (n+3)/4 {
			t.Errorf("%d panels stand on %d lines", n, len(beside))
		}
	}
}

// Blocks of a row stand whole on lines of a terminal, as many on a line as a power of two that has room.
func TestBlocksOnLines(t *testing.T) {
	for _, block := range []int{2, 3, 4, 6, 8} {
		for width := 40; width <= 160; width += 7 {
			row := Row{Label: "a", Block: block}
			for k := range 96 {
				row.Cells = append(row.Cells, Cell{Text: fmt.Sprint("a", k)})
			}
			s := Scene{Rows: []Row{row}}
			g := newCellGrid(&s, newPage(Terminal{Width: width}))
			if blocks := g.line / block; g.line%block != 0 || blocks&(blocks-1) != 0 || blocks == 0 {
				t.Errorf("%d columns have %d cells of blocks of %d on a line", width, g.line, block)
			}
		}
	}
}

// A network has so many lanes that it can be drawn, counted in the narrowest that it has, and no more.
func TestMostLanesOfNetworks(t *testing.T) {
	for _, bits := range []int{8, 16, 32} {
		for _, more := range []int{0, 1, 2, 100} {
			n := Network{Values: []Value{{Map: lane.Identity(8, 1)}}} // which makes all lanes narrow
			for left := mostNetworkCells - 1 + more; left > 0; {
				lanes := min(left/(bits/8), 512)
				if lanes == 0 {
					n.Values = append(n.Values, Value{Map: lane.Identity(8, left)})
					break
				}
				n.Values = append(n.Values, Value{Map: lane.Identity(bits, lanes)})
				left -= lanes * bits / 8
			}
			p := netPlan{n: &n}
			why, want := p.common(), ""
			if more > 0 {
				want = "more than 32768 lanes of 8 bits: too many to draw"
			}
			if why != want {
				t.Errorf("%d lanes of %d bits too many: %q, want %q", more, bits, why, want)
			}
		}
	}
}
