package shader_test

import (
	"testing"

	"github.com/lanescope/lanescope/shader"
)

// What can be nothing but a shading language's, and what C, Go, SVP64 or a list of selectors may be too.
func TestLooks(t *testing.T) {
	for _, row := range []struct {
		looks bool
		texts []string
	}{
		{true, []string{
			"float4 r", "float4 *r;", "float4 &r;", "half3(x)", "x; uchar8 r = {0, 1}", "vec4<f32> r", "mat4 m", "f() -> float4", "a: float4", "(float4)(v)", // a type of several lanes
			"vec<float, 4> r", "vector<float, 4> r", "as_type<uint>(x)", "bitcast<u32>(x)", "asuint(v)", "unpack8(x)", "pack32(v)", "subgroupShuffle(x, 1)", "gl_SubgroupInvocationID()", "as_uchar4(x)", "make_float4(x)", "convert_int4(v)", "simd_make_float4(v)",
			"v.lo", "v.hi;", "v.even", "v.odd)", "v.s0213", "v.S3,", "v.s0}", "v.s0]", "v.s0=", "f(x).wzyx", "f(x).x", "x.y(z).w", "a.b.xyz", "a.b.wz;", // lanes
			"float r = v.x;", "let r = v.xy;", "var r = v.rgba;", "int r = v.x", "int r = v.stpq)", "let r = vec4(a)", "float r = uvec2(a)", "float r = ivec2(a)", // a scalar, with lanes or a constructor
			"half f() { return x; }", "uint f() { return x; }", "uchar f() { return x; }", "bfloat r = a.x + 1", "ulong f() { return x; }", "ushort f() { return x; }", // a scalar that C has not
			"vec4(a.xy, b.zw); x", "ivec4(a); x", "uvec4(a); x", // a constructor in a statement
		}},
		{false, []string{
			"", "v", "v.wzyx", "v.wzyx;", "dst.xz = src.wy", "vec4(a.xy, b.zw)", "vec4(a.xy, b.zw);", "ivec4(a)", "bvec4 ", "float4", "float4;", "float4 = r", "r float4", "uchar8 r = {0, 1}", "uchar8 r = {0, 1};x", "float4 *", "float4 & 3",
			"float r = v.q1;", "float r = x;", "int r = v.xyzwx;", "float r = v.xr;", "bool f() { return false; }", "int f() { return x; }", "long f() { return x; }", "uint f() { x; }", "let r = x", "let 7 = v.x", "let = v.x",
			"vector<float> r", "vector<vector<float>> r", "vec<float 4> r", "shuffle(v, m)", "select(a, b, c)", "mix(a, b, c)", "as_type(x)", "bitcast(x)", "as_foo(x)", "as_mat4(x)", "asuint", "unpack8", "foo(x)",
			"v.lo(", "v.low", "v.s", "v.sg", "v.s0.x", "v.s01234567890123456", "v.s3 + 1", "x.y.z", "x.1.zw", "v.x.q", "(x).foo", "(x).wzyx(",
			"_mm_add(float4 a)", "__m128 a; float4 b", "__shfl_sync(float4 a)", "__builtin_shufflevector(float4 a)", "archsimd; float4 a", "func f(a float4)", "__byte_perm(float4 a)",
		}},
	} {
		for _, text := range row.texts {
			if got := shader.Looks(text); got != row.looks {
				t.Errorf("%q looks like a shader: %v, want %v", text, got, row.looks)
			}
		}
	}
}
