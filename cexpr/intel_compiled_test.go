package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Intel's functions are executed: a and b are 128 bits, v and w 256. Byte i of a is 1+i, of b 33+i, of v 65+i, of w 129+i.
var intelInputs = map[string]int{"a": 1, "b": 33, "v": 65, "w": 129}

// An intelWriter makes up expressions.
type intelWriter struct{ *rand.Rand }

func (w intelWriter) pick(all ...string) string { return all[w.IntN(len(all))] }

// vector is one of 128 bits, and wide one of 256; both may hold others.
func (w intelWriter) vector(depth int) string {
	if depth == 0 || w.IntN(6) == 0 {
		return w.pick("a", "b")
	}
	x, y := w.vector(depth-1), w.vector(depth-1)
	e := w.pick("8", "16", "32", "64")
	ps := func(text string) string { return "_mm_castsi128_ps(" + text + ")" }
	pd := func(text string) string { return "_mm_castsi128_pd(" + text + ")" }
	lanes := map[string]int{"8": 16, "16": 8, "32": 4, "64": 2}[e]
	get := func(text string) string {
		return fmt.Sprintf("_mm_extract_epi%s(%s, %d)", e, text, w.IntN(lanes))
	}
	switch w.IntN(26) {
	case 0:
		return fmt.Sprintf("_mm_unpack%s_epi%s(%s, %s)", w.pick("lo", "hi"), e, x, y)
	case 1:
		return fmt.Sprintf("_mm_shuffle_epi32(%s, _MM_SHUFFLE(%d, %d, %d, %d))", x, w.IntN(4), w.IntN(4), w.IntN(4), w.IntN(4))
	case 2:
		return fmt.Sprintf("_mm_shuffle%s_epi16(%s, %d)", w.pick("lo", "hi"), x, w.IntN(256))
	case 3:
		return fmt.Sprintf("_mm_castps_si128(_mm_shuffle_ps(%s, %s, %d))", ps(x), ps(y), w.IntN(256))
	case 4:
		return fmt.Sprintf("_mm_castpd_si128(_mm_shuffle_pd(%s, %s, %d))", pd(x), pd(y), w.IntN(4))
	case 5:
		return fmt.Sprintf("_mm_alignr_epi8(%s, %s, %d)", x, y, w.IntN(34))
	case 6:
		return fmt.Sprintf("_mm_blend_epi16(%s, %s, %d)", x, y, w.IntN(256))
	case 7:
		return fmt.Sprintf("_mm_blend_epi32(%s, %s, %d)", x, y, w.IntN(16))
	case 8:
		return fmt.Sprintf("_mm_insert_epi%s(%s, %s, %d)", e, x, get(y), w.IntN(lanes))
	case 9:
		return fmt.Sprintf("_mm_%s_si128(%s, %d)", w.pick("slli", "srli", "bslli", "bsrli"), x, w.IntN(18))
	case 10:
		return fmt.Sprintf("_mm_shuffle_epi8(%s, _mm_%s_epi8(%s))", x, w.pick("set", "setr"), strings.NewReplacer("17", "-1", "16", "-128").Replace(numbers(w.Rand, 16, 18)))
	case 11:
		return fmt.Sprintf("_mm_broadcast%s_epi%s(%s)", map[string]string{"8": "b", "16": "w", "32": "d", "64": "q"}[e], e, x)
	case 12:
		return fmt.Sprintf("_mm_castps_si128(_mm_%s(%s, %s))", w.pick("movehl_ps", "movelh_ps", "move_ss"), ps(x), ps(y))
	case 13:
		return fmt.Sprintf("_mm_castps_si128(_mm_%s_ps(%s))", w.pick("movehdup", "moveldup"), ps(x))
	case 14:
		return fmt.Sprintf("_mm_%s(%s)", w.pick("cvtepu8_epi16", "cvtepu8_epi32", "cvtepu8_epi64", "cvtepu16_epi32", "cvtepu16_epi64", "cvtepu32_epi64", "move_epi64"), x)
	case 15:
		return fmt.Sprintf("_mm_castps_si128(_mm_insert_ps(%s, %s, %d))", ps(x), ps(y), w.IntN(256))
	case 16:
		return fmt.Sprintf("_mm_castps_si128(_mm_permute_ps(%s, %d))", ps(x), w.IntN(256))
	case 17:
		return fmt.Sprintf("_mm_and_si128(%s, _mm_setr_epi32(-1, 0, 255, 0x00ff00ff))", x)
	case 18:
		return fmt.Sprintf("_mm_andnot_si128(_mm_set1_epi16(%s), %s)", w.pick("255", "0xff00", "-1", "0"), x)
	case 19:
		return fmt.Sprintf("_mm_blendv_epi8(%s, %s, _mm_setr_epi16(-1, 0, 0x80, 0x8000, 255, -256, 0, -1))", x, y)
	case 20:
		return fmt.Sprintf("_mm_%s_epi%s(%s, %d)", w.pick("slli", "srli"), w.pick("16", "32", "64"), x, 8*w.IntN(9))
	case 21:
		return fmt.Sprintf("_mm_set1_epi%s(%s)", strings.Replace(e, "64", "64x", 1), get(x))
	case 22:
		return fmt.Sprintf("_mm256_castsi256_si128(%s)", w.wide(depth-1))
	case 23:
		return fmt.Sprintf("_mm256_extracti128_si256(%s, %d)", w.wide(depth-1), w.IntN(2))
	case 24:
		return fmt.Sprintf("_mm_castpd_si128(_mm_move_sd(%s, %s))", pd(x), pd(y))
	}
	return fmt.Sprintf("_mm_or_si128(_mm_slli_si128(%s, 8), _mm_srli_si128(%s, 8))", x, y)
}

func (w intelWriter) wide(depth int) string {
	if depth <= 0 || w.IntN(6) == 0 {
		return w.pick("v", "w")
	}
	x, y := w.wide(depth-1), w.wide(depth-1)
	e := w.pick("8", "16", "32", "64")
	ps := func(text string) string { return "_mm256_castsi256_ps(" + text + ")" }
	pd := func(text string) string { return "_mm256_castsi256_pd(" + text + ")" }
	switch w.IntN(22) {
	case 0:
		return fmt.Sprintf("_mm256_unpack%s_epi%s(%s, %s)", w.pick("lo", "hi"), e, x, y)
	case 1:
		return fmt.Sprintf("_mm256_permute2x128_si256(%s, %s, %d)", x, y, w.IntN(256))
	case 2:
		return fmt.Sprintf("_mm256_permute4x64_epi64(%s, %d)", x, w.IntN(256))
	case 3:
		return fmt.Sprintf("_mm256_castps_si256(_mm256_shuffle_ps(%s, %s, %d))", ps(x), ps(y), w.IntN(256))
	case 4:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_shuffle_pd(%s, %s, %d))", pd(x), pd(y), w.IntN(16))
	case 5:
		return fmt.Sprintf("_mm256_alignr_epi8(%s, %s, %d)", x, y, w.IntN(34))
	case 6:
		return fmt.Sprintf("_mm256_blend_epi%s(%s, %s, %d)", w.pick("16", "32"), x, y, w.IntN(256))
	case 7:
		return fmt.Sprintf("_mm256_inserti128_si256(%s, %s, %d)", x, w.vector(depth-1), w.IntN(2))
	case 8:
		return fmt.Sprintf("_mm256_%s(%s, %d)", w.pick("slli_si256", "srli_si256", "bslli_epi128", "bsrli_epi128"), x, w.IntN(18))
	case 9:
		return fmt.Sprintf("_mm256_shuffle_epi8(%s, _mm256_setr_epi8(%s))", x, strings.NewReplacer("17", "-1", "16", "-128").Replace(numbers(w.Rand, 32, 18)))
	case 10:
		return fmt.Sprintf("_mm256_permutevar8x32_epi32(%s, _mm256_%s_epi32(%s))", x, w.pick("set", "setr"), numbers(w.Rand, 8, 8))
	case 11:
		return fmt.Sprintf("_mm256_broadcast%s_epi%s(%s)", map[string]string{"8": "b", "16": "w", "32": "d", "64": "q"}[e], e, w.vector(depth-1))
	case 12:
		return fmt.Sprintf("_mm256_broadcastsi128_si256(%s)", w.vector(depth-1))
	case 13:
		return fmt.Sprintf("_mm256_%s(%s)", w.pick("cvtepu8_epi16", "cvtepu8_epi32", "cvtepu8_epi64", "cvtepu16_epi32", "cvtepu16_epi64", "cvtepu32_epi64"), w.vector(depth-1))
	case 14:
		return fmt.Sprintf("_mm256_shuffle_epi32(%s, %d)", x, w.IntN(256))
	case 15:
		return fmt.Sprintf("_mm256_castps_si256(_mm256_permute_ps(%s, %d))", ps(x), w.IntN(256))
	case 16:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_permute_pd(%s, %d))", pd(x), w.IntN(16))
	case 17:
		return fmt.Sprintf("_mm256_set_m128i(%s, %s)", w.vector(depth-1), w.vector(depth-1))
	case 18:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_movedup_pd(%s))", pd(x))
	case 19:
		return fmt.Sprintf("_mm256_zextsi128_si256(%s)", w.vector(depth-1))
	case 20:
		return fmt.Sprintf("_mm256_%s_epi16(%s, %d)", w.pick("shufflelo", "shufflehi"), x, w.IntN(256))
	}
	return fmt.Sprintf("_mm256_insert_epi%s(%s, _mm_extract_epi%s(%s, 1), %d)", e, x, e, w.vector(depth-1), w.IntN(map[string]int{"8": 32, "16": 16, "32": 8, "64": 4}[e]))
}

// Intel's functions do what they are read as, compiled by GCC on this CPU.
func TestIntelCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	if !execmem.Features().Has(execmem.AVX2) {
		t.Skip("this CPU has no AVX2")
	}
	gcc := oracle.Need(t, "gcc")
	w := intelWriter{chance.Random(t, 59)}
	var texts []string
	source := "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {\nunsigned char in[4][32]; for (int i = 0; i < 32; i++) { in[0][i] = 1 + i; in[1][i] = 33 + i; in[2][i] = 65 + i; in[3][i] = 129 + i; }\n" +
		"__m128i a, b; __m256i v, w; memcpy(&a, in[0], 16); memcpy(&b, in[1], 16); memcpy(&v, in[2], 32); memcpy(&w, in[3], 32);\n"
	for range 600 {
		text := w.vector(3)
		if w.IntN(2) == 0 {
			text = w.wide(3)
		}
		if len(text) == 1 {
			continue
		}
		texts = append(texts, text)
		source += fmt.Sprintf("{ __typeof__(%s) r = %s; unsigned char o[32]; memcpy(o, &r, sizeof r); for (unsigned i = 0; i < sizeof r; i++) printf(\"%%d \", o[i]); puts(\"\"); }\n", text, text)
	}
	results := printed(t, gcc, source+"}\n", "-mavx2")
	if len(results) != len(texts) || len(texts) < 100 {
		t.Fatalf("%d results of %d texts", len(results), len(texts))
	}
	for i, text := range texts {
		comparedBits(t, cexpr.Intel(), "__m128i a, b; __m256i v, w;\n", text, func(name string) int { return intelInputs[name] }, results[i])
	}
	t.Logf("%d texts", len(texts))
}
