package esimd_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/esimd"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/syntax"
)

// Texts as programs have them.
func TestStatements(t *testing.T) {
	for _, row := range []struct{ language, text, want, names, to string }{
		// what is read and never written is an input, declared or not
		{"esimd", "simd<int, 8> v; v.select<4, 2>(0)", "i32x8 -> a0 a2 a4 a6", "v", ""},
		{"esimd", "v.select<4, 2>(1)", "i32x8 -> a1 a3 a5 a7", "v", ""},
		{"esimd", "auto r = v.select<2, 1>(0);", "i32x2 -> a0 a1", "v", "r"},
		{"esimd", "r = v.select<8, 2>(0).select<4, 2>(1);", "i32x16 -> a2 a6 a10 a14", "v", "r"},
		// what is written in parts keeps the rest, which is undefined if it was declared here
		{"esimd", "v.select<2, 2>(0) = w;", "i32x2 -> a0 . a1 .", "w", "v"},
		{"esimd", "simd<int, 4> v; v.select<2, 2>(0) = w;", "i32x2 -> a0 _ a1 _", "w", "v"},
		{"esimd", "void f(simd<int, 4> &v, simd<int, 2> w) { v.select<2, 2>(0) = w; }", "i32x2 -> a0 . a1 .", "w", "v"},
		{"esimd", "void f(simd<int, 4> &v) { v.select<2, 1>(2) = v.select<2, 1>(0); }", "-> i32x4: . . d0 d1", "", "v"},
		{"cm", "_GENX_ void f(vector_ref<short, 4> v, vector<short, 2> w) { v.select<2, 1>(1) = w; v.select<1, 1>(0) = 7; }", "i16x2 -> #7 a0 a1 .", "w", "v"},
		{"esimd", "simd<int, 4> f(simd<int, 4> a, simd<int, 4> b) {\n  simd<int, 4> r;\n  r.select<2, 2>(0) = a.select<2, 1>(0);\n  r.select<2, 2>(1) = b.select<2, 1>(0); // interleaved\n  return r;\n}", "i32x4 i32x4 -> a0 b0 a1 b1", "a b", "r"},
		// an auto and a reference are views: what is written to them goes into the vector
		{"esimd", "void f(simd<int, 4> &v, simd<int, 2> w) { auto odd = v.select<2, 2>(1); odd = w; }", "i32x2 -> . a0 . a1", "w", "v"},
		{"cm", "matrix<int, 2, 2> m; vector<int, 2> w; vector_ref<int, 2> c = m.column(1); c = w;", "i32x2 -> _ a0 _ a1", "w", "m"},
		{"cm", "matrix<int, 2, 2> m; vector<int, 2> w; m.column(0) = 0; m.column(1) = w; m.row(1);", "i32x2 -> z a1", "w", ""},
		// a copy is none
		{"esimd", "simd<int, 2> f(simd<int, 4> v) { simd<int, 2> c = v.select<2, 2>(1); c[0] = 9; return v.select<2, 2>(1); }", "i32x4 -> a1 a3", "v", ""},
		// elements, rows, casts, namespaces, templates
		{"cm", "vector<float, 4> v; vector<float, 4> r; r(0) = v(3); r(1) = v(2); r(2) = v[1]; r(3) = v(0);", "i32x4 -> a3 a2 a1 a0", "v", "r"},
		{"cm", "matrix<float, 2, 3> m; m[1][2];", "i32x6 -> a5", "m", ""},
		{"cm", "matrix<float, 2, 3> m; m(1, 0);", "i32x6 -> a3", "m", ""},
		{"cm", "matrix<int, 4, 4> m1; matrix_ref<char, 4, 16> m2 = m1.format<char, 4, 16>(); m2.select<1, 1, 4, 1>(1, 4);", "i8x64 -> a20 a21 a22 a23", "m1", ""},
		{"cm", "matrix<float, 2, 8> m4; vector_ref<float, 16> v1 = m4.format<float>(); v1.select<2, 8>(1);", "i32x16 -> a1 a9", "m4", ""},
		{"cm", "vector<int, 8> v; v.select_all()", "i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7", "v", ""},
		{"esimd", "sycl::ext::intel::esimd::simd<sycl::half, 4> v; v.template select<2, 2>(0);", "i16x4 -> a0 a2", "v", ""},
		{"esimd", "simd<int, 4> f(simd<int, 8> v) { simd<unsigned, 4> r = v.template bit_cast_view<unsigned>().select<4, 2>(0); return r; }", "i32x8 -> a0 a2 a4 a6", "v", "r"},
		{"esimd", "template <int N> ESIMD_INLINE simd<int, 2> f(simd<int, 4> v) SYCL_ESIMD_FUNCTION { constexpr int k = 1; return v.select<k + 1, 2 * k>(k); }", "i32x4 -> a1 a3", "v", ""},
		{"esimd", "#include <sycl/ext/intel/esimd.hpp>\nusing namespace sycl::ext::intel::esimd;\nsimd<int, 4> v; /* a comment */ v.select<2, 1>(2)", "i32x4 -> a2 a3", "v", ""},
		// indices that are known, as C for Metal's document has them
		{"cm", "vector<int, 12> v; vector<ushort, 4> idx; idx = 7; idx(0) = 2; idx(2) = 4; idx(3) = 10; v.iselect(idx);", "i32x12 -> a2 a7 a4 a10", "v", ""},
		{"cm", "matrix<int, 4, 2> a; vector<ushort, 3> b({0, 2, 3}), c({1, 0, 0}); vector<int, 3> out; out = a.iselect(b, c);", "i32x8 -> a1 a4 a6", "a", "out"},
		{"esimd", "simd<int, 8> v; v.iselect(simd<uint16_t, 4>(6, -2))", "i32x8 -> a6 a4 a2 a0", "v", ""},
		// what memory holds is an input; what goes there is the result
		{"esimd", "simd<int, 8> v = block_load<int, 8>(p); block_store(q, v.select<4, 2>(0));", "i32x8 -> a0 a2 a4 a6", "v", ""},
		{"esimd", "simd<int, 8> v(p); simd<int, 4> r = v.select<4, 1>(4); r.copy_to(q);", "i32x8 -> a4 a5 a6 a7", "v", "r"},
		{"esimd", "simd<int, 8> v; v.copy_from(p); v.replicate_w<2, 2>(6).copy_to(q);", "i32x8 -> a6 a7 a6 a7", "v", ""},
		{"cm", "matrix<uchar, 2, 4> in; read(INBUF, x, y, in); write(OUTBUF, x, y, in.row(1));", "i8x8 -> a4 a5 a6 a7", "in", ""},
		{"esimd", "simd<int, 8> v; v = block_load<int, 8>(p); v.select<2, 1>(6)", "i32x8 -> a6 a7", "v", ""},
		{"esimd", "simd<int, 4> f(simd<int, 4> w) { simd<int, 4> v; v = w; v = block_load<int, 4>(p); return v; }", "i32x4 -> a0 a1 a2 a3", "v", "v"},
		{"esimd", "simd<int, 4> f(simd<int, 4> w) { simd<int, 4> v; v = w; v.copy_from(p); return v; }", "i32x4 -> a0 a1 a2 a3", "v", "v"},
		{"esimd", "simd<int, 4> v; v.read().select<2, 1>(2) /* it ends in a comment", "i32x4 -> a2 a3", "v", ""},
		{"esimd", "simd<int, 2> v; v.bit_cast_view<const unsigned short>().select<2, 2>(1)", "i16x4 -> a1 a3", "v", ""},
		// the function of two vectors
		{"esimd", "simd<int, 4> a, b; simd_mask<4> m({1, 0, 0, 1}); simd<int, 4> r = merge(a, b, m);", "i32x4 i32x4 -> a0 b1 b2 a3", "a b", "r"},
		{"esimd", "simd<int, 4> v = w[2];", "i32x4 -> a2 a2 a2 a2", "w", "v"},
		// LLVM
		{"genx", "define <4 x i32> @f(<16 x i32> %v) {\nentry: ; a label\n  %t = call <8 x i32> @llvm.genx.rdregioni.v8i32.v16i32.i16(<16 x i32> %v, i32 0, i32 8, i32 2, i16 4, i32 undef) #3\n  %b = bitcast <8 x i32> %t to <4 x i64>, !dbg !7\n  %r = tail call i64 @llvm.genx.rdregioni.i64.v4i64.i16(<4 x i64> %b, i32 0, i32 1, i32 1, i16 8, i32 undef)\n  ret i64 %r\n}", "i32x16 -> a5 a7", "v", "r"},
		{"genx", "%r = call <4 x float> @llvm.genx.wrregionf(<4 x float> zeroinitializer, <2 x float> <float 1.0, float undef>, i32 0, i32 2, i32 2, i16 0, i32 undef, <2 x i1> <i1 true, i1 true>)", "-> i32x4: #3f800000 z _ z", "", "r"},
		{"genx", "call <4 x i32> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 2, i16 4, i32 undef)", "i32x8 -> a1 a3 a5 a7", "v", "r"},
		{"genx", "tail call <4 x i32> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 2, i16 0, i32 undef)", "i32x8 -> a0 a2 a4 a6", "v", "r"},
		{"genx", "%r = call <4 x i8> @llvm.genx.wrregioni(<4 x i8> %v, i8 -1, i32 0, i32 1, i32 1, i16 3, i32 undef, i1 true)", "i8x4 -> a0 a1 a2 m", "v", "r"},
		{"genx", "%r = call <4 x i8> @llvm.genx.wrregioni(<4 x i8> splat (i8 3), <4 x i8> %w, i32 0, i32 4, i32 1, i16 0, i32 undef, <4 x i1> <i1 true, i1 false, i1 0, i1 1>)", "i8x4 -> a0 #3 #3 a3", "w", "r"},
	} {
		r, err := language(t, row.language).Read(row.text, dialect.Options{})
		if err != nil || r.Map.String() != row.want || strings.Join(r.Names, " ") != row.names || r.To != row.to {
			t.Errorf("%s is %s of %q to %q, %v; want %s of %q to %q", row.text, r.Map, r.Names, r.To, err, row.want, row.names, row.to)
		}
	}
	r, err := language(t, "esimd").Read("v.select<2, 1>(0)", dialect.Options{Type: "uq"})
	if err != nil || r.Map.String() != "i64x2 -> a0 a1" || len(r.Warnings) > 0 {
		t.Errorf("--type uq: %s, %q, %v", r.Map, r.Warnings, err)
	}
}

// What is wrong is said where it is.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ language, text, want string }{
		{"esimd", "a + b", "1:1: + computes, and moves no elements"},
		{"esimd", "v.select<4, 2>(i)", `1:16: the offset, "i", depends on data: expected a number`},
		{"esimd", "v.select<n, 2>(0)", `1:10: a parameter of select, "n", depends on data: expected a number`},
		{"esimd", "v.select<4>(1)", "1:1: select has 2 to 4 parameters between < and >, and these are 1"},
		{"esimd", "v.replicate_w<4>(1)", "1:1: replicate_w has 2 parameters between < and >, and these are 1"},
		{"esimd", "v.replicate_w<4, 1>()", "1:1: replicate_w takes 1 to 2 offsets here, and these are 0"},
		{"esimd", "v.select<4, 0>(1)", "1:1: a stride of select is 1 or more: replicate repeats an element"},
		{"esimd", "v.select<1, 2>(1)", "1:1: the stride of one element is 1, and this is 2"},
		{"cm", "matrix<int, 4, 4> m; m.select<1, 1, 1, 3>(1, 1)", "1:22: the stride of one element is 1, and this is 3"},
		{"cm", "matrix<int, 4, 4> m; m.select<2, 1>(1)", "1:22: select<size, stride> is a vector's: of a matrix it is select<rows, stride, columns, stride>"},
		{"cm", "vector<int, 4> m; m.row(1)", "1:19: row of a vector: rows and columns are a matrix's, or those of bit_cast_view<T, rows, columns>"},
		{"cm", "m.select<2, 2, 2, 4>(1, 2)", "1:1: nothing says how long the rows of m are: expected its declaration in front"},
		{"esimd", "v.foo(1)", `1:1: "foo" moves no elements: expected select, replicate, bit_cast_view, format, row, column, iselect or merge`},
		{"esimd", "v.select<4, 2>", "1:1: expected ( and an offset behind select"},
		{"esimd", "v.length", `1:1: "length" is a member without parentheses: expected a call`},
		{"esimd", "simd<float, 4> f = a.select<4, 1>(0); simd<int, 4> r = f;", "1:20: int becomes float, which computes new values: bit_cast_view or format would keep the bits"},
		{"esimd", "simd<half, 4> v; simd<bfloat16, 4> r = v.select<4, 1>(0);", "1:40: half becomes bfloat16, which computes new values: bit_cast_view or format would keep the bits"},
		{"esimd", "simd<int, 4> r = v.select<3, 1>(0);", "1:18: 3 elements go into 4"},
		{"esimd", "v.replicate_w<4, 1>(0) = w;", "1:26: replicate, iselect and calls make a new vector, and nothing is written to it"},
		{"esimd", "v.select<4, 1>(0) += w;", "1:19: += computes, and moves no elements"},
		{"esimd", "for (int i = 0; i < 4; ++i) v.select<4, 1>(0) = w;", "1:1: for decides at run time: statements are followed one after another"},
		{"esimd", "simd<int, 4> v; v.bit_cast_view<short, 2, 3>()", "1:17: bit_cast_view keeps all bytes: 6 elements of short have 12, and there are 16"},
		{"esimd", "simd<int, 4> v; v.bit_cast_view<double, 3, 3>()", "1:17: 9 elements of double have 72 bytes, and there are 16"},
		{"esimd", "simd<char, 3> v; v.bit_cast_view<short>()", "1:18: 3 bytes are no whole number of short"},
		{"cm", "vector<int, 8> v; v.select<4, 2>(0).format<short>()", "1:19: format wants elements that follow one another, and these are apart"},
		{"esimd", "simd<int, 8> v; v.iselect(w)", "1:27: index 0 depends on data: expected constants"},
		{"cm", "vector<int, 4> v; v(1) = w[0]; v(9) = 3;", "1:39: element 0 lies outside of v, and is written"},
		{"esimd", "simd<int, 4> v, w, k; v.merge(w, k); v.select<2, 1>(0)", "1:38: v was merged under the mask k: it is a map only once that is known"},
		{"esimd", "simd<int, 4> v, w, k, x; v.merge(w, x, k);", "1:40: the mask depends on data: with it known, merge is a map"},
		{"esimd", "v" + strings.Repeat(".select<1, 1>(0)", 65), "1:1: more than 64 members follow one another"},
		{"esimd", strings.Repeat("(", 400) + "v", "1:23: expressions stand more than 24 deep in each other"},
		{"esimd", strings.Repeat("simd<int, 4> v;", 257), "1:3841: more than 256 statements"},
		{"esimd", "simd<int, 4> v; v.select<2, 1>(0) = block_load<int, 2>(p);", "1:37: what it loads goes into elements that are not a whole vector"},
		{"esimd", "simd<int, 0> v;", "1:1: a vector has 1 to 16384 bytes"},
		{"esimd", "simd<int, 99999> v;", "1:11: the size is 99999: expected 0 to 16384"},
		{"esimd", "simd<int, 4> v;", "1:1: nothing in it moves elements: select, replicate, bit_cast_view, format, iselect and merge do"},
		{"esimd", "__esimd_rdregion<int, 8, 4, 1, 3, 1>(v, 0)", "1:1: a width of 3: it divides the 4 elements of the region"},
		{"esimd", "__esimd_rdregion<int, 8, 4, 1, 2, 1>(v, 2)", "1:1: an offset of 2 bytes is no whole number of elements of 4"},
		{"genx", "%r = call <4 x i32> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 1, i16 %o, i32 undef)", "1:77: the offset depends on data: expected a number of bytes"},
		{"genx", "%r = call <4 x i32> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 1, i16 0)", `1:82: expected "," and the width of the parent, found ")"`},
		{"genx", "%r = call <4 x i16> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 1, i16 0, i32 undef)", "1:11: the types of the vectors do not agree"},
		{"genx", "%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %v, <2 x i32> %w, i32 0, i32 2, i32 3, i16 4, i32 undef, i1 true)", "1:21: element 4 is written outside of a vector of 4"},
		{"genx", "%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %v, <2 x i32> %w, i32 0, i32 2, i32 1, i16 4, i32 undef, <2 x i1> %m)", "1:109: the mask depends on data: with it known, the write is a map"},
		{"genx", "add <4 x i32> %a, %b", `1:1: expected the name of a value, with %, found "add"`},
		{"genx", "%r = add <4 x i32> %a, %b", `1:6: expected a call or a bitcast, found "add"`},
		{"genx", "%r = call <4 x i32> @llvm.genx.add(<4 x i32> %a)", "1:21: expected a call of llvm.genx.rdregion or llvm.genx.wrregion"},
		{"genx", "%r = call <4 x i32> @llvm.genx.rdregioni(<8 x i32> %v, i32 0, i32 4, i32 1, <2 x i16> <i16 0, i16 4>, i32 undef)", "1:21: 2 offsets for 1 rows"},
	} {
		r, err := language(t, row.language).Read(row.text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Error(), row.want) {
			t.Errorf("%s is %s, %v; want %s", row.text, r.Map, err, row.want)
		}
	}
}

// What is outside of a vector is undefined, and said.
func TestOutside(t *testing.T) {
	for _, row := range []struct{ language, text, want string }{
		{"esimd", "simd<int, 4> v; v.select<2, 3>(2)", "i32x4 -> a2 _"},
		{"cm", "matrix<int, 2, 4> m; m.select<1, 1, 3, 1>(0, 2)", "i32x8 -> a2 a3 _"},
		{"genx", "%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %v, i32 0, i32 2, i32 3, i16 8, i32 undef)", "i32x4 -> a2 _"},
	} {
		r, err := language(t, row.language).Read(row.text, dialect.Options{})
		if err != nil || r.Map.String() != row.want || !strings.Contains(strings.Join(r.Warnings, " "), "lies outside of the vector, and is undefined") {
			t.Errorf("%s is %s, %q, %v; want %s", row.text, r.Map, r.Warnings, err, row.want)
		}
	}
}

// What is said of a map reads back as the map: of regions in one form, of all maps in several lines.
func TestRegionsReadBack(t *testing.T) {
	rng := chance.Random(t, 52)
	said, sequences := map[string]int{}, 0
	for range 3000 {
		m := lane.Map{Bits: 8 << rng.IntN(4), Src: []int{1 + rng.IntN(24)}}
		n, w := 1+rng.IntN(3), 1+rng.IntN(4)
		v, h, at := rng.IntN(6), rng.IntN(4), rng.IntN(4)
		for i := range n * w {
			m.Lane = append(m.Lane, lane.From(0, (at+i/w*v+i%w*h)%m.Src[0]))
		}
		if rng.IntN(3) == 0 { // any map
			m.Src = append(m.Src, 1+rng.IntN(9))
			for i := range m.Lane {
				switch rng.IntN(5) {
				case 0:
					m.Lane[i] = lane.From(1, rng.IntN(m.Src[1]))
				case 1:
					m.Lane[i] = lane.Fixed(lane.ConstOf(rng.Uint64()&rng.Uint64()).Slice(0, m.Bits))
				case 2:
					m.Lane[i] = []lane.Lane{{}, lane.FromOld(i)}[rng.IntN(2)]
				}
			}
		}
		for _, d := range esimd.Dialects() {
			if text, err := d.Form(m); err == nil {
				said[d.Name]++
				back(t, d, m, text, lane.Equal)
			}
			lines, err := d.Sequence(t.Context(), m)
			if err != nil {
				if d.Name == "genx" && (m.ReadsOld() || !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind != lane.Undefined })) {
					continue
				}
				t.Fatalf("%s: %s: %v", d.Name, m, err)
			}
			sequences++
			if !slices.ContainsFunc(m.Lane, func(l lane.Lane) bool { return l.Kind == lane.Source || l.Kind == lane.Constant }) {
				continue // nothing is written, and nothing read back
			}
			back(t, d, m, strings.Join(lines, "\n"), lane.Equal, lane.RefinedBy)
		}
	}
	if sequences < 8000 || said["esimd"] < 1000 || said["cm"] < 1000 || said["genx"] < 1000 {
		t.Errorf("%d sequences and %v: hardly any was said", sequences, said)
	}
}

// back reads what was said of a map.
func back(t *testing.T, d dialect.Dialect, m lane.Map, text string, relations ...lane.Relation) {
	t.Helper()
	if !d.Looks(text) {
		t.Fatalf("%s: %q does not look like it", d.Name, text)
	}
	r, err := d.Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s says %s as\n%s\n%v", d.Name, m, text, err)
	}
	renamed := r.Map.Clone()
	for i, l := range renamed.Lane {
		if l.Kind == lane.Source {
			k, _ := lane.SourceIndex(r.Names[l.Src])
			renamed.Lane[i].Src = k
		}
	}
	renamed.Src = make([]int, len(m.Src))
	for k, n := range m.Src {
		renamed.Src[k] = n * m.Bits / r.Map.Bits
	}
	if v, err := lane.Compare(m, renamed); err != nil || !slices.Contains(relations, v.Relation) {
		t.Fatalf("%s says %s as\n%s\nwhich is %s: %v, %v", d.Name, m, text, renamed, v.Relation, err)
	}
}

// The three languages have one spelling each for a map, whichever is read first.
func TestSpellings(t *testing.T) {
	for text, want := range map[string][3]string{
		"i32x16 -> a1 a3 a5 a7": {
			"simd<uint32_t, 4> f(simd<uint32_t, 16> a) { return a.select<4, 2>(1); }",
			"_GENX_ vector<uint, 4> f(vector<uint, 16> a) { return a.select<4, 2>(1); }",
			"%r = call <4 x i32> @llvm.genx.rdregioni.v4i32.v16i32.i16(<16 x i32> %a, i32 0, i32 4, i32 2, i16 4, i32 undef)",
		},
		"i8x8 -> a5 a5 a5 a5": {
			"simd<uint8_t, 4> f(simd<uint8_t, 8> a) { return a.replicate_w<4, 1>(5); }",
			"_GENX_ vector<uchar, 4> f(vector<uchar, 8> a) { return a.replicate<4, 1>(5); }",
			"%r = call <4 x i8> @llvm.genx.rdregioni.v4i8.v8i8.i16(<8 x i8> %a, i32 0, i32 1, i32 1, i16 5, i32 undef)",
		},
		"i16x8 -> a1 a2 a5 a6": {
			"simd<uint16_t, 4> f(simd<uint16_t, 8> a) { return a.replicate_vs_w<2, 4, 2>(1); }",
			"_GENX_ vector<ushort, 4> f(vector<ushort, 8> a) { return a.replicate<2, 4, 2>(1); }",
			"%r = call <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> %a, i32 4, i32 2, i32 1, i16 2, i32 undef)",
		},
		"i64x8 -> a0 a2 a4 a3 a5 a7": {
			"simd<uint64_t, 6> f(simd<uint64_t, 8> a) { return a.replicate_vs_w_hs<2, 3, 3, 2>(0); }",
			"_GENX_ vector<unsigned long long, 6> f(vector<unsigned long long, 8> a) { return a.replicate<2, 3, 3, 2>(0); }",
			"%r = call <6 x i64> @llvm.genx.rdregioni.v6i64.v8i64.i16(<8 x i64> %a, i32 3, i32 3, i32 2, i16 0, i32 undef)",
		},
		"i32x4 -> a2": {
			"simd<uint32_t, 1> f(simd<uint32_t, 4> a) { return a[2]; }",
			"_GENX_ vector<uint, 1> f(vector<uint, 4> a) { return a(2); }",
			"%r = call <1 x i32> @llvm.genx.rdregioni.v1i32.v4i32.i16(<4 x i32> %a, i32 0, i32 1, i32 1, i16 8, i32 undef)",
		},
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for k, d := range esimd.Dialects() {
			if got, err := d.Form(m); err != nil || got != want[k] {
				t.Errorf("%s is %s, %v; want %s", text, got, err, want[k])
			}
		}
	}
	m, _ := lane.Parse("i32x4 i32x4 -> a0 b3 a1 b2 #ff .")
	lines, err := language(t, "esimd").Sequence(t.Context(), m)
	if want := "void f(simd<uint32_t, 4> a, simd<uint32_t, 4> b, simd<uint32_t, 6> &r) {|  r.select<2, 2>(0) = a.select<2, 1>(0);|  r[1] = b[3];|  r[3] = b[2];|  r[4] = 0xff;|}"; err != nil || strings.Join(lines, "|") != want {
		t.Errorf("%s, %v; want %s", strings.Join(lines, "|"), err, want)
	}
	for text, want := range map[string]string{
		"i32x4 -> a0 a2 a1":       "no one region does it",
		"i32x4 -> a0 _":           "lane 1 is undefined, which no region makes",
		"i32x4 i32x4 -> a0 b0":    "a region reads one vector, and lane 1 is b0",
		"i3x8 -> a1 a0":           "its lanes are no elements of 8, 16, 32 or 64 bits: ",
		"-> i32x20000: z":         "",
		"i64x4000 -> a0 a1":       "a vector has at most 16384 bytes",
		"i32x2 -> .1 .0":          "a region reads one vector, and lane 0 is",
		"i32x8 -> a0 a2 a1 a4 a3": "no one region does it",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			continue
		}
		if got, err := language(t, "esimd").Form(m); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s is %q, %v; want %s", text, got, err, want)
		}
	}
}

// What a text is written in is seen before it is read; HLSL's vectors and Rust's are others.
func TestLooks(t *testing.T) {
	for text, want := range map[string]string{
		"simd<int, 8> v;": "esimd", "v.select<4, 2>(1)": "esimd", "esimd::simd_view<simd<int, 4>> v": "esimd", "v.bit_cast_view<short>()": "esimd", "simd_mask<8> m;": "esimd",
		"f(x).replicate_w<4, 1>(0)": "esimd", "v.replicate<2, 4, 2, 1>(0)": "cm", "matrix<int, 4, 8> m;": "cm", "vector<float, 16> v;": "cm", "vector_ref<int, 2> v": "cm", "m.format<char>()": "cm",
		"_GENX_ void f(vector<int, 4> v) { }": "cm", "vector<float, 4> v;": "", "vector<int> v;": "", "matrix<float, 4, 4> m;": "", "simd<float> v;": "", "a.select(b)": "", "x < 4": "",
		"call @llvm.genx.rdregionf(": "genx", "call @llvm.genx.wrregioni.v4": "genx", "a.select<Int>(b)": "", "v<4": "", "": "",
		"int f(int a) { return (a) < 4; }\n_GENX_ void g()": "cm",
	} {
		got := ""
		for _, d := range esimd.Dialects() {
			if d.Looks(text) {
				got += d.Name
			}
		}
		if got != want {
			t.Errorf("%q looks like %q, want %q", text, got, want)
		}
	}
}

// In a file, a line is a form where it calls an intrinsic and its offset is a number.
func TestInLine(t *testing.T) {
	d := language(t, "genx")
	for text, want := range map[string]bool{
		"  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32(<8 x i32> %v, i32 0, i32 4, i32 2, i16 4, i32 undef)":  true,
		"  %r = call <4 x i32> @llvm.genx.rdregioni.v4i32(<8 x i32> %v, i32 0, i32 4, i32 2, i16 %o, i32 undef)": false,
		"declare <4 x i32> @llvm.genx.rdregioni.v4i32(<8 x i32>, i32, i32, i32, i16, i32)":                       false,
		"  %r = call <4 x i32> @llvm.genx.absi(<4 x i32> %v)":                                                    false,
	} {
		if got, ok := d.InLine(dialect.LineOf(text)); ok != want || ok && got != strings.TrimSpace(text) {
			t.Errorf("%s: %q, %v", text, got, ok)
		}
	}
}

// FuzzESIMD, FuzzMetal, FuzzGenX: any text is read or refused with a place.
func FuzzESIMD(f *testing.F) {
	dialecttest.Fuzz(f, esimd.Dialects()[0], "simd<int, 4> f(simd<int, 4> a, simd<int, 4> b) { simd<int, 4> r; r.select<2, 2>(0) = a.select<2, 1>(0); return r; }",
		"simd<int, 4> v, w; simd_mask<2> k; v.select<2, 2>(1).merge(w.select<2, 1>(0), k);", "v.iselect(simd<uint16_t, 4>(6, -2))", "__esimd_wrregion<int, 6, 2, 1, 2, 3>(v, w, 8, 1)", "v.bit_cast_view<short, 2, 4>().column(1)")
}

func FuzzMetal(f *testing.F) {
	dialecttest.Fuzz(f, esimd.Dialects()[1], "matrix<int, 2, 2> m; vector<int, 2> w; vector_ref<int, 2> c = m.column(1); c = w; m(1, 0) = 0x7; m.row(1).merge(0, 2);", "vector<int, 12> v; vector<ushort, 4> idx({1, 2}); v.iselect(idx).format<char, 4, 4>();")
}

func FuzzGenX(f *testing.F) {
	dialecttest.Fuzz(f, esimd.Dialects()[2], "%r = call <4 x i8> @llvm.genx.wrregioni(<4 x i8> splat (i8 3), <4 x i8> %w, i32 0, i32 4, i32 1, i16 0, i32 undef, <4 x i1> <i1 true, i1 false, i1 0, i1 1>)\n%s = bitcast <4 x i8> %r to i32\nret i32 %s",
		"%r = call <2 x float> @llvm.genx.rdregionf(<6 x float> %v, i32 7, i32 1, i32 1, <2 x i16> <i16 4, i16 0>, i32 undef), !dbg !3")
}

// Choices where the documents are silent are whole, and held by tests here.
func TestErrata(t *testing.T) { dialecttest.Errata(t, esimd.Errata, "esimd", 541) }
