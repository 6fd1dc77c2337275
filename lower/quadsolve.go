package lower

// A solution is the cheapest sequence that was found for a pattern.
type solution struct {
	nodes []node // in an order in which they can be done; none if the pattern is an input as it is
	input int    // which input it then is
	entry entry
	proof Proof
	least int // no sequence as cheap has fewer steps
}

// solve finds the cheapest sequence for a pattern; nil if there is none, or if the context is done before it is found.
func (s *quadSolver) solve(want quad, until *until) *solution {
	if sol := s.found[want]; sol != nil {
		return sol
	}
	s.until = until
	sol := s.search(want)
	if s.reached > mostReached {
		s.reach, s.reached = nil, 0
	}
	if until.ended() {
		return nil
	}
	s.found[want] = sol
	return sol
}

func (s *quadSolver) search(want quad) *solution {
	for i := range s.inputs {
		if want.heldBy(inputQuad(i)) {
			return &solution{input: i, proof: Minimal}
		}
	}
	a := ask{s: s, want: want, best: worst, width: 1}
	for i := range s.single.of(want) {
		if e := &s.single.of(want)[i]; e.cheaper(&a.best) {
			a.best = *e
		}
	}
	if s.beats(2, 0, &a.best) {
		a.lastSteps()
	}
	if s.narrow && s.beats(3, 0, &a.best) {
		return nil
	}
	a.width = 2
	if s.beats(3, 0, &a.best) {
		s.twoSteps()
	}
	if s.beats(3, 0, &a.best) {
		a.lastSteps()
	}
	if s.destroys && s.beats(3, 0, &a.best) {
		a.shared = true
		a.lastSteps()
		a.shared = false
	}
	if s.beats(4, 0, &a.best) {
		a.width = 4
		a.lastSteps()
	}
	if a.best.deed == nil {
		return nil
	}
	return s.judged(&a.best)
}

// worst is what any sequence is cheaper than.
var worst = entry{key: noKey, latency: 255}

// beats says whether a sequence of that many steps and constants could be cheaper than e.
func (s *quadSolver) beats(steps, loads int, e *entry) bool {
	floor := entry{loads: e.loads, key: key(steps)*s.cheapest + s.cost.keyOf(0, loads, 0, 0)}
	if s.byCost {
		floor.latency = s.slowest * uint8(min((steps+1)/2, 2)) // of two steps one may be a zero, which is there at once
	}
	return floor.cheaper(e)
}

// judged makes a solution of an entry: everything that was not searched is either no cheaper, or the sequence is not proved minimal.
func (s *quadSolver) judged(e *entry) *solution {
	sol := &solution{nodes: e.deed.sequence(), entry: *e, proof: Minimal}
	sol.least = len(sol.nodes)
	switch {
	case s.beats(4, 0, e):
		sol.least = min(4, sol.least)
	case s.inputs > 2 && s.beats(3, 0, e):
		// Of three vectors a row that picks by a constant which another row has made is not among the steps; of two none is better for it.
		sol.least = min(3, sol.least)
	case !s.constants && s.beats(3, 1, e):
		sol.least = min(3, sol.least)
	case s.limit != 0 && s.loadsOf(sol.nodes) > 0 && s.beats(2, 1, e):
		// Two steps that share one constant count it once, which the tables do not see.
		sol.least = min(2, sol.least)
	default:
		return sol
	}
	if sol.proof = BestKnown; sol.least == len(sol.nodes) {
		sol.proof = Bounded
	}
	return sol
}

func (s *quadSolver) loadsOf(nodes []node) (n int) {
	for _, n := range nodes {
		if n.step.loads > 0 {
			return n.step.loads
		}
	}
	return 0
}
