package maskcall_test

import (
	"errors"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/maskcall"
	"github.com/lanescope/lanescope/syntax"
)

// Any text is a map or an error with a place, in every language.
func FuzzRead(f *testing.F) {
	for _, d := range maskcall.Dialects() {
		f.Add(d.Example)
	}
	f.Add("fn f(a: Simd<u8, 4>, b: u8x4) -> u8x4 { let (lo, hi) = a.interleave(b); hi.rotate_elements_left::<1>() }")
	f.Add("const mask = [_]i32{ 0, ~@as(i32, 0), undefined };\n_ = @shuffle(u8, a, std.simd.reverseOrder(b), mask);")
	f.Add("Vector128<int> r = Vector128.Shuffle(a.AsByte(), Vector128<byte>.Zero).AsInt32();")
	f.Add("if (Ssse3.IsSupported) return Ssse3.Shuffle(Sse2.UnpackLow(a.AsInt16(), b.As<T, short>()).AsByte(), Vector128.Create(0x00010203, 1, 2, -1).AsByte());\nelse return Arm64.ZipLow(a, b);")
	f.Add("var m = Vector256.Create(7L, 6, 5, 4).AsInt32(); var t = Avx2.PermuteVar8x32(v, m); Avx2.AlignRight(t, Vector256<byte>.Zero, 5).AsInt64().GetUpper()")
	f.Add("f(a::Vec{4,UInt8}) = shufflevector(a, Val{(3, :undef)}()) # end")
	f.Add("let v: SIMD8<Int16>\nSIMD8(lowHalf: v.highHalf, highHalf: SIMD4(v[7], v.x, v.y, 0))")
	chance.Fuzz(f, func(t *testing.T, text string) {
		for _, d := range maskcall.Dialects() {
			d.Looks(text)
			for _, typ := range []string{"", "u8x16"} {
				r, err := d.Read(text, dialect.Options{Type: typ})
				if err != nil {
					var e *syntax.Error
					if !errors.As(err, &e) || e.Text != text || e.Off > e.End || e.End > len(text) {
						t.Fatalf("%s: %q: the error has no place: %v", d.Name, text, err)
					}
					_ = e.Caret()
					continue
				}
				if err := r.Map.Check(); err != nil || len(r.Names) != len(r.Map.Src) {
					t.Fatalf("%s: %q: %d names for %d sources: %v", d.Name, text, len(r.Names), len(r.Map.Src), err)
				}
			}
		}
	})
}
