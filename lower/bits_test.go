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

// A handWritten is what people write for a manipulation: ops, constants and copies.
type handWritten struct {
	name, how string
	counts    map[string]lower.Count
}

// on is a table by targets, in pairs of names and counts.
func on(list ...any) map[string]lower.Count {
	counts := map[string]lower.Count{}
	for k := 0; k < len(list); k += 2 {
		c := list[k+1].([3]int)
		counts[list[k].(string)] = lower.Count{Ops: c[0], Constants: c[1], Copies: c[2]}
	}
	return counts
}

// folklore are sequences that are known: of Warren's Hacker's Delight, written with and, or and shifts; of libraries for intrinsics; of what one instruction does.
var folklore = []handWritten{
	{"nibbles swapped in bytes", "two shifts, one mask and its complement", on("sse2", [3]int{5, 1, 1}, "avx2", [3]int{5, 1, 0},
		"avx512", [3]int{3, 1, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{2, 0, 0}, "wasm", [3]int{3, 0, 0})},
	{"nibbles rotated in words", "two shifts that clear", on("sse2", [3]int{3, 0, 1}, "avx2", [3]int{3, 0, 0}, "avx512", [3]int{3, 0, 0}, "avx512vbmi", [3]int{1, 0, 0},
		"neon", [3]int{2, 0, 0}, "wasm", [3]int{3, 0, 0})},
	{"nibbles rotated in dwords", "the same, or a rotation", on("sse2", [3]int{3, 0, 1}, "avx512", [3]int{1, 0, 0}, "neon", [3]int{2, 0, 0}, "wasm", [3]int{3, 0, 0})},
	{"bits rotated in quadwords by 13", "the same", on("sse2", [3]int{3, 0, 1}, "avx2", [3]int{3, 0, 0}, "avx512", [3]int{1, 0, 0}, "neon", [3]int{2, 0, 0}, "wasm", [3]int{3, 0, 0})},
	{"bits rotated in bytes by 3", "two shifts of words, one mask and its complement", on("sse2", [3]int{5, 1, 1}, "avx512", [3]int{3, 1, 0}, "avx512vbmi", [3]int{1, 1, 0},
		"neon", [3]int{2, 0, 0}, "wasm", [3]int{3, 0, 0})},
	{"pairs swapped", "two shifts, one mask and its complement", on("sse2", [3]int{5, 1, 1}, "avx512", [3]int{3, 1, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{3, 1, 0}, "wasm", [3]int{3, 1, 0})},
	{"bits swapped", "the same", on("sse2", [3]int{5, 1, 1}, "avx512", [3]int{3, 1, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{3, 1, 0}, "wasm", [3]int{3, 1, 0})},
	{"bits reversed in bytes", "nibbles, pairs and bits swapped", on("sse2", [3]int{15, 3, 3}, "avx2", [3]int{15, 3, 0}, "avx512", [3]int{9, 3, 0}, "avx512vbmi", [3]int{1, 1, 0},
		"neon", [3]int{1, 0, 0}, "wasm", [3]int{9, 2, 0})},
	{"bits reversed in words", "and bytes", on("sse2", [3]int{18, 3, 4}, "ssse3", [3]int{16, 4, 3}, "avx512vbmi", [3]int{2, 1, 0}, "neon", [3]int{2, 0, 0}, "wasm", [3]int{10, 2, 0})},
	{"bits reversed in quadwords", "and bytes", on("sse2", [3]int{20, 3, 4}, "ssse3", [3]int{16, 4, 3}, "avx512vbmi", [3]int{2, 2, 0}, "neon", [3]int{2, 0, 0}, "wasm", [3]int{10, 2, 0})},
	{"bits reversed", "and bytes", on("sse2", [3]int{21, 3, 4}, "ssse3", [3]int{16, 4, 3}, "avx512vbmi", [3]int{2, 2, 0}, "neon", [3]int{3, 0, 0}, "wasm", [3]int{10, 2, 0})},
	{"nibbles reversed", "bytes, then nibbles", on("ssse3", [3]int{6, 2, 1}, "avx512", [3]int{4, 2, 0}, "neon", [3]int{4, 0, 0}, "wasm", [3]int{4, 0, 0})},
	{"pairs unzipped in bytes", "an exchange of two pairs", on("sse2", [3]int{7, 2, 1}, "avx512", [3]int{4, 2, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{4, 2, 0}, "wasm", [3]int{4, 2, 0})},
	{"nibbles unzipped in words", "an exchange of two nibbles", on("sse2", [3]int{7, 2, 1}, "avx512", [3]int{4, 2, 0}, "neon", [3]int{4, 2, 0}, "wasm", [3]int{4, 2, 0})},
	{"nibbles unzipped", "the same, then bytes", on("ssse3", [3]int{8, 3, 1}, "avx512", [3]int{5, 3, 0}, "neon", [3]int{5, 3, 0}, "wasm", [3]int{5, 2, 0})},
	{"nibbles of two zipped", "bytes, then an exchange of two nibbles", on("sse2", [3]int{8, 2, 1}, "avx512", [3]int{5, 2, 0}, "neon", [3]int{5, 2, 0}, "wasm", [3]int{5, 2, 0})},
	{"bits unzipped in bytes", "two exchanges", on("sse2", [3]int{14, 4, 2}, "avx512", [3]int{8, 4, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{8, 4, 0}, "wasm", [3]int{8, 4, 0})},
	{"bits zipped in bytes", "two exchanges", on("sse2", [3]int{14, 4, 2}, "avx512", [3]int{8, 4, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{8, 4, 0}, "wasm", [3]int{8, 4, 0})},
	{"bits unzipped in quadwords", "three exchanges, then bytes", on("ssse3", [3]int{22, 7, 3}, "avx2", [3]int{22, 7, 0}, "avx512", [3]int{13, 7, 0}, "neon", [3]int{13, 7, 0}, "wasm", [3]int{13, 6, 0})},
	{"bits of two zipped", "bytes, then three exchanges", on("sse2", [3]int{22, 6, 3}, "avx2", [3]int{22, 6, 0}, "avx512", [3]int{13, 6, 0}, "neon", [3]int{13, 6, 0}, "wasm", [3]int{13, 6, 0})},
	{"bits transposed in quadwords", "transpose8 of Hacker's Delight: three exchanges", on("sse2", [3]int{21, 6, 3}, "avx2", [3]int{21, 6, 0}, "avx512", [3]int{12, 6, 0}, "avx512vbmi", [3]int{12, 6, 0},
		"neon", [3]int{12, 6, 0}, "wasm", [3]int{12, 6, 0})},
	{"pairs transposed in dwords", "two exchanges", on("sse2", [3]int{14, 4, 2}, "avx512", [3]int{8, 4, 0}, "neon", [3]int{8, 4, 0}, "wasm", [3]int{8, 4, 0})},
	{"every second bit of quadwords", "a mask, and five times a shift, an or, a mask", on("sse2", [3]int{16, 6, 5}, "avx2", [3]int{16, 6, 0}, "avx512", [3]int{16, 6, 0}, "neon", [3]int{16, 6, 0}, "wasm", [3]int{16, 6, 0})},
	{"bits spread by two in quadwords", "five times a shift, an or, a mask", on("sse2", [3]int{15, 5, 5}, "avx2", [3]int{15, 5, 0}, "avx512", [3]int{15, 5, 0}, "neon", [3]int{15, 5, 0}, "wasm", [3]int{15, 5, 0})},
	{"every fourth bit of quadwords", "a mask, and four times a shift, an or, a mask", on("sse2", [3]int{13, 5, 4}, "avx2", [3]int{13, 5, 0}, "neon", [3]int{13, 5, 0}, "wasm", [3]int{13, 5, 0})},
	{"bits spread by four in quadwords", "six times a shift, an or, a mask", on("sse2", [3]int{18, 6, 6}, "avx2", [3]int{18, 6, 0}, "neon", [3]int{18, 6, 0}, "wasm", [3]int{18, 6, 0})},
	{"every second bit of bytes", "a mask, and twice a shift, an or, a mask", on("sse2", [3]int{7, 3, 2}, "avx2", [3]int{7, 3, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{7, 3, 0}, "wasm", [3]int{7, 3, 0})},
	{"low nibbles", "a mask", on("sse2", [3]int{1, 1, 0}, "avx2", [3]int{1, 1, 0}, "neon", [3]int{1, 1, 0}, "wasm", [3]int{1, 1, 0})},
	{"high nibbles brought down", "a shift and a mask", on("sse2", [3]int{2, 1, 0}, "avx2", [3]int{2, 1, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{1, 0, 0}, "wasm", [3]int{1, 0, 0})},
	{"nibbles chosen of two", "a mask and its complement", on("sse2", [3]int{3, 1, 0}, "avx512", [3]int{1, 1, 0}, "neon", [3]int{1, 1, 0}, "wasm", [3]int{1, 1, 0})},
	{"bits chosen of two", "a mask and its complement", on("sse2", [3]int{3, 1, 0}, "avx512", [3]int{1, 1, 0}, "neon", [3]int{1, 1, 0}, "wasm", [3]int{1, 1, 0})},
	{"a bit to its byte", "a mask, and three times a shift and an or", on("sse2", [3]int{7, 1, 3}, "avx2", [3]int{7, 1, 0}, "avx512vbmi", [3]int{1, 1, 0}, "neon", [3]int{7, 1, 0}, "wasm", [3]int{7, 1, 0})},
	{"pext 0x9d3c71e5a6b80f47", "compress of Hacker's Delight: a mask, and six times two masks, a shift, an or", on("sse2", [3]int{25, 7, 6}, "avx2", [3]int{25, 7, 0}, "neon", [3]int{25, 7, 0}, "wasm", [3]int{25, 7, 0})},
	{"pdep 0x9d3c71e5a6b80f47", "expand of Hacker's Delight", on("sse2", [3]int{25, 7, 6}, "avx2", [3]int{25, 7, 0}, "neon", [3]int{25, 7, 0}, "wasm", [3]int{25, 7, 0})},
	{"fields of RGB565 to bytes", "three shifts and masks", on("sse2", [3]int{8, 3, 2}, "avx2", [3]int{8, 3, 0}, "neon", [3]int{8, 3, 0}, "wasm", [3]int{8, 3, 0})},
	{"six bits of base64 to bytes", "a shuffle, two masks, two products, an or", on("ssse3", [3]int{6, 5, 1}, "avx2", [3]int{6, 5, 0}, "avx512vbmi", [3]int{3, 3, 0})},
}

// What people write is not cheaper than what is found.
func TestBitFolklore(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	l, random := &tables, chance.Random(t, 14)
	for _, row := range lower.Some(random, folklore, 3) {
		m := manipulationNamed(t, row.name).of(128)
		one := []string{"sse2", "neon"}[random.IntN(2)]
		for name, known := range row.counts {
			if !*full && name != one {
				continue
			}
			tg := targetNamed(t, name)
			r, err := l.Lower(t.Context(), m, lower.Options{Target: tg})
			if err != nil {
				t.Errorf("%s: %s: %v", name, row.name, err)
				continue
			}
			if balanced(r.Count) > balanced(known) {
				t.Errorf("%s: %s: %+v, known are %+v: %s\n%q", name, row.name, r.Count, known, row.how, r.Listing(tg))
			}
		}
	}
}

func manipulationNamed(t *testing.T, name string) *bitManipulation {
	t.Helper()
	for i := range manipulations {
		if manipulations[i].name == name {
			return &manipulations[i]
		}
	}
	t.Fatalf("no manipulation %q", name)
	return nil
}

// bitTargets are the targets of vectors alone.
func bitTargets() (list []*target.Target) {
	for _, tg := range target.Targets() {
		if !tg.Holds(target.General) {
			list = append(list, tg)
		}
	}
	return list
}

// Maps that are known and random ones have an answer on every target, for every register. How many ops and constants they take is logged.
func TestBitMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	l := &tables
	random, all := chance.Random(t, 20), bitTargets()
	if !*full {
		k := random.IntN(len(all))
		all = all[k : k+1]
	}
	for _, tg := range all {
		for _, register := range tg.Bits {
			if !*full && register > 128 {
				continue
			}
			var maps []lane.Map
			for i := range manipulations {
				if *full || i%9 == 0 {
					maps = append(maps, manipulations[i].of(register))
				}
			}
			known := len(maps)
			for range samplesOf(3, 1) {
				for _, f := range bitFamilies {
					maps = append(maps, f.make(random, register))
				}
			}
			var sums [2]lower.Count
			for i, m := range maps {
				o := lower.Options{Target: tg}
				if !*full {
					o.Budget = searched()
				}
				r, err := l.Lower(t.Context(), m, o)
				if err != nil {
					t.Errorf("%s: %v: %v", tg.Name, m, err)
					continue
				}
				s := &sums[min(i/known, 1)]
				s.Ops, s.Constants, s.Copies = s.Ops+r.Ops, s.Constants+r.Constants, s.Copies+r.Copies
			}
			t.Logf("%s, %d bits: known %s; random %s", tg.Name, register, mean(sums[0], known), mean(sums[1], len(maps)-known))
		}
	}
}

func mean(c lower.Count, n int) string {
	of := func(k int) float64 { return float64(k) / float64(n) }
	return fmt.Sprintf("%.2f ops, %.2f constants, %.2f copies", of(c.Ops), of(c.Constants), of(c.Copies))
}

// samplesOf is how many rounds a test makes with -full, and without.
func samplesOf(all, few int) int {
	if *full {
		return all
	}
	return few
}

// Sequences for narrow lanes run on this CPU: their C, and their listings as they are printed.
func TestBitsOnSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	some, left := []string{"sse2", "avx2", "avx512vbmi"}, chance.Random(t, 327).IntN(3)
	some = slices.Delete(some, left, left+1)
	for _, tg := range bitTargets() {
		if _, ok := cFlags[tg.Name]; !ok || !*full && !slices.Contains(some, tg.Name) {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(8, 23))
			for _, bits := range tg.Bits {
				c, listings := cProgram{}, cProgram{listings: true}
				for i := range samplesOf(10*len(bitFamilies), len(bitFamilies)*64/bits) {
					m := bitFamilies[i%len(bitFamilies)].make(random, bits)
					for len(m.Src) < 2 {
						m.Src = append(m.Src, m.Src[0])
					}
					o := lower.Options{Target: tg, Cost: someCost(i), Budget: searched()}
					c.add(t, &tables, m, o)
					listings.add(t, &tables, m, o)
				}
				c.run(t, tg, bits, samplesOf(1000, 20))
				listings.run(t, tg, bits, samplesOf(1000, 20))
			}
		})
	}
}

// A map of many bits that go anywhere has an answer though next to nothing may be searched.
func TestBitsWithoutBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 24))
	for _, row := range []struct {
		target   string
		register int
	}{{"sse2", 128}, {"wasm", 128}, {"avx", 256}, {"avx512", 512}} {
		if !*full && row.register > 256 {
			continue
		}
		m := scattered(1, 1)(random, row.register)
		if _, err := tables.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, row.target), Budget: 1}); err != nil {
			t.Error(err)
		}
	}
}

// Random maps of single bits a second, with the budget of whoever asks for one map.
func BenchmarkBits(b *testing.B) {
	for _, row := range []struct {
		target   string
		register int
	}{{"ssse3", 128}, {"avx512vbmi", 512}} {
		b.Run(fmt.Sprintf("%s/%d", row.target, row.register), func(b *testing.B) {
			random := rand.New(rand.NewPCG(8, 25))
			tg := targetNamed(b, row.target)
			for b.Loop() {
				if _, err := tables.Lower(b.Context(), scattered(1, 1)(random, row.register), lower.Options{Target: tg}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Bytes that are moved on the way to bits may be moved by a constant that ops have made, which nodes of bits have none for: seed 7002 of TestWideAnswers.
func TestBitsBesideMadeConstants(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i4x64 i4x64 -> a41 a16 a26 b54 b19 b47 b30 b24 b16 b6 b36 a61 a23 b9 b33 a32 a44 b33 b13 b59 a4 a33 a9 a22 b16 a16 b51 a50 a45 a37 a0 b27 " +
		"a21 a0 a1 b49 a51 b44 b3 a26 b47 b26 a8 a1 a57 a7 a13 a53 b24 a41 a47 b37 a51 b42 b63 b29 b10 b23 b26 a6 a62 b36 a26 a53")
	if err != nil {
		t.Fatal(err)
	}
	var l lower.Lowerer
	if _, err := l.Lower(t.Context(), m, lower.Options{Target: targetNamed(t, "avx2+bmi2"), Budget: 1 << 9}); err != nil {
		t.Error(err)
	}
}

// Nibbles of two sources are joined by an or of two values, on each target: of Power10 the first or in the table has three, and it was taken for one of two.
func TestBitsAreJoinedByAnOrOfTwo(t *testing.T) {
	m, err := lane.Parse("i4x32 i4x32 -> a13 _ a14 a14 a15 b15 a16 b16 a17 b17 _ a18 a19 b19 b20 _ a21 a21 b22 b22 a23 b23 b24 b24 a25 z a26 z _ a27 a28 b28")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sse2", "neon", "wasm", "vsx", "vsx10"} {
		tg := targetNamed(t, name)
		if r, err := new(lower.Lowerer).Lower(t.Context(), m, lower.Options{Target: tg, Budget: 1 << 8}); err != nil || r.Ops < 3 {
			t.Errorf("%s: %v, %q", name, err, r.Listing(tg))
		}
	}
}
