package lower_test

import (
	"go/token"
	"regexp"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// shortWords are the words of C, C++ and Rust of up to three letters.
var shortWords = []string{"asm", "do", "for", "if", "int", "new", "or", "and", "not", "xor", "try", "as", "dyn", "fn", "gen", "in", "let", "mod", "mut", "pub", "ref", "use"}

// No parameter is a word of the language, or stands twice: not of a function of all the sources that a map may have.
func TestParametersAreNoWords(t *testing.T) {
	m := lane.Map{Bits: 32, Src: slices.Repeat([]int{4}, lane.MaxSrc), Lane: []lane.Lane{lane.From(lane.MaxSrc-1, 3), lane.From(lane.MaxSrc-1, 2), lane.From(0, 1), lane.From(0, 0)}}
	list, parameter := regexp.MustCompile(`\bF\(([^)]*)\)`), regexp.MustCompile(`(\w+)(?:: [^,]*| \*\[16\]byte)?(?:, |$)`)
	for _, language := range []struct {
		name string
		code func(r *lower.Result, tg *target.Target) (string, error)
	}{
		{"C", func(r *lower.Result, tg *target.Target) (string, error) { return r.C(tg, "F") }},
		{"Rust", func(r *lower.Result, tg *target.Target) (string, error) { return r.Rust(tg, "F") }},
		{"Go", func(r *lower.Result, tg *target.Target) (string, error) { return r.GoAssembly(tg, "F") }},
	} {
		tg := targetNamed(t, "sse2")
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
		if err != nil {
			t.Fatal(err)
		}
		text, err := language.code(r, tg)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, found := range parameter.FindAllStringSubmatch(list.FindStringSubmatch(text)[1], -1) {
			name := found[1]
			if token.IsKeyword(name) || slices.Contains(shortWords, name) {
				t.Errorf("%s: a parameter %s", language.name, name)
			}
			names = append(names, name)
		}
		slices.Sort(names)
		if n := len(slices.Compact(names)); n < lane.MaxSrc {
			t.Errorf("%s: %d names of %d sources", language.name, n, lane.MaxSrc)
		}
	}
}
