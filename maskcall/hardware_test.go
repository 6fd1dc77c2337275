package maskcall_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// Instructions of .NET as people write them: with casts, masks in variables, classes of classes, heads of functions.
func TestHardware(t *testing.T) {
	const assumed = "how many lanes v has is not in the text: 4 are assumed"
	dialecttest.Meanings(t, language(t, "csharp"), [][2]string{
		{"Sse2.Shuffle(v, 0x1B)", " of v: i32x4 -> a3 a2 a1 a0"},
		{"Sse2.Shuffle(a, b, 1)", " of a b: i64x2 i64x2 -> a1 b0"},
		{"System.Runtime.Intrinsics.X86.Sse2.UnpackHigh(a.AsDouble(), b.AsDouble())", " of a b: i64x2 i64x2 -> a1 b1"},
		{"var t = Sse2.UnpackLow(a.AsInt16(), b.AsInt16()); return Sse2.ShuffleLow(t, 0b00_01_10_11);", " of a b: i16x8 i16x8 -> b1 a1 b0 a0 a2 b2 a3 b3"},
		{"static Vector128<int> F(Vector128<int> x, Vector128<int> y) => Sse2.UnpackHigh(y, x);", " of y x: i32x4 i32x4 -> a2 b2 a3 b3"},
		{"private static Vector256<byte> G(Vector256<byte> v) { return Avx2.Permute4x64(v.AsInt64(), 0xD8).AsByte().AsInt64(); }", " of v: i64x4 -> a0 a2 a1 a3"},
		{"Sse2.UnpackLow(a, b)", ` of a b: i32x4 i32x4 -> a0 b0 a1 b1; how wide the lanes of "a" are is not in the text: 32 bits are assumed`},
		{"Avx.Permute(v.AsDouble(), 1)", " of v: i64x2 -> a1 a0; " + assumed},
		{"Vector128<float> v; Avx.Permute(v, 0xB1)", " of v: i32x4 -> a1 a0 a3 a2"},
		{"AdvSimd.ReverseElement8(v.AsInt32())", " of v: i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12; " + assumed},

		// what counts bytes or blocks does so in whatever lanes there are
		{"Ssse3.AlignRight(a, b, 4)", " of a b: i32x4 i32x4 -> b1 b2 b3 a0"},
		{"Ssse3.AlignRight(a.AsInt64(), b.AsInt64(), 5)", " of a b: i8x16 i8x16 -> b5 b6 b7 b8 b9 b10 b11 b12 b13 b14 b15 a0 a1 a2 a3 a4"},
		{"Sse2.ShiftLeftLogical128BitLane(v, 12)", " of v: i32x4 -> z z z a0"},
		{"Avx2.Permute2x128(a.AsInt16(), b.AsInt16(), 0x81)", " of a b: i16x16 i16x16 -> a8 a9 a10 a11 a12 a13 a14 a15 z z z z z z z z"},

		// as lanes of other bits than those that are known to move together
		{"var t = Sse2.UnpackLow(a.AsInt32(), b.AsInt32()); Vector128<long> u = Sse2.UnpackLow(t.AsInt64(), t.AsInt64());", "u of a b: i32x4 i32x4 -> a0 b0 a0 b0"},
		{"Vector128.Shuffle(Sse2.UnpackLow(a.AsInt32(), b.AsInt32()).AsInt64(), Vector128.Create(1, 0L))", " of a b: i32x4 i32x4 -> a1 b1 a0 b0"},
		{"Sse2.UnpackHigh(a.AsInt32(), b.AsInt32()).AsDouble().GetUpper()", " of a b: i32x4 i32x4 -> a3 b3"},
		{"Sse.MoveLowToHigh(a.As<T, float>(), b.As<T, float>()).As<float, T>()", " of a b: i32x4 i32x4 -> a0 a1 b0 b1"},
		{"var zero = Vector128<byte>.Zero; Sse2.UnpackLow(v, zero).AsInt16()", " of v: i8x16 -> a0 z a1 z a2 z a3 z a4 z a5 z a6 z a7 z"},
		{"Sse2.Shuffle(v, Foo._MM_SHUFFLE(0, 3, 2, 1))", " of v: i32x4 -> a1 a2 a3 a0"},

		// what is asked of the machine is taken to hold, and what is done else is passed
		{"if (Sse2.IsSupported && Vector128.IsHardwareAccelerated) { return Sse2.UnpackLow(a.AsInt64(), b.AsInt64()); } return Arm64.ZipHigh(a, b);", " of a b: i64x2 i64x2 -> a0 b0; Sse2.IsSupported && Vector128.IsHardwareAccelerated is taken to hold"},
		{"Vector128<int> t; if (Sse2.IsSupported) t = Sse2.UnpackLow(a.AsInt64(), b.AsInt64()).AsInt32(); else if (Foo.IsSupported) { if (x) { t = a; } } Sse2.Shuffle(t, 0x1B)", " of a b: i32x4 i32x4 -> b1 b0 a1 a0; Sse2.IsSupported is taken to hold"},

		// of two with as many arguments, that with a number or with a mask
		{"Avx2.Shuffle(v, 0x1B)", " of v: i32x8 -> a3 a2 a1 a0 a7 a6 a5 a4"},
		{"Vector256<byte> m = Vector256.Create((byte)0x80); Avx2.Shuffle(v, m)", " of v: i8x32 -> z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z z"},
		{"Ssse3.Shuffle(v, Vector128.Create(0x00010203, 0x04050607, 0x08090A0B, -1).AsByte())", " of v: i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 z z z z"},
		{"Avx2.PermuteVar8x32(v, Vector256.Create((byte)1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 15, 0, 0, 0).AsInt32())", " of v: i32x8 -> a1 a0 a2 a3 a4 a5 a6 a7"},
	})
	dialecttest.Refused(t, language(t, "csharp"), [][2]string{
		{"‹Sse2.Shuffle(v.AsByte(), 3)›", "Sse2.Shuffle is for lanes of 32 bits, and these have 8"},
		{"Vector256<int> v; ‹Sse2.Shuffle(v, 3)›", "Sse2.Shuffle is for vectors of 128 bits, and this has 256"},
		{"Sse2.ShuffleLow(v, ‹k›)", `expected a number, found "k": which lanes move must be in the text`},
		{"‹Sse2.Shuffle(v, 256)›", "the number of Sse2.Shuffle is a byte, 0 to 255"},
		{"Ssse3.Shuffle(v, ‹m›)", `the mask "m" is not in the text: it is a map only where its numbers are`},
		{"‹Sse41.Blend(a.AsByte(), b.AsByte(), 1)›", "Sse41.Blend does nothing with 16 lanes of 8 bits and 1"},
		{"Vector128<int> a; Vector256<int> b; ‹Sse2.UnpackLow(a, b)›", "Sse2.UnpackLow does nothing with 4 lanes of 32 bits and 0"},
		{"if ‹›(x.IsSupported || y) Sse2.UnpackLow(a, b)", "which way it goes is not in the text: it is only taken where it asks for instructions, as if (Sse2.IsSupported) does"},
		{"if ‹›(!Sse2.IsSupported) return a; Sse2.UnpackLow(a, b)", "which way it goes is not in the text: it is only taken where it asks for instructions, as if (Sse2.IsSupported) does"},
		{"Sse2.Shuffle(v, _MM_SHUFFLE(0, ‹4›, 2, 1))", "_MM_SHUFFLE takes numbers from 0 to 3"},
		{"‹Sse2.UnpackLow(a.AsInt32(), b.AsByte())›", "lanes of 32 bits and lanes of 8 bits do not mix: reinterpret one of them"},
		{"Vector64<int> v; ‹Avx.Permute(v, 2)›", "Avx.Permute does nothing with 2 lanes of 32 bits and 2"},
		{"Ssse3.Shuffle(v, Vector128.Create(‹a›, 1).AsByte())", `expected a number, found "a": which lanes move must be in the text`},
		{"Avx2.Shuffle(v, ‹Vector128.Create(1, 0, 0, 0).AsByte()›)", "Avx2.Shuffle has an index for each of 32 lanes, and these are 16"},
		{"Vector256.Create(‹Sse2.UnpackLow(a.AsInt32(), b.AsInt32()).AsInt64()›, c.AsInt64())", "as lanes of 64 bits it is no map of whole lanes"},
		{"Sse3.MoveAndDuplicate(‹Sse3.AddSubtract(a, b)›)", "AddSubtract of Sse3 computes, or is not known; what is read of it is MoveAndDuplicate, MoveLowAndDuplicate, MoveHighAndDuplicate"},
		{"‹Sse2.UnpackLow(a)›", "Sse2.UnpackLow has a vector, a second vector for arguments"},
		{"‹Sse2.Shuffle(a, b, c, 1)›", "Sse2.Shuffle has a vector, a second vector, a number for arguments"},
	})
	for text, want := range map[string]bool{"Sse2.Add(a, b)": true, "X86.Avx2.Abs(a)": true, "Sse9.Add(a, b)": false, "bits.Add(a, b)": false} {
		if got := language(t, "csharp").Looks(text); got != want {
			t.Errorf("%s looks like C#: %t, want %t", text, got, want)
		}
	}
}
