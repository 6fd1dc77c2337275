package cexpr_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// What a map depends on has to be constants: it is neither a variable nor what is computed of one.
func TestIndicesThatAreComputed(t *testing.T) {
	dialecttest.Refused(t, cexpr.Arm(), [][2]string{
		{"‹vqtbl1q_u8(a, vrev64q_u8(b))›", "vqtbl1q_u8: the indices are computed: it is a map only where they are constants"},
		{"‹vqtbl1q_u8(a, b)›", "vqtbl1q_u8: what it does depends on the contents of b: it is a map only where they are constants"},
		{"‹vtbl1_u8(a, vrev64_u8(b))›", "vtbl1_u8: the indices are computed: it is a map only where they are constants"},
		{"uint8x16x2_t t; ‹vqtbl2q_u8(t, vrev64q_u8(b))›", "vqtbl2q_u8: the indices are computed: it is a map only where they are constants"},
	})
	dialecttest.Refused(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 3 ‹0›; })", `expected ":", found "0"`},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 3‹;› })", `expected ":", found ";"`},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? i - 1 : 1 ‹/ i›; })", "a division by zero"},
		{"auto x = std::simd::permute(a, [](auto i) { return 3 - i; }); std::get<0>(std::simd::‹chunk<8, 8>(a)›)", "chunk: parts of 16 lanes together are wanted of a vector of 4"},
		{"std::get<0>(std::simd::‹chunk<1>(std::simd::chunk<2>(a))›)", "chunk: expected one vector, found 2: .val[0] is the first"},
	})
	dialecttest.Meanings(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 0 : 3; })", " of a: i32x4 -> a3 a0 a0 a0"},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return i ? 1 / i : 3; })", " of a: i32x4 -> a3 a1 a0 a0"},
		{"std::simd::vec<int, 4> a; std::simd::permute(a, [](auto i) { return 1 ? i : 1 / 0; })", " of a: i32x4 -> a0 a1 a2 a3"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"_mm_unpacklo_epi8( ‹~a›, b)", "~ computes: it moves only as one side of an &"},
		{"_mm_unpacklo_epi8(a,\n\t‹~b›)", "~ computes: it moves only as one side of an &"},
	})
}

// Vectors of RISC-V are as long as names say, and no masks where lanes are meant.
func TestGroupsAsLongAsNamed(t *testing.T) {
	dialecttest.Refused(t, cexpr.RISCV(), [][2]string{
		{"vuint8m1_t a; ‹__riscv_vget_v_u8m2_u8m1(a, 1)›", `__riscv_vget_v_u8m2_u8m1: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; ‹__riscv_vlmul_trunc_v_u8m2_u8m1(a)›", `__riscv_vlmul_trunc_v_u8m2_u8m1: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; ‹__riscv_vlmul_ext_v_u8m2_u8m4(a)›", `__riscv_vlmul_ext_v_u8m2_u8m4: expected a vector of 256 bits, and "a" has 128`},
		{"vuint8m1_t a; vuint8m2_t b; ‹__riscv_vcreate_v_u8m1_u8m2(a, b)›", `__riscv_vcreate_v_u8m1_u8m2: expected a vector of 128 bits, and "b" has 256`},
		{"vuint8m1_t b; vuint8m2_t a; ‹__riscv_vset_v_u8m1_u8m2(b, 1, a)›", `__riscv_vset_v_u8m1_u8m2: expected a vector of 256 bits, and "b" has 128`},
		{"vuint8m2_t a; ‹__riscv_vreinterpret_v_u8m1_u16m1(a)›", `__riscv_vreinterpret_v_u8m1_u16m1: expected a vector of 128 bits, and "a" has 256`},
		{"vuint8m2_t a; ‹__riscv_vrgather_vx_u8m1(a, 3, 16)›", `__riscv_vrgather_vx_u8m1: expected a vector of 128 bits, and "a" has 256`},
	})
	for _, name := range []string{"vid_v_b8(16)", "vrgather_vx_b8(a, 3, 16)", "vslideup_vx_b8(a, b, 3, 16)", "vmv_v_v_b8(a, 16)", "vundefined_b8()"} {
		if r, err := cexpr.RISCV().Read("__riscv_"+name, dialect.Options{}); err == nil {
			t.Errorf("%s is read as %v", name, r.Map)
		}
	}
}

// Calls of Highway that move nothing are known by their looks, and refused for the reason.
func TestRefusedCallsOfHighway(t *testing.T) {
	for name, why := range cexpr.HighwayRefused() {
		text := name + "(d, a, b)"
		if !cexpr.LooksHighway(text) {
			t.Errorf("%s is nothing by its looks", text)
		}
		if _, err := cexpr.Highway().Read(text, dialect.Options{}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", text, err, why)
		}
	}
	for text, want := range map[string]bool{"_pext_u32(x, 3)": true, "_pext_u64(x, 3)": true, "_pdep_u32(x, 3)": true, "_pdep_u64(x, 3)": true, "_pdep_u64": false, "_pdep_x(x)": false, "x_pdep_u64(x, 3)": false, "__builtin_bswap32(x)": true} {
		if got := cexpr.Intel().Looks(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
