package lower

import (
	"math/bits"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// This file finds exactly what two rows do that leave no choice, beside those that move vectors: one makes a constant, or takes lanes into a general register, and the other reads that.
//
//	movi v2.2d, #0xff000000ff0000          pxor xmm1, xmm1                       vpextrb eax, xmm1, 4
//	bif v0.16b, v1.16b, v2.16b             pshufb xmm0, xmm1                     vpinsrb xmm0, xmm0, eax, 9
//
// Rows that make constants have few values, and with each of them a row that reads one is a move.

// fixedPairs are such pairs of a target for vectors of one size, by what their last row is.
type fixedPairs struct {
	pairsOf
	makers func() []maker
	lasts  []*fixedLast
}

// An atom is a bit or a cell, as a table is of bits or of bytes.
type atom int32

// freeAtom is either's where nobody cares or nobody knows.
const freeAtom = atom(freeBit)

// A fixedPair is two ops. Their arguments are the numbers of the pair's own, and behind them what the first op makes.
type fixedPair struct {
	first, last Op
	args        int
	from        []atom // what comes out, over the arguments
}

// fixedPairs is the table for vectors of n bits.
func (s *search) fixedPairs(n int, bytes bool) *fixedPairs {
	of := pairsOf{rowsOf{s.o.Target, s.file, n}, bytes}
	return s.l.pairs.Of(of, func() *fixedPairs { return newFixedPairs(of, func() []maker { return s.l.makers.Of(of, of.makers) }) })
}

// pairsOf is what a table is of: rows, for maps of whole bytes, or of bits.
type pairsOf struct {
	rowsOf
	bytes bool
}

// per is how many atoms a source has.
func (of pairsOf) per() atom {
	if of.bytes {
		return maxCells
	}
	return maxBits
}

// zero is an atom of zeros.
func (of pairsOf) zero() atom {
	if of.bytes {
		return atom(zeroCell)
	}
	return atom(zeroBit)
}

// atoms are a map atom by atom, free above it; ok is false for one that reads the old destination.
func (of pairsOf) atoms(m lane.Map) (list []atom, ok bool) {
	if of.bytes {
		list = slices.Repeat([]atom{freeAtom}, of.bits/8)
		for i, c := range target.BytesOf(m) {
			list[i] = atom(c)
		}
		return list, !m.ReadsOld()
	}
	bits, ok := bitsOf(m, of.bits)
	for _, b := range bits {
		list = append(list, atom(b))
	}
	return list, ok
}

// clearAbove makes what is above a row's destination zero, as an instruction leaves it.
func (of pairsOf) clearAbove(list []atom, row *target.Row) {
	for i := len(list) * row.Bits / of.bits; i < len(list); i++ {
		list[i] = of.zero()
	}
}

// source is argument k as a map of so many bits, over so many.
func (of pairsOf) source(k, others, bits int) lane.Map {
	m := lane.Map{Bits: 1, Src: slices.Repeat([]int{of.bits}, others), Lane: make([]lane.Lane, bits)}
	if of.bytes {
		m = lane.Map{Bits: 8, Src: slices.Repeat([]int{of.bits / 8}, others), Lane: make([]lane.Lane, bits/8)}
	}
	for i := range m.Lane {
		m.Lane[i] = lane.From(k, i)
	}
	return m
}

func newFixedPairs(of pairsOf, makers func() []maker) *fixedPairs {
	t := &fixedPairs{pairsOf: of, makers: makers}
	for _, row := range of.target.RowsIn(of.file) {
		switch x := row.Index; {
		case row.Length() > of.bits, row.Union != nil && row.Union.Kind == target.Pack: // a pack saturates what nobody knows
		case row.Union != nil:
			for made := 1; made < 1<<len(row.Src)-1; made++ {
				t.last(row, made, t.union)
			}
		case x != nil && !x.Inline && !x.Mask && !row.Implicit():
			for made := range 1<<len(row.Src) - 1 {
				if made == 0 || !row.Consecutive { // what is made follows no input
					t.last(row, made, t.indexed)
				}
			}
		}
	}
	t.crossed()
	return t
}

// crossed adds what goes through general registers.
func (t *fixedPairs) crossed() {
	fits := func(r *target.Row) bool { return r.Length() <= t.bits && r.Imm != nil }
	for _, out := range t.target.Crossings() {
		for _, in := range t.target.Crossings() {
			if out.FileOf('d') == target.General && in.FileOf('d') == target.Vectors && fits(out) && fits(in) {
				l := &fixedLast{row: in}
				l.steps = []func(){func() { t.crossings(l, out) }}
				t.lasts = append(t.lasts, l)
			}
		}
	}
}

// A maker is an op that reads nothing, and the constant that it makes.
type maker struct {
	op    Op
	atoms []atom
	value lane.Const
	whole []byte // the constant
	bytes string // see wholeBytes
}

// makers are all that make a constant that no other makes.
func (of pairsOf) makers() (list []maker) {
	known := map[lane.Const]bool{}
	eachMade(of.target.RowsIn(of.file), of.bits, func(row *target.Row, imm int, m lane.Map) {
		value, ok := constantOf(m)
		atoms, fine := of.atoms(m)
		if !ok || !fine || known[value] {
			return
		}
		known[value] = true
		of.clearAbove(atoms, row)
		whole := bytesOf(value, of.bits/8)
		list = append(list, maker{Op{Row: row, Imm: imm}, atoms, value, whole, wholeBytes(whole)})
	})
	return list
}

// eachMade calls visit with all that rows make which read nothing, in registers of up to so many bits.
func eachMade(rows []*target.Row, bits int, visit func(row *target.Row, imm int, m lane.Map)) {
	for _, row := range rows {
		if len(row.Src) > 0 || row.Imm == nil || row.Bits > bits {
			continue
		}
		for v := range row.Imm.Values {
			visit(row, v, row.Imm.Map(v))
		}
	}
}

// bytesOf are the lowest bytes of a constant.
func bytesOf(value lane.Const, n int) []byte {
	list := make([]byte, n)
	for i := range list {
		v, _ := value.Slice(8*i, 8).Uint64()
		list[i] = byte(v)
	}
	return list
}

// wholeBytes says of each byte whether it is 0, 255, or something else, which is 1.
func wholeBytes(list []byte) string {
	list = slices.Clone(list)
	for i, v := range list {
		if v != 0 && v != 255 {
			list[i] = 1
		}
	}
	return string(list)
}

// indexed adds a row whose constant operand is made, and some of its sources with it.
func (t *fixedPairs) indexed(l *fixedLast, m maker) {
	k := m.value.Slice(0, l.row.Index.Bits)
	from, ok := t.atoms(l.row.Index.Apply(k))
	for i, c := range from {
		if c < 0 {
			continue
		}
		if arg := l.args[c/t.per()]; int(arg) == l.others {
			from[i] = m.atoms[c%t.per()]
		} else {
			from[i] = atom(arg)*t.per() + c%t.per()
		}
	}
	t.add(l, fixedPair{m.op, Op{Row: l.row, Const: k, Made: true, By: Arg(l.others), Args: l.args}, l.others, from}, ok)
}

// among are the arguments of a row of n sources of which some are made: the numbers of the others, and behind them that of what is made.
func among(n, made int) (args []Arg, others int) {
	others = n - bits.OnesCount(uint(made))
	for i := range n {
		number := i - bits.OnesCount(uint(made&(1<<i-1)))
		if made>>i&1 == 1 {
			number = others
		}
		args = append(args, Arg(number))
	}
	return args, others
}

// union adds a row that computes, of which some operands are made.
func (t *fixedPairs) union(l *fixedLast, m maker) {
	values := make([]lane.Map, len(l.row.Src))
	for i, size := range l.row.Src {
		if int(l.args[i]) < l.others {
			values[i] = t.source(int(l.args[i]), l.others, size)
			continue
		}
		values[i] = t.source(0, l.others, size)
		for j := range values[i].Lane {
			values[i].Lane[j] = lane.Fixed(m.value.Slice(j*values[i].Bits, values[i].Bits))
		}
	}
	from, ok := t.atoms(l.row.Union.Of(values...))
	t.add(l, fixedPair{m.op, Op{Row: l.row, Args: l.args}, l.others, from}, ok)
}

// crossings adds a row that takes something out of a vector, before one that puts it into one.
func (t *fixedPairs) crossings(l *fixedLast, out *target.Row) {
	in := l.row
	others := len(in.Src) // of which one is the general register: the vector that out reads stands in its place
	for v := range out.Imm.Values {
		crossed, ok := t.atoms(out.Imm.Map(v))
		t.clearAbove(crossed, out)
		for w := range in.Imm.Values {
			from, fine := t.atoms(in.Imm.Map(w))
			first, last := Op{Row: out, Imm: v}, Op{Row: in, Imm: w}
			for k := range in.Src {
				number := Arg(k)
				if in.SourceFile(k) == target.General {
					first.Args, number = []Arg{number}, Arg(others)
					t.through(from, crossed, k)
				}
				last.Args = append(last.Args, number)
			}
			t.add(l, fixedPair{first, last, others, from}, ok && fine)
		}
	}
}

// through replaces what comes of source k by what stands there.
func (t *fixedPairs) through(from, crossed []atom, k int) {
	for i, c := range from {
		if c < 0 || int(c/t.per()) != k {
			continue
		}
		if from[i] = crossed[c%t.per()]; from[i] >= 0 {
			from[i] += atom(k) * t.per()
		}
	}
}

// add adds a pair, if it moves anything.
func (t *fixedPairs) add(l *fixedLast, p fixedPair, ok bool) {
	if t.clearAbove(p.from, p.last.Row); ok && slices.ContainsFunc(p.from, func(c atom) bool { return c >= 0 }) {
		l.list = append(l.list, p)
	}
}

// fixedPair are the drafts of two more ops without a choice that do what is wanted.
func (s *search) fixedPair(d draft, want lane.Map, args []Arg) (found []draft) {
	n := want.Bits * len(want.Lane)
	reads := want.Reads()
	for k := range args {
		if reads[k] > 0 {
			n = max(n, want.Src[k]*want.Bits)
		}
	}
	if n < 128 || n > maxBits || len(want.Src) > maxBitSources {
		return nil
	}
	t := s.fixedPairs(n, want.Bits%8 == 0)
	list, ok := t.atoms(want)
	if !ok {
		return nil
	}
	looked := 0
	for _, l := range t.lasts {
		if !t.may(l, list, reads) {
			continue
		}
		if !l.ready(s.until) {
			return found
		}
		looked += len(l.list)
		for i := range l.list {
			p := &l.list[i]
			eachAssignment(p.args, len(args), func(from []int) {
				if !covers(from, reads) || !t.does(p, list, from) || p.last.Row.Consecutive && (d.loose || !follow(p.last.Row, from, args, d.inputs)) {
					return
				}
				values := make([]Arg, len(from), len(from)+1)
				for k, x := range from {
					values[k] = args[x]
				}
				found = append(found, p.draft(d, values))
			})
		}
	}
	s.spend(looked / bitsPerCandidate)
	return found
}

// does says whether a pair makes what is wanted of these sources.
func (t *fixedPairs) does(p *fixedPair, want []atom, from []int) bool {
	for i, w := range want {
		if w == freeAtom {
			continue
		}
		c := p.from[i]
		if c >= 0 {
			c = atom(from[c/t.per()])*t.per() + c%t.per()
		}
		if c != w {
			return false
		}
	}
	return true
}

// draft is the draft with both ops, whose arguments are these values of it.
func (p *fixedPair) draft(d draft, values []Arg) draft {
	for _, o := range [...]Op{p.first, p.last} {
		args := make([]Arg, len(o.Args))
		for k, number := range o.Args {
			args[k] = values[number]
		}
		if o.Args = args; o.Made {
			o.By = values[o.By]
		}
		d = d.add(o)
		values = append(values, d.result)
	}
	return d
}
