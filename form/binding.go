package form

import (
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A comment in front of a text says which operand is which source, where the order of their first appearance does not:
//
//	// a = v1, b = v0
//	uzp1 v0.4s, v0.4s, v1.4s
//
// It may begin with # too, as comments of x86 do.

// binding takes such a comment off a text. What is left is as long as the text, so that places in it are places in the text.
func binding(text string) (rest string, sources []string) {
	start := len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	end := len(text)
	if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
		end = start + n
	}
	comment, ok := strings.CutPrefix(text[start:end], "//")
	if !ok {
		comment, ok = strings.CutPrefix(text[start:end], "#")
	}
	if !ok || end == len(text) {
		return text, nil
	}
	for _, part := range strings.Split(comment, ",") {
		letter, name, equals := strings.Cut(part, "=")
		letter, name = strings.TrimSpace(letter), strings.TrimSpace(name)
		k, known := lane.SourceIndex(letter)
		if !equals || !known || len(letter) != 1 || name == "" || !syntax.IsIdentifier(strings.TrimLeft(name, "%@$_0123456789")+"_") {
			return text, nil
		}
		for len(sources) <= k {
			sources = append(sources, "")
		}
		sources[k] = name
	}
	return text[:start] + strings.Repeat(" ", end-start) + text[end:], sources
}
