package lower

import (
	"cmp"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// mostAtOnce is of how many registers a part is decided at once; of more, what comes from one half of them is made, and what comes from the other.
const mostAtOnce = 4

// decided are ways to make a part that take no search.
func (w *whole) decided(i int) (found []draft, err error) {
	part := w.c.parts[i]
	if !wanted(part) {
		d := w.start()
		d.result = noResult
		return []draft{d}, nil
	}
	if r := direct(part, w.all()); r >= 0 {
		d := w.start()
		d.result = r
		return []draft{d}, nil
	}
	if w.s.file != target.Vectors {
		return nil, nil
	}
	for _, from := range w.choices(part) {
		more, err := w.decide(part, w.c.result[i], from)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return append(found, w.byLists(part, w.c.result[i])...), nil
}

// decide is what package quick decides for a part over some of the inputs, or for what comes from each half of them.
func (w *whole) decide(part lane.Map, bits int, from []Arg) (found []draft, err error) {
	read := reading(part)
	if len(read) <= mostAtOnce {
		p, err := w.c.problem(part, bits, from, w.o.Target)
		if err != nil {
			return nil, err
		}
		if q, ok := p.quad(); ok && w.o.tables(len(from)) {
			if r := w.l.quad(p, q, w.o, &until{ctx: w.ctx}); r != nil {
				found = w.add(found, w.start().embed(draft{inputs: len(from), bits: r.bits(), code: r.Code, result: r.Result}, from))
			} else if w.o.hasty() {
				w.ended = max(w.ended, ByBudget)
			}
		}
		s := &search{l: w.l, o: w.o, file: w.s.file}
		if !w.last {
			s.until = &until{ctx: w.few}
		}
		if _, keep := s.masks(); keep && !makesConstants(p.want) && w.laysOver() {
			found = w.addLaidOver(found, s, p, from)
		}
		for _, s.o.Cost = range w.costs() {
			if q, ok := w.answers.decided(s, p.want, draft{inputs: len(from), bits: p.wide}); ok {
				found = w.add(found, w.start().embed(q.draft, from))
			}
		}
	}
	if len(read) > 1 && len(found) == 0 && w.o.found == 0 {
		return w.halves(part, bits, read, func(half lane.Map) ([]draft, error) { return w.decide(half, bits, reading(half)) })
	}
	return found, nil
}

// laysOver says whether parts are laid over others with so many constants, which takes as long as all else: with any number, and for who is not hasty with none and two.
func (w *whole) laysOver() bool {
	return w.o.MaxConstants.allowsAny() || !w.o.hasty() && searchedWith(w.o.MaxConstants)
}

// costs are by what a part is decided: by what the whole is, and by the other sums, of which Loop has constants that are nearly free, as parts may share them, and what comes from several sources of one part.
//
//	uzp1 v0, v0, v4 behind trn2 v4, v0, v0        2 ops, and a tbl and its constant cost 3
//	of four parts alike                           8 ops, and four tbl and their constant cost 6
//
// So no cost knows of a way that another one does not, where there are few parts.
func (w *whole) costs() []Cost {
	list := []Cost{w.o.Cost}
	for _, c := range []Cost{Loop, Balanced, Instructions} {
		if !slices.ContainsFunc(list, func(known Cost) bool { return w.same(c, known) }) && (c == Loop || len(w.c.parts) <= fewParts) {
			list = append(list, c)
		}
	}
	return list
}

// same says whether two sums order programs alike: Loop and Instructions do where nothing has to be copied, as no row overwrites what it reads.
func (w *whole) same(a, b Cost) bool {
	byOps := func(c Cost) bool { return c == Loop || c == Instructions }
	return a == b || byOps(a) && byOps(b) && !slices.ContainsFunc(w.o.Target.Rows, func(r *target.Row) bool { return r.Destroys || r.Spends })
}

// fewParts are decided by all sums.
const fewParts = 4

// halves makes what comes from one half of the inputs and what comes from the other, with zeros elsewhere, and joins them by an or.
func (w *whole) halves(part lane.Map, bits int, from []Arg, way func(half lane.Map) ([]draft, error)) (found []draft, err error) {
	or := w.or(bits)
	if or == nil {
		return nil, nil
	}
	half := func(first bool) lane.Map {
		return only(part, func(_ int, l lane.Lane) bool {
			return l.Kind != lane.Source || slices.Contains(from[:len(from)/2], Arg(l.Src)) == first
		}, lane.Zero())
	}
	left, err := way(half(true))
	if err != nil {
		return nil, err
	}
	right, err := way(half(false))
	if err != nil || len(left) == 0 || len(right) == 0 {
		return nil, err
	}
	for k := range max(len(left), len(right)) {
		d, other := left[min(k, len(left)-1)], right[min(k, len(right)-1)]
		x := d.result
		d = d.embed(other, w.all())
		found = w.add(found, d.add(Op{Row: or, Args: []Arg{x, d.result}}))
	}
	return found, nil
}

// add adds a way with what it costs.
func (w *whole) add(ways []draft, d draft) []draft {
	alone := d
	alone.results = []Arg{d.result}
	d.price, d.loads = w.s.price(alone)
	return append(ways, d)
}

// addLaidOver adds what package quick does not know of: rows of which a mask keeps what lies below. Of those that load as many constants it is the cheapest.
func (w *whole) addLaidOver(ways []draft, s *search, p *problem, from []Arg) []draft {
	d, args := draft{inputs: len(from), bits: p.wide}, firstArgs(len(from))
	var laid []draft
	for _, q := range append(s.oneRow(d, p.want, args), s.overlaid(d, p.want, args)...) {
		laid = w.add(laid, w.start().embed(q, from))
	}
	slices.SortStableFunc(laid, func(a, b draft) int { return cmp.Or(cmp.Compare(a.loads, b.loads), a.price.compare(b.price)) })
	return append(ways, slices.CompactFunc(laid, func(a, b draft) bool { return a.loads == b.loads })...)
}

// or is the row that joins two registers.
func (w *whole) or(bits int) *target.Row {
	for _, r := range w.s.rows(bits) {
		if r.Union != nil && r.Union.Kind == target.Or && len(r.Src) == 2 {
			return r
		}
	}
	return nil
}
