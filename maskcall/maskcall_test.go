package maskcall_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/maskcall"
	"github.com/lanescope/lanescope/syntax"
)

// language is the dialect of a name.
func language(t *testing.T, name string) dialect.Dialect {
	t.Helper()
	for _, d := range maskcall.Dialects() {
		if d.Name == name {
			return d
		}
	}
	t.Fatalf("there is no %s", name)
	return dialect.Dialect{}
}

// Texts as people write them, and what they mean.
func TestRead(t *testing.T) {
	for _, row := range []struct{ language, text, want, names string }{
		{"rust", "simd_swizzle!(a, b, [0, 4, 1, 5])", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"rust", "let r: u8x4 = simd_swizzle!(v, [3, 2, 1, 0]);", "i8x4 -> a3 a2 a1 a0", "v"},
		{"rust", "simd_swizzle![v, [3, 2, 1, 0]]", "i32x4 -> a3 a2 a1 a0", "v"},
		{"rust", "fn f(a: u16x8) -> u16x8 { a.reverse() }", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "a"},
		{"rust", "pub fn f(a: Simd<u8, 4>) -> Simd<u8, 4> {\n    // turned\n    a.rotate_elements_left::<1>()\n}", "i8x4 -> a1 a2 a3 a0", "a"},
		{"rust", "let a: i32x4;\na.rotate_elements_right::<1>()", "i32x4 -> a3 a0 a1 a2", "a"},
		{"rust", "let (lo, hi) = a.interleave(b);", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"rust", "let (lo, hi) = a.interleave(b); hi", "i32x4 i32x4 -> a2 b2 a3 b3", "a b"},
		{"rust", "a.deinterleave(b).1", "i32x4 i32x4 -> a1 a3 b1 b3", "a b"},
		{"rust", "u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(a, b)", "i8x16 i8x16 -> a15 a14 a13 a12 a11 a10 a9 a8 a7 a6 a5 a4 a3 a2 a1 a0", "a b"},
		{"rust", "core::arch::wasm32::i32x4_shuffle::<0, 4, 1, 5>(a, b)", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"rust", "simd_shuffle!(a, b, [0, 1 + 4, 2, 3 + 4])", "i32x4 i32x4 -> a0 b1 a2 b3", "a b"},
		{"rust", "fn f(a: u8x4) -> u8x8 { a.resize::<8>(0) }", "i8x4 -> a0 a1 a2 a3 z z z z", "a"},
		{"rust", "let a: u16x8; a.resize::<4>(0).reverse()", "i16x8 -> a3 a2 a1 a0", "a"},
		{"rust", "let a: f32x4; a.shift_elements_left::<1>(0.0)", "i32x4 -> a1 a2 a3 z", "a"},
		{"rust", "let r: i8x4 = simd_swizzle!(a, i8x4::splat(7), [0, 4, 1, 4]);", "i8x4 -> a0 #7 a1 #7", "a"},
		{"rust", "let r: f32x4 = simd_swizzle!(a, f32x4::splat(7), [0, 4, 1, 4]);", "i32x4 -> a0 #40e00000 a1 #40e00000", "a"},
		{"rust", "let r: f64x2 = simd_swizzle!(a, f64x2::splat(1), [0, 2]);", "i64x2 -> a0 #3ff0000000000000", "a"},
		{"zig", "@shuffle(f32, a, @as(@Vector(4, f32), @splat(1)), [4]i32{ 0, -1, 1, -2 })", "i32x4 -> a0 #3f800000 a1 #3f800000", "a"},
		{"zig", "@shuffle(u32, a, @as(@Vector(4, u32), @splat(1)), [4]i32{ 0, -1, 1, -2 })", "i32x4 -> a0 1 a1 1", "a"},
		{"zig", "@shuffle(f16, a, @as(@Vector(4, f16), @splat(0)), [4]i32{ 0, -1, 1, -2 })", "i16x4 -> a0 z a1 z", "a"},
		{"zig", "@shuffle(f16, a, @as(@Vector(4, f16), @splat(1)), [4]i32{ 0, -1, 1, -2 })", "i16x4 -> a0 #3c00 a1 #3c00", "a"},
		{"rust", "const IDX: [usize; 4] = [2, 3, 0, 1];\nlet r = simd_swizzle!(x, IDX);", "i32x4 -> a2 a3 a0 a1", "x"},
		{"rust", "simd_swizzle!(x, [1; 4])", "i32x4 -> a1 a1 a1 a1", "x"},
		{"rust", "simd_swizzle!(a, b, [First(0), Second(0), Which::First(1), Which::Second(1)])", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"rust", "let _: i16x4 = shuffle!(v1, [3, 2, 1, 0]);", "i16x4 -> a3 a2 a1 a0", "v1"},
		{"rust", "let r = simd_swizzle!(*p, *q, [0, 4, 1, 5]);", "i32x4 i32x4 -> a0 b0 a1 b1", "p q"},
		{"rust", "struct Rev;\nimpl Swizzle<4> for Rev { const INDEX: [usize; 4] = [3, 2, 1, 0]; }\nRev::swizzle(a)", "i32x4 -> a3 a2 a1 a0", "a"},
		{"rust", "impl core::simd::Swizzle<4> for Zip {\n    const INDEX: [usize; 4] = [0, 4, 1, 5];\n}\nfn f(a: u16x4, b: u16x4) -> u16x4 { Zip::concat_swizzle(a, b) }", "i16x4 i16x4 -> a0 b0 a1 b1", "a b"},
		{"rust", "impl Swizzle2<4, 4> for X { const INDEX: [Which; 4] = [First(3), Second(3), First(2), Second(2)]; }\nX::swizzle2(a, b)", "i32x4 i32x4 -> a3 b3 a2 b2", "a b"},
		{"rust", "impl Swizzle<2> for Lo { const INDEX: [usize; 2] = [0, 1]; }\nimpl Swizzle<2> for Hi { const INDEX: [usize; 2] = [2, 3]; }\nlet v: f32x4;\nLo::swizzle(v)", "i32x4 -> a0 a1", "v"},
		{"rust", "let v = u32x4::from_array([10, 11, 12, 13]);\nlet r: u32x4 = simd_swizzle!(v, [3, 0, 1, 2]);", "i32x4 -> a3 a0 a1 a2", "v"},
		{"rust", "let v = Simd::from_array([2, 4, 1, 9, 1, 3, 6, 5]);\nv.reverse()", "i32x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "v"},
		{"csharp", "static Vector64<byte> F(Vector64<byte> a)\n    => Vector64.Shuffle(a, Vector64.Create((byte)7, 6, 5, 4, 3, 2, 1, 0));", "i8x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "a"},
		{"zig", "@shuffle(u8, a, b, [4]i32{ 0, ~@as(i32, 0), 1, ~@as(i32, 1) })", "i8x4 i8x4 -> a0 b0 a1 b1", "a b"},
		{"zig", "const mask = @Vector(4, i32){ 0, -1, 1, -2 };\nconst r = @shuffle(i32, a, b, mask);", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"zig", "@shuffle(f32, v, undefined, [_]i32{ 3, 2, undefined, 0 })", "i32x4 -> a3 a2 _ a0", "v"},
		{"zig", "const a = @Vector(7, u8){ 'o', 'l', 'h', 'e', 'r', 'z', 'w' };\n_ = @shuffle(u8, a, undefined, @Vector(5, i32){ 2, 3, 1, 1, 0 });", "i8x7 -> a2 a3 a1 a1 a0", "a"},
		{"zig", "fn f(a: @Vector(4, u16)) @Vector(4, u16) { return std.simd.reverseOrder(a); }", "i16x4 -> a3 a2 a1 a0", "a"},
		{"zig", "@shuffle(u64, a, b, .{ 1, -2 })", "i64x2 i64x2 -> a1 b1", "a b"},
		{"csharp", "Vector128.Shuffle(a, Vector128.Create(3, 2, 1, 0))", "i32x4 -> a3 a2 a1 a0", "a"},
		{"csharp", "var r = Vector128.Shuffle(v, Vector128.Create((byte)0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 255, 12, 12, 12));", "i8x16 -> a0 a0 a0 a0 a4 a4 a4 a4 a8 a8 a8 a8 z a12 a12 a12", "v"},
		{"csharp", "Vector128<int> r = Vector128.ShuffleNative(a, Vector128.Create(3, 2, 9, 0));", "i32x4 -> a3 a2 _ a0", "a"},
		{"csharp", "Vector256.Shuffle(a, Vector256.Create(3L, 2, 1, 0))", "i64x4 -> a3 a2 a1 a0", "a"},
		{"csharp", "Vector128.Shuffle(a, Vector128<ushort>.Zero)", "i16x8 -> a0 a0 a0 a0 a0 a0 a0 a0", "a"},
		{"csharp", "Vector128.Shuffle(a, Vector128.Create(0))", "i32x4 -> a0 a0 a0 a0", "a"},
		{"csharp", "static Vector128<short> F(Vector128<short> a) => Vector128.Shuffle(a, Vector128.Create((short)7, 6, 5, 4, 3, 2, 1, 0));", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0", "a"},
		{"csharp", "Vector128<int> a; Vector128.Shuffle(a.AsUInt64(), Vector128.Create(1UL, 0UL)).AsInt32()", "i32x4 -> a2 a3 a0 a1", "a"},
		{"java", "v.rearrange(VectorShuffle.fromValues(SPECIES, 3, 2, 1, 0))", "i32x4 -> a3 a2 a1 a0", "v"},
		{"java", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 0, 4, 1, 5), b)", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"java", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 0, -4, 1, -3), b)", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"java", "VectorSpecies<Short> S = ShortVector.SPECIES_64;\nint[] idx = {3, 2, 1, 0};\nvar r = v.rearrange(VectorShuffle.fromArray(S, idx, 0));", "i16x4 -> a3 a2 a1 a0", "v"},
		{"java", "a.rearrange(VectorShuffle.makeZip(LongVector.SPECIES_256, 1), b)", "i64x4 i64x4 -> a2 b2 a3 b3", "a b"},
		{"java", "a.rearrange(VectorShuffle.makeUnzip(LongVector.SPECIES_256, 1), b)", "i64x4 i64x4 -> a1 a3 b1 b3", "a b"},
		{"java", "a.slice(1, b)", "i32x4 i32x4 -> a1 a2 a3 b0", "a b"},
		{"julia", "shufflevector(a, b, Val((0, 4, 1, 5)))", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"julia", "shufflevector(x, Val{(3, :undef, 1, 0)}())", "i32x4 -> a3 _ a1 a0", "x"},
		{"julia", "function swap(x::Vec{4,Float64})\n  shufflevector(x, Val((1, 0, 3, 2))) # pairs\nend", "i64x4 -> a1 a0 a3 a2", "x"},
		{"swift", "v[SIMD4(3, 2, 1, 0)]", "i32x4 -> a3 a2 a1 a0", "v"},
		{"swift", "let r = v[SIMD4<UInt8>(7, 2, 1, 0)]", "i32x4 -> a3 a2 a1 a0", "v"},
		{"swift", "let v: SIMD8<Int16>\nlet r = SIMD8(lowHalf: v.highHalf, highHalf: v.lowHalf)", "i16x8 -> a4 a5 a6 a7 a0 a1 a2 a3", "v"},
		{"swift", "func f(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {\n    return SIMD4(a.x, b.x, a.y, b.y)\n}", "i32x4 i32x4 -> a0 b0 a1 b1", "a b"},
		{"swift", "func f(a: SIMD2<Double>, b: SIMD2<Double>) -> SIMD4<Double> { SIMD4(evenHalf: a, oddHalf: b) }", "i64x2 i64x2 -> a0 b0 a1 b1", "a b"},
	} {
		d := language(t, row.language)
		r, err := d.Read(row.text, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %s: %v", row.language, row.text, err)
			continue
		}
		if got := r.Map.String(); got != row.want || strings.Join(r.Names, " ") != row.names {
			t.Errorf("%s: %s is %s of %q, want %s of %s", row.language, row.text, got, r.Names, row.want, row.names)
		}
		if !d.Looks(row.text) {
			t.Errorf("%s: %s does not look like it", row.language, row.text)
		}
	}
}

// What is refused, where, and with what words.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ language, text, want string }{
		{"rust", "simd_swizzle!(a, b, [0, 4, 1, 8000])", "1:31: index 8000 is out of range: vectors of 512 and 512 lanes have 0 to 1023"},
		{"rust", "let a: u8x4; let b: u8x4; simd_swizzle!(a, b, [0, 4, 1, 8])", "1:57: index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
		{"rust", "simd_swizzle!(a, b, IDX)", "1:21: the mask \"IDX\" is not in the text"},
		{"rust", "simd_swizzle!(a, b, [0, i, 1, 5])", "1:25: expected a number, found \"i\""},
		{"rust", "simd_swizzle!(a + b, [0, 1])", "1:15: the operator + computes, and moves no lanes"},
		{"rust", "simd_swizzle!(a, b, c, [0, 1])", "1:1: simd_swizzle! has a vector, a second vector, a mask for arguments"},
		{"rust", "a.swizzle_dyn(idx)", "1:1: what swizzle_dyn does depends on the contents of idx"},
		{"rust", "Zip::concat_swizzle(a, b)", "1:1: the INDEX of Zip is not in the text"},
		{"rust", "impl Swizzle<2> for R { const INDEX: [usize; 2] = [1, 0]; }\nR::concat_swizzle(a)", "2:1: concat_swizzle takes 2 vectors, and there are 1"},
		{"rust", "let a: u8x4; let b: u8x4; simd_swizzle!(a, b, [First(0), Second(4)])", "1:58: Second(4) is out of range: the second vector has 4 lanes"},
		{"rust", "impl Swizzle<4> [", "1:17: expected \"for\", \"{\" or \";\""},
		{"rust", "simd_swizzle!(a, [])", "1:18: the mask is empty"},
		{"zig", "@shuffle(u8, a, b, [2]i32{ 0, -90000 })", "1:31: index -90000 is out of range"},
		{"java", "a.rearrange(s)", "1:13: the mask \"s\" is not in the text"},
		{"csharp", "Vector128.Shuffle(a, idx)", "1:22: the mask \"idx\" is not in the text"},
		{"csharp", "Vector128.Shuffle(a.AsByte(), Vector128<short>.Zero)", "1:31: the mask has lanes of 16 bits, and the vector of 8"},
		{"csharp", "Vector128.Add(a, b)", "1:1: \"Add\" is no call of csharp"},
		{"julia", "shufflevector(a, b, Val((0, 4, 1)", "1:34: expected \",\" or \")\", found the end"},
		{"swift", "let v: SIMD4<Float>\nv.q", "2:1: \"q\" is no call of swift"},
	} {
		_, err := language(t, row.language).Read(row.text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %s: %v, want %s", row.language, row.text, err, row.want)
		}
	}
}

// What a text leaves open is assumed, and said.
func TestWarnings(t *testing.T) {
	for _, row := range []struct{ language, text, want string }{
		{"rust", "simd_swizzle!(a, [1, 0])", "32 bits are assumed"},
		{"rust", "a.reverse()", "how many lanes a has is not in the text: 4 are assumed"},
		{"rust", "simd_swizzle!(a, b, [0, 8])", "8 lanes each are assumed"},
		{"rust", "a.interleave(b)", "two results, of which this is the first"},
		{"java", "v.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 4, 2, 1, 0))", "since JDK 24 it wraps around"},
		{"csharp", "Vector128.ShuffleNative(a, Vector128.Create(3, 2, 9, 0))", "differs from machine to machine"},
	} {
		r, err := language(t, row.language).Read(row.text, dialect.Options{})
		if err != nil || !strings.Contains(strings.Join(r.Warnings, "\n"), row.want) {
			t.Errorf("%s: %s: %v with warnings %q, want %s", row.language, row.text, err, r.Warnings, row.want)
		}
	}
	r, err := language(t, "rust").Read("a.reverse()", dialect.Options{Type: "u8x4"})
	if err != nil || r.Map.String() != "i8x4 -> a3 a2 a1 a0" || len(r.Warnings) > 0 {
		t.Errorf("with a type it is %s with %q: %v", r.Map, r.Warnings, err)
	}
}
