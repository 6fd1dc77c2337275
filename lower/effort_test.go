package lower_test

import (
	"context"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// The best never costs more than what is decided quickly, and neither is dearer with more constants allowed.
func TestEfforts(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 0)
	asked := 0
	for _, g := range gateTargets {
		tg, l := targetNamed(t, g.name), new(lower.Lowerer)
		for _, c := range gateCells(tg) {
			if c.total > 256 || r.IntN(12) > 0 && !*full || testing.Short() && r.IntN(4) > 0 {
				continue
			}
			m := c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources)
			asked++
			last := map[lower.Effort]int{}
			for limit := range 3 {
				o := lower.Options{Target: tg, MaxConstants: lower.AtMost(limit), Budget: 1 << 12}
				_, quick, ok := bestAndQuick(t, l, m, o)
				if !ok {
					continue
				}
				if quick.Proof != lower.BestKnown || quick.LowerBound > 1 {
					continue // nothing is decided with so few constants, and the search was asked
				}
				if cost, ok := last[lower.Quick]; ok && balanced(quick.Count) > cost {
					t.Errorf("%s: %v: quick costs %d with %d constants allowed, and %d with fewer", g.name, m, balanced(quick.Count), limit, cost)
				}
				last[lower.Quick] = balanced(quick.Count)
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// bestAndQuick are what a search finds and what is decided, which is no cheaper; ok is false where there is nothing, as there may be without constants.
func bestAndQuick(t *testing.T, l *lower.Lowerer, m lane.Map, o lower.Options) (best, quick *lower.Result, ok bool) {
	t.Helper()
	o.Effort = lower.Best
	best, err := l.Lower(t.Context(), m, o)
	if err != nil {
		return nil, nil, false
	}
	o.Effort = lower.Quick
	if quick, err = l.Lower(t.Context(), m, o); err != nil {
		t.Errorf("%s: %v: quick has nothing, and best has something: %v", o.Target.Name, m, err)
		return nil, nil, false
	}
	if balanced(best.Count) > balanced(quick.Count) {
		t.Errorf("%s: %v: best costs %+v, quick %+v", o.Target.Name, m, best.Count, quick.Count)
	}
	return best, quick, true
}

// Where nothing is decided with so few constants, and a short search finds nothing either, who wants no search has what the search finds all the same.
func TestQuickHasWhatThereIs(t *testing.T) {
	t.Parallel()
	o := lower.Options{Target: targetNamed(t, "lasx"), MaxConstants: lower.AtMost(1), Budget: 1 << 12}
	m, err := lane.Parse("i16x16 i16x16 -> b1 b10 z z a8 a1 b2 a4 z a1 z z a10 b0 b14 b8")
	if err != nil {
		t.Fatal(err)
	}
	var l lower.Lowerer
	best, err := l.Lower(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Effort = lower.Quick
	if quick, err := l.Lower(t.Context(), m, o); err != nil || balanced(quick.Count) < balanced(best.Count) {
		t.Errorf("quick: %+v, %v; best %+v", quick, err, best)
	}
}

// Where rows have modes, what one mode alone makes is looked at too when a dearer answer needs only one: with a constant allowed it is one.
func TestOneModeByChance(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"rvv128", "rvv128+zvbb", "rvv256"} {
		for _, text := range []string{"i32x4 i32x4 -> b3 b3 a3 z", "i32x4 i32x4 -> a1 a1 b2 b0", "i32x4 i32x4 -> a1 a1 b1 b1"} {
			m, err := lane.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			var l lower.Lowerer
			last := -1
			for limit := range 3 {
				r, err := l.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, name), MaxConstants: lower.AtMost(limit), Effort: lower.Quick})
				switch {
				case err != nil && limit > 0:
					t.Errorf("%s: %s: %v", name, text, err)
				case err != nil:
				case last >= 0 && balanced(r.Count) > last:
					t.Errorf("%s: %s: %d with %d constants allowed, and %d with fewer", name, text, balanced(r.Count), limit, last)
				default:
					last = balanced(r.Count)
				}
			}
		}
	}
}

// A search that may not take any time answers with what needs none, and says why it ended.
func TestDeadline(t *testing.T) {
	t.Parallel()
	late, cancel := context.WithCancel(context.Background())
	cancel()
	m, err := lane.Parse("i8x32 i8x32 -> a17 a18 b31 a19 b0 _ a11 a21 b7 b16 a29 _ a9 b29 b27 b16 a15 a12 _ b1 b7 _ b29 a28 a30 b24 _ _ b7 b1 b0 _")
	if err != nil {
		t.Fatal(err)
	}
	o := lower.Options{Target: targetNamed(t, "avx2")}
	var l lower.Lowerer
	r, err := l.Lower(late, m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Ended != lower.ByDeadline || r.Proof != lower.BestKnown {
		t.Errorf("ended by %v, %v; want the deadline and best known", r.Ended, r.Proof)
	}
	o.Effort = lower.Quick
	quick, err := l.Lower(late, m, o)
	if err != nil || quick.Ended != lower.Done {
		t.Fatalf("quick: %v, %v", quick, err)
	}
	if balanced(r.Count) > balanced(quick.Count) {
		t.Errorf("without time %+v, quick %+v", r.Count, quick.Count)
	}
}

// Without time a map of several registers is decided with as many constants as may be loaded, and with no fewer: that takes a share of the time, and is what is mostly cheapest.
func TestDeadlineOfSeveral(t *testing.T) {
	t.Parallel()
	late, cancel := context.WithCancel(context.Background())
	cancel()
	m, err := lane.Parse("i8x64 -> a49 a7 a22 a60 a3 a3 a41 a58 a30 a11 a19 a55 a0 a37 a26 a44 a13 a62 a8 a33 a51 a28 a5 a47 a17 a39 a24 a56 a2 a10 a35 a61 " +
		"a21 a53 a14 a46 a31 a6 a59 a27 a40 a1 a18 a52 a34 a9 a63 a25 a43 a16 a57 a4 a29 a48 a12 a38 a54 a23 a45 a15 a32 a50 a20 a42")
	if err != nil {
		t.Fatal(err)
	}
	o := lower.Options{Target: targetNamed(t, "avx2"), Effort: lower.Quick}
	quick, err := new(lower.Lowerer).Lower(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, effort := range []lower.Effort{lower.Best, lower.Quick} {
		o.Effort = effort
		r, err := new(lower.Lowerer).Lower(late, m, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Ended != lower.ByDeadline {
			t.Errorf("%v: ended by %v", effort, r.Ended)
		}
		if 3*balanced(r.Count) > 4*balanced(quick.Count) {
			t.Errorf("%v: without time %+v, quick %+v", effort, r.Count, quick.Count)
		}
	}
}

// What tidies the codes of general registers is counted as well: what composing them leaves of a small budget does not do for as much as a large one.
func TestTidyingIsCounted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("searches as long as it is let")
	}
	m, err := lane.Parse("i4x16 -> a15 a7 a9 a2 a14 a15 m a0 a0 a6 a15 a13 a2 a2 a13 a12")
	if err != nil {
		t.Fatal(err)
	}
	l := new(lower.Lowerer)
	for _, c := range []struct {
		budget int
		ended  lower.Ended
	}{{1 << 8, lower.ByBudget}, {lower.DefaultBudget, lower.Done}} {
		r, err := l.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, "bmi2"), Budget: c.budget})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ended != c.ended {
			t.Errorf("with a budget of %d: ended %v, want %v", c.budget, r.Ended, c.ended)
		}
	}
}

// A budget of a quick decision bounds what is known of four lanes, also as parts of several registers, and the answer says so; what two rows do is known with any. How many constants may be loaded is tried as without.
func TestQuickBudget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, text string
		few          lower.Ended
	}{
		{"sse2", "i8x32 -> a20 a28 a29 a5 a8 a16 a23 a19 a10 a16 a7 a3 a6 a4 a1 a0 a31 a9 a2 a11 a12 a30 a15 a14 a13 a22 a17 a18 a27 a21 a24 a26", lower.Done},
		{"sse2", "i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6", lower.Done},
		{"sse2", "i32x8 i32x8 -> a4 b3 z b0 b0 b6 z z", lower.ByBudget},
		{"ssse3", "i32x4 i32x4 -> a3 b1 a0 z", lower.ByBudget},
		{"sse2", "i32x4 i32x4 -> b3 a1 b0 a2", lower.Done},
	} {
		m, err := lane.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		o := lower.Options{Target: targetNamed(t, c.target), Effort: lower.Quick}
		all, err := new(lower.Lowerer).Lower(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Budget = 1
		few, err := new(lower.Lowerer).Lower(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if all.Ended != lower.Done || few.Ended != c.few {
			t.Errorf("%s: %s: ended %v, and with a budget %v, want %v", c.target, c.text, all.Ended, few.Ended, c.few)
		}
		if less := balanced(few.Count) - balanced(all.Count); less < 0 || less != 0 && c.few == lower.Done {
			t.Errorf("%s: %s: %+v, and with a budget %+v", c.target, c.text, all.Count, few.Count)
		}
	}
}

// What looks at more, the more constants it may load, spends no budget of what two rows without one do.
func TestBudgetOfTwoRows(t *testing.T) {
	tg := targetNamed(t, "rvv128")
	m, err := lane.Parse("i32x4 i32x4 -> b0 a0 _ a3")
	if err != nil {
		t.Fatal(err)
	}
	for limit := range 3 {
		r, err := lower.New(tg).Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick, MaxConstants: lower.AtMost(limit), Budget: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ops != 2 || r.Constants != 0 || r.Sets != 1 {
			t.Errorf("at most %d constants: %+v", limit, r.Count)
		}
	}
}
