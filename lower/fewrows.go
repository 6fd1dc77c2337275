package lower

import "github.com/lanescope/lanescope/lane"

// fewRows is what one row and two rows do for a map, once that was asked: fronts of several depths and prices come to the same.
type fewRows struct {
	ones  []draft
	asked bool
	twos  [maxLoads/2 + 1]*draft // by the constants that they load
	tried [maxLoads/2 + 1]bool
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
		if two, ok := s.plainRows(d, want, args, loads); ok {
			f.twos[loads] = &two
		}
	}
	return f.twos[loads]
}
