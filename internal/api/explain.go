package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/shufflevector"
	"github.com/lanescope/lanescope/target"
)

// ExplainSchema is the schema of an Explanation.
const ExplainSchema = "lanescope.explain/1"

// ExplainRequest asks what a form is.
type ExplainRequest struct {
	Form    string
	Options form.Options
	Forms   []string // dialects to say it in; "all" and "none" stand alone
	Split   []string // two patterns into which to split the shuffle; none: do not
	Targets []string // for which to find the cheapest sequence; "all", those that have rows, and "none" stand alone
	First   string   // the target that stands first and is searched, while the others are decided; empty: all are searched, in their order
	Budget  int      // how much is searched on each target; 0: the usual for one form
}

// An Explanation is what a form is.
type Explanation struct {
	Form   form.Form
	Nature form.Nature
	Forms  []Saying
	Split  shufflevector.Chain // the shuffle in two, if that was asked for and there is a way

	Targets []Lowered
}

// Lowered is the cheapest sequence of the map on one target, or why there is none.
type Lowered struct {
	Sequence
	Why string // why there is none; empty if there is one
}

// A Saying is the map in one dialect, or why there is none.
type Saying struct {
	Dialect string
	Text    string
	Why     string // why the dialect cannot say it; empty if it can
}

// An Explainer answers requests one after another; an Explanation is good until the next one.
type Explainer struct {
	// Once says that there is one request: what a target is looked for with is forgotten behind it, where it would be kept for the next request, some 100 MB for some.
	Once bool

	naturalist form.Naturalist
	lowerer    Lowerer
}

// Explain answers a request. When the context ends, sequences are the best that was found.
func (x *Explainer) Explain(ctx context.Context, r ExplainRequest) (Explanation, error) {
	r.Options.Context = ctx
	f, err := form.Parse(r.Form, r.Options)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{Form: f, Nature: x.naturalist.Nature(f)}
	if e.Nature.Unnamed != "" {
		e.Form.Warnings = append(e.Form.Warnings, e.Nature.Unnamed)
	}
	if len(r.Split) == 2 {
		e.Split = split(f.Map, r.Split)
	}
	for _, d := range form.Dialects() {
		if !selects(r.Forms, d.Name) || !d.IsWritten() {
			continue
		}
		s := Saying{Dialect: d.Name}
		if s.Text, err = d.Form(f.Map); err != nil {
			s.Why = err.Error()
		}
		e.Forms = append(e.Forms, s)
	}
	e.Targets = x.lowerAll(ctx, f.Map, &r)
	for _, own := range ownTargets { // all are those that have rows, so that the others cost nothing who did not ask
		if slices.Contains(r.Targets, own.Name) {
			s, err := own.lower(ctx, f.Map, cmp.Or(r.Budget, explainBudget))
			e.Targets = append(e.Targets, lowered(own.Name, s, err))
		}
	}
	if i := slices.IndexFunc(e.Targets, func(l Lowered) bool { return l.Target == r.First }); i > 0 {
		first := e.Targets[i]
		e.Targets = slices.Insert(slices.Delete(e.Targets, i, i+1), 0, first)
	}
	return e, nil
}

// lowerAll lowers the map for all targets that are asked for, as many at a time as there are processors.
func (x *Explainer) lowerAll(ctx context.Context, m lane.Map, r *ExplainRequest) []Lowered {
	var asked []*target.Target
	for _, t := range target.Targets() {
		if slices.Contains(r.Targets, t.Name) || slices.Contains(r.Targets, "all") && suits(t, m) {
			asked = append(asked, t)
		}
	}
	all := make([]Lowered, len(asked))
	atOnce(len(asked), func(k int) { all[k] = x.lower(ctx, m, asked[k], r, len(asked) == 1) })
	return all
}

// suits says whether a target is among all those that a map is lowered to. General registers are, if they hold it, and beside vectors if its lanes are narrower than bytes: the sequence is
// that of the vectors alone otherwise.
func suits(t *target.Target, m lane.Map) bool {
	switch {
	case !t.Holds(target.General):
		return true
	case !t.Holds(target.Vectors):
		return longestOf(m) <= t.Bits[0]
	}
	return m.Bits < 8
}

// longestOf is how many bits the longest vector of a map has.
func longestOf(m lane.Map) int {
	return m.Bits * max(len(m.Lane), slices.Max(append(slices.Clone(m.Src), 0)))
}

// mostBitLanes bounds maps of bits, whose sequences are long, on many targets.
const mostBitLanes = 128

// explainBudget is how much is searched on each of many targets: whoever wants to know more asks for one. BitsBudget is that for bits on the first one, or the only one, as what is found of them with less is two or three times as dear;
// besideBudget is that for those that are decided beside the first, all of which are on one screen; BatchBudget is that for each of many forms.
const (
	explainBudget = 1 << 8
	bitsBudget    = 1 << 14
	besideBudget  = 1 << 5
	BatchBudget   = 1 << 6
)

// errNoTime is why there is no sequence where nobody waited for one.
var errNoTime = errors.New("there was no time left to look for one")

// lower is the map on a target, the only one or not, at the default cost and CPU.
func (x *Explainer) lower(ctx context.Context, m lane.Map, t *target.Target, r *ExplainRequest, only bool) Lowered {
	if ctx.Err() != nil {
		return lowered(t.Name, Sequence{}, errNoTime)
	}
	if m.Bits < 8 && len(m.Lane) > mostBitLanes {
		return lowered(t.Name, Sequence{}, fmt.Errorf("%d lanes of %d bits are looked for only by lanescope lower", len(m.Lane), m.Bits))
	}
	o := lower.Options{Target: t, Budget: cmp.Or(r.Budget, explainBudget)}
	if m.Bits < 8 && r.Budget == 0 && (t.Name == r.First || only) {
		o.Budget = bitsBudget
	}
	if longestOf(m) > slices.Max(t.Bits) { // each of several registers is a map of its own
		o.Effort = lower.Quick
	}
	if r.First != "" && t.Name != r.First {
		o.Effort, o.Budget = lower.Quick, min(o.Budget, besideBudget)
	}
	lowerer := &x.lowerer
	if x.Once {
		lowerer = new(Lowerer)
	}
	s, err := lowerer.rows(ctx, m, o)
	return lowered(t.Name, s, err)
}

// lowered is a sequence for a target, or why there is none.
func lowered(target string, s Sequence, err error) Lowered {
	if err != nil {
		return Lowered{Sequence{Target: target}, err.Error()}
	}
	return Lowered{Sequence: s}
}

// CheckSplit says whether the names are those of two patterns, or none.
func CheckSplit(names []string) error {
	if len(names) != 0 && len(names) != 2 {
		return fmt.Errorf("expected the names of two patterns with a comma between, found %d", len(names))
	}
	for _, name := range names {
		if _, ok := shufflevector.PatternNamed(name); !ok {
			return fmt.Errorf("there is no pattern %q; 'lanescope patterns' lists them", name)
		}
	}
	return nil
}

// split is the map as two shuffles of the named patterns, or nothing.
func split(m lane.Map, names []string) shufflevector.Chain {
	mask, err := shufflevector.MaskOf(m)
	if err != nil {
		return nil
	}
	first, _ := shufflevector.PatternNamed(names[0])
	second, _ := shufflevector.PatternNamed(names[1])
	c, _ := mask.Split(shufflevector.Int(m.Bits), first, second)
	return c
}

// selects says whether a list such as "all", "none" or names selects a name.
func selects(list []string, name string) bool {
	return slices.Contains(list, "all") || slices.Contains(list, name)
}

// CheckList says whether every word of the list is "all", "none" or one of the names; what is what they are called.
func CheckList(list []string, what string, names []string) error {
	for _, w := range list {
		if w != "all" && w != "none" && !slices.Contains(names, w) {
			if len(names) == 0 {
				return fmt.Errorf("there is no %s %q: there are none yet, so that only all and none are allowed", what, w)
			}
			return fmt.Errorf("there is no %s %q: there are %s, and all and none", what, w, strings.Join(names, ", "))
		}
	}
	return nil
}

// AppendJSON appends the result as one JSON object.
func (e Explanation) AppendJSON(b []byte) []byte {
	o := newObject(b, ExplainSchema)
	o.string("dialect", e.Form.Dialect)
	o.notation("map", e.Form.Map)
	o.notation("canonical", e.Nature.Canonical)
	if order := e.Nature.Exchange(); order != nil {
		o.strings("operands", order)
	}
	o.int("lanes", e.Nature.Lanes)
	o.patterns(e.Nature.Names, e.Form.Map.Bits)
	o.targets(e.Targets)
	o.within("forms", func(forms *object) {
		for _, s := range e.Forms {
			if s.Why == "" {
				forms.string(s.Dialect, s.Text)
			}
		}
	})
	o.strings("warnings", e.Form.Warnings)
	o.others(&e.Form)
	if e.Split != nil {
		o.strings("split", []string{e.Split[0].String(), e.Split[1].String()})
	}
	return o.end()
}

// others writes which part of a text the map is of, and what the text moves beside it.
func (o *object) others(f *form.Form) {
	if f.Part == "" {
		return
	}
	o.string("part", f.Part)
	o.strings("sources", f.Names)
	objects(o, "others", f.Others, func(e *object, m dialect.Movement) {
		e.string("map", m.Map.String())
		e.strings("sources", m.Names)
		e.string("part", m.Part)
		e.ints("lines", m.Lines)
	})
}

// patterns writes names with parameters. bits is the width of the mask's own lanes.
func (o *object) patterns(matches []form.Name, bits int) {
	objects(o, "patterns", matches, func(e *object, m form.Name) {
		e.string("name", m.Pattern.Name)
		e.within("params", func(params *object) {
			for j := range m.Values() {
				params.parameter(&m.Match, j, bits)
			}
		})
		if operands := m.Operands(); len(operands) > 0 {
			e.strings("operands", operands)
		}
		if m.Exchanged {
			e.bool("exchanged", true)
		}
	})
}

// parameter writes value j of a match, as a number where it is one. Neither names nor texts need an escape.
func (o *object) parameter(m *shufflevector.Match, j, bits int) {
	var text [128]byte
	value, name, plain := m.AppendValue(text[:0], j, bits)
	o.key(name)
	if plain {
		o.b = append(o.b, value...)
		return
	}
	o.b = append(append(append(o.b, '"'), value...), '"')
}

// targets writes the cheapest sequences.
func (o *object) targets(list []Lowered) {
	objects(o, "targets", list, func(t *object, l Lowered) {
		t.string("target", l.Target)
		if l.Why != "" {
			t.string("error", l.Why)
			return
		}
		t.string("cpu", l.CPU)
		t.counts(l.Sequence)
		t.proof(l.Sequence)
	})
}

// notation writes a map in lane notation, whose characters need no escape.
func (o *object) notation(k string, m lane.Map) {
	o.key(k)
	o.b = append(m.AppendTo(append(o.b, '"')), '"')
}

// Facts is what a person wants to know at a glance about a map: how much it reads, and whether it crosses the boundaries of in-lane instructions.
func Facts(m lane.Map) []string {
	var facts []string
	reads := m.Reads()
	for k, n := range reads {
		facts = append(facts, fmt.Sprintf("reads %d of %d lanes of %s", n, m.Src[k], lane.SourceName(k)))
	}
	if m.ReadsOld() {
		facts = append(facts, "keeps lanes of the old destination")
	}
	total := m.Bits * len(m.Lane)
	for _, block := range []int{256, 128, 64} {
		if block%m.Bits == 0 && block < total && !m.InLane(block) {
			facts = append(facts, fmt.Sprintf("crosses %d-bit boundaries", block))
			return facts
		}
	}
	for _, block := range []int{64, 128, 256} {
		if block%m.Bits == 0 && block < total {
			return append(facts, fmt.Sprintf("stays within blocks of %d bits", block))
		}
	}
	return facts
}
