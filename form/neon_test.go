package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

func TestNEONAndWasm(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"zip1 v0.4s, v1.4s, v2.4s", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"zip1 v0.4s,v2.4s,v2.4s", "i32x4 -> a0 a0 a1 a1"},
		{"ext v0.16b, v1.16b, v2.16b, #4", "i32x4 i32x4 -> a1 a2 a3 b0"},
		{"EXT V0.16B, V1.16B, V2.16B, #0x4", "i32x4 i32x4 -> a1 a2 a3 b0"},
		{"rev64 v0.4s, v1.4s", "i32x4 -> a1 a0 a3 a2"},
		{"dup v3.4s, v1.s[2]", "i32x4 -> a2 a2 a2 a2"},
		{"mov v0.s[1], v1.s[3]", "i32x4 i32x4 -> a0 b3 a2 a3"},
		{"xtn v0.4h, v1.4s", "i16x8 -> a0 a2 a4 a6 z z z z"},
		{"zip1 v0.4s, v0.4s, v1.4s; rev64 v0.4s, v0.4s", "i32x4 i32x4 -> b0 a0 b1 a1"},
		{"ext v2.16b, v0.16b, v1.16b, #4\nzip2 v2.2d, v2.2d, v2.2d", "i32x4 i32x4 -> a3 b0 a3 b0"},
		{"mov v2.16b, v1.16b; mov v2.s[0], v0.s[1]", "i32x4 i32x4 -> b1 a1 a2 a3"},
		{"mov v0.s[3], wzr", "i32x4 -> a0 a1 a2 z"},
		{"zip1 v0.2d, v0.2d, v1.2d; mov v0.h[1], wzr; mov v0.d[1], xzr", "i16x8 i16x8 -> a0 z a2 a3 z z z z"},
		{"movi v1.2d, #0000000000000000; zip1 v0.4s, v0.4s, v1.4s", "i32x4 -> a0 z a1 z"},
		{"vzip1q_u32(a, b)", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"vzip1q_u32(b, a)", "i32x4 i32x4 -> b0 a0 b1 a1"},
		{"vextq_u16(x, y, 3);", "i16x8 i16x8 -> a3 a4 a5 a6 a7 b0 b1 b2"},
		{"vdupq_laneq_f32(v, 3)", "i32x4 -> a3 a3 a3 a3"},
		{"vrev64q_s16(v)", "i16x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"vuzp1q_u8(x, x)", "i8x16 -> a0 a2 a4 a6 a8 a10 a12 a14 a0 a2 a4 a6 a8 a10 a12 a14"},
		{"vzip1_u8(a, b)", "i8x8 i8x8 -> a0 b0 a1 b1 a2 b2 a3 b3"},
		{"vext_u16(a, b, 1)", "i16x4 i16x4 -> a1 a2 a3 b0"},
		{"vdup_lane_u8(a, 7)", "i8x8 -> a7 a7 a7 a7 a7 a7 a7 a7"},
		{"vsetq_lane_u32(vgetq_lane_u32(b, 2), a, 1)", "i32x4 i32x4 -> a0 b2 a2 a3"},
		{"vsetq_lane_u32(7, a, 1)", "i32x4 -> a0 #7 a2 a3"},
		{"vcopyq_laneq_u32(a, 1, b, 2)", "i32x4 i32x4 -> a0 b2 a2 a3"},
		{"vcombine_u32(vget_high_u32(a), b)", "i32x4 i32x2 -> a2 a3 b0 b1"},
		{"vmovn_u32(a)", "i16x8 -> a0 a2 a4 a6"},
		{"vmovl_u8(a)", "i8x8 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"vmovl_high_u16(a)", "i16x8 -> a4 z a5 z a6 z a7 z"},
		{"vmovn_high_u32(a, b)", "i16x4 i16x8 -> a0 a1 a2 a3 b0 b2 b4 b6"},
		{"vqtbl1q_u8(a, (uint8x16_t){3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,255})", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 z"},
		{"vqtbl2q_u8(a, b, vdupq_n_u8(17))", "i8x16 i8x16 -> b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1 b1"},
		{"vzip1q_u8(vreinterpretq_u8_u32(a), vreinterpretq_u8_u32(b))", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"uint32x4_t t = vzip1q_u32(a, b); vrev64q_u32(t)", "i32x4 i32x4 -> b0 a0 b1 a1"},
		{"vshlq_n_u32(a, 16)", "i16x8 -> z a0 z a2 z a4 z a6"},
		{"vshrq_n_u64(vld1q_u64(p), 32)", "i32x4 -> a1 z a3 z"},
		{"vsriq_n_u32(a, b, 16)", "i16x8 i16x8 -> b1 a1 b3 a3 b5 a5 b7 a7"},
		{"vandq_u32(a, vdupq_n_u32(0xffff))", "i16x8 -> a0 z a2 z a4 z a6 z"},
		{"vbslq_u32((uint32x4_t){-1, 0, -1, 0}, a, b)", "i32x4 i32x4 -> a0 b1 a2 b3"},
		{"ins v0.s[2], v1.s[3]", "i32x4 i32x4 -> a0 a1 b3 a3"},
		{"uxtl v0.8h, v1.8b", "i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"orr v0.16b, v1.16b, v1.16b; rev64 v0.4s, v0.4s", "i32x4 -> a1 a0 a3 a2"},
		{"i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"(i8x16.shuffle 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 (local.get $x) (local.get $x))", "i32x4 -> a3 a2 a1 a0"},
		{"i64x2.shl $1, $1, 32; i8x16.shuffle $0, $0, $1, 0 1 2 3 20 21 22 23 4 5 6 7 16 17 18 19", "i32x4 i32x4 -> b0 a0 b1 z"},
		{"// a = $0, b = $1\ni64x2.shl $1, $1, 32\ni8x16.shuffle $0, $0, $1, 0 1 2 3 20 21 22 23 4 5 6 7 16 17 18 19", "i32x4 i32x4 -> a0 b0 a1 z"},
		{"mov $1, 0xc0d0e0f08090a0b0405060700010203\ni8x16.swizzle $0, $0, $1", "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"v128.const $1, 0; v128.or $0, $0, $1", "i32x4 -> a0 a1 a2 a3"},
		{"wasm_i32x4_shuffle(a, b, 0, 4, 1, 5)", "i32x4 i32x4 -> a0 b0 a1 b1"},
		{"v128_t r = wasm_i16x8_shuffle(x, x, 1, 0, 3, 2, 5, 4, 7, 6);", "i16x8 -> a1 a0 a3 a2 a5 a4 a7 a6"},
		{"__builtin_shufflevector((v4si)a, (v4si) b, 0, 0x4, 1, 5)", "i32x4 i32x4 -> a0 b0 a1 b1"},
	} {
		f, err := form.Parse(row.text, form.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		bits := 8
		for _, width := range []int{16, 32, 64} {
			if strings.HasPrefix(row.want, map[int]string{16: "i16", 32: "i32", 64: "i64"}[width]) {
				bits = width
			}
		}
		m, err := f.Map.Regroup(bits)
		if err != nil || m.String() != row.want {
			t.Errorf("%s is %s, %v; want %s", row.text, f.Map, err, row.want)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"zip1 v0.4s, v1.4s, v2.2s", "1:1: zip1 has no form with these operands"},
		{"zip1 v0.4s, v1.4s, v2.4s; addp v0.4s, v0.4s, v0.4s", `1:27: "addp" is no instruction that the target knows`},
		{"tbl v0.16b, {v1.16b}, v2.16b", "1:1: what tbl does depends on the contents of v2"},
		{"orr v0.16b, v1.16b, v2.16b", "1:1: orr computes lane 0 from lanes that are both live"},
		{"vzip1q_u32(a + 1, b)", "1:14: + computes: expected << or >> by a number, &, or |"},
		{"vaddq_u32(a, b)", "1:1: vaddq_u32: it is no intrinsic that the target knows"},
		{"vmovl_s8(a)", "1:1: vmovl_s8: it is no intrinsic"},
		{"vzip1q_u32(a)", "1:1: vzip1q_u32: it takes 2 vectors, and is given 1 in 1 argument"},
		{"vgetq_lane_u32(a, 4)", "1:1: vgetq_lane_u32: a vector has lanes 0 to 3, and this is 4"},
		{"vqtbl1q_u8(a, i)", "1:1: vqtbl1q_u8: what it does depends on the contents of i"},
		{"vextq_u8(a, b, n)", "1:1: vextq_u8:"},
		{"vrev64q_u32((uint32x4_t){1, 2, 3, 4, 5})", "1:13: expected 4 numbers"},
		{"i32x4.add $0, $0, $1", "1:1: "},
		{"i64x2.shl $0, $0", "1:1: i64x2.shl has no form with these operands"},
		{"i8x16.swizzle $0, $0, $1", "1:1: what i8x16.swizzle does depends on the contents of $1"},
		{"wasm_i32x4_shuffle(a, b, 0, 4, 1, 8)", "1:35: 8 is out of range: expected 0 to 7"},
		{"wasm_i32x4_shuffle(a, b, 0, 4, 1)", "1:1: wasm_i32x4_shuffle: expected 4 numbers, found 3"},
		{"i8x16.shuffle 0 1 2", "1:20: expected selector 3 of 16, found the end"},
		{"i8x16.shuffle 0 1 2 32", "1:21: a selector is below 32"},
		{"i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get 0)", "1:1: 2 values are left on the stack"},
	} {
		if _, err := form.Parse(row.text, form.Options{}); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.text, err, row.want)
		}
	}
}

// A number is the same with leading zeros and in capitals, however many digits listings print: all masks of bytes that movi makes.
func TestNEONNumbersHaveLeadingZeros(t *testing.T) {
	for mask := range 256 {
		var number uint64
		want := "i8x16 ->"
		for i := range 16 {
			if mask>>(i%8)&1 != 0 {
				number |= 0xff << (8 * (i % 8))
				want += fmt.Sprintf(" a%d", i)
			} else {
				want += " z"
			}
		}
		if mask == 0 {
			want = "-> i8x16:" + strings.TrimPrefix(want, "i8x16 ->")
		}
		for _, format := range []string{"#%#x", "#0x%016x", "#0x%016X", "#0x%020x", "#%d"} {
			text := "movi v2.2d, " + fmt.Sprintf(format, number) + "; and v0.16b, v1.16b, v2.16b"
			f, err := form.Parse(text, form.Options{})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			w, err := lane.Parse(want)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := form.Compare(f, form.Form{Map: w}); err != nil || v.Relation != lane.Equal {
				t.Fatalf("%s: %s, %v, want %s", text, f.Map, err, want)
			}
		}
	}
}
