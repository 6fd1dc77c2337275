package lower

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What is remembered for a map serves another one that is posed alike, under its own names; and no more is kept than may be.
func TestRemembered(t *testing.T) {
	avx2, _ := target.Find("avx2")
	o := Options{Target: avx2, MaxConstants: Unlimited, Budget: 1}
	var l Lowerer
	ask := func(text string) *Result {
		t.Helper()
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Lower(m, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Map.String() != m.String() {
			t.Errorf("asked %s, answered %s", m, r.Map)
		}
		return r
	}
	first := ask("i32x8 -> a1 a0 a3 a2 a5 a4 a7 a6")
	again := ask("i32x8 i32x8 -> b1 b0 b3 b2 b5 b4 b7 b6")
	if len(l.wides) != 1 || !slices.Equal(first.Listing(avx2), again.Listing(avx2)) {
		t.Errorf("%d remembered; %v and %v", len(l.wides), first.Listing(avx2), again.Listing(avx2))
	}
	if got := again.Inputs; len(got) != 1 || got[0].Source != 1 {
		t.Errorf("the inputs are %+v, want source 1", got)
	}
	for i := range mostRemembered {
		l.wides[wideAsk{posed: string(rune(i))}] = first
	}
	ask("i32x8 -> a0 a0 a3 a2 a5 a4 a7 a6")
	if len(l.wides) != 1 {
		t.Errorf("%d remembered after too many", len(l.wides))
	}
}
