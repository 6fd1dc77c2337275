package lower_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// randomMap is a map of n lanes over as many of each source, with a share of lanes that are undefined, zero or of the old destination.
func randomMap(random *rand.Rand, bits, n, sources int, extras bool) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range sources {
		m.Src = append(m.Src, n)
	}
	for i := range m.Lane {
		switch r := random.IntN(12); {
		case extras && r == 0:
		case extras && r == 1:
			m.Lane[i] = lane.Zero()
		case extras && r == 2:
			m.Lane[i] = lane.FromOld(i)
		default:
			m.Lane[i] = lane.From(random.IntN(sources), random.IntN(n))
		}
	}
	return m
}

// searched is the budget of maps whose sequences only have to be right.
func searched() int {
	switch {
	case *full:
		return lower.DefaultBudget
	case testing.Short():
		return 1 << 6
	}
	return 1 << 9
}

// Registers of a list follow one another, also where a part of a map reads some of the sources only.
func TestListsOfRegisters(t *testing.T) {
	m, err := lane.Parse("i4x8 i4x16 i4x32 i4x16 -> e5 c14 e11 b1 b9 a2 a7 e0 e14 a2 c7 a1 e10 a4 a1 c7")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(8, 21))
	neon := targetNamed(t, "neon")
	lists := 0
	for i := range 40 {
		if i > 0 {
			m = randomMap(random, 8, 16, 3+i%2, false)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: neon, Cost: someCost(i), Budget: 1 << 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range r.Listing(neon) {
			_, list, _ := strings.Cut(line, "{")
			list, _, ok := strings.Cut(list, "}")
			if !ok {
				continue
			}
			lists++
			first := -1
			for k, register := range strings.Split(list, ", ") {
				var n int
				if _, err := fmt.Sscanf(register, "v%d.16b", &n); err != nil {
					t.Fatal(line)
				}
				if first < 0 {
					first = n
				}
				if n != first+k {
					t.Fatalf("%v: %s", m, line)
				}
			}
		}
	}
	if lists < 40 {
		t.Errorf("%d lists", lists)
	}
}

// Every target answers for every size of lane and register that it has. Lower evaluates each sequence.
func TestWideAnswers(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 2)
	n := 1
	if *full {
		n = 20
	}
	l := &tables
	for _, tg := range target.Targets() {
		if testing.Short() && tg.Name != "ssse3" && tg.Name != "avx2" {
			continue
		}
		for _, register := range tg.Bits {
			if register < 128 {
				continue
			}
			for _, bits := range []int{64, 32, 16, 8, 4} {
				if testing.Short() && (register > 128 || bits < 16) {
					continue
				}
				if !*full && (bits >= 8 && tg.Holds(target.General) || bits < 8 && register > 256) {
					continue // as on the vectors alone; searches of many bits take long
				}
				if !*full && random.IntN(9) > 0 {
					continue
				}
				for range n {
					m := randomMap(random, bits, register/bits, 2, bits >= 8 && (bits < 32 || !testing.Short()))
					r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Budget: searched()})
					if err != nil {
						t.Errorf("%s: %v: %v", tg.Name, m, err)
						continue
					}
					if got := len(r.Listing(tg)); got != r.Ops+r.Constants+r.Copies+r.Sets {
						t.Errorf("%s: %v: %d lines, %+v", tg.Name, m, got, r.Count)
					}
				}
			}
		}
	}
}

// Known sequences: what one and two rows do is found.
func TestWideKnown(t *testing.T) {
	l := &tables
	for _, row := range []struct {
		target, form string
		ops, loads   int
		cost         lower.Cost
	}{
		{"avx2", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0", 2, 0, lower.Balanced},
		{"avx2", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0", 1, 1, lower.Instructions},
		{"avx2", "i64x4 i64x4 -> a1 a0 b1 b0", 2, 0, lower.Balanced},
		{"avx", "i64x4 i64x4 -> a2 a3 b0 b1", 1, 0, lower.Balanced},
		{"avx", "i64x2 -> a0 a1 _ _", 0, 0, lower.Balanced},
		{"avx512", "i64x2 -> m a0", 2, 0, lower.Balanced},
		{"avx512", "i64x2 -> m a0", 1, 1, lower.Instructions},
		{"avx", "i64x2 -> a0 a1 z z", 1, 0, lower.Balanced},
		{"sse2", "i16x8 -> a3 a2 a1 a0 a7 a6 a5 a4", 2, 0, lower.Balanced},
		{"ssse3", "i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0", 1, 1, lower.Balanced},
		{"sse2", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7", 1, 0, lower.Balanced},
		{"avx512", "i16x32 i16x32 -> a0 b31 a1 b30 a2 b29 a3 b28 a4 b27 a5 b26 a6 b25 a7 b24 a8 b23 a9 b22 a10 b21 a11 b20 a12 b19 a13 b18 a14 b17 a15 b16", 1, 1, lower.Balanced},
		{"neon", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", 1, 0, lower.Balanced},
		{"neon", "i16x8 i16x8 i16x8 -> c0 . _ a3 . . a6 .", 1, 1, lower.Instructions},
		{"neon", "i16x8 i16x8 i16x8 -> c0 . _ a3 . . a6 .", 2, 1, lower.Throughput}, // a tbl of three registers takes 1.5 cycles, two others one
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		tg := targetNamed(t, row.target)
		r, err := l.Lower(t.Context(), m, lower.Options{Target: tg, Cost: row.cost})
		if err != nil || r.Ops != row.ops || r.Constants != row.loads {
			t.Errorf("%s: %s: %v, want %d ops and %d constants, got %+v", row.target, row.form, err, row.ops, row.loads, r)
		}
	}
}

// A map of vectors that are too long, or whose lanes fill no register, is refused by name.
func TestWideRefused(t *testing.T) {
	l := &tables
	for _, row := range []struct{ target, form, want string }{
		{"sse2", "i64x2 -> " + strings.Repeat("a1 ", 33), "the destination has 2112 bits, and a map of several registers at most 2048"},
		{"avx2", "i64x40 -> a0 a1", "source a has 2560 bits, and a map of several registers at most 2048"},
		{"sse2", "i24x2 -> a1 a0", "lanes of 24 bits do not fill a register of 128"},
	} {
		m, err := lane.Parse(row.form)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, row.target), MaxConstants: lower.AtMost(0)}); err == nil || err.Error() != row.want {
			t.Errorf("%s: %s: %v", row.target, row.form, err)
		}
	}
}

// Wide sequences as C are executed too.
func TestCWide(t *testing.T) {
	t.Parallel()
	coin := chance.Random(t, 326) // whether a target beside AVX2 is taken
	maps, inputs := 3, 20
	if *full {
		maps, inputs = 60, 5000
	}
	for _, row := range []struct {
		target string
		bits   int
	}{{"sse2", 128}, {"ssse3", 128}, {"sse4.1", 128}, {"avx", 256}, {"avx2", 256}, {"avx512", 512}, {"avx512vbmi", 512}} {
		if testing.Short() && row.target != "avx2" || !*full && row.target != "avx2" && coin.IntN(2) == 0 {
			continue
		}
		t.Run(row.target, func(t *testing.T) {
			tg := targetNamed(t, row.target)
			random := rand.New(rand.NewPCG(8, 3))
			l := &tables
			var p cProgram
			for i := range maps {
				elem := []int{8, 16, 32}[i%3]
				m := randomMap(random, elem, row.bits/elem, 2, false)
				if i%2 == 1 {
					m.Lane[random.IntN(len(m.Lane))] = lane.Fixed(lane.ConstOf(random.Uint64()).Slice(0, elem))
				}
				p.add(t, l, m, lower.Options{Target: tg, Budget: searched()})
			}
			p.run(t, tg, row.bits, inputs)
		})
	}
}

// Where nobody cares about some bits of a byte, its whole bytes are looked for, so that no more is proved than that nothing has fewer ops than one.
func TestProofsOfParts(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 31)
	ones, longer := 0, 0
	for _, tg := range target.Targets() {
		if !tg.Holds(target.Vectors) || tg.Holds(target.General) {
			continue
		}
		var rows []*target.Row
		for _, row := range tg.RowsIn(target.Vectors) {
			if row.Imm != nil && row.Bits == tg.Bits[0] && row.Made() != nil && len(row.Src) > 0 && !row.Consecutive {
				rows = append(rows, row)
			}
		}
		for k := range 12 {
			row := rows[random.IntN(len(rows))]
			v := random.IntN(row.Imm.Values)
			m, err := row.Imm.Map(v).Regroup(1)
			if err != nil || !row.Made()[v].Whole {
				continue
			}
			if k%4 == 0 { // what takes more than one op
				for i := 0; i < len(m.Lane); i += 8 {
					copy(m.Lane[i:i+8], m.Lane[8*random.IntN(len(m.Lane)/8):])
				}
			}
			for freed := 1 + random.IntN(3); freed > 0; {
				if at := random.IntN(len(m.Lane)); m.Lane[at].Kind != lane.Undefined {
					m.Lane[at] = lane.Lane{}
					freed--
				}
			}
			r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Budget: 1 << 8})
			if err != nil {
				t.Errorf("%s: %v: %v", tg.Name, m, err)
				continue
			}
			want := lower.BestKnown
			switch r.Ops {
			case 0:
				continue
			case 1:
				want = lower.Bounded
				ones++
			default:
				longer++
			}
			if r.Proof != want || r.LowerBound != 1 {
				t.Errorf("%s: %v: %d ops, %v, at least %d: want %v, at least 1", tg.Name, m, r.Ops, r.Proof, r.LowerBound, want)
			}
		}
	}
	if ones < 20 || longer < 5 {
		t.Errorf("%d of one op, %d longer", ones, longer)
	}
}
