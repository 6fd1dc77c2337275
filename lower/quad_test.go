package lower_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

var full = lower.Full

// tables are shared by the tests, so that each is built once.
var tables lower.Lowerer

func targetNamed(t testing.TB, name string) *target.Target {
	t.Helper()
	found, ok := target.Find(name)
	if !ok {
		t.Fatalf("no target %s", name)
	}
	return found
}

// eachMask calls visit with every map of four lanes of which each is one of the tokens.
func eachMask(tokens []lane.Lane, visit func(m lane.Map)) {
	total := 1
	for range 4 {
		total *= len(tokens)
	}
	for n := range total {
		m := lane.Map{Bits: 32, Src: []int{4, 4}, Lane: make([]lane.Lane, 4)}
		for i := range m.Lane {
			m.Lane[i] = tokens[n%len(tokens)]
			n /= len(tokens)
		}
		visit(m)
	}
}

// twoSources are the nine things that a lane of a mask of two sources is.
func twoSources() []lane.Lane {
	tokens := []lane.Lane{{}}
	for k := range 2 {
		for i := range 4 {
			tokens = append(tokens, lane.From(k, i))
		}
	}
	return tokens
}

// All masks of four lanes without constants: as many ops as another search over other data structures finds, up to three, and how many masks take how many.
func TestFourLanesExhaustive(t *testing.T) {
	t.Parallel()
	rows := []struct {
		target string
		want   [5]int // masks of 0, 1, 2, 3, 4 ops
	}{
		{"sse2", [5]int{31, 2406, 4124, 0, 0}},
		{"ssse3", [5]int{31, 2422, 4108, 0, 0}},
		{"sse4.1", [5]int{31, 2538, 3992, 0, 0}},
		{"avx2", [5]int{31, 2538, 3992, 0, 0}},
		{"neon", [5]int{31, 772, 3756, 2002, 0}},
		{"vsx", [5]int{31, 536, 2830, 3076, 88}},
	}
	random := chance.Random(t, 11)
	for _, row := range lower.Some(random, rows, 3) {
		t.Run(row.target, func(t *testing.T) {
			tg := targetNamed(t, row.target)
			some := tg.Torn && !*full // these are looked for by bytes too
			other := newPlainSearch(tg)
			l := &tables
			var got [5]int
			eachMask(twoSources(), func(m lane.Map) {
				if some && random.IntN(16) > 0 {
					return
				}
				r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
				if err != nil {
					t.Fatal(err)
				}
				proof, least := lower.Minimal, r.Ops
				switch { // three rows that tear lanes apart might do it, or without a copy, and nobody asks all that they do
				case tg.Torn && r.Ops > 3:
					proof, least = lower.BestKnown, 3
				case tg.Torn && r.Ops == 3 && r.Copies > 0:
					proof = lower.Bounded
				}
				if r.Proof != proof || r.LowerBound != least || r.Constants != 0 {
					t.Fatalf("%v: %v, at least %d, %+v", m, r.Proof, r.LowerBound, r.Count)
				}
				if want := other.ops(m); min(r.Ops, 3) != want { // it looks no further than two
					t.Fatalf("%v: %d ops, another search finds %d", m, r.Ops, want)
				}
				got[r.Ops]++
			})
			if some {
				t.Logf("masks by ops: %v", got)
				return
			}
			if got != row.want {
				t.Errorf("masks by ops: %v, want %v", got, row.want)
			}
			t.Logf("%d masks, mean %.4f ops", 6561, float64(got[1]+2*got[2]+3*got[3]+4*got[4])/6561)
		})
	}
}

// Where constants are allowed one op does every mask.
func TestFourLanesOneOp(t *testing.T) {
	for _, name := range []string{"avx512", "avx512vbmi", "wasm", "vsx"} {
		if testing.Short() && name != "wasm" && name != "vsx" {
			continue
		}
		tg := targetNamed(t, name)
		l := &tables
		eachMask(twoSources(), func(m lane.Map) {
			r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions})
			if err != nil {
				t.Fatal(err)
			}
			if r.Ops > 1 || r.Proof != lower.Minimal {
				t.Fatalf("%s: %v: %+v %v", name, m, r.Count, r.Proof)
			}
		})
	}
}

// Zeros, the old destination and three vectors, at every cost: Lower evaluates each sequence, and the listing has a line for each instruction.
func TestFourLanesEveryCost(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 12)
	tokens := append(twoSources(), lane.Zero(), lane.FromOld(2))
	for _, tg := range target.Targets() {
		for cost := lower.Balanced; cost <= lower.Throughput; cost++ {
			for _, limit := range []int{0, 1, anyNumber} {
				if !*full && (testing.Short() || tg.Name != "sse4.1" || cost != lower.Balanced || limit != 0) {
					continue
				}
				l := &tables
				proofs := map[lower.Proof]int{}
				eachMask(tokens, func(m lane.Map) {
					if !*full && random.IntN(3) > 0 {
						return
					}
					r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: cost, MaxConstants: lower.AtMost(limit)})
					if err != nil {
						t.Fatal(err)
					}
					if limit >= 0 && r.Constants > limit || len(r.Listing(tg)) != r.Ops+r.Constants+r.Copies+r.Sets {
						t.Fatalf("%v: %+v %q", m, r.Count, r.Listing(tg))
					}
					proofs[r.Proof]++
				})
				t.Logf("%s %v, at most %d constants: %v", tg.Name, cost, limit, proofs)
			}
		}
	}
}

// Each cost is at least as cheap by its own measure as the sequences that the other costs choose.
func TestCostsAgree(t *testing.T) {
	measure := map[lower.Cost]func(r *lower.Result) float64{
		lower.Balanced:     func(r *lower.Result) float64 { return float64(r.Ops + r.Copies + 2*r.Constants) },
		lower.Instructions: func(r *lower.Result) float64 { return float64(r.Ops) },
		lower.Loop:         func(r *lower.Result) float64 { return float64(r.Ops+r.Copies) + float64(r.Constants)/100 },
		lower.Latency:      func(r *lower.Result) float64 { return r.Latency },
	}
	for _, name := range lower.Some(chance.Random(t, 13), []string{"sse2", "ssse3", "neon"}, 3) {
		tg := targetNamed(t, name)
		l := &tables
		n := 0
		eachMask(append(twoSources(), lane.Zero()), func(m lane.Map) {
			if n++; n%7 != 0 {
				return
			}
			results := map[lower.Cost]*lower.Result{}
			for cost := range measure {
				r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: cost})
				if err != nil {
					t.Fatal(err)
				}
				results[cost] = r
			}
			for cost, of := range measure {
				for other, r := range results {
					if of(r) < of(results[cost]) {
						t.Fatalf("%s: %v: for %v %v is cheaper than %v, which %v chose", name, m, cost, r.Listing(tg), results[cost].Listing(tg), other)
					}
				}
			}
		})
	}
}

// A zero is there before the inputs are, so that a shuffle with it takes one cycle where two shuffles in turn take two.
func TestNobodyWaitsForZeros(t *testing.T) {
	m, err := lane.Parse("i32x4 -> z z a3 a0")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sse2", "avx"} {
		tg := targetNamed(t, name)
		for _, cpu := range tg.CPUs {
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, CPU: cpu.Name, Cost: lower.Latency, MaxConstants: lower.AtMost(0)})
			if err != nil || r.Latency != 1 || r.Ops != 2 || r.Proof != lower.Minimal {
				t.Errorf("%s on %s: %v, %+v", name, cpu.Name, err, r)
			}
		}
	}
}

// What two sources need may be done side by side: three ops take two cycles.
func TestLatencySideBySide(t *testing.T) {
	m, err := lane.Parse("i32x4 i32x4 -> a3 b1 a0 z")
	if err != nil {
		t.Fatal(err)
	}
	o := lower.Options{Target: targetNamed(t, "ssse3"), Cost: lower.Latency, MaxConstants: lower.AtMost(0)}
	if r, err := tables.Lower(t.Context(), m, o); err != nil || r.Latency != 2 || r.Ops != 3 {
		t.Errorf("%v, %+v: %q", err, r, r.Listing(o.Target))
	}
}

func ExampleLowerer_Lower() {
	m, _ := lane.Parse("i32x4 i32x4 -> a3 b1 a0 b2")
	sse2, _ := target.Find("sse2")
	r, err := lower.New(sse2).Lower(context.Background(), m, lower.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range r.Listing(sse2) {
		fmt.Println(line)
	}
	fmt.Println(r.Count, r.Proof)
	// Output:
	// shufps xmm0, xmm1, 147
	// pshufd xmm0, xmm0, 216
	// {2 0 0 0} minimal
}

// LLVM's table of perfect shuffles for NEON has six masks at three instructions that two do: its generator looks for trees, and these read a value twice.
func TestPerfectShuffleTable(t *testing.T) {
	tg := targetNamed(t, "neon")
	l := &tables
	for _, m := range beatable() {
		r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: lower.Instructions, MaxConstants: lower.AtMost(0)})
		if err != nil || r.Ops != 2 || r.Proof != lower.Minimal {
			t.Errorf("%s: %v %+v", m, err, r)
			continue
		}
		t.Logf("%s: %q", m, r.Listing(tg))
	}
}

// beatable are the six masks for which LLVM's table of perfect shuffles has three instructions where two do. TestListingsUnderQemu runs them.
func beatable() (maps []lane.Map) {
	for _, sel := range [][4]int{{2, 5, 2, 5}, {3, 0, 3, 0}, {3, 4, 3, 4}, {6, 1, 6, 1}, {7, 0, 7, 0}, {7, 4, 7, 4}} {
		m := lane.Map{Bits: 32, Src: []int{4, 4}}
		for _, s := range sel {
			m.Lane = append(m.Lane, lane.From(s/4, s%4))
		}
		maps = append(maps, m)
	}
	return maps
}

// vpmovqd clears all above its two lanes, under a mask too: nothing is kept there, and Lower panics where a step does not do what its table says.
func TestMasksKeepNothingAboveATruncation(t *testing.T) {
	m, err := lane.Parse("i32x4 i32x4 -> a0 a2 b2 z")
	if err != nil {
		t.Fatal(err)
	}
	for constants := range 4 {
		o := lower.Options{Target: targetNamed(t, "avx512"), Cost: lower.Instructions, MaxConstants: lower.AtMost(constants)}
		r, err := tables.Lower(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		if constants > 0 && (r.Ops != 1 || r.Constants != 1) {
			t.Errorf("%d constants: %v, want a shufps under a mask", constants, r.Listing(o.Target))
		}
	}
}
