package maskcall_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/maskcall"
)

// An equivalent is a method of .NET's and what its documentation says that it is in C: of which types, with their bits for B, the types' letters for T, a number for K and numbers for M.
type equivalent struct{ method, types, c string }

// equivalents are from the comments of .NET's sources, which name the intrinsic for each type.
var equivalents = []equivalent{
	{"Sse.Shuffle", "f32", "_mm_shuffle_ps(a, b, K)"},
	{"Sse.MoveHighToLow", "f32", "_mm_movehl_ps(a, b)"},
	{"Sse.MoveLowToHigh", "f32", "_mm_movelh_ps(a, b)"},
	{"Sse.MoveScalar", "f32", "_mm_move_ss(a, b)"},
	{"Sse.UnpackLow", "f32", "_mm_unpacklo_ps(a, b)"}, {"Sse.UnpackHigh", "f32", "_mm_unpackhi_ps(a, b)"},
	{"Sse2.UnpackLow", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm_unpacklo_epiB(a, b)"}, {"Sse2.UnpackHigh", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm_unpackhi_epiB(a, b)"},
	{"Sse2.UnpackLow", "f64", "_mm_unpacklo_pd(a, b)"}, {"Sse2.UnpackHigh", "f64", "_mm_unpackhi_pd(a, b)"},
	{"Sse2.Shuffle vn", "i32 u32", "_mm_shuffle_epi32(a, K)"}, {"Sse2.Shuffle vwn", "f64", "_mm_shuffle_pd(a, b, K)"},
	{"Sse2.ShuffleLow", "i16 u16", "_mm_shufflelo_epi16(a, K)"}, {"Sse2.ShuffleHigh", "i16 u16", "_mm_shufflehi_epi16(a, K)"},
	{"Sse2.MoveScalar v", "i64 u64", "_mm_move_epi64(a)"}, {"Sse2.MoveScalar vw", "f64", "_mm_move_sd(a, b)"},
	{"Sse2.ShiftLeftLogical128BitLane", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm_bslli_si128(a, K)"},
	{"Sse2.ShiftRightLogical128BitLane", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm_bsrli_si128(a, K)"},
	{"Sse3.MoveAndDuplicate", "f64", "_mm_movedup_pd(a)"},
	{"Sse3.MoveLowAndDuplicate", "f32", "_mm_moveldup_ps(a)"}, {"Sse3.MoveHighAndDuplicate", "f32", "_mm_movehdup_ps(a)"},
	{"Ssse3.AlignRight", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm_alignr_epi8(a, b, K)"},
	{"Ssse3.Shuffle", "i8 u8", "_mm_shuffle_epi8(a, M)"},
	{"Sse41.Blend", "i16 u16", "_mm_blend_epi16(a, b, K)"}, {"Sse41.Blend", "f32", "_mm_blend_ps(a, b, K4)"}, {"Sse41.Blend", "f64", "_mm_blend_pd(a, b, K2)"},

	{"Avx.Permute", "f32", "_mm_permute_ps(a, K)"}, {"Avx.Permute", "f64", "_mm_permute_pd(a, K2)"},
	{"Avx.Permute 256", "f32", "_mm256_permute_ps(a, K)"}, {"Avx.Permute 256", "f64", "_mm256_permute_pd(a, K4)"},
	{"Avx.PermuteVar", "f32", "_mm_permutevar_ps(a, M)"}, {"Avx.PermuteVar", "f64", "_mm_permutevar_pd(a, M)"},
	{"Avx.PermuteVar 256", "f32", "_mm256_permutevar_ps(a, M)"}, {"Avx.PermuteVar 256", "f64", "_mm256_permutevar_pd(a, M)"},
	{"Avx.Permute2x128", "f32", "_mm256_permute2f128_ps(a, b, K)"}, {"Avx.Permute2x128", "f64", "_mm256_permute2f128_pd(a, b, K)"}, {"Avx.Permute2x128", "i8 u16 i32 u64", "_mm256_permute2f128_si256(a, b, K)"},
	{"Avx.Shuffle", "f32", "_mm256_shuffle_ps(a, b, K)"}, {"Avx.Shuffle", "f64", "_mm256_shuffle_pd(a, b, K4)"},
	{"Avx.Blend", "f32", "_mm256_blend_ps(a, b, K)"}, {"Avx.Blend", "f64", "_mm256_blend_pd(a, b, K4)"},
	{"Avx.DuplicateEvenIndexed", "f32", "_mm256_moveldup_ps(a)"}, {"Avx.DuplicateEvenIndexed", "f64", "_mm256_movedup_pd(a)"}, {"Avx.DuplicateOddIndexed", "f32", "_mm256_movehdup_ps(a)"},
	{"Avx.UnpackLow", "f32", "_mm256_unpacklo_ps(a, b)"}, {"Avx.UnpackHigh", "f32", "_mm256_unpackhi_ps(a, b)"}, {"Avx.UnpackLow", "f64", "_mm256_unpacklo_pd(a, b)"}, {"Avx.UnpackHigh", "f64", "_mm256_unpackhi_pd(a, b)"},
	{"Avx.ExtractVector128", "f32", "_mm256_extractf128_ps(a, K1)"}, {"Avx.ExtractVector128", "f64", "_mm256_extractf128_pd(a, K1)"}, {"Avx2.ExtractVector128", "i8 u16 i32 u64", "_mm256_extracti128_si256(a, K1)"},
	{"Avx2.UnpackLow", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_unpacklo_epiB(a, b)"}, {"Avx2.UnpackHigh", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_unpackhi_epiB(a, b)"},
	{"Avx2.AlignRight", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_alignr_epi8(a, b, K)"},
	{"Avx2.Shuffle vn", "i32 u32", "_mm256_shuffle_epi32(a, K)"}, {"Avx2.Shuffle vm", "i8 u8", "_mm256_shuffle_epi8(a, M)"},
	{"Avx2.ShuffleLow", "i16 u16", "_mm256_shufflelo_epi16(a, K)"}, {"Avx2.ShuffleHigh", "i16 u16", "_mm256_shufflehi_epi16(a, K)"},
	{"Avx2.ShiftLeftLogical128BitLane", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_bslli_epi128(a, K)"},
	{"Avx2.ShiftRightLogical128BitLane", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_bsrli_epi128(a, K)"},
	{"Avx2.Blend", "i32 u32", "_mm_blend_epi32(a, b, K4)"}, {"Avx2.Blend 256", "i32 u32", "_mm256_blend_epi32(a, b, K)"}, {"Avx2.Blend 256", "i16 u16", "_mm256_blend_epi16(a, b, K)"},
	{"Avx2.Permute2x128", "i8 u8 i16 u16 i32 u32 i64 u64", "_mm256_permute2x128_si256(a, b, K)"},
	{"Avx2.Permute4x64", "i64 u64", "_mm256_permute4x64_epi64(a, K)"}, {"Avx2.Permute4x64", "f64", "_mm256_permute4x64_pd(a, K)"},
	{"Avx2.PermuteVar8x32", "i32 u32", "_mm256_permutevar8x32_epi32(a, M)"}, {"Avx2.PermuteVar8x32", "f32", "_mm256_permutevar8x32_ps(a, M)"},
	{"Avx2.BroadcastScalarToVector128", "i8 u16 i32 u64", "_mm_broadcastT_epiB(a)"}, {"Avx2.BroadcastScalarToVector128", "f32", "_mm_broadcastss_ps(a)"},
	{"Avx2.BroadcastScalarToVector256", "i8 u16 i32 u64", "_mm256_broadcastT_epiB(a)"}, {"Avx2.BroadcastScalarToVector256", "f32", "_mm256_broadcastss_ps(a)"}, {"Avx2.BroadcastScalarToVector256", "f64", "_mm256_broadcastsd_pd(a)"},

	{"Avx512F.UnpackLow", "i32 u64", "_mm512_unpacklo_epiB(a, b)"}, {"Avx512F.UnpackHigh", "u32 i64", "_mm512_unpackhi_epiB(a, b)"}, {"Avx512F.UnpackLow", "f32", "_mm512_unpacklo_ps(a, b)"}, {"Avx512F.UnpackHigh", "f64", "_mm512_unpackhi_pd(a, b)"},
	{"Avx512F.Shuffle vn", "i32 u32", "_mm512_shuffle_epi32(a, K)"}, {"Avx512F.Shuffle vwn", "f32", "_mm512_shuffle_ps(a, b, K)"}, {"Avx512F.Shuffle vwn", "f64", "_mm512_shuffle_pd(a, b, K)"},
	{"Avx512F.Shuffle4x128", "i32 u32", "_mm512_shuffle_i32x4(a, b, K)"}, {"Avx512F.Shuffle4x128", "i64 u64", "_mm512_shuffle_i64x2(a, b, K)"}, {"Avx512F.Shuffle4x128", "f32", "_mm512_shuffle_f32x4(a, b, K)"}, {"Avx512F.Shuffle4x128", "f64", "_mm512_shuffle_f64x2(a, b, K)"},
	{"Avx512F.Permute2x64", "f64", "_mm512_permute_pd(a, K)"}, {"Avx512F.Permute4x32", "f32", "_mm512_permute_ps(a, K)"},
	{"Avx512F.Permute4x64", "i64 u64", "_mm512_permutex_epi64(a, K)"}, {"Avx512F.Permute4x64", "f64", "_mm512_permutex_pd(a, K)"},
	{"Avx512F.DuplicateEvenIndexed", "f32", "_mm512_moveldup_ps(a)"}, {"Avx512F.DuplicateEvenIndexed", "f64", "_mm512_movedup_pd(a)"}, {"Avx512F.DuplicateOddIndexed", "f32", "_mm512_movehdup_ps(a)"},
	{"Avx512F.ExtractVector128", "i8 i32", "_mm512_extracti32x4_epi32(a, K2)"}, {"Avx512F.ExtractVector256", "u16 i64", "_mm512_extracti64x4_epi64(a, K1)"}, {"Avx512F.ExtractVector128", "f32", "_mm512_extractf32x4_ps(a, K2)"}, {"Avx512F.ExtractVector256", "f64", "_mm512_extractf64x4_pd(a, K1)"},
	{"Avx512F.BroadcastScalarToVector512", "i32 u64", "_mm512_broadcastT_epiB(a)"}, {"Avx512F.BroadcastScalarToVector512", "f32", "_mm512_broadcastss_ps(a)"}, {"Avx512F.BroadcastScalarToVector512", "f64", "_mm512_broadcastsd_pd(a)"},
	{"Avx512BW.BroadcastScalarToVector512", "i8 u16", "_mm512_broadcastT_epiB(a)"},
	{"Avx512F.AlignRight32", "i32 u32", "_mm512_alignr_epi32(a, b, K)"}, {"Avx512F.AlignRight64", "i64 u64", "_mm512_alignr_epi64(a, b, K)"},
	{"VL.AlignRight32 128", "i32", "_mm_alignr_epi32(a, b, K)"}, {"VL.AlignRight32 256", "u32", "_mm256_alignr_epi32(a, b, K)"}, {"VL.AlignRight64 128", "i64", "_mm_alignr_epi64(a, b, K)"}, {"VL.AlignRight64 256", "u64", "_mm256_alignr_epi64(a, b, K)"},
	{"Avx512F.PermuteVar16x32", "i32 u32", "_mm512_permutexvar_epi32(M, a)"}, {"Avx512F.PermuteVar16x32", "f32", "_mm512_permutexvar_ps(M, a)"},
	{"Avx512F.PermuteVar8x64", "i64 u64", "_mm512_permutexvar_epi64(M, a)"}, {"Avx512F.PermuteVar8x64", "f64", "_mm512_permutexvar_pd(M, a)"},
	{"Avx512F.PermuteVar16x32x2", "i32 u32", "_mm512_permutex2var_epi32(a, M, b)"}, {"Avx512F.PermuteVar16x32x2", "f32", "_mm512_permutex2var_ps(a, M, b)"},
	{"Avx512F.PermuteVar8x64x2", "i64 u64", "_mm512_permutex2var_epi64(a, M, b)"}, {"Avx512F.PermuteVar8x64x2", "f64", "_mm512_permutex2var_pd(a, M, b)"},
	{"Avx512BW.UnpackLow", "i8 u16", "_mm512_unpacklo_epiB(a, b)"}, {"Avx512BW.UnpackHigh", "u8 i16", "_mm512_unpackhi_epiB(a, b)"},
	{"Avx512BW.AlignRight", "i8 u8", "_mm512_alignr_epi8(a, b, K)"}, {"Avx512BW.Shuffle", "i8 u8", "_mm512_shuffle_epi8(a, M)"},
	{"Avx512BW.ShuffleLow", "i16 u16", "_mm512_shufflelo_epi16(a, K)"}, {"Avx512BW.ShuffleHigh", "i16 u16", "_mm512_shufflehi_epi16(a, K)"},
	{"Avx512BW.ShiftLeftLogical128BitLane", "i8 u8", "_mm512_bslli_epi128(a, K)"}, {"Avx512BW.ShiftRightLogical128BitLane", "i8 u8", "_mm512_bsrli_epi128(a, K)"},
	{"Avx512BW.PermuteVar32x16", "i16 u16", "_mm512_permutexvar_epi16(M, a)"}, {"Avx512BW.PermuteVar32x16x2", "i16 u16", "_mm512_permutex2var_epi16(a, M, b)"},
	{"Avx512Vbmi.PermuteVar64x8", "i8 u8", "_mm512_permutexvar_epi8(M, a)"}, {"Avx512Vbmi.PermuteVar64x8x2", "i8 u8", "_mm512_permutex2var_epi8(a, M, b)"},
	{"VL.PermuteVar4x64", "i64 u64", "_mm256_permutexvar_epi64(M, a)"}, {"VL.PermuteVar16x16", "i16 u16", "_mm256_permutexvar_epi16(M, a)"}, {"VL.PermuteVar32x8", "i8 u8", "_mm256_permutexvar_epi8(M, a)"},
	{"VL.PermuteVar8x16", "i16 u16", "_mm_permutexvar_epi16(M, a)"}, {"VL.PermuteVar16x8", "i8 u8", "_mm_permutexvar_epi8(M, a)"},
	{"VL.PermuteVar8x32x2", "i32 u32", "_mm256_permutex2var_epi32(a, M, b)"}, {"VL.PermuteVar4x64x2", "i64 u64", "_mm256_permutex2var_epi64(a, M, b)"},
	{"VL.PermuteVar16x16x2", "i16 u16", "_mm256_permutex2var_epi16(a, M, b)"}, {"VL.PermuteVar32x8x2", "i8 u8", "_mm256_permutex2var_epi8(a, M, b)"},
	{"VL.PermuteVar4x32x2", "i32 u32", "_mm_permutex2var_epi32(a, M, b)"}, {"VL.PermuteVar2x64x2", "i64 u64", "_mm_permutex2var_epi64(a, M, b)"},
	{"VL.PermuteVar8x16x2", "i16 u16", "_mm_permutex2var_epi16(a, M, b)"}, {"VL.PermuteVar16x8x2", "i8 u8", "_mm_permutex2var_epi8(a, M, b)"},

	{"AdvSimd.ExtractVector64 64", "u8", "vext_u8(a, b, K:8)"}, {"AdvSimd.ExtractVector64 64", "i16", "vext_s16(a, b, K:4)"}, {"AdvSimd.ExtractVector64 64", "f32", "vext_f32(a, b, K:2)"},
	{"AdvSimd.ExtractVector128", "u8", "vextq_u8(a, b, K:16)"}, {"AdvSimd.ExtractVector128", "i16", "vextq_s16(a, b, K:8)"}, {"AdvSimd.ExtractVector128", "f64", "vextq_f64(a, b, K:2)"},
	{"AdvSimd.ReverseElement8", "i16", "vrev16q_s8(a)"}, {"AdvSimd.ReverseElement8", "i32", "vrev32q_s8(a)"}, {"AdvSimd.ReverseElement8", "u64", "vrev64q_u8(a)"},
	{"AdvSimd.ReverseElement16", "i32", "vrev32q_s16(a)"}, {"AdvSimd.ReverseElement16", "u64", "vrev64q_u16(a)"}, {"AdvSimd.ReverseElement32", "u64", "vrev64q_u32(a)"}, {"AdvSimd.ReverseElement8 64", "u64", "vrev64_u8(a)"},
	{"AdvSimd.DuplicateSelectedScalarToVector64", "u8", "vdup_laneq_u8(a, K:16)"}, {"AdvSimd.DuplicateSelectedScalarToVector128", "i16", "vdupq_laneq_s16(a, K:8)"}, {"AdvSimd.DuplicateSelectedScalarToVector128 64", "f32", "vdupq_lane_f32(a, K:2)"},
	{"Arm64.DuplicateSelectedScalarToVector128", "f64", "vdupq_laneq_f64(a, K:2)"},
	{"Arm64.VectorTableLookup", "u8", "vqtbl1q_u8(a, N)"}, {"AdvSimd.VectorTableLookup", "u8", "vqtbl1_u8(a, H)"},
	{"Arm64.ZipLow", "u8", "vzip1q_u8(a, b)"}, {"Arm64.ZipHigh", "i16", "vzip2q_s16(a, b)"}, {"Arm64.UnzipEven", "f32", "vuzp1q_f32(a, b)"}, {"Arm64.UnzipOdd", "u64", "vuzp2q_u64(a, b)"},
	{"Arm64.TransposeEven", "u8", "vtrn1q_u8(a, b)"}, {"Arm64.TransposeOdd", "u32", "vtrn2q_u32(a, b)"}, {"Arm64.ZipHigh 64", "u8", "vzip2_u8(a, b)"},

	{"PackedSimd.Swizzle", "u8", "wasm_i8x16_swizzle(a, W)"}, {"PackedSimd.Shuffle", "u8", "wasm_i8x16_shuffle(a, b, I)"},
}

// Each method of each type, with numbers by chance, is what the intrinsic is, whose meaning is a target's.
func TestHardwareIsTheIntrinsic(t *testing.T) {
	r := chance.Random(t, 410)
	tried := map[string]bool{}
	for _, q := range equivalents {
		method, variant, _ := strings.Cut(q.method, " ")
		for _, typ := range strings.Fields(q.types) {
			for range 24 {
				tried[method] = true
				csharp, c := q.texts(r, method, variant, typ)
				compareReadings(t, csharp, c)
			}
		}
	}
	for _, e := range maskcall.Entries() {
		if e.Exact && !tried[e.Name] {
			t.Errorf("%s has no intrinsic", e.Name)
		}
	}
}

// compareReadings compares what C# and C say.
func compareReadings(t *testing.T, csharp, c string) {
	t.Helper()
	got, err := language(t, "csharp").Read(csharp, dialect.Options{})
	if err != nil {
		t.Errorf("%s: %v", csharp, err)
		return
	}
	read := cexpr.Intel().Read
	switch {
	case strings.HasPrefix(c, "wasm"):
		read = cexpr.Wasm().Read
	case strings.HasPrefix(c, "v"):
		read = cexpr.Arm().Read
	}
	want, err := read(c, dialect.Options{})
	if err != nil {
		t.Errorf("%s: %v", c, err)
		return
	}
	if v, err := lane.Compare(got.Map, want.Map); err != nil || v.Relation != lane.Equal {
		t.Errorf("%s is %s, and %s is %s: %v %v", csharp, got.Map, c, want.Map, v, err)
	}
}

// texts are a method and an intrinsic with the same numbers.
func (q equivalent) texts(r *rand.Rand, method, variant, typ string) (csharp, c string) {
	bits, _ := strconv.Atoi(typ[1:])
	total, args := 128, ""
	for _, e := range maskcall.Entries() {
		if e.Name == method && (args == "" || variant == e.Args) {
			args, total = e.Args, max(total, e.Total)
		}
	}
	if n, err := strconv.Atoi(variant); err == nil {
		total = n
	}
	k, most := r.IntN(256), 256
	for _, mark := range []string{"K1", "K2", "K4"} {
		if strings.Contains(q.c, mark) {
			most = 1 << (mark[1] - '0')
		}
	}
	if _, lanes, ok := strings.Cut(q.c, "K:"); ok {
		most, _ = strconv.Atoi(strings.TrimSuffix(lanes, ")"))
	}
	k %= most
	numbers, small := make([]uint64, total/bits), method == "PackedSimd.Shuffle"
	if strings.HasSuffix(q.c, "H)") {
		numbers = numbers[:8]
	}
	for i := range numbers {
		if numbers[i] = r.Uint64N(1 << min(bits, 16)); small {
			numbers[i] %= 32
		}
	}
	var given []string
	for _, letter := range args {
		switch letter {
		case 'v', 'w':
			given = append(given, string('a'+letter-'v'))
		case 'n':
			given = append(given, fmt.Sprint(k))
		case 'm':
			given = append(given, fmt.Sprintf("Vector%d.Create(%s)", len(numbers)*bits, listOf(numbers)))
		}
	}
	csharp = fmt.Sprintf("static Vector%d<%s> F(Vector%[1]d<%[2]s> a, Vector%[1]d<%[2]s> b) => %s(%s);", total, scalarNames[typ], method, strings.Join(given, ", "))
	return csharp, q.inC(bits, k, numbers)
}

// scalarNames are C#'s types of lanes.
var scalarNames = map[string]string{"i8": "sbyte", "u8": "byte", "i16": "short", "u16": "ushort", "i32": "int", "u32": "uint", "i64": "long", "u64": "ulong", "f32": "float", "f64": "double"}

// inC is the intrinsic with its numbers.
func (q equivalent) inC(bits, k int, numbers []uint64) string {
	letters := map[int]string{8: "b", 16: "w", 32: "d", 64: "q"}
	call, rest, _ := strings.Cut(q.c, "(")
	call = strings.NewReplacer("epiB", fmt.Sprint("epi", bits), "T_", letters[bits]+"_").Replace(call)
	var words []uint64
	for i := 0; i < len(numbers)*bits; i += 32 {
		var w uint64
		for at := 0; at < 32; at += min(bits, 32) {
			w |= numbers[(i+at)/bits] >> ((i + at) % bits) & (1<<min(bits, 32) - 1) << at
		}
		words = append(words, w)
	}
	prefix := map[int]string{4: "_mm_", 8: "_mm256_", 16: "_mm512_"}[len(words)]
	list := listOf(numbers)
	var ks []string
	for _, mark := range []string{"K:16", "K:8", "K:4", "K:2", "K1", "K2", "K4", "K"} {
		ks = append(ks, mark, fmt.Sprint(k))
	}
	return call + "(" + strings.NewReplacer(append(ks, "M", prefix+"setr_epi32("+listOf(words)+")",
		"N", "(uint8x16_t){"+list+"}", "H", "(uint8x8_t){"+list+"}", "W", "wasm_i8x16_const("+list+")", "I", list)...).Replace(rest)
}

func listOf(numbers []uint64) string {
	all := make([]string, len(numbers))
	for i, n := range numbers {
		all[i] = fmt.Sprint(n)
	}
	return strings.Join(all, ", ")
}
