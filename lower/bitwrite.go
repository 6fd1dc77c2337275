package lower

import (
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A writing makes a draft of nodes: it puts the ops in an order, and finds constants of which there are as few as can be.
//
//	a & k, b & m      k and m are one vector if they differ only in bits of the results that nobody reads
//	a & k, b &^ m     likewise, where one is the complement of the other
type writing struct {
	b      *bitSearch
	order  []*bitNode
	stands map[*bitNode]*bitNode // the node in whose place one is
	need   map[*bitNode]*bitSet  // bits of each that somebody reads
	loads  []load
	load   map[*bitNode]int // which of the loads a bitNode takes
	row    map[*bitNode]fit // of a bitNode with a constant: the row that does it
	alone  bool             // nothing is shared
}

// A load is a constant, and all that it has to do.
type load struct {
	k     bitSet // its bits
	care  bitSet // those that matter, if all rows that take it choose for single bits
	fixed bool   // one of them does not
	fits  []fit
}

// A fit is a row that does what is needed of a bitNode, by a constant, with its arguments in an order.
type fit struct {
	row     *target.Row
	single  bool // each bit of the constant rules one bit
	swapped bool
	k, care bitSet
	want    []bit // what is asked of the row if it is not single
}

// fitsOf are the fits of a node of which some bits are needed.
type fitsOf struct {
	need bitSet
	list []fit
}

// choices are what a writing may choose between.
type choices struct {
	other  map[*bitNode]int  // which of the nodes that can stand for one
	turned map[*bitNode]bool // the last argument is made first
	fit    map[*bitNode]int  // which of the rows that do what is needed
	alone  bool
}

// written is a bitNode as a draft; ok is false if a row has no constant for what is needed.
func (b *bitSearch) written(root *bitNode, want []bit, c *choices) (d draft, ok bool) {
	w := writing{b: b, stands: map[*bitNode]*bitNode{}, need: map[*bitNode]*bitSet{}, load: map[*bitNode]int{}, row: map[*bitNode]fit{}, alone: c.alone}
	bits := map[*bitNode][]bit{}
	root = w.visit(root, c, map[*bitNode]*bitNode{}, bits)
	if !satisfies(bits[root], want) {
		return d, false
	}
	w.needs(root, want)
	for _, n := range w.order {
		if x := n.op.Row.Index; x != nil && !n.op.IsLoad() && !w.place(n, c.fit[w.stands[n]]) {
			return d, false
		}
	}
	return w.draft(root), true
}

// visit puts the nodes below one into an order, and what is chosen for it in its place.
func (w *writing) visit(n *bitNode, c *choices, seen map[*bitNode]*bitNode, bits map[*bitNode][]bit) *bitNode {
	if r := seen[n]; r != nil {
		return r
	}
	chosen := n
	if k := c.other[n]; k > 0 {
		chosen = n.other[k-1]
	}
	if chosen.isInput() {
		seen[n], bits[chosen] = chosen, chosen.bits
		return chosen
	}
	args := make([]*bitNode, len(chosen.args))
	same := true
	for i := range args {
		k := i
		if c.turned[n] {
			k = len(args) - 1 - i
		}
		args[k] = w.visit(chosen.args[k], c, seen, bits)
		same = same && args[k] == chosen.args[k]
	}
	r := chosen
	if !same {
		r = w.b.again(chosen, args)
	}
	if _, ok := bits[r]; !ok {
		bits[r] = r.bits
		w.order = append(w.order, r)
	}
	seen[n], w.stands[r] = r, n
	return r
}

// needs finds what is read of each bitNode.
func (w *writing) needs(root *bitNode, want []bit) {
	all := bitSet{}
	for i, x := range want {
		if x != freeBit {
			all.add(i)
		}
	}
	w.need[root] = &all
	of := func(n *bitNode) *bitSet {
		if w.need[n] == nil {
			w.need[n] = &bitSet{}
		}
		return w.need[n]
	}
	for _, n := range slices.Backward(w.order) {
		mine := of(n)
		for i := range w.b.n {
			switch {
			case n.from == nil && slices.Contains(w.b.t.or, n.op.Row) && !mine.has(i):
			case n.from == nil:
				for _, a := range n.args {
					of(a).add(i)
				}
			case mine.has(i) && n.from[i] >= 0:
				of(n.args[n.from[i]/maxBits]).add(int(n.from[i]) % maxBits)
			}
		}
	}
}

// place finds the row and the constant of a bitNode: the k-th of those that fit, or the first that fits a constant that is loaded already.
func (w *writing) place(n *bitNode, k int) bool {
	known := w.b.fits[n]
	if known.need != *w.need[n] || known.list == nil {
		known = fitsOf{*w.need[n], w.fits(n)}
		w.b.fits[n] = known
	}
	fits := known.list
	if len(fits) == 0 {
		return false
	}
	if k > 0 {
		fits = fits[(k-1)%len(fits):][:1]
	}
	for _, f := range fits {
		for i := range w.loads {
			if !w.alone && w.loads[i].takes(f) {
				w.load[n], w.row[n] = i, f
				return true
			}
		}
	}
	f := fits[0]
	w.load[n], w.row[n] = len(w.loads), f
	w.loads = append(w.loads, load{k: f.k, care: f.care, fixed: !f.single, fits: fits[:1:1]})
	return true
}

// takes says whether the constant can also do what f needs, and makes it do that.
func (l *load) takes(f fit) bool {
	x, y := l.fits[0].row.Index, f.row.Index
	if x.Inline || y.Inline || x.Bits != y.Bits || x.Mask != y.Mask {
		return false
	}
	lCare, fCare := l.care, f.care
	if l.fixed {
		lCare = everyBit
	}
	if !f.single {
		fCare = everyBit
	}
	if both := lCare.and(&fCare); l.k.and(&both) == f.k.and(&both) {
		fresh := fCare.without(&lCare)
		mine, theirs := l.k.without(&fresh), f.k.and(&fresh)
		l.k, l.care = mine.or(&theirs), lCare.or(&fCare)
	} else if !l.refined(f) {
		return false
	}
	l.fixed = l.fixed || !f.single
	l.fits = append(l.fits, f)
	return true
}

// refined finds another constant, if all that take it are of one row.
func (l *load) refined(f fit) bool {
	for _, g := range l.fits {
		if f.single || g.single || g.row != f.row {
			return false
		}
		for i, x := range g.want {
			if y := f.want[i]; x != y && x != freeBit && y != freeBit {
				return false
			}
		}
	}
	want := slices.Clone(f.want)
	for _, g := range l.fits {
		for i, x := range g.want {
			if x != freeBit {
				want[i] = x
			}
		}
	}
	k, ok := f.row.Index.Solve(mapOfBits(want, f.row.Src))
	if ok {
		l.k = wordsOf(k)
	}
	return ok
}

var everyBit = func() (s bitSet) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}()

// wordsOf are the bits of a constant.
func wordsOf(k lane.Const) (w bitSet) {
	for i := range w {
		w[i], _ = k.Slice(64*i, 64).Uint64()
	}
	return w
}

// constant is a constant of these bits.
func (l *load) constant() lane.Const {
	parts := make([]lane.Const, len(l.k))
	for i, w := range l.k {
		parts[i] = lane.ConstOf(w)
	}
	return lane.Join(64, parts...).Slice(0, l.fits[0].row.Index.Bits)
}

// draft puts the ops behind those of the draft that the search continues.
func (w *writing) draft(root *bitNode) draft {
	d := w.b.d.own(len(w.order))
	at := map[*bitNode]Arg{}
	arg := func(n *bitNode) Arg {
		if n.isInput() {
			return w.b.args[n.op.Imm]
		}
		return at[n]
	}
	for _, n := range w.order {
		op := n.op
		op.Args = make([]Arg, len(n.args))
		for k, a := range n.args {
			op.Args[k] = arg(a)
		}
		if f, ok := w.row[n]; ok {
			if op.Row = f.row; f.swapped {
				slices.Reverse(op.Args)
			}
			op.Const = w.loads[w.load[n]].constant()
		}
		d.push(op)
		at[n] = d.result
	}
	d.result = arg(root)
	return d
}

// fits are the rows that do what is needed of a bitNode, the bitNode's own first.
func (w *writing) fits(n *bitNode) []fit {
	need, row := w.need[n], n.op.Row
	if !w.b.t.isSingle(row) || n.op.Form != Plain {
		want := slices.Clone(n.from)[:row.Bits]
		for i := range want {
			if !need.has(i) || n.op.Form != Plain && n.op.Mask>>(i/row.Mask.Elem)&1 == 0 {
				want[i] = freeBit
			}
		}
		f := fit{row: row, want: want}
		k, ok := row.Index.Solve(mapOfBits(want, row.Src))
		if !ok {
			return nil
		}
		f.k = wordsOf(k)
		return []fit{f}
	}
	var list []fit
	for _, r := range w.b.t.fields {
		if !r.single || r.row.Bits != row.Bits || !slices.Equal(r.row.Src, row.Src) {
			continue
		}
		for _, swapped := range []bool{false, true}[:len(row.Src)] {
			if f, ok := r.fit(n, need, swapped); ok {
				if list = append(list, f); r.row == row && !swapped {
					list[0], list[len(list)-1] = f, list[0]
				}
			}
		}
	}
	return list
}

// fit is the constant with which a row of single bits does what is needed of a bitNode.
func (r *fieldRow) fit(n *bitNode, need *bitSet, swapped bool) (f fit, ok bool) {
	f = fit{row: r.row, single: true, swapped: swapped}
	ok = r.eachField(func(x *field, start int) bool {
		i := start + int(x.lanes[0])
		if !need.has(i) {
			return true
		}
		f.care.add(i)
		want := n.from[i]
		if swapped && want >= 0 {
			want = (want + maxBits) % (2 * maxBits)
		}
		switch want {
		case r.cell(x, 0, start):
		case r.cell(x, 1, start):
			f.k.add(i)
		default:
			return false
		}
		return true
	})
	return f, ok
}

// cell is what choice c makes of the one bit of a field.
func (r *fieldRow) cell(f *field, c, start int) bit {
	b := f.can[c][0]
	if b >= 0 {
		b += bit(start)
	}
	return b
}
