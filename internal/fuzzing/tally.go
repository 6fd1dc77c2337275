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
	executions    int64
}

func (c *tally) add(name string, t trial) {
	if c.of == nil {
		c.of = map[string]*count{}
	}
	at := c.of[name]
	if at == nil {
		at = new(count)
		c.of[name], c.names = at, append(c.names, name)
	}
	at.targets, at.kept, at.executions = at.targets+1, at.kept+t.kept, at.executions+t.executions
}

func (c *tally) executions() (n int64) {
	for _, at := range c.of {
		n += at.executions
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
var tables = figures.Table{Command: "go run ./internal/fuzzing", Head: "| package | targets | executions | in all | inputs that are kept | last run |\n|--|--|--|--|--|--|\n"}

// together is the row of all packages: it stands first, as no package is named like it.
const together = "*all*"

// fill puts a row for each package into a page, and one for all together.
func (c *tally) fill(page string, now time.Time) (string, error) {
	old, err := tables.Rows(page)
	if err != nil {
		return "", err
	}
	before := map[string]int64{}
	for _, row := range old {
		if before[figures.Name(row)], err = inAll(row); err != nil {
			return "", err
		}
	}
	var rows []string
	for _, name := range c.names {
		at, key := c.of[name], "`"+name+"`"
		before[key] += at.executions
		rows = append(rows, fmt.Sprintf("| %s | %d | %s | %s | %d | %s |", key, at.targets, grouped(at.executions), grouped(before[key]), at.kept, now.UTC().Format(time.DateOnly)))
	}
	delete(before, together)
	var sum int64
	for _, n := range before {
		sum += n
	}
	rows = append(rows, fmt.Sprintf("| %s | | %s | %s | | %s |", together, grouped(c.executions()), grouped(sum), now.UTC().Format(time.DateOnly)))
	return tables.Fill(page, rows)
}

// inAll is how many executions a row has of all runs.
func inAll(row string) (int64, error) {
	columns := strings.Split(row, "|")
	if len(columns) < 6 {
		return 0, fmt.Errorf("%q has no executions in all", row)
	}
	return strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(columns[4]), ",", ""), 10, 64)
}

// grouped is a number with commas.
func grouped(n int64) string {
	digits := []byte(strconv.FormatInt(n, 10))
	for k := len(digits) - 3; k > 0; k -= 3 {
		digits = slices.Insert(digits, k, ',')
	}
	return string(digits)
}
