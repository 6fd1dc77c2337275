package lower

import (
	"slices"
	"sync"

	"github.com/lanescope/lanescope/internal/once"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// A Lowerer lowers maps one after another or at the same time. Its zero value has no target: then the options of each call name one, and it serves them all.
//
// It keeps the tables that it builds, which are as many as there are targets, costs and limits asked for, whatever the maps are, and up to mostRemembered results of each kind.
type Lowerer struct {
	target *target.Target // where the options name none

	mu       sync.Mutex
	solvers  map[solverOf]*solving
	results  map[resultOf]*Result
	wides    map[wideAsk]*Result
	rows     map[rowsOf][]*target.Row
	bits     map[rowsOf]*bitTable
	tables   map[rowsOf]*moveTable
	maps     map[*target.Row][]lane.Map
	generals map[*target.Target]*generalTable

	pairs once.Table[pairsOf, *fixedPairs]
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

// fourLanes is the strategy of tables.
const fourLanes = "four lanes"

// anyConstants is the limit of a solver that has none, and fourConstants one that no sequence of four lanes reaches.
const (
	anyConstants  = -1
	fourConstants = 4
)

// A solving is a solver for one at a time.
type solving struct {
	sync.Mutex
	*quadSolver // nil until somebody asks
}

// quad lowers a map of four lanes; nil if there is no sequence that the tables know, or if the context is done before they do.
func (l *Lowerer) quad(p *problem, q quad, o Options, until *until) *Result {
	at := resultOf{solverFor(p, o), q}
	known, s := l.solved(at)
	if s != nil {
		if known = s.result(at, p, until); until.ended() {
			return nil
		}
		l.keep(at, known)
	}
	if known == nil {
		return nil
	}
	r := *known
	r.Map, r.Inputs, r.CPU = p.asked, p.inputs, o.CPU
	return &r
}

// solverFor says which solver is for such problems.
func solverFor(p *problem, o Options) solverOf {
	of := solverOf{stepsOf{o.Target, o.CPU}, o.Cost, len(p.inputs), anyConstants, o.hasty()}
	if n, limited := o.MaxConstants.Number(); limited && n < fourConstants {
		of.limit = n
	}
	return of
}

// solved is a result that is known, or else the solver that is to find it.
func (l *Lowerer) solved(at resultOf) (known *Result, s *solving) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.results[at]; ok {
		return known, nil
	}
	if l.solvers == nil {
		l.solvers, l.results = map[solverOf]*solving{}, map[resultOf]*Result{}
	}
	s = l.solvers[at.solverOf]
	if s == nil {
		s = new(solving)
		l.solvers[at.solverOf] = s
	}
	return nil, s
}

// keep remembers a result.
func (l *Lowerer) keep(at resultOf, r *Result) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.results) >= mostRemembered {
		clear(l.results)
	}
	l.results[at] = r
}

// steps are all steps of a target, which nobody changes.
func (of stepsOf) steps() []step {
	return steps.Of(of, func() []step { return quadSteps(of.target, of.cpu) })
}

// result solves a pattern and checks the sequence.
func (s *solving) result(at resultOf, p *problem, until *until) *Result {
	s.Lock()
	defer s.Unlock()
	of := at.solverOf
	if s.quadSolver == nil {
		s.quadSolver = newQuadSolver(of.stepsOf.steps(), of.cost, of.inputs, of.limit)
		s.narrow = of.narrow
	}
	sol := s.solve(at.want, until)
	if sol == nil {
		return nil
	}
	r := &Result{Strategy: fourLanes, Proof: sol.proof, LowerBound: sol.least, CPU: of.cpu, Cost: of.cost}
	r.Inputs, r.Bits, r.Wide = p.inputs, p.result, p.wide
	if len(sol.nodes) == 0 {
		r.Result = Arg(sol.input)
	} else {
		r.Code, r.Result = quadOps(sol.nodes, len(p.inputs), of.stepsOf.steps())
	}
	r.check(p.want)
	r.Count = r.count()
	r.Latency = r.latency(of.cpu)
	if s.limit >= 0 && r.Constants > s.limit {
		panic("lower: more constants than allowed")
	}
	return r
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
