package quick

import "math/bits"

// A question is what is wanted of some nodes, and what is known of the answer. Strategies come to the same questions again and again.
type question struct {
	number uint64 // of the map that is decided
	w      *width
	zeros  bool      // whether there is a vector of zeros already
	ids    [2]uint32 // of the nodes that are read
	want   vector

	reads, first, second int // which inputs, a bit each, and two of them

	asked [2]bool    // whether a row was looked for: without a constant, with one
	row   [2]*effect // what was found
	flip  [2]atom    // and how its arguments are named

	// Nothing that costs less than bound is found by taking this so deep apart with so many constants.
	bound, depth, loads, level int
}

// mostQuestions is how many questions are remembered: two to the power of questionBits.
const (
	questionBits  = 8
	mostQuestions = 1 << questionBits
)

// question is what is known of what is wanted, and forgets another question for it.
func (s *state) question(p *problem, want *vector) *question {
	w := p.w
	reads := w.reads(want)
	var ids [2]uint32
	for k, left := 0, reads; left != 0; k, left = k+1, left&(left-1) {
		if id := s.identity(p.in[bits.TrailingZeros16(left)]); k < len(ids) {
			ids[k] = id
		} else {
			ids[1] = ids[1]*31 + id // so many are no row's: what is known is no more than a bound
		}
	}
	hash := uint64(ids[0])<<32 | uint64(ids[1])
	for k := range w.n / 8 {
		hash = bits.RotateLeft64((hash^want.word(k))*0x9e3779b97f4a7c15, 29)
	}
	q := &s.questions[hash*0x9e3779b97f4a7c15>>(64-questionBits)]
	zeros := s.zeros(w) >= 0
	if q.number == s.number && q.w == w && q.ids == ids && q.zeros == zeros && q.want == *want {
		return q
	}
	q.number, q.w, q.zeros, q.ids, q.want = s.number, w, zeros, ids, *want
	q.asked, q.bound, q.depth, q.loads, q.level = [2]bool{}, 0, 0, 0, 0
	q.reads, q.first, q.second = int(reads), bits.TrailingZeros16(reads), bits.Len16(reads)-1
	return q
}

// identity names what a node holds: a step that was taken back never has the same as another.
func (s *state) identity(v node) uint32 {
	if int(v) < s.inputs {
		return uint32(v)
	}
	return s.step[int(v)-s.inputs].id
}

// zeros is the node that is a vector of zeros of a width, or none.
func (s *state) zeros(w *width) node {
	for i := range s.n {
		if s.step[i].row == w.zeros {
			return node(s.inputs + i)
		}
	}
	return -1
}

// rowFor is the first row that does what is asked, without a constant or with one; nil if there is none.
func (s *state) rowFor(q *question, p *problem, loads bool) *effect {
	k, w := 0, q.w
	if loads {
		k = 1
	}
	if q.asked[k] {
		return q.row[k]
	}
	q.asked[k], q.row[k] = true, nil
	switch bits.OnesCount(uint(q.reads)) {
	case 1:
		q.flip[k] = w.at(q.first, 0)
		q.row[k] = w.unary.find(w.grid, &q.want, q.flip[k], loads)
	case 2:
		local := w.renamed(&q.want, q.first, q.second)
		x, y := p.in[q.first], p.in[q.second]
		q.row[k], q.flip[k] = w.binary.findTwo(w.grid, &local, loads, [2]bool{s.follow(x, y), s.follow(y, x)})
	}
	return q.row[k]
}

// levels is how many levels differ in what strategies try: all that are further in are one.
const levels = 3

// refused says whether it is known that nothing is found that costs less than limit.
func (s *state) refused(q *question, depth, limit int) bool {
	return limit <= q.bound && depth <= q.depth && s.loads <= q.loads && min(s.level, levels) >= q.level
}

// least is what a value costs at least that is taken apart so deep.
func (s *state) least(p *problem, want *vector, depth int) int {
	if _, ok := p.nothing(want); ok {
		return 0
	}
	q := s.question(p, want)
	if q.reads == 0 || s.rowFor(q, p, false) != nil {
		return s.weights.Op
	}
	sum := s.weights.Op * max(2, bits.OnesCount(uint(q.reads))-1)
	if one := s.weights.Op + s.constant(); one < sum && s.loads > 0 && s.rowFor(q, p, true) != nil {
		sum = one
	}
	if s.refused(q, depth, q.bound) {
		sum = max(sum, q.bound)
	}
	return sum
}
