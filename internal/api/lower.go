package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/tablebase"
	"github.com/lanescope/lanescope/lane"
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
	MaxConstants lower.Limit
	Effort       string        // empty: best
	Deadline     time.Duration // after which the best that was found is the answer; 0: none
	Budget       int           // 0: the default
	Emit         string        // one of Emitters; empty: no code
	Name         string        // of the function that code has; empty: F
	Alternatives bool          // also what the other costs choose
}

// A Sequence is instructions that do a map on a target, with what is known of them, however they were found.
type Sequence struct {
	Target string
	CPU    string // whose figures; empty where none are known
	Map    lane.Map
	lower.Count
	Latency    float64
	Head       []string // declarations and comments before the instructions, that read them need
	Lines      []string // an instruction each, constants and copies among them
	Proof      lower.Proof
	LowerBound int
	Ended      lower.Ended
	Effort     lower.Effort
	Strategy   string    // what found it
	Operands   []Operand // where the listing's inputs are, in their order, and the result; none on a machine without rows

	target *target.Target // nil and
	result *lower.Result  // nil on a machine without rows
}

// An Operand is the registers of a listing in which an input is, or the result: one, unless it is wider than the target's. What finds none is in a slot of the stack.
type Operand struct {
	Name      string
	Registers []string
}

// Instructions are the names of its instructions, without loads of constants and copies.
func (s Sequence) Instructions() (names []string) {
	if s.result == nil {
		for _, line := range s.Lines {
			name, _, _ := strings.Cut(line, " ")
			names = append(names, name)
		}
		return names
	}
	for i := range s.result.Code {
		if o := &s.result.Code[i]; !o.IsLoad() && !o.InMemory() {
			names = append(names, o.Row.Name)
		}
	}
	return names
}

// operands are where a listing has its inputs and leaves its result.
func operands(t *target.Target, r *lower.Result) (list []Operand) {
	if r.Memory != nil {
		for k := range r.Memory {
			list = append(list, Operand{lane.SourceName(k), []string{t.Address(lane.SourceName(k), 0)}})
		}
		return append(list, Operand{"result", []string{t.Address("result", 0)}})
	}
	inputs, results := r.Locations()
	place := func(l lower.Location, bits int) string {
		if l.Register < 0 {
			return t.Slot(l.Slot)
		}
		return t.Register(r.File, l.Register, bits)
	}
	for k, in := range r.Inputs {
		name := "d"
		if !in.Old {
			name = lane.SourceName(in.Source)
		}
		register := place(inputs[k], r.Wide[k])
		if in.Part > 0 {
			last := &list[len(list)-1]
			last.Registers = append(last.Registers, register)
			continue
		}
		list = append(list, Operand{name, []string{register}})
	}
	result := Operand{Name: "result"}
	for k, l := range results {
		result.Registers = append(result.Registers, place(l, r.ResultBits(k)))
	}
	return append(list, result)
}

// sequence is what package lower found.
func sequence(t *target.Target, r *lower.Result) Sequence {
	return Sequence{
		Target: t.Name, CPU: r.CPU, Map: r.Map, Count: r.Count, Latency: r.Latency, Lines: r.Listing(t), Proof: r.Proof, LowerBound: r.LowerBound, Ended: r.Ended, Strategy: r.Strategy,
		Operands: operands(t, r), target: t, result: r,
	}
}

// Places says in which registers the listing has its inputs and its result: "a = xmm0, b = xmm1, result = xmm0". It is empty on a machine without rows.
func (s Sequence) Places() string { return s.PlacesUnlike(Sequence{}) }

// PlacesUnlike says it of those that are elsewhere than in another sequence.
func (s Sequence) PlacesUnlike(other Sequence) string {
	var all []string
	for _, x := range s.Operands {
		if !slices.ContainsFunc(other.Operands, func(y Operand) bool { return x.Name == y.Name && slices.Equal(x.Registers, y.Registers) }) {
			all = append(all, x.Name+" = "+strings.Join(x.Registers, " "))
		}
	}
	return strings.Join(all, ", ")
}

// listing is the text of a program.
func (s Sequence) listing() string { return strings.Join(slices.Concat(s.Head, s.Lines), "\n") }

// A Lowering is the cheapest sequence that was found.
type Lowering struct {
	Sequence
	Code         string
	Alternatives []Alternative
}

// An Alternative is another sequence, which another cost chooses.
type Alternative struct {
	Cost string
	Sequence
}

// A Lowerer answers requests one after another, and keeps the tables that it builds.
type Lowerer struct {
	// Known is asked before anything is searched, if it is not nil. CheckKnown says whether it can be.
	Known *tablebase.Table

	tables lower.Lowerer
}

// CheckLower says whether the request names what exists, whatever its form is.
func CheckLower(r LowerRequest) error {
	_, err := r.settle()
	return err
}

// settle finds what the request names. Options have no target where a machine without rows is named.
func (r *LowerRequest) settle() (o lower.Options, err error) {
	o = lower.Options{CPU: r.CPU, MaxConstants: r.MaxConstants, Budget: r.Budget, Alternatives: r.Alternatives}
	if o.Cost, err = lower.ParseCost(r.Cost); err != nil {
		return o, err
	}
	if o.Effort, err = lower.ParseEffort(r.Effort); err != nil {
		return o, err
	}
	if r.Deadline < 0 {
		return o, fmt.Errorf("a deadline of %v is over before it begins", r.Deadline)
	}
	if r.Budget < 0 {
		return o, fmt.Errorf("a budget is not negative")
	}
	e, ok := emitterNamed(r.Emit)
	if !ok {
		return o, fmt.Errorf("there is no emitter %q: there are %s", r.Emit, strings.Join(Emitters(), ", "))
	}
	_, own := ownTargetNamed(r.Target)
	if o.Target, ok = target.Find(r.Target); !ok && !own {
		return o, fmt.Errorf("there is no target %q: there are %s", r.Target, strings.Join(LowerTargets(), ", "))
	}
	if r.CPU != "" && (own || len(o.Target.CPUs) == 0) {
		return o, fmt.Errorf("%s has no CPUs: no figures are known of it", r.Target)
	}
	if !own && r.CPU != "" {
		if _, ok := o.Target.CPU(r.CPU); !ok {
			return o, fmt.Errorf("%s has no CPU %q: there are %s", r.Target, r.CPU, strings.Join(cpuNames(o.Target), ", "))
		}
	}
	if r.Name != "" {
		if err := e.checkName(r.Name); err != nil {
			return o, err
		}
	}
	if !e.on(o.Target) {
		return o, e.refused(o.Target, r.Target)
	}
	return o, nil
}

// TargetNames are the names of all targets that have rows.
func TargetNames() []string { return target.Names() }

func cpuNames(t *target.Target) []string {
	var names []string
	for _, c := range t.CPUs {
		names = append(names, c.Name)
	}
	return names
}

// Lower answers a request. When the context ends, the best that was found is the answer.
func (l *Lowerer) Lower(ctx context.Context, r LowerRequest) (Lowering, error) {
	o, err := r.settle()
	if err != nil {
		return Lowering{}, err
	}
	r.Options.Context = ctx
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Lowering{}, err
	}
	if l.Known != nil {
		if s, found, err := lookedUp(l.Known, f); found || err != nil {
			s.Effort = o.Effort
			return Lowering{Sequence: s}, err
		}
	}
	ctx, cancel := endsIn(ctx, r.Deadline)
	defer cancel()
	var out Lowering
	out.Sequence, err = l.onTarget(ctx, f, r, o)
	out.Effort = o.Effort
	if err != nil {
		return Lowering{}, err
	}
	if e, ok := emitterNamed(r.Emit); ok && r.Emit != "" {
		if out.Code, err = e.code(out.Sequence, cmp.Or(r.Name, "F")); err != nil {
			return Lowering{}, err
		}
	}
	if out.result != nil {
		for _, a := range out.result.Alternatives {
			out.Alternatives = append(out.Alternatives, Alternative{a.By, sequence(o.Target, a.Result)})
		}
	}
	return out, nil
}

// onTarget is a form on the target that is asked for: in its rows, or on a machine without rows in its own instructions.
func (l *Lowerer) onTarget(ctx context.Context, f form.Form, r LowerRequest, o lower.Options) (Sequence, error) {
	if f.Guard != nil {
		return lowerGuarded(f, r)
	}
	if x, own := ownTargetNamed(r.Target); own {
		return x.lower(ctx, f.Map, r.Budget)
	}
	return l.rows(ctx, f.Map, o)
}

// rows is the map in rows of a target.
func (l *Lowerer) rows(ctx context.Context, m lane.Map, o lower.Options) (Sequence, error) {
	r, err := l.tables.Lower(ctx, m, o)
	if err != nil {
		return Sequence{}, err
	}
	return sequence(o.Target, r), nil
}

// AppendJSON appends the result as one JSON object.
func (w Lowering) AppendJSON(b []byte) []byte {
	o := newObject(b, LowerSchema)
	o.string("target", w.Target)
	o.string("cpu", w.CPU)
	o.notation("map", w.Map)
	o.counts(w.Sequence)
	o.proof(w.Sequence)
	o.string("effort", w.Effort.String())
	o.string("ended", w.Ended.String())
	o.string("strategy", w.Strategy)
	objects(o, "alternatives", w.Alternatives, func(e *object, a Alternative) {
		e.string("cost", a.Cost)
		e.counts(a.Sequence)
	})
	o.operands(w.Sequence)
	o.head(w.Sequence)
	if w.Code != "" {
		o.string("code", w.Code)
	}
	return o.end()
}

// counts writes how many instructions a sequence has, and the sequence.
func (o *object) counts(s Sequence) {
	o.int("ops", s.Ops)
	o.int("constants", s.Constants)
	o.int("copies", s.Copies)
	if s.Sets > 0 {
		o.int("sets", s.Sets)
	}
	o.float("latency", s.Latency, -1)
	o.strings("sequence", s.Lines)
}

// operands writes where a sequence has its inputs and its result, if it says so.
func (o *object) operands(s Sequence) {
	if len(s.Operands) == 0 {
		return
	}
	o.within("operands", func(e *object) {
		for _, x := range s.Operands {
			if len(x.Registers) > 1 {
				e.strings(x.Name, x.Registers)
				continue
			}
			e.string(x.Name, x.Registers[0])
		}
	})
}

// head writes what stands before the instructions, if something does.
func (o *object) head(s Sequence) {
	if len(s.Head) > 0 {
		o.strings("head", s.Head)
	}
}

// proof writes how much is known of a sequence.
func (o *object) proof(s Sequence) {
	o.string("proof", s.Proof.String())
	o.int("lower_bound", s.LowerBound)
}
