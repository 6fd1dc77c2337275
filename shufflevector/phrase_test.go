package shufflevector_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/shufflevector"
)

// Every pattern has a phrase, whose places are operands and parameters of the pattern.
func TestPhrases(t *testing.T) {
	for _, p := range shufflevector.Library() {
		if p.Phrase == "" {
			t.Errorf("%s has no phrase", p.Name)
		}
		names := strings.Fields("a b all unit bits wide nth last parts those what each pairs square one rest again parity first second woven evens odds from tail others")
		for _, q := range p.Params {
			names = append(names, q.Name)
		}
		for _, part := range strings.Split(p.Phrase, "{")[1:] {
			if name, _, ok := strings.Cut(part, "}"); !ok || !slices.Contains(names, name) {
				t.Errorf("%s: nothing is called {%s", p.Name, part)
			}
		}
		for _, part := range strings.Split(p.Phrase, "[")[1:] {
			condition, rest, ok := strings.Cut(part, "|")
			at := strings.IndexAny(condition, ">=")
			if !ok || at < 0 || !slices.Contains(names, condition[:at]) || !strings.Contains(rest, "]") {
				t.Errorf("%s: no condition: [%s", p.Name, part)
			}
		}
		m, bits := p.Example()
		for _, match := range new(shufflevector.Recogniser).Patterns(formOf(m), bits) {
			if text := match.Phrase(bits, "this", "that"); strings.ContainsAny(text, "{}[]|") || text == "" {
				t.Errorf("%s: %q", p.Name, text)
			}
		}
	}
}

// formOf is a mask over two variables.
func formOf(m shufflevector.Mask) *shufflevector.Form {
	f := m.Order(shufflevector.Variable, shufflevector.Variable)
	return &f
}

// What people would say of some masks.
func TestPhrasesOfKnownMasks(t *testing.T) {
	for _, c := range []struct {
		want string
		sel  []int
	}{
		{"reverse this", []int{3, 2, 1, 0}},
		{"interleave the low halves of this and that", []int{0, 4, 1, 5}},
		{"interleave the high halves of this and that, 2 lanes at a time", []int{4, 5, 12, 13, 6, 7, 14, 15}},
		{"rotate this right by 1", []int{1, 2, 3, 0}},
		{"broadcast lane 2 of this", []int{2, 2, 2, 2}},
		{"splice this and that, from lane 3 on", []int{3, 4, 5, 6}},
		{"reverse this, in each 64-bit block", []int{1, 0, 3, 2}},
		{"the even lanes of this and that", []int{0, 2, 4, 6}},
		{"the odd lanes of this and that", []int{1, 3, 5, 7}},
	} {
		m := mustMask(t, len(c.sel), c.sel...)
		list := new(shufflevector.Recogniser).Patterns(formOf(m), 32)
		if len(list) == 0 {
			t.Errorf("%v has no name", c.sel)
			continue
		}
		b := ""
		if strings.Contains(c.want, "that") {
			b = "that"
		}
		if got := list[0].Phrase(32, "this", b); got != c.want {
			t.Errorf("%v: got %q, want %q", c.sel, got, c.want)
		}
	}
}
