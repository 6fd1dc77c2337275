package shader_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

func TestSay(t *testing.T) {
	for _, row := range []struct{ m, language, want string }{
		{"i32x4 i32x4 -> a0 a1 b2 b3", "", "uint4 f(uint4 a, uint4 b) { return uint4(a.xy, b.zw); }"},
		{"i32x4 i32x4 -> a0 a1 b2 b3", "GLSL", "uvec4 f(uvec4 a, uvec4 b) { return uvec4(a.xy, b.zw); }"},
		{"i32x4 i32x4 -> a0 a1 b2 b3", "WGSL", "fn f(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return vec4<u32>(a.xy, b.zw); }"},
		{"i32x4 i32x4 -> a0 a1 b2 b3", "OpenCL", "uint4 f(uint4 a, uint4 b) { return (uint4)(a.s01, b.s23); }"},
		{"i16x4 -> a3 a2 a1 #ffff", "HLSL", "uint16_t4 f(uint16_t4 a) { return uint16_t4(a.wzy, 0xffff); }"},
		{"i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "", "uchar8 f(uchar8 a) { return a.s76543210; }"},
		{"i32x4 -> a1 . a0 .", "HLSL", "void f(inout uint4 d, uint4 a) { d = uint4(a.y, d.y, a.x, d.w); }"},
		{"i1x4 -> a3 1 z a0", "", "bool4 f(bool4 a) { return bool4(a.w, true, false, a.x); }"},
		{"i32x2 i32x2 -> a0 a1 b0 b1", "", "uint4 f(uint2 a, uint2 b) { return uint4(a, b); }"},
		{"i32x2 i32x2 -> a1 a0 b0 b1", "OpenCL", "uint4 f(uint2 a, uint2 b) { return (uint4)(a.s10, b); }"},
		{"i32x4 -> a0 a1 a2 a3", "WGSL", "fn f(a: vec4<u32>) -> vec4<u32> { return a; }"},
		{"i64x2 -> a0 #123456789a", "GLSL", "u64vec2 f(u64vec2 a) { return u64vec2(a.x, 0x123456789aull); }"},
		{"i64x2 -> a0 #123456789a", "OpenCL", "ulong2 f(ulong2 a) { return (ulong2)(a.s0, 0x123456789aul); }"},
		{"i32x2 -> #9 #80000000", "GLSL", "uvec2 f(uvec2 a) { return uvec2(9, 0x80000000u); }"},
		{"i32x2 -> #a #7fffffff", "HLSL", "uint2 f(uint2 a) { return uint2(0xa, 0x7fffffff); }"},
		{"i32x4 -> a2", "", "uint f(uint4 a) { return a.z; }"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		said, err := shader.Say(m)
		if row.language != "" {
			l, _ := shader.LanguageNamed(row.language)
			said, err = l.Say(m)
		}
		if err != nil || said != row.want {
			t.Errorf("%s in %s: %s, want %s: %v", row.m, row.language, said, row.want, err)
		}
	}
	for _, row := range []struct{ m, want string }{
		{"i32x4 -> a0 _", "lane 1 is undefined, which no expression is"},
		{"i32x5 -> a0 a1", "OpenCL has no vectors of 5 lanes"},
		{"i24x2 -> a0 a1", "OpenCL has no lanes of 24 bits"},
		{"i32x2 -> d0 d1", "every lane is kept: there is nothing to assign"},
		{"i1x8 -> a0 a1", "OpenCL has no lanes of one bit"},
		{"i32x2 -> d1 d0", "lane 0 is lane 1 of the old destination, which no function of OpenCL keeps there"},
	} {
		m, err := lane.Parse(row.m)
		if err != nil {
			t.Fatal(err)
		}
		if said, err := shader.Say(m); err == nil || err.Error() != row.want {
			t.Errorf("%s: %s, %v, want %s", row.m, said, err, row.want)
		}
	}
}

// randomMap is one that some language has vectors for.
func randomMap(rng *rand.Rand, longest int) lane.Map {
	lengths := []int{1, 2, 3, 4, 8, 16}
	for lengths[len(lengths)-1] > longest {
		lengths = lengths[:len(lengths)-1]
	}
	m := lane.Map{Bits: 8 << rng.IntN(4)}
	for range 1 + rng.IntN(3) {
		m.Src = append(m.Src, lengths[rng.IntN(len(lengths))])
	}
	keeps := rng.IntN(4) == 0
	for i := range lengths[rng.IntN(len(lengths))] {
		s := rng.IntN(len(m.Src))
		l := lane.From(s, rng.IntN(m.Src[s]))
		switch {
		case rng.IntN(6) == 0:
			l = lane.Fixed(lane.ConstOf(rng.Uint64()>>rng.IntN(64)).Slice(0, m.Bits))
		case keeps && i > 0 && rng.IntN(2) == 0:
			l = lane.FromOld(i)
		}
		m.Lane = append(m.Lane, l)
	}
	return m
}

// What every language says of a map is read back as the map.
func TestSayReadsBack(t *testing.T) {
	rng := chance.Random(t, 2)
	said := map[string]int{}
	const n = 2000
	for range n {
		m := randomMap(rng, 16)
		if rng.IntN(2) == 0 {
			m = randomMap(rng, 4)
		}
		for _, l := range shader.Languages {
			text, err := l.Say(m)
			if err != nil {
				continue
			}
			said[l.Name]++
			back, err := shader.Parse(text)
			if err != nil {
				t.Fatalf("%v is said as %s: %v", m, text, err)
			}
			equalMaps(t, text, back, m)
			if len(back.Warnings) > 0 {
				t.Fatalf("%s is read with warnings: %q", text, back.Warnings)
			}
		}
	}
	for range n {
		m := randomMap(rng, 16)
		if text, err := shader.Say(m); err == nil && !shader.Looks(text) {
			t.Fatalf("%v is said as %s, which does not look like it", m, text)
		}
	}
	for _, l := range shader.Languages {
		if said[l.Name] < n/20 {
			t.Errorf("%s says %d maps of %d", l.Name, said[l.Name], n)
		}
	}
}
