package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

// Single lanes and scalars in C: what keeps its bits moves, and what becomes a number of another kind is computed.
func TestElements(t *testing.T) {
	const types = "typedef int v4si __attribute__((vector_size(16)));\ntypedef float v4sf __attribute__((vector_size(16)));\ntypedef double v2df __attribute__((vector_size(16)));\n"
	for _, row := range []struct {
		d          dialect.Dialect
		text, want string // a map, or the beginning of an error
	}{
		{cexpr.Builtin(), types + "v4sf f(v4sf a) { return (v4sf){(float)a[1], a[1], a[2], 0}; }", "i32x4 -> a1 a1 a2 z"},
		{cexpr.Builtin(), types + "v4si f(v4si a) { return (v4si){(int)a[1], (unsigned)a[1], a[2], 7}; }", "i32x4 -> a1 a1 a2 #7"},
		{cexpr.Builtin(), types + "v4sf f(v4si a) { return (v4sf){(float)a[1], 0, 0, 0}; }", "4:32: an integer as a floating-point number is computed"},
		{cexpr.Builtin(), types + "v4sf f(v4si a) { return (v4sf){0, a[1], 0, 0}; }", "4:25: element 1: an integer as a floating-point number is computed"},
		{cexpr.Builtin(), types + "v4si f(v4sf a) { return (v4si){(int)a[1], 0, 0, 0}; }", "4:32: a floating-point number as an integer is computed"},
		{cexpr.Builtin(), types + "v2df f(v4sf a) { return (v2df){a[1], 0}; }", "4:25: element 0: a floating-point number of 32 bits as one of 64 is computed"},
		{cexpr.Builtin(), types + "v4sf f(v4sf a) { return (v4sf){(int)a[1], 0, 0, 0}; }", "4:32: a floating-point number as an integer is computed"},
		{cexpr.Builtin(), types + "v4sf f(v4si a) { return (v4sf){(int)a[1], 0, 0, 0}; }", "4:25: element 0: an integer as a floating-point number is computed"},

		{cexpr.Intel(), "_mm_set1_ps(-0.0f)", "-> i32x4: #80000000 #80000000 #80000000 #80000000"},
		{cexpr.Intel(), "_mm_setr_ps(1, x, 0x1p-3f, .5)", "i32x1 -> #3f800000 a0 #3e000000 #3f000000"},
		{cexpr.Intel(), "_mm_set1_ph(1e3)", "-> i16x8: #63d0 #63d0 #63d0 #63d0 #63d0 #63d0 #63d0 #63d0"},
		{cexpr.Intel(), "_mm_set_sd(x)", "i64x1 -> a0 z"},
		{cexpr.Intel(), "_mm_set_ss(1, 2)", "1:1: _mm_set_ss: expected 1 argument"},
		{cexpr.Intel(), "_mm_set1_epi32(1.5f)", "1:1: _mm_set1_epi32: element 0: a floating-point number as an integer is computed"},
		{cexpr.Intel(), "_mm_insert_epi32(a, 1.0f, 2)", "1:1: _mm_insert_epi32: a floating-point number as an integer is computed"},
		{cexpr.Intel(), "_mm_set1_ps(1.0ff)", "1:13: \"1.0ff\" is no number"},
		{cexpr.Intel(), "_mm_set1_ps(1e-)", "1:13: \"1e-\" is no number"},
		{cexpr.Intel(), "_mm_set1_ps(0x1.8f)", "1:13: \"0x1.8f\" is no number"},
		{cexpr.Arm(), "vextq_f32(a, b, n)", "1:1: vextq_f32: argument 3 is a number: what it does is known only where that is written, and n is none"},
		{cexpr.Arm(), "vzip1q_u8(a)", "1:1: vzip1q_u8: it takes 2 vectors, and is given 1 in 1 argument"},
		{cexpr.Arm(), "vrev16q_u8(a, 3)", "1:1: vrev16q_u8: it takes 1 vector, and is given 1 in 2 arguments"},
		{cexpr.Arm(), "vdup_n_f32(1)", "-> i32x2: #3f800000 #3f800000"},
		{cexpr.Arm(), "vdupq_n_f64(x)", "i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{cexpr.Arm(), "vdupq_n_u32(1.5f)", "1:1: vdupq_n_u32: element 0: a floating-point number as an integer is computed"},
		{cexpr.Arm(), "vsetq_lane_f32(2.5f, v, 1)", "i8x16 -> a0 a1 a2 a3 z z #20 #40 a8 a9 a10 a11 a12 a13 a14 a15"},
		{cexpr.Wasm(), "wasm_i32x4_splat(1.5)", "1:1: wasm_i32x4_splat: a floating-point number as an integer is computed"},
		{cexpr.Wasm(), "wasm_f64x2_const(1, -0.0)", "-> i64x2: #3ff0000000000000 #8000000000000000"},

		{cexpr.Standard(), "auto f(std::simd::vec<float, 8> v, std::simd::vec<float, 8> w) { return std::simd::cat(v, w); }", "i32x8 i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7"},
		{cexpr.Highway(), "auto f(Vec128<uint8_t, 8> v) { return Reverse2(Simd<uint8_t, 8, 0>(), v); }", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},

		{cexpr.Intel(), "__m128i f(int x) { return _mm_set1_epi32(x); }", "i32x1 -> a0 a0 a0 a0"},
		{cexpr.Intel(), "__m128i f(int x, int y) { return _mm_set_epi32(x, y, 0, x); }", "i32x1 i32x1 -> a0 z b0 a0"},
		{cexpr.Intel(), "__m256d f(double x, double y) { return _mm256_setr_pd(x, y, x, 0); }", "i64x1 i64x1 -> a0 b0 a0 z"},
		{cexpr.Intel(), "__m128i f(__m128i v, char c) { return _mm_unpacklo_epi8(v, _mm_set1_epi8(c)); }", "i8x16 i8x1 -> a0 b0 a1 b0 a2 b0 a3 b0 a4 b0 a5 b0 a6 b0 a7 b0"},
		{cexpr.Intel(), "__m128i f(int x) { return _mm_setr_epi32(x, x); }", "1:27: _mm_setr_epi32: expected 4 arguments, found 2"},
		{cexpr.Intel(), "extern \"C\" __m128i f(__m128i a, __m128i b) { return _mm_unpacklo_epi64(a, b); }", "i64x2 i64x2 -> a0 b0"},
		{cexpr.Builtin(), "using vec [[__gnu__::__vector_size__(8)]] = char;\nvoid f(vec& v) noexcept {\nv = __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);\n}", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{cexpr.Arm(), "uint32x2x2_t z = vzip_u32(a, b);", "i32x2 i32x2 -> a0 b0 a1 b1"},
		{cexpr.Arm(), "uint32x2x2_t z = vzip_u32(a, b), y = vzip_u32(z.val[1], z.val[0]);", "i32x2 i32x2 -> a1 a0 b1 b0"},
		{cexpr.Arm(), "uint32x2x2_t z = vzip_u32(a, b); return z.val[1];", "i32x2 i32x2 -> a1 b1"},
		{cexpr.Intel(), "use std::arch::x86_64::*;\npub unsafe fn f(a: __m128i) -> __m128i { _mm_shuffle_epi32::<78>(a) }", "i32x4 -> a2 a3 a0 a1"},
		{cexpr.Intel(), "pub unsafe fn f(\n    r: __m128i, g: __m128i,\n) -> (__m128i, __m128i) {\n    let lo = _mm_unpacklo_epi64(r, g);\n    lo\n}", "i64x2 i64x2 -> a0 b0"},
	} {
		r, err := row.d.Read(row.text, dialect.Options{})
		got := r.Map.String()
		if err != nil {
			got = err.Error()
		}
		if got != row.want && (err == nil || !strings.HasPrefix(got, row.want)) {
			t.Errorf("%s\nis %s, want %s", strings.TrimPrefix(row.text, types), got, row.want)
		}
	}
}
