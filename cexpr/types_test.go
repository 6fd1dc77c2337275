package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// The lanes of a call are those of the vector that has a type, whichever it is, else those of what it is assigned to; and where no text says how many there are, it is warned of once for each that is assumed.
func TestWhoseTypes(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi r = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);", "r of a b: i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi r = __builtin_shufflevector(a, b, 0, 8, 1, 9);", "r of a b: i16x8 i16x8 -> a0 b0 a1 b1; a selector reaches beyond two vectors of 4 lanes: 8 lanes each are assumed"},
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi r = __builtin_shufflevector(a, b, 0, 5, 1, 4);", "r of a b: i16x4 i16x4 -> a0 b1 a1 b0"},
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi r = __builtin_shuffle(a, (v8hi){3, 2, 1, 0, 7, 6, 5, 4});", "r of a: i16x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi b; __builtin_shufflevector(a, b, 0, 8, 1, 9)", " of a b: i16x8 i16x8 -> a0 b0 a1 b1"},
		{"typedef short v8hi __attribute__((vector_size(16))); v8hi a; __builtin_shufflevector(a, b, 0, 8, 1, 9)", " of a b: i16x8 i16x8 -> a0 b0 a1 b1"},
		{"Vec64<uint8_t> b; OddEven(a, b)", " of a b: i8x8 i8x8 -> b0 a1 b2 a3 b4 a5 b6 a7"},
		{"Vec64<uint8_t> b; OddEven(b, a)", " of b a: i8x8 i8x8 -> b0 a1 b2 a3 b4 a5 b6 a7"},
		{"Vec64<uint16_t> r = OddEven(a, b);", "r of a b: i16x4 i16x4 -> b0 a1 b2 a3"},
		{"Vec64<uint16_t> r = Reverse(d, a);", "r of a: i16x4 -> a3 a2 a1 a0"},
		{"Vec64<uint16_t> b, r = InterleaveLower(d, a, b);", "r of a b: i16x4 i16x4 -> a0 b0 a1 b1"},
		{"Vec256<uint32_t> r = SwapAdjacentBlocks(a);", "r of a: i64x4 -> a2 a3 a0 a1"},
		{"uint8x16_t r = wasm_i16x8_shuffle(a, b, 0, 8, 1, 9, 2, 10, 3, 11);", "r of a b: i16x8 i16x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"__m256i r = wasm_i64x2_shuffle(a, b, 0, 3);", "r of a b: i64x2 i64x2 -> a0 b1"},
		{"uint16x8_t b; wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"Store(v, d, p);", " of v: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15; vectors of Highway have as many bits as the machine: 128 are assumed"},
		{"Vec64<uint8_t> v; Store(v, d, p);", " of v: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"const Full64<uint8_t> d; Store(v, d, p);", " of v: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"Store(v, Full64<uint8_t>(), p);", " of v: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"StoreU(Reverse(d, v), d, p);", " of v: i32x4 -> a3 a2 a1 a0; the type of the lanes is not in the text: 32 bits are assumed; the length of the vectors is not in the text: 128 bits are assumed"},
		{"const Vec64<uint8_t> v; Reverse(d, v)", " of v: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"const std::simd::vec<int, 4> a; std::simd::cat(a, a)", " of a: i32x4 -> a0 a1 a2 a3 a0 a1 a2 a3"},
		{"std::simd::vec<int, 4> const a; std::simd::cat(a, a)", " of a: i32x4 -> a0 a1 a2 a3 a0 a1 a2 a3"},
		{"std::simd::vec< int , 4 > a; std::simd::cat(a, a)", " of a: i32x4 -> a0 a1 a2 a3 a0 a1 a2 a3"},
		{"std::simd::cat((const std::simd::vec<int, 4>)a)", " of a: i32x4 -> a0 a1 a2 a3"},
		{"__builtin_shufflevector(a, b, sizeof(const Vec128<uint8_t>) / 4, 0, 1, 2)", " of a b: i32x4 i32x4 -> b0 a0 a1 a2; the type of the lanes is not in the text: 32 bits are assumed"},
		{"__builtin_shufflevector(a, b, sizeof(const std::simd::vec<int,\n\t4>) / 4, 0, 1, 2)", " of a b: i32x4 i32x4 -> b0 a0 a1 a2; the type of the lanes is not in the text: 32 bits are assumed"},
		{"Vec64<uint8_t>*p; Reverse(d, p)", " of p: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
	})
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"‹Vec128›<uint8_t>", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
		{"‹f›<3>", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
		{"‹auto x = f›<3>", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
		{"‹uint32_t t = _mm_unpacklo_epi8(a, b)›;", "t is an integer of 32 bits, and no vector such as __m128i: expected an integer, such as one lane, found a vector of 128 bits"},
		{"‹uint16_t x = _mm_extract_epi16(a, 3), y = _mm_unpacklo_epi8(a, b)›;", "y is an integer of 16 bits, and no vector such as __m128i: expected an integer, such as one lane, found a vector of 128 bits"},
		{"int z; ‹uint64_t w = z›; w", "an integer of 32 bits with a sign as one of 64: copies of the sign are no movement; without one it is an unsigned"},
		{"uint32_t x; _MM_TRANSPOSE4_PS(a, b, c, ‹x›)", "expected a vector of 128 bits, and this has 32"},
		{"__m256 b; _MM_TRANSPOSE4_PS(a, ‹b›, c, d)", "expected a vector of 128 bits, and \"b\" has 256"},
		{"‹__m128i t = ~a›;", "~ computes: it moves only as one side of an &"},
	})
}
