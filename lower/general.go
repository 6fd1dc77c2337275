package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// A general is the search for what general registers do of a map of at most 64 bits: its bits are looked at one by one.
type general struct {
	s      *search
	t      *generalTable
	d      draft
	args   []Arg // that are read
	values []choice
	want   *generalAsk
	depth  int                      // how many plans may stand inside each other
	known  map[string][]generalCode // what was found of values: see made

	cheap [maxFront + 1]finding // by the constants that are loaded
	// bound is what a draft has to be cheaper than, and range the constants that it may load.
	bound       price
	least, most int
}

// general poses a map; ok is false if it is none of general registers.
func (s *search) general(d draft, want lane.Map, args []Arg) (g *general, ok bool) {
	g = &general{s: s, t: generalTableOf(s.o.Target), d: d, bound: unaffordable, most: s.most(maxLoads), known: map[string][]generalCode{}}
	c, ok := wantedOf(want)
	if !ok {
		return g, false
	}
	to := make([]int, len(args))
	for k, n := range want.Reads() {
		if n > 0 {
			to[k] = len(g.args)
			g.values, g.args = append(g.values, value(len(g.args))), append(g.args, args[k])
		}
	}
	if len(g.args) == 0 && len(args) > 0 { // a constant may be made of anything
		g.values, g.args = append(g.values, value(0)), args[:1]
	}
	for i, x := range c.word {
		if x >= 0 {
			c.word[i] = cell(to[x/wordBits]*wordBits) + x%wordBits
		}
	}
	g.want = asking(c)
	for k := range g.cheap {
		g.cheap[k] = finding{s: s, price: unaffordable}
	}
	return g, true
}

// add is a draft with one more op, whose arguments are these values of it.
func (g *general) add(d draft, o generalOp, args []Arg) draft {
	op := Op{Row: o.row.row}
	switch {
	case o.move != nil:
		op.Imm = o.move.imm
	case o.row.row.Index != nil:
		op.Const = o.constant()
	}
	for _, k := range o.args[:o.row.args] {
		if k == loaded {
			d = d.add(Op{Row: generalLoad, Const: lane.ConstOf(o.load)})
			op.Args = append(op.Args, d.result)
			continue
		}
		op.Args = append(op.Args, args[k])
	}
	return d.add(op)
}

// affords says whether ops of these rows may be cheaper than what is known of as many constants.
func (g *general) affords(loads int, ops ...generalOp) bool {
	if loads < g.least || loads > g.most {
		return false
	}
	bound := g.bound
	if f := &g.cheap[min(loads, maxFront)]; f.price.less(bound) {
		bound = f.price
	}
	var least price
	throughput := 0
	for _, o := range ops {
		_, t := figures(o.row.row, g.s.o.CPU)
		throughput += t
		if o.row.args > 0 && g.s.o.Cost == Latency {
			least.first += g.s.on(o.row.row).Latency
		}
	}
	least.rest = g.s.o.Cost.keyOf(len(ops), loads, 0, throughput)
	return least.less(bound)
}

// take keeps a draft if it is the cheapest of those that load as many constants.
func (g *general) take(d draft) {
	q, n := g.s.price(d)
	if f := &g.cheap[min(n, maxFront)]; n >= g.least && n <= g.most && g.s.allows(n) && q.less(f.price) && q.less(g.bound) {
		f.best, f.price, f.ok = d, q, true
	}
}

// one takes all single rows.
func (g *general) one() {
	g.t.one(g.want, g.values, g.most, func(o generalOp) {
		if g.affords(o.constants(), o) {
			g.take(g.add(g.d, o, g.args))
		}
	})
	if n := g.want.zeros & g.want.ones; g.want.pivot < 0 && n|g.want.zero|g.want.one == ^uint64(0) && g.most > 0 {
		g.take(g.d.add(Op{Row: generalLoad, Const: lane.ConstOf(g.want.one)}))
	}
}

// two takes all pairs of rows.
func (g *general) two() {
	g.t.two(g.want, g.values, g.most, func(first, last generalOp) {
		if g.affords(first.constants()+last.constants(), first, last) {
			d := g.add(g.d, first, g.args)
			g.take(g.add(d, last, append(g.args[:len(g.args):len(g.args)], d.result)))
		}
	})
}

// found are the drafts that were taken, those with the fewest constants first.
func (g *general) found() (list []draft) {
	for _, f := range g.cheap {
		if f.ok {
			list = append(list, f.best)
		}
	}
	return list
}

// cheapest is the cheapest of them.
func (g *general) cheapest() (d draft, ok bool) {
	f := slices.MinFunc(g.cheap[:], func(a, b finding) int {
		switch {
		case a.price.less(b.price):
			return -1
		case b.price.less(a.price):
			return 1
		}
		return 0
	})
	return f.best, f.ok
}

// generalRow are the drafts of one more op.
func (s *search) generalRow(d draft, want lane.Map, args []Arg) []draft {
	g, ok := s.general(d, want, args)
	if !ok {
		return nil
	}
	g.one()
	return g.found()
}

// generalTwo is twoRows of general registers.
func (s *search) generalTwo(d draft, want lane.Map, args []Arg, least, most int, bound price) (best draft, found, complete bool) {
	g, ok := s.general(d, want, args)
	if !ok {
		return d, false, false
	}
	g.bound, g.least, g.most = bound, least, s.most(most)
	if g.least <= g.most {
		g.two()
	}
	best, found = g.cheapest()
	return best, found, true
}

// mayShareGeneral is mayShare of general registers. Of two rows that load a constant each, those that gather and then scatter do what one row does if it is the same.
func (f *finding) mayShareGeneral(d draft, want lane.Map, args []Arg) (may bool) {
	unlimited := *f.s
	unlimited.o.MaxConstants = Limit{}
	g, ok := unlimited.general(d, want, args)
	if !ok || !f.s.allows(1) {
		return !ok
	}
	g.t.two(g.want, g.values, g.most, func(first, last generalOp) {
		n := first.constants() + last.constants() - 1
		if n == 0 || !f.s.allows(n) || first.row.kind == gathering && last.row.kind == scattering {
			return
		}
		_, a := figures(first.row.row, f.s.o.CPU)
		_, b := figures(last.row.row, f.s.o.CPU)
		least := price{rest: f.s.o.Cost.keyOf(2, n, 0, a+b)}
		if f.s.o.Cost == Latency {
			least.first = f.s.on(first.row.row).Latency + f.s.on(last.row.row).Latency
		}
		may = may || least.less(f.price)
	})
	return may
}

// generalFront is the front of what general registers do of a map: one row, two rows, and then what plans compose.
func (s *search) generalFront(d draft, want lane.Map, args []Arg, depth int) (f front) {
	g, ok := s.general(d, want, args)
	if !ok {
		return nil
	}
	g.one()
	g.two()
	for _, d := range g.found() {
		f = s.add(f, d)
	}
	if depth == 0 || s.done(f, 2, 0) || s.done(f, 1, 1) && s.o.MaxConstants.allowsAny() {
		return f
	}
	return s.generalPlans(f, d, want, args, depth)
}
