package cexpr

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// SIMDe has every machine's intrinsics on every machine, under their own names behind a prefix:
//
//	simde_mm_shuffle_epi32(a, SIMDE_MM_SHUFFLE(0, 1, 2, 3))     _mm_shuffle_epi32(a, _MM_SHUFFLE(0, 1, 2, 3))
//	simde__m128i   simde_vzip1q_u8   simde_uint8x16_t           __m128i   vzip1q_u8   uint8x16_t

// simde is what names of functions and types begin with, those of macros in upper case.
const simde = "simde_"

// withoutSIMDe is a text of the same length with blanks for the prefixes of SIMDe's names.
func withoutSIMDe(text string) string {
	if !strings.Contains(text, simde) && !strings.Contains(text, "SIMDE_MM_") {
		return text
	}
	syntax.Look(len(text))
	out := []byte(text)
	for at := 0; at < len(out); at++ {
		if !isWordStart(out[at]) {
			continue
		}
		n := simdePrefix(text[at:])
		for k := range n {
			out[at+k] = ' '
		}
		for at += n; at < len(out) && (isWordStart(out[at]) || out[at] >= '0' && out[at] <= '9'); at++ {
		}
	}
	return string(out)
}

// simdePrefix is how many bytes of the word with which a text begins are SIMDe's own. Names of Intel's keep the underscore that they have themselves.
func simdePrefix(text string) int {
	switch {
	case strings.HasPrefix(text, "SIMDE_MM_"), strings.HasPrefix(text, "simde_mm"), strings.HasPrefix(text, "simde__m"):
		return len(simde) - 1
	case strings.HasPrefix(text, simde):
		return len(simde)
	}
	return 0
}

// orSIMDe is a dialect's look at a text in which SIMDe's names may stand for its own.
func orSIMDe(looks func(text string) bool) func(text string) bool {
	return func(text string) bool { return looks(withoutSIMDe(text)) }
}
