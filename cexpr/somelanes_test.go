package cexpr_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
)

// What is read where, and what stays.
func TestSomeLanes(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"_mm_loadh_pi(a, p)", " of a p: i32x4 i32x2 -> a0 a1 b0 b1"},
		{"_mm_loadl_pi(a, (const __m64 *)(p + 8))", " of a p + 8: i32x4 i32x2 -> b0 b1 a2 a3"},
		{"_mm_loadh_pi(_mm_loadl_pi(z, (__m64 *)p), (__m64 *)(p + s))", " of z p p + s: i32x4 i32x2 i32x2 -> b0 b1 c0 c1"},
		{"_mm256_loadu2_m128i(q, p)", " of p q: i64x2 i64x2 -> a0 a1 b0 b1"},
		{"_mm_mask_loadu_epi32(s, 5, p)", " of s p: i32x4 i32x4 -> b0 a1 b2 a3"},
		{"_mm_mask_storeu_epi32(p, 5, a)", " of a p: i32x4 i32x4 -> a0 b1 a2 b3"},
		{"_mm_maskz_loadu_epi8(0, p)", " of p: i8x16 -> z z z z z z z z z z z z z z z z"},
		{"_mm_maskz_expandloadu_epi32(5, p)", " of p: i32x2 -> a0 z a1 z"},
		{"_mm_maskz_expandloadu_epi32(0, p)", " of : -> i32x4: z z z z"},
		{"_mm_mask_compressstoreu_epi32(p, 5, a)", " of a: i32x4 -> a0 a2"},
		{"_mm_i32gather_epi32(p, _mm_setr_epi32(3, 1, 0, 7), 4)", " of p: i32x8 -> a3 a1 a0 a7"},
		{"_mm_i32gather_epi32(p, _mm_setzero_si128(), 4)", " of p: i32x1 -> a0 a0 a0 a0"},
		{"_mm_i64gather_epi32(p, _mm_set_epi64x(1, 3), 4)", " of p: i32x4 -> a3 a1 z z"},
		{"_mm512_i64gather_pd(_mm512_set1_epi64(3), p, 8)", " of p: i64x4 -> a3 a3 a3 a3 a3 a3 a3 a3"},
		{"_mm_set1_ps(_mm_cvtss_f32(a))", " of a: i32x4 -> a0 a0 a0 a0"},
		{"_mm_set1_pd(_mm_cvtsd_f64(a))", " of a: i64x2 -> a0 a0"},
		{"_mm_set1_epi32(_mm_extract_ps(a, 2))", " of a: i32x4 -> a2 a2 a2 a2"},
		{"_mm_storeu_si128(p, a); _mm_mask_storeu_epi32(q, 15, b);", " of a b: i32x4 i32x4 -> b0 b1 b2 b3; 2 vectors are stored: this is the last one"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"‹_mm_loadh_pi(a)›", "_mm_loadh_pi has 1 arguments here, and takes 2"},
		{"_mm_loadh_pi(a, p‹,› 3)", `expected ")", found ","`},
		{"_mm_loadh_pi(‹3›, p)", "_mm_loadh_pi takes a vector as argument 1"},
		{"_mm_maskz_expandloadu_epi8(‹k›, p)", "_mm_maskz_expandloadu_epi8 takes a number as argument 1: which lanes it moves is known only where that is written"},
		{"‹_mm_maskload_epi32(p, m)›", "_mm_maskload_epi32: which lanes it moves is known only where lane 0 of the mask is a constant"},
		{"‹_mm_i32gather_epi32(p, v, 4)›", "_mm_i32gather_epi32: which lanes it moves is known only where lane 0 of the indices is a constant"},
		{"‹_mm_i32gather_epi32(p, _mm_set1_epi32(-1), 4)›", "_mm_i32gather_epi32: index -1: of memory, 2048 bits from its address on are followed"},
		{"‹_mm_i32gather_epi32(p, _mm_set1_epi32(64), 4)›", "_mm_i32gather_epi32: index 64: of memory, 2048 bits from its address on are followed"},
		{"‹_mm_i32gather_epi32(p, _mm_set1_epi32(1), 3)›", "_mm_i32gather_epi32: the bytes of an index are 1, 2, 4 or 8, and not 3"},
		{"‹_mm_mask_compressstoreu_epi32(p, 0, a)›", "_mm_mask_compressstoreu_epi32: of no lane anything is stored"},
		{"‹_mm256_loadh_pi›(a, p)", "_mm256_loadh_pi is no intrinsic that the targets know as a movement of lanes"},
		{"‹_mm_loadu2_m128i›(q, p)", "_mm_loadu2_m128i is no intrinsic that the targets know as a movement of lanes"},
		{"‹_mm_loadh_pi(a, )›", "_mm_loadh_pi: expected an address"},
		{"_mm_loadh_pi(a, p‹›", `expected ")", found the end`},
	})
}

// signs are constants by whose signs lanes are chosen.
func (w intelWriter) signs(lanes, width int) string {
	all := make([]string, lanes)
	for i := range all {
		all[i] = w.pick("0", "-1", "1", "-2")
	}
	size := map[int]string{128: "_mm", 256: "_mm256"}[lanes*width]
	if width == 64 {
		return fmt.Sprintf("%s_set_epi64x(%s)", size, strings.Join(all, ", "))
	}
	return fmt.Sprintf("%s_setr_epi32(%s)", size, strings.Join(all, ", "))
}

// An access is a call, and how many bytes it stores; 0 of one that loads.
type access struct {
	text  string
	bytes int
}

// plainAccess has no masks of bits.
func (w intelWriter) plainAccess() access {
	const ps, pd = "_mm_castsi128_ps(a)", "_mm_castsi128_pd(a)"
	width := 32 * (1 + w.IntN(2))
	wide := w.IntN(2)
	size, lanes := []string{"_mm", "_mm256"}[wide], (128<<wide)/width
	of := map[int][2]string{32: {"ps", "epi32"}, 64: {"pd", "epi64"}}[width]
	typ := w.pick(of[:]...)
	value := []string{"a", "v"}[wide]
	if typ != of[1] {
		value = fmt.Sprintf("%s_castsi%d_%s(%s)", size, 128<<wide, typ, value)
	}
	switch w.IntN(12) {
	case 0:
		return access{fmt.Sprintf("_mm_load%s_pi(%s, (const void *)p)", w.pick("l", "h"), ps), 0}
	case 1:
		return access{fmt.Sprintf("_mm_load%s_pd(%s, (const void *)p)", w.pick("l", "h"), pd), 0}
	case 2:
		return access{fmt.Sprintf("_mm_loadr_%s((const void *)p)", of[0]), 0}
	case 3:
		return access{fmt.Sprintf("_mm256_loadu2_%s((const void *)q, (const void *)p)", w.pick("m128i", "m128", "m128d")), 0}
	case 4:
		return access{fmt.Sprintf("_mm_storer_%s((void *)p, %s)", of[0], map[int]string{32: ps, 64: pd}[width]), 16}
	case 5:
		return access{fmt.Sprintf("_mm_store_%s1((void *)p, %s)", of[0], map[int]string{32: ps, 64: pd}[width]), 16}
	case 6:
		return access{fmt.Sprintf("_mm_store1_%s((void *)p, %s)", of[0], map[int]string{32: ps, 64: pd}[width]), 16}
	case 7:
		return access{fmt.Sprintf("%s_maskload_%s((const void *)p, %s)", size, typ, w.signs(lanes, width)), 0}
	case 8:
		return access{fmt.Sprintf("%s_maskstore_%s((void *)p, %s, %s)", size, typ, w.signs(lanes, width), value), 16 << wide}
	case 9:
		return access{fmt.Sprintf("_mm_set1_epi32(_mm_extract_ps(%s, %d))", ps, w.IntN(4)), 0}
	case 10:
		return access{fmt.Sprintf("_mm_set1_pd(_mm_cvtsd_f64(%s))", pd), 0}
	}
	scale := 1 << w.IntN(4)
	if w.IntN(2) == 0 {
		return access{fmt.Sprintf("%s_i64gather_%s((const void *)p, %s_set_epi64x(%s), %d)", size, typ, size, numbers(w.Rand, 2<<wide, 40/scale), scale), 0}
	}
	index := size
	if width == 64 {
		index = "_mm"
	}
	return access{fmt.Sprintf("%s_i32gather_%s((const void *)p, %s_set_epi32(%s), %d)", size, typ, index, numbers(w.Rand, map[string]int{"_mm": 4, "_mm256": 8}[index], 40/scale), scale), 0}
}

// maskedAccess has masks of AVX-512.
func (w intelWriter) maskedAccess() access {
	width, wide := 8<<w.IntN(4), w.IntN(2)
	size, lanes, value := []string{"_mm", "_mm256"}[wide], (128<<wide)/width, []string{"a", "v"}[wide]
	k := w.Uint64() & (1<<lanes - 1)
	const c = "_mm256_castsi256_si128(v)"
	bytes := strings.ReplaceAll(numbers(w.Rand, 16, 2), "1", "-1")
	chosen := "_mm_setr_epi8(" + bytes + ")"
	switch w.IntN(9) {
	case 6: // parts that do not meet
		return access{fmt.Sprintf("_mm_ternarylogic_epi32(_mm_and_si128(a, %s), _mm_andnot_si128(%s, %s), _mm_setzero_si128(), %d)", chosen, chosen, c, []int{254, 0xf6 &^ 8, 0xfc}[w.IntN(3)]), 0}
	case 7: // by the first operand, the second one, the third one
		return access{w.pick("_mm_ternarylogic_epi64("+chosen+", a, "+c+", 202)", "_mm_ternarylogic_epi64(a, "+chosen+", "+c+", 226)", "_mm_ternarylogic_epi32(a, "+c+", "+chosen+", 228)"), 0}
	case 8:
		return access{fmt.Sprintf("_mm_ternarylogic_epi32(a, %s, a, %d)", chosen, []int{0, 255, 0xf0, 0xaa, 0xa0, 0xfa}[w.IntN(6)]), 0}
	case 0:
		return access{fmt.Sprintf("%s_maskz_loadu_epi%d(%#x, (const void *)p)", size, width, k), 0}
	case 1:
		return access{fmt.Sprintf("%s_mask_loadu_epi%d(%s, %#x, (const void *)p)", size, width, value, k), 0}
	case 2:
		return access{fmt.Sprintf("%s_maskz_expandloadu_epi%d(%#x, (const void *)p)", size, width, k), 0}
	case 3:
		return access{fmt.Sprintf("%s_mask_expandloadu_epi%d(%s, %#x, (const void *)p)", size, width, value, k), 0}
	case 4:
		return access{fmt.Sprintf("%s_mask_storeu_epi%d((void *)p, %#x, %s)", size, width, k, value), 16 << wide}
	}
	k |= 1
	return access{fmt.Sprintf("%s_mask_compressstoreu_epi%d((void *)p, %#x, %s)", size, width, k, value), bits.OnesCount64(k) * width / 8}
}

// They do what they are read as, compiled by GCC on this CPU. Byte i at p is 160+i, and at q 10+i.
func TestSomeLanesCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	gcc := oracle.Need(t, "gcc")
	w := intelWriter{chance.Random(t, 60)}
	for _, c := range []struct {
		has    execmem.Set
		access func() access
		flags  []string
	}{
		{execmem.AVX2, w.plainAccess, []string{"-mavx2"}},
		{execmem.AVX512VL | execmem.AVX512BW | execmem.AVX512VBMI2, w.maskedAccess, []string{"-mavx512vl", "-mavx512bw", "-mavx512dq", "-mavx512vbmi2"}},
	} {
		if !execmem.Features().Has(c.has) {
			continue
		}
		source := "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {\nunsigned char a0[16], v0[32], p[64], p0[64], q[64]; for (int i = 0; i < 64; i++) { if (i < 16) a0[i] = 1 + i; if (i < 32) v0[i] = 65 + i; p[i] = p0[i] = 160 + i; q[i] = 10 + i; }\n" +
			"__m128i a; __m256i v; memcpy(&a, a0, 16); memcpy(&v, v0, 32);\n"
		var texts []string
		for range 500 {
			x := c.access()
			texts = append(texts, x.text)
			if x.bytes > 0 {
				source += fmt.Sprintf("{ %s; for (unsigned i = 0; i < %d; i++) printf(\"%%d \", p[i]); puts(\"\"); memcpy(p, p0, 64); }\n", x.text, x.bytes)
			} else {
				source += fmt.Sprintf("{ __typeof__(%s) r = %s; unsigned char o[32]; memcpy(o, &r, sizeof r); for (unsigned i = 0; i < sizeof r; i++) printf(\"%%d \", o[i]); puts(\"\"); }\n", x.text, x.text)
			}
		}
		results := printed(t, gcc, source+"}\n", c.flags...)
		if len(results) != len(texts) {
			t.Fatalf("%d results of %d texts", len(results), len(texts))
		}
		first := map[string]int{"a": 1, "v": 65, "p": 160, "q": 10}
		for i, text := range texts {
			comparedBits(t, cexpr.Intel(), "__m128i a; __m256i v;\n", text, func(name string) int { return first[name] }, results[i])
		}
	}
}

// What they do a second time, by their manual's loops over lanes: each by some masks, signs and indices of all lengths and widths.
func TestSomeLanesByTheirManual(t *testing.T) {
	r := chance.Random(t, 61)
	for size, total := range map[string]int{"_mm": 128, "_mm256": 256, "_mm512": 512} {
		for _, width := range []int{8, 16, 32, 64} {
			n := total / width
			for range 4 {
				k := r.Uint64()&(1<<n-1) | 1<<r.IntN(n)
				var loaded, merged, expanded, both, stored, compressed []string
				next := 0
				for i := range n {
					p, s := fmt.Sprint("p", i), fmt.Sprint("s", i)
					if k>>i&1 == 0 {
						loaded, expanded, merged, both, stored = append(loaded, "z"), append(expanded, "z"), append(merged, s), append(both, s), append(stored, p)
						continue
					}
					at := fmt.Sprint("p", next)
					next++
					loaded, expanded, merged, both, stored = append(loaded, p), append(expanded, at), append(merged, p), append(both, at), append(stored, s)
					compressed = append(compressed, s)
				}
				for call, want := range map[string][]string{
					"maskz_loadu_epi%d(%#x, p)": loaded, "maskz_load_epi%d(%#x, p)": loaded, "mask_loadu_epi%d(s, %#x, p)": merged, "mask_load_epi%d(s, %#x, p)": merged,
					"maskz_expandloadu_epi%d(%#x, p)": expanded, "mask_expandloadu_epi%d(s, %#x, p)": both,
					"mask_storeu_epi%d(p, %#x, s)": stored, "mask_store_epi%d(p, %#x, s)": stored, "mask_compressstoreu_epi%d(p, %#x, s)": compressed,
				} {
					lanesAre(t, size+"_"+fmt.Sprintf(call, width, k), width, want)
				}
			}
		}
	}
}

// Indices count bytes of a scale from an address, and lanes are read there: of 32 and of 64 bits by indices of both. All that are zero read one lane; what is not read is no memory. A vector that was shifted is read bit by bit.
func TestGathersByTheirManual(t *testing.T) {
	r := chance.Random(t, 62)
	for size, total := range map[string]int{"_mm": 128, "_mm256": 256, "_mm512": 512} {
		for _, index := range []int{32, 64} {
			for _, width := range []int{32, 64} {
				n := total / max(index, width)
				for scale := 1; scale <= 8; scale *= 2 {
					for most := range 4 {
						var at, want []string
						for range n {
							k := r.IntN(most + 1)
							at = append(at, fmt.Sprint(k))
							for b := range width / 8 {
								want = append(want, fmt.Sprint("p", k*scale+b))
							}
						}
						for len(want) < 16 {
							want = append(want, "z")
						}
						from := max(n*index, 128)
						for len(at) < from/index {
							at = append(at, "9") // which is not read
						}
						set := map[int]string{128: "_mm_setr", 256: "_mm256_setr", 512: "_mm512_setr"}[from] + map[int]string{32: "_epi32", 64: "_epi64"}[index]
						if index == 64 && from < 512 {
							set = strings.Replace(set, "setr_epi64", "set_epi64x", 1)
							slices.Reverse(at)
						}
						indices := set + "(" + strings.Join(at, ", ") + ")"
						call := fmt.Sprintf("%s_i%dgather_epi%d(p, %s, %d)", size, index, width, indices, scale)
						if total == 512 {
							call = fmt.Sprintf("%s_i%dgather_epi%d(%s, p, %d)", size, index, width, indices, scale)
						}
						lanesAre(t, call, 8, want)
					}
				}
			}
		}
	}
	for by := range 32 {
		var want []string
		for _, k := range []int{3, 2, 1, 0} {
			for bit := range 32 {
				if from := k%2*32 + bit + by; from < 64 {
					want = append(want, fmt.Sprint("x", k/2*64+from))
				} else {
					want = append(want, "z")
				}
			}
		}
		lanesAre(t, fmt.Sprintf("__m128i v = _mm_srli_epi64(x, %d); _mm_i32gather_epi32((const int *)&v, _mm_setr_epi32(3, 2, 1, 0), 4)", by), 1, want)
	}
}

// What is wrong with an argument is told of, whichever it is: an address that is not there, and a vector of another length.
func TestSomeLanesOfOtherLengths(t *testing.T) {
	for _, call := range []string{
		"_mm_loadh_pi(a, P)", "_mm_loadl_pd(a, P)", "_mm256_loadu2_m128i(P, p)", "_mm256_loadu2_m128(p, P)", "_mm_mask_loadu_epi32(a, 5, P)", "_mm_maskz_loadu_epi32(0, P)", "_mm_maskz_expandloadu_epi32(0, P)", "_mm_mask_expandloadu_epi8(a, 5, P)",
		"_mm_mask_storeu_epi32(P, 5, a)", "_mm_mask_storeu_epi32(P, 15, a)", "_mm_mask_compressstoreu_epi32(P, 15, a)", "_mm_maskload_epi32(P, _mm_set1_epi32(-1))", "_mm_maskstore_epi32(P, _mm_set1_epi32(-1), a)", "_mm_i32gather_epi32(P, _mm_set1_epi32(0), 4)", "_mm512_i64gather_pd(_mm512_set1_epi64(3), P, 8)",
	} {
		name, _, _ := strings.Cut(call, "(")
		for _, none := range []string{"", " ", "\n"} {
			dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"‹" + strings.Replace(call, "P", none, 1) + "›", name + ": expected an address"}})
		}
	}
	for call, bits := range map[string]int{
		"_mm_loadh_pi(X, p)": 128, "_mm_loadl_pd(X, p)": 128, "_mm_mask_loadu_epi32(X, 5, p)": 128, "_mm256_mask_load_epi8(X, 5, p)": 256, "_mm_mask_expandloadu_epi16(X, 5, p)": 128, "_mm_mask_expandloadu_epi16(X, 0, p)": 128,
		"_mm_mask_storeu_epi32(p, 5, X)": 128, "_mm256_mask_store_epi64(p, 15, X)": 256, "_mm_mask_compressstoreu_epi32(p, 5, X)": 128, "_mm_maskload_epi32(p, X)": 128, "_mm256_maskload_pd(p, X)": 256, "_mm_maskstore_epi32(p, _mm_set1_epi32(-1), X)": 128,
		"_mm_maskstore_epi32(p, _mm_set1_epi32(1), X)": 128, "_mm_maskstore_epi64(p, X, a)": 128, "_mm_i32gather_epi32(p, X, 4)": 128, "_mm256_i64gather_epi32(p, X, 4)": 256, "_mm256_i32gather_epi64(p, X, 4)": 128,
	} {
		name, _, _ := strings.Cut(call, "(")
		for x, found := range map[string]string{"w": `, and "w" has 512`, "h": `, and "h" has 64`, "_mm512_set1_epi32(1)": ", and this has 512", "vdup_n_u8(1)": ", and this has 64"} {
			text := "__m512i w; uint8x8_t h; ‹" + strings.Replace(call, "X", x, 1) + "›"
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{text, fmt.Sprintf("%s: expected a vector of %d bits%s", name, bits, found)}})
		}
	}
}

// By the signs of constants, whatever their other bits are: a lane is read where its highest bit is set, and zero elsewhere, or written, and what memory had elsewhere.
func TestSignsChooseLanes(t *testing.T) {
	r := chance.Random(t, 65)
	for size, total := range map[string]int{"_mm": 128, "_mm256": 256} {
		for width, types := range map[int][]string{32: {"epi32", "ps"}, 64: {"epi64", "pd"}} {
			for range 12 {
				var numbers, loaded, stored []string
				for i := range total / width {
					v := r.Uint64() >> (64 - width)
					p, s := fmt.Sprint("p", i), fmt.Sprint("s", i)
					numbers = append(numbers, fmt.Sprintf("%#x", v))
					if i == 0 {
						v, numbers[0] = 1<<(width-1), fmt.Sprintf("%#x", uint64(1)<<(width-1)) // something is read
					}
					if v>>(width-1) == 1 {
						loaded, stored = append(loaded, p), append(stored, s)
					} else {
						loaded, stored = append(loaded, "z"), append(stored, p)
					}
				}
				set := size + "_setr_epi32"
				if width == 64 {
					set = size + "_set_epi64x"
					slices.Reverse(numbers)
				}
				mask := set + "(" + strings.Join(numbers, ", ") + ")"
				for _, typ := range types {
					lanesAre(t, fmt.Sprintf("%s_maskload_%s(p, %s)", size, typ, mask), width, loaded)
					lanesAre(t, fmt.Sprintf("%s_maskstore_%s(p, %s, s)", size, typ, mask), width, stored)
				}
			}
		}
	}
}

// What is wrong within an argument is told of there.
func TestWhatIsWrongWithinSomeLanes(t *testing.T) {
	for _, call := range []string{"_mm_loadh_pi(X, p)", "_mm_mask_loadu_epi32(X, 5, p)", "_mm_mask_loadu_epi32(a, X, p)", "_mm_mask_storeu_epi32(p, X, a)", "_mm_mask_storeu_epi32(p, 5, X)", "_mm_maskload_epi32(p, X)", "_mm_i32gather_epi32(p, X, 4)", "_mm_i32gather_epi32(p, _mm_set1_epi32(1), X)"} {
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{strings.Replace(call, "X", "‹_mm_foo›(a)", 1), "_mm_foo is no intrinsic that the targets know as a movement of lanes"}})
	}
}

// Of a constant array no more is read than it has, and what is read of it are its numbers.
func TestSomeLanesOfConstantArrays(t *testing.T) {
	const declared = "static const unsigned m[2] = {1, 2}; "
	for call, n := range map[string]int{
		"_mm_mask_loadu_epi32(a, 5, m)": 4, "_mm_maskz_loadu_epi32(1, m)": 4, "_mm_mask_load_epi32(a, 3, m)": 4, "_mm_loadh_pi(a, m + 1)": 2, "_mm_loadl_pi(a, m + 1)": 2, "_mm256_loadu2_m128i(m, p)": 4, "_mm256_loadu2_m128i(p, m)": 4,
		"_mm_maskz_expandloadu_epi32(7, m)": 3, "_mm_mask_expandloadu_epi32(a, 15, m)": 4, "_mm_i32gather_epi32(m, _mm_set1_epi32(2), 4)": 3, "_mm_maskload_epi32(m, _mm_set1_epi32(-1))": 4, "_mm_mask_storeu_epi32(m, 5, a)": 4,
	} {
		name, _, _ := strings.Cut(call, "(")
		from := 0
		if strings.Contains(call, "m + 1") {
			from = 1
		}
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{declared + "‹" + call + "›", fmt.Sprintf("%s: m has 2 elements of 32 bits: %d of them from element %d on are not there", name, n, from)}})
	}
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{declared + "_mm_loadh_pi(a, m)", " of a: i32x4 -> a0 a1 1 #2"}, {declared + "_mm_loadl_pi(a, m)", " of a: i32x4 -> 1 #2 a2 a3"}, {declared + "_mm_mask_expandloadu_epi32(a, 10, m)", " of a: i32x4 -> a0 1 a2 #2"},
	})
}
