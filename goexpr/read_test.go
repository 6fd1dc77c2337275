package goexpr_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/goexpr"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/program"
)

// What is wrong, and where.
func TestRefused(t *testing.T) {
	dialecttest.Refused(t, goexpr.Dialect(), [][2]string{
		{"a.InterleaveLo(‹›", "this is not Go: expected operand, found '}'"},
		{"a.InterleaveLo(b) ‹c›", "this is not Go: expected ';', found c"},
		{"‹package p\nvar x int›", "expected a function, found declarations only"},
		{"‹package p\nfunc f()›", "expected a function, found declarations only"},
		{"func(a archsimd.Int32x4, ‹a› archsimd.Int32x8) archsimd.Int32x4 { return a.GetLo() }", "a has 256 bits here and 128 before"},
		{"‹return a.InterleaveLo(b), b›", "this statement is not followed: there are name := expression, return and calls"},
		{"‹x, y := a, b›", "this statement is not followed: there are name := expression, return and calls"},
		{"‹a[0] = b›", "this statement is not followed: there are name := expression, return and calls"},
		{"‹x += a.InterleaveLo(b)›", "this statement is not followed: there are name := expression, return and calls"},
		{"var ‹x, y = a›", "this declaration is not followed"},
		{"const k = 2 + 1; a.PermuteScalars(k, ‹k-1›, 0, 3)", "expected a whole number that is a constant"},
		{"‹type T int›", "this declaration is not followed"},
		{"‹func() {}›", "this makes no vector: expected a call such as a.InterleaveLo(b)"},
		{"‹if x { }›", "this statement is not followed: there are name := expression, return and calls"},
		{"x = a.InterleaveLo(q‹;› ", "this is not Go: missing ',' in argument list"},
		{"‹a.AsInt33x4()›", "AsInt33x4 is no method that moves lanes"},
		{"‹a.AsInt32x4(b)›", "AsInt32x4 is no method that moves lanes"},
		{"‹a.AsInt32x4().AsInt64x4()›", "AsInt64x4 wants a vector of 256 bits"},
		{"1.‹A›sInt32x4()", "this is not Go: expected ';', found AsInt32x4"},
		{"‹7›", "this makes no vector: expected a call such as a.InterleaveLo(b)"},
		{"a.PermuteScalars(‹1.5›, 0, 0, 0)", "expected a whole number that is a constant"},
		{"a.PermuteScalars(‹1.0›, 0, 0, 0)", "expected a whole number that is a constant"},
		{"‹a.PermuteScalars(-1, 0, 0, 0)›", "argument 1 of PermuteScalars is 18446744073709551615, and has to be below 4"},
		{"a.PermuteScalars(‹^1›, 0, 0, 0)", "expected a whole number that is a constant"},
		{"a.PermuteScalars(‹1<<64›, 0, 0, 0)", "expected a whole number that is a constant"},
		{"‹a.PermuteScalars(1<<63, 0, 0, 0)›", "argument 1 of PermuteScalars is 9223372036854775808, and has to be below 4"},
		{"a.PermuteScalars(‹99999999999999999999›, 0, 0, 0)", "the number has more than 64 bits"},
		{"a.PermuteScalars(‹-99999999999999999999›, 0, 0, 0)", "the number has more than 64 bits"},
		{"a.PermuteScalars(‹2*1›, 0, 0, 0)", "expected a whole number that is a constant"},
		{"‹a.PermuteScalars(b, 0, 0, 0)›", "no vector has this method with these arguments: Int32x4, Uint32x4"},
		{`a.PermuteScalars(‹"x"›, 0, 0, 0)`, "expected a whole number that is a constant"},
		{"a.PermuteScalars(‹nil.x›, 0, 0, 0)", "expected a vector, a number or a call"},
		{"‹archsimd.Int32x4{1}›", "a vector has no elements that can be written: archsimd.LoadInt32x4 takes an array"},
		{"‹map[int]int{}›", "expected an array of numbers"},
		{"‹[4]int{1, 2}›", "this makes no vector: expected a call such as a.InterleaveLo(b)"},
		{"‹a.Permute([4]int{1, 2})›", "no vector has this method with these arguments: Int8x16, Uint8x16, Int16x8, Uint16x8, Int8x32, Uint8x32, Int16x16, Uint16x16, Int8x64, Uint8x64, Int16x32, Uint16x32, Int32x8, Uint32x8, Float32x8, Int64x4, Uint64x4, Float64x4, Int32x16, Uint32x16, Float32x16, Int64x8, Uint64x8, Float64x8"},
		{"archsimd.LoadUint32x4(‹[]uint32{7, 6, 5}›)", "expected an array of 4 numbers or the name of one"},
		{"archsimd.LoadUint32x4(‹&[65]uint32{7}›)", "expected an array of 4 numbers or the name of one"},
		{"archsimd.LoadFloat32x4(‹&[4]float32{1, 2, 3, 4}›)", "numbers of floating point have no bits here: load them as Uint32x4"},
		{"archsimd.LoadUint32x4(&[4]uint32{‹x›})", "expected a whole number that is a constant"},
		{"archsimd.LoadMask32x4(‹&a›)", "a mask is made of bits or of a vector"},
		{"‹archsimd.LoadInt32x4(&a, 1)›", "LoadInt32x4 is followed only with one argument"},
		{"archsimd.LoadInt32x4(&a).InterleaveLo(archsimd.LoadInt64x2(‹&a›).AsInt32x4())", "expected an array of 2 numbers or the name of one"},
		{"archsimd.LoadInt32x4(‹7›)", "expected an array of 4 numbers or the name of one"},
		{"archsimd.LoadInt32x4(&‹f(x)›)", "archsimd.f is no function that moves lanes: there are LoadInt32x4, LoadInt32x4Slice, BroadcastInt32x4, Mask32x4FromBits and their like"},
		{"‹archsimd.LoadInt31x4(&a)›", "archsimd.LoadInt31x4 is no function that moves lanes: there are LoadInt32x4, LoadInt32x4Slice, BroadcastInt32x4, Mask32x4FromBits and their like"},
		{"‹archsimd.StoreInt32x4(&a)›", "archsimd.StoreInt32x4 is no function that moves lanes: there are LoadInt32x4, LoadInt32x4Slice, BroadcastInt32x4, Mask32x4FromBits and their like"},
		{"‹LoadInt32x4(&a).GetElem(1)›", "this makes no vector: expected a call such as a.InterleaveLo(b)"},
		{"archsimd.BroadcastInt32x4(‹b›)", "expected a number, or a lane such as a.GetElem(0)"},
		{"archsimd.BroadcastInt32x4(‹archsimd.LoadInt64x2(&a).GetElem(1)›)", "expected a number, or a lane such as a.GetElem(0)"},
		{"archsimd.BroadcastInt32x4(&‹x.y›)", "expected a vector, a number or a call"},
		{"archsimd.Mask32x4FromBits(‹b›)", "what a mask does is known only where it is a number"},
		{"a.Masked(archsimd.Mask32x4FromBits(‹b›))", "what a mask does is known only where it is a number"},
		{"a.Masked(archsimd.Mask32x4FromBits(‹x.y›))", "expected a vector, a number or a call"},
		{"a.Masked(archsimd.Mask32x4FromBits(‹[2]int{1}›))", "what a mask does is known only where it is a number"},
		{"a.Masked(‹archsimd.Int32x4FromBits(1)›)", "archsimd.Int32x4FromBits is no function that moves lanes: there are LoadInt32x4, LoadInt32x4Slice, BroadcastInt32x4, Mask32x4FromBits and their like"},
		{"a.Masked(‹archsimd.LoadInt32x4(&b).ToMask()›)", "what a mask does is known only where its vector is a constant"},
		{"‹a.Masked(7)›", "no vector has this method with these arguments: Int32x4, Uint32x4, Float32x4, Int8x16, Uint8x16, Int16x8, Uint16x8, Int64x2, Uint64x2, Float64x2, Int32x8, Uint32x8, Float32x8, Int8x32, Uint8x32, Int16x16, Uint16x16, Int64x4, Uint64x4, Float64x4, Int32x16, Uint32x16, Float32x16, Int8x64, Uint8x64, Int16x32, Uint16x32, Int64x8, Uint64x8, Float64x8"},
		{"‹a.Masked(b, c)›", "Masked does not take 2 arguments"},
		{"‹a.Merge(b, 7)›", "no vector has this method with these arguments: Int32x4, Uint32x4, Float32x4, Int8x16, Uint8x16, Int16x8, Uint16x8, Int64x2, Uint64x2, Float64x2, Int32x8, Uint32x8, Float32x8, Int8x32, Uint8x32, Int16x16, Uint16x16, Int64x4, Uint64x4, Float64x4, Int32x16, Uint32x16, Float32x16, Int8x64, Uint8x64, Int16x32, Uint16x32, Int64x8, Uint64x8, Float64x8"},
		{"‹archsimd.LoadInt32x4(&a).Merge(archsimd.LoadInt16x8(&b), archsimd.Mask32x4FromBits(1))›", "argument 1 of Merge on Int32x4 is an Int32x4"},
		{"‹archsimd.LoadInt32x4(&a).Merge(b, archsimd.Mask16x8FromBits(1))›", "argument 2 of Merge on Int32x4 is a Mask32x4 that is a constant"},
		{"‹archsimd.LoadInt32x8(&a).SetLo(archsimd.LoadInt32x8(&b))›", "argument 1 of SetLo on Int32x8 is an Int32x4"},
		{"‹archsimd.LoadInt8x16(&a).PermuteOrZero(7)›", "argument 1 of PermuteOrZero on Int8x16 is constants as an Int8x16"},
		{"archsimd.LoadInt8x16(&a).PermuteOrZero(‹b›)", "what PermuteOrZero does depends on the contents of b: it is a map only where these are constants"},
		{"‹archsimd.LoadUint8x16(&a).PermuteOrZero(archsimd.LoadUint8x16(&b))›", "what PermuteOrZero does depends on the contents of a vector: it is a map only where these are constants"},
		{"‹archsimd.LoadUint8x16(&a).Permute(archsimd.LoadUint16x8(&b))›", "argument 1 of Permute on Uint8x16 is constants as an Uint8x16"},
		{"‹archsimd.LoadUint8x16(&a).Permute(archsimd.LoadUint8x16(&b))›", "what Permute does depends on the contents of a vector: it is a map only where these are constants"},
		{"‹archsimd.LoadInt32x4(&a).SetElem(4, 1)›", "argument 1 of SetElem is 4, and has to be below 4"},
		{"‹archsimd.LoadInt32x4(&a).SetElem(1, b)›", "argument 2 of SetElem on Int32x4 is a lane or a number"},
		{"‹archsimd.LoadInt32x4(&a).SetElem(1, archsimd.LoadInt64x2(&b).GetElem(0))›", "argument 2 of SetElem on Int32x4 is a lane or a number"},
		{"‹archsimd.LoadInt32x4(&a).GetElem(4)›", "argument 1 of GetElem is 4, and has to be below 4"},
		{"‹archsimd.LoadInt32x4(&a).ShiftAllLeft(256)›", "argument 1 of ShiftAllLeft is 256, and has to be below 256"},
		{"‹archsimd.LoadInt32x4(&a).ShiftAllLeft(b)›", "argument 1 of ShiftAllLeft on Int32x4 is a number"},
		{"‹archsimd.Int32x4.InterleaveLo()›", "Int32x4.InterleaveLo takes a Int32x4 first"},
		{"archsimd.Int32x4.InterleaveLo(‹a.x.y›, b)", "expected a vector, a number or a call"},
		{"‹archsimd.Int32x4.GetHi(a)›", "GetHi of Int32x4 is no movement of lanes that archsimd has; it has that of Int32x8, Uint32x8, Float32x8, Int8x32, Uint8x32, Int16x16, Uint16x16, Int64x4, Uint64x4, Float64x4, Int32x16, Uint32x16, Float32x16, Int8x64, Uint8x64, Int16x32, Uint16x32, Int64x8, Uint64x8, Float64x8"},
		{"a.InterleaveLo(‹x.y›)", "expected a vector, a number or a call"},
		{"‹a.InterleaveLo(7)›", "no vector has this method with these arguments: Int32x4, Uint32x4, Int16x8, Uint16x8, Int64x2, Uint64x2"},
		{"‹a.InterleaveLo(b.GetElem(0))›", "no vector has this method with these arguments: Int32x4, Uint32x4, Int16x8, Uint16x8, Int64x2, Uint64x2"},
		{"‹a.GetElem(0).InterleaveLo(b)›", "InterleaveLo is a method of vectors"},
		{"‹archsimd.Mask32x4FromBits(1).InterleaveLo(b)›", "InterleaveLo is a method of vectors"},
		{"‹archsimd.Int32x4{}.Foo()›", "Foo is no method that moves lanes"},
		{"‹f(x)(y)›.Foo()", "expected a method or a function of archsimd"},
		{"7.‹S›tore(&out)", "this is not Go: expected ';', found Store"},
		{"‹archsimd.LoadInt32x4(&[4]int32{-1, 0, -1, 0}).AndNot(a)›", "AndNot computes bit 0 from bits that are both live, which is no movement"},
		{"‹a.Xor(b)›", "Xor computes bit 0 from bits that are both live, which is no movement"},
		{"‹a.AsMask32x4()›", "AsMask32x4 is no method that moves lanes"},
	})
}

// What is read: what is made, of what, and what is warned of.
func TestMeanings(t *testing.T) {
	dialecttest.Meanings(t, goexpr.Dialect(), [][2]string{
		{"import \"simd/archsimd\"\nfunc f(v archsimd.Int32x4) archsimd.Int32x4 { return v.PermuteScalars(1, 0, 3, 2) }", " of v: i32x4 -> a1 a0 a3 a2"},
		{"// what\na.PermuteScalars(1, 0, 3, 2)", " of a: i32x4 -> a1 a0 a3 a2"},
		{"// what\npackage p\nfunc f(v archsimd.Int32x4) archsimd.Int32x4 { return v.PermuteScalars(1, 0, 3, 2) }", " of v: i32x4 -> a1 a0 a3 a2"},
		{"func f(v archsimd.Int32x4) archsimd.Int32x4 { return v.PermuteScalars(1, 0, 3, 2) }\nfunc g(v archsimd.Int32x4) archsimd.Int32x4 { return v.PermuteScalars(0, 0, 0, 0) }", " of v: i32x4 -> a0 a0 a0 a0"},
		{"func(v archsimd.Int32x4) archsimd.Int32x4 { return v.PermuteScalars(1, 0, 3, 2) }", " of v: i32x4 -> a1 a0 a3 a2"},
		{"func(v *[4]int32, w archsimd.Mask32x4) archsimd.Int32x4 { return archsimd.LoadInt32x4(v).PermuteScalars(1, 0, 3, 2) }", " of v: i32x4 -> a1 a0 a3 a2"},
		{"func(a, b archsimd.Int32x4, c archsimd.Int32x8) archsimd.Int32x4 { return c.GetLo().InterleaveLo(b) }", " of a b c: i32x4 i32x4 i32x8 -> c0 b0 c1 b1"},
		{"func() archsimd.Int32x4 { return archsimd.Int32x4{} }", " of : -> i32x4: z z z z"},
		{"x = a.AsInt32x4().InterleaveLo(b)", "x of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"_ = a.AsInt32x4().InterleaveLo(b)", "_ of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"var x = a.AsInt32x4().InterleaveLo(b)", "x of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"var x, y = a.AsInt32x4().InterleaveLo(b), 3; x", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"var x, y archsimd.Int32x4; x.InterleaveLo(a)", " of a: i32x4 -> z a0 z a1"},
		{"const k = 2; a.PermuteScalars(k, 1, 0, 3)", " of a: i32x4 -> a2 a1 a0 a3"},
		{"; a.GetHi()", " of a: i32x8 -> a4 a5 a6 a7; the type of a is not in the text: Int32x8 is taken; func(a archsimd.Int32x8) and --type say another"},
		{"a", " of a: i32x4 -> a0 a1 a2 a3; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.AsInt32x4()", " of a: i32x4 -> a0 a1 a2 a3"},
		{"a.PermuteScalars('\\x02', 0, 0, 0)", " of a: i32x4 -> a2 a0 a0 a0"},
		{"a.PermuteScalars(+1, 0, 0, 0)", " of a: i32x4 -> a1 a0 a0 a0"},
		{"a.PermuteScalars(1<<1, 3&2, 1|2, (3-2))", " of a: i32x4 -> a2 a2 a3 a1"},
		{"archsimd.Int32x4{}", " of : -> i32x4: z z z z"},
		{"archsimd.LoadUint32x8(&[8]uint32{1, 2})", " of : -> i32x8: 1 #2 z z z z z z"},
		{"archsimd.LoadUint32x8(&[8]uint32{7, 6, 5})", " of : -> i32x8: #7 #6 #5 z z z z z"},
		{"archsimd.LoadUint32x4([]uint32{7, 6, 5, 4, 3})", " of : -> i32x4: #7 #6 #5 #4"},
		{"archsimd.LoadUint32x4(&[64]uint32{7})", " of : -> i32x4: #7 z z z"},
		{"archsimd.LoadInt8x16(&[16]int8{-1, 127})", " of : -> i8x16: m #7f z z z z z z z z z z z z z z"},
		{"archsimd.LoadInt32x4(&a)", " of a: i32x4 -> a0 a1 a2 a3"},
		{"archsimd.LoadInt32x4Slice(a[4:])", " of a: i32x4 -> a0 a1 a2 a3"},
		{"archsimd.LoadInt32x4(&a).InterleaveLo(archsimd.LoadInt32x4(&a))", " of a: i32x4 -> a0 a0 a1 a1"},
		{"LoadUint32x4(&a).InterleaveLo(LoadUint32x4(&b))", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"archsimd.BroadcastInt32x4(7)", " of : -> i32x4: #7 #7 #7 #7"},
		{"archsimd.BroadcastInt32x4(a.GetElem(1))", " of a: i32x4 -> a1 a1 a1 a1; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.Masked(archsimd.Mask32x4FromBits([1]int{1}))", " of a: i32x4 -> a0 z z z"},
		{"archsimd.LoadInt32x4(&a).Merge(archsimd.LoadUint32x4(&b), archsimd.Mask32x4FromBits(1))", " of a b: i32x4 i32x4 -> a0 b1 b2 b3; Go wants an Int32x4 as argument 1 of Merge, and this is an Uint32x4"},
		{"archsimd.LoadInt32x8(&a).SetLo(b)", " of a b: i32x8 i32x4 -> b0 b1 b2 b3 a4 a5 a6 a7"},
		{"archsimd.LoadInt32x4(&a).SetElem(1, 1<<32)", " of a: i32x4 -> a0 z a2 a3"},
		{"archsimd.LoadInt32x4(&a).SetElem(3, -1)", " of a: i32x4 -> a0 a1 a2 m"},
		{"archsimd.LoadInt32x4(&a).ShiftAllLeft(255)", " of a: i32x4 -> z z z z"},
		{"archsimd.LoadUint32x4(&a).ShiftAllRight(8)", " of a: i8x16 -> a1 a2 a3 z a5 a6 a7 z a9 a10 a11 z a13 a14 a15 z"},
		{"archsimd.LoadInt32x4(&a).RotateAllRight(40)", " of a: i8x16 -> a1 a2 a3 a0 a5 a6 a7 a4 a9 a10 a11 a8 a13 a14 a15 a12"},
		{"archsimd.LoadInt32x4(&a).ShiftAllLeftConcat(8, b)", " of a b: i8x16 i8x16 -> b3 a0 a1 a2 b7 a4 a5 a6 b11 a8 a9 a10 b15 a12 a13 a14"},
		{"archsimd.LoadInt32x4(&a).ShiftAllRightConcat(40, b)", " of a b: i8x16 i8x16 -> a1 a2 a3 b0 a5 a6 a7 b4 a9 a10 a11 b8 a13 a14 a15 b12"},
		{"archsimd.Int32x4.InterleaveLo(a, b)", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"Int32x4.InterleaveLo(a, b)", " of a b: i32x4 i32x4 -> a0 b0 a1 b1"},
		{"(a).InterleaveLo((b))", " of a b: i32x4 i32x4 -> a0 b0 a1 b1; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.Store(&out)", "out of a: i32x4 -> a0 a1 a2 a3; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.Store(out)", "out of a: i32x4 -> a0 a1 a2 a3; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.InterleaveLo(b).StoreSlice(out[2:])", "out of a b: i32x4 i32x4 -> a0 b0 a1 b1; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.InterleaveLo(b).StoreSlice(f(x))", " of a b: i32x4 i32x4 -> a0 b0 a1 b1; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"x := a.InterleaveLo(b); y := x.InterleaveHi(x); z := y", "z of a b: i32x4 i32x4 -> a1 a1 b1 b1; the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a.InterleaveLoGrouped(b)", " of a b: i32x8 i32x8 -> a0 b0 a1 b1 a4 b4 a5 b5; the type of a is not in the text: Int32x8 is taken; func(a archsimd.Int32x8) and --type say another; InterleaveLoGrouped works in each 128 bits by itself: no lane crosses into another"},
		{"archsimd.LoadUint8x32(&a).PermuteOrZeroGrouped(archsimd.LoadInt8x32(&[32]int8{1, -1, 17, 15}))", " of a: i8x32 -> a1 z a1 a15 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16 a16; PermuteOrZeroGrouped works in each 128 bits by itself: no lane crosses into another"},
		{"a.And(archsimd.Int32x4{})", " of a: i32x4 -> z z z z"},
		{"a.Xor(archsimd.Int32x4{})", " of a: i32x4 -> a0 a1 a2 a3"},
		{"a.AndNot(archsimd.LoadInt32x4(&[4]int32{-1, 0, -1, 0}))", " of a: i32x4 -> z a1 z a3"},
		{"a.GetLo()", " of a: i32x8 -> a0 a1 a2 a3; the type of a is not in the text: Int32x8 is taken; func(a archsimd.Int32x8) and --type say another"},
		{"archsimd.LoadUint64x8(&a).GetHi().GetLo()", " of a: i64x8 -> a4 a5"},
		{"archsimd.LoadInt16x8(&a).TruncateToInt8()", " of a: i8x16 -> a0 a2 a4 a6 a8 a10 a12 a14 z z z z z z z z"},
		{"archsimd.LoadUint16x8(&a).ExtendToUint32()", " of a: i16x8 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"archsimd.LoadUint8x16(&a).ExtendLo2ToUint64()", " of a: i8x16 -> a0 z z z z z z z a1 z z z z z z z"},
		{"archsimd.LoadUint8x16(&a).Broadcast1To64()", " of a: i8x16 -> a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0 a0"},
		{"archsimd.LoadFloat64x2(&a).Broadcast1To4()", " of a: i64x2 -> a0 a0 a0 a0"},
	})
}

// As much as there may be, and once more.
func TestBounds(t *testing.T) {
	d := goexpr.Dialect()
	dialecttest.Bound(t, d, "|a = b;|a.AsInt32x4()", program.MaxLines-1, fmt.Sprintf("more than %d statements", program.MaxLines))
	dialecttest.Bound(t, d, "|(|a|)|.AsInt32x4()", 62, "calls are nested deeper than 64")
	dialecttest.Bound(t, d, "| |a.AsInt32x4()", 1<<16-13, "a program of Go has at most 65536 bytes here")
}

// The type that is said is that of names whose type the text does not say.
func TestUsualType(t *testing.T) {
	for _, row := range []struct{ text, typ, want, warns string }{
		{"a.GetHi()", "Uint8x32", "i8x32 -> a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31", ""},
		{"a.InterleaveLo(b)", "Int64x2", "i64x2 i64x2 -> a0 b0", ""},
		{"a.InterleaveLo(b)", "Int8x16", "i32x4 i32x4 -> a0 b0 a1 b1", "the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a", "Int64x2", "i32x4 -> a0 a1 a2 a3", "the type of a is not in the text: Int32x4 is taken; func(a archsimd.Int32x4) and --type say another"},
		{"a", "Mask32x4", "--type \"Mask32x4\" is no vector of archsimd: expected one such as Int32x4", ""},
		{"a", "Int32", "--type \"Int32\" is no vector of archsimd: expected one such as Int32x4", ""},
	} {
		r, err := goexpr.Dialect().Read(row.text, dialect.Options{Type: row.typ})
		got := r.Map.String()
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "1:1: ")
		}
		if got != row.want || strings.Join(r.Warnings, "|") != row.warns {
			t.Errorf("%s of %s is %s, %q, want %s, %q", row.text, row.typ, got, r.Warnings, row.want, row.warns)
		}
	}
}

// reads compares a function's text with its map. A lane that is open has some value in Go.
func reads(t *testing.T, text string, want lane.Map) {
	t.Helper()
	r, err := goexpr.Dialect().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	got, err := r.Map.Regroup(want.Bits)
	if err != nil {
		got = r.Map
		if want, err = want.Regroup(got.Bits); err != nil {
			t.Fatalf("%s\nis %s: %v", text, r.Map, err)
		}
	}
	if len(got.Lane) != len(want.Lane) {
		t.Fatalf("%s\nis %s, want %s", text, got, want)
	}
	for i, l := range want.Lane {
		k := got.Lane[i]
		if l.Kind == lane.Source {
			l.Src = slices.Index(r.Names, lane.SourceName(l.Src))
		}
		if l.Kind != lane.Undefined && l != k {
			t.Fatalf("%s\nis %s: lane %d, want %s", text, got, i, want)
		}
	}
}

// A function of a name is the map by that name, read by the dialect. A switch has such a function for each case, and a call of it on bytes.
func TestFunctions(t *testing.T) {
	rng := chance.Random(t, 7)
	for range 300 {
		m := goMap(rng)
		text, err := goexpr.Function(m, "moves")
		if err != nil || !strings.HasPrefix(text, "func moves(") {
			t.Fatalf("%s: %s, %v", m, text, err)
		}
		reads(t, text, m)
	}
	for _, text := range []string{"i64x8 i64x8 -> a0 a1 a2 a3 b0 b1 b2 b3", "i64x8 i64x8 -> b0 b1 b2 b3 a4 a5 a6 a7", "i64x8 i64x4 -> b0 b1 b2 b3 a4 a5 a6 a7"} { // a half is no whole vector
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := goexpr.Function(m, "halves")
		if err != nil {
			t.Fatal(err)
		}
		reads(t, f, m)
	}
	whole := func(bits int) lane.Map { // of two sources of 256 bits, as a switch's all are
		m := lane.Map{Bits: bits, Src: []int{256 / bits, 256 / bits}}
		for range 256 / bits {
			m.Lane = append(m.Lane, lane.From(rng.IntN(2), rng.IntN(256/bits)))
		}
		return m
	}
	for range 40 {
		cases := []goexpr.Case{{Values: []int{0, 9}, Map: whole(8)}, {Values: []int{3}, Map: whole(32)}, {Values: []int{7, 8, 200}, Map: whole(64)}}
		text, err := goexpr.Switch("Moves", cases)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0); err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		functions := strings.Split(text, "\n\n")
		if len(functions) != 1+len(cases) {
			t.Fatalf("%s\nhas %d functions", text, len(functions))
		}
		head := "func Moves(a, b archsimd.Uint8x32, immediate uint8) archsimd.Uint8x32 {\n\tswitch immediate {\n\tcase 0, 9:\n\t\treturn Moves0(a, b)\n\tcase 3:\n\t\treturn Moves3("
		if !strings.HasPrefix(functions[0], head) || !strings.HasSuffix(functions[0], "\n\t}\n\tpanic(\"no such immediate\")\n}") || !strings.Contains(functions[0], "\tcase 7, 8, 200:\n\t\treturn Moves7(") {
			t.Fatalf("%s\nhas another head than\n%s", text, head)
		}
		for k, c := range cases {
			reads(t, functions[1+k], c.Map)
			own := strings.Fields(strings.TrimPrefix(functions[1+k], "func "))[0]
			// Each is called on the types that it has, and what it gives is bytes again.
			call := functions[0][strings.Index(functions[0], "return "+own[:strings.Index(own, "(")+1]):]
			call, _, _ = strings.Cut(call, "\n")
			typ := "Uint" + map[int]string{0: "8x32", 1: "32x8", 2: "64x4"}[k]
			wide := strings.Contains(functions[1+k], typ)
			if k > 0 && wide != strings.Contains(call, "a.As"+typ+"(), b.As"+typ+"()).AsUint8x32()") {
				t.Fatalf("%s\nis called by %s", functions[1+k], call)
			}
		}
	}
}

// What Go has no function for, and why.
func TestNotFunctions(t *testing.T) {
	for text, want := range map[string]string{
		"i32x4 -> a0 a1 . a3":                           "lanes keep the old destination, which in Go would be a source like any other",
		"i32x2 -> a0 a1":                                "vectors of Go have 128, 256 or 512 bits, and this makes 64",
		"i32x2 -> a0 a1 a0 a1":                          "vectors of Go have 128, 256 or 512 bits, and source a has 64",
		"i4x32 -> " + strings.Repeat("a1 a0 a0 a3 ", 8): "elements of Go's vectors have 8, 16, 32 or 64 bits, and these lanes are no such elements",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := goexpr.Function(m, "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %s, %v, want %s", text, f, err, want)
		}
		if f, err := goexpr.Switch("f", []goexpr.Case{{Values: []int{5}, Map: m}}); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "immediate 5: ") {
			t.Errorf("%s is %s, %v, want %s", text, f, err, want)
		}
	}
}

// What is said of some maps, in one call and in several.
func TestSayings(t *testing.T) {
	for text, want := range map[string]string{
		"i32x4 -> a0 a1 a2 a3":       "func(a archsimd.Uint64x2) archsimd.Uint64x2 { return a }",
		"-> i32x4: z z z z":          "func() archsimd.Uint64x2 { return archsimd.Uint64x2{} }",
		"-> i32x4: 1 z #2 z":         "func() archsimd.Uint64x2 { return archsimd.LoadUint64x2(&[2]uint64{0x1, 0x2}) }",
		"i32x4 i32x4 -> a0 b0 a1 b1": "func(a, b archsimd.Uint32x4) archsimd.Uint32x4 { return a.InterleaveLo(b) }",
		"i32x4 i32x4 -> b0 a0 b1 a1": "func(a, b archsimd.Uint32x4) archsimd.Uint32x4 { return b.InterleaveLo(a) }",
		"i64x4 i64x4 -> a0 a1 b0 b1": "func(a, b archsimd.Uint32x8) archsimd.Uint32x8 { return a.Select128FromPair(0, 2, b) }",
		"i64x2 i64x4 -> b0 b1 a0 a1": "func(a archsimd.Uint32x4, b archsimd.Uint32x8) archsimd.Uint32x8 { return b.SetHi(a) }",
		"i32x4 -> a0 z a2 z":         "func(a archsimd.Uint32x4) archsimd.Uint32x4 { return archsimd.Uint32x4{}.SelectFromPair(4, 0, 6, 0, a) }",
		"i32x4 -> a0 z a1 z":         "func(a archsimd.Uint32x4) archsimd.Uint32x4 { return a.InterleaveLo(archsimd.Uint32x4{}) }",
		"i64x4 i64x2 -> a0 a1 b0 b1": "func(a archsimd.Uint32x8, b archsimd.Uint32x4) archsimd.Uint32x8 { return a.SetHi(b) }",
		"i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14": "func(a archsimd.Uint16x8) archsimd.Uint16x8 { return a.ShiftAllLeftConcat(8, a) }",
		"i32x4 i32x4 i32x4 -> a0 b0 c0 z":                                "func(a, b, c archsimd.Uint32x4) archsimd.Uint32x4 {\n\tr := a.ConcatPermute(b, archsimd.LoadUint32x4(&[4]uint32{0, 4, 0, 0}))\n\tr = r.ConcatPermute(c, archsimd.LoadUint32x4(&[4]uint32{0, 1, 4, 0}))\n\treturn r.Masked(archsimd.Mask32x4FromBits(0x7))\n}",
		"i32x4 -> z a1 a2 a3":                                            "func(a archsimd.Uint32x4) archsimd.Uint32x4 { return archsimd.Uint32x4{}.SelectFromPair(0, 5, 6, 7, a) }",
		"i32x4 i32x8 -> a0 b5 a2 #7":                                     "func(a archsimd.Uint32x4, b archsimd.Uint32x8) archsimd.Uint32x4 {\n\tr := archsimd.Uint32x8{}.SetLo(a).ConcatPermute(b, archsimd.LoadUint32x8(&[8]uint32{0, 13, 2, 0, 0, 0, 0, 0}))\n\treturn r.GetLo().Merge(archsimd.LoadUint32x4(&[4]uint32{0, 0, 0, 0x7}), archsimd.Mask32x4FromBits(0x7))\n}",
		"i8x16 -> z a1 a2 a3 a4 z a6 a7 a8 a9 a10 a11 a12 a13 a14 a15":   "func(a archsimd.Uint8x16) archsimd.Uint8x16 { return a.PermuteOrZero(archsimd.LoadInt8x16(&[16]int8{-1, 1, 2, 3, 4, -1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})) }",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := goexpr.Dialect().Translate(t.Context(), m)
		if err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%s is\n%s, %v, want\n%s", text, strings.Join(got, "\n"), err, want)
		}
	}
}
