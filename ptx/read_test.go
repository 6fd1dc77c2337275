package ptx_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/ptx"
)

// What is wrong, and where.
func TestWrongPlaces(t *testing.T) {
	dialecttest.Refused(t, ptx.Dialect(), [][2]string{
		{"unsigned ‹char› r = __byte_perm(a, b, 0x5140);", "char keeps a part of what is made: expected a type of 32 bits or 64"},
		{"‹uint16_t› r = __byte_perm(a, b, 0x5140);", "uint16_t keeps a part of what is made: expected a type of 32 bits or 64"},
		{"const ‹short› r = __shfl_xor_sync(0xffffffff, a, 1);", "short keeps a part of what is made: expected a type of 32 bits or 64"},
		{"prmt.b32 %r, %a, %b, ‹%c›;", `the selector "%c" depends on data: expected a number`},
		{"prmt.b32 %r, %a, %b, ‹0x5148›;", "digit 0 copies the sign of byte 0: expected 0, the byte itself"},
		{"prmt.b32 %r, %a, %b, ‹0x8140›;", "digit 3 copies the sign of byte 0: expected 0, the byte itself"},
		{"‹prmt.b64› %r, %a, %b, 0", "expected prmt.b32, or a mode behind it such as .f4e"},
		{"‹shfl.sync.left.b32› %r, %a, 1, 31, -1", "expected shfl.sync or shfl with up, down, bfly or idx and .b32"},
		{"‹SHFL.LEFT› PT, R0, R1, 0x1, 0x1f", "expected shfl.sync or shfl with up, down, bfly or idx and .b32"},
		{"‹shf.l.b32› %r, %a, %b, 8", "expected shf.l.wrap.b32, shf.r.wrap.b32, or clamp"},
		{"shf.l.wrap.b32 %r, %a, %b, ‹%n›", `the lane or distance "%n" depends on data: expected a number`},
		{"and.b32 %r, %a, ‹%b›;", `the lane or distance "%b" depends on data: expected a number`},
		{"‹shr.s32› %r, %a, 33;", `"shr.s32" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹mov.b32 {%a, %b, %c}, %r›;", "expected one register and several of equal size"},
		{"‹mov.b64 {%a, %b}, {%c, %d}›;", "expected one register and several of equal size"},
		{"‹mov.b64 {}, %rd›;", "expected one register and several of equal size"},
		{"‹mov.b64 %rd, {}›;", "expected one register and several of equal size"},
		{"‹mov.b64 %rd, {%a, {%b}}›;", "expected one register and several of equal size"},
		{"‹mov.pred› %p, %q;", `"mov.pred" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹IMAD.MOV› R1, RZ, RZ, R2", `"IMAD.MOV" is no movement: PTX has prmt, shfl, shf and mov`},
		{"PRMT R0, R1, ‹R3›, R2", `the selector "R3" depends on data: expected a number`},
		{"‹@!P0› PRMT R0, R1, 0x5410, R2", "under the predicate !P0: it is a map only once that is known"},
		{"@PT ‹PRMT R0, R1›", "PRMT has 4 operands, and these are 2"},
		{"PRMT R0, R1, 0x5410, R2 ‹foo:7›", "expected the end of the instruction"},
		{"‹add.s32› %r1, %r2, %r3; mov.b32 %r4, %r1;", `"add.s32" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹IADD› R1, R2, R3; MOV R4, R1", `"IADD" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹IMAD.WIDE› R2, R0, R4, R6; MOV R1, R3", `"IMAD.WIDE" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹foo.128› R4, R2; MOV R8, R7", `"foo.128" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹foo.64› R4, R2; MOV R9, R5", `"foo.64" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹foo› PT, R4, R2; MOV R9, R4", `"foo" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹foo› {%a, %b}, %c; mov.b32 %r, %b;", `"foo" is no movement: PTX has prmt, shfl, shf and mov`},
		{"x = y ‹+› z; r = __byte_perm(x, y, 0x3210);", `expected the end of the statement, found "+"`},
		{"r = ‹foo(x)›;", `"foo" moves no lanes: expected __byte_perm, __shfl_sync or the like`},
		{"r = __byte_perm(x, ‹foo(y)›, 0x3210);", `"foo" moves no lanes: expected __byte_perm, __shfl_sync or the like`},
		{"r = ‹prmt.b32(x, y, 0x3210)›;", `"prmt.b32" moves no lanes: expected __byte_perm, __shfl_sync or the like`},
		{"r = __nv_byte_perm(x, y, ‹0x8215›);", "digit 3 is above 7: CUDA drops the bit, prmt copies a sign"},
		{"float r = __float_as_int(‹x›);", "expected a call such as __byte_perm(x, y, 0x3210)"},
		{"r = ‹x›;", "expected a call such as __byte_perm(x, y, 0x3210)"},
		{"‹7›", `"7" is no movement: PTX has prmt, shfl, shf and mov`},
		{"‹return x;›", "expected an instruction that moves lanes"},
		{"‹st.global.b32 [%rd], %r›;", "%r is stored as it was loaded, or was computed"},
		{"‹st.global.b32 [%rd], 7›;", "expected a store of one register"},
		{"‹st.global.b32 [%rd], %r, %s›;", "expected a store of one register"},
		{"add.s32 %r, %a, %b; ‹st.global.b32 [%rd], %r›;", "%r is stored as it was loaded, or was computed"},
		{"mov.b32 %s, %r; ‹ld.global.b32 %r, [%rd]›;", "%r is loaded after it was used"},
		{"‹ld.param.b32 %r, [p]; ret;›", "expected an instruction that moves lanes"},
		{"‹ret;›", "expected an instruction that moves lanes"},
		{"‹exit›", "expected an instruction that moves lanes"},
		{"‹.visible .func f() { mov.b32 %r1, %r2; ret; }›", "expected an instruction that moves lanes"},
		{`asm("mov.b32 %0, %1;" : "=r"(d) : "r"(s)‹›`, `expected ":" and operands, or ")", found the end`},
		{`‹asm("mov.b32 %0, 5%;" : "=r"(d));›`, `expected a modifier such as row_mask:0xf, or the end, found "%"`},
		{`‹asm("add.s32 %0, %1, 1;" : "=r"(d) : "r"(s));›`, `"add.s32" is no movement: PTX has prmt, shfl, shf and mov`},
		{"asm(‹mov›);", `expected instructions in quotation marks, found "mov"`},
		{`asm ‹"›mov";`, `expected "(", found """`},
		{`asm("mov" ‹"›`, `expected a closing quotation mark, found """`},
		{`asm("mov.b32 %0, %1;" : "=r"(‹)› : "r"(s));`, `expected a variable, found ")"`},
		{`asm("mov.b32 %0, %1;" : "=r"(d ‹:› "r"(s));`, `expected ")" behind a variable, found ":"`},
		{`asm("mov.b32 %0, %1;" ‹x›);`, `expected ":" and operands, or ")", found "x"`},
		{`asm("mov.b32 %0, %1;" : "=r"(d) : "r"(s)) ‹x›`, `expected the end of the statement, found "x"`},
	})
}

// What is read: what is made, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, ptx.Dialect(), [][2]string{
		{"prmt.b32 %r, %a, 0xff80, 0xc140;", "%r of %a: i8x4 -> a0 #80 a1 m"},
		{"prmt.b32 %r, %a, 0x80, 0xc140;", "%r of %a: i8x4 -> a0 #80 a1 m"},
		{"prmt.b32.f4e %r, %a, %b, 2;", "%r of %a %b: i8x4 i8x4 -> a2 a3 b0 b1"},
		{"prmt.b32.b4e %r, %a, %b, 1;", "%r of %a %b: i8x4 i8x4 -> a1 a0 b3 b2"},
		{"prmt.b32.rc8 %r, %a, %b, 7;", "%r of %a %b: i8x4 i8x4 -> a3 a3 a3 a3"},
		{"prmt.b32.ecl %r, %a, %b, 1;", "%r of %a %b: i8x4 i8x4 -> a1 a1 a2 a3"},
		{"prmt.b32.ecr %r, %a, %b, 2;", "%r of %a %b: i8x4 i8x4 -> a0 a1 a2 a2"},
		{"prmt.b32.rc16 %r, %a, %b, 1;", "%r of %a %b: i8x4 i8x4 -> a2 a3 a2 a3"},
		{"shf.l.wrap.b32 %r, %a, %b, 8", "%r of %a %b: i8x4 i8x4 -> a3 b0 b1 b2"},
		{"shf.r.wrap.b32 %r, %a, %b, 40", "%r of %a %b: i8x4 i8x4 -> a1 a2 a3 b0"},
		{"shf.l.clamp.b32 %r, %a, %b, 40", "%r of %a %b: i32x1 i32x1 -> a0"},
		{"shf.r.clamp.b32 %r, %a, %b, 40", "%r of %a %b: i32x1 i32x1 -> b0"},
		{"shf.r.clamp.b32 %r, %a, %b, 31", "%r of %a %b: i1x32 i1x32 -> a31 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 b16 b17 b18 b19 b20 b21 b22 b23 b24 b25 b26 b27 b28 b29 b30"},
		{"shf.r.clamp.b32 %r, %a, %b, -1", "%r of %a %b: i32x1 i32x1 -> b0"},
		{"__funnelshift_l(a, b, 8)", " of a b: i8x4 i8x4 -> a3 b0 b1 b2"},
		{"__funnelshift_lc(a, b, 33)", " of a b: i32x1 i32x1 -> a0"},
		{"__funnelshift_r(a, b, 16)", " of a b: i16x2 i16x2 -> a1 b0"},
		{"__funnelshift_rc(a, b, 32)", " of a b: i32x1 i32x1 -> b0"},
		{"and.b32 %r, %a, 0xff00;", "%r of %a: i8x4 -> z a1 z z"},
		{"shl.b32 %r, %a, 8;", "%r of %a: i8x4 -> z a0 a1 a2"},
		{"shr.u32 %r, %a, 16;", "%r of %a: i16x2 -> a1 z"},
		{"shr.b32 %r, %a, 33;", "%r of %a: i32x1 -> z"},
		{"mov.b32 %r, %a;", "%r of %a: i32x1 -> a0"},
		{"mov.b32 %r, 7;", "%r of : -> i32x1: #7"},
		{"mov.b64 %rd, {%a, %b};", "%rd of %a %b: i32x1 i32x1 -> a0 b0"},
		{"mov.b64 {%a, %b}, %rd;", "%a of %rd: i32x2 -> a0; there are 2 results: shown is the first, %a"},
		{"mov.b64 {%a, %b, %c, %d}, %rd;", "%a of %rd: i16x4 -> a0; there are 4 results: shown is the first, %a"},
		{"mov.b32 {%a, %b, %c, %d}, %r;", "%a of %r: i8x4 -> a0; there are 4 results: shown is the first, %a"},
		{"mov.b64 %rd, {%a, 7};", "%rd of %a: i32x1 -> a0 #7"},
		{"mov.u64 %rd, %re;", "%rd of %re: i64x1 -> a0"},
		{"mov.f32 %f, 1.5;", "%f of : -> i32x1: #3fc00000"},
		{"mov.f32 %f, 0f3F800000;", "%f of : -> i32x1: #3f800000"},
		{"MOV R1, R2", "R1 of R2: i32x1 -> a0"},
		{"MOV R1, R2, 0xf", "R1 of R2: i32x1 -> a0"},
		{"MOV R1, 0x7", "R1 of : -> i32x1: #7"},
		{"MOV R1, RZ", "R1 of : -> i32x1: z"},
		{"IMAD.MOV.U32 R1, RZ, RZ, 0x7", "R1 of : -> i32x1: #7"},
		{"PRMT R0, R1, 0x3210, R2", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 a2 a3"},
		{"PRMT R0, R1, 0x5410, URZ", "R0 of R1: i8x4 -> a0 a1 z z"},
		{"MOV R3, 0x5410; PRMT R0, R1, R3, R2", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"PRMT R0, R1.reuse, 0x5410, R2.reuse", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"@PT PRMT R0, R1, 0x5410, R2", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"add.s32 %r1, %r2, %r3; mov.b32 %r1, %r2; mov.b32 %r4, %r1;", "%r4 of %r2: i32x1 -> a0"},
		{"IADD R1, R2, R3; MOV R4, R2", "R4 of R2: i32x1 -> a0"},
		{"IMAD.WIDE R2, R0, R4, R6; MOV R1, R4", "R1 of R4: i32x1 -> a0"},
		{"LDG.E.128 R4, [R2.64]; MOV R8, R7", "R8 of R7: i32x1 -> a0"},
		{"LDG.E.64 R4, [R2.64]; MOV R8, R5", "R8 of R5: i32x1 -> a0"},
		{"foo.128 R4, R2; MOV R9, R8", "R9 of R8: i32x1 -> a0"},
		{"foo.64 R4, R2; MOV R9, R6", "R9 of R6: i32x1 -> a0"},
		{"foo PT, R4, R2; MOV R9, R5", "R9 of R5: i32x1 -> a0"},
		{"foo {%a, %b}, %c; mov.b32 %r, %c;", "%r of %c: i32x1 -> a0"},
		{"int x = y + z; r = __byte_perm(y, z, 0x3210);", "r of y: i8x4 -> a0 a1 a2 a3"},
		{"x = 7; r = __byte_perm(y, z, x);", "r of y z: i8x4 i8x4 -> b3 a0 a0 a0"},
		{"unsigned s = 0x5410; r = __byte_perm(y, z, s);", "r of y z: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"f(x = 3); r = __byte_perm(y, z, 0x3210);", "r of y: i8x4 -> a0 a1 a2 a3"},
		{"r = @llvm.nvvm.prmt(x, y, 0x3210);", "r of x y: i8x4 i8x4 -> a0 a1 a2 a3"},
		{"r = __nvvm_prmt(x, y, 0x3215);", "r of x y: i8x4 i8x4 -> b1 a1 a2 a3"},
		{"r = __nv_byte_perm(x, y, 0x3215);", "r of x y: i8x4 i8x4 -> b1 a1 a2 a3"},
		{"float r = __uint_as_float(__byte_perm(__float_as_uint(x), y, 0x3210));", "r of x y: i8x4 i8x4 -> a0 a1 a2 a3"},
		{"r = 7;", "r of : -> i32x1: #7"},
		{"return __byte_perm(x, y, 0x3210);", " of x y: i8x4 i8x4 -> a0 a1 a2 a3"},
		{"mov.b32 %r, %a; st.global.b32 [%rd], %r;", "%r of %a: i32x1 -> a0"},
		{"mov.b32 %r, %a; mov.b32 %s, %b; st.global.b32 [%rd], %r;", "%r of %a: i32x1 -> a0"},
		{"prmt.b32 %r, %a, %b, 0x5410; prmt.b32 %s, %a, %b, 0x7654; st.global.v2.b32 [%rd], {%r, %s};", " of %a %b: i16x2 i16x2 -> a0 b0 b0 b1"},
		{"st.global.v4.b8 [%rd], {%a, %b, %c, %d};", " of %a %b %c %d: i8x1 i8x1 i8x1 i8x1 -> a0 b0 c0 e0"},
		{"PRMT R0, R1, 0x5410, R2; STG.E [R4.64], R0", "R0 of R1 R2: i8x4 i8x4 -> a0 a1 b0 b1"},
		{"ld.global.b32 %r, [%rd]; prmt.b32 %s, %r, 0, 0x0123;", "%s of %r: i8x4 -> a3 a2 a1 a0"},
		{"ld.global.v2.b32 {%r, %q}, [%rd]; prmt.b32 %s, %r, %q, 0x5410;", "%s of %r %q: i8x4 i8x4 -> a0 a1 b0 b1"},
		{".reg .b32 %r<4>; mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"{ mov.b32 %r1, %r2; }", "%r1 of %r2: i32x1 -> a0"},
		{"{ mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"} mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"define i32 @f(i32 %a) {\n%r = call i32 @llvm.nvvm.prmt(i32 %a, i32 %a, i32 291)\nret i32 %r\n}", "%r of %a: i8x4 -> a3 a2 a1 a0"},
		{"# comment\nmov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"!x\nmov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"__syncthreads(); r = __byte_perm(x, y, 0x3210);", "r of x y: i8x4 i8x4 -> a0 a1 a2 a3"},
		{"bar.sync 0; mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"bar.warp.sync -1; mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"S2R R0, SR_TID.X; MOV R1, R2", "R1 of R2: i32x1 -> a0"},
		{"BRA foo; MOV R1, R2", "R1 of R2: i32x1 -> a0"},
		{"NOP; EXIT; RET; MOV R1, R2", "R1 of R2: i32x1 -> a0"},
		{"mov.b64 {%r1, %r2}, %rd1; mov.b64 %rd2, {%r2, %r1};", "%rd2 of %rd1: i32x2 -> a1 a0"},
		{"mov.b64 {%r1, %r2}, %rd1; shf.l.wrap.b32 %r3, %r1, %r2, 16; mov.b64 %rd2, {%r3, %r3};", "%rd2 of %rd1: i16x4 -> a1 a2 a1 a2"},
		{`asm("mov.b32 %0, %1;" : "=r"(d) : "r"(s));`, "d of s: i32x1 -> a0"},
		{`asm volatile("mov.b32 %0, %1;" : "=r"(d) : "r"(s) : "memory", "cc");`, "d of s: i32x1 -> a0"},
		{`asm("mov.b32 %0, %2;" : "=r"(d) : "r"(s));`, "d of %2: i32x1 -> a0"},
		{`asm("mov.b32 %0, %1;" : "=r"(d) : "r" "s"(s));`, "d of s: i32x1 -> a0"},
		{`asm("mov.b32 %0, %1;" :: "r"(s), "r"(t));`, "s of t: i32x1 -> a0"},
		{`asm("mov.b32 %0, %%1;" : "=r"(d));`, "d of %1: i32x1 -> a0"},
		{"r = __byte_perm(x, y, 0x10); x = 7", "x of : -> i32x1: #7"},
		{"%r = call i32 @llvm.nvvm.prmt.ecl(i32 %a, i32 1)", "%r of %a: i8x4 -> a1 a1 a2 a3"},
		{"%r = call i32 @llvm.nvvm.prmt.rc16(i32 %a, i32 1)", "%r of %a: i8x4 -> a2 a3 a2 a3"},
		{"%r = call i32 @llvm.nvvm.prmt.f4e(i32 %a, i32 %b, i32 1)", "%r of %a %b: i8x4 i8x4 -> a1 a2 a3 b0"},
		{"$L1: mov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
		{"mov.b32 %r2, %r3; foo: mov.b32 %r1, %r2;", "%r1 of %r3: i32x1 -> a0"},
		{"} foo:\nmov.b32 %r1, %r2;", "%r1 of %r2: i32x1 -> a0"},
	})
}

// A shuffle of a warp as its document has it in words, by each spelling: which lane a lane gets its value from.
func TestShuffles(t *testing.T) {
	up := func(at, by, width int) int { // of segments of a width; at itself where the lane is in another one
		if at%width < by {
			return at
		}
		return at - by
	}
	down := func(at, by, width int) int {
		if at%width+by >= width {
			return at
		}
		return at + by
	}
	xor := func(at, by, width int) int {
		if j := at ^ by; j/width <= at/width { // a lane of an earlier segment is read, of a later one not
			return j
		}
		return at
	}
	idx := func(at, by, width int) int { return at/width*width + by%width }
	for _, row := range []struct {
		suffix, mode, listing string
		from                  func(at, by, width int) int
	}{{"_up", "up", "UP", up}, {"_down", "down", "DOWN", down}, {"_xor", "bfly", "BFLY", xor}, {"", "idx", "IDX", idx}} {
		for width := 1; width <= 32; width *= 2 {
			for _, by := range []int{0, 1, 2, 5, 16, 31} {
				clamp := (32 - width) << 8
				if row.mode != "up" {
					clamp |= 31
				}
				for _, text := range []string{
					"int r = __shfl" + row.suffix + "_sync(-1, v, " + strconv.Itoa(by) + ", " + strconv.Itoa(width) + ");",
					"int r = __shfl" + row.suffix + "(v, " + strconv.Itoa(by) + ", " + strconv.Itoa(width) + ");",
					"shfl.sync." + row.mode + ".b32 r|p, v, " + strconv.Itoa(by) + ", " + strconv.Itoa(clamp) + ", -1;",
					"shfl.sync." + row.mode + ".b32 r, v, " + strconv.Itoa(by) + ", " + strconv.Itoa(clamp) + ", -1;",
					"shfl." + row.mode + ".b32 r, v, " + strconv.Itoa(by) + ", " + strconv.Itoa(clamp) + ";",
					"SHFL." + row.listing + " PT, r, v, " + strconv.Itoa(by) + ", " + strconv.Itoa(clamp),
					"r = call i32 @llvm.nvvm.shfl.sync." + row.mode + ".i32(i32 -1, i32 v, i32 " + strconv.Itoa(by) + ", i32 " + strconv.Itoa(clamp) + ")",
					"r = call float @llvm.nvvm.shfl." + row.mode + ".f32(float v, i32 " + strconv.Itoa(by) + ", i32 " + strconv.Itoa(clamp) + ")",
				} {
					r, err := ptx.Parse(text)
					if err != nil || len(r.Map.Lane) != 32 || r.To != "r" || strings.Join(r.Names, " ") != "v" {
						t.Fatalf("%s: %v", text, err)
					}
					for at, l := range r.Map.Lane {
						if want := row.from(at, by, width); l.Index != want {
							t.Fatalf("%s: lane %d has that of lane %d, want %d", text, at, l.Index, want)
						}
					}
				}
			}
		}
	}
}
