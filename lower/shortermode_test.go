package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// A mode of as many lanes as have to be written does for all rows, where another one would be as cheap a row sooner; where lanes between them are to stay, there are two.
func TestShorterMode(t *testing.T) {
	for _, row := range []struct {
		text string
		sets int
	}{
		{"i32x4 i32x4 -> b3 _ a1 b3", 1}, {"i32x4 i32x4 -> z a0 a1 b3", 1}, {"i8x8 -> a5 a2 _ a3 a4 a5 a6 a7", 1},
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

// Maps that keep the upper lanes of a vector are lowered in the modes of what they write, whatever their widths and lengths: more constants never cost more, and a search never more than a decision.
func TestKeptLanes(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 46)
	maps := 15
	if *full {
		maps = 1000
	}
	asked, one := 0, 0
	for _, name := range []string{"rvv128", "rvv128+zvbb", "rvv256"} {
		tg, l := targetNamed(t, name), new(lower.Lowerer)
		for range maps {
			m := keptLanes(r, tg.Bits[0])
			last := -1
			for limit := range 3 {
				o := lower.Options{Target: tg, MaxConstants: lower.AtMost(limit), Budget: 1 << 10}
				best, _, ok := bestAndQuick(t, l, m, o)
				if !ok {
					continue
				}
				if last >= 0 && balanced(best.Count) > last {
					t.Errorf("%s: %v: best costs %+v with %d constants allowed, and %d with fewer", name, m, best.Count, limit, last)
				}
				last = balanced(best.Count)
				if asked++; best.Sets == 1 && best.Ops > 1 {
					one++
				}
			}
		}
	}
	t.Logf("%d answers, %d of several ops in one mode", asked, one)
	if asked < maps || one == 0 {
		t.Errorf("%d answers, %d of several ops in one mode: these are no test", asked, one)
	}
}

// keptLanes is a map whose upper lanes are those of one of its sources.
func keptLanes(r *rand.Rand, register int) lane.Map {
	bits := 8 << r.IntN(4)
	n := max(register>>r.IntN(2)/bits, 2)
	m := lane.Map{Bits: bits, Src: []int{n, n}}
	kept, from := r.IntN(2), 1+r.IntN(n-1)
	for i := range n {
		l := lane.From(r.IntN(2), r.IntN(n))
		switch {
		case i >= from:
			l = lane.From(kept, i)
		case r.IntN(6) == 0:
			l = lane.Zero()
		case r.IntN(6) == 0:
			l = lane.Lane{}
		}
		m.Lane = append(m.Lane, l)
	}
	return m
}
