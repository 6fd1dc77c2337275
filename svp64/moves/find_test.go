package moves_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64/moves"
)

// The moves of SVP64, what says which register is which source, and how few there can be.
func TestFindMoves(t *testing.T) {
	for _, row := range []struct {
		m     string
		head  string
		lines string
		lower int
	}{
		{"i32x4 i32x4 -> b3 b2 _ b0", "// b = r8", "mv.swiz r4,r8,WZZX", 1},
		{"i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "", "sv.mv.swiz/vec4/w=16 *32,*64,YXWZ vl=2", 1},
		{"i64x2 i64x2 -> b0 a1", "", "sv.mv.swiz/vec2 *32,*48,.Y; sv.mv.swiz/vec2 *32,*56,X.", 2},
		{"i32x4 i32x4 i32x4 -> c0 a1 z .", "// a = r48, c = r56", "sv.mv.swiz/vec4/w=32 *32,*48,.Y0.; sv.mv.swiz/vec4/w=32 *32,*56,X...", 2},
		{"i32x4 i32x4 -> a0 b0 #2 _", "", "no swizzle move is this, and no sequence is known", 0},
		{"i32x8 i32x8 -> a0 b0 a1 b1 a2 b2 a3 b3", "", "sv.mv.swiz/vec2/w=32 *32,*48,X.Y. vl=2 ra=i32x8; sv.mv.swiz/vec2/w=32 *32,*56,.X.Y vl=2 ra=i32x8", 2},
		{"i8x2 -> a0 z z z z z z z a1 z z z z z z z", "", "sv.mv.swiz/sw=8/vec2 *32,*64,XY", 1},
		{"i8x16 -> a0 z z z a1 z z z a2 z z z a3 z z z", "", "sv.mv.swiz/w=8 *32,*64,X000 vl=4 ra=i8x16", 1},
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
