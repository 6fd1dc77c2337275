package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// mostDearerOfTwo is of how many programs of two ops, in a hundred of all targets, what is decided quickly costs more.
const mostDearerOfTwo = 4

// What one op does with any immediate, constant or mask, nobody who wants no search pays more for; of two ops few.
func TestQuickAgainstPrograms(t *testing.T) {
	t.Parallel()
	each := 40
	switch {
	case *full:
		each = 2000
	case testing.Short():
		each = 10
	}
	r := chance.Random(t, 61)
	var asked, dearer [3]int
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		for ops := 1; ops <= 2; ops++ {
			n, m := dearerThanPrograms(t, r, tg, ops, each)
			t.Logf("%s: of %d programs of %d ops %d cost less than what is decided", tg.Name, n, ops, m)
			asked[ops], dearer[ops] = asked[ops]+n, dearer[ops]+m
			if n < each {
				t.Errorf("%s: %d programs of %d ops were asked for", tg.Name, n, ops)
			}
		}
	}
	if t.Logf("of %d programs of one op %d cost less, of %d of two %d", asked[1], dearer[1], asked[2], dearer[2]); !testing.Short() && 100*dearer[2] > mostDearerOfTwo*asked[2] { // few have larger shares
		t.Errorf("of %d programs of two ops %d cost less than what is decided", asked[2], dearer[2])
	}
}

// dearerThanPrograms asks for what random programs do to whole bytes, and counts those that cost less than the answer, of which there must be none of one op.
func dearerThanPrograms(t *testing.T, r *rand.Rand, tg *target.Target, ops, each int) (asked, dearer int) {
	t.Helper()
	for tries := 0; asked < each && tries < 100*each; tries++ {
		p, m, ok := randomForward(r, tg, ops)
		if !ok || m.Bits < 8 {
			continue
		}
		asked++
		quick, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
		if err != nil {
			t.Errorf("%s: %v: %v", tg.Name, m, err)
			continue
		}
		if n := p.needed(); balanced(n) < balanced(quick.Count) {
			if dearer++; ops == 1 {
				t.Errorf("%v: %+v by %q, %q\n  but %+v: %v", m, quick.Count, quick.Strategy, quick.Listing(tg), n, p)
			}
		}
	}
	return asked, dearer
}
