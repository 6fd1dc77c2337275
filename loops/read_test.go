package loops_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/loops"
)

// read are texts as people write them, and what they move. Behind a semicolon are the warnings, behind a bar the other results, and behind "under" the guard.
var read = []struct{ text, typ, want string }{
	{"for (int i = 0; i < 8; i++) r[i] = a[7 - i];", "i16", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]"},
	{"for (int i = 0; i < 8; i++) r[i] = a[7 - i];", "", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; how wide the elements are is not in the text: 16 bits are assumed; --type i32 says it"},
	{"for (int i = 0; i < 3; i++) r[i] = a[2 - i];", "", "i32x3 -> a2 a1 a0 [a]; how wide the elements are is not in the text: 32 bits are assumed; --type i64 says it"},
	{"for (int i = 0; i < 32; i++) r[i] = a[31 - i];", "u16x32", "i16x32 -> a31 a30 a29 a28 a27 a26 a25 a24 a23 a22 a21 a20 a19 a18 a17 a16 a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0 [a]"},

	// C: arrays, pointers, functions, tables
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) { *r++ = a[3]; a++; } }", "", "i8x7 -> a3 a4 a5 a6 [a]"},
	{"void f(uint8_t *r, const uint8_t *a) { const uint8_t *p = a + 3; for (int i = 0; i < 4; ++i) r[i] = *p--; }", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"static const uint8_t t[] = {3, 0, 2, 1};\nuint32_t r[4], a[4];\nfor (int i = 0; i < 4; ++i) r[i] = a[t[i]];", "", "i32x4 -> a3 a0 a2 a1 [a]"},
	{"void f(uint16_t d[4], const uint8_t s[4]) { for (int i = 0; i < 4; i++) d[i] = s[i]; }", "", "i8x4 -> a0 z a1 z a2 z a3 z [s]"},
	{"void f(uint16_t d[4], const uint8_t s[4]) { for (int i = 0; i < 4; i++) d[i] = s[i] << 8 | s[3 - i]; }", "", "i8x4 -> a3 a0 a2 a1 a1 a2 a0 a3 [s]"},
	{"for (int i = 0; i < 4; i++)\n  for (int j = 0; j < 4; j++)\n    r[j][i] = a[i][j];", "i32", "i32x16 -> a0 a4 a8 a12 a1 a5 a9 a13 a2 a6 a10 a14 a3 a7 a11 a15 [a]"},
	{"void t(uint8_t r[2][3], uint8_t a[3][2]) { for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) r[j][i] = a[i][j]; }", "", "i8x6 -> a0 a2 a4 a1 a3 a5 [a]"},
	{"for (int i = 0; i < 4; i++) { r0[i] = a[2*i]; r1[i] = a[2*i+1]; }", "i8", "i8x8 -> a0 a2 a4 a6 [a] | i8x8 -> a1 a3 a5 a7 [a]"},
	{"for (int i = 0; i < 2; i++) { uint8_t t = a[i]; a[i] = a[3 - i]; a[3 - i] = t; }", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"for (int i = 0; i < 2; i++) std::swap(a[i], a[3 - i]);", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"for (int i = 0; i < 2; i++) r[i + 2] = a[i];", "i8", "i8x4 -> . . a0 a1 [a]"},
	{"uint8_t r[4]; for (int i = 0; i < 2; i++) r[i + 2] = a[i];", "i8", "i8x4 -> _ _ a0 a1 [a]"},
	{"uint8_t r[4] = {9}; for (int i = 0; i < 2; i++) r[i + 2] = a[i];", "i8", "i8x4 -> #9 z a0 a1 [a]"},
	{"for (int i = 0, j = 3; i < 4; i++, j--) r[i] = a[j];", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"int i = 0; while (i < 4) { r[i] = a[i ^ 1]; i++; }", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"#define N 4\nfor (int i = 0; i < N; i++) r[i] = a[(i + 1) % N]; // rotate\n/* done */", "i8", "i8x4 -> a1 a2 a3 a0 [a]"},
	{"const int n = 4; for (size_t i = 0; i < n; i += 2) { r[i] = a[i + 1]; r[i + 1] = a[i]; }", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"for (int i = 0; i < 4; i++) if (i % 2 == 0) r[i] = a[i]; else r[i] = b[i];", "i8", "i8x4 i8x4 -> a0 b1 a2 b3 [a b]"},
	{"for (int i = 0; i < 4; i++) r[i] = i & 1 ? b[i >> 1] : a[i >> 1];", "i8", "i8x4 i8x4 -> a0 b0 a1 b1 [a b]"},
	{"static int at(int i) { return i ^ 3; } void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = a[at(i)]; }", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"for (let i = 0; i < 4; i++) { out[i] = src[3 - i]; }", "i8", "i8x4 -> a3 a2 a1 a0 [src]"},
	{"r[0] = r[1] = a[3]; for (;0;) ;", "i8", "i8x4 -> a3 a3 [a]"},

	{"uint8_t r[4]; for (size_t i = 0; i < sizeof(r)/sizeof(r[0]); i++) r[i] = a[3 - i];", "", "i8x4 -> a3 a2 a1 a0 [a]; how wide the elements are is not in the text: 8 bits are assumed; --type i32 says it"},
	{"for (int i = 0; i < 4; i++) memcpy(r + 2*i, a + 6 - 2*i, 2);", "i8", "i16x4 -> a3 a2 a1 a0 [a]"},
	{"int n = 3; do { *d++ = a[n]; } while (n-- > 0);", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"const r = new Uint16Array(4); for (let i = 0; i < 4; i++) { r[i] = a[3 - i]; }", "i16", "i16x4 -> a3 a2 a1 a0 [a]"},
	{"int[] r = new int[4]; for (int i = 0; i < 4; i++) { r[i] = a[3 - i]; }", "i32", "i32x4 -> a3 a2 a1 a0 [a]"},
	{"for c in 0..<4 { r[c] = a[3 - c] }", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"uint64_t f(uint8_t x) { uint64_t r = 0; for (int i = 0; i < 1; i++) r = x * 0x0101010101ull; return r; }", "", "i8x1 -> a0 a0 a0 a0 a0 z z z [x]"},

	{"for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) r[j][i] = a[i][j];", "", "i32x4 -> a0 a2 a1 a3 [a]; how wide the elements are is not in the text: 32 bits are assumed; --type i64 says it"},
	{"void f(pixel *r, const pixel *const a) { for (int i = 0; i < 4; i++) r[i] = a[3 - i]; }", "i16", "i16x4 -> a3 a2 a1 a0 [a]"},
	{"for (int i = 0; i < 4; i++) r[i] = a[min(3, i + 1)]; r[0] = a[max(2, abs(-1))];", "i8", "i8x4 -> a2 a2 a3 a3 [a]"},
	{"for (int i = 0; i < 0b100; i++) r[i] = a[0x3 - i * 1'0 / 10]; r[0] = 0.0f;", "i8", "i8x4 -> z a2 a1 a0 [a]"},

	{"uint8_t f(const uint8_t *a) { for (int i = 0; i < 2; i++) { if (i == 0) return a[3]; } return a[0]; }", "", "i8x4 -> a3 [a]"},
	{"int at(void) { return 3; } for (int i = 0; i < 4; i++) r[i] = a[at() - i];", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 1; i++) { r[0] = 0 & a[0]; r[1] = a[1] & 0; r[2] = 0xff & a[2]; r[3] = a[3] & 255; r[4] = 0 | a[4]; r[5] = 255 | a[5]; r[6] = a[6] | 255; r[7] = 0 ^ a[7]; r[8] = a[8] ^ 0; r[9] = a[9] ^ a[9]; r[10] = a[10] | a[10]; r[11] = a[11] & a[11]; r[12] = ~0 & a[12]; r[13] = +a[13]; r[14] = a[14] - 0; r[15] = a[15] * 1; } }",
		"", "i8x16 -> z z a2 a3 a4 m m a7 a8 z a10 a11 a12 a13 a14 a15 [a]"},
	{"void f(uint16_t *r, const uint16_t *a) { for (int i = 0; i < 1; i++) { r[0] = a[0] / 256; r[1] = a[1] % 256; r[2] = (a[2] & 15) * 17; r[3] = (a[3] & 0xf0) + (a[3] & 0x0f); } }", "", "i4x16 -> a2 a3 z z a4 a5 z z a8 a8 z z a12 a13 z z [a]"},
	{"for i := range 2 { r[i] = a[(uint8(250)+10)&15] }", "i8", "i8x5 -> a4 a4 [a]"},
	{"for i in range(-3, 0): r[i + 3] = a[i % 3 + -3 // 2 + 2]", "i8", "i8x3 -> a0 a1 a2 [a]"},

	{"uint16_t f(uint8_t x) { uint16_t r = x; for (int i = 0; i < 1; i++) r ^= x; return r; }", "", "-> i16x1: z []"},

	{"void f(uint8_t *r, const void *p) { const uint8_t *a = (const uint8_t *)p; for (int i = 0; i < 4; i++) r[i] = ((const uint8_t *)a)[3 - i] & (unsigned long long)0xff; }", "i8", "i8x4 -> a3 a2 a1 a0 [p]"},
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = (uint8_t const)(unsigned char)a[3 - i]; }", "", "i8x4 -> a3 a2 a1 a0 [a]"},

	// integers, bit by bit
	{"uint32_t rev(uint32_t x) { uint32_t r = 0; for (int i = 0; i < 32; i++) { r = (r << 1) | (x & 1); x >>= 1; } return r; }", "", "i1x32 -> a31 a30 a29 a28 a27 a26 a25 a24 a23 a22 a21 a20 a19 a18 a17 a16 a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0 [x]"},
	{"uint64_t x; uint64_t r = 0; for (int i = 0; i < 8; i++) r |= ((x >> (8 * i)) & 0xff) << (56 - 8 * i);", "", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [x]"},
	{"uint32_t f(const uint8_t *p) { uint32_t v = 0; for (int i = 0; i < 4; i++) v = v * 256 + p[i]; return v; }", "", "i8x4 -> a3 a2 a1 a0 [p]"},
	{"uint16_t f(uint8_t x) { uint16_t r = 0; for (int i = 0; i < 8; i++) r |= (x >> i & 1) << 2 * i; return r; }", "", "i1x8 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z [x]"},
	{"void put(uint8_t *p, uint32_t v) { for (int i = 0; i < 4; i++) p[i] = v >> (24 - 8 * i); }", "", "i8x4 -> a3 a2 a1 a0 [v]"},

	// how often loops go is left to who calls them
	{"for (int i = 0; i < n; i++) r[i] = a[n - 1 - i];", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; n is not in the text: 8 is taken; n = 16; in front of it says another"},
	{"n = 3; for (int i = 0; i < n; i++) r[i] = a[n - 1 - i];", "i8", "i8x3 -> a2 a1 a0 [a]"},
	{"void f(uint8_t *r, const uint8_t *a, int n) { for (int i = 0; i < n; i++) r[i] = a[n - 1 - i]; }", "", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; n is not in the text: 8 is taken; n = 16; in front of it says another"},
	{"n = 3; void f(uint8_t *r, const uint8_t *a, int n) { for (int i = 0; i < n; i++) r[i] = a[n - 1 - i]; }", "", "i8x3 -> a2 a1 a0 [a]"},
	{"void f(uint8_t *r, const uint8_t *a, size_t len) { for (size_t i = 0; i + 16 <= len; i += 16) memcpy(r + i, a + i, 2); }", "", "i8x2 -> a0 a1 [a]; len is not in the text: 16 is taken; len = 32; in front of it says another"},
	{"void f(float *d, const float *s, int rows, int cols) { for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) d[j * rows + i] = s[i * cols + j]; }", "", "i32x16 -> a0 a4 a8 a12 a1 a5 a9 a13 a2 a6 a10 a14 a3 a7 a11 a15 [s]; rows is not in the text: 4 is taken; rows = 8; in front of it says another; cols is not in the text: 4 is taken; cols = 8; in front of it says another"},
	{"void f(uint8_t *r, const uint8_t *a, int n) { int half = n >> 1; for (int i = 0; i < half; i++) r[i] = a[2 * i]; }", "", "i8x7 -> a0 a2 a4 a6 [a]; n is not in the text: 8 is taken; n = 16; in front of it says another"},
	{"stride = 4; void f(uint8_t *r, const uint8_t *a, int stride) { for (int i = 0; i < 2; i++) r[i] = (a + i * stride)[1]; }", "", "i8x6 -> a1 a5 [a]"},
	{"uint8_t t[] = {2, 0}; void f(uint8_t *r, const uint8_t *a, const uint8_t *t) { for (int i = 0; i < 2; i++) r[i] = a[t[i]]; }", "", "i8x3 -> a2 a0 [a]"},
	{"t = [2, 0]\ndef f(r, a, t):\n    for i in range(2): r[i] = a[t[i]]", "i8", "i8x3 -> a2 a0 [a]"},
	{"def f(a, n):\n    return [a[n - 1 - i] for i in range(n)]", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; n is not in the text: 8 is taken; n = 16 in front of it says another"},
	{"def f(a):\n    r = [None] * len(a)\n    for i in range(len(a)): r[i] = a[len(a) - 1 - i]\n    return r", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; how long a is is not in the text: 8 elements are taken"},
	{"func f(s []byte) {\n\tfor i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {\n\t\ts[i], s[j] = s[j], s[i]\n\t}\n}", "", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [s]; how long s is is not in the text: 8 elements are taken"},
	{"for i := range n { r[i] = a[i^1] }", "i8", "i8x8 -> a1 a0 a3 a2 a5 a4 a7 a6 [a]; how long n is is not in the text: 8 elements are taken"},
	{"n := 4; for i := range n { r[i] = a[i^1] }", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"for i in 0..n { r[i] = a[n - 1 - i]; }", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; n is not in the text: 8 is taken; let n = 16; in front of it says another"},
	{"for i in 0..a.len() { r[i] = a[a.len() - 1 - i]; }", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; how long a is is not in the text: 8 elements are taken"},
	{"for (let i = 0; i < a.length; i++) r[i] = a[a.length - 1 - i];", "i8", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]; how long a is is not in the text: 8 elements are taken"},
	{"while (n) { r[n] = a[n]; n--; }", "i8", "i8x9 -> . a1 a2 a3 a4 a5 a6 a7 a8 [a]; n is not in the text: 8 is taken; n = 16; in front of it says another"},

	// elements that are seen as others
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 2; i++) ((uint32_t *)r)[i] = ((const uint32_t *)a)[1 - i]; }", "", "i8x8 -> a4 a5 a6 a7 a0 a1 a2 a3 [a]"},
	{"void f(void *r, const void *a) { for (int i = 0; i < 2; i++) ((uint32_t *)r)[i] = ((const uint32_t *)a)[1 - i]; }", "", "i32x2 -> a1 a0 [a]"},
	{"void f(uint8_t *r, const uint8_t *a) { const uint16_t *p = (const uint16_t *)a; for (int i = 0; i < 2; i++) { *(uint32_t *)r = *p++; r += 4; } }", "", "i8x8 -> a0 a1 z z a2 a3 z z [a]"},
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 2; i++) { uint16_t v; memcpy(&v, &a[2 * i], sizeof v); v = v >> 8 | v << 8; memcpy(&r[2 * i], &v, 2); } }", "", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"void f(uint32_t *r, const uint32_t *a) { for (int i = 0; i < 2; i++) { a = (const uint32_t *)((const uint8_t *)a + 1); r[i] = a[0]; } }", "", "i8x8 -> a1 a2 a3 a4 a2 a3 a4 a5 [a]"},
	{"static void swap(uint8_t *x, uint8_t *y) { uint8_t t = *x; *x = *y; *y = t; } void f(uint8_t *a) { for (int i = 0; i < 2; i++) swap(&a[i], &a[3 - i]); }", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"void f(uint8_t *a) { uint8_t *e = a + 3; while (a < e) { uint8_t t = *a; *a++ = *e; *e-- = t; } for (;0;); }", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"void f(float r[4], const float *a) { for (int i = 0; i < 4; i++) r[i] = i ? a[i] : 1; }", "", "i32x4 -> #3f800000 a1 a2 a3 [a]"},
	{"void f(float r[4], const float *a) { for (int i = 0; i < 4; i++) r[i] = i & 1 ? a[i] : -1.5e0f; }", "", "i32x4 -> #bfc00000 a1 #bfc00000 a3 [a]"},
	{"void f(uint8_t r[4], const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = (-(a[i] & 0xf0)) & 0x1f; }", "", "i1x32 -> z z z z a4 z z z z z z z a12 z z z z z z z a20 z z z z z z z a28 z z z [a]"},
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 1; i++) { memset(r, 7, 4); r[0] = r[1] = r[2] = a[0]; assert(r); } }", "", "i8x4 -> a0 a0 a0 #7 [a]"},

	{"typedef unsigned short pixel; void f(pixel *r, const pixel *a) { for (int i = 0; i < 2; i++) r[i] = (pixel)a[1 - i]; }", "", "i16x2 -> a1 a0 [a]"},
	{"bool f(void *d, const void *s, int w) { const Uint8 *a = (const Uint8 *)s; Uint8 *r = NULL; r = (Uint8 *)d; while (w--) { r[0] = a[1]; r[1] = a[0]; r += 2; a += 2; } return true; }", "i8", "i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14 [s]; w is not in the text: 8 is taken; w = 16; in front of it says another"},
	{"pitch = 12; void f(uint8_t *r, const uint8_t *a, int pitch) { int left = pitch - 8; for (int i = 0; i < 2; i++) { *r++ = *a; a += left; } }", "", "i8x5 -> a0 a4 [a]"},
	{"void f(uint8_t *r, uint8_t *p) { p = 0; r = NULL; for (int i = 0; i < 1; i++) r[i] = p[1]; }", "", "i8x2 -> a1 [p]"},

	// bits that nobody knows decide
	{"uint8_t m; for (int i = 0; i < 4; i++) if (m >> i & 1) r[i] = a[i];", "i8", "i8x4 -> a0 a1 a2 a3 [a] under m: a lane whose bit of it is 0 keeps the old destination"},
	{"uint8_t m; for (int i = 0; i < 4; i++) r[i] = (m & (1 << i)) != 0 ? a[3 - i] : 0;", "i8", "i8x4 -> a3 a2 a1 a0 [a] under m: a lane whose bit of it is 0 is zero"},
	{"uint8_t m; for (int i = 0; i < 4; i++) { if (!(m & (1 << i))) r[i] = 0; else r[i] = a[i]; }", "i8", "i8x4 -> a0 a1 a2 a3 [a] under m: a lane whose bit of it is 0 is zero"},

	{"uint8_t f(uint8_t x) { uint8_t r = 0; for (int b = 0; b < 8; b++) if (x & (1 << b)) r |= 1 << (7 - b); return r; }", "", "i1x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [x]"},
	{"uint8_t f(uint8_t x) { uint8_t r = 255; for (int b = 0; b < 8; b++) if (!(x & (1 << b))) r &= ~(128 >> b); return r; }", "", "i1x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [x]"},

	{"uint8_t m; for (int i = 0; i < 2; i++) if (m >> i & 1) { uint8_t t = a[i]; t = t; r[i] = t; }", "i8", "i8x2 -> a0 a1 [a] under m: a lane whose bit of it is 0 keeps the old destination"},
	{"void f(uint8_t *r, const uint8_t *a, uint8_t m) { for (int i = 0; i < 4; i++) { int t; if (m & 1) t = 3; r[i] = a[t - i]; } }", "", "i8x4 -> a3 a2 a1 a0 [a]"},

	// the guide to LoongArch's intrinsics
	{"for (int i = 0; i < 4; i++) {\n  dst.word[i] = (i % 2 == 1) ? a.word[i / 2] : b.word[i / 2];\n}", "", "i32x4 i32x4 -> a0 b0 a1 b1 [b a]"},
	{"imm = 0x1b; for (int i = 0; i < 4; i++) { dst.word[i] = a.word[(i & ~0x3) + ((imm >> (2 * (i & 0x3))) & 0x3)]; }", "", "i32x4 -> a3 a2 a1 a0 [a]"},
	{"dst.dword[0] = b.dword[1];\ndst.dword[1] = a.dword[1];", "", "i64x2 i64x2 -> a1 b1 [b a]"},

	// Go
	{"for i := 0; i < 4; i++ {\n\tr[i] = a[i^1]\n}", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"for i := range 2 { a[i], a[3-i] = a[3-i], a[i] }", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"func f(a [4]uint16) (r [4]uint16) {\n\tfor i := range a {\n\t\tr[i] = a[len(a)-1-i]\n\t}\n\treturn r\n}", "", "i16x4 -> a3 a2 a1 a0 [a]"},
	{"func f(r, a []byte) {\n\tvar t [4]int\n\tfor i := range 4 {\n\t\tt[i] = 3 &^ i\n\t}\n\tfor i := 0; i < 4; i++ {\n\t\tr[i] = a[t[i]]\n\t}\n}", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"func f(x uint32) (r uint32) {\n\tfor i := 0; i < 4; i++ {\n\t\tr |= uint32(uint8(x>>(8*i))) << (24 - 8*i)\n\t}\n\treturn r\n}", "", "i8x4 -> a3 a2 a1 a0 [x]"},

	{"func f(a [4]byte) [4]byte {\n\tfor i, j := 0, len(a)-1; i < j; i, j = i+1, j-1 {\n\t\ta[i], a[j] = a[j], a[i]\n\t}\n\treturn a\n}", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"t := [...]int{1, 0, 3, 2}\nfor i := range t { r[i] = a[t[i]] }", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"var t [4]uint8\nfor i := range 4 { t[i] = uint8(3 - i) }\nfor i := range 4 { r[i] = a[t[i]] }", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},

	// Rust
	{"fn rev(a: [u8; 4]) -> [u8; 4] {\n    let mut r = [0u8; 4];\n    for i in 0..4 { r[i] = a[3 - i]; }\n    r\n}", "", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"for i in (0..4).step_by(2) { r[i] = a[i + 1]; r[i + 1] = a[i]; }", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"for i in (0..=3).rev() { r[i] = a[3 - i]; }", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"pub fn f(x: u32) -> u64 { let mut r: u64 = 0; for i in 0..4 { r |= ((x >> (8 * i) & 0xff) as u64) << (16 * i); } r }", "", "i8x4 -> a0 z a1 z a2 z a3 z [x]"},

	// Python
	{"for i in range(4):\n    r[i] = a[3-i]", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},
	{"r = [a[(i+3)%4] for i in range(4)]", "i8", "i8x4 -> a3 a0 a1 a2 [a]"},
	{"def f(a, b):\n    r = [None]*4\n    for i in range(2):\n        r[2*i] = a[i]\n        r[2*i+1] = b[i]\n    return r", "i8", "i8x4 i8x4 -> a0 b0 a1 b1 [a b]"},
	{"for i in range(3, -1, -1):\n    if i % 2:\n        r[i] = a[i - 1]\n    else:\n        r[i] = a[i + 1]", "i8", "i8x4 -> a1 a0 a3 a2 [a]"},
	{"i = 0\nwhile i < 4:\n    r[i] = a[i // 2]; i += 1", "i8", "i8x4 -> a0 a0 a1 a1 [a]"},
	{"for i in range(4): r[i] = a[-(i - 3)] # backwards", "i8", "i8x4 -> a3 a2 a1 a0 [a]"},

	// Intel's guide
	{"FOR j := 0 to 7\n\ti := j*16\n\tdst[i+15:i] := a[127-i:112-i]\nENDFOR\ndst[MAX:128] := 0", "", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0 [a]"},
	{"DEFINE ZIP(x[127:0], y[127:0]) {\n\tdst[31:0] := x[31:0]\n\tdst[63:32] := y[31:0]\n\tdst[95:64] := x[63:32]\n\tdst[127:96] := y[63:32]\n\tRETURN dst[127:0]\n}\ndst[127:0] := ZIP(a[127:0], b[127:0])\ndst[255:128] := ZIP(a[255:128], b[255:128])", "", "i32x8 i32x8 -> a0 b0 a1 b1 a4 b4 a5 b5 [a b]"},
	{"imm8 := 0x1B\nDEFINE PICK(src, control) {\n\tCASE(control[1:0]) OF\n\t0:\ttmp[31:0] := src[31:0]\n\t1:\ttmp[31:0] := src[63:32]\n\t2:\ttmp[31:0] := src[95:64]\n\tDEFAULT:\ttmp[31:0] := src[127:96]\n\tESAC\n\tRETURN tmp[31:0]\n}\nFOR j := 0 to 3\n\tdst.dword[j] := PICK(a[127:0], imm8[j*2+1:j*2])\nENDFOR", "", "i32x4 -> a3 a2 a1 a0 [a]"},
	{"imm8 := 5\ntmp[255:0] := ((a[127:0] << 128)[255:0] OR b[127:0]) >> (imm8*8)\ndst[127:0] := tmp[127:0]", "", "i8x16 i8x16 -> a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2 b3 b4 [b a]"},
	{"imm8 := 0x1B\ndst[63:0] := a[63:0]\nFOR j := 0 to 3\n\tdst[j*16+79:j*16+64] := (a >> (imm8[2*j+1:2*j] * 16))[79:64]\nENDFOR", "", "i16x8 -> a0 a1 a2 a3 a7 a6 a5 a4 [a]"},
	{"FOR j := 0 to 15\n\ti := j*8\n\tIF k[j]\n\t\tdst[i+7:i] := b[i+7:i]\n\tELSE\n\t\tdst[i+7:i] := src[i+7:i]\n\tFI\nENDFOR", "", "i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 [b] under k: a lane whose bit of it is 0 keeps the old destination"},
	{"FOR j := 0 to 3\n\tIF NOT k[j]\n\t\tdst.dword[j] := 0\n\tELSE\n\t\tdst.dword[j] := a.dword[3-j]\n\tFI\nENDFOR", "", "i32x4 -> a3 a2 a1 a0 [a] under k: a lane whose bit of it is 0 is zero"},
	{"FOR j := 0 to 3\n\tIF a[32*j+31]\n\t\tdst[j] := 1\n\tELSE\n\t\tdst[j] := 0\n\tFI\nENDFOR", "", "i1x128 -> a31 a63 a95 a127 [a]"},
	{"FOR j := 0 to 7\n\tdst[16*j+15:16*j] := ZeroExtend16(a[8*j+7:8*j])\nENDFOR", "", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z [a]"},
	{"dst[255:0] := MEM[p+255:p]", "", "i64x4 -> a0 a1 a2 a3 [p]"},
	{"MEM[p+63:p] := a[63:0]\nMEM[p+127:p+64] := a[63:0]", "", "i64x2 -> a0 a0 [a]"},
	{"FOR j := 0 to 3\n\ti := 32*j\n\tIF k[j]\n\t\tMEM[p+i+31:p+i] := a[i+31:i]\n\tFI\nENDFOR", "", "i32x4 -> a0 a1 a2 a3 [a] under k: a lane whose bit of it is 0 keeps the old destination"},
	{"FOR j := 3 DOWNTO 0\n\tdst.dword[3-j] := a.dword[j]\nENDFOR", "", "i32x4 -> a3 a2 a1 a0 [a]"},
	{"FOR j = 0 TO 3 DO\n\tdst.dword[3-j] := a.dword[j];\nOD", "", "i32x4 -> a3 a2 a1 a0 [a]"},
	{"x := 0 - 1\ndst[7:0] := x[70:63]\ndst[15:8] := a[7:0]", "", "i8x16 -> m a0 [a]"},
	{"x := 0x1FF\ndst[15:0] := x\ndst[23:16] := a[7:0]", "", "i8x16 -> m 1 a0 [a]"},
	{"dst[15:0] := SignExtend16(Truncate8(0x80))\ndst[31:16] := a[15:0]", "", "i16x8 -> #ff80 a0 [a]"},
	{"tmp[15:0] := a[7:0] * 257\ndst[15:0] := tmp[15:0]", "", "i8x16 -> a0 a0 [a]"},
	{"dst[15:0] := (a[7:0] << 8) + b[7:0]", "", "i8x16 i8x16 -> a0 b0 [b a]"},
	{"dst[7:0] := (a[15:0] + 0)[15:8]", "", "i8x16 -> a1 [a]"},
	{"dst[7:0] := a[15:0] / 256\ndst[15:8] := a[15:0] % 256", "", "i8x16 -> a1 a0 [a]"},
	{"dst[15:0] := a[15:0] AND 0xFF00 OR 0x12", "", "i8x16 -> #12 a1 [a]"},
	{"dst[15:0] := a[15:0] XOR 0x0000\nx[15:0] := 5\ndst[31:16] := NOT x[15:0]", "", "i16x8 -> a0 #fffa [a]"},
	{"_mm_broadcastw_epi16\n__m128i _mm_broadcastw_epi16 (__m128i a)\nFOR j := 0 to 7\n\tdst.word[j] := a.word[0]\nENDFOR", "", "i16x8 -> a0 a0 a0 a0 a0 a0 a0 a0 [a]"},
	{"int _mm_extract_epi8 (__m128i a, const int imm8)\nimm8 := 2\ndst[7:0] := a.byte[imm8]\ndst[MAX:8] := 0", "", "i8x16 -> a2 z z z [a]"},
	{"k := 0xB1\nm := 0\nFOR j := 0 to 7\n\tIF k[j]\n\t\tdst[m+15:m] := a[16*j+15:16*j]\n\t\tm := m + 16\n\tFI\nENDFOR\nWHILE m < 128\n\tdst[m] := 0\n\tm := m + 1\nOD", "", "i16x8 -> a0 a4 a5 a7 z z z z [a]"},
	{"__m256i _mm256_blend_epi32 (__m256i a, __m256i b, const int imm8)\nOperation\nimm8 := 1\nFOR j := 0 to 7\n\ti := j*32\n\tIF imm8[j]\n\t\tdst[i+31:i] := b[i+31:i]\n\tELSE\n\t\tdst[i+31:i] := a[i+31:i]\n\tFI\nENDFOR\ndst[MAX:256] := 0", "", "i32x8 i32x8 -> a0 b1 b2 b3 b4 b5 b6 b7 [b a]"},
	{"__m128i _mm_cvtepi64_epi32 (__m128i a)\ndst[31:0] := a[31:0]\ndst[63:32] := a[95:64]\ndst[MAX:64] := 0", "", "i32x4 -> a0 a2 z z [a]"},
	{"__m128i _mm_loadl_epi64 (__m128i const* mem_addr)\ndst[63:0] := MEM[mem_addr+63:mem_addr]\ndst[MAX:64] := 0", "", "i64x1 -> a0 z [mem_addr]"},
	{"__m128i _mm_set_epi64x (__int64 e1, __int64 e0)\ndst[63:0] := e0\ndst[127:64] := e1", "", "i64x1 i64x1 -> a0 b0 [e0 e1]"},
}

// refused are texts that are not, and what is said of them; the place stands in ‹ ›.
var refused = []struct{ text, want string }{
	{"for (int i = 0; i < 4; i++) r[i] = a[‹i + n›];", "what moves depends on n, which the text does not say: n = 3; in front of it does, for 3"},
	{"for i in range(4):\n    r[i] = a[‹i + n›]", "n = 3 in front of it"},
	{"for i := range 4 { r[i] = a[‹i + n›] }", "n := 3; in front of it"},
	{"for i in 0..4 { r[i] = a[‹i + n›]; }", "let n = 3; in front of it"},
	{"void f(uint8_t *r, const uint8_t *a, int stride, int n) { for (int i = 0; i < n; i++) r[i] = a[‹i * stride›]; }", "what moves depends on stride, which the text does not say: stride = 3; in front"},
	{"void f(uint8_t *r, const uint8_t *a, int stride) { for (int i = 0; i < 4; i++) r[i] = (‹a + stride›)[i]; }", "what moves depends on stride"},
	{"uint32_t f(uint32_t x) { uint32_t n = 0; while (‹x›) { n += x & 1; x >>= 1; } return n; }", "what moves depends on x"},
	{"void f(uint8_t *r, const uint8_t *a, const uint8_t *t) { for (int i = 0; i < 4; i++) r[i] = a[‹t[i]›]; }", "what moves depends on what is in t, which the text does not say: uint8_t t[] = {3, 2}; in front of it does, for two"},
	{"func f(r, a, t []byte) { for i := range 4 { r[i] = a[‹t[i]›] } }", "t := [2]uint8{3, 2}; in front of it"},
	{"fn f(r: &mut [u8], a: &[u8], t: &[u8]) { for i in 0..4 { r[i] = a[‹t[i]›]; } }", "let t = [3, 2]; in front of it"},
	{"def f(r, a, t):\n    for i in range(4): r[i] = a[‹t[i]›]", "t = [3, 2] in front of it"},

	{"void f(uint8_t *r, const uint8_t *a, int pitch) { int left = pitch - 8; for (int i = 0; i < 2; i++) { *r++ = *a; ‹a += left›; } }", "what moves depends on pitch"},
	{"typedef ‹struct› { int x; } T; for (int i = 0; i < 1; i++) r[i] = a[i];", "the name of a type of numbers"},

	// elements that are seen as others
	{"void f(float *r, const uint8_t *a) { for (int i = 0; i < 4; i++) ‹r[i] = a[i]›; }", "what an integer is as a number with a point is computed"},
	{"void f(uint8_t *r, const float *a) { for (int i = 0; i < 4; i++) ‹r[i] = a[i]›; }", "what a number with a point is as another type is computed"},
	{"void f(double *r, const float *a) { for (int i = 0; i < 4; i++) ‹r[i] = a[i]›; }", "what a number with a point is as another type is computed"},
	{"void f(float *r, const float *a) { for (int i = 0; i < 4; i++) r[i] = ‹a[i] * 2.5f›; }", "* computes, which is no movement"},
	{"void f(float *r, const float *a) { for (int i = 0; i < 4; i++) r[i] = ‹a[i] & 3.0f›; }", "what & makes of numbers with a point is not known here"},
	{"void f(uint8_t *r, const uint8_t *a) { for (int i = 0; i < 1; i++) r[0] = ‹((uint32_t *)a)[1][2]›; }", "a has no such element of 32 bits"},
	{"for (int i = 0; i < 1; i++) memset(r, 0, ‹n›);", "what moves depends on n"},
	{"for (int i = 0; i < 1; i++) ‹memset(r, 0, 9000)›;", "a variable has at most 65536 bits"},
	{"FOR j := 0 to 3\n\tdst[j] := a[‹j + imm8›]\nENDFOR", "what moves depends on imm8, which the text does not say: imm8 := 3 in front of it does, for 3"},
	{"for (int i = 0; i < 4; i++) r[i] = ‹a[i] + b[i]›;", "+ computes from bit 0 on"},
	{"for (int i = 0; i < 4; i++) r[i] = ‹a[i] & b[i]›;", "& computes a bit from bits that are both live"},
	{"for (int i = 0; i < 4; i++) r[i] = ‹~a[i]›;", "~ computes a bit that is live"},
	{"void f(int16_t *r, const int8_t *a) { for (int i = 0; i < 4; i++) ‹r[i] = a[i]›; }", "copies of a sign are no movement"},
	{"int32_t f(int32_t x) { for (int i = 0; i < 4; i++) ‹x >>= 1›; return x; }", "copies of a sign"},
	{"for (int i = 0; i < 4; i++) r[i] = t[‹a[i]›];", "what moves depends on what is in a"},
	{"uint32_t f(uint32_t x) { while (‹x & 1›) x >>= 1; return x; }", "what moves depends on x"},
	{"‹for (int i = 0; i < 4; i += 0)› ;", "does not end within"},
	{"for (int i = 0; i < 4; i++) r[i] ‹a›[i];", `expected ";", found "a"`},
	{"for (int i = 0; i < 4; i++) ‹›", "expected a number, an element such as a[i], or a name, found the end"},
	{"for (int i = 0; i < 4; i++) { r[i] = a[i]; ‹›", `expected "}", found the end`},
	{"int x = 0; for (int i = 0; i < 4; i++) x += i;", "nothing is moved here"},
	{"uint8_t a[4]; for (int i = 0; i < 8; i++) r[i] = ‹a[i]›;", "a has elements 0 to 3, and this is 4"},
	{"for (int i = 0; i < 4; i++) r[i] = ‹a[i - 1]›;", "this is 8 bits in front of a"},
	{"for (int i = 0; i < 4; i++) r[i] = a[‹i / 0›];", "divides by zero"},
	{"for (int i = 0; i < 4; i++) r[i] = a[‹1 << 40›];", "32 bits are shifted by 40: expected 0 to 31"},
	{"for (int i = 0; i < 4; i++) r[i] = a[‹09x›];", "is no number"},
	{"for (int i = 0; i < 4; i++) { r[i] = a[i]; ‹break›; }", "expected a loop that counts"},
	{"for (int i = 0; i < 4; i++) r[i] = ‹f(a)›[i];", "f is no function that is known here"},
	{"FOR j := 0 to 0\n\tdst[15:0] := ‹SignExtend16(a[15:0] >> 4)›\nENDFOR", "copies of a sign"},
	{"for (int i = 0; i < 4; i++) if (‹a[i] & b[i]›) r[i] = a[i];", "& computes a bit"},
	{"uint8_t m; const uint8_t *p = a; for (int i = 0; i < 4; i++) { if (‹m & 1›) p = b; r[i] = p[i]; }", "p depends on a bit that is known at run time alone"},
	{"for (int i = 0; i < 4; i++) std::swap(‹1›, a[i]);", "nothing can be assigned to this"},
	{"for (int i = 0; i < 4; i++) memcpy(‹3›, a, 4);", "expected an array, or a place in one"},
	{"for (int i = 0; i < 4; i++) memcpy(r, ‹1 / 0›, 4);", "divides by zero"},
	{"for (int i = 0; i < 4; i++) { uint8_t ‹t[2]› = {a, 1}; r[i] = t[0]; }", "expected numbers or elements in the list"},
	{"for (int i = 0; i < 4; i++) if (‹n›) r[i] = a[i];", "what moves depends on n"},
	{"uint8_t m; for (int i = 0; i < 4; i++) if (m & 1) r[i] = a[‹1 / 0›];", "divides by zero"},
	{"uint8_t m; for (int i = 0; i < 4; i++) if (m & 1) r[i] = a[i]; else r[i] = a[‹1 % 0›];", "divides by zero"},
	{"uint8_t f(uint8_t m) { for (int i = 0; i < 4; i++) if (‹m & 1›) return 3; return m; }", "whether this returns depends on a bit"},
	{"#define F‹(›x) x\nfor (int i = 0; i < 4; i++) r[i] = a[i];", "macros with parameters are not known here"},
	{"x := 0\nCASE x OF\n‹)›: dst[0] := a[0]\nESAC", "expected a number, an element"},
	{"for (int i = 0; i < 4; i++) { ‹3› = a[i]; }", "nothing can be assigned to this"},
	{"void f(uint32_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = ‹-a[i]›; }", "- computes a bit that is live"},
	{"void f(uint32_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = ‹a[i] / 3›; }", "/ computes, which is no movement"},
	{"void f(uint32_t *r, const uint8_t *a) { for (int i = 0; i < 4; i++) r[i] = ‹a[i] * 3›; }", "+ computes from bit"},
	{"int g(int n) { return ‹g(n + 1)›; } for (int i = 0; i < 2; i++) r[i] = a[g(0)];", "functions call one another more than 16 deep"},
	{"int g(int n) { return n; } for (int i = 0; i < 2; i++) r[i] = a[‹g(0, 1)›];", "g takes 1 arguments, and here are 2"},
	{"for (int i = 0; i < 2; i++) r[i] = a[‹max(a[0], 1)›];", "max is no function that is known here"},
	{"for (int i = 0; i < 2; i++) { p = ‹a + 20000›; r[i] = p[0]; }", "element 20000 is none of an array of at most 16384"},
	{"for (int i = 0; i < 2; i++) ‹r[i + 20000]› = a[i];", "r has no element 20000"},
	{"FOR j := 0 to 3\n\tIF k[j]\n\t\tdst.dword[j] := b.dword[j]\n\tELSE\n\t\tdst.dword[j] := a.dword[j]\n\tFI\nENDFOR", "bit 0 is a's where the mask k has a zero"},
	{"FOR j := 0 to 3\n\tIF ‹a[7:0] > 3›\n\t\tdst[j] := 1\n\tFI\nENDFOR", "what moves depends on a"},
	{"FOR j := 0 to 3\n\tdst[j] := b[j]\n‹›", `expected "OD", found the end`},
	{"‹dst[7:8]› := a[0:0]", "bits 7 to 8: expected the higher one first"},
	{"__m128i f(__m128i a)\ndst[7:0] := ‹a[128:121]›", "a ends at bit 128, and this goes on to 129"},
	{"uint8_t m, k; for (int i = 0; i < 4; i++) { if (m >> i & 1) r[i] = a[i]; if (k >> i & 1) r[i] = b[i]; }", "depends on several bits"},
	{"uint8_t m; for (int i = 0; i < 4; i++) r[i] = m >> i & 1 ? a[i] : b[3 - i];", "bit 0 is b's where the mask m has a zero"},
	{"uint8_t m; for (int i = 0; i < 4; i++) r[i] = m >> i & 1 ? a[i] : r[3 - i];", "bit 0 is another one where the mask m has a zero"},
	{"uint8_t m; for (int i = 0; i < 4; i++) if (m >> i & 1) q[i] = a[i]; for (int i = 0; i < 4; i++) r[i] = q[i];", "bit 0 is q's where the mask m has a zero"},
	{"uint8_t m; for (int i = 0; i < 4; i++) { if (m >> i & 1) q[i] = a[i]; if (m >> i & 1) r[i] = a[i]; }", "r is under m, and the text makes more"},
	{"uint8_t m; for (int i = 0; i < 4; i++) if (m >> i & 1) r[i] = a[i]; for (int i = 0; i < 4; i++) q[i] = r[3 - i];", "bit 0 is r's where the mask m has a zero"},
	{"void f(uint8_t *r, const uint8_t *a, uint8_t m, int t) { for (int i = 0; i < 1; i++) { if (‹m & 1›) { } else t = 3; r[i] = a[t]; } }", "t depends on a bit that is known at run time alone"},
	{"void f(uint8_t *r, const uint8_t *a, uint8_t m) { int t; for (int i = 0; i < 1; i++) { if (m & 1) t = 2; else t = 3; r[i] = a[‹t›]; } }", "what moves depends on m"},
	{"uint8_t m; int n = 0; for (int i = 0; i < 4; i++) if (m >> i & 1) r[‹n++›] = a[i];", "what moves depends on m"},
	{"for i in range(4):\n    r[i] = a[i]\n  ‹r›[0] = a[1]", "does not stand as far in"},
	{"for (int i = 0; i < 4; i++) r[i] = a[i] ‹@› 3;", `expected ";", found "@"`},
}

// reading is a reading as a text.
func reading(r dialect.Reading) string {
	text := r.Map.String() + " [" + strings.Join(r.Names, " ") + "]"
	for _, o := range r.Others {
		text += " | " + o.Map.String() + " [" + strings.Join(o.Names, " ") + "]"
	}
	if r.Guard != nil {
		text += " " + r.Guard.String()
	}
	return strings.Join(append([]string{text}, r.Warnings...), "; ")
}

// What loops move.
func TestRead(t *testing.T) {
	for _, row := range read {
		if !loops.Looks(strings.TrimSpace(row.text)) {
			t.Errorf("%s\nis no loop by its looks", row.text)
		}
		r, err := loops.Dialect().Read(row.text, dialect.Options{Type: row.typ})
		if err != nil {
			t.Errorf("%s\n%v, want %s", row.text, err, row.want)
			continue
		}
		if got := reading(r); got != row.want {
			t.Errorf("%s\n%s, want\n%s", row.text, got, row.want)
		}
	}
}
