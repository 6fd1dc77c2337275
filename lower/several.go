package lower

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// noResult stands for a register of the result of which nothing is wanted.
const noResult Arg = -1

// byRegister is the strategy of maps of several registers.
const byRegister = "by register"

// A whole is the work on a map of several registers: for each register of the result some ways to make it, and the cheapest choice of these that was found, put together.
//
//	result 0    punpcklbw x0, x1                  2 ops             result 0, 1      3 ops, as the punpcklbw is one
//	            pshufb, pshufb, por               3 ops
//	result 1    punpcklbw x0, x1; psrldq          2 ops
type whole struct {
	l     *Lowerer
	ctx   context.Context
	o     Options
	c     *cut
	s     *search // of the whole, that knows what it costs
	ways  [][]draft
	kin   [][]int // choices of ways of all parts, -1 where any is as good
	ended Ended

	spare    [2][]bool          // of each part, whether what was found last had constants left: what was decided, and what was searched for
	begun    map[string]bool    // choices that were begun with, since ways were added
	worths   map[string]worth   // what choices cost
	finished map[finishing]bool // what was finished
	tight    bool               // something was cheaper that loads more than may be
	last     bool               // no more constants are tried: what is decided now is decided to its end

	few context.Context // of decisions on rungs before the last
	err error           // why nothing was found for a part

	decisions map[rung][]draft // that both climbs ask for
	answers   *answers         // of package quick, for all parts

	best     draft
	price    price
	ok       bool
	strategy string
	free     price // of the cheapest that was found with any number of constants
}

// several lowers a map of several registers: each register of the result by itself, under the same options, and then all of them in one program, in which what two of them do is done once.
// What is found by searching is set beside what is decided.
func (l *Lowerer) several(ctx context.Context, m lane.Map, o Options) (*Result, error) {
	c, err := cutUp(m, o.Target)
	if err != nil {
		return nil, err
	}
	return l.cutMap(ctx, c, o)
}

// cutMap lowers what has been cut up.
func (l *Lowerer) cutMap(ctx context.Context, c *cut, o Options) (*Result, error) {
	w := l.newWhole(ctx, c, o)
	if w.network() || w.ok && c.network {
		return w.result(), nil
	}
	if !w.ok || len(c.parts) <= mostBeside {
		w.climb(o.MaxConstants, false)
	}
	if o.Effort == Best && (!w.ok || len(c.parts) <= mostBeside) || !w.ok { // nothing is decided with so few constants
		quick := w
		w = l.newWhole(ctx, c, o)
		w.best, w.price, w.ok, w.strategy, w.decisions, w.answers = quick.best, quick.price, quick.ok, quick.strategy, quick.decisions, quick.answers
		w.climb(o.MaxConstants, true)
	}
	switch {
	case !w.ok && w.err != nil:
		return nil, w.err
	case !w.ok:
		return nil, w.s.none(c.parts[0].Bits, slices.Max(c.result))
	}
	return w.result(), nil
}

// mostBeside is up to how many registers of the result are also made each by itself, where a network was found.
const mostBeside = 4

func (l *Lowerer) newWhole(ctx context.Context, c *cut, o Options) *whole {
	w := &whole{l: l, ctx: ctx, o: o, c: c, price: unaffordable, free: unaffordable, strategy: byRegister, decisions: map[rung][]draft{}, answers: newAnswers(&o), begun: map[string]bool{}, worths: map[string]worth{}, finished: map[finishing]bool{}}
	w.s = &search{l: l, o: o, file: o.Target.Files[0]}
	w.ways = make([][]draft, len(c.parts))
	for k := range w.spare {
		w.spare[k] = make([]bool, len(c.parts))
	}
	return w
}

// rungs are how many constants are tried, the fewest first. Who has constants left is not asked again, but where any number may be loaded.
//
//	at most 1    0 1
//	at most 6    0 1 2 3 4 5 6
//	any          0 1 2 3 4 5 6 7 8 16 32 any
//
// All that is done for fewer is done for more, in the same order, so that more freedom never costs more.
func rungs(most Limit) (list []Limit) {
	for k := 0; k <= 32 && most.Allows(k); k++ {
		if k > 8 && k != 16 && k != 32 {
			continue
		}
		list = append(list, AtMost(k))
	}
	if most.allowsAny() {
		list = append(list, most)
	}
	return list
}

// earlier is the context of those who may take half of the time that is left.
func earlier(ctx context.Context) (context.Context, context.CancelFunc) {
	if at, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Until(at)/2)
	}
	return ctx, func() {}
}

// climb finds ways, and the cheapest choice of them: with any number of constants first, and then with more and more of those that are allowed. With few constants nothing is asked for that is dearer than
// what is decided with any number, unless nothing else is allowed:
//
//	pshufb, pshufb, por     3 ops, 2 constants                    with none, what takes 9 ops at most
//
// What costs more all the same may be beaten by what was not asked for, and then that is asked for too. It asks the same whatever the limit is, and more where that is higher, so that more
// freedom never costs more.
func (w *whole) climb(most Limit, searches bool) {
	w.last, w.few = true, w.ctx
	if w.decideFreely(); !most.allowsAny() {
		w.chooseFreely()
	}
	all := rungs(most)
	list := slices.DeleteFunc(slices.Clone(all), func(l Limit) bool { return w.o.hasty() && !hastyWith(l) || !w.affordable(l) })
	if w.climbed(list, searches); w.dearly() {
		w.answers.anyPrice()
		clear(w.decisions)
		clear(w.spare[byDecision])
		if w.ok {
			w.climbed(list, false)
		} else {
			w.climbed(all, searches)
		}
	}
	w.o.MaxConstants, w.s.o.MaxConstants = most, most
}

// affordable says whether what loads as many constants as there may be can be of use. What loads fewer is found with fewer.
func (w *whole) affordable(l Limit) bool {
	n, few := l.Number()
	return w.o.found == 0 || !few || w.o.Cost.keyOf(1, n, 0, 0) < w.o.found
}

// dearly says whether what is dear has to do: nothing was found, here or by who asks for what is cheaper, or what was found costs more than with any number of constants.
func (w *whole) dearly() bool { return w.o.found == 0 && (!w.ok || w.free.less(w.price)) }

// decideFreely finds ways with any number of constants. None is chosen before it is known how many there may be: each rung begins with those too, as what is nearest to the cheapest way with so many
// is not nearest with more.
func (w *whole) decideFreely() {
	w.o.MaxConstants, w.s.o.MaxConstants = Limit{}, Limit{}
	for i := range w.c.parts {
		w.find(i, Limit{}, false)
	}
	clear(w.spare[byDecision])
}

// chooseFreely notes what the ways cost that are the cheapest with any number of constants.
func (w *whole) chooseFreely() {
	if choice := w.cheapestAlone(manyLoads, (*draft).alone); choice != nil {
		w.foundFreely(w.put(choice).price)
	}
}

// foundFreely notes what something costs that is found where any number of constants may be loaded.
func (w *whole) foundFreely(p price) {
	if p.less(w.free) {
		w.free = p
	}
}

// climbed climbs rungs. The last one is climbed also when the time is over, and has half of it for itself.
func (w *whole) climbed(list []Limit, searches bool) {
	few, cancel := earlier(w.ctx)
	defer cancel()
	for k, limit := range list {
		w.last, w.few = k == len(list)-1, few
		if w.last {
			w.few = w.ctx
		}
		late := w.few.Err() != nil
		if late {
			if w.ended = ByDeadline; searches && w.ok || !w.last {
				continue
			}
		}
		w.step(limit, searches && !late)
	}
}

// step finds ways with so many constants, and chooses among them and those of before.
func (w *whole) step(limit Limit, searches bool) {
	before := w.count()
	w.o.MaxConstants, w.s.o.MaxConstants = limit, limit
	for i := range w.c.parts {
		w.find(i, limit, searches)
	}
	if limit == AtMost(0) && !searches {
		w.findKin()
	}
	if w.count() > before || w.tight {
		w.tight = false
		clear(w.begun)
	}
	w.choose(limit)
}

// count is how many ways are known.
func (w *whole) count() (n int) {
	for _, ways := range w.ways {
		n += len(ways)
	}
	return n
}

// The two of spare.
const (
	byDecision = iota
	bySearch
)

// find finds ways to make a part with so many constants.
func (w *whole) find(i int, limit Limit, searches bool) {
	w.once(i, byDecision, limit, w.decidedOnce)
	if searches && searchedWith(limit) && w.searches(i) {
		w.once(i, bySearch, limit, w.searched)
	}
}

// A rung is a part, and how many constants there may be.
type rung struct {
	part  int
	limit Limit
}

// decidedOnce is decided, which always decides the same.
func (w *whole) decidedOnce(i int) (found []draft, err error) {
	at := rung{i, w.o.MaxConstants}
	found, known := w.decisions[at]
	if known {
		return found, nil
	}
	if found, err = w.decided(i); err == nil {
		w.decisions[at] = found
	}
	return found, err
}

// hastyWith says whether who is hasty decides with so many constants, where that is enough.
func hastyWith(limit Limit) bool {
	n, few := limit.Number()
	return !few || n <= 2
}

// searchedWith says whether there are searches for so many constants, which take long: for none, two, and any number.
func searchedWith(limit Limit) bool {
	n, few := limit.Number()
	return !few || n == 0 || n == 2
}

// once adds ways that are not known yet, unless fewer constants did.
func (w *whole) once(i, kind int, limit Limit, find func(i int) ([]draft, error)) {
	if w.spare[kind][i] && !limit.allowsAny() {
		return
	}
	found, err := find(i)
	if err != nil && len(w.ways[i]) == 0 {
		w.err = err
	}
	w.spare[kind][i] = len(found) > 0
	for _, d := range found {
		if !limit.Allows(d.loads + 1) {
			w.spare[kind][i] = false
		}
		w.keep(i, d)
	}
}

// searches says whether a part is searched for: whether it reads few registers, or nothing was decided.
func (w *whole) searches(i int) bool {
	if w.still(i) {
		return false
	}
	if w.o.Effort == Best && len(reading(w.c.parts[i])) > mostSearched {
		w.ended = ByBudget
	}
	return len(reading(w.c.parts[i])) <= mostSearched || len(w.ways[i]) == 0
}

// still says whether a part takes nothing: nothing is wanted of it, or it is an input.
func (w *whole) still(i int) bool {
	return !wanted(w.c.parts[i]) || direct(w.c.parts[i], w.all()) >= 0
}

// all are all inputs.
func (w *whole) all() []Arg { return firstArgs(len(w.c.inputs)) }

// start is a program of no ops.
func (w *whole) start() draft { return draft{inputs: len(w.c.inputs), bits: w.c.wide} }

// choices are which inputs a part may be put over: those that it reads, and where rows read registers that follow one another also those between.
func (w *whole) choices(part lane.Map) [][]Arg {
	from := reading(part)
	list := [][]Arg{from}
	if n := len(from); n > 0 && int(from[n-1]-from[0]) >= n && slices.ContainsFunc(w.o.Target.Rows, func(r *target.Row) bool { return r.Consecutive }) {
		list = append(list, w.all()[from[0]:from[n-1]+1])
	}
	return list
}

// searched looks for ways to make a part. All parts share the time.
func (w *whole) searched(i int) (found []draft, err error) {
	ctx := w.ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(len(w.c.parts)))
		defer cancel()
	}
	return w.searchPart(ctx, w.c.parts[i], w.c.result[i])
}

// mostSearched is over how many registers one search goes: for a part that reads more, what comes from one half of them is looked for, and what comes from the other.
const mostSearched = 4

// searchPart looks for ways to make a part of so many bits.
func (w *whole) searchPart(ctx context.Context, part lane.Map, bits int) (found []draft, err error) {
	if read := reading(part); len(read) > mostSearched {
		return w.halves(part, bits, read, func(half lane.Map) ([]draft, error) { return w.searchPart(ctx, half, bits) })
	}
	o := w.o
	o.Budget = w.budget()
	for _, from := range w.choices(part) {
		p, wrong := w.c.problem(part, bits, from, o.Target)
		if wrong != nil {
			return nil, wrong
		}
		p.part = true
		r, failed := w.l.part(ctx, p, o)
		if failed != nil {
			err = failed
			continue
		}
		w.ended = max(w.ended, r.Ended)
		found = w.add(found, w.start().embed(draft{inputs: len(from), bits: r.bits(), code: r.Code, result: r.Result}, from))
	}
	return found, err
}

// part is posed without the tables of four lanes of three vectors, which take seconds to build.
func (l *Lowerer) part(ctx context.Context, p *problem, o Options) (*Result, error) {
	if len(p.inputs) > mostTabledRegisters {
		return l.remembered(ctx, p, o)
	}
	return l.posed(ctx, p, o)
}

// budget is what may be looked at for each part: most of it where any number of constants may be loaded.
func (w *whole) budget() int {
	n := w.o.budget() / len(w.c.parts)
	if !w.o.MaxConstants.allowsAny() {
		n /= 4
	}
	return max(1, n)
}

// A standing is a way for each part, and what they are together.
type standing struct {
	choice []int
	whole  draft
	price  price
	loads  int
	ok     bool
}

// choose chooses a way for each part. It starts with those that are cheapest alone, with as many constants each, a share of them, or any number if that is not far from it, and those that would be if constants were free, as several
// parts may need the same; from each start one part after another is done in another way, as long as the whole gets cheaper.
func (w *whole) choose(limit Limit) {
	most, few := limit.Number()
	if !few {
		most = manyLoads
	}
	starts := [][]int{w.cheapestAlone(most, (*draft).alone), w.nearly(w.cheapestAlone(manyLoads, (*draft).alone), most), w.cheapestAlone(most/len(w.ways), (*draft).alone), w.cheapestAlone(most, w.s.unloaded)}
	if starts[0] != nil {
		starts = append(starts, w.kinStarts(starts[0])...)
	}
	for _, choice := range starts {
		key := string(named(choice))
		if choice == nil || w.begun[key] {
			continue
		}
		w.begun[key] = true
		x := w.put(choice)
		if w.take(x); len(x.whole.code)*len(w.ways) <= min(mostTried, w.o.budget()) {
			w.take(w.improved(x))
		}
	}
}

// nearly is a choice that loads twice as many constants at most, with two more: from what loads more it is far to what is allowed.
func (w *whole) nearly(choice []int, most int) []int {
	if choice != nil && w.put(choice).loads > 2*most+2 {
		return nil
	}
	return choice
}

// manyLoads is more than any part loads, and mostTried is up to how many ops, times parts, other choices are tried.
const (
	manyLoads = 1 << 20
	mostTried = 1 << 10
)

// alone is what a way costs by itself.
func (d *draft) alone() price { return d.price }

// cheapestAlone are the ways that are cheapest alone of those that load so many constants; nil if a part has none.
func (w *whole) cheapestAlone(level int, cost func(d *draft) price) []int {
	choice := make([]int, len(w.ways))
	for i, ways := range w.ways {
		best := -1
		for k := range ways {
			if ways[k].loads <= level && (best < 0 || cost(&ways[k]).less(cost(&ways[best]))) {
				best = k
			}
		}
		if best < 0 {
			return nil
		}
		choice[i] = best
	}
	return choice
}

// mostPasses is how often all parts are gone through.
const mostPasses = 3

// improved does one part after another in another way, among them those that begin with what others make.
func (w *whole) improved(x standing) standing {
	choice := make([]int, len(x.choice))
	for range mostPasses {
		before := x.price
		for i := range w.ways {
			w.finish(x, i)
			for k := range w.ways[i] {
				if k == x.choice[i] {
					continue
				}
				copy(choice, x.choice)
				if choice[i] = k; w.worth(choice).less(x.price) {
					x = w.put(slices.Clone(choice))
				}
			}
		}
		if x.price == before {
			break
		}
	}
	return x
}

// put puts the chosen ways together.
func (w *whole) put(choice []int) standing {
	d := w.s.shared(w.together(w.chosen(choice)))
	p, loads := w.s.price(d)
	w.worths[string(named(choice))] = worth{p, loads}
	return standing{choice: choice, whole: d, price: w.within(p, loads), loads: loads, ok: true}
}

// A worth is what chosen ways cost together, and how many constants they load, which is the same under every limit.
type worth struct {
	price price
	loads int
}

// worth is the price of put, which is not put together again: most choices are tried from several starts and on several rungs.
func (w *whole) worth(choice []int) price {
	known, ok := w.worths[string(named(choice))]
	if !ok {
		return w.put(choice).price
	}
	return w.within(known.price, known.loads)
}

// within is a price under the limit: what loads more than it allows is dearer than all that does not, and what loads fewer is nearer.
func (w *whole) within(p price, loads int) price {
	if !w.s.allows(loads) {
		w.tight = true
		p.first += float64(loads) * forbidden
	}
	return p
}

// named names a choice of ways.
func named(choice []int) (name []byte) {
	for _, k := range choice {
		name = binary.AppendVarint(name, int64(k))
	}
	return name
}

// forbidden is more than any sequence takes, in cycles.
const forbidden = 1 << 20

// take keeps the whole if it is cheaper, and allowed.
func (w *whole) take(x standing) {
	if x.ok && x.price.first < forbidden && x.price.less(w.price) {
		w.best, w.price, w.ok, w.strategy = x.whole, x.price, true, byRegister
	}
}

// together is one program that does all parts. Equal ops of equal values are one.
func (w *whole) together(parts []draft) draft {
	d := w.start()
	d.bits, d.parts = slices.Clone(d.bits), w.c.parts
	known := map[opKey]Arg{}
	for _, part := range parts {
		at := w.all()
		for _, o := range part.code {
			o.Args = slices.Clone(o.Args)
			for k, v := range o.Args {
				o.Args[k] = at[v]
			}
			if o.Made {
				o.By = at[o.By]
			}
			v, ok := known[o.key()]
			if !ok {
				v = Arg(len(d.bits))
				known[o.key()] = v
				d.code, d.bits = append(d.code, o), append(d.bits, registerBits(o.Row))
			}
			at = append(at, v)
		}
		if part.result == noResult {
			d.results = append(d.results, noResult)
			continue
		}
		d.results = append(d.results, at[part.result])
	}
	d.result = max(d.results[0], 0)
	return d
}

// An opKey is what an op is.
type opKey struct {
	row   *target.Row
	imm   int
	value lane.Const
	form  Form
	mask  uint64
	made  bool
	by    Arg
	args  [8]Arg
}

func (o *Op) key() opKey {
	k := opKey{row: o.Row, imm: o.Imm, value: o.Const, form: o.Form, mask: o.Mask, made: o.Made, by: o.By}
	copy(k.args[:], o.Args)
	return k
}

// severalOf makes a sequence one of several registers.
func (s *search) severalOf(seq *Sequence, d *draft) {
	any := max(slices.Max(d.results), 0)
	for _, v := range d.results {
		x := Output{Value: v, Any: v == noResult}
		if x.Any {
			x.Value = any
		}
		seq.Results = append(seq.Results, x)
	}
	seq.Result, seq.Wide, seq.spills = seq.Results[0].Value, d.bits[:d.inputs], true
	seq.room[target.General] = s.o.Target.Registers(target.General)
}

// result checks the whole and makes it a result.
func (w *whole) result() *Result {
	r := &Result{Map: w.c.asked, CPU: w.o.CPU, Cost: w.o.Cost, Ended: w.ended, Strategy: w.strategy, Sequence: w.s.sequence(&w.best)}
	r.Inputs, r.Bits = w.c.inputs, w.c.result[0]
	values, err := r.values()
	if err != nil {
		panic(fmt.Sprintf("lower: %v: %v", w.c.asked, err))
	}
	for i := range r.Results {
		x := &r.Results[i]
		x.Bits = w.c.result[i]
		r.compare(values[x.Value], x.Value, w.c.parts[i])
	}
	r.Count = r.count()
	r.Latency = r.latency(w.o.CPU)
	r.Proof, r.LowerBound = w.proof(r.Count)
	return r
}

// proof is what is known of the whole. A register of the result that is no input, and no constant, takes an op, and of some that no value holds two of each takes its own. The first of these
// to be ready takes all the ops that it takes alone.
func (w *whole) proof(n Count) (p Proof, least int) {
	least = max(len(w.apart(1)), w.c.least)
	if w.o.Effort == Best {
		if two := len(w.apart(2)); two > 0 {
			least = max(least, two+1)
		}
	}
	n.Sets = max(n.Sets-1, 0)
	switch {
	case n == (Count{}), n == Count{Ops: least} && w.o.Cost < Latency:
		return Minimal, n.Ops
	case n.Ops == least:
		return Bounded, least
	}
	return BestKnown, least
}

// apart are parts that take so many ops at least, one or two, no two of which one value can be.
func (w *whole) apart(ops int) (list []int) {
	for i, part := range w.c.parts {
		if w.still(i) || !slices.ContainsFunc(part.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source }) {
			continue
		}
		if !slices.ContainsFunc(list, func(j int) bool { return agree(part, w.c.parts[j]) }) && (ops == 1 || !w.oneOp(i)) {
			list = append(list, i)
		}
	}
	return list
}

// agree says whether one value can be both.
func agree(a, b lane.Map) bool {
	for i := range min(len(a.Lane), len(b.Lane)) {
		if x, y := a.Lane[i], b.Lane[i]; x.Kind != lane.Undefined && y.Kind != lane.Undefined && x != y {
			return false
		}
	}
	return true
}

// oneOp says whether one op may make a part. Where lanes are constants, or narrower than bytes, nobody asks.
func (w *whole) oneOp(i int) bool {
	part := w.c.parts[i]
	if part.Bits < 8 || w.s.file != target.Vectors || slices.ContainsFunc(part.Lane, func(l lane.Lane) bool { return l.Kind == lane.Constant }) {
		return true
	}
	reads := len(reading(part))
	if !slices.ContainsFunc(w.o.Target.Rows, func(r *target.Row) bool { return len(r.Src)+1 >= reads }) {
		return false // with the old destination none reads so many
	}
	if reads > mostSearched {
		return true
	}
	o := w.o
	o.MaxConstants = Limit{}
	for _, from := range w.choices(part) {
		p, err := w.c.problem(part, w.c.result[i], from, o.Target)
		if err != nil {
			return true
		}
		s := &search{l: w.l, o: o, file: w.s.file, budget: DefaultBudget}
		if len(s.oneRow(draft{inputs: len(from), bits: p.wide}, p.want, firstArgs(len(from)))) > 0 {
			return true
		}
	}
	return false
}
