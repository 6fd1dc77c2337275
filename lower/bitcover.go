package lower

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

func trailing(x uint64) int { return bits.TrailingZeros64(x) }

// A termSet is terms that have some of what is wanted right.
type termSet struct {
	open   bitSet // what is left
	terms  []term
	weight float64
}

// Bounds of the search for terms.
const (
	coversKept   = 4 // of as many terms
	coversJoined = 2
	fewEnough    = 6.0
	narrowAfter  = 6 // terms, after which one cover is kept
)

// A choosing says which terms a cover may have.
type choosing uint8

const (
	plain  choosing = iota // one op without a constant
	chosen                 // also one with a constant
	picked                 // also two, of which the first picks bytes
)

// cover makes what is wanted of values, by at most so many terms, if that weighs less than the bound.
func (b *bitSearch) cover(want []bit, bank []*bitNode, most int, how choosing, bound float64) []*bitNode {
	for _, v := range bank {
		if satisfies(v.bits, want) {
			return []*bitNode{v}
		}
	}
	var found []*bitNode
	for k, v := range bank {
		found = append(found, b.one(want, v)...)
		for _, w := range bank[:k] {
			found = append(found, b.one(want, v, w)...)
		}
		if len(found) == 0 {
			found = append(found, b.bytesMapped(want, v)...)
		}
	}
	if len(found) > 0 {
		return b.lightest(found, mostJoined)
	}
	c := b.coverage(want, bank)
	for now := plain; now <= how && bound > fewEnough; now++ {
		for _, x := range c.covers(most, bound, now) {
			bound = min(bound, x.weight)
			found = append(found, c.joined(x)...)
		}
	}
	if len(found) == 0 && !b.loads() && how == picked { // what no mask may clear has to be clean
		c.clean = true
		for _, x := range c.covers(most, math.Inf(1), picked) {
			found = append(found, c.joined(x)...)
		}
	}
	return b.cheapest(found, want, mostJoined)
}

// covers are the lightest sets of terms that have all that is wanted right.
func (c *coverage) covers(most int, bound float64, how choosing) []termSet {
	states := []termSet{{open: c.whole}}
	total := float64(c.whole.count())
	var done []termSet
	rare := c.rarity()
	for level := 1; level <= most && len(states) > 0; level++ {
		var next []termSet
		for _, s := range states {
			if c.b.s.budget <= 0 && len(next) > 0 {
				break
			}
			for _, t := range c.covering(rare.pick(&s.open), &s.open, how) {
				n := termSet{open: s.open.without(&t.right), terms: append(s.terms[:len(s.terms):len(s.terms)], t)}
				n.weight = s.weight + t.weight + c.b.cleaning(&t) + 1
				if n.weight >= bound {
					continue
				}
				if n.open.empty() {
					done = append(done, n)
				} else {
					next = append(next, n)
				}
			}
		}
		rate := func(s *termSet) float64 { return s.weight / (total - float64(s.open.count())) }
		slices.SortStableFunc(next, func(s, t termSet) int { return cmp.Compare(rate(&s), rate(&t)) })
		kept := coversKept
		if level >= narrowAfter {
			kept = 1
		}
		states = next[:min(len(next), kept)]
		if len(done) > 0 {
			slices.SortStableFunc(done, func(s, t termSet) int { return cmp.Compare(s.weight, t.weight) })
			bound = min(bound, done[0].weight)
			states = slices.DeleteFunc(states, func(s termSet) bool { return s.weight+1 >= done[0].weight })
		}
	}
	return done[:min(len(done), coversJoined)]
}

// joined are the ways to join the terms of a cover.
func (c *coverage) joined(x termSet) []*bitNode {
	j := bitJoining{b: c.b, want: c.want, known: map[joinOf][]*bitNode{}}
	for _, t := range x.terms {
		j.terms, j.right = append(j.terms, t.make()), append(j.right, t.right)
	}
	return j.all()
}

// rarity says how many plain terms have each bit right.
type rarity [maxBits]int32

func (c *coverage) rarity() *rarity {
	var r rarity
	for k := range c.terms {
		for w, x := range c.terms[k].right {
			for ; x != 0; x &= x - 1 {
				r[64*w+trailing(x)]++
			}
		}
	}
	return &r
}

// pick is the open bit that the fewest have.
func (r *rarity) pick(open *bitSet) int {
	best := -1
	for w, x := range open {
		for ; x != 0; x &= x - 1 {
			if i := 64*w + trailing(x); best < 0 || r[i] < r[best] {
				best = i
			}
		}
	}
	return best
}

// bytesMapped makes what is wanted of a value if whole bytes of it are wanted.
func (b *bitSearch) bytesMapped(want []bit, v *bitNode) []*bitNode {
	q := &bitAsking{want: want, args: []*bitNode{v}}
	if !q.whole() {
		return nil
	}
	cells := make([]cell, b.n/8)
	for u := range cells {
		switch x := q.bytes[0][u]; {
		case q.free>>u&1 == 1:
			cells[u] = freeCell
		case x>>u&1 == 1:
			cells[u] = cell(u)
		case q.zeros>>u&1 == 1:
			cells[u] = zeroCell
		default:
			cells[u] = cell(trailing(x))
		}
	}
	return b.moveBytes(cells, v)
}

// moveBytes are ways to move bytes of some nodes so.
func (b *bitSearch) moveBytes(cells []cell, of ...*bitNode) (found []*bitNode) {
	d := draft{inputs: len(of), bits: slices.Repeat([]int{b.n}, len(of)), loose: true}
	args := firstArgs(len(of))
	for _, f := range b.s.front(mapOf(cells, len(of)), d, args, planDepth-1) {
		if !slices.ContainsFunc(f.code, func(o Op) bool { return o.Made }) { // a node's constant is one that is loaded
			found = append(found, b.embedded(f, of))
		}
	}
	return found
}

// brought is the lightest way to move bytes so; nil if there is none.
func (b *bitSearch) brought(cells []cell, of ...*bitNode) *bitNode {
	for _, n := range b.lightest(b.moveBytes(cells, of...), 1) {
		return n
	}
	return nil
}
