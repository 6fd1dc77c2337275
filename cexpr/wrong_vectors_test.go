package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// An intrinsic of x86 begins with how long its vectors are: what begins otherwise is none, whatever it does by the rest of its name.
func TestIntrinsicsOfNoLength(t *testing.T) {
	for _, call := range []string{
		"undefined_si128()", "undefined()", "xor_si128(a, b)", "set_m128(a, b)", "setr_m128i(a, b)", "ror_epi32(a, 3)", "extract_epi32(a, 1)", "insert_epi32(a, b, 1)", "mask_mov_epi32(a, 3, b)", "broadcast_i32x4(a)", "shuffle_epi32(a, 27)",
		"set1_epi32(1)", "setzero_si128()", "unpacklo_epi8(a, b)", "slli_si128(a, 4)", "blend_epi16(a, b, 3)",
	} {
		for _, prefix := range []string{"", "_", "mm_", "_mm7_", "_mm1024_", "_MM_", "_m_", "__mm_", "_mm"} {
			name, _, _ := strings.Cut(prefix+call, "(")
			for _, around := range []string{"%s", "_mm_unpacklo_epi8(c, %s)"} {
				text := fmt.Sprintf(around, prefix+call)
				r, err := cexpr.Intel().Read(text, dialect.Options{})
				if err == nil || !strings.Contains(err.Error(), ": "+name+" is no ") && !strings.HasSuffix(err.Error(), ": "+name+": it is a constant only if all its arguments are numbers") {
					t.Errorf("%s: %s, %v", text, r.Map, err)
				}
			}
		}
	}
}

// A vector of another length than a call, an operator or a type asks for is told of, whichever argument it is; so is a number.
func TestVectorsOfOtherLengths(t *testing.T) {
	const declared = "typedef char v32 __attribute__((vector_size(32))); v32 w; uint8x16_t u; uint32x4_t v; Full128<uint32_t> d; std::simd::vec<int, 4> s; std::simd::vec<uint32_t, 4> n; __m512i big; "
	for call, place := range map[string]string{
		"_mm256_set_m128i(X, a)": "_mm256_set_m128i", "_mm256_set_m128i(a, X)": "_mm256_set_m128i", "_mm256_setr_m128i(X, a)": "_mm256_setr_m128i", "_mm256_setr_m128i(a, X)": "_mm256_setr_m128i",
		"_mm_xor_si128(a, X)": "_mm_xor_si128", "_mm_xor_si128(X, a)": "_mm_xor_si128", "_mm_extract_epi32(X, 1)": "_mm_extract_epi32", "_mm_insert_epi32(X, 7, 1)": "_mm_insert_epi32",
		"vqtbx1q_u8(X, a, vdupq_n_u8(3))": "vqtbx1q_u8", "vqtbx1q_u8(a, X, vdupq_n_u8(3))": "vqtbx1q_u8", "vextq_u8(X, u, 3)": "vextq_u8", "vextq_u8(u, X, 3)": "vextq_u8", "vcombine_u8(X, a)": "vcombine_u8", "vgetq_lane_u32(X, 1)": "vgetq_lane_u32", "vget_low_u8(X)": "vget_low_u8",
		"InsertBlock<0>(u, X)": "InsertBlock", "InsertBlock<1>(w, X)": "InsertBlock", "Slide1Up(d, X)": "Slide1Up", "Slide1UpOr(3, d, X)": "Slide1UpOr", "Slide1DownOr(3, d, X)": "Slide1DownOr", "Slide1UpOr(GetLane(v), d, X)": "Slide1UpOr", "Reverse(d, X)": "Reverse",
		"u & X": "", "X & u": "", "u ^ X": "", "u | X": "", "(uint32x4_t)X": "", "(__m128i)X": "", "(vector unsigned char)X": "", "std::bit_cast<uint32x4_t>(X)": "",
		"std::simd::cat(s, X)": "cat", "std::simd::cat(X, X, s)": "", "shuffle(v, X, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>())": "shuffle", "swizzle(X, xsimd::batch_constant<uint32_t, A, 0, 3, 1, 2>())": "swizzle",
		"wasm_i32x4_shuffle(X, v, 0, 4, 1, 5)": "wasm_i32x4_shuffle", "wasm_i8x16_swizzle(X, wasm_i8x16_const_splat(1))": "wasm_i8x16_swizzle", "wasm_i32x4_extract_lane(X, 1)": "wasm_i32x4_extract_lane",
		"_mm_unpacklo_epi8(X, a)": "", "_mm_unpacklo_epi8(a, X)": "", "_mm_shuffle_epi32(X, 27)": "", "_mm_slli_si128(X, 4)": "", "_mm256_permute4x64_epi64(X, 27)": "", "vec_mergeh((vector unsigned char)X, u)": "",
	} {
		for value, bits := range map[string]int{"_mm512_setzero_si512()": 512, "_mm512_shuffle_epi32(z, 27)": 512, "big": 512} {
			if value == "big" && strings.Contains(call, "cat(") {
				continue // which takes vectors of any length, of its own type
			}
			text := declared + strings.ReplaceAll(call, "X", value)
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err == nil || !strings.Contains(err.Error(), fmt.Sprint(bits)) || place != "" && !strings.Contains(err.Error(), place+": ") {
				t.Errorf("%s: %s, %v", text, r.Map, err)
			}
		}
		text := declared + strings.ReplaceAll(call, "X", "vld2q_u8(p)")
		if strings.Contains(call, "cat(") {
			continue // which takes parts of vectors
		}
		if r, err := cexpr.Builtin().Read(text, dialect.Options{}); err == nil {
			t.Errorf("%s, of several vectors: %s", text, r.Map)
		}
	}
}

// What is wrong within what another thing is made of is told of there: behind the indices of a shuffle, in a part, a row, a constant, a predicate, a name that is bound.
func TestWhatIsWrongWithin(t *testing.T) {
	const s = "std::simd::vec<int, 4> s; "
	const noFoo, noLength = "_mm_foo is no intrinsic that the targets know as a movement of lanes", "how many lanes the vector has is not in the text: a declaration or a cast says it"
	dialecttest.Refused(t, cexpr.Builtin(), [][2]string{
		{"xsimd::shuffle(a, b, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>() ‹c›)", `expected ")", found "c"`},
		{"xsimd::shuffle(a, b, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>()‹›", `expected ")", found the end`},
		{"xsimd::swizzle(a, xsimd::batch_constant<uint32_t, A, 0, 3, 1, 2>()‹{›})", `expected ")", found "{"`},
		{"xsimd::shuffle(‹_mm_foo›(a), b, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>())", noFoo},
		{"xsimd::shuffle(a ‹b›, xsimd::batch_constant<uint32_t, A, 0, 4, 1, 5>())", `expected "," and batch_constant<…>(), found "b"`},
		{"‹vec_splats(7)›", "vec_splats: " + noLength}, {"‹vec_splats(a)›", "vec_splats: " + noLength}, {"vec_mergeh(‹vec_splats(7)›, a)", "vec_splats: " + noLength},
		{"Full128<uint32_t> d; ‹Slide1UpOr(d, 3, _mm512_setzero_si512())›", "Slide1UpOr: " + noLength},
		{"Full128<uint32_t> d; ‹TruncateTo(Full64<uint16_t>(), _mm512_setzero_si512())›", "TruncateTo: " + noLength},
		{"‹BitCast(Full128<uint32_t>(), _mm512_setzero_si512())›", "BitCast: 512 bits do not become 128 by BitCast"},
		{s + "std::simd::permute<4>(s, ‹[](auto i) { return 9; }›)", "index 9 of lane 0 is out of range: the vector has lanes 0 to 3"},
		{s + "std::simd::‹cat(s, 3)›", "cat: expected a vector, found the number 3"},
		{"std::‹get<_mm_foo(a)>(›v)", "in get<_mm_foo(a)>: " + noFoo}, {"std::get<0>(v‹›", `expected "," or ")", found the end`}, {"std::get<0>(‹_mm_foo›(a))", noFoo},
		{"auto [x, y] = std::simd::chunk<2>(‹_mm_foo›(a));", noFoo},
		{"‹_mm_shuffle_epi32::<›{_mm_foo(a)}>(a)", "in _mm_shuffle_epi32::<{_mm_foo(a)}>: " + noFoo}, {"_mm_shuffle_epi32::<27>(a‹›", `expected "," or ")", found the end`},
		{"‹bool v;› v", `"bool" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`}, {"‹(bool)a›", "expected a vector, such as _mm_unpacklo_epi8(a, b)"},
		{"vector bool int v; ‹vec_perm(v, v, v)›", "vec_perm: what it does depends on the contents of v: it is a map only where they are constants"},
		{"x |= ‹_mm_foo›(a);", noFoo}, {"y[0] |= ‹_mm_foo›(a);", noFoo}, {"uint32x4_t v; v[0] = ‹_mm_foo›(a);", noFoo}, {"uint32x4_t v; ‹v[4] =› 7;", "a vector has lanes 0 to 3, and this is 4"},
		{"_MM_SHUFFLE(1, 2, 3‹›", `expected "," or ")", found the end`},
		{"__m512 a = _mm512_setzero_ps(); _MM_TRANSPOSE4_PS(‹a›, b, c, d)", "expected a vector of 128 bits, and this has 512"},
		{"_MM_TRANSPOSE4_PS(a, b, c, d); ‹_mm_foo›(c)", noFoo},
		{"svsel_u8(‹svptrue_pat_b8()›, a, b)", "svptrue_pat_b8: it takes 1 arguments, and has 0"}, {"svsel_u8(‹svptrue_pat_b8(SV_VL1, SV_VL2)›, a, b)", "svptrue_pat_b8: it takes 1 arguments, and has 2"},
		{"svsel_u8(‹svptrue_b8(3)›, a, b)", "svptrue_b8: it takes 0 arguments, and has 1"}, {"svsel_u8(‹svptrue_pat_b8(SV_FOO)›, a, b)", `svptrue_pat_b8: expected a pattern such as SV_VL4, found "SV_FOO"`},
		{"‹svlastb_u8(p, a)›", "svlastb_u8: what it does depends on p: it is a map only once that is known"}, {"‹svlasta_u8(a, a)›", "svlasta_u8: what it does depends on a: it is a map only once that is known"},
		{"‹svld1_u8(_mm_foo(a), b)›", "svld1_u8: " + noFoo}, {"‹svld1_u8(a, b)›", "svld1_u8: what it does depends on a: it is a map only once that is known"},
		{"svrev_u8_x(‹_mm_foo›(a), b)", noFoo},
	})
}

// A directive or a comment may stand right behind a word, a number and a bracket, wherever these are.
func TestWhatStandsRightBehindWords(t *testing.T) {
	const text = "const int n = 4 ; _mm_unpacklo_epi8 ( _mm_slli_si128 ( a , n ) , b ) ;"
	plain, err := cexpr.Intel().Read(text, dialect.Options{})
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Split(text, " ")
	for _, between := range []string{"\n#define z 3\n", "\n#pragma once\n", "/* , 7 */", "// ) b\n", "\n\n#define f(x) (x)\n", "/*\n#define b c\n*/"} {
		for k := 1; k < len(words); k++ {
			here := strings.Join(words[:k], " ") + between + strings.Join(words[k:], " ")
			r, err := cexpr.Intel().Read(here, dialect.Options{})
			if err != nil || r.Map.String() != plain.Map.String() || strings.Join(r.Names, " ") != strings.Join(plain.Names, " ") {
				t.Errorf("%q: %s of %v, %v", here, r.Map, r.Names, err)
			}
		}
	}
}

// A predicate is known by what it was made of, also by a name; a number and a vector that is known are none.
func TestNamesOfPredicates(t *testing.T) {
	for _, row := range []struct{ call, want string }{{"svlastb_u8(%s, a)", "i8x16 -> a15"}, {"svsel_u8(%s, a, b)", "i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"}} {
		for declared, name := range map[string]string{"": "svptrue_b8()", "svbool_t p = svptrue_b8(); ": "p", "const svbool_t all = svptrue_pat_b8(SV_ALL); ": "all"} {
			text := declared + fmt.Sprintf(row.call, name)
			if r, err := cexpr.Scalable().Read(text, dialect.Options{}); err != nil || r.Map.String() != row.want {
				t.Errorf("%s: %s, %v", text, r.Map, err)
			}
		}
		for declared, says := range map[string]string{"const int p = 3; ": "expected a predicate, such as svptrue_b8()", "svuint8_t p = svrev_u8(c); ": "expected a predicate, such as svptrue_b8()", "": "what it does depends on p: it is a map only once that is known"} {
			text := declared + fmt.Sprintf(row.call, "p")
			if r, err := cexpr.Scalable().Read(text, dialect.Options{}); err == nil || !strings.HasSuffix(err.Error(), says) {
				t.Errorf("%s: %s, %v, want %s", text, r.Map, err, says)
			}
		}
	}
}
