package chance_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// The flag decides the cases, or else the environment, and without them no two runs have the same.
func TestSeed(t *testing.T) {
	before := flag.Lookup("seed").Value.String()
	defer flag.Set("seed", before)
	flag.Set("seed", "0")
	t.Setenv("LANESCOPE_SEED", "")
	if one, other := chance.Seed(t), chance.Seed(t); one == other {
		t.Error("two seeds by chance are the same")
	}
	t.Setenv("LANESCOPE_SEED", "41")
	if got := chance.Seed(t); got != 41 {
		t.Errorf("got the seed %d, want 41", got)
	}
	flag.Set("seed", "42")
	if got, want := chance.Random(t, 7).Uint64(), rand.New(rand.NewPCG(42, 7)).Uint64(); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

// A word becomes one of those given, a number another one, and all else stays.
func TestReworded(t *testing.T) {
	r := chance.Random(t, 1)
	words, numbers := map[string]bool{}, map[string]bool{}
	for range 1000 {
		got := chance.Reworded(r, "ab(12)", []string{"x", "y_1"})
		inner, ok := strings.CutSuffix(got, ")")
		word, number, cut := strings.Cut(inner, "(")
		if !ok || !cut {
			t.Fatalf("%q has lost what is no word", got)
		}
		words[word], numbers[number] = true, true
	}
	if len(words) != 3 || !words["ab"] || !words["x"] || !words["y_1"] || len(numbers) < 20 || !numbers["18446744073709551615"] {
		t.Errorf("words %v, numbers %v", words, numbers)
	}
	if got := chance.Reworded(r, "()", nil); got != "()" {
		t.Errorf("() is %q", got)
	}
	if got := chance.Words("ab(12, c_3)"); len(got) != 3 || got[1] != "12" {
		t.Errorf("the words are %q", got)
	}
}

// Each number becomes each at which something ends, also one in a name.
func TestAtEnds(t *testing.T) {
	got := slices.Collect(chance.AtEnds("v4(12)"))
	if half := len(got) / 2; half < 20 || len(got)%2 != 0 || got[0] != "v0(12)" || got[half-1] != "v288230376151711746(12)" || got[half] != "v4(0)" {
		t.Errorf("%q", got)
	}
	for text := range chance.AtEnds("1") {
		if text != "0" {
			t.Errorf("%q is the first", text)
		}
		break
	}
}

// A sample takes one of so many, and counts.
func TestSample(t *testing.T) {
	all, some := chance.Sample{R: chance.Random(t, 2), Of: 1}, chance.Sample{R: chance.Random(t, 2), Of: 10}
	for range 1000 {
		if !all.Takes() {
			t.Fatal("one of one is not taken")
		}
		if some.Takes() {
			some.Answered++
		}
	}
	if all.Tried != 1000 || some.All != 1000 || some.Tried < 50 || some.Tried > 200 || some.Answered != some.Tried {
		t.Errorf("%+v, %+v", all, some)
	}
	some.Ends(t, 1)
	if !chance.Watched("what is over at once")() {
		t.Error("it took a minute")
	}
}
