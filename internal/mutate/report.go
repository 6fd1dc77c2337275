package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/internal/figures"
)

// A tally is how many mutants had each verdict.
type tally struct {
	noticed, timedOut, survived, equivalent, notCompiled int
}

func (c *tally) add(t trial, same bool) {
	switch {
	case t.verdict == noticed:
		c.noticed++
	case t.verdict == timedOut:
		c.timedOut++
	case t.verdict == notCompiled:
		c.notCompiled++
	case same:
		c.equivalent++
	default:
		c.survived++
	}
}

// lines is how many were changed.
func (c *tally) lines() int { return c.noticed + c.timedOut + c.survived + c.equivalent }

// score is how many of a hundred were noticed: of all, and of those that can be.
func (c *tally) score() (ofAll, ofThese float64) {
	seen := float64(100 * (c.noticed + c.timedOut))
	return seen / float64(max(1, c.lines())), seen / float64(max(1, c.lines()-c.equivalent))
}

// A report is a run over some packages.
type report struct {
	commit, seed string
	trials       []trial
	same         map[equivalent]string
}

// write says what was not noticed, and the figures.
func (r *report) write(w io.Writer) {
	survivors := slices.DeleteFunc(slices.Clone(r.trials), func(t trial) bool { return t.verdict != survived })
	slices.SortFunc(survivors, func(a, b trial) int {
		return cmp.Or(cmp.Compare(a.of.place, b.of.place), cmp.Compare(a.start, b.start))
	})
	for _, t := range survivors {
		fmt.Fprintf(w, "%s:%d: %s survived\n", t.of.place, t.line, t.operator)
		fmt.Fprintf(w, "%s %s\n\t- %s\n\t+ %s\n", t.of.place, t.in, t.before(), t.after())
		if why, ok := r.same[t.key()]; ok {
			fmt.Fprintf(w, "\tequivalent: %s\n", why)
		}
	}
	fmt.Fprintf(w, "commit %s, seed %s\n\n%s", r.commit, r.seed, tables.Head)
	for _, row := range r.rows() {
		fmt.Fprintln(w, row)
	}
}

// tables is where a page has the figures.
var tables = figures.Table{Command: "go run ./internal/mutate", Head: "| package | lines changed | noticed | timed out | survived | equivalent | noticed of all | of those that can be | did not compile | commit | seed |\n" +
	"|--|--|--|--|--|--|--|--|--|--|--|\n"}

// rows is the table, a line a package.
func (r *report) rows() (rows []string) {
	all := map[string]*tally{}
	var names []string
	for _, t := range r.trials {
		name := t.of.place[:max(0, strings.LastIndexByte(t.of.place, '/'))]
		if all[name] == nil {
			all[name] = new(tally)
			names = append(names, name)
		}
		_, same := r.same[t.key()]
		all[name].add(t, same)
	}
	slices.Sort(names)
	for _, name := range names {
		c := all[name]
		ofAll, ofThese := c.score()
		rows = append(rows, fmt.Sprintf("| `%s` | %d | %d | %d | %d | %d | %.1f %% | %.1f %% | %d | %s | %s |",
			name, c.lines(), c.noticed, c.timedOut, c.survived, c.equivalent, ofAll, ofThese, c.notCompiled, r.commit, r.seed))
	}
	return rows
}
