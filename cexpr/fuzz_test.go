package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// FuzzStatements: any text is read as C with intrinsics or refused with a place.
func FuzzStatements(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Intel(), "_mm_insert_epi64(v, ~k & a | __rolq(a, 3) << 60, 1)", "uint8x16_t t = vqtbl2q_u8(a, b, (uint8x16_t){1, 2}); vcombine_u8(vget_high_u8(t), vdup_n_u8(3))",
		"void f(uint8_t *p, const uint16_t q[4], uint32_t x) { p[2] = x; p[0] |= x >> 8; p[1] = q[3] << 2 ^ std::rotl(q[0], 3); }", "x = ((p[0] & 0xff00) >> 8) | (p[i + 1] << 8);",
		"_mm256_mask_storeu_ps(p, 0x5a, _mm256_castpd_ps(_mm256_i32gather_pd(q, _mm_setr_epi32(3, 1, 0, 2), 8)))", "_mm_loadh_pi(_mm_maskz_expandloadu_ps(6, p), (const __m64 *)_mm_maskload_ps(q, _mm_set1_epi32(-1)))")
}

// FuzzRust: the same of Rust's statements around intrinsics.
func FuzzRust(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Intel(), "const K: [i8; 16] = [0, -1, 1]; #[inline] pub unsafe fn f(p: &[u8; 16], mut v: __m128i) -> __m128i { let t: __m128i = unsafe { _mm_loadu_si128(p.as_ptr() as *const __m128i) }; v = _mm_shuffle_epi8(t, _mm_loadu_si128(K.as_ptr().cast())); v }",
		"let x: u16; let y = (x as u32) << 8 | 0x00_ffu32; y := bits.ReverseBytes32(y)", "vqtbl2q_u8(uint8x16x2_t(a, b), ~vcombine_u8(vcreate_u8(1), vdup_n_u8(2)))")
}

// FuzzLoong: the same of LoongArch's functions.
func FuzzLoong(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Loong(), "__lasx_xvpermi_q(__lasx_concat_128(a, b), __lasx_xvldi(0x401), 0x31)", "__lsx_vst(__lsx_vinsgr2vr_w(__lsx_vextrins_b(a, b, 0x2f), __lsx_vpickve2gr_wu(a, 3), 1), p, 16);",
		"__lsx_vshuf_b(a, __lsx_vldrepl_d(p, 8), __lsx_vreplve_b(__lsx_vrepli_h(-500), 3))")
}

// FuzzRISCV: the same of RISC-V's intrinsics.
func FuzzRISCV(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.RISCV(), "size_t vl = __riscv_vsetvl_e8m1(n); vuint8m1x2_t t = __riscv_vlseg2e8_v_u8m1x2(p, vl); __riscv_vse8_v_u8m1(q, __riscv_vget_v_u8m1x2_u8m1(t, 1), vl);",
		"__riscv_vrgather_vv_u16m1_mu(__riscv_vmseq_vx_u16m1_b16(__riscv_vand_vx_u16m1(__riscv_vid_v_u16m1(8), 1, 8), 0, 8), a, b, __riscv_vle16_v_u16m1((const uint16_t[]){3, 2, 1, 0, 7, 6, 5, 4}, 8), 8)",
		"__riscv_vwmaccu(__riscv_vwaddu_vv_u16m1(__riscv_vlmul_trunc_v_u8m1_u8mf2(a), b, 8), -1, b, 8)", "__riscv_vcompress_vm_u8m1_tu(a, __riscv_vslideup_vx_u8m1(b, a, 3, 32), __riscv_vlm_v_b8((const uint8_t[]){5, 4, 3, 2}, 32), 32)",
		"__riscv_vnsra_wx_i8mf2(__riscv_vsext_vf2_i16m1(a, 8), INT8_MAX >> 5, 8)", "__riscv_vmerge(__riscv_vset_v_u8m1_u8m2(x, 1, a), y, __riscv_vmnot_m_b4(__riscv_vreinterpret_v_u8m1_b4(k), 32), 32)")
}

// FuzzScalable: the same of SVE's intrinsics.
func FuzzScalable(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Scalable(), "svsel(svdupq_n_b32(1, 0, 0, 1), svext_u8(a, b, 3), svtbl2_u8(svcreate2_u8(a, b), svindex_u8(15, -1)))", "svbool_t p = svwhilelt_b16_s32(i & j, n); svst2_u16(p, q, svcreate2_u16(svrevb_u16_m(a, p, b), svlsr_x(svptrue_b16(), svld1_u16(p, r), 8)))",
		"svfloat32x2_t t = svld2_f32(svptrue_pat_b32(SV_VL4), p); svdup_f32(svlasta(svptrue_b32(), svget2(t, 1)))")
}

// FuzzBuiltin: the same of the compilers' builtin.
func FuzzBuiltin(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Builtin(), "r = __builtin_shufflevector((v4si)v, v, 3, -1, 0x1, 0);")
}

// FuzzWasmCall: the same of WebAssembly's header.
func FuzzWasmCall(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Wasm(), "t = wasm_i64x2_shuffle(a, a, 1, 2);")
}

// FuzzFunctions: the same of whole functions, with macros, arrays, loads and stores.
func FuzzFunctions(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Altivec(), "#define S(v, i) vec_splat((vector int)v, i)\nvector int f(vector int a) { return S(a, 1); }", "static const uint8_t m[2][8] = {{1, 2}, {3}}; vst2_u8(p, (uint8x8x2_t){{vtbl1_u8(vld1_u8(q), vld1_u8(m[1])), vld1_dup_u8(q)}})",
		"typedef int v4si __attribute__((vector_size(16))); v4si f(v4si a) { v4si r = {a[1], 0}, s; for (;;) { r |= a & ~r; } *(v4si *)p = r; return r; }")
}

// FuzzHighway: the same of Highway's functions.
func FuzzHighway(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Highway(), "const ScalableTag<uint8_t> d; CombineShiftRightBytes<4>(d, a, LoadU(d, p))", "Per4LaneBlockShuffle<3, 1, 2, 0>(InsertBlock<1>(v, ExtractBlock<0>(w)))", "Vec128<uint16_t> f(Vec128<uint16_t> v) { return PromoteUpperTo(Full128<uint32_t>(), ReverseLaneBytes(v)); }", "Vec256<float> f(Vec256<float> a) { return Shuffle2301(TableLookupLanes(a, SetTableIndices(d, t))); }")
}

// FuzzStandard: the same of std::simd's functions.
func FuzzStandard(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.Standard(), "std::simd::vec<int, 4> v; std::simd::permute<2>(v, [](int i) { int k = i << 1; return k == 2 ? std::simd::zero_element : k; })",
		"std::get<1>(simd_split<4, 4>(simd_cat(a, b)))", "auto [lo, hi] = std::simd::chunk<2>(v); std::simd::permute(lo, std::simd::vec<int, 2>{1, 0})")
}

// FuzzXSIMD: the same of xsimd's functions, and of what writes to its arguments.
func FuzzXSIMD(f *testing.F) {
	dialecttest.Fuzz(f, cexpr.XSIMD(), "xsimd::swizzle(a, xsimd::batch_constant<xsimd::batch<uint32_t, A>, 3, 2, 1, 0>())", "__m128 a, b; xs::shuffle(a, b, xs::batch_constant<std::uint32_t, A, 0, 4, 1 + 1, 6>{})",
		"_MM_TRANSPOSE4_PS(a, b, c, d); xsimd::swizzle(c, batch_constant<uint16_t, 1, 0>{})")
}
