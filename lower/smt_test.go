package lower_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Solvers that know nothing of lanes judge sequences of every target: bytes to quadwords and bits, one register and several, with zeros, undefined lanes and those of the old destination, with
// constants that are loaded and that are made. What is asked for with another lane is refuted.
func TestSolversJudge(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 240)
	times := 1
	if *full {
		times = 12
	}
	var cases []claim
	for _, tg := range target.Targets() {
		l := lower.New(tg)
		first := random.IntN(2) // of the kinds every other one
		for k := range times * 6 {
			if !*full && k%2 == first {
				continue
			}
			bits, most := 8<<(k%4), tg.Bits[len(tg.Bits)-1]
			if tg.Holds(target.General) && k%2 == 0 {
				bits, most = 1, 64
			}
			if k%6 == 5 {
				most *= 2
			}
			m := randomMap(random, bits, max(most/bits, 2), 1+random.IntN(2), k%2 == 0)
			o := lower.Options{Effort: lower.Quick, Budget: 1 << 6}
			if k%3 == 0 {
				o.MaxConstants = lower.AtMost(0)
			}
			r, err := l.Lower(t.Context(), m, o)
			if err != nil {
				continue
			}
			for _, lie := range []bool{false, true} {
				if lie && !lied(r) {
					continue
				}
				text, err := r.SMT(tg)
				if err != nil {
					t.Fatalf("%s: %v: %v", tg.Name, m, err)
				}
				cases = append(cases, claim{fmt.Sprintf("%s, %v", tg.Name, m), text, !lie})
			}
		}
	}
	judge(t, cases)
}

// lied makes one lane that the result's map defines another's, if the register of its result does not hold that too.
func lied(r *lower.Result) bool {
	m := r.Map.Clone()
	for i, l := range m.Lane {
		if l.Kind == lane.Source && m.Src[l.Src] > 1 {
			m.Lane[i] = lane.From(l.Src, (l.Index+1)%m.Src[l.Src])
			r.Map = m
			return true
		}
	}
	return false
}

// A claim is a problem, and whether what it claims is true.
type claim struct {
	name, problem string
	holds         bool
}

// judge has each solver decide claims.
func judge(t *testing.T, claims []claim) {
	t.Helper()
	problems := make([]string, len(claims))
	for k, c := range claims {
		problems[k] = c.problem
	}
	for _, solver := range oracle.Solvers {
		proved, refuted := 0, 0
		for k, answer := range oracle.Solve(t, solver, problems) {
			c := claims[k]
			switch {
			case answer == "unsat" && c.holds:
				proved++
			case answer == "sat" && !c.holds:
				refuted++
			default:
				t.Errorf("%s: %s: %s, which holds: %v:\n%s", solver, c.name, answer, c.holds, c.problem)
			}
		}
		if t.Logf("%s: %d proved, %d refuted", solver, proved, refuted); proved == 0 || refuted == 0 {
			t.Error("nothing was asked")
		}
	}
}
