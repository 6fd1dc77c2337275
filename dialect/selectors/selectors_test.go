package selectors_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// A list counts through two vectors that are as long as it, or as the next power of two that it reaches into.
func TestReading(t *testing.T) {
	for _, row := range []struct {
		sel  []int
		a, b string
		want string
	}{
		{[]int{0, 4, 1, 5}, "a", "b", "i16x4 i16x4 -> a0 b0 a1 b1"},
		{[]int{3, -1}, "a", "b", "i16x2 i16x2 -> b1 _"},
		{[]int{0, 7}, "a", "b", "i16x4 i16x4 -> a0 b3"},
		{[]int{12}, "a", "b", "i16x8 i16x8 -> b4"},
		{[]int{0, 3}, "v", "v", "i16x2 -> a0 a1"},
	} {
		r, err := selectors.Reading("", 16, row.sel, row.a, row.b)
		if err != nil || r.Map.String() != row.want || len(r.Names) != len(r.Map.Src) {
			t.Errorf("%v is %s of %q, %v; want %s", row.sel, r.Map, r.Names, err, row.want)
		}
	}
}

// What a map is said as reads as the map, and what has no selectors says why.
func TestOfReadsBack(t *testing.T) {
	rng := chance.Random(t, 1)
	for range 2000 {
		n := 1 + rng.IntN(16)
		m := lane.Map{Bits: 8 << rng.IntN(4), Src: slices.Repeat([]int{n}, 2), Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			if rng.IntN(6) > 0 {
				m.Lane[i] = lane.From(rng.IntN(2), rng.IntN(n))
			}
		}
		sel, length, err := selectors.Of(m, "a list")
		if err != nil || length != n || selectors.LengthsAgree(sel, n) != nil {
			t.Fatalf("%s: %v of %d, %v", m, sel, length, err)
		}
		if back, err := selectors.Reading("", m.Bits, sel, "x", "y"); err != nil || back.Map.String() != m.String() {
			t.Fatalf("%s is said as %v, which is %s: %v", m, sel, back.Map, err)
		}
	}
	for text, want := range map[string]string{
		"i32x4 -> a0 .":              "lane 1 keeps the old destination",
		"i32x4 -> a0 z":              "lane 1 is a constant",
		"i32x4 i32x2 -> a0 b0":       "a list has two sources of one length",
		"i32x4 i32x4 i32x4 -> a0 c0": "a list has two sources of one length",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := selectors.Of(m, "a list"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := selectors.LengthsAgree([]int{0, 1}, 4); err == nil {
		t.Error("sources of 4 lanes are not read from a list of two that both reach")
	}
}

// Numbers as the notations have them, and names behind casts.
func TestSelectorAndName(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "-1": -1, "0xFFFFFFFF": -1, "4294967295": -1, "0x1f": 31} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Selector(&c); err != nil || got != want || !c.Done() {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"-2", "x", "", "3000000000"} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Selector(&c); err == nil {
			t.Errorf("%s is %d", text, got)
		}
	}
	for text, want := range map[string]string{"a,": "a", "%a ,": "%a", "(v4si)a,": "a", "(const_t) (x)b,": "b"} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Name(&c, ","); err != nil || got != want || !c.Done() {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"v4si t = f(x)": "t", "t=": "t", "f(x)": "", "= f": ""} {
		if got := selectors.ResultName(text); got != want {
			t.Errorf("%s names its result %q, want %q", text, got, want)
		}
	}
}
