package moves_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64/moves"
	"github.com/lanescope/lanescope/syntax"
)

func TestSVP64Forms(t *testing.T) {
	for _, row := range []struct{ text, want, names string }{
		{"mv.swiz r4,r8,W.Y.", "i32x4 -> a3 z a1 z", "r8"},
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX", "i16x3 -> a2 a1 a0", "r64"},
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX vl=2 pack", "i16x6 -> a2 a5 a1 a4 a0 a3", "r64"},
		{"FMV.SWIZ f4,f8,1XYZ", "i32x4 -> #3f800000 a0 a1 a2", "f8"},
		{" W.Y. ", "i32x4 -> a3 . a1 .", "a"},
		{"yx", "i32x4 -> a1 a0", "a"},
		{"bgra", "i32x4 -> a2 a1 a0 a3", "a"},
		{"1.0.", "i32x4 -> 1 . z .", "a"},
		{"dst.xz = src.wy", "i32x4 -> a3 . a1 .", "src"},
		{"v.xyz1", "i32x4 -> a0 a1 a2 1", "v"},
		{"b.x", "i32x4 i32x4 -> b0", " b"},
		{"b.g", "i32x4 -> a2 . a1", "a"},
		{"vec4(b.xy, a.zw)", "i32x4 i32x4 -> b0 b1 a2 a3", "a b"},
		{"vec4(q.xy, p.zw);", "i32x4 i32x4 -> a0 a1 b2 b3", "q p"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Dialect != "svp64" || f.Map.String() != row.want || strings.Join(f.Names, " ") != row.names {
			t.Errorf("%s: %s is %v of %q, want %s: %v", row.text, f.Dialect, f.Map, f.Names, row.want, err)
		}
	}
}

func TestSVP64Errors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"XG", `1:2: "G" is of RGBA`},
		{"dst.xx = src.wy", `1:6: "x" is assigned to twice`},
		{"mv.swiz r5,r8,X", "1:9: RT is 5: a pair begins at an even register"},
		{"sv.mv.swiz *32,*64,X vl=0", "1:22: a vector has 1 to 64 subvectors"},
	} {
		_, err := form.Parse(row.text, form.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
}

// Small maps of one source are nearly all swizzle moves, and what is said reads back.
func TestSVP64SaysItself(t *testing.T) {
	rng := chance.Random(t, 6)
	d, _ := form.ByName("svp64")
	said := 0
	for range 3000 {
		m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{1 + rng.IntN(4)}, Lane: make([]lane.Lane, 1+rng.IntN(4))}
		for j := range m.Lane {
			switch rng.IntN(8) {
			case 0:
				m.Lane[j] = lane.Zero()
			case 1:
				m.Lane[j] = lane.Fixed(lane.ConstOf(1))
			case 2:
				m.Lane[j] = lane.FromOld(j)
			default:
				m.Lane[j] = lane.From(0, rng.IntN(m.Src[0]))
			}
		}
		text, err := d.Form(m)
		if err != nil {
			t.Fatalf("%v: %v", m, err)
		}
		back, err := form.Parse(text, form.Options{})
		if err != nil && strings.Contains(err.Error(), "moves nothing") {
			continue
		}
		if err != nil || back.Dialect != "svp64" {
			t.Fatalf("%v: %q reads as %s: %v", m, text, back.Dialect, err)
		}
		if v, err := form.Compare(form.Form{Map: m}, back); err != nil || v.Relation != lane.Equal {
			t.Fatalf("%v: %q is %v: %v", m, text, back.Map, err)
		}
		said++
	}
	if said < 2500 {
		t.Errorf("only %d said", said)
	}
}

// What a reading says beside the map: under which predicate it is, and what is doubtful.
func TestSVP64Readings(t *testing.T) {
	for _, row := range []struct {
		text, m, by string
		bits        []int
		warnings    []string
	}{
		{"sv.mv.swiz/m=r3 *32,*64,XY vl=2", "i64x3 -> a0 a1 a1 a2", "r3", []int{0, 0, 1, 1}, []string{"lane 1 selects Y of subvectors of 1", "under r3: a lane whose bit"}},
		{"sv.fmv.swiz/m=~r10/w=32 *32,*64,X vl=2", "i32x2 -> a0 a1", "~r10", []int{0, 1}, []string{"under ~r10: a lane whose bit"}},
		{"sv.mv.swiz/m=eq 4,8,YX", "i32x4 -> a1 a0 z z", "eq", []int{0, 0, 0, 0}, []string{"unverified: without a vector operand", "under eq: a lane whose bit"}},
		{"sv.mv.swiz *32,*64,X", "i64x1 -> a0", "", nil, []string{"the vector length is not in the text"}},
		{"sv.mv.swiz/sw=8/dw=16 *32,*64,X vl=1", "i8x1 -> a0 z", "", nil, []string{"big-endian lane numbers"}},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		by, bits := "", []int(nil)
		if f.Guard != nil {
			by, bits = f.Guard.By, f.Guard.Bit
		}
		if f.Map.String() != row.m || by != row.by || !slices.Equal(bits, row.bits) {
			t.Errorf("%s is %v under %q %v, want %s under %q %v", row.text, f.Map, by, bits, row.m, row.by, row.bits)
		}
		same := len(f.Warnings) == len(row.warnings)
		for k := range min(len(f.Warnings), len(row.warnings)) {
			same = same && strings.HasPrefix(f.Warnings[k], row.warnings[k])
		}
		if !same {
			t.Errorf("%s: %q, want %q", row.text, f.Warnings, row.warnings)
		}
	}
}

// What a map is in one form: a bare swizzle where that says all, and of the second source as a shader would.
func TestSVP64Says(t *testing.T) {
	d := moves.Dialect()
	for m, want := range map[string]string{
		"i32x4 -> a3 . a1 .": "W.Y.", "i32x4 -> a1 a0": "YX", "i32x4 i32x4 -> b3 b2 b1 b0": "b.wzyx", "i32x4 -> 1 z": "sv.mv.swiz/w=32 *32,*64,10", "i32x4 i32x4 i32x4 -> c0": "c.x",
		"i32x4 -> a0 a1 a2 a3": "XYZW", "i16x4 -> a1 a0": "sv.mv.swiz/vec4/w=16 *32,*64,YX", "i64x2 -> a1 a0": "sv.mv.swiz/vec2 *32,*64,YX",
		"i32x4 -> a1 _": "!lane 1 is undefined, which no swizzle says; Y", "i32x4 i32x4 -> b1 .": "!the source that is read is b; an instruction's is a",
		"i16x4 i16x4 -> b1 b0": "!the source that is read is b; an instruction's is a", "i32x4 -> a0 #2": "!",
	} {
		parsed, err := lane.Parse(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Form(parsed)
		if err != nil {
			got = "!" + err.Error()
		}
		if got != want && !(strings.HasPrefix(want, "!") && strings.HasPrefix(got, want)) {
			t.Errorf("%s is %q, want %q", m, got, want)
		}
	}
}

// Runs of registers overlap where they share bits and are not one; integer and floating-point registers never do.
func TestOverlapOfRegisters(t *testing.T) {
	overlap := moves.Dialect().Overlap
	for _, row := range []struct {
		a, b  string
		bits  [2]int
		share bool
	}{
		{"r8", "r8", [2]int{128, 128}, false}, {"r8", "r8", [2]int{128, 64}, true}, {"r8", "r9", [2]int{128, 64}, true}, {"r9", "r8", [2]int{64, 128}, true}, {"r8", "r10", [2]int{128, 64}, false},
		{"r10", "r8", [2]int{64, 128}, false}, {"r8", "r9", [2]int{64, 64}, false}, {"r8", "f8", [2]int{128, 64}, false}, {"", "r8", [2]int{64, 64}, false}, {"r8", "", [2]int{64, 64}, false}, {"r8", "rx", [2]int{640, 640}, false}, {"rx", "r0", [2]int{640, 640}, false},
	} {
		if got := overlap(row.a, row.b, row.bits[0], row.bits[1]); got != row.share {
			t.Errorf("%s of %d bits and %s of %d: %v", row.a, row.bits[0], row.b, row.bits[1], got)
		}
	}
}

// Only loops of several subvectors have pictures of their orders.
func TestSVP64Scenes(t *testing.T) {
	for text, rows := range map[string]int{"sv.mv.swiz/vec2 *32,*64,YX vl=2": 8, "sv.mv.swiz/vec2 *32,*64,YX vl=3 pack": 3, "sv.mv.swiz *32,*64,X": 0, "mv.swiz r4,r8,YX": 0, "W.Y.": 0, "sv.mv.swiz *120,*64,X vl=9": 0} {
		n := 0
		for _, s := range moves.Dialect().Scenes(text, dialect.Options{}) {
			n += len(s.Rows)
		}
		if n != rows {
			t.Errorf("%s has %d rows, want %d", text, n, rows)
		}
	}
}
