package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// LoongArch's functions: those of instructions that move, which are compared with what Clang makes of them elsewhere, and those that take or give single lanes, halves and memory.
func TestLoongCalls(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Loong(), [][2]string{
		{"__lsx_vilvl_w(a, b)", " of b a: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"__lsx_vextrins_w(a, b, 0x12)", " of a b: i32x4 i32x4 -> a0 b2 a2 a3"},
		{"__lasx_xvpermi_q(a, b, 0x20)", " of a b: i128x2 i128x2 -> b0 a0"},
		{"__lsx_vreplve_h(a, 3)", " of a: i16x8 -> a3 a3 a3 a3 a3 a3 a3 a3"},
		{"__lsx_vreplve_h(a, 11)", " of a: i16x8 -> a3 a3 a3 a3 a3 a3 a3 a3"},
		{"__lasx_xvreplve_d(a, 1)", " of a: i64x4 -> a1 a1 a3 a3"},
		{"__lsx_vinsgr2vr_w(a, __lsx_vpickve2gr_w(b, 1), 2)", " of b a: i32x4 i32x4 -> b0 b1 a1 b3"},
		{"__lsx_vinsgr2vr_d(a, 0, 1)", " of a: i64x2 -> a0 z"},
		{"__lasx_xvinsgr2vr_w(a, __lasx_xvpickve2gr_wu(a, 7), 0)", " of a: i32x8 -> a7 a1 a2 a3 a4 a5 a6 a7"},
		{"__lsx_vreplgr2vr_w(__lsx_vpickve2gr_w(a, 2))", " of a: i32x4 -> a2 a2 a2 a2"},
		{"int x; __lsx_vreplgr2vr_w(x)", " of x: i32x1 -> a0 a0 a0 a0"},
		{"__lsx_vrepli_b(-500)", " of : -> i8x16: #c #c #c #c #c #c #c #c #c #c #c #c #c #c #c #c"},
		{"__lsx_vrepli_w(-2)", " of : -> i32x4: #fffffffe #fffffffe #fffffffe #fffffffe"},
		{"__lsx_vldi(0x401)", " of : -> i16x8: 1 1 1 1 1 1 1 1"},
		{"__lsx_vldi(-0x700)", " of : -> i8x16: z z z z z z z z z z z z z z z z"},
		{"__lsx_vxor_v(a, a)", " of a: i8x16 -> z z z z z z z z z z z z z z z z"},
		{"__lsx_vld(p, 0)", " of p: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"__lsx_vld((__m128i *)p, 16)", " of p + 16: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"__lsx_vldrepl_w(p, 0)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"},
		{"__lsx_vst(__lsx_vshuf4i_w(a, 27), p, 0);", " of a: i32x4 -> a3 a2 a1 a0"},
		{"static const uint8_t m[32] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23}; __lsx_vshuf_b(b, a, __lsx_vld(m, 16))", " of a b: i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"__lasx_concat_128(a, b)", " of a b: i128x1 i128x1 -> a0 b0"},
		{"__lasx_concat_128_d(a, b)", " of a b: i128x1 i128x1 -> a0 b0"},
		{"__lasx_extract_128_hi(a)", " of a: i128x2 -> a1"},
		{"__lasx_extract_128_lo_s(a)", " of a: i128x2 -> a0"},
		{"__lasx_insert_128_lo(a, b)", " of a b: i128x2 i128x1 -> b0 a1"},
		{"__lasx_insert_128_hi(a, b)", " of a b: i128x2 i128x1 -> a0 b0"},
		{"__lasx_xvpermi_q(__lasx_cast_128(y), __lasx_cast_128(x), 0x20)", " of y x: i128x1 i128x1 -> b0 a0"},
	})
	dialecttest.Refused(t, cexpr.Loong(), [][2]string{
		{"‹__lsx_vsat_w›(a, 15)", "__lsx_vsat_w is no intrinsic that the targets know as a movement of lanes"},
		{"‹__lsx_vextrins_w(a, b, 0x14)›", "vextrins.w has no immediate 20"},
		{"‹__lsx_vpickve2gr_w›(a)", "__lsx_vpickve2gr_w is no intrinsic that the targets know as a movement of lanes"},
		{"‹__lsx_vshuf_h(__lsx_vld(m, 0), b, a)›", "what vshuf.h does depends on the contents of a vector that is not in the text: it is a map only where these are constants"},
		{"‹__lsx_vpickve2gr_w(a, 4)›", "__lsx_vpickve2gr_w: a vector has lanes 0 to 3, and this is 4"},
		{"‹__lasx_xvinsgr2vr_d(a, 0, -1)›", "__lasx_xvinsgr2vr_d: a vector has lanes 0 to 3, and this is -1"},
		{"‹__lsx_vrepli_b(512)›", "__lsx_vrepli_b: it takes numbers from -512 to 511, and this is 512"},
		{"‹__lsx_vld(p)›", "expected an address and how many bytes further it is"},
	})
}

// Each argument of a function that is to be a vector is refused where it is a number, several vectors, or a vector of another length, by a name or by what makes it; the message says which length is wanted.
func TestLoongArgumentsOfOtherLengths(t *testing.T) {
	const declared = "__m512i w; uint8x8_t h; "
	for call, bits := range map[string]int{
		"__lsx_vreplve_b(X, 1)": 128, "__lsx_vreplve_d(X, 1)": 128, "__lasx_xvreplve_w(X, 1)": 256, "__lsx_vpickve2gr_w(X, 1)": 128, "__lasx_xvpickve2gr_du(X, 1)": 256, "__lsx_vinsgr2vr_w(X, 7, 1)": 128, "__lasx_xvinsgr2vr_d(X, 7, 1)": 256,
		"__lsx_vxor_v(X, a)": 128, "__lsx_vxor_v(a, X)": 128, "__lasx_xvxor_v(a, X)": 256, "__lasx_concat_128(X, a)": 128, "__lasx_concat_128_d(a, X)": 128, "__lasx_cast_128_s(X)": 128,
		"__lasx_extract_128_lo(X)": 256, "__lasx_extract_128_hi_d(X)": 256, "__lasx_insert_128_lo(X, a)": 256, "__lasx_insert_128_lo(a, X)": 128, "__lasx_insert_128_hi_s(X, a)": 256, "__lasx_insert_128_hi(a, X)": 128,
	} {
		name, _, _ := strings.Cut(call, "(")
		for x, found := range map[string]string{
			"3": "expected a vector, found the number 3", "vld2q_u8(p)": "expected one vector, found 2: .val[0] is the first", "_mm512_setzero_si512()": fmt.Sprintf("expected a vector of %d bits, and this has 512", bits),
			"w": fmt.Sprintf(`expected a vector of %d bits, and "w" has 512`, bits), "h": fmt.Sprintf(`expected a vector of %d bits, and "h" has 64`, bits), "vdup_n_u8(1)": fmt.Sprintf("expected a vector of %d bits, and this has 64", bits),
		} {
			dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{declared + "‹" + strings.Replace(call, "X", x, 1) + "›", name + ": " + found}})
		}
	}
}

// A text looks like LoongArch's C where it has one of its prefixes, and like nothing of it otherwise; each function is found in a line of a file.
func TestLooksOfLoong(t *testing.T) {
	d := cexpr.Loong()
	for _, name := range []string{"__lsx_vilvl_w(a, b)", "__lasx_xvpermi_q(a, b, 0x20)", "__lasx_concat_128(a, b)", "__lsx_vldi(1)"} {
		for _, around := range []string{"%s", "  %s;", "x = %s;", "r = f(%s);", "__m128i f(__m128i a, __m128i b) { return %s; }"} {
			line := fmt.Sprintf(around, name)
			if text, ok := d.InLine(dialect.LineOf(line)); !d.Looks(line) || !ok || text != strings.TrimSpace(line) {
				t.Errorf("%q: looks %v, in a line %q, %v", line, d.Looks(line), text, ok)
			}
		}
		bare := strings.TrimLeft(name, "_")
		for _, prefix := range []string{"", "_", "__l", "__masx_", "_mm_", "__LSX_"} {
			if line := prefix + strings.TrimPrefix(strings.TrimPrefix(bare, "lsx_"), "lasx_"); d.Looks(line) {
				t.Errorf("%q looks like it", line)
			}
		}
	}
}
