package lower

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// wideMask is a map of two sources, each lane from anywhere.
func wideMask(r *rand.Rand, bits, total int) lane.Map {
	n := total / bits
	m := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	for i := range m.Lane {
		m.Lane[i] = lane.From(r.IntN(2), r.IntN(n))
	}
	return m
}

// What is decided for several registers has bounds that do not depend on time: for 64 bytes of two sources so many questions, which try so many rows together, under the budget that explain has. Where
// nothing was decided with any number of constants first, it took 76 million rows.
func TestAnswersOfSeveral(t *testing.T) {
	const mostAsked, mostTried = 800, 40_000_000
	random := chance.Random(t, 211)
	several := 0
	for _, tg := range target.Targets() {
		if tg.Holds(target.General) || tg.Bits[len(tg.Bits)-1] >= 512 {
			continue
		}
		for _, bits := range []int{8, 16, 32} {
			m := wideMask(random, bits, 512)
			c, err := cutUp(m, tg)
			if err != nil {
				t.Fatal(err)
			}
			o, err := New(tg).settled(Options{Effort: Quick, Budget: 1 << 8})
			if err != nil {
				t.Fatal(err)
			}
			w := New(tg).newWhole(t.Context(), c, o)
			if !w.network() {
				w.climb(o.MaxConstants, false)
			}
			if !w.ok {
				t.Errorf("%s: %v: nothing is decided", tg.Name, m)
			}
			tried := mostTried
			if tg.Name == "vsx" {
				tried = 90_000_000 // one row does to any two registers what is wanted, so that four of bytes are parted in many ways: 44 to 72 million, and on vsx10 to 33
			}
			if several++; w.answers.asked > mostAsked || w.answers.tried > tried {
				t.Errorf("%s: %v: %d questions and %d rows, expected no more than %d and %d", tg.Name, m, w.answers.asked, w.answers.tried, mostAsked, tried)
			}
			t.Logf("%s, lanes of %d bits: %d questions, %d rows", tg.Name, bits, w.answers.asked, w.answers.tried)
		}
	}
	if several == 0 {
		t.Error("no map took several registers")
	}
}
