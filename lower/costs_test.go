package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// sums are the costs that are sums of counts.
var sums = map[lower.Cost]func(lower.Count) int{
	lower.Balanced:     balanced,
	lower.Instructions: func(c lower.Count) int { return c.Ops },
	lower.Loop:         func(c lower.Count) int { return c.Ops + c.Copies + c.Sets },
}

// Under no cost is an answer dearer than what is answered under another, in one register or in several, alike or not. Of several each part knows the same ways under all sums, but which
// of them are put together is looked for step by step, so that one map in a hundred ends elsewhere: one in twenty may.
func TestCosts(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 51)
	asked, elsewhere, first := 0, 0, random.IntN(8)
	for k, g := range gateTargets {
		tg, l := targetNamed(t, g.name), new(lower.Lowerer)
		for j, kind := range []string{"one", "two", "alike"} {
			mapOf := mapsOfCosts[kind]
			if !*full && (first+k+3*j)%8 > 0 || testing.Short() && (first+k)%4 > 0 { // a share of them
				continue
			}
			tries := 1
			if *full {
				tries = 12
			}
			for range tries {
				bits := []int{8, 16, 32}[random.IntN(3)]
				m := mapOf(random, tg, bits)
				for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
					if effort == lower.Best && !*full && (testing.Short() || random.IntN(4) > 0) {
						continue
					}
					counts := map[lower.Cost]lower.Count{}
					for cost := range sums {
						r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: cost, Effort: effort, Budget: 1 << 12})
						if err != nil {
							t.Fatalf("%s, %s: %v: %v", g.name, kind, m, err)
						}
						counts[cost] = r.Count
					}
					asked++
					say, wrong := t.Errorf, false
					if kind != "one" {
						say = t.Logf
					}
					for cost, sum := range sums {
						for other, c := range counts {
							if sum(c) < sum(counts[cost]) {
								wrong = true
								say("%s, %s, %v: %v: under %v %+v, and under %v %+v", g.name, kind, effort, m, cost, counts[cost], other, c)
							}
						}
					}
					if wrong {
						elsewhere++
					}
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
	if t.Logf("%d of %d are cheaper under another cost", elsewhere, asked); elsewhere > 2+asked/20 {
		t.Error("too many are cheaper under another cost")
	}
}

// mapsOfCosts are maps of one register, of two, and of several each of which has the same lanes of its source.
var mapsOfCosts = map[string]func(r *rand.Rand, tg *target.Target, bits int) lane.Map{
	"one": func(r *rand.Rand, tg *target.Target, bits int) lane.Map {
		return randomMap(r, bits, tg.Bits[0]/bits, 1+r.IntN(2), false)
	},
	"two": func(r *rand.Rand, tg *target.Target, bits int) lane.Map {
		return randomMap(r, bits, 2*tg.Bits[len(tg.Bits)-1]/bits, 1+r.IntN(2), false)
	},
	"alike": func(r *rand.Rand, tg *target.Target, bits int) lane.Map {
		each := tg.Bits[len(tg.Bits)-1] / bits
		place, n := r.Perm(each), (2+r.IntN(3))*each
		m := lane.Map{Bits: bits, Src: []int{n}, Lane: make([]lane.Lane, n)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(0, i/each*each+place[i%each])
		}
		return m
	},
}
