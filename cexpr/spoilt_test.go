package cexpr_test

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/golden"
	"github.com/lanescope/lanescope/syntax"
)

var update = flag.Bool("update", false, "write what is said of spoilt texts")

// spoilt are texts of each family, of which each word, number and sign is spoilt in turn.
var spoilt = []string{
	// Intel
	"#define M(x) ((x) << 2)\nalignas(16) static const uint8_t m[2][4] = {{3, 2, 1, 0}, {0x7, 6, M(1), 5}, {11, 10, 9, 8}, {15, 14, 13, 12}};\n__m128i f(const uint8_t *p) { return _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p), _mm_load_si128((const __m128i *)m[0])); }",
	"__m128i t = _mm_or_si128(_mm_and_si128(a, _mm_set1_epi16(0xff)), _mm_andnot_si128(_mm_set1_epi16(0xff), b)), u = t; u",
	"_mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))",
	"_mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1)",
	"__m128i f(__m128i s, __m128i a, __mmask8 k) { return _mm_mask_shuffle_epi32(s, k, a, 27); }",
	"_mm_maskz_shuffle_epi32(5, a, 27)", "_mm_mask_mov_epi32(a, 5, b)",
	"_mm_storeu_si128((__m128i *)(q + 16), _mm_xor_si128(_mm_slli_si128(a, 4), _mm_srli_si128(b, 12)));",
	"_mm_ternarylogic_epi32(a, b, _mm_set1_epi32(0), 0xf0)",
	"__m128 r0, r1, r2, r3; _MM_TRANSPOSE4_PS(r0, r1, r2, r3); r1", "_MM_TRANSPOSE4_PS(a, b, c, d);",
	"_mm256_loadu2_m128i((__m128i *)p, q)", "_mm_loadh_pi(a, p)", "_mm_maskload_epi32(p, _mm_setr_epi32(-1, 0, -1, 0))", "_mm_mask_compressstoreu_epi32(p, 5, a);", "_mm_maskz_expandloadu_epi32(5, p)", "_mm_mask_loadu_epi32(a, k, p)",
	"_mm_i32gather_epi32(p, _mm_setr_epi32(3, 2, 1, 0), 4)", "_mm_maskstore_epi32(p, _mm_setr_epi32(-1, 0, -1, 0), a);",
	"_mm_set_epi32(_mm_cvtsi128_si32(a), 7, x, 1)", "_mm_insert_epi16(a, _mm_extract_epi16(b, 3), 1)", "_mm_set1_ps(3.5f)", "_mm_storer_ps(p, _mm_load1_ps(q));",
	"_mm256_permute2x128_si256(a, b, 0x21)", "_mm_alignr_epi8(a, _mm_bslli_si128(b, 3), 4)", "_mm_blendv_ps(a, b, _mm_setr_ps(-1.0f, 0, 1, -0.0f))", "_mm256_zextsi128_si256(a)", "_mm_rol_epi32(a, 8)",
	"simde__m128i t = simde_mm_shuffle_epi32(a, SIMDE_MM_SHUFFLE(3, 2, 1, 0)); t",
	"_mm_shuffle_pd(a, b, _MM_SHUFFLE2(0, 1))", "_mm256_setr_m128i(a, _mm_move_ss(b, c))", "_mm256_permutexvar_epi32(_mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0), a)", "_mm512_broadcast_i32x4(a)", "_mm512_maskz_broadcast_i64x2(5, a)", "_mm_mask_set1_epi32(a, k, 7)", "_mm_ror_epi32(a, 8)",
	"_mm_cvtss_f32(_mm_movehl_ps(a, b))", "_mm_insert_ps(a, b, 0x4c)", "_mm_extract_ps(a, 3)", "_mm_set_pd(x, 1.5)", "_mm_shuffle_epi32(a, _MM_PERM_ABCD)", "_mm512_i64gather_epi64(_mm512_set1_epi64(3), p, 8)", "_mm_mask_storeu_epi32(p, k, a);", "_mm_mask_expandloadu_epi32(a, 6, p)", "_mm256_loadu2_m128(p + 4, _mm)", "_mm_loadr_pd(p)", "_mm_broadcast_ss(p)", "_mm_undefined_si128()", "_mm_storeh_pd(q, a);", "_mm_storeu_si32(q, a);", "_MM_SHUFFLE(3, 1, 2, 0)",
	"_mm_xor_si128(a, b)", "_mm_ternarylogic_epi32(a, b, c, 0xf0)", "_mm_insert_epi16(a, x, 1)", "_mm_extract_epi16(a, 3)", "_mm256_set_m128i(a, b)", "_mm_mask_loadu_epi32(a, 5, p)", "_mm_maskz_loadu_epi32(5, p)", "_mm_mask_broadcastd_epi32(a, 5, b)", "_mm_mask_set1_epi32(a, 5, x)", "_mm_mask_shuffle_epi32(a, 5, b, 27)", "_mm_store1_ps(p, a);", "_mm_storeu_si128(p, a);", "_mm256_storeu2_m128i(p, q, a);", "_mm_castps_si128(a)", "_mm_maskload_epi32(p, m)", "_mm256_broadcastsi128_si256(a)", "_mm_ror_epi32(a, k)", "_mm_set1_epi32(x)", "_mm_pext_u32(x, 15)", "_pext_u32(x, m)", "_mm512_mask_mov_epi8(a, k, b)",
	// statements
	"__m128i a; for (int i = 0; i < 3; i++) { a = _mm_shuffle_epi32(a, 0x39); } _mm_storeu_si128(q, a);",
	"__m128i a; for (int i = 4; i >= 0; i -= 2) a = _mm_slli_si128(a, 1); return a;",
	"while (n--) { _mm_storeu_si128(q, _mm_srli_si128(_mm_loadu_si128(p), 4)); p += 16; q++; }",
	"const uint8_t *x = src + 16; x += 4; ++x; vst1q_u8(q, vld1q_u8(x));",
	"void f(__m128i *out, const __m128i *in) { out[0] = _mm_unpackhi_epi64(in[0], in[1]); *(__m128i *)(out + 1) = in[0]; }",
	"template <typename T> inline namespace n { static __attribute__((noinline)) __m128i f(__m128i &a, int n) noexcept { const int k = 4; return _mm_slli_si128(a, k); } }",
	"__m128i v[2]; v[0] = _mm_loadu_si128(p); v[1] = _mm_slli_si128(v[0], 4); v[1]",
	"assert(n > 0); static_assert(sizeof(int) == 4); __m128i r{}; r = _mm_slli_si128(a, sizeof(uint32_t)); return r;",
	"#define S(v, n) \\\n _mm_slli_si128((v), n * 2)\n/* two */ __m128i r = S(a, 2u); // one\nr",
	"class V { int x; };", "int f(int a) { enum { N = 4 }; }",
	// the compilers'
	"typedef int v4si __attribute__((vector_size(4 * sizeof(int))));\nv4si f(v4si a, v4si b) { v4si r = {a[1], b[0], 7}; r[3] = a[2]; return __builtin_shuffle(r, b, (v4si){0, 4, 1, 5}); }",
	"typedef unsigned char u8x8 __attribute__((ext_vector_type(8))); u8x8 f(u8x8 a) { return __builtin_shufflevector(a, a, 1, -1, 3, 2); }",
	"__builtin_convertvector((__v4su)a, __v4hu)", "using V [[gnu::vector_size(16)]] = char; V f(V a) { return (V)__builtin_shuffle(a, V{15, 14}); }",
	"v4si f(v4si a, v4si b) { const v4si m = {-1, 0, -1, 0}; return (a & m) | (b & ~m) ^ (v4si){0}; }",
	"typedef unsigned v4 __attribute__((vector_size(16))); v4 a; (v4){a[1], 3, a[0] >> 8, (unsigned)a[2]}",
	"typedef float v4f __attribute__((vector_size(16))); v4f f(__m128i a) { return __builtin_bit_cast<v4f>(a); }", "typedef float v4f __attribute__((vector_size(16))); v4f a; float x = a[1]; (v4f){x, 1.5, a[0]}",
	// integers
	"uint32_t f(uint32_t x) { return (x >> 24) | ((x >> 8) & 0xff00u) | x << 24; }",
	"uint64_t y = __builtin_bswap64(x) >> 8; y |= (uint64_t)_pext_u32(z, 0xf0f) << 56; return y;",
	"(x >> 8) | (x << 24)", "(x>>8)|(x<<24)", "p[0] << 8 | p[1]", "__m128i r = _mm_slli_si128(a, 4); static const uint8_t k[2] = {1, 2};", "uint32_t x; ~x & x >> 8", "p[0]<<8|p[1]", "x&y", "uint64_t y; y >>= 8; y", "void f(uint8_t *d, uint32_t x) { d[0] = x >> 8; }", "void f(uint8_t *d, uint32_t x) { d[0] = x; }", "void f(uint8_t *x, uint32_t u) { x[0] = u >> 8; x[1] = u; x[1] |= 3; }", "d[0] = s[2]; d[1] = s[1]; d[2] = s[0];",
	"uint16_t a; const int n = 3 * 4 + 6 / 2 - 1 - 0x2; uint32_t r = (uint32_t)a << n | ~-8; (uint8_t)r & UINT8_MAX", "unsigned char c = static_cast<uint8_t>(x >> 8); (short)(c << 8)", "std::rotl(x, 16)", "addr.port = htons(port);",
	"_pdep_u64(x, 0x00ff00ff) ^ (uint64_t)1 << 63", "int64_t x; (uint64_t)x >> 8 & ~0xffull", "uint8_t p[4]; uint32_t r = p[3] | p[2] << 8; return (r);",
	"y := bits.RotateLeft32(bits.ReverseBytes32(x), 8)", "val y: Int = Integer.reverse(x)", "BinaryPrimitives.ReverseEndianness(x)", "let y: u32 = x.swap_bytes().rotate_left(8) & 0x00ff_00ffu32; y as u16",
	"int64_t x; x = -1 & INT_MAX; uint64_t r = UINT16_MAX << 8 | (x & 0xff)", "uint64_t f(uint64_t x) { uint32_t lo = x, hi = x >> 32; return (uint64_t)lo << 32 | hi; }", "size_t n = 8; uint8_t x[8]; n++; x[n] >> 1 | x[2] << 7", "x = ((x & 0xff00ff00) >> 8) ^ ((x & 0x00ff00ff) << 8);", "unsigned _BitInt(32) x;", "char16_t *p = q; p[1]",
	"Long.rotateRight(x, 8) & 0xffL", "x.rotateLeft(3).reverse_bits()", "_byteswap_ulong(x)", "__builtin_bitreverse32(__rord(x, 3))", "uint32_t x; ntohl(x) >> 24",
	// Rust
	"static M: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]; let r = unsafe { _mm_shuffle_epi8(_mm_alignr_epi8::<4>(a, b), _mm_loadu_si128(M.as_ptr() as *const __m128i)) };",
	"use std::arch::aarch64::*;\n#[inline]\npub unsafe fn f(a: uint8x16_t, mut b: &'static [u8; 16]) -> uint8x16x2_t { let t = uint8x16x2_t(a, vld1q_u8(b.as_ptr())); t }",
	"vcopyq_laneq_s32::<0, 3>(a, b)", "let p: *const u8 = src.add(16); let q: &mut [u8; 16] = m; _mm_storeu_si128(q.as_mut_ptr() as *mut __m128i, _mm_loadu_si128(p as *const __m128i));", "let t: __m128i = a as __m128i; let x: u64 = 3; _mm_slli_si128::<{ 2 + 1 }>(t)",
	// Arm
	"uint8x16x2_t t = vzipq_u8(a, vrev64q_u8(b)); t.val[0] = vextq_u8(t.val[1], a, 3); vst2q_u8(q, t);",
	"vqtbl2q_u8((uint8x16x2_t){{a, b}}, (uint8x16_t){0, 17, 255})", "vqtbx1q_u8(a, b, vcombine_u8(vcreate_u8(0x0102), vdup_n_u8(3)))",
	"vcopyq_laneq_u32(a, 1, vdupq_n_u32(x), 3)", "vsetq_lane_u8(vgetq_lane_u8(a, 3), b, 0)", "vld1q_lane_u16(p + 2, a, 3)", "vst1_lane_u32(p, a, 1);", "vld1q_u8_x2(p).val[1]", "vst3_u16(q, vld3_u16(p));",
	"vbslq_u8(vdupq_n_u8(0xff), a, b)", "vsliq_n_u16(vreinterpretq_u16_u8(a), b, 8)", "vld1q_dup_u16(p)", "vget_high_u8(vmovl_u8(a))", "vuzp1q_u8(a, vld1q_u8((const uint8_t[]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}))",
	"vshrq_n_u64(vandq_u64(a, vdupq_n_u64(0xff)), 8)", "poly64x2_t f(poly64x2_t a) { return vtrn1q_p64(a, a); }",
	"uint8x8x2_t p = {a, b}; vtbl2_u8(p, vcreate_u8(0x0001020304050607ULL))", "vtrn_s16(a, b).val[1]", "vmovn_u16(vshrq_n_u16(a, 8))", "vst2q_lane_u8(p, a, 3);", "vdupq_laneq_f32(a, 2)", "vget_lane_f32(vget_low_f32(a), 1)", "float32x4_t f(float32x2_t a, float32x2_t b) { return vcombine_f32(a, vset_lane_f32(1.5f, b, 0)); }", "vrev32_u8(vext_u8(a, b, 3))", "vsriq_n_u32(a, b, 16)", "vld4_dup_u8(p)",
	"vcombine_u8(a, b)", "vtbx1_u8(a, b, vcreate_u8(7))", "vqtbl1q_u8(a, m)", "vld1_lane_u8(p, a, 3)", "vget_low_u8(a)", "vdup_n_u16(x)", "vset_lane_u16(x, a, 1)", "vzip_u8(a, b)",
	// SVE
	"svtbl_u8(svzip1_u8(a, b), svdupq_n_u8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))", "svsel_u32(svptrue_pat_b32(SV_VL2), a, b)", "svst2_u8(svptrue_b8(), q, svcreate2_u8(a, svext_u8(a, b, 3)));",
	"svint32_t f(svint32_t a) { return svrev_s32(svdup_lane_s32(a, 2)); }", "svsplice_u16(svwhilelt_b16(0, 3), a, b)", "svcompact_u32(svptrue_b32(), svld1_u32(svptrue_b32(), p))", "svget2_u8(svld2_u8(svptrue_b8(), p), 1)",
	"svext_u16(a, svdup_n_u16_x(svptrue_b16(), 7), 2)", "svlastb_u8(svwhilele_b8(0, 3), a)", "svreinterpret_u32_u8(svindex_u32(1, 2))", "svand_u8_z(svptrue_b8(), a, svdupq_n_u8(255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0, 255, 0))", "svset2_u8(svcreate2_u8(a, b), 1, c)", "svget_neonq_u8(svset_neonq_u8(svundef_u8(), a))", "svtbl2_u8(svcreate2_u8(a, b), svindex_u8(3, 1))", "svld3_u16(svptrue_b16(), p)", "svzip1_b8(svptrue_b8(), svpfalse_b())", "svlsl_n_u32_x(svptrue_b32(), a, 8)", "svrevb_u32_m(a, svptrue_b32(), b)", "svuint8_t f(svuint8_t a) { return svdup_lane(a, 3); }",
	// RISC-V
	"vuint8m1_t f(vuint8m1_t a, vuint8m1_t b, size_t vl) { vuint8m1_t i = __riscv_vid_v_u8m1(16); return __riscv_vrgather_vv_u8m1(a, __riscv_vrsub_vx_u8m1(i, 15, 16), 16); }",
	"__riscv_vslideup_vx_u8m1(a, b, 3, 16)", "__riscv_vslide1down_vx_u32m1(a, x, 4)", "static const uint8_t k[2] = {5, 3}; __riscv_vmerge_vvm_u8m1(a, b, __riscv_vlm_v_b8(k, 16), 16)", "static const uint8_t k[2] = {5, 3}; __riscv_vsm_v_b8(p, __riscv_vlm_v_b8(k, 12), 12);",
	"static const uint8_t k[2] = {5, 3}; __riscv_vse8_v_u8m1_m(__riscv_vlm_v_b8(k, 16), p, a, 16);", "__riscv_vsseg2e8_v_u8m1x2(q, __riscv_vcreate_v_u8m1x2(a, b), 16);", "__riscv_vget_v_u8m1x2_u8m1(__riscv_vlseg2e8_v_u8m1x2(p, 16), 1)",
	"__riscv_vset_v_u8m1_u8m2(c, 1, __riscv_vlmul_trunc_v_u8m2_u8m1(d))", "__riscv_vreinterpret_v_u8m1_u16m1(__riscv_vmv_v_x_u8m1(3, 16))", "__riscv_vnsrl_wx_u8m1(a, 8, 16)", "__riscv_vle16_v_u16m1_tu(a, p, 3)", "size_t vl = __riscv_vsetvl_e8m1(12); vuint8m1_t a; __riscv_vslidedown(a, 3, vl)", "vuint8m1_t a, b; vbool8_t m = __riscv_vmseq(__riscv_vand(__riscv_vid_v_u8m1(16), 1, 16), 0, 16); __riscv_vadd_mu(m, a, b, 0, 16)", "__riscv_vcompress_vm_u8m1(a, __riscv_vmseq_vx_u8m1_b8(__riscv_vid_v_u8m1(16), 3, 16), 16)",
	"vuint8m2_t f(vuint8m1_t a, vuint8m1_t b) { return __riscv_vset(__riscv_vlmul_ext_u8m2(a), 1, b); }", "__riscv_vget_v_u8m2_u8m1(a, 1)", "__riscv_vlseg2e8(p, 16)", "__riscv_vle8_v_u8m1_m(m, p, 16)", "__riscv_vzext_vf2_u16m1(a, 8)", "__riscv_vmv_s_x_u8m1(7, 16)", "__riscv_vslide1up_vx_u8m1_tumu(m, o, a, 1, 16)", "__riscv_vundefined_u8m1()", "vuint8m1_t a; __riscv_vse8(p, a, 3);",
	// Power, WebAssembly, LoongArch
	"vector unsigned char v = vec_perm(vec_xl(16, p), b, (vector unsigned char){3, 2, 17}); vec_xst(vec_reve(v), 0, q);", "vector unsigned char k = vec_splats((unsigned char)3); vec_sld(k, b, 3)", "vec_insert(vec_extract((vector int)a, 2), (vector int)b, 1)",
	"vec_andc((vector unsigned int)a, (vector unsigned int){0, -1})", "vec_xxpermdi((vector double)a, b, 2)", "vec_splat((__vector bool short)a, 3)",
	"wasm_i8x16_swizzle(a, wasm_i8x16_const(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, -1, -1, -1, 128))", "wasm_i32x4_replace_lane(a, 1, wasm_i32x4_extract_lane(b, 2))", "wasm_v128_or(wasm_u16x8_extend_low_u8x16(a), wasm_i32x4_splat(7))", "wasm_v128_store(q, wasm_v128_load32_zero(p));", "wasm_i64x2_shuffle(a, b, 1, 2)",
	"__lsx_vshuf4i_w(__lsx_vld(p, 16), 27)", "__lasx_xvst(__lasx_xvpermi_q(a, b, 0x21), q, 32);", "__lsx_vinsgr2vr_h(a, __lsx_vpickve2gr_hu(b, 3), 1)", "__lsx_vreplvei_b(__lsx_vldi(1027), 3)",
	"vec_mergeh((vector int)a, b)", "vec_mergee((vector int)a, b)", "vec_and(vec_sldw((vector int)a, b, 1), (vector int){-1, 0, -1})", "vec_splat_u8(3)", "vec_xl_be(0, p)",
	"wasm_i32x4_make(x, 1, y, 2)", "wasm_i16x8_const_splat(3)", "wasm_v128_load16_splat(p)", "wasm_f32x4_splat(1.5f)", "wasm_u8x16_extract_lane(a, 3)",
	"__lasx_xvreplve_w(a, 3)", "__lasx_concat_128(a, b)", "__lasx_extract_128_hi(a)", "__lasx_insert_128_lo(a, b)", "__lsx_vxor_v(a, __lsx_vrepli_h(0))", "__lsx_vreplgr2vr_w(x)", "__lsx_vldrepl_b(p, 3)", "__lsx_vpickod_b(b, a)", "__lasx_xvshuf4i_w(a, 0xb1)",
	// C++
	"const hn::Full128<uint16_t> d; auto v = hn::Load(d, src); hn::StoreU(hn::Reverse2(d, v), d, dst);", "using D = Full128<uint32_t>; Vec<D> a; IfThenElse(FirstN(D(), 3), a, InsertLane(a, 1, x))", "CombineShiftRightBytes<4>(Full128<uint8_t>(), a, b)",
	"hn::Vec128<uint16_t> f(hn::Vec128<uint8_t> v) { return hn::PromoteUpperTo(hn::Full128<uint16_t>(), v); }", "Vec256<float> a, b; InsertBlock<1>(a, ExtractBlock<1>(b))", "Full128<uint8_t> d; TableLookupBytes(a, Set(d, 3))", "Vec128<uint32_t> v; ReverseLaneBytes(ShiftLeft<8>(v))", "Vec128<uint16_t> v; TruncateTo(Full64<uint8_t>(), RotateRight<8>(v))",
	"HWY_ALIGN const int32_t k[4] = {3, 6, 1, 4}; Full128<uint32_t> d; TwoTablesLookupLanes(d, a, b, SetTableIndices(d, k))", "using D = Full256<uint8_t>; using H = Half<D>; Vec<H> v; ConcatLowerLower(D(), Combine(D(), v, v), ZeroExtendVector(D(), v))", "Slide1UpOr(x, Full128<uint32_t>(), v)",
	"std::simd::vec<int, 4> v; auto r = permute(v, [](int i, int n) { return i == n - 1 ? std::simd::zero_element : i + 1; });", "std::simd<short, 8> v; auto [lo, hi] = simd_split<4, 4>(v); auto r = simd_cat(hi, lo);", "std::simd::vec<int, 8> v; std::simd::chunk<2>(v)[3]", "std::simd::vec<int, 4> v; std::get<1>(std::simd::chunk<std::simd::vec<int, 2>>(v))",
	"std::simd::permute<8>(v, [](auto i) -> int { if (i % 2) return i / 2; return std::simd::uninit_element; })",
	"hn::Shuffle2301(v)", "Per4LaneBlockShuffle<3, 1, 2, 0>(v)", "Full128<uint16_t> d; ShiftLeftLanes<1>(d, v)", "OddEven(a, DupEven(b))", "hn::ConcatUpperLower(hn::FixedTag<float, 4>(), hi, lo)", "Full64<uint8_t> d; UpperHalf(d, v)", "Vec128<uint32_t> v; IfThenZeroElse(MaskFromVec(Set(Full128<uint32_t>(), 0)), v)", "Reverse4(Full128<uint16_t>(), OrderedTruncate2To(Full128<uint16_t>(), a, b))", "Vec512<uint32_t> v; ReverseBlocks(Full512<uint32_t>(), SwapAdjacentBlocks(v))", "Vec128<uint8_t> v; AndNot(Set(Full128<uint8_t>(), 15), ReverseBits(v))", "InterleaveWholeUpper(ScalableTag<uint8_t>(), a, b)", "GetLane(BroadcastLane<1>(v))", "hn::Compress(v, mask)",
	"std::simd::vec<short, 8> v; permute(v, std::simd::vec<short, 8>{7, 6, 5, 4})", "stdx::split<2, 2>(v)", "std::simd::vec<int, 4> v; permute<2>(v, [](int i) { int k = i * 2; return k & 3 ^ 1; })", "stdx::concat(a, b)", "std::simd::compress(v, m)", "std::simd::permute(v, [=](auto i) constexpr noexcept { return (i << 1) % 4 + !!(i >= 2); })",
	"swizzle(a, b, batch_constant<batch<uint32_t, A>, 3, 2>())", "xsimd::swizzle(a, xsimd::batch_constant<uint32_t, xsimd::sse2, 3, 2, 1, 0>())", "xs::shuffle(a, b, xs::batch_constant<batch<uint32_t, A>, 0, 4, 1, 5>{})",
}

// pieces are the words, numbers and signs of a text, and the blanks between them.
func pieces(text string) (all []string) {
	for at := 0; at < len(text); {
		end := at + 1
		for end < len(text) && isWord(text[at]) && isWord(text[end]) {
			end++
		}
		all = append(all, text[at:end])
		at = end
	}
	return all
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// lookers are those that look at a text of C, each with a letter.
var lookers = []struct {
	letter string
	dialect.Dialect
}{
	{"i", cexpr.Intel()}, {"a", cexpr.Arm()}, {"v", cexpr.Scalable()}, {"r", cexpr.RISCV()}, {"l", cexpr.Loong()}, {"w", cexpr.Wasm()}, {"p", cexpr.Altivec()}, {"h", cexpr.Highway()}, {"s", cexpr.Standard()}, {"x", cexpr.XSIMD()}, {"b", cexpr.Builtin()},
}

// saidOf is who looks at a text, and what it is: a map, or what is wrong and where.
func saidOf(text string) string {
	looks := ""
	for _, d := range lookers {
		if d.Looks(text) {
			looks += d.letter
		}
	}
	r, err := cexpr.Intel().Read(text, dialect.Options{})
	if wrong := (*syntax.Error)(nil); errors.As(err, &wrong) && wrong.Off == len(text) {
		return looks + " at the end: " + wrong.What
	}
	if err != nil {
		return looks + " " + strings.ReplaceAll(err.Error(), "\n", "⏎")
	}
	said := fmt.Sprintf("%s %s %v", looks, folded(r.Map.String()), r.Names)
	if r.To != "" {
		said += " to " + r.To
	}
	if r.Guard != nil {
		said += " " + r.Guard.String()
	}
	return strings.Join(append([]string{said}, r.Warnings...), "; ")
}

// folded is a map in which lanes that go on as they began are not written one by one: a0…a15 and 8×z.
func folded(m string) string {
	words := strings.Split(m, " ")
	step := func(w string) (name string, number int) {
		name = strings.TrimRight(w, "0123456789")
		number, _ = strconv.Atoi(w[len(name):])
		return name, number
	}
	var out []string
	for at := 0; at < len(words); {
		name, number := step(words[at])
		up, same := 1, 1
		for at+up < len(words) && len(name) == 1 && words[at+up] == fmt.Sprint(name, number+up) {
			up++
		}
		for at+same < len(words) && words[at+same] == words[at] {
			same++
		}
		switch {
		case up > 2:
			out = append(out, words[at]+"…"+words[at+up-1])
		case same > 2:
			out = append(out, fmt.Sprintf("%d×%s", same, words[at]))
		default:
			up, same = 1, 1
			out = append(out, words[at])
		}
		at += max(up, same)
	}
	return strings.Join(out, " ")
}

// spoiltBy are the ways in which a piece is spoilt, with a sign for each: it is left out, the text ends behind it, a number is the next one, another one stands in its place, and an argument is too long a vector, or no vector.
var spoiltBy = []struct {
	sign string
	by   func(before, piece, behind string) string
}{
	{"-", func(before, _, behind string) string { return before + behind }},
	{"|", func(before, piece, _ string) string { return before + piece }},
	{"+", func(before, piece, behind string) string {
		if v, err := strconv.ParseUint(piece, 0, 63); err == nil {
			piece = fmt.Sprint(v + 1)
		}
		return before + piece + behind
	}},
	{"~", func(before, piece, behind string) string {
		switch {
		case piece[0] >= '0' && piece[0] <= '9':
			return before + "k" + behind
		case isWord(piece[0]):
			return before + "3" + behind
		case strings.Contains("()[]{}", piece):
			return before + string(")(][}{"[strings.Index("()[]{}", piece)]) + behind
		}
		return before + "&" + behind
	}},
	{"w", func(before, piece, behind string) string {
		return inArgument("__m512i w; ", "w", before, piece, behind)
	}},
	{"n", func(before, piece, behind string) string {
		return inArgument("uint16_t n; ", "n", before, piece, behind)
	}},
}

// inArgument is a text in which a variable of another type stands for an argument that is a name alone.
func inArgument(declared, name, before, piece, behind string) string {
	opens, closes := strings.TrimRight(before, " "), strings.TrimLeft(behind, " ")
	if !isWord(piece[0]) || piece[0] >= '0' && piece[0] <= '9' || opens == "" || strings.IndexByte("(,", opens[len(opens)-1]) < 0 || closes == "" || strings.IndexByte("),", closes[0]) < 0 {
		return before + piece + behind
	}
	return declared + before + name + behind
}

// What is said of texts of which one piece is spoilt is what the file has: who looks at it, and a map, or what is wrong and where.
func TestSpoilt(t *testing.T) {
	var b strings.Builder
	for _, text := range spoilt {
		fmt.Fprintf(&b, "%s\n\t%s\n", strings.ReplaceAll(text, "\n", "⏎"), saidOf(text))
		var order []string
		ways := map[string]string{saidOf(text): ""}
		before := ""
		for k, piece := range pieces(text) {
			behind := text[len(before)+len(piece):]
			for _, s := range spoiltBy {
				if strings.TrimSpace(piece) == "" {
					continue
				}
				said := saidOf(s.by(before, piece, behind))
				if _, met := ways[said]; !met {
					order = append(order, said)
				}
				ways[said] += fmt.Sprintf(" %s%d", s.sign, k)
			}
			before += piece
		}
		for _, said := range order {
			fmt.Fprintf(&b, "%s: %s\n", ways[said][1:], said)
		}
	}
	golden.Held(t, "testdata/spoilt.txt", b.String(), *update)
}
