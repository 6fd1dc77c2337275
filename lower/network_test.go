package lower_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/target"
)

// networkMaps are the results of a network of a kind.
func networkMaps(t testing.TB, kind string, n, m, vectors, lanes, bits int) []lane.Map {
	t.Helper()
	k := slices.IndexFunc(network.Kinds(), func(k network.Kind) bool { return k.Name == kind })
	maps, err := network.Kinds()[k].Maps(n, m, vectors, lanes, bits)
	if err != nil {
		t.Fatal(err)
	}
	return maps
}

// Every transpose whose rows fit in a register takes no more ops than this, on every target; where rows read two registers at most, those of full registers are proved. SSE2 and AVX2 are asked for all,
// other targets for a few, others each time, or with -full for all.
func TestTransposes(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 72)
	whole := map[int]int{2: 2, 4: 8, 8: 24, 16: 64} // n·log n
	half := map[int]int{2: 2, 4: 6, 8: 16}
	for _, tg := range []string{"sse2", "ssse3", "sse4.1", "avx2", "avx512", "neon", "wasm"} {
		if testing.Short() && tg != "sse2" && tg != "avx2" {
			continue
		}
		tt := targetNamed(t, tg)
		for n := 2; n <= 16; n *= 2 {
			for _, bits := range []int{8, 16, 32, 64} {
				row, most := n*bits, whole[n]
				if row > slices.Max(tt.Bits) || testing.Short() && row > 128 || !*full && tg != "sse2" && tg != "avx2" && random.IntN(5) > 0 {
					continue
				}
				if row < 128 {
					most = half[n]
				}
				r, err := tables.Network(t.Context(), networkMaps(t, "transpose", n, 0, 1, 1, bits), lower.Options{Target: tt, Effort: lower.Quick})
				if err != nil {
					t.Fatal(err)
				}
				if r.Ops > most || r.Constants > 0 {
					t.Errorf("%s: %d×%d of i%d: %+v, want %d ops", tg, n, n, bits, r.Count, most)
				}
				two := strings.HasPrefix(tg, "s") || tg == "avx2" || tg == "wasm"
				if proved := r.Proof != lower.BestKnown; two && row >= 128 && (!proved || r.LowerBound != most) {
					t.Errorf("%s: %d×%d of i%d: %v, at least %d, want a proof of %d", tg, n, n, bits, r.Proof, r.LowerBound, most)
				}
			}
		}
	}
}

// More constants never cost more, and neither does the best effort; a map as wide as all results is no dearer than they are.
func TestNetworkFreedom(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 73)
	l := new(lower.Lowerer)
	for range 6 {
		tg := targetNamed(t, []string{"sse2", "ssse3", "sse4.1", "avx2", "neon"}[random.IntN(5)])
		bits := []int{8, 16, 32}[random.IntN(3)]
		maps := networkMaps(t, []string{"interleave", "deinterleave"}[random.IntN(2)], 2+random.IntN(3), 0, 1, 128/bits, bits)
		last := -1
		for _, limit := range []lower.Limit{lower.AtMost(0), lower.AtMost(1), lower.AtMost(3), {}} {
			r, err := l.Network(t.Context(), maps, lower.Options{Target: tg, Effort: lower.Quick, MaxConstants: limit})
			if err != nil {
				continue // without constants there may be nothing
			}
			if n, limited := limit.Number(); limited && r.Constants > n {
				t.Errorf("%s: %v loads %d constants, and %v may be", tg.Name, maps, r.Constants, limit)
			}
			if cost := balanced(r.Count); last >= 0 && cost > last {
				t.Errorf("%s: %v costs %d with %v constants, and %d with fewer", tg.Name, maps, cost, limit, last)
			} else {
				last = cost
			}
		}
		best, err := l.Network(t.Context(), maps, lower.Options{Target: tg, Budget: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		if balanced(best.Count) > last {
			t.Errorf("%s: %v: the best costs %+v, quick %d", tg.Name, maps, best.Count, last)
		}
		if best.Ops < best.LowerBound {
			t.Errorf("%s: %v: %d ops, and at least %d", tg.Name, maps, best.Ops, best.LowerBound)
		}
	}
}

// Results that share nothing, repeat one another, are inputs, or are nothing; of other lengths, and of lanes of other widths.
func TestNetworksOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, text string
		ops          int
	}{
		{"sse2", "i32x4 i32x4 -> a0 b0 a1 b1; a2 b2 a3 b3", 2},
		{"sse2", "i32x4 i32x4 -> a0 a1 a2 a3; b0 b1 b2 b3", 0},
		{"sse2", "i32x4 i32x4 -> a0 b0 a1 b1; a0 b0 a1 b1; _ _ _ _", 1},
		{"sse2", "i32x4 -> z z z z; a3 a2 a1 a0", 2},
		{"sse2", "i32x4 -> i64x1: a1; r1: i8x4: a3 a2 a1 a0", 5},
		{"avx2", "i32x4 i32x8 -> a0 b7 a1 b6; i32x2: b0 a3", 4},
		{"avx2", "i64x4 i64x4 -> a0 b0; b3 a3 a2 b2", 3},
		{"sse2", "i80x4 i80x4 -> a0 b0 a1 b1; a2 b2 a3 b3; b0 a0 b1 a1", 60}, // no register has whole lanes
		{"neon", "i8x16 i8x16 i8x16 -> a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3 a4 b4 c4 a5", 2},
	} {
		maps, err := lane.ParseResults(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
			r, err := tables.Network(t.Context(), maps, lower.Options{Target: targetNamed(t, c.target), Effort: effort, Budget: 1 << 12})
			if err != nil {
				t.Errorf("%s: %s: %v", c.target, c.text, err)
				continue
			}
			if r.Ops > c.ops {
				t.Errorf("%s: %s: %+v, want %d ops", c.target, c.text, r.Count, c.ops)
			}
		}
	}
}

// Of stages that are as many ops those that are done first are taken: blocks change places at the end, by rows whose lanes stay in order, and not in between by vpermq, which takes four cycles.
func TestStagesOfLeastLatency(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	t.Parallel()
	r, err := tables.Network(t.Context(), networkMaps(t, "interleave", 4, 0, 1, 32, 8), lower.Options{Target: targetNamed(t, "avx2"), CPU: "znver4", Effort: lower.Quick})
	if err != nil || r.Count != (lower.Count{Ops: 12}) || r.Latency != 5 {
		t.Errorf("%v: %+v, latency %g, want 12 ops and 5 cycles", err, r.Count, r.Latency)
	}
}

func TestNetworkErrors(t *testing.T) {
	t.Parallel()
	sse2 := targetNamed(t, "sse2")
	a := lane.Map{Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 1)}}
	wide := lane.Map{Bits: 64, Src: []int{1}, Lane: slices.Repeat([]lane.Lane{lane.From(0, 0)}, lower.MostNetworkBits/64+1)}
	for _, c := range []struct {
		maps []lane.Map
		o    lower.Options
		want string
	}{
		{nil, lower.Options{Target: sse2}, "a network has no result"},
		{[]lane.Map{a}, lower.Options{}, "neither the lowerer nor the options have a target"},
		{[]lane.Map{a}, lower.Options{Target: sse2, CPU: "z80"}, `sse2 has no CPU "z80"`},
		{[]lane.Map{a, {Bits: 32, Src: []int{8}, Lane: a.Lane}}, lower.Options{Target: sse2}, "result 1 has other sources than result 0"},
		{[]lane.Map{a, {Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.FromOld(0)}}}, lower.Options{Target: sse2}, "result 1 keeps lanes of an old destination"},
		{[]lane.Map{{Bits: 32, Src: []int{4}, Lane: []lane.Lane{lane.From(0, 4)}}}, lower.Options{Target: sse2}, "result 0: "},
		{[]lane.Map{wide}, lower.Options{Target: sse2}, "bits together, and those of a network at most 65536"},
	} {
		r, err := new(lower.Lowerer).Network(t.Context(), c.maps, c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.200v: %v, %v, want %s", fmt.Sprint(c.maps), r, err, c.want)
		}
	}
}

// A search that may not take any time answers with the first network, and says why it ended.
func TestNetworkDeadline(t *testing.T) {
	t.Parallel()
	late, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := new(lower.Lowerer).Network(late, networkMaps(t, "deinterleave", 7, 0, 2, 16, 8), lower.Options{Target: targetNamed(t, "ssse3")})
	if err != nil || r.Ended != lower.ByDeadline {
		t.Fatalf("%v, %v", r, err)
	}
}

func ExampleLowerer_Network() {
	sse2, _ := target.Find("sse2")
	maps, err := lane.ParseResults("i32x4 i32x4 i32x4 -> a0 a3 b2 c1; a1 b0 b3 c2; a2 b1 c0 c3")
	if err != nil {
		panic(err)
	}
	r, err := lower.New(sse2).Network(context.Background(), maps, lower.Options{Cost: lower.Instructions})
	if err != nil {
		panic(err)
	}
	fmt.Println(strings.Join(r.Listing(sse2), "\n"))
	fmt.Println(r.Ops, "ops,", r.Proof, r.LowerBound)
	// Output:
	// movdqa xmm3, xmm1
	// shufps xmm3, xmm2, 158
	// movdqa xmm4, xmm0
	// shufps xmm4, xmm1, 73
	// shufps xmm0, xmm3, 140
	// movdqa xmm1, xmm4
	// shufps xmm1, xmm3, 216
	// shufps xmm4, xmm2, 205
	// 5 ops, bounded 5
}
