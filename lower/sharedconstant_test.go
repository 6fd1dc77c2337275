package lower_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Two rows that take one constant load it once, which tables of four lanes do not see. So what loads one is not minimal where two rows and a constant could be as quick: only no fewer ops are.
// Without constants there is nothing to be shared.
func TestSharedConstant(t *testing.T) {
	for _, c := range []struct {
		target, text string
		most         lower.Limit
		ops          int
		proof        lower.Proof
	}{
		{"ssse3", "i32x4 -> a2 z a0 z", lower.Limit{}, 1, lower.Bounded},
		{"vsx", "i32x4 -> a2 z a0 z", lower.Limit{}, 2, lower.Bounded},
		{"vsx", "i32x4 i32x4 -> z b1 b2 a3", lower.Limit{}, 2, lower.Bounded},
		{"ssse3", "i32x4 -> a2 z a0 z", lower.AtMost(0), 2, lower.Minimal},
	} {
		m, err := lane.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, c.target), Cost: lower.Latency, MaxConstants: c.most})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ops != c.ops || r.Proof != c.proof || r.LowerBound != c.ops {
			t.Errorf("%s: %s: %d ops, %v, at least %d; want %d, %v", c.target, c.text, r.Ops, r.Proof, r.LowerBound, c.ops, c.proof)
		}
	}
}
