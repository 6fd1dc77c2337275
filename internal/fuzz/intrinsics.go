package fuzz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Intrinsics is the program as C whose steps are functions of a machine's intrinsics, as lower makes them, and which a last function calls one after another. A compiler puts them into one, and joins and replaces what it knows of them:
//
//	static __m128i f_0(__m128i a, __m128i b) { return _mm_unpacklo_epi8(a, b); }
//	u8x16 f(u8x16 v0, u8x16 v1) { __m128i v2 = f_0((__m128i)v0, (__m128i)v1); return (u8x16)v2; }
//
// What no intrinsics are known for is C with vectors.
func (p *Program) Intrinsics(l *lower.Lowerer, name, machine string) string {
	var functions, calls strings.Builder
	for k := range p.Steps {
		to := p.Sources + k
		s, err := p.stepFunction(l, k, fmt.Sprintf("%s_%d", name, k), machine)
		if err != nil {
			p.cStep(&calls, to, &p.Steps[k])
			continue
		}
		functions.WriteString(asStatic(s.Text))
		var args []string
		for _, v := range s.Reads {
			args = append(args, fmt.Sprintf("(%s)v%d", s.vector, v))
		}
		if len(args) == 1 {
			args = append(args, args[0]) // a function has two parameters at least
		}
		fmt.Fprintf(&calls, "  %s v%d = %s_%d(%s);\n", s.vector, to, name, k, strings.Join(args, ", "))
	}
	return cTypes(p.Bytes) + functions.String() + fmt.Sprintf("%s {\n%s  return (%s)v%d;\n}\n", p.prototype(name), calls.String(), cType(p.Bytes, 1), p.values()-1)
}

// asStatic is a function that only its file has: of one that others may call a compiler keeps a copy.
func asStatic(text string) string {
	head, body, _ := strings.Cut(text, "\n\n")
	return head + "\nstatic " + body
}

// A StepFunction is a step as a function of intrinsics.
type StepFunction struct {
	Text  string
	Map   lane.Map // what it is to do, of its own sources
	Reads []int    // the program's values that its parameters are

	vector string // the type of these
}

// StepFunctions are those of a program for which intrinsics are known.
func (p *Program) StepFunctions(l *lower.Lowerer, machine string) (all []StepFunction) {
	for k := range p.Steps {
		if s, err := p.stepFunction(l, k, "f", machine); err == nil {
			all = append(all, s)
		}
	}
	return all
}

// stepFunction is step k alone, a program of its own.
func (p *Program) stepFunction(l *lower.Lowerer, k int, name, machine string) (s StepFunction, err error) {
	t, ok := target.Find(machine)
	if !ok {
		return s, fmt.Errorf("there is no target %q", machine)
	}
	step := p.Steps[k]
	var values []int
	for _, v := range []*int{&step.X, &step.Y} {
		if *v == Zeros || v == &step.Y && !step.binary() {
			continue
		}
		n := slices.Index(values, *v)
		if n < 0 {
			n, values = len(values), append(values, *v)
		}
		*v = n
	}
	if !step.binary() {
		step.Y = step.X
	}
	s.Map = (&Program{Bytes: p.Bytes, Sources: len(values), Steps: []Step{step}}).Map()
	if !slices.ContainsFunc(s.Map.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source }) {
		return s, fmt.Errorf("step %d is a constant", k)
	}
	r, err := l.Lower(context.Background(), s.Map, lower.Options{Target: t, Effort: lower.Quick})
	if err != nil {
		return s, err
	}
	for _, n := range r.Sources() {
		s.Reads = append(s.Reads, values[n])
	}
	s.vector = t.Spelling.C.Type(r.File, r.Bits)
	s.Text, err = r.C(t, name)
	return s, err
}
