package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// Intel's functions are executed: a and b are 128 bits, v and w 256. Byte i of a is 1+i, of b 33+i, of v 65+i, of w 129+i.
var intelInputs = map[string]int{"a": 1, "b": 33, "v": 65, "w": 129}

// intelVector is an expression of 128 bits, and wide one of 256; both may hold others.
func intelVector(rng *rand.Rand, depth int) string {
	if depth == 0 || rng.IntN(6) == 0 {
		return []string{"a", "b"}[rng.IntN(2)]
	}
	x, y := intelVector(rng, depth-1), intelVector(rng, depth-1)
	k := func(n int) int { return rng.IntN(n) }
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	e := pick("8", "16", "32", "64")
	ps := func(text string) string { return "_mm_castsi128_ps(" + text + ")" }
	pd := func(text string) string { return "_mm_castsi128_pd(" + text + ")" }
	lanes := map[string]int{"8": 16, "16": 8, "32": 4, "64": 2}[e]
	get := func(text string) string {
		return fmt.Sprintf("_mm_extract_epi%s(%s, %d)", e, text, k(lanes))
	}
	switch k(26) {
	case 0:
		return fmt.Sprintf("_mm_unpack%s_epi%s(%s, %s)", pick("lo", "hi"), e, x, y)
	case 1:
		return fmt.Sprintf("_mm_shuffle_epi32(%s, _MM_SHUFFLE(%d, %d, %d, %d))", x, k(4), k(4), k(4), k(4))
	case 2:
		return fmt.Sprintf("_mm_shuffle%s_epi16(%s, %d)", pick("lo", "hi"), x, k(256))
	case 3:
		return fmt.Sprintf("_mm_castps_si128(_mm_shuffle_ps(%s, %s, %d))", ps(x), ps(y), k(256))
	case 4:
		return fmt.Sprintf("_mm_castpd_si128(_mm_shuffle_pd(%s, %s, %d))", pd(x), pd(y), k(4))
	case 5:
		return fmt.Sprintf("_mm_alignr_epi8(%s, %s, %d)", x, y, k(34))
	case 6:
		return fmt.Sprintf("_mm_blend_epi16(%s, %s, %d)", x, y, k(256))
	case 7:
		return fmt.Sprintf("_mm_blend_epi32(%s, %s, %d)", x, y, k(16))
	case 8:
		return fmt.Sprintf("_mm_insert_epi%s(%s, %s, %d)", e, x, get(y), k(lanes))
	case 9:
		return fmt.Sprintf("_mm_%s_si128(%s, %d)", pick("slli", "srli", "bslli", "bsrli"), x, k(18))
	case 10:
		return fmt.Sprintf("_mm_shuffle_epi8(%s, _mm_%s_epi8(%s))", x, pick("set", "setr"), strings.NewReplacer("17", "-1", "16", "-128").Replace(numbers(rng, 16, 18)))
	case 11:
		return fmt.Sprintf("_mm_broadcast%s_epi%s(%s)", map[string]string{"8": "b", "16": "w", "32": "d", "64": "q"}[e], e, x)
	case 12:
		return fmt.Sprintf("_mm_castps_si128(_mm_%s(%s, %s))", pick("movehl_ps", "movelh_ps", "move_ss"), ps(x), ps(y))
	case 13:
		return fmt.Sprintf("_mm_castps_si128(_mm_%s_ps(%s))", pick("movehdup", "moveldup"), ps(x))
	case 14:
		return fmt.Sprintf("_mm_%s(%s)", pick("cvtepu8_epi16", "cvtepu8_epi32", "cvtepu8_epi64", "cvtepu16_epi32", "cvtepu16_epi64", "cvtepu32_epi64", "move_epi64"), x)
	case 15:
		return fmt.Sprintf("_mm_castps_si128(_mm_insert_ps(%s, %s, %d))", ps(x), ps(y), k(256))
	case 16:
		return fmt.Sprintf("_mm_castps_si128(_mm_permute_ps(%s, %d))", ps(x), k(256))
	case 17:
		return fmt.Sprintf("_mm_and_si128(%s, _mm_setr_epi32(-1, 0, 255, 0x00ff00ff))", x)
	case 18:
		return fmt.Sprintf("_mm_andnot_si128(_mm_set1_epi16(%s), %s)", pick("255", "0xff00", "-1", "0"), x)
	case 19:
		return fmt.Sprintf("_mm_blendv_epi8(%s, %s, _mm_setr_epi16(-1, 0, 0x80, 0x8000, 255, -256, 0, -1))", x, y)
	case 20:
		return fmt.Sprintf("_mm_%s_epi%s(%s, %d)", pick("slli", "srli"), pick("16", "32", "64"), x, 8*k(9))
	case 21:
		return fmt.Sprintf("_mm_set1_epi%s(%s)", strings.Replace(e, "64", "64x", 1), get(x))
	case 22:
		return fmt.Sprintf("_mm256_castsi256_si128(%s)", intelWide(rng, depth-1))
	case 23:
		return fmt.Sprintf("_mm256_extracti128_si256(%s, %d)", intelWide(rng, depth-1), k(2))
	case 24:
		return fmt.Sprintf("_mm_castpd_si128(_mm_move_sd(%s, %s))", pd(x), pd(y))
	}
	return fmt.Sprintf("_mm_or_si128(_mm_slli_si128(%s, 8), _mm_srli_si128(%s, 8))", x, y)
}

func intelWide(rng *rand.Rand, depth int) string {
	if depth <= 0 || rng.IntN(6) == 0 {
		return []string{"v", "w"}[rng.IntN(2)]
	}
	x, y := intelWide(rng, depth-1), intelWide(rng, depth-1)
	k := func(n int) int { return rng.IntN(n) }
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	e := pick("8", "16", "32", "64")
	ps := func(text string) string { return "_mm256_castsi256_ps(" + text + ")" }
	pd := func(text string) string { return "_mm256_castsi256_pd(" + text + ")" }
	switch k(22) {
	case 0:
		return fmt.Sprintf("_mm256_unpack%s_epi%s(%s, %s)", pick("lo", "hi"), e, x, y)
	case 1:
		return fmt.Sprintf("_mm256_permute2x128_si256(%s, %s, %d)", x, y, k(256))
	case 2:
		return fmt.Sprintf("_mm256_permute4x64_epi64(%s, %d)", x, k(256))
	case 3:
		return fmt.Sprintf("_mm256_castps_si256(_mm256_shuffle_ps(%s, %s, %d))", ps(x), ps(y), k(256))
	case 4:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_shuffle_pd(%s, %s, %d))", pd(x), pd(y), k(16))
	case 5:
		return fmt.Sprintf("_mm256_alignr_epi8(%s, %s, %d)", x, y, k(34))
	case 6:
		return fmt.Sprintf("_mm256_blend_epi%s(%s, %s, %d)", pick("16", "32"), x, y, k(256))
	case 7:
		return fmt.Sprintf("_mm256_inserti128_si256(%s, %s, %d)", x, intelVector(rng, depth-1), k(2))
	case 8:
		return fmt.Sprintf("_mm256_%s(%s, %d)", pick("slli_si256", "srli_si256", "bslli_epi128", "bsrli_epi128"), x, k(18))
	case 9:
		return fmt.Sprintf("_mm256_shuffle_epi8(%s, _mm256_setr_epi8(%s))", x, strings.NewReplacer("17", "-1", "16", "-128").Replace(numbers(rng, 32, 18)))
	case 10:
		return fmt.Sprintf("_mm256_permutevar8x32_epi32(%s, _mm256_%s_epi32(%s))", x, pick("set", "setr"), numbers(rng, 8, 8))
	case 11:
		return fmt.Sprintf("_mm256_broadcast%s_epi%s(%s)", map[string]string{"8": "b", "16": "w", "32": "d", "64": "q"}[e], e, intelVector(rng, depth-1))
	case 12:
		return fmt.Sprintf("_mm256_broadcastsi128_si256(%s)", intelVector(rng, depth-1))
	case 13:
		return fmt.Sprintf("_mm256_%s(%s)", pick("cvtepu8_epi16", "cvtepu8_epi32", "cvtepu8_epi64", "cvtepu16_epi32", "cvtepu16_epi64", "cvtepu32_epi64"), intelVector(rng, depth-1))
	case 14:
		return fmt.Sprintf("_mm256_shuffle_epi32(%s, %d)", x, k(256))
	case 15:
		return fmt.Sprintf("_mm256_castps_si256(_mm256_permute_ps(%s, %d))", ps(x), k(256))
	case 16:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_permute_pd(%s, %d))", pd(x), k(16))
	case 17:
		return fmt.Sprintf("_mm256_set_m128i(%s, %s)", intelVector(rng, depth-1), intelVector(rng, depth-1))
	case 18:
		return fmt.Sprintf("_mm256_castpd_si256(_mm256_movedup_pd(%s))", pd(x))
	case 19:
		return fmt.Sprintf("_mm256_zextsi128_si256(%s)", intelVector(rng, depth-1))
	case 20:
		return fmt.Sprintf("_mm256_%s_epi16(%s, %d)", pick("shufflelo", "shufflehi"), x, k(256))
	}
	return fmt.Sprintf("_mm256_insert_epi%s(%s, _mm_extract_epi%s(%s, 1), %d)", e, x, e, intelVector(rng, depth-1), k(map[string]int{"8": 32, "16": 16, "32": 8, "64": 4}[e]))
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
	rng := chance.Random(t, 59)
	var texts []string
	source := "#include <immintrin.h>\n#include <stdio.h>\n#include <string.h>\nint main(void) {\nunsigned char in[4][32]; for (int i = 0; i < 32; i++) { in[0][i] = 1 + i; in[1][i] = 33 + i; in[2][i] = 65 + i; in[3][i] = 129 + i; }\n" +
		"__m128i a, b; __m256i v, w; memcpy(&a, in[0], 16); memcpy(&b, in[1], 16); memcpy(&v, in[2], 32); memcpy(&w, in[3], 32);\n"
	for range 600 {
		text := intelVector(rng, 3)
		if rng.IntN(2) == 0 {
			text = intelWide(rng, 3)
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
		intelCompared(t, text, results[i])
	}
	t.Logf("%d texts", len(texts))
}

// intelCompared holds what a text is read as against the bytes of its result.
func intelCompared(t *testing.T, text string, result []int) {
	t.Helper()
	r, err := cexpr.Intel().Read("__m128i a, b; __m256i v, w;\n"+text, dialect.Options{})
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	m, err := r.Map.Regroup(1)
	if err != nil || len(m.Lane) != 8*len(result) {
		t.Errorf("%s is read as %s, %v, and has %d bytes", text, r.Map, err, len(result))
		return
	}
	for i, l := range m.Lane {
		want := 0
		switch l.Kind {
		case lane.Source:
			want = (intelInputs[r.Names[l.Src]] + l.Index/8) >> (l.Index % 8) & 1
		case lane.Undefined:
			continue
		case lane.Constant:
			v, _ := l.Const.Uint64()
			want = int(v)
		}
		if result[i/8]>>(i%8)&1 != want {
			t.Errorf("%s is read as %s of %q, and byte %d of its result is %d: %v", text, r.Map, r.Names, i/8, result[i/8], result)
			return
		}
	}
}
