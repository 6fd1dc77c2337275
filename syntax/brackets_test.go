package syntax_test

import (
	"testing"

	"github.com/lanescope/lanescope/syntax"
)

func TestBrackets(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a(b[c": 2, "f(x) <y": 0, ")]": -2, "([)]": 0, "é(": 1} {
		if got := syntax.Brackets("()[]").Open(text); got != want {
			t.Errorf("%q opens %d, want %d", text, got, want)
		}
	}
}
