package shader_test

import (
	"math"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/shader"
)

// parsed is what a text is, with its warnings behind one another.
func parsed(t *testing.T, text string) (p shader.Program, warnings string) {
	t.Helper()
	p, err := shader.Parse(text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return p, strings.Join(p.Warnings, "; ")
}

// What the text does not declare is what it is used as.
func TestAssumedTypes(t *testing.T) {
	for _, row := range []struct{ text, want, warnings string }{
		{"r = v.wzyx; q = r.xy;", "i32x4 -> a3 a2", "v is not declared: 4 lanes of 32 bits is assumed"},
		{"float4 r = v.wzyx;", "i32x4 -> a3 a2 a1 a0", "v is not declared: float4 is assumed"},
		{"half4 r = v.wzyx;", "i16x4 -> a3 a2 a1 a0", "v is not declared: half4 is assumed"},
		{"min16float2 r = v.yx;", "i16x4 -> a1 a0", "v is not declared: half4 is assumed"},
		{"half4 v; v.yx", "i16x4 -> a1 a0", ""},
		{"double2 r = v.yx; double r1 = v.z;", "i64x4 -> a2", "v is not declared: double4 is assumed"},
		{"float8 r = v;", "i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7", "v is not declared: float8 is assumed"},
		{"ushort8 r = (ushort8)(v.lo, w.odd);", "i16x8 i16x8 -> a0 a1 a2 a3 b1 b3 b5 b7", "v is not declared: ushort8 is assumed; w is not declared: ushort8 is assumed"},
		{"v.s7", "i32x8 -> a7", "v is not declared: 8 lanes of 32 bits is assumed"},
		{"float4 r = float4(p, q);", "i32x2 i32x2 -> a0 a1 b0 b1", "p is not declared: float2 is assumed; q is not declared: float2 is assumed"},
		{"float4 r = float4(x, y, z, 1.0);", "i32x1 i32x1 i32x1 -> a0 b0 c0 #3f800000", "x is not declared: float is assumed; y is not declared: float is assumed; z is not declared: float is assumed"},
		{"uchar4 r = as_uchar4(x).wzyx;", "i8x4 -> a3 a2 a1 a0", "x is not declared: one lane of 32 bits is assumed"},
	} {
		p, warnings := parsed(t, row.text)
		if strings.ReplaceAll(p.Map.String(), "e0", "c0") != row.want || warnings != row.warnings {
			t.Errorf("%s\n%v, %q, want %s, %q", row.text, p.Map, warnings, row.want, row.warnings)
		}
	}
}

func TestBooleans(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"bool4 a; bool4 r = a.wzyx;", "i1x4 -> a3 a2 a1 a0"},
		{"bool2 a; bool4 r = bool4(a, true, false);", "i1x2 -> a0 a1 1 z"},
		{"bool b; uint r = uint(b);", "i1x1 -> a0 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
	} {
		if p, _ := parsed(t, row.text); p.Map.String() != row.want {
			t.Errorf("%s\n%v, want %s", row.text, p.Map, row.want)
		}
	}
	if _, err := shader.Parse("uint x; bool b = bool(x);"); err == nil || !strings.Contains(err.Error(), "from uint to bool is a comparison") {
		t.Error(err)
	}
}

func TestThreeLanes(t *testing.T) {
	for _, row := range []struct{ text, want, warnings string }{
		{"float3 v; v.hi", "i32x3 -> a2 _", "lane 3 of three is undefined, and .hi reads it"},
		{"float3 v; v.odd", "i32x3 -> a1 _", "lane 3 of three is undefined, and .odd reads it"},
		{"float3 v; v.lo", "i32x3 -> a0 a1", ""},
		{"float3 v; v.even", "i32x3 -> a0 a2", ""},
		{"float3 v; uint4 r = as_uint4(v);", "i32x3 -> a0 a1 a2 _", ""},
		{"float4 v; uint3 r = as_uint3(v);", "i32x4 -> a0 a1 a2", ""},
	} {
		if p, warnings := parsed(t, row.text); p.Map.String() != row.want || warnings != row.warnings {
			t.Errorf("%s\n%v, %q, want %s", row.text, p.Map, warnings, row.want)
		}
	}
	if _, err := shader.Parse("float3 v; float4 r; r = shuffle(v, (uint4)(0, 1, 2, 0));"); err == nil || !strings.Contains(err.Error(), "shuffle takes vectors of 2, 4, 8 or 16 lanes") {
		t.Error(err)
	}
}

// Each function of a subgroup, as the documents describe it, by the thread that each of 32 reads: -1 is undefined.
func TestSubgroups(t *testing.T) {
	reads := map[string]func(t int) int{
		"subgroupShuffleXor(v, 5)": func(t int) int { return t ^ 5 }, "simd_shuffle_xor(v, 16)": func(t int) int { return t ^ 16 }, "sub_group_shuffle_xor(v, 31u)": func(t int) int { return 31 - t },
		"subgroupShuffle(v, 7u)": func(int) int { return 7 }, "subgroupBroadcast(v, 3)": func(int) int { return 3 }, "WaveReadLaneAt(v, 40)": func(int) int { return -1 }, "WaveReadLaneFirst(v)": func(int) int { return 0 },
		"subgroupShuffleUp(v, 3)": func(t int) int { return max(t-3, -1) }, "subgroupShuffleDown(v, 1)": func(t int) int {
			if t == 31 {
				return -1
			}
			return t + 1
		},
		"simd_shuffle_up(v, 2)": func(t int) int {
			if t < 2 {
				return t
			}
			return t - 2
		},
		"simd_shuffle_down(v, 2)": func(t int) int {
			if t > 29 {
				return t
			}
			return t + 2
		},
		"simd_shuffle_rotate_up(v, 1)": func(t int) int { return (t + 31) % 32 }, "simd_shuffle_rotate_down(v, 1)": func(t int) int { return (t + 1) % 32 }, "subgroupRotate(v, 5)": func(t int) int { return (t + 5) % 32 },
		"subgroupClusteredRotate(v, 1, 4)": func(t int) int { return t/4*4 + (t%4+1)%4 }, "subgroupClusteredRotate(v, 6, 8)": func(t int) int { return t/8*8 + (t%8+6)%8 },
		"QuadReadAcrossX(v)": func(t int) int { return t - t%2 + 1 - t%2 }, "subgroupQuadSwapVertical(v)": func(t int) int { return t/4*4 + (t%4+2)%4 }, "quadSwapDiagonal(v)": func(t int) int { return t/4*4 + 3 - t%4 },
		"quad_broadcast_first(v)": func(t int) int { return t / 4 * 4 }, "QuadReadLaneAt(v, 2)": func(t int) int { return t/4*4 + 2 }, "quad_shuffle_xor(v, 3)": func(t int) int { return t/4*4 + 3 - t%4 },
		"subgroupShuffle(v, gl_SubgroupInvocationID / 2)": func(t int) int { return t / 2 }, "WaveReadLaneAt(v, WaveGetLaneIndex() & ~3u)": func(t int) int { return t - t%4 }, "sub_group_shuffle(v, 31 - get_sub_group_local_id())": func(t int) int { return 31 - t },
		"subgroupShuffle(v, (gl_SubgroupInvocationID << 1) % 32u)": func(t int) int { return 2 * t % 32 }, "subgroupShuffle(v, gl_SubgroupInvocationID * 2u)": func(t int) int {
			if t > 15 {
				return -1
			}
			return 2 * t
		},
	}
	for text, read := range reads {
		p, warnings := parsed(t, text)
		if len(p.Map.Lane) != 32 || p.Map.Bits != 32 || !strings.Contains(warnings, "a subgroup of 32 threads is assumed") {
			t.Errorf("%s is %v: %s", text, p.Map, warnings)
			continue
		}
		for i, l := range p.Map.Lane {
			want := lane.Lane{}
			if k := read(i); k >= 0 {
				want = lane.From(0, k)
			}
			if l != want {
				t.Errorf("%s: thread %d has %v, want %v", text, i, l, want)
				break
			}
		}
	}
	for _, row := range []struct{ text, want string }{
		{"vec2 v; vec2 r = subgroupShuffleXor(v, 1).yx;", "a3 a2 a1 a0 a7"},
		{"float a, b; float r = simd_shuffle_and_fill_up(a, b, 2);", "b30 b31 a0 a1"},
		{"float a, b; float r = simd_shuffle_and_fill_down(a, b, 31);", "a31 b0 b1 b2"},
		{"uint f(uint v, uint lane [[thread_index_in_simdgroup]]) { return simd_shuffle(v, lane ^ 2); }", "a2 a3 a0 a1"},
		{"fn f(v: f32, @builtin(subgroup_invocation_id) id: u32) -> f32 { return subgroupShuffle(v, id ^ 2u); }", "a2 a3 a0 a1"},
	} {
		if p, _ := parsed(t, row.text); !strings.Contains(p.Map.String(), "-> "+row.want) && !strings.Contains(p.Map.String(), ": "+row.want) {
			t.Errorf("%s\n%v, want %s", row.text, p.Map, row.want)
		}
	}
}

// An element of an array is one input, and one place that is written.
func TestElements(t *testing.T) {
	for _, row := range []struct{ text, want, names, to string }{
		{"void f(float4 *out, const float4 *in, int i) { out[i] = in[i + 1].wzyx; }", "i32x4 -> a3 a2 a1 a0", "in[i+1]", "out[i]"},
		{"void f(float4 *p, int i) { float4 t = p[i]; p[i] = p[i + 1].yxwz; p[i + 1] = t; }", "i32x4 -> a0 a1 a2 a3", "p[i]", "p[i+1]"},
		{"void f(float4 *p) { p[0].xy = p[1].zw; }", "i32x4 -> a2 a3 . .", "p[1]", "p[0]"},
		{"void f(float4 *p, const float4 *q) { *p = q->wzyx; }", "i32x4 -> a3 a2 a1 a0", "*q", "*p"},
		{"float4 r = float4(texture(t, uv).xy, texture(t, uv).yx);", "i32x4 -> a0 a1 a1 a0", "texture(t, uv)", "r"},
		{"ushort8 v = vload8(2, p); ushort8 r = v.s10325476;", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "vload8(2, p)", "r"},
		{"vstore4(v.wzyx, 0, p);", "i32x4 -> a3 a2 a1 a0", "v", "vstore4 of 0, p"},
		{"imageStore(img, ivec2(0, 1), v.bgra);", "i32x4 -> a2 a1 a0 a3", "v", "img, ivec2(0, 1)"},
	} {
		p, _ := parsed(t, row.text)
		if p.Map.String() != row.want || strings.Join(p.Names, " ") != row.names || p.To != row.to {
			t.Errorf("%s\n%v of %q to %q, want %s of %s to %s", row.text, p.Map, p.Names, p.To, row.want, row.names, row.to)
		}
	}
	const changes = "void f(float4 *p, int i) { i = 1; float4 t = p[i]; i = 2; p[i] = t; }"
	if _, err := shader.Parse(changes); err == nil || !strings.Contains(err.Error(), "i changes") {
		t.Error(err)
	}
}

// Numbers as lanes: what the formats of IEEE 754 make of them.
func TestNumbers(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"half4 r = half4(1.0, -2, 0.5h, 65504);", "#3c00 #c000 #3800 #7bff"}, {"half2 r = half2(65520.0, 65519.0);", "#7c00 #7bff"}, {"half4 r = half4(5.9604645e-8, 2.9802322e-8, 3e-8, 6.1035156e-5);", "1 z 1 #400"},
		{"bfloat2 r = bfloat2(1.0, 3.140625);", "#3f80 #4049"}, {"float4 r = float4(1, 0xff, 0.1f, -0.0);", "#3f800000 #437f0000 #3dcccccd #80000000"}, {"double2 r = double2(0.1lf, 1);", "#3fb999999999999a #3ff0000000000000"},
		{"int4 r = int4(-1, 2.9, 0x7fffffff, true);", "m #2 #7fffffff 1"}, {"uchar2 r = (uchar2)(300, -1);", "#2c m"}, {"let r = vec4(1, 2, 3, 4);", "1 #2 #3 #4"}, {"let r = vec2(1, 2.0);", "#3f800000 #40000000"},
		{"const int k = 3; float2 r = float2(k, k << 2);", "#40400000 #41400000"}, {"uint2 r = uint2(7 / 2 + 1, ~0u >> 4);", "#4 #fffffff"}, {"uint2 r = uint2(7 - 2 - 1, 1 + 2 * 3);", "#4 #7"}, {"float x = 1.5; int2 r = int2(x, -7 % 4 + 0);", ""},
	} {
		p, err := shader.Parse(row.text)
		if row.want == "" {
			if err == nil {
				t.Errorf("%s\n%v, want an error", row.text, p.Map)
			}
			continue
		}
		if err != nil || !strings.HasSuffix(p.Map.String(), ": "+row.want) {
			t.Errorf("%s\n%v, want %s: %v", row.text, p.Map, row.want, err)
		}
	}
	for bits := range uint32(1 << 16) { // every half, as the number that it is by its fields
		sign, exponent, fraction := bits>>15, bits>>10&31, bits&1023
		x := math.Ldexp(float64(fraction)+1024, int(exponent)-25)
		switch {
		case exponent == 31:
			continue
		case exponent == 0:
			x = math.Ldexp(float64(fraction), -24)
		}
		if got := shader.HalfPattern(x * 1.0000001); sign == 0 && got != uint64(bits) {
			t.Fatalf("%v is %#x, want %#x", x, got, bits)
		}
		if got := shader.HalfNumber(uint64(bits)); got != x && sign == 0 || got != -x && sign == 1 {
			t.Fatalf("%#x is %v, want %v", bits, got, x)
		}
	}
}
