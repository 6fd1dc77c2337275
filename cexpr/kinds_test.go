package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// An integer's variable holds no vector, however it is given one; it says what would be right.
func TestVectorsAreNoIntegers(t *testing.T) {
	given := map[string]string{
		"_mm_slli_si128(a, 4)": "a vector of 128 bits", "v": `"v", a vector of 128 bits`, "w": `"w", a vector of 256 bits`, "_mm256_permute4x64_epi64(w, 27)": "a vector of 256 bits", "p": "2 vectors",
	}
	for typ, bits := range map[string]int{"int": 32, "unsigned": 32, "uint8_t": 8, "long": 64, "uint16_t": 16} {
		for value, what := range given {
			why := fmt.Sprintf(" is an integer of %d bits, and no vector such as __m128i: expected an integer, such as one lane, found %s", bits, what)
			vectors := "__m128i v; __m256i w; uint8x16x2_t p; "
			dialecttest.Refused(t, cexpr.Intel(), [][2]string{
				{vectors + "‹" + typ + " k = " + value + "›;", "k" + why},
				{vectors + typ + " k = 8; ‹k = " + value + "›;", "k" + why},
				{vectors + typ + " k; ‹k = " + value + "›;", "k" + why},
				{typ + " f(__m128i v, __m256i w, uint8x16x2_t p) { ‹return " + value + "›; }", "the result" + why},
			})
		}
	}
}

// A lane and an integer go into lanes of their own kind: as another kind they are computed. Nor is a vector one of its own lanes.
func TestKindsOfLanes(t *testing.T) {
	const ofFloat = "a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"
	const ofInteger = "an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"
	declared := "int n; int32x4_t i; float32x4_t f; vector int vi; vector float vf; v128_t w; Vec128<int32_t> hi; Vec128<float> hf; "
	integers := []string{"n", "i[1]", "vgetq_lane_s32(i, 1)", "vec_extract(vi, 1)", "wasm_i32x4_extract_lane(w, 1)", "_mm_extract_epi32(x, 1)", "_mm_cvtsi128_si32(x)", "GetLane(hi)", "(n << 3)", "_pext_u32(n, 15)"}
	floats := []string{"f[1]", "vgetq_lane_f32(f, 1)", "vec_extract(vf, 1)", "wasm_f32x4_extract_lane(w, 1)", "GetLane(hf)"}
	vectors := []string{"i", "f", "vi", "vf"}
	for _, into := range [][2]string{ // of integers, and of floats
		{"int32x4_t v = {%s, 0, 0, 0};", "float32x4_t v = {%s, 0, 0, 0};"},
		{"vector int v = {0, 0, %s, 0};", "vector float v = {0, 0, %s, 0};"},
		{"vdupq_n_s32(%s)", "vdupq_n_f32(%s)"},
		{"vsetq_lane_s32(%s, i, 2)", "vsetq_lane_f32(%s, f, 2)"},
		{"vec_insert(%s, vi, 2)", "vec_insert(%s, vf, 2)"},
		{"vector int v = vec_splats(%s);", "vector float v = vec_splats(%s);"},
		{"wasm_i32x4_splat(%s)", "wasm_f32x4_splat(%s)"},
		{"wasm_i32x4_replace_lane(w, 0, %s)", "wasm_f32x4_replace_lane(w, 0, %s)"},
		{"_mm_set1_epi32(%s)", "_mm_set1_ps(%s)"},
		{"_mm_set_epi32(0, %s, 0, 0)", "_mm_set_ps(0, %s, 0, 0)"},
		{"Set(Full128<int32_t>(), %s)", "Set(Full128<float>(), %s)"},
		{"InsertLane(hi, 1, %s)", "InsertLane(hf, 1, %s)"},
	} {
		for k, kind := range []struct{ own, other []string }{{integers, floats}, {floats, integers}} {
			for _, value := range kind.own {
				text := declared + fmt.Sprintf(into[k], value)
				if _, err := cexpr.Intel().Read(text, dialect.Options{}); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
			for _, value := range kind.other {
				refusedWith(t, declared+fmt.Sprintf(into[k], value), []string{ofFloat, ofInteger}[k])
			}
			for _, value := range vectors {
				refusedWith(t, declared+fmt.Sprintf(into[k], value), fmt.Sprintf(`expected an integer, such as one lane, found "%s", a vector of 128 bits`, value))
			}
			refusedWith(t, "uint8x16x2_t p; "+declared+fmt.Sprintf(into[k], "p"), "expected an integer, such as one lane, found 2 vectors")
		}
	}
	for _, value := range floats {
		refusedWith(t, declared+"_mm_insert_epi32(x, "+value+", 1)", ofFloat)
		refusedWith(t, declared+"int k = "+value+";", ofFloat)
		refusedWith(t, declared+"int k; k = "+value+";", ofFloat)
		refusedWith(t, declared+"float k = "+value+"; vdupq_n_s32(k)", ofFloat)
		refusedWith(t, declared+"auto k = "+value+"; vdupq_n_s32(k)", ofFloat)
	}
	for _, value := range integers {
		refusedWith(t, declared+"float k = "+value+";", ofInteger)
		refusedWith(t, declared+"auto k = "+value+"; vdupq_n_f32(k)", ofInteger)
		refusedWith(t, declared+"unsigned k = "+value+"; vdupq_n_f32(k)", ofInteger)
	}
}

func refusedWith(t *testing.T, text, why string) {
	t.Helper()
	r, err := cexpr.Intel().Read(text, dialect.Options{})
	if err == nil {
		t.Errorf("%s is read as %s", text, r.Map.String())
	} else if !strings.HasSuffix(err.Error(), why) {
		t.Errorf("%s: %v, want %s", text, err, why)
	}
}

// A constant of xsimd's has an index for each lane of a register: that of the architecture, if its name says how long that is.
func TestRegistersOfXSIMD(t *testing.T) {
	lengths := map[string][]int{
		"A": {128, 256, 512, 1024, 2048}, "Arch": {128, 256}, "xsimd::default_arch": {128, 256, 512}, "xsimd::sse2": {128}, "sse4_2": {128}, "ssse3": {128}, "xsimd::fma3<xsimd::sse4_2>": {128},
		"fma3<avx2>": {256}, "xsimd::avx": {256}, "avx2": {256}, "avx512vbmi<avx512bw>": {512}, "xsimd::avx512f": {512}, "xsimd::neon64": {128}, "i8mm<neon64>": {128}, "wasm": {128}, "vsx": {128},
		"xsimd::rvv": {128, 256, 512}, "sve": {128, 512}, "emulated<256>": {256},
	}
	for arch, may := range lengths {
		for _, bits := range []int{8, 16, 32, 64} {
			for _, n := range []int{2, 3, 4, 5, 8, 15, 16, 31, 32} {
				total := n * bits
				fits := false
				for _, m := range may {
					fits = fits || m == total
				}
				if exact := len(may) == 1 && arch[0] != 'e'; !fits && !exact && n&(n-1) == 0 && total >= 128 {
					continue // as long as some machine's
				}
				var indices []string
				for i := range n {
					indices = append(indices, fmt.Sprint(n-1-i))
				}
				for _, of := range []string{fmt.Sprintf("uint%d_t, %s", bits, arch), fmt.Sprintf("xsimd::batch<uint%d_t, %s>", bits, arch)} {
					text := "xsimd::swizzle(v, xsimd::batch_constant<" + of + ", " + strings.Join(indices, ", ") + ">())"
					r, err := cexpr.XSIMD().Read(text, dialect.Options{})
					switch {
					case fits && err != nil:
						t.Errorf("%s: %v", text, err)
					case fits && len(r.Map.Lane) != n:
						t.Errorf("%s: %s", text, r.Map.String())
					case !fits && err == nil:
						t.Errorf("%s is read as %s", text, r.Map.String())
					case !fits && !strings.Contains(err.Error(), fmt.Sprintf("batch_constant: %d indices of %d bits are no register", n, bits)):
						t.Errorf("%s: %v", text, err)
					}
				}
			}
		}
	}
	dialecttest.Refused(t, cexpr.XSIMD(), [][2]string{
		{"xsimd::swizzle(a, xsimd::‹batch_constant<uint32_t, A, 2, 1, 0>())›", "batch_constant: 3 indices of 32 bits are no register: expected one for each lane, 4 for a register of 128 bits, 8 for 256, 16 for 512"},
		{"xsimd::swizzle(a, xsimd::‹batch_constant<uint32_t, xsimd::avx2, 3, 2, 1, 0>())›", "batch_constant: 4 indices of 32 bits are no register of 256: expected 8 of them"},
	})
}

// What a text says around its functions says nothing of lanes; types with members are refused, and the message says what to write.
func TestAroundFunctions(t *testing.T) {
	const f = "__m128i f(__m128i a) { return _mm_shuffle_epi32(a, 27); }"
	var read [][2]string
	for _, around := range []string{"%s", "namespace x { %s }", "namespace x{%s}", "namespace x\n{\n%s\n}", "namespace { %s }", "namespace x::y { %s }", "inline namespace v1 { %s }", "namespace [[deprecated]] x { %s }",
		"namespace x { namespace y { %s } }", "namespace h = hwy; %s", "namespace h = hwy::HWY_NAMESPACE; namespace x { %s }", "using namespace std; %s", `extern "C" { %s }`, "namespace x { %s } // namespace x"} {
		read = append(read, [2]string{fmt.Sprintf(around, f), " of a: i32x4 -> a3 a2 a1 a0"})
	}
	dialecttest.Meanings(t, cexpr.Intel(), read)
	var refused [][2]string
	for _, word := range []string{"struct", "class", "union"} {
		why := "a " + word + " with its members is not read: expected its functions without it, and a variable of its own for each vector, such as __m128i x;"
		for _, rest := range []string{" S{ int x; }; ", " S { __m128i x; }; ", " S\n{\n  __m128i x, y;\n}; ", " { __m128i x; } s; ", " S : T { " + f + " }; ", " S final { static " + f + " }; "} {
			refused = append(refused, [2]string{"‹" + word + "›" + rest + f, why})
		}
	}
	refused = append(refused, [][2]string{
		{"typedef‹ struct { __m128i x›; } T; " + f, "a struct with its members is not read: expected its functions without it, and a variable of its own for each vector, such as __m128i x;"},
		{"‹enum› { N = 4 }; _mm_slli_si128(a, N)", "the constants of an enum are not read: expected const int N = 4; or #define N 4 for each"},
		{"namespace _mm_set1_epi8(3)‹›", `expected "{" or ";" behind the name of a namespace, found the end`},
		{"namespace ‹=› _mm_set1_epi8(3);", `expected another name: namespace is a word of C++, found "="`},
		{"‹struct S s;› _mm_set1_epi8(3)", `"struct S" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`},
	}...)
	dialecttest.Refused(t, cexpr.Intel(), refused)
}

// A lambda's names mean what they do in C++: what is declared in a block, or under a condition without one, ends with it; and what is not reached has no value that could be wrong.
func TestScopesOfLambdas(t *testing.T) {
	read := func(body string) (string, error) {
		r, err := cexpr.Standard().Read("std::simd::vec<int, 4> v; std::simd::permute(v, [](int i) { "+body+" })", dialect.Options{})
		if err != nil {
			return "", err
		}
		return strings.TrimPrefix(r.Map.String(), "i32x4 -> "), nil
	}
	for body, want := range map[string]string{
		"int k = 1; if (i < 2) int k = 3; return k;":                          "a1 a1 a1 a1",
		"int k = 1; if (i < 2) { int k = 3; } return k;":                      "a1 a1 a1 a1",
		"int k = 1; if (i < 2) { k = 3; } return k;":                          "a3 a3 a1 a1",
		"int k = 1; if (i < 2) k = 3; else k = 2; return k;":                  "a3 a3 a2 a2",
		"int k = 1; if (i < 2) k = 3; else int k = 2; return k;":              "a3 a3 a1 a1",
		"int k = 1; { int k = 2; k = 3; } return k;":                          "a1 a1 a1 a1",
		"int k = 1; { k = 2; int k = 3; k = 0; } return k;":                   "a2 a2 a2 a2",
		"int k = 1; { int k = 2; { int k = 3; } return k; }":                  "a2 a2 a2 a2",
		"if (i < 2) { int k = 3; return k; } return i;":                       "a3 a3 a2 a3",
		"if (i < 2) { int k = i; k = 3 - k; return k; } int k = 0; return k;": "a3 a2 a0 a0",
		"{ int i = 2; } return i;":                                            "a0 a1 a2 a3",
		"return i == 0 ? 3 : 3 / i;":                                          "a3 a3 a1 a1",
		"return i != 0 ? 3 / i : 3;":                                          "a3 a3 a1 a1",
		"return i != 0 ? i != 1 ? 6 % i : 2 : 3 % (i + 1);":                   "a0 a2 a0 a0",
		"if (i == 0) return 3; return 3 / i;":                                 "a3 a3 a1 a1",
		"if (i != 0) return 3 % i; else return 1;":                            "a1 a0 a1 a0",
		"if (i == 0) { return 2; } else { return 3 / i; }":                    "a2 a3 a1 a1",
		"return i != 0 && 3 / i > 1 ? 3 : 0;":                                 "a0 a3 a0 a0",
		"return i == 0 || 3 / i > 1 ? 3 : 0;":                                 "a3 a3 a0 a0",
		"return i && (i == 3 || 2 / (i - 3) && 1) ? 1 : 0;":                   "a0 a1 a1 a1",
	} {
		if got, err := read(body); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", body, got, err, want)
		}
	}
	const noIndex = `expected an index: a number, a parameter of the lambda, or size(), found "k"`
	const noName = "k is not declared here: expected a type in front of it, such as int"
	for body, why := range map[string]string{
		"if (i < 2) int k = 3; return k;":            noIndex,
		"if (i < 2) { int k = 3; } return k;":        noIndex,
		"if (i < 2) ; else int k = 3; return k;":     noIndex,
		"{ int k = 3; } return k;":                   noIndex,
		"{ { int k = 3; } k = 2; } return 1;":        noName,
		"k = 3; return k;":                           noName,
		"if (i < 2) { int k = 3; } k = 2; return 1;": noName,
		"return 3 / i;":                              "a division by zero",
		"return i == 1 ? 3 : 3 / i;":                 "a division by zero",
		"return i == 0 && 3 / i;":                    "a division by zero",
		"return i != 0 || 3 / i;":                    "a division by zero",
		"if (i == 0) return 3 % i; return 0;":        "a division by zero",
		"if (i == 1) return 0; return 3 / i;":        "a division by zero",
		"return (i == 0 ? 1 : 0) + 3 / i;":           "a division by zero",
		"return (i == 0 || 1) + 3 / i;":              "a division by zero",
		"if (i == 0) { int k = 1; } return 3 / i;":   "a division by zero",
	} {
		if got, err := read(body); err == nil || !strings.HasSuffix(err.Error(), why) {
			t.Errorf("%s: %s, %v, want %s", body, got, err, why)
		}
	}
}

// An index below zero is told as it is written, by its type.
func TestIndicesWithSigns(t *testing.T) {
	for typ, says := range map[string]string{"int": "-2", "short": "-2", "char": "-2", "int64_t": "-2", "uint8_t": "254", "uint16_t": "65534", "uint32_t": "4294967294"} {
		for at := range 4 {
			list := []string{"0", "1", "2", "3"}
			list[at] = "-2"
			for _, of := range []string{"std::simd::permute(v, std::simd::‹vec<" + typ + ", 4>{%s}›)", "std::simd::vec<" + typ + ", 4> k = {%s}; std::simd::permute(v, ‹k›)"} {
				dialecttest.Refused(t, cexpr.Standard(), [][2]string{{"std::simd::vec<int, 4> v; " + fmt.Sprintf(of, strings.Join(list, ", ")), fmt.Sprintf("index %s of lane %d is out of range: the vector has lanes 0 to 3", says, at)}})
			}
		}
	}
}
