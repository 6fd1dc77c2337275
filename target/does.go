package target

import "github.com/lanescope/lanescope/lane"

// does is what an entry of a table says about lanes: a move, a shift, a look or a union. It is put into a row when that has its sizes.
type does interface{ fill(r *Row) }

// A cell says where one lane comes from. It is written with these: lane i of the first or the second source, zero, and a lane that is computed.
func a(i int) lane.Lane { return lane.From(0, i) }
func b(i int) lane.Lane { return lane.From(1, i) }

func zero() lane.Lane     { return lane.Zero() }
func computed() lane.Lane { return lane.Lane{} }

// within is cell(i) if i is one of n lanes, and zero if not.
func within(i, n int, cell func(int) lane.Lane) lane.Lane {
	if i < 0 || i >= n {
		return zero()
	}
	return cell(i)
}

// either is yes if the bit is set.
func either(bit int, yes, no lane.Lane) lane.Lane {
	if bit&1 == 1 {
		return yes
	}
	return no
}

// move is what an instruction does for each value of its immediate; every block of the vector does the same.
type move struct {
	elem   int // bits of a lane
	block  int // bits of a block; 0 is the whole vector
	values int // of the immediate. 0 is one value: no immediate; each is a bit for each lane of a block, some a value for each
	// cell is where lane i of the n lanes of a block comes from; indices count from the start of the block.
	cell func(n, v, i int) lane.Lane
}

const (
	each = -1
	some = -2
)

func (d move) fill(r *Row) {
	r.Elem = d.elem
	n := blockLanes(r, d.block, d.elem)
	values := max(d.values, 1)
	switch d.values {
	case each:
		values = 1 << n
	case some:
		values = n
	}
	r.Imm = r.inBlocks(values, 0, func(v int) blocks { return blocks{d.elem, n, v, d.cell} })
}

func blockLanes(r *Row, block, bits int) int {
	if block == 0 {
		block = r.Bits
	}
	return block / bits
}

// inBlocks is an immediate for each value of which all blocks of the row do the same.
func (r *Row) inBlocks(values, first int, of func(v int) blocks) *Immediate {
	return &Immediate{Values: values, First: first, Map: func(v int) lane.Map { return of(v).in(r) }, blocks: of}
}

// Blocks are n lanes of so many bits each, of which cell says for a value where they come from.
type blocks struct {
	bits, n, v int
	cell       func(n, v, i int) lane.Lane
}

// first puts what the first block does into lanes.
func (b blocks) first(lanes []lane.Lane) {
	for i := range lanes[:b.n] {
		lanes[i] = b.cell(b.n, b.v, i)
	}
}

// in is the map of a row that consists of blocks.
func (b blocks) in(r *Row) lane.Map {
	m := emptyMap(r, b.bits)
	b.first(m.Lane)
	for start := b.n; start < len(m.Lane); start += b.n {
		here := m.Lane[start : start+copy(m.Lane[start:], m.Lane[:b.n])]
		for i := range here {
			if l := &here[i]; l.Kind == lane.Source {
				l.Index += start
			}
		}
	}
	return m
}

// inBlock is a lane of a block that starts at lane start.
func inBlock(l lane.Lane, start int) lane.Lane {
	if l.Kind == lane.Source {
		l.Index += start
	}
	return l
}

// emptyMap has the sizes of a row, and no lane defined.
func emptyMap(r *Row, bits int) lane.Map {
	m := lane.Map{Bits: bits, Src: make([]int, len(r.Src)), Lane: make([]lane.Lane, r.Bits/bits)}
	for k, n := range r.Src {
		m.Src[k] = n / bits
	}
	return m
}

// shift is what an instruction does that moves the bits of each lane by its immediate. Its cell knows lanes of any width: a shift of 32 bits
// by 24 is one of four bytes by 3.
type shift struct {
	elem   int // bits of a lane
	values int // how many counts there are
	cell   func(n, v, i int) lane.Lane
	first  int // the count of value 0
}

func (d shift) fill(r *Row) {
	r.Elem = d.elem
	r.Imm = r.inBlocks(d.values, d.first, func(v int) blocks {
		v += d.first
		w := greatestDivisor(d.elem, v)
		return blocks{w, d.elem / w, v / w, d.cell}
	})
}

func greatestDivisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
