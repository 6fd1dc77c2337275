package llvmir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/llvmir"
	"github.com/lanescope/lanescope/program"
)

// The intrinsics of whole vectors as lists: two vectors are one list of names, and what is made is picked from it as LLVM's document says.
func TestWholeVectorsExhaustive(t *testing.T) {
	for n := 1; n <= 9; n++ {
		var a, b []lane.Lane
		for i := range n {
			a, b = append(a, lane.From(0, i)), append(b, lane.From(1, i))
		}
		both := append(append([]lane.Lane{}, a...), b...)
		typ := fmt.Sprintf("<%d x i32>", n)
		var reversed, dealt []lane.Lane
		for _, l := range a {
			reversed = append([]lane.Lane{l}, reversed...)
		}
		makes(t, fmt.Sprintf("%%r = call %s @llvm.vector.reverse.v%di32(%s %%a)", typ, n, typ), reversed)
		for i := range n {
			dealt = append(dealt, a[i], b[i])
		}
		makes(t, fmt.Sprintf("%%r = call <%d x i32> @llvm.vector.interleave2.v%di32(%s %%a, %s %%b)", 2*n, 2*n, typ, typ), dealt)
		for by := -n - 2; by < n+2; by++ {
			text := fmt.Sprintf("%%r = call %s @llvm.vector.splice.v%di32(%s %%a, %s %%b, i32 %d)", typ, n, typ, typ, by)
			switch {
			case by < -n || by >= n:
				_, err := llvmir.Dialect().Read(text, dialect.Options{})
				if want := fmt.Sprintf("expected %d to %d, found %d", -n, n-1, by); err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %s", text, err, want)
				}
			case by >= 0:
				makes(t, text, both[by:by+n])
			default: // so many of the last lanes of the first, and then the second's
				makes(t, text, append(append([]lane.Lane{}, a[n+by:]...), b[:n+by]...))
			}
		}
		if n%2 == 0 {
			half := fmt.Sprintf("<%d x i32>", n/2)
			pair := "{ " + half + ", " + half + " }"
			for k := range 2 {
				var odd []lane.Lane
				for i := k; i < n; i += 2 {
					odd = append(odd, a[i])
				}
				makes(t, fmt.Sprintf("%%d = call %s @llvm.vector.deinterleave2.v%di32(%s %%a)\n%%r = extractvalue %s %%d, %d", pair, n, typ, pair, k), odd)
			}
		}
		for by := range n + 1 {
			makes(t, fmt.Sprintf("%%r = call %s @llvm.vector.splice.left.v%di32(%s %%a, %s %%b, i32 %d)", typ, n, typ, typ, by), both[by:by+n])
			makes(t, fmt.Sprintf("%%r = call %s @llvm.vector.splice.right.v%di32(%s %%a, %s %%b, i32 %d)", typ, n, typ, typ, by), both[n-by:2*n-by])
		}
		for size := 1; size <= n; size++ {
			for at := 0; at+size <= n; at += size {
				makes(t, fmt.Sprintf("%%r = call <%d x i32> @llvm.vector.extract.v%di32.v%di32(%s %%a, i64 %d)", size, size, n, typ, at), a[at:at+size])
				put := append([]lane.Lane{}, a...)
				copy(put[at:], b[:size])
				makes(t, fmt.Sprintf("%%r = call %s @llvm.vector.insert.v%di32.v%di32(%s %%a, <%d x i32> %%b, i64 %d)", typ, n, size, typ, size, at), put)
			}
		}
		for i := range n {
			makes(t, fmt.Sprintf("%%r = extractelement %s %%a, i64 %d", typ, i), a[i:i+1])
			inserted := append([]lane.Lane{}, a...)
			inserted[i] = lane.From(1, 0)
			makes(t, fmt.Sprintf("%%r = insertelement %s %%a, i32 %%b, i64 %d", typ, i), inserted)
		}
	}
}

// makes compares what a text is read as with lanes of 32 bits of %a and %b.
func makes(t *testing.T, text string, want []lane.Lane) {
	t.Helper()
	r, err := llvmir.Dialect().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if r.Map.Bits != 32 || len(r.Map.Lane) != len(want) {
		t.Fatalf("%s is %s, want %d lanes", text, r.Map, len(want))
	}
	for i, l := range r.Map.Lane {
		if l.Kind == lane.Source && r.Names[l.Src] != [2]string{"%a", "%b"}[l.Src] {
			t.Fatalf("%s has the sources %q", text, r.Names)
		}
		if l != want[i] {
			t.Fatalf("%s is %s: lane %d, want %v", text, r.Map, i, want[i])
		}
	}
}

// What is read, as programs have it.
func TestRead(t *testing.T) {
	dialecttest.Meanings(t, llvmir.Dialect(), [][2]string{
		// constants are of their type: a float has a float's bits, as clang prints them
		{"%r = insertelement <2 x float> %a, float 0.000000e+00, i32 1", "%r of %a: i32x2 -> a0 z"},
		{"%r = insertelement <2 x float> %a, float -1.000000e+00, i32 1", "%r of %a: i32x2 -> a0 #bf800000"},
		{"%r = insertelement <2 x float> %a, float 0x3FB99999A0000000, i32 1", "%r of %a: i32x2 -> a0 #3dcccccd"},
		{"%r = insertelement <2 x double> %a, double 0x3FB999999999999A, i32 1", "%r of %a: i64x2 -> a0 #3fb999999999999a"},
		{"%r = insertelement <2 x half> %a, half 0xH3C00, i32 1", "%r of %a: i16x2 -> a0 #3c00"},
		{"%r = insertelement <2 x bfloat> %a, bfloat 1.5, i32 1", "%r of %a: i16x2 -> a0 #3fc0"},
		{"%r = insertelement <2 x float> <float 1.0, float poison>, float %x, i32 0", "%r of %x: i32x1 -> a0 _"},
		{"%r = insertelement <2 x float> splat (float 1.0), float %x, i32 0", "%r of %x: i32x1 -> a0 #3f800000"},
		{"%r = insertelement <2 x i8> undef, i8 -128, i32 01", "%r of : -> i8x2: _ #80"},
		{"%r = insertelement <2 x i1> %a, i1 true, i64 1", "%r of %a: i1x2 -> a0 1"},
		{"%r = insertelement <2 x i16> %a, i16 u0xff, i64 1", "%r of %a: i16x2 -> a0 #ff"},
		{"%r = extractelement <4 x i32> <i32 0, i32 7, i32 -1, i32 undef>, i1 true", "%r of : -> i32x1: #7"},
		// intrinsics of machines, and their names
		{"%r = call <4 x float> @llvm.x86.avx.vpermilvar.ps(<4 x float> %a, <4 x i32> <i32 3, i32 2, i32 1, i32 4>)", "%r of %a: i32x4 -> a3 a2 a1 a0"},
		{"%r = call <2 x double> @llvm.x86.avx.vpermilvar.pd(<2 x double> %a, <2 x i64> <i64 2, i64 1>)", "%r of %a: i64x2 -> a1 a0"},
		{"%r = call <4 x double> @llvm.x86.avx.vpermilvar.pd.256(<4 x double> %a, <4 x i64> <i64 2, i64 0, i64 3, i64 0>)", "%r of %a: i64x4 -> a1 a0 a3 a2"},
		{"%r = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %a, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 8>)", "%r of %a: i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"%r = call <8 x float> @llvm.x86.avx2.permps(<8 x float> %a, <8 x i32> zeroinitializer)", "%r of %a: i32x8 -> a0 a0 a0 a0 a0 a0 a0 a0"},
		{"%r = call <8 x i64> @llvm.x86.avx512.permvar.di.512(<8 x i64> %a, <8 x i64> splat (i64 9))", "%r of %a: i64x8 -> a1 a1 a1 a1 a1 a1 a1 a1"},
		{"%r = call <8 x double> @llvm.x86.avx512.permvar.df.512(<8 x double> %a, <8 x i64> splat (i64 7))", "%r of %a: i64x8 -> a7 a7 a7 a7 a7 a7 a7 a7"},
		{"%r = call <16 x float> @llvm.x86.avx512.permvar.sf.512(<16 x float> %a, <16 x i32> splat (i32 17))", "%r of %a: i32x16 -> a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1"},
		{"%r = call <4 x i32> @llvm.experimental.vector.splice.v4i32(<4 x i32> %a, <4 x i32> %b, i32 3)", "%r of %a %b: i32x4 i32x4 -> a3 b0 b1 b2"},
		{"call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %a)", " of %a: i32x2 -> a1 a0"},
		{"tail call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %a)", " of %a: i32x2 -> a1 a0"},
		{"%r = call <8 x i16> @llvm.x86.avx512.permvar.hi.128(<8 x i16> %a, <8 x i16> splat (i16 15))", "%r of %a: i16x8 -> a7 a7 a7 a7 a7 a7 a7 a7"},
		{"%r = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %a, <64 x i8> zeroinitializer)", "%r of %a: i8x64 -> " + strings.TrimSpace(strings.Repeat("a0 ", 64))},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbl2.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> splat (i8 17))", "%r of %a %b: i8x16 i8x16 -> " + strings.TrimSpace(strings.Repeat("b1 ", 16))},
		{"%r = call <16 x i8> @llvm.aarch64.neon.tbx1.v16i8(<16 x i8> %a, <16 x i8> %b, <16 x i8> splat (i8 1))", "%r of %a %b: i8x16 i8x16 -> " + strings.TrimSpace(strings.Repeat("b1 ", 16))},
		{"%r = extractelement <4 x i32> %a, i2 1, !dbg !3", "%r of %a: i32x4 -> a1"},
		{"%v = load <4 x i32>, ptr %p, align 16, !tbaa !3\n%r = extractelement <4 x i32> %v, i64 3 ; the last", "%r of %p: i32x4 -> a3"},
		// functions
		{"define <2 x i32> @f(<2 x i32> %b, <2 x i32> noundef %a) {\nbb.1:\n  %r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 3>\n  ret <2 x i32> %r\n}", "ret of %b %a: i32x2 i32x2 -> b0 a1"},
		{"define void @f(ptr %p, ptr %q) {\n  %a = load <2 x i32>, ptr %p, align 8\n  %r = call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %a)\n  store <2 x i32> %r, ptr %q, align 8\n  ret void\n}", " of %p: i32x2 -> a1 a0"},
		{"define void @f(ptr %p) {\n  %a = load <2 x i32>, ptr %p\n  store <2 x i32> %a, ptr %p\n  %b = load <2 x i32>, ptr %p\n  %r = call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %b)\n  store <2 x i32> %r, ptr %p\n  ret void\n}", " of %p: i32x2 -> a1 a0"},
		{"define <2 x i32> @f(ptr %p) {\n  %g = getelementptr i8, ptr %p, i64 8\n  %a = load <2 x i32>, ptr %g\n  %r = call <2 x i32> @llvm.vector.reverse.v2i32(<2 x i32> %a)\n  ret <2 x i32> %r\n}", "ret of %g: i32x2 -> a1 a0"},
	})
}

// What is refused, with its place.
func TestRefused(t *testing.T) {
	dialecttest.Refused(t, llvmir.Dialect(), [][2]string{
		// constants
		{"%r = insertelement <2 x float> %a, float ‹0x3FB999999999999A›, i32 1", `expected a variable such as %a, or a number of float, found "0x3FB999999999999A"`},
		{"%r = insertelement <2 x float> %a, float ‹0.1›, i32 1", `expected a variable such as %a, or a number of float, found "0.1"`},
		{"%r = insertelement <2 x i8> %a, i8 ‹256›, i32 1", `expected a variable such as %a, or a number of 8 bits, found "256"`},
		{"%r = insertelement <2 x i8> %a, i8 ‹-›129, i32 1", `expected a variable such as %a, or a number of 8 bits, found "-"`},
		{"%r = insertelement <2 x i8> %a, i8 ‹1.5›, i32 1", `expected a variable such as %a, or a number of 8 bits, found "1.5"`},
		{"%r = insertelement <2 x i8> %a, i8 ‹true›, i32 1", `expected a variable such as %a, or a number of 8 bits, found "true"`},
		{"%r = insertelement <2 x float> <float 1.0, ‹i32› 7>, float %x, i32 1", "expected an element of 32 bits"},
		{"%r = insertelement <2 x i8> <i8 1, ‹i16› 7>, i8 %x, i32 1", "expected an element of 8 bits"},
		{"%r = insertelement <2 x i8> <i8 1‹>›, i8 %x, i32 1", `expected "," and the number of another lane, found ">"`},
		{"%r = insertelement <2 x i8> splat ‹i8› 1, i8 %x, i32 1", `expected "(" and a number, found "i8"`},
		{"%r = insertelement <2 x i8> splat (i8 1‹,› i8 %x, i32 1", `expected ")", found ","`},
		// lanes
		{"%r = extractelement‹ <4 x i32> %a, i64 4›", "there is no lane 4 of 4: what is taken is poison"},
		{"%r = extractelement‹ <4 x i32> %a, i64 -1›", "there is no lane -1 of 4: what is taken is poison"},
		{"%r = insertelement‹ <4 x i32> %a, i32 %x, i64 4›", "there is no lane 4 of 4: what is made is poison"},
		{"%r = insertelement‹ <4 x i32> %a, i32 %x, i64 -1›", "there is no lane -1 of 4: what is made is poison"},
		{"%r = insertelement‹ <4 x i32> %a, i16 %x, i64 1›", "a lane of 32 bits is wanted, and this has 16"},
		{"%r = extractelement <4 x i32> %a, ‹i64 %i›", "what extractelement does depends on %i: it is a map only where that is a number"},
		{"%r = extractelement <4 x i32> %a, ‹i64 poison›", "expected the number of a lane"},
		{"%r = extractelement <4 x i32> %a‹›", `expected "," and the number of a lane, found the end`},
		{"%r = insertelement <4 x i32> %a‹›", `expected "," and another operand, found the end`},
		{"%r = call <4 x i32> @llvm.vector.splice.v4i32(‹<4 x i32> %a, <2 x i32> %b›, i32 1)", "expected operands of 4 lanes of 32 bits, found one of 2 lanes of 32"},
		{"%r = call <4 x i32> @llvm.vector.reverse.v4i32(<‹0› x i32> %a)", `expected a vector type such as <4 x i32>, found "0"`},
		{"%r = call <4 x i32> @llvm.vector.reverse.v4i32(‹<99999 x i32>› %a)", "more than 65536 bits"},
		// machines' intrinsics
		{"%r = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(‹<16 x i8> %a, <16 x i8> %k›)", "what pshufb does depends on the contents of %k: it is a map only where these are constants"},
		{"%r = call <4 x i8> @llvm.x86.ssse3.pshuf.b.128(‹<4 x i8> %a, <4 x i8> zeroinitializer›)", "pshufb has no form of 32 bits"},
		{"%r = call <16 x i8> @llvm.x86.ssse3.pshuf.b.128(<16 x i8> %a‹)›", `expected "," and another operand, found ")"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)\n%r = extractvalue { <2 x i8> ‹<›2 x i8> } %d, 1", `expected "," and another type, found "<"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)\n%r = extractvalue { <2 x i8>, <2 x i8> ‹%›d, 1", `expected "}", found "%"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)\n%r = extractvalue { <2 x i8>, <2 x i8> } ‹%›d, 2", `expected %name, and a number from 0 to 1, found "%"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)\n%r = extractvalue { <2 x i8>, <2 x i8> } ‹%›d, -1", `expected %name, and a number from 0 to 1, found "%"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v4i8(<4 x i8> %a)\n%r = extractvalue { <2 x i8> ‹}› %d, 0", `expected "," and another type, found "}"`},
		{"%d = call { <2 x i8>, <2 x i8> } @llvm.vector.deinterleave2.v5i8(‹<5 x i8> %a›)", "expected a multiple of 2 lanes, found 5"},
		{"%d = call { <1 x i8>, <1 x i8>, <1 x i8> } @llvm.vector.deinterleave3.v4i8(‹<4 x i8> %a›)", "expected a multiple of 3 lanes, found 4"},
		{"%r = call <2 x i8> @llvm.vector.extract.v2i8.v4i32(‹<4 x i32> %a›, i64 2)", "expected a part in lanes of 32 bits, found one of 8"},
		{"%r = call <4 x i32> @llvm.vector.insert.v4i32.v1i8(‹<4 x i32> %a, <1 x i8> %b›, i64 0)", "expected a part in lanes of 32 bits, found one of 8"},
		{"%r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(‹<4 x i8> %a, i64 1›)", "expected a multiple of 2 up to 2, found 1"},
		{"%r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(‹<4 x i8> %a, i64 4›)", "expected a multiple of 2 up to 2, found 4"},
		{"%r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(‹<4 x i8> %a, i64 -2›)", "expected a multiple of 2 up to 2, found -2"},
		{"%r = call <8 x i8> @llvm.vector.extract.v8i8.v4i8(‹<4 x i8> %a, i64 0›)", "expected at most 4 lanes, found 8"},
		{"%r = call <4 x i8> @llvm.vector.insert.v4i8.v2i8(‹<4 x i8> %a, <2 x i8> %b, i64 1›)", "expected a multiple of 2 up to 2, found 1"},
		{"%r = call <4 x i8> @llvm.vector.insert.v4i8.v8i8(‹<4 x i8> %a, <8 x i8> %b, i64 0›)", "expected at most 4 lanes, found 8"},
		{"%r = call <6 x i8> @llvm.vector.interleave3.v6i8(‹<2 x i8> %a, <2 x i8> %b, <4 x i8> %c›)", "expected operands of 2 lanes of 8 bits, found one of 4 lanes of 8"},
		{"%r = call <4 x i8> @llvm.vector.splice.left.v4i8(‹<4 x i8> %a, <4 x i8> %b, i32 5›)", "expected 0 to 4, found 5"},
		{"%r = call <4 x i8> @llvm.vector.splice.right.v4i8(‹<4 x i8> %a, <4 x i8> %b, i32 -1›)", "expected 0 to 4, found -1"},
		{"%d = bitcast <4 x i8> %a to <4 x i8>\n%r = extractvalue‹ { <4 x i8>, <4 x i8> }› %d, 1", "%d is not what llvm.vector.deinterleave2 made"},
		// casts
		{"%r = bitcast <4 x i32> ‹7› to <4 x i32>", "expected a variable such as %a"},
		{"%r = bitcast <4 x i32> %a ‹as› <8 x i16>\n%s = bitcast <8 x i16> %r to <4 x i32>", `expected to and a type, found "as"`},
		{"%r = bitcast <4 x ‹ptr›> %a to <8 x i16>", `expected a type of lanes such as i32 or float, found "ptr"`},
		{"%r = bitcast <4 x i32> %a to <8 x ‹u16›>", `expected a type of lanes such as i32 or float, found "u16"`},
		{"%r = trunc ‹<4 x i32> %a to <8 x i16>›", "trunc keeps the number of lanes: these are 4 and 8"},
		// bits
		{"%r = shl i32 %a‹›", `expected "," and another operand, found the end`},
		{"%r = shl i32 ‹b›, 7", `expected a variable such as %a, or a number of 32 bits, found "b"`},
		{"%r = lshr ‹x32› %a, 7", `expected a type of lanes such as i32 or float, found "x32"`},
		{"%r = call i32 @llvm.fshl.i32(i32 %a, ‹i16› %b, i32 7)", "the operands of fshl have one type"},
		{"%r = call i24 @llvm.bswap.i24(i24 %a‹›)", "bswap is no operation on lanes of 24 bits"},
		{"%r = call i32 @llvm.x86.bmi.pext.64(i32 %a, i32 7‹›)", "x86.bmi.pext.64 is no operation on lanes of 32 bits"},
		{"%r = shl i32 %a, %n‹›", "what shl does depends on %n: it is a map only where that is a number"},
		// functions
		{"define void @f() {\n‹br› label %x\n}", "br is control flow: expected instructions that follow one another"},
		{"define void @f() {\n  ret <4 x ‹ptr›> %x\n}", `expected a type of lanes such as i32 or float, found "ptr"`},
		{"define void @f() {\n  store <4 x i32> %x‹,› ptr\n}", `expected a pointer such as ptr %p, found ","`},
		{"define void @f() {\n  store <4 x i32> %a, ptr %p\n‹  store <4 x i32> %b, ptr %q›\n}", "two results are stored, to %p and %q: expected the lines of one of them"},
		{"define void @f() {\n‹  ret void›\n}", "the function returns nothing and stores nothing"},
		{"define <4 x i32> @f() {\n  ret <4 x i32> %x\n‹  store <4 x i32> %a, ptr %p›\n}", "something follows the end of a function: expected one function alone"},
		{"‹define void @f() {\n}›", "this is no movement: expected an instruction such as %r = shufflevector …"},
	})
}

// As many lines, lanes and bits as there may be, and one more.
func TestBounds(t *testing.T) {
	dialecttest.Bound(t, llvmir.Dialect(), "|%r = bitcast <4 x i32> %a to <4 x i32>\n|", program.MaxLines, fmt.Sprintf("more than %d lines", program.MaxLines))
	for n, want := range map[int]string{lane.MaxLanes / 32: "", lane.MaxLanes/32 + 1: fmt.Sprintf("more than %d bits", lane.MaxLanes)} {
		for _, text := range []string{"%%r = shl <%d x i32> %%a, splat (i32 8)", "%%r = freeze <%d x i32> %%a", "ret <%d x i32> %%a\n%%r = freeze i32 %%b"} {
			_, err := llvmir.Dialect().Read(fmt.Sprintf(text, n), dialect.Options{})
			if want == "" && err != nil && strings.Contains(err.Error(), "bits") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf(text+": %v, want %q", n, err, want)
			}
		}
	}
}

// In a file a line is a form where it has a shufflevector, without its comment and what debuggers want to know.
func TestInLine(t *testing.T) {
	const code = "%r = shufflevector <2 x i32> %a, <2 x i32> %b, <2 x i32> <i32 0, i32 3>"
	for line, want := range map[string]string{
		"  " + code + ", !dbg !3": code, code + " ; why": code, "; " + code: "", " ;" + code: "", "declare shufflevector": "", "%r = freeze i32 %a": "", "": "",
	} {
		if got, ok := llvmir.Dialect().InLine(dialect.LineOf(line)); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", line, got, ok, want)
		}
	}
}
