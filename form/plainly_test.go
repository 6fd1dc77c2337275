package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// What is said of lanes one by one is said in the widest lanes that the map has, whatever lanes it is written in; where those are others than the text's, their width is said too.
func TestPhrasesInWiderLanes(t *testing.T) {
	var n form.Naturalist
	for _, row := range []struct{ m, want string }{ // without the widths of lanes
		{"4 4 4 -> a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3", "interleave a, b and c"},
		{"2 2 2 2 -> a0 b0 c0 e0 a1 b1 c1 e1", "interleave a, b, c and e"},
		{"4 4 4 -> a2 b2 c2", "lane 2 of each of a, b and c"},
		{"8 8 8 8 -> a7 b7 c7 e7", "lane 7 of each of a, b, c and e"},
		{"8 8 8 -> a5 b5 c5 a6 b6 c6", "interleave lanes 5 to 6 of a, b and c"},
		{"8 8 8 -> a0 b0 c0 a1 b1 c1 a2 b2 c2", "interleave lanes 0 to 2 of a, b and c"},
		{"4 -> a3 a0", "lanes 3 and 0 of a"},
		{"8 -> a1 a0 a7", "lanes 1, 0 and 7 of a"},
		{"8 -> a5 a0 a6 a1", "lanes 5, 0, 6 and 1 of a"},
		{"4 -> a0 z a2 a3", "zero lane 1 of a"},
		{"8 -> a0 z a2 a3 a4 z z a7", "zero lanes 1, 5 and 6 of a"},
		{"4 4 -> a0 b3 a2 a3", "insert lane 3 of b into a at lane 1"},
		{"4 4 -> b0 b1 b2 a1", "insert lane 1 of a into b at lane 3"},
		{"1 4 -> b0 b1 a0 b3", "insert a into b at lane 2"},
		{"4 -> a0 a3 a2 a3", "copy lane 3 of a to lane 1"},
		{"8 -> a0 a1 a2 a3 a4 a1 a6 a7", "copy lane 1 of a to lane 5"},
	} {
		for bits := 8; bits <= 64; bits *= 2 {
			sources, lanes, _ := strings.Cut(row.m, " -> ")
			text := ""
			for _, count := range strings.Fields(sources) {
				text += fmt.Sprintf("i%dx%s ", bits, count)
			}
			m, err := lane.Parse(text + "-> " + lanes)
			if err != nil {
				t.Fatal(err)
			}
			for written := 8; written <= bits; written *= 2 {
				narrow, err := m.Regroup(written)
				if err != nil {
					t.Fatal(err)
				}
				f, err := form.Parse(narrow.String(), form.Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := row.want
				if written < bits {
					want += fmt.Sprintf(", as %d-bit lanes", bits)
				}
				nature := n.Nature(f)
				if got := nature.Phrase(f); got != want {
					t.Errorf("%s: %q, want %q", narrow, got, want)
				}
			}
		}
	}
}

// What is in a map's lanes beside its sources has a name: zeros, one constant, or several.
func TestPhrasesOfNoName(t *testing.T) {
	var n form.Naturalist
	for text, want := range map[string]string{
		"-> i8x4: #1 #2 #3 #5":                              "constants",
		"i8x8 -> a6 #1 a1 #1 a3 #1 a0 a2":                   "a shuffle of a and a constant",
		"i8x8 -> a6 #1 a1 #2 a3 #1 a0 a2":                   "a shuffle of a and constants",
		"i8x8 -> a6 z a1 z a3 z a0 a2":                      "a shuffle of a and zeros",
		"i8x8 -> a6 z a1 #2 a3 z a0 a2":                     "a shuffle of a and constants",
		"i8x8 i8x8 -> a6 b1 a1 z a3 z b0 a2":                "a shuffle of a, b and zeros",
		"i8x8 i8x8 i8x8 -> a6 b1 a1 c5 a3 z b0 a2":          "a shuffle of a, b, c and zeros",
		"i8x8 i8x8 i8x8 -> a6 b1 a1 c5 a3 c3 b0 a2":         "a shuffle of a, b and c",
		"i8x8 -> a6 a1 a1 a5 a3 a7 a0 a2":                   "a shuffle of a",
		"i8x16 -> a6 a1 a1 a5 a3 a7 a0 a2 a1 a9 a14 a14 a6": "a shuffle of a",
	} {
		phrased(t, &n, text, want)
	}
}
