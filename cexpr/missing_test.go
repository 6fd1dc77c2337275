package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

// Of a call that reads or writes memory no argument may be missing, not even one of which nothing is read, such as where a vector is stored.
func TestNoArgumentIsMissing(t *testing.T) {
	for _, call := range []string{
		"_mm_loadu_si128(p)", "_mm_load_ss(p)", "_mm_loadr_ps(p)", "_mm_loadh_pi(a, p)", "_mm256_loadu2_m128i(p, q)", "_mm_mask_loadu_epi32(a, 5, p)", "_mm_maskz_expandloadu_epi32(5, p)", "_mm_storeu_si128(p, a)", "_mm_storeh_pd(p, a)", "_mm_mask_storeu_epi32(p, 5, a)", "_mm256_storeu2_m128i(p, q, a)",
		"vld1q_u8(p)", "vld3q_u8(p)", "vld1q_lane_u8(p, a, 3)", "vst1q_u8(p, a)", "vst2q_u8(p, vzipq_u8(a, b))", "vst1q_lane_u8(p, a, 3)",
		"svld1_u8(svptrue_b8(), p)", "svst1_u8(svptrue_b8(), p, a)", "svst2_u8(svptrue_b8(), p, svcreate2_u8(a, b))",
		"__riscv_vle8_v_u8m1(p, 16)", "__riscv_vse8_v_u8m1(p, a, 16)", "__riscv_vlseg2e8_v_u8m1x2(p, 16)", "__riscv_vsm_v_b8(p, __riscv_vlm_v_b8(q, 16), 16)",
		"vec_xl(16, p)", "vec_xst(a, 0, p)", "wasm_v128_load(p)", "wasm_v128_load32_splat(p)", "wasm_v128_store(p, a)",
		"__lsx_vld(p, 16)", "__lsx_vldrepl_b(p, 3)", "__lasx_xvld(p, 0)", "__lsx_vst(a, p, 16)", "__lasx_xvst(a, p, 0)",
		"LoadU(Full128<uint8_t>(), p)", "LoadDup128(Full256<uint8_t>(), p)", "StoreU(a, Full128<uint8_t>(), p)",
	} {
		if _, err := cexpr.Intel().Read(call, dialect.Options{}); err != nil {
			t.Errorf("%s: %v", call, err)
		}
		open := strings.IndexByte(call, '(')
		args := argumentsOf(call[open+1 : len(call)-1])
		for k := range args {
			rest := append([]string{}, args...)
			rest[k] = " "
			text := call[:open+1] + strings.Join(rest, ",") + ")"
			if r, err := cexpr.Intel().Read(text, dialect.Options{}); err == nil {
				t.Errorf("%s is read as %s", text, r.Map)
			}
		}
	}
}

// argumentsOf are the arguments between commas that stand in no parentheses.
func argumentsOf(list string) (all []string) {
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				all, from = append(all, list[from:i]), i+1
			}
		}
	}
	return append(all, list[from:])
}
