package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// A call with other arguments than its own is told how many and which it takes.
func TestNumbersOfArguments(t *testing.T) {
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹vst1q_u8(p)›", "vst1q_u8 has 1 arguments here, and takes 2"},
		{"‹vst1q_u8(p, a, b)›", "vst1q_u8 has 3 arguments here, and takes 2"},
		{"‹vst2q_u8(p)›", "vst2q_u8 has 1 arguments here, and takes 2"},
		{"‹_mm_storeu_si128(p)›", "_mm_storeu_si128 has 1 arguments here, and takes 2"},
		{"‹Store(v, d)›", "Store has 2 arguments here, and takes 3"},
		{"‹wasm_v128_store(p)›", "wasm_v128_store has 1 arguments here, and takes 2"},
		{"‹vextq_u8(a, b)›", "vextq_u8: it takes 2 vectors and a number, and is given 2 in 2 arguments"},
		{"‹vextq_u8(a, 1)›", "vextq_u8: it takes 2 vectors and a number, and is given 1 in 2 arguments"},
		{"‹vextq_u8(a)›", "vextq_u8: it takes 2 vectors and a number, and is given 1 in 1 argument"},
		{"‹vzip1q_u8(a)›", "vzip1q_u8: it takes 2 vectors, and is given 1 in 1 argument"},
		{"‹vzip1q_u8(a, b, c)›", "vzip1q_u8: it takes 2 vectors, and is given 3 in 3 arguments"},
		{"‹vrev64q_u8(a, b)›", "vrev64q_u8: it takes 1 vector, and is given 2 in 2 arguments"},
		{"‹vrev64q_u8()›", "vrev64q_u8: it takes 1 vector, and is given 0 in 0 arguments"},
		{"‹vrev64q_u8(3)›", "vrev64q_u8: it takes 1 vector, and is given 0 in 1 argument"},
		{"‹vshlq_n_u32(a)›", "vshlq_n_u32: it takes 1 vector and a number, and is given 1 in 1 argument"},
		{"‹vshlq_n_u32(8)›", "vshlq_n_u32: it takes 1 vector and a number, and is given 0 in 1 argument"},
		{"‹vshlq_n_u32(a, b, 8)›", "vshlq_n_u32: it takes 1 vector and a number, and is given 2 in 3 arguments"},
		{"‹vshlq_n_u32(a, n)›", "vshlq_n_u32: argument 2 is a number: what it does is known only where that is written, and n is none"},
		{"‹vsliq_n_u32(a, 8)›", "vsliq_n_u32: it takes 2 vectors and a number, and is given 1 in 2 arguments"},
		{"std::simd::‹cat(a, 3)›", "cat: expected a vector, found the number 3"},
		{"std::simd::‹cat()›", "cat: expected vectors"},
		{"std::‹get<2>(std::simd::chunk<2>(a))›", "get<2>: expected one of the parts of a vector"},
		{"std::‹get<x>(std::simd::chunk<2>(a))›", "get<x>: expected one of the parts of a vector"},
		{"std::‹get<-1>(std::simd::chunk<2>(a))›", "get<-1>: expected one of the parts of a vector"},
		{"uint8x16x2_t t; t.val[0] = a; t.val[1] = vget_low_u8(b); ‹vst2q_u8(p, t)›;", "vst2q_u8: expected a vector of 128 bits, and this has 64"},
		{"‹vst2q_u8(p, t)›;", "vst2q_u8: expected a variable of several vectors, such as uint8x16x2_t"},
	})
}

// Calls that are a movement with one number alone, whole and under a mask.
func TestFixedNumbers(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"_mm_ternarylogic_epi32(a, b, _mm_set1_epi32(255), 228)", " of a b: i8x16 i8x16 -> a0 b1 b2 b3 a4 b5 b6 b7 a8 b9 b10 b11 a12 b13 b14 b15"},
		{"_mm_ternarylogic_epi32(_mm_slli_si128(a, 8), _mm_srli_si128(b, 8), _mm_setzero_si128(), 254)", " of a b: i8x16 i8x16 -> b8 b9 b10 b11 b12 b13 b14 b15 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_mask_ternarylogic_epi32(a, 3, b, _mm_set1_epi32(255), 228)", " of a b: i8x16 i8x16 -> a0 b1 b2 b3 a4 b5 b6 b7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm_maskz_ternarylogic_epi32(3, a, b, _mm_set1_epi32(255), 228)", " of a b: i8x16 i8x16 -> a0 b1 b2 b3 a4 b5 b6 b7 z z z z z z z z"},
		{"_mm_gf2p8affine_epi64_epi8(a, _mm_set1_epi64x(0x0102040810204080), 0)", " of a: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm_maskz_gf2p8affine_epi64_epi8(5, a, _mm_set1_epi64x(0x0102040810204080), 0)", " of a: i8x16 -> a0 z a2 z z z z z z z z z z z z z"},
		{"_mm_mask_gf2p8affine_epi64_epi8(b, 5, a, _mm_set1_epi64x(0x0102040810204080), 0)", " of a b: i8x16 i8x16 -> a0 b1 a2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹_mm_ternarylogic_epi32(a, b, _mm_set1_epi32(255), 227)›", "_mm_ternarylogic_epi32: it computes bit 0 from bits that are both live, which is no movement"},
		{"‹_mm_ternarylogic_epi32(a, b, _mm_set1_epi32(255), n)›", "vpternlogd is a movement only with 228 as argument 4"},
		{"‹_mm_ternarylogic_epi32(a, b, k, 228)›", "what vpternlogd does depends on the contents of k: it is a map only where these are constants"},
		{"‹_mm_ternarylogic_epi32(a, b, 228)›", "vpternlogd has 3 arguments here, and takes 4"},
		{"‹_mm_maskz_ternarylogic_epi32(3, a, b, _mm_set1_epi32(255), 254)›", "vpternlogd is a movement only with 228 as argument 5"},
		{"‹_mm_gf2p8affine_epi64_epi8(a, _mm_set1_epi64x(0x0102040810204080), 1)›", "vgf2p8affineqb is a movement only with 0 as argument 3"},
		{"‹_mm_gf2p8affine_epi64_epi8(a, k, 0)›", "what vgf2p8affineqb does depends on the contents of k: it is a map only where these are constants"},
	})
}

// Names that are bound to parts are these parts, and the first is meant where no line says which.
func TestBoundNames(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"auto [lo, hi] = std::simd::chunk<2>(v);", "lo of v: i32x4 -> a0 a1; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed; of 2 results this is the first, lo: a line that says another name asks for that one"},
		{"auto [lo, hi] = std::simd::chunk<2>(v); }", "lo of v: i32x4 -> a0 a1; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed; of 2 results this is the first, lo: a line that says another name asks for that one"},
		{"auto [lo, mid, hi] = simd_split<1, 2, 1>(v)", "lo of v: i32x4 -> a0; the type of the lanes is not in the text: 32 bits are assumed; of 3 results this is the first, lo: a line that says another name asks for that one"},
		{"auto [lo, hi] = std::simd::chunk<2>(v); hi", " of v: i32x4 -> a2 a3; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"auto [lo, hi] = std::simd::chunk<2>(v); lo", " of v: i32x4 -> a0 a1; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"auto [ a , b ] = std::simd::chunk<2>(v); std::simd::cat(b, a)", " of v: i32x4 -> a2 a3 a0 a1; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹auto [a] = std::simd::chunk<2>(v)›;", "1 names are bound, and there are 2 vectors"},
		{"‹auto [a, b] = std::simd::cat(v, v)›;", "2 names are bound, and there are 1 vectors"},
	})
}
