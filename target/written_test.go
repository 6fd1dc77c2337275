package target

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// What is written is what a Replacer writes, of pairs of which one may begin as another.
func TestWritten(t *testing.T) {
	r := chance.Random(t, 0)
	text := func(most int) string {
		b := make([]byte, r.IntN(most))
		for i := range b {
			b[i] = "sT{}"[r.IntN(4)]
		}
		return string(b)
	}
	changed := 0
	for range 10_000 {
		var pairs []string
		for range 1 + r.IntN(4) {
			pairs = append(pairs, "sT{}"[r.IntN(4):][:1]+text(3), text(4))
		}
		in := text(12)
		want := strings.NewReplacer(pairs...).Replace(in)
		if got := written(in, pairs...); got != want {
			t.Fatalf("%q with %q is written %q, expected %q", in, pairs, got, want)
		}
		if want != in {
			changed++
		}
	}
	if changed == 0 {
		t.Error("nothing differed")
	}
}
