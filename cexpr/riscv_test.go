package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

const vlen128 = "vectors of RISC-V are as long as the machine has them: 128 bits are assumed"

// riscvMeaning is a call without the note that all have.
func riscvMeanings(t *testing.T, cases [][2]string) {
	t.Helper()
	for k := range cases {
		cases[k][1] += "; " + vlen128
	}
	dialecttest.Meanings(t, cexpr.RISCV(), cases)
}

// RISC-V's functions: what they move is compared with what Clang makes of them in an emulator elsewhere. Here is what sources are called, what is said, and what stands in memory.
func TestRISCVCalls(t *testing.T) {
	riscvMeanings(t, [][2]string{
		{"__riscv_vslideup_vx_u32m1(a, b, 1, 4)", " of a b: i32x4 i32x4 -> a0 b0 b1 b2"},
		{"__riscv_vslideup_vx_u32m1(a, b, 1, 3)", " of a b: i32x4 i32x4 -> a0 b0 b1 _"},
		{"__riscv_vslideup_vx_u32m1_tu(a, b, 1, 3)", " of a b: i32x4 i32x4 -> a0 b0 b1 a3"},
		{"__riscv_vslidedown_vx_u32m1(a, 7, 4)", " of a: i32x4 -> z z z z"},
		{"vuint32m1_t a, b; r = __riscv_vslideup(a, b, 1, 4)", "r of a b: i32x4 i32x4 -> a0 b0 b1 b2"},
		{"vint64m1_t f(vint64m1_t a, int64_t x) { return __riscv_vslide1down_vx_i64m1(a, x, 2); }", " of a x: i64x2 i64x1 -> a1 b0"},
		{"vfloat32m1_t f(vfloat32m1_t a) { return __riscv_vfslide1up_vf_f32m1(a, 1.0f, 4); }", " of a: i32x4 -> #3f800000 a0 a1 a2"},
		{"__riscv_vmv_v_x_u64m1(x, 2)", " of x: i64x1 -> a0 a0"},
		{"__riscv_vmv_x_s_u32m1_u32(__riscv_vslidedown_vx_u32m1(a, 2, 4))", " of a: i32x4 -> a2"},
		{"vuint8mf8_t f(vuint8mf8_t a) { return __riscv_vrgather_vx_u8mf8(a, 1, 2); }", " of a: i8x2 -> a1 a1"},
		{"__riscv_vget_v_u64m1x2_u64m1(t, 1)", " of t.val[1]: i64x2 -> a0 a1"},
		{"__riscv_vlmul_ext_v_u64m1_u64m2(a)", " of a: i64x2 -> a0 a1 _ _"},
		{"__riscv_vand_vx_u32m1(a, UINT8_MAX, 4)", " of a: i8x16 -> a0 z z z a4 z z z a8 z z z a12 z z z"},
		{"__riscv_vand_vx_u64m1(__riscv_vsra_vx_i64m1(a, 48, 2), UINT16_MAX, 2)", " of a: i8x16 -> a6 a7 z z z z z z a14 a15 z z z z z z"},

		{"__riscv_vle32_v_u32m1(p, 4)", " of p: i32x4 -> a0 a1 a2 a3"},
		{"__riscv_vle32_v_u32m1(p, 2)", " of p: i32x2 -> a0 a1 _ _"},
		{"__riscv_vle32_v_u32m1_mu(__riscv_vlm_v_b32((const uint8_t[]){5}, 4), a, p, 4)", " of p a: i32x4 i32x4 -> a0 b1 a2 b3"},
		{"__riscv_vse32_v_u32m1(p, __riscv_vrgather_vx_u32m1(a, 2, 4), 3);", " of a: i32x4 -> a2 a2 a2"},
		{"__riscv_vse32_v_u32m1_m(__riscv_vlm_v_b32((const uint8_t[]){5}, 4), p, a, 4);", " of a p: i32x4 i32x4 -> a0 b1 a2 b3"},
		{"vuint64m1x2_t t = __riscv_vlseg2e64_v_u64m1x2(p, 2); __riscv_vsseg2e64_v_u64m1x2(q, __riscv_vcreate_v_u64m1x2(__riscv_vget_v_u64m1x2_u64m1(t, 1), __riscv_vget_v_u64m1x2_u64m1(t, 0)), 2);", " of p: i64x4 -> a1 a0 a3 a2"},
	})
	dialecttest.Meanings(t, cexpr.RISCV(), [][2]string{
		{"__riscv_vslidedown_vx_u64m1(a, 3, 4)", " of a: i64x4 -> a3 z z z; " + strings.Replace(vlen128, "128", "256", 1)},
		{"__riscv_vslideup_vx_u64m1(a, b, 1, vl)", " of a b: i64x2 i64x2 -> a0 b0; " + vlen128 + "; vl is not in the text: it is taken for all lanes that a vector has"},
		{"#include <riscv_vector.h> // VLEN = 256\nvuint64m1_t f(vuint64m1_t a) { return __riscv_vslidedown_vx_u64m1(a, 3, 2); }", " of a: i64x4 -> a3 z _ _; vectors of RISC-V are as long as the machine has them: 256 bits are assumed"},
		{"/* VLEN = 300 */ vuint64m1_t f(vuint64m1_t a) { return __riscv_vslidedown_vx_u64m1(a, 1, 2); }", " of a: i64x2 -> a1 z; " + vlen128},
		{"vuint64m1_t f(vuint64m1_t a, size_t n) { size_t vl = __riscv_vsetvl_e64m1(n); return __riscv_vslidedown_vx_u64m1(a, 1, vl); }", " of a: i64x2 -> a1 z; " + vlen128 + "; of __riscv_vsetvl_e64m1 all lanes are assumed, as in all passes of a loop but the last"},
	})
	dialecttest.Refused(t, cexpr.RISCV(), [][2]string{
		{"‹__riscv_vslidedown_vx_u8m1(a, n, 16)›", "__riscv_vslidedown_vx_u8m1: it takes a number as argument 2: what it does is known only where that is written"},
		{"‹__riscv_vslidedown_vx_u8m1(a, -1, 16)›", "__riscv_vslidedown_vx_u8m1: -1 lanes are none"},
		{"‹__riscv_vslideup_vx_u8m1(a, b, 1)›", "__riscv_vslideup_vx_u8m1: expected 4 arguments, found 3"},
		{"‹__riscv_vslideup_vx_u8m1(3, b, 1, 16)›", "__riscv_vslideup_vx_u8m1: it takes a vector as argument 1"},
		{"‹__riscv_vslideup(a, b, 1, 16)›", "__riscv_vslideup: the type of the lanes is not in the text: it stands in the name, as in __riscv_vrgather_vv_u8m1"},
		{"‹__riscv_vrgather_vv_u8m1(a, i, 16)›", "__riscv_vrgather_vv_u8m1: what it does depends on the contents of i: it is a map only where they are constants"},
		{"‹__riscv_vmerge_vvm_u8m1(a, b, m, 16)›", "__riscv_vmerge_vvm_u8m1: what it does depends on m: it is a map only once that is known"},
		{"‹__riscv_vse8_v_u8m1_m(m, p, a, 16)›", "__riscv_vse8_v_u8m1_m: what it does depends on m: it is a map only once that is known"},
		{"‹__riscv_vadd_vv_u8m1(a, b, 16)›", "__riscv_vadd_vv_u8m1: it computes, which is known only of lanes that are all constants"},
		{"‹__riscv_vfadd_vv_f32m1›(a, b, 4)", "__riscv_vfadd_vv_f32m1 is no intrinsic that is known as a movement of lanes"},
		{"‹__riscv_vsext_vf2_i16m1(a, 8)›", "__riscv_vsext_vf2_i16m1: it copies the sign, which is no movement; vsrl, vnsrl and vzext put zeros there"},
		{"‹__riscv_vwaddu_vv_u16m1(a, b, 8)›", "__riscv_vwaddu_vv_u16m1: it adds, which is no movement before vwmaccu has put one of both into the upper halves"},
		{"‹__riscv_vwmaccu_vx_u16m1(__riscv_vwaddu_vv_u16m1(a, b, 8), 254, b, 8)›", "__riscv_vwmaccu_vx_u16m1: it computes: it is a movement only of what vwaddu adds, with as many ones as a lane has bits and one of both"},
		{"‹__riscv_vget_v_u8m2_u8m1(a, 2)›", "__riscv_vget_v_u8m2_u8m1: there are parts 0 to 1, and this is 2"},
		{"‹__riscv_vget_v_u8m1x2_u8m1(a, 2)›", "__riscv_vget_v_u8m1x2_u8m1: of 2 vectors the numbers are 0 to 1, and this is 2"},
		{"‹__riscv_vlseg2e8_v_u8m1x2_mu(__riscv_vlm_v_b8(m, 16), t, p, 16)›", "__riscv_vlseg2e8_v_u8m1x2_mu: of several vectors it is known only where all lanes are written"},
		{"‹__riscv_vslidedown_vx_u8m1(a, 1, 4096)›", "__riscv_vslidedown_vx_u8m1: 4096 lanes are written, and registers have 2048 bits at most"},
		{"‹__riscv_vslidedown_vx_u8m1(a, 1, -4)›", "__riscv_vslidedown_vx_u8m1: -4 lanes are written"},
		{"‹__riscv_vsetvl_e7m1(3)›", "__riscv_vsetvl_e7m1 is not known: expected a type behind vsetvl, as in __riscv_vsetvl_e8m1"},
		{"‹__riscv_vmseq_vx_u8m1_b8_mu(__riscv_vmset_m_b8(16), __riscv_vmset_m_b8(16), a, 3, 16)›", "__riscv_vmseq_vx_u8m1_b8_mu: of some lanes alone it is not known"},
		{"‹__riscv_vmv_v_v_b8(a, 1)›", "__riscv_vmv_v_v_b8: it is of no such type"},
		{"‹__riscv_vmv_v_v_u8m1x2(a, 1)›", "__riscv_vmv_v_v_u8m1x2: it is of no such type"},
	})
}

// Every name of a type that has whole lanes is one, in registers of any length; others are none.
func TestRISCVTypes(t *testing.T) {
	for text, lanes := range map[string]int{
		"u8m1": 16, "i16m1": 8, "f32m1": 4, "u64m1": 2, "u8m2": 32, "u8m4": 64, "u8m8": 128, "u8mf2": 8, "u8mf4": 4, "u8mf8": 2, "u16mf4": 2, "u32mf2": 2, "f16m1": 8, "bf16m1": 8, "u64m8": 16,
		"u64mf2": 0, "u32mf4": 0, "u16mf8": 0, "u64mf4": 0, "u32mf8": 0, "u8m3": 0, "u8mf1": 0, "u7m1": 0, "f8m1": 0, "x8m1": 0, "u8m16": 0, "u8m1x2": 0, "b8": 0, "u8": 0,
	} {
		call := "__riscv_vmv_v_v_" + text + "(a, 1)"
		r, err := cexpr.RISCV().Read(call, dialect.Options{})
		bits := 0
		if err == nil {
			bits = r.Map.Bits * len(r.Map.Lane)
		}
		elem := map[string]int{"8": 8, "6": 16, "2": 32, "4": 64}[text[strings.IndexByte(text+"m", 'm')-1:][:1]]
		if bits != lanes*elem {
			t.Errorf("%s: %d bits, want %d of %d: %v", call, bits, lanes, elem, err)
		}
	}
}

// Masks are computed with bit by bit, whatever is written: the type in the name, or none, where the first of the masks is no mask that rules the others.
func TestMasksOfRISCV(t *testing.T) {
	const x, y = 0xa335, 0x0f59
	declared := fmt.Sprintf("static const uint16_t k[2] = {%d, %d}; vbool8_t x = __riscv_vlm_v_b8(k, 16), y = __riscv_vlm_v_b8(k + 1, 16); ", x, y)
	for name, want := range map[string]int{
		"vmand": x & y, "vmor": x | y, "vmxor": x ^ y, "vmnand": ^(x & y), "vmnor": ^(x | y), "vmxnor": ^(x ^ y), "vmandn": x &^ y, "vmorn": x | ^y, "vmnot": ^x, "vmmv": x, "vmset": -1, "vmclr": 0,
	} {
		typed, args := "_mm_b8", "x, y, "
		switch name {
		case "vmnot", "vmmv":
			typed, args = "_m_b8", "x, "
		case "vmset", "vmclr":
			typed, args = "_m_b8", ""
		}
		for _, call := range []string{"__riscv_" + name + typed, "__riscv_" + name} {
			if args == "" && !strings.HasSuffix(call, typed) {
				continue // of nothing but a number of lanes no type is known
			}
			var lanes []string
			for i := range 16 {
				lanes = append(lanes, fmt.Sprint([]string{"a", "b"}[want>>i&1], i))
			}
			lanesAre(t, declared+"__riscv_vmerge_vvm_u8m1(a, b, "+call+"("+args+"16), 16)", 8, lanes)
		}
	}
}
