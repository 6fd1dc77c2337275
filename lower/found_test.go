package lower

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// randomPair is a map of two registers of a target, of lanes of bytes or more, of which a third are free.
func randomPair(r interface{ IntN(int) int }, tg *target.Target) lane.Map {
	bits := 8 << r.IntN(3)
	n := tg.Bits[r.IntN(len(tg.Bits))] / bits
	want := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	for i := range want.Lane {
		if r.IntN(3) > 0 {
			want.Lane[i] = lane.From(r.IntN(2), r.IntN(n))
		}
	}
	return want
}

// What is decided of a register as of several is the same where only what is cheaper than something is of use, if it is cheaper, and else nothing; fewer questions are asked for it.
func TestApartBelow(t *testing.T) {
	r := chance.Random(t, 43)
	cheaper, none, fewer := 0, 0, 0
	for _, name := range Some(r, []string{"sse2", "ssse3", "avx2", "neon", "vsx", "lasx", "sve2-256", "rvv128"}, 4) {
		tg, _ := target.Find(name)
		l := New(tg)
		for range 8 {
			want := randomPair(r, tg)
			o := Options{Target: tg, Effort: Quick, Cost: []Cost{Balanced, Instructions, Loop}[r.IntN(3)]}
			asked := func(found key) (best price, rows int) {
				c, err := cutUp(want, tg)
				if err != nil {
					t.Fatal(err)
				}
				o := o
				o.found = found
				w := l.newWhole(t.Context(), c, o)
				if !w.network() || !w.ok {
					w.climb(o.MaxConstants, false)
				}
				return w.price, w.answers.tried
			}
			free, rows := asked(0)
			if free == unaffordable || free.rest == 0 {
				continue
			}
			got, less := asked(free.rest + o.Cost.keyOf(1, 0, 0, 0))
			if got != free {
				t.Errorf("%s, %v: %v costs %#x, and %#x where what costs an op more is found", name, o.Cost, want, free.rest, got.rest)
			}
			if cheaper++; less < rows {
				fewer++
			}
			if got, less := asked(free.rest); got.less(free) {
				t.Errorf("%s, %v: %v costs %#x where that is found, and else %#x", name, o.Cost, want, got.rest, free.rest)
			} else if none++; less < rows {
				fewer++
			}
		}
	}
	if cheaper == 0 || none == 0 || fewer == 0 {
		t.Errorf("%d and %d maps were asked for with something found, and fewer rows were tried for %d", cheaper, none, fewer)
	}
}

// With as many constants as there may be, one op has to be cheaper than what was found; with any number that is not known.
func TestAffordable(t *testing.T) {
	for _, row := range []struct {
		cost  Cost
		found int // ops
		most  int // constants that are affordable, also where fewer ops alone make it cheaper; -1: any number
	}{{Balanced, 0, -1}, {Balanced, 2, 0}, {Balanced, 7, 3}, {Balanced, 8, 3}, {Loop, 1, -1}, {Loop, 2, -1}, {Instructions, 2, -1}} {
		w := &whole{o: Options{Cost: row.cost, found: row.cost.keyOf(row.found, 0, 0, 0)}}
		for n := range 8 {
			want := row.most < 0 || n <= row.most
			if row.cost == Loop && row.found == 1 {
				want = false // an op is no cheaper than an op
			}
			if got := w.affordable(AtMost(n)); got != want {
				t.Errorf("%v, %d ops found: %d constants are affordable: %v", row.cost, row.found, n, got)
			}
		}
		if !w.affordable(Limit{}) {
			t.Errorf("%v, %d ops found: any number is not affordable", row.cost, row.found)
		}
	}
}

// No sequence without a constant has fewer ops than its map takes rows at least, and of those that take three nobody finds two.
func TestLeastRows(t *testing.T) {
	r := chance.Random(t, 47)
	three := 0
	for _, name := range Some(r, []string{"sse2", "ssse3", "avx2", "neon", "vsx", "lasx", "sve2-256"}, 4) {
		tg, _ := target.Find(name)
		l := New(tg)
		for range 12 {
			want := randomPair(r, tg)
			o := Options{Target: tg, Cost: Instructions, MaxConstants: AtMost(0)}
			d := draft{inputs: 2, bits: []int{want.Bits * len(want.Lane), want.Bits * len(want.Lane)}}
			s := &search{l: l, o: o, file: target.Vectors, budget: DefaultBudget}
			if direct(widest(want), firstArgs(2)) >= 0 {
				continue
			}
			least := new(fewRows).least(s, d, widest(want), firstArgs(2))
			if least == 3 {
				three++
			}
			o.Effort = Quick
			if best, err := l.Lower(t.Context(), want, o); err == nil && best.Ops < least {
				t.Errorf("%s: %v takes %d rows at least, and has %d", name, want, least, best.Ops)
			}
		}
	}
	if three == 0 {
		t.Error("no map takes three rows")
	}
}
