package listing_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/listing"
	"github.com/lanescope/lanescope/target/apply"
)

// Which predicates of SVE are known, and for which lanes; whole vectors are loaded and stored where all their lanes are known to be.
func TestPredicates(t *testing.T) {
	dialecttest.Meanings(t, listing.SVE(), [][2]string{
		{"ptrue p0.b, vl16\nsel z0.b, p0, z1.b, z2.b", "z0 of z1 z2: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"ptrue p0.s, vl8\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> b0 b1 b2 b3"},
		{"ptrue p0.s, vl3\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"ptrues p0.s, all\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 a3"},
		{"ptrue p0.s, mul3\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov x1, #3\nwhilelt p0.s, xzr, x1\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov x1, #3\nwhilelo p0.s, xzr, x1\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov x1, #2\nwhilele p0.s, xzr, x1\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov x1, #2\nwhilels p0.s, xzr, x1\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 a1 a2 b3"},
		{"mov w1, #2\nmov w0, #1\nwhilelt p0.s, w0, w1\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x4 i32x4 -> a0 b1 b2 b3"},
		{"mov p0.s, 0x10\nsel z0.s, p0, z1.s, z2.s", "z0 of z1 z2: i32x8 i32x8 -> b0 b1 b2 b3 a4 b5 b6 b7"},
		{"mov p0.d, 2\nsel z0.d, p0, z1.d, z2.d", "z0 of z1 z2: i64x2 i64x2 -> b0 a1"},
		{"ptrue p0.s\nld1w {z0.s}, p0/z, [x0]\nrev z0.s, z0.s", "z0 of [x0]: i32x4 -> a3 a2 a1 a0"},
		{"ptrue p0.b\nld1w {z0.s}, p0/z, [x0]\nrev z0.s, z0.s", "z0 of [x0]: i32x4 -> a3 a2 a1 a0"},
		{"ptrue p0.s\nrev z0.s, z1.s\nst1w {z0.s}, p0, [x0]", "[x0] of z1: i32x4 -> a3 a2 a1 a0"},
		{"ptrue p0.s\nrev z0.s, z1.s\nst1w {z0.s}, p0, [x0, #-1, mul vl]", "[x0-16] of z1: i32x4 -> a3 a2 a1 a0"},
		{"ldr z0, [x0, #1, mul vl]\nrev z0.s, z0.s", "z0 of [x0+16]: i32x4 -> a3 a2 a1 a0"},
		{"ldr z0, [x0, #-256, mul vl]\nrev z0.s, z0.s", "z0 of [x0-4096]: i32x4 -> a3 a2 a1 a0"},
		{"ldr z0, [x0, #255, mul vl]\nrev z0.s, z0.s", "z0 of [x0+4080]: i32x4 -> a3 a2 a1 a0"},
		{"rev z0.s, z1.s\nstr z0, [x0, #2, mul vl]", "[x0+32] of z1: i32x4 -> a3 a2 a1 a0"},
	})
	dialecttest.Refused(t, listing.SVE(), [][2]string{
		{"‹ptrue p0.q›\nsel z0.s, p0, z1.s, z2.s", "p0 is known where it is set for lanes, as in ptrue p0.s"},
		{"‹ptrue p0.s, vl9›\nsel z0.s, p0, z1.s, z2.s", "ptrue has no pattern \"vl9\""},
		{"‹ptrue p0.s, foo›\nsel z0.s, p0, z1.s, z2.s", "ptrue has no pattern \"foo\""},
		{"‹ptrue p0.s, vl0›\nsel z0.s, p0, z1.s, z2.s", "ptrue has no pattern \"vl0\""},
		{"‹whilelt p0.s, x0, x1›\nsel z0.s, p0, z1.s, z2.s", "what whilelt sets depends on general registers that are not known"},
		{"‹whilelt p0.s, xzr, x1›\nsel z0.s, p0, z1.s, z2.s", "what whilelt sets depends on general registers that are not known"},
		{"‹whilelt p0.s, x0›\nsel z0.s, p0, z1.s, z2.s", "whilelt of a predicate is not followed: expected ptrue, pfalse, whilelt or whilelo"},
		{"‹mov p0.d, 0x10›\nsel z0.d, p0, z1.d, z2.d", "expected a number with a bit for each of 4 lanes, found \"0x10\""},
		{"‹mov p0.d, 4›\nsel z0.d, p0, z1.d, z2.d", "expected a number with a bit for each of 2 lanes, found \"4\""},
		{"‹mov p0.s, x›\nsel z0.s, p0, z1.s, z2.s", "expected a number with a bit for each of 4 lanes, found \"x\""},
		{"‹mov p0.b, p1.b›\nsel z0.b, p0, z1.b, z2.b", "expected a number with a bit for each of 16 lanes, found \"p1.b\""},
		{"‹cmpeq p0.s, p1/z, z0.s, z1.s›\nsel z0.s, p0, z1.s, z2.s", "cmpeq of a predicate is not followed: expected ptrue, pfalse, whilelt or whilelo"},
		{"‹not p0.b, p1/z, p2.b›\nsel z0.s, p0, z1.s, z2.s", "not of a predicate is not followed: expected ptrue, pfalse, whilelt or whilelo"},
		{"ptrue p0.s\n‹str p0, [x0]›\nsel z0.s, p0, z1.s, z2.s", "p0 is known where it is set for lanes, as in ptrue p0.s"},
		{"ptrue p0.s\n‹ldr p0, [x0]›\nsel z0.s, p0, z1.s, z2.s", "p0 is known where it is set for lanes, as in ptrue p0.s"},
		{"‹ld1w {z0.s}, p0/z, [x0]›\nrev z0.s, z0.s", "ld1w is followed where p0 is known to have all lanes of 128 bits"},
		{"ptrue p0.s\n‹ld1b {z0.b}, p0/z, [x0]›\nrev z0.s, z0.s", "ld1b is followed where p0 is known to have all lanes of 128 bits"},
		{"ptrue p0.s, vl3\n‹ld1w {z0.s}, p0/z, [x0]›\nrev z0.s, z0.s", "ld1w is followed where p0 is known to have all lanes of 128 bits"},
		{"ptrue p0.s\n‹ld1w {z0.d}, p0/z, [x0]›\nrev z0.d, z0.d", "\"ld1w\" is no instruction that the target knows as a movement of lanes"},
		{"rev z0.s, z1.s\n‹st1w {z0.s}, p0, [x0]›", "st1w is followed where p0 is known to have all lanes of 128 bits"},
		{"‹ldr z0, [x0, #-257, mul vl]›\nrev z0.s, z0.s", "expected a place such as [x0, #1, mul vl], found \"[x0, #-257, mul vl]\""},
		{"‹ldr z0, [x0, #256, mul vl]›\nrev z0.s, z0.s", "expected a place such as [x0, #1, mul vl], found \"[x0, #256, mul vl]\""},
		{"‹ldr z0, [x0], #16›\nrev z0.s, z0.s", "instructions of SVE count no register on, found \"[x0],#16\""},
		{"‹ldr z0.s, [x0]›\nrev z0.s, z0.s", "\"ldr\" is no instruction that the target knows as a movement of lanes"},
	})
}

// What AArch64 loads and stores: lists, lanes, places that count, and parts of registers.
func TestArmAccess(t *testing.T) {
	dialecttest.Meanings(t, listing.NEON(), [][2]string{
		{"ld1 {v0.s}[3], [x0]", "v0 of v0 [x0]: i8x16 i8x4 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 b0 b1 b2 b3"},
		{"ld1r {v0.2s}, [x0]", "v0 of [x0]: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3"},
		{"str x0, [sp]\nrev64 v0.16b, v0.16b", "v0 of v0: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"stp x29, x30, [sp, #-16]!\nrev64 v0.16b, v0.16b", "v0 of v0: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"ldr x0, [x1]\nldr q1, [x0]\nrev64 v0.16b, v1.16b", "v0 of [x0'1]: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"add x0, x0, #16\nldr q1, [x0]\nrev64 v0.16b, v1.16b", "v0 of [x0+16]: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"add x0, x0, x1\nldr q1, [x0]\nrev64 v0.16b, v1.16b", "v0 of [x0'1]: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"ldr q0, [x0, #16]!\next v0.16b, v0.16b, v0.16b, #4", "v0 of [x0+16]: i8x16 -> a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3"},
		{"ldr q0, [x0], #16\nldr q1, [x0]\nzip1 v0.4s, v0.4s, v1.4s", "v0 of [x0] [x0+16]: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"rev64 v0.16b, v1.16b\nstr q0, [x0]", "[x0] of v1: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8"},
		{"rev64 v0.16b, v1.16b\nstr d0, [x0]", "[x0] of v1: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"rev64 v0.16b, v1.16b\nstr s0, [x0, #4]", "[x0+4] of v1: i8x16 -> a7 a6 a5 a4"},
		{"rev64 v0.16b, v1.16b\nstr h0, [x0]", "[x0] of v1: i8x16 -> a7 a6"},
		{"rev64 v0.16b, v1.16b\nstr b0, [x0]", "[x0] of v1: i8x16 -> a7"},
		{"rev64 v0.16b, v1.16b\nst1 {v0.b}[15], [x0]", "[x0] of v1: i8x16 -> a8"},
		{"rev64 v0.16b, v1.16b\nstp q0, q1, [x0]", "[x0] of v1: i8x16 -> a7 a6 a5 a4 a3 a2 a1 a0 a15 a14 a13 a12 a11 a10 a9 a8 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
	})
	dialecttest.Refused(t, listing.NEON(), [][2]string{
		{"‹ld1› v0.16b\nrev64 v0.16b, v0.16b", "\"ld1\" is no instruction that the target knows as a movement of lanes"},
		{"‹ld1 {v0.s}[x], [x0]›\nrev64 v0.16b, v0.16b", "expected a lane such as [1] behind the registers, found \"[x]\""},
		{"‹ld1 {v0.s}[-1], [x0]›\nrev64 v0.16b, v0.16b", "expected a lane such as [1] behind the registers, found \"[-1]\""},
		{"‹ld1 {v0.s}[4], [x0]›\nrev64 v0.16b, v0.16b", "a vector has 4 lanes of 32 bits, so it has no lane 4"},
		{"‹ld1 {v0.4s}[1], [x0]›\nrev64 v0.16b, v0.16b", "expected a vector such as v0.16b, found \"v0.4s\""},
		{"‹ld1 {v0.3s}, [x0]›\nrev64 v0.16b, v0.16b", "expected a vector such as v0.16b, found \"v0.3s\""},
		{"‹ld1 {v0.xs}, [x0]›\nrev64 v0.16b, v0.16b", "expected a vector such as v0.16b, found \"v0.xs\""},
		{"‹ld1 {v32.4s}, [x0]›\nrev64 v0.16b, v0.16b", "expected a vector such as q0 or v0.16b, found \"v32.4s\""},
		{"‹ld1 {v0}[1], [x0]›\nrev64 v0.16b, v0.16b", "expected a vector such as q0 or v0.16b, found \"v0\""},
		{"‹ld1 {v0.4s, v1.2d}, [x0]›\nrev64 v0.16b, v0.16b", "expected a vector that is cut as the one before it, found \"v1.2d\""},
		{"‹ld1 {v0.4s, v1.2s}, [x0]›\nrev64 v0.16b, v0.16b", "expected a vector that is cut as the one before it, found \"v1.2s\""},
		{"‹ld2 {v0.4s}, [x0]›\nrev64 v0.16b, v0.16b", "ld2 has 2 vectors"},
		{"‹ld3 {v0.4s, v1.4s}, [x0]›\nrev64 v0.16b, v0.16b", "ld3 has 3 vectors"},
		{"‹ld1r {v0}, [x0]›\nrev64 v0.16b, v0.16b", "ld1r has elements, as in v0.4s"},
		{"‹ld1 {v30.4s-v1.4s}, [x0]›", "registers of a list follow one another: behind v30 comes v31, and not v1"},
		{"‹ld1 {v0.4s, v2.4s}, [x0]›\nrev64 v0.16b, v0.16b", "registers of a list follow one another: behind v0 comes v1, and not v2"},
		{"‹stlr x0, [x1]›\nrev64 v0.16b, v0.16b", "stlr stores a general register, which of AArch64 is not followed: expected stores of vectors"},
		{"‹ldr q0, [x0›\nrev64 v0.16b, v0.16b", "expected a place such as [x0, #16]"},
		{"‹ldr q0, [x0, #x]›\nrev64 v0.16b, v0.16b", "expected a place such as [x0, #16], found \"[x0, #x]\""},
		{"‹ldr q0, [x0], x1›\nrev64 v0.16b, v0.16b", "ldr has no such place: expected one such as [x0, #16]"},
		{"‹ldr q0, []›\nrev64 v0.16b, v0.16b", "expected a place such as [x0, #16], found \"[]\""},
		{"rev64 v0.16b, v1.16b\n‹st1 {v0.b}[16], [x0]›", "a vector has 16 lanes of 8 bits, so it has no lane 16"},
	})
}

// An instruction without operands is refused, of all that are known.
func TestNoOperands(t *testing.T) {
	for name := range apply.X86Named() {
		for _, before := range []string{"", "pshufd xmm0, xmm1, 27\n", "f:\npshufd xmm0, xmm1, 27\njne f\n"} {
			if r, err := listing.X86().Read(before+name, dialect.Options{}); err == nil && before == "" {
				t.Errorf("%s is %v", name, r.Map)
			}
		}
	}
}

// General registers of one size, words of MMX, masks, and operands that are none.
func TestX86Sizes(t *testing.T) {
	dialecttest.Meanings(t, listing.X86(), [][2]string{
		{"mov eax, ecx", "eax of ecx: i32x1 -> a0"},
		{"mov ax, cx", "ax of cx ax: i16x1 i16x4 -> a0"},
		{"mov eax, -1", "eax of : -> i32x1: m"},
		{"movd eax, xmm0", "eax of xmm0: i32x4 -> a0"},
		{"movq rax, xmm0", "rax of xmm0: i64x2 -> a0"},
		{"movd xmm0, eax", "xmm0 of eax: i32x1 -> a0 z z z"},
		{"movq xmm0, rax", "xmm0 of rax: i64x1 -> a0 z"},
		{"pshufw mm0, mm1, 27", "mm0 of mm1: i16x4 -> a3 a2 a1 a0"},
		{"pshufw mm0, mm0, 0\npshufw mm1, mm0, 27", "mm1 of mm0: i16x4 -> a0 a0 a0 a0"},
		{"vpermq ymm0{k1}{z}, ymm1, 27", "ymm0 of ymm1: i64x4 -> a3 a2 a1 a0"},
		{"vpermq ymm0{k1}, ymm1, 27", "ymm0 of ymm1: i64x4 -> a3 a2 a1 a0"},
		{"vmovdqu16 xmm0{k1}{z}, xmm1", "xmm0 of xmm1: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"mov eax, 5\nkmovd k1, eax\nvmovdqu16 xmm0{k1}{z}, xmm1", "xmm0 of xmm1: i16x8 -> a0 z a2 z z z z z"},
		{"mov eax, 5\nkmovd k1, eax\nvpermq ymm0{k1}{z}, ymm1, 27", "ymm0 of ymm1: i64x4 -> a3 z a1 z"},
		{"vpblendd 3", "d of a b: i32x4 i32x4 -> b0 b1 a2 a3; the operands are not in the text: vectors of 128 bits are taken"},
		{"palignr 4", "d of a b: i8x16 i8x16 -> b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 a0 a1 a2 a3; the operands are not in the text: vectors of 128 bits are taken"},
		{"movups xmm0, [rdi]\nmovups [rdi], xmm1\nmovaps xmm2, [rdi]", "xmm2 of xmm1: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"jmp .L1\npshufd xmm0, xmm1, 27", "xmm0 of xmm1: i32x4 -> a3 a2 a1 a0; this is the block at line 2: what it leaves in xmm0 (line 2)"},
		{"call f\npshufd xmm0, xmm1, 27", "xmm0 of xmm1: i32x4 -> a3 a2 a1 a0; this is the block at line 2: what it leaves in xmm0 (line 2)"},
		{"bswap rax", "rax of rax: i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"rol eax, 16", "eax of eax: i16x2 -> a1 a0"},
		{"movzx rax, cx", "rax of cx: i16x1 -> a0 z z z"},
	})
	dialecttest.Refused(t, listing.X86(), [][2]string{
		{"‹mov eax, cl›", "mov has no form with these operands: it is d, a of 32 bits"},
		{"‹mov rax, ecx›", "mov copies between general registers of one size, and these have 64 and 32 bits"},
		{"‹mov cl, 300›", "0x12c does not fit in 8 bits"},
		{"‹mov eax, xmm0›", "mov copies between general registers of one size, and these have 32 and 128 bits"},
		{"‹pshufw mm0, mm1, 256›", "expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27"},
		{"‹pshufw mm0, mm1›", "expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27"},
		{"‹pshufw mm0, xmm1, 27›", "expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27"},
		{"‹pshufw xmm0, mm1, 27›", "expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27"},
		{"‹pshufw mm0, mm1, mm2›", "expected two of mm0 to mm7 and a number up to 255: pshufw mm0, mm1, 27"},
		{"pshufw mm0, ‹mm8›, 27", "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found \"mm8\""},
		{"‹vperm2i128 ymm0{k1}, ymm1, ymm2, 1›", "vperm2i128 has no form with a mask register"},
		{"mov eax, 5\nkmovd k1, eax\n‹vmovups xmm0{k1}, xmm1›", "vmovups has no form with a mask register"},
		{"mov eax, 5\nkmovd k1, eax\n‹vmovupd xmm0{k1}, xmm1›", "vmovupd has no form with a mask register"},
		{"pshufd xmm0, ‹foo›, 27", "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found \"foo\""},
		{"pshufd xmm0, xmm1, ‹foo›", "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found \"foo\""},
		{"pshufd‹›", "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have % before them"},
		{"‹pshufd xmm0›", "pshufd has no form with these operands: it is d, a, i of 128 bits"},
		{"‹pshufd 27, 28›", "expected a register as the destination, which stands first; in AT&T's order it stands last, and registers have % before them"},
		{"‹shufps xmm0›", "shufps has no form with these operands: it is d, b, i of 128 bits"},
		{"pshufd xmm0, ‹[rdi, 27›", "expected a register xmm0 to zmm31 or rax to r15, memory in brackets, or a number, found \"[rdi, 27\""},
		{"‹paddd› xmm0, xmm1", "\"paddd\" is no instruction that the targets know as a movement of lanes"},
		{"‹bswap ax›", "bswap has no form with these operands: it is d of 32 bits or d of 64 bits"},
		{"‹rol ax, 8›", "rol has no form with these operands: it is d, i of 32 bits or d, i of 64 bits"},
		{"‹movsx› eax, cl", "\"movsx\" is no instruction that the targets know as a movement of lanes"},
	})
}
