package maskcall_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/maskcall"
)

// Each call and each maker of masks, as its language's document has it: at its lanes, at the last index that there is, and at the first that is none. What is wrong stands between marks.
var documented = []struct{ language, text, want string }{
	{"rust", "let a: u8x4; simd_swizzle!(a, [3, 2, 1, 0])", "i8x4 -> a3 a2 a1 a0"},
	{"rust", "let a: u8x4; simd_swizzle!(a, [3, 2, 1, ‹4›])", "index 4 is out of range: a vector of 4 lanes has 0 to 3"},
	{"rust", "let a: u8x4; let b: u8x4; simd_swizzle!(a, b, [7, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; concat_swizzle!(a, b, [0, 7])", "i8x4 i8x4 -> a0 b3"},
	{"rust", "let a: u8x4; let b: u8x4; concat_swizzle!(a, b, [0, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; shuffle!(a, [3, 2, 1, 0])", "i8x4 -> a3 a2 a1 a0"},
	{"rust", "let a: u8x4; shuffle!(a, [3, 2, 1, ‹4›])", "index 4 is out of range: a vector of 4 lanes has 0 to 3"},
	{"rust", "let a: u8x4; let b: u8x4; shuffle!(a, b, [0, 7])", "i8x4 i8x4 -> a0 b3"},
	{"rust", "let a: u8x4; let b: u8x4; shuffle!(a, b, [0, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle!(a, b, [0, 7])", "i8x4 i8x4 -> a0 b3"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle!(a, b, [0, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle(a, b, [0, 7])", "i8x4 i8x4 -> a0 b3"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle(a, b, [0, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle2(a, b, [0, 7])", "i8x4 i8x4 -> a0 b3"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle2(a, b, [0, ‹8›])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle4(a, b, [0, 7, 1, 6])", "i8x4 i8x4 -> a0 b3 a1 b2"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle4(a, b, [0, ‹8›, 1, 6])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle8(a, b, [0, 7, 1, 6, 2, 5, 3, 4])", "i8x4 i8x4 -> a0 b3 a1 b2 a2 b1 a3 b0"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle8(a, b, [0, ‹8›, 1, 6, 2, 5, 3, 4])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle16(a, b, [0, 7, 1, 6, 2, 5, 3, 4, 0, 7, 1, 6, 2, 5, 3, 4])", "i8x4 i8x4 -> a0 b3 a1 b2 a2 b1 a3 b0 a0 b3 a1 b2 a2 b1 a3 b0"},
	{"rust", "let a: u8x4; let b: u8x4; simd_shuffle16(a, b, [0, ‹8›, 1, 6, 2, 5, 3, 4, 0, 7, 1, 6, 2, 5, 3, 4])", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "u8x16_shuffle::<31, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(a, b)", "i8x16 i8x16 -> b15 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
	{"rust", "let a: u8x16; let b: u8x16; u8x16_shuffle::<‹32›, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(a, b)", "index 32 is out of range: vectors of 16 and 16 lanes have 0 to 31"},
	{"rust", "i8x16_shuffle::<31, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(a, b)", "i8x16 i8x16 -> b15 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
	{"rust", "let a: i8x16; let b: i8x16; i8x16_shuffle::<‹32›, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>(a, b)", "index 32 is out of range: vectors of 16 and 16 lanes have 0 to 31"},
	{"rust", "u16x8_shuffle::<15, 1, 2, 3, 4, 5, 6, 7>(a, b)", "i16x8 i16x8 -> b7 a1 a2 a3 a4 a5 a6 a7"},
	{"rust", "let a: u16x8; let b: u16x8; u16x8_shuffle::<‹16›, 1, 2, 3, 4, 5, 6, 7>(a, b)", "index 16 is out of range: vectors of 8 and 8 lanes have 0 to 15"},
	{"rust", "i16x8_shuffle::<15, 1, 2, 3, 4, 5, 6, 7>(a, b)", "i16x8 i16x8 -> b7 a1 a2 a3 a4 a5 a6 a7"},
	{"rust", "let a: i16x8; let b: i16x8; i16x8_shuffle::<‹16›, 1, 2, 3, 4, 5, 6, 7>(a, b)", "index 16 is out of range: vectors of 8 and 8 lanes have 0 to 15"},
	{"rust", "u32x4_shuffle::<7, 1, 2, 3>(a, b)", "i32x4 i32x4 -> b3 a1 a2 a3"},
	{"rust", "let a: u32x4; let b: u32x4; u32x4_shuffle::<‹8›, 1, 2, 3>(a, b)", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "i32x4_shuffle::<7, 1, 2, 3>(a, b)", "i32x4 i32x4 -> b3 a1 a2 a3"},
	{"rust", "let a: i32x4; let b: i32x4; i32x4_shuffle::<‹8›, 1, 2, 3>(a, b)", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},
	{"rust", "u64x2_shuffle::<3, 1>(a, b)", "i64x2 i64x2 -> b1 a1"},
	{"rust", "let a: u64x2; let b: u64x2; u64x2_shuffle::<‹4›, 1>(a, b)", "index 4 is out of range: vectors of 2 and 2 lanes have 0 to 3"},
	{"rust", "i64x2_shuffle::<3, 1>(a, b)", "i64x2 i64x2 -> b1 a1"},
	{"rust", "let a: i64x2; let b: i64x2; i64x2_shuffle::<‹4›, 1>(a, b)", "index 4 is out of range: vectors of 2 and 2 lanes have 0 to 3"},
	{"rust", "let a: u8x4; a.reverse()", "i8x4 -> a3 a2 a1 a0"},
	{"rust", "let a: u8x4; a.rotate_elements_left::<3>()", "i8x4 -> a3 a0 a1 a2"},
	{"rust", "let a: u8x4; a.rotate_elements_right::<3>()", "i8x4 -> a1 a2 a3 a0"},
	{"rust", "let a: u8x4; a.shift_elements_left::<3>(9)", "i8x4 -> a3 #9 #9 #9"},
	{"rust", "let a: u8x4; a.shift_elements_right::<3>(9)", "i8x4 -> #9 #9 #9 a0"},
	{"rust", "let a: u8x4; a.resize::<6>(9)", "i8x4 -> a0 a1 a2 a3 #9 #9"},
	{"rust", "let a: u8x4; let (l, h) = a.interleave(b); h", "i8x4 i8x4 -> a2 b2 a3 b3"},
	{"rust", "let a: u8x4; let (e, o) = a.deinterleave(b); o", "i8x4 i8x4 -> a1 a3 b1 b3"},

	{"zig", "@shuffle(u8, a, b, [4]i32{ 0, -1, 3, -4 })", "i8x4 i8x4 -> a0 b0 a3 b3"},
	{"zig", "var a: @Vector(4, u8) = undefined; var b: @Vector(2, u8) = undefined; const r = @shuffle(u8, a, b, [2]i32{ -2, ‹-3› });", "index -3 is out of range: the first vector has 0 to 3, the second -1 to -2"},
	{"zig", "var a: @Vector(4, u8) = undefined; var b: @Vector(2, u8) = undefined; const r = @shuffle(u8, a, b, [2]i32{ -2, ‹4› });", "index 4 is out of range: the first vector has 0 to 3, the second -1 to -2"},
	{"zig", "fn f(a: @Vector(4, u8)) @Vector(4, u8) { return std.simd.reverseOrder(a); }", "i8x4 -> a3 a2 a1 a0"},
	{"zig", "fn f(a: @Vector(4, u8)) @Vector(4, u8) { return std.simd.rotateElementsLeft(a, 3); }", "i8x4 -> a3 a0 a1 a2"},
	{"zig", "fn f(a: @Vector(4, u8)) @Vector(4, u8) { return std.simd.rotateElementsRight(a, 3); }", "i8x4 -> a1 a2 a3 a0"},
	{"zig", "fn f(a: @Vector(4, u8)) @Vector(4, u8) { return std.simd.shiftElementsLeft(a, 3, 0); }", "i8x4 -> a3 z z z"},
	{"zig", "fn f(a: @Vector(4, u8)) @Vector(4, u8) { return std.simd.shiftElementsRight(a, 3, 0); }", "i8x4 -> z z z a0"},
	{"zig", "fn f(a: @Vector(4, u8), b: @Vector(4, u8)) @Vector(4, u8) { return std.simd.mergeShift(a, b, 3); }", "i8x4 i8x4 -> a3 b0 b1 b2"},
	{"zig", "fn f(a: @Vector(4, u8), b: @Vector(2, u8)) @Vector(6, u8) { return std.simd.join(a, b); }", "i8x4 i8x2 -> a0 a1 a2 a3 b0 b1"},

	{"csharp", "Vector64.Shuffle(a, Vector64.Create(1, 2))", "i32x2 -> a1 z"},
	{"csharp", "Vector128.Shuffle(a, Vector128.Create(1, 4, 3, -1))", "i32x4 -> a1 z a3 z"},
	{"csharp", "Vector256.Shuffle(a, Vector256.Create(1L, 4, 3, -1))", "i64x4 -> a1 z a3 z"},
	{"csharp", "Vector512.Shuffle(a, Vector512.Create(1L, 8, 3, -1, 7, 6, 5, 4))", "i64x8 -> a1 z a3 z a7 a6 a5 a4"},
	{"csharp", "Vector64.ShuffleNative(a, Vector64.Create(1, 2))", "i32x2 -> a1 _; index 2 is beyond 2 lanes: what comes differs from machine to machine"},
	{"csharp", "Vector128.ShuffleNative(a, Vector128.Create(1, 4, 3, 0))", "i32x4 -> a1 _ a3 a0; index 4 is beyond 4 lanes: what comes differs from machine to machine"},
	{"csharp", "Vector256.ShuffleNative(a, Vector256.Create(1L, 4, 3, 0))", "i64x4 -> a1 _ a3 a0; index 4 is beyond 4 lanes: what comes differs from machine to machine"},
	{"csharp", "Vector512.ShuffleNative(a, Vector512.Create(1L, 8, 3, 0, 7, 6, 5, 4))", "i64x8 -> a1 _ a3 a0 a7 a6 a5 a4; index 8 is beyond 8 lanes: what comes differs from machine to machine"},
	{"csharp", "Vector128<int> a; a.GetLower()", "i32x4 -> a0 a1"},
	{"csharp", "Vector128<int> a; a.GetUpper()", "i32x4 -> a2 a3"},
	{"csharp", "Vector128<int> a; Vector128.Create(a.GetUpper(), a.GetLower())", "i32x4 -> a2 a3 a0 a1"},
	{"csharp", "Vector256<int> a; Vector256.Create(a.GetUpper(), a.GetLower())", "i32x8 -> a4 a5 a6 a7 a0 a1 a2 a3"},
	{"csharp", "Vector512<long> a; Vector512.Create(a.GetUpper(), a.GetLower())", "i64x8 -> a4 a5 a6 a7 a0 a1 a2 a3"},

	{"java", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 4))", "i32x4 -> a3 a2 a1 a0; index 4 is beyond 4 lanes: since JDK 24 it wraps around, before it is an exception"},
	{"java", "a.rearrange(IntVector.SPECIES_128.shuffleFromValues(3, 2, 1, 0))", "i32x4 -> a3 a2 a1 a0"},
	{"java", "a.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 4), b)", "i32x4 i32x4 -> a3 a2 a1 b0"},
	{"java", "int[] idx = {9, 3, 2, 1, 4};\na.rearrange(VectorShuffle.fromArray(IntVector.SPECIES_128, idx, 1), b)", "i32x4 i32x4 -> a3 a2 a1 b0"},
	{"java", "int[] idx = {9, 3, 2, 1, 4};\na.rearrange(VectorShuffle.fromArray(IntVector.SPECIES_128, idx, ‹2›), b)", "4 lanes from 2 on are more than the list has, which are 5"},
	{"java", "int[] idx = {3, 2, 1, 4};\na.rearrange(‹VectorShuffle.fromArray(IntVector.SPECIES_128, idx)›, b)", "VectorShuffle.fromArray has too few arguments"},
	{"java", "int[] idx = {9, 3, 2, 1, 4};\na.rearrange(IntVector.SPECIES_128.shuffleFromArray(idx, 0), b)", "i32x4 i32x4 -> b1 a3 a2 a1"},
	{"java", "a.rearrange(VectorShuffle.makeZip(IntVector.SPECIES_128, 0), b)", "i32x4 i32x4 -> a0 b0 a1 b1"},
	{"java", "a.rearrange(VectorShuffle.makeZip(IntVector.SPECIES_128, 1), b)", "i32x4 i32x4 -> a2 b2 a3 b3"},
	{"java", "a.rearrange(VectorShuffle.makeUnzip(IntVector.SPECIES_128, 0), b)", "i32x4 i32x4 -> a0 a2 b0 b2"},
	{"java", "a.slice(3)", "i32x4 -> a3 z z z"},
	{"java", "a.slice(3, b)", "i32x4 i32x4 -> a3 b0 b1 b2"},
	{"java", "a.slice(4, b)", "i32x4 i32x4 -> b0 b1 b2 b3"},

	{"julia", "f(a::Vec{4,UInt8}) = shufflevector(a, Val((3, 2, 1, 0)))", "i8x4 -> a3 a2 a1 a0"},
	{"julia", "f(a::Vec{4,UInt8}) = shufflevector(a, Val((3, 2, 1, ‹4›)))", "index 4 is out of range: a vector of 4 lanes has 0 to 3"},
	{"julia", "f(a::Vec{4,UInt8}, b::Vec{4,UInt8}) = shufflevector(a, b, Val((3, 2, 1, 7)))", "i8x4 i8x4 -> a3 a2 a1 b3"},
	{"julia", "f(a::Vec{4,UInt8}, b::Vec{4,UInt8}) = shufflevector(a, b, Val((3, 2, 1, ‹8›)))", "index 8 is out of range: vectors of 4 and 4 lanes have 0 to 7"},

	{"swift", "let a: SIMD2<Int32>\nlet r = a[SIMD2(1, 2)]", "i32x2 -> a1 a0"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a[SIMD3(1, 4, 3)]", "i32x4 -> a1 a0 a3"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a[SIMD4(1, 4, 3, 2)]", "i32x4 -> a1 a0 a3 a2"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a[SIMD8(1, 4, 3, 2, 0, 0, 0, 3)]", "i32x4 -> a1 a0 a3 a2 a0 a0 a0 a3"},
	{"swift", "let a: SIMD4<Int8>\nlet r = a[SIMD16(1, 4, 3, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1)]", "i8x4 -> a1 a0 a3 a2 a0 a0 a0 a3 a0 a0 a0 a0 a0 a0 a0 a1"},
	{"swift", "let a: SIMD2<Int8>\nlet r = a[SIMD32(repeating: 1)]", "i8x2 ->" + strings.Repeat(" a1", 32)},
	{"swift", "let a: SIMD2<Int8>\nlet r = a[SIMD64(repeating: 1)]", "i8x2 ->" + strings.Repeat(" a1", 64)},
	{"swift", "let a: SIMD4<Int32>\nlet r = a[‹SIMD4(1, 2)›]", "SIMD4 has 4 lanes, and these are 2"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a.lowHalf", "i32x4 -> a0 a1"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a.highHalf", "i32x4 -> a2 a3"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a.evenHalf", "i32x4 -> a0 a2"},
	{"swift", "let a: SIMD4<Int32>\nlet r = a.oddHalf", "i32x4 -> a1 a3"},
	{"swift", "let a: SIMD2<Int32>\nlet r = SIMD4(lowHalf: a, highHalf: b)", "i32x2 i32x2 -> a0 a1 b0 b1"},
	{"swift", "let a: SIMD2<Int32>\nlet r = SIMD4(evenHalf: a, oddHalf: b)", "i32x2 i32x2 -> a0 b0 a1 b1"},
}

// The rows, of which each entry of the tables has one, except instructions, which are held by intrinsics.
func TestDocumented(t *testing.T) {
	written := map[string]string{}
	for _, row := range documented {
		d := language(t, row.language)
		written[row.language] += row.text + "\n"
		if strings.Contains(row.text, "‹") {
			dialecttest.Refused(t, d, [][2]string{{row.text, row.want}})
			continue
		}
		want, warning, _ := strings.Cut(row.want, "; ")
		r, err := d.Read(row.text, dialect.Options{})
		if err != nil || r.Map.String() != want || !strings.Contains(strings.Join(r.Warnings, "; "), warning) {
			t.Errorf("%s: %s is %s with %q, want %s: %v", row.language, row.text, r.Map, r.Warnings, row.want, err)
		}
		if !d.Looks(row.text) {
			t.Errorf("%s: %s does not look like it", row.language, row.text)
		}
	}
	for _, e := range maskcall.Entries() {
		for _, part := range strings.SplitAfter(e.Name, ":") { // labels stand apart
			if !e.Exact && part != "" && part != "[]" && !strings.Contains(written[e.Language], part) {
				t.Errorf("%s: %s has no row", e.Language, e.Name)
			}
		}
	}
}
