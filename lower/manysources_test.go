package lower_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A map of one register takes no more than if a second one were wanted of which nobody cares: rows that read lists of registers are found, and what comes from some of the sources is made apart. One and two sources are
// decided at once where that is wanted quickly; with -full they are searched for.
func TestManySources(t *testing.T) {
	t.Parallel()
	turns := 2
	if *full {
		turns = 10
	}
	onVectors(t, 1, func(t *testing.T, tg *target.Target, r *rand.Rand) {
		var l lower.Lowerer
		for i := range turns * 20 {
			bits := slices.Max(tg.Bits)
			elem := []int{8, 16, 32, 64}[i%4]
			sources := 1 + i/4%5
			m := randomMap(r, elem, bits/elem, sources, false)
			wider := m.Clone()
			for range bits / elem {
				wider.Lane = append(wider.Lane, lane.Lane{})
			}
			for _, e := range []lower.Effort{lower.Quick, lower.Best} {
				if used, _ := m.DropUnused(); e == lower.Best && !*full || e == lower.Quick && len(used.Src) <= 2 {
					continue // of what reads two, quick decides one register by fewer sums than several
				}
				o := lower.Options{Target: tg, Effort: e, Budget: 1 << 7}
				one := sequenceFor(t, &l, m, o)
				if two := sequenceFor(t, &l, wider, o); costly(two) < costly(one) {
					t.Errorf("%s, %v: %v takes %+v, and with a second register %+v", tg.Name, e, m, one.Count, two.Count)
				}
			}
		}
	})
}

// onVectors tests each target of vectors with numbers of its own, all at once.
func onVectors(t *testing.T, stream uint64, test func(t *testing.T, tg *target.Target, random *rand.Rand)) {
	t.Helper()
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			t.Parallel()
			test(t, tg, chance.Random(t, stream))
		})
	}
}

func sequenceFor(t *testing.T, l *lower.Lowerer, m lane.Map, o lower.Options) *lower.Result {
	t.Helper()
	r, err := l.Lower(t.Context(), m, o)
	if err != nil {
		t.Fatalf("%s: %v: %v", o.Target.Name, m, err)
	}
	return r
}

// costly is what a sequence costs by the balanced sum, in which the first set is free.
func costly(r *lower.Result) int { return balanced(r.Count) - min(r.Sets, 1) }

// Of three sources NEON looks everything up at once, whatever effort is made.
func TestListOfSources(t *testing.T) {
	r := chance.Random(t, 1)
	for range 8 {
		m := randomMap(r, 8, 16, 3, false)
		for k := range 3 {
			m.Lane[k] = lane.From(k, r.IntN(16))
		}
		got := sequenceFor(t, new(lower.Lowerer), m, lower.Options{Target: targetNamed(t, "neon"), Effort: lower.Quick})
		if got.Several() || got.Ops != 1 || got.Constants != 1 {
			t.Errorf("%v takes %+v", m, got.Count)
		}
	}
}
