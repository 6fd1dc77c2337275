package quick

import (
	"cmp"
	"math/bits"
	"slices"
)

// A page says of 64 things which of them have an atom at a byte: a bit of each for each byte and atom.
type page struct {
	atoms int // that there may be at a byte: bytes of the arguments, and zero
	can   []uint64
}

func newPage(g grid, args int) page {
	atoms := args*g.n + 1
	return page{atoms, make([]uint64, g.n*atoms)}
}

// add notes that a thing has the atom at byte i.
func (p *page) add(i int, a atom, thing int) {
	p.can[i*p.atoms+min(int(a), p.atoms-1)] |= 1 << thing
}

// left are those of some things that have each wanted byte in its place. Flipped by flip, its atoms name arguments.
func (p *page) left(want []atom, flip atom, some uint64) uint64 {
	rest := p.can
	for _, a := range want {
		if a != free {
			k := p.atoms - 1
			if a != zero {
				k = int(a ^ flip)
			}
			if some &= rest[k]; some == 0 {
				return 0
			}
		}
		if rest = rest[p.atoms:]; len(rest) == 0 {
			break
		}
	}
	return some
}

// A sieve says of a list of effects which of them can put wanted atoms where they are wanted, each byte for itself.
//
//	byte 3 from a7      pshufd ✓   psrldq ✓   pshufb ✓   punpcklbw, …
//	byte 4 from a2      pshufd     psrldq     pshufb ✓            →     pshufb alone is asked for all bytes at once
type sieve struct {
	list  []*effect
	pages []sievePage
}

// A sievePage has 64 effects.
type sievePage struct {
	page
	every  uint64
	loads  uint64 // those that load a constant
	joint  uint64 // those of which bytes are chosen together
	chains uint64 // those whose operands have to follow one another
}

func newSieve(list []*effect, g grid, args int) sieve {
	s := sieve{list, make([]sievePage, (len(list)+63)/64)}
	for k, e := range list {
		p, bit := &s.pages[k/64], uint64(1)<<(k%64)
		if p.can == nil {
			p.page = newPage(g, args)
		}
		p.every |= bit
		if e.loads > 0 {
			p.loads |= bit
		}
		if e.row.Consecutive {
			p.chains |= bit
		}
		if len(e.choices) > 1 {
			p.joint |= bit
		}
		for c := range e.choices {
			for i, a := range e.choices[c][:g.n] {
				p.add(i, a, k%64)
			}
		}
		for _, part := range e.parts {
			if len(part.bytes) > 1 && len(part.can) > len(part.bytes) {
				p.joint |= bit
			}
			for j, a := range part.can {
				if a != free {
					p.add(int(part.bytes[j%len(part.bytes)]), a, k%64)
				}
			}
		}
	}
	return s
}

// find is the first effect that does what is wanted of one argument, with a constant or without.
func (s *sieve) find(g grid, want *vector, flip atom, loads bool) *effect {
	local, flipped := want, flip == 0
	var of vector
	for k := range s.pages {
		p := &s.pages[k]
		for left := p.left(want[:g.n], flip, p.some(loads)); left != 0; left &= left - 1 {
			j := bits.TrailingZeros64(left)
			e := s.list[64*k+j]
			if p.joint>>j&1 == 0 {
				return e
			}
			if !flipped {
				of, flipped = want.flipped(flip), true
				local = &of
			}
			if e.does(local) {
				return e
			}
		}
	}
	return nil
}

// orders is the first effect, with a constant or without, that does what is wanted of what a gather makes. It is asked for that, the places, only if it has, for each byte,
// one of the places where that stands.
func (s *sieve) orders(w *width, g *gather, want, places *vector, loads bool) (e *effect, asked bool) {
	for k := range s.pages {
		p := &s.pages[k]
		left := p.some(loads)
		for i, a := range want[:w.n] {
			can := p.can[i*p.atoms : (i+1)*p.atoms]
			switch {
			case a == free:
			case a == zero:
				left &= can[len(can)-1]
			default:
				var any uint64
				for at := g.first[a]; at != 0; at = g.next[at-1] {
					any |= can[at-1]
				}
				left &= any
			}
			if left == 0 {
				break
			}
		}
		for ; left != 0; left &= left - 1 {
			if !asked {
				g.places(w, want, places)
				asked = true
			}
			if e := s.list[64*k+bits.TrailingZeros64(left)]; e.does(places) {
				return e, true
			}
		}
	}
	return nil, asked
}

// findTwo is the first effect that does what is wanted of two arguments, and whether they are swapped. Some effects ask that their operands follow one another.
func (s *sieve) findTwo(g grid, want *vector, loads bool, follow [2]bool) (e *effect, flip atom) {
	swap := g.at(1, 0)
	var swapped vector
	local := [2]*vector{want, &swapped}
	flipped := false
	for k := range s.pages {
		p := &s.pages[k]
		some := [2]uint64{p.some(loads), p.some(loads)}
		for i := range some {
			if !follow[i] {
				some[i] &^= p.chains
			}
		}
		left := [2]uint64{p.left(want[:g.n], 0, some[0]), p.left(want[:g.n], swap, some[1])}
		if left[1] != 0 && !flipped {
			swapped, flipped = want.flipped(swap), true
		}
		for left[0]|left[1] != 0 {
			j := bits.TrailingZeros64(left[0] | left[1])
			e := s.list[64*k+j]
			for i := range left {
				if left[i]>>j&1 == 1 && (p.joint>>j&1 == 0 || e.does(local[i])) {
					return e, atom(i) * swap
				}
				left[i] &^= 1 << j
			}
		}
	}
	return nil, 0
}

// some are the effects that load a constant, or the others.
func (p *sievePage) some(loads bool) uint64 {
	if loads {
		return p.loads
	}
	return p.every &^ p.loads
}

// Gathers are sieved by what they have: a bit of each for each atom.
type gathers struct {
	list []gather
	has  [][]uint64 // for each 64 of them, by atom

	known map[vector]bool // until they are sieved
}

// add adds one that does what no other does.
func (s *gathers) add(g gather) {
	if s.known == nil {
		s.known = map[vector]bool{}
	}
	if !s.known[g.cells] {
		s.known[g.cells] = true
		s.list = append(s.list, g)
	}
}

// sieve notes what the gathers have. Rows that always do the same come first: they are few, and what they do no shuffle does.
func (s *gathers) sieve(g grid, args int) {
	s.known = nil
	for k := range s.list {
		s.list[k].look(g, args)
	}
	slices.SortStableFunc(s.list, func(x, y gather) int { return cmp.Compare(x.among, y.among) })
	for k := range s.list {
		if k%64 == 0 {
			s.has = append(s.has, make([]uint64, args*g.n))
		}
		for _, a := range s.list[k].cells[:g.n] {
			if moves(a) {
				s.has[k/64][a] |= 1 << (k % 64)
			}
		}
	}
}

// look notes where the bytes stand, so that they are found at once.
func (g *gather) look(w grid, args int) {
	g.first, g.next = make([]uint8, args*w.n), make([]uint8, w.n)
	for i, a := range g.cells[:w.n] {
		if moves(a) {
			g.next[i], g.first[a] = g.first[a], uint8(i+1)
		}
	}
}

// with are those of 64 gathers that have all wanted bytes.
func (s *gathers) with(k int, want []atom) uint64 {
	has, left := s.has[k], ^uint64(0)
	if rest := len(s.list) - 64*k; rest < 64 {
		left = 1<<rest - 1
	}
	for _, a := range want {
		if moves(a) {
			if left &= has[a]; left == 0 {
				return 0
			}
		}
	}
	return left
}
