package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanescope/lanescope/internal/figures"
)

// A tally is what the targets of each package did.
type tally struct {
	names []string // of packages, in the order in which they ran
	of    map[string]*count
}

// A count is what the targets of a package did together.
type count struct {
	targets, kept int
	executions
}

// executions are how often targets ran: steered by what they reach, and on spoilt inputs.
type executions struct{ steered, spoilt int64 }

func (e *executions) add(more executions) {
	e.steered, e.spoilt = e.steered+more.steered, e.spoilt+more.spoilt
}

func (e executions) sum() int64 { return e.steered + e.spoilt }

func (c *tally) add(name string, t trial) {
	if c.of == nil {
		c.of = map[string]*count{}
	}
	at := c.of[name]
	if at == nil {
		at = new(count)
		c.of[name], c.names = at, append(c.names, name)
	}
	at.targets, at.kept = at.targets+1, at.kept+t.kept
	if t.spoilt {
		at.add(executions{spoilt: t.executions})
	} else {
		at.add(executions{steered: t.executions})
	}
}

func (c *tally) executions() (n int64) {
	for _, at := range c.of {
		n += at.sum()
	}
	return n
}

func (c *tally) targets() (n int) {
	for _, at := range c.of {
		n += at.targets
	}
	return n
}

// tables is where a page has the figures. Executions are added up over all runs.
var tables = figures.Table{Command: "go run ./internal/fuzzing", Head: "| package | targets | steered | spoilt | executions | inputs that are kept | last run |\n|--|--|--|--|--|--|--|\n"}

// together is the row of all packages: it stands first, as no package is named like it.
const together = "*all*"

// fill puts a row for each package into a page, and one for all together.
func (c *tally) fill(page string, now time.Time) (string, error) {
	old, err := tables.Rows(page)
	if err != nil {
		return "", err
	}
	before := map[string]executions{}
	for _, row := range old {
		if before[figures.Name(row)], err = inAll(row); err != nil {
			return "", err
		}
	}
	day := now.UTC().Format(time.DateOnly)
	var rows []string
	for _, name := range c.names {
		at, key := c.of[name], "`"+name+"`"
		all := before[key]
		all.add(at.executions)
		before[key] = all
		rows = append(rows, fmt.Sprintf("| %s | %d | %v | %d | %s |", key, at.targets, all, at.kept, day))
	}
	delete(before, together)
	var sum executions
	for _, n := range before {
		sum.add(n)
	}
	rows = append(rows, fmt.Sprintf("| %s | | %v | | %s |", together, sum, day))
	return tables.Fill(page, rows)
}

// String is three columns of a row.
func (e executions) String() string {
	return grouped(e.steered) + " | " + grouped(e.spoilt) + " | " + grouped(e.sum())
}

// inAll is how many executions a row has of all runs.
func inAll(row string) (e executions, err error) {
	columns := strings.Split(row, "|")
	if len(columns) < 6 {
		return e, fmt.Errorf("%q has no executions", row)
	}
	if e.steered, err = number(columns[3]); err != nil {
		return e, err
	}
	e.spoilt, err = number(columns[4])
	return e, err
}

func number(column string) (int64, error) {
	return strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(column), ",", ""), 10, 64)
}

// grouped is a number with commas.
func grouped(n int64) string {
	digits := []byte(strconv.FormatInt(n, 10))
	for k := len(digits) - 3; k > 0; k -= 3 {
		digits = slices.Insert(digits, k, ',')
	}
	return string(digits)
}
