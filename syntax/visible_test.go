package syntax_test

import (
	"testing"
	"unicode"

	"github.com/lanescope/lanescope/syntax"
)

// Of a name stays what prints, marks and tabs; a terminal obeys none of it.
func TestVisible(t *testing.T) {
	for _, row := range [][2]string{
		{"", ""}, {"k.isa", "k.isa"}, {"a b\tc~", "a b\tc~"}, {"é한नि", "é한नि"}, {"e\u0301", "e\u0301"}, {"a\x1b[31mb", "a?[31mb"}, {"a\nb\r", "a?b?"}, {"\x9b\u009b", "??"}, {"\u202eexe", "?exe"}, {"\u2028", "?"}, {"\x7f\x00", "??"}, {"\U000e0001", "?"}, {"\ufffd", "?"},
	} {
		if got := syntax.Visible(row[0]); got != row[1] {
			t.Errorf("%q is %q, want %q", row[0], got, row[1])
		}
	}
	for r := range rune(unicode.MaxRune) + 1 {
		for _, shown := range syntax.Visible("a" + string(r)) {
			if shown != '\t' && !unicode.IsPrint(shown) {
				t.Fatalf("%U stays", shown)
			}
		}
	}
}
