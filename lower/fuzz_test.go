package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A choices is bytes of a fuzzer, taken one after another; behind the last are zeros.
type choices []byte

// below is a number below n.
func (c *choices) below(n int) int {
	if len(*c) == 0 {
		return 0
	}
	x := int((*c)[0])
	if *c = (*c)[1:]; n > 256 && len(*c) > 0 {
		x = x<<8 | int((*c)[0])
		*c = (*c)[1:]
	}
	return x % n
}

// laneMap is a map of any lanes, sources and sizes.
func (c *choices) laneMap() lane.Map {
	m := lane.Map{Bits: []int{1, 2, 4, 8, 16, 32, 64, 128, 24}[c.below(9)]}
	size := []int{64, 128, 256, 512, 96, 32}[c.below(6)]
	for range c.below(5) {
		m.Src = append(m.Src, max([]int{size, size, size / 2, 2 * size}[c.below(4)]/m.Bits, 1))
	}
	for range max(size/m.Bits, 1) {
		l := lane.Lane{}
		switch k := c.below(10); {
		case k < 6 && len(m.Src) > 0:
			s := c.below(len(m.Src))
			l = lane.From(s, c.below(m.Src[s]))
		case k == 6:
			l = lane.Zero()
		case k == 7:
			l = lane.Fixed(lane.ConstOf(uint64(c.below(256))).Slice(0, m.Bits))
		case k == 8:
			l = lane.FromOld(c.below(size / m.Bits))
		}
		m.Lane = append(m.Lane, l)
	}
	return m
}

// Any map, target and options have an answer or a reason. Lower evaluates every sequence; what it says of one holds together.
func FuzzLower(f *testing.F) {
	chance.Fuzz(f, func(t *testing.T, data []byte) {
		c := choices(data)
		targets := target.Targets()
		o := lower.Options{Target: targets[c.below(len(targets))], Cost: lower.Cost(c.below(len(lower.Costs()))), MaxConstants: lower.AtMost(c.below(4) - 1), Budget: 1 + c.below(64)}
		m := c.laneMap()
		r, err := tables.Lower(t.Context(), m, o)
		if err != nil {
			return
		}
		if n := len(r.Listing(o.Target)); n != r.Ops+r.Constants+r.Copies+r.Sets {
			t.Errorf("%s: %v: %d lines of %+v", o.Target.Name, m, n, r.Count)
		}
		if !o.MaxConstants.Allows(r.Constants) {
			t.Errorf("%s: %v: %d constants, of at most %v", o.Target.Name, m, r.Constants, o.MaxConstants)
		}
		if r.LowerBound > r.Ops || r.Proof != lower.BestKnown && r.LowerBound != r.Ops {
			t.Errorf("%s: %v: %+v is %v, with a lower bound of %d", o.Target.Name, m, r.Count, r.Proof, r.LowerBound)
		}
	})
}

// FuzzClaims has seeds of random programs, a target and a length: what is claimed of the map that one does must hold for the program.
func FuzzClaims(f *testing.F) {
	chance.Fuzz(f, func(t *testing.T, seed uint64, number, ops uint8) {
		all := target.Targets()
		askedOf(t, rand.New(rand.NewPCG(seed, 20)), all[int(number)%len(all)], 1+int(ops%3))
	})
}
