package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// Statements of Rust around the intrinsics that C has too, and how other languages bind a name.
func TestRustStatements(t *testing.T) {
	const reversed = "[3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]"
	const swapped = "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"use core::arch::x86_64::*;\n#[target_feature(enable = \"sse2\")]\npub unsafe fn f(a: __m128i, b: __m128i) -> __m128i {\n\tlet t0: __m128i = _mm_unpacklo_epi8(b, a);\n\tt0\n}", " of a b: i8x16 i8x16 -> b0 a0 b1 a1 b2 a2 b3 a3 b4 a4 b5 a5 b6 a6 b7 a7"},
		{"#[inline] fn f(mut a: __m128i) -> __m128i { a = _mm_shuffle_epi32::<0b00_01_10_11>(a); a }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"let r = unsafe { _mm_shuffle_epi32::<27>(a) };", "r of a: i32x4 -> a3 a2 a1 a0"},
		{"unsafe { let mut r = _mm_shuffle_epi32(a, 0x1b_i32); r = _mm_slli_si128::<4>(r); r }", " of a: i8x16 -> z z z z a12 a13 a14 a15 a8 a9 a10 a11 a4 a5 a6 a7"},
		{"let r: core::arch::x86_64::__m128i = _mm_shuffle_epi32(a, 27);", "r of a: i32x4 -> a3 a2 a1 a0"},
		{"let r: __m128i; let k = 27; _mm_shuffle_epi32(a, k)", " of a: i32x4 -> a3 a2 a1 a0"},
		{"const K: i32 = 27; _mm_shuffle_epi32(a, K)", " of a: i32x4 -> a3 a2 a1 a0"},
		{"const K: [u8; 16] = " + reversed + "; fn f(v: __m128i) -> __m128i { unsafe { _mm_shuffle_epi8(v, _mm_loadu_si128(K.as_ptr() as *const __m128i)) } }", " of v: " + swapped},
		{"static K: [i8; 16] = " + reversed + "; _mm_shuffle_epi8(v, _mm_loadu_si128(K.as_ptr().cast()))", " of v: " + swapped},
		{"fn f(p: &[u8; 16], q: *const u8) -> __m128i { _mm_unpacklo_epi64(_mm_loadu_si128(p.as_ptr() as *const __m128i), _mm_loadu_si128(q as *const __m128i)) }", " of p q: i64x2 i64x2 -> a0 b0"},
		{"_mm_set1_epi8(0x80u8 as i8)", " of : -> i8x16: #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80"},
		{"_mm_set1_epi16(0x00_ffu16 as i16)", " of : -> i16x8: #ff #ff #ff #ff #ff #ff #ff #ff"},
		{"let x: u32; (x as u64) << 8", " of x: i8x4 -> z a0 a1 a2 a3 z z z"},
		{"fn f(x: u32) -> u32 { let y = x.swap_bytes(); y.rotate_left(8) }", " of x: i8x4 -> a0 a3 a2 a1"},
		{"let x: u16; let y: u16 = x.rotate_left(8); y", " of x: i8x2 -> a1 a0"},
		{"y := bits.ReverseBytes32(x)", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"y := bits.ReverseBytes32(x)\nz := bits.RotateLeft32(y, 8)", "z of x: i8x4 -> a0 a3 a2 a1"},
		{"val y = Integer.reverseBytes(x)", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"var y = Integer.reverseBytes(x);", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"var = _mm_shuffle_epi32(a, 27);", "var of a: i32x4 -> a3 a2 a1 a0"},
	})
	dialecttest.Meanings(t, cexpr.Arm(), [][2]string{
		{"fn f(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { let k: uint8x16_t = vcombine_u8(vcreate_u8(0x1707160615051404), vcreate_u8(0x1303120211011000)); vqtbl2q_u8(uint8x16x2_t(a, b), k) }", " of a b: i8x16 i8x16 -> a4 b4 a5 b5 a6 b6 a7 b7 a0 b0 a1 b1 a2 b2 a3 b3"},
		{"const K: [u8; 16] = " + reversed + "; pub unsafe fn f(v: uint8x16_t) -> uint8x16_t { vqtbl1q_u8(v, vld1q_u8(K.as_ptr())) }", " of v: " + swapped},
	})
	dialecttest.Refused(t, cexpr.Arm(), [][2]string{
		{"vqtbl2q_u8(‹uint8x16x2_t(a)›, k)", "uint8x16x2_t has 2 vectors, found 1"},
		{"vqtbl2q_u8(‹uint8x16x2_t(a, 3)›, k)", "uint8x16x2_t: expected a vector, found the number 3"},
		{"uint8x8_t a; vqtbl2q_u8(‹uint8x16x2_t(a, b)›, k)", "uint8x16x2_t: expected a vector of 128 bits, and \"a\" has 64"},
	})
}

// All bits of a constant are turned by ~, and what is no constant waits for an &.
func TestComplements(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Altivec(), [][2]string{
		{"vector unsigned char a, b; vec_perm(b, a, ~(vector unsigned char){31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8})", " of b a: i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"vector unsigned int a, m; vec_and(a, ~(vector unsigned int){0, -1, 0, -1})", " of a: i32x4 -> a0 z a2 z"},
		{"vector unsigned int a, m; vec_andc(a, (vector unsigned int){0, -1, 0, -1})", " of a: i32x4 -> a0 z a2 z"},
		{"vector unsigned int a, b; vec_or(vec_and(a, (vector unsigned int){0, -1, 0, -1}), vec_andc(b, (vector unsigned int){0, -1, 0, -1}))", " of a b: i32x4 i32x4 -> b0 a1 b2 a3"},
		{"vector unsigned int a; vec_xor(a, a)", " of a: i32x4 -> z z z z"},
	})
	dialecttest.Refused(t, cexpr.Altivec(), [][2]string{
		{"vector unsigned int a, m; ‹vec_andc(a, m)›", "vec_andc: & computes bit 0 from bits that are both live, which is no movement"},
		{"vector unsigned int a, m; vec_perm(a, a, ‹~m›)", "~ computes: it moves only as one side of an &"},
	})
}

// WebAssembly's functions that are rows are read as these.
func TestWasmShifts(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Wasm(), [][2]string{
		{"wasm_i64x2_shl(a, 32)", " of a: i32x4 -> z a0 z a2"},
		{"wasm_u64x2_shr(a, 8)", " of a: i8x16 -> a1 a2 a3 a4 a5 a6 a7 z a9 a10 a11 a12 a13 a14 a15 z"},
		{"wasm_v128_or(wasm_i16x8_shl(a, 8), wasm_u16x8_shr(a, 8))", " of a: i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14"},
	})
}
