package target

import "github.com/lanescope/lanescope/lane"

// How instructions come: by which feature in legacy SSE, VEX.128, VEX.256, EVEX.
var (
	integer  = brings{SSE2, AVX, AVX2, AVX512F}  // lanes of 32 and 64 bits
	narrow   = brings{SSE2, AVX, AVX2, AVX512BW} // lanes of 8 and 16 bits
	float    = brings{SSE2, AVX, AVX, AVX512F}
	plain    = brings{sse: SSE2, xmm: AVX, ymm: AVX2} // without EVEX
	plainFP  = brings{sse: SSE2, xmm: AVX, ymm: AVX}
	withAVX  = brings{xmm: AVX, ymm: AVX, evex: AVX512F}
	withAVX2 = brings{xmm: AVX2, ymm: AVX2, evex: AVX512F}
	wide     = brings{ymm: AVX2, evex: AVX512F} // from 256 bits on
	evex     = brings{evex: AVX512F}
	evexBW   = brings{evex: AVX512BW}
	evexDQ   = brings{evex: AVX512DQ}
	vbmi     = brings{evex: AVX512VBMI}
	vbmi2    = brings{evex: AVX512VBMI2}
)

// only128 are the encodings of 128 bits of an instruction.
func only128(sse Feature) brings { return brings{sse: sse, xmm: AVX} }

// sse is integer, narrow or plain for an instruction that came to 128 bits later than SSE2.
func since(sse Feature, by brings) brings {
	by.sse = sse
	return by
}

// x86Instructions is the table. An instruction stands once, and what follows of it for each size, encoding and target is derived.
var x86Instructions = []instruction{
	// All lanes by an immediate, in each block of 128 bits.
	{name: "pshufd", asm: "d, a, i", code: "RMI 66.0F 70 /r ib", w: "WIG/W0", by: integer, mask: 32, c: "shuffle_epi32(a, i)",
		does: move{32, 128, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}},
	{name: "pshuflw", asm: "d, a, i", code: "RMI F2.0F 70 /r ib", w: "WIG", by: narrow, mask: 16, c: "shufflelo_epi16(a, i)",
		does: move{16, 128, 256, func(_, v, i int) lane.Lane {
			if i < 4 {
				return a(v >> (2 * i) & 3)
			}
			return a(i)
		}}},
	{name: "pshufhw", asm: "d, a, i", code: "RMI F3.0F 70 /r ib", w: "WIG", by: narrow, mask: 16, c: "shufflehi_epi16(a, i)",
		does: move{16, 128, 256, func(_, v, i int) lane.Lane {
			if i >= 4 {
				return a(4 + v>>(2*(i-4))&3)
			}
			return a(i)
		}}},
	{name: "shufps", asm: "d, a, b, i", code: "RVMI 0F C6 /r ib", w: "WIG/W0", by: float, mask: 32, c: "shuffle_ps(a, b, i)",
		does: move{32, 128, 256, func(_, v, i int) lane.Lane { return lane.From(i/2, v>>(2*i)&3) }}},
	{name: "shufpd", asm: "d, a, b, i", code: "RVMI 66.0F C6 /r ib", w: "WIG/W1", by: float, mask: 64, c: "shuffle_pd(a, b, i)",
		does: move{64, 0, each, func(_, v, i int) lane.Lane { return lane.From(i%2, i&^1+v>>i&1) }}},
	{name: "vpermilps", asm: "d, a, i", code: "RMI 66.0F3A 04 /r ib", w: "W0", by: withAVX, mask: 32, c: "permute_ps(a, i)",
		does: move{32, 128, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}},
	{name: "vpermilpd", asm: "d, a, i", code: "RMI 66.0F3A 05 /r ib", w: "W0/W1", by: withAVX, mask: 64, c: "permute_pd(a, i)",
		does: move{64, 0, each, func(_, v, i int) lane.Lane { return a(i&^1 + v>>i&1) }}},

	// Interleaving.
	{name: "punpcklbw", asm: "d, a, b", code: "RVM 66.0F 60 /r", w: "WIG", by: narrow, mask: 8, c: "unpacklo_epi8(a, b)", does: unpack(8, 0)},
	{name: "punpcklwd", asm: "d, a, b", code: "RVM 66.0F 61 /r", w: "WIG", by: narrow, mask: 16, c: "unpacklo_epi16(a, b)", does: unpack(16, 0)},
	{name: "punpckldq", asm: "d, a, b", code: "RVM 66.0F 62 /r", w: "WIG/W0", by: integer, mask: 32, c: "unpacklo_epi32(a, b)", does: unpack(32, 0)},
	{name: "punpcklqdq", asm: "d, a, b", code: "RVM 66.0F 6C /r", w: "WIG/W1", by: integer, mask: 64, c: "unpacklo_epi64(a, b)", does: unpack(64, 0)},
	{name: "punpckhbw", asm: "d, a, b", code: "RVM 66.0F 68 /r", w: "WIG", by: narrow, mask: 8, c: "unpackhi_epi8(a, b)", does: unpack(8, 1)},
	{name: "punpckhwd", asm: "d, a, b", code: "RVM 66.0F 69 /r", w: "WIG", by: narrow, mask: 16, c: "unpackhi_epi16(a, b)", does: unpack(16, 1)},
	{name: "punpckhdq", asm: "d, a, b", code: "RVM 66.0F 6A /r", w: "WIG/W0", by: integer, mask: 32, c: "unpackhi_epi32(a, b)", does: unpack(32, 1)},
	{name: "punpckhqdq", asm: "d, a, b", code: "RVM 66.0F 6D /r", w: "WIG/W1", by: integer, mask: 64, c: "unpackhi_epi64(a, b)", does: unpack(64, 1)},
	{name: "unpcklps", asm: "d, a, b", code: "RVM 0F 14 /r", w: "WIG/W0", by: float, mask: 32, c: "unpacklo_ps(a, b)", does: unpack(32, 0)},
	{name: "unpcklpd", asm: "d, a, b", code: "RVM 66.0F 14 /r", w: "WIG/W1", by: float, mask: 64, c: "unpacklo_pd(a, b)", does: unpack(64, 0)},
	{name: "unpckhps", asm: "d, a, b", code: "RVM 0F 15 /r", w: "WIG/W0", by: float, mask: 32, c: "unpackhi_ps(a, b)", does: unpack(32, 1)},
	{name: "unpckhpd", asm: "d, a, b", code: "RVM 66.0F 15 /r", w: "WIG/W1", by: float, mask: 64, c: "unpackhi_pd(a, b)", does: unpack(64, 1)},
	{name: "movddup", asm: "d, a", code: "RM F2.0F 12 /r", w: "WIG/W1", memory: lowHalf, by: since(SSE3, float), mask: 64, c: "movedup_pd(a)",
		does: move{64, 128, 0, func(_, _, i int) lane.Lane { return a(0) }}},
	{name: "movsldup", asm: "d, a", code: "RM F3.0F 12 /r", w: "WIG/W0", by: since(SSE3, float), mask: 32, c: "moveldup_ps(a)",
		does: move{32, 128, 0, func(_, _, i int) lane.Lane { return a(i &^ 1) }}},
	{name: "movshdup", asm: "d, a", code: "RM F3.0F 16 /r", w: "WIG/W0", by: since(SSE3, float), mask: 32, c: "movehdup_ps(a)",
		does: move{32, 128, 0, func(_, _, i int) lane.Lane { return a(i | 1) }}},

	// Low and high halves; one lane.
	{name: "movq", asm: "d, a", code: "RM F3.0F 7E /r", w: "WIG", memory: just(64), by: only128(SSE2), c: "move_epi64(a)", to: 128,
		does: alone(64)},
	{name: "vmovdqa", asm: "d, a", code: "RM 66.0F 6F /r", w: "WIG", by: brings{xmm: AVX, ymm: AVX}, c: "a", // what it moves is only zeros, into the register above
		does: still{}},
	{name: "movss", asm: "d, a, b", code: "RVM F3.0F 10 /r", w: "WIG/W0", memory: just(32), by: brings{SSE2, AVX, 0, AVX512F}, mask: 0, c: "move_ss(a, b)", to: 128, does: low(32)},
	{name: "movsd", asm: "d, a, b", code: "RVM F2.0F 10 /r", w: "WIG/W1", memory: just(64), by: brings{SSE2, AVX, 0, AVX512F}, mask: 0, c: "move_sd(a, b)", to: 128, does: low(64)},
	{name: "movhlps", asm: "d, a, b", code: "RVM 0F 12 /r", w: "WIG", by: only128(SSE2), c: "movehl_ps(a, b)", to: 128,
		does: move{64, 0, 0, func(_, _, i int) lane.Lane { return lane.From(1-i, 1) }}},
	{name: "movlhps", asm: "d, a, b", code: "RVM 0F 16 /r", w: "WIG", by: only128(SSE2), c: "movelh_ps(a, b)", to: 128,
		does: move{64, 0, 0, func(_, _, i int) lane.Lane { return lane.From(i, 0) }}},
	{name: "insertps", asm: "d, a, b, i", code: "RVMI 66.0F3A 21 /r ib", w: "WIG", memory: just(32), by: only128(SSE41), c: "insert_ps(a, b, i)", to: 128,
		// The immediate: the lane of b, where it goes, which lanes become zero: ss dd zzzz.
		does: move{32, 0, 256, func(_, v, i int) lane.Lane {
			switch {
			case v>>i&1 == 1:
				return zero()
			case v>>4&3 == i:
				return b(v >> 6)
			}
			return a(i)
		}}},

	// Blends by an immediate.
	{name: "blendps", asm: "d, a, b, i", code: "RVMI 66.0F3A 0C /r ib", w: "WIG", by: since(SSE41, plainFP), c: "blend_ps(a, b, i)", does: blend(32, 0, each)},
	{name: "blendpd", asm: "d, a, b, i", code: "RVMI 66.0F3A 0D /r ib", w: "WIG", by: since(SSE41, plainFP), c: "blend_pd(a, b, i)", does: blend(64, 0, each)},
	{name: "pblendw", asm: "d, a, b, i", code: "RVMI 66.0F3A 0E /r ib", w: "WIG", by: since(SSE41, plain), c: "blend_epi16(a, b, i)", does: blend(16, 128, each)},
	{name: "vpblendd", asm: "d, a, b, i", code: "RVMI 66.0F3A 02 /r ib", w: "W0", by: brings{xmm: AVX2, ymm: AVX2}, c: "blend_epi32(a, b, i)", does: blend(32, 0, each)},

	// Shifts of bytes in a block, of one or two sources.
	{name: "pslldq", asm: "d, a, i", code: "VMI 66.0F 73 /7 ib", w: "WIG", by: narrow, c: "slli_si128(a, i)|bslli_epi128(a, i)",
		does: move{8, 128, 17, func(n, v, i int) lane.Lane { return within(i-v, n, a) }}},
	{name: "psrldq", asm: "d, a, i", code: "VMI 66.0F 73 /3 ib", w: "WIG", by: narrow, c: "srli_si128(a, i)|bsrli_epi128(a, i)",
		does: move{8, 128, 17, func(n, v, i int) lane.Lane { return within(i+v, n, a) }}},
	{name: "palignr", asm: "d, a, b, i", code: "RVMI 66.0F3A 0F /r ib", w: "WIG", by: since(SSSE3, narrow), mask: 8, c: "alignr_epi8(a, b, i)",
		does: move{8, 128, 33, func(n, v, i int) lane.Lane {
			if i+v < n {
				return b(i + v)
			}
			return within(i+v-n, n, a)
		}}},

	// Shifts and rotations of each lane.
	{name: "psllw", asm: "d, a, i", code: "VMI 66.0F 71 /6 ib", w: "WIG", by: narrow, mask: 16, c: "slli_epi16(a, i)", does: shift{elem: 16, values: 17, cell: left}},
	{name: "pslld", asm: "d, a, i", code: "VMI 66.0F 72 /6 ib", w: "WIG/W0", by: integer, mask: 32, c: "slli_epi32(a, i)", does: shift{elem: 32, values: 33, cell: left}},
	{name: "psllq", asm: "d, a, i", code: "VMI 66.0F 73 /6 ib", w: "WIG/W1", by: integer, mask: 64, c: "slli_epi64(a, i)", does: shift{elem: 64, values: 65, cell: left}},
	{name: "psrlw", asm: "d, a, i", code: "VMI 66.0F 71 /2 ib", w: "WIG", by: narrow, mask: 16, c: "srli_epi16(a, i)", does: shift{elem: 16, values: 17, cell: right}},
	{name: "psrld", asm: "d, a, i", code: "VMI 66.0F 72 /2 ib", w: "WIG/W0", by: integer, mask: 32, c: "srli_epi32(a, i)", does: shift{elem: 32, values: 33, cell: right}},
	{name: "psrlq", asm: "d, a, i", code: "VMI 66.0F 73 /2 ib", w: "WIG/W1", by: integer, mask: 64, c: "srli_epi64(a, i)", does: shift{elem: 64, values: 65, cell: right}},
	{name: "vprold", asm: "d, a, i", code: "VMI 66.0F 72 /1 ib", w: "W0", by: evex, mask: 32, c: "rol_epi32(a, i)", does: shift{elem: 32, values: 32, cell: rotateLeft}},
	{name: "vprolq", asm: "d, a, i", code: "VMI 66.0F 72 /1 ib", w: "W1", by: evex, mask: 64, c: "rol_epi64(a, i)", does: shift{elem: 64, values: 64, cell: rotateLeft}},
	{name: "vpshldw", asm: "d, a, b, i", code: "RVMI 66.0F3A 70 /r ib", w: "W1", by: vbmi2, mask: 16, c: "shldi_epi16(a, b, i)", does: shift{elem: 16, values: 16, cell: doubleLeft}},
	{name: "vpshldd", asm: "d, a, b, i", code: "RVMI 66.0F3A 71 /r ib", w: "W0", by: vbmi2, mask: 32, c: "shldi_epi32(a, b, i)", does: shift{elem: 32, values: 32, cell: doubleLeft}},
	{name: "vpshldq", asm: "d, a, b, i", code: "RVMI 66.0F3A 71 /r ib", w: "W1", by: vbmi2, mask: 64, c: "shldi_epi64(a, b, i)", does: shift{elem: 64, values: 64, cell: doubleLeft}},
	{name: "vpshrdw", asm: "d, a, b, i", code: "RVMI 66.0F3A 72 /r ib", w: "W1", by: vbmi2, mask: 16, c: "shrdi_epi16(a, b, i)", does: shift{elem: 16, values: 16, cell: doubleRight}},
	{name: "vpshrdd", asm: "d, a, b, i", code: "RVMI 66.0F3A 73 /r ib", w: "W0", by: vbmi2, mask: 32, c: "shrdi_epi32(a, b, i)", does: shift{elem: 32, values: 32, cell: doubleRight}},
	{name: "vpshrdq", asm: "d, a, b, i", code: "RVMI 66.0F3A 73 /r ib", w: "W1", by: vbmi2, mask: 64, c: "shrdi_epi64(a, b, i)", does: shift{elem: 64, values: 64, cell: doubleRight}},

	// Zero-extension and truncation.
	{name: "pmovzxbw", asm: "d, a", code: "RM 66.0F38 30 /r", w: "WIG", memory: oneOf(2), by: since(SSE41, narrow), mask: 16, c: "cvtepu8_epi16(a)", sizes: fromLow(2), does: extend(8, 2)},
	{name: "pmovzxbd", asm: "d, a", code: "RM 66.0F38 31 /r", w: "WIG", memory: oneOf(4), by: since(SSE41, integer), mask: 32, c: "cvtepu8_epi32(a)", sizes: fromLow(4), does: extend(8, 4)},
	{name: "pmovzxbq", asm: "d, a", code: "RM 66.0F38 32 /r", w: "WIG", memory: oneOf(8), by: since(SSE41, integer), mask: 64, c: "cvtepu8_epi64(a)", sizes: fromLow(8), does: extend(8, 8)},
	{name: "pmovzxwd", asm: "d, a", code: "RM 66.0F38 33 /r", w: "WIG", memory: oneOf(2), by: since(SSE41, integer), mask: 32, c: "cvtepu16_epi32(a)", sizes: fromLow(2), does: extend(16, 2)},
	{name: "pmovzxwq", asm: "d, a", code: "RM 66.0F38 34 /r", w: "WIG", memory: oneOf(4), by: since(SSE41, integer), mask: 64, c: "cvtepu16_epi64(a)", sizes: fromLow(4), does: extend(16, 4)},
	{name: "pmovzxdq", asm: "d, a", code: "RM 66.0F38 35 /r", w: "WIG/W0", memory: oneOf(2), by: since(SSE41, integer), mask: 64, c: "cvtepu32_epi64(a)", sizes: fromLow(2), does: extend(32, 2)},
	{name: "vpmovwb", asm: "d, a", code: "MR F3.0F38 30 /r", w: "W0", by: evexBW, mask: 8, c: "cvtepi16_epi8(a)", sizes: toLow(2), does: truncate(8, 2)},
	{name: "vpmovdb", asm: "d, a", code: "MR F3.0F38 31 /r", w: "W0", by: evex, mask: 8, c: "cvtepi32_epi8(a)", sizes: toLow(4), does: truncate(8, 4)},
	{name: "vpmovqb", asm: "d, a", code: "MR F3.0F38 32 /r", w: "W0", by: evex, mask: 8, c: "cvtepi64_epi8(a)", sizes: toLow(8), does: truncate(8, 8)},
	{name: "vpmovdw", asm: "d, a", code: "MR F3.0F38 33 /r", w: "W0", by: evex, mask: 16, c: "cvtepi32_epi16(a)", sizes: toLow(2), does: truncate(16, 2)},
	{name: "vpmovqw", asm: "d, a", code: "MR F3.0F38 34 /r", w: "W0", by: evex, mask: 16, c: "cvtepi64_epi16(a)", sizes: toLow(4), does: truncate(16, 4)},
	{name: "vpmovqd", asm: "d, a", code: "MR F3.0F38 35 /r", w: "W0", by: evex, mask: 32, c: "cvtepi64_epi32(a)", sizes: toLow(2), does: truncate(32, 2)},

	// Across blocks by an immediate.
	{name: "vpermq", asm: "d, a, i", code: "RMI 66.0F3A 00 /r ib", w: "W1", by: wide, from: 256, mask: 64, c: "permute4x64_epi64(a, i)|permute4x64_epi64(a, i)|permutex_epi64(a, i)", maskC: "permutex_epi64(a, i)",
		does: move{64, 256, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}},
	{name: "vpermpd", asm: "d, a, i", code: "RMI 66.0F3A 01 /r ib", w: "W1", by: wide, from: 256, mask: 64, c: "permute4x64_pd(a, i)|permute4x64_pd(a, i)|permutex_pd(a, i)", maskC: "permutex_pd(a, i)",
		does: move{64, 256, 256, func(_, v, i int) lane.Lane { return a(v >> (2 * i) & 3) }}},
	{name: "vperm2f128", asm: "d, a, b, i", code: "RVMI 66.0F3A 06 /r ib", w: "W0", by: brings{ymm: AVX}, from: 256, c: "permute2f128_si256(a, b, i)", does: move{128, 0, 256, halves}},
	{name: "vperm2i128", asm: "d, a, b, i", code: "RVMI 66.0F3A 46 /r ib", w: "W0", by: brings{ymm: AVX2}, from: 256, c: "permute2x128_si256(a, b, i)", does: move{128, 0, 256, halves}},
	{name: "vshufi32x4", asm: "d, a, b, i", code: "RVMI 66.0F3A 43 /r ib", w: "W0", by: evex, from: 256, mask: 32, c: "shuffle_i32x4(a, b, i)", does: shuffle128},
	{name: "vshufi64x2", asm: "d, a, b, i", code: "RVMI 66.0F3A 43 /r ib", w: "W1", by: evex, from: 256, mask: 64, c: "shuffle_i64x2(a, b, i)", does: shuffle128},
	{name: "vshuff32x4", asm: "d, a, b, i", code: "RVMI 66.0F3A 23 /r ib", w: "W0", by: evex, from: 256, mask: 32, c: "shuffle_f32x4(a, b, i)", does: shuffle128},
	{name: "vshuff64x2", asm: "d, a, b, i", code: "RVMI 66.0F3A 23 /r ib", w: "W1", by: evex, from: 256, mask: 64, c: "shuffle_f64x2(a, b, i)", does: shuffle128},
	{name: "valignd", asm: "d, a, b, i", code: "RVMI 66.0F3A 03 /r ib", w: "W0", by: evex, mask: 32, c: "alignr_epi32(a, b, i)", does: move{32, 0, some, align}},
	{name: "valignq", asm: "d, a, b, i", code: "RVMI 66.0F3A 03 /r ib", w: "W1", by: evex, mask: 64, c: "alignr_epi64(a, b, i)", does: move{64, 0, some, align}},

	// Broadcasts; parts of a vector out of a wider one and back.
	{name: "vpbroadcastb", asm: "d, a", code: "RM 66.0F38 78 /r", w: "W0", memory: just(8), by: brings{xmm: AVX2, ymm: AVX2, evex: AVX512BW}, mask: 8, c: "broadcastb_epi8(a)", sizes: fromXMM, does: broadcast(8)},
	{name: "vpbroadcastw", asm: "d, a", code: "RM 66.0F38 79 /r", w: "W0", memory: just(16), by: brings{xmm: AVX2, ymm: AVX2, evex: AVX512BW}, mask: 16, c: "broadcastw_epi16(a)", sizes: fromXMM, does: broadcast(16)},
	{name: "vpbroadcastd", asm: "d, a", code: "RM 66.0F38 58 /r", w: "W0", memory: just(32), by: withAVX2, mask: 32, c: "broadcastd_epi32(a)", sizes: fromXMM, does: broadcast(32)},
	{name: "vpbroadcastq", asm: "d, a", code: "RM 66.0F38 59 /r", w: "W0/W1", memory: just(64), by: withAVX2, mask: 64, c: "broadcastq_epi64(a)", sizes: fromXMM, does: broadcast(64)},
	{name: "vbroadcastss", asm: "d, a", code: "RM 66.0F38 18 /r", w: "W0", memory: just(32), by: withAVX2, mask: 32, c: "broadcastss_ps(a)", sizes: fromXMM, does: broadcast(32)},
	{name: "vbroadcastsd", asm: "d, a", code: "RM 66.0F38 19 /r", w: "W0/W1", memory: just(64), by: wide, from: 256, mask: 64, c: "broadcastsd_pd(a)", sizes: fromXMM, does: broadcast(64)},
	{name: "vinsertf128", asm: "d, a, b, i", code: "RVMI 66.0F3A 18 /r ib", w: "W0", by: brings{ymm: AVX}, from: 256, c: "insertf128_si256(a, b, i)", sizes: insertOf(128), does: insert(128)},
	{name: "vinserti128", asm: "d, a, b, i", code: "RVMI 66.0F3A 38 /r ib", w: "W0", by: brings{ymm: AVX2}, from: 256, c: "inserti128_si256(a, b, i)", sizes: insertOf(128), does: insert(128)},
	{name: "vinserti32x4", asm: "d, a, b, i", code: "RVMI 66.0F3A 38 /r ib", w: "W0", by: evex, from: 256, mask: 32, c: "inserti32x4(a, b, i)", sizes: insertOf(128), does: insert(128)},
	{name: "vinserti64x2", asm: "d, a, b, i", code: "RVMI 66.0F3A 38 /r ib", w: "W1", by: evexDQ, from: 256, mask: 64, c: "inserti64x2(a, b, i)", sizes: insertOf(128), does: insert(128)},
	{name: "vinserti32x8", asm: "d, a, b, i", code: "RVMI 66.0F3A 3A /r ib", w: "W0", by: evexDQ, from: 512, mask: 32, c: "inserti32x8(a, b, i)", sizes: insertOf(256), does: insert(256)},
	{name: "vinserti64x4", asm: "d, a, b, i", code: "RVMI 66.0F3A 3A /r ib", w: "W1", by: evex, from: 512, mask: 64, c: "inserti64x4(a, b, i)", sizes: insertOf(256), does: insert(256)},
	{name: "vextractf128", asm: "d, a, i", code: "MRI 66.0F3A 19 /r ib", w: "W0", by: brings{ymm: AVX}, from: 256, c: "extractf128_si256(a, i)", sizes: extractOf(128), does: extract(128)},
	{name: "vextracti128", asm: "d, a, i", code: "MRI 66.0F3A 39 /r ib", w: "W0", by: brings{ymm: AVX2}, from: 256, c: "extracti128_si256(a, i)", sizes: extractOf(128), does: extract(128)},
	{name: "vextracti32x4", asm: "d, a, i", code: "MRI 66.0F3A 39 /r ib", w: "W0", by: evex, from: 256, mask: 32, c: "extracti32x4_epi32(a, i)", sizes: extractOf(128), does: extract(128)},
	{name: "vextracti64x2", asm: "d, a, i", code: "MRI 66.0F3A 39 /r ib", w: "W1", by: evexDQ, from: 256, mask: 64, c: "extracti64x2_epi64(a, i)", sizes: extractOf(128), does: extract(128)},
	{name: "vextracti32x8", asm: "d, a, i", code: "MRI 66.0F3A 3B /r ib", w: "W0", by: evexDQ, from: 512, mask: 32, c: "extracti32x8_epi32(a, i)", sizes: extractOf(256), does: extract(256)},
	{name: "vextracti64x4", asm: "d, a, i", code: "MRI 66.0F3A 3B /r ib", w: "W1", by: evex, from: 512, mask: 64, c: "extracti64x4_epi64(a, i)", sizes: extractOf(256), does: extract(256)},

	// By a constant vector, in each block.
	{name: "pshufb", asm: "d, a, k", code: "RVM 66.0F38 00 /r", w: "WIG", by: since(SSSE3, narrow), mask: 8, c: "shuffle_epi8(a, k)",
		does: look{lane: 8, block: 128, field: 8, values: upTo(129), cell: func(_, v, i int) lane.Lane {
			if v >= 128 {
				return zero()
			}
			return a(v & 15)
		}}},
	{name: "vpermilps", asm: "d, a, k", code: "RVM 66.0F38 0C /r", w: "W0", by: withAVX, mask: 32, c: "permutevar_ps(a, k)",
		does: look{lane: 32, block: 128, field: 32, len: 2, values: upTo(4), cell: func(_, v, _ int) lane.Lane { return a(v) }}},
	{name: "vpermilpd", asm: "d, a, k", code: "RVM 66.0F38 0D /r", w: "W0/W1", by: withAVX, mask: 64, c: "permutevar_pd(a, k)",
		does: look{lane: 64, block: 128, field: 64, pos: 1, len: 1, values: upTo(2), cell: func(_, v, _ int) lane.Lane { return a(v) }}},
	{name: "pblendvb", asm: "d=a, b", code: "RM 66.0F38 10 /r", by: brings{sse: SSE41}, c: "blendv_epi8(a, b, k)", does: blendBy(8), to: 128},
	{name: "blendvps", asm: "d=a, b", code: "RM 66.0F38 14 /r", by: brings{sse: SSE41}, c: "blendv_ps(a, b, k)", does: blendBy(32), to: 128},
	{name: "blendvpd", asm: "d=a, b", code: "RM 66.0F38 15 /r", by: brings{sse: SSE41}, c: "blendv_pd(a, b, k)", does: blendBy(64), to: 128},
	{name: "vpblendvb", asm: "d, a, b, k", code: "RVMR 66.0F3A 4C /r /is4", w: "W0", by: brings{xmm: AVX, ymm: AVX2}, c: "blendv_epi8(a, b, k)", does: blendBy(8)},
	{name: "vblendvps", asm: "d, a, b, k", code: "RVMR 66.0F3A 4A /r /is4", w: "W0", by: brings{xmm: AVX, ymm: AVX}, c: "blendv_ps(a, b, k)", does: blendBy(32)},
	{name: "vblendvpd", asm: "d, a, b, k", code: "RVMR 66.0F3A 4B /r /is4", w: "W0", by: brings{xmm: AVX, ymm: AVX}, c: "blendv_pd(a, b, k)", does: blendBy(64)},

	// By a constant vector, across blocks.
	{name: "vpermd", asm: "d, k, a", code: "RVM 66.0F38 36 /r", w: "W0", by: wide, from: 256, mask: 32, c: "|permutevar8x32_epi32(a, k)|permutexvar_epi32(k, a)", maskC: "permutexvar_epi32(k, a)", does: permute(32)},
	{name: "vpermps", asm: "d, k, a", code: "RVM 66.0F38 16 /r", w: "W0", by: wide, from: 256, mask: 32, c: "|permutevar8x32_ps(a, k)|permutexvar_ps(k, a)", maskC: "permutexvar_ps(k, a)", does: permute(32)},
	{name: "vpermq", asm: "d, k, a", code: "RVM 66.0F38 36 /r", w: "W1", by: evex, from: 256, mask: 64, c: "permutexvar_epi64(k, a)", does: permute(64)},
	{name: "vpermpd", asm: "d, k, a", code: "RVM 66.0F38 16 /r", w: "W1", by: evex, from: 256, mask: 64, c: "permutexvar_pd(k, a)", does: permute(64)},
	{name: "vpermw", asm: "d, k, a", code: "RVM 66.0F38 8D /r", w: "W1", by: evexBW, mask: 16, c: "permutexvar_epi16(k, a)", does: permute(16)},
	{name: "vpermb", asm: "d, k, a", code: "RVM 66.0F38 8D /r", w: "W0", by: vbmi, mask: 8, c: "permutexvar_epi8(k, a)", does: permute(8)},
	{name: "vpermi2d", asm: "d=k, a, b", code: "RVM 66.0F38 76 /r", w: "W0", by: evex, c: "permutex2var_epi32(a, k, b)", does: permute2(32)},
	{name: "vpermi2q", asm: "d=k, a, b", code: "RVM 66.0F38 76 /r", w: "W1", by: evex, c: "permutex2var_epi64(a, k, b)", does: permute2(64)},
	{name: "vpermi2ps", asm: "d=k, a, b", code: "RVM 66.0F38 77 /r", w: "W0", by: evex, c: "permutex2var_ps(a, k, b)", does: permute2(32)},
	{name: "vpermi2pd", asm: "d=k, a, b", code: "RVM 66.0F38 77 /r", w: "W1", by: evex, c: "permutex2var_pd(a, k, b)", does: permute2(64)},
	{name: "vpermi2w", asm: "d=k, a, b", code: "RVM 66.0F38 75 /r", w: "W1", by: evexBW, c: "permutex2var_epi16(a, k, b)", does: permute2(16)},
	{name: "vpermi2b", asm: "d=k, a, b", code: "RVM 66.0F38 75 /r", w: "W0", by: vbmi, c: "permutex2var_epi8(a, k, b)", does: permute2(8)},
	{name: "vpermt2d", asm: "d=a, k, b", code: "RVM 66.0F38 7E /r", w: "W0", by: evex, mask: 32, c: "permutex2var_epi32(a, k, b)", does: permute2(32)},
	{name: "vpermt2q", asm: "d=a, k, b", code: "RVM 66.0F38 7E /r", w: "W1", by: evex, mask: 64, c: "permutex2var_epi64(a, k, b)", does: permute2(64)},
	{name: "vpermt2ps", asm: "d=a, k, b", code: "RVM 66.0F38 7F /r", w: "W0", by: evex, mask: 32, c: "permutex2var_ps(a, k, b)", does: permute2(32)},
	{name: "vpermt2pd", asm: "d=a, k, b", code: "RVM 66.0F38 7F /r", w: "W1", by: evex, mask: 64, c: "permutex2var_pd(a, k, b)", does: permute2(64)},
	{name: "vpermt2w", asm: "d=a, k, b", code: "RVM 66.0F38 7D /r", w: "W1", by: evexBW, mask: 16, c: "permutex2var_epi16(a, k, b)", does: permute2(16)},
	{name: "vpermt2b", asm: "d=a, k, b", code: "RVM 66.0F38 7D /r", w: "W0", by: vbmi, mask: 8, c: "permutex2var_epi8(a, k, b)", does: permute2(8)},

	// By a constant in a mask register.
	{name: "vmovdqu8", asm: "d{m}{z}, a", code: "RM F2.0F 6F /r", w: "W0", by: evexBW, c: "maskz_mov_epi8(m, a)", does: keepLanes(8)},
	{name: "vmovdqu16", asm: "d{m}{z}, a", code: "RM F2.0F 6F /r", w: "W1", by: evexBW, c: "maskz_mov_epi16(m, a)", does: keepLanes(16)},
	{name: "vmovdqu32", asm: "d{m}{z}, a", code: "RM F3.0F 6F /r", w: "W0", by: evex, c: "maskz_mov_epi32(m, a)", does: keepLanes(32)},
	{name: "vmovdqu64", asm: "d{m}{z}, a", code: "RM F3.0F 6F /r", w: "W1", by: evex, c: "maskz_mov_epi64(m, a)", does: keepLanes(64)},
	{name: "vpblendmb", asm: "d{m}, a, b", code: "RVM 66.0F38 66 /r", w: "W0", by: evexBW, c: "mask_blend_epi8(m, a, b)", does: blendLanes(8)},
	{name: "vpblendmw", asm: "d{m}, a, b", code: "RVM 66.0F38 66 /r", w: "W1", by: evexBW, c: "mask_blend_epi16(m, a, b)", does: blendLanes(16)},
	{name: "vpblendmd", asm: "d{m}, a, b", code: "RVM 66.0F38 64 /r", w: "W0", by: evex, c: "mask_blend_epi32(m, a, b)", does: blendLanes(32)},
	{name: "vpblendmq", asm: "d{m}, a, b", code: "RVM 66.0F38 64 /r", w: "W1", by: evex, c: "mask_blend_epi64(m, a, b)", does: blendLanes(64)},
	{name: "vblendmps", asm: "d{m}, a, b", code: "RVM 66.0F38 65 /r", w: "W0", by: evex, c: "mask_blend_ps(m, a, b)", does: blendLanes(32)},
	{name: "vblendmpd", asm: "d{m}, a, b", code: "RVM 66.0F38 65 /r", w: "W1", by: evex, c: "mask_blend_pd(m, a, b)", does: blendLanes(64)},
	{name: "vpcompressb", asm: "d{m}{z}, a", code: "MR 66.0F38 63 /r", w: "W0", by: vbmi2, c: "maskz_compress_epi8(m, a)", does: compress{8, false}},
	{name: "vpcompressw", asm: "d{m}{z}, a", code: "MR 66.0F38 63 /r", w: "W1", by: vbmi2, c: "maskz_compress_epi16(m, a)", does: compress{16, false}},
	{name: "vpcompressd", asm: "d{m}{z}, a", code: "MR 66.0F38 8B /r", w: "W0", by: evex, c: "maskz_compress_epi32(m, a)", does: compress{32, false}},
	{name: "vpcompressq", asm: "d{m}{z}, a", code: "MR 66.0F38 8B /r", w: "W1", by: evex, c: "maskz_compress_epi64(m, a)", does: compress{64, false}},
	{name: "vcompressps", asm: "d{m}{z}, a", code: "MR 66.0F38 8A /r", w: "W0", by: evex, c: "maskz_compress_ps(m, a)", does: compress{32, false}},
	{name: "vcompresspd", asm: "d{m}{z}, a", code: "MR 66.0F38 8A /r", w: "W1", by: evex, c: "maskz_compress_pd(m, a)", does: compress{64, false}},
	{name: "vpcompressb", asm: "d=a{m}, b", code: "MR 66.0F38 63 /r", w: "W0", by: vbmi2, c: "mask_compress_epi8(a, m, b)", does: compress{8, true}},
	{name: "vpcompressw", asm: "d=a{m}, b", code: "MR 66.0F38 63 /r", w: "W1", by: vbmi2, c: "mask_compress_epi16(a, m, b)", does: compress{16, true}},
	{name: "vpcompressd", asm: "d=a{m}, b", code: "MR 66.0F38 8B /r", w: "W0", by: evex, c: "mask_compress_epi32(a, m, b)", does: compress{32, true}},
	{name: "vpcompressq", asm: "d=a{m}, b", code: "MR 66.0F38 8B /r", w: "W1", by: evex, c: "mask_compress_epi64(a, m, b)", does: compress{64, true}},
	{name: "vpexpandb", asm: "d{m}{z}, a", code: "RM 66.0F38 62 /r", w: "W0", by: vbmi2, c: "maskz_expand_epi8(m, a)", does: expand{8, false}},
	{name: "vpexpandw", asm: "d{m}{z}, a", code: "RM 66.0F38 62 /r", w: "W1", by: vbmi2, c: "maskz_expand_epi16(m, a)", does: expand{16, false}},
	{name: "vpexpandd", asm: "d{m}{z}, a", code: "RM 66.0F38 89 /r", w: "W0", by: evex, c: "maskz_expand_epi32(m, a)", does: expand{32, false}},
	{name: "vpexpandq", asm: "d{m}{z}, a", code: "RM 66.0F38 89 /r", w: "W1", by: evex, c: "maskz_expand_epi64(m, a)", does: expand{64, false}},
	{name: "vexpandps", asm: "d{m}{z}, a", code: "RM 66.0F38 88 /r", w: "W0", by: evex, c: "maskz_expand_ps(m, a)", does: expand{32, false}},
	{name: "vexpandpd", asm: "d{m}{z}, a", code: "RM 66.0F38 88 /r", w: "W1", by: evex, c: "maskz_expand_pd(m, a)", does: expand{64, false}},
	{name: "vpexpandb", asm: "d=a{m}, b", code: "RM 66.0F38 62 /r", w: "W0", by: vbmi2, c: "mask_expand_epi8(a, m, b)", does: expand{8, true}},
	{name: "vpexpandw", asm: "d=a{m}, b", code: "RM 66.0F38 62 /r", w: "W1", by: vbmi2, c: "mask_expand_epi16(a, m, b)", does: expand{16, true}},
	{name: "vpexpandd", asm: "d=a{m}, b", code: "RM 66.0F38 89 /r", w: "W0", by: evex, c: "mask_expand_epi32(a, m, b)", does: expand{32, true}},
	{name: "vpexpandq", asm: "d=a{m}, b", code: "RM 66.0F38 89 /r", w: "W1", by: evex, c: "mask_expand_epi64(a, m, b)", does: expand{64, true}},

	// Bits by a constant vector, within lanes.
	{name: "vpsllvd", asm: "d, a, k", code: "RVM 66.0F38 47 /r", w: "W0", by: withAVX2, mask: 32, c: "sllv_epi32(a, k)", does: shiftBy(32, left)},
	{name: "vpsllvq", asm: "d, a, k", code: "RVM 66.0F38 47 /r", w: "W1", by: withAVX2, mask: 64, c: "sllv_epi64(a, k)", does: shiftBy(64, left)},
	{name: "vpsllvw", asm: "d, a, k", code: "RVM 66.0F38 12 /r", w: "W1", by: evexBW, mask: 16, c: "sllv_epi16(a, k)", does: shiftBy(16, left)},
	{name: "vpsrlvd", asm: "d, a, k", code: "RVM 66.0F38 45 /r", w: "W0", by: withAVX2, mask: 32, c: "srlv_epi32(a, k)", does: shiftBy(32, right)},
	{name: "vpsrlvq", asm: "d, a, k", code: "RVM 66.0F38 45 /r", w: "W1", by: withAVX2, mask: 64, c: "srlv_epi64(a, k)", does: shiftBy(64, right)},
	{name: "vpsrlvw", asm: "d, a, k", code: "RVM 66.0F38 10 /r", w: "W1", by: evexBW, mask: 16, c: "srlv_epi16(a, k)", does: shiftBy(16, right)},
	{name: "vprolvd", asm: "d, a, k", code: "RVM 66.0F38 15 /r", w: "W0", by: evex, mask: 32, c: "rolv_epi32(a, k)", does: rotateBy(32, rotateLeft)},
	{name: "vprolvq", asm: "d, a, k", code: "RVM 66.0F38 15 /r", w: "W1", by: evex, mask: 64, c: "rolv_epi64(a, k)", does: rotateBy(64, rotateLeft)},
	{name: "vpshldvw", asm: "d=a, b, k", code: "RVM 66.0F38 70 /r", w: "W1", by: vbmi2, mask: 16, c: "shldv_epi16(a, b, k)", does: rotateBy(16, doubleLeft)},
	{name: "vpshldvd", asm: "d=a, b, k", code: "RVM 66.0F38 71 /r", w: "W0", by: vbmi2, mask: 32, c: "shldv_epi32(a, b, k)", does: rotateBy(32, doubleLeft)},
	{name: "vpshldvq", asm: "d=a, b, k", code: "RVM 66.0F38 71 /r", w: "W1", by: vbmi2, mask: 64, c: "shldv_epi64(a, b, k)", does: rotateBy(64, doubleLeft)},
	{name: "vpshrdvw", asm: "d=a, b, k", code: "RVM 66.0F38 72 /r", w: "W1", by: vbmi2, mask: 16, c: "shrdv_epi16(a, b, k)", does: rotateBy(16, doubleRight)},
	{name: "vpshrdvd", asm: "d=a, b, k", code: "RVM 66.0F38 73 /r", w: "W0", by: vbmi2, mask: 32, c: "shrdv_epi32(a, b, k)", does: rotateBy(32, doubleRight)},
	{name: "vpshrdvq", asm: "d=a, b, k", code: "RVM 66.0F38 73 /r", w: "W1", by: vbmi2, mask: 64, c: "shrdv_epi64(a, b, k)", does: rotateBy(64, doubleRight)},
	{name: "vpmultishiftqb", asm: "d, k, a", code: "RVM 66.0F38 83 /r", w: "W1", by: vbmi, mask: 8, c: "multishift_epi64_epi8(k, a)",
		// Byte j of the result is eight bits of the lane of 64, from the bit that the constant's byte j says, around its end.
		does: look{kind: Windows, lane: 1, block: 64, field: 8, len: 6, values: upTo(64), cell: func(_, v, i int) lane.Lane { return a((v + i%8) % 64) }}},
	{name: "vgf2p8affineqb", asm: "d, a, k, 0", code: "RVMI 66.0F3A CE /r ib", w: "W1", by: brings{xmm: GFNI | AVX, ymm: GFNI | AVX, evex: GFNI | AVX512F}, mask: 8, c: "gf2p8affine_epi64_epi8(a, k, 0)", does: affine},
	{name: "vpternlogd", asm: "d=a, b, k, 228", code: "RVMI 66.0F3A 25 /r ib", w: "W0", by: evex, mask: 32, c: "ternarylogic_epi32(a, b, k, 228)",
		// 228 is 0xe4: k ? a : b.
		does: look{lane: 1, field: 1, values: upTo(2), cell: func(_, v, i int) lane.Lane { return either(v, a(i), b(i)) }}},

	// Products by powers of two are shifts, of each lane by its own count.
	{name: "pmullw", asm: "d, a, k", code: "RVM 66.0F D5 /r", w: "WIG", by: narrow, mask: 16, c: "mullo_epi16(a, k)", does: product(func(n, v, i int) lane.Lane { return left(n, v, i) })},
	{name: "pmulhuw", asm: "d, a, k", code: "RVM 66.0F E4 /r", w: "WIG", by: narrow, mask: 16, c: "mulhi_epu16(a, k)", does: product(func(n, v, i int) lane.Lane { return right(n, n-v, i) })},

	// Bits by a constant.
	{name: "pand", asm: "d, a, k", code: "RVM 66.0F DB /r", w: "WIG", by: plain, c: "and_si128(a, k)|and_si256(a, k)", does: keepBits(1)},
	{name: "pandn", asm: "d, k, a", code: "RVM 66.0F DF /r", w: "WIG", by: plain, c: "andnot_si128(k, a)|andnot_si256(k, a)", does: keepBits(0)},
	{name: "por", asm: "d, a, k", code: "RVM 66.0F EB /r", w: "WIG", by: plain, c: "or_si128(a, k)|or_si256(a, k)", does: setBits},
	{name: "andps", asm: "d, a, k", code: "RVM 0F 54 /r", w: "WIG", by: plainFP, c: "and_ps(a, k)", does: keepBits(1)},
	{name: "andnps", asm: "d, k, a", code: "RVM 0F 55 /r", w: "WIG", by: plainFP, c: "andnot_ps(k, a)", does: keepBits(0)},
	{name: "orps", asm: "d, a, k", code: "RVM 0F 56 /r", w: "WIG", by: plainFP, c: "or_ps(a, k)", does: setBits},
	{name: "vpandq", asm: "d, a, k", code: "RVM 66.0F DB /r", w: "W1", by: evex, from: 512, c: "and_si512(a, k)", does: keepBits(1)},
	{name: "vpandnq", asm: "d, k, a", code: "RVM 66.0F DF /r", w: "W1", by: evex, from: 512, c: "andnot_si512(k, a)", does: keepBits(0)},
	{name: "vporq", asm: "d, a, k", code: "RVM 66.0F EB /r", w: "W1", by: evex, from: 512, c: "or_si512(a, k)", does: setBits},

	// Two vectors of which something is known.
	{name: "por", asm: "d, a, b", code: "RVM 66.0F EB /r", w: "WIG", by: plain, c: "or_si128(a, b)|or_si256(a, b)", does: orUnion},
	{name: "pand", asm: "d, a, b", code: "RVM 66.0F DB /r", w: "WIG", by: plain, c: "and_si128(a, b)|and_si256(a, b)", does: andUnion},
	{name: "pandn", asm: "d, a, b", code: "RVM 66.0F DF /r", w: "WIG", by: plain, c: "andnot_si128(a, b)|andnot_si256(a, b)", does: andNotUnion},
	{name: "orps", asm: "d, a, b", code: "RVM 0F 56 /r", w: "WIG", by: plainFP, c: "or_ps(a, b)", does: orUnion},
	{name: "andps", asm: "d, a, b", code: "RVM 0F 54 /r", w: "WIG", by: plainFP, c: "and_ps(a, b)", does: andUnion},
	{name: "andnps", asm: "d, a, b", code: "RVM 0F 55 /r", w: "WIG", by: plainFP, c: "andnot_ps(a, b)", does: andNotUnion},
	{name: "vporq", asm: "d, a, b", code: "RVM 66.0F EB /r", w: "W1", by: evex, from: 512, c: "or_si512(a, b)", does: orUnion},
	{name: "vpandq", asm: "d, a, b", code: "RVM 66.0F DB /r", w: "W1", by: evex, from: 512, c: "and_si512(a, b)", does: andUnion},
	{name: "vpandnq", asm: "d, a, b", code: "RVM 66.0F DF /r", w: "W1", by: evex, from: 512, c: "andnot_si512(a, b)", does: andNotUnion},
	{name: "vpternlogd", asm: "d=a, b, c, 254", code: "RVMI 66.0F3A 25 /r ib", w: "W0", by: evex, c: "ternarylogic_epi32(a, b, c, 254)", does: orUnion}, // 254: a | b | c
	{name: "packuswb", asm: "d, a, b", code: "RVM 66.0F 67 /r", w: "WIG", by: narrow, c: "packus_epi16(a, b)", does: pack(16, false)},
	{name: "packsswb", asm: "d, a, b", code: "RVM 66.0F 63 /r", w: "WIG", by: narrow, c: "packs_epi16(a, b)", does: pack(16, true)},
	{name: "packssdw", asm: "d, a, b", code: "RVM 66.0F 6B /r", w: "WIG/W0", by: brings{SSE2, AVX, AVX2, AVX512BW}, c: "packs_epi32(a, b)", does: pack(32, true)},
	{name: "packusdw", asm: "d, a, b", code: "RVM 66.0F38 2B /r", w: "WIG/W0", by: brings{SSE41, AVX, AVX2, AVX512BW}, c: "packus_epi32(a, b)", does: pack(32, false)},

	// Of nothing.
	{name: "pxor", asm: "d, d, d", code: "RVM 66.0F EF /r", w: "WIG", by: plain, c: "setzero_si128()|setzero_si256()", does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return zero() }}},
	{name: "vpxord", asm: "d, d, d", code: "RVM 66.0F EF /r", w: "W0", by: evex, from: 512, c: "setzero_si512()", does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return zero() }}},
	{name: "vpternlogd", asm: "d, d, d, 255", code: "RVMI 66.0F3A 25 /r ib", w: "W0", by: evex, from: 512, c: "set1_epi32(-1)", does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return lane.Fixed(lane.Ones(8)) }}},
	{name: "pcmpeqd", asm: "d, d, d", code: "RVM 66.0F 76 /r", w: "WIG", by: plain, c: "set1_epi32(-1)", does: move{8, 0, 0, func(_, _, _ int) lane.Lane { return lane.Fixed(lane.Ones(8)) }}},

	// Between vectors and general registers.
	{name: "movd", asm: "d, a", general: "d", code: "MR 66.0F 7E /r", w: "W0", by: only128(SSE2), to: 128, sizes: extractOf(32), c: "cvtsi128_si32(a)", does: alone(32)},
	{name: "movq", asm: "d, a", general: "d", code: "MR 66.0F 7E /r", w: "W1", by: only128(SSE2), to: 128, sizes: extractOf(64), c: "cvtsi128_si64(a)", does: alone(64)},
	{name: "movd", asm: "d, a", general: "a", code: "RM 66.0F 6E /r", w: "W0", by: only128(SSE2), to: 128, sizes: fromBits(32), c: "cvtsi32_si128(a)", does: alone(32)},
	{name: "movq", asm: "d, a", general: "a", code: "RM 66.0F 6E /r", w: "W1", by: only128(SSE2), to: 128, sizes: fromBits(64), c: "cvtsi64_si128(a)", does: alone(64)},
	{name: "pextrb", asm: "d, a, i", general: "d", code: "MRI 66.0F3A 14 /r ib", w: "W0", by: only128(SSE41), to: 128, sizes: extractOf(32), c: "extract_epi8(a, i)", does: extract(8)},
	{name: "pextrw", asm: "d, a, i", general: "d", code: "RMI 66.0F C5 /r ib", w: "W0", by: only128(SSE2), to: 128, sizes: extractOf(32), c: "extract_epi16(a, i)", does: extract(16)},
	{name: "pextrd", asm: "d, a, i", general: "d", code: "MRI 66.0F3A 16 /r ib", w: "W0", by: only128(SSE41), to: 128, sizes: extractOf(32), c: "extract_epi32(a, i)", does: extract(32)},
	{name: "pextrq", asm: "d, a, i", general: "d", code: "MRI 66.0F3A 16 /r ib", w: "W1", by: only128(SSE41), to: 128, sizes: extractOf(64), c: "extract_epi64(a, i)", does: extract(64)},
	{name: "pinsrb", asm: "d, a, b, i", general: "b", code: "RVMI 66.0F3A 20 /r ib", w: "W0", memory: just(8), by: only128(SSE41), to: 128, sizes: insertOf(32), c: "insert_epi8(a, b, i)", does: insert(8)},
	{name: "pinsrw", asm: "d, a, b, i", general: "b", code: "RVMI 66.0F C4 /r ib", w: "W0", memory: just(16), by: only128(SSE2), to: 128, sizes: insertOf(32), c: "insert_epi16(a, b, i)", does: insert(16)},
	{name: "pinsrd", asm: "d, a, b, i", general: "b", code: "RVMI 66.0F3A 22 /r ib", w: "W0", by: only128(SSE41), to: 128, sizes: insertOf(32), c: "insert_epi32(a, b, i)", does: insert(32)},
	{name: "pinsrq", asm: "d, a, b, i", general: "b", code: "RVMI 66.0F3A 22 /r ib", w: "W1", by: only128(SSE41), to: 128, sizes: insertOf(64), c: "insert_epi64(a, b, i)", does: insert(64)},
	{name: "pmovmskb", asm: "d, a", general: "d", code: "RM 66.0F D7 /r", w: "WIG", by: plain, to: 256, sizes: extractOf(32), c: "movemask_epi8(a)", does: signs{8}},
	{name: "movmskps", asm: "d, a", general: "d", code: "RM 0F 50 /r", w: "WIG", by: plainFP, to: 256, sizes: extractOf(32), c: "movemask_ps(a)", does: signs{32}},
	{name: "movmskpd", asm: "d, a", general: "d", code: "RM 66.0F 50 /r", w: "WIG", by: plainFP, to: 256, sizes: extractOf(32), c: "movemask_pd(a)", does: signs{64}},
}
