package form

import (
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax/strings"
)

// A Step is one line of a program, by itself.
type Step struct {
	Form
	To string // what the line calls its result, or nothing
}

// Steps are the lines of a program as movements by themselves, each over the names in it. There are none where the text is one line, or where a line moves only because of what others did:
// an or of vectors that are zero in places.
func Steps(text string, opt Options) []Step {
	text, _ = binding(text)
	pieces := strings.Statements(text)
	if len(pieces) < 2 || len(pieces) > program.MaxLines {
		return nil
	}
	d, err := recognise(text, opt.From)
	if err != nil {
		return nil
	}
	var steps []Step
	for _, at := range pieces {
		line := text[at[0]:at[1]]
		r, err := readLines(d, line, opt)
		if err != nil {
			return nil
		}
		steps = append(steps, Step{Form{Text: line, Dialect: d.Name, Map: r.Map, Names: r.Names, Warnings: r.Warnings}, r.To})
	}
	return steps
}
