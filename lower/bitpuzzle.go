package lower

import (
	"cmp"
	"slices"
)

// A bitPuzzle is what a last row with a constant needs of the vector between.
type bitPuzzle struct {
	p     *bitPairs
	last  *fieldRow
	read  []*bitNode
	needs []bitNeed

	first *fieldRow
	of    []*bitNode
	left  []bitNeed
	ask   []bit
	tries int
}

// A bitNeed is the ways to get what is wanted of one field.
type bitNeed struct{ options [][]bitDemand }

// A bitDemand is a bit wanted in the vector between.
type bitDemand struct {
	at  int16
	bit bit
}

// mostBitTries bounds the options that are tried of one puzzle.
const mostBitTries = 1 << 10

// pose finds the needs; ok is false if the inputs alone do, or the row does not.
func (z *bitPuzzle) pose() (ok bool) {
	b := z.p.b
	for i := z.last.row.Bits; i < b.n; i++ {
		if w := b.want[i]; w != freeBit && w != zeroBit {
			return false
		}
	}
	ok = z.last.eachField(func(f *field, start int) bool {
		var n bitNeed
		none := false
		for c := range f.can {
			if o, can := z.option(f, c, start); can {
				if none = none || len(o) == 0; none {
					break
				}
				n.options = append(n.options, o)
			}
		}
		if !none {
			z.needs = append(z.needs, n)
		}
		return none || len(n.options) > 0
	})
	return ok && len(z.needs) > 0
}

// option is what a choice of a field demands.
func (z *bitPuzzle) option(f *field, c, start int) (list []bitDemand, ok bool) {
	for k, l := range f.lanes {
		arg, at := z.last.at(f.can[c][k], start)
		for x := range z.last.lane {
			w := z.p.b.want[start+int(l)*z.last.lane+x]
			switch {
			case w == freeBit:
			case arg < 0:
				if f.can[c][k] != w {
					return nil, false
				}
			case z.read[arg] == z.p.between:
				list = append(list, bitDemand{int16(at + x), w})
			case z.read[arg].bits[at+x] != w:
				return nil, false
			}
		}
	}
	return list, true
}

// solve looks for a vector that the first row makes of those inputs.
func (z *bitPuzzle) solve(first *fieldRow, of []*bitNode) {
	b := z.p.b
	if b.s.budget <= 0 {
		return
	}
	z.first, z.of, z.tries = first, of, 0
	z.ask = slices.Repeat([]bit{freeBit}, b.n)
	if !z.reduce() {
		return
	}
	if !z.meet(0) {
		z.p.complete = z.p.complete && z.tries < mostBitTries
		return
	}
	if from, ok := first.choose(z.ask, of); ok {
		v := b.moved(Op{Row: first.row}, from, of...)
		read := slices.Clone(z.read)
		for k, a := range read {
			if a == z.p.between {
				read[k] = v
			}
		}
		if from, ok := z.last.choose(b.want, read); ok {
			z.p.take(b.moved(Op{Row: z.last.row}, from, read...))
			z.p.complete = z.p.complete && z.last.row != first.row // others might share a constant
		}
	}
}

// reduce leaves the options that the first row can meet alone, and puts the needs with the fewest first; ok is false if one has none.
func (z *bitPuzzle) reduce() (ok bool) {
	z.left = z.left[:0]
	for _, n := range z.needs {
		var left bitNeed
		for _, o := range n.options {
			z.p.b.work(4 * len(o))
			undo, can := z.demand(o)
			if can {
				left.options = append(left.options, o)
			}
			z.take(undo)
		}
		if len(left.options) == 0 {
			return false
		}
		z.left = append(z.left, left)
	}
	slices.SortStableFunc(z.left, func(m, n bitNeed) int { return cmp.Compare(len(m.options), len(n.options)) })
	return true
}

// take takes demands back.
func (z *bitPuzzle) take(undo []int16) {
	for _, at := range undo {
		z.ask[at] = freeBit
	}
}

// meet takes an option for each need from the k-th on.
func (z *bitPuzzle) meet(k int) bool {
	if k == len(z.left) {
		return true
	}
	for _, o := range z.left[k].options {
		if z.tries++; z.tries >= mostBitTries {
			return false
		}
		z.p.b.work(4 * len(o))
		undo, ok := z.demand(o)
		if ok && z.meet(k+1) {
			return true
		}
		z.take(undo)
	}
	return false
}

// demand asks for an option; ok is false if the first row cannot make it beside what is asked already.
func (z *bitPuzzle) demand(o []bitDemand) (undo []int16, ok bool) {
	for _, d := range o {
		if z.ask[d.at] == d.bit {
			continue
		}
		if z.ask[d.at] != freeBit {
			return undo, false
		}
		z.ask[d.at] = d.bit
		undo = append(undo, d.at)
	}
	last := -1
	for _, at := range undo {
		start := int(at) / z.first.block * z.first.block
		if int(at) >= z.first.row.Bits {
			if z.ask[at] != zeroBit {
				return undo, false
			}
			continue
		}
		k := int(z.first.ruler[(int(at)-start)/z.first.lane])
		if here := start*maxBits + k; here != last {
			if last = here; !z.first.makes(k, start, z.ask, z.of) {
				return undo, false
			}
		}
	}
	return undo, true
}
