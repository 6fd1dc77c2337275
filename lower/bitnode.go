package lower

import (
	"encoding/binary"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A bitNode is a value of a sequence as it is looked for: an input, or an op with the nodes that it reads. What two nodes read is made once.
type bitNode struct {
	id   int
	op   Op         // its Args and Const are found when it is written
	args []*bitNode // none of an input
	from []bit      // what the op makes of its arguments, maxBits·argument + bit; nil of an input and of a union
	bits []bit      // what it holds, of the inputs
	all  []*bitNode // the ops up to it, in an order in which they can be done

	loads int        // constants of all of them, as if none were shared
	other []*bitNode // what else can stand for it where it was made for
}

// isInput says whether the bitNode is an input.
func (n *bitNode) isInput() bool { return n.op.Row == nil }

// loadsOne is how many constants the bitNode's own op loads.
func (n *bitNode) loadsOne() int {
	k := 0
	if x := n.op.Row.Index; x != nil && !x.Inline {
		k++
	}
	if n.op.Form != Plain {
		k++
	}
	return k
}

// weight is what a sequence is taken to cost while it is looked for: constants that are loaded may still be shared.
func (b *bitSearch) weight(n *bitNode) float64 { return float64(len(n.all)) + b.load*float64(n.loads) }

// input is a value of the draft as a bitNode.
func (b *bitSearch) input(k int, bits []bit) *bitNode {
	n := &bitNode{id: b.ids, bits: bits, op: Op{Imm: k}}
	b.ids++
	return n
}

// add makes a bitNode of an op, or finds the one that is the same.
func (b *bitSearch) add(op Op, from []bit, args []*bitNode, holds func() []bit) *bitNode {
	key := binary.AppendUvarint([]byte{byte(op.Form)}, op.Mask)
	key = binary.AppendUvarint(key, uint64(op.Imm))
	for _, a := range args {
		key = binary.AppendUvarint(key, uint64(a.id))
	}
	if op.Row.Index != nil {
		key = appendBits(key, from)
	}
	of := nodeOf{op.Row, string(key)}
	if n := b.nodes[of]; n != nil {
		return n
	}
	n := &bitNode{id: b.ids, op: op, args: args, from: from, bits: holds()}
	b.ids++
	for _, a := range args {
		n.all = mergeNodes(n.all, a.all)
	}
	n.all = append(n.all, n)
	for _, m := range n.all {
		n.loads += m.loadsOne()
	}
	b.nodes[of] = n
	return n
}

type nodeOf struct {
	row *target.Row
	key string
}

// mergeNodes are the nodes of both, in the order in which they were made.
func mergeNodes(a, b []*bitNode) []*bitNode {
	switch {
	case len(b) == 0:
		return a[:len(a):len(a)]
	case len(a) == 0:
		return b[:len(b):len(b)]
	}
	r := make([]*bitNode, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].id < b[0].id:
			r, a = append(r, a[0]), a[1:]
		case a[0].id > b[0].id:
			r, b = append(r, b[0]), b[1:]
		default:
			r, a, b = append(r, a[0]), a[1:], b[1:]
		}
	}
	return append(append(r, a...), b...)
}

// moved is a row that moves bits of its arguments so.
func (b *bitSearch) moved(op Op, from []bit, args ...*bitNode) *bitNode {
	return b.add(op, from, args, func() []bit { return take(from, args) })
}

// take is what from makes of the arguments.
func take(from []bit, args []*bitNode) []bit {
	r := make([]bit, len(from))
	for i, c := range from {
		if r[i] = c; c >= 0 {
			r[i] = args[c/maxBits].bits[c%maxBits]
		}
	}
	return r
}

// byBytes is a row that moves bytes so.
func (b *bitSearch) byBytes(m *move, args ...*bitNode) *bitNode {
	op := Op{Row: m.row, Imm: m.imm}
	if m.zeros != nil {
		return b.add(op, nil, args, func() []bit { return m.packed(args, b.n) })
	}
	return b.moved(op, bitsOfCells(m.cells), args...)
}

// bitsOfCells are bytes bit by bit.
func bitsOfCells(cells []cell) []bit {
	r := make([]bit, 8*len(cells))
	for i := range r {
		r[i] = bitOfCell(cells[i/8], i%8)
	}
	return r
}

// bit is where a move takes bit i from.
func (m *move) bit(i int) bit { return bitOfCell(m.cells[i/8], i%8) }

// bitOfCell is bit k of a byte.
func bitOfCell(c cell, k int) bit {
	switch {
	case c == freeCell:
		return freeBit
	case c >= 0:
		return bit(int(c)/maxCells*maxBits + int(c)%maxCells*8 + k)
	case int(zeroCell-c)>>k&1 == 1:
		return oneBit
	}
	return zeroBit
}

// packed is what a pack makes of its arguments: bytes beside which there is nothing.
func (m *move) packed(args []*bitNode, n int) []bit {
	r := bitsOfCells(m.cells)
	at := func(c cell, k int) bit { return args[c/maxCells].bits[8*int(c%maxCells)+k] }
	for u, c := range m.cells {
		whole := true
		for _, z := range m.zeros[u] {
			for k := range 8 {
				whole = whole && at(z, k) == zeroBit
			}
		}
		for k := range 8 {
			switch {
			case !whole:
				r[8*u+k] = freeBit
			case c >= 0:
				r[8*u+k] = at(c, k)
			}
		}
	}
	return r[:n]
}

// joined is the or of two nodes.
func (b *bitSearch) joined(x, y *bitNode) *bitNode {
	if x.id > y.id {
		x, y = y, x
	}
	return b.add(Op{Row: b.or}, nil, []*bitNode{x, y}, func() []bit { return orBits(x.bits, y.bits) })
}

// orBits is an or of vectors: where both have something, nobody knows what it is.
func orBits(x, y []bit) []bit {
	r := make([]bit, len(x))
	for i, p := range x {
		switch q := y[i]; {
		case q == zeroBit || p == q || p == oneBit:
			r[i] = p
		case p == zeroBit || q == oneBit:
			r[i] = q
		default:
			r[i] = freeBit
		}
	}
	return r
}

// embedded is a draft of these nodes as a bitNode.
func (b *bitSearch) embedded(d draft, args []*bitNode) *bitNode {
	src := b.sources()
	nodes := slices.Clone(args)
	for i := range d.code {
		o := &d.code[i]
		read := make([]*bitNode, len(o.Args))
		for k, v := range o.Args {
			read[k] = nodes[v]
		}
		op := Op{Row: o.Row, Imm: o.Imm, Form: o.Form, Mask: o.Mask}
		if o.IsLoad() {
			op.Const = o.Const
		}
		nodes = append(nodes, b.add(op, b.fromOf(o), read, func() []bit { return b.apply(o, read, src) }))
	}
	return nodes[d.result]
}

// fromOf is what an op makes of its arguments; nil of a union.
func (b *bitSearch) fromOf(o *Op) []bit {
	if o.Row.Union != nil {
		return nil
	}
	m := o.move()
	if m.ReadsOld() {
		old := o.destroys()
		if old == len(m.Src) {
			m.Src = append(slices.Clip(m.Src), o.Row.Bits/m.Bits)
		}
		m = m.Clone()
		for i, l := range m.Lane {
			if l.Kind == lane.Old {
				m.Lane[i] = lane.From(old, l.Index)
			}
		}
	}
	from, _ := bitsOf(m, b.n)
	for i := o.Row.Bits; i < b.n; i++ {
		from[i] = zeroBit
	}
	return from
}

// apply is what an op makes of nodes, from the meaning of its row alone.
func (b *bitSearch) apply(o *Op, args []*bitNode, src []int) []bit {
	values := make([]lane.Map, len(args))
	own := *o
	own.Args = make([]Arg, len(args))
	for k, a := range args {
		values[k], own.Args[k] = mapOfBits(a.bits, src), Arg(k)
	}
	m, err := own.apply(values, nil, 0)
	if err != nil {
		panic(err)
	}
	r, _ := bitsOf(m, b.n)
	for i := own.Row.Bits; i < b.n; i++ {
		r[i] = zeroBit
	}
	return r
}
