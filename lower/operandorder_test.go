package lower_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// The best of a map takes no more than what is decided quickly where its two sources change places.
func TestOperandOrder(t *testing.T) {
	t.Parallel()
	turns := 3
	if *full {
		turns = 25
	}
	onVectors(t, 2, func(t *testing.T, tg *target.Target, r *rand.Rand) {
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
			searched := sequenceFor(t, &l, m, lower.Options{Target: tg, Budget: 1 << 12}) // as much as who decides quickly may look at
			if decided := sequenceFor(t, &l, turned, lower.Options{Target: tg, Effort: lower.Quick}); costly(decided) < costly(searched) {
				t.Errorf("%s: %v takes %+v, and with its sources the other way round %+v", tg.Name, m, searched.Count, decided.Count)
			}
		}
	})
}
