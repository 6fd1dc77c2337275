package form_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
)

// Notations as compilers, listings and shaders have them.
func TestNotations(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"xmm0 = xmm1[0,1],xmm0[2,3]", "i32x4 i32x4 -> a0 a1 b2 b3"},
		{"# xmm0 = xmm0[0,0,1,1,4,5,6,7]", "i16x8 -> a0 a0 a1 a1 a4 a5 a6 a7"},
		{"ymm0 = zero,ymm1[u,2],zero", "i64x4 -> z _ a2 z"},
		{"ymm0 = xmm0[0],zero,xmm0[1],zero,xmm0[2],zero,xmm0[3],zero", "i32x4 -> a0 z a1 z a2 z a3 z"},
		{"zmm1 = mem[0,1,0,1,0,1,0,1]", "i64x2 -> a0 a1 a0 a1 a0 a1 a0 a1"},
		{"xmm0 = b[1],a[0]", "i64x2 i64x2 -> b1 a0"},
		{"__builtin_shufflevector(a, b, 0, 4, 1, 5)", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"r = __builtin_shufflevector(v, v, 3, -1, 1, 0);", "i32x4 -> a3 _ a1 a0"},
		{"__builtin_shufflevector(v, w, 0, 7)", "i32x4 i32x4 -> a0 b3"},
		{"extr r0, r1, r2, 16", "i16x64 i16x64 -> a1 b0 a3 b2 a5 b4 a7 b6 a9"},
		{"g13:0x6f01,0x4236_4000", "i32x32 -> a3 a2 a1 a0 a7"},
		{"<4 x i32> <i32 0, i32 4, i32 poison, i32 5>", "i32x4 i32x4 -> a0 b0 _ b1"},
		{"g13: 6f01 4236 4000", "i32x32 -> a3 a2 a1 a0 a7"},
		{"simd_shuffle_xor r0, r1, 1; simd_shuffle_xor r2, r0, 1", "i32x32 -> a0 a1 a2 a3 a4 a5"},
		{"mov r0l, r1h\nmov r0h, r1l", "i16x64 -> a0 a2 a4"},
		{"mov r3l, r1h\nmov r3h, r1l\nmov r0, r3", "i16x64 -> a1 a0 a3 a2 a5 a4"},
		{"mov r0h, u2l\nmov r1, r0", "i16x2 i16x64 -> b0 a0 b2 a0 b4 a0"},
		{"%r = OpVectorShuffle %v4float %a %b 0 4 1 5", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"%7 = OpVectorShuffle %v2half %x %y 0xFFFFFFFF 2", "i16x2 i16x2 -> _ b0"},
		{"%7 = OpVectorShuffle %12 %x %y 4294967295 2", "i32x2 i32x2 -> _ b0"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil || f.Map.String() != row.want && (f.Dialect != "g13" || !strings.HasPrefix(f.Map.String(), row.want)) {
			t.Errorf("%s is %s, %v; want %s", row.text, f.Map, err, row.want)
		}
	}
}

func TestNotationErrors(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"xmm0 = xmm1[0,1,2]", "1:1: 3 lanes do not divide the 128 bits of the register"},
		{"xmm0 = xmm1[0,9],zero,u", "1:1: xmm1 has 4 lanes of 32 bits, so it has no lane 9"},
		{"xmm0 {%k1} {z} = xmm1[0,1]", "1:6: a masked shuffle depends on the mask register"},
		{"xmm0 = xmm1[0 1]", `1:15: expected "," or "]", found "1"`},
		{"xmm0 = eax[0]", "1:8: expected zero, u, or a register or mem"},
		{"__builtin_shufflevector(a, b)", "1:1: __builtin_shufflevector: it has 2 arguments here: argument 3 is a number"},
		{"__builtin_shufflevector(a, b, -2)", "1:31: -2 is out of range: expected 0 to 1, or -1"},
		{"%r = OpVectorShuffle %v4float %a %b 0 1", "1:22: %v4float has 4 lanes, and there are 2 selectors"},
		{"simd_shuffle r0, r1, r2", "1:1: simd_shuffle is no movement of lanes"},
		{"mov r0, r1; fadd32 r0, r0, r1", "1:13: fadd32 is no movement of lanes"},
		{"g13:6f05840", "1:5: expected two hexadecimal digits a byte, found 7"},
		{"g13:zz", "1:5: expected hexadecimal digits"},
		{"g13:ffff", "1:5: byte 0: no known instruction begins with these bits"},
		{"%r = OpVectorShuffle %v4float %a %b", "1:36: expected selectors, found the end"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// What one G13 instruction moves, some G13 instruction says, and it is the same movement.
func TestG13SaysItself(t *testing.T) {
	d, _ := form.ByName("g13")
	for _, text := range []string{
		"simd_shuffle r0, r1, 5", "simd_shuffle_xor r0, r1, 31", "simd_shuffle_up r0l, r1l, 3", "simd_shuffle_rotate_up r0, r1, 9", "quad_shuffle r0, r1, 2",
		"mov r0, r1h", "bitrev r0, r1", "intl r0, r1, r2", "extr r0, r1, r2, 16", "and r0, r1, 255", "mov r0, u1",
	} {
		f, err := form.Parse(text, form.Options{})
		if err != nil {
			t.Fatal(err)
		}
		said, err := d.Form(f.Map)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		back, err := form.Parse(said, form.Options{})
		if err != nil || back.Map.String() != f.Map.String() {
			t.Errorf("%s: %q is %s, %v", text, said, back.Map, err)
		}
	}
}
