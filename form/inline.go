package form

import (
	"github.com/lanescope/lanescope/dialect"
)

// InLine is the part of a line of a file that looks like a shuffle, in the first dialect that finds one.
func InLine(whole string) (text string, ok bool) {
	l := dialect.LineOf(whole)
	for _, d := range dialects() {
		if d.InLine == nil {
			continue
		}
		if text, ok := d.InLine(l); ok {
			return text, true
		}
	}
	return "", false
}
