package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
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
