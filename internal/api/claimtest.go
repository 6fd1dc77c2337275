package api

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// TestSchema is the schema of a TestReport.
const TestSchema = "lanescope.test/1"

// A TestRequest is a text of claims.
type TestRequest struct {
	Text    string
	Name    string // what places call the text
	Options form.Options

	// Deadline is how long a sequence is looked for that holds a claim; 0 is as long as its budget lasts, which gives the same answer everywhere.
	Deadline time.Duration
	Budget   int                 // how much is searched for one; 0: the default
	Progress func(done, all int) // nil if nobody looks
}

// A TestReport is what became of the claims of a text.
type TestReport struct {
	Name     string
	Findings []ClaimFinding
}

// Test holds each claim of a text against what is true.
func (l *Lowerer) Test(ctx context.Context, r TestRequest) TestReport {
	out := TestReport{Name: r.Name, Findings: ReadClaims(r.Text)}
	for k := range out.Findings {
		if r.Progress != nil {
			r.Progress(k, len(out.Findings))
		}
		f := &out.Findings[k]
		switch {
		case f.At != nil: // it could not be read
		case ctx.Err() != nil:
			f.fails(r.Text, f.form, "the time was over before this was looked at")
		case f.Kind == ClaimsCost:
			l.testCost(ctx, r, f)
		default:
			f.testForms(r)
		}
	}
	return out
}

// testForms compares a form with its map or with another form.
func (f *ClaimFinding) testForms(r TestRequest) {
	second := r.Options
	if f.Kind == ClaimsMap {
		second = form.Options{From: "lane"}
	}
	p, err := Prove(ProveRequest{A: f.Form, B: f.Second, OptionsA: r.Options, OptionsB: second})
	var side *SideError
	switch {
	case errors.As(err, &side) && side.Side == "B":
		f.unread(r.Text, f.right, side.Err)
	case errors.As(err, &side):
		f.unread(r.Text, f.form, side.Err)
	case !p.Holds(true):
		f.fails(r.Text, f.right, f.differs(p))
	default:
		f.Holds = true
	}
}

// differs says in which way a claim is not true.
func (f *ClaimFinding) differs(p Proof) string {
	switch {
	case f.Kind == ClaimsEqual:
		return p.String()
	case p.Verdict.Relation == lane.Differ && p.Why == "":
		return fmt.Sprintf("lane %d%s is %s and not %s: the form is %s", p.Verdict.Lane, p.while(), p.witness(p.Verdict.A), p.witness(p.Verdict.B), p.A.Map)
	}
	return fmt.Sprintf("%s, where A is the form and B the map: the form is %s", p, p.A.Map)
}

// testCost looks for a sequence with no more ops than claimed: what is decided at once is asked first, and the search only if that does not do.
func (l *Lowerer) testCost(ctx context.Context, r TestRequest, f *ClaimFinding) {
	q := LowerRequest{Form: f.Form, Options: r.Options, Target: f.Target, Cost: lower.Instructions.String(), MaxConstants: f.Constants, Deadline: within(ctx, r.Deadline), Budget: r.Budget}
	if _, err := form.Parse(f.Form, r.Options); err != nil {
		f.unread(r.Text, f.form, err)
		return
	}
	for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
		q.Effort = effort.String()
		w, err := l.Lower(ctx, q)
		if err != nil {
			f.fails(r.Text, f.right, err.Error())
			return
		}
		f.Sequence = &w.Sequence
		if f.Holds = w.Ops <= f.Ops; f.Holds || w.LowerBound > f.Ops {
			break
		}
	}
	if s := f.Sequence; !f.Holds {
		known := s.Proof.String()
		if s.Proof != lower.Minimal {
			known += ", " + several(s.LowerBound, "op") + " or more"
		}
		f.fails(r.Text, f.right, fmt.Sprintf("%s takes %s and %s: %s", f.Target, several(s.Ops, "op"), several(s.Constants, "constant"), known))
	}
}

// Refuted says whether a claim is known to be false. One about a cost that is not may hold by a sequence that nobody looked for long enough.
func (f *ClaimFinding) Refuted() bool {
	return !f.Holds && (f.Sequence == nil || f.Sequence.LowerBound > f.Ops)
}

// Failed is how many claims do not hold, or cannot be read.
func (r TestReport) Failed() (n int) {
	for k := range r.Findings {
		if !r.Findings[k].Holds {
			n++
		}
	}
	return n
}

// OK says whether there are claims, and all hold.
func (r TestReport) OK() bool { return len(r.Findings) > 0 && r.Failed() == 0 }

// AppendJSON appends the report as one JSON object.
func (r TestReport) AppendJSON(b []byte) []byte {
	o := newObject(b, TestSchema)
	o.bool("ok", r.OK())
	o.string("file", r.Name)
	o.int("claims", len(r.Findings))
	o.int("failed", r.Failed())
	objects(o, "results", r.Findings, func(e *object, f ClaimFinding) {
		e.int("line", f.Line)
		e.string("claim", f.Text)
		e.string("kind", claimKinds[f.Kind].name)
		e.bool("holds", f.Holds)
		if f.At != nil {
			e.string("message", f.Message)
			e.int("col", column(f.At, f.At.Off))
			e.int("endCol", column(f.At, f.At.End))
		}
		if f.Sequence != nil {
			e.counts(*f.Sequence)
			e.proof(*f.Sequence)
		}
	})
	return o.end()
}

// AppendTestSARIF appends reports as one SARIF log. Version is that of the tool.
func AppendTestSARIF(b []byte, reports []TestReport, version string) []byte {
	rules := []sarifRule{
		{"claim", "error", "What a file claims of a shuffle does not hold."},
		{syntaxRule, "error", "A line is a form and what is claimed of it."},
	}
	var results []sarifResult
	for _, r := range reports {
		for k := range r.Findings {
			f := &r.Findings[k]
			if f.At == nil {
				continue
			}
			rule := 0
			if f.Unread {
				rule = 1
			}
			place := sarifPlace{file: r.Name, first: f.Line, firstColumn: column(f.At, f.At.Off), last: f.Line, lastColumn: column(f.At, f.At.End)}
			results = append(results, sarifResult{rule: rule, text: f.Message, at: place})
		}
	}
	return appendSARIF(b, rules, results, version)
}
