package quick

import (
	"cmp"
	"math/bits"
	"slices"
)

// Things are up to 256 of a list, a bit each.
type things [pageThings / 64]uint64

// every is all things that there may be.
var every = things{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// pageThings is how many things a page has at most.
const pageThings = 256

// A page says of things which of them have an atom at a byte. What is said of one byte and one atom stands together, in as many words as the things take.
type page struct {
	n     int // bytes
	atoms int // that there may be at a byte: bytes of the arguments, and zero
	words int // 1, 2 or 4
	can   []uint64
}

// newPage is a page for so many things.
func newPage(g grid, args, n int) page {
	atoms, words := args*g.n+1, 4
	if n <= 2*64 {
		words = (n + 63) / 64
	}
	return page{g.n, atoms, words, make([]uint64, g.n*atoms*words)}
}

// add notes that a thing has the atom at byte i.
func (p *page) add(i int, a atom, thing int) {
	p.can[(i*p.atoms+min(int(a), p.atoms-1))*p.words+thing/64] |= 1 << (thing % 64)
}

// left leaves those of some things that have each wanted byte in its place, and says whether there are any. Flipped by flip, its atoms name arguments.
func (p *page) left(want *vector, flip atom, some *things) bool {
	switch p.words {
	case 1:
		some[0] = p.leftOne(want, flip, some[0])
		return some[0] != 0
	case 2:
		x, y := some[0], some[1]
		for i, a := range want[:p.n] {
			if a != free {
				at := 2 * (i*p.atoms + p.index(a, flip))
				can := p.can[at : at+2]
				if x, y = x&can[0], y&can[1]; x|y == 0 {
					return false
				}
			}
		}
		some[0], some[1] = x, y
		return true
	}
	x, y, z, last := some[0], some[1], some[2], some[3]
	for i, a := range want[:p.n] {
		if a != free {
			at := 4 * (i*p.atoms + p.index(a, flip))
			can := p.can[at : at+4]
			if x, y, z, last = x&can[0], y&can[1], z&can[2], last&can[3]; x|y|z|last == 0 {
				return false
			}
		}
	}
	*some = things{x, y, z, last}
	return true
}

// leftOne is left for things of one word.
func (p *page) leftOne(want *vector, flip atom, some uint64) uint64 {
	for i, a := range want[:p.n] {
		if a != free {
			if some &= p.can[i*p.atoms+p.index(a, flip)]; some == 0 {
				break
			}
		}
	}
	return some
}

// index is where a byte's atom is noted.
func (p *page) index(a, flip atom) int {
	if a == zero {
		return p.atoms - 1
	}
	return int(a ^ flip)
}

// A sieve says of a list of effects which of them can put wanted atoms where they are wanted, each byte for itself.
//
//	byte 3 from a7      pshufd ✓   psrldq ✓   pshufb ✓   punpcklbw, …
//	byte 4 from a2      pshufd     psrldq     pshufb ✓            →     pshufb alone is asked for all bytes at once
type sieve struct {
	list  []*effect
	pages []sievePage
}

// A sievePage has effects of the list from first on, all of them with a constant or all without.
type sievePage struct {
	page
	first  int
	loads  bool
	every  things
	joint  things // those of which bytes are chosen together
	chains things // those whose operands have to follow one another
}

func (m *things) add(k int) { m[k/64] |= 1 << (k % 64) }

func (m *things) has(k int) bool { return m[k/64]>>(k%64)&1 == 1 }

// without takes others away.
func (m *things) without(o *things) {
	for k := range m {
		m[k] &^= o[k]
	}
}

// only takes away what is not among others.
func (m *things) only(o *things) {
	for k := range m {
		m[k] &= o[k]
	}
}

// from are those from one on, which is the first of others.
func (m *things) from(first int) (r things) {
	for k := range r {
		at, shift := k+first/64, first%64
		if at < len(m) {
			r[k] = m[at] >> shift
		}
		if shift > 0 && at+1 < len(m) {
			r[k] |= m[at+1] << (64 - shift)
		}
	}
	return r
}

// next is the first of them from k on, or none.
func (m *things) next(k int) int {
	for ; k < pageThings; k = (k/64 + 1) * 64 {
		if rest := m[k/64] >> (k % 64); rest != 0 {
			return k + bits.TrailingZeros64(rest)
		}
	}
	return noThing
}

const noThing = pageThings

// size is how many words its effects take.
func (s *sieve) size() int { return (len(s.list) + 63) / 64 }

// newSieve sieves effects of which those without a constant come first.
func newSieve(list []*effect, g grid, args int) sieve {
	s := sieve{list: list}
	without := slices.IndexFunc(list, func(e *effect) bool { return e.loads > 0 })
	if without < 0 {
		without = len(list)
	}
	for first, last := 0, 0; first < len(list); first = last {
		if last = min(first+pageThings, len(list)); first < without {
			last = min(last, without)
		}
		p := sievePage{page: newPage(g, args, last-first), first: first, loads: first >= without}
		for k, e := range list[first:last] {
			p.every.add(k)
			if e.row.Consecutive {
				p.chains.add(k)
			}
			if e.sieved(&p.page, g, k) {
				p.joint.add(k)
			}
		}
		s.pages = append(s.pages, p)
	}
	return s
}

// sieved notes which atoms thing k of a page, the effect, can put at each byte. It says whether bytes are chosen together.
func (e *effect) sieved(p *page, g grid, k int) (joint bool) {
	joint = len(e.choices) > 1
	for c := range e.choices {
		for i, a := range e.choices[c][:g.n] {
			p.add(i, a, k)
		}
	}
	for _, part := range e.parts {
		joint = joint || len(part.bytes) > 1 && len(part.can) > len(part.bytes)
		for j, a := range part.can {
			if a != free {
				p.add(int(part.bytes[j%len(part.bytes)]), a, k)
			}
		}
	}
	return joint
}

// find is the first effect that does what is wanted of one argument, with a constant or without.
func (s *sieve) find(g grid, want *vector, flip atom, loads bool) *effect {
	local, flipped := want, flip == 0
	var of vector
	for k := range s.pages {
		p := &s.pages[k]
		some := p.every
		if p.loads != loads || !p.left(want, flip, &some) {
			continue
		}
		for j := some.next(0); j != noThing; j = some.next(j + 1) {
			e := s.list[p.first+j]
			if !p.joint.has(j) {
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

// orders is the first effect, with a constant or without, that does what is wanted of what a gather makes, and places is what is then wanted of that. An effect is asked only if it has, for each byte,
// one of the places where that stands. Of nil all are asked, or only some.
func (s *sieve) orders(w *width, g *gather, want, places *vector, of *things, loads bool) (e *effect, asked bool) {
	for k := range s.pages {
		p := &s.pages[k]
		if p.loads != loads {
			continue
		}
		some := p.every
		if of != nil {
			rows := *of
			if p.first > 0 {
				rows = of.from(p.first)
			}
			if some.only(&rows); some == (things{}) {
				continue
			}
		}
		if !p.leftOf(g, want, &some) {
			continue
		}
		for j := some.next(0); j != noThing; j = some.next(j + 1) {
			asked = true
			if e := s.list[p.first+j]; e.behind(w, g, want, places) {
				return e, true
			}
		}
	}
	return nil, asked
}

// behind says whether the effect does what is wanted of what a gather makes. Of parts each byte has one place.
func (e *effect) behind(w *width, g *gather, want, places *vector) bool {
	if e.choices == nil {
		g.places(w, want, places)
		return e.all(places)
	}
	some := every
	if e.page != nil && !e.page.leftOf(g, want, &some) {
		return false
	}
	for c := some.next(0); c < len(e.choices); c = some.next(c + 1) {
		if cells := &e.choices[c]; g.then(cells, want[:w.n]) {
			*places = anything
			for i, a := range want[:w.n] {
				if a != free {
					places[i] = cells[i]
				}
			}
			return true
		}
	}
	return false
}

// then says whether a choice does what is wanted of what the gather makes.
func (g *gather) then(cells *vector, want []atom) bool {
	for i, a := range want {
		if a != free && a != has(g, cells[i]) {
			return false
		}
	}
	return true
}

// leftOf is left for what stands in several places of what a gather makes.
func (p *page) leftOf(g *gather, want *vector, some *things) bool {
	for i, a := range want[:p.n] {
		if a == free {
			continue
		}
		of := p.can[i*p.atoms*p.words : (i+1)*p.atoms*p.words]
		var any, left uint64
		if a == zero {
			var any things
			copy(any[:], of[len(of)-p.words:])
			for _, at := range g.zeros {
				for k := range p.words {
					any[k] |= of[int(at)*p.words+k]
				}
			}
			for k := range p.words {
				some[k] &= any[k]
				left |= some[k]
			}
		} else if p.words == 1 {
			for at := g.first[a]; at != 0; at = g.next[at-1] {
				any |= of[at-1]
			}
			some[0] &= any
			left = some[0]
		} else {
			var any things
			for at := g.first[a]; at != 0; at = g.next[at-1] {
				for k, can := range of[int(at-1)*p.words : int(at)*p.words] {
					any[k] |= can
				}
			}
			for k := range p.words {
				some[k] &= any[k]
				left |= some[k]
			}
		}
		if left == 0 {
			return false
		}
	}
	return true
}

// findTwo is the first effect that does what is wanted of two arguments, and whether they are swapped. Some effects ask that their operands follow one another.
func (s *sieve) findTwo(g grid, want *vector, loads bool, follow [2]bool) (e *effect, flip atom) {
	swap := g.at(1, 0)
	var swapped vector
	local := [2]*vector{want, &swapped}
	flipped := false
	for k := range s.pages {
		p := &s.pages[k]
		if p.loads != loads {
			continue
		}
		left := [2]things{p.every, p.every}
		for i := range left {
			if !follow[i] {
				left[i].without(&p.chains)
			}
		}
		some := [2]bool{p.left(want, 0, &left[0]), p.left(want, swap, &left[1])}
		if some[1] && !flipped {
			swapped, flipped = want.flipped(swap), true
		}
		for j := p.nextOf(&left, some, 0); j != noThing; j = p.nextOf(&left, some, j+1) {
			e := s.list[p.first+j]
			for i := range left {
				if some[i] && left[i].has(j) && (!p.joint.has(j) || e.does(local[i])) {
					return e, atom(i) * swap
				}
			}
		}
	}
	return nil, 0
}

// nextOf is the first from k on of those that are left of two, where there are some.
func (p *page) nextOf(left *[2]things, some [2]bool, k int) int {
	first := noThing
	for i := range left {
		if some[i] {
			first = min(first, left[i].next(k))
		}
	}
	return first
}

// Gathers are sieved by what they have: a bit of each for each atom.
type gathers struct {
	args int
	list []gather
	has  [][]uint64 // for each 64 of them, by atom

	known roll // until they are sieved
}

// add adds one that does what no other does.
func (s *gathers) add(g gather) {
	if s.known.add(&g.cells, func(k int) *vector { return &s.list[k].cells }) {
		if len(s.list) == cap(s.list) { // append would ask for a quarter more at a time
			s.list = slices.Grow(s.list, max(len(s.list), 64))
		}
		s.list = append(s.list, g)
	}
}

// sieve notes what the gathers have. Rows that always do the same come first: they are few, and what they do no shuffle does.
func (s *gathers) sieve(g grid, args int) {
	s.known, s.args = roll{}, args
	for k := range s.list {
		s.list[k].look(g, args)
	}
	slices.SortStableFunc(s.list, func(x, y gather) int {
		return cmp.Or(cmp.Compare(x.among, y.among), cmp.Compare(x.bytes, y.bytes))
	})
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
	both := make([]uint8, (args+1)*w.n)
	g.first, g.next = both[:args*w.n:args*w.n], both[args*w.n:]
	for i, a := range g.cells[:w.n] {
		if moves(a) {
			if g.first[a] == 0 {
				g.bytes++
			}
			g.next[i], g.first[a] = g.first[a], uint8(i+1)
		} else if a == zero {
			g.zeros = append(g.zeros, uint8(i))
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
