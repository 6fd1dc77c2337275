package i8x16

import "math/bits"

// An Engine decides for one level. It is not changed after New, so that several goroutines may use one.
type Engine struct {
	level  Level
	scales [numGrains]scale
}

// A scale is what an engine knows of shuffles that move lanes of one size as wholes: of four bytes, say, all that is known is what becomes of four lanes.
//
//	pshufd 27     bytes 12 13 14 15 8 9 10 11 …     words 6 7 4 5 …     fours 3 2 1 0
type scale struct {
	grain         grain
	n             int // lanes
	unary, binary sieve
	gather        gather        // what rows of two vectors have, but for pblendw
	turned        []instance    // those of one vector with few immediates
	turns         []turn        // what rows of one vector with few immediates do: what stands last is looked for among them
	joins         [4][]instance // and rows of two vectors without an immediate, by the logarithm of their lanes' bytes
	inserts       []Row         // those that replace one lane
	beside        sieve         // what rows of two vectors do with an input as their second one; for a lane that is not of that input, 16 is wanted
	halves        []instance    // those of them that take a half from each, which stand last: shufps
}

// An instance is a row with an immediate, and its arguments as they are or the other way round.
type instance struct {
	row   Row
	imm   uint8
	turn  bool // its first argument is the second vector
	lanes vector
}

// New makes an engine. It takes a millisecond, and two thirds of a megabyte.
func New(l Level) *Engine {
	e := &Engine{level: l}
	all := &e.scales[bytewise]
	for r := range shapes {
		if s := &shapes[r]; s.from != nil && l.has(s) {
			all.add(Row(r), s)
		}
	}
	for g := wordwise; g < numGrains; g++ {
		e.scales[g].wholes(all, g)
	}
	for g := range e.scales {
		e.scales[g].build(grain(g))
		if l < VBMI { // elsewhere one row by a constant does all
			e.scales[g].gather.build(e.scales[g].binary.list)
		}
	}
	return e
}

// add adds a row with all its immediates.
func (c *scale) add(r Row, s *shape) {
	if s.inserts {
		c.inserts = append(c.inserts, r)
	}
	for v := s.first; v < s.first+max(1, s.values); v++ {
		in := instance{row: r, imm: uint8(v << s.sub)}
		for i := range in.lanes {
			in.lanes[i] = uint8(s.byte(v, i))
		}
		if s.args == 1 {
			c.one(in, s)
			continue
		}
		if s.values == 0 {
			size := bits.Len(uint(s.lane)) - 1
			c.joins[size%4] = append(c.joins[size%4], in)
		}
		same, turned := in, in
		turned.turn = true
		for i := range in.lanes {
			same.lanes[i] &= 15
			turned.lanes[i] ^= 16
		}
		c.one(same, s)
		c.two(in, s)
		c.two(turned, s)
	}
}

// few immediates are asked one after another.
const few = 16

// one adds what is done with one vector.
func (c *scale) one(in instance, s *shape) {
	if c.unary.add(in) && s.values <= few && !s.inserts {
		c.turned = append(c.turned, in)
	}
}

// two adds what is done with two vectors.
func (c *scale) two(in instance, s *shape) {
	switch {
	case !c.binary.add(in) || s.inserts || in.row == blendWords:
	case s.values > few:
		c.halves = append(c.halves, in)
	default:
		c.beside.list = append(c.beside.list, in)
	}
}

// lists are all lists of a scale.
func (c *scale) lists() [9]*[]instance {
	return [...]*[]instance{&c.unary.list, &c.binary.list, &c.beside.list, &c.turned, &c.halves, &c.joins[0], &c.joins[1], &c.joins[2], &c.joins[3]}
}

// wholes makes a scale of a finer one: of what moves wholes there.
func (c *scale) wholes(from *scale, g grain) {
	to := c.lists()
	for k, list := range from.lists() {
		*to[k] = wholes(*list, g)
	}
	c.inserts = from.inserts
}

// wholes are those of a list that move wholes.
func wholes(list []instance, g grain) (coarse []instance) {
	for _, in := range list {
		if in.lanes.grain() >= g {
			in.lanes = in.lanes.shrunk(g)
			coarse = append(coarse, in)
		}
	}
	return coarse
}

// build notes what instances do.
func (c *scale) build(g grain) {
	c.grain, c.n = g, 16>>g
	c.unary.build(c.n)
	c.binary.build(c.n)
	c.leave()
	for _, in := range c.turned {
		c.turns = append(c.turns, newTurn(in, c.n))
	}
}

// A turn is an instance of one vector. If it leaves no lane out, back is the one that takes back what it does.
type turn struct {
	instance
	whole bool
	back  vector
}

func newTurn(in instance, n int) turn {
	t := turn{instance: in, whole: true, back: nobodys()}
	for i, b := range in.lanes[:n] {
		t.back[b] = uint8(i)
	}
	for _, i := range t.back[:n] {
		t.whole = t.whole && i != free
	}
	return t
}

// leave notes whether a lane is in its place if the second argument is an input: if it is taken from there, it has to be the one that is wanted.
func (c *scale) leave() {
	s := &c.beside
	s.list = append(s.list, c.halves...)
	s.room(c.n)
	for k := range s.list {
		for i, b := range s.list[k].lanes[:c.n] {
			if b >= 16 {
				s.note(k/64, i, b-16, 1<<(k%64))
			}
		}
	}
	for i := range c.n {
		for page := range s.pages() {
			var second uint64 // those that take it from there
			for _, w := range s.at(1+page, i)[:16] {
				second |= w
			}
			first := s.at(1+page, i)[free] &^ second
			for want := range uint8(17) {
				if first != 0 {
					s.note(page, i, want, first)
				}
			}
		}
	}
}

// A gather says which instance has some lanes, wherever: a bit for each lane that one has. Of instances that have the same, and of those that have less than another, there are none.
type gather struct {
	has  []uint32
	from []uint16 // which instance
}

func (g *gather) build(list []instance) {
	for k := range list {
		if list[k].row != blendWords {
			g.add(list[k].lanes.lanes(), uint16(k))
		}
	}
}

//
//go:noinline
func (g *gather) add(has uint32, k uint16) {
	kept := 0
	for i, h := range g.has {
		if has&^h == 0 {
			return // and nothing was left out
		}
		if h&^has != 0 {
			g.has[kept], g.from[kept] = h, g.from[i]
			kept++
		}
	}
	g.has, g.from = append(g.has[:kept], has), append(g.from[:kept], k)
}

// find is an instance that has all of some lanes, or -1.
func (g *gather) find(lanes uint32) int {
	for i, h := range g.has {
		if lanes&^h == 0 {
			return int(g.from[i])
		}
	}
	return -1
}

// A sieve says which of a list of instances have each lane where it is wanted. Those that move single bytes come last: what is whole words is asked of all, what is not of these alone.
//
//	lane 0 is 3     words of 64 bits, one for 64 of the list
//	lane 1 is 7     and-ed with them: those that have both
//
// Page 0 says so of the other pages: which of them have such an instance.
type sieve struct {
	list  []instance
	quads int               // how often it has four lanes
	from  [numGrains]int    // page from which on all instances of a grain are, and of finer ones
	page  [][4][room]uint64 // of 64 instances, four lanes at a time: a word for each lane, and what is wanted there
	has   []set             // for each lane that is wanted anywhere

	seen map[vector]bool // until it is built
}

// mostPages is how many pages a sieve has at most.
const mostPages = 24

// A set has a bit for each instance of a sieve.
type set [mostPages]uint64

// add adds what nothing else does, and reports whether it was that.
//
//go:noinline
func (s *sieve) add(in instance) bool {
	if s.seen == nil {
		s.seen = map[vector]bool{still(0): true, still(16): true}
	}
	if s.seen[in.lanes] {
		return false
	}
	s.seen[in.lanes] = true
	s.list = append(s.list, in)
	return true
}

// sort sorts a list of bytes, the coarsest first.
func (s *sieve) sort() {
	sorted := make([]instance, 0, len(s.list))
	for g := numGrains - 1; g >= 0; g-- {
		s.from[g] = len(sorted) / 64
		for _, in := range s.list {
			if in.lanes.grain() == g {
				sorted = append(sorted, in)
			}
		}
	}
	s.list = sorted
}

// pages is how many there are.
func (s *sieve) pages() int { return (len(s.list) + 63) / 64 }

// room makes room for what is known of a list: to begin with, that all have what nobody cares about.
func (s *sieve) room(n int) {
	s.quads, s.seen = n/4, nil
	s.page = make([][4][room]uint64, (1+s.pages())*s.quads)
	for i := range n {
		s.at(0, i)[free] = 1<<s.pages() - 1
		for page := range s.pages() {
			s.at(1+page, i)[free] = ^uint64(0) >> (64 - min(64, len(s.list)-64*page))
		}
	}
}

// at is what a page has for a lane.
func (s *sieve) at(page, i int) *[room]uint64 { return &s.page[page*s.quads+i/4][i%4] }

// note notes that some instances of a page have at a lane what is wanted there.
//
//go:noinline
func (s *sieve) note(page, i int, want uint8, some uint64) {
	s.at(1+page, i)[want] |= some
	s.at(0, i)[want] |= 1 << page
}

// build notes what a list does with n lanes.
func (s *sieve) build(n int) {
	if n == 16 {
		s.sort()
	}
	s.room(n)
	s.has = make([]set, 32)
	for k := range s.list {
		for i, b := range s.list[k].lanes[:n] {
			s.note(k/64, i, b, 1<<(k%64))
			s.has[b][k/64] |= 1 << (k % 64)
		}
	}
}

// find is the first instance that does what is wanted, or -1. Pages are looked for first. What is of no matter is looked up like all else: it is not known beforehand which lanes that are.
func (s *sieve) find(want *vector) int {
	for pages := s.does(0, want); pages != 0; pages &= pages - 1 {
		page := bits.TrailingZeros64(pages)
		if left := s.does(1+page, want); left != 0 {
			return 64*page + bits.TrailingZeros64(left)
		}
	}
	return -1
}

// does are those of a page that do what is wanted.
func (s *sieve) does(page int, want *vector) uint64 {
	left := ^uint64(0)
	for q := 0; q < s.quads && left != 0; q++ {
		p, w := &s.page[page*s.quads+q], want[4*q&12:][:4]
		left &= p[0][w[0]%room] & p[1][w[1]%room] & p[2][w[2]%room] & p[3][w[3]%room]
	}
	return left
}

// chosen are those of some of a page that have each unit between from and to in one of the units there, and each lane elsewhere in its place.
func (s *sieve) chosen(page int, want *vector, unit, from, to int, left uint64) uint64 {
	p := s.page[page*s.quads:][:s.quads]
	for i := 0; i < 4*s.quads && left != 0; {
		if i < from || i >= to {
			left &= p[uint(i)/4][i&3][want[i]%room]
			i++
			continue
		}
		var any uint64
		for at := from; at < to; at += unit {
			can := left
			for j := range unit {
				can &= p[uint(at+j)/4][(at+j)&3][want[i+j]%room]
			}
			any |= can
		}
		left = any
		i += unit
	}
	return left
}

// and leaves those of so many pages that are in another set too, and says whether there are any.
func (s *set) and(o *set, pages int) bool {
	var any uint64
	for p := range min(pages, mostPages) {
		w := s[p] & o[p]
		s[p] = w
		any |= w
	}
	return any != 0
}
