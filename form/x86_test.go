package form_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// Lines of listings in both orders of operands, and programs of them.
func TestX86Listings(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"vpshufd xmm0, xmm1, 27", "i32x4 -> a3 a2 a1 a0"},
		{"pshufd $27, %xmm1, %xmm0", "i32x4 -> a3 a2 a1 a0"},
		{"pshufd $27", "i32x4 -> a3 a2 a1 a0"},
		{"pshufd 27", "i32x4 -> a3 a2 a1 a0"},
		{"shufps $0x44", "i32x4 i32x4 -> a0 a1 b0 b1"},
		{"vpermq $78", "i64x4 -> a2 a3 a0 a1"},
		{"palignr $4", "i8x16 i8x16 -> b4 b5 b6 b7"},
		{"VPSHUFD XMM0, XMM1, 1BH", "i32x4 -> a3 a2 a1 a0"},
		{"shufps $0xE4, %xmm1, %xmm0 # xmm0 = xmm0[0,1],xmm1[2,3]", "i32x4 i32x4 -> a0 a1 b2 b3"},
		{"vpshufd ymm0, ymm1, 0x1b", "i32x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"shufps xmm0, xmm1, 0x44", "i32x4 i32x4 -> a0 a1 b0 b1"},
		{"shufps $0x44, %xmm1, %xmm0", "i32x4 i32x4 -> a0 a1 b0 b1"},
		{"vshufps $0x44, %xmm0, %xmm1, %xmm2", "i32x4 i32x4 -> a0 a1 b0 b1"},
		{"vpunpckldq xmm0, xmm5, xmm4", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"vpunpckldq xmm0, xmm5, xmm5", "i32x4 -> a0 a0 a1 a1"},
		{"palignr xmm0, xmm1, 4", "i8x16 i8x16 -> b4 b5 b6 b7"},
		{"vpsrldq xmm0, xmm1, 16", "i8x16 -> z z z z"},
		{"pslld xmm0, 8", "i8x16 -> z a0 a1 a2 z a4"},
		{"vpmovzxbw ymm0, xmm1", "i8x16 -> a0 z a1 z"},
		{"vpermq ymm0, ymm1, 78", "i64x4 -> a2 a3 a0 a1"},
		{"vpxor xmm0, xmm0, xmm0", "-> i8x16: z z z z"},
		{"pxor xmm1, xmm1\npunpcklwd xmm0, xmm1", "i16x8 -> a0 z a1 z a2 z a3 z"},
		{"vpxor xmm1, xmm1, xmm1; vpblendw xmm0, xmm0, xmm1, 0xAA", "i16x8 -> a0 z a2 z a4 z a6 z"},
		{"vpslldq xmm0, xmm0, 8; vpsrldq xmm1, xmm1, 8; vpor xmm0, xmm0, xmm1", "i8x16 i8x16 -> b8 b9 b10 b11 b12 b13 b14 b15 a0 a1"},
		{"movdqa xmm2, xmm0\npunpckldq xmm0, xmm1\npunpckhdq xmm2, xmm1\npunpcklqdq xmm0, xmm2", "i64x2"},
		{"vextracti128 xmm1, ymm0, 1; vpunpckldq xmm0, xmm0, xmm1", "i32x8 -> a0 a4 a1 a5"},
		{"vpshufd xmm0, xmm1, 27; vpermq ymm2, ymm0, 0x4e", "i32x4 -> z z z z a3 a2 a1 a0"},
		{"vpshufd xmm0, [rax], 27", "i32x4 -> a3 a2 a1 a0"},
		{"por xmm0, xmm1; psrldq xmm0, 16; punpckldq xmm0, xmm1", "i32x4 i32x4 -> z b0 z b1"}, // what is computed is gone
		{"or rax, rcx; and eax, 0; or rax, rdx", "i64x1 i64x1 i64x1 -> c0"},
		{"mov rdx, rcx; or rdx, rax; shr rdx, 32; shr rax, 32; shl rax, 32; shl rdx, 32; shr rdx, 63; or rax, rcx; and eax, 0xff; or rax, rbx; and eax, 0; or rax, rcx", "i64x1 i64x1 i64x1 -> a0"},
		{"pshufd $27, 16(%rax,%rcx,4), %xmm0", "i32x4 -> a3 a2 a1 a0"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Dialect != "x86" {
			t.Errorf("%s: %s, %v", row.text, f.Dialect, err)
			continue
		}
		got := f.Map.String()
		if w, err := f.Map.Regroup(32); err == nil && strings.HasPrefix(row.want, "i32") {
			got = w.String()
		}
		if w, err := f.Map.Regroup(16); err == nil && strings.HasPrefix(row.want, "i16") {
			got = w.String()
		}
		if !strings.HasPrefix(got, row.want) && !strings.HasPrefix(f.Map.String(), row.want) && row.want != "i64x2" {
			t.Errorf("%s is %s, want %s", row.text, got, row.want)
		}
	}
}

// Intrinsics, with their constants.
func TestIntrinsics(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"_mm_shuffle_epi32(a, 27)", "i32x4 -> a3 a2 a1 a0"},
		{"_mm_shuffle_epi32(a, _MM_SHUFFLE(0,1,2,3))", "i32x4 -> a3 a2 a1 a0"},
		{"_MM_SHUFFLE(0, 1, 2, 3)", "i32x4 -> a3 a2 a1 a0"},
		{"_MM_SHUFFLE(3, 1, 2, 0)", "i32x4 -> a0 a2 a1 a3"},
		{"_mm_shuffle_ps(b, a, _MM_SHUFFLE(1, 0, 3, 2))", "i32x4 i32x4 -> b2 b3 a0 a1"},
		{"__m128i r = _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(x), _mm_castsi128_ps(y), 0x44));", "i32x4 i32x4 -> a0 a1 b0 b1"},
		{"_mm_shuffle_epi8(a, _mm_setr_epi8(3,2,1,0, 7,6,5,4, -1,-1,-1,-1, 15,14,13,12))", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 z z z z a15 a14 a13 a12"},
		{"_mm_shuffle_epi8(a, _mm_set_epi8(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15))", "i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0"},
		{"__m128i t = _mm_unpacklo_epi8(a, b); __m128i u = _mm_unpackhi_epi8(a, b); _mm_unpacklo_epi64(t, u)", "i64x2"},
		{"_mm_and_si128(a, _mm_set1_epi16(0x00ff))", "i8x16 -> a0 z a2 z a4 z a6 z a8 z a10 z a12 z a14 z"},
		{"_mm256_permutevar8x32_epi32(a, _mm256_setr_epi32(7,6,5,4,3,2,1,0))", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"_mm_or_si128(_mm_slli_si128(a, 8), _mm_srli_si128(b, 8))", "i64x2 i64x2 -> b1 a0"},
		{"_mm_unpacklo_epi8(a, _mm_setzero_si128())", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"_mm_blend_epi16(a, b, 0xF0)", "i16x8 i16x8 -> a0 a1 a2 a3 b4 b5 b6 b7"},
		{"_mm512_maskz_shuffle_epi32(0x0001, a, 0)", "i32x16 -> a0 z z z z z z z z z z z z z z z"},
		{"_mm256_castsi256_si128(a)", "i64x4 -> a0 a1"},
		{"_mm256_zextps128_ps256(a)", "i64x2 -> a0 a1 z z"},
		{"_mm_shuffle_pd(a, b, _MM_SHUFFLE2(0, 1))", "i64x2 i64x2 -> a1 b0"},
		{"_mm512_shuffle_epi32(a, _MM_PERM_ABCD)", "i32x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"_mm_shuffle_epi32(a, (0 << 6) | (1 << 4) | 2 * 4 + 3)", "i32x4 -> a3 a2 a1 a0"},
		{"_mm_shuffle_epi32((__m128i)a, 100 - 1 & 27)", "i32x4 -> a3 a0 a0 a0"},
		{"_mm256_permute2f128_ps(a, b, 0x21)", "i64x4 i64x4 -> a2 a3 b0 b1"},
		{"_mm512_insertf32x8(a, b, 1)", "i64x8 i64x4 -> a0 a1 a2 a3 b0 b1 b2 b3"},
		{"_mm256_permutexvar_epi32(_mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7), a)", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"_mm_ror_epi32(a, 16)", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{"_mm_mask_mov_epi32(a, 5, b)", "i32x4 i32x4 -> b0 a1 b2 a3"},
		{"_mm_insert_epi32(a, _mm_extract_epi32(b, 3), 1)", "i32x4 i32x4 -> a0 b3 a2 a3"},
		{"_mm256_set_m128i(a, b)", "i64x2 i64x2 -> b0 b1 a0 a1"},
		{"_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(p + 4)))", "i64x2 -> a0 a1 a0 a1 a0 a1 a0 a1"},
		{"_mm_xor_si128(_mm_xor_si128(a, a), b)", "i64x2 i64x2 -> b0 b1"},
		{"_mm_loadl_epi64((__m128i*)&x)", "i64x1 -> a0 z"},
		{"_mm512_and_epi64(a, _mm512_set1_epi64(0xffffffff00000000))", "i32x16 -> z a1 z a3 z a5 z a7 z a9 z a11 z a13 z a15"},
		{"_mm256_castsi256_si128(_mm256_permute4x64_epi64(a, 2))", "i64x4 -> a2 a0"},

		// Integers in general registers.
		{"_pext_u64(a, 0xff00ff00ff00ff00)", "i8x8 -> a1 a3 a5 a7 z z z z"},
		{"_pdep_u32(a, 0x00ff00ff)", "i8x4 -> a0 z a1 z"},
		{"_bswap64(a)", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"__builtin_bswap32(a)", "i8x4 -> a3 a2 a1 a0"},
		{"__rolq(a, 16)", "i16x4 -> a3 a0 a1 a2"},
		{"_rotr(a, 8)", "i8x4 -> a1 a2 a3 a0"},
		{"uint64_t x = a & 0xff; uint64_t y = b & ~0xffull; y & ~x", "i8x8 i8x8 -> z b1 b2 b3 b4 b5 b6 b7"},
		{"_mm_movemask_pd(a)", "i1x128 -> a63 a127 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
		{"_mm_cvtsi128_si64(a)", "i64x2 -> a0"},
		{"_mm_cvtsi64_si128(a)", "i64x1 -> a0 z"},
		{"_mm_extract_epi64(a, 1)", "i64x2 -> a1"},
		{"_mm_insert_epi64(a, b, 1)", "i64x2 i64x1 -> a0 b0"},
		{"_mm_insert_epi32(a, x, 1)", "i32x4 i32x1 -> a0 b0 a2 a3"},
		{"_mm_cvtsi64_si128(_bswap64(_mm_cvtsi128_si64(a)))", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 z z z z z z z z"},
		{"_pext_u64(a, 0xffff0000) | _bswap64(b) << 48", "i8x8 i8x8 -> a2 a3 z z z z b7 b6"},
		{"unsigned x = _bswap(a); _pext_u64(x, 0xff00)", "i8x4 -> a2 z z z z z z z"},
		{"uint64_t t = a >> 32 & 0xffff; return t;", "i16x4 -> a2 z z z"},
		{"unsigned r = a & ~0xffffull | b & 0xffff", "i16x4 i16x4 -> b0 a1"},
		{"const unsigned k = 0xffff; (uint64_t)(~k & a)", "i16x4 -> z a1 z z"},
		{"(unsigned char)_bswap64(a) | (unsigned short)_bswap(b) << 16", "i8x8 i8x4 -> a7 z b3 b2"},
		{"_bswap64(a) ^ _bswap64(a)", "i64x1 -> z"},
		{"const unsigned k = 5; return k", "-> i32x1: #5"},
		{"uint64_t r = ~0xffff0000 & a", "i16x4 -> a0 z z z"}, // which has no sign
		{"uint64_t r = ~0xffff & a", "i16x4 -> z a1 a2 a3"},   // which has one
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Dialect != "x86" {
			t.Errorf("%s: %s, %v", row.text, f.Dialect, err)
			continue
		}
		got := f.Map.String()
		for _, width := range []int{64, 32, 16} {
			if w, err := f.Map.Regroup(width); err == nil && strings.Contains(row.want, "i"+map[int]string{64: "64", 32: "32", 16: "16"}[width]+"x") {
				got = w.String()
			}
		}
		if got != row.want && row.want != "i64x2" {
			t.Errorf("%s is %s, want %s", row.text, got, row.want)
		}
	}
}

func TestX86Errors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"pshufb xmm0, xmm1", "1:1: what pshufb does depends on the contents of xmm1"},
		{"vpshufd xmm0{k9}{z}, xmm1, 27", "1:9: a mask is {k1} to {k7}, and may be followed by {z}"},
		{"vpshufd xmm0{k1, xmm1, 27", "1:9: a mask is {k1} to {k7}"},
		{"vpermq ymm0{k1}, ymm1, 27; vpermq ymm0, ymm0, 1", "1:1: a line is under k1: in a program it is a map only once that is known"},
		{"vperm2i128 ymm0{k1}, ymm1, ymm2, 1", "1:1: vperm2i128 has no form with a mask register"},
		{"vpaddd xmm0, xmm1, xmm2", "1:1: this is no form that Lanescope knows"},
		{"vpshufd xmm0, xmm1, 27; vpaddd xmm0, xmm1, xmm2", `1:25: "vpaddd" is no instruction that the targets know as a movement of lanes`},
		{"pshufd $27, xmm1, xmm0", "1:7: expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have % before them"},
		{"vpshufd xmm0, xmm1", "1:1: vpshufd has no form with these operands: it is d, a, i of 128 bits"},
		{"vpshufd xmm0, ymm1, 27", "1:1: vpshufd has no form with these operands"},
		{"pshufd %27", "1:8: expected a register xmm0 to zmm31"},
		{"vpshufd xmm0, xmm1, foo", "1:21: expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number"},
		{"por xmm0, xmm1", "1:1: por computes lane 0 from lanes that are both live"},
		{"pshufd xmm0, xmm0, 1;  por xmm0, xmm1; pshufd xmm0, xmm0, 1", "1:24: por computes lane 0 from lanes that are both live"},
		{"_mm_shuffle_epi32(_mm_or_si128(a, b), 3)", "1:19: por computes lane 0 from lanes that are both live"},
		{"shl rax, cl", "1:1: how far shl moves depends on the contents of cl: it is a map only where that is a constant"},
		{"pext rax, rcx, rdx", "1:1: what pext does depends on the contents of rdx: it is a map only where these are constants"},
		{"or rax, rcx", "1:1: or computes lane 0 from lanes that are both live"},
		{"movzx eax, ah", "1:12: ah is bits 8 to 15 of rax: only the lowest bits of a general register are read here"},
		{"mov rax, ecx", "1:1: mov copies between general registers of one size, and these have 64 and 32 bits"},
		{"mov eax, 0x1ffffffff", "1:1: 0x1ffffffff does not fit in 32 bits"},
		{"and ecx, 0x1ffffffff", "1:1: and: 0x1ffffffff does not fit in 32 bits"},
		{"pext rax, rcx, 5; add rax, rcx", `1:19: "add" is no instruction that the targets know as a movement of lanes`},
		{"rol ax, 8", "1:1: rol has no form with these operands: it is d, i of 32 bits or d, i of 64 bits"},
		{"_pext_u64(a, m)", "1:1: what pext does depends on the contents of m: it is a map only where these are constants"},
		{"_pext_u64(_mm256_movemask_epi8(a), 3)", "1:1: an integer of 32 bits with a sign as one of 64: copies of the sign are no movement"},
		{"_mm_cvtsi128_si64(a) >> 3", "1:21: >> of an integer with a sign copies the sign"},
		{"_bswap64(a) >> 64", "1:12: an integer of 64 bits is shifted by 0 to 63, and this is by 64"},
		{"_bswap64(a) << n", "1:12: << is a movement only by a number"},
		{"_bswap64(a) + 1", "1:12: + computes: expected << or >> by a number, &, or |"},
		{"_rotl(a, n)", "1:1: _rotl: it is a movement only by a number"},
		{"_pext_u64(_mm_setzero_si128(), 3)", "1:1: expected an integer, such as one lane, found a vector of 128 bits"},
		{"~a | _bswap(a)", "1:4: ~ computes: it moves only as one side of an &"},
		{"_mm_shuffle_epi32(~a, 27)", "1:19: ~ computes: it moves only as one side of an &"},
		{"pshufd xmm0, xmm1, 1; vpermq ymm2, ymm0, 1", "1:23: ymm0 is read with 256 bits, and only 128 of them were written"},
		{"_mm_add_epi32(a, b)", "1:1: _mm_add_epi32 is no intrinsic that the targets know"},
		{"_mm_shuffle_epi32(a, imm)", "1:1: pshufd takes a number as argument 2"},
		{"_mm_shuffle_epi32(3, a)", "1:1: pshufd takes a vector as argument 1"},
		{"_mm_unpacklo_epi8(_mm_maskz_shuffle_epi32(k, a, 27), a)", "1:19: what vpshufd does depends on k"},
		{"t = _mm_maskz_shuffle_epi32(k, a, 27); _mm_unpacklo_epi8(t, a)", "1:40: the statement before is under k"},
		{"_mm_insert_epi32(a, a, 1)", "1:1: _mm_insert_epi32: a has 128 bits elsewhere, and here it is an integer"},
		{"_mm_shuffle_epi32(a)", "1:1: pshufd has 1 arguments here, and takes 2"},
		{"_mm_shuffle_epi32(a, 300)", "1:1: pshufd: an immediate is 0 to 255, and this is 300"},
		{"_mm_shuffle_epi8(a, b)", "1:1: what pshufb does depends on the contents of b"},
		{"_mm_setr_epi8(1, 2)", "1:1: _mm_setr_epi8 takes 16 numbers, and there are 2"},
		{"_mm_shuffle_epi32(a, _MM_SHUFFLE(0,1,2,4))", "1:22: _MM_SHUFFLE takes numbers from 0 to 3"},
		{"_mm_shuffle_epi32(a, 1", `1:23: expected "," or ")", found the end`},
		{"_mm", "1:1: expected a vector, such as"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// Warnings from bugs that people have had.
func TestX86Warnings(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"_mm_shuffle_epi32(a, _MM_SHUFFLE(0,1,2,3))", "_MM_SHUFFLE(0, 1, 2, 3) reverses"},
		{"_mm256_shuffle_epi8(a, _mm256_setr_epi8(16,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15))", "index 16 of lane 0 counts modulo 16"},
		{"vpshufd ymm0, ymm1, 27", "vpshufd works in each 128 bits by itself"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || !strings.Contains(strings.Join(f.Warnings, "\n"), row.want) {
			t.Errorf("%s: %q, %v", row.text, f.Warnings, err)
		}
	}
	twice := "vpshufd ymm2, ymm0, 27\nvpshufd ymm3, ymm1, 27\nvpunpckldq ymm0, ymm2, ymm3"
	if f, err := form.Parse(twice, form.Options{}); err != nil || len(f.Warnings) != 2 || !strings.Contains(f.Warnings[0], "vpshufd") || !strings.Contains(f.Warnings[1], "vpunpckldq") {
		t.Errorf("what is said of two instructions is said twice: %q, %v", f.Warnings, err)
	}
	if f, _ := form.Parse("vpermq ymm0, ymm1, 78", form.Options{}); len(f.Warnings) > 0 {
		t.Errorf("vpermq crosses: %q", f.Warnings)
	}
}

// Constants in registers and in masks: what lanescope lower prints is a form.
func TestConstantsInRegisters(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"movdqa xmm2, _mm_setr_epi8(0, 1, 2, 3, 8, 9, 10, 11, -128, -128, -128, -128, 4, 5, 6, 7); pshufb xmm0, xmm2", "i32x4 -> a0 a2 z a1"},
		{"vpshufb xmm0, xmm1, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"vmovdqa ymm2, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0); vpermd ymm0, ymm2, ymm0", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"kmovw k1, 0x5; vpshufd xmm0{k1}{z}, xmm1, 27", "i32x4 -> a3 z a1 z"},
		{"kmovb k1, 5; vpshufd xmm0{k1}, xmm1, 27", "i32x4 i32x4 -> a3 b1 a1 b3"},
		{"kmovw k2, 0x6; vpblendmd xmm0{k2}, xmm1, xmm2", "i32x4 i32x4 -> a0 b1 b2 a3"},
		{"kmovw k2, 0xA; vpcompressd xmm0{k2}{z}, xmm1", "i32x4 -> a1 a3 z z"},
		{"mov v2, 0x171615140b0a09081716151403020100; tbl v0.16b, {v0.16b, v1.16b}, v2.16b", "i32x4 i32x4 -> a0 b1 a2 b1"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		m := f.Map
		if strings.HasPrefix(row.want, "i32") {
			if m, err = m.Regroup(32); err != nil {
				t.Errorf("%s: %v", row.text, err)
			}
		}
		if m.String() != row.want {
			t.Errorf("%s is %s, want %s", row.text, m, row.want)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"kmovw k1, eax; vpshufd xmm0{k1}, xmm1, 27", "1:6: expected k1 to k7 and a number"},
		{"kmovw k1, 3", "1:1: this is no movement"},
		{"pshufb xmm0, _mm_setr_epi8(1)", "1:14: expected a constant such as"},
		{"vpblendmd xmm0{k2}, xmm1, xmm2", "1:1: what vpblendmd does depends on a mask register"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}
