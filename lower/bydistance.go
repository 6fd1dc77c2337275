package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
)

// byDistance moves together what moves equally far from one source, by one row each, clears the rest and joins all with or. Byte shifts of the whole register do that everywhere, so
// that a target with nothing else has an answer too.
func (s *search) byDistance(d draft, want lane.Map, args []Arg, depth int) []draft {
	type way struct{ src, by int }
	var ways []way
	for i, l := range want.Lane {
		if w := (way{l.Src, i - l.Index}); l.Kind == lane.Source && !slices.Contains(ways, w) {
			ways = append(ways, w)
		}
	}
	if len(ways) == 0 {
		return nil
	}
	var have Arg
	for n, w := range ways {
		mine := func(i int, l lane.Lane) bool {
			return l.Kind == lane.Source && way{l.Src, i - l.Index} == w || l.Kind == lane.Constant && n == 0
		}
		r, ok := s.shifted(d, want, args, mine)
		if !ok {
			r, ok = s.runs(d, want, args[w.src], w.by, mine)
		}
		if !ok {
			return nil
		}
		if d = r; n > 0 {
			if d, ok = s.or(d, want, have, r.result); !ok {
				return nil
			}
		}
		have = d.result
	}
	return []draft{d}
}

// shifted is the lanes that mine chooses, the others zero: in one row, or moved by one and cleared by another.
func (s *search) shifted(d draft, want lane.Map, args []Arg, mine func(i int, l lane.Lane) bool) (draft, bool) {
	cleared := only(want, mine, lane.Zero())
	if r, ok := s.cheapest(s.oneRow(d, widest(cleared), args)); ok {
		return r, true
	}
	moved := only(want, mine, lane.Lane{})
	for i, l := range moved.Lane {
		if l.Kind == lane.Constant {
			moved.Lane[i] = lane.Lane{}
		}
	}
	if r := direct(moved, args); r >= 0 {
		d.result = r
	} else if one, ok := s.cheapest(s.oneRow(d, widest(moved), args)); ok {
		d = one
	} else {
		return d, false
	}
	keep := lane.Map{Bits: want.Bits, Src: []int{len(want.Lane)}, Lane: make([]lane.Lane, len(want.Lane))}
	for i, l := range want.Lane {
		switch {
		case l.Kind == lane.Undefined:
		case l.Kind == lane.Source && mine(i, l):
			keep.Lane[i] = lane.From(0, i)
		default:
			keep.Lane[i] = lane.Zero()
		}
	}
	return s.cheapest(s.oneRow(d, widest(keep), []Arg{d.result}))
}

// runs is the lanes that mine chooses of x, each moved up by so many, the others zero, without a constant: lanes beside one another are shifted to the upper end, to the lower one, and to
// their place, which clears what is beside them.
func (s *search) runs(d draft, want lane.Map, x Arg, by int, mine func(i int, l lane.Lane) bool) (draft, bool) {
	n := len(want.Lane)
	moving := func(i int) bool { return want.Lane[i].Kind == lane.Source && mine(i, want.Lane[i]) }
	have := Arg(-1)
	for lo := 0; lo < n; lo++ {
		if !moving(lo) {
			continue
		}
		hi := lo
		for hi+1 < n && moving(hi+1) {
			hi++
		}
		from := x
		for _, up := range [...]int{n - 1 - (hi - by), hi - lo - (n - 1), lo} {
			r, ok := s.slid(d, want.Bits, n, from, up)
			if !ok {
				return d, false
			}
			d, from = r, r.result
		}
		if have >= 0 {
			r, ok := s.or(d, want, have, from)
			if !ok {
				return d, false
			}
			d, from = r, r.result
		}
		have, lo = from, hi
	}
	d.result = have
	return d, have >= 0
}

// slid is x shifted up by so many lanes, or down.
func (s *search) slid(d draft, bits, n int, x Arg, up int) (draft, bool) {
	if d.result = x; up == 0 {
		return d, true
	}
	m := lane.Map{Bits: bits, Src: []int{n}, Lane: make([]lane.Lane, n)}
	for i := range m.Lane {
		if m.Lane[i] = lane.Zero(); i-up >= 0 && i-up < n {
			m.Lane[i] = lane.From(0, i-up)
		}
	}
	return s.make(d, m, []Arg{x}, 0)
}

// byInsertion starts with the source of which most lanes stay, and puts in one lane after another, where a target has a row for that.
func (s *search) byInsertion(d draft, want lane.Map, args []Arg) []draft {
	stay := make([]int, len(args))
	for i, l := range want.Lane {
		if l.Kind == lane.Source && l.Index == i {
			stay[l.Src]++
		}
	}
	if len(args) == 0 {
		return nil
	}
	base := slices.Index(stay, slices.Max(stay))
	have := args[base]
	sofar := lane.Map{Bits: want.Bits, Lane: make([]lane.Lane, len(want.Lane))}
	for i, l := range want.Lane {
		if l == lane.From(base, i) {
			sofar.Lane[i] = lane.From(0, i)
		}
	}
	for i, l := range want.Lane {
		if l.Kind == lane.Undefined || sofar.Lane[i].Kind != lane.Undefined {
			continue
		}
		next := sofar.Clone()
		next.Src = []int{len(want.Lane), len(want.Lane)}
		next.Lane[i] = l
		other := have
		if l.Kind == lane.Source {
			next.Lane[i], other = lane.From(1, l.Index), args[l.Src]
		}
		r, ok := s.cheapest(s.oneRow(d, widest(next), []Arg{have, other}))
		if !ok {
			return nil
		}
		d, have = r, r.result
		sofar.Lane[i] = lane.From(0, i)
	}
	return []draft{d}
}
