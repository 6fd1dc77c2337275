package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/syntax"
)

// A hostileText says little: the beginning of a dialect with a piece over and over behind it.
type hostileText struct{ begin, piece string }

func (h hostileText) name() string { return fmt.Sprintf("%q and %q", h.begin, h.piece) }

// long is the text at about n bytes.
func (h hostileText) long(n int) string { return h.begin + strings.Repeat(h.piece, n/len(h.piece)) }

// hostile are all beginnings with all pieces.
func hostile() (all []hostileText) {
	begins := []string{"", "vec4(", "dst = vec4(", "v", "__builtin_shufflevector(", "_mm_shuffle_epi32(a, ", "_mm_setr_epi8(", "%r = OpVectorShuffle %v4float ", "%r = shufflevector <4 x i32> ", "<4 x i32> ", "xmm0 = ", "ymm0 = ymm1[",
		"i8x16.shuffle ", "mov (M1, 8) V32(0,0)<1> ", "<8;", "g13:", "simd_shuffle r0, r1, ", "mv.swiz r4,r8,", "vpshufd xmm0, ", "mov rax, ", "vzip1q_u32(", "zip1 v0.4s, ", "i8x16 -> ", "i8x16 ", "func(a archsimd.Uint16x8) { return ", "a.",
		"archsimd.", "%a = bitcast <4 x i32> %x to i128\n", "a = b, c; ", "# ", "uint32x4_t a = ", "__m128i a = ", "W.", "kmovw k1, "}
	pieces := []string{"a.", "a.A", ".xyzw", ".xyzw = v", "v.x,", "(", "((a", ")", "[", "{", "<", ",", ";", "\n", " ", "\t", "=", "->", "%", "%a ", "0", "0x", "z ", "a0 ", "u,", "1,", "xmm1[0],", "xmm1,", "ymm1[0,1],", "zero,", "#", "//", "/*", "\"", "'", "\\",
		"a.InterleaveLo(", "archsimd.", "rax,", "v0.4s,", "r0,", "V33(0,0)<8;8,1> ", "_mm_shuffle_epi32(", "a = b; ", "pshufd xmm0, xmm0, 27\n", "pshufd xmm0, xmm0, 27;", "mov rax, rcx\n", "%a = add i32 %b, %c\n", "x", "é", "\xff", "88", "8800 ", "mv.swiz ", "-", "+1", "{k1}", "<i32 0, ", "i32 ", ".", "_", "v$", "$v", "v_u8", "v_", "0x1,", "#00", "#0 ", "noundef ", "%x = ", "@", "a b ", "_mm_add(", "vzip1q_u32(a, ", "{ ", "} ", "] ", "0b1", "r1", "mm", "k", "…", "a, b = ", "func ", "package p;", "for ", "--"}
	for _, d := range form.Dialects() {
		pieces = append(pieces, d.Example+"\n", d.Example+";", d.Example)
	}
	for _, begin := range begins {
		for _, piece := range pieces {
			all = append(all, hostileText{begin, piece})
		}
	}
	return all
}

// What readers look at grows with the length of a text, and not with its square: of a text that is eight times as long it is at most twelve times as much.
// Of all texts each run takes a share, another one each time, a smaller one where the dialect is said: one that is not linear is so for many of them.
func TestRecognisersAreLinear(t *testing.T) {
	const small, times, most = 1 << 10, 8, 12
	all, rng := hostile(), chance.Random(t, 15)
	share := func(of int) []hostileText {
		if *full {
			return all
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all[:len(all)/of]
	}
	linear := func(t *testing.T, from string, texts []hostileText) {
		worst, at := 0.0, ""
		count := func(text string) int64 {
			return syntax.Steps(func() { _, _ = form.Parse(text, form.Options{From: from}) })
		}
		for _, h := range texts {
			before, n := max(count(h.long(small)), small), count(h.long(times*small))
			if ratio := float64(n) / float64(before); ratio > worst {
				worst, at = ratio, h.name()
			}
			if n > most*before {
				t.Errorf("%s: %d steps for %d bytes, %d for %d", h.name(), before, len(h.long(small)), n, len(h.long(times*small)))
			}
		}
		t.Logf("%d texts of %d, at most %.1f times as much: %s", len(texts), len(all), worst, at)
	}
	t.Run("from ", func(t *testing.T) { linear(t, "", share(3)) }) // where the dialect is not said, all are asked
	if testing.Short() {
		return
	}
	for _, d := range form.Dialects() {
		t.Run("from "+d.Name, func(t *testing.T) { linear(t, d.Name, share(16)) })
	}
}
