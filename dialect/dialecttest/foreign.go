package dialecttest

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
)

// Foreign puts a mark that the notation has not into texts that are read, between any two words or marks, and wants it refused, there or at what it spoils in front of it:
//
//	a.select<4, `2>(1)
//
// So nothing of a text is passed over, and no error of a part is lost on its way out. What a notation passes over stands in « and ».
func Foreign(t *testing.T, d dialect.Dialect, mark string, texts ...string) {
	t.Helper()
	for _, marked := range texts {
		text, passed := withoutPassed(marked)
		if _, err := d.Read(text, dialect.Options{}); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for at := range len(text) + 1 {
			if at > 0 && at < len(text) && isOfWord(text[at-1]) && isOfWord(text[at]) || passed[at] {
				continue
			}
			spoilt := text[:at] + mark + text[at:]
			r, err := d.Read(spoilt, dialect.Options{})
			var e *syntax.Error
			switch {
			case err == nil:
				t.Errorf("%s is read as %s", spoilt, r.Map)
			case !errors.As(err, &e):
				t.Errorf("%s: %v has no place", spoilt, err)
			case e.Off > at:
				t.Errorf("%s: byte %d is wrong, want byte %d: %s", spoilt, e.Off, at, e.What)
			}
		}
	}
}

// withoutPassed is a text without the marks, and the places between them.
func withoutPassed(marked string) (text string, passed map[int]bool) {
	passed = map[int]bool{}
	for {
		before, rest, ok := strings.Cut(marked, "«")
		text += before
		if !ok {
			return text, passed
		}
		within, behind, _ := strings.Cut(rest, "»")
		for k := range len(within) + 1 {
			passed[len(text)+k] = true
		}
		text, marked = text+within, behind
	}
}

func isOfWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
