package i8x16

import "math/bits"

// An Engine decides for one level. It is not changed after New, so that several goroutines may use one.
type Engine struct {
	level         Level
	unary, binary sieve
	turns         []turn     // what rows of one vector with few immediates do: what stands last is looked for among them
	joins         []instance // and rows of two vectors without an immediate
	inserts       []Row      // those that replace one lane
	beside        sieve      // what rows of two vectors do with an input as their second one; for a byte that is not of that input, 16 is wanted
	halves        []instance // those of them that take a half from each, which stand last: shufps
}

// An instance is a row with an immediate, and its arguments as they are or the other way round.
type instance struct {
	row   Row
	imm   uint8
	turn  bool // its first argument is the second vector
	bytes vector
}

// New makes an engine. It takes some hundred microseconds, and 200 KB.
func New(l Level) *Engine {
	e := &Engine{level: l}
	for r := range shapes {
		if s := &shapes[r]; s.from != nil && l.has(s) {
			e.add(Row(r), s)
		}
	}
	e.unary.build()
	e.binary.build()
	e.leave()
	return e
}

// add adds a row with all its immediates.
func (e *Engine) add(r Row, s *shape) {
	if s.inserts {
		e.inserts = append(e.inserts, r)
	}
	for v := s.first; v < s.first+max(1, s.values); v++ {
		in := instance{row: r, imm: uint8(v << s.sub)}
		for i := range in.bytes {
			in.bytes[i] = uint8(s.byte(v, i))
		}
		if s.args == 1 {
			e.one(in, s)
			continue
		}
		if s.values == 0 {
			e.joins = append(e.joins, in)
		}
		same, turned := in, in
		turned.turn = true
		for i := range in.bytes {
			same.bytes[i] &= 15
			turned.bytes[i] ^= 16
		}
		e.one(same, s)
		e.two(in, s)
		e.two(turned, s)
	}
}

// few immediates are asked one after another.
const few = 16

// one adds what is done with one vector.
func (e *Engine) one(in instance, s *shape) {
	if e.unary.add(in) && s.values <= few && !s.inserts {
		e.turns = append(e.turns, newTurn(in))
	}
}

// A turn is an instance of one vector. If it leaves no byte out, back is the one that takes back what it does.
type turn struct {
	instance
	whole bool
	back  vector
}

func newTurn(in instance) turn {
	t := turn{instance: in, whole: true, back: nobodys()}
	for i, b := range in.bytes {
		t.back[b] = uint8(i)
	}
	for _, i := range t.back {
		t.whole = t.whole && i != free
	}
	return t
}

// two adds what is done with two vectors.
func (e *Engine) two(in instance, s *shape) {
	switch {
	case !e.binary.add(in) || s.inserts || in.row == blendWords:
	case s.values > few:
		e.halves = append(e.halves, in)
	default:
		e.beside.list = append(e.beside.list, in)
	}
}

// leave notes whether a byte is in its place if the second argument is an input: if it is taken from there, it has to be the one that is wanted.
func (e *Engine) leave() {
	s := &e.beside
	s.list = append(s.list, e.halves...)
	s.room()
	for k := range s.list {
		for i, b := range s.list[k].bytes {
			for want := range uint8(17) {
				if b < 16 || b-16 == want {
					s.note(k, i, want)
				}
			}
		}
	}
}

// A sieve says which of a list of instances have each byte where it is wanted. Those that move single bytes come last: what is whole words is asked of all, what is not of these alone.
//
//	byte 0 is 3     words of 64 bits, one for 64 of the list
//	byte 1 is 7     and-ed with them: those that have both
type sieve struct {
	list []instance
	from [numGrains]int     // page from which on all instances of a grain are, and of finer ones
	page [][16][room]uint64 // of 64 instances: a word for each byte, and what is wanted there
	has  [32]set            // for each byte that is wanted anywhere
	near [16][room]uint32   // for each byte, and what is wanted there, a bit for each page that has such an instance

	seen map[vector]bool // until it is built
}

// mostPages is how many pages a sieve has at most: a bit each.
const mostPages = 24

// A set has a bit for each instance of a sieve.
type set [mostPages]uint64

// add adds what nothing else does, and reports whether it was that.
func (s *sieve) add(in instance) bool {
	if s.seen == nil {
		s.seen = map[vector]bool{still(0): true, still(16): true}
	}
	if s.seen[in.bytes] {
		return false
	}
	s.seen[in.bytes] = true
	s.list = append(s.list, in)
	return true
}

// sort sorts the list, the coarsest first.
func (s *sieve) sort() {
	s.seen = nil
	sorted := make([]instance, 0, len(s.list))
	for g := numGrains - 1; g >= 0; g-- {
		s.from[g] = len(sorted) / 64
		for _, in := range s.list {
			if in.bytes.grain() == g {
				sorted = append(sorted, in)
			}
		}
	}
	s.list = sorted
	s.room()
}

// room makes room for what is known of a list.
func (s *sieve) room() {
	s.page = make([][16][room]uint64, (len(s.list)+63)/64)
	for i := range 16 {
		for k := range s.list {
			s.note(k, i, free)
		}
	}
}

// note notes that an instance has at byte i what is wanted there.
func (s *sieve) note(k, i int, want uint8) {
	s.page[k/64][i][want] |= 1 << (k % 64)
	s.near[i][want] |= 1 << (k / 64)
}

// build sorts the list and notes what it does.
func (s *sieve) build() {
	s.sort()
	for k := range s.list {
		for i, b := range s.list[k].bytes {
			s.note(k, i, b)
			s.has[b][k/64] |= 1 << (k % 64)
		}
	}
}

// find is the first instance that does what is wanted, or -1. Pages are looked for first. What is of no matter is looked up like all else: it is not known beforehand which bytes that are.
func (s *sieve) find(want *vector) int {
	pages := s.pagesOf(want, ^uint32(0)<<s.from[want.grain()])
	for ; pages != 0; pages &= pages - 1 {
		page := bits.TrailingZeros32(pages)
		if left := s.instances(page, want); left != 0 {
			return 64*page + bits.TrailingZeros64(left)
		}
	}
	return -1
}

// pagesOf are those of some pages that have, for each byte, an instance that does what is wanted.
func (s *sieve) pagesOf(want *vector, pages uint32) uint32 {
	n := &s.near
	for i := 0; i < 16 && pages != 0; i += 4 {
		pages &= n[i][want[i]%room] & n[i+1][want[i+1]%room] & n[i+2][want[i+2]%room] & n[i+3][want[i+3]%room]
	}
	return pages
}

// instances are those of a page that do what is wanted.
func (s *sieve) instances(page int, want *vector) uint64 {
	p, left := &s.page[page], ^uint64(0)
	for i := 0; i < 16 && left != 0; i += 4 {
		left &= p[i][want[i]%room] & p[i+1][want[i+1]%room] & p[i+2][want[i+2]%room] & p[i+3][want[i+3]%room]
	}
	return left
}

// units are the instances of a page that have, at some bytes, those that are wanted at i.
func (s *sieve) units(page int, want *vector, i, at, unit int) uint64 {
	p, left := &s.page[page], ^uint64(0)
	for j := range unit {
		left &= p[at+j][want[i+j]%room]
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

// first is the number of the first instance.
func (s *set) first() int {
	for p, w := range s {
		if w != 0 {
			return 64*p + bits.TrailingZeros64(w)
		}
	}
	return -1
}
