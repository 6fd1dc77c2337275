package lower

import (
	"cmp"
	"slices"
)

// A quadSolver knows the cheapest sequences for maps of four 32-bit lanes on one target, for one cost. Its tables are built by search, on first use; patterns are solved
// when they are asked for first, and remembered.
//
// Sequences are searched by their shape. With x y z for vectors that the map reads, and each name a step:
//
//	1 step    r(x, y)
//	2 steps   s(r(x, y), z)      z may be r itself
//	3 steps   t(s(r(x, y), z), w), t(r(…), s(…)), t(s(r, z), r)
//
// which is all that there is. All values of one step are enumerated; a last step asks each argument for a pattern, which is looked up. For three steps those of
// two are enumerated as well, once a pattern needs them. What takes four steps is only looked for in some shapes, but that nothing takes three is then known.
type quadSolver struct {
	cost   Cost
	inputs int
	limit  int    // of constants, or -1
	steps  []step // none of them useless beside another
	byCost bool   // whether latency counts

	destroys bool // whether any step destroys an argument: otherwise nothing has to be kept alive
	copyKey  key
	slowest  uint8 // the least latency of a step that has arguments
	cheapest key   // the least key of a step

	// constants says whether steps that load constants take part in sequences of two and more steps.
	constants bool

	narrow  bool // nothing is known of what takes more than two steps, or could be cheaper with three: the chains are never filled
	chained bool // the chains are filled: only patterns that take more than two steps need them

	single *fronts // sequences of one step, by what they leave: see entry.slot
	chain  *fronts // sequences of at most two steps, by the inputs that they leave intact; none before they are filled
	values []quad  // what one step makes

	// open counts the values that may still become cheaper by two steps; it is kept only where that is decided by the key alone.
	open    int
	settles bool

	found map[quad]*solution
	until *until // of the search that goes on

	room    int // of the tables, in bytes
	reached int // of reach, in bytes

	holders map[quad][]int // see holding
	reach   []quadSet      // see reaches
}

// An entry is a sequence for a pattern with what it costs.
//
// For one step the slot has the input that it overwrites and the inputs that it reads, since whoever combines two sequences must know; for chains the slot is the
// set of inputs that are intact afterwards, and the copies which that takes are in the key.
type entry struct {
	key     key
	latency uint8 // 0 unless the cost is latency
	loads   uint8 // 0 unless constants are limited
	slot    uint8
	deed    *deed
}

// chainEntries says which part of a solver's tables are for how many inputs: sets of intact inputs.
func (s *quadSolver) intactSets() uint8 {
	if s.destroys {
		return 1 << s.inputs
	}
	return 1
}

// newQuadSolver makes a solver for maps that read the given number of vectors.
func newQuadSolver(steps []step, cost Cost, inputs, limit int) *quadSolver {
	s := &quadSolver{cost: cost, inputs: inputs, limit: limit, byCost: cost == Latency, copyKey: cost.keyOf(0, 0, 1, 0),
		single: newFronts(inputs), found: map[quad]*solution{}}
	s.steps = s.useful(steps)
	s.slowest, s.cheapest, s.holders = 100, noKey, map[quad][]int{}
	for i := range s.steps {
		st := &s.steps[i]
		s.destroys = s.destroys || st.destroys >= 0
		s.cheapest = min(s.cheapest, s.stepKey(st))
		if st.args > 0 {
			s.slowest = min(s.slowest, st.latency)
		}
	}
	s.oneStep()
	s.constants = s.volume() < maxVolume
	return s
}

// from is with how many constants another solver may find what this one has left out: with as many as a step loads at most it does the same steps.
func (s *quadSolver) from() (most int) {
	if s.constants {
		return 0
	}
	for i := range s.steps {
		most = max(most, s.steps[i].loads)
	}
	return most
}

// maxVolume is how many pairs of steps a table is built from; where constants make more, sequences of two steps with constants are looked for one pattern at a time.
const maxVolume = 60e6

// useful leaves out steps that load too many constants, and those that another step can replace at no greater cost. Of two equal ones the first stays.
func (s *quadSolver) useful(steps []step) []step {
	var out []step
	for i := range steps {
		a := &steps[i]
		if s.limit >= 0 && a.loads > s.limit || a.args > maxInputs || a.movesNothing() {
			continue
		}
		replaced := false
		for j := range steps {
			b := &steps[j]
			if i == j || !b.covers(a) || b.args > maxInputs || s.stepKey(b) > s.stepKey(a) || b.loads > a.loads || s.byCost && b.latency > a.latency {
				continue
			}
			if !a.covers(b) || j < i || s.stepKey(b) < s.stepKey(a) || b.loads < a.loads || s.byCost && b.latency < a.latency {
				replaced = true
				break
			}
		}
		if !replaced {
			out = append(out, *a)
		}
	}
	return out
}

// movesNothing says whether the step gives back what it reads: vmovdqa, whose use is what it does above its register.
func (st *step) movesNothing() bool {
	for i, c := range st.choice {
		if !slices.Equal(c, []uint8{uint8(i)}) {
			return false
		}
	}
	return st.args == 1
}

func (s *quadSolver) stepKey(st *step) key {
	return s.cost.keyOf(st.row.Ops(), st.loads, 0, st.throughput)
}

// priced is the entry of a step alone.
func (s *quadSolver) priced(st *step) entry {
	e := entry{key: s.stepKey(st)}
	if s.byCost {
		e.latency = st.latency
	}
	if s.limit > 0 {
		e.loads = uint8(st.loads)
	}
	return e
}

// after is the price of a step behind others: the sum, but that the latencies of what comes before do not add up.
func (s *quadSolver) after(step entry, before ...*entry) entry {
	late := uint8(0)
	for _, b := range before {
		step.key += b.key
		step.loads += b.loads
		late = max(late, b.latency)
	}
	step.latency += late
	return step
}

// allowed says whether the entry keeps within the limit of constants.
func (s *quadSolver) allowed(e *entry) bool { return s.limit < 0 || int(e.loads) <= s.limit }

// notWorse says whether e is at least as cheap as f in every respect.
func (e *entry) notWorse(f *entry) bool {
	return e.key <= f.key && e.latency <= f.latency && e.loads <= f.loads
}

// cheaper orders by latency, which is 0 for other costs, then by the rest.
func (e *entry) cheaper(f *entry) bool {
	return cmp.Or(cmp.Compare(e.latency, f.latency), cmp.Compare(e.key, f.key), cmp.Compare(e.loads, f.loads)) < 0
}

// better says whether no entry of the front is as good as e.
func better(front []entry, e *entry) bool {
	for i := range front {
		if f := &front[i]; f.slot == e.slot && f.notWorse(e) {
			return false
		}
	}
	return true
}

// insert puts e into the front in the place of what is worse.
func insert(front []entry, e entry) []entry {
	front = slices.DeleteFunc(front, func(f entry) bool { return f.slot == e.slot && e.notWorse(&f) })
	return append(front, e)
}

// oneStep enumerates all sequences of one step.
func (s *quadSolver) oneStep() {
	for i := range s.steps {
		st := &s.steps[i]
		price := s.priced(st)
		s.eachRoles(st, role(s.inputs), func(roles [maxInputs]role, args [maxInputs]quad) {
			e := price
			e.slot = uses(roles[:st.args]) << 3
			if beside := st.beside(roles[:st.args]); beside {
				e.key += s.copyKey
			} else if s.destroys {
				e.slot |= st.kills(roles[:st.args])
			}
			if !s.destroys {
				e.slot = 0
			}
			s.eachResult(st, args, func(v quad, picks [4]uint8) {
				if better(s.single.of(v), &e) {
					e.deed = &deed{step: st, roles: roles, picks: picks}
					s.single.offer(v, e)
				}
			})
		}, anything)
	}
	s.values = s.single.known()
	s.single.spread(s.values)
	s.room += s.single.room(s.values)
}

// eachRoles calls visit for all choices of a step's arguments among the inputs below n; with n = made+1, among all inputs and one made value, which is then read at least once.
func (s *quadSolver) eachRoles(st *step, n role, visit func(roles [maxInputs]role, args [maxInputs]quad), value quad) {
	roles, args := [maxInputs]role{noRole, noRole, noRole}, [maxInputs]quad{anything, anything, anything}
	var choose func(k int, reads bool)
	choose = func(k int, reads bool) {
		if k == st.args {
			if reads && st.follows(&roles) {
				visit(roles, args)
			}
			return
		}
		for i := range s.inputs {
			roles[k], args[k] = role(i), inputQuad(i)
			choose(k+1, reads)
		}
		if n > made {
			roles[k], args[k] = made, value
			choose(k+1, true)
		}
	}
	choose(0, n <= made)
}

// follows says whether a row that reads registers which follow one another gets inputs that do, whose registers are theirs from the start.
func (st *step) follows(roles *[maxInputs]role) bool {
	if !st.row.Consecutive {
		return true
	}
	first := 0
	if st.row.Destroys {
		first = 1
	}
	for k := first + 1; k < len(st.row.Src); k++ {
		if roles[k] != roles[k-1]+1 || roles[k] >= made {
			return false
		}
	}
	return true
}

// eachResult calls visit for all that a step makes of its arguments.
func (s *quadSolver) eachResult(st *step, args [maxInputs]quad, visit func(v quad, picks [4]uint8)) {
	if st.union != noUnion {
		visit(st.union.combine(args[:st.args]), [4]uint8{anySymbol, anySymbol, anySymbol, anySymbol})
		return
	}
	var lanes [4][maxChoices]uint8
	var picks [4][]uint8
	var distinct [4][maxChoices]uint8
	for i, c := range st.choice {
		n := 0
	symbols:
		for _, code := range c {
			v := symbolOf(code, args)
			for j := range n {
				if lanes[i][j] == v {
					continue symbols
				}
			}
			lanes[i][n], distinct[i][n] = v, code
			n++
		}
		picks[i] = distinct[i][:n]
	}
	for i3, p3 := range picks[3] {
		for i2, p2 := range picks[2] {
			for i1, p1 := range picks[1] {
				high := quad(lanes[3][i3])<<12 | quad(lanes[2][i2])<<8 | quad(lanes[1][i1])<<4
				for i0, p0 := range picks[0] {
					visit(high|quad(lanes[0][i0]), [4]uint8{p0, p1, p2, p3})
				}
			}
		}
	}
}

// maxChoices bounds what one lane of a step can be: every lane of three arguments, zero and unknown.
const maxChoices = 4*maxInputs + 2

// symbolOf is what a step's symbol stands for with these arguments.
func symbolOf(code uint8, args [maxInputs]quad) uint8 {
	if code >= zeroSymbol {
		return code
	}
	return args[code>>2].at(int(code & 3))
}

// volume estimates how many results a table of two steps enumerates.
func (s *quadSolver) volume() float64 {
	total := 0.0
	for i := range s.steps {
		st := &s.steps[i]
		product := 1.0
		for _, c := range st.choice {
			product *= float64(max(len(c), 1))
		}
		pairs := 1.0
		for range st.args {
			pairs *= float64(s.inputs + 1)
		}
		total += product * pairs
	}
	return total * float64(len(s.values))
}

// copied is the key of the copies that a step takes which overwrites kills, if the inputs in needed are read afterwards or must stay.
func (s *quadSolver) copied(kills, needed uint8) key {
	if kills&needed != 0 {
		return s.copyKey
	}
	return 0
}

// twoSteps fills the chains, unless they are filled: first with single steps, then with a second step behind each value.
func (s *quadSolver) twoSteps() {
	if s.chained {
		return
	}
	if s.chain == nil {
		s.chain = newFronts(s.inputs)
	}
	s.chained = true
	sets := s.intactSets()
	for _, v := range s.values {
		for _, e := range s.single.of(v) {
			kills := e.slot & 7
			for keep := range sets {
				f := e
				f.slot, f.key = keep, e.key+s.copied(kills, keep)
				s.chain.offer(v, f)
			}
		}
	}
	s.countOpen()
	for _, v := range s.values {
		if s.settles && s.open == 0 {
			break
		}
		for i := range s.steps {
			if s.until.passed() { // half a table proves nothing
				s.chained = false
				clear(s.chain.list)
				return
			}
			if st := &s.steps[i]; st.args > 0 && (s.constants || st.loads == 0) {
				s.second(v, st)
			}
		}
	}
	values := s.chain.known()
	s.chain.spread(values)
	s.room += s.chain.room(values)
}

// countOpen counts the values of inputs and zeros that two steps may make cheaper than they are.
func (s *quadSolver) countOpen() {
	s.settles = !s.destroys && !s.byCost && s.limit <= 0
	each := 4*s.inputs + 1
	s.open = each * each * each * each
	for _, v := range s.values {
		if v.free() == 0 && s.settled(s.chain.of(v)) {
			s.open--
		}
	}
}

// settled says whether nothing of two steps is cheaper than what the front has.
func (s *quadSolver) settled(front []entry) bool {
	return len(front) > 0 && front[len(front)-1].key <= 2*s.cheapest
}

// second enumerates what the step makes of value v and the inputs.
func (s *quadSolver) second(v quad, st *step) {
	price, sets := s.priced(st), s.intactSets()
	var ways []entry // of making v and doing the step, by what they keep intact
	s.eachRoles(st, made+1, func(roles [maxInputs]role, args [maxInputs]quad) {
		ways = ways[:0]
		reads, kills := uses(roles[:st.args]), st.kills(roles[:st.args])
		beside := key(0)
		if st.beside(roles[:st.args]) {
			kills, beside = 0, s.copyKey
		}
		for i := range s.single.of(v) {
			before := &s.single.of(v)[i]
			if !s.constants && before.deed.step.loads > 0 {
				continue
			}
			e := s.after(price, before)
			e.deed = before.deed
			if !s.allowed(&e) {
				continue
			}
			for keep := range sets {
				f := e
				f.slot = keep
				f.key += s.copied(before.slot&7, reads|keep) + s.copied(kills, keep) + beside
				if better(ways, &f) {
					ways = insert(ways, f)
				}
			}
		}
		if len(ways) == 0 {
			return
		}
		s.eachResult(st, args, func(w quad, picks [4]uint8) {
			var d *deed
			for i := range ways {
				e := ways[i]
				front := &s.chain.list[s.chain.number(w)]
				if !better(*front, &e) {
					continue
				}
				if d == nil || d.from[0] != e.deed {
					d = &deed{step: st, roles: roles, picks: picks, from: [2]*deed{e.deed}}
				}
				e.deed = d
				if s.settles && w.free() == 0 && !s.settled(*front) && e.key <= 2*s.cheapest {
					s.open--
				}
				*front = insert(*front, e)
			}
		})
	}, v)
}
