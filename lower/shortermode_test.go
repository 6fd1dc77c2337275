package lower_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// A mode of as many lanes as have to be written does for all rows, where another one would be as cheap a row sooner; where lanes between them are to stay, there are two.
func TestShorterMode(t *testing.T) {
	for _, row := range []struct {
		text string
		sets int
	}{
		{"i32x4 i32x4 -> b3 _ a1 b3", 1}, {"i32x4 i32x4 -> z a0 a1 b3", 1},
		{"i32x4 i32x4 -> b3 b1 b2 a0", 2},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, effort := range []lower.Effort{lower.Best, lower.Quick} {
			for limit := range 3 {
				r, err := new(lower.Lowerer).Lower(t.Context(), m, lower.Options{Target: targetNamed(t, "rvv128+zvbb"), Effort: effort, MaxConstants: lower.AtMost(limit)})
				if err != nil {
					t.Fatal(err)
				}
				if r.Ops != 2 || r.Sets != row.sets {
					t.Errorf("%s: %v with %d constants: %+v", row.text, effort, limit, r.Count)
				}
			}
		}
	}
}
