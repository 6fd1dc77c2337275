package lower_test

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// Layers of nibbles that are brought to the bottom of their bytes and shifted up last: brought as they are wanted they take an op and a constant more.
//
//	ushr v1, v0, 4                    the upper nibbles, at the bottom
//	tbx and tbl, of v0 and v1         the lower layer in v2, and the upper one in v1, at the bottom too
//	sli v2, v1, 4                     shifts one up, beside the other
func TestLateLayers(t *testing.T) {
	t.Parallel()
	tg := targetNamed(t, "neon")
	for text, most := range map[string]int{
		"i4x32 -> a10 a10 a3 a12 a20 a27 a0 _ a12 _ a27 a18 _ a29 a15 a15 _ _ a24 a31 a5 a6 a22 a8 a31 a31 _ a6 a8 a8 a17 _":      13,
		"i4x32 -> a24 a31 a7 a7 a19 a19 a31 a31 a11 a11 a4 a13 a28 _ a14 a15 a12 a26 a21 _ a17 a17 a26 a8 a0 a3 a22 _ a9 a9 _ a2": 15,
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Budget: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		if balanced(r.Count) > most {
			t.Errorf("%s: %+v, which costs more than %d:\n%v", text, r.Count, most, r.Listing(tg))
		}
	}
}
