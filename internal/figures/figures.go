// Package figures keeps tables of measured figures in pages: rows between two comments, of which a command replaces those that it has measured again.
//
//	<!-- figures of go run ./internal/mutate -->
//
//	| package | noticed |
//	|--|--|
//	| `g13` | 86 |
//
//	<!-- end of the figures -->
package figures

import (
	"errors"
	"slices"
	"strings"
)

// A Table is where a command's figures stand in a page.
type Table struct {
	Command string // that makes them, as go run ./internal/mutate
	Head    string // two lines: the names of columns, and what divides them from rows
}

const end = "<!-- end of the figures -->\n"

func (t *Table) begin() string { return "<!-- figures of " + t.Command + " -->\n" }

// Rows are a page's rows.
func (t *Table) Rows(page string) ([]string, error) {
	_, table, _, err := t.cut(page)
	return t.rows(table), err
}

// rows are those of a table with its head, or of none.
func (t *Table) rows(table string) (rows []string) {
	for row := range strings.Lines(strings.TrimPrefix(strings.TrimSpace(table), strings.TrimSpace(t.Head))) {
		if row = strings.TrimSpace(row); row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// Fill puts rows into a page's table, where they stand in the order of their first column. A row of which the first column is the same goes.
func (t *Table) Fill(page string, rows []string) (string, error) {
	before, table, behind, err := t.cut(page)
	if err != nil {
		return "", err
	}
	rows = slices.Clone(rows)
	for _, row := range t.rows(table) {
		if !slices.ContainsFunc(rows, func(r string) bool { return Name(r) == Name(row) }) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b string) int { return strings.Compare(Name(a), Name(b)) })
	return before + t.begin() + "\n" + t.Head + strings.Join(rows, "\n") + "\n\n" + end + behind, nil
}

// cut is what stands before the table, in it, and behind it.
func (t *Table) cut(page string) (before, table, behind string, err error) {
	before, rest, ok := strings.Cut(page, t.begin())
	table, behind, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", "", "", errors.New("a table belongs between " + strings.TrimSpace(t.begin()) + " and " + strings.TrimSpace(end))
	}
	return before, table, behind, nil
}

// Name is what a row is of: its first column.
func Name(row string) string { return strings.TrimSpace(strings.Split(row+"|", "|")[1]) }
