package lower_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A question is what a Lowerer is asked: one map, or a network of several.
type question struct {
	maps []lane.Map
	o    lower.Options
}

// answer is all that a user sees of what l says.
func (q question) answer(t *testing.T, l *lower.Lowerer) string {
	if len(q.maps) > 1 {
		r, err := l.Network(t.Context(), q.maps, q.o)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(strings.Join(r.Listing(q.o.Target), "\n"), r.Ops, r.Proof, r.LowerBound)
	}
	r, err := l.Lower(t.Context(), q.maps[0], q.o)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(strings.Join(r.Listing(q.o.Target), "\n"), r.Count, r.Proof, r.LowerBound, r.Ended)
}

// questions are some of every target, of both efforts, of bits and of several registers by chance, and two networks.
func questions(t *testing.T, r *rand.Rand, share int) (all []question) {
	t.Helper()
	for _, tg := range target.Targets() {
		for _, c := range gateCells(tg) {
			for _, effort := range []lower.Effort{lower.Best, lower.Quick} {
				if r.IntN(share) == 0 {
					m := c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources)
					all = append(all, question{[]lane.Map{m}, lower.Options{Target: tg, Effort: effort, Budget: 1 << 8}})
				}
			}
		}
	}
	ssse3 := targetNamed(t, "ssse3")
	return append(all,
		question{[]lane.Map{scattered(1, 1)(r, 128)}, lower.Options{Target: ssse3, Budget: 1 << 8}},
		question{[]lane.Map{gateKinds[0].randomMap(r, 16, 16, 2)}, lower.Options{Target: ssse3, Budget: 1 << 8}},
		question{networkMaps(t, "interleave", 3, 0, 1, 4, 32), lower.Options{Target: ssse3, Budget: 1 << 8}},
		question{networkMaps(t, "transpose", 4, 4, 1, 4, 32), lower.Options{Target: targetNamed(t, "avx2"), Budget: 1 << 8}})
}

// Eight goroutines ask one Lowerer that nobody asked before, each from another place on, and everyone is told what a Lowerer says that is asked that alone. So what is kept for all shows neither who
// asked first nor what was asked in between, and under the race detector what is kept without a lock is found.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	share := 20
	switch {
	case *full:
		share = 1
	case testing.Short():
		share = 60
	}
	all := questions(t, chance.Random(t, 93), share)
	const goroutines = 8
	said := make([][]string, goroutines)
	shared := new(lower.Lowerer)
	var asking sync.WaitGroup
	for g := range goroutines {
		said[g] = make([]string, len(all))
		asking.Go(func() {
			for k := range all {
				k = (k + g*len(all)/goroutines) % len(all)
				said[g][k] = all[k].answer(t, shared)
			}
		})
	}
	asking.Wait()
	for k, q := range all {
		want := q.answer(t, new(lower.Lowerer))
		for g := range said {
			if said[g][k] != want {
				t.Errorf("%s, %v, %v: at the same time as others\n%s\nalone\n%s", q.o.Target.Name, q.o.Effort, q.maps, said[g][k], want)
			}
		}
	}
}
