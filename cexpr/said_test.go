package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// What is wrong in a text of C is said at the place where it is: in what stands around statements, in declarations, in calls of each family, and in what is wrong within these.
func TestWhatIsSaidWhere(t *testing.T) {
	const v4 = "typedef int v4 __attribute__((vector_size(16))); typedef short h4 __attribute__((vector_size(8))); v4 a; "
	const noName, noVector, noIntrinsic = `expected a name, found "`, "expected a vector, such as _mm_unpacklo_epi8(a, b)", "_mm_foo is no intrinsic that the targets know as a movement of lanes"
	rows := [][2]string{
		{v4 + "__builtin_convertvector(‹a, h4›", "the brackets of __builtin_convertvector do not close"},
		{v4 + "‹__builtin_convertvector(a, h8)›", "expected a vector and a type, both declared and with as many lanes"},
		{v4 + "‹__builtin_convertvector(b, h4)›", "expected a vector and a type, both declared and with as many lanes"},
		{v4 + "‹__builtin_convertvector(a)›", "expected a vector and a type"},
		{v4 + "‹__builtin_convertvector(a, h4, h4)›", "expected a vector and a type"},
		{"_mm_and_si128(‹~a›, b)", "~ computes: it moves only as one side of an &"},
		{"_mm_unpacklo_epi8(b, ‹~_mm_slli_si128(a, 1)›)", "~ computes: it moves only as one side of an &"},
		{"‹_mm_setr_epi8(" + strings.Repeat("0, ", 256) + "0›, 0)", "more than 256 arguments"},
		{"sizeof(‹int›", "the brackets of sizeof do not close"},
		{"_mm_slli_si128(a, ‹sizeof(foo)›)", `sizeof of "foo" is not known: expected a type`},
		{"__m128i f‹(__m256i a, __m128i a) {› return a; }", "a has 128 bits here and 256 before"},
		{"typedef‹ v4›;", "expected a type and its name"},
		{"using‹ X›;", "expected a type and its name"},
		{"std::simd::permute(v, [](‹auto i›", "the brackets of the lambda do not close"},
		{"std::simd::permute(v, [](auto i) { return i; }‹›", `expected ")", found the end`},
		{"std::simd::permute(v, ‹[](auto i)›", "expected a body between braces of at most 4096 characters"},
		{"std::simd::permute(v, ‹[](auto i) {" + strings.Repeat(" ", 4096) + "return i; }›)", "expected a body between braces of at most 4096 characters"},
		{"std::simd::permute(v, [](auto i) { return int ‹i›; })", `expected "(", found "i"`},
		{"std::simd::permute(v, [](auto i) { return (i‹;› })", `expected ")", found ";"`},
		{"static const ‹foo m[4] =› {1};", `"foo" is no type of numbers`},
		{"static const int m[4] = ‹1›;", `expected "{" and the numbers of the array, found "1"`},
		{"static const ‹uint8_t m[4] = {1, a›};", "m is a constant only if all its elements are numbers"},
		{"static const ‹__m128i m[4] =› {1, 2};", "an array of vectors: expected one vector at a time, or an array of numbers"},
		{"static const ‹int m[] = {" + strings.Repeat("0, ", 4096) + "0›, 0};", "more than 4096 elements"},
		{"‹_mm_loadu_si128(&)›", "expected an address"}, {"‹_mm_loadu_si128(*)›", "expected an address"},
		{"‹vst2q_u8(p, a)›;", "vst2q_u8: expected a variable of several vectors, such as uint8x16x2_t"},
		{"‹if› (x) a", "if decides at run time which lanes move: expected statements one after another"},
		{"‹else› a", "else decides at run time which lanes move: expected statements one after another"},
		{"‹a›;", noVector}, {"‹&a›;", noVector}, {"‹foo›<3", noVector},
		{"‹›", "expected a vector or a number, found the end"}, {";‹›", "expected a vector or a number, found the end"}, {"v[0] = ‹›", "expected a vector or a number, found the end"},
		{"__m128i t‹{_mm_slli_si128(a, 1)}›;", "expected an integer, such as one lane, found a vector of 128 bits"},
		{"__m128i a, ‹3›;", noName + `3"`}, {"__m128i a, ‹b›(c);", noName + `b"`}, {"__m128i a, ‹b› |= c;", noName + `b"`}, {"__m128i a, b, ‹4›, c;", noName + `4"`},
		{"__m128i a = _mm_slli_si128(b, 1), ‹3›;", `expected another name and its value, found "3"`},
		{"‹x |= foo›;", "or computes lane 0 from lanes that are both live, which is no movement"},
		{"__m128i a; ‹a += b›;", `+= computes, and moves no lanes: of pointers and integers it is followed`},
		{"__m128i a; a |= ‹;›", `expected a vector or a number, found ";"`},
		{"std::‹get<k>(std::simd::chunk<2>(a))›", "get<k>: expected one of the parts of a vector"},
		{"std::simd::vec<int, 8> a; std::‹get<4>(std::simd::chunk<2>(a))›", "get<4>: expected one of the parts of a vector"},
		{"std::simd::vec<int, 8> a; std::‹get<-1>(std::simd::chunk<2>(a))›", "get<-1>: expected one of the parts of a vector"},
		{"std::‹get<0>(a)›", "get<0>: expected one of the parts of a vector"}, {"std::‹get<0>()›", "get<0>: expected one of the parts of a vector"},
		{"‹auto [x, y] = a›;", "2 names are bound, and there are 1 vectors"},
		{"std::simd::‹chunk<0>(v)›", "chunk: expected how many lanes each part has between < and >, found 0"},
		{"std::simd::‹chunk<257>(v)›", "chunk: expected how many lanes each part has between < and >, found 257"},
		{"std::simd::‹chunk<k>(v)›", "chunk: expected how many lanes each part has between < and >, found k"},
		{"_MM_TRANSPOSE4_PS(a, b, c, d‹›", `expected ")", found the end`},
		{"_MM_TRANSPOSE4_PS(a, b, c‹)›", `expected "," and a variable, found ")"`},
		{"_MM_TRANSPOSE4_PS(f‹(›a), b, c, d)", `expected "," and a variable, found "("`},
		{"_MM_TRANSPOSE4_PS(‹,› b, c, d)", `expected the name of a variable: _MM_TRANSPOSE4_PS writes to all four, found ","`},
		{"‹wasm_i32x4_make(1, 2, 3)›", "wasm_i32x4_make: expected 4 numbers, found 3"}, {"‹wasm_i32x4_const(1, 2, 3, 4, 5)›", "wasm_i32x4_const: expected 4 numbers, found 5"},
		{"‹wasm_i32x4_replace_lane(a, 4, 0)›", "wasm_i32x4_replace_lane: a vector has lanes 0 to 3, and this is 4"}, {"‹wasm_i32x4_replace_lane(a, -1, 0)›", "wasm_i32x4_replace_lane: a vector has lanes 0 to 3, and this is -1"},
		{"‹wasm_i32x4_extract_lane(a, 4)›", "wasm_i32x4_extract_lane: a vector has lanes 0 to 3, and this is 4"},
		{"_mm_shuffle_epi32::<‹27›(a)", `expected constants and ">", found "27"`}, {"_mm_shuffle_epi32::<27>‹a›", `expected "(" and arguments, found "a"`},
		{"‹svuint8x5_t a;›", `"svuint8x5_t" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
		{"‹svuint8x1_t a;›", `"svuint8x1_t" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
		{"‹svuint8x02_t a;›", `"svuint8x02_t" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
		{"‹svld5_u8›(svptrue_b8(), p)", ""}, {"‹svld1_u8_x›(svptrue_b8(), p)", ""},
		{"__m128i a; a ‹* a›", "* on vectors computes: a movement is &, | or ^ with a constant, or of parts that do not meet"},
		{"x ‹^ y›", "xor computes bit 0 from bits that are both live, which is no movement"},
		{"‹InsertBlock<2>(Zero(Full256<uint8_t>()), a)›", "InsertBlock: block 2 is out of range: there are 2"},
		{"‹Xor(a, b)›", "Xor: a is read, and nobody says how wide"},
		{"‹GetLane(a)›", "GetLane: how many lanes the vector has is not in the text: a declaration or a cast says it"},
		{"#define A(x) x\nA(‹1›", "the brackets of A do not close"},
		{"‹_mm_slli_si128(a, 4.0)›", "pslldq takes a number as argument 2: what it does is known only where numbers are written"},
		{"‹_mm_set1_epi32(1.5)›", "_mm_set1_epi32: element 0: a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
	}
	for _, sign := range []string{"*", "+", "-", "/"} {
		for _, text := range []string{"uint32_t x; x ‹S 3›", "uint64_t x, y; x ‹S y›"} {
			rows = append(rows, [2]string{strings.Replace(text, "S", sign, 1), sign + " computes: expected << or >> by a number, &, or |"})
		}
	}
	for _, around := range []string{v4 + "__builtin_convertvector(%s, h4)", "v.val[0] = %s;", "uint32x4_t v; v[1] = %s;", "auto [x, y] = %s;", "_mm_shuffle_epi32::<27>(%s)", "x |= %s;", "return %s;", "__m128i t = %s;", "__m128i a, t = %s;", "*(__m128i *)p = %s;", "std::get<0>(%s)", "std::simd::permute(%s, [](auto i) { return i; })", "uint8x16_t t = {%s};", "Broadcast<0>(%s)", "t.val[1] = %s", "(__m128i)%s", "std::bit_cast<__m128i>(%s)", "sizeof(int) + %s"} {
		rows = append(rows, [2]string{strings.Replace(around, "%s", "‹_mm_foo›(a)", 1), noIntrinsic})
	}
	for k := 0; k < len(rows); k++ {
		if rows[k][1] == "" { // of a name that is none
			name := strings.TrimSuffix(strings.TrimPrefix(rows[k][0][:strings.Index(rows[k][0], "(")], "‹"), "›")
			rows[k] = [2]string{"‹" + strings.ReplaceAll(rows[k][0], "‹"+name+"›", name) + "›", name + " is no intrinsic that the targets know as a movement of lanes"}
		}
	}
	dialecttest.Refused(t, cexpr.Builtin(), rows)
}

// What is read of forms that few have: braces behind a type, signs and casts in lambdas, Rust's constants, types with namespaces, booleans.
func TestReadAsWell(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Builtin(), [][2]string{
		{"std::simd::vec<int, 4>{3, 2, 1, 0}", " of : -> i32x4: #3 #2 1 z"},
		{"uint8x16_t t {1, 2, 3};", "t of : -> i8x16: 1 #2 #3 z z z z z z z z z z z z z"},
		{"_mm_shuffle_epi8(a, __m128i{1, 2})", " of a: i8x16 -> a1 a0 a0 a0 a0 a0 a0 a0 a2 a0 a0 a0 a0 a0 a0 a0"},
		{"std::bit_cast<__m128i>(_mm_unpacklo_ps(a, b))", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"std::simd::vec<float> v; std::simd::permute(v, [](auto i) { return i ^ 1; })", " of v: i32x4 -> a1 a0 a3 a2; vectors of std::simd have as many bits as the machine where their type has no number: 128 are assumed"},
		{"std::simd::vec<int, 4> v; std::simd::permute(v, [](auto i) { return +(unsigned long)(i ^ 1); })", " of v: i32x4 -> a1 a0 a3 a2"},
		{"std::simd::vec<int, 4> v; std::simd::permute(v, [](auto i) { return (int)-(-i); })", " of v: i32x4 -> a0 a1 a2 a3"},
		{"std::simd::vec<int, 4> v; std::simd::permute(v, [](auto i) { return (i + (1)) % (unsigned)4; })", " of v: i32x4 -> a1 a2 a3 a0"},
		{"std::simd::vec<int, 8> v; std::get<2>(std::simd::chunk<3>(v))", " of v: i32x8 -> a6 a7"},
		{"p->v = _mm_slli_si128(a, 1);", "p->v of a: i8x16 -> z a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14"},
		{"uint32x4_t v; v[1] = foo;", "v of v foo: i8x16 i8x4 -> a0 a1 a2 a3 b0 b1 b2 b3 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm_shuffle_epi32::<27>(a)", " of a: i32x4 -> a3 a2 a1 a0"}, {"_mm_shuffle_epi32::<{27}>(a)", " of a: i32x4 -> a3 a2 a1 a0"}, {"_mm_shuffle_epi32::<{ 3 * 9 }>(a)", " of a: i32x4 -> a3 a2 a1 a0"},
		{"vcopyq_laneq_u32::<0, 3>(a, b)", " of b a: i8x16 i8x16 -> a12 a13 a14 a15 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15"},
		{"typedef __vector bool int vb; vb a; vec_mergeh(a, a)", " of a: i32x4 -> a0 a0 a1 a1"}, {"vector bool char a; vec_mergel(a, a)", " of a: i8x16 -> a8 a8 a9 a9 a10 a10 a11 a11 a12 a12 a13 a13 a14 a14 a15 a15"},
		{"inline namespace x { _mm_shuffle_epi32(a, 27) }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"_mm_set1_ps(1.5f)", " of : -> i32x4: #3fc00000 #3fc00000 #3fc00000 #3fc00000"}, {"_mm_set1_ps(0x1.8p0f)", " of : -> i32x4: #3fc00000 #3fc00000 #3fc00000 #3fc00000"},
		{"wasm_i32x4_replace_lane(a, 3, 0)", " of a: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 z z z z"},
	})
}
