package lower_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

var update = flag.Bool("update", false, "write what is answered to maps by chance")

// What is answered to some maps by chance is what the file has, for each of the costs, with few constants and many, quickly and by a search of some budgets: how much it costs, what is known of it, what
// found it and what ended the search. That no answer is wrong others hold; here it is which of those that are right.
func TestWideAnswersHeld(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(11, 301)) // the same ones each time
	limits := []lower.Limit{{}, lower.AtMost(0), lower.AtMost(1), lower.AtMost(2)}
	budgets := []int{1 << 4, 1 << 7, 1 << 9}
	var b strings.Builder
	k := 0
	for _, of := range []struct {
		target string
		bits   int
	}{{"sse2", 128}, {"ssse3", 128}, {"avx", 256}, {"avx2", 256}, {"neon", 128}, {"vsx", 128}, {"rvv128", 128}, {"wasm", 128}, {"lsx", 128}, {"bmi2", 64}, {"avx2+bmi2", 128}} {
		tg := targetNamed(t, of.target)
		for _, elem := range []int{32, 16, 8, 4} {
			if elem == 32 && of.bits == 128 || elem == 4 && of.target != "ssse3" && of.target != "bmi2" {
				continue
			}
			for range 8 {
				m := randomMap(random, elem, of.bits/elem, 1+random.IntN(2), elem >= 8 && of.target != "bmi2" && random.IntN(2) == 0)
				if random.IntN(6) == 0 {
					m.Lane[0] = lane.Fixed(lane.ConstOf(5))
				}
				o := lower.Options{Target: tg, Cost: lower.Cost(k % 4), MaxConstants: limits[k/4%4], Budget: budgets[k/2%3], Effort: lower.Effort(k / 8 % 2)}
				k++
				fmt.Fprintf(&b, "%s: %v; %v, %v constants, %v, %d: ", of.target, m, o.Cost, o.MaxConstants, o.Effort, o.Budget)
				if r, err := tables.Lower(t.Context(), m, o); err != nil {
					fmt.Fprintln(&b, err)
				} else {
					fmt.Fprintf(&b, "%+v, %v cycles; %v, at least %d; %s; %v\n", r.Count, r.Latency, r.Proof, r.LowerBound, r.Strategy, r.Ended)
				}
			}
		}
	}
	golden.Held(t, "testdata/answers.txt", b.String(), *update)
}

// Where no sequence loads so few constants, it is said how few were allowed.
func TestLimitIsSaid(t *testing.T) {
	for _, row := range []struct{ target, form string }{
		{"sse2", "i32x4 i32x4 -> #5 b3 b2 b1"}, {"ssse3", "i8x16 -> #5 a3 a2 a1 a7 a6 a5 a4 a8 a9 a10 a11 a12 a13 a14 a15"}, {"neon", "i32x4 -> #12345 a3 a2 a1"},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		want := "no sequence was found on " + row.target + " with at most 0 constants: "
		if r, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, row.target), MaxConstants: lower.AtMost(0), Budget: 1 << 8}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %s: %+v, %v", row.target, row.form, r, err)
		}
		if r, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, row.target), Budget: 1 << 8}); err != nil || r.Constants == 0 {
			t.Errorf("%s: %s: %+v, %v", row.target, row.form, r, err)
		}
	}
}
