package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/listing"
)

// What a follower that reads no text as one map, as scan does, says of the last of some lines, which are kept apart by semicolons: what it made, where from, and what a CPU needs for it; or why it is no movement.
func TestDeeds(t *testing.T) {
	data := listing.Constants(strings.SplitSeq(".LC0:\n .quad 0x0001020304050607, 0x08090a0b0c0d0e0f\n .quad 1, 2\n.LC1:\n .long 3,2,1,0\n.LC_1000:\n .long 1,0,3,2\n", "\n"))
	for _, row := range []struct{ text, want string }{
		{"pshufd xmm0, xmm1, 27", "i32x4 -> a3 a2 a1 a0 of mm1, mm0 from mm1, moved, needs SSE2"},
		{"vpshufd xmm0, xmm1, 27", "i32x4 -> a3 a2 a1 a0 of mm1, mm0 from mm1, moved, needs AVX"},
		{"vpshufd ymm0, ymm1, 27", "i32x8 -> a3 a2 a1 a0 a7 a6 a5 a4 of mm1, mm0 from mm1, moved, needs AVX AVX2"},
		{"vpshufd zmm0, zmm1, 27", "i32x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 of mm1, mm0 from mm1, moved, needs AVX512F"},
		{"vpshufd xmm0{k1}{z}, xmm1, 27", "not: the line is under k1, which is not known"},
		{"pshufb xmm0, .LC0[rip]", "i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8 of mm0, mm0 from mm0, moved, needs SSSE3, with .LC0"},
		{"pshufb xmm0, .LC0[rip+16]", "i8x16 -> a1 a0 a0 a0 a0 a0 a0 a0 a2 a0 a0 a0 a0 a0 a0 a0 of mm0, mm0 from mm0, moved, needs SSSE3, with .LC0"},
		{"pshufb xmm0, .LC9[rip]", "not: 1:1: what pshufb does depends on the contents of .LC9[rip]: it is a map only where these are constants"},
		{"vpermilps xmm0, xmm1, .LC_1000[rip]", "i32x4 -> a1 a0 a3 a2 of mm1, mm0 from mm1, moved, needs AVX, with .LC_1000"},
		{"vpermilps xmm0, xmm1, .LC_ff0[rip+16]", "i32x4 -> a1 a0 a3 a2 of mm1, mm0 from mm1, moved, needs AVX, with .LC_ff0"},
		{"vpbroadcastd xmm0, [rdi]", "i32x4 -> a0 a0 a0 a0 of [rdi]'1, mm0 from , moved, needs AVX AVX2"},
		{"movdqa xmm0, .LC0[rip]", "-> i128x1: #8090a0b0c0d0e0f0001020304050607 of , mm0 from , loaded, needs , with .LC0"},
		{"movdqa xmm0, xmm1", "i128x1 -> a0 of mm1, mm0 from mm1, copied, needs "},
		{"mov eax, 5", "-> i32x1: #5 of , rax from , loaded, needs SSE2, computes"},
		{"mov eax, ecx", "i32x1 -> a0 of rcx, rax from rcx, copied, needs SSE2, computes"},
		{"mov rax, [rdi]", "not: a load is no movement"},
		{"mov rax, .LC0[rip]", "-> i64x1: #1020304050607 of , rax from , loaded, needs SSE2, with .LC0, computes"},
		{"shl eax, 8", "i8x4 -> z a0 a1 a2 of rax, rax from rax, moved, needs SSE2, computes"},
		{"shl eax, cl", "not: how far shl moves depends on the contents of cl: it is a map only where that is a constant"},
		{"shrd rax, rcx, 8", "i8x8 i8x8 -> a1 a2 a3 a4 a5 a6 a7 b0 of rax rcx, rax from rax rcx, moved, needs SSE2"},
		{"bswap rax", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0 of rax, rax from rax, moved, needs SSE2"},
		{"rorx eax, ecx, 8", "i8x4 -> a1 a2 a3 a0 of rcx, rax from rcx, moved, needs BMI2"},
		{"pext rax, rcx, rdx", "not: 1:1: what pext does depends on the contents of rdx: it is a map only where these are constants"},
		{"mov edx, 0xff00ff; pext eax, ecx, edx", "i8x4 -> a0 a2 z z of rcx, rax from rcx rdx, moved, needs BMI2"},
		{"movzx eax, cl", "i8x1 -> a0 z z z of rcx, rax from rcx, moved, needs SSE2, computes"},
		{"pextrb eax, xmm0, 3", "i8x16 -> a3 z z z of mm0, rax from mm0, moved, needs SSE4.1"},
		{"pextrw eax, xmm0, 3", "i16x8 -> a3 z of mm0, rax from mm0, moved, needs SSE2"},
		{"vpextrb eax, xmm0, 3", "i8x16 -> a3 z z z of mm0, rax from mm0, moved, needs AVX"},
		{"pinsrd xmm0, ecx, 1", "i32x4 i32x1 -> a0 b0 a2 a3 of mm0 rcx, mm0 from mm0 rcx, moved, needs SSE4.1"},
		{"pinsrw xmm0, ecx, 1", "i16x8 i16x2 -> a0 b0 a2 a3 a4 a5 a6 a7 of mm0 rcx, mm0 from mm0 rcx, moved, needs SSE2"},
		{"movd xmm0, ecx", "i32x1 -> a0 z z z of rcx, mm0 from rcx, moved, needs SSE2"},
		{"movss xmm0, xmm1", "i32x4 i32x4 -> b0 a1 a2 a3 of mm0 mm1, mm0 from mm0 mm1, moved, needs SSE2"},
		{"unpcklps xmm0, xmm1", "i32x4 i32x4 -> a0 b0 a1 b1 of mm0 mm1, mm0 from mm0 mm1, moved, needs SSE2"},
		{"mov eax, 5; kmovw k1, eax", "nothing, k1 from , masked, needs AVX512F"},
		{"mov eax, 5; kmovw k1, eax; vpshufd zmm0{k1}{z}, zmm1, 27", "i32x16 -> a3 z a1 z z z z z z z z z z z z z of mm1, mm0 from mm1 k1, moved, needs AVX512F"},
		{"mov eax, 5; kmovw k1, eax; vpshufd zmm0{k1}, zmm1, 27", "i32x16 i32x16 -> a3 b1 a1 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 of mm1 mm0, mm0 from mm0 mm1 k1, moved, needs AVX512F"},
		{"call f", "not: \"call\" is no movement of lanes"},
		{"nonsense xmm0, xmm1", "not: \"nonsense\" is no movement of lanes"},
		{"i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 31", "i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 b15 of a b,  from , moved, needs SIMD128"},
		{"zip1 v0.4s, v1.4s, v2.4s", "i32x4 i32x4 -> a0 b0 a1 b1 of v1 v2, v0 from v1 v2, moved, needs NEON"},
		{"mov v0.16b, v1.16b", "i128x1 -> a0 of v1, v0 from v1, copied, needs NEON"},
		{"mov v0.s[1], v1.s[0]", "i32x4 i32x4 -> a0 b0 a2 a3 of v0 v1, v0 from v1 v0, moved, needs NEON"},
		{"movi v0.4s, #1", "-> i128x1: #1000000010000000100000001 of , v0 from , loaded, needs NEON"},
		{"ldr q0, [x0]", "not: what is loaded is not known"},
		{"str q0, [x0]", "not: what is loaded is not known"},
		{"adrp x8, .LC0; ldr q0, [x8, :lo12:.LC0]", "-> i128x1: #8090a0b0c0d0e0f0001020304050607 of , v0 from , loaded, needs NEON"},
		{"adrp x8, .LC0; add x8, x8, :lo12:.LC0; ldr q0, [x8, #16]", "-> i128x1: #20000000000000001 of , v0 from , loaded, needs NEON"},
		{"adrp x8, .LC0; add x8, x8, .LC0; ldr q0, [x8, #16]", "-> i128x1: #20000000000000001 of , v0 from , loaded, needs NEON"},
		{"adrp x8, .LC0; add x8, x8, x9; ldr q0, [x8, #16]", "not: what is loaded is not known"},
		{"adrp x8, .LC0; add x8, x8, LC0; ldr q0, [x8, #16]", "not: what is loaded is not known"},
		{"adrp x8, .LC0; add x8, x8, LC0@PAGEOFF; ldr q0, [x8, #16]", "not: what is loaded is not known"},
		{"adrp x8, .LC0; add x9, x8, #16; ldr q0, [x9]", "-> i128x1: #20000000000000001 of , v0 from , loaded, needs NEON"},
		{"adrp x8, .LC0", "not: an address is no movement"},
		{"sli v0.4s, v1.4s, #8", "i8x16 i8x16 -> a0 b0 b1 b2 a4 b4 b5 b6 a8 b8 b9 b10 a12 b12 b13 b14 of v0 v1, v0 from v1 v0, moved, needs NEON"},
		{"vsetivli zero, 4, e32, m1, ta, ma", "not: a mode is no movement"},
		{"vsetvli t0, a0, e32, m1, ta, ma", "not: a mode of lanes that are not in the text"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1", "i32x4 -> a1 a2 a3 z of v9, v8 from v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, tu, ma; vslideup.vi v8, v9, 1", "i32x4 i32x4 -> a0 b0 b1 b2 of v8 v9, v8 from v8 v9, moved, needs V"},
		{"vsetivli zero, 2, e32, m1, tu, ma; vslidedown.vi v8, v9, 1", "i32x4 i32x4 -> a1 a2 b2 b3 of v9 v8, v8 from v8 v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, mu; vmv1r.v v0, 0x5; vrgather.vi v8, v9, 3, v0.t", "i32x4 i32x4 -> a3 b1 a3 b3 of v9 v8, v8 from v8 v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vmv1r.v v0, 0x5", "-> i128x1: #5 of , v0 from , loaded, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vmv.v.v v8, v9", "i128x1 -> a0 of v9, v8 from v9, copied, needs V"},
		{"vmv1r.v v8, v9", "i128x1 -> a0 of v9, v8 from v9, copied, needs V"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9", "not: what is computed is no movement by itself"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9; li a0, -1; vwmaccu.vx v10, a0, v9", "i32x4 i32x4 -> a0 b0 a1 b1 of v8 v9, v10 from v10 v9, moved, needs V"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9; vmv1r.v v7, v6; li a0, -1; vwmaccu.vx v10, a0, v9", "i32x4 i32x4 -> a0 b0 a1 b1 of v8 v9, v10 from v10 v9, moved, needs V"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9; vmv1r.v v9, v6; li a0, -1; vwmaccu.vx v10, a0, v9", "not: vwmaccu.vx: it computes: it is a movement only of what vwaddu adds, with as many ones as a lane has bits and one of both"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; vwaddu.vv v10, v8, v9; vmv1r.v v10, v6; li a0, -1; vwmaccu.vx v10, a0, v9", "not: vwmaccu.vx: it computes: it is a movement only of what vwaddu adds, with as many ones as a lane has bits and one of both"},
		{"vsetivli zero, 2, e32, mf2, ta, ma; lui a0, 1048575; addi a0, a0, 4095; vwaddu.vv v10, v8, v9; vwmaccu.vx v10, a0, v9", "i32x4 i32x4 -> a0 b0 a1 b1 of v8 v9, v10 from v10 v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; li a0, 5; addi a0, a0, -2; vmv.v.x v9, a0; vrgather.vv v8, v11, v9", "i32x4 -> a3 a3 a3 a3 of v11, v8 from v11 v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; li a0, 5; addi a0, a1, -2; vmv.v.x v9, a0", "not: vmv.v.x: what a0 holds is not in the text"},
		{"vsetivli zero, 4, e32, m1, ta, ma; li a0, 5; li a0, x; vmv.v.x v9, a0", "not: vmv.v.x: what a0 holds is not in the text"},
		{"vsetivli zero, 4, e32, m1, ta, ma; li a0, 1; xori a0, a0, 1; vmv.v.x v9, a0", "-> i128x1: z of , v9 from , moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; foo a0, 3; vmv.v.x v9, a0", "not: vmv.v.x: what a0 holds is not in the text"},
		{"vsetivli zero, 4, e32, m1, ta, ma; lui a0, %hi(.LC1); addi a0, a0, %lo(.LC1); vle32.v v9, (a0); vrgather.vv v8, v11, v9", "i32x4 -> a3 a2 a1 a0 of v11, v8 from v11 v9, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; lui a0, %hi(.LC0); addi a0, a0, %lo(.LC1); vle32.v v9, (a0)", "not: what is loaded is not known"},
		{"vsetivli zero, 4, e32, m1, ta, ma; lla a0, .LC1; vle32.v v9, (a0)", "-> i128x1: #10000000200000003 of , v9 from , loaded, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; auipc a0, %pcrel_hi(.LC1); addi a0, a0, %pcrel_lo(.L0); vle32.v v9, (a0); vrgather.vv v8, v11, v9", "i32x4 -> a3 a2 a1 a0 of v11, v8 from v11 v9, moved, needs V"},
		{"vsetivli zero, 2, e32, m1, ta, ma; lla a0, .LC1; vle32.v v9, (a0); vrgather.vv v8, v11, v9", "i32x4 -> a3 a2 _ _ of v11, v8 from v11 v9, moved, needs V"},
		{"vsetivli zero, 8, e32, m1, ta, ma; lla a0, .LC1; vle32.v v9, (a0)", "not: what is loaded is not known"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vle32.v v9, (a0)", "not: what is loaded is not known"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vslidedown.vi v8, v9, 1; vsetivli zero, 8, e32, m1, ta, ma; vslidedown.vi v10, v8, 1", "i32x8 -> a1 a2 a3 a4 a5 a6 a7 z of v8'1, v10 from v8, moved, needs V"},
		{"vsetivli zero, 4, e32, m1, ta, ma; vadd.vv v8, v9, v10", "not: vadd.vv: it computes, which is known only of lanes that are all constants"},
		{"ptrue p0.s, vl2; sel z0.s, p0, z1.s, z2.s", "i64x2 i64x2 -> a0 b1 of v1 v2, v0 from v1 v2, moved, needs NEON SVE"},
		{"lxv 34, 0(3)", "not: what is loaded is not known"},
		{"vmrglw 2, 2, 3", "i32x4 i32x4 -> b0 a0 b1 a1 of v2 v3, v2 from v2 v3, moved, needs POWER9"},
		{"stxv 34, 0(3)", "not: a store is no movement"},
		{"vld $vr0, $a0, 16", "not: what is loaded is not known"},
		{"vst $vr0, $a0, 16", "not: a store is no movement"},
		{"vilvl.w $vr0, $vr1, $vr0", "i32x4 i32x4 -> a0 b0 a1 b1 of $vr0 $vr1, $vr0 from $vr0 $vr1, moved, needs LSX"},
		{"pcalau12i $a0, %pc_hi20(.LC0)", "not: an address is no movement"},
	} {
		f := listing.NewFollower(data)
		var d listing.Deed
		var err error
		for _, line := range strings.Split(row.text, "; ") {
			if d, err = f.Line(line, ""); err != nil {
				f.Other(line, d)
			}
		}
		got := fmt.Sprint("not: ", err)
		if err == nil {
			made := ""
			var r dialect.Reading
			if d.Alone != nil {
				r = *d.Alone
			} else if r, _ = f.Reading(); r.Map.Bits == 0 {
				made = "nothing"
			}
			if made == "" {
				made = fmt.Sprintf("%s of %s", r.Map, strings.Join(r.Names, " "))
			}
			got = fmt.Sprintf("%s, %s from %s, %s, needs %s", made, d.To, strings.Join(d.Reads, " "), []string{"moved", "copied", "loaded", "masked"}[d.Kind], d.Needs)
			if len(d.Loads) > 0 {
				got += ", with " + strings.Join(d.Loads, " ")
			}
			if d.Computes {
				got += ", computes"
			}
		}
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
	}
}

// Which lines of a file scan takes for movements by themselves: copies and lines on general registers alone are too many.
func TestInLine(t *testing.T) {
	for _, row := range []struct{ of, line, want string }{
		{"x86", "\tpshufd $27, %xmm1, %xmm0 # reversed", "pshufd $27, %xmm1, %xmm0"},
		{"x86", "\tmovups %xmm0, (%rdi)", ""},
		{"x86", "\tmovups [rdi], xmm0", ""},
		{"x86", "\tpextrb eax, xmm0, 3", ""},
		{"x86", "\tbswap eax", ""},
		{"x86", "\tpaddd xmm0, xmm1", ""},
		{"neon", "\tzip1 v0.4s, v1.4s, v2.4s // zip", "zip1 v0.4s, v1.4s, v2.4s"},
		{"neon", "\tldr q0, [x0]", ""},
		{"neon", "\tld1 {v0.4s}, [x0]", ""},
		{"neon", "\tld2 {v0.4s, v1.4s}, [x0]", "ld2 {v0.4s, v1.4s}, [x0]"},
		{"neon", "\tadd v0.4s, v1.4s, v2.4s", ""},
		{"wasm", "  i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 31", "i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 31"},
		{"wasm", "  local.get 0", ""},
		{"comment", "\tvpshufb .LC0(%rip), %xmm1, %xmm0 # xmm0 = xmm1[3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12]", "xmm0 = xmm1[3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12]"},
		{"comment", "\tpaddd %xmm1, %xmm0 # xmm0 += xmm1", ""},
		{"sve", "\tzip1 z0.s, z1.s, z2.s", "zip1 z0.s, z1.s, z2.s"},
		{"vsx", "\tvmrglw 2, 2, 3", "vmrglw 2, 2, 3"},
		{"vsx", "\tlxv 34, 0(3)", ""},
		{"lsx", "\tvilvl.w $vr0, $vr1, $vr0", "vilvl.w $vr0, $vr1, $vr0"},
		{"lsx", "\tvld $vr0, $a0, 16", ""},
	} {
		got, ok := readers[row.of].InLine(dialect.LineOf(row.line))
		if ok != (row.want != "") || ok && got != row.want {
			t.Errorf("%s: of %q it is %q, %v, want %q", row.of, row.line, got, ok, row.want)
		}
	}
}

// What directives put behind labels.
func TestDirectives(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{".L: .byte 1, -1, 0xff", ".L 01ffff; "},
		{".L:\n.short 1,-2", ".L 0100feff; "},
		{".L:\n.2byte 0x102", ".L 0201; "},
		{".L:\n.value 3\n.hword 4\n.half 5", ".L 030004000500; "},
		{".L:\n.int 1\n.word 2\n.4byte 3", ".L 010000000200000003000000; "},
		{".L:\n.xword 1\n.8byte 2\n.dword 3", ".L 010000000000000002000000000000000300000000000000; "},
		{".L:\n.octa 0x0102030405060708090a0b0c0d0e0f10", ".L 100f0e0d0c0b0a090807060504030201; "},
		{".L:\n.octa 0x5", ".L 05000000000000000000000000000000; "},
		{".L:\n.octa 0x100000000000000000000000000000000", ""},
		{".L:\n.octa 0xz", ""},
		{".L:\n.octa 5", ""},
		{".L:\n.zero 3", ".L 000000; "},
		{".L:\n.zero 3,1", ""},
		{".L:\n.zero -1", ""},
		{".L:\n.space 2\n.skip 1\n.byte 7", ".L 00000007; "},
		{".L:\n.zero 512", ".L 512 bytes, the last 0; "},
		{".L:\n.zero 512\n.byte 1", ".L 512 bytes, the last 0; "},
		{".L:\n.zero 513", ""},
		{".L:\n.ascii \"a\\003\\\"\\n\\x\\377b\"", ".L 6103220a78ff62; "},
		{".L:\n.string \"ab\"", ".L 616200; "},
		{".L:\n.asciz \"\"", ".L 00; "},
		{".L:\n.ascii \"a", ""},
		{".L:\n.ascii ab", ""},
		{".L:\n.ascii \"\\1234\"", ".L 5334; "},
		{".L:\n.float 1, -0.5", ".L 0000803f000000bf; "},
		{".L:\n.single 2", ".L 00000040; "},
		{".L:\n.double 1.5", ".L 000000000000f83f; "},
		{".L:\n.float x", ""},
		{".L:\n.byte 1 # one\n.byte 2 ; two\n.ascii \";\"", ".L 01023b; "},
		{".L:\n.byte x", ""},
		{".L:\n.byte 1\nnop\n.byte 2", ".L 01; "},
		{".L:\n.byte 1\n.M:\n.byte 2", ".L 0102; .M 02; "},
		{".L:\n.byte 1,2,3\n.set .M, .L+1", ".L 010203; .M 0203; "},
		{".L:\n.byte 1,2,3\n.set .M, .L", ".L 010203; .M 010203; "},
		{".L:\n.byte 1,2,3\n.set .M, .L+3", ".L 010203; "},
		{".L:\n.byte 1,2,3\n.set .M, .L+x", ".L 010203; "},
		{".L:\n.byte 1,2,3\n.set .M", ".L 010203; "},
		{".L:\n.byte 1\n.set .M, .K", ".L 01; "},
		{"L:\nDB 1, 2, 0fh\nDW 0102h\nDD 1\nDQ 0ffffffffffffffffh", "L 01020f020101000000ffffffffffffffff; "},
		{"DATA m<>+0(SB)/8, $0x0102\nDATA m<>+8(SB)/4, $3", "m<> 020100000000000003000000; "},
		{"DATA m<>+4(SB)/4, $3\nDATA m<>+0(SB)/4, $-1", "m<> ffffffff03000000; "},
		{"DATA m<>(SB)/4, $\"abcd\"", "m<> 61626364; "},
		{"DATA m<>+0(SB)/8, $\"abc\"", ""},
		{"DATA m<>+0(SB)/0, $1", ""},
		{"DATA m<>+512(SB)/1, $1", ""},
		{"DATA m<>+511(SB)/1, $1", "m<> 512 bytes, the last 1; "},
		{"DATA m<>+x(SB)/1, $1", ""},
		{"DATA m<>+0(SB), $1", ""},
		{"DATA m<>+0(SB)/8", ""},
		{"f(int, int):\n.byte 1", "f(int, int) 01; "},
		{"a b:\n.byte 1", ""},
		{"<a b>:\n.byte 1", "<a b> 01; "},
		{"%a:\n.byte 1", ""},
	} {
		all := listing.Constants(strings.SplitSeq(row.text, "\n"))
		got := ""
		for name, b := range all {
			switch {
			case len(b) > 32:
				got += fmt.Sprintf("%s %d bytes, the last %d; ", name, len(b), b[len(b)-1])
			default:
				got += fmt.Sprintf("%s %x; ", name, b)
			}
		}
		if strings.Contains(row.text, ".M") && len(all) == 2 {
			got = fmt.Sprintf(".L %x; .M %x; ", all[".L"], all[".M"])
		}
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.text, got, row.want)
		}
	}
}

// Which texts are which machine's, and which registers are one.
func TestWhoseLines(t *testing.T) {
	for text, want := range map[string]bool{
		"mov rax, r8": true, "shl r8, 3": true, "and r8, r9": true, "mov r9, 0x5": true, "mov r8, r9": false, "and r8, r9, r10": false, "and rax, rcx, rdx": true, "foo rax, rcx": false, "call rax": false, "bswap ecx": true, "BSWAP ECX": true,
		"add r8d, 1": false, "mov": false, "shl 3, 4": false, "andn r8, r9, eax": true, "shlq $3, %r8": true,
	} {
		if got := listing.IsGeneral(text); got != want {
			t.Errorf("%s is x86's: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{"VPSHUFD $27, X1, X0": true, "VZIP1 V1.S4, V2.S4, V0.S4": true, "vpshufd xmm0, xmm1, 27": false, "nop\nPSHUFD $1, X0, X1": true, "ADDQ AX, CX": false, "BSWAPQ AX": true, "": false} {
		if got := listing.IsGo(text); got != want {
			t.Errorf("%s is Go's: %v, want %v", text, got, want)
		}
	}
	for pair, want := range map[string]bool{"rax al": true, "eax rax": true, "rax rcx": false, "xmm0 xmm0": true, "xmm0 xmm1": false, "rax xmm0": false, "ah rax": true} {
		a, b, _ := strings.Cut(pair, " ")
		if got := listing.SameRegister(a, b); got != want {
			t.Errorf("%s are one: %v, want %v", pair, got, want)
		}
	}
	for text, want := range map[string]bool{"add x0, x1, #1": true, "ldr x0, [x1]": true, "add rax, 1": false, "zip1 v0.4s, v1.4s, v2.4s": false, "mov w0, w1": true, "mov x0": false} {
		if got := listing.IsArmGeneral(text); got != want {
			t.Errorf("%s is AArch64's: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{"push rbp": false, "mov rbp, rsp": true, "sub rsp, 16": true, "sub %rsp, %rbp": true, "add sp, sp, #16": true, "mov rax, rbx": false} {
		if got := listing.IsFrame(text); got != want {
			t.Errorf("%s is of a frame: %v, want %v", text, got, want)
		}
	}
}
