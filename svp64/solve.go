package svp64

import (
	"iter"
	"math/bits"
)

// A solution is what a shape leaves open: the selector of each live lane, and which subvectors take part on each side. Under zeroing a subvector that is not in the mask counts as zero.
type solution struct {
	sel      [Lanes]Selector
	src, dst uint64
}

// A problem is a shape whose walks visit known numbers of subvectors, and those of the destination themselves.
type problem struct {
	*shape
	from, to int    // how many subvectors each walk visits
	dest     []int  // those of the destination
	zeroed   uint64 // which of them dz clears, by their place in dest
	straight bool   // the source's subvectors are 0, 1, 2, …
	flags    bool   // and sz may make zeros of them
	limit    int    // all subvectors are below
}

// at is place number p of a walk over so many subvectors: which of them, and which live lane.
func (s *shape) at(p, count int, outer bool) (k, j int) {
	if outer {
		return p % count, p / count
	}
	return p / len(s.live), p % len(s.live)
}

// A try is how far selectors are chosen.
type try struct {
	sel          [Lanes]Selector
	source       [MaxVL]int8 // the subvector at each place of the source's walk, plus 1; 0 is not known
	end          [MaxVL]int8 // and before which one it has to be, so that nothing is read behind the vector; 0 is any
	flag, noFlag uint64      // the places at which sz has to make a zero, and must not
}

// candidates in the order in which selectors are tried.
var candidates = [...]Selector{X, Y, Z, W, Zero, One}

// solve chooses selectors lane by lane. Each one is held against all elements that its lane feeds.
func (f *finder) solve(p *problem) (solution, bool) {
	return f.choose(p, 0, try{})
}

func (f *finder) choose(p *problem, lane int, t try) (solution, bool) {
	if lane == len(p.live) {
		return p.finish(&t)
	}
	for _, x := range candidates {
		if !f.step(1) {
			break
		}
		next := t
		next.sel[lane] = x
		if f.fits(p, lane, x, &next) {
			if s, ok := f.choose(p, lane+1, next); ok {
				return s, true
			}
		}
	}
	return solution{}, false
}

// fits says whether a selector is right for all that its lane feeds.
func (f *finder) fits(p *problem, lane int, x Selector, t *try) bool {
	first, stride, end := lane, len(p.live), len(p.live)*min(p.from, p.to)
	if p.pack {
		first, stride, end = lane*p.from, 1, min(end, (lane+1)*p.from)
	}
	for n := first; n < end; n += stride {
		f.left--
		d, j := p.at(n, p.to, p.unpack)
		if p.zeroed>>d&1 != 0 {
			continue
		}
		e := p.dest[d]*p.n + p.live[j]
		k, _ := p.at(n, p.from, p.pack)
		switch {
		case x == Zero:
			if !p.zero[e] {
				return false
			}
		case x == One:
			if !p.one[e] {
				return false
			}
		case !p.reads(e, k, x.Lane(), t):
			return false
		}
	}
	return true
}

// reads says whether the element at place k of the source's walk does for element e, and notes what follows for that place.
func (p *problem) reads(e, k, lane int, t *try) bool {
	q := noElement
	if p.read != nil {
		q = p.read[e]
	}
	elements := p.w.source / p.src
	if p.straight {
		at := lane
		if !p.scalarSrc {
			at += k * p.subVL
		}
		if q != anyElement && q != at || at >= elements {
			t.flag |= 1 << k
		}
		if !p.zero[e] {
			t.noFlag |= 1 << k
		}
		return t.flag&t.noFlag == 0 && (p.flags || t.flag == 0)
	}
	switch {
	case q == noElement || lane >= elements:
		return false
	case p.scalarSrc:
		return q == anyElement || q == lane
	case q == anyElement:
		end := int8(min((elements-1-lane)/p.subVL+1, MaxVL))
		if t.end[k] == 0 || end < t.end[k] {
			t.end[k] = end
		}
		return true
	}
	i := (q - lane) / p.subVL
	if q < lane || (q-lane)%p.subVL != 0 || i < k || i > p.limit-p.from+k {
		return false
	}
	if t.source[k] == 0 {
		t.source[k] = int8(i + 1)
	}
	return int(t.source[k]) == i+1
}

// finish gives places whose subvector nothing decides the next one that is free.
func (p *problem) finish(t *try) (s solution, ok bool) {
	s.sel = t.sel
	for k, d := range p.dest {
		if p.zeroed>>k&1 == 0 {
			s.dst |= 1 << d
		}
	}
	next := 0
	for k := range p.from {
		i := next
		if t.source[k] != 0 {
			i = int(t.source[k]) - 1
		}
		if i < next || i >= p.limit || t.end[k] != 0 && i >= int(t.end[k]) {
			return s, false
		}
		if t.flag>>k&1 == 0 {
			s.src |= 1 << i
		}
		next = i + 1
	}
	return s, true
}

// destinations are all sets of subvectors, so many, with which everything is written that must be and nothing that is kept, where the destination's walk ends after so many places. Only undefined
// elements leave a choice.
func (f *finder) destinations(s *shape, count, places int) iter.Seq[[]int] {
	all := (s.elements.n + s.n - 1) / s.n
	if all > MaxVL {
		if s.beyond(MaxVL * s.n) {
			return func(func([]int) bool) {}
		}
		all = MaxVL
	}
	return func(yield func([]int) bool) {
		var choose func(list []int, d int) bool
		choose = func(list []int, d int) bool {
			if !f.step(1) {
				return false
			}
			if len(list)+all-d < count {
				return true
			}
			if d == all {
				return yield(list)
			}
			if in, required := s.writable(d, len(list), count, places); len(list) < count && in {
				if !choose(append(list, d), d+1) {
					return false
				}
				if required {
					return true
				}
			} else if required {
				return true
			}
			return choose(list, d+1)
		}
		choose(make([]int, 0, count), 0)
	}
}

// writable says whether subvector d may be number k of the destination's walk, and whether some element of it must be written.
func (s *shape) writable(d, k, count, places int) (may, must bool) {
	may = true
	for j, lane := range s.live {
		p := k*len(s.live) + j
		if s.unpack {
			p = j*count + k
		}
		e := d*s.n + lane
		if s.mustWrite(e) {
			must = true
			may = may && p < places
		}
		if p < places {
			may = may && s.mayWrite(e)
		}
	}
	return may, must
}

// clear says which subvectors of a destination dz may clear, by their place: those of which every element that is written accepts a zero.
func (s *shape) clear(dest []int, places int) (zeroed uint64) {
	for k, d := range dest {
		ok := true
		for j, lane := range s.live {
			p := k*len(s.live) + j
			if s.unpack {
				p = j*len(dest) + k
			}
			ok = ok && (p >= places || s.zero[d*s.n+lane])
		}
		if ok {
			zeroed |= 1 << k
		}
	}
	return zeroed
}

// counted is 0, 1, 2, … up to n.
func counted(n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = k
	}
	return list
}

// lengthOf is how many subvectors there have to be for those of a mask.
func lengthOf(mask uint64) int { return max(bits.Len64(mask), 1) }
