package lower

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/target"
)

// Values that find no register wait in memory, and which do depends on the order of the ops. Several orders are tried, and the one with the fewest copies is taken, then the one that takes the fewest registers.
//
//	as they are       one stage after another; loads come just before they are read, and stores as soon as they can
//	depth first       what the first result takes, then what the second takes beside
//	fewest in use     the op behind which the fewest values wait, several orders being pursued at a time

// A unit is ops that stand together: one, or the registers of a structure that is loaded.
type unit struct {
	ops   []int
	needs []int // the units that make what it reads, in that order
	read  []int // the units that read it
	load  bool  // it is a load that reads no register
	store bool
}

// An ordering is the work of putting the ops of a sequence in order.
type ordering struct {
	s     *Sequence
	units []unit
	out   []int
	done  []bool
}

// reordered is the sequence in the order that takes the fewest copies.
func (s *Sequence) reordered() Sequence {
	best := *s
	if slices.ContainsFunc(s.Code, func(o Op) bool { return o.Row.Consecutive && !o.InMemory() }) {
		return best // its lists are where they were put
	}
	o := newOrdering(s)
	least := best.registers()
	try := func(order []int) {
		next := s.inOrder(order)
		c := next.registers()
		if !c.unordered && cmp.Or(cmp.Compare(c.copies, least.copies), cmp.Compare(c.most[s.File], least.most[s.File])) < 0 {
			best, least = next, c
		}
	}
	try(o.asTheyAre())
	try(o.depthFirst())
	if len(o.units) <= mostBeamed {
		for _, order := range o.fewestInUse() {
			try(order)
		}
	}
	return best
}

func newOrdering(s *Sequence) *ordering {
	o := &ordering{s: s}
	of := make([]int, len(s.Code)) // of each op
	for i := range s.Code {
		op := &s.Code[i]
		if op.InMemory() && op.Part > 0 {
			of[i] = len(o.units) - 1
			o.units[of[i]].ops = append(o.units[of[i]].ops, i)
			continue
		}
		of[i] = len(o.units)
		u := unit{ops: []int{i}, store: op.stores()}
		for _, v := range op.reads() {
			if k := int(v) - len(s.Inputs); k >= 0 && !slices.Contains(u.needs, of[k]) {
				u.needs = append(u.needs, of[k])
				o.units[of[k]].read = append(o.units[of[k]].read, of[i])
			}
		}
		u.load = op.InMemory() && !u.store && len(u.needs) == 0 || op.IsLoad()
		o.units = append(o.units, u)
	}
	return o
}

// inOrder is the sequence with its ops in another order.
func (s *Sequence) inOrder(order []int) Sequence {
	r := *s
	r.Code = make([]Op, 0, len(order))
	place := firstArgs(len(s.Inputs) + len(s.Code))
	for k, i := range order {
		place[len(s.Inputs)+i] = Arg(len(s.Inputs) + k)
	}
	for _, i := range order {
		op := s.Code[i]
		op.Args = slices.Clone(op.Args)
		for k, v := range op.Args {
			op.Args[k] = place[v]
		}
		if op.Made {
			op.By = place[op.By]
		}
		r.Code = append(r.Code, op)
	}
	if r.Result >= 0 {
		r.Result = place[s.Result]
	}
	r.Results = slices.Clone(s.Results)
	for k := range r.Results {
		r.Results[k].Value = place[s.Results[k].Value]
	}
	return r
}

// begin forgets an order.
func (o *ordering) begin() {
	o.out, o.done = make([]int, 0, len(o.s.Code)), make([]bool, len(o.units))
}

// emit puts a unit behind the others, and before it what it needs. Stores follow as soon as they can.
func (o *ordering) emit(u int) {
	if o.done[u] {
		return
	}
	o.done[u] = true
	for _, n := range o.needs(u) {
		o.emit(n)
	}
	o.out = append(o.out, o.units[u].ops...)
	for _, r := range o.units[u].read {
		if o.units[r].store && !slices.ContainsFunc(o.units[r].needs, func(n int) bool { return !o.done[n] }) {
			o.emit(r)
		}
	}
}

// needs are what a unit needs, the deepest first.
func (o *ordering) needs(u int) []int { return o.units[u].needs }

// asTheyAre is the given order, but that loads come late and stores early.
func (o *ordering) asTheyAre() []int {
	o.begin()
	for u := range o.units {
		if !o.units[u].load {
			o.emit(u)
		}
	}
	return o.out
}

// depthFirst makes one result after another.
func (o *ordering) depthFirst() []int {
	o.begin()
	for u := range o.units {
		if len(o.units[u].read) == 0 || o.s.isResult(o.units[u].ops) {
			o.emit(u)
		}
	}
	return o.out
}

// isResult says whether one of the ops makes a register of the result.
func (s *Sequence) isResult(ops []int) bool {
	return slices.ContainsFunc(s.Results, func(x Output) bool { return slices.Contains(ops, int(x.Value)-len(s.Inputs)) })
}

// mostBeamed is how many units an order of the fewest in use is looked for, and beam how many orders are pursued at a time.
const (
	mostBeamed = 400
	beam       = 24
)

// A partial order is units that were emitted so far: which values wait, and how many did at most.
type partial struct {
	order      []int
	done       []bool
	left       []int16 // of each unit, and behind these of each input, by how many it is still to be read
	live, most int
	sum        int // of live, over all units
}

// A choice is what a partial order may go on with.
type choiceOf struct {
	from      int
	unit      int
	live, top int
	sum       int
}

// fewestInUse are orders in which the fewest values are in use at once, the best first.
func (o *ordering) fewestInUse() (orders [][]int) {
	orders = append(orders, nil)
	states := []*partial{o.start()}
	work := 0
	for u := range o.units {
		if !o.units[u].load && !o.units[u].store {
			work++
		}
	}
	for range work {
		var next []choiceOf
		for k, p := range states {
			for u := range o.units {
				if o.ready(p, u) {
					next = append(next, o.choice(p, k, u))
				}
			}
		}
		slices.SortStableFunc(next, func(x, y choiceOf) int {
			return cmp.Or(cmp.Compare(x.top, y.top), cmp.Compare(x.live, y.live), cmp.Compare(x.sum, y.sum), cmp.Compare(x.unit, y.unit))
		})
		var kept []*partial
		seen := map[string]bool{}
		for _, c := range next {
			if len(kept) == beam {
				break
			}
			p := o.with(states[c.from], c.unit)
			if key := p.key(); !seen[key] {
				seen[key] = true
				kept = append(kept, p)
			}
		}
		states = kept
	}
	orders = orders[:0]
	for _, p := range states[:min(len(states), beam)] {
		o.begin()
		for _, u := range p.order {
			o.emit(u)
		}
		for u := range o.units { // what nobody reads
			o.emit(u)
		}
		orders = append(orders, o.out)
	}
	return orders
}

// start has all inputs in registers, and nothing done.
func (o *ordering) start() *partial {
	inputs := len(o.s.Inputs)
	p := &partial{done: make([]bool, len(o.units)), left: make([]int16, len(o.units)+inputs)}
	for u := range o.units {
		p.left[u] = int16(len(o.units[u].read))
		if o.s.isResult(o.units[u].ops) {
			p.left[u]++
		}
	}
	for i := range o.s.Code {
		for k, v := range o.s.Code[i].reads() {
			if int(v) < inputs && !slices.Contains(o.s.Code[i].reads()[:k], v) {
				p.left[len(o.units)+int(v)]++
			}
		}
	}
	for _, x := range o.s.Results {
		if int(x.Value) < inputs {
			p.left[len(o.units)+int(x.Value)]++
		}
	}
	for _, n := range p.left[len(o.units):] {
		if n > 0 {
			p.live++
		}
	}
	p.most = p.live
	return p
}

// ready says whether a unit of ops can be next: whether all that it needs is there or is loaded.
func (o *ordering) ready(p *partial, u int) bool {
	x := &o.units[u]
	return !p.done[u] && !x.load && !x.store && !slices.ContainsFunc(x.needs, func(n int) bool { return !p.done[n] && !o.units[n].load })
}

// choice is what going on with a unit would cost.
func (o *ordering) choice(p *partial, from, u int) choiceOf {
	live, top := o.after(p, u, nil)
	return choiceOf{from, u, live, max(p.most, top), p.sum + live}
}

// after is how many values are in use behind a unit, and at most on the way; left is written if there is one.
func (o *ordering) after(p *partial, u int, left []int16) (live, top int) {
	x := &o.units[u]
	live = p.live
	for _, n := range x.needs {
		if !p.done[n] { // it is loaded
			live += len(o.units[n].ops)
		}
	}
	freed := 0
	take := func(at, size int) {
		if p.left[at] == 1 {
			freed += size
		}
		if left != nil {
			left[at]--
		}
	}
	for _, n := range x.needs {
		take(n, len(o.units[n].ops))
	}
	first := &o.s.Code[x.ops[0]]
	for k, v := range first.reads() {
		if int(v) < len(o.s.Inputs) && !slices.Contains(first.reads()[:k], v) {
			take(len(o.units)+int(v), 1)
		}
	}
	top = live + max(0, len(x.ops)-freed)
	live += len(x.ops) - freed
	// A store that reads this alone, or what else is there, follows.
	stores := 0
	for _, r := range x.read {
		if o.units[r].store && !slices.ContainsFunc(o.units[r].needs, func(n int) bool { return n != u && !p.done[n] }) {
			stores++
		}
	}
	if stores > 0 && int(p.left[u]) == stores {
		live -= len(x.ops)
	}
	return live, max(top, live)
}

// with is the partial order with one unit more.
func (o *ordering) with(p *partial, u int) *partial {
	q := &partial{order: append(slices.Clip(p.order), u), done: slices.Clone(p.done), left: slices.Clone(p.left)}
	live, top := o.after(p, u, q.left)
	for _, n := range o.units[u].needs {
		q.done[n] = true
	}
	q.done[u] = true
	for _, r := range o.units[u].read {
		if o.units[r].store && !slices.ContainsFunc(o.units[r].needs, func(n int) bool { return !q.done[n] }) {
			q.done[r] = true
			for _, n := range o.units[r].needs {
				q.left[n]--
			}
		}
	}
	q.live, q.most, q.sum = live, max(p.most, top), p.sum+live
	return q
}

// key names what is done.
func (p *partial) key() string {
	b := make([]byte, len(p.done))
	for i, d := range p.done {
		if d {
			b[i] = 1
		}
	}
	return string(b)
}

// vectorsInUse is how many registers of vectors a schedule takes.
func (c *schedule) vectorsInUse() int { return c.most[target.Vectors] }
