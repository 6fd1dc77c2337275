package form

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// readLines reads a text of one line or of several.
func readLines(d dialect.Dialect, text string, opt Options) (dialect.Reading, error) {
	pieces := strings.Statements(text)
	if d.Whole || len(pieces) <= 1 {
		return d.Read(text, opt)
	}
	if len(pieces) > program.MaxLines {
		return dialect.Reading{}, syntax.Errorf(text, pieces[program.MaxLines][0], pieces[program.MaxLines][1], "more than %d lines", program.MaxLines)
	}
	p := program.Values{Named: map[string]lane.Map{}}
	var r dialect.Reading
	var warnings []string // of all lines
	for k, at := range pieces {
		if err := opt.Ended(); err != nil {
			return dialect.Reading{}, err
		}
		var err error
		if r, err = d.Read(text[at[0]:at[1]], opt); err != nil {
			return dialect.Reading{}, syntax.Moved(err, text, at[0])
		}
		warnings = append(warnings, r.Warnings...)
		if r.Guard != nil {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "the line is under %s: in a program it is a map only once that is known", r.Guard.By)
		}
		if r.To == "" && k < len(pieces)-1 {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "the line has no name for its result, and so no other can follow")
		}
		if err := p.Line(r.Map, r.Names, r.To, d.Overlap); err != nil {
			return dialect.Reading{}, syntax.Errorf(text, at[0], at[1], "%v", err)
		}
	}
	r.Warnings = warnings
	r.Map, r.Names = p.Keep(p.Result, p.Inputs, r.To)
	return r, nil
}
