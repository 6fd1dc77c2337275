package api

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// LowerSchema is the schema of a Lowering.
const LowerSchema = "lanescope.lower/1"

// LowerRequest asks for the cheapest sequence of a form on a target.
type LowerRequest struct {
	Form         string
	Options      form.Options
	Target       string
	CPU          string // empty: the target's default
	Cost         string // empty: balanced
	MaxConstants int    // or lower.Unlimited
	Budget       int    // 0: the default
	Emit         string // listing or c; empty: no code
	Name         string // of the function that C has; empty: F
	Alternatives bool   // also what the other costs choose
}

// A Lowering is the cheapest sequence that was found.
type Lowering struct {
	Target       *target.Target
	Result       *lower.Result
	Code         string
	Alternatives []Alternative
}

// An Alternative is another sequence, which another cost chooses.
type Alternative struct {
	Cost   string
	Result *lower.Result
}

// A Lowerer answers requests one after another, and keeps the tables that it builds.
type Lowerer struct{ tables lower.Lowerer }

// Emitters are what Emit may be.
var Emitters = []string{"listing", "c"}

// CheckLower says whether the request names what exists, whatever its form is.
func CheckLower(r LowerRequest) error {
	_, _, err := r.settle()
	return err
}

// settle finds what the request names.
func (r *LowerRequest) settle() (*target.Target, lower.Options, error) {
	o := lower.Options{CPU: r.CPU, MaxConstants: r.MaxConstants, Budget: r.Budget}
	t, ok := target.Find(r.Target)
	if !ok {
		return nil, o, fmt.Errorf("there is no target %q: there are %s", r.Target, strings.Join(TargetNames(), ", "))
	}
	o.Target = t
	if _, ok := t.CPU(r.CPU); !ok && r.CPU != "" {
		return nil, o, fmt.Errorf("%s has no CPU %q: there are %s", t.Name, r.CPU, strings.Join(cpuNames(t), ", "))
	}
	var err error
	if o.Cost, err = lower.ParseCost(r.Cost); err != nil {
		return nil, o, err
	}
	if r.Emit != "" && r.Emit != "listing" && r.Emit != "c" {
		return nil, o, fmt.Errorf("there is no emitter %q: there are listing and c", r.Emit)
	}
	if r.MaxConstants < lower.Unlimited || r.Budget < 0 {
		return nil, o, fmt.Errorf("a number of constants or a budget is not negative")
	}
	return t, o, nil
}

// TargetNames are the names of all targets that a map can be lowered to.
func TargetNames() []string {
	var names []string
	for _, t := range target.Targets() {
		names = append(names, t.Name)
	}
	return names
}

func cpuNames(t *target.Target) []string {
	var names []string
	for _, c := range t.CPUs {
		names = append(names, c.Name)
	}
	return names
}

// Lower answers a request.
func (l *Lowerer) Lower(r LowerRequest) (Lowering, error) {
	t, o, err := r.settle()
	if err != nil {
		return Lowering{}, err
	}
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Lowering{}, err
	}
	res, err := l.tables.Lower(f.Map, o)
	if err != nil {
		return Lowering{}, err
	}
	out := Lowering{Target: t, Result: res}
	switch r.Emit {
	case "listing":
		out.Code = strings.Join(res.Listing(t), "\n")
	case "c":
		name := r.Name
		if name == "" {
			name = "F"
		}
		if out.Code, err = res.C(t, name); err != nil {
			return Lowering{}, err
		}
	}
	if r.Alternatives {
		out.Alternatives = l.alternatives(res, o)
	}
	return out, nil
}

// alternatives are the different sequences that other costs choose, and that is best without constants.
func (l *Lowerer) alternatives(chosen *lower.Result, o lower.Options) []Alternative {
	var list []Alternative
	seen := map[string]bool{strings.Join(chosen.Listing(o.Target), ";"): true}
	try := func(name string, o lower.Options) {
		r, err := l.tables.Lower(chosen.Map, o)
		if err != nil {
			return
		}
		if key := strings.Join(r.Listing(o.Target), ";"); !seen[key] {
			seen[key] = true
			list = append(list, Alternative{name, r})
		}
	}
	for _, cost := range [...]lower.Cost{lower.Balanced, lower.Instructions, lower.Loop, lower.Latency} {
		other := o
		other.Cost = cost
		try(cost.String(), other)
	}
	if o.MaxConstants != 0 {
		o.MaxConstants = 0
		try("no constants", o)
	}
	return list
}

// AppendJSON appends the result as one JSON object.
func (w Lowering) AppendJSON(b []byte) []byte {
	o := newObject(b, LowerSchema)
	o.lowering(w.Target, w.Result)
	o.string("proof", w.Result.Proof.String())
	o.int("lower_bound", w.Result.LowerBound)
	o.key("alternatives").b = append(o.b, '[')
	for i, a := range w.Alternatives {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		e := &object{b: append(o.b, '{')}
		e.string("cost", a.Cost)
		e.counts(w.Target, a.Result)
		o.b = e.end()
	}
	o.b = append(o.b, ']')
	if w.Code != "" {
		o.string("code", w.Code)
	}
	return o.end()
}

// lowering writes what a sequence is for, and the sequence.
func (o *object) lowering(t *target.Target, r *lower.Result) {
	o.string("target", t.Name)
	o.string("cpu", r.CPU)
	o.notation("map", r.Map)
	o.counts(t, r)
}

// counts writes how many instructions a sequence has, and the sequence.
func (o *object) counts(t *target.Target, r *lower.Result) {
	o.int("ops", r.Ops)
	o.int("constants", r.Constants)
	o.int("copies", r.Copies)
	o.key("latency")
	o.b = strconv.AppendFloat(o.b, r.Latency, 'f', -1, 64)
	o.strings("sequence", r.Listing(t))
}
