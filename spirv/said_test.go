package spirv_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/spirv"
	"github.com/lanescope/lanescope/syntax"
)

// Whatever is said of a random map, in one instruction or in several, is that map when it is read; and what is not said has a reason.
func TestSaysReadBack(t *testing.T) {
	rng := chance.Random(t, 72)
	d := spirv.Dialect()
	one, several := 0, 0
	for range 600 {
		n := 2 + rng.IntN(15)
		m := lane.Map{Bits: 8 << rng.IntN(4), Lane: make([]lane.Lane, n)}
		for range 1 + rng.IntN(4) {
			m.Src = append(m.Src, n)
		}
		for i := range m.Lane {
			if i == 0 || rng.IntN(9) > 0 {
				m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n))
			}
		}
		if len(m.Src) < 3 {
			text, err := d.Form(m)
			readsBack(t, m, []string{text}, err)
			one++
			if undefined := strings.Count(text, " 0xFFFFFFFF"); undefined != strings.Count(m.String(), " _") {
				t.Fatalf("%s: %d lanes of %s are undefined", text, undefined, m)
			}
		}
		lines, err := d.Translate(t.Context(), m)
		readsBack(t, m, lines, err)
		if len(lines) > 1 {
			several++
		}
	}
	if one < 100 || several < 100 {
		t.Errorf("%d in one instruction, %d in several", one, several)
	}
	for text, want := range map[string]string{
		"i32x17 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16": "vectors of 2 to 16 lanes of 8, 16, 32 or 64 bits, and this has 17 of 32",
		"i32x1 -> a0":    "and this has 1 of 32",
		"i32x4 -> a0":    "the text does not say that the sources have 4 lanes",
		"i24x2 -> a1 a0": "and this has 2 of 24",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if said, err := d.Form(m); said != "" || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want %s", text, said, err, want)
		}
	}
}

// readsBack wants lines to be a map, of its sources by their names.
func readsBack(t *testing.T, m lane.Map, lines []string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", m, err)
	}
	text := strings.Join(lines, "\n")
	r, err := spirv.Dialect().Read(text, dialect.Options{})
	if err != nil || len(r.Map.Lane) != len(m.Lane) || r.Map.Bits != m.Bits {
		t.Fatalf("%s is said as\n%s\nwhich is %s: %v", m, text, r.Map, err)
	}
	for i, l := range m.Lane {
		got := r.Map.Lane[i]
		if got.Kind != l.Kind || l.Kind == lane.Source && (r.Names[got.Src] != "%"+lane.SourceName(l.Src) || got.Index != l.Index) {
			t.Fatalf("%s is said as\n%s\nwhich is %s of %q", m, text, r.Map, r.Names)
		}
	}
}

// What a module declares decides of lanes and bits, and what it does not is assumed with a word.
func TestTypes(t *testing.T) {
	for _, row := range []struct{ text, want, warns string }{
		{"%half = OpTypeFloat 16\n%x = OpCompositeExtract %half %v 1", "i16x4 -> a1", ""},
		{"%i8 = OpTypeInt 8 0\n%v16 = OpTypeVector %i8 16\n%a = OpLoad %v16 %p\n%x = OpCompositeExtract %i8 %a 15", "i8x16 -> a15", ""},
		{"%i8 = OpTypeInt 8 0\n%none = OpTypeVector %i8 0\n%x = OpCompositeExtract %i8 %a 3", "i8x4 -> a3", ""},
		{"%x = OpCompositeExtract %what %v 1", "i32x4 -> a1", "the type of %v is not in the text"},
		{"%r = OpCompositeConstruct %v2double %x %y", "i64x1 i64x1 -> a0 b0", ""},
		{"%r = OpCompositeConstruct %v2what %x %y", "i32x1 i32x1 -> a0 b0", "the type of %y is not in the text"},
		{"%r = OpVectorShuffle %v2uint %a %b 0 11", "i32x8 i32x8 -> a0 b3", "8 lanes each are assumed"},
		{"%c = OpVectorShuffle %v2uint %a %b 0 3\n%d = OpCopyObject %v2uint %c\nOpReturnValue %d", "i32x2 i32x2 -> a0 b1", ""},
		{"%c = OpVectorShuffle %v2uint %a %b 0 3\n%d = OpCopyObject %v2uint %c\n%e = OpVectorShuffle %v2uint %d %d 1 0", "i32x2 i32x2 -> b1 a0", ""},
	} {
		r, err := spirv.Dialect().Read(row.text, dialect.Options{})
		if said := strings.Join(r.Warnings, "; "); err != nil || r.Map.String() != row.want || !strings.Contains(said, row.warns) || (row.warns == "") != (said == "") {
			t.Errorf("%s is %s, %q, %v; want %s, %q", row.text, r.Map, r.Warnings, err, row.want, row.warns)
		}
	}
	for _, row := range []struct {
		text string
		line int
		want string
	}{
		{"%a = OpLoad %v2half %p\n%r = OpVectorShuffle %v2half %a %b 0 1\n%s = OpVectorShuffle %v2uint %c %c 0 1\n%t = OpVectorShuffle %v2uint %a %s 0 1", 4, "lanes of 16 bits and lanes of 32 do not mix"},
		{"%a = OpLoad %half %p\n%b = OpLoad %uint %q\n%r = OpCompositeConstruct %v2half %a %b", 3, "lanes of 16 bits and lanes of 32 do not mix"},
		{"%a = OpLoad %half %p\n%r = OpCompositeConstruct %v4half %a %a", 2, "%v4half has 4 lanes, and these are 2"},
		{"%r = OpVectorShuffle %v2half %a %b 0 x", 1, "expected a selector: a number, or -1"},
		{"%r = OpVectorShuffle %v2half %a %b", 1, "expected selectors"},
		{"%a = OpLoad %v2half %p\n%r = OpVectorShuffle %v2half %a %b 0 x", 2, "expected numbers behind the vectors"},
		{"%a = OpLoad %v2half %p\n%r = OpVectorShuffle %v2half %a %b", 2, "has a type, two vectors and numbers"},
		{"%r = OpCompositeExtract %half %a -1", 1, "%a has lanes 0 to 3"},
	} {
		_, err := spirv.Dialect().Read(row.text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(e.What, row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
			continue
		}
		if line, _ := e.Pos(); line != row.line || e.End < e.Off {
			t.Errorf("%s: the error is at %d to %d, in line %d, want line %d", row.text, e.Off, e.End, line, row.line)
		}
	}
}
