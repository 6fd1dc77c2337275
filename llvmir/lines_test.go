package llvmir_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/llvmir"
)

// A mark of no language is refused wherever it stands.
func TestForeign(t *testing.T) {
	dialecttest.Foreign(t, llvmir.Dialect(), "`",
		"%r = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 poison, i32 1, i32 5>",
		"%w = bitcast <4 x i32> %a to <8 x i16>\n%r = trunc <8 x i16> %w to <8 x i8>",
		"%h = lshr exact i32 %a, 16\n%l = shl nuw i32 %a, 16\n%r = or disjoint i32 %h, %l",
		"%r = call« i32 @llvm.fshl.i32»(i32 %a, i32 %b, i32 8)«»",
		"%r = and <2 x i16> %a, <i16 255, i16 -256>",
		"%r = shl <2 x i16> %a, splat (i16 8)",
		"%e = extractelement <4 x float> %v, i64 3\n%r = insertelement <4 x float> %w, float %e, i64 0",
		"%r = call« <4 x i32> @llvm.vector.splice.v4i32»(<4 x i32> %a, <4 x i32> %b, i32 1)«»",
		"%d = call« { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8»(<4 x i8> %a)«»\n%r = extractvalue { <2 x i8>, <2 x i8> }« »%d, 1",
		"%r = call« <16 x i8> @llvm.x86.ssse3.pshuf.b.128»(<16 x i8> %a, <16 x i8> splat (i8 3))«»",
		"%a = load <2 x i32>,« ptr %p»\nstore <2 x i32> %a,« ptr %q»\nret void",
		"%a = load <2 x i32>,« ptr %p»\nret <2 x i32> %a",
		"%r = bitcast <4 x i32> %a to <16 x i8>\nret <16 x i8> %r }«»",
	)
}

// Names, the ends of lines, types that an operation is not of.
func TestRefusedLines(t *testing.T) {
	dialecttest.Refused(t, llvmir.Dialect(), [][2]string{
		{"%r = ‹call› i32 @llvm.shl.i32(i32 %a, i32 8)", `expected shufflevector, or a vector type such as <4 x i32>, found "call"`},
		{"%r = ‹call› i32 @llvm.lshr.i32(i32 %a, i32 8)", `expected shufflevector, or a vector type such as <4 x i32>, found "call"`},
		{"%r = trunc ‹<65536 x i2> %a to <65536 x i1>›", "more than 65536 lanes of 1 bits"},
		{"%r = ‹call› <4 x i32> @llvm.vector.interleave1.v4i32(<4 x i32> %a)", `expected shufflevector, or a vector type such as <4 x i32>, found "call"`},
		{"%r = ‹call› <18 x i32> @llvm.vector.interleave9.v18i32(<2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a, <2 x i32> %a)", `expected shufflevector, or a vector type such as <4 x i32>, found "call"`},
		{"%r = shufflevector <2 x i32> ‹g›, <2 x i32> %a, <2 x i32> <i32 1, i32 3>", `expected a vector: %name, zeroinitializer, undef, poison, splat (…) or <i32 1, …>, found "g"`},
		{"%r = shufflevector <2 x i32> %a, <2 x i32> ‹g›, <2 x i32> <i32 1, i32 3>", `expected a vector: %name, zeroinitializer, undef, poison, splat (…) or <i32 1, …>, found "g"`},
		{`%r = bitcast <4 x i32> ‹%"a› b" to <8 x i16>`, "expected a variable such as %a"},
		{"%r = bitcast <4 x i32> ‹%› to <8 x i16>", "expected a variable such as %a"},
		{`‹%"a b"› = bitcast <4 x i32> %a to <8 x i16>`, "expected the name of a result, such as %r"},
		{"%r = bitcast <4 x i32> ‹%a`› to <8 x i16>", "expected a variable such as %a"},
		{"%r = lshr i32 ‹%›a`, 8", `expected a variable such as %a, found "%"`},
		{"%r = lshr i32 %a, 8 ‹8›", `expected the end of the line, found "8"`},
		{"%r = call i32 @llvm.bswap.i32(i32 %a‹,› i32 7)", `expected ")", found ","`},
		{"%r = freeze i32 %a ‹b›", `expected the end of the line, found "b"`},
		{"%r = extractelement <4 x i32> %a, i32 1 ‹2›", `expected the end of the line, found "2"`},
		{"‹%r x› = lshr i32 %a, 8", "expected the name of a result, such as %r"},
		{"  ‹%r x›  = lshr i32 %a, 8", "expected the name of a result, such as %r"},
		{"‹ret› void 7", `expected shufflevector, or a vector type such as <4 x i32>, found "ret"`},
		{"‹ret› i32 %a 7", `expected shufflevector, or a vector type such as <4 x i32>, found "ret"`},
		{"%r = trunc ‹<2 x float> %a to <2 x half>›", "trunc is of whole numbers, and float is none"},
		{"%r = zext ‹i8 %a to i8›", "zext does not make lanes of 8 bits from lanes of 8"},
		{"%r = trunc ‹i8 %a to i8›", "trunc does not make lanes of 8 bits from lanes of 8"},
		{"%r = zext ‹i16 %a to float›", "zext is of whole numbers, and float is none"},
		{"%r = shl <2 x float> %a, splat (‹i32› 8)", "expected an element of 32 bits"},
		{"%r = and float %a, %b‹›", "and is no operation on lanes of float"},
		{"%r = ‹call› <2 x i32> @llvm.foo(<2 x i32> %a)", `expected shufflevector, or a vector type such as <4 x i32>, found "call"`},
		{"%r = call <4 x i32> @llvm.vector.splice.v4i32(‹<4 x i32> %a, <4 x i32> %b, i32 -5›)", "expected -4 to 3, found -5"},
		{"%r = call <4 x i32> @llvm.vector.splice.v4i32(‹<4 x i32> %a, <4 x i32> %b, i32 4›)", "expected -4 to 3, found 4"},
		{"%r = load <4 x i32>‹›", `expected "," and a pointer, found the end`},
		{"%r = load <4 x i32>, ‹ptr›", `expected a pointer such as ptr %p, found "ptr"`},
		{"%d = freeze <4 x i8> %a\n%r = extractvalue‹ { <2 x i8>, <2 x i8>, <2 x i8> }› %d, 1", "%d is not what llvm.vector.deinterleave3 made"},
		{"%r = extractvalue { <2 x i8>, <2 x i8> } ‹%›d", `expected %name, and a number from 0 to 1, found "%"`},
		{"%r = extractvalue ‹<›2 x i8> %d, 1", `expected "{" and the types of the vectors, found "<"`},
	})
}

// Comments, memory, counts as long as a lane, and what is warned of.
func TestReadLines(t *testing.T) {
	dialecttest.Meanings(t, llvmir.Dialect(), [][2]string{
		{"%b = bitcast <2 x i32> %x to <4 x i16>\nstore <4 x i16> %b, ptr %p\n%a = load <2 x i32>, ptr %p", "%a of %x: i32x2 -> a0 a1; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <2 x i32> %x to <4 x i16>\nstore <4 x i16> %b, ptr %p", "%p of %x: i16x4 -> a0 a1 a2 a3; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"; see\n%w = bitcast <4 x i32> %a to <8 x i16>", "%w of %a: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%w = bitcast <4 x i32> %a to <8 x i16>\n; %r = bitcast <8 x i16> %w to <4 x i32>", "%w of %a: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%r = shufflevector <2 x i32> %a, <2 x i32> poison, <2 x i32> <i32 0, i32 3>", "%r of %a: i32x2 -> a0 _; lane 1 selects lane 1 of operand 2, which is undefined"},
		{"%r = shufflevector <2 x i32> undef, <2 x i32> %a, <2 x i32> <i32 1, i32 3>", "%r of %a: i32x2 -> _ a1; lane 0 selects lane 1 of operand 1, which is undefined"},
		{"%r = shufflevector <2 x i32> @g, <2 x i32> %a, <2 x i32> <i32 1, i32 3>", "%r of @g %a: i32x2 i32x2 -> a1 b1"},
		{"%1 = bitcast <4 x i32> %-a.$_ to <8 x i16>", "%1 of %-a.$_: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%r = lshr i32 %a, 8, !range !3", "%r of %a: i8x4 -> a1 a2 a3 z"},
		{"%r = lshr i32 %a, 8 ; x", "%r of %a: i8x4 -> a1 a2 a3 z"},
		{"%r = call i32 @llvm.bswap.i32(i32 %a) #3", "%r of %a: i8x4 -> a3 a2 a1 a0"},
		{"%r = freeze i32 %a", "%r of %a: i32x1 -> a0"},
		{"%r = extractelement <4 x i32> %a, i32 1, i32 2", "%r of %a: i32x4 -> a1"},
		{"%r = lshr i32 %a, 64", "%r of %a: i32x1 -> _; bit 0 is poison: lshr is by less than 32"},
		{"%r = lshr i32 %a, 31", "%r of %a: i1x32 -> a31 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
		{"%r = lshr i32 %a, 32", "%r of %a: i32x1 -> _; bit 0 is poison: lshr is by less than 32"},
		{"%r = shl i128 %a, 18446744073709551616", "%r of %a: i128x1 -> _; bit 0 is poison: shl is by less than 128"},
		{"%r = call i64 @llvm.fshr.i64(i64 %a, i64 %b, i64 72)", "%r of %a %b: i8x8 i8x8 -> b1 b2 b3 b4 b5 b6 b7 a0"},
		{"%r = call i128 @llvm.fshl.i128(i128 %a, i128 %b, i128 36893488147419103240)", "%r of %a %b: i8x16 i8x16 -> b15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14"},
		{"%r = call i64 @llvm.x86.bmi.pdep.64(i64 255, i64 65280)", "%r of : -> i64x1: #ff00"},
		{"%r = call i32 @llvm.x86.bmi.pext.32(i32 %a, i32 -2147483648)", "%r of %a: i1x32 -> a31 z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
		{"%r = zext i1 %a to i8", "%r of %a: i1x1 -> a0 z z z z z z z"},
		{"%r = bitcast <3 x i32> %a to <6 x i16>", "%r of %a: i16x6 -> a0 a1 a2 a3 a4 a5; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%r = bitcast <2 x i48> %a to <3 x i32>", "%r of %a: i16x6 -> a0 a1 a2 a3 a4 a5; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%r = insertelement <2 x i32> %a, i32 7, i32 1", "%r of %a: i32x2 -> a0 #7"},
		{"%r = insertelement <2 x i32> poison, i32 undef, i32 1", "%r of : -> i32x2: _ _"},
		{"%r = call <3 x i16> @llvm.vector.reverse.v3i16(<3 x i16> %a)", "%r of %a: i16x3 -> a2 a1 a0"},
		{"%r = call <4 x i32> @llvm.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 -4)", "%r of %a %b: i32x4 i32x4 -> a0 a1 a2 a3"},
		{"%r = call <4 x i32> @llvm.vector.splice.right.v4i32(<4 x i32> %a, <4 x i32> %b, i32 4)", "%r of %a %b: i32x4 i32x4 -> a0 a1 a2 a3"},
		{"%r = load <4 x i32>, ptr @g", "%r of @g: i32x4 -> a0 a1 a2 a3"},
	})
}

// Values in parts of lanes, as a cast leaves them, and the intrinsics that are rows of a target.
func TestParts(t *testing.T) {
	dialecttest.Meanings(t, llvmir.Dialect(), [][2]string{
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %b)", "%r of %a: i32x2 -> a1 a0; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a3, and not a2, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = call <2 x i32> @llvm.vector.splice.v2i32(<2 x i32> %b, <2 x i32> %b, i32 1)", "%r of %a: i32x2 -> a1 a0; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a3, and not a2, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = call <4 x i32> @llvm.vector.interleave2.v4i32(<2 x i32> %b, <2 x i32> %c)", "%r of %a %c: i32x2 i32x2 -> a0 b0 a1 b1; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%d = call { <1 x i32>, <1 x i32> } @llvm.vector.deinterleave2.v2i32(<2 x i32> %b)\n%r = extractvalue { <1 x i32>, <1 x i32> } %d, 1", "%r of %a: i32x2 -> a1; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a3, and not a2, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = extractelement <2 x i32> %b, i32 1", "%r of %a: i32x2 -> a1; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a3, and not a2, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = insertelement <2 x i32> %b, i32 %c, i32 1", "%r of %a %c: i32x2 i32x1 -> a0 b0; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = call <1 x i32> @llvm.vector.extract.v1i32.v2i32(<2 x i32> %b, i64 1)", "%r of %a: i32x2 -> a1; big-endian lane numbers: on a big-endian machine lane 0 of 16 bits is a3, and not a2, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%b = bitcast <4 x i16> %a to <2 x i32>\n%r = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %c, <2 x i32> %b, i64 2)", "%r of %a %c: i32x2 i32x4 -> b0 b1 a0 a1; big-endian lane numbers: on a big-endian machine lane 4 of 16 bits is a1, and not a0, because a bitcast there reverses the smaller lanes within each larger one"},
		{"%r = call <8 x i32> @llvm.x86.avx512.permvar.si.256(<8 x i32> %a, <8 x i32> splat (i32 9))", "%r of %a: i32x8 -> a1 a1 a1 a1 a1 a1 a1 a1"},
		{"%r = call <16 x i32> @llvm.x86.avx512.permvar.si.512(<16 x i32> %a, <16 x i32> splat (i32 9))", "%r of %a: i32x16 -> a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9 a9"},
		{"%r = call <32 x i8> @llvm.x86.avx2.pshuf.b(<32 x i8> %a, <32 x i8> splat (i8 1))", "%r of %a: i8x32 -> a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17 a17"},
		{"%r = call <64 x i8> @llvm.x86.avx512.pshuf.b.512(<64 x i8> %a, <64 x i8> splat (i8 -1))", "%r of %a: i8x64 -> z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbl1.v16i8(<16 x i8> %a, <16 x i8> splat (i8 17))", "%r of %a: i8x16 -> z z z z z z z z z z z z z z z z"},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbl3.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c, <16 x i8> splat (i8 33))", "%r of %a %b %c: i8x16 i8x16 i8x16 -> c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1"},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbl4.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c, <16 x i8> %d, <16 x i8> splat (i8 50))", "%r of %a %b %c %d: i8x16 i8x16 i8x16 i8x16 -> e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2 e2"},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbx2.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> %c, <16 x i8> splat (i8 17))", "%r of %a %b %c: i8x16 i8x16 i8x16 -> c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1 c1"},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbx1.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> splat (i8 99))", "%r of %a %b: i8x16 i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"%r = call <4 x double> @llvm.x86.avx512.permvar.df.256(<4 x double> %a, <4 x i64> splat (i64 3))", "%r of %a: i64x4 -> a3 a3 a3 a3"},
	})
	dialecttest.Refused(t, llvmir.Dialect(), [][2]string{
		{"%x = bitcast <4 x i32> %a to <8 x i16>\n%r = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(‹<8 x i8> %x, <16 x i8> splat (i8 3)›)", "%x has 64 bits here and 128 where it was made"},
		{"%x = bitcast <4 x i32> %a to <8 x i16>\n%r = call <4 x i8> @llvm.vector.reverse.v4i8(‹<4 x i8> %x›)", "%x has 32 bits here and 128 where it was made"},
		{"%x = bitcast <4 x i32> %a to <8 x i16>\n%r = extractelement‹ <4 x i8> %x, i32 1›", "%x has 32 bits here and 128 where it was made"},
		{"%x = bitcast <4 x i32> %a to <8 x i16>\n‹%r = and <4 x i8> %x, %x›", "%x has 32 bits here and 128 where it was made"},
		{"%r = call <4 x i8> @llvm.vector.splice.right.v4i8(‹<4 x i8> %a, <2 x i8> %b›, i32 1)", "expected operands of 4 lanes of 8 bits, found one of 2 lanes of 8"},
		{"%r = call <4 x i8> @llvm.vector.splice.left.v4i8(‹<4 x i8> %a, <4 x i16> %b›, i32 1)", "expected operands of 4 lanes of 8 bits, found one of 4 lanes of 16"},
	})
}

// What can be nothing but LLVM's IR, and what is another notation.
func TestLooks(t *testing.T) {
	for text, want := range map[string]bool{
		"<4 x i32> 0 1 2 3": true, "%r = shufflevector <2 x i32> %a": true, "shufflevector": true, "%r = bitcast i32 %a to float": true, "define void @f() {": true, "  store <2 x i32> %a, ptr %p": true, "store <2 x i32> %a, ptr %p": true,
		"%r = shl i32 %a, 8": true, "%r = call i32 @llvm.bswap.i32(i32 %a)": true, "%r = freeze i32 %a": true, "call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %a)": true, "%r = load i32, ptr %p": true,
		"call i32 @llvm.bswap.i32(i32 %a)": true, "tail call i16 @llvm.bitreverse.i16(i16 %a)": true, "call i32 @llvm.shl.i32(i32 %a, i32 8)": false, "call i32 @llvm.ctpop.i32(i32 %a)": false,
		"": false, "4 x i32>": false, "shufflevector(a, b)": false, "a = __builtin_shufflevector(a, b, 0)": false, "bitcast": false, "r = bitcast i32 a to float": false, "%r = bitcast i32 %a": false, "define": false, "store i32 %a": false,
		"%r = call i32 @llvm.shl.i32(i32 %a, i32 8)": false, "%r = call i32 @foo(i32 %a)": false, "r = shl i32 a, 8": false, "%r = vector.reverse <2 x i32> %a": false,
	} {
		if got := llvmir.Dialect().Looks(text); got != want {
			t.Errorf("%q looks like LLVM's IR: %v", text, got)
		}
	}
}
