package lower

import (
	"sync"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A Lowerer lowers maps one after another or at the same time, and keeps the tables that it builds.
type Lowerer struct {
	mu       sync.Mutex
	steps    map[stepsOf][]step
	solvers  map[solverOf]*quadSolver
	results  map[resultOf]*Result
	wides    map[wideAsk]*Result
	rows     map[rowsOf][]*target.Row
	bits     map[rowsOf]*bitTable
	tables   map[rowsOf]*moveTable
	maps     map[*target.Row][]lane.Map
	generals map[*target.Target]*generalTable
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
	}
	resultOf struct {
		solverOf
		want quad
	}
)

// manyConstants is a limit that no sequence of four lanes reaches.
const manyConstants = 4

// quad lowers a map of four lanes; nil if there is no sequence that the tables know.
func (l *Lowerer) quad(p *problem, q quad, o Options) *Result {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, of := l.solver(p, o)
	at := resultOf{of, q}
	known, ok := l.results[at]
	if !ok {
		known = l.quadResult(s, of, q, p)
		l.results[at] = known
	}
	if known == nil {
		return nil
	}
	r := *known
	r.Map, r.Inputs, r.CPU = p.asked, p.inputs, o.CPU
	return &r
}

// solver is the solver for such problems.
func (l *Lowerer) solver(p *problem, o Options) (*quadSolver, solverOf) {
	if l.steps == nil {
		l.steps, l.solvers, l.results = map[stepsOf][]step{}, map[solverOf]*quadSolver{}, map[resultOf]*Result{}
	}
	of := solverOf{stepsOf{o.Target, o.CPU}, o.Cost, len(p.inputs), o.MaxConstants}
	if of.limit < 0 || of.limit >= manyConstants {
		of.limit = Unlimited
	}
	s := l.solvers[of]
	if s == nil {
		s = newQuadSolver(l.stepsFor(of.stepsOf), of.cost, of.inputs, of.limit)
		l.solvers[of] = s
	}
	return s, of
}

func (l *Lowerer) stepsFor(of stepsOf) []step {
	steps, ok := l.steps[of]
	if !ok {
		steps = quadSteps(of.target, of.cpu)
		l.steps[of] = steps
	}
	return steps
}

// quadResult solves a pattern and checks the sequence.
func (l *Lowerer) quadResult(s *quadSolver, of solverOf, q quad, p *problem) *Result {
	sol := s.solve(q)
	if sol == nil {
		return nil
	}
	r := &Result{Proof: sol.proof, LowerBound: sol.least, CPU: of.cpu}
	r.Inputs, r.Bits, r.Wide = p.inputs, p.result, p.wide
	if len(sol.nodes) == 0 {
		r.Result = Arg(sol.input)
	} else {
		r.Code, r.Result = quadOps(sol.nodes, len(p.inputs), l.stepsFor(of.stepsOf))
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
	return Count{opsOf(s.Code), sched.loads, sched.copies}
}

// opsOf counts the ops that are no loads of constants.
func opsOf(code []Op) (n int) {
	for i := range code {
		if !code[i].isLoad() {
			n++
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
		for _, a := range o.Args {
			at, reads = max(at, late[a]), true
		}
		c, ok := o.Row.On(cpu)
		if !ok {
			c.Latency = 1
		}
		if reads {
			at += c.Latency
		}
		late[len(s.Inputs)+i] = at
	}
	return late[s.Result]
}
