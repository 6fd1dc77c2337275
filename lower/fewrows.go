package lower

import "github.com/lanescope/lanescope/lane"

// fewRows is what one row and two rows do for a map, once that was asked: fronts of several depths and prices come to the same.
type fewRows struct {
	ones  []draft
	asked bool
	twos  [maxLoads/2 + 1]*draft // by the constants that they load
	tried [maxLoads/2 + 1]bool
	none  [maxLoads/2 + 1]bool // it is certain that there are none
}

// fewRows is what is known of a map of a draft's values.
func (s *search) fewRows(want lane.Map, d *draft) *fewRows {
	key := frontKey(want, d, 0)
	few := s.few[key]
	if few == nil {
		if s.few == nil {
			s.few = map[string]*fewRows{}
		}
		few = new(fewRows)
		s.few[key] = few
	}
	return few
}

// one is what one row does.
func (f *fewRows) one(s *search, d draft, want lane.Map, args []Arg) []draft {
	if !f.asked {
		f.ones, f.asked = s.oneRow(d, want, args), true
	}
	return f.ones
}

// two is the best of two rows that load so many constants; nil if there is none.
func (f *fewRows) two(s *search, d draft, want lane.Map, args []Arg, loads int) *draft {
	if !f.tried[loads] {
		f.tried[loads] = true
		two, found, complete := s.plainRows(d, want, args, loads)
		if found {
			f.twos[loads] = &two
		}
		f.none[loads] = complete && !found
	}
	return f.twos[loads]
}

// least is how many rows it takes at least, as far as one and two are looked at. Where nothing may load a constant, two are too: more maps are refuted by these than are decided, and in less time.
//
//	one row does it       1
//	one does not          2, of which one may load a constant that something else loads too
//	two do not, either    3, where none is loaded
func (f *fewRows) least(s *search, d draft, want lane.Map, args []Arg) int {
	n := f.leastByOne(s, d, want, args)
	if n == 2 && s.o.MaxConstants.allowsNone() && f.two(s, d, want, args, 0) == nil && f.none[0] {
		return 3
	}
	return n
}

// leastByOne is least without a look at two rows, which takes longer.
func (f *fewRows) leastByOne(s *search, d draft, want lane.Map, args []Arg) int {
	if len(f.one(s, d, want, args)) > 0 {
		return 1
	}
	return 2
}
