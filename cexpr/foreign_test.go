package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// A mark of no language is refused wherever it stands.
func TestForeign(t *testing.T) {
	for _, d := range []struct {
		name  string
		texts []string
	}{
		{"intel", []string{
			"_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))", "__m128i r = _mm_or_si128(_mm_slli_si128(a, 4), _mm_srli_si128(b, 12));", "(__m128i)__builtin_shufflevector((__v2di)a, (__v2di)b, 1, 2+1)",
			"__m128i f(«__m128i a») { __m128i t = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, -1, -1, -1, -1, 15, 14, 13, 12); return _mm_shuffle_epi8(a, t); }",
			"_mm512_mask_shuffle_epi32(d, 0xff, a, 27)", "uint32_t x; x = (x << 8) | (x >> 24);",
		}},
		{"arm", []string{"vextq_u8(a, b, 3)", "uint8x16x2_t t = vzipq_u8(a, b); t.val[1]", "vcombine_u32(vget_high_u32(a), vdup_n_u32(0))", "vqtbl1q_u8(a, (uint8x16_t){1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14})"}},
		{"wasm", []string{"wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)", "wasm_u32x4_extend_low_u16x8(a)"}},
		{"altivec", []string{"vec_perm(a, b, (vector unsigned char){0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23})", "vec_sld(a, b, 4)"}},
		{"highway", []string{"Reverse(ScalableTag<uint32_t>(), v)", "InterleaveLower(d, a, b)"}},
		{"standard", []string{"std::simd::permute(v, [«](auto i) »{ return 3 - i; })"}},
		{"xsimd", []string{"xsimd::swizzle(v, xsimd«»::batch_constant<uint32_t,« A», 3, 2, 1, 0>())"}},
	} {
		dialecttest.Foreign(t, dialects[d.name](), "`", d.texts...)
	}
}

var dialects = map[string]func() dialect.Dialect{"intel": cexpr.Intel, "arm": cexpr.Arm, "wasm": cexpr.Wasm, "altivec": cexpr.Altivec, "highway": cexpr.Highway, "standard": cexpr.Standard, "xsimd": cexpr.XSIMD}
