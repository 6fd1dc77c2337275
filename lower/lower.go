package lower

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Options say on what and how to lower. The zero Options are the default of everything.
type Options struct {
	Target       *target.Target // nil: the Lowerer's
	CPU          string         // whose figures; empty: the target's default
	Cost         Cost
	MaxConstants Limit // that a sequence may load
	Effort       Effort
	Budget       int  // how much may be searched for maps that are not four lanes: candidates looked at; 0: DefaultBudget. For what is decided quickly no tables of three rows are made for four lanes, unless it is 0
	Alternatives bool // also find what the other costs choose

	Memory    bool // of a network: its sources are in memory, and its results go there; loads and stores that do a part of the work are no ops
	Registers int  // of a network: how many registers of vectors may be in use at once; 0: as many as the target has

	asCheap bool // what is dearer than what any number of constants does is of no use
	found   key  // by the cost, of a map that is lowered in one more way: what costs as much is of no use; 0: anything is
}

// A Limit is how many there may be. The zero Limit allows any number.
type Limit struct{ beyond int } // the least number that is too many; 0: none is

// AtMost allows n and fewer; a negative n allows any number.
func AtMost(n int) Limit { return Limit{max(n, -1) + 1} }

// Allows says whether there may be so many.
func (l Limit) Allows(n int) bool { return l.beyond == 0 || n < l.beyond }

// Number is how many there may be; ok is false if any number.
func (l Limit) Number() (n int, ok bool) { return l.beyond - 1, l.beyond > 0 }

// String is the number, or any.
func (l Limit) String() string {
	if n, ok := l.Number(); ok {
		return strconv.Itoa(n)
	}
	return "any"
}

// allowsNone says whether there may be none at all, and allowsAny whether there may be as many as there are.
func (l Limit) allowsNone() bool { return !l.Allows(1) }
func (l Limit) allowsAny() bool  { return l.beyond == 0 }

// An Effort says how much is done to find something cheaper.
type Effort uint8

// The efforts. What is decided quickly is where the search begins, so that the best never costs more.
const (
	Best  Effort = iota // search, within the budget
	Quick               // decide, without a search: see package quick; lanes narrower than a byte, which it does not know, are searched
)

var effortNames = [...]string{Best: "best", Quick: "quick"}

// String is the name of the effort.
func (e Effort) String() string { return effortNames[e] }

// Efforts are the names of all efforts.
func Efforts() []string { return effortNames[:] }

// ParseEffort is the effort with that name; the empty name is Best.
func ParseEffort(name string) (Effort, error) {
	for e, n := range effortNames {
		if n == name || name == "" {
			return Effort(e), nil
		}
	}
	return 0, fmt.Errorf("there is no effort %q: there are %s", name, strings.Join(effortNames[:], ", "))
}

// A Result is the cheapest sequence that was found for a map.
type Result struct {
	Map  lane.Map // what was asked
	CPU  string   // whose figures
	Cost Cost     // by which it is the cheapest

	Sequence
	Count
	Latency    float64 // cycles from the first input to the result
	Proof      Proof
	LowerBound int // no sequence that costs as little has fewer ops
	Ended      Ended
	Strategy   string // what found it: rows that were looked at exactly, a plan, or the strategy of package quick that took the map apart

	Alternatives []Alternative // what other costs choose, where it is asked for and another sequence
}

// Count is what a sequence has of each kind of instruction. Sets are those that say how others are to be read: vsetivli, and numbers in general registers.
type Count struct{ Ops, Constants, Copies, Sets int }

// Lower finds the cheapest sequence for a map. The error says why there is none. The search ends with the context, and the answer is then the best that was found.
func (l *Lowerer) Lower(ctx context.Context, m lane.Map, o Options) (*Result, error) {
	o, err := l.settled(o)
	if err != nil {
		return nil, err
	}
	wanted := o.Alternatives
	o.Alternatives = false
	r, err := l.one(ctx, m, o)
	if o.Effort == Quick && errors.Is(err, errNone) { // whoever wants it quickly wants it all the same
		o.Effort = Best
		r, err = l.one(ctx, m, o)
	}
	if err == nil && wanted {
		r.Alternatives = l.alternatives(ctx, r, o)
	}
	return r, err
}

// settled are the options with a target and a CPU.
func (l *Lowerer) settled(o Options) (Options, error) {
	if o.Target == nil {
		o.Target = l.target
	}
	if o.Target == nil {
		return o, fmt.Errorf("neither the lowerer nor the options have a target")
	}
	if cpu, ok := o.Target.CPU(o.CPU); ok {
		o.CPU = cpu.Name
	} else if o.CPU != "" {
		return o, fmt.Errorf("%s has no CPU %q", o.Target.Name, o.CPU)
	}
	return o, nil
}

// one finds the cheapest sequence alone. The search counts what it finds in several modes as dearer, but of rows that do the same in different modes it knows one: so that it is made again with the rows of
// the mode of the map's lanes alone, and of those lanes alone that have to be written, unless nothing can be cheaper: what is found there may be cheaper than what one mode did by chance, too. It is no dearer
// than all else if that would be so without modes. And what loads constants may be as cheap as what has several modes without, which in one mode is cheaper: fewer are asked for,
// but not of several registers, for each of which they are.
func (l *Lowerer) one(ctx context.Context, m lane.Map, o Options) (*Result, error) {
	best, err := l.inModes(ctx, m, o)
	if err != nil || len(o.Target.InOneMode()) == 0 || best.Sets <= 1 && best.Constants == 0 && best.Proof == Minimal {
		return best, err
	}
	best = l.inOneMode(ctx, m, o, best)
	if best.Constants == 0 || best.Several() {
		return best, nil
	}
	fewer := o
	fewer.MaxConstants, fewer.asCheap = AtMost(min(best.Constants, mostCounted)-1), true
	r, err := l.one(ctx, m, fewer)
	switch {
	case err == nil && o.cheaper(r, best):
		if o.Cost.OfCPU() || o.Cost.keyOf(1, best.Constants, 0, 0) <= o.Cost.keyOfCount(r.Count) { // one row with as many constants is not refuted
			r.Proof, r.LowerBound = BestKnown, min(r.LowerBound, best.LowerBound)
		}
		r.Ended = max(r.Ended, best.Ended)
		return r, nil
	case best.Proof == Minimal && !l.refuted(ctx, m, fewer, best):
		best.Proof = Bounded
	}
	return best, nil
}

// refuted says whether what loads fewer constants than the best is no cheaper, in whatever modes.
func (l *Lowerer) refuted(ctx context.Context, m lane.Map, fewer Options, best *Result) bool {
	if most, _ := fewer.MaxConstants.Number(); most > 0 || fewer.Cost.OfCPU() {
		return false
	}
	ops := fewer
	ops.Cost, ops.asCheap = Instructions, false
	r, err := l.inModes(ctx, m, ops)
	if err != nil {
		return errors.Is(err, errNone) && ctx.Err() == nil
	}
	return fewer.Cost.keyOf(r.LowerBound, 0, 0, 0) >= fewer.Cost.keyOfCount(best.Count)
}

// inOneMode is what is cheaper than the best that was found, in the modes that may do for all rows, or the best.
func (l *Lowerer) inOneMode(ctx context.Context, m lane.Map, o Options, best *Result) *Result {
	if best.Sets <= 1 && best.Proof == Minimal {
		return best
	}
	free, floor := o.Cost.keyOf(best.Ops, best.Constants, best.Copies, 0), best.LowerBound
	proved := best.Proof == Minimal
	best.Proof = min(best.Proof, Bounded)
	w := widest(m)
	few := written(w)
	for _, t := range o.Target.InOneMode() {
		if t.Mode.Elem != max(w.Bits, 8) || !t.Mode.Whole() && t.Mode.Lanes != few {
			continue
		}
		alone := o
		alone.Target = t.Target
		r, err := l.inModes(ctx, m, alone)
		if err != nil || !o.cheaper(r, best) {
			continue
		}
		r.Proof, r.LowerBound, r.Ended = BestKnown, min(floor, r.Ops), max(r.Ended, best.Ended)
		switch {
		case proved && !o.Cost.OfCPU() && o.Cost.keyOfCount(r.Count) == free:
			r.Proof, r.LowerBound = Minimal, r.Ops
		case r.Ops == floor:
			r.Proof = Bounded
		}
		best = r
	}
	return best
}

// written is how many lanes a sequence has to write that works in one of the vectors that it reads, where behind them lie lanes of that vector as they were; and else 0.
func written(m lane.Map) int {
	n, kept := len(m.Lane), lane.Lane{}
	for ; n > 0; n-- {
		switch l := m.Lane[n-1]; {
		case l.Kind == lane.Undefined:
		case l.Kind != lane.Source && l.Kind != lane.Old || l.Index != n-1, kept.Kind != lane.Undefined && (l.Kind != kept.Kind || l.Src != kept.Src):
			if kept.Kind == lane.Undefined {
				return 0
			}
			return n
		default:
			kept = l
		}
	}
	return 0
}

// cheaper says whether one result costs less than another.
func (o *Options) cheaper(r, than *Result) bool {
	of := func(r *Result) price {
		p := price{rest: o.Cost.keyOfCount(r.Count)}
		switch o.Cost {
		case Latency:
			p.first = r.Latency
		case Throughput:
			for i := range r.Code {
				_, n := figures(r.Code[i].Row, o.CPU)
				p.first += float64(n)
			}
		}
		return p
	}
	return of(r).less(of(than))
}

// inModes finds the cheapest sequence, whatever modes that takes.
func (l *Lowerer) inModes(ctx context.Context, m lane.Map, o Options) (*Result, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if _, bits := longest(m); bits > slices.Max(o.Target.Bits) {
		return l.several(ctx, m, o)
	}
	p, err := pose(m, o.Target)
	if err != nil {
		return nil, err
	}
	if len(p.inputs) > fewInputs {
		return l.crowded(ctx, p, o)
	}
	r, err := l.posed(ctx, p, o)
	if err != nil || o.Effort == Quick || r.Proof == Minimal && r.Sets <= 1 || ctx.Err() != nil { // the search counts sets by what each row takes alone
		return r, err
	}
	aside := o
	if !o.Cost.OfCPU() && o.MaxConstants.allowsAny() { // with few, parts that are dear alone share much
		aside.found = o.Cost.keyOfCount(r.Count)
	}
	if apart, err := l.apart(ctx, p, aside); err == nil {
		r = o.cheapest(r, apart)
	}
	if quickly := o; r.Sets > 1 {
		quickly.Effort = Quick
		if decided, err := l.posed(ctx, p, quickly); err == nil {
			r = o.cheapest(r, decided)
		}
	}
	return r, nil
}

// fewInputs are those of which a map is put together at once.
const fewInputs = 2

// crowded finds the cheapest sequence for a map of one register that reads many. What takes it apart is asked first, so that it takes no time from the search. Where nothing else is found it searches too,
// as the values may find no registers.
func (l *Lowerer) crowded(ctx context.Context, p *problem, o Options) (*Result, error) {
	half, cancel := earlier(ctx)
	apart, failed := l.apart(half, p, o)
	cancel()
	r, err := l.posed(ctx, p, o)
	switch {
	case !errors.Is(err, errNone):
		if err == nil && failed == nil {
			r = o.cheapest(r, apart)
		}
		return r, err
	case failed == nil:
		return apart, nil
	}
	if spilled, failed := l.several(ctx, p.asked, o); failed == nil {
		return spilled.unspilled(o.Target), nil
	}
	return nil, err
}

// apart decides a map of one register as one of several is: rows that read lists of registers are tried with each, what comes from some of the sources is made apart from what comes from the others, networks move
// everything a step at a time, and it is decided by other sums too.
//
//	tbl v0.16b, {v0.16b-v2.16b}, v3.16b     1 op, of three sources
func (l *Lowerer) apart(ctx context.Context, p *problem, o Options) (*Result, error) {
	if p.want.Bits < 8 || o.Target.Files[0] != target.Vectors {
		return nil, errNone // that is not decided
	}
	o.Effort = Quick
	r, err := l.several(ctx, p.asked, o)
	if err != nil {
		return nil, err
	}
	return r.unspilled(o.Target), nil
}

// cheapest is the cheaper one of two results for a map, with what both know of it: the first, if the other one goes to memory.
func (o *Options) cheapest(r, other *Result) *Result {
	if other.Several() || !o.cheaper(other, r) {
		return r
	}
	other.Ended, other.LowerBound = max(other.Ended, r.Ended), max(other.LowerBound, r.LowerBound) // what costs no more than the dearer one has so many ops, either
	if other.Proof == BestKnown && other.Ops == other.LowerBound {
		other.Proof = Bounded
	}
	return other
}

// errNone is wrapped by the error of a map that no sequence was found for.
var errNone = errors.New("no sequence was found")

// none says that no sequence was found for lanes of so many bits in registers of so many.
func (s *search) none(bits, register int) error {
	return fmt.Errorf("%w on %s%s: its rows of %d bits do not move lanes of %d bits so", errNone, s.o.Target.Name, s.limits(), register, bits)
}

// posed finds the cheapest sequence for a map in registers.
func (l *Lowerer) posed(ctx context.Context, p *problem, o Options) (*Result, error) {
	q, ok := p.quad()
	if ok = ok && o.tables(len(p.inputs)); ok {
		if r := l.quad(p, q, o, &until{ctx: ctx}); r != nil && p.want.Bits >= 32 && (!o.Target.Torn || r.Ops < 2) {
			return r, nil
		} else if r != nil {
			p.four = &r.Sequence
		}
	}
	r, err := l.remembered(ctx, p, o)
	if ok && o.hasty() && p.four == nil && err == nil {
		r.Ended = max(r.Ended, ByBudget)
	}
	return r, err
}

// mostTabledRegisters is of how many registers the tables of four lanes are made at once: those of three take seconds.
const mostTabledRegisters = 2

// tables says whether four lanes are looked up. Who decides quickly or looks at few candidates does not wait for those that take long to make.
func (o *Options) tables(inputs int) bool {
	quick := inputs <= mostTabledRegisters && len(o.Target.InOneMode()) == 0 && o.Target.Rows[0].Mode.Bits == 0 // where a mask goes with any row, tables take seconds
	return quick || o.Effort == Best && o.budget() >= DefaultBudget
}

// hasty says whether a quick decision has a budget: then of four lanes that is known which two rows do, and tables of three are not made.
func (o *Options) hasty() bool { return o.Effort == Quick && o.Budget > 0 }

// A problem is a map put into registers: its inputs are the vectors that it reads, in the order of its sources and then the old destination, all as wide as
// registers of the target; lanes beyond the map's destination are undefined.
type problem struct {
	asked  lane.Map
	inputs []Input
	bits   int      // of the widest register that the destination or an input needs
	result int      // of the destination's register
	wide   []int    // of each input's register
	want   lane.Map // over the inputs, in registers, at the widest lanes that it has
	part   bool     // of a map of several registers

	four *Sequence // what does it as four lanes, of which it asks only parts; nil if there is none
}

// pose puts a map into registers of a target.
func pose(m lane.Map, t *target.Target) (*problem, error) {
	p := &problem{asked: m}
	total := m.Bits * len(m.Lane)
	register := func(bits int, what string) (int, error) {
		i := slices.IndexFunc(t.Bits, func(n int) bool { return n >= bits })
		if i < 0 {
			return 0, fmt.Errorf("%s has %d bits, and vectors of %s at most %d", what, bits, t.Name, t.Bits[len(t.Bits)-1])
		}
		return t.Bits[i], nil
	}
	var err error
	if p.result, err = register(total, "the destination"); err != nil {
		return nil, err
	}
	p.bits = p.result
	place := make([]int, len(m.Src)) // source k is input place[k]
	reads := m.Reads()
	for k, n := range m.Src {
		if reads[k] == 0 {
			continue
		}
		bits, err := register(n*m.Bits, "source "+lane.SourceName(k))
		if err != nil {
			return nil, err
		}
		place[k] = len(p.inputs)
		p.inputs, p.wide = append(p.inputs, Input{Source: k}), append(p.wide, bits)
		p.bits = max(p.bits, bits)
	}
	old := len(p.inputs)
	if m.ReadsOld() {
		p.inputs, p.wide = append(p.inputs, Input{Old: true}), append(p.wide, p.result)
	}
	if len(p.inputs) == 0 && !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined }) {
		in := Input{Old: true} // nothing is wanted: any register will do
		if len(m.Src) > 0 {
			in = Input{}
		}
		p.inputs, p.wide = []Input{in}, []int{p.result}
	}
	if err := p.place(place, old); err != nil {
		return p, err
	}
	if t.Files[0] == target.Vectors { // in general registers each bit counts
		p.want = joined(p.want)
	}
	return p, nil
}

// place writes the wanted map over the inputs.
func (p *problem) place(place []int, old int) error {
	m := p.asked
	if p.bits%m.Bits != 0 {
		return fmt.Errorf("lanes of %d bits do not fill a register of %d", m.Bits, p.bits)
	}
	w := lane.Map{Bits: m.Bits, Src: make([]int, len(p.inputs)), Lane: make([]lane.Lane, p.bits/m.Bits)}
	for k, bits := range p.wide {
		w.Src[k] = bits / m.Bits
	}
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			l.Src = place[l.Src]
		case lane.Old:
			l = lane.From(old, l.Index)
		}
		w.Lane[i] = l
	}
	p.want = w
	return nil
}

// quad is the problem as four lanes of 32 bits, if it is one.
func (p *problem) quad() (q quad, ok bool) {
	if p.bits != 128 || len(p.inputs) > maxInputs || slices.ContainsFunc(p.wide, func(n int) bool { return n != 128 }) {
		return 0, false
	}
	m, err := p.want.Regroup(32) // no wider: an undefined lane of 32 bits stays one
	if err != nil {
		if m, err = p.want.Widen(32); err != nil {
			return 0, false
		}
	}
	q = anything
	for i, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			q = q.with(i, uint8(4*l.Src+l.Index))
		case lane.Constant:
			if !l.Const.IsZero() {
				return 0, false
			}
			q = q.with(i, zeroSymbol)
		}
	}
	return q, true
}
