package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What a map depends on has to be constants: it is neither a variable nor what is computed of one.
func TestIndicesThatAreComputed(t *testing.T) {
	dialecttest.Refused(t, cexpr.Arm(), [][2]string{
		{"‹vqtbl1q_u8(a, vrev64q_u8(b))›", "vqtbl1q_u8: the indices are computed: it is a map only where they are constants"},
		{"‹vqtbl1q_u8(a, b)›", "vqtbl1q_u8: what it does depends on the contents of b: it is a map only where they are constants"},
		{"‹vtbl1_u8(a, vrev64_u8(b))›", "vtbl1_u8: the indices are computed: it is a map only where they are constants"},
		{"uint8x16x2_t t; ‹vqtbl2q_u8(t, vrev64q_u8(b))›", "vqtbl2q_u8: the indices are computed: it is a map only where they are constants"},
	})
	dialecttest.Refused(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 3 ‹0›; })", `expected ":", found "0"`},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 3‹;› })", `expected ":", found ";"`},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? i - 1 : 1 ‹/ i›; })", "a division by zero"},
		{"auto x = std::simd::permute(a, [](auto i) { return 3 - i; }); std::get<0>(std::simd::‹chunk<8, 8>(a)›)", "chunk: parts of 16 lanes together are wanted of a vector of 4"},
		{"std::get<0>(std::simd::‹chunk<1>(std::simd::chunk<2>(a))›)", "chunk: expected one vector, found 2: .val[0] is the first"},
	})
	dialecttest.Meanings(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 0 : 3; })", " of a: i32x4 -> a3 a0 a0 a0"},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 1 / i : 3; })", " of a: i32x4 -> a3 a1 a0 a0"},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return 1 ? i : 1 / 0; })", " of a: i32x4 -> a0 a1 a2 a3"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"_mm_unpacklo_epi8( ‹~a›, b)", "~ computes: it moves only as one side of an &"},
		{"_mm_unpacklo_epi8(a,\n\t‹~b›)", "~ computes: it moves only as one side of an &"},
	})
}

// Of a loop whose passes hand nothing on one is read, also where a longer name has that of a value in it.
func TestPassesThatHandOn(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"__m128i t = a; for (int i = 0; i < 4; i++) { t = _mm_unpacklo_epi8(b, b); } t", " of a b: i8x16 i8x16 -> b0 b0 b1 b1 b2 b2 b3 b3 b4 b4 b5 b5 b6 b6 b7 b7; of the loop, one pass is read"},
		{"__m128i t = a; for (int i = 0; i < 4; i++) { t = _mm_unpacklo_epi8(b, tt); } t", " of a b tt: i8x16 i8x16 i8x16 -> b0 c0 b1 c1 b2 c2 b3 c3 b4 c4 b5 c5 b6 c6 b7 c7; of the loop, one pass is read"},
		{"__m128i t = a; for (int i = 0; i < 70; i++) { t = _mm_unpacklo_epi8(b, t1); } t", " of a b t1: i8x16 i8x16 i8x16 -> b0 c0 b1 c1 b2 c2 b3 c3 b4 c4 b5 c5 b6 c6 b7 c7; of the loop, one pass is read"},
		{"__m128i t = a; for (int i = 0; i < 4; i++) { t = _mm_unpacklo_epi8(b, t); } t", " of a b: i8x16 i8x16 -> b0 b0 b1 b0 b2 b1 b3 b0 b4 b2 b5 b1 b6 b3 b7 a0"},
	})
	dialecttest.Refused(t, cexpr.Standard(), [][2]string{
		{"std::simd::‹cat(std::simd::chunk<2>(a), a)›", "cat: a has 64 bits here and 128 before"},
	})
}

// Vectors of RISC-V are as long as names say, and no masks where lanes are meant.
func TestGroupsAsLongAsNamed(t *testing.T) {
	dialecttest.Refused(t, cexpr.RISCV(), [][2]string{
		{"vuint8m1_t a; ‹__riscv_vget_v_u8m2_u8m1(a, 1)›", `__riscv_vget_v_u8m2_u8m1: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; ‹__riscv_vlmul_trunc_v_u8m2_u8m1(a)›", `__riscv_vlmul_trunc_v_u8m2_u8m1: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; ‹__riscv_vlmul_ext_v_u8m2_u8m4(a)›", `__riscv_vlmul_ext_v_u8m2_u8m4: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; vuint8m2_t b; ‹__riscv_vcreate_v_u8m1_u8m2(a, b)›", `__riscv_vcreate_v_u8m1_u8m2: expected a vector of 128 bits, and "b" has 256`},
		{"vuint8m1_t b; vuint8m2_t a; ‹__riscv_vset_v_u8m1_u8m2(b, 1, a)›", `__riscv_vset_v_u8m1_u8m2: expected a vector of 256 bits, and "b" has 128`},
		{"vuint8m2_t a; ‹__riscv_vreinterpret_v_u8m1_u16m1(a)›", `__riscv_vreinterpret_v_u8m1_u16m1: expected a vector of 128 bits, and "a" has 256`},
		{"vuint8m2_t a; ‹__riscv_vrgather_vx_u8m1(a, 3, 16)›", `__riscv_vrgather_vx_u8m1: expected a vector of 128 bits, and "a" has 256`},
	})
	for _, name := range []string{"vid_v_b8(16)", "vrgather_vx_b8(a, 3, 16)", "vslideup_vx_b8(a, b, 3, 16)", "vmv_v_v_b8(a, 16)", "vundefined_b8()"} {
		if r, err := cexpr.RISCV().Read("__riscv_"+name, dialect.Options{}); err == nil {
			t.Errorf("%s is read as %v", name, r.Map)
		}
	}
}

// Calls of Highway that move nothing are known by their looks, and refused for the reason.
func TestRefusedCallsOfHighway(t *testing.T) {
	for name, why := range cexpr.HighwayRefused() {
		text := name + "(d, a, b)"
		if !cexpr.LooksHighway(text) {
			t.Errorf("%s is nothing by its looks", text)
		}
		if _, err := cexpr.Highway().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
	for text, want := range map[string]bool{"_pext_u32(x, 3)": true, "_pext_u64(x, 3)": true, "_pdep_u32(x, 3)": true, "_pdep_u64(x, 3)": true, "_pdep_u64": false, "_pdep_x(x)": false, "x_pdep_u64(x, 3)": false, "__builtin_bswap32(x)": true} {
		if got := cexpr.Intel().Looks(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// What is reinterpreted has lanes of the type that it becomes, whichever it was of.
func TestReinterpretedLanes(t *testing.T) {
	widths := map[string]int{"u8": 8, "s8": 8, "p8": 8, "u16": 16, "s16": 16, "p16": 16, "f16": 16, "u32": 32, "s32": 32, "f32": 32, "u64": 64, "s64": 64, "f64": 64}
	for to, bits := range widths {
		for from := range widths {
			for q, total := range map[string]int{"": 64, "q": 128} {
				n := total / bits
				for k := range n + 1 {
					text := fmt.Sprintf("vreinterpret%s_%s_%s(a)[%d]", q, to, from, k)
					r, err := cexpr.Arm().Read(text, dialect.Options{})
					if (err == nil) != (k < n) || err == nil && (r.Map.Bits != bits || len(r.Map.Lane) != 1 || r.Map.Lane[0] != lane.From(0, k)) {
						t.Errorf("%s: %v, %v", text, r.Map, err)
					}
				}
			}
		}
	}
	for _, name := range []string{"vreinterpretq_x8_u32(a)", "vreinterpretq_u32(a)", "vreinterpretq_u8_u32(a, b)"} {
		if r, err := cexpr.Arm().Read(name, dialect.Options{}); err == nil {
			t.Errorf("%s is read as %v", name, r.Map)
		}
	}
}

// Intrinsics that only floating point tells apart, and newer names, do the same.
func TestNamesForTheSame(t *testing.T) {
	for _, row := range [][]string{
		{"_mm256_permute2f128_si256(a, b, 3)", "_mm256_permute2f128_ps(a, b, 3)", "_mm256_permute2f128_pd(a, b, 3)", "_mm256_permute2x128_si256(a, b, 3)"},
		{"_mm256_insertf128_si256(a, b, 1)", "_mm256_insertf128_ps(a, b, 1)", "_mm256_insertf128_pd(a, b, 1)", "_mm256_inserti128_si256(a, b, 1)"},
		{"_mm256_extractf128_si256(a, 1)", "_mm256_extractf128_ps(a, 1)", "_mm256_extractf128_pd(a, 1)", "_mm256_extracti128_si256(a, 1)"},
		{"_mm_slli_si128(a, 3)", "_mm_bslli_si128(a, 3)"}, {"_mm_srli_si128(a, 3)", "_mm_bsrli_si128(a, 3)"}, {"_mm256_bslli_epi128(a, 3)", "_mm256_slli_si256(a, 3)"}, {"_mm256_bsrli_epi128(a, 3)", "_mm256_srli_si256(a, 3)"},
		{"_mm256_permute4x64_epi64(a, 27)", "_mm256_permutex_epi64(a, 27)", "_mm256_permute4x64_pd(a, 27)", "_mm256_permutex_pd(a, 27)"},
		{"_mm512_extracti32x4_epi32(a, 3)", "_mm512_extractf32x4_ps(a, 3)", "_mm512_extracti64x2_epi64(a, 3)", "_mm512_extractf64x2_pd(a, 3)"}, {"_mm512_extracti64x4_epi64(a, 1)", "_mm512_extractf64x4_pd(a, 1)", "_mm512_extracti32x8_epi32(a, 1)", "_mm512_extractf32x8_ps(a, 1)"},
		{"_mm512_maskz_compress_epi32(5, a)", "_mm512_maskz_compress_ps(5, a)"}, {"_mm512_maskz_compress_epi64(5, a)", "_mm512_maskz_compress_pd(5, a)"}, {"_mm512_maskz_expand_epi32(5, a)", "_mm512_maskz_expand_ps(5, a)"}, {"_mm512_maskz_expand_epi64(5, a)", "_mm512_maskz_expand_pd(5, a)"},
		{"_mm512_maskz_mov_epi32(5, a)", "_mm512_maskz_mov_ps(5, a)"}, {"_mm512_maskz_mov_epi64(5, a)", "_mm512_maskz_mov_pd(5, a)"},
	} {
		first, err := cexpr.Intel().Read(row[0], dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		for _, text := range row[1:] {
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
			} else if v, err := lane.Compare(r.Map, first.Map); err != nil || v.Relation != lane.Equal {
				t.Errorf("%s is %v, and %s %v", text, r.Map, row[0], first.Map)
			}
		}
	}
}
