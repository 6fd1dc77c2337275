package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// planDepth is how many plans may stand inside each other, and byteDepth how many of those of bytes: what these ask for is then decided by package quick.
const (
	planDepth = 3
	byteDepth = 2
)

// plans adds to a front what the ways of composing give for what is wanted of the arguments.
//
//	by source     what comes from each source alone, then a blend; or with zeros elsewhere, then an or
//	by crossing   what stays in its block of 128 bits, and what does not, put together the same way
//	blend first   lanes of two sources in their places, if no two are wanted of one place; then the rest of one source
//	joined rows   two rows, whose results a third with an immediate joins
//	last row      a row that moves blocks last, if all else then stays inside blocks
//	by blocks     whole blocks of 128 bits first, then inside the blocks
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
	if depth <= planDepth-byteDepth || !s.affords(2, 0) {
		return f
	}
	for _, r := range slices.Concat(
		s.joinedRows(d, want, args),
		s.apart(d, want, args, sources(want), depth),
		s.apart(d, want, args, crossing(want), depth),
		s.blendFirst(d, want, args, depth),
		s.blocksLast(d, want, args, depth),
		s.byBlocks(d, want, args, depth),
	) {
		f = s.add(f, r)
	}
	return f
}

// fallback adds what a plan gives that takes the cheapest of each step, also without constants if they are limited.
func (s *search) fallback(f front, plan func(s *search) []draft) front {
	limits := []Limit{s.o.MaxConstants}
	if most, limited := s.o.MaxConstants.Number(); limited && most > 0 {
		limits = append(limits, AtMost(0))
	}
	for _, limit := range limits {
		limited := *s
		if limited.o.MaxConstants = limit; limit != s.o.MaxConstants {
			limited.fronts, limited.few, limited.crossed = nil, nil, nil
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

// joined is the map at the widest lanes of at most 64 bits that say no more than it does: an undefined lane joins none that is defined.
//
//	i8x4 -> a0 a1 _ _    i16x2 -> a0 _        i8x4 -> a0 _ z z    which an i16x2 -> a0 z refines, and a zero-extension of bytes does not
func joined(m lane.Map) lane.Map {
	for m.Bits < 64 {
		wider, err := m.Regroup(2 * m.Bits)
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

// A parting makes groups of lanes apart, and puts them together.
type parting struct {
	s      *search
	want   lane.Map
	args   []Arg
	depth  int
	group  grouping
	groups []int
}

// apart makes each group of lanes alone, and puts them together: with zeros elsewhere by or, with undefined lanes by blends.
func (s *search) apart(d draft, want lane.Map, args []Arg, group grouping, depth int) []draft {
	p := parting{s: s, want: want, args: args, depth: depth, group: group}
	for i, l := range want.Lane {
		if g := group(i, l); l.Kind == lane.Source && !slices.Contains(p.groups, g) {
			p.groups = append(p.groups, g)
		}
	}
	if len(p.groups) < 2 {
		return nil
	}
	slices.Sort(p.groups)
	return append(p.together(d, lane.Zero()), p.together(d, lane.Lane{})...)
}

// together makes one group after the other, each with other in the lanes of the others, and puts it to those before.
func (p *parting) together(d draft, other lane.Lane) []draft {
	zeros := other.Kind == lane.Constant
	parts := p.parts(other)
	if !p.s.fits(parts, &d, p.args, len(parts)-1) {
		return nil
	}
	states := []draft{d}                  // whose results have the groups before
	from := make([]int, len(p.want.Lane)) // 0 for lanes that are done, 1 for those of the group, -1 for others
	for i := range from {
		from[i] = -1
	}
	for g, part := range parts {
		for i := range from {
			if from[i] = min(from[i], 0); from[i] < 0 && part.Lane[i] != other {
				from[i] = 1
			}
		}
		behind := p.behind(&d, parts, g)
		var next []draft
		for _, before := range states {
			for _, made := range p.s.each(before, part, p.args, p.depth-1, behind) {
				switch {
				case g == 0:
					next = append(next, made)
				case zeros:
					if r, ok := p.s.or(made, p.want, before.result, made.result); ok {
						next = append(next, r)
					}
				default:
					x, y := before.result, made.result
					next = append(next, p.s.each(made, stays(p.want, []int{made.bits[x], made.bits[y]}, from), []Arg{x, y}, 0, behind-p.s.ops(1))...)
				}
			}
		}
		states = next
	}
	return states
}

// parts are the groups alone. Constants are of the first one, and where others have zeros, of all.
func (p *parting) parts(other lane.Lane) (parts []lane.Map) {
	for g, number := range p.groups {
		parts = append(parts, only(p.want, func(i int, l lane.Lane) bool {
			return l.Kind == lane.Source && p.group(i, l) == number || l.Kind == lane.Constant && (g == 0 || other.Kind == lane.Constant)
		}, other))
	}
	return parts
}

// behind is what follows a part at least: the others, and an op that joins each with those before.
func (p *parting) behind(d *draft, parts []lane.Map, part int) (sum key) {
	sum = p.s.ops(len(parts) - max(part, 1))
	for _, next := range parts[part+1:] {
		sum += p.s.least(next, d, p.args)
	}
	return sum
}

// or joins two values of which in each lane one is zero.
func (s *search) or(d draft, want lane.Map, x, y Arg) (draft, bool) {
	for _, row := range s.rows(want.Bits * len(want.Lane)) {
		if row.Union != nil && row.Union.Kind == target.Or && len(row.Src) == 2 {
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
	for _, blended := range s.each(d, stays(want, bits, from), args, 0, s.ops(1)) {
		found = append(found, s.each(blended, one, []Arg{blended.result}, depth-1, 0)...)
	}
	return found
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
	return s.each(d, f.In, inner, depth-1, 0)
}
