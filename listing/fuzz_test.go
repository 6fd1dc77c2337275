package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
)

// FuzzX86: any text is read as lines of x86 or refused with a place.
func FuzzX86(f *testing.F) {
	dialecttest.Fuzz(f, listing.X86(), "movabsq $-5, %rdx; andnq %rcx, %rdx, %rcx; shrdl $3, %ecx, %edx", "kmovw k1, 5; vpshufd xmm0{k1}, xmm1, 1Bh", "pshufw mm0, mm1, 27; pshufw $0xff, %mm0, %mm7",
		"rev: times 2 db 7, -6, 05h, 2*2\n%define r (rev+1)\nINIT_YMM avx2\ncglobal f, 2, 2, 1, dst, src\nmova m1, [r]\n.loop:\nmovu m0, [srcq]\npshufb m0, m2, m1\nSWAP 0, 3, m1\nPERMUTE 0, 1, 1, 0\nvinserti128 m0, xm%1, 1\nvpermq m0, m0, q3120\n%if X\nmovu [dstq], m3\njg .loop\nRET",
		"f:\n movl $3, %eax\n vmovd %eax, %xmm1\n.L3:\n vbroadcasti128 (%rdi), %ymm0\n vpshufb %ymm1, %ymm0, %ymm0\n vmovdqu %ymm0, 32(%rsi){%k1}\n paddd %xmm0, %xmm0\n addq $16, %rdi\n call g\n movups %xmm0, -16(%rsi)\n jne .L3\n ret")
}

// FuzzNEON: the same of AArch64.
func FuzzNEON(f *testing.F) {
	dialecttest.Fuzz(f, listing.NEON(), "uxtl2 v0.8h, v1.16b; mov v0.s[3], wzr", "ldp w8, x9, [x0], #8; movk x8, #0xff00, lsl #16; and x9, x8, x9, lsl #4; bfi x9, x8, #3, #5; extr x8, x9, x8, #7; ins v0.s[3], w8; dup v1.8h, w9; fmov x8, v1.d[1]; strb w8, [x1]",
		"f:\n adrp x8, .LC_2000\n add x9, x8, #16\n ldr q1, [x9, #8]\n movi v2.2d, #0\n.L3:\n ld2 {v3.16b, v4.16b}, [x0], #32\n tbl v3.16b, {v3.16b-v4.16b}, v1.16b\n add v4.4s, v4.4s, v2.4s\n stp q3, q4, [x1], #32\n cbnz x2, .L3\n ret\n.LC_2010:\n .zero 32")
}

// FuzzNEON32: the same of 32-bit Arm.
func FuzzNEON32(f *testing.F) {
	dialecttest.Fuzz(f, listing.NEON32(), "vtrn.32 d0, d1; vswp d1, d2 @ halves", "vmov d16, r0, r1\nvsli.32 d16, d17, #5\nvbsl q8, q8, q9\nvmov.u8 r2, d16[3]\nvmvn.i32 q1, #0xff00\nvtbx.8 d0, {d1-d3}, d4\nvmov r0, r1, d16\npop {r4, pc}",
		"|f| PROC\n push {r4, lr}\n vpush {d8-d9}\n adr r3, .L0\n vld1.64 {d18, d19}, [r3:128]\n ldr r2, =.L0\nloop\n vld4.8 {d0[1], d2[1], d4[1], d6[1]}, [r1]!\n vtbl.8 d1, {d0}, d18\n vadd.i8 d3, d3, d1\n vst2.16 {q0, q1}, [r0, :64], r2\n subs r4, r4, #1\n bne loop\n bx lr\n.L0:\n .byte 1, 2, 3\n")
}

// FuzzWasm: the same of WebAssembly.
func FuzzWasm(f *testing.F) {
	dialecttest.Fuzz(f, listing.Wasm(), "v128.const $1, 0x0102\ni8x16.swizzle $0, $0, $1", "(func $f (param v128 i32) (v128.store offset=16 (local.get 1) (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get 0) (v128.load (local.get 1)))))", "\t.functype f (v128) -> (v128)\n\t.local v128\nlocal.get 0\nv128.const -1, 0, -1, 0\nv128.and\nlocal.tee 1\nend_function",
		"\t.functype f (i32, i32) -> ()\n\t.local v128, f32\n\tblock v128\n.LBB0_1:\n\tloop\n\tlocal.get 0\n\tlocal.get 1\n\tv128.load 0:p2align=0\n\tlocal.tee 2\n\ti8x16.shuffle 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12\n\tv128.store 16\n\tlocal.get 0\n\tbr_if 0\n\tend_loop\n\tbr_table {0, 1}\n\tend_block\n\tdrop\n\tend_function",
		"(func (param $p i32) (if (result i32) (local.get $p) (then (v128.store (local.get $p) (i32x4.add (v128.load (local.get $p)) (v128.const i32x4 1 2 3 4))) (return)) (else (select (i32.const 1) (i32.const 2) (f32.lt (f32.const 1.5) (f32.const 2))))))")
}

// FuzzComment: the same of comments.
func FuzzComment(f *testing.F) {
	dialecttest.Fuzz(f, listing.Comment(), "ymm0 = zero,ymm1[u,2],zero")
}

// FuzzLoong: the same of LoongArch.
func FuzzLoong(f *testing.F) {
	dialecttest.Fuzz(f, listing.Loong(), "vld $vr2, 0x5\nvshuf.w $vr2, $vr1, $vr0", "xvpermi.q $xr0, $xr1, 0x31; xvori.b $xr2, $xr0, 0; vrepli.h $vr3, -512; vinsgr2vr.w $vr3, $zero, 1",
		"f:\n pcalau12i $a2, %pc_hi20(.L0)\n xvld $xr2, $a2, %pc_lo12(.L0)\n xvld $xr0, $a0, 0\n vldx $vr1, $a0, $a3\n xvshuf.b $xr0, $xr0, $xr0, $xr2\n xvst $xr0, $a1, 32\n ret\n.L0:\n .zero 32")
}

// FuzzSVE: the same of SVE.
func FuzzSVE(f *testing.F) {
	dialecttest.Fuzz(f, listing.SVE(), "mov p1.s, 0x5\nsel z0.s, p1, z1.s, z2.s", "// VL 256\nptrue p0.s, vl3; mov w8, #2; whilelo p1.d, wzr, w8; index z2.s, #3, #-1; tbl z0.s, {z0.s}, z2.s; mov z1.s, p0/m, z0.s",
		"f:\n ptrue p0.s\n adrp x8, .L0\n add x8, x8, :lo12:.L0\n ld1w {z2.s}, p0/z, [x8]\n ldr z0, [x0]\n ldr z1, [x0, #1, mul vl]\n tbl z0.s, { z0.s, z1.s }, z2.s\n mov v3.16b, v0.16b\n st1w {z0.s}, p0, [x1]\n ret\n.L0:\n .zero 16")
}

// FuzzRISCV: the same of RISC-V's vectors.
func FuzzRISCV(f *testing.F) {
	dialecttest.Fuzz(f, listing.RISCV(), "vsetivli zero, 4, e32, m1, tu, mu\nvmv1r.v v0, 0x5\nvslidedown.vi v8, v9, 1, v0.t", "vsetivli zero, 2, e32, mf2, ta, ma\nvwaddu.vv v10, v8, v9\nli a0, -1\nvwmaccu.vx v10, a0, v9", "vsetvli t0, zero, e8, m1, ta, ma\nvcompress.vm v8, v9, v0\nvror.vi v8, v8, 3")
}
