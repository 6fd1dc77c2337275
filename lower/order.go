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
//	apart             one stage, and then each part of the rest that shares nothing with the others, likewise
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
	deep  []int // of each unit: see depth
}

// inRegisters is the sequence with no more registers of vectors than that, in the order that takes the fewest copies; ok is false if they are too few for one of its ops. Where values wait in
// memory, fewer registers are tried too, so that more never take more copies.
func (s *Sequence) inRegisters(most int) (best Sequence, ok bool) {
	orders := s.orders()
	var least schedule
	for room := most; room > 0; room-- {
		found := false
		for _, order := range orders {
			next := s.inOrder(order)
			next.room[target.Vectors] = room
			c := next.registers()
			if c.unordered || c.most[target.Vectors] > room {
				continue
			}
			if found = true; !ok || cmp.Or(cmp.Compare(c.copies, least.copies), cmp.Compare(c.most[target.Vectors], least.most[target.Vectors])) < 0 {
				best, least, ok = next, c, true
			}
		}
		if ok && least.spills() == 0 || !found || len(s.Code) > mostBeamed {
			break
		}
	}
	return best, ok
}

// spills are how many ways to memory and back a schedule has.
func (c *schedule) spills() (n int) {
	for i := range c.code {
		if c.code[i].way != within {
			n++
		}
	}
	return n
}

// orders are those that are tried, the given one first.
func (s *Sequence) orders() [][]int {
	given := make([]int, len(s.Code))
	for i := range given {
		given[i] = i
	}
	if slices.ContainsFunc(s.Code, func(o Op) bool { return o.Row.Consecutive && !o.InMemory() }) {
		return [][]int{given} // its lists are where they were put
	}
	o := newOrdering(s)
	list := [][]int{given, o.asTheyAre(), o.depthFirst(), o.apart()}
	if len(o.units) <= mostBeamed {
		list = append(list, o.fewestInUse())
	}
	return list
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
	for _, n := range o.units[u].needs {
		o.emit(n)
	}
	o.out = append(o.out, o.units[u].ops...)
	for _, r := range o.units[u].read {
		if o.units[r].store && !slices.ContainsFunc(o.units[r].needs, func(n int) bool { return !o.done[n] }) {
			o.emit(r)
		}
	}
}

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

// apart does the first stage of what hangs together, and then each part into which the rest falls, one behind another.
//
//	8×8 transpose      8 ops of stage 1, and two parts of 4 registers      4 of stage 2, and two parts of 2 registers
func (o *ordering) apart() []int {
	o.begin()
	all := make([]int, len(o.units))
	for u := range all {
		all[u] = u
	}
	o.emitApart(all)
	return o.out
}

// emitApart emits units, those that are not done yet.
func (o *ordering) emitApart(list []int) {
	for _, part := range o.parts(list) {
		least := -1
		for _, u := range part {
			if d := o.depth(u); !o.units[u].load && !o.units[u].store && (least < 0 || d < least) {
				least = d
			}
		}
		var rest []int
		for _, u := range part {
			if o.units[u].load || o.units[u].store || o.depth(u) > least {
				rest = append(rest, u)
			} else {
				o.emit(u)
			}
		}
		if least < 0 { // loads and stores alone
			for _, u := range part {
				o.emit(u)
			}
			continue
		}
		o.emitApart(rest)
	}
}

// depth is how many ops stand before a unit on the longest way.
func (o *ordering) depth(u int) int {
	if o.deep == nil {
		o.deep = make([]int, len(o.units))
		for k := range o.units {
			for _, n := range o.units[k].needs {
				at := o.deep[n]
				if !o.units[n].load && !o.s.Code[o.units[n].ops[0]].InMemory() {
					at++
				}
				o.deep[k] = max(o.deep[k], at)
			}
		}
	}
	return o.deep[u]
}

// parts are the units of a list that are not done, those together that hang together: that read one another, or the same.
func (o *ordering) parts(list []int) (parts [][]int) {
	root := map[int]int{}
	find := func(u int) int {
		for root[u] != u {
			u = root[u]
		}
		return u
	}
	for _, u := range list {
		if !o.done[u] {
			root[u] = u
		}
	}
	reader := map[Arg]int{} // of each value the first unit that reads it
	join := func(u, n int) {
		a, b := find(u), find(n)
		root[max(a, b)] = min(a, b)
	}
	for _, u := range list {
		if o.done[u] {
			continue
		}
		for _, n := range o.units[u].needs {
			if _, ok := root[n]; ok {
				join(u, n)
			}
		}
		for _, v := range o.s.Code[o.units[u].ops[0]].reads() {
			if n, ok := reader[v]; ok {
				join(u, n)
			} else {
				reader[v] = u
			}
		}
	}
	at := map[int]int{}
	for _, u := range list {
		if o.done[u] {
			continue
		}
		k, ok := at[find(u)]
		if !ok {
			k = len(parts)
			at[find(u)] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], u)
	}
	return parts
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

// A choiceOf is what a partial order may go on with.
type choiceOf struct {
	from      int
	unit      int
	live, top int
	sum       int
}

// fewestInUse is the order in which the fewest values are in use at once of those that are pursued.
func (o *ordering) fewestInUse() []int {
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
	o.begin()
	for _, u := range states[0].order {
		o.emit(u)
	}
	for u := range o.units { // what nobody reads
		o.emit(u)
	}
	return o.out
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
