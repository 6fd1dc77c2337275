package lower

import (
	"context"
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
	ended Ended

	best  draft
	price price
	ok    bool
}

// several lowers a map of several registers: each register of the result by itself, under the same options, and then all of them in one program, in which what two of them do is done once.
func (l *Lowerer) several(ctx context.Context, m lane.Map, o Options) (*Result, error) {
	c, err := cutUp(m, o.Target)
	if err != nil {
		return nil, err
	}
	w := &whole{l: l, ctx: ctx, o: o, c: c, price: unaffordable}
	w.s = &search{l: l, o: o, file: o.Target.Files[0]}
	if err := w.findWays(); err != nil {
		return nil, err
	}
	if w.choose(); !w.ok && o.Effort == Quick { // nothing is decided with so few constants
		if err := w.search(func(int) bool { return true }); err != nil {
			return nil, err
		}
		w.choose()
	}
	if !w.ok {
		return nil, fmt.Errorf("no sequence was found on %s%s: its rows of %d bits do not move lanes of %d bits so", o.Target.Name, w.s.limits(), slices.Max(c.result), c.parts[0].Bits)
	}
	return w.result(), nil
}

// findWays finds ways to make each register of the result.
func (w *whole) findWays() (err error) {
	w.ways = make([][]draft, len(w.c.parts))
	for i := range w.c.parts {
		if w.ways[i], err = w.decided(i); err != nil {
			return err
		}
		if w.o.Effort == Best && len(reading(w.c.parts[i])) > mostSearched {
			w.ended = ByBudget
		}
	}
	return w.search(w.searches)
}

// search looks for more ways to make some of the parts. They share time and budget.
func (w *whole) search(some func(i int) bool) error {
	left := 0
	for i := range w.ways {
		if some(i) {
			left++
		}
	}
	for i := range w.ways {
		if !some(i) || w.still(i) {
			continue
		}
		found, err := w.searched(i, left)
		if err != nil && len(found)+len(w.ways[i]) == 0 {
			return err
		}
		w.ways[i] = append(w.ways[i], found...)
		left--
	}
	return nil
}

// searches says whether a part has to be searched for: whether that is asked for, and it reads few registers, or nothing was decided.
func (w *whole) searches(i int) bool {
	if w.still(i) {
		return false
	}
	return w.o.Effort == Best && len(reading(w.c.parts[i])) <= mostSearched || len(w.ways[i]) == 0
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

// searched looks for ways to make a part, which is one of so many that share time and budget.
func (w *whole) searched(i, among int) (found []draft, err error) {
	ctx := w.ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(among))
		defer cancel()
	}
	for _, limit := range w.limits() {
		more, failed := w.searchPart(ctx, w.c.parts[i], w.c.result[i], limit)
		if failed != nil {
			err = failed
		}
		found = append(found, more...)
	}
	return found, err
}

// mostSearched is over how many registers one search goes: for a part that reads more, what comes from one half of them is looked for, and what comes from the other.
const mostSearched = 4

// searchPart looks for ways to make a part with so many constants.
func (w *whole) searchPart(ctx context.Context, part lane.Map, bits int, limit Limit) (found []draft, err error) {
	if read := reading(part); len(read) > mostSearched {
		return w.halves(part, bits, read, func(half lane.Map) ([]draft, error) { return w.searchPart(ctx, half, bits, limit) })
	}
	o := w.o
	o.Budget, o.MaxConstants = w.budget(), limit
	for _, from := range w.choices(part) {
		p, wrong := w.c.problem(part, bits, from, o.Target)
		if wrong != nil {
			return nil, wrong
		}
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

// budget is what may be looked at for each part.
func (w *whole) budget() int { return max(1, w.o.budget()/len(w.c.parts)) }

// limits are how many constants one part may load: as many as the whole, and where those are few, a share of them and none.
func (w *whole) limits() []Limit {
	list := []Limit{w.o.MaxConstants}
	if most, few := w.o.MaxConstants.Number(); few && most > 0 && len(w.c.parts) > 1 {
		if share := most / len(w.c.parts); share > 0 {
			list = append(list, AtMost(share))
		}
		list = append(list, AtMost(0))
	}
	return list
}

// A standing is a way for each part, and what they are together.
type standing struct {
	choice []int
	whole  draft
	price  price
	ok     bool
}

// choose chooses a way for each part. It starts with those that are cheapest alone, with as many constants each, and those that would be if constants were free, as several parts may need the
// same; from each start one part after another is done in another way, as long as the whole gets cheaper.
func (w *whole) choose() {
	var starts []standing
	for level := range mostCounted + 2 {
		if level > mostCounted {
			level = manyLoads
		}
		starts = append(starts, w.cheapestAlone(level, func(d *draft) price { return d.price }))
	}
	starts = append(starts, w.cheapestAlone(manyLoads, w.s.unloaded))
	for i, x := range starts {
		if !x.ok || slices.ContainsFunc(starts[:i], func(y standing) bool { return slices.Equal(x.choice, y.choice) }) {
			continue
		}
		if w.take(x); len(x.whole.code)*len(w.ways) <= mostTried {
			w.take(w.improved(x))
		}
	}
}

// manyLoads is more than any part loads, and mostTried is up to how many ops, times parts, other choices are tried.
const (
	manyLoads = 1 << 20
	mostTried = 1 << 10
)

// cheapestAlone are the ways that are cheapest alone of those that load so many constants.
func (w *whole) cheapestAlone(level int, cost func(d *draft) price) (x standing) {
	choice := make([]int, len(w.ways))
	for i, ways := range w.ways {
		best := -1
		for k := range ways {
			if ways[k].loads <= level && (best < 0 || cost(&ways[k]).less(cost(&ways[best]))) {
				best = k
			}
		}
		if best < 0 {
			return x
		}
		choice[i] = best
	}
	return w.put(choice)
}

// mostPasses is how often all parts are gone through.
const mostPasses = 3

// improved does one part after another in another way, among them those that begin with what others make.
func (w *whole) improved(x standing) standing {
	for range mostPasses {
		before := x.price
		for i := range w.ways {
			w.finish(x, i)
			for k := range w.ways[i] {
				if k != x.choice[i] {
					choice := slices.Clone(x.choice)
					choice[i] = k
					if y := w.put(choice); y.price.less(x.price) {
						x = y
					}
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
	x := standing{choice: choice, whole: d, price: p, ok: true}
	if !w.s.allows(loads) { // what loads fewer is nearer
		x.price.first += float64(loads) * forbidden
	}
	return x
}

// forbidden is more than any sequence takes, in cycles.
const forbidden = 1 << 20

// take keeps the whole if it is cheaper, and allowed.
func (w *whole) take(x standing) {
	if x.ok && x.price.first < forbidden && x.price.less(w.price) {
		w.best, w.price, w.ok = x.whole, x.price, true
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
	r := &Result{Map: w.c.asked, CPU: w.o.CPU, Ended: w.ended, Strategy: byRegister, Sequence: w.s.sequence(&w.best)}
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
	least = len(w.apart(1))
	if w.o.Effort == Best {
		if two := len(w.apart(2)); two > 0 {
			least = max(least, two+1)
		}
	}
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
