package lower

import "slices"

// This file finds single ops that make of nodes what is wanted, by what the nodes hold: zeros that are known to be there help.

// satisfies says whether a vector has what is wanted.
func satisfies(have, want []bit) bool {
	for i, w := range want {
		if w != freeBit && have[i] != w {
			return false
		}
	}
	return true
}

// mostOnes bounds the ops that are tried for one thing.
const mostOnes = 4

// one are single ops that make what is wanted of one node or of two, those without a constant first.
func (b *bitSearch) one(want []bit, args ...*bitNode) (found []*bitNode) {
	b.work(len(b.t.narrowFor(len(args)).moves) + b.n*len(b.t.asked)/4)
	q := &bitAsking{want: want, args: args, order: orders[len(args)]}
	for _, order := range q.order {
		read := q.inOrder(order)
		b.t.narrowFor(len(args)).each(want, read, func(m *bitMove) bool {
			found = append(found, b.moved(Op{Row: m.row, Imm: m.imm}, m.from, read[:len(m.row.Src)]...))
			return len(found) < mostOnes || b.unlimited
		})
	}
	whole := q.whole()
	if whole {
		found = append(found, b.oneOfBytes(q)...)
	}
	return append(found, b.oneWithConstant(q, whole)...)
}

// oneOfBytes are those that move whole bytes.
func (b *bitSearch) oneOfBytes(q *bitAsking) (found []*bitNode) {
	for _, order := range q.order {
		for _, m := range b.t.whole[len(q.args)] {
			if q.movesBytes(m.cells, order) {
				if n := b.byBytes(m, q.inOrder(order)[:len(m.row.Src)]...); satisfies(n.bits, q.want) {
					if found = append(found, n); len(found) == mostOnes && !b.unlimited {
						return found
					}
				}
			}
		}
	}
	return found
}

// oneWithConstant are those with a constant; whole says whether moving whole bytes may do.
func (b *bitSearch) oneWithConstant(q *bitAsking, whole bool) (found []*bitNode) {
	for _, r := range b.t.asked {
		if len(r.row.Src) != len(q.args) && !(len(q.args) == 1 && r.readsTwice()) || r.lane >= 8 && !whole || !b.allows(r) {
			continue
		}
		for _, order := range q.order {
			if r.single && order[0] != 0 {
				break // it may take either where it takes one
			}
			read := q.inOrder(order)[:len(r.row.Src)]
			if from, ok := r.choose(q.want, read); ok {
				if found = append(found, b.moved(Op{Row: r.row}, from, read...)); len(found) == mostOnes && !b.unlimited {
					return found
				}
			}
		}
	}
	return found
}

// orders are those of one or two arguments.
var orders = [][][]int{1: {{0}}, 2: {{0, 1}, {1, 0}}}

// An bitAsking is what is wanted of nodes.
type bitAsking struct {
	want  []bit
	args  []*bitNode
	order [][]int
	bytes [][]uint64 // of each argument, for each byte of what is wanted, the bytes that have it
	zeros uint64     // the bytes that may be zero
	free  uint64     // those that nobody cares about
}

func (q *bitAsking) inOrder(order []int) []*bitNode {
	switch {
	case len(order) == 1:
		return []*bitNode{q.args[0], q.args[0]}[:1] // of a row of two, both
	case order[0] == 0:
		return q.args
	}
	return []*bitNode{q.args[1], q.args[0]}
}

// A moveIndex is moves of as many arguments, with what each brings to a bit.
type moveIndex struct {
	moves []*bitMove
	at    []bit // len(moves)·bit + move
}

func newMoveIndex(n int, moves []*bitMove) *moveIndex {
	x := &moveIndex{moves: moves, at: make([]bit, n*len(moves))}
	for k, m := range moves {
		for i, c := range m.from {
			x.at[i*len(moves)+k] = c
		}
	}
	return x
}

// each calls visit with every move that makes what is wanted of the arguments, of which the last is all that are not there, until it says no.
func (x *moveIndex) each(want []bit, args []*bitNode, visit func(m *bitMove) bool) {
	v := [2][]bit{args[0].bits, args[len(args)-1].bits}
	probe := -1
	for i, w := range want { // what is not there already tells more
		if w != freeBit && (probe < 0 || want[probe] == zeroBit && w >= 0) {
			probe = i
		}
		if w != freeBit && w != v[0][i] && w != v[1][i] && (w >= 0 || v[0][i] >= 0) {
			probe = i
			break
		}
	}
	if probe < 0 {
		return
	}
	w, k := want[probe], len(x.moves)
	for k, c := range x.at[probe*k : (probe+1)*k] {
		if c >= 0 {
			c = v[c/maxBits][c%maxBits]
		}
		if c == w && moves(x.moves[k].from, want, &v) && !visit(x.moves[k]) {
			return
		}
	}
}

// moves says whether a move makes what is wanted.
func moves(from, want []bit, args *[2][]bit) bool {
	for i, w := range want {
		if w == freeBit {
			continue
		}
		c := from[i]
		if c >= 0 {
			c = args[c/maxBits][c%maxBits]
		}
		if c != w {
			return false
		}
	}
	return true
}

// whole says whether moving whole bytes may do, and notes which.
func (q *bitAsking) whole() bool {
	n := len(q.want) / 8
	for u := range n {
		if want := q.want[8*u : 8*u+8]; !satisfies(noBits[:], want) { // most often the first byte that is wanted tells
			if !satisfies(zeroByte[:], want) && !slices.ContainsFunc(q.args, func(a *bitNode) bool { return hasByte(a.bits, want) }) {
				return false
			}
			break
		}
	}
	q.bytes = make([][]uint64, len(q.args))
	for k := range q.bytes {
		q.bytes[k] = make([]uint64, n)
	}
	for u := range n {
		want := q.want[8*u : 8*u+8]
		if satisfies(noBits[:], want) {
			q.free |= 1 << u
		} else if satisfies(zeroByte[:], want) {
			q.zeros |= 1 << u
		}
		any := false
		for k, a := range q.args {
			for v := range n {
				if satisfies(a.bits[8*v:8*v+8], want) {
					q.bytes[k][u] |= 1 << v
					any = true
				}
			}
		}
		if !any && (q.free|q.zeros)>>u&1 == 0 {
			return false
		}
	}
	return true
}

// hasByte says whether a vector has the byte somewhere.
func hasByte(have, want []bit) bool {
	for j := 0; j < len(have); j += 8 {
		if satisfies(have[j:j+8], want) {
			return true
		}
	}
	return false
}

var (
	noBits   = [8]bit{freeBit, freeBit, freeBit, freeBit, freeBit, freeBit, freeBit, freeBit}
	zeroByte = [8]bit{zeroBit, zeroBit, zeroBit, zeroBit, zeroBit, zeroBit, zeroBit, zeroBit}
)

// movesBytes says whether a move of bytes of the nodes in that order makes what is wanted.
func (q *bitAsking) movesBytes(cells []cell, order []int) bool {
	for u := range len(q.want) / 8 {
		c := cells[u]
		switch {
		case q.free>>u&1 == 1:
		case c >= 0:
			if q.bytes[order[min(int(c)/maxCells, len(order)-1)]][u]>>(c%maxCells)&1 == 0 {
				return false
			}
		case c != zeroCell || q.zeros>>u&1 == 0:
			return false
		}
	}
	return true
}

// choose takes for each field a choice that makes what is wanted of the nodes: zeros where nobody cares, if it can.
func (r *fieldRow) choose(want []bit, args []*bitNode) (from []bit, ok bool) {
	for i := r.row.Bits; i < len(want); i++ {
		if want[i] != freeBit && want[i] != zeroBit {
			return nil, false
		}
	}
	if r.single {
		return r.chooseBits(want, args)
	}
	var buffer [maxBits]int16
	chosen := buffer[:0]
	if !r.eachField(func(f *field, start int) bool {
		best := r.choice(f, start, want, args)
		chosen = append(chosen, int16(best))
		return best >= 0
	}) {
		return nil, false
	}
	from = make([]bit, len(want))
	for i := r.row.Bits; i < len(want); i++ {
		from[i] = zeroBit
	}
	k := 0
	r.eachField(func(f *field, start int) bool {
		r.put(f, int(chosen[k]), start, from)
		k++
		return true
	})
	return from, true
}

// chooseBits is choose of a row that takes each bit from where it is, or clears it.
func (r *fieldRow) chooseBits(want []bit, args []*bitNode) (from []bit, ok bool) {
	for i, w := range want {
		if w != freeBit && w != r.rest && args[0].bits[i] != w && args[len(args)-1].bits[i] != w {
			return nil, false
		}
	}
	from = make([]bit, len(want))
	for i, w := range want {
		switch {
		case i >= r.row.Bits:
			from[i] = zeroBit
		case r.rest != freeBit && (w == freeBit || w == r.rest):
			from[i] = r.rest
		case w == freeBit || args[0].bits[i] == w:
			from[i] = bit(i)
		case args[len(args)-1].bits[i] == w:
			from[i] = bit(maxBits + i)
		}
	}
	return from, true
}

// choice is one that makes what is wanted, with zeros where nobody cares, or -1.
func (r *fieldRow) choice(f *field, start int, want []bit, args []*bitNode) int {
	best := -1
	for c := range f.can {
		if r.does(f, c, start, want, args) {
			if f.zero(c) {
				return c
			}
			if best < 0 {
				best = c
			}
		}
	}
	return best
}

// zero says whether a choice clears all.
func (f *field) zero(c int) bool {
	for _, b := range f.can[c] {
		if b != zeroBit {
			return false
		}
	}
	return true
}

// does says whether a choice makes of the lanes of its field what is wanted.
func (r *fieldRow) does(f *field, c, start int, want []bit, args []*bitNode) bool {
	for k, l := range f.lanes {
		low := start + int(l)*r.lane
		arg, at := r.at(f.can[c][k], start)
		for x := range r.lane {
			w := want[low+x]
			if w == freeBit {
				continue
			}
			have := f.can[c][k]
			if arg >= 0 {
				have = args[arg].bits[at+x]
			}
			if have != w {
				return false
			}
		}
	}
	return true
}

// put writes what a choice makes.
func (r *fieldRow) put(f *field, c, start int, from []bit) {
	for k, l := range f.lanes {
		low := start + int(l)*r.lane
		arg, at := r.at(f.can[c][k], start)
		for x := range r.lane {
			if from[low+x] = f.can[c][k]; arg >= 0 {
				from[low+x] = bit(arg*maxBits + at + x)
			}
		}
	}
}

// clearedByShifts are two shifts of the lanes of a node, one way and the other, that make what is wanted: fields without a mask.
//
//	x << 3 >> 5 in lanes of 16      z z z z z x12 … x2
func (b *bitSearch) clearedByShifts(want []bit, v *bitNode, distance int) *bitNode {
	b.work(2 * len(b.t.shifts))
	for k := range b.t.shifts {
		first := &b.t.shifts[k]
		by := distance - first.by
		if (first.by > 0) == (by > 0) || by <= -first.lane || by >= first.lane {
			continue
		}
		if last := b.t.shiftBy[[2]int{first.lane, by}]; last != nil && first.shifted(last, want, v) {
			x := b.moved(Op{Row: first.m.row, Imm: first.m.imm}, first.m.from, v)
			return b.moved(Op{Row: last.m.row, Imm: last.m.imm}, last.m.from, x)
		}
	}
	return nil
}
