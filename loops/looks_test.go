package loops_test

import (
	"testing"

	"github.com/lanescope/lanescope/loops"
)

// What is a loop by its looks: it has the head of one, assigns, and speaks of no vectors and calls no functions that are not its own.
func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"for (int i = 0; i < 4; i++) r[i] = a[i];": true, "for(int i = 0; i < 4; i++) r[i] = a[i];": true, "for (auto x : a) r = x;": true, "for (int i : 4) r = a;": true, "for (x : a) r = x;": false, "for (T a::b) r = x;": false, "for (T x : ) r = x;": false, "for (i, x) in a.iter().enumerate() { r[i] = x; }": true, "for i, x in enumerate(a):\n  r[i] = x": true, "std::vector<int> r(8); for (int x : a) r[0] = x;": true, "vector<int> r(8); for (int x : a) r[0] = x;": false, "for (;;": false, "for (;; r = a": true,
		"while (i < 4) r = a[i];": true, "while i < 4:\n  r[i] = a[i]": true, "while i < 4\n  r[i] = a[i]:": false, "while": false, "while i in range(4) = 3": false,
		"for i in range(2): r[i] = a[i]": true, "for i in 0..4 { r[i] = a[i]; }": true, "for i in x: r[i] = a[i]": false, "for x in a: r.append(x) = 3": false, "for i in0..4 = 3": false, "for in 0..4 = 3": false,
		"for range 3 { r = a }": true, "for range": false, "for range = 3": true, "for i := range 3 { r = a }": true, "for i := 0; i < 4; i++ { r = a }": true, "for i = 0; i < 3; i++ { r = a }": true, "for i = a": false, "for i == 3; {}": false,
		"for i, j := 0, 3; i < j; i++ { r[i] = a[j] }": true, "for i , j := 0, 3; i < j; i++ { r[i] = a[j] }": true, "for i,\tj,k := 0, 3, 4; i < j; i++ { r[i] = a[j] }": true, "for i j := 0; = ": false,
		"fort (int i = 0; i < 4; i++) r[i] = a[i];": false, "before(;) = 3": false,

		"dst.word[0] = b.word[3]": true, "dst.half[0] = b.half[3]": true, "dst.word[0] = b.half[3]": false, "dst.word[0] = b[3]": false, "dst[0] = b.word[3]": false, "dst.dword[0] := a.dword[1]": true, "x := a[3]": false, "x[3] := a[3]": true, "x[3] \t:= a[3]": true,
		"FOR j := 0 to 3": true, "\nFOR j := 0 to 3": true, "xFOR j := 0 to 3": false, "FOR j = 0 to 3": false,

		"for (int i = 0; i < 4; i++) { __m128i t; r[i] = a[i]; }": false, "for (int i = 0; i < 4; i++) { v128_t t; r[i] = a[i]; }": false, "for (int i = 0; i < 4; i++) { v128 t; r[i] = a[i]; }": false, "for (int i = 0; i < 4; i++) { uint8x16_t t; r[i] = a[i]; }": false,
		"for (int i = 0; i < 4; i++) { vector t; r[i] = a[i]; }": false, "for i := range 4 { archsimd = 3 }": false, "for i := range 4 { simd = 3 }": false, "for (int i = 0; i < 4; i++) { index_t t; r[i] = a[i]; }": false, "for (int i = 0; i < 4; i++) { uint_t t; r[i] = a[i]; }": true,

		"for (int i = 0; i < 4; i++) r[i] = f(a[i]);": false, "for (int i = 0; i < 4; i++) r[i] = f(a) [i];": false, "for (int i = 0; i < 4; i++) { r[i] = f(a) {": false, "for (int i = 0; i < 4; i++) r[i] = f (a[i]);": true,
		"int f(int i) { return i; } for (int i = 0; i < 4; i++) r[i] = a[f(i)];": true, "int f(int i); for (int i = 0; i < 4; i++) r[i] = a[f(i)];": false, "int *f(int i)\n{ return i; } for (int i = 0; i < 4; i++) r[i] = a[f(i)];": true, "int *\tf(int i)\r\n{ return i; } for (int i = 0; i < 4; i++) r[i] = a[f(i)];": true,
		"x = f(int i) { return i; } for (int i = 0; i < 4; i++) r[i] = a[f(i)];": false, "int f({) { return i; } for (int i = 0; i < 4; i++) r[i] = a[f(i)];": false, "int f(int i": false,
		"def f(a): return a\nfor i in range(2): r[i] = f(a[i])": true, "fn f(i: usize) -> usize { i } for i in 0..2 { r[i] = a[f(i)]; }": true, "func f(i int) int { return i }\nfor i := range 2 { r[i] = a[f(i)] }": true, "func f(i int) (n int) { return i }\nfor i := range 2 { r[i] = a[f(i)] }": true,
		"func f(i int) []int { return i }\nfor i := range 2 { r[i] = a[f(i)] }": true, "func f(i int) T { return i }\nfor i := range 2 { r[i] = a[f(i)] }": false,
		"for (int i = 0; i < 4; i++) r[i] = min(max(a[i], 3), abs(len(x)));": true, "for (int i = 0; i < 4; i++) r[i] = sqrt(a[i]);": false, "#[inline(always)] fn f(i: usize) -> usize { i } for i in 0..2 { r[i] = a[f(i)]; }": true, "#[inline(always) for i in 0..2 { r[i] = f(i); }": true,
	} {
		if got := loops.Looks(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
