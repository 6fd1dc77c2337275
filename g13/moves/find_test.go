package moves_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/g13/moves"
	"github.com/lanescope/lanescope/lane"
)

// The moves of the G13, what says which register is which source, and how few there can be.
func TestFindMoves(t *testing.T) {
	lanes := func(from string, at func(i int) int) string {
		text := ""
		for i := range 32 {
			text += fmt.Sprintf(" %s%d", from, at(i))
		}
		return text
	}
	for _, row := range []struct {
		m     string
		head  string
		lines string
		lower int
	}{
		{"i32x32 ->" + lanes("a", func(i int) int { return i ^ 3 }), "", "simd_shuffle_xor r0, r1, 3", 1},
		{"i32x32 i32x32 ->" + lanes("b", func(i int) int { return (i ^ 1 + 1) % 32 }), "// b = r1", "", 2},
		{"i32x32 i32x32 ->" + lanes("b", func(i int) int { return i * i % 32 }), "", "no single instruction of the G13 does this, and no two", 0},
		{"i32x32 -> a0 a1", "", "a register of the G13 has 32 lanes", 0},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		found, err := moves.Find(m)
		if err != nil {
			if row.lower > 0 || !strings.HasPrefix(err.Error(), row.lines) {
				t.Errorf("%s: %v", row.m, err)
			}
			continue
		}
		lines := strings.Join(found.Lines, "; ")
		if strings.Join(found.Head, "; ") != row.head || row.lines != "" && lines != row.lines || found.Lower != row.lower || !found.IsMinimal() {
			t.Errorf("%s: %+v, want %q after %q, at least %d", row.m, found, row.lines, row.head, row.lower)
		}
	}
}
