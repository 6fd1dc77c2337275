package lower_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Constants other than zero are refused by name.
func TestConstantsAreRefused(t *testing.T) {
	m := lane.Map{Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 0), lane.Zero(), lane.Fixed(lane.ConstOf(1)), {}}}
	for _, tt := range target.Targets() {
		_, err := new(lower.Lowerer).Lower(m, lower.Options{Target: tt, MaxConstants: lower.Unlimited})
		if err == nil || !strings.HasPrefix(err.Error(), "lane 2 is the constant 1") {
			t.Errorf("%s: %v", tt.Name, err)
		}
	}
}

// Any map has a sequence or a reason, and none is a bug: every sequence is evaluated before it is returned.
func TestAnyMap(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 13))
	l := &tables
	n, lowered := 8, 0
	if testing.Short() {
		n = 1
	}
	for range n {
		m := anyMap(rng)
		for _, tt := range target.Targets() {
			r, err := l.Lower(m, lower.Options{Target: tt, MaxConstants: lower.Unlimited, Budget: 1 << 12})
			if err != nil {
				continue
			}
			lowered++
			if len(r.Listing(tt)) != r.Ops+r.Constants+r.Copies {
				t.Errorf("%s on %s: %d lines for %+v", m, tt.Name, len(r.Listing(tt)), r.Count)
			}
		}
	}
	t.Logf("%d of %d lowered", lowered, n*len(target.Targets()))
	if lowered < n {
		t.Errorf("only %d maps were lowered", lowered)
	}
}

// anyMap has lanes, sources and sizes that machines have, and such that they have not.
func anyMap(rng *rand.Rand) lane.Map {
	bits := []int{1, 4, 8, 16, 32, 64, 128}[rng.IntN(7)]
	size := []int{64, 128, 128, 128, 256, 512, 96}[rng.IntN(7)]
	n := max(size/bits, 1)
	m := lane.Map{Bits: bits, Src: make([]int, rng.IntN(4)), Lane: make([]lane.Lane, n)}
	for k := range m.Src {
		if m.Src[k] = n; rng.IntN(6) == 0 {
			m.Src[k] = max(n/2, 1)
		}
	}
	for i := range m.Lane {
		switch k := rng.IntN(12); {
		case k < 8 && len(m.Src) > 0:
			s := rng.IntN(len(m.Src))
			m.Lane[i] = lane.From(s, rng.IntN(m.Src[s]))
		case k < 10:
			m.Lane[i] = lane.Zero()
		case k == 10 && rng.IntN(8) == 0:
			m.Lane[i] = lane.FromOld(rng.IntN(n))
		}
	}
	return m
}
