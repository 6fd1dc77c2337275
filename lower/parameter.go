package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// words are those of C, C++, Rust and Go that would be names of sources.
var words = []string{"as", "do", "fn", "go", "if", "in", "or"}

// sourceParameter is the parameter of a source in code: the source's name, unless a language has it as a word of its own.
func sourceParameter(k int) string {
	name := lane.SourceName(k)
	if slices.Contains(words, name) {
		return name + "0"
	}
	return name
}
