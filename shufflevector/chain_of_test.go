package shufflevector

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// A chain is the map that it was made for, whatever the sources' number and lengths, and has no more shuffles than are needed.
func TestChainOf(t *testing.T) {
	rng := chance.Random(t, 7)
	longest := 0
	for range 3000 {
		m := lane.Map{Bits: 8 << rng.IntN(4), Src: make([]int, rng.IntN(6)), Lane: make([]lane.Lane, 1+rng.IntN(12))}
		n := 1 + rng.IntN(9)
		for k := range m.Src {
			if m.Src[k] = n; rng.IntN(3) == 0 {
				m.Src[k] = 1 + rng.IntN(9)
			}
		}
		for i := range m.Lane {
			switch k := rng.IntN(8); {
			case k < 5 && len(m.Src) > 0:
				s := rng.IntN(len(m.Src))
				m.Lane[i] = lane.From(s, rng.IntN(m.Src[s]))
			case k == 5:
				m.Lane[i] = lane.Fixed(lane.ConstOf(rng.Uint64() & 255))
			}
		}
		c, err := ChainOf(m)
		if err != nil {
			continue // more constants than a vector of this length holds
		}
		longest = max(longest, len(c))
		checkChainOf(t, m, c)
	}
	if longest < 5 {
		t.Errorf("the longest chain has %d shuffles", longest)
	}
}

func checkChainOf(t *testing.T, m lane.Map, c Chain) {
	t.Helper()
	got, names, err := c.Map()
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	kept := make([]lane.Map, len(names))
	for k, name := range names {
		s, _ := lane.SourceIndex(name[1:])
		kept[k] = lane.Map{Bits: m.Bits, Src: m.Src, Lane: make([]lane.Lane, m.Src[s])}
		for i := range kept[k].Lane {
			kept[k].Lane[i] = lane.From(s, i)
		}
	}
	if got, err = got.Of(kept...); err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	if len(got.Src) == 0 {
		got.Src = m.Src
	}
	if v, err := lane.Compare(got, m); err != nil || v.Relation != lane.Equal {
		t.Fatalf("%s\nis made as %s: %v %v\n%v", m, got, v, err, c)
	}
	live := 0
	for _, n := range m.Reads() {
		live += min(n, 1)
	}
	same := true
	for k, n := range m.Src {
		same = same && (n == m.Src[0] && n == len(m.Lane) || m.Reads()[k] == 0)
	}
	if same && len(c) > max(live, 1) {
		t.Errorf("%s: %d shuffles for %d sources", m, len(c), live)
	}
}
