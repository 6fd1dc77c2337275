package target

import (
	"fmt"
	"strconv"
	"strings"
)

// x86Access is one entry of the table of accesses of x86. By which feature there is a legacy encoding, and a VEX or EVEX one, is beside it; 0: there is none.
type x86Access struct {
	name        string // with a v in front if there is no legacy encoding
	asm         string
	sse, modern Feature
	bits        int // of the register
	does        Access
	c           string // a load's expression, a store's statement without its semicolon
}

// x86Accesses is the table. Where two do the same, the first is taken.
var x86Accesses = []x86Access{
	{"movdqu", "d, m", SSE2, AVX, 128, Access{Bits: 128}, "_mm_loadu_si128((const void *)(m))"},
	{"vmovdqu", "d, m", 0, AVX, 256, Access{Bits: 256}, "_mm256_loadu_si256((const void *)(m))"},
	{"vmovdqu64", "d, m", 0, AVX512F, 512, Access{Bits: 512}, "_mm512_loadu_si512((const void *)(m))"},
	{"movq", "d, m", SSE2, AVX, 128, Access{Bits: 64}, "_mm_loadl_epi64((const void *)(m))"},
	{"movd", "d, m", SSE2, AVX, 128, Access{Bits: 32}, "_mm_loadu_si32((const void *)(m))"},

	// Into a part of what is there.
	{"vinserti128", "d, a, m, 1", 0, AVX2, 256, Access{Kind: Piece, Bits: 128, At: 128}, "_mm256_inserti128_si256(a, _mm_loadu_si128((const void *)(m)), 1)"},
	{"vinsertf128", "d, a, m, 1", 0, AVX, 256, Access{Kind: Piece, Bits: 128, At: 128}, "_mm256_insertf128_si256(a, _mm_loadu_si128((const void *)(m)), 1)"},
	{"vinserti64x4", "d, a, m, 1", 0, AVX512F, 512, Access{Kind: Piece, Bits: 256, At: 256}, "_mm512_inserti64x4(a, _mm256_loadu_si256((const void *)(m)), 1)"},
	{"vinserti32x4", "d, a, m, 1", 0, AVX512F, 512, Access{Kind: Piece, Bits: 128, At: 128}, "_mm512_inserti32x4(a, _mm_loadu_si128((const void *)(m)), 1)"},
	{"vinserti32x4", "d, a, m, 2", 0, AVX512F, 512, Access{Kind: Piece, Bits: 128, At: 256}, "_mm512_inserti32x4(a, _mm_loadu_si128((const void *)(m)), 2)"},
	{"vinserti32x4", "d, a, m, 3", 0, AVX512F, 512, Access{Kind: Piece, Bits: 128, At: 384}, "_mm512_inserti32x4(a, _mm_loadu_si128((const void *)(m)), 3)"},
	{"movhps", "d, a, m", SSE2, AVX, 128, Access{Kind: Piece, Bits: 64, At: 64}, "_mm_castps_si128(_mm_loadh_pi(_mm_castsi128_ps(a), (const void *)(m)))"},
	{"movlps", "d, a, m", SSE2, AVX, 128, Access{Kind: Piece, Bits: 64}, "_mm_castps_si128(_mm_loadl_pi(_mm_castsi128_ps(a), (const void *)(m)))"},

	{"pinsrd", "d, a, m, 1", SSE41, AVX, 128, Access{Kind: Piece, Bits: 32, At: 32}, "_mm_insert_epi32(a, _mm_cvtsi128_si32(_mm_loadu_si32((const void *)(m))), 1)"},
	{"pinsrd", "d, a, m, 2", SSE41, AVX, 128, Access{Kind: Piece, Bits: 32, At: 64}, "_mm_insert_epi32(a, _mm_cvtsi128_si32(_mm_loadu_si32((const void *)(m))), 2)"},
	{"pinsrd", "d, a, m, 3", SSE41, AVX, 128, Access{Kind: Piece, Bits: 32, At: 96}, "_mm_insert_epi32(a, _mm_cvtsi128_si32(_mm_loadu_si32((const void *)(m))), 3)"},

	// Again and again.
	{"vbroadcasti64x4", "d, m", 0, AVX512F, 512, Access{Kind: Repeat, Bits: 256}, "_mm512_broadcast_i64x4(_mm256_loadu_si256((const void *)(m)))"},
	{"vbroadcasti32x4", "d, m", 0, AVX512F, 512, Access{Kind: Repeat, Bits: 128}, "_mm512_broadcast_i32x4(_mm_loadu_si128((const void *)(m)))"},
	{"vbroadcasti128", "d, m", 0, AVX2, 256, Access{Kind: Repeat, Bits: 128}, "_mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)(m)))"},
	{"vbroadcastf128", "d, m", 0, AVX, 256, Access{Kind: Repeat, Bits: 128}, "_mm256_castps_si256(_mm256_broadcast_ps((const void *)(m)))"},
	{"vpbroadcastq", "d, m", 0, AVX512F, 512, Access{Kind: Repeat, Bits: 64}, "_mm512_broadcastq_epi64(_mm_loadl_epi64((const void *)(m)))"},
	{"vpbroadcastd", "d, m", 0, AVX512F, 512, Access{Kind: Repeat, Bits: 32}, "_mm512_broadcastd_epi32(_mm_loadu_si32((const void *)(m)))"},
	{"vbroadcastsd", "d, m", 0, AVX2, 256, Access{Kind: Repeat, Bits: 64}, "_mm256_broadcastq_epi64(_mm_loadl_epi64((const void *)(m)))"},
	{"vbroadcastss", "d, m", 0, AVX2, 256, Access{Kind: Repeat, Bits: 32}, "_mm256_broadcastd_epi32(_mm_loadu_si32((const void *)(m)))"},
	{"movddup", "d, m", SSE3, AVX, 128, Access{Kind: Repeat, Bits: 64}, "_mm_castpd_si128(_mm_movedup_pd(_mm_castsi128_pd(_mm_loadl_epi64((const void *)(m)))))"},
	{"vbroadcastss", "d, m", 0, AVX2, 128, Access{Kind: Repeat, Bits: 32}, "_mm_broadcastd_epi32(_mm_loadu_si32((const void *)(m)))"},

	{"movdqu", "m, a", SSE2, AVX, 128, Access{Store: true, Bits: 128}, "_mm_storeu_si128((void *)(m), a)"},
	{"vmovdqu", "m, a", 0, AVX, 256, Access{Store: true, Bits: 256}, "_mm256_storeu_si256((void *)(m), a)"},
	{"vmovdqu64", "m, a", 0, AVX512F, 512, Access{Store: true, Bits: 512}, "_mm512_storeu_si512((void *)(m), a)"},
	{"movq", "m, a", SSE2, AVX, 128, Access{Store: true, Bits: 64}, "_mm_storel_epi64((void *)(m), a)"},
	{"movd", "m, a", SSE2, AVX, 128, Access{Store: true, Bits: 32}, "_mm_storeu_si32((void *)(m), a)"},
	{"vextracti128", "m, a, 1", 0, AVX2, 256, Access{Store: true, Kind: Piece, Bits: 128, At: 128}, "_mm_storeu_si128((void *)(m), _mm256_extracti128_si256(a, 1))"},
	{"vextractf128", "m, a, 1", 0, AVX, 256, Access{Store: true, Kind: Piece, Bits: 128, At: 128}, "_mm_storeu_si128((void *)(m), _mm256_extractf128_si256(a, 1))"},
	{"vextracti64x4", "m, a, 1", 0, AVX512F, 512, Access{Store: true, Kind: Piece, Bits: 256, At: 256}, "_mm256_storeu_si256((void *)(m), _mm512_extracti64x4_epi64(a, 1))"},
	{"vextracti32x4", "m, a, 1", 0, AVX512F, 512, Access{Store: true, Kind: Piece, Bits: 128, At: 128}, "_mm_storeu_si128((void *)(m), _mm512_extracti32x4_epi32(a, 1))"},
	{"vextracti32x4", "m, a, 2", 0, AVX512F, 512, Access{Store: true, Kind: Piece, Bits: 128, At: 256}, "_mm_storeu_si128((void *)(m), _mm512_extracti32x4_epi32(a, 2))"},
	{"vextracti32x4", "m, a, 3", 0, AVX512F, 512, Access{Store: true, Kind: Piece, Bits: 128, At: 384}, "_mm_storeu_si128((void *)(m), _mm512_extracti32x4_epi32(a, 3))"},
	{"movhps", "m, a", SSE2, AVX, 128, Access{Store: true, Kind: Piece, Bits: 64, At: 64}, "_mm_storeh_pi((void *)(m), _mm_castsi128_ps(a))"},
}

// x86AccessRows are the rows of legacy encodings, and those of VEX and EVEX.
func x86AccessRows() (legacy, modern []*Row) {
	for i := range x86Accesses {
		x := &x86Accesses[i]
		if x.sse != 0 {
			r := x.row(x.name, strings.Replace(x.asm, "d, a", "d", 1))
			r.Needs, r.Destroys = x.sse, r.Asm != x.asm
			legacy = append(legacy, r)
		}
		name := x.name
		if x.sse != 0 {
			name = "v" + name
		}
		r := x.row(name, x.asm)
		r.Needs, r.Clears = x.modern, true
		modern = append(modern, r)
	}
	return legacy, modern
}

func (x *x86Access) row(name, asm string) *Row {
	does := x.does
	does.Registers = 1
	r := &Row{Name: name, Asm: asm, Bits: x.bits, Elem: 8, C: x.c, Access: &does}
	if hasLetter(x.asm, 'a') {
		r.Src = []int{x.bits}
	}
	return r
}

// neonAccessRows are those of NEON. Loads and stores of a structure take registers that follow one another.
//
//	ld3 {d.8h, b.8h, c.8h}, m
func neonAccessRows() (rows []*Row) {
	for _, n := range []struct {
		elem                    int
		load, store             string
		lane, laneStore, repeat string
	}{
		{elem: 128, load: "vld1q_u8((const uint8_t *)(m))", store: "vst1q_u8((uint8_t *)(m), a)"},
		{elem: 64, load: "vcombine_u8(vld1_u8((const uint8_t *)(m)), vcreate_u8(0))", store: "vst1_u8((uint8_t *)(m), vget_low_u8(a))"},
		{elem: 32}, {elem: 16}, {elem: 8},
	} {
		as := func(text string) string { return strings.ReplaceAll(text, "{e}", strconv.Itoa(n.elem)) }
		if n.load == "" {
			n.load = as("vreinterpretq_u8_u{e}(vld1q_lane_u{e}((const uint{e}_t *)(m), vdupq_n_u{e}(0), 0))")
			n.store = as("vst1q_lane_u{e}((uint{e}_t *)(m), vreinterpretq_u{e}_u8(a), 0)")
		}
		rows = append(rows,
			neonAccess("ldr", "D, m", n.elem, Access{Bits: n.elem}, n.load),
			neonAccess("str", "A, m", n.elem, Access{Store: true, Bits: n.elem}, n.store))
	}
	rows = append(rows,
		neonAccess("ld1", "{d.d}[1], m", 64, Access{Kind: Piece, Bits: 64, At: 64}, "vreinterpretq_u8_u64(vld1q_lane_u64((const uint64_t *)(m), vreinterpretq_u64_u8(a), 1))"),
		neonAccess("ld1", "{d.d}[0], m", 64, Access{Kind: Piece, Bits: 64}, "vreinterpretq_u8_u64(vld1q_lane_u64((const uint64_t *)(m), vreinterpretq_u64_u8(a), 0))"),
		neonAccess("ld1", "{d.s}[1], m", 32, Access{Kind: Piece, Bits: 32, At: 32}, "vreinterpretq_u8_u32(vld1q_lane_u32((const uint32_t *)(m), vreinterpretq_u32_u8(a), 1))"),
		neonAccess("ld1", "{d.s}[2], m", 32, Access{Kind: Piece, Bits: 32, At: 64}, "vreinterpretq_u8_u32(vld1q_lane_u32((const uint32_t *)(m), vreinterpretq_u32_u8(a), 2))"),
		neonAccess("ld1", "{d.s}[3], m", 32, Access{Kind: Piece, Bits: 32, At: 96}, "vreinterpretq_u8_u32(vld1q_lane_u32((const uint32_t *)(m), vreinterpretq_u32_u8(a), 3))"),
		neonAccess("st1", "{a.d}[1], m", 64, Access{Store: true, Kind: Piece, Bits: 64, At: 64}, "vst1q_lane_u64((uint64_t *)(m), vreinterpretq_u64_u8(a), 1)"))
	for _, name := range []string{"2d", "4s", "8h", "16b"} {
		t := arrangements[name]
		as := func(k int, text string) string {
			return strings.NewReplacer("{e}", strconv.Itoa(t.elem), "{l}", strconv.Itoa(t.n()), "{n}", strconv.Itoa(k)).Replace(text)
		}
		rows = append(rows, neonAccess("ld1r", fmt.Sprintf("{d.%s}, m", name), t.elem, Access{Kind: Repeat, Bits: t.elem}, as(1, "vreinterpretq_u8_u{e}(vld1q_dup_u{e}((const uint{e}_t *)(m)))")))
		for k := 2; k <= 4; k++ {
			var to, from, values []string
			for i := range k {
				to, from = append(to, string("dbce"[i])+"."+name), append(from, string(SourceLetters[i])+"."+name)
				values = append(values, as(k, "vreinterpretq_u{e}_u8("+string(SourceLetters[i])+")"))
			}
			does := Access{Kind: Structure, Bits: k * registerBits, Registers: k, Elem: t.elem, Type: as(k, "uint{e}x{l}x{n}_t"), Part: as(k, "vreinterpretq_u8_u{e}({value}.val[{k}])")}
			rows = append(rows, neonAccess(fmt.Sprintf("ld%d", k), "{"+strings.Join(to, ", ")+"}, m", t.elem, does, as(k, "vld{n}q_u{e}((const uint{e}_t *)(m))")))
			does.Store = true
			rows = append(rows, neonAccess(fmt.Sprintf("st%d", k), "{"+strings.Join(from, ", ")+"}, m", t.elem, does, as(k, "vst{n}q_u{e}((uint{e}_t *)(m), ((uint{e}x{l}x{n}_t){{")+strings.Join(values, ", ")+"}}))")) // of a macro the braces are no argument
		}
	}
	return rows
}

func neonAccess(name, asm string, elem int, does Access, c string) *Row {
	does.Registers, does.Pointed = max(does.Registers, 1), strings.Contains(asm, "{")
	asItIs := strings.NewReplacer("vreinterpretq_u8_u8(", "(") // which there is none of
	c, does.Part = asItIs.Replace(c), asItIs.Replace(does.Part)
	r := &Row{Name: name, Asm: asm, Bits: registerBits, Elem: elem, Needs: NEON, C: c, Access: &does, other: asScalar(elem)}
	switch {
	case does.Store:
		for range does.Registers {
			r.Src = append(r.Src, registerBits)
		}
		r.Consecutive = does.Registers > 1
	case does.Kind == Piece:
		r.Src, r.Destroys = []int{registerBits}, true
	}
	return r
}

// wasmAccessRows are those of WebAssembly, which has lanes of all widths.
func wasmAccessRows() (rows []*Row) {
	add := func(name, asm string, does Access, c string) {
		does.Registers = 1
		r := &Row{Name: "v128." + name, Asm: asm, Bits: registerBits, Elem: 8, Needs: SIMD128, C: c, Access: &does}
		if hasLetter(asm, 'a') {
			r.Src = []int{registerBits}
		}
		rows = append(rows, r)
	}
	add("load", "d, m", Access{Bits: 128}, "wasm_v128_load((const void *)(m))")
	add("store", "m, a", Access{Store: true, Bits: 128}, "wasm_v128_store((void *)(m), a)")
	for _, bits := range []int{64, 32, 16, 8} {
		name := strconv.Itoa(bits)
		if bits >= 32 {
			add("load"+name+"_zero", "d, m", Access{Bits: bits}, "wasm_v128_load"+name+"_zero((const void *)(m))")
		}
		add("load"+name+"_splat", "d, m", Access{Kind: Repeat, Bits: bits}, "wasm_v128_load"+name+"_splat((const void *)(m))")
		add("store"+name+"_lane", "m, a, 0", Access{Store: true, Bits: bits}, "wasm_v128_store"+name+"_lane((void *)(m), a, 0)")
	}
	add("load64_lane", "d, m, a, 0", Access{Kind: Piece, Bits: 64}, "wasm_v128_load64_lane((const void *)(m), a, 0)")
	add("load64_lane", "d, m, a, 1", Access{Kind: Piece, Bits: 64, At: 64}, "wasm_v128_load64_lane((const void *)(m), a, 1)")
	for i := 1; i < 4; i++ {
		add("load32_lane", fmt.Sprintf("d, m, a, %d", i), Access{Kind: Piece, Bits: 32, At: 32 * i}, fmt.Sprintf("wasm_v128_load32_lane((const void *)(m), a, %d)", i))
	}
	add("store64_lane", "m, a, 1", Access{Store: true, Kind: Piece, Bits: 64, At: 64}, "wasm_v128_store64_lane((void *)(m), a, 1)")
	return rows
}
