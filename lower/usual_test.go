package lower_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// The usual sequence, its sources, its statements of C, and what has none.
func TestUsual(t *testing.T) {
	for _, row := range []struct {
		m, target  string
		sources    []int
		statements string
		why        string
	}{
		{"i32x4 i32x4 -> a0 b0 a1 b1", "avx2", []int{0, 1}, "__m128i t0 = _mm_unpacklo_epi32(a, b); return t0;", ""},
		{"i32x4 i32x4 -> b3 b2 b1 b0", "avx2", []int{1}, "__m128i t0 = _mm_shuffle_epi32(b, 27); return t0;", ""},
		{"i32x4 -> a0 a1 a2 a3", "avx2", []int{0}, "return a;", ""},
		{"i32x4 -> a0 . a2 .", "avx2", nil, "", "lanes keep the old destination"},
		{"i32x4 -> a0 a1 a2 a3", "z80", nil, "", `there is no target "z80"`},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		r, on, err := lower.Usual(t.Context(), m, row.target)
		if err != nil {
			if row.why == "" || !strings.HasPrefix(err.Error(), row.why) {
				t.Errorf("%s on %s: %v, want %q", row.m, row.target, err, row.why)
			}
			continue
		}
		lines, err := r.Statements(on)
		if err != nil || row.why != "" || strings.Join(lines, " ") != row.statements || !slices.Equal(r.Sources(), row.sources) {
			t.Errorf("%s on %s is %q of %v, %v; want %q of %v", row.m, row.target, lines, r.Sources(), err, row.statements, row.sources)
		}
	}
}
