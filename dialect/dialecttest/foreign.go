package dialecttest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
)

// Foreign puts a mark that the notation has not into texts that are read, between any two words or marks, and wants it refused, there or at what it spoils in front of it:
//
//	a.select<4, `2>(1)
//
// So nothing of a text is passed over, and no error of a part is lost on its way out. Where a notation passes over what it does not know, the text has … .
func Foreign(t *testing.T, d dialect.Dialect, mark string, texts ...string) {
	t.Helper()
	for _, marked := range texts {
		parts := strings.Split(marked, "…")
		text := strings.Join(parts, "")
		if _, err := d.Read(text, dialect.Options{}); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var passed []int
		for at, k := 0, 0; k < len(parts)-1; k++ {
			at += len(parts[k])
			passed = append(passed, at)
		}
		for at := range len(text) + 1 {
			if at > 0 && at < len(text) && isOfWord(text[at-1]) && isOfWord(text[at]) || slices.Contains(passed, at) {
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

func isOfWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}
