package esimd_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// What a constant expression is, a compiler says of C++; here each operator is a function of Go's, and expressions are trees by chance with all parentheses.
var operatorsOf = map[string]func(x, y int64) (int64, bool){
	"+": func(x, y int64) (int64, bool) { return x + y, true }, "-": func(x, y int64) (int64, bool) { return x - y, true }, "*": func(x, y int64) (int64, bool) { return x * y, true },
	"/": func(x, y int64) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return x / y, true
	},
	"%": func(x, y int64) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return x - x/y*y, true
	},
	"&": func(x, y int64) (int64, bool) { return ^(^x | ^y), true }, "|": func(x, y int64) (int64, bool) { return ^(^x & ^y), true }, "^": func(x, y int64) (int64, bool) { return x&^y | y&^x, true },
	"<<": func(x, y int64) (int64, bool) {
		for range y & 63 {
			x *= 2
		}
		return x, true
	},
	">>": func(x, y int64) (int64, bool) {
		for range y & 63 {
			x = (x - x&1) / 2
		}
		return x, true
	},
	"==": func(x, y int64) (int64, bool) { return is(x-y == 0), true }, "!=": func(x, y int64) (int64, bool) { return is(x-y != 0), true },
	"<": func(x, y int64) (int64, bool) { return is(!(x >= y)), true }, ">": func(x, y int64) (int64, bool) { return is(!(x <= y)), true },
	"<=": func(x, y int64) (int64, bool) { return is(!(x > y)), true }, ">=": func(x, y int64) (int64, bool) { return is(!(x < y)), true },
	"&&": func(x, y int64) (int64, bool) { return is(x != 0) * is(y != 0), true }, "||": func(x, y int64) (int64, bool) { return 1 - is(x == 0)*is(y == 0), true },
}

func is(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// tree is an expression, what it is, and whether it is anything.
func tree(r *rand.Rand, names []string, deep int) (text string, v int64, ok bool) {
	switch n := r.IntN(8); {
	case deep == 0 || n == 0:
		v = r.Int64N(12)
		return fmt.Sprint(v), v, true
	case n == 1:
		text, v, ok = tree(r, names, deep-1)
		return "- " + text, -v, ok
	case n == 2:
		text, v, ok = tree(r, names, deep-1)
		return "~" + text, -v - 1, ok
	case n == 3:
		a, x, ok1 := tree(r, names, deep-1)
		b, y, ok2 := tree(r, names, deep-1)
		c, z, ok3 := tree(r, names, deep-1)
		if v = y; x == 0 {
			v = z
		}
		return "(" + a + " ? " + b + " : " + c + ")", v, ok1 && ok2 && ok3
	}
	sign := names[r.IntN(len(names))]
	a, x, ok1 := tree(r, names, deep-1)
	b, y, ok2 := tree(r, names, deep-1)
	if ok1 && ok2 {
		v, ok = operatorsOf[sign](x, y)
	}
	return "(" + a + " " + sign + " " + b + ")", v, ok
}

// A constant is worth what its operators make of it, wherever a number may stand; what divides by 0 is worth nothing.
func TestConstantExpressions(t *testing.T) {
	r := chance.Random(t, 53)
	names := slices.Sorted(maps.Keys(operatorsOf))
	known, none := 0, 0
	for range 4000 {
		text, v, ok := tree(r, names, 4)
		m, err := language(t, "esimd").Read("simd<long, 2> v; v = "+text+"; v.select<1, 1>(1)", dialect.Options{})
		if ok {
			known++
			want := lane.Fixed(lane.ConstOf(uint64(v)))
			if err != nil || len(m.Map.Lane) != 1 || m.Map.Lane[0] != want {
				t.Fatalf("%s is %s, %v; want %d", text, m.Map, err, v)
			}
			continue
		}
		if none++; err == nil && !strings.Contains(text, "?") { // what is not chosen may divide by 0
			t.Fatalf("%s is %s, and divides by 0", text, m.Map)
		}
	}
	if known < 1000 || none < 100 {
		t.Errorf("%d were known and %d none", known, none)
	}
}

// The names of constants, casts of them, and masks of truths.
func TestNamesAndCasts(t *testing.T) {
	dialecttest.Meanings(t, language(t, "esimd"), [][2]string{
		{"constexpr int N = 16; simd<int, N> v; v.select<(N >> 2), 2>(N > 8 ? 1 : 0)", " of v: i32x16 -> a1 a3 a5 a7"},
		{"simd<int, 4> v, w; v.select<2, 1>(2) = true ? w.select<2, 2>(1) : 7; v.select<2, 1>(2)", " of w: i32x4 -> a1 a3"},
		// >> ends two lists of parameters, and shifts between parentheses
		{"simd<int, 8> w; simd_view<simd<int, 8>> v = w.select<4, 2>(1); v.select<2, 1>(0)", " of w: i32x8 -> a1 a3"},
		{"simd<int, 8> w; simd_view<simd<int, 8>, region1d_t<int, 4, 2>> v = w.select<4, 2>(1); v.select<2, 1>(0)", " of w: i32x8 -> a1 a3"},
		{"simd<int, 8> w; w.select<(16 >> 3), 1 << 1>(16 >> 3)", " of w: i32x8 -> a2 a4"},
		{"simd<int, 8> w; w.iselect(simd<uint16_t, 4>{7, 1, 0, 3})", " of w: i32x8 -> a7 a1 a0 a3"},
		// a cast of a number is one of the type, with the type's sign
		{"simd<int, 1> v = (char)300;", "v of : -> i32x1: #2c"},
		{"simd<int, 1> v = (char)200;", "v of : -> i32x1: #ffffffc8"},
		{"simd<int, 1> v = (unsigned char)200;", "v of : -> i32x1: #c8"},
		{"simd<long long, 1> v = (unsigned)-1;", "v of : -> i64x1: #ffffffff"},
		{"simd<long long, 1> v = (long long)-1;", "v of : -> i64x1: m"},
		{"simd<unsigned long, 1> v = (uint64_t)-1;", "v of : -> i64x1: m"},
		{"simd<int, 1> v = (int)-1.5;", "v of : -> i32x1: m"},
		{"simd<float, 1> v = (int)1.5;", "v of : -> i32x1: #3f800000"},
		{"simd<float, 1> v = (float)3;", "v of : -> i32x1: #40400000"},
		{"simd<double, 1> v = (float)0.1;", "v of : -> i64x1: #3fb99999a0000000"},
		{"simd<double, 1> v = (double)0.1;", "v of : -> i64x1: #3fb999999999999a"},
		{"simd<half, 1> v = (half)0.5;", "v of : -> i16x1: #3800"},
		{"simd<bfloat16, 1> v = 1.00390625f;", "v of : -> i16x1: #3f80"}, // half way between two, the even one
		{"simd<bfloat16, 1> v = 1.01171875f;", "v of : -> i16x1: #3f82"},
		// of an element it says what it is
		{"simd<int, 4> v; simd<int, 1> r = (unsigned)v[2];", "r of v: i32x4 -> a2"},
		// truths are numbers; ESIMD's masks are built of one for all, and C for Metal's have its bits
		{"simd<int, 4> v, w; simd_mask<4> m({true, false, false, true}); v.merge(w, m);", "v of w: i32x4 -> a0 . . a3"},
		{"simd<int, 4> v, w; simd_mask<4> m(true); v.merge(w, m);", "v of w: i32x4 -> a0 a1 a2 a3"},
		{"simd<int, 4> v, w; v.merge(w, 2);", "v of w: i32x4 -> a0 a1 a2 a3"},
		{"simd<int, 4> v, w; v.merge(w, false);", "v of : -> i32x4: . . . ."},
		{"__esimd_wrregion<int, 4, 2, 0, 2, 2>(v, w, 4, 1)", " of v w: i32x4 i32x2 -> a0 b0 a2 b1"},
		{"__esimd_wrregion<int, 4, 2, 0, 2, 2>(v, w, 4)", " of v w: i32x4 i32x2 -> a0 b0 a2 b1"},
	})
	dialecttest.Meanings(t, language(t, "cm"), [][2]string{
		{"vector<int, 32> v, w; v.merge(w, 0x80000001); v.select<2, 31>(0)", " of w: i32x32 -> a0 a31"},
		{"vector<int, 4> v, w; v.merge(w, 5);", "v of w: i32x4 -> a0 . a2 ."},
	})
	dialecttest.Meanings(t, language(t, "genx"), [][2]string{
		{"%r = call <1 x i16> @llvm.genx.rdregioni(<16 x i16> %v, i32 0, i32 1, i32 1, i16 010, i32 undef)", "r of v: i16x16 -> a5"},
		{"%r = call <2 x i8> @llvm.genx.rdregioni(<4 x i8> <i8 poison, i8 undef, i8 -1, i8 010>, i32 1, i32 1, i32 1, i16 1, i32 undef)", "r of : -> i8x2: _ m"},
		{"%r = call <2 x float> @llvm.genx.wrregionf(<2 x float> %v, float 0x3FB99999A0000000, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)", "r of v: i32x2 -> a0 #3dcccccd"},
		{"%r = call <2 x double> @llvm.genx.wrregionf(<2 x double> %v, double 0x3FB99999A0000000, i32 0, i32 1, i32 1, i16 8, i32 undef, i1 true)", "r of v: i64x2 -> a0 #3fb99999a0000000"},
		{"%r = call i8 @llvm.genx.rdregioni(<2 x i8> splat (i8 poison), i32 1, i32 1, i32 1, i16 1, i32 undef)", "r of : -> i8x1: _"},
	})
}

// Types have the names of both languages and of vISA.
func TestElementTypes(t *testing.T) {
	for bits, names := range map[int][]string{
		8:  {"char", "signed char", "unsigned char", "uchar", "int8_t", "uint8_t", "b", "ub", "bool"},
		16: {"short", "unsigned short", "short int", "unsigned short int", "ushort", "int16_t", "uint16_t", "w", "uw", "half", "sycl::half", "hf", "bfloat16", "bf"},
		32: {"int", "signed", "signed int", "unsigned", "unsigned int", "uint", "int32_t", "uint32_t", "d", "ud", "float", "f"},
		64: {"long long", "unsigned long long", "long long int", "signed long", "int64_t", "uint64_t", "long", "unsigned long", "q", "uq", "double", "df"},
	} {
		for _, name := range names {
			r, err := language(t, "esimd").Read("v.select<1, 1>(1)", dialect.Options{Type: name})
			if !strings.ContainsAny(name, " :") && (err != nil || r.Map.Bits != bits) {
				t.Errorf("--type %s is %s, %v; want lanes of %d bits", name, r.Map, err, bits)
			}
			dialecttest.Meanings(t, language(t, "esimd"), [][2]string{{"simd<" + name + ", 2> v; v.select<1, 1>(1)", fmt.Sprintf(" of v: i%dx2 -> a1", bits)}})
		}
	}
}

// Statements that move nothing are passed over.
func TestPassed(t *testing.T) {
	for _, statement := range []string{"using namespace a::b;", "namespace x {", "typedef simd<int, 4> v4;", "template <int N>", `static_assert(4 == 4, "four");`, `static_assert(N > 4 && M > 2, "more");`, "using V = simd_view<simd<int, 4>>;", "template <typename T = simd<int, 4>, int N>", "assert(x > 3);", `printf("%d", x);`, "[[intel::sycl_explicit_simd]]", "#pragma unroll\n", `extern "C"`, "constexpr"} {
		dialecttest.Meanings(t, language(t, "esimd"), [][2]string{{statement + " simd<int, 4> v; v.select<2, 1>(2)", " of v: i32x4 -> a2 a3"}})
	}
}

// What is wrong is said at its place.
func TestRefusedAtItsPlace(t *testing.T) {
	const merge = "the mask depends on data: with it known, merge is a map"
	dialecttest.Refused(t, language(t, "esimd"), [][2]string{
		{"simd<int, 4> v, w, k; v[0] = 1; v.merge(w, ‹k›);", merge},
		{"simd<int, 4> v, w; v.merge(w, ‹k[1]›);", "a mask of 1 elements for 4"},
		{"simd<int, 4> v, r; r[0] = ‹(char)v[1]›;", "int becomes char, which computes new values: bit_cast_view or format would keep the bits"},
		{"simd<int, 4> v, r; r[0] = ‹(float)v[1]›;", "int becomes float, which computes new values: bit_cast_view or format would keep the bits"},
		{"simd<float, 4> v = ‹(half)0.1›;", "float becomes half, which computes new values: bit_cast_view or format would keep the bits"},
		{"simd<int, 4> v; (int)v[1] = ‹3›;", "replicate, iselect and calls make a new vector, and nothing is written to it"},
		{"simd<int, 4> v, w; w = ‹v.merge(w, 1)›;", "merge is a statement: it changes the vector that it is called on"},
		{"simd<int, 4> v; v = ‹;›", `expected a vector, or a number, found ";"`},
		{"__esimd_rdregion<int, 8, ‹n›, 1, 2, 1>(v, 0)", `a parameter of __esimd_rdregion, "n", depends on data: expected a number`},
		{"__esimd_rdregion<int, 8, 4, 1, 2, 1>(v, ‹k›)", `the offset in bytes, "k", depends on data: expected a number`},
		{"__esimd_rdregion<int, 8, 4, 1, 2, 1>(‹v + v›, 0)", "+ computes, and moves no elements"},
		{"__esimd_wrregion<int, 4, 2, 0, 2, 2>(v, ‹v + v›, 4)", "+ computes, and moves no elements"},
		{"__esimd_wrregion<int, 4, 2, 0, 2, 2>(v, w, 4, ‹m›)", "the mask depends on data"},
		{"simd<int, 8> w; w.iselect(simd<uint16_t, 4>{7, ‹k›})", "expected a number"},
		{"v.select<2, 1>(‹1 / 0›)", `the offset, "1 / 0", depends on data: expected a number`},
		{"v.select<2, 1>(‹1 % 0›)", `the offset, "1 % 0", depends on data: expected a number`},
		{"v.select<2, 1>(‹1.0 + 1›)", `the offset, "1.0 + 1", depends on data: expected a number`},
		{"v.select<2, 1>(‹k ? 1 : 2›)", `the offset, "k ? 1 : 2", depends on data: expected a number`},
		{"v.select<2, 1>(2 ? 1‹)›", `expected ":", found ")"`},
		{"v.select<2, 1>(2 +‹)›", `expected a vector, or a number, found ")"`},
		{"v.select<2, 1>(2 ? 1 : ‹)›", `expected a vector, or a number, found ")"`},
		{"v.select<2, 1>(2 ? ‹:› 1)", `expected a vector, or a number, found ":"`},
		{"‹v ? v : w›", "? computes, and moves no elements"},
		{"‹1 ? 2 : 3›", "a number moves no elements"},
		{"‹__esimd_rdregion<int, 8, 4, 1, 2>(v, 0)›", "expected the type of an element, how many go in and how many come out, and V, W, H between < and >"},
		{"‹__esimd_rdregion<int, 8, 4, 1, 2, 1>(v)›", "__esimd_rdregion takes 2 arguments, and these are 1"},
	})
	dialecttest.Refused(t, language(t, "cm"), [][2]string{
		{"vector<int, 33> v, w; v.merge(w, ‹7›);", "a number is a mask of at most 32 elements, and these are 33"},
	})
	dialecttest.Refused(t, language(t, "genx"), [][2]string{
		{"%r = call <2 x i32> @llvm.genx.wrregioni(<2 x i32> %v, i32 ‹x›, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)", `expected a number, found "x"`},
		{"%r = bitcast ‹›%a to <4 x i32>", "expected the type of a vector, such as <8 x i32>, of at most 16384 bytes"},
		{"%r = bitcast <4 x i32> %a ‹as› <8 x i16>", `expected "to" and a type, found "as"`},
		{"%r = bitcast ‹<4 x i32> %a to <3 x i16>›", "16 bytes are cast to 6"},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %v, ‹i16› 0, i32 2, i32 1, i16 4, i32 undef)", `expected i32, found "i16"`},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %v, i32 0, ‹i32 ›%w, i32 1, i16 4, i32 undef)", "expected W: a number"},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %v, i32 0, i32 2, i32 1, ‹i16 undef›, i32 undef)", "the offset depends on data: expected a number of bytes"},
		{"%r = call <2 x i32> @llvm.genx.wrregioni(<2 x i32> %v, <1 x i32> <i32 ‹0x1›>, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)", "expected a number of the type"},
		{"%r = call <2 x i32> @llvm.genx.wrregioni(<2 x i32> %v, i32 ‹1.5›, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)", "expected a number of the type"},
		{"%r = call <2 x float> @llvm.genx.wrregionf(<2 x float> %v, float ‹-1›, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)", "expected a number of the type"},
		{"%r = call <2 x i64> @llvm.genx.wrregioni(<2 x i64> %v, i64 ‹18446744073709551616›, i32 0, i32 1, i32 1, i16 8, i32 undef, i1 true)", "expected a number of the type"},
	})
}
