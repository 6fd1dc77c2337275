package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Elements of arrays of integers are lanes of one source, as long as the text says, or as the last element that is read.
func TestElementsOfArrays(t *testing.T) {
	dialecttest.Meanings(t, dialects["intel"](), [][2]string{
		{"uint32_t f(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }", " of p: i8x4 -> a3 a2 a1 a0"},
		{"uint32_t f(const uint8_t p[4]) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }", " of p: i8x4 -> a3 a2 a1 a0"},
		{"uint8_t p[8]; (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]", " of p: i8x8 -> a3 a2 a1 a0"},
		{"uint32_t f(const uint8_t *p, const uint8_t *q) { return p[0] | q[1] << 8; }", " of p q: i8x1 i8x2 -> a0 b1 z z"},
		{"uint64_t f(const uint16_t *p, uint32_t x) { return (uint64_t)p[5] << 48 | (uint64_t)p[1] << 32 | x; }", " of p x: i16x6 i16x2 -> b0 b1 a1 a5"},
		{"uint8_t m[16]; m[3]", " of m: i8x16 -> a3"},
		{"uint16_t m[300]; m[299]", " of m[299]: i16x1 -> a0"},
		{"uint8_t m[4]; uint8_t r = m[9];", "r of m: i8x10 -> a9"},
		{"uint32_t f(const uint8_t *p, int i, int j) { return p[i] | p[j] << 8; }", " of p[i] p[j]: i8x1 i8x1 -> a0 b0 z z"},
		{"uint32_t f(const uint8_t *p, int i) { return p[i] | p[i + 1] << 8 | p[g(i)[2]] << 16; }", " of p[i] p[i + 1] p[g(i)[2]]: i8x1 i8x1 i8x1 -> a0 b0 c0 z"},
		{"void f(const uint8_t *p) { _mm_unpacklo_epi64(_mm_loadu_si128((const __m128i *)&p[1]), _mm_loadu_si128((const __m128i *)&p[4])); }", " of p[1] p[4]: i64x2 i64x2 -> a0 b0"},
		{"void f(const uint64_t *p) { _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)&p[1]), _mm_loadl_epi64((const __m128i *)&p[4])); }", " of p: i64x5 -> a1 a4"},
		{"void f(const uint8_t *p) { __m128i v = _mm_loadu_si128((const __m128i *)&p[16]); v = _mm_shuffle_epi32(v, 27); }", "v of p[16]: i32x4 -> a3 a2 a1 a0"},
	})
}

// What has no types at all is read with the bits with which something moves, 64 first, and that is said.
func TestUntyped(t *testing.T) {
	taken := func(name, typ string) string {
		return "; " + name + " has no type in the text: it is taken for a " + typ
	}
	all := [][2]string{
		{"(x >> 8) | (x << 24)", " of x: i8x4 -> a1 a2 a3 a0" + taken("x", "uint32_t")},
		{"x = (x >> 8) | (x << 24);", "x of x: i8x4 -> a1 a2 a3 a0" + taken("x", "uint32_t")},
		{"return (y >> 32) | (y << 32);", " of y: i32x2 -> a1 a0" + taken("y", "uint64_t")},
		{"x = ((x & 0x0000FFFF0000FFFFull) << 16) | ((x & 0xFFFF0000FFFF0000ull) >> 16)", "x of x: i16x4 -> a1 a0 a3 a2" + taken("x", "uint64_t")},
		{"x = ((x & 0x0000FFFF) << 16) | ((x & 0xFFFF0000) >> 16)", "x of x: i16x4 -> a1 a0 z z" + taken("x", "uint64_t")},
		{"p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]", " of p: i8x4 -> a3 a2 a1 a0" + taken("p[0]", "uint8_t")},
		{"((uint32_t)b[at] << 24) | (b[at + 1] << 16) | (b[at + 2] << 8) | b[at + 3]", " of b[at] b[at + 1] b[at + 2] b[at + 3]: i8x1 i8x1 i8x1 i8x1 -> e0 c0 b0 a0" + taken("b[at]", "uint8_t")},
		{"uint32_t r = (x >> 8) | (x << 24);", "r of x: i8x4 -> a1 a2 a3 a0" + taken("x", "uint32_t")},
		{"uint64_t r = (x >> 8) | (x << 56);", "r of x: i8x8 -> a1 a2 a3 a4 a5 a6 a7 a0"},
		{"uint32_t x; (x >> 8) | (x << 24)", " of x: i8x4 -> a1 a2 a3 a0"},
		{"uint64_t x, y; (x >> 8) | (y << 56)", " of x y: i8x8 i8x8 -> a1 a2 a3 a4 a5 a6 a7 b0"},
	}
	for _, c := range all {
		if !dialects["intel"]().Looks(c[0]) {
			t.Errorf("%s does not look like C", c[0])
		}
	}
	dialecttest.Meanings(t, dialects["intel"](), all)
	for _, text := range []string{"x >> n", "1 << 3", "a | b", "f(x) << 3", "x << 3 ? y : z", "a.x << 3", "", "<< 3", "r = a"} {
		if dialects["intel"]().Looks(text) {
			t.Errorf("%q looks like C", text)
		}
	}
}

// Integers put together of elements in any order: in byte or word j of the result stands the element that was shifted there.
func TestElementsInAnyOrder(t *testing.T) {
	r := chance.Random(t, 71)
	for range 2000 {
		elem := 8 << r.IntN(3)
		lanes := 1 + r.IntN(64/elem)
		length := lanes + r.IntN(5)
		var terms, want []string
		most := 0
		for j := range lanes {
			k := r.IntN(length)
			most = max(most, k+1)
			terms = append(terms, fmt.Sprintf("(uint64_t)p[%d] << %d", k, j*elem))
			want = append(want, fmt.Sprintf("a%d", k))
		}
		r.Shuffle(len(terms), func(i, j int) { terms[i], terms[j] = terms[j], terms[i] })
		declared, of := fmt.Sprintf("const uint%d_t *p", elem), most
		if r.IntN(2) == 0 {
			declared, of = fmt.Sprintf("const uint%d_t p[%d]", elem, length), length
		}
		for j := lanes; j < 64/elem; j++ {
			want = append(want, "z")
		}
		text := fmt.Sprintf("uint64_t f(%s) { return %s; }", declared, strings.Join(terms, " | "))
		m, err := lane.Parse(fmt.Sprintf("i%dx%d -> %s", elem, of, strings.Join(want, " ")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := dialects["intel"]().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if c, err := lane.Compare(got.Map, m); err != nil || c.Relation != lane.Equal {
			t.Fatalf("%s is read as %v, want %v", text, got.Map, m)
		}
	}
}

// What is stored to elements of an array is the array, as far as the last of them; what nothing is stored to stays.
func TestStoresToElements(t *testing.T) {
	taken := func(name, typ string) string {
		return "; " + name + " has no type in the text: it is taken for a " + typ
	}
	all := [][2]string{
		{"void f(uint8_t *p, uint32_t x) { p[0] = x >> 24; p[1] = x >> 16; p[2] = x >> 8; p[3] = x; }", "p of x: i8x4 -> a3 a2 a1 a0"},
		{"void f(uint8_t *d, const uint8_t *s) { d[0] = s[2]; d[1] = s[1]; d[2] = s[0]; d[3] = s[3]; }", "d of s: i8x4 -> a2 a1 a0 a3"},
		{"void f(uint8_t *p) { uint8_t t = p[0]; p[0] = p[3]; p[3] = t; t = p[1]; p[1] = p[2]; p[2] = t; }", "p of p: i8x4 -> a3 a2 a1 a0"},
		{"void f(uint8_t *p, uint32_t x) { p[2] = x; p[0] = x >> 8; }", "p of x p: i8x4 i8x2 -> a1 b1 a0"},
		{"void f(uint16_t *p, uint64_t x) { p[1] = x; p[0] = x >> 16; p[0] |= 1; }", "p of x: i1x64 -> 1 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"void f(uint8_t *d, uint32_t x) { d[0] = x; d[1] = x >> 24; uint32_t y = x >> 16; }", "y of x: i16x2 -> a1 z"},
		{"uint32_t f(uint8_t *d, uint32_t x) { d[0] = x; d[1] = x >> 24; return d[1] << 8; }", " of x: i8x4 -> z a3 z z"},
		{"uint8_t t[4]; t[1] = a[0]; t[0] = a[1];", "t of a: i8x2 -> a1 a0" + taken("a[0]", "uint8_t")},
		{"dst[0] = src[2]; dst[1] = src[1]; dst[2] = src[0]; dst[3] = src[3];", "dst of src: i8x4 -> a2 a1 a0 a3" + taken("src[2]", "uint8_t")},
		{"void f(uint8_t *d, uint8_t *e, uint32_t x) { e[0] = x; d[0] = x >> 24; }", "d of x: i8x4 -> a3; elements of 2 arrays are stored to: this is the last one, d"},
	}
	for _, c := range all {
		if !dialects["intel"]().Looks(c[0]) {
			t.Errorf("%s does not look like C", c[0])
		}
	}
	dialecttest.Meanings(t, dialects["intel"](), all)
	dialecttest.Refused(t, dialects["intel"](), [][2]string{
		{"void f(uint8_t *d, uint32_t x) { ‹d[300] =› x; }", "d[300] is stored to, and of an array 2048 bits are followed"},
		{"void f(uint8_t *d, uint32_t x) { ‹d[1152921504606846976] =› x; }", "d[1152921504606846976] is stored to, and of an array 2048 bits are followed"},
	})
	for _, text := range []string{"void f(uint8_t *d, uint32_t x) { g(d); d[0] = x; }", "void f(float *d, float x) { d[0] = x; }", "d[0] == x", "d[i] = x", "d[] = x"} {
		if dialects["intel"]().Looks(text) {
			t.Errorf("%q looks like C", text)
		}
	}
}
