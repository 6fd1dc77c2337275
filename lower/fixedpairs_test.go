package lower_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Two ops that load nothing are cheaper than one with a constant, where one of them makes it, takes away what another brought, or goes through a general register.
func TestFixedPairs(t *testing.T) {
	for _, row := range []struct{ target, form string }{
		{"neon", "i8x16 i8x16 -> a0 a1 a2 a3 b4 a5 a6 b7 a8 a9 a10 a11 b12 a13 a14 b15"},
		{"neon", "i8x16 -> a0 a1 z a3 a4 a5 a6 a7 a8 a9 z a11 a12 a13 a14 a15"},
		{"neon", "i8x16 -> z a1 a2 z z _ z z z _ z z z z z z"},
		{"ssse3", "i8x16 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0"},
		{"sse4.1", "i8x16 -> z a1 a2 a3 a4 a5 a6 a7 _ a9 a10 a11 a12 a13 a14 a15"},
		{"avx512vbmi", "i8x16 -> a0 a0 a0 a0 a0 a0 a0 a0 a8 a8 a8 a8 a8 a8 a8 a8"},
		{"avx2+bmi2", "i8x16 -> a0 a1 a2 a3 a0 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		tg := targetNamed(t, row.target)
		for _, constants := range []int{0, anyNumber} {
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, MaxConstants: lower.AtMost(constants)})
			if err != nil || r.Ops != 2 || r.Constants != 0 || r.Proof != lower.Minimal {
				t.Errorf("%s: %s: %v, %+v %v %q", row.target, m, err, r.Count, r.Proof, r.Listing(tg))
			}
		}
	}
}

// A blend of bytes that is the same in both halves is two ops on NEON, movi and a select, if it is not one. What is minimal costs no more.
func TestBlendsByMadeMasks(t *testing.T) {
	random := chance.Random(t, 19)
	neon := targetNamed(t, "neon")
	for range 60 {
		mask := 1 + random.IntN(254)
		m := lane.Map{Bits: 8, Src: []int{16, 16}}
		for i := range 16 {
			m.Lane = append(m.Lane, lane.From(mask>>(i%8)&1, i))
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: neon})
		if err != nil || r.Ops+r.Copies+2*r.Constants > 2 || r.Proof != lower.Minimal {
			t.Errorf("%s: %v, %+v %v %q", m, err, r.Count, r.Proof, r.Listing(neon))
		}
	}
}

// A lane of which nobody cares about a part is not a wider lane: what asks less is one op where what asks more is two.
func TestLanesInPart(t *testing.T) {
	for _, row := range []struct{ target, form string }{
		{"avx2", "i8x16 -> a0 _ z z z z z z a1 _ z z z z z z"},
		{"wasm", "i32x4 i32x4 -> b0 _ b1 z"},
		{"avx512", "i16x32 -> a0 _ a8 _ a16 _ a24 _"},
		{"bmi2", "i1x64 -> _ a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 1 1 1 1 1 1 1 1 _ 1 1 1 1 1 1 1 z z z z z z _" + strings.Repeat(" z", 25)},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		tg := targetNamed(t, row.target)
		if r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, MaxConstants: lower.AtMost(0)}); err != nil || r.Ops != 1 {
			t.Errorf("%s: %s: %v, %+v %q", row.target, m, err, r.Count, r.Listing(tg))
		}
	}
}

// A search that its budget ends says so, and proves nothing that more of it refutes; it ends at the same place every time.
func TestBudgetEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	m, err := lane.Parse("i8x16 i8x16 -> a3 b7 a1 b5 a7 b2 a0 b12 a15 b1 a4 b4 a9 b6 a2 b8")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sse2", "ssse3", "neon", "avx2"} {
		o := lower.Options{Target: targetNamed(t, name)}
		whole, err := new(lower.Lowerer).Lower(t.Context(), m, o)
		if err != nil || whole.Ended != lower.Done {
			t.Errorf("%s: %v, %v", name, err, whole.Ended)
		}
		ended := 0
		for o.Budget = 1; o.Budget < 1<<12; o.Budget *= 16 {
			r, err := new(lower.Lowerer).Lower(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := new(lower.Lowerer).Lower(t.Context(), m, o)
			if !slices.Equal(r.Listing(o.Target), again.Listing(o.Target)) || r.Proof != again.Proof || r.Ended != again.Ended {
				t.Errorf("%s: two answers for a budget of %d", name, o.Budget)
			}
			if r.Ended == lower.ByBudget {
				ended++
			}
			if r.LowerBound > whole.Ops {
				t.Errorf("%s: a budget of %d proves %d ops at least, and %d do", name, o.Budget, r.LowerBound, whole.Ops)
			}
		}
		if ended == 0 {
			t.Errorf("%s: no budget ended the search", name)
		}
	}
}
