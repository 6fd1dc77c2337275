package lower

import (
	"github.com/lanescope/lanescope/lane"
)

// planDepth is how many plans may stand inside each other.
const planDepth = 6

// plans are the drafts that the ways of composing give, each a sequence for what is wanted of the arguments.
//
//	last row      an immediate row last: what it asks of its argument is done by one row
//	first row     an immediate row first, which brings together what a row with a constant then puts in place
//	by source     what comes from each source alone, then a blend; or with zeros elsewhere, then an or
//	by blocks     whole blocks of 128 bits first, then inside the blocks
//	by halves     each half of the result in registers half as wide
//	by distance   what moves equally far together: byte shifts, masks and ors, which always work
//	bits          what moves equally far inside bytes together
func (s *search) plans(d draft, want lane.Map, args []Arg, depth int) []draft {
	if depth == 0 {
		return nil
	}
	if want.Bits < 8 {
		if found := s.byBits(d, want, args, depth); len(found) > 0 {
			return found
		}
		return s.byHalves(d, want, args, depth)
	}
	var found []draft
	if depth == planDepth {
		if two, ok, _ := s.twoRows(d, want, args, 0, maxLoads, unaffordable); ok {
			found = append(found, two)
		}
	}
	if len(found) > 0 && len(found[0].code) == 2 {
		return found // one row does not do it, so that only two with fewer constants would be better
	}
	found = append(found, s.bySource(d, want, args, depth)...)
	found = append(found, s.byBlocks(d, want, args, depth)...)
	if len(found) == 0 {
		found = append(found, s.byHalves(d, want, args, depth)...)
	}
	if len(found) == 0 {
		found = append(found, s.byDistance(d, want, args, depth)...)
	}
	return found
}

// make is the cheapest draft that makes what is wanted, by one row if that is possible and by plans otherwise.
func (s *search) make(d draft, want lane.Map, args []Arg, depth int) (draft, bool) {
	if r := direct(want, args); r >= 0 {
		d.result = r
		return d, true
	}
	want = widest(want)
	if one, ok := s.cheapest(s.oneRow(d, want, args)); ok {
		return one, true
	}
	if depth == 0 {
		return d, false
	}
	return s.cheapest(s.plans(d, want, args, depth-1))
}

// widest is the map at the widest lanes of at most 64 bits, undefined lanes joining their neighbours.
func widest(m lane.Map) lane.Map {
	for m.Bits < 64 {
		wider, err := m.Widen(2 * m.Bits)
		if err != nil {
			break
		}
		m = wider
	}
	return m
}

// only is the map with the lanes that f refuses replaced.
func only(m lane.Map, f func(i int, l lane.Lane) bool, other lane.Lane) lane.Map {
	r := m.Clone()
	for i, l := range m.Lane {
		if l.Kind != lane.Undefined && !f(i, l) {
			r.Lane[i] = other
		}
	}
	return r
}

// stays is the map that takes lane i of source sources[i], or leaves it undefined for -1.
func stays(m lane.Map, bits []int, sources []int) lane.Map {
	r := lane.Map{Bits: m.Bits, Lane: make([]lane.Lane, len(m.Lane))}
	for _, n := range bits {
		r.Src = append(r.Src, n/m.Bits)
	}
	for i, k := range sources {
		if k >= 0 {
			r.Lane[i] = lane.From(k, i)
		}
	}
	return r
}

// bySource makes what comes from each source, and from each block of it that other plans need apart, and puts it together.
func (s *search) bySource(d draft, want lane.Map, args []Arg, depth int) []draft {
	reads := want.Reads()
	var groups []func(l lane.Lane) bool
	for k, n := range reads {
		if n > 0 {
			groups = append(groups, func(l lane.Lane) bool { return l.Kind == lane.Source && l.Src == k })
		}
	}
	if len(groups) < 2 {
		return nil
	}
	var found []draft
	if r, ok := s.joined(d, want, args, groups, lane.Zero(), depth); ok {
		found = append(found, r)
	}
	if r, ok := s.joined(d, want, args, groups, lane.Lane{}, depth); ok {
		found = append(found, r)
	}
	return found
}

// joined makes each group with other in the lanes of the others, and joins them: with zeros by or, with undefined lanes by blends.
func (s *search) joined(d draft, want lane.Map, args []Arg, groups []func(l lane.Lane) bool, other lane.Lane, depth int) (draft, bool) {
	sofar := make([]bool, len(want.Lane)) // the lanes that are done
	var have Arg
	for g, in := range groups {
		mine := make([]bool, len(want.Lane))
		part := only(want, func(i int, l lane.Lane) bool {
			keep := in(l) || l.Kind == lane.Constant && (g == 0 || other.Kind != lane.Undefined)
			mine[i] = keep
			return keep
		}, other)
		made, ok := s.make(d, part, args, depth)
		if !ok {
			return d, false
		}
		if d = made; g > 0 {
			if d, ok = s.join(d, want, have, made.result, sofar, mine, other.Kind == lane.Constant, depth); !ok {
				return d, false
			}
		}
		have = d.result
		for i := range sofar {
			sofar[i] = sofar[i] || mine[i]
		}
	}
	return d, true
}

// join puts x, which has the lanes in inX, and y together.
func (s *search) join(d draft, want lane.Map, x, y Arg, inX, inY []bool, zeros bool, depth int) (draft, bool) {
	if zeros {
		return s.or(d, want, x, y)
	}
	sources := make([]int, len(want.Lane))
	for i := range sources {
		switch {
		case inX[i]:
			sources[i] = 0
		case inY[i]:
			sources[i] = 1
		default:
			sources[i] = -1
		}
	}
	blend := stays(want, []int{d.bits[x], d.bits[y]}, sources)
	return s.cheapest(s.oneRow(d, widest(blend), []Arg{x, y}))
}

// or joins two values of which in each lane one is zero.
func (s *search) or(d draft, want lane.Map, x, y Arg) (draft, bool) {
	for _, row := range s.rows(want.Bits * len(want.Lane)) {
		if row.Union == nil || len(row.Src) != 2 || row.Src[0] != row.Bits {
			continue
		}
		w := row.Bits / 2
		a := lane.Map{Bits: w, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(0, 0), lane.Zero()}}
		b := lane.Map{Bits: w, Src: []int{2, 2}, Lane: []lane.Lane{lane.Zero(), lane.From(1, 1)}}
		r := lane.Map{Bits: w, Src: []int{2, 2}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 1)}}
		if refines(row.Union.Of(a, b), r) {
			return d.add(Op{Row: row, Args: []Arg{x, y}}), true
		}
	}
	return d, false
}

// byBlocks moves whole blocks of 128 bits first, so that the rest stays in its block.
func (s *search) byBlocks(d draft, want lane.Map, args []Arg, depth int) []draft {
	if want.InLane(128) || want.Bits*len(want.Lane) <= 128 {
		return nil
	}
	f, err := want.Factor(128)
	if err != nil || len(f.Cross) == 0 {
		return nil
	}
	inner := make([]Arg, len(f.Cross))
	for k, cross := range f.Cross {
		if cross, err = cross.Regroup(64); err != nil {
			return nil
		}
		made, ok := s.make(d, cross, args, depth-1)
		if !ok {
			return nil
		}
		d, inner[k] = made, made.result
	}
	if r, ok := s.make(d, f.In, inner, depth-1); ok {
		return []draft{r}
	}
	return nil
}
