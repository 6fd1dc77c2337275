package loops_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/loops"
)

// Any text is a map or an error with a place.
func FuzzRead(f *testing.F) {
	var texts []string
	for _, row := range read {
		texts = append(texts, row.text)
	}
	for _, row := range refused {
		texts = append(texts, row.text)
	}
	dialecttest.Fuzz(f, loops.Dialect(), texts...)
}
