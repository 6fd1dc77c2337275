package lower

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What costs less than a key has a sum of package quick's, by the same cost or another one, that is asked for, and the sum of what is asked for is no op more. What has no bound by a cost is not bounded.
func TestSumBelow(t *testing.T) {
	const most = 5
	counts := func(visit func(ops, loads, copies int)) {
		for n := range most * most * most {
			visit(n%most, n/most%most, n/most/most)
		}
	}
	bounded := 0
	for _, c := range []Cost{Balanced, Instructions, Loop} {
		for _, by := range []Cost{Balanced, Instructions, Loop} {
			w := by.weights()
			counts(func(ops, loads, copies int) {
				below := c.sumBelow(c.keyOf(ops, loads, copies, 0)+1, by)
				if below == 0 {
					return
				}
				bounded++
				if sum := ops*w.Op + loads*w.Constant + copies*w.Copy; by == c && (sum >= below || below > sum+w.Op) {
					t.Errorf("%v: %d ops, %d constants and %d copies are %d, and what is below %d is asked for", c, ops, loads, copies, sum, below)
				}
				counts(func(o, l, k int) {
					if sum := o*w.Op + l*w.Constant + k*w.Copy; c.keyOf(o, l, k, 0) <= c.keyOf(ops, loads, copies, 0) && sum >= below {
						t.Errorf("%v by %v: %d ops, %d constants and %d copies cost no more than %d, %d and %d, and are %d, where what is below %d is asked for", c, by, o, l, k, ops, loads, copies, sum, below)
					}
				})
			})
		}
	}
	if bounded == 0 || Latency.sumBelow(1, Balanced) != 0 || Balanced.sumBelow(1, Throughput) != 0 || Balanced.sumBelow(0, Balanced) != 0 || Loop.sumBelow(1, Balanced) != 0 || Instructions.sumBelow(1, Loop) != 0 {
		t.Error("what nobody knows the price of is bounded, or nothing is")
	}
}

// What is spoken for takes its ops, and what is there all but the constants and zeros that others may share.
func TestRoom(t *testing.T) {
	tg, _ := target.Find("ssse3")
	s := &search{l: New(tg), o: Options{Target: tg}, file: target.Vectors, budget: DefaultBudget, below: Balanced.keyOf(7, 0, 0, 0)}
	d := draft{inputs: 2, bits: []int{128, 128}}
	words, err := lane.Parse("i8x16 i8x16 -> a3 a1 a8 a7 a15 a2 a9 a9 a4 a14 a6 a0 a5 a13 a12 a11")
	if err != nil {
		t.Fatal(err)
	}
	one, ok := s.cheapest(s.oneRow(d, words, firstArgs(2)))
	if !ok {
		t.Fatal("pshufb is no row")
	}
	zeros := d.add(Op{Row: zeroRow(tg)})
	for _, row := range []struct {
		name   string
		d      draft
		behind int
		want   key // ops that are left; 0: none
	}{
		{"nothing is there", d, 0, 7},
		{"an op is spoken for", d, 1, 6},
		{"all is spoken for", d, 7, 0},
		{"a row with a constant", one, 1, 5},
		{"a row with a constant, and all else is spoken for", one, 6, 0},
		{"zeros that are made", zeros, 1, 6},
	} {
		below, ok := s.room(&row.d, s.ops(row.behind))
		if ok != (row.want > 0) || ok && below != s.ops(int(row.want)) {
			t.Errorf("%s: %#x and %v, want %d ops", row.name, below, ok, row.want)
		}
	}
	if s.below = 0; !s.affords(100, 100) {
		t.Error("who has found nothing takes anything")
	}
}

// zeroRow is the row that makes zeros.
func zeroRow(tg *target.Target) *target.Row {
	for _, r := range tg.RowsIn(target.Vectors) {
		if r.Bits == 128 && len(r.Src) == 0 {
			return r
		}
	}
	return nil
}

// Plans that are told what was found miss nothing that is cheaper, and look at less. Of sequences that cost the same they may come to another: copies are known of a whole alone, and with one more of them it may have an op less.
func TestPlansBelow(t *testing.T) {
	const budget, shapes = 1 << 13, 4
	const ties = 36 // the bits of a key that settle them
	r := chance.Random(t, 41)
	compared, fewer := 0, 0
	for _, name := range Some(r, []string{"sse2", "ssse3", "avx2", "neon", "vsx", "lasx", "sve2-256"}, 4) {
		tg, _ := target.Find(name)
		l := New(tg)
		for done, tries := 0, 0; done < shapes && tries < 10*shapes; tries++ {
			bits := 8 << r.IntN(3)
			n := tg.Bits[r.IntN(len(tg.Bits))] / bits
			want := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
			for i := range want.Lane {
				if r.IntN(3) > 0 {
					want.Lane[i] = lane.From(r.IntN(2), r.IntN(n))
				}
			}
			o := Options{Target: tg, Cost: []Cost{Balanced, Instructions, Loop}[r.IntN(3)], MaxConstants: []Limit{{}, AtMost(0), AtMost(1)}[r.IntN(3)]}
			planned := func(below key) (best price, ops, left int) {
				s := &search{l: l, o: o, file: target.Vectors, budget: budget, below: below}
				found, ok := s.cheapest(s.plans(nil, draft{inputs: 2, bits: []int{n * bits, n * bits}}, widest(want), firstArgs(2), planDepth))
				if best = unaffordable; ok {
					best, _ = s.price(found)
				}
				return best, opsOf(found.code), s.budget
			}
			all, ops, left := planned(0)
			if all == unaffordable || left <= 0 || ops < 2 { // no plan is asked for what one row does
				continue
			}
			done++
			for _, below := range [...]key{all.rest + 1, all.rest + o.Cost.keyOf(2, 0, 0, 0)} {
				found, _, still := planned(below)
				if compared++; found.rest>>ties != all.rest>>ties {
					t.Errorf("%s, %v, at most %v: below %#x the best of %v costs %#x, and %#x without that", name, o.Cost, o.MaxConstants, below, want, found.rest, all.rest)
				}
				if still > left {
					fewer++
				}
			}
		}
	}
	if compared == 0 || fewer == 0 {
		t.Errorf("%d times plans were told, and looked at less %d times", compared, fewer)
	}
}
