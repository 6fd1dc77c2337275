package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// bitMap is a random map of lanes narrower than a byte as programs have them: what is gathered, spread, moved together or anywhere, of one source or two.
func bitMap(random *rand.Rand, bits, total int) lane.Map {
	n := total / bits
	m := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	density := 1 + random.IntN(8)
	kind, shift, next := random.IntN(5), random.IntN(n), 0
	for i := range m.Lane {
		src := 0
		if kind >= 3 {
			src = random.IntN(2)
		}
		switch m.Lane[i] = lane.Zero(); {
		case random.IntN(16) == 0:
			m.Lane[i] = lane.Lane{}
		case kind == 0: // a gather
			if next += 1 + random.IntN(density); next < n {
				m.Lane[i] = lane.From(src, next)
			}
		case kind == 1: // a scatter
			if random.IntN(density) == 0 {
				m.Lane[i] = lane.From(src, next)
				next++
			}
		case kind == 2, kind == 3: // what moves together
			if random.IntN(density) != 0 {
				m.Lane[i] = lane.From(src, (i+shift)%n)
			}
		case random.IntN(n) < 6: // a few lanes of anywhere
			m.Lane[i] = lane.From(src, random.IntN(n))
		}
	}
	return m
}

// Maps of bits run on this CPU where general registers take part: their C and their listings.
func TestGeneralOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	maps, inputs := 12, 20
	if *full {
		maps, inputs = 1000, 1000
	}
	for _, tg := range target.Targets() {
		if !tg.Holds(target.General) || !*full && tg.Name != "bmi2" && tg.Name != "avx2+bmi2" {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(8, 64))
			for _, total := range tg.Bits {
				c, listings := cProgram{}, cProgram{listings: true}
				n := maps * 64 / total
				for i := range n {
					m := bitMap(random, 1<<random.IntN(3), total)
					o := lower.Options{Target: tg, Cost: someCost(i), Budget: searched()}
					if i%8 == 7 && total == 64 { // there is always a way without constants in general registers
						o.MaxConstants = lower.AtMost(0)
					}
					c.add(t, &tables, m, o)
					listings.add(t, &tables, m, o)
				}
				c.run(t, tg, total, inputs)
				listings.run(t, tg, total, inputs)
			}
		})
	}
}
