package lower

// fourLanes is the strategy of tables.
const fourLanes = "four lanes"

// anyConstants is the limit of a solver that has none, and fourConstants one that no sequence of four lanes reaches.
const (
	anyConstants  = -1
	fourConstants = 4
)

// A tabled is what a solver knows of a map.
type tabled struct {
	*Result     // nil if it knows no sequence
	from    int // it left nothing out that so many constants allow, or more
}

// quad lowers a map of four lanes; nil if there is no sequence that the tables know, or if the context is done before they do.
func (l *Lowerer) quad(p *problem, q quad, o Options, until *until) *Result {
	var known tabled
	for _, of := range solversFor(p, o) {
		var late bool
		if known, late = l.tabled(resultOf{of, q}, p, until); late {
			return nil
		}
		if of.limit == anyConstants && known.serves(o.MaxConstants) {
			break
		}
	}
	if known.Result == nil {
		return nil
	}
	r := *known.Result
	r.Map, r.Inputs, r.CPU = p.asked, p.inputs, o.CPU
	return &r
}

// solversFor says which solvers are for such problems, one after another. What is cheapest with any number of constants mostly loads few, and then it is the cheapest with so many too: that takes one solver
// instead of one for each number.
//
//	none      0
//	two       any; and 2, if what that says loads three
//	any       any
func solversFor(p *problem, o Options) []solverOf {
	any := solverOf{stepsOf{o.Target, o.CPU}, o.Cost, len(p.inputs), anyConstants, o.hasty()}
	n, limited := o.MaxConstants.Number()
	if !limited || n >= fourConstants {
		return []solverOf{any}
	}
	few := any
	if few.limit = n; n == 0 { // few steps load nothing: these tables are soon made
		return []solverOf{few}
	}
	return []solverOf{any, few}
}

// serves says whether the cheapest with any number of constants is the cheapest with so many.
func (k tabled) serves(most Limit) bool {
	return most.allowsAny() || k.Result != nil && most.Allows(k.from) && most.Allows(k.Constants)
}

// tabled is what a solver knows of a map, which may be known already; late says that the time was over before.
func (l *Lowerer) tabled(at resultOf, p *problem, until *until) (known tabled, late bool) {
	known, s := l.solved(at)
	if s == nil {
		return known, false
	}
	known, room := s.result(at, p, until)
	late = until.ended()
	l.keep(at, known, s, room, late)
	return known, late
}

// solved is a result that is known, or else the solver that is to find it.
func (l *Lowerer) solved(at resultOf) (known tabled, s *solving) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if known, ok := l.results[at]; ok {
		return known, nil
	}
	return known, l.solvers.of(at.solverOf)
}

// keep remembers a result, unless the time was over before, and has room for what its solver has grown by.
func (l *Lowerer) keep(at resultOf, known tabled, s *solving, room int, late bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.room = room
	l.solvers.makeRoom()
	if late {
		return
	}
	if l.results == nil || len(l.results) >= mostRemembered {
		l.results = map[resultOf]tabled{}
	}
	l.results[at] = known
}
