package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// A loop that hands a value from one pass to the next is read as often as it says, and every other one once.
func TestPasses(t *testing.T) {
	const once, handed = "; of the loop, one pass is read", ", though a goes from one to the next"
	rotated := []string{"a0 a1 a2 a3", "a1 a2 a3 a0", "a2 a3 a0 a1", "a3 a0 a1 a2"}
	loop := func(head, body string) string {
		return "__m128i f(__m128i a) { for (" + head + ") " + body + " return a; }"
	}
	const body = "a = _mm_shuffle_epi32(a, 0x39);"
	for _, row := range []struct {
		head, body string
		times      int
	}{
		{"int i = 0; i < 2; i++", body, 2}, {"int i = 0; i < 2; ++i", "{ " + body + " }", 2}, {"int i = 3; i > 0; i--", body, 3}, {"i = 3; i >= 1; --i", body, 3}, {"int i = 0; i <= 4; i += 2", body, 3},
		{"int i = 4; i != 0; i -= 2", body, 2}, {"size_t i = 0; i < 1; i++", body, 1}, {"int i = 0; i < 3; i++", "{ __m128i t = _mm_shuffle_epi32(a, 0x39); a = t; }", 3},
		{"int i = 0; i < 2; i++", "for (int j = 0; j < 3; j++) { " + body + " }", 6}, {"int i = 0; i < 2; i++", "{ for (int j = i; j < 3; j++) " + body + " }", 5},
	} {
		dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{loop(row.head, row.body), " of a: i32x4 -> " + rotated[row.times%4]}})
	}
	for _, head := range []string{"int i = 0; i < n; i++", ";;", "int i = n; i < 4; i++", "int i = 0; i < 4; i += n", "int i = 0; f(i); i++", "int i = 0; i < 4; g()"} {
		dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{loop(head, body), " of a: i32x4 -> a1 a2 a3 a0" + once + handed}})
	}
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{loop("int i = 5; i < 5; i++", body), " of a: i64x2 -> a0 a1"},
		{"for (int i = 0; i < 4; i++) r = _mm_shuffle_epi32(a, 0x39);", "r of a: i32x4 -> a1 a2 a3 a0" + once},
		{"void f(int *p, int *q) { for (int i = 0; i < 4; i++) { _mm_storeu_si128((__m128i *)q, _mm_loadu_si128((__m128i *)p)); p += 4; } }", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15" + once},
		{"uint32_t f(uint32_t x) { for (int i = 0; i < 4; i++) x = x << (i + 1) | x >> (31 - i); return x; }", " of x: i2x16 -> a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10"},
	})
	for head, want := range map[string]string{"int i = 0; i < 65; i++": "more than 64 passes", "int i = 0; i < 9; i--": "more than 64 passes"} {
		if _, err := cexpr.Intel().Read(loop(head, body), dialect.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", head, err, want)
		}
	}
}

// Whatever a head counts from, to and by, its loop has as many passes as C's, and one of too many is refused.
func TestPassesOfAnyHead(t *testing.T) {
	asks := map[string]func(i, to int) bool{
		"<": func(i, to int) bool { return i < to }, "<=": func(i, to int) bool { return i <= to }, ">": func(i, to int) bool { return i > to }, ">=": func(i, to int) bool { return i >= to }, "!=": func(i, to int) bool { return i != to },
	}
	for less, goes := range asks {
		for from := -1; from < 4; from++ {
			for to := -1; to < 4; to++ {
				for by, texts := range map[int][]string{
					1: {"i++", "++i", "i += 1", "i -= -1"}, -1: {"i--", "-- i", "i -= 1", "i+=-1"}, 2: {"i += 2", "i += 1 + 1"}, -3: {"i -= 3", "i += -3"},
				} {
					passes := 0
					for i := from; goes(i, to) && passes <= 64; i += by {
						passes++
					}
					for _, step := range texts {
						text := fmt.Sprintf("__m128i f(__m128i a) { for (int i = %d; i %s %d; %s) a = _mm_slli_si128(a, 1); return a; }", from, less, to, step)
						r, err := cexpr.Intel().Read(text, dialect.Options{})
						switch {
						case passes > 64:
							if err == nil || !strings.Contains(err.Error(), "more than 64 passes") {
								t.Errorf("%s: %v, %v", text, r.Map, err)
							}
						case err != nil:
							t.Errorf("%s: %v", text, err)
						default:
							zeros := 0
							for _, l := range r.Map.Lane {
								if l == lane.Zero() {
									zeros++
								}
							}
							if zeros*r.Map.Bits/8 != min(passes, 16) || len(r.Warnings) > 0 {
								t.Errorf("%s is %s, %q, want %d passes", text, r.Map, r.Warnings, passes)
							}
						}
					}
				}
			}
		}
	}
}
