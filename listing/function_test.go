package listing

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

// Of each function the first map, and what the notes say.
func TestFunctions(t *testing.T) {
	const constants = "\n.LC0:\n\t.byte\t3,2,1,0,7,6,5,4,11,10,9,8,15,14,13,12\n"
	for _, row := range []struct{ name, text, want, part, notes string }{
		{"a constant from before the loop", "f:\n movdqa .LC0(%rip), %xmm1\n.L3:\n movdqu (%rdi), %xmm0\n pshufb %xmm1, %xmm0\n movdqu %xmm0, (%rsi)\n addq $16, %rdi\n cmpq %rdi, %rdx\n jne .L3\n ret" + constants,
			"i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", "the loop at .L3, line 3: what it stores to (%rsi) (line 6)", ""},
		{"a loop stands first", "f:\n punpcklbw %xmm1, %xmm0\n movdqu %xmm0, (%rdi)\n.L3:\n pshufd $27, (%rdi), %xmm0\n movdqu %xmm0, (%rsi)\n jne .L3\n ret",
			"i32x4 -> a3 a2 a1 a0", "the loop at .L3, line 4: what it stores to (%rsi) (line 6)", "also, line 3: i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"what a sum reads", ".L3:\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm0\n jne .L3\n",
			"i64x2 -> a1 a0", "the loop at .L3, line 1: what another line reads in xmm1 (line 2)", "no movement in it is line 3 (paddd)"},
		{"what a block leaves", "f:\n vpermq $27, %ymm0, %ymm1\n jmp g\n", "i64x4 -> a3 a2 a1 a0", "the block at f, line 1: what it leaves in ymm1 (line 2)", ""},
		{"what is left and written again", "f:\n pshufd $27, %xmm0, %xmm1\n pshufd $78, %xmm0, %xmm1\n jmp g\n", "i64x2 -> a1 a0", "the block at f, line 1: what it leaves in xmm1 (line 3)", ""},
		{"each store does the same", ".L3:\n pshufd $27, (%rdi), %xmm0\n pshufd $27, 16(%rdi), %xmm1\n movdqu %xmm0, (%rsi)\n movdqu %xmm1, 16(%rsi)\n jne .L3\n",
			"i32x4 -> a3 a2 a1 a0", "the loop at .L3, line 1: what it stores to (%rsi) (line 4), and the same to 1 place behind it", ""},
		{"stores of one value's halves are one", ".L3:\n movdqu (%rdi), %xmm0\n movdqu 16(%rdi), %xmm1\n movdqu %xmm1, (%rsi)\n movdqu %xmm0, 16(%rsi)\n pshufd $1, %xmm0, %xmm0\n movd %xmm0, (%rdx)\n jne .L3\n",
			"i32x4 -> a1", "the loop at .L3, line 1: what it stores to (%rdx) (line 7)", ""},
		{"under a mask that is not known", ".L3:\n vpshufd $27, %zmm0, %zmm1{%k1}\n vmovdqu64 %zmm1, (%rdi)\n vpshufd $78, %zmm0, %zmm2\n vmovdqu64 %zmm2, (%rsi)\n jne .L3\n",
			"i64x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "the loop at .L3, line 1: what it stores to (%rsi) (line 5)", "no movement in it is line 2 (vpshufd)"},
		{"a store under a mask", ".L3:\n vpshufd $27, %zmm0, %zmm1\n vmovdqu32 %zmm1, (%rdi){%k1}\n vpshufd $78, (%rdi), %zmm2\n vmovdqu64 %zmm2, (%rsi)\n jne .L3\n",
			"i64x8 -> a1 a0 a3 a2 a5 a4 a7 a6", "the loop at .L3, line 1: what it stores to (%rsi) (line 5)", "also, line 2: i32x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"},
		{"memory that something else may have written", ".L3:\n movdqu %xmm0, (%rdi)\n addl $1, (%rdi)\n pshufd $27, (%rdi), %xmm1\n movdqu %xmm1, (%rsi)\n jne .L3\n",
			"i32x4 -> a3 a2 a1 a0", "", ""},
		{"a pointer that something else may have written", ".L3:\n movdqu %xmm0, (%rdi)\n cpuid\n pshufd $27, (%rdi), %xmm1\n movdqu %xmm1, (%rsi)\n jne .L3\n", "i32x4 -> a3 a2 a1 a0", "", ""},
		{"a register behind a call", "f:\n movdqa .LC0(%rip), %xmm1\n call g\n pshufb .LC0(%rip), %xmm0\n movdqu %xmm0, (%rdi)\n pshufb %xmm1, %xmm2\n movdqu %xmm2, (%rsi)\n ret" + constants,
			"i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", "the block at line 4: what it stores to (%rdi) (line 5)", ""},
		{"a register that the loop writes", "f:\n movdqa .LC0(%rip), %xmm1\n.L3:\n pshufb %xmm1, %xmm0\n movdqu %xmm0, (%rdi)\n pshufd $27, %xmm3, %xmm1\n jne .L3\n ret" + constants,
			"i32x4 -> a3 a2 a1 a0", "the loop at .L3, line 3: what it leaves in xmm1 (line 6)", ""},
		{"a copy is none", ".L3:\n movdqu (%rdi), %xmm0\n movdqu %xmm0, (%rsi)\n movq (%rdx), %xmm1\n paddd %xmm1, %xmm2\n jne .L3\n", "no block of the function moves lanes", "", ""},
		{"AArch64", "f:\n adrp x8, .LC0\n ldr q1, [x8, :lo12:.LC0]\n.L3:\n ldp q2, q3, [x0], #32\n subs x2, x2, #1\n tbl v2.16b, {v2.16b}, v1.16b\n tbl v3.16b, {v3.16b}, v1.16b\n stp q2, q3, [x1], #32\n b.ne .L3\n ret" + constants,
			"i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12", "the loop at .L3, line 4: what it stores to [x1] (line 9), and the same to 1 place behind it", ""},
		{"AArch64, a number in a vector", "f:\n movi v1.16b, #1\n.L3:\n ldr q0, [x0]\n tbl v0.16b, {v0.16b}, v1.16b\n str q0, [x1]\n cbnz x2, .L3\n ret",
			"i8x16 -> a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1", "", ""},
		{"AArch64, a page", "f:\n cbz x0, .L3\n adrp x8, .LC_200000\n ldr q1, [x8, #288]\n add x9, x8, #272\n ldp q2, q3, [x9]\n tbl v0.16b, {v0.16b}, v1.16b\n tbl v3.16b, {v0.16b}, v3.16b\n stp q0, q3, [x1]\n.L3:\n ret\n.LC_200110:\n .zero 16\n.byte 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1\n",
			"i8x16 -> a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1", "", ""},
		{"LoongArch", "f:\n vld $vr0, $a0, 0\n vld $vr1, $a0, 16\n vilvl.w $vr2, $vr1, $vr0\n vadd.w $vr2, $vr2, $vr1\n vshuf4i.w $vr2, $vr2, 27\n vst $vr2, $a1, 0\n ret",
			"i32x4 -> a3 a2 a1 a0", "the block at f, line 1: what it stores to [$a1] (line 7)", "also, line 4: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"LoongArch as people write it", "f:\n.L3:\n xvld xr0, a0, 0\n xvpermi.d xr1, xr0, 27\n xvfadd.s xr1, xr1, xr3\n xvst xr1, a1, 0\n add.d a0, a0, a3\n bnez a2, .L3\n jr ra",
			"i64x4 -> a3 a2 a1 a0", "the loop at .L3, line 2: what another line reads in xr1 (line 4)", "no movement in it is line 5 (xvfadd.s)"},
		{"LoongArch, a float in a vector", "f:\n vilvl.w $vr2, $vr1, $vr0\n fadd.d $fa2, $fa3, $fa4\n vshuf4i.w $vr2, $vr2, 27\n vst $vr2, $a1, 0\n vadd.w $vr3, $vr3, $vr3\n ret",
			"i32x4 -> a3 a2 a1 a0", "the block at f, line 1: what it stores to [$a1] (line 5)", ""},
		{"LoongArch between macros, as dav1d has it", "function f_8bpc_lsx\n vld vr2, a0, 0\n vadd.w vr2, vr2, vr1\n vshuf4i.w vr2, vr2, 27\n vst vr2, a1, 0\n jr ra\nendfunc",
			"i32x4 -> a3 a2 a1 a0", "the block at line 1: what it stores to [$a1] (line 5)", ""},
		{"Power", "f:\n lxv 34, 0(3)\n lxv 35, 16(3)\n vmrghw 2, 2, 3\n vadduwm 2, 2, 3\n xxswapd 34, 34\n stxv 34, 0(4)\n blr",
			"i64x2 -> a1 a0", "the block at f, line 1: what it stores to [r4] (line 7)", "also, line 4: i32x4 i32x4 -> b2 a2 b3 a3"},
		{"SVE", "f:\n ptrue p0.s\n ld1w {z0.s}, p0/z, [x0]\n zip1 z2.s, z0.s, z1.s\n fadd z2.s, p0/m, z2.s, z1.s\n rev z2.s, z2.s\n st1w {z2.s}, p0, [x1]\n ret",
			"i32x4 -> a3 a2 a1 a0", "the block at f, line 1: what it stores to [x1] (line 7)", "also, line 4: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"AArch64, a page of another block", "f:\n adrp x8, .LC_200000\n.L3:\n ldr q1, [x8, #288]\n tbl v0.16b, {v0.16b}, v1.16b\n str q0, [x1]\n mov x8, x9\n b.ne .L3\n ret\n.LC_200120:\n .zero 16\n", "depends on the contents", "", ""},
		{"AArch64, a page that is another", "f:\n adrp x8, .LC_200000\n add x8, x8, x3\n ldr q1, [x8, #288]\n tbl v0.16b, {v0.16b}, v1.16b\n str q0, [x1]\n b.ne .L3\n ret\n.LC_200120:\n .zero 16\n", "depends on the contents", "", ""},
		{"a constant that a general register brings, as gcc has it", "f:\n movl $0x00010203, %eax\n vmovd %eax, %xmm1\n vpbroadcastd %xmm1, %xmm1\n.L3:\n vmovdqu (%rdi), %xmm0\n vpshufb %xmm1, %xmm0, %xmm0\n vmovdqu %xmm0, (%rsi)\n jne .L3\n ret",
			"i8x16 -> a3 a2 a1 a0 a3 a2 a1 a0 a3 a2 a1 a0 a3 a2 a1 a0", "", ""},
		{"a number that is not known", "f:\n vmovd %eax, %xmm1\n.L3:\n vmovdqu (%rdi), %xmm0\n vpshufb %xmm1, %xmm0, %xmm0\n vmovdqu %xmm0, (%rsi)\n jne .L3\n ret", "depends on the contents", "", ""},
		{"a constant that is repeated, as clang has it", "f:\n vbroadcasti128 .LC0(%rip), %ymm1\n.L3:\n vmovdqu (%rdi), %ymm0\n vpshufb %ymm1, %ymm0, %ymm0\n vmovdqu %ymm0, (%rsi)\n jne .L3\n ret" + constants,
			"i8x32 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12 a19 a18 a17 a16 a23 a22 a21 a20 a27 a26 a25 a24 a31 a30 a29 a28", "", ""},
		{"memory that is repeated", ".L3:\n vbroadcastf64x4 (%rdi), %zmm1\n vpermilpd $0x55, %zmm1, %zmm1\n vmovups %zmm1, (%rsi)\n jne .L3\n", "i64x4 -> a1 a0 a3 a2 a1 a0 a3 a2", "", ""},
		{"a loop of single numbers is behind vectors", ".L3:\n movl (%rdi), %eax\n bswapl %eax\n movl %eax, (%rsi)\n jne .L3\n pshufd $27, (%rdi), %xmm0\n movups %xmm0, (%rsi)\n ret",
			"i32x4 -> a3 a2 a1 a0", "", ""},
		{"a long map beside the first is clipped", ".L3:\n pshufd $78, %xmm0, %xmm1\n movups %xmm1, (%rcx)\n vpunpcklbw %zmm4, %zmm2, %zmm3\n vmovdqu64 %zmm3, (%rdx)\n jne .L3\n",
			"i64x2 -> a1 a0", "", "also, line 5: i8x64 i8x64 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7 a16 b16 a17 b17 a18 b18 a19 b19 a20 b20 a21 b21 a22 b22 …"},
		{"what is read twice is told of once", ".L3:\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm0\n psubd %xmm1, %xmm2\n pshufd $27, %xmm3, %xmm1\n movups %xmm1, (%rsi)\n jne .L3\n",
			"i32x4 -> a3 a2 a1 a0", "", "also, line 2: i64x2 -> a1 a0"},
		{"AArch64, a sum", ".L3:\n rev64 v1.4s, v0.4s\n add v0.4s, v0.4s, v1.4s\n cbnz x2, .L3\n", "i32x4 -> a1 a0 a3 a2", "the loop at .L3, line 1: what another line reads in v1 (line 2)", "no movement in it is line 3 (add)"},
		{"no jump, and a sum", "f:\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm0\n ret", "i64x2 -> a1 a0", "the block at f, line 1: what another line reads in xmm1 (line 2)", "no movement in it is line 3 (paddd)"},
		{"no jump, and a sum before the shuffle", "f:\n vpaddd xmm0, xmm0, xmm1\n vpshufd xmm0, xmm0, 27\n ret\n .size f, .-f", "i32x4 -> a3 a2 a1 a0", "the block at f, line 1: what it leaves in xmm0 (line 3)", "no movement in it is line 2 (vpaddd)"},
		{"no jump, and a sum of AArch64", "f:\n rev64 v1.4s, v0.4s\n add v0.4s, v0.4s, v1.4s\n ret", "i32x4 -> a1 a0 a3 a2", "the block at f, line 1: what another line reads in v1 (line 2)", "no movement in it is line 3 (add)"},
		{"no jump, and nothing but a sum", "f:\n paddd %xmm1, %xmm0\n ret", "paddd", "", ""},
		{"no jump, and operands that are none", "f:\n pshufd $78, %xmm0, %xmm1\n pshufd $78, %xmm1\n paddd %xmm1, %xmm0\n ret", "pshufd", "", ""},
		{"no jump, and no constant", "f:\n pshufd $78, %xmm0, %xmm1\n pshufb .LC9(%rip), %xmm1\n paddd %xmm1, %xmm0\n ret", "the constant at .LC9", "", ""},
		{"no jump, and no end", "f:\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm0\n", "paddd", "", ""},
		{"two functions", "f:\n pshufd $78, %xmm0, %xmm1\n paddd %xmm1, %xmm0\n ret\ng:\n pshufd $27, %xmm0, %xmm1\n ret", "paddd", "", ""},
		{"objdump", "  10:\tpshufb 0(%rip),%xmm0\n  14:\tpshufd $27,%xmm1,%xmm0\n  18:\tmovdqu %xmm0,(%rdi)\n  1c:\tjne    14 <f+0x4>\n", "i32x4 -> a3 a2 a1 a0", "the loop at 14, line 2: what it stores to (%rdi) (line 3)", ""},
	} {
		r, err := readText(row.text, "")
		got := r.Map.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != row.want || !strings.Contains(got, row.want) {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
		if err == nil && row.want != "" && !strings.Contains(row.want, "->") {
			t.Errorf("%s: %s, want an error", row.name, got)
		}
		if row.part != "" && r.Part != row.part {
			t.Errorf("%s: it is %q, want %q", row.name, r.Part, row.part)
		}
		if err == nil && (len(r.Warnings) == 0 || !strings.Contains(strings.Join(r.Warnings[1:], "\n"), row.notes)) {
			t.Errorf("%s: notes %q, want %q", row.name, r.Warnings, row.notes)
		}
	}
}

// What a line that is no movement may have written is read anew, and what it may not have written is not.
func TestFunctionsForget(t *testing.T) {
	for _, row := range []struct{ between, from string }{
		{"addl $1, (%rdi)", "(%rdi)"}, {"cpuid", "(%rdi)"}, {"call g", "(%rdi)"}, {"xaddl %eax, (%rdx)", "(%rdi)"}, {"vmovdqu32 %zmm1, (%rdx){%k1}", "(%rdi)"},
		{"paddd %xmm2, %xmm3", "xmm0"}, {"cmpl $1, (%rdi)", "xmm0"}, {"paddd (%rdi), %xmm3", "xmm0"}, {"pmovmskb %xmm4, %eax", "xmm0"}, {"pmovmskb %xmm4, %edi", "[rdi]"},
	} {
		r, err := readText(".L3:\n movdqu %xmm0, (%rdi)\n "+row.between+"\n pshufd $27, (%rdi), %xmm1\n movdqu %xmm1, (%rsi)\n jne .L3\n", "")
		if err != nil || len(r.Names) != 1 || r.Names[0] != row.from {
			t.Errorf("behind %s the source is %q, %v, want %s", row.between, r.Names, err, row.from)
		}
	}
	for between, from := range map[string]string{
		"prefetcht0 [rdi]": "xmm0", "prefetcht1 byte ptr [rdx]": "xmm0", "prefetchnta byte ptr [rdi]": "xmm0", "prefetchw [rdx]": "xmm0", "mov eax, dword ptr [rdx]": "xmm0", "ucomiss xmm3, [rdi]": "xmm0", "vptest xmm3, [rdx]": "xmm0", "vpaddd xmm3, xmm3, [rdi]": "xmm0", "bt dword ptr [rdx], 3": "xmm0", "test byte ptr [rdx], 3": "xmm0",
		"mov dword ptr [rdx], 5": "[rdi]", "add dword ptr [rdi], eax": "[rdi]", "call g": "[rdi]", "xadd dword ptr [rdx], eax": "[rdi]", "vcvtps2ph qword ptr [rdx], xmm3, 0": "[rdi]",
	} {
		r, err := readText(".L3:\n movdqu xmmword ptr [rdi], xmm0\n "+between+"\n pshufd xmm1, xmmword ptr [rdi], 27\n movdqu xmmword ptr [rsi], xmm1\n jne .L3\n", "")
		if err != nil || len(r.Names) != 1 || r.Names[0] != from {
			t.Errorf("behind %s the source is %q, %v, want %s", between, r.Names, err, from)
		}
	}
	for between, from := range map[string]string{
		"prfm pldl1keep, [x0]": "v0", "ldr x3, [x0]": "v0", "ldp x3, x4, [x1]": "v0", "fmla v3.4s, v4.4s, v5.s[1]": "v0", "ld2 {v3.4s, v4.4s}, [x1]": "v0", "fadd v3.4s, v4.4s, v5.4s": "v0", "ldapr x3, [x1]": "v0",
		"stlr x3, [x1]": "[x0]", "stxr w5, x3, [x1]": "[x0]", "bl g": "[x0]", "cas x3, x4, [x1]": "[x0]", "swpal w3, w4, [x1]": "[x0]", "ldadd w3, w4, [x1]": "[x0]", "ldsmaxal x3, x4, [x1]": "[x0]",
	} {
		r, err := readText(".L3:\n str q0, [x0]\n "+between+"\n ldr q1, [x0]\n rev64 v1.4s, v1.4s\n str q1, [x2]\n b.ne .L3\n", "")
		if err != nil || len(r.Names) != 1 || r.Names[0] != from {
			t.Errorf("behind %s the source is %q, %v, want %s", between, r.Names, err, from)
		}
	}
	r, err := readText(".L3:\n vpshufd $27, %zmm0, %zmm1{%k1}\n vpaddd %zmm1, %zmm1, %zmm2\n vpshufd $78, %zmm0, %zmm3\n vmovdqu64 %zmm3, (%rsi)\n jne .L3\n", "")
	if text := strings.Join(r.Warnings, "\n"); err != nil || strings.Contains(text, "also") {
		t.Errorf("%v, %s: what is under a mask is told of", err, text)
	}
}

// What is stored in the function's own frame is put aside, and is no result; anywhere else it is one.
func TestFramesAreNoResults(t *testing.T) {
	for register, frame := range map[string]bool{"rsp": true, "rbp": true, "esp": true, "ebp": true, "RSP": true, "rax": false, "rdi": false, "r12": false, "esi": false} {
		for _, place := range []string{"[%s]", "[%s+16]", "[%s+rcx]", "[%s+rcx*4-32]"} {
			place = fmt.Sprintf(place, register)
			r, err := readText(".L3:\n pshufd xmm0, xmm1, 27\n movups xmmword ptr "+place+", xmm0\n pxor xmm0, xmm0\n pxor xmm1, xmm1\n jne .L3\n", "")
			if frame != (err != nil) || err == nil && r.Map.String() != "i32x4 -> a3 a2 a1 a0" {
				t.Errorf("%s: %v, %v", place, r.Map, err)
			}
		}
	}
	for register, frame := range map[string]bool{"sp": true, "x29": true, "fp": true, "x0": false, "x28": false} {
		for _, place := range []string{"[%s]", "[%s, #16]", "[%s, #16]!"} {
			place = fmt.Sprintf(place, register)
			r, err := readText(".L3:\n rev64 v0.4s, v1.4s\n str q0, "+place+"\n movi v0.16b, #0\n movi v1.16b, #0\n b.ne .L3\n", "")
			if frame != (err != nil) || err == nil && r.Map.String() != "i32x4 -> a1 a0 a3 a2" {
				t.Errorf("%s: %v, %v", place, r.Map, err)
			}
		}
	}
}

// What else a function moves is said once a map, with what it reads and all its lines.
func TestOtherMovements(t *testing.T) {
	r, err := readText(".L3:\n pshufd $78, %xmm0, %xmm1\n movups %xmm1, (%rcx)\n pshufd $27, %xmm2, %xmm3\n movups %xmm3, (%rdx)\n pshufd $27, %xmm4, %xmm5\n movups %xmm5, (%r8)\n jne .L3\n", "")
	got := fmt.Sprintf("%s %v", r.Map, r.Names)
	for _, o := range r.Others {
		got += fmt.Sprintf("; %s %v %v %s", o.Map, o.Names, o.Lines, o.Part)
	}
	const want = "i64x2 -> a1 a0 [xmm0]; i32x4 -> a3 a2 a1 a0 [xmm2] [5 7] the loop at .L3, line 1: what it stores to (%rdx) (line 5)"
	if err != nil || got != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// kernels are loops as people write them, and the byte of what is read that stands at each byte of a store of so many.
const kernels = `
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef __SIZE_TYPE__ size;
void bswap(u32 *restrict d, const u32 *restrict s, size n) { for (size i = 0; i < n; i++) d[i] = __builtin_bswap32(s[i]); }
void reverse(u8 *restrict d, const u8 *restrict s, size n) { for (size i = 0; i < n; i++) d[i] = s[n-1-i]; }
void pixels(u8 *restrict d, const u8 *restrict s, size n) {
	for (size i = 0; i < n; i++) { d[4*i] = s[4*i+2]; d[4*i+1] = s[4*i+1]; d[4*i+2] = s[4*i]; d[4*i+3] = s[4*i+3]; }
}
void unzip(u16 *restrict a, u16 *restrict b, const u16 *restrict s, size n) { for (size i = 0; i < n; i++) { a[i] = s[2*i]; b[i] = s[2*i+1]; } }
void zip(u8 *restrict d, const u8 *restrict a, const u8 *restrict b, size n) { for (size i = 0; i < n; i++) { d[2*i] = a[i]; d[2*i+1] = b[i]; } }
`

// kernelBytes are the byte of all sources, one behind the other, that C puts at byte i of a store of n; first is that at byte 0.
var kernelBytes = map[string]func(i, n, first int) int{
	"bswap":   func(i, n, first int) int { return i ^ 3 },
	"reverse": func(i, n, first int) int { return n - 1 - i },
	"pixels":  func(i, n, first int) int { return i&^3 | []int{2, 1, 0, 3}[i&3] },
	"unzip":   func(i, n, first int) int { return first + i/2*4 + i%2 },                   // one of both arrays is the first
	"zip":     func(i, n, first int) int { return i/2 + (i%2*(n/2)+first)%n/(n/2)*(n/2) }, // operands in either order
}

// What compilers make of kernels is, in the loop that is shown, what C says.
func TestKernelsOfCompilers(t *testing.T) {
	clang := oracle.Need(t, "clang")
	file := filepath.Join(t.TempDir(), "kernels.c")
	if err := os.WriteFile(file, []byte(kernels), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, options := range []string{
		"--target=x86_64-linux-gnu -O2 -mssse3", "--target=x86_64-linux-gnu -O2 -mssse3 -masm=intel", "--target=x86_64-linux-gnu -O3 -mavx2", "--target=x86_64-linux-gnu -O3 -march=x86-64-v4",
		"--target=aarch64-linux-gnu -O2", "--target=aarch64-linux-gnu -O3 -fno-unroll-loops", "--target=x86_64-apple-macos -O2 -mavx2", "--target=arm64-apple-macos -O2", "--target=wasm32 -O2 -msimd128", "--target=wasm32 -O3 -msimd128 -mrelaxed-simd",
	} {
		out, err := oracle.Usual.Output(exec.Command(clang, append(strings.Fields(options), "-ffreestanding", "-S", "-o", "-", file)...))
		if err != nil {
			t.Fatalf("%s: %v", options, err)
		}
		functions, constants := functionsOf(string(out))
		for name, want := range kernelBytes {
			read := func(text string) (dialect.Reading, error) { return readText(text, "") }
			if strings.Contains(options, "wasm") {
				read = readWasmText
			}
			r, err := read(functions[name] + constants)
			if err == nil && !strings.HasPrefix(r.Part, "the loop") {
				err = fmt.Errorf("it is %s", r.Part)
			}
			if err == nil {
				err = sameBytes(r.Map, want)
			}
			if err != nil {
				t.Errorf("clang %s: %s: %v\n%s", options, name, err, functions[name])
			}
		}
	}
}

// sameBytes says where a map is not what C says.
func sameBytes(m lane.Map, want func(i, n, first int) int) error {
	m, err := m.Regroup(8)
	if err != nil {
		return err
	}
	from := func(l lane.Lane) int {
		at := l.Index
		for _, n := range m.Src[:l.Src] {
			at += n
		}
		return at
	}
	if len(m.Lane) < 4 {
		return fmt.Errorf("%s is short of a vector", m)
	}
	for i, l := range m.Lane {
		if l.Kind != lane.Source || from(l) != want(i, len(m.Lane), from(m.Lane[0])) {
			return fmt.Errorf("byte %d of %s: want byte %d", i, m, want(i, len(m.Lane), from(m.Lane[0])))
		}
	}
	return nil
}

// functionsOf are the functions of a compiler's text by name, and its constants.
func functionsOf(text string) (functions map[string]string, constants string) {
	functions = map[string]string{}
	name, data := "", false
	for line := range strings.Lines(text) {
		label, _, isLabel := strings.Cut(line, ":")
		switch bare := strings.TrimPrefix(label, "_"); {
		case isLabel && kernelBytes[bare] != nil:
			name, data = bare, false
		case isLabel && (strings.HasPrefix(label, ".LCPI") || strings.HasPrefix(label, "lCPI") || strings.HasPrefix(label, "LCPI")):
			name, data = "", true
		case strings.Contains(line, ".section") || strings.Contains(line, ".globl"):
			name, data = "", false
		}
		if name != "" {
			functions[name] += line
		} else if data {
			constants += line
		}
	}
	return functions, constants
}

// A random loop of rows is what its body is when it stands alone, behind the constants that it finds.
func TestLoopsAreTheirBodies(t *testing.T) {
	rng := chance.Random(t, 5)
	read, computed := 0, 0
	for n := range 400 {
		machine, ok := target.Find([]string{"ssse3", "avx2", "neon"}[n%3])
		if !ok {
			t.Fatal("no such target")
		}
		body := randomBody(rng.IntN, machine)
		head, tail := "\tmovdqa\t.LC0(%rip), %xmm7\n", "\tmovdqu\t%xmm0, (%rdi)\n"
		jump := "\tjne\t.L3\n\tret\n"
		switch {
		case machine.Name == "neon":
			head, tail, jump = "\tadrp\tx8, .LC0\n\tldr\tq7, [x8, :lo12:.LC0]\n", "\tstr\tq0, [x1]\n", "\tb.ne\t.L3\n\tret\n"
		default:
			head, tail = "\tmovdqa\txmm7, XMMWORD PTR .LC0[rip]\n", "\tmovdqu\tXMMWORD PTR [rdi], xmm0\n"
		}
		constant := ".LC0:\n"
		for range 16 {
			constant += fmt.Sprintf("\t.byte\t%d\n", rng.IntN(16))
		}
		alone, errAlone := readText(head+body+tail+constant, "")
		loop, errLoop := readText("f:\n"+head+".L3:\n"+body+tail+jump+constant, "")
		m, kept := alone.Map.DropUnused()
		if errAlone != nil || !moves(m) || isInPlace(m) {
			continue // what computes is no map; a copy is not shown, and a mask only where there is nothing else
		}
		var names []string
		for _, k := range kept {
			names = append(names, alone.Names[k])
		}
		if errLoop == nil && slices.ContainsFunc(loop.Names, func(name string) bool { return strings.HasSuffix(name, "'") }) {
			computed++ // of an or that computes bits of which none is read, a loop has the result as a source, and lines alone its operand
			continue
		}
		v, err := lane.Compare(m, loop.Map)
		if errLoop != nil || err != nil || v.Relation != lane.Equal || !slices.Equal(names, loop.Names) {
			t.Fatalf("%s\nalone %s of %v,\nin a loop %s of %v: %v", head+body+tail+constant, m, names, loop.Map, loop.Names, errLoop)
		}
		read++
	}
	if t.Logf("%d loops, and %d of what they compute", read, computed); read < 100 || computed > read/20 {
		t.Errorf("%d loops of 400 were read, and %d of what they compute: too few to tell", read, computed)
	}
}

// randomBody are rows of a target on a few registers.
func randomBody(intN func(int) int, machine *target.Target) string {
	var b strings.Builder
	for k := 0; k < 4; {
		r := machine.Rows[intN(len(machine.Rows))]
		if r.Index != nil && (r.Index.Mask || intN(3) > 0) || strings.Contains(r.Name, "+") || !r.Within(target.Vectors) || r.Consecutive {
			continue
		}
		imm := 0
		if r.Imm != nil {
			imm = intN(r.Imm.Values)
		}
		fmt.Fprintf(&b, "\t%s\n", r.Text(imm, func(letter byte) string {
			if letter == 'd' {
				return machine.Register(target.Vectors, intN(2), r.Bits)
			}
			at := max(0, strings.IndexByte(target.SourceLetters, letter))
			register := []int{0, 0, 1, 2, 7}[intN(5)]
			if letter == 'k' || r.Index != nil && at == len(r.Src) {
				return machine.Register(target.Vectors, 7, r.Bits)
			}
			return machine.Register(target.Vectors, register, r.Src[min(at, len(r.Src)-1)])
		}))
		k++
	}
	return b.String()
}

// What is refused is refused at the same line each time: the first that is no movement.
func TestNothingIsAtTheFirstLine(t *testing.T) {
	for range 30 {
		_, err := readText("paddd %xmm1, %xmm0\njne .L3\n.L2:\npsubd %xmm1, %xmm0\njne .L2\n.L3:\npaddw %xmm1, %xmm0\njne .L2\n", "")
		if err == nil || !strings.HasPrefix(err.Error(), "1:1: no block") {
			t.Fatal(err)
		}
	}
}

// Where no line is about vectors, what is refused is all of the text.
func TestNothingIsAllOfTheText(t *testing.T) {
	const text = "f:\n cmpl $1, %eax\n jne .L3\n ret\n"
	_, err := readText(text, "")
	if at, ok := err.(*syntax.Error); !ok || at.Off != 0 || at.End != len(text) {
		t.Errorf("%v is refused at %+v", err, at)
	}
}

// A register that a sum made is a source, in the words of the line that reads it: xmm0' is not what xmm0 was before.
func TestComputedSourcesHaveTheirSize(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"f:\n movdqa xmm0, [rdi]\n paddd xmm0, xmm1\n pshufd xmm2, xmm0, 27\n movdqa [rsi], xmm2\n ret", "xmm0'"},
		{"f:\n vpaddd ymm3, ymm0, ymm1\n vpshufd ymm2, ymm3, 27\n vmovdqa [rsi], ymm2\n ret", "ymm3'"},
		{"f:\n vpaddd %zmm1, %zmm0, %zmm17\n vpshufd $27, %zmm17, %zmm2\n vmovdqu64 %zmm2, (%rsi)\n ret", "zmm17'"},
		{"f:\n vpaddd ymm3, ymm0, ymm1\n vpunpckldq ymm2, ymm3, ymm4\n vmovdqa [rsi], ymm2\n ret", "ymm3' ymm4"},
		{"f:\n.L3:\n bsl v0.16b, v1.16b, v7.16b\n rev64 v2.4s, v0.4s\n str q2, [x1]\n b.ne .L3\n ret", "v0'"},
		{"f:\n.L3:\n cpuid\n pshufd xmm2, xmm0, 27\n movdqa [rsi], xmm2\n jne .L3\n ret", "xmm0'"}, // what may write anything
		{"f:\n.L3:\n fmla v1.4s, v2.4s, v3.s[1]\n rev64 v2.4s, v0.4s\n str q2, [x1]\n b.ne .L3\n ret", "v0"},
		{"f:\n add v0.4s, v0.4s, v1.4s\n rev64 v2.4s, v0.4s\n str q2, [x1]\n ret", "v0'"},
	} {
		r, err := readText(row.text, "")
		if got := strings.Join(r.Names, " "); err != nil || got != row.want {
			t.Errorf("%q: of %s, %v; want %s", row.text, got, err, row.want)
		}
	}
}
