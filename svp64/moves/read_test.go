package moves_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
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
