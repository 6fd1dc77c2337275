package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// splice is the bytes of b:a from byte k on, across the whole vector: what people took 256-bit palignr for.
func splice(n, k int) string {
	m := lane.Map{Bits: 8, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	for i := range m.Lane {
		if m.Lane[i] = lane.From(1, i+k); i+k >= n {
			m.Lane[i] = lane.From(0, i+k-n)
		}
	}
	return m.String()
}

// shiftUp is the bytes of a vector moved up by k, across the whole of it.
func shiftUp(n, k int) string {
	m := lane.Map{Bits: 8, Src: []int{n}, Lane: slices.Repeat([]lane.Lane{lane.Zero()}, n)}
	for i := k; i < n; i++ {
		m.Lane[i] = lane.From(0, i-k)
	}
	return m.String()
}

// Bugs that other projects had. What was written and what was meant differ, in the lane where the bug shows; or a warning says what was overlooked.
func TestKnownBugs(t *testing.T) {
	for _, bug := range []struct {
		where, written, meant string
		lane                  int
		warning               string
	}{
		{"rust-lang/stdarch#328: 256-bit alignr taken for a splice of 32 bytes",
			"_mm256_alignr_epi8(a, b, 4)", splice(32, 4), 12, "vpalignr works in each 128 bits by itself"},
		{"xtensor-stack/xsimd#1255: permute_pd for a mask that crosses 128 bits",
			"_mm512_permute_pd(a, 0x55)", "i64x8 -> a3 a2 a1 a0 a7 a6 a5 a4", 0, "vpermilpd works in each 128 bits by itself"},
		{"VectorCamp/vectorscan#369: shifts of 64 bytes made of shifts of 16",
			"_mm512_bslli_epi128(a, 1)", shiftUp(64, 1), 16, "vpslldq works in each 128 bits by itself"},
		{"google/filament#8154: a swizzle after another, where the first keeps lanes: I I I I, then R R 0 0",
			"xy00", "xx00", 1, ""},
		{"Vita3K/Vita3K#1353: constants in a swizzle read as lanes",
			"v.xyzw", "v.111w", 0, ""},
		{"llvm/llvm-project#193076: even 16-bit lanes made by a truncation, which on a big-endian machine are the odd ones",
			"%w = bitcast <8 x i16> %a to <4 x i32>\n%r = trunc <4 x i32> %w to <4 x i16>", "<8 x i16> 1 3 5 7", 0, "big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1"},
		{"_MM_SHUFFLE read from lane 0 upwards",
			"_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))", "<4 x i32> 0 1 2 3", 0, "_MM_SHUFFLE(0, 1, 2, 3) reverses"},
	} {
		written, err := form.Parse(bug.written, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", bug.where, err)
			continue
		}
		meant, err := form.Parse(bug.meant, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", bug.where, err)
			continue
		}
		v, err := form.Compare(written, meant)
		if err != nil || v.Relation != lane.Differ || v.Lane != bug.lane {
			t.Errorf("%s: %s and %s: %v at lane %d, %v; want lane %d", bug.where, written.Map, meant.Map, v.Relation, v.Lane, err, bug.lane)
		}
		if warnings := strings.Join(written.Warnings, "\n"); bug.warning == "" && warnings != "" || !strings.Contains(warnings, bug.warning) {
			t.Errorf("%s: warnings %q, want %q", bug.where, warnings, bug.warning)
		}
	}
}

// The composition that filament#8154 is about, as it should be: keeping lanes and then R R 0 0 is R R 0 0.
func ExampleParse_composition() {
	f, err := form.Parse("mv.swiz r4,r8,XYZW; mv.swiz r12,r4,XX00", form.Options{})
	fmt.Println(f.Map, err)
	// Output: i32x4 -> a0 a0 z z <nil>
}
