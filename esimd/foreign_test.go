package esimd_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// A mark of no language is refused wherever it stands.
func TestForeign(t *testing.T) {
	dialecttest.Foreign(t, language(t, "genx"), "`",
		"%r = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %a, i32 -1, i32 2, i32 1, i16 32, i32 undef)",
		"%r = tail call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, <2 x i1> <i1 true, i1 false>)",
		"%r = call <2 x float> @llvm.genx.rdregionf(<6 x float> %v, i32 7, i32 1, i32 1, <2 x i16> <i16 4, i16 0>, i32 undef)",
		"%r = bitcast <4 x i32> %a to <8 x i16>",
		"%r = call <2 x i32> @llvm.genx.wrregioni(<2 x i32> splat (i32 7), <1 x i32> <i32 9>, i32 0, i32 1, i32 1, i16 4, i32 undef, i1 true)\nret <2 x i32> %r",
	)
	dialecttest.Foreign(t, language(t, "esimd"), "`",
		"simd<int, 16> a; simd<int, 8> r = a.select<8, 2>(1);",
		"simd<int, 8> a, b(0, 3); a.select<2, 2>(1) = b.select<2, 1>(4);",
		"simd<int, 8> f(simd<int, 8> &a, const simd<int, 8> b)«»{ simd_mask<8> m({1, 0, 1, 0, 1, 0, 1, 0}); a.merge(b, m); return a; }",
		"simd<short, 8> a; a.bit_cast_view<int, 2, 2>().row(1)[0] = 7;",
		"simd<int, 8> a; auto r = a.iselect(simd<ushort, 4>{7, 1, (char)2, 3});",
		"__esimd_wrregion<int, 4, 2, 0, 2, 2>(v, w, 4, 1)",
		"simd<int, 4> a; a.replicate_vs_w_hs<2, 1, (2 + 2) / 2, 1>(1 ? 0 : 2)",
	)
	dialecttest.Foreign(t, language(t, "cm"), "`",
		"matrix<int, 4, 8> m; vector<int, 4> r = m.select<2, 2, 2, 4>(1, 2);",
		"vector<int, 8> a; vector_ref<int, 4> r(a.select<4, 2>(1)); r = 5;",
	)
}
