package cexpr_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// Pointers that a function sets and moves, as those of real code do, are the addresses that they stand for: what is loaded there is called so, also where numbers and counters are in it.
func TestPointersMoved(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Arm(), [][2]string{
		{"void f(const uint32_t *p, uint32_t *o) { const uint32_t *x = p; vst1q_u32(o, vrev64q_u32(vld1q_u32(x))); }", " of p: i32x4 -> a1 a0 a3 a2"},
		{"void f(const uint64_t *p, uint64_t *o) { uint64x2_t a = vld1q_u64(p); p += 2; vst1q_u64(o, vzip1q_u64(a, vld1q_u64(p))); o += 2; }", " of p p + 2: i64x2 i64x2 -> a0 b0"},
		{"void f(const uint64_t *p, uint64_t *o, int by) { uint64x2_t a = vld1q_u64(p); p += by; p -= 2; vst1q_u64(o, vzip1q_u64(a, vld1q_u64(p))); }", " of p p + by - 2: i64x2 i64x2 -> a0 b0"},
		{"void f(const uint64_t *p, uint64_t *o, int i) { uint64x2_t a = vld1q_u64(p + i); i++; vst1q_u64(o, vzip1q_u64(a, vld1q_u64(p + i))); --i; }", " of p + i p + (i + 1): i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 b0 b1 b2 b3 b4 b5 b6 b7"},
		{"void f(const uint64_t *p, uint64_t *o) { int i = 0; uint64x2_t a = vld1q_u64(p + i); i += 2; vst1q_u64(o, vzip1q_u64(a, vld1q_u64(p + i))); }", " of p + i p + 2: i64x2 i64x2 -> a0 b0"},
		{"void f(const uint64_t *p, const uint64_t *q, uint64_t *o) { const uint64_t *x = p + 4, *y = q; uint64x2_t a = vld1q_u64(x); x = y; vst1q_u64(o, vzip1q_u64(a, vld1q_u64(x + 1))); }", " of p + 4 q + 1: i64x2 i64x2 -> a0 b0"},
		{"void f(const void *p, uint64_t *o) { const uint8_t *x = (const uint8_t *)p + 8; vst1q_u64(o, vld1q_u64((const uint64_t *)x)); }", " of p + 8: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"static const uint8_t t[32] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}; uint8x16_t f(uint8x16_t v) { const uint8_t *k = t; k += 16; return vqtbl1q_u8(v, vld1q_u8(k)); }", " of v: i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0"},
		{"void f(const uint64_t *p, uint64_t *o, int n) { for (; n > 0; n -= 2) { vst1q_u64(o, vextq_u64(vld1q_u64(p), vld1q_u64(p), 1)); p += 2; o += 2; n--; } }", " of p: i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7; of the loop, one pass is read"},
		{"uint32x4_t f(uint32x4_t a) { int k = 1; k += 2; k--; return vextq_u32(a, a, k); }", " of a: i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7"},
	})
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"void f(const int *p, int *o, int n) { const __m128i *x = (const __m128i *)p; __m128i a = _mm_loadu_si128(x); p += n; _mm_storeu_si128((__m128i *)o, _mm_unpacklo_epi64(a, _mm_loadu_si128((const __m128i *)p))); }", " of p p + n: i64x2 i64x2 -> a0 b0"},
		{"uint32_t f(uint32_t a, uint32_t n) { n -= 3; return a >> 8; }", " of a: i8x4 -> a1 a2 a3 z"},
		{"int n = 5; n += 3; _mm_slli_epi32(a, n)", " of a: i8x16 -> z a0 a1 a2 z a4 a5 a6 z a8 a9 a10 z a12 a13 a14"},
	})
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"void f(const uint8_t *RESTRICT p, uint8_t *RESTRICT o) { assert(o != p); __m128i a = _mm_loadl_epi64((const __m128i *)(p - 1)); p += 3; _mm_storel_epi64((__m128i *)o, _mm_unpacklo_epi32(a, _mm_loadl_epi64((const __m128i *)p))); }", " of p - 1 p + 3: i32x2 i32x2 -> a0 b0"},
		{"_mm_cvtsi32_si128(*(const int *)(p + 4))", " of p + 4: i32x1 -> a0 z z z"},
		{"void f(const uint8_t *p) { p += 8; _mm_cvtsi32_si128(*(const int *)(p + 4)); }", " of p + 8 + 4: i32x1 -> a0 z z z"},
		{"_mm_unpacklo_epi64(r->a, r->b)", " of r.a r.b: i64x2 i64x2 -> a0 b0"},
	})
	dialecttest.Meanings(t, cexpr.Arm(), [][2]string{
		{"vld1q_lane_u32((const uint32_t *)(p + 2 * stride), a, 1)", " of a p + 2 * stride: i32x4 i32x1 -> a0 b0 a2 a3"},
		{"uint32x2_t a; vld1_lane_u32(p, a, 1)", " of a p: i32x2 i32x1 -> a0 b0"},
		{"uint8x16_t f(const uint8_t *p) { return vcombine_u8(vget_high_u8(vld1q_u8(p)), vld1_u8(p)); }", " of p: i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7"},
		{"uint8x16_t f(const uint8_t *p) { return vcombine_u8(vld1_u8(p), vget_high_u8(vld1q_u8(p))); }", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"uint16x4_t f(const uint16_t *t) { uint16x4_t c = vld1_u16(t); return vext_u16(c, vld3_u16(t).val[2], 1); }", " of t: i8x24 -> a2 a3 a4 a5 a6 a7 a4 a5"},
		{"void f(const uint8_t *p) { vld1q_u8(p); } uint32x2_t g(const uint32_t *p) { return vrev64_u32(vld1_u32(p)); }", " of p: i32x2 -> a1 a0"},
		{"vst1q_lane_u64(p, a, 1);", " of a: i64x2 -> a1"},
		{"void f(int32x4x2_t *r) { r->val[0] = vzip1q_s32(r->val[0], r->val[1]); }", " of r.val[0] r.val[1]: i32x4 i32x4 -> a0 b0 a1 b1"},
	})
	long := strings.Repeat("+ stride ", 200)
	if r, err := cexpr.Arm().Read("void f(const uint8_t *p, uint8_t *o) { uint8x16_t a = vld1q_u8(p); p += 1 "+long+"; vst1q_u8(o, vzip1q_u8(a, vld1q_u8(p))); }", dialect.Options{}); err != nil || len(r.Names) != 2 || len(r.Names[1]) > 20 {
		t.Errorf("a long address is %q, %v", r.Names, err)
	}
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"__m128i x; ‹x += y›; _mm_shuffle_epi32(x, 27)", "+= computes, and moves no lanes: of pointers and integers it is followed"},
		{"‹x += y›; _mm_shuffle_epi32(x, 27)", "+= computes, and moves no lanes: of pointers and integers it is followed"},
		{"uint32_t f(uint32_t a) { ‹a += 3›; return a >> 8; }", "+= computes a, and moves nothing"},
		{"uint32_t f(uint32_t a) { ‹a--›; return a; }", "-= computes a, and moves nothing"},
		{"uint32_t f(const uint8_t *p) { p += 2; return p‹[0]› << 8; }", "p has been set to another place: single elements behind it are not followed"},
		{"void f(uint8_t *d, const uint8_t *s) { d += 2; ‹d[0] =› s[1]; }", "d has been set to another place: single elements behind it are not followed"},
	})
}

// What an address is called is where it points: pointers and counters are set and moved by chance, by a program that is executed with numbers, and the name that is read is reckoned with the same ones.
func TestPointersAreWhereTheyPoint(t *testing.T) {
	rng := chance.Random(t, 92)
	for range 600 {
		given := map[string]int{"p": 1000, "q": 5000, "n": rng.IntN(50), "stride": rng.IntN(90) - 45, "k": rng.IntN(20)}
		now := maps.Clone(given)
		text := "void f(const uint8_t *p, const uint8_t *q, uint8_t *o, int n, int stride) { int k = " + fmt.Sprint(given["k"]) + ";"
		pointers := []string{"p", "q"}
		say := func(format string, a ...any) { text += " " + fmt.Sprintf(format, a...) }
		for j := range 1 + rng.IntN(8) {
			x, y := pointers[rng.IntN(len(pointers))], pointers[rng.IntN(len(pointers))]
			by := [...]string{"n", "stride", "k", fmt.Sprint(rng.IntN(30))}[rng.IntN(4)]
			value, isName := now[by]
			if !isName {
				fmt.Sscanf(by, "%d", &value)
			}
			counter := [...]string{"n", "k"}[rng.IntN(2)]
			switch rng.IntN(9) {
			case 0:
				name := fmt.Sprintf("x%d", j)
				say("const uint8_t *%s = %s + %s;", name, y, by)
				pointers, now[name] = append(pointers, name), now[y]+value
			case 1:
				name := fmt.Sprintf("x%d", j)
				say("const uint8_t *%s = %s, *y%d = %s - %s;", name, x, j, y, by)
				pointers = append(pointers, name, fmt.Sprintf("y%d", j))
				now[name], now[fmt.Sprintf("y%d", j)] = now[x], now[y]-value
			case 2:
				say("%s = %s;", x, y)
				now[x] = now[y]
			case 3:
				say("%s += %s;", x, by)
				now[x] += value
			case 4:
				say("%s -= %s;", x, by)
				now[x] -= value
			case 5:
				say("%s;", [...]string{x + "++", "++" + x}[rng.IntN(2)])
				now[x]++
			case 6:
				say("%s;", [...]string{x + "--", "--" + x}[rng.IntN(2)])
				now[x]--
			case 7:
				say("%s;", [...]string{counter + "++", "--" + counter}[j%2])
				now[counter] += 1 - j%2*2
			default:
				say("%s += %s;", counter, by)
				now[counter] += value
			}
		}
		x := pointers[rng.IntN(len(pointers))]
		say("vst1q_u8(o, vrev64q_u8(vld1q_u8(%s + k))); }", x)
		r, err := cexpr.Arm().Read(text, dialect.Options{})
		if err != nil || len(r.Names) != 1 {
			t.Fatalf("%s: %v of %v, %v", text, r.Map, r.Names, err)
		}
		if got, rest := reckoned(r.Names[0], given); got != now[x]+now["k"] || rest != "" {
			t.Fatalf("%s: what is loaded is called %s, which is %d, want %d", text, r.Names[0], got, now[x]+now["k"])
		}
	}
}

// reckoned is a sum of names, numbers and brackets, and what stands behind it.
func reckoned(text string, of map[string]int) (sum int, rest string) {
	sign := 1
	for text = strings.TrimSpace(text); text != "" && text[0] != ')'; text = strings.TrimSpace(text) {
		switch {
		case text[0] == '+' || text[0] == '-':
			sign, text = 44-int(text[0]), text[1:]
		case text[0] == '(':
			var inner int
			inner, text = reckoned(text[1:], of)
			sum, text = sum+sign*inner, strings.TrimPrefix(text, ")")
		default:
			end := strings.IndexAny(text+" ", " +-()")
			value, ok := of[text[:end]]
			if !ok {
				fmt.Sscanf(text[:end], "%d", &value)
			}
			sum, text = sum+sign*value, text[end:]
		}
	}
	return sum, text
}

// An address that is too long to be looked through is called after where it stands, so that it is another source each time.
func TestLongAddresses(t *testing.T) {
	for _, n := range []int{100, 250, 300} {
		long := "p + 1" + strings.Repeat(" + n", n)
		r, err := cexpr.Arm().Read("void f(const uint64_t *p, uint64_t *o, long n) { n++; vst1q_u64(o, vzip1q_u64(vld1q_u64("+long+"), vld1q_u64("+long+"))); }", dialect.Options{})
		if err != nil {
			t.Fatal(err)
		}
		same := len(long) <= 1024
		if want := map[bool]int{true: 1, false: 2}[same]; len(r.Names) != want {
			t.Fatalf("%d characters: %d sources, want %d", len(long), len(r.Names), want)
		}
		for _, name := range r.Names {
			if ok := strings.HasPrefix(name, long+"'"); ok == same || strings.Contains(name, "%") || same && !strings.HasPrefix(name, "p + 1 + (n + 1)") {
				t.Errorf("%d characters are called %s", len(long), name)
			}
		}
	}
}
