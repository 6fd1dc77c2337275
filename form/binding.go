package form

import (
	"fmt"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
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
		if !equals || !known || len(letter) != 1 || name == "" || !isIdentifier(strings.TrimLeft(name, "%@$_0123456789")+"_") {
			return text, nil
		}
		for len(sources) <= k {
			sources = append(sources, "")
		}
		sources[k] = name
	}
	return text[:start] + strings.Repeat(" ", end-start) + text[end:], sources
}

// bindingLine is the comment for a sequence whose inputs are in registers of a file, in their order; none where a reader would take them for these sources anyway.
func bindingLine(inputs []lower.Input, register func(k int) string, names []string) []string {
	natural := true
	said := make([]string, len(inputs))
	for k, in := range inputs {
		said[k] = fmt.Sprintf("%s = %s", lane.SourceName(in.Source), register(k))
		natural = natural && in.Source == k && k < len(names) && names[k] == register(k)
	}
	if natural {
		return nil
	}
	slices.Sort(said)
	return []string{"// " + strings.Join(said, ", ")}
}
