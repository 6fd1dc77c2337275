package campaign

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What leaves its result in a part of a register, or has sources in memory, is verified as all else, and a result in another register is not.
func TestVerifyParts(t *testing.T) {
	many := lane.Map{Bits: 8}
	for k := range 20 {
		many.Src = append(many.Src, 16)
		if k < 16 {
			many.Lane = append(many.Lane, lane.From(k, (k*5+1)%16))
		}
	}
	for k := range many.Lane[:4] {
		many.Lane[12+k] = lane.From(16+k, 2)
	}
	for _, row := range []struct{ canonical, target string }{
		{"i128x2 -> a1", "avx2"},
		{"i64x4 i64x4 -> a0 b0 z z", "avx2"},
		{"i64x1 -> a0 z z z", "avx2"},
		{"i16x1 i16x2 -> a0 b0", "bmi2"},
		{"i128x4 i128x4 i128x4 i128x4 -> a1 b1 c1 e1", "avx512"},
		{"i16x16 -> a8 a10 a9 a11 a10 a12 a11 a13", "avx512vbmi"},
		{"i64x2 -> a1 z", "neon"},
		{many.String(), "avx2"}, // of sources for which there is no register
	} {
		m, err := lane.Parse(row.canonical)
		if err != nil {
			t.Fatal(err)
		}
		on, ok := target.Find(row.target)
		if !ok {
			t.Fatal(row.target)
		}
		text, err := new(Doer).lowered(t.Context(), m, on, &Options{Effort: "quick", Budget: mineBudget})
		if err != nil {
			t.Fatal(err)
		}
		line := row.canonical + "\t" + text
		if err := verifyTable(nil, line); err != nil {
			t.Errorf("%s: %v\n%s", row.target, err, line)
		}
		at := strings.Index(line, "result=") + len("result=")
		wrong := line[:at] + "xmm9" + line[at+strings.IndexByte(line[at:], '\t'):]
		if err := verifyTable(nil, wrong); err == nil {
			t.Errorf("%s: the result may be anywhere: %s", row.target, wrong)
		}
	}
}
