package lane_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Several results are read in every spelling, and printed in one that is read back.
func TestParseResults(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3":   "i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3",
		"i32x4 i32x4 -> a0 b0 a1 b1; a2 b2 a3 b3;":          "i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3",
		"i32x4 x y -> lo: x0 y0 x1 y1; hi: x2 y2 x3 y3":     "i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3",
		"i16x4 a b c d -> r0: a0 b0 c0 d0; r1: a1 b1 c1 d1": "i16x4 i16x4 i16x4 i16x4 -> r0: a0 b0 c0 e0; r1: a1 b1 c1 e1",
		"i8x2 x i8x4 y -> r0: x1 y3 z _; r1: #7f m 1 y0":    "i8x2 i8x4 -> r0: a1 b3 z _; r1: #7f m 1 b0",
		"i8x2 -> a1 a0": "i8x2 -> r0: a1 a0",
		"i32x2 -> i16x2: a0 a2; r1: i16x4: a0 a1 z z": "i16x4 -> r0: a0 a2; r1: a0 a1 z z",
		"i16x4 -> a0 a2; r1: i32x2: a1 a0":            "i16x4 -> r0: a0 a2; r1: i32x2: a1 a0",
	} {
		maps, err := lane.ParseResults(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := string(lane.AppendResults(nil, maps)); got != want {
			t.Errorf("%s\ngives %s\nwant  %s", text, got, want)
		}
		again, err := lane.ParseResults(string(lane.AppendResults(nil, maps)))
		if err != nil || !slices.EqualFunc(maps, again, func(a, b lane.Map) bool { return a.String() == b.String() }) {
			t.Errorf("%s: read back: %v %v", text, again, err)
		}
	}
}

func TestParseResultsErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                `1:1: expected "->"`,
		"i32x4":                           `1:6: expected "->"`,
		"i32x4 x x -> x0":                 "1:9: there are two sources x",
		"i32x4 z -> z0":                   "1:7: a source cannot be called z",
		"i32x4 x1 -> x10":                 "1:7: a source cannot be called x1",
		"x -> x0":                         "1:1: expected a source such as i32x4",
		"i32x4 i32x4 x -> x0":             "1:13: expected a source such as i32x4",
		"i32x4 x y -> r0: x0 w1":          `1:21: "w1" is no lane of x, y`,
		"i32x4 x y -> r0: x0 y9 x1 x2":    "1:21: ",
		"i32x4 -> r0: a0 a1; r1: a9":      "1:25: ",
		"i32x4 -> r0: a0 a1; r1: a0 nope": "1:28: ",
		"i32x4 -> r0:":                    "1:13: ",
		"i32x4 -> ; a0":                   "1:10: ",
	} {
		maps, err := lane.ParseResults(text)
		if err == nil {
			t.Errorf("%q: %v", text, maps)
		} else if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseResults(f *testing.F) {
	for _, text := range []string{"i32x4 i32x4 -> r0: a0 b0 a1 b1; r1: a2 b2 a3 b3", "i16x4 a b c d -> r0: a0 d0; a1 _ z", "i8x2 x -> : x0;;", "i8x1 é -> é0"} {
		f.Add(text)
	}
	chance.Fuzz(f, func(t *testing.T, text string) {
		maps, err := lane.ParseResults(text)
		if err != nil {
			if !strings.Contains(err.Error(), ":") {
				t.Errorf("%q: an error without a place: %v", text, err)
			}
			return
		}
		printed := string(lane.AppendResults(nil, maps))
		again, err := lane.ParseResults(printed)
		if err != nil || string(lane.AppendResults(nil, again)) != printed {
			t.Fatalf("%q is %q, which is read as %v, %v", text, printed, again, err)
		}
	})
}

func ExampleParseResults() {
	maps, _ := lane.ParseResults("i32x4 x y -> lo: x0 y0 x1 y1; hi: x2 y2 x3 y3")
	for _, m := range maps {
		fmt.Println(m)
	}
	// Output:
	// i32x4 i32x4 -> a0 b0 a1 b1
	// i32x4 i32x4 -> a2 b2 a3 b3
}

// Results have their numbers in front, however many they are.
func TestNumbersOfResults(t *testing.T) {
	t.Parallel()
	var maps []lane.Map
	want := "i8x2 ->"
	for k := range 40 {
		maps = append(maps, lane.Map{Bits: 8, Src: []int{2}, Lane: []lane.Lane{lane.From(0, k%2)}})
		want += fmt.Sprintf(" r%d: a%d", k, k%2)
		if got := string(lane.AppendResults(nil, maps)); got != want {
			t.Errorf("%d results are %s, want %s", k+1, got, want)
		}
		want += ";"
	}
}
