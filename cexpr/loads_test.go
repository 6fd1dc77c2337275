package cexpr_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What each call loads: of memory so many bits, once with zeros above or as often as the vector takes.
func TestPartLoads(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"_mm_loadu_si64(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 z z z z z z z z"},
		{"_mm_loadu_si32(p)", " of p: i8x4 -> a0 a1 a2 a3 z z z z z z z z z z z z"},
		{"_mm_loadu_si16(p)", " of p: i8x2 -> a0 a1 z z z z z z z z z z z z z z"},
		{"_mm_load_sd(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 z z z z z z z z"},
		{"_mm_load_ss(p)", " of p: i8x4 -> a0 a1 a2 a3 z z z z z z z z z z z z"},
		{"_mm_load_sh(p)", " of p: i8x2 -> a0 a1 z z z z z z z z z z z z z z"},
		{"_mm_load1_ps(p)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"},
		{"_mm_load_ps1(p)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"},
		{"_mm_load1_pd(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_load_pd1(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_loaddup_pd(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_broadcast_ss(p)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"},
		{"_mm256_broadcast_ss(p)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"},
		{"_mm256_broadcast_sd(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm256_broadcast_ps(p)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm256_broadcast_pd(p)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm256_loadu_si256(p)", " of p: i8x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31"},
		{"_mm256_lddqu_si256(p)", " of p: i8x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31"},
		{"_mm256_stream_load_si256(p)", " of p: i8x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31"},
		{"_mm256_load_ps(p)", " of p: i8x32 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31"},
		{"wasm_v128_load8_splat(p)", " of p: i8x1 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0"},
		{"wasm_v128_load16_splat(p)", " of p: i8x2 -> a0 a1 a0 a1 a0 a1 a0 a1 a0 a1 a0 a1 a0 a1 a0 a1"},
		{"wasm_v128_load64_splat(p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"wasm_v128_load32_zero(p)", " of p: i8x4 -> a0 a1 a2 a3 z z z z z z z z z z z z"},
		{"vec_xl(16, p)", " of p + 16: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"vec_ld(0, p)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"vec_vsx_ld(i, p)", " of p + i: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"LoadDup128(Full256<uint32_t>(), p)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"LoadU(Full64<uint8_t>(), p)", " of p: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"Load(d, p)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹_mm_load_si128()›", "expected an address"},
		{"‹_mm_load_foo(p, q)›", "expected an address"},
	})
}

// Words behind a function and in front of a variable say nothing, and what stands beside them does.
func TestWhatSaysNothing(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"__m128i f(__m128i a) const { return _mm_shuffle_epi32(a, 27); }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"__m128i f(__m128i a) const override { return _mm_shuffle_epi32(a, 27); }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"__m128i f(__m128i a) override const;\n__m128i g(__m128i b) { return b; }", " of b: i64x2 -> a0 a1"},
		{"auto f(__m128i a) const -> __m128i { return _mm_shuffle_epi32(a, 27); }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"alignas(16)static __m128i t = _mm_shuffle_epi32(a, 27); t", " of a: i32x4 -> a3 a2 a1 a0"},
		{"__attribute__((aligned(16)))const __m128i t = _mm_shuffle_epi32(a, 27); t", " of a: i32x4 -> a3 a2 a1 a0"},
		{"alignas(16)/* x */__m128i t = _mm_shuffle_epi32(a, 27); t", " of a: i32x4 -> a3 a2 a1 a0"},
		{"alignas(16)// x\n__m128i t = _mm_shuffle_epi32(a, 27); t", " of a: i32x4 -> a3 a2 a1 a0"},
		{"alignas (16) __m128i t = _mm_shuffle_epi32(a, 27); t", " of a: i32x4 -> a3 a2 a1 a0"},
		{"*(__m128i *)p = _mm_shuffle_epi32(a, 27);", " of a: i32x4 -> a3 a2 a1 a0"},
		{"*(p) = _mm_shuffle_epi32(a, 27);", " of a: i32x4 -> a3 a2 a1 a0"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹*(__m128i *)p ›== a;", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
		{"‹*(__m128i *)p = a›;", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
	})
}

// A lambda assigns where its condition holds, and only there.
func TestLambdasAssign(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"std::simd::permute(v, [](auto i) { int k = 0; if (i < 2) k = 3; return k; })", " of v: i32x4 -> a3 a3 a0 a0; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"std::simd::permute(v, [](auto i) { int k = 0; if (i < 2) k = 3; else k = 1; return k; })", " of v: i32x4 -> a3 a3 a1 a1; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"std::simd::permute(v, [](auto i) { int k = 0; if (i < 2) { k = 3; } else if (i == 2) { k = 2; } return k; })", " of v: i32x4 -> a3 a3 a2 a0; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"std::simd::permute(v, [](auto i) { int k = i; k = k ^ 1; return k; })", " of v: i32x4 -> a1 a0 a3 a2; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"std::simd::permute(v, [](auto i) { if (i > 0) return i - 1; int k = 3; return k; })", " of v: i32x4 -> a3 a0 a1 a2; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
	})
}

// And, or and exclusive or are of integers, and of the bits of the wider one.
func TestBitwise(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"uint32_t x; x & 0xff00", " of x: i8x4 -> z a1 z z"},
		{"uint32_t x; 0xff00 & x", " of x: i8x4 -> z a1 z z"},
		{"uint32_t x; x & 0xff00000000", " of x: i32x1 -> z z"},
		{"uint64_t x; x & 0xff00000000", " of x: i8x8 -> z z z z a4 z z z"},
		{"uint32_t x; ~x & 0", " of x: i32x1 -> z"},
		{"uint32_t x; x & ~0xff", " of x: i8x4 -> z a1 a2 a3"},
		{"uint32_t x; uint64_t y; (x & 0xff) | (y & 0xff00)", " of x y: i8x4 i8x8 -> a0 b1 z z z z z z"},
		{"uint32_t x; x ^ x", " of x: i32x1 -> z"},
		{"uint32_t x; int y; (x & 0xff) | (y & 0xff00)", " of x y: i8x4 i8x4 -> a0 b1 z z"},
		{"uint32_t x; x & -256", " of x: i8x4 -> z a1 a2 a3"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"uint32_t x; uint8x16_t v; x ‹& v›", "expected a vector of 128 bits, and this has 32"},
		{"uint32_t x; uint8x16_t v; v ‹& x›", "expected a vector of 128 bits, and this has 32"},
		{"uint32_t x; uint8x16_t v; x ‹| v›", "expected a vector of 128 bits, and this has 32"},
		{"uint32_t x; __m128i v; x ‹^ v›", "expected a vector of 128 bits, and this has 32"},
	})
}

// A map is said as a call where its lanes have 32 bits, as which the text is read.
func TestSaidWithoutTypes(t *testing.T) {
	for text, want := range map[string]string{
		"i32x4 -> a3 a2 a1 a0": "__builtin_shufflevector(a, b, 3, 2, 1, 0)", "i32x4 i32x4 -> a0 b0 a1 b1": "__builtin_shufflevector(a, b, 0, 4, 1, 5)",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if said, err := cexpr.Builtin().Form(m); err != nil || said != want {
			t.Errorf("%s is said as %q, %v, want %s", text, said, err, want)
		}
	}
	for _, bits := range []int{8, 16, 31, 33, 64} {
		m := lane.Identity(bits, 4)
		if said, err := cexpr.Builtin().Form(m); err == nil || err.Error() != fmt.Sprintf("its text has no type, and is read as lanes of 32 bits; these have %d", bits) {
			t.Errorf("%s is said as %q, %v", m, said, err)
		}
	}
}
