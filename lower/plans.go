package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// planDepth is how many plans may stand inside each other.
const planDepth = 3

// plans adds to a front what the ways of composing give for what is wanted of the arguments.
//
//	by source     what comes from each source alone, then a blend; or with zeros elsewhere, then an or
//	by crossing   what stays in its block of 128 bits, and what does not, put together the same way
//	blend first   lanes of two sources in their places, if no two are wanted of one place; then the rest of one source
//	joined rows   two rows, whose results a third with an immediate joins
//	last row      a row that moves blocks last, if all else then stays inside blocks
//	by blocks     whole blocks of 128 bits first, then inside the blocks
//	by halves     each half of the result in registers half as wide
//	by insertion  one lane after another, where a row inserts one
//	by distance   what moves equally far together: byte shifts, masks and ors, which always work
//	by bits       lanes narrower than a byte, bit by bit; and through general registers
func (s *search) plans(f front, d draft, want lane.Map, args []Arg, depth int) front {
	if s.file == target.General {
		return s.generalPlans(f, d, want, args, depth)
	}
	if want.Bits < 8 {
		budget := s.budget
		found := s.byBits(d, want, args)
		if s.o.Target.Holds(target.General) {
			s.budget = max(s.budget, budget/2) // the way through general registers has its own
		}
		for _, r := range append(found, s.throughGeneral(d, want, args)...) {
			f = s.add(f, r)
		}
		if s.file == target.Vectors && s.o.Target.Holds(target.General) && depth == planDepth {
			f = s.fallback(f, func(s *search) []draft { return s.byHalves(d, want, args, depth) })
		}
		if len(f) == 0 {
			f = s.fallback(f, func(s *search) []draft { return s.byHalves(d, want, args, depth) })
		}
		return f
	}
	var joined []draft
	if depth > planDepth-2 {
		joined = s.joinedRows(d, want, args)
	}
	for _, r := range slices.Concat(
		joined,
		s.apart(d, want, args, sources(want), depth),
		s.apart(d, want, args, crossing(want), depth),
		s.blendFirst(d, want, args, depth),
		s.blocksLast(d, want, args, depth),
		s.byBlocks(d, want, args, depth),
	) {
		f = s.add(f, r)
	}
	if len(f) == 0 || s.o.MaxConstants >= 0 && f[0].loads > s.o.MaxConstants {
		f = s.fallback(f, func(s *search) []draft { return s.byHalves(d, want, args, depth) })
	}
	if len(f) == 0 || s.o.MaxConstants >= 0 && f[0].loads > s.o.MaxConstants {
		f = s.fallback(f, func(s *search) []draft {
			return append(s.byInsertion(d, want, args), s.byDistance(d, want, args, depth)...)
		})
	}
	return f
}

// fallback adds what a plan gives that takes the cheapest of each step, also without constants if they are limited.
func (s *search) fallback(f front, plan func(s *search) []draft) front {
	limits := []int{s.o.MaxConstants}
	if s.o.MaxConstants > 0 {
		limits = append(limits, 0)
	}
	for _, limit := range limits {
		limited := *s
		if limited.o.MaxConstants = limit; limit != s.o.MaxConstants {
			limited.fronts = nil
		}
		for _, r := range plan(&limited) {
			f = s.add(f, r)
		}
		s.budget = limited.budget
	}
	return f
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

// A grouping says to which group the lane at i belongs.
type grouping func(i int, l lane.Lane) int

// sources puts lanes of one source together.
func sources(lane.Map) grouping { return func(_ int, l lane.Lane) int { return l.Src } }

// crossing puts lanes together that stay in their block of 128 bits.
func crossing(want lane.Map) grouping {
	n := 128 / want.Bits
	return func(i int, l lane.Lane) int {
		if i/n == l.Index/n {
			return 0
		}
		return 1
	}
}

// apart makes each group of lanes alone, and puts them together: with zeros elsewhere by or, with undefined lanes by blends.
func (s *search) apart(d draft, want lane.Map, args []Arg, group grouping, depth int) []draft {
	var groups []int
	for i, l := range want.Lane {
		if g := group(i, l); l.Kind == lane.Source && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	if len(groups) < 2 {
		return nil
	}
	slices.Sort(groups)
	return append(s.joined(d, want, args, group, groups, lane.Zero(), depth), s.joined(d, want, args, group, groups, lane.Lane{}, depth)...)
}

// joined makes each group with other in the lanes of the others, and joins them.
func (s *search) joined(d draft, want lane.Map, args []Arg, group grouping, groups []int, other lane.Lane, depth int) []draft {
	type state struct {
		d    draft
		have Arg
	}
	zeros := other.Kind == lane.Constant
	states := []state{{d: d}}
	sofar := make([]bool, len(want.Lane)) // the lanes that are done
	for g, number := range groups {
		mine := make([]bool, len(want.Lane))
		part := only(want, func(i int, l lane.Lane) bool {
			mine[i] = l.Kind == lane.Source && group(i, l) == number || l.Kind == lane.Constant && (g == 0 || zeros)
			return mine[i]
		}, other)
		var next []state
		for _, st := range states {
			for _, made := range s.each(st.d, part, args, depth-1) {
				if g == 0 {
					next = append(next, state{made, made.result})
					continue
				}
				for _, r := range s.join(made, want, st.have, made.result, sofar, mine, zeros) {
					next = append(next, state{r, r.result})
				}
			}
		}
		states = next
		for i := range sofar {
			sofar[i] = sofar[i] || mine[i]
		}
	}
	var found []draft
	for _, st := range states {
		found = append(found, st.d)
	}
	return found
}

// each is a draft continued by all of the front for what is wanted.
func (s *search) each(d draft, want lane.Map, args []Arg, depth int) (list []draft) {
	for _, f := range s.front(want, d, args, max(depth, 0)) {
		list = append(list, d.embed(f, args))
	}
	return list
}

// join puts x, which has the lanes in inX, and y together.
func (s *search) join(d draft, want lane.Map, x, y Arg, inX, inY []bool, zeros bool) []draft {
	if zeros {
		if r, ok := s.or(d, want, x, y); ok {
			return []draft{r}
		}
		return nil
	}
	from := make([]int, len(want.Lane))
	for i := range from {
		switch {
		case inX[i]:
			from[i] = 0
		case inY[i]:
			from[i] = 1
		default:
			from[i] = -1
		}
	}
	return s.each(d, stays(want, []int{d.bits[x], d.bits[y]}, from), []Arg{x, y}, 0)
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

// blendFirst puts what is wanted of two sources into one vector, everything in its place, and then makes what is wanted of that.
func (s *search) blendFirst(d draft, want lane.Map, args []Arg, depth int) []draft {
	from := make([]int, len(want.Lane))
	for i := range from {
		from[i] = -1
	}
	one := want.Clone()
	read := 0
	for i, l := range want.Lane {
		if l.Kind != lane.Source {
			continue
		}
		if l.Index >= len(from) || from[l.Index] >= 0 && from[l.Index] != l.Src {
			return nil
		}
		from[l.Index] = l.Src
		read |= 1 << l.Src
		one.Lane[i].Src = 0
	}
	if read&(read-1) == 0 {
		return nil
	}
	one.Src = []int{len(want.Lane)}
	bits := make([]int, len(args))
	for k, n := range want.Src {
		bits[k] = n * want.Bits
	}
	var found []draft
	for _, blended := range s.each(d, stays(want, bits, from), args, 0) {
		found = append(found, s.each(blended, one, []Arg{blended.result}, depth-1)...)
	}
	return found
}

// byBlocks moves whole blocks of 128 bits first, so that the rest stays in its block.
func (s *search) byBlocks(d draft, want lane.Map, args []Arg, depth int) []draft {
	if want.InLane(128) || want.Bits*len(want.Lane) <= 128 || s.o.Target.Has&target.AVX == 0 {
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
	return s.each(d, f.In, inner, depth-1)
}
