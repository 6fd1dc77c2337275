package quick

import "math/bits"

// Both halves of a pack want words of the same two inputs mostly. Where each half joins what chains make of them, chains of one input may begin with the same rows, which are made once then: of all that are as short as
// any, two are taken that do.
//
//	lower    _ _ 0 4 | 6 4 7 _        pshufhw, pshufd, pshuflw      or pshufd, pshuflw, pshufhw
//	upper    1 1 5 _ | _ 6 _ _        pshuflw, pshufhw, pshufd      or pshufd, pshuflw, pshufhw: both pshufd are 0 1 4 5 | 4 5 6 7
type beginnings struct {
	words [2][2][8]int8 // that each half wants of each input
	chain [2][2]chain
	both  [2]vector // what joins the two of a half
	reads [2]uint16 // the inputs of each half, a bit each
	list  [2]variants
}

// variants are chains for the same words, of as many ops.
type variants struct {
	ops  int
	n    int
	list [mostVariants]chain
}

const mostVariants = 64

// beginAlike makes the halves a.x and a.y in this way, and packs them, if that costs less than what is known.
func (s *state) beginAlike(a *attempt) {
	p, w, b := &a.half, a.half.w, &s.beginnings
	reads := w.reads(&a.x) | w.reads(&a.y)
	if w.finest == 1 || bits.OnesCount16(reads) != 2 {
		return
	}
	of := [2]int{bits.TrailingZeros16(reads), bits.Len16(reads) - 1}
	cost, ok := b.read(s, w, a, of)
	if !ok || cost-mostSaved*s.weights.Op >= s.room(a, 1) {
		return
	}
	saved := 0
	for k := range of {
		saved += b.alike(k)
	}
	if saved == 0 || cost-saved*s.weights.Op >= s.room(a, 1) {
		return
	}
	var half [2]node
	for h := range half {
		if half[h], ok = s.halfBegun(p, &b.chain[h], &b.both[h], b.reads[h], of, a); !ok {
			return
		}
	}
	s.packed(half[0], half[1], a)
}

// mostSaved is how many rows are saved at most.
const mostSaved = 2

// read reads what the halves want, and says what they cost if nothing is alike.
func (b *beginnings) read(s *state, w *width, a *attempt, of [2]int) (cost int, ok bool) {
	for h, want := range [...]*vector{&a.x, &a.y} {
		if !b.readHalf(w, h, want, of) {
			return 0, false
		}
		more, ok := b.costs(s, w, h)
		if !ok {
			return 0, false
		}
		cost += more
	}
	return cost, true
}

// costs finds the chains of a half, and says what they and what joins them cost.
func (b *beginnings) costs(s *state, w *width, h int) (cost int, ok bool) {
	for k := range b.chain[h] {
		if b.reads[h]>>k&1 == 0 {
			continue
		}
		c := &b.chain[h][k]
		if !c.find(&s.known, &b.words[h][k], mostOps) {
			return 0, false
		}
		cost += c.ops() * s.weights.Op
	}
	switch {
	case b.reads[h] != 3:
	case w.joined(&b.both[h]) != nil:
		cost += s.weights.Op
	case w.keep != nil && s.loads > 0:
		cost += 3*s.weights.Op + s.constant()
	default:
		return 0, false
	}
	return cost, true
}

// mostOps is more than any chain has.
const mostOps = 6

// readHalf reads what one half wants.
func (b *beginnings) readHalf(w *width, h int, want *vector, of [2]int) bool {
	for k := range of {
		b.words[h][k] = noWords
	}
	b.both[h], b.reads[h] = anything, 0
	for i, at := range want[:w.n] {
		if at == free {
			continue
		}
		if !moves(at) || w.index(at)%2 != i%2 {
			return false
		}
		k := 0
		if w.input(at) != of[0] {
			k = 1
		}
		b.words[h][k][i/2], b.both[h][i] = int8(w.index(at)/2), w.at(k, i)
		b.reads[h] |= 1 << k
	}
	return b.reads[h] != 0
}

// alike finds two chains of an input, one for each half, that begin with the same rows, and says with how many.
func (b *beginnings) alike(k int) (most int) {
	if b.reads[0]>>k&1 == 0 || b.reads[1]>>k&1 == 0 {
		return 0
	}
	for h := range b.list {
		b.list[h].find(&b.chain[h][k])
	}
	for i := range b.list[0].n {
		for j := range b.list[1].n {
			x, y := b.list[0].list[i], b.list[1].list[j]
			if n := x.begun(&y); n > most {
				most, b.chain[0][k], b.chain[1][k] = n, x, y
			}
		}
	}
	return most
}

// begun lets two chains begin with the same rows, as far as they may, and says with how many.
func (c *chain) begun(o *chain) (n int) {
	all := true
	for h := range c.before {
		switch {
		case c.before[h] != o.before[h]:
			all = false
		case !c.before[h]:
		case unified((*[4]int8)(c.first[4*h:]), (*[4]int8)(o.first[4*h:])):
			c.upperFirst, o.upperFirst = h == 1 && n == 0, h == 1 && n == 0
			n++
		default:
			all = false
		}
	}
	if !all || c.still() || o.still() {
		return n
	}
	x, y := c.neededPairs(), o.neededPairs()
	if !unified(&x, &y) {
		return n
	}
	for j, pair := range x {
		if pair == unwanted {
			pair = int8(j)
		}
		c.pairs[j], o.pairs[j] = pair, pair
	}
	return n + 1
}

// neededPairs are the pairs of which something is wanted.
func (c *chain) neededPairs() (pairs [4]int8) {
	pairs = c.pairs
	for h := range c.after {
		of := pairs[2*h : 2*h+2]
		x, y := c.asks[2*h], c.asks[2*h+1]
		if c.after[h] {
			both := x | y
			if x, y = both, both; c.hasAll(of[0], both) {
				y = 0
			} else if c.hasAll(of[1], both) {
				x = 0
			}
		}
		for j, some := range [...]wordSet{x, y} {
			if some == 0 {
				of[j] = unwanted
			}
		}
	}
	return pairs
}

// hasAll says whether a pair of first has some words.
func (c *chain) hasAll(pair int8, some wordSet) bool {
	for _, w := range c.first[2*pair : 2*pair+2] {
		if w != unwanted {
			some &^= 1 << w
		}
	}
	return some == 0
}

// unified gives both what either wants, if they do not differ where both want something.
func unified(x, y *[4]int8) bool {
	both := *x
	for i, k := range y {
		if !unify(&both[i], k) {
			return false
		}
	}
	*x, *y = both, both
	return true
}

// find finds the chains that are as short as one.
func (v *variants) find(c *chain) {
	v.n, v.ops = 0, c.ops()
	t := chain{wanted: c.wanted, asks: asksOf(&c.wanted)}
	for _, flags := range shuffled {
		if n := bits.OnesCount8(flags); n > v.ops {
			break
		} else if n < v.ops-1 {
			continue
		}
		if t.shuffles(flags); t.offer() {
			t.placeAll(0, v)
		}
	}
}

// placeAll adds what place finds, in all ways.
func (c *chain) placeAll(nth int, v *variants) {
	if nth == 2 {
		v.add(c)
		return
	}
	h, start := c.begin^nth, c.first
	for left := c.offering[h]; left != 0; left &= left - 1 {
		k := bits.TrailingZeros16(left)
		c.pairs[2*h], c.pairs[2*h+1] = int8(k/4^2*h), int8(k%4^(2*h+1))
		c.first = start
		c.fillAll(nth, 0, v)
		if c.asks[2*h]|c.asks[2*h+1] == 0 {
			break
		}
	}
	c.first = start
}

// fillAll is fill in all ways.
func (c *chain) fillAll(nth, i int, v *variants) {
	if i == 4 {
		c.placeAll(nth+1, v)
		return
	}
	h := c.begin ^ nth
	w, start := c.wanted[4*h+i], c.first
	switch pairs := c.pairs[2*h : 2*h+2]; {
	case w == unwanted || c.after[h] && (c.has(pairs[0], w) || c.has(pairs[1], w)):
		c.fillAll(nth, i+1, v)
	case !c.after[h]:
		if c.put(pairs[i/2]*2+int8(i%2), w) {
			c.fillAll(nth, i+1, v)
		}
	default:
		for j := range int8(4) {
			if c.put(2*pairs[j/2]+j%2, w) {
				c.fillAll(nth, i+1, v)
			}
			c.first = start
		}
	}
	c.first = start
}

// add adds a chain if it is short enough, and none begins like it. Pairs of which nothing is wanted stay.
func (v *variants) add(c *chain) {
	if v.n == mostVariants || c.ops() != v.ops {
		return
	}
	pairs := c.neededPairs()
	for j, pair := range pairs {
		if pair == unwanted {
			pairs[j] = int8(j)
		}
	}
	for k := range v.n {
		if o := &v.list[k]; o.before == c.before && o.after == c.after && o.first == c.first && o.pairs == pairs {
			return
		}
	}
	v.list[v.n] = *c
	v.list[v.n].pairs = pairs
	v.n++
}

// halfBegun makes a half by its chains.
func (s *state) halfBegun(p *problem, chains *[2]chain, both *vector, reads uint16, of [2]int, a *attempt) (v node, ok bool) {
	a.sub.w = p.w
	for k := range of {
		if reads>>k&1 == 0 {
			continue
		}
		if v, ok = s.chained(p, &chains[k], p.in[of[k]], a); !ok {
			return 0, false
		}
		a.sub.in[k] = v
	}
	if reads != 3 {
		return v, true
	}
	if v, ok = s.oneRow(&a.sub, both, false); !ok {
		v, ok = s.selected(&a.sub, both)
	}
	return v, ok
}

// chainsAnew makes a half by chains of two inputs, which overwrite nothing.
func (s *state) chainsAnew(want *vector, a *attempt) (node, bool) {
	p, w, b := &a.half, a.half.w, &s.beginnings
	reads := w.reads(want)
	of := [2]int{bits.TrailingZeros16(reads), bits.Len16(reads) - 1}
	if bits.OnesCount16(reads) != 2 || !b.readHalf(w, 0, want, of) {
		return 0, false
	}
	if cost, ok := b.costs(s, w, 0); !ok || cost >= s.room(a, 1) {
		return 0, false
	}
	return s.halfBegun(p, &b.chain[0], &b.both[0], b.reads[0], of, a)
}
