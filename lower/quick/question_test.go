package quick

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// That nothing cheaper was found far inside is no answer to who asks the same further out, where more is tried: each of these maps costs one more if it is taken for one.
func TestBoundsLearntFarInside(t *testing.T) {
	tg, _ := target.Find("avx")
	e := New(tg)
	for _, g := range [...]struct {
		text string
		cost int
	}{
		{"i16x16 i16x16 -> _ b5 _ _ b7 a3 b4 a4 b7 a0 b12 b10 b14 a7 a8 a13", 14},
		{"i16x16 i16x16 -> _ _ _ _ _ a9 _ _ a4 a11 b9 b0 b15 a1 a10 a2", 11},
		{"i16x16 i16x16 -> _ _ _ b12 a8 a8 a1 b10 a4 b15 a11 a8 a4 a3 b5 a12", 15},
		{"i16x16 i16x16 -> _ _ _ _ _ a1 _ _ b15 a10 b10 a7 b0 b12 b7 a7", 11},
	} {
		m, err := lane.Parse(g.text)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Weights: Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 64}
		var q Program
		if !e.Decide(&q, &m, o) || q.Cost(o.Weights) > g.cost {
			t.Errorf("%s: %d, expected %d or less", g.text, q.Cost(o.Weights), g.cost)
		}
	}
}
