package lower_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// severalCase is a random map of some width, of which the widths of its sources and of its destination differ now and then.
func severalCase(random *rand.Rand, bits, total int) lane.Map {
	sources := 1 + random.IntN(2)
	m := randomMap(random, bits, total/bits, sources, random.IntN(3) == 0)
	if random.IntN(4) == 0 && total > bits { // a shorter destination
		m.Lane = m.Lane[:1+random.IntN(len(m.Lane))]
		for i, l := range m.Lane {
			if l.Kind == lane.Old {
				m.Lane[i] = lane.FromOld(i)
			}
		}
	}
	return m
}

// Every target answers for maps of 8 to 2,048 bits, whatever their lanes, quickly and by a search. Lower evaluates each register of each result.
func TestSeveralAnswers(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 31)
	several := 0
	for _, tg := range target.Targets() {
		if tg.Holds(target.General) && tg.Holds(target.Vectors) && !*full {
			continue // as on the vectors alone
		}
		for _, total := range []int{8, 16, 32, 64, 128, 192, 256, 384, 512, 1024, 2048} {
			for _, bits := range []int{8, 16, 32, 64} {
				share := 10
				if total > 512 {
					share = 40 // each takes as long as all narrower ones together
				}
				if bits > total || !*full && (random.IntN(share) > 0 || testing.Short() && (total > 512 || several > 0 && random.IntN(4) > 0)) {
					continue
				}
				m := severalCase(random, bits, total)
				for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
					if effort == lower.Best && (total > 256 || tg.Bits[len(tg.Bits)-1] > 256) && !*full {
						continue // what is searched are the same registers of fewer
					}
					r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: effort, Budget: 1 << 8})
					if err != nil {
						t.Errorf("%s, %v: %v: %v", tg.Name, effort, m, err)
						continue
					}
					if r.Several() {
						several++
						checkSchedule(t, tg, r)
					}
					if n := len(r.Listing(tg)); n != r.Ops+r.Constants+r.Copies+r.Sets {
						t.Errorf("%s: %v: %d lines, %+v", tg.Name, m, n, r.Count)
					}
				}
			}
		}
	}
	if several == 0 {
		t.Error("no map took several registers")
	}
	t.Logf("%d of several registers", several)
}

// checkSchedule says whether the registers of a result are as many as it takes, of its bits, and no two are one unless nobody cares.
func checkSchedule(t *testing.T, tg *target.Target, r *lower.Result) {
	t.Helper()
	inputs, results := r.Locations()
	if len(inputs) != len(r.Inputs) || len(results) != len(r.Results) {
		t.Fatalf("%v: %d inputs of %d, %d results of %d", r.Map, len(inputs), len(r.Inputs), len(results), len(r.Results))
	}
	seen, total := map[lower.Location]int{}, 0
	for k, at := range results {
		total += r.ResultBits(k)
		if at.Register >= tg.Registers(r.File) {
			t.Errorf("%v: register %d of a result", r.Map, at.Register)
		}
		if first, ok := seen[at]; ok && !r.Results[k].Any && !r.Results[first].Any {
			t.Errorf("%v: registers %d and %d of the result are one, %v", r.Map, first, k, at)
		}
		seen[at] = k
	}
	if want := r.Map.Bits * len(r.Map.Lane); total < want || total-want >= tg.Bits[len(tg.Bits)-1] {
		t.Errorf("%v: %d bits of registers", r.Map, total)
	}
	for k, at := range inputs {
		if at.Register >= tg.Registers(r.File) || at.Register < 0 && at.Slot < 0 {
			t.Errorf("%v: input %d in %v", r.Map, k, at)
		}
	}
}

// What several registers take is known: whole registers move for nothing, what two results need is done once, and a result that holds the same as another has a copy.
func TestSeveralKnown(t *testing.T) {
	for _, row := range []struct {
		target, form string
		want         lower.Count
		proof        lower.Proof
		least        int
	}{
		{"sse2", "i64x4 -> a2 a3 a0 a1", lower.Count{}, lower.Minimal, 0},
		{"sse2", "i32x8 -> a0 a0 a0 a0 a0 a0 a0 a0", lower.Count{Ops: 1, Copies: 1}, lower.Bounded, 1},
		{"neon", "i32x8 -> a0 a0 a0 a0 _ _ _ _", lower.Count{Ops: 1}, lower.Minimal, 1},
		{"sse2", "i32x8 -> a3 a2 a1 a0 a7 a6 a5 a4", lower.Count{Ops: 2}, lower.Minimal, 2},
		{"avx2", "i16x16 i16x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a8 b8 a9 b9 a10 b10 a11 b11 a12 b12 a13 b13 a14 b14 a15 b15", lower.Count{Ops: 4}, lower.BestKnown, 3}, // each half alone takes three
		{"avx", "i32x8 i32x8 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7", lower.Count{Ops: 4}, lower.BestKnown, 3},
		{"neon", deinterleavedBlocks(2), lower.Count{Ops: 2, Constants: 1}, lower.Bounded, 2},
		{"neon", deinterleavedBlocks(4), lower.Count{Ops: 4, Constants: 1}, lower.Bounded, 4}, // two rows each, if each paid for its constant
		{"wasm", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a8 b8 a9 b9 a10 b10 a11 b11 a12 b12 a13 b13 a14 b14 a15 b15", lower.Count{Ops: 2}, lower.Minimal, 2},
		{"avx2", "i64x8 -> a7 a6 a5 a4 a3 a2 a1 a0", lower.Count{Ops: 2}, lower.Minimal, 2},
		{"sse2", "i32x4 i32x4 i32x4 i32x4 -> a0 b0 c0 e0 a1 b1 c1 e1 a2 b2 c2 e2 a3 b3 c3 e3", lower.Count{Ops: 8, Copies: 4}, lower.Bounded, 8}, // Floyd: 4 · log 4,
		{"sse2", "i64x4 -> z z a0 z", lower.Count{Ops: 2}, lower.BestKnown, 1},                                                                   // the movq that clears, and zeros
		{"sse2", "i64x4 -> a0 a1 z z", lower.Count{Ops: 1}, lower.BestKnown, 0},
		{"bmi2", "i32x4 -> a1 a0 a3 a2", lower.Count{Ops: 2}, lower.Minimal, 2},
		{"ssse3", "i16x2 i64x3 -> a1 a0", lower.Count{Ops: 1}, lower.Minimal, 1},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, row.target)})
		if err != nil {
			t.Errorf("%s: %s: %v", row.target, row.form, err)
			continue
		}
		if r.Count.Ops > row.want.Ops || r.Count.Constants > row.want.Constants || r.Count.Copies > row.want.Copies || r.Proof != row.proof || r.LowerBound != row.least {
			t.Errorf("%s: %s: %+v %v %d, want %+v %v %d", row.target, row.form, r.Count, r.Proof, r.LowerBound, row.want, row.proof, row.least)
		}
	}
}

// deinterleavedBlocks is so many blocks of 16 bytes, of each the even ones and then the odd ones.
func deinterleavedBlocks(n int) string {
	text := fmt.Sprintf("i8x%d ->", 16*n)
	for k := range 16 * n {
		text += fmt.Sprintf(" a%d", k&^15|k<<1&15|k>>3&1)
	}
	return text
}

// The best never costs more than what is decided quickly, and neither is dearer with more constants allowed; no limit is passed.
func TestSeveralEfforts(t *testing.T) {
	if testing.Short() {
		t.Skip("searches take long")
	}
	t.Parallel()
	random := chance.Random(t, 32)
	asked := 0
	for _, name := range []string{"sse2", "ssse3", "neon", "wasm", "avx2"} {
		if name == "avx2" && !*full {
			continue
		}
		tg := targetNamed(t, name)
		most := tg.Bits[len(tg.Bits)-1]
		some := random.IntN(2)
		for k, bits := range []int{8, 32} {
			if !*full && k != some {
				continue
			}
			m := randomMap(random, bits, 2*most/bits, 1+random.IntN(2), false)
			last := map[lower.Effort]int{}
			for _, limit := range []lower.Limit{lower.AtMost(0), lower.AtMost(1), lower.AtMost(2), lower.AtMost(5), {}} {
				cost := map[lower.Effort]int{}
				for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
					r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, MaxConstants: limit, Effort: effort, Budget: 1 << 9})
					if err != nil {
						continue // without constants there may be nothing
					}
					asked++
					cost[effort] = balanced(r.Count)
					if !limit.Allows(r.Constants) {
						t.Errorf("%s: %v: %+v, and %v are allowed", name, m, r.Count, limit)
					}
					if before, ok := last[effort]; ok && cost[effort] > before {
						t.Errorf("%s, %v: %v: costs %d with %v constants, and %d with fewer", name, effort, m, cost[effort], limit, before)
					}
					last[effort] = cost[effort]
				}
				if cost[lower.Best] > cost[lower.Quick] {
					t.Errorf("%s: %v: with %v constants best costs %d, quick %d", name, m, limit, cost[lower.Best], cost[lower.Quick])
				}
			}
		}
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// Results that are inputs need no instruction, but may need room: an input that stands twice has a copy, and the copy may want a register where none is free.
func TestSeveralThatOnlyStay(t *testing.T) {
	random := chance.Random(t, 33)
	for _, name := range []string{"bmi2", "sse2", "neon", "wasm"} {
		tg, _ := target.Find(name)
		lanes := tg.Bits[0] / 64 // of a register
		if tg.Bits[0] == 32 {
			lanes = 1
		}
		spilled := 0
		for range 40 {
			m := lane.Map{Bits: 64, Src: []int{32}, Lane: make([]lane.Lane, 32)}
			for i := 0; i < 32; i += lanes {
				from := random.IntN(32/lanes) * lanes
				for k := range lanes {
					m.Lane[i+k] = lane.From(0, from+k)
				}
			}
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Effort: lower.Quick})
			if err != nil {
				t.Fatalf("%s: %v: %v", name, m, err)
			}
			if r.Ops != 0 {
				t.Errorf("%s: %v: %d ops", name, m, r.Ops)
			}
			checkSchedule(t, tg, r)
			if _, results := r.Locations(); slices.ContainsFunc(results, func(l lower.Location) bool { return l.Slot >= 0 }) {
				spilled++
			}
		}
		if name == "bmi2" && spilled == 0 {
			t.Errorf("%s: nothing was in memory", name)
		}
	}
}
