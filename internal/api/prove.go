package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// ProveSchema is the schema of a Proof.
const ProveSchema = "lanescope.prove/1"

// ProveRequest asks how two forms stand to each other.
type ProveRequest struct {
	A, B     string
	OptionsA form.Options
	OptionsB form.Options
}

// A SideError is an error in one of a request's two forms.
type SideError struct {
	Side string // "A" or "B"
	Err  error
}

func (e *SideError) Error() string { return e.Side + ": " + e.Err.Error() }

// Unwrap is the error without its side.
func (e *SideError) Unwrap() error { return e.Err }

// A Proof is how two forms stand to each other.
type Proof struct {
	A, B    form.Form // B with A's sources
	Bound   form.Binding
	Verdict lane.GuardedVerdict
	Why     string // why there is nothing to compare; empty if there is
}

// Prove answers a ProveRequest. An error is a *SideError; forms that cannot be compared are no error.
func Prove(r ProveRequest) (Proof, error) {
	a, err := form.Parse(r.A, r.OptionsA)
	if err != nil {
		return Proof{}, &SideError{"A", err}
	}
	b, err := form.Parse(r.B, r.OptionsB)
	if err != nil {
		return Proof{}, &SideError{"B", err}
	}
	b, bound := form.Bind(a, b)
	p := Proof{A: a, B: b, Bound: bound}
	if p.Verdict, err = compare(a, b); err != nil {
		p.Verdict.Relation, p.Verdict.Lane, p.Why = lane.Differ, -1, err.Error()
	}
	return p, nil
}

// compare takes the short way where no predicate is in sight.
func compare(a, b form.Form) (lane.GuardedVerdict, error) {
	if a.Guard != nil || b.Guard != nil {
		return form.CompareGuarded(a, b)
	}
	v, err := form.Compare(a, b)
	return lane.GuardedVerdict{Verdict: v, BitA: lane.Always, BitB: lane.Always, OnA: true, OnB: true}, err
}

// Holds says whether the forms are equal or, unless strict, one refines the other.
func (p Proof) Holds(strict bool) bool {
	return p.Verdict.Relation == lane.Equal || !strict && p.Verdict.Relation != lane.Differ
}

// String is the verdict as a sentence.
func (p Proof) String() string {
	v := p.Verdict
	switch {
	case p.Why != "":
		return "differ: " + p.Why
	case v.Relation == lane.Equal:
		return "equal"
	case v.Relation == lane.Refines:
		return "A refines B"
	case v.Relation == lane.RefinedBy:
		return "B refines A"
	}
	return fmt.Sprintf("differ at lane %d%s: A gives %s, B gives %s", v.Lane, p.while(), p.witness(v.A), p.witness(v.B))
}

// SMT is the problem whether one of the forms does what the other does, as a solver decides it: A in the lanes that B defines, unless only B does that for A. See package smt.
func (p Proof) SMT() (string, error) {
	a, b := p.A, p.B
	if p.Verdict.Relation == lane.RefinedBy {
		a, b = b, a
	}
	if p.Why != "" {
		return "", errors.New(p.Why)
	}
	return smt.Refines(a.Guarded(), b.Guarded())
}

// while is the predicate's bits under which the witness shows.
func (p Proof) while() string {
	v := p.Verdict
	var bits []string
	say := func(f form.Form, bit int, on bool) {
		if bit == lane.Always {
			return
		}
		value := "0"
		if on {
			value = "1"
		}
		if text := fmt.Sprintf("bit %d of %s is %s", bit, f.Guard.By, value); !slices.Contains(bits, text) {
			bits = append(bits, text)
		}
	}
	say(p.A, v.BitA, v.OnA)
	say(p.B, v.BitB, v.OnB)
	if bits == nil {
		return ""
	}
	return " while " + strings.Join(bits, " and ")
}

// witness is a lane as the sentence names it.
func (p Proof) witness(l lane.Lane) string {
	if l.Kind == lane.Undefined {
		return "undefined"
	}
	return l.Text(p.Verdict.Lane, p.Verdict.Bits)
}

// verdicts are the words of the JSON.
var verdicts = [...]string{lane.Equal: "equal", lane.Refines: "a-refines-b", lane.RefinedBy: "b-refines-a", lane.Differ: "differ"}

// AppendJSON appends the result as one JSON object.
func (p Proof) AppendJSON(b []byte) []byte {
	o := newObject(b, ProveSchema)
	v := p.Verdict
	o.string("verdict", verdicts[v.Relation])
	o.string("text", p.String())
	if v.Lane >= 0 {
		o.int("lane", v.Lane)
		o.int("bits", v.Bits)
		o.string("a", v.A.Text(v.Lane, v.Bits))
		o.string("b", v.B.Text(v.Lane, v.Bits))
	}
	o.notation("mapA", p.A.Map)
	o.notation("mapB", p.B.Map)
	o.bound(p.Bound)
	return o.end()
}

// bound writes which operand of A is which of B.
func (o *object) bound(b form.Binding) {
	o.within("bound", func(sources *object) {
		for _, p := range b.Pairs {
			sources.strings(p.Source, []string{p.A, p.B})
		}
	})
	o.string("boundBy", map[bool]string{true: "name", false: "order"}[b.ByName])
}
