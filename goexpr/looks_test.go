package goexpr

import (
	"regexp"
	gostrings "strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// What one walk over a text finds is what is found from each place anew.
func TestLooksByOneWalk(t *testing.T) {
	archsimd := func(text string) bool {
		if gostrings.Contains(text, "archsimd.") {
			return true
		}
		text = regexp.MustCompile(`//[^\n]*`).ReplaceAllString(text, "")
		for at := 1; at < len(text); at++ {
			if text[at] == '.' && (text[at-1] == ')' || syntax.IsIdentifier("_"+text[at-1:at])) {
				c := syntax.Cursor{Text: text, Off: at + 1}
				if name := c.Word(); name != "" && name[0] >= 'A' && name[0] <= 'Z' && c.Peek() == '(' {
					return true
				}
			}
		}
		return false
	}
	dialecttest.Looks(t, chance.Random(t, 1), "looksArchsimd", looksArchsimd, archsimd)
	for text, want := range map[string]bool{
		"// Store the results.\n  Store4x4(dst, a);": false, "a.InterleaveLo(b) // as a zip.": true, "a.\n\tInterleaveLo(b)": true, "x := a // of b.\ny := x.InterleaveLo(b)": true, "// a.InterleaveLo(b)": false,
	} {
		if looksArchsimd(text) != want || archsimd(text) != want {
			t.Errorf("%q looks as Go's: %v and %v, want %v", text, looksArchsimd(text), archsimd(text), want)
		}
	}
}
