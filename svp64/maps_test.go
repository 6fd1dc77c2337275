package svp64_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// Instructions as maps.
func TestInstMaps(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"mv.swiz r4,r8,W.Y.", "i32x4 -> a3 z a1 z"},
		{"mv.swiz r8,r8,W.Y.", "i32x4 -> a3 a1 a1 a3"},
		{"mv.swiz r4,r8,..XY", "i32x4 -> z z a0 a1"},
		{"mv.swiz r4,r8,XY", "i32x4 -> a0 a1 z z"},
		{"mv.swiz r8,r8,XX", "i32x4 -> a0 a0 a2 a3"},
		{"fmv.swiz f4,f8,1XYZ", "i32x4 -> #3f800000 a0 a1 a2"},
		{"mv.swiz r4,r8,0x200", "i32x4 -> z z z z"},
		{"sv.mv.swiz 4,8,YX", "i32x4 -> a1 a0 z z"},
		{"sv.mv.swiz/vec3/w=16 *32,*64,ZYX", "i16x3 -> a2 a1 a0"},
		{"sv.mv.swiz/vec4 *32,*64,W.Y. vl=2", "i64x8 -> a3 . a1 . a7 . a5 ."},
		{"sv.mv.swiz/vec3/w=8 *32,*64,ZYX vl=2 pack", "i8x6 -> a2 a5 a1 a4 a0 a3"},
		{"sv.mv.swiz/vec3/w=8 *32,*64,ZYX vl=2 unpack", "i8x6 -> a2 a0 a4 a1 a5 a3"},
		{"sv.mv.swiz/vec3/w=8 *32,*64,ZYX vl=2 pack unpack", "i8x6 -> a2 a1 a0 a5 a4 a3"},
		{"sv.mv.swiz/w=32 *32,*64,XY vl=2", "i32x3 -> a0 a1 a1 a2"},
		{"sv.mv.swiz/dw=32/sw=16/vec2 *32,*64,YX vl=2", "i16x4 -> a1 z a0 z a3 z a2 z"},
		{"sv.mv.swiz/dw=16/sw=32/vec2 *32,*64,Y1 vl=2", "i16x8 -> a2 1 a6 1"},
		{"sv.mv.swiz/satu/w=8 *32,*64,X1", "i8x1 -> a0 m"},
		{"sv.mv.swiz/sats/w=8 *32,*64,X1", "i8x1 -> a0 #7f"},
		{"sv.mv.swiz/satu/sw=8/dw=16 *32,*64,X1", "i8x1 -> a0 z m m"},
		{"sv.fmv.swiz/w=16 *32,*64,X1", "i16x1 -> a0 #3c00"},
		{"sv.mv.swiz/w=8 *32,64,X vl=3", "i8x1 -> a0 a0 a0"},
		{"sv.mv.swiz/w=8 32,*64,X vl=3", "i8x3 -> a0"},
	} {
		i, v, err := svp64.ParseWithState(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if m, err := i.Map(v); err != nil || m.String() != row.want {
			t.Errorf("%s: %v, want %s: %v", row.text, m, row.want, err)
		}
	}
}

// What is no map is refused with the reason.
func TestNotMaps(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"sv.mv.swiz/m=r3 *32,*64,X", "a predicate decides at run time"},
		{"sv.mv.swiz/sats/sw=8 *32,*64,X", "sats extends elements of 8 bits by their sign"},
		{"sv.mv.swiz/satu/dw=8 *32,*64,X", "elements of 64 bits are saturated to 8"},
		{"sv.fmv.swiz/dw=32 *32,*64,X", "converted from 64 to 32 bits"},
		{"sv.fmv.swiz/satu *32,*64,X", "infinities become"},
		{"sv.mv.swiz *32,*64,0x200", "the loop moves nothing"},
		{"sv.mv.swiz *32,*32,X", "UNDEFINED"},
	} {
		i, v, err := svp64.ParseWithState(row.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if m, err := i.Map(v); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v: %v, want %s", row.text, m, err, row.want)
		}
	}
}

// A guarded map is the loop under every predicate.
func TestGuarded(t *testing.T) {
	rng := chance.Random(t, 0)
	good := 0
	for _, text := range []string{
		"sv.mv.swiz/m=r3/vec3/w=16 *32,*64,Z.1 vl=3",
		"sv.mv.swiz/m=r3/vec3/w=16/zz *32,*64,Z.1 vl=3",
		"sv.mv.swiz/m=~r3/vec2/dw=32/sw=16 *32,*64,YXX vl=4 pack unpack",
		"sv.mv.swiz/dm=r3/dz/vec2/w=8 *32,*64,YX vl=4",
		"sv.mv.swiz/m=r3 4,8,YX",
		"sv.mv.swiz/m=r3/zz 4,8,YX",
		"sv.mv.swiz/m=r3/dz 4,8,YX",
		"sv.mv.swiz/m=r3/sz 4,8,YX1",
		"sv.mv.swiz/dm=r3/dz 4,8,YX",
	} {
		i, v, err := svp64.ParseWithState(text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := i.Guarded(v)
		if err != nil || g.Check() != nil {
			t.Errorf("%s: %v %v", text, err, g.Check())
			continue
		}
		for mask := range uint64(16) {
			s := svp64.NewState(v.VL())
			s.SV = v
			fill(&s.GPR, rng)
			s.GPR[3] = mask
			on := func(bit int) bool { return mask>>bit&1 == 1 != strings.Contains(text, "~") }
			m := g.At(on)
			old := bytesOf(&s.GPR, int(i.RT.No), m.Bits*len(m.Lane))
			dst := make([]byte, len(old))
			if err := m.Apply(dst, old, bytesOf(&s.GPR, int(i.RA.No), m.Bits*m.Src[0])); err != nil {
				t.Fatal(err)
			}
			if err := s.RunPlain(i); err != nil {
				t.Fatal(err)
			}
			if want := bytesOf(&s.GPR, int(i.RT.No), m.Bits*len(m.Lane)); string(want) != string(dst) {
				t.Errorf("%s with %04b: %x, want %x", text, mask, dst, want)
			}
			good++
		}
	}
	for _, text := range []string{
		"sv.mv.swiz/m=r3/sz *32,*64,X vl=3", "sv.mv.swiz/sm=r3 *32,*64,X vl=3", "sv.mv.swiz/dm=r3 *32,*64,X vl=3",
		"sv.mv.swiz/m=r3/vec2 *32,*64,XY vl=3 pack", "sv.mv.swiz/m=r3 32,*64,X vl=3",
	} {
		i, v, err := svp64.ParseWithState(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := i.Guarded(v); err == nil || !strings.HasPrefix(err.Error(), "not a map under a predicate") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Every one-source map of four lanes with constants, kept and undefined lanes is one instruction, and it is that map.
func TestFromMapExhaustive(t *testing.T) {
	choices := []lane.Lane{lane.From(0, 0), lane.From(0, 1), lane.From(0, 2), lane.From(0, 3), lane.Zero(), lane.Fixed(lane.ConstOf(1)), {}, {Kind: lane.Old}}
	count := 0
	for n := 1; n <= svp64.Lanes; n++ {
		for _, width := range []int{8, 16, 32, 64} {
			for k := range 1 << (3 * n) {
				m := lane.Map{Bits: width, Src: []int{svp64.Lanes}, Lane: make([]lane.Lane, n)}
				for j := range n {
					if m.Lane[j] = choices[k>>(3*j)&7]; m.Lane[j].Kind == lane.Old {
						m.Lane[j].Index = j
					}
				}
				i, err := svp64.FromMap(m)
				if err != nil {
					t.Fatalf("%v: %v", m, err)
				}
				back, err := i.Map()
				if err != nil {
					t.Fatalf("%v: %v: %v", m, i, err)
				}
				if verdict, err := lane.Compare(back, m); err != nil || verdict.Relation != lane.Equal && verdict.Relation != lane.Refines {
					t.Fatalf("%v: %v is %v: %v", m, i, back, err)
				}
				count++
			}
		}
	}
	t.Logf("%d maps", count)
}

func TestFromMapErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"i32x4 i32x4 -> a0 b0", "2 sources"},
		{"i32x4 -> a0 #2", "no swizzle move is this"},
		{"i1x4 -> a1 a0 a3 a2", "no swizzle move is this"},
		{"i32x8 -> a1 a0 a3 a2 a5 a4 a7 a7", "no swizzle move is this"},
		{"i32x4 -> d1 a0", "no swizzle move is this"},
	} {
		m, err := lane.Parse(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if i, err := svp64.FromMap(m); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v: %v", row.text, i, err)
		}
	}
}
