package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// equivalentsText is the list of mutants that do the same as what they came from:
//
//	g13/row.go Word.get
//		- case s.pos >= 64:
//		+ case s.pos > 64:
//		Why nothing can tell them apart.
//
//go:embed equivalents.txt
var equivalentsText string

// An equivalent is an entry of the list: the file, what is declared there, the line before and after.
type equivalent struct{ place, in, before, after string }

func (m *mutant) key() equivalent { return equivalent{m.of.place, m.in, m.before(), m.after()} }

// parseEquivalents reads the list; the values are the reasons.
func parseEquivalents(text string) (map[equivalent]string, error) {
	all := map[equivalent]string{}
	var at equivalent
	for n, line := range strings.Split(text, "\n") {
		what := strings.TrimSpace(line)
		rest := strings.TrimSpace(what[min(1, len(what)):])
		switch {
		case what == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, "\t"):
			place, in, ok := strings.Cut(what, " ")
			if !ok {
				return nil, fmt.Errorf("equivalents.txt:%d: expected a file and what is declared there, as g13/row.go Word.get", n+1)
			}
			at = equivalent{place: place, in: in}
		case strings.HasPrefix(line, "\t- "):
			at.before, at.after = rest, ""
		case line == "\t+" || strings.HasPrefix(line, "\t+ "):
			at.after = rest
		case at.before == "":
			return nil, fmt.Errorf("equivalents.txt:%d: a reason for nothing; expected a line with - before it", n+1)
		default:
			all[at] = strings.TrimSpace(all[at] + " " + what)
		}
	}
	return all, nil
}
