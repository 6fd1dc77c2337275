package lower

import (
	"slices"
	"sync"
)

// solvers are those that were asked last, the latest at the end.
//
//	rvv128, a map of sixteen words    in each of two modes, for two inputs and for three, with 0, 1, 2, 3 and any number of constants: twenty solvers
//
// One map asks most of them one after another and never again, so that only those that have room together stay.
type solvers []*solving

// mostTables is how many bytes the solvers of a Lowerer keep together, but for the one that was asked last.
const mostTables = 64 << 20

// A solving is a solver for one at a time.
type solving struct {
	of   solverOf
	room int // of its tables, in bytes, as the Lowerer knows it

	sync.Mutex
	*quadSolver // nil until somebody asks
}

// of is the solver for such problems, which is the latest then.
func (list *solvers) of(of solverOf) *solving {
	i := slices.IndexFunc(*list, func(s *solving) bool { return s.of == of })
	if i < 0 {
		s := &solving{of: of}
		*list = append(*list, s)
		return s
	}
	s := (*list)[i]
	*list = append(slices.Delete(*list, i, i+1), s)
	return s
}

// makeRoom lets go of the solvers that were not asked for longest, if the tables have become too large. Who asks one of them now has it all the same.
func (list *solvers) makeRoom() {
	last, total := len(*list)-1, 0
	for i := last; i >= 0; i-- {
		if total += (*list)[i].room; total > mostTables && i < last {
			*list = slices.Delete(*list, 0, i+1)
			return
		}
	}
}

// result solves a pattern and checks the sequence. The tables take so many bytes then.
func (s *solving) result(at resultOf, p *problem, until *until) (known tabled, room int) {
	s.Lock()
	defer s.Unlock()
	of := at.solverOf
	if s.quadSolver == nil {
		s.quadSolver = newQuadSolver(of.stepsOf.steps(), of.cost, of.inputs, of.limit)
		s.narrow = of.narrow
	}
	sol := s.solve(at.want, until)
	room = s.quadSolver.room + s.reached
	if sol == nil {
		return tabled{}, room
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
	return tabled{r, s.from()}, room
}
