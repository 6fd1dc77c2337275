package lower

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// A Lowerer lowers maps one after another or at the same time. Its zero value has no target: then the options of each call name one, and it serves them all.
//
// It keeps the tables that it builds, which are as many as there are targets, costs and limits asked for, whatever the maps are, those of four lanes up to mostTables bytes, and up to mostRemembered results of each kind.
type Lowerer struct {
	target *target.Target // where the options name none

	mu      sync.Mutex
	solvers solvers
	results map[resultOf]tabled
	wides   map[wideAsk]*Result
	rows    map[rowsOf][]*target.Row
	bits    map[rowsOf]*bitTable
	tables  map[rowsOf]*moveTable

	pairs  once.Table[pairsOf, *fixedPairs]
	makers once.Table[pairsOf, []maker]
}

// New makes a Lowerer for a target.
func New(t *target.Target) *Lowerer { return &Lowerer{target: t} }

// engines and steps depend on nothing but the target and its CPU. They are compiled once for all Lowerers, of which a program may make one for each question.
var (
	engines once.Table[*target.Target, *quick.Engine]
	steps   once.Table[stepsOf, []step]
)

// engine is what decides for a target.
func (l *Lowerer) engine(t *target.Target) *quick.Engine {
	return engines.Of(t, func() *quick.Engine { return quick.New(t) }) // which compiles nothing yet
}

// stepsOf and solverOf are what tables depend on.
type (
	stepsOf struct {
		target *target.Target
		cpu    string
	}
	solverOf struct {
		stepsOf
		cost          Cost
		inputs, limit int
		narrow        bool
	}
	resultOf struct {
		solverOf
		want quad
	}
)

// steps are all steps of a target, which nobody changes.
func (of stepsOf) steps() []step {
	return steps.Of(of, func() []step { return quadSteps(of.target, of.cpu) })
}

// count counts the instructions as listings show them.
func (s *Sequence) count() Count {
	sched := s.registers()
	return Count{opsOf(s.Code), sched.loads, sched.copies, sched.sets}
}

// opsOf counts the ops that are no loads of constants.
func opsOf(code []Op) (n int) {
	for i := range code {
		if !code[i].IsLoad() && !code[i].InMemory() {
			n += code[i].Row.Ops()
		}
	}
	return n
}

// latency is the longest way from an input to the result. Constants are ready before, copies are renamed.
func (s *Sequence) latency(cpu string) float64 {
	late := make([]float64, len(s.Inputs)+len(s.Code))
	for i := range s.Code {
		o := &s.Code[i]
		at, reads := 0.0, false
		for _, a := range o.reads() {
			at, reads = max(at, late[a]), true
		}
		c, ok := o.Row.On(cpu)
		if !ok {
			c.Latency = 1
		}
		if reads && !o.InMemory() {
			at += c.Latency
		}
		late[len(s.Inputs)+i] = at
	}
	last := 0.0
	if s.Memory != nil {
		last = slices.Max(append(late, 0))
	} else {
		last = late[s.Result]
	}
	for _, r := range s.Results {
		last = max(last, late[r.Value])
	}
	return last
}
