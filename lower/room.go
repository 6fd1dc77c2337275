package lower

import "github.com/lanescope/lanescope/lane"

// Who has found a sequence looks for cheaper ones alone. What a part may cost then is what is left beside the ops that are there and those that are spoken for:
//
//	found      pshufb, pshufb, por, two constants         7
//	or         x | y          y takes an op at least      so that x costs 4 at most: four rows without a constant, or two with one
//
// A constant of one part may be that of another one, and so may zeros that are made, so that neither counts in what is there.

// affords says whether so many ops and constants are cheap enough.
func (s *search) affords(ops, constants int) bool {
	return s.below == 0 || s.o.Cost.keyOf(ops, constants, 0, 0) < s.below
}

// room is below what price a draft's next part is wanted, behind which others follow that cost so much; ok is false if nothing is cheap enough. 0 is any price.
func (s *search) room(d *draft, behind key) (below key, ok bool) {
	if s.below == 0 {
		return 0, true
	}
	if len(d.code) > 0 {
		p, loads := s.price(*d)
		if p == unaffordable {
			return 0, false
		}
		made := 0
		for i := range d.code {
			if o := &d.code[i]; len(o.Row.Src) == 0 && !o.IsLoad() {
				made++
			}
		}
		behind += p.rest - s.o.Cost.keyOf(made, loads, 0, 0)
	}
	return s.below - behind, behind < s.below
}

// each is a draft continued by all of the front for what is wanted, if that leaves what follows behind it.
func (s *search) each(d draft, want lane.Map, args []Arg, depth int, behind key) (list []draft) {
	below, ok := s.room(&d, behind)
	if !ok {
		return nil
	}
	outer := s.below
	s.below = below
	for _, f := range s.front(want, d, args, max(depth, 0)) {
		list = append(list, d.embed(f, args))
	}
	s.below = outer
	return list
}

// ops is what so many ops cost at least.
func (s *search) ops(n int) key { return s.o.Cost.keyOf(n, 0, 0, 0) }

// least is what a value costs at least that is made of a draft's values, if constants are taken for nothing: it may be that others load them.
func (s *search) least(want lane.Map, of *draft, values []Arg) key {
	if s.below == 0 {
		return 0
	}
	return s.ops(s.leastRows(want, of, values, (*fewRows).least))
}

// fits says whether values that are made of a draft's, and so many ops beside, may be cheap enough, by whether one row makes each: that is known sooner than what two rows do.
func (s *search) fits(wanted []lane.Map, of *draft, values []Arg, ops int) bool {
	if s.below == 0 {
		return true
	}
	for _, want := range wanted {
		ops += s.leastRows(want, of, values, (*fewRows).leastByOne)
	}
	return s.affords(ops, 0)
}

// leastRows is how many rows a value takes at least that is made of a draft's values: none where it is one of them.
func (s *search) leastRows(want lane.Map, of *draft, values []Arg, least func(f *fewRows, s *search, d draft, want lane.Map, args []Arg) int) int {
	want, d, args := s.alone(want, of, values)
	if direct(want, args) >= 0 {
		return 0
	}
	return least(s.fewRows(want, &d), s, d, want, args)
}
