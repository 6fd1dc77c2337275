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

// The best of a map takes no more than what is decided quickly where its two sources change places.
func TestOperandOrder(t *testing.T) {
	t.Parallel()
	seed := chance.Seed(t)
	turns := 3
	if *full {
		turns = 25
	}
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 2))
			var l lower.Lowerer
			for i := range turns * 4 {
				bits, elem := slices.Max(tg.Bits), []int{8, 16, 32, 64}[i%4]
				m := randomMap(r, elem, bits/elem, 2, i%3 == 0)
				turned := m.Clone()
				for k, x := range m.Lane {
					switch x.Kind {
					case lane.Old: // the old destination would be a third source
						m.Lane[k], turned.Lane[k] = lane.Lane{}, lane.Lane{}
					case lane.Source:
						turned.Lane[k] = lane.From(1-x.Src, x.Index)
					}
				}
				best := sequenceFor(t, &l, m, lower.Options{Target: tg, Budget: 1 << 5})
				if quickly := sequenceFor(t, &l, turned, lower.Options{Target: tg, Effort: lower.Quick}); costly(quickly) < costly(best) {
					t.Errorf("%s, seed %d: %v takes %+v, and with its sources the other way round %+v", tg.Name, seed, m, best.Count, quickly.Count)
				}
			}
		})
	}
}
