package selectors_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/selectors"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/syntax"
)

// A list counts through two vectors that are as long as it, or as the next power of two that it reaches into.
func TestReading(t *testing.T) {
	for _, row := range []struct {
		sel  []int
		a, b string
		want string
		warn string
	}{
		{[]int{0, 4, 1, 5}, "a", "b", "i16x4 i16x4 -> a0 b0 a1 b1", ""},
		{[]int{3, -1}, "a", "b", "i16x2 i16x2 -> b1 _", ""},
		{[]int{0, 7}, "a", "b", "i16x4 i16x4 -> a0 b3", "a selector reaches beyond two vectors of 2 lanes: 4 lanes each are assumed"},
		{[]int{0, 4}, "a", "b", "i16x4 i16x4 -> a0 b0", "a selector reaches beyond two vectors of 2 lanes: 4 lanes each are assumed"},
		{[]int{12}, "a", "b", "i16x8 i16x8 -> b4", "a selector reaches beyond two vectors of 1 lanes: 8 lanes each are assumed"},
		{[]int{0, 3}, "v", "v", "i16x2 -> a0 a1", ""},
	} {
		r, err := selectors.Reading("", 16, row.sel, row.a, row.b)
		if err != nil || r.Map.String() != row.want || len(r.Names) != len(r.Map.Src) {
			t.Errorf("%v is %s of %q, %v; want %s", row.sel, r.Map, r.Names, err, row.want)
		}
		if got := strings.Join(r.Warnings, "; "); got != row.warn {
			t.Errorf("%v: warned of %q, want %q", row.sel, got, row.warn)
		}
	}
	if r, err := selectors.Reading("text", 0, []int{0}, "a", "b"); err == nil {
		t.Errorf("lanes of no bits are %s", r.Map)
	}
	for n, want := range map[int]string{lane.MaxLanes: "", lane.MaxLanes + 1: fmt.Sprintf("1:1: %d lanes are more than %d", lane.MaxLanes+1, lane.MaxLanes)} {
		if _, err := selectors.Reading("text", 8, make([]int, n), "a", "b"); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%d lanes: %v, want %q", n, err, want)
		}
	}
}

// A map that reads nothing has as many selectors as lanes, and is as long as they.
func TestOfNothing(t *testing.T) {
	sel, n, err := selectors.Of(lane.Map{Bits: 8, Lane: make([]lane.Lane, 3)}, "a list")
	if err != nil || n != 3 || !slices.Equal(sel, []int{-1, -1, -1}) {
		t.Errorf("%v of %d, %v", sel, n, err)
	}
}

// Of both sources as one each lane keeps its place, and what is no lane of a source is as it was.
func TestOneSource(t *testing.T) {
	for text, want := range map[string]string{
		"i32x4 i32x4 -> a3 b2 _ z": "i32x4 -> a3 a2 _ z",
		"i8x2 i8x2 -> b1 b0 a0":    "i8x2 -> a1 a0 a0",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := selectors.OneSource(m); got.String() != want || got.Check() != nil || m.String() != text {
			t.Errorf("%s is %s of one, want %s", text, got, want)
		}
	}
}

// The steps of a chain, executed one behind the other, make the map, and so does what is said of each of them; the last names no result.
func TestChains(t *testing.T) {
	rng := chance.Random(t, 2)
	several := 0
	for range 500 {
		n := 1 << (1 + rng.IntN(3))
		m := lane.Map{Bits: 16, Src: slices.Repeat([]int{n}, 1+rng.IntN(4)), Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n))
		}
		steps, err := selectors.Steps(m)
		if err != nil {
			t.Fatal(err)
		}
		made := map[string][]string{} // what each value's lanes are of the map's sources
		for k := range m.Src {
			name := "%" + lane.SourceName(k)
			for i := range n {
				made[name] = append(made[name], fmt.Sprint(k, i))
			}
		}
		for k, s := range steps {
			if (s.To == "") != (k == len(steps)-1) {
				t.Fatalf("%s: step %d of %d makes %q", m, k, len(steps), s.To)
			}
			made[s.To] = nil
			for _, l := range s.Map.Lane {
				of := "undefined"
				if l.Kind == lane.Source {
					of = made[s.Names[l.Src]][l.Index]
				}
				made[s.To] = append(made[s.To], of)
			}
		}
		for i, l := range m.Lane {
			if got, want := made[""][i], fmt.Sprint(l.Src, l.Index); got != want {
				t.Fatalf("%s: its steps make lane %d of %s, want %s", m, i, got, want)
			}
		}
		several += len(steps) - 1
		lines, err := selectors.Chain(m, func(s shufflevector.Shuffle, step lane.Map, a, b string) (string, error) {
			return fmt.Sprint(s.Result, step, a, b), nil
		})
		var want []string
		for _, s := range steps {
			want = append(want, fmt.Sprint(s.To, s.Map, s.Names[0], s.Names[len(s.Names)-1]))
		}
		if err != nil || !slices.Equal(lines, want) {
			t.Fatalf("%s is said as %q, %v, want %q", m, lines, err, want)
		}
	}
	if several < 100 {
		t.Errorf("only %d steps stood behind others", several)
	}
	why := errors.New("why")
	m, _ := lane.Parse("i8x2 i8x2 i8x2 -> a0 c1")
	if lines, err := selectors.Chain(m, func(shufflevector.Shuffle, lane.Map, string, string) (string, error) { return "said", why }); lines != nil || err != why {
		t.Errorf("what cannot be said is %q, %v", lines, err)
	}
	if lines, err := selectors.Chain(lane.Map{Bits: 8, Lane: make([]lane.Lane, 2)}, func(shufflevector.Shuffle, lane.Map, string, string) (string, error) { return "said", nil }); err == nil {
		t.Errorf("a shuffle that reads nothing is said as %q", lines)
	}
}

// A selector of two vectors counts through both, and one behind them or none is refused where it stands.
func TestOfTwo(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{" 0", "a0"}, {"3", "a3"}, {"4", "b0"}, {"7 x", "b3"},
		{" 8", "1:2: a selector is below 8"}, {"11", "1:1: a selector is below 8"}, {"  1025", "1:3: a selector is below 8"},
		{" x", "1:2: expected selector 2 of 4, found \"x\""}, {"", "1:1: expected selector 2 of 4, found the end"},
	} {
		c := syntax.Cursor{Text: row.text}
		l, err := selectors.OfTwo(&c, 2, 4)
		got := fmt.Sprint("ab"[l.Src:l.Src+1], l.Index)
		if err != nil {
			got = err.Error()
		}
		if got != row.want {
			t.Errorf("%q is %s, want %s", row.text, got, row.want)
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
		if sel, n, err := selectors.Of(m, "a list"); err == nil || !strings.HasPrefix(err.Error(), want) || sel != nil || n != 0 {
			t.Errorf("%s: %v of %d, %v, want %s", text, sel, n, err, want)
		}
	}
	if err := selectors.LengthsAgree([]int{0, 1}, 4); err == nil {
		t.Error("sources of 4 lanes are not read from a list of two that both reach")
	}
}

// Numbers as the notations have them, and names behind casts.
func TestSelectorAndName(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "-1": -1, "0xFFFFFFFF": -1, "0xffffffff": -1, "4294967295": -1, "0x1f": 31, "0xffff": 65535, "0xAb": 171, "0x10": 16, "0x90": 144, "0xF0f": 3855, "0": 0} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Selector(&c); err != nil || got != want || !c.Done() {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"-2": "1:2: expected a selector: a number, or -1, found \"2\"", " x": "1:2: expected a selector: a number, or -1, found \"x\"", "": "1:1: expected a selector: a number, or -1, found the end",
		"-0xffffffff": "1:2: expected a selector: a number, or -1, found \"0xffffffff\"", "-4294967295": "1:2: expected a selector: a number, or -1, found \"4294967295\"",
		"3000000000": fmt.Sprintf("1:1: a selector is below %d", 2*lane.MaxLanes), fmt.Sprint(" ", 2*lane.MaxLanes): fmt.Sprintf("1:2: a selector is below %d", 2*lane.MaxLanes), fmt.Sprint(2*lane.MaxLanes - 1): "",
	} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Selector(&c); (err == nil) != (want == "") || err != nil && (err.Error() != want || got != 0) {
			t.Errorf("%s is %d, %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		" +": "1:2: expected the name of a vector, found \"+\"", "%,": "1:1: expected the name of a vector, found \"%\"", "a b": "1:3: expected \",\", found \"b\"", "(v4si a": "1:1: expected the name of a vector, found \"(\"", "(a+b) c": "1:1: expected the name of a vector, found \"(\"",
	} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Name(&c, ","); err == nil || err.Error() != want {
			t.Errorf("%s is %q, %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{"a,": "a", "%a ,": "%a", "(v4si)a,": "a", "(const_t) (x)b,": "b"} {
		c := syntax.Cursor{Text: text}
		if got, err := selectors.Name(&c, ","); err != nil || got != want || !c.Done() {
			t.Errorf("%s is %q, %v", text, got, err)
		}
	}
	c := syntax.Cursor{Text: "(int)a b"}
	if got, err := selectors.Name(&c, ""); err != nil || got != "a" || c.Rest() != " b" {
		t.Errorf("a name before anything is %q, %v", got, err)
	}
	for text, want := range map[string]string{"v4si t = f(x)": "t", "t=": "t", "f(x)": "", "= f": ""} {
		if got := selectors.ResultName(text); got != want {
			t.Errorf("%s names its result %q, want %q", text, got, want)
		}
	}
}
