package lower

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// DefaultBudget is how many candidates are looked at where Options does not say.
const DefaultBudget = 1 << 17

func (o *Options) budget() int { return cmp.Or(o.Budget, DefaultBudget) }

// planShare is how much more plans may look at, which ask for two rows of many maps.
const planShare = 4

// quickShare is how much less is looked at where package quick decides nothing and who asks wants no search: its answers are as good where it has any, and take a third of the time.
const quickShare = 32

// longDecided is up to how many ops what is decided is good enough for who wants no search. Where that with few constants is longer, who allows more searches too: what is found without a
// constant may be cheaper than what is decided with one.
const longDecided = 96

// long says whether a search may find much less.
func (q decision) long() bool { return opsOf(q.code) > longDecided }

// wide lowers a map that is not four lanes. What one row and two rows do is found exactly, as far as the budget goes; everything longer is composed by the plans of this package, of
// which the cheapest wins.
func (l *Lowerer) wide(ctx context.Context, p *problem, o Options) (*Result, error) {
	budget := o.budget()
	if o.Effort == Quick {
		budget = max(1, budget/quickShare)
	}
	s := &search{l: l, o: o, file: o.Target.Files[0], budget: budget, until: &until{ctx: ctx}, part: p.part}
	d := draft{inputs: len(p.inputs), bits: p.wide}
	want, parts := p.want, false
	if want.Bits < 8 && s.file == target.Vectors { // in general registers each bit counts
		if whole := widest(want); whole.Bits >= 8 {
			want, parts = whole, true
		}
	}
	args := firstArgs(len(p.inputs))
	if r := direct(want, args); r >= 0 {
		d.result = r
		r := s.result(p, d, Minimal, 0)
		r.Strategy = "nothing to do"
		return r, nil
	}
	if _, limited := ctx.Deadline(); limited && s.file == target.Vectors {
		l.engine(o.Target).Ready(p.bits) // before tables take the time that is left: it answers when the deadline is over
	}
	f := finding{s: s, best: d, price: unaffordable}
	if p.four != nil {
		f.by = fourLanes
		f.take(draft{inputs: d.inputs, bits: p.four.bits(), code: p.four.Code, result: p.four.Result})
	}
	constants := makesConstants(want) && s.file == target.Vectors // in general registers they are bits like all others
	var decided []decision
	masks, keep := s.masks()
	if o.Effort == Quick {
		if decided = s.decidedCheapest(want, d, quick.DefaultFuel); constants {
			f.takeConstants(d, want, args)
		}
		if keep && !constants {
			if f.by = "two rows"; len(want.Lane) <= 4 { // first, as what may load constants looks at more, the more it may load
				f.twoRows(d, want, args, 0, 0)
			}
			f.takeAll("one row", s.oneRow(d, want, args))
			f.takeAll("overlaid", s.overlaid(d, want, args))
		}
		if f.takeDecided(decided); masks && !f.unbeatable(1, 1) {
			f.takeAll("one row", s.oneRow(d, want, args)) // under a mask, of which nobody decides
		}
		if f.ok && !f.unbeatable(2, 0) && opsOf(f.best.code) == 1 && s.makesMany(p.bits) {
			f.takeAll("two rows", s.bitwiseRow(d, want, args))
		}
		if f.ok && !slices.ContainsFunc(decided, decision.long) {
			return f.result(p, BestKnown, 1), nil
		}
		if o.asCheap && !f.ok {
			return nil, s.none(want.Bits, p.bits)
		}
	}
	if f.takeAll("one row", s.oneRow(d, want, args)); decided == nil && !f.unbeatable(2, 0) {
		decided = s.decidedCheapest(want, d, quick.DefaultFuel)
	}
	f.takeDecided(decided)
	s.content = f.ok
	if !f.unbeatable(2, 0) && s.file == target.Vectors && !s.over() {
		f.takeAll("two rows", s.fixedPair(d, want, args))
	}
	if keep && !constants {
		f.takeAll("overlaid", s.overlaid(d, want, args))
	}
	f.by = "two rows"
	exact := f.twoRows(d, want, args, 0, 0)
	f.spent(s)
	if !f.ok || !f.unbeatable(3, 0) || !f.unbeatable(2, 1) || constants && !f.unbeatable(0, 1) {
		f.plans(d, want, args, planShare*budget)
		f.by = "two rows"
		exact = f.twoRows(d, want, args, 1, maxLoads) && exact && !constants // a constant vector may have anything anywhere
		f.spent(s)
		exact = exact && !s.over() && !f.mayShare(d, want, args)
	}
	if !f.unbeatable(2, 0) && !s.until.over() {
		f.takeDecided(s.decidedCheapest(want, d, budget))
		f.takeDecided(s.decidedInOrders(want, d, quick.DefaultFuel))
	}
	if !f.ok {
		return nil, s.none(want.Bits, p.bits)
	}
	proof, least := f.proof(exact, constants)
	if parts {
		proof, least = weaker(&f.best)
	}
	return f.result(p, proof, least), nil
}

// result is what was found, with what is known of it.
func (f *finding) result(p *problem, proof Proof, least int) *Result {
	r := f.s.result(p, f.best, proof, least)
	if r.Ended = f.ended; f.s.until.ended() {
		r.Ended = ByDeadline
	}
	r.Strategy = f.found
	return r
}

// A finding is the cheapest draft so far.
type finding struct {
	s     *search
	best  draft
	price price
	ok    bool
	ended Ended
	by    string // what is at work
	found string // what found the best
}

// spent notes where a part of the search was ended by its budget.
func (f *finding) spent(part *search) {
	if part.budget <= 0 {
		f.ended = ByBudget
	}
}

// takeDecided takes what package quick decided, if it is cheaper.
func (f *finding) takeDecided(found []decision) {
	for _, q := range found {
		f.by = q.strategy
		f.take(q.draft)
	}
}

// plans takes what plans find. They are made for any number of constants and for none, each with a budget of its own, whatever the limit is: so nothing that is found where few are allowed is
// missed where more are. Bits are taken apart in so many ways that each number of constants has its own.
func (f *finding) plans(d draft, want lane.Map, args []Arg, budget int) {
	most := f.s.o.MaxConstants
	if !most.allowsNone() {
		f.planned(Limit{}, budget, d, want, args)
	}
	if !f.ok || !f.unbeatable(3, 0) {
		f.planned(AtMost(0), max(1, budget/fewShare), d, want, args)
	}
	if !most.allowsAny() && (want.Bits < 8 || !f.ok) {
		for _, limit := range rungs(most)[1:] {
			f.planned(limit, max(1, budget/fewShare), d, want, args)
		}
	}
}

// fewShare is how much less plans look at that load few constants.
const fewShare = 32

// planned takes what plans find with at most so many constants.
func (f *finding) planned(limit Limit, budget int, d draft, want lane.Map, args []Arg) {
	if f.s.over() {
		return
	}
	own := *f.s
	own.o.MaxConstants, own.fronts, own.few, own.crossed, own.budget = limit, nil, nil, nil, budget
	if makesConstants(want) && own.file == target.Vectors {
		f.takeAll("plans", own.withConstants(d, want, args, planDepth))
	} else {
		if f.ok && want.Bits >= 8 && own.file == target.Vectors && !own.o.Cost.OfCPU() {
			own.below = f.price.rest
		}
		f.takeAll("plans", own.plans(nil, d, widest(want), args, planDepth))
	}
	if limit == (Limit{}) || limit == f.s.o.MaxConstants { // else it is a look aside, which asks for less than who has the budget
		f.spent(&own)
	}
}

// takeConstants takes the cheapest of what few rows make of constants that nobody decides about: rows that load what they take them from, or that make it.
func (f *finding) takeConstants(d draft, want lane.Map, args []Arg) {
	f.takeAll("one row", f.s.oneRow(d, want, args))
	if f.takeAll("plans", f.s.withConstants(d, want, args, 0)); !f.unbeatable(2, 0) && !f.s.over() {
		f.by = "two rows"
		f.twoRows(d, want, args, 0, 0)
	}
}

// takeAll takes the cheapest of what something found.
func (f *finding) takeAll(by string, found []draft) {
	f.by = by
	for _, d := range found {
		f.take(d)
	}
}

// take takes a draft if it is cheaper.
func (f *finding) take(d draft) {
	d = f.s.shared(d)
	q, c := f.s.price(d)
	f.takeAt(d, q, c)
	if c == 0 || !f.s.cheaperMade(&d, c, f.price) {
		return
	}
	if made, ok := f.s.madeInstead(d); ok {
		q, c := f.s.price(made)
		f.takeAt(made, q, c)
	}
}

// takeAt takes a draft of that price, with so many constants.
func (f *finding) takeAt(d draft, q price, constants int) {
	if f.s.allows(constants) && q.less(f.price) {
		f.best, f.price, f.ok, f.found = d, q, true, f.by
	}
}

// twoRows takes the cheapest two rows that load from least to most constants; exact says that no others are cheaper.
func (f *finding) twoRows(d draft, want lane.Map, args []Arg, least, most int) (exact bool) {
	if want.Bits < 8 && f.s.file == target.Vectors {
		return f.bitPairs(d, want, args, least)
	}
	two, found, exact := f.s.twoRows(d, want, args, least, most, f.price)
	if found {
		f.take(two)
	}
	return exact
}

// mayShare says whether two rows might be cheaper than the best if they took the same constant, which twoRows does not look for: whether there are two that load one more each than
// would then be cheap enough.
func (f *finding) mayShare(d draft, want lane.Map, args []Arg) bool {
	if f.s.file == target.General {
		return f.mayShareGeneral(d, want, args)
	}
	if want.Bits < 8 {
		return false // bitPairs looks for those too
	}
	unlimited := *f.s
	unlimited.o.MaxConstants = Limit{}
	for loads := 2; loads <= maxLoads && f.s.allows(loads-1); loads++ {
		var least price
		if f.s.o.Cost == Latency {
			least.first = 2 * f.s.quickest()
		}
		if least.rest = f.s.o.Cost.keyOf(2, loads-1, 0, 2*f.s.fastest(true)); !least.less(f.price) {
			continue
		}
		p := &twoRows{s: &unlimited, d: d, bound: unaffordable, complete: true, both: true}
		if !p.pose(want, args) {
			return true
		}
		if p.look(loads, loads); p.found {
			f.take(p.best)
			return true
		}
		if !p.complete || unlimited.budget <= 0 {
			return true
		}
	}
	return false
}

// proof is what is known of the best, and how few ops a sequence that costs as little has at least: of all sequences of one op, and with exact of two, none is cheaper. Where the map has
// constants, one op may take them from a vector that is loaded, whose other lanes were not searched.
func (f *finding) proof(exact, constants bool) (p Proof, least int) {
	ops := opsOf(f.best.code)
	if constants && !f.unbeatable(1, 1) {
		if least = min(1, ops); ops > least {
			return BestKnown, least
		}
		return Bounded, least
	}
	least = min(2, ops)
	if exact {
		least = min(3, ops)
	}
	switch {
	case f.unbeatable(2, 0), exact && f.unbeatable(3, 0):
		return Minimal, ops
	case ops <= least:
		return Bounded, least
	}
	return BestKnown, least
}

// weaker is what is known of a draft for a map that asks less than what was looked for: bits of which nobody cares about some of a byte.
func weaker(d *draft) (p Proof, least int) {
	if ops := opsOf(d.code); ops > 1 {
		return BestKnown, 1
	}
	return Bounded, opsOf(d.code)
}

// unbeatable says whether nothing of so many ops and constants, or more, is cheaper than the best.
func (f *finding) unbeatable(ops, constants int) bool {
	s := f.s
	switch s.o.Cost {
	case Latency: // a sequence reads the sources in one row at least
		return f.price.first <= s.quickest() && f.price.rest <= s.o.Cost.keyOf(ops, constants, 0, 0)
	case Throughput:
		return f.price.rest <= s.o.Cost.keyOf(ops, constants, 0, ops*s.fastest(false))
	}
	return f.price.rest <= s.o.Cost.keyOf(ops, constants, 0, 0)
}

// quickest is the least latency of any row that moves something.
func (s *search) quickest() float64 {
	least := math.Inf(1)
	for _, row := range s.o.Target.Rows {
		if still := row.Imm != nil && row.Imm.Kind == target.Still; len(row.Src) > 0 && !still {
			least = min(least, s.on(row).Latency)
		}
	}
	return least
}

// fastest is the least reciprocal throughput of any row, or of any that can load a constant, in hundredths of a cycle.
func (s *search) fastest(loads bool) int {
	least := math.MaxInt
	for _, row := range s.o.Target.Rows {
		if loads && row.Index == nil && row.Mask == nil {
			continue
		}
		_, t := figures(row, s.o.CPU)
		least = min(least, t)
	}
	return least
}

func (s *search) limits() string {
	if most, limited := s.o.MaxConstants.Number(); limited {
		return fmt.Sprintf(" with at most %d constants", most)
	}
	return ""
}

// result checks a draft and makes it a result.
func (s *search) result(p *problem, d draft, proof Proof, least int) *Result {
	r := &Result{Map: p.asked, CPU: s.o.CPU, Cost: s.o.Cost, Proof: proof, LowerBound: least}
	r.Inputs, r.File, r.Bits, r.Wide, r.Code, r.Result = p.inputs, s.file, p.result, p.wide, d.code, d.result
	r.room[target.Vectors] = s.o.Target.Registers(target.Vectors)
	r.check(p.want)
	r.Count = r.count()
	r.Latency = r.latency(s.o.CPU)
	return r
}

// A search composes drafts for one map.
type search struct {
	l       *Lowerer
	o       Options
	file    target.File // of the values of the draft
	budget  int
	until   *until
	part    bool // of a map of several registers, which is decided otherwise too
	content bool // there is an answer already: when the time is over nothing more has to be found
	below   key  // what costs as much is not wanted; 0: anything is
	fronts  map[string]knownFront
	few     map[string]*fewRows
	crossed map[string]knownFront // those of general registers, of a search in vectors
}

// spend takes n candidates off the budget, and says whether there was any left.
func (s *search) spend(n int) bool {
	if s.budget -= n; s.until.passed() {
		s.budget = 0
	}
	return s.budget > 0
}

// over says whether the search has to end, and may: what needs no search was found.
func (s *search) over() bool { return s.content && s.until.over() }

// An until is the context of a search.
type until struct {
	ctx   context.Context
	asked int
	late  bool
}

// contextEvery is how often one may ask between two looks at the context.
const contextEvery = 64

// passed says whether the search has to end.
func (u *until) passed() bool {
	if u == nil {
		return false
	}
	if u.asked++; u.asked%contextEvery == 0 && !u.late {
		u.late = u.ctx.Err() != nil
	}
	return u.late
}

// over says whether the search has to end, by a look at the context.
func (u *until) over() bool {
	if u == nil {
		return false
	}
	u.late = u.late || u.ctx.Err() != nil
	return u.late
}

// ended says whether a search had to end.
func (u *until) ended() bool { return u != nil && u.late }

// A draft is a sequence as it grows. The bits are those of each value's register.
type draft struct {
	inputs int
	bits   []int
	code   []Op
	result Arg
	loose  bool // the inputs are in any registers, not in some that follow one another

	results []Arg      // of a map of several registers, the lowest first: noResult where nothing is wanted
	parts   []lane.Map // what these are to hold

	price price // of one in a front
	loads int
}

// add is the draft with one more op, whose result is its result.
func (d draft) add(o Op) draft {
	d = d.own(1)
	d.push(o)
	return d
}

// own is the draft with room for n more ops that nobody shares, to push them.
func (d draft) own(n int) draft {
	d.code, d.bits = slices.Grow(slices.Clip(d.code), n), slices.Grow(slices.Clip(d.bits), n)
	return d
}

// push is add where nobody has the draft as it was.
func (d *draft) push(o Op) {
	d.code, d.bits = append(d.code, o), append(d.bits, registerBits(o.Row))
	d.result = Arg(d.inputs + len(d.code) - 1)
}

// registerBits are the bits of the register that a row writes, if it clears what is above its destination.
func registerBits(r *target.Row) int {
	if r.FileOf('d') == target.General {
		return 64
	}
	return max(r.Bits, 128)
}

// cheapest is the cheapest of the drafts that load no more constants than allowed.
func (s *search) cheapest(drafts []draft) (best draft, ok bool) {
	lowest := unaffordable
	for _, d := range drafts {
		if p, c := s.price(d); s.allows(c) && p.less(lowest) {
			best, lowest, ok = d, p, true
		}
	}
	return best, ok
}

// A price is what a draft costs: cycles where latency is to be cheap, and the rest.
type price struct {
	first float64
	rest  key
}

var unaffordable = price{math.Inf(1), noKey}

func (p price) less(q price) bool {
	return p.first < q.first || p.first == q.first && p.rest < q.rest
}

// price is what a draft costs, and how many constants it loads.
func (s *search) price(d draft) (p price, constants int) {
	seq := s.sequence(&d)
	sched := seq.registers()
	c := Count{opsOf(d.code), sched.loads, sched.copies, sched.sets}
	if !sched.fits(s.o.Target) {
		return unaffordable, c.Constants
	}
	throughput := s.throughput(d)
	pipeline, ports := target.PipelineOf(s.o.CPU)
	switch {
	case s.o.Cost == Latency:
		p.first = seq.latency(s.o.CPU)
	case s.o.Cost == Throughput && ports && d.results != nil:
		p.first, _ = seq.cycles(pipeline, s.o.CPU, c.Copies)
		throughput = 0
	}
	p.rest = s.o.Cost.keyOf(c.Ops, c.Constants, c.Copies+sched.more(), throughput)
	return p, c.Constants
}

// sequence is a draft as far as its registers go.
func (s *search) sequence(d *draft) Sequence {
	seq := Sequence{Inputs: make([]Input, d.inputs), File: s.file, Code: d.code, Result: d.result, room: [2]int{target.Vectors: s.o.Target.Registers(target.Vectors)}}
	if d.results != nil {
		s.severalOf(&seq, d)
	}
	return seq
}

// allows says whether so many constants may be loaded.
func (s *search) allows(constants int) bool {
	return s.o.MaxConstants.Allows(constants)
}

func (s *search) throughput(d draft) (sum int) {
	for i := range d.code {
		if !d.code[i].IsLoad() {
			_, t := figures(d.code[i].Row, s.o.CPU)
			sum += t
		}
	}
	return min(sum, 0xffff)
}

// direct is the argument that already is what is wanted, or -1.
func direct(want lane.Map, args []Arg) Arg {
next:
	for k, n := range want.Src {
		if n > len(want.Lane) { // above a shorter one there may be anything
			continue
		}
		for i, l := range want.Lane {
			if l.Kind != lane.Undefined && l != lane.From(k, i) {
				continue next
			}
		}
		return args[k]
	}
	return -1
}

// rows are the target's rows whose result has that many bits.
func (s *search) rows(bits int) []*target.Row {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.rows == nil {
		s.l.rows = map[rowsOf][]*target.Row{}
	}
	of := rowsOf{s.o.Target, s.file, bits}
	rows, ok := s.l.rows[of]
	if !ok {
		for _, r := range of.target.RowsIn(of.file) {
			if r.Bits == bits {
				rows = append(rows, r)
			}
		}
		s.l.rows[of] = rows
	}
	return rows
}

type rowsOf struct {
	target *target.Target
	file   target.File
	bits   int
}

// firstArgs are the first values of a draft.
func firstArgs(n int) []Arg {
	list := make([]Arg, n)
	for k := range list {
		list[k] = Arg(k)
	}
	return list
}
