package form

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/lane"
)

func mapOf(t *testing.T, text string) lane.Map {
	t.Helper()
	m, err := lane.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A text that is cut is no longer than it may be, ends with a whole letter, and is a beginning of what it was.
func TestCut(t *testing.T) {
	const text = "añ😀b€c"
	for n := len("…"); n <= len(text)+1; n++ {
		got := cut(text, n)
		bare, was := strings.CutSuffix(got, "…")
		if len(got) > n || !utf8.ValidString(got) || !strings.HasPrefix(text, bare) || was != (n < len(text)) {
			t.Errorf("of %d bytes: %q", n, got)
		}
		if was && len(got) <= n-utf8.UTFMax {
			t.Errorf("of %d bytes %q has %d: another letter had place", n, got, len(got))
		}
	}
}

// Sources that have no names are bound behind those that have some.
func TestBindUnnamed(t *testing.T) {
	m := mapOf(t, "i32x4 i32x4 -> a0 b0 a1 b1")
	f, g := Form{Map: m, Names: []string{"x", "y"}}, Form{Map: m, Names: []string{"y", "x"}}
	if got, b := Bind(f, g); got.Map.String() != "i32x4 i32x4 -> b0 a0 b1 a1" || !b.ByName {
		t.Errorf("%s, %v", got.Map, b)
	}
	one := mapOf(t, "i32x4 i32x4 -> a0 a1 a2 a3")
	f, g = Form{Map: one, Names: []string{"x"}}, Form{Map: one, Names: []string{"x"}}
	if got, b := Bind(f, g); got.Map.String() != "i32x4 i32x4 i32x4 -> a0 a1 a2 a3" || !b.ByName || len(got.Names) != 3 {
		t.Errorf("%s of %q, %v", got.Map, got.Names, b)
	}
}

// What is said of maps that are nearly something else.
func TestNearPhrases(t *testing.T) {
	var n Naturalist
	for _, row := range []struct{ m, want string }{
		{"i32x8 -> a3 a1 a2 a0 a7 a5 a6 a4", "swap lanes 0 and 3 of every 4 lanes of a"},
		{"i32x8 -> a3 a1 a2 a0 a7 a5 a6 a7", "a shuffle of a within 128-bit blocks"},
		{"i32x8 -> a3 a1 a2 a0 a4 a5 a6 a7", "swap lanes 0 and 3 of a"},
		{"i32x8 -> a0 a2 a1 a3 a4 a6 a5 a7", "interleave the halves of a, in each 128-bit block"},
		{"i32x8 -> a0 a2 a1 a3 a4 a6 a6 a7", "a shuffle of a within 128-bit blocks"},
		{"-> i32x4: 1 #2 #3 #4", "constants"},
		{"-> i16x4: d1 d0 d3 d2", "a shuffle of the old destination"},
		{"-> i16x8: d1 d0 d3 d2 z . . .", "a shuffle of the old destination and zeros"},
		{"i16x8 -> d1 a0 a3 d2 #3 . . .", "a shuffle of a, the old destination and a constant"},
		{"i16x8 -> . a0 a3 . #3 . . .", "a shuffle of a and a constant"}, // what is kept stays where it was
		{"i32x4 -> a3 #1 a0 #2", "a shuffle of a and constants"},
		{"i32x4 -> a3 #1 a0 #1", "a shuffle of a and a constant"},
		{"i32x4 -> a3 z a0 a1", "a shuffle of a and zeros"},
		{"i32x4 i32x4 i32x4 -> a3 b1 c0 a1", "a shuffle of a, b and c"},
		{"i32x4 -> a0 #1 a2 #2", "blend a and a constant"},
		{"i32x4 -> a0 a1 #1 #1", "interleave the even 64-bit lanes of a and a constant"},
		{"i32x4 -> a0 a1 #1 #2", "the low half of a and the high half of a constant"},
		{"i32x2 -> a1 a0 z", "a shuffle of a and zeros"},
		{"i32x4 i32x2 -> a0 a1 b0 b1", "a shuffle of a and b"},
		{"i32x4 i32x2 -> a2 a3 b0 b1", "a shuffle of a and b"},
	} {
		f := Form{Map: mapOf(t, row.m)}
		nature := n.Nature(f)
		if got := nature.Phrase(f); got != row.want {
			t.Errorf("%s is said %q, want %q", row.m, got, row.want)
		}
	}
}

// A text that is no program as a whole has no steps, though each of its lines is a movement.
func TestStepsOfNoProgram(t *testing.T) {
	for _, text := range []string{"vpshufd zmm0{k2}, zmm1, 27\nvpshufd zmm0, zmm0, 27", "movups [rdi], xmm1\nmovups [rsi], xmm2"} {
		for line := range strings.SplitSeq(text, "\n") {
			if _, err := Parse(line, Options{}); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		if steps := Steps(text, Options{}); steps != nil {
			t.Errorf("%s has %d steps", text, len(steps))
		}
	}
}

// Origins are those of the latest value of a name, where all parts of a lane have one.
func TestOriginsAt(t *testing.T) {
	v := madeValue{"t", 8, []int{1, 1, 2, 2, 0, 3}}
	for _, row := range []struct{ from, to, want int }{{0, 8, 1}, {0, 16, 1}, {8, 24, 0}, {16, 32, 2}, {32, 40, 0}, {40, 48, 3}, {40, 56, 0}, {48, 56, 0}, {0, 4, 1}, {12, 16, 1}} {
		if got := v.at(row.from, row.to); got != row.want {
			t.Errorf("bits %d to %d come from %d, want %d", row.from, row.to, got, row.want)
		}
	}
	o := origins{sources: []string{"a", "", "b"}, made: []madeValue{{"t", 8, []int{1, 1}}, {"t", 8, []int{3, 3}}}}
	for name, want := range map[string][]int{"t": {3, 3}, "a": {1, 1}, "b": {3, 3}, "c": {0, 0}, "": {0, 0}, "%b": {3, 3}} {
		if got := o.lanes(name, 8, 2); !slices.Equal(got, want) {
			t.Errorf("%q comes from %v, want %v", name, got, want)
		}
	}
}

// A comment binds sources only where it is one, and is all that is said before the text.
func TestBindingComments(t *testing.T) {
	for text, want := range map[string]string{
		"// a = v1, b = v0\nx": "v1 v0", "# a = %x\nx": "%x", "\n  // b = y\nx": " y", "// a = v1": "", "a = v1\nx": "", "// ab = v1\nx": "", "// a v1\nx": "", "// a = \nx": "", "// a = v-1\nx": "", "// a = 5\nx": "5", "// a = [rdi]\nx": "",
	} {
		rest, sources := binding(text)
		if strings.Join(sources, " ") != want || len(rest) != len(text) || want != "" && strings.TrimSpace(rest) != "x" || want == "" && rest != text {
			t.Errorf("%q binds %q, and leaves %q; want %q", text, sources, rest, want)
		}
	}
}
