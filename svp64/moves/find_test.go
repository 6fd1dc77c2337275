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

// A map that is the move of a pair has that alone, of any lane size; undefined lanes stay where they are, and what a pair cannot do is a loop.
func TestFindPairs(t *testing.T) {
	for m, want := range map[string]string{
		"i32x4 -> a0 _ z 1": "mv.swiz r4,r8,XY01", "i64x2 -> a1 a0": "mv.swiz r4,r8,ZWXY", "i8x16 -> a4 a5 a6 a7 a0 a1 a2 a3 _ _ _ _ z z z z": "mv.swiz r4,r8,YXZ0", "i32x4 -> z z z z": "mv.swiz r4,r8,0000",
		"i32x8 -> a0 a1 a2 a3": "sv.mv.swiz", "i32x4 -> a0 a1 a2 .": "sv.mv.swiz", "i32x4 -> a0 a1 a2": "sv.mv.swiz", "i32x2 -> a0 a1 a0 a1": "sv.mv.swiz", "i32x8 -> a4 a5 a6 a7": "sv.mv.swiz",
	} {
		parsed, err := lane.Parse(m)
		if err != nil {
			t.Fatal(err)
		}
		found, err := moves.Find(parsed)
		if err != nil || len(found.Lines) != 1 || !strings.HasPrefix(found.Lines[0], want) || found.Lower != 1 || len(found.Head) != 0 {
			t.Errorf("%s is %q under %q: %v", m, found.Lines, found.Head, err)
		}
	}
}
