package lower

import (
	"math"
	"slices"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A bitSearch looks for sequences for a map of lanes narrower than bytes.
type bitSearch struct {
	s     *search
	t     *bitTable
	d     draft
	args  []Arg
	n     int   // bits of the vectors
	width int   // of the lanes
	want  []bit // over the inputs

	inputs    []*bitNode
	ids       int
	nodes     map[nodeOf]*bitNode
	steps     map[string][]*bitNode
	fits      map[*bitNode]fitsOf
	or        *target.Row
	selects   bool    // a row takes each bit of one of two vectors
	load      float64 // what a constant is taken to cost
	bound     float64 // the weight of the lightest that is known
	unlimited bool    // all single ops are wanted, and not a few
	done      int     // bits looked at since the budget was charged
}

// loads says whether constants may be loaded.
func (b *bitSearch) loads() bool { return !b.s.o.MaxConstants.allowsNone() }

// allows says whether the constant of a row may be loaded, or need not be.
func (b *bitSearch) allows(r *fieldRow) bool { return b.loads() || r.row.Index.Inline }

// work takes so many looks at a bit off the budget.
func (b *bitSearch) work(bits int) {
	b.done += bits
	b.s.spend(b.done / bitsPerCandidate)
	b.done %= bitsPerCandidate
}

// bitsPerCandidate is how many bits are looked at in the time of a candidate.
const bitsPerCandidate = 1 << 8

func (b *bitSearch) sources() []int { return slices.Repeat([]int{b.n}, len(b.inputs)) }

// newBitSearch poses a map of bits; ok is false if there are no rows for it.
func (s *search) newBitSearch(d draft, want lane.Map, args []Arg) (*bitSearch, bool) {
	n := want.Bits * len(want.Lane)
	for k, r := range want.Reads() {
		if r > 0 {
			n = max(n, want.Src[k]*want.Bits)
		}
	}
	b := &bitSearch{s: s, d: d, args: args, n: n, width: want.Bits, nodes: map[nodeOf]*bitNode{}, steps: map[string][]*bitNode{}, fits: map[*bitNode]fitsOf{}}
	var ok bool
	if b.want, ok = bitsOf(want, n); !ok || s.file != target.Vectors {
		return nil, false
	}
	b.t = s.bitTable(n)
	if len(b.t.or) == 0 {
		return nil, false
	}
	b.or = b.t.or[0]
	b.load = map[Cost]float64{Balanced: 1.2}[s.o.Cost]
	if b.load == 0 {
		b.load = 0.01
	}
	for _, r := range b.t.fields {
		b.selects = b.selects || r.single && len(r.row.Src) == 2
	}
	for k := range args {
		bits := make([]bit, n)
		for i := range bits {
			if bits[i] = freeBit; i < want.Src[k]*want.Bits {
				bits[i] = bit(k*maxBits + i)
			}
		}
		b.inputs = append(b.inputs, b.input(k, bits))
	}
	return b, true
}

// byBits does maps of lanes narrower than bytes.
func (s *search) byBits(d draft, want lane.Map, args []Arg) (found []draft) {
	b, ok := s.newBitSearch(d, want, args)
	if !ok {
		return nil
	}
	for _, w := range b.drafts(b.solve()) {
		found = append(found, w.best)
	}
	return found
}

// mostWritten bounds the nodes of which drafts are written.
const mostWritten = 8

// solve are the lightest nodes for what is wanted.
func (b *bitSearch) solve() (found []*bitNode) {
	b.bound = math.Inf(1)
	take := func(list []*bitNode) {
		found = b.lightest(append(found, list...), mostWritten)
		if len(found) > 0 {
			b.bound = b.weight(found[0]) + slack
		}
	}
	take(b.cover(b.want, b.inputs, maxBits, plain, b.bound))
	for _, p := range b.digitPaths() {
		take(b.along(p))
	}
	take(b.layered(b.width))
	take(b.cover(b.want, b.inputs, maxBits, picked, b.bound))
	for _, p := range append(b.splitPaths(), b.paths()...) {
		take(b.along(p))
	}
	return found
}
