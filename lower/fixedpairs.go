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

// fixedPairs are such pairs of a target for vectors of one size.
type fixedPairs struct {
	growing
	list []fixedPair
}

// A fixedPair is two ops. Their arguments are the numbers of the pair's own, and behind them what the first op makes.
type fixedPair struct {
	first, last Op
	args        int
	from        []bit // what comes out, over the arguments
}

// fixedPairs is the table for vectors of n bits, which nobody reads before it is ready.
func (s *search) fixedPairs(n int) *fixedPairs {
	s.l.mu.Lock()
	defer s.l.mu.Unlock()
	if s.l.pairs == nil {
		s.l.pairs = map[rowsOf]*fixedPairs{}
	}
	of := rowsOf{s.o.Target, s.file, n}
	t := s.l.pairs[of]
	if t == nil {
		t = newFixedPairs(of)
		s.l.pairs[of] = t
	}
	return t
}

func newFixedPairs(of rowsOf) *fixedPairs {
	t := new(fixedPairs)
	t.steps = append(t.steps, func() {
		for _, m := range makers(of) {
			t.steps = append(t.steps, func() { t.made(of, m) })
		}
		t.steps = append(t.steps, func() { t.crossed(of) })
	})
	return t
}

// made adds what rows make of a constant that an op makes.
func (t *fixedPairs) made(of rowsOf, m maker) {
	for _, row := range of.target.RowsIn(of.file) {
		switch x := row.Index; {
		case row.Length() > of.bits:
		case row.Union != nil:
			t.unions(m, row, of.bits)
		case x != nil && !x.Inline && !x.Mask && !row.Implicit():
			t.indexed(m, row, of.bits)
		}
	}
}

// crossed adds what goes through general registers.
func (t *fixedPairs) crossed(of rowsOf) {
	fits := func(r *target.Row) bool { return r.Length() <= of.bits }
	for _, out := range of.target.Crossings() {
		for _, in := range of.target.Crossings() {
			if out.FileOf('d') == target.General && in.FileOf('d') == target.Vectors && fits(out) && fits(in) && out.Imm != nil && in.Imm != nil {
				t.crossings(out, in, of.bits)
			}
		}
	}
}

// A maker is an op that reads nothing, and the constant that it makes.
type maker struct {
	op   Op
	bits []bit
}

// makers are all that make a constant that no other makes.
func makers(of rowsOf) (list []maker) {
	for _, row := range of.target.RowsIn(of.file) {
		if len(row.Src) > 0 || row.Imm == nil || row.Bits > of.bits {
			continue
		}
		for v := range row.Imm.Values {
			made, ok := bitsOf(row.Imm.Map(v), of.bits)
			clearAbove(made, row)
			if ok && !slices.ContainsFunc(list, func(m maker) bool { return slices.Equal(m.bits, made) }) {
				list = append(list, maker{Op{Row: row, Imm: v}, made})
			}
		}
	}
	return list
}

// clearAbove makes what is above a row's destination zero, as an instruction leaves it.
func clearAbove(list []bit, row *target.Row) {
	for i := row.Bits; i < len(list); i++ {
		list[i] = zeroBit
	}
}

// indexed adds a row whose constant operand is made, and some of its sources with it.
func (t *fixedPairs) indexed(m maker, row *target.Row, n int) {
	k, _ := constantOf(mapOfBits(m.bits[:row.Index.Bits], nil))
	does, ok := bitsOf(row.Index.Apply(k), n)
	for made := range 1<<len(row.Src) - 1 {
		if made > 0 && row.Consecutive {
			break // what is made follows no input
		}
		args, others := among(len(row.Src), made)
		last := Op{Row: row, Const: k, Made: true, By: Arg(others), Args: args}
		from := slices.Clone(does)
		for i, c := range from {
			if c < 0 {
				continue
			}
			if from[i] = bit(int(args[c/maxBits])*maxBits) + c%maxBits; int(args[c/maxBits]) == others {
				from[i] = m.bits[c%maxBits]
			}
		}
		t.add(fixedPair{m.op, last, others, from}, ok)
	}
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

// unions adds a row that computes, of which some operands are made.
func (t *fixedPairs) unions(m maker, row *target.Row, n int) {
	for made := 1; made < 1<<len(row.Src)-1; made++ {
		args, others := among(len(row.Src), made)
		src, values := slices.Repeat([]int{n}, others), make([]lane.Map, len(row.Src))
		for i, size := range row.Src {
			own := m.bits
			if int(args[i]) < others {
				own = source(int(args[i]), n)
			}
			values[i] = mapOfBits(own[:size], src)
		}
		from, ok := bitsOf(row.Union.Of(values...), n)
		t.add(fixedPair{m.op, Op{Row: row, Args: args}, others, from}, ok)
	}
}

// source is argument k bit by bit.
func source(k, n int) []bit {
	list := make([]bit, n)
	for i := range list {
		list[i] = bit(k*maxBits + i)
	}
	return list
}

// crossings adds a row that takes something out of a vector, and one that puts it into one.
func (t *fixedPairs) crossings(out, in *target.Row, n int) {
	others := len(in.Src) // of which one is the general register: the vector that out reads stands in its place
	for v := range out.Imm.Values {
		crossed, ok := bitsOf(out.Imm.Map(v), n)
		clearAbove(crossed, out)
		for w := range in.Imm.Values {
			from, fine := bitsOf(in.Imm.Map(w), n)
			first, last := Op{Row: out, Imm: v}, Op{Row: in, Imm: w}
			for k := range in.Src {
				number := Arg(k)
				if in.SourceFile(k) == target.General {
					first.Args, number = []Arg{number}, Arg(others)
					through(from, crossed, k)
				}
				last.Args = append(last.Args, number)
			}
			t.add(fixedPair{first, last, others, from}, ok && fine)
		}
	}
}

// through replaces what comes of source k by what stands there.
func through(from, crossed []bit, k int) {
	for i, c := range from {
		if c < 0 || int(c)/maxBits != k {
			continue
		}
		if from[i] = crossed[c%maxBits]; from[i] >= 0 {
			from[i] += bit(k * maxBits)
		}
	}
}

// add adds a pair, if it moves anything.
func (t *fixedPairs) add(p fixedPair, ok bool) {
	if clearAbove(p.from, p.last.Row); ok && slices.ContainsFunc(p.from, func(c bit) bool { return c >= 0 }) {
		t.list = append(t.list, p)
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
	list, ok := bitsOf(want, n)
	if !ok || n < 128 {
		return nil
	}
	t := s.fixedPairs(n)
	if !t.ready(s.until) {
		return nil
	}
	s.spend(len(t.list) / bitsPerCandidate)
	for i := range t.list {
		p := &t.list[i]
		eachAssignment(p.args, len(args), func(from []int) {
			if !covers(from, reads) || !p.does(list, from) || p.last.Row.Consecutive && (d.loose || !follow(p.last.Row, from, args, d.inputs)) {
				return
			}
			values := make([]Arg, len(from), len(from)+1)
			for k, x := range from {
				values[k] = args[x]
			}
			found = append(found, p.draft(d, values))
		})
	}
	return found
}

// does says whether the pair makes what is wanted of these sources.
func (p *fixedPair) does(want []bit, from []int) bool {
	for i, w := range want {
		if w == freeBit {
			continue
		}
		c := p.from[i]
		if c >= 0 {
			c = bit(from[c/maxBits]*maxBits) + c%maxBits
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
