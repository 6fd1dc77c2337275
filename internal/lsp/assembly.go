package lsp

import (
	"context"
	"errors"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/api"
	"github.com/lanescope/lanescope/syntax"
)

// An assembly is a language that we know whole: each line, and what is wrong with it.
type assembly interface {
	check(ctx context.Context, d *diagnosis) error
	shuffle(a *analysis, line int) (shuffle, bool) // the movement that a line is, if it is one
	page(a *analysis, line int) string             // what is to be known of a line's instruction, as Markdown
	complete(a *analysis, c cursor) []offer
}

// formOf is a line as a form of a dialect. Given is what it depends on, and stands in front of it.
func (a *analysis) formOf(line int, dialect, given string, comments ...string) (s shuffle, ok bool) {
	whole := a.line[line]
	f := a.facts.known(whole)
	if f == nil || f.given != given {
		f = &fact{given: given}
		statement := statementOf(whole, comments...)
		at := strings.Index(whole, statement)
		if d, known := form.ByName(dialect); known && statement != "" && len(statement) <= longestStatement && d.Looks(statement) {
			if found, err := form.Parse(given+statement, form.Options{From: dialect}); err == nil && len(found.Map.Src) > 0 {
				f.shuffle, f.form, f.text, f.from, f.to = true, read(found), given+statement, at, at+len(statement)
			}
		}
		a.facts.remember(whole, f)
	}
	return shuffle{a.within(line, f.from, f.to), line, f.form, f.text}, f.shuffle
}

// refused is an error with a place in the text.
func (a *analysis) refused(rule string, err error) finding {
	f := finding{span: span{0, 0}, severity: severityError, rule: rule, message: err.Error()}
	var at *syntax.Error
	if errors.As(err, &at) {
		f.message = at.What
		if len(at.Text) == len(a.all) {
			f.span = a.visible(span{at.Off, at.End})
		}
	}
	return f
}

// visible is a span that has something in it, where the line has.
func (a *analysis) visible(s span) span {
	if s.to > s.from {
		return s
	}
	if w := a.word(s.from); w.to > w.from {
		return w
	}
	if start := a.starts[a.lineAt(s.from)]; s.from > start && s.to <= s.from {
		return span{s.from - 1, s.from}
	}
	return span{s.from, max(s.from, s.to)}
}

// Claims are the lines of a file of claims, each by itself.
type claims struct{}

func (claims) check(ctx context.Context, d *diagnosis) error {
	var tester api.Lowerer
	for n, line := range d.line {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := d.facts.known(line)
		if f == nil {
			f = &fact{checks: claimed(ctx, &tester, line)}
			if ctx.Err() != nil { // it was not looked at to the end
				return ctx.Err()
			}
			d.facts.remember(line, f)
		}
		for _, found := range f.checks {
			found.span = d.visible(d.within(n, found.from, found.to))
			d.add(found)
		}
	}
	return nil
}

// claimBudget is how much is searched for a sequence that holds a claim, in candidates, so that the answer is the same on any machine: lanescope test looks further.
const claimBudget = 1 << 8

// claimed is what is wrong with the claim in a line. One that is not refuted is doubted.
func claimed(ctx context.Context, tester *api.Lowerer, line string) (all []finding) {
	for _, f := range tester.Test(ctx, api.TestRequest{Text: line, Budget: claimBudget}).Findings {
		if f.Holds || f.At == nil {
			continue
		}
		found := finding{span: span{f.At.Off, f.At.End}, severity: severityError, rule: "claim", message: f.Message}
		if !f.Refuted() {
			found.severity = severityWarning
			found.message += "; lanescope test looks further"
		}
		all = append(all, found)
	}
	return all
}

func (claims) shuffle(*analysis, int) (s shuffle, ok bool) { return s, false }
func (claims) page(*analysis, int) string                  { return "" }
func (claims) complete(*analysis, cursor) []offer          { return nil }
