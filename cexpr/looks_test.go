package cexpr

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// What one walk over a text finds is what is found from each place anew.
func TestLooksByOneWalk(t *testing.T) {
	intrinsic := func(text string) bool {
		for at := range len(text) {
			if text[at] != 'v' || at > 0 && (syntax.IsIdentifier("_"+text[at-1:at]) || text[at-1] == '%' || text[at-1] == '.') {
				continue
			}
			c := syntax.Cursor{Text: text, Off: at}
			if _, typ, ok := cutLast(c.Word(), "_"); ok && neonTypes[typ].bits > 0 && (c.Accept("(") || c.Accept("::<")) {
				return true
			}
		}
		return false
	}
	dialecttest.Looks(t, chance.Random(t, 1), "looksNEONIntrinsic", looksNEONIntrinsic, intrinsic)
}
