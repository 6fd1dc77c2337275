package form_test

import (
	"testing"

	"github.com/lanescope/lanescope/form"
)

// In a line of a file the part that is a shuffle is found, whatever the language; where a comment says what an instruction does, it is the comment.
func TestInLine(t *testing.T) {
	for _, row := range []struct{ line, want string }{
		{"  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 2>, !dbg !5 ; low", "%r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 2>"},
		{"; %r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 0, i32 2>", ""},
		{"declare <2 x i8> @shufflevector(<2 x i8>)", ""},
		{"\tvpshufb\t.LCPI0_0(%rip), %xmm0, %xmm0    # xmm0 = xmm0[1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14]", "xmm0 = xmm0[1,0,3,2,5,4,7,6,9,8,11,10,13,12,15,14]"},
		{"\tpshufd\t$27, %xmm1, %xmm0 # reverse", "pshufd\t$27, %xmm1, %xmm0"},
		{"  4011b6:\t66 0f 70 c1 1b       \tpshufd xmm0,xmm1,0x1b", "pshufd xmm0,xmm1,0x1b"},
		{"\tmovdqa\t%xmm0, (%rdi)", ""},
		{"\tmovdqa\t[rdi], xmm0", ""},
		{"\tvmovq\trax, xmm0", ""},
		{"\tmov\trax, rcx", ""},
		{"\tzip1\tv0.4s, v1.4s, v2.4s", "zip1\tv0.4s, v1.4s, v2.4s"},
		{"\ti8x16.shuffle\t0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23", "i8x16.shuffle\t0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23"},
		{"\t__m128i t = _mm_shuffle_epi32(a, 27); // reverse", "__m128i t = _mm_shuffle_epi32(a, 27);"},
		{"\tuint32x4_t t = vzip1q_u32(a, b);", "uint32x4_t t = vzip1q_u32(a, b);"},
		{"a comma, and nothing else", ""},
		{"", ""},
	} {
		if text, ok := form.InLine(row.line); text != row.want || ok != (row.want != "") {
			t.Errorf("in %q is %q, %v, want %q", row.line, text, ok, row.want)
		}
	}
}
