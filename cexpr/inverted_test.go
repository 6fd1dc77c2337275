package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

// taken are texts that take a vector or an integer, X, by the dialects that read them.
var taken = map[string][]string{
	"intel": {
		"_mm_shuffle_epi32(X, 27)", "_mm_unpacklo_epi8(X, b)", "_mm_unpacklo_epi8(b, X)", "_mm_storeu_si128(p, X);", "_mm_storer_ps(p, X);", "_mm_store1_pd(p, X);", "_mm_store_ss(p, X);", "_mm_storel_epi64(p, X);", "_mm_storeh_pd(p, X);", "_mm_storeu_si32(p, X);",
		"_mm_mask_storeu_epi32(p, 5, X);", "_mm_maskstore_epi32(p, _mm_setr_epi32(-1, 0, -1, 0), X);", "_mm_loadh_pd(X, p)", "_mm_mask_mov_epi32(X, 5, b)", "_mm_mask_mov_epi32(b, 5, X)", "_mm_maskz_shuffle_epi32(5, X, 27)", "_mm_mask_expand_epi32(X, 5, b)",
		"_mm_mask_load_epi32(X, 5, p)", "_mm_extract_epi16(X, 3)", "_mm_insert_epi16(X, 7, 3)", "_mm256_set_m128i(X, b)", "_mm256_inserti128_si256(b, X, 1)", "_mm_cvtsi128_si32(X)", "_mm_move_sd(X, b)", "_mm_alignr_epi8(X, b, 3)", "p[0] = X;", "__m128i t = X;", "(__m128i)X", "(__m128)X",
		"typedef unsigned v4 __attribute__((vector_size(16))); v4 a; X[1]", "typedef unsigned v4 __attribute__((vector_size(16))); v4 a; (v4){X[1], 3}", "typedef unsigned v4 __attribute__((vector_size(16))); v4 a; __builtin_shuffle(X, (v4){3, 2, 1, 0})",
		"typedef unsigned v4 __attribute__((vector_size(16))); typedef short h4 __attribute__((vector_size(8))); v4 a; __builtin_convertvector(X, h4)", "typedef unsigned v4 __attribute__((vector_size(16))); v4 a, b; b[2] = X[1];",
		"uint32_t a; __builtin_bswap32(X)", "uint32_t a; X << 8", "uint32_t a; (uint8_t)X", "uint32_t a; return X;", "uint32_t a; uint8_t *p; p[0] = X;", "uint32_t a; _pext_u32(X, 15)",
	},
	"arm": {
		"vrev64q_u8(X)", "vst1q_u8(p, X);", "vld1q_lane_u8(p, X, 3)", "vst1q_lane_u8(p, X, 3);", "vgetq_lane_u8(X, 3)", "vsetq_lane_u8(7, X, 3)", "vextq_u8(b, X, 3)", "vzipq_u8(b, X).val[1]", "vcombine_u8(X, b)", "vst2q_u8(p, ((uint8x16x2_t){b, X}));", "vqtbl1q_u8(X, (uint8x16_t){15})", "uint8x16x2_t t; t.val[0] = X; vst1q_u8(p, t.val[0]);",
	},
	"highway": {
		"using D = Full128<uint16_t>; VFromD<D> a; Reverse(D(), X)", "using D = Full128<uint16_t>; VFromD<D> a; ShiftLeft<8>(X)", "using D = Full128<uint16_t>; VFromD<D> a; StoreU(X, D(), p);", "using D = Full128<uint16_t>; VFromD<D> a; IfThenElseZero(FirstN(D(), 3), X)", "using D = Full128<uint16_t>; VFromD<D> a; Combine(Twice<D>(), X, X)",
	},
	"standard": {"std::simd::vec<int, 4> a; std::simd::permute(X, [](auto i) { return 3 - i; })", "std::simd::vec<int, 4> a; std::simd::cat(X, X)", "std::simd::vec<int, 4> a; std::get<0>(std::simd::chunk<2>(X))"},
	"altivec":  {"vec_splat((vector unsigned int)X, 3)", "vec_extract((vector unsigned int)X, 3)", "vec_insert(3, (vector unsigned int)X, 3)", "vec_perm(X, b, (vector unsigned char){3})"},
	"wasm":     {"wasm_i8x16_shuffle(X, b, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15)", "wasm_u8x16_extract_lane(X, 3)", "wasm_v128_store(p, X);"},
	"scalable": {"svrev_u8(X)", "svzip1_u8(b, X)", "svext_u8(b, X, 3)"},
	"riscv":    {"__riscv_vrgather_vx_u8m1(X, 3, 16)", "__riscv_vse8_v_u8m1(p, X, 16);", "__riscv_vslideup_vx_u8m1(b, X, 3, 16)"},
	"builtin":  {"__builtin_shufflevector(X, b, 0, 1, 2, 3)"},
}

// Where a vector is taken, one whose bits are turned is not: it is no movement, and least of all that of the vector itself.
func TestTurnedIsNotTaken(t *testing.T) {
	for name, d := range map[string]dialect.Dialect{
		"intel": cexpr.Intel(), "arm": cexpr.Arm(), "highway": cexpr.Highway(), "standard": cexpr.Standard(), "altivec": cexpr.Altivec(), "wasm": cexpr.Wasm(), "scalable": cexpr.Scalable(), "riscv": cexpr.RISCV(), "builtin": cexpr.Builtin(),
	} {
		for _, form := range taken[name] {
			if _, err := d.Read(strings.ReplaceAll(form, "X", "a"), dialect.Options{}); err != nil {
				t.Errorf("%s: %v", form, err)
			}
			text := strings.ReplaceAll(form, "X", "(~a)")
			if r, err := d.Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), "~ computes") {
				t.Errorf("%s is read as %v, %v", text, r.Map, err)
			}
		}
	}
}
