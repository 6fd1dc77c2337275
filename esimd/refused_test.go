package esimd_test

import (
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// What is refused of ESIMD, and where.
func TestRefusedESIMD(t *testing.T) {
	dialecttest.Refused(t, language(t, "esimd"), [][2]string{
		{"v.select<2, 1>(‹{0, 1}›)", `the offset, "{0, 1}", depends on data: expected a number`},
		{"{‹0›, 1}", "a number moves no elements"},
		{"v = ‹{0, 1}›;", "nothing says of what type the list is"},
		{"simd<int, 4> v = ‹{1, 2, 3, 4, 5}›;", "5 numbers for 4 elements"},
		{"simd<int, 4> v{‹k›};", "expected a number"},
		{"simd<int, 4> ‹v(1, 2, 3)›;", "expected a vector, a list, a number, or a number and a step"},
		{"simd<int, 4> ‹v(w, 3)›;", "expected a vector, a list, a number, or a number and a step"},
		{"simd<int, 4> v(w); simd<int, 4> r = ‹v.select<2, 1>(0)›;", "2 elements go into 4"},
		{"simd<int, 4> w; simd<short, 4> ‹v(w)›;", "int becomes short, which computes new values: bit_cast_view or format would keep the bits"},
		{"simd<int, 4> w; simd<int, 3> ‹v(w)›;", "4 elements go into 3"},
		{"simd<int, 4> w; simd<int, 3> v = ‹w›;", "4 elements go into 3"},
		{"simd<int, 4> w; simd<float, 4> v = ‹w›;", "int becomes float, which computes new values: bit_cast_view or format would keep the bits"},
		{"auto ‹v(3)›;", "expected = and a vector"},
		{"simd<int, 4> w; auto ‹v(w)›;", "expected = and a vector"},
		{"int ‹k(3)›;", "expected = and a vector"},
		{"simd<int, 4> w; simd_view<int> ‹v(w, 3)›;", "expected = and a vector"},
		{"simd<int, 4> w; simd_view ‹r(w)›;", `"r" moves no elements`},
		{"‹simd<int, 4> v; /* b›", "nothing in it moves elements: select, replicate, bit_cast_view, format, iselect and merge do"},
		{"‹/› v.select<2, 1>(1)", `expected a vector, or a number, found "/"`},
		{"v.select<2, 1>(1) /‹›", "expected a vector, or a number, found the end"},
		{"simd<int, 4> v; ‹if› (k) v = 0;", "if decides at run time: statements are followed one after another"},
		{"simd<int, 4> v; ‹for› (;;) v = 0;", "for decides at run time: statements are followed one after another"},
		{"simd<int, 4> v; v ‹+=› 1;", "+= computes, and moves no elements"},
		{"simd<int, 4> v; v ‹<<=› 1;", "<<= computes, and moves no elements"},
		{"simd<int, 4> v; v‹++›;", "++ computes, and moves no elements"},
		{"simd<int, 4> v; v ‹-=› w;", "-= computes, and moves no elements"},
		{"simd<int, 4> v, w; w = ‹v + v›;", "+ computes, and moves no elements"},
		{"simd<int, 4> v, w; w = ‹v > v›;", "> computes, and moves no elements"},
		{"simd<int, 4> v, w; w = ‹-v›;", "- computes, and moves no elements"},
		{"simd<int, 4> v, w; w = ‹!v›;", "! computes, and moves no elements"},
		{"simd<int, 4> v; ‹v.foo<2>(1)›", "> computes, and moves no elements"},
		{"simd<int, 4> v; ‹v.select<2>(1)›", "select has 2 to 4 parameters between < and >, and these are 1"},
		{"simd<int, 4> v; ‹v.select<2, 1, 1>(1)›", "select has 2 to 4 parameters between < and >, and these are 3"},
		{"simd<int, 4> v; ‹v.select<2, 1>›", "expected ( and an offset behind select"},
		{"simd<int, 4> v; ‹v.x›", `"x" is a member without parentheses: expected a call`},
		{"simd<int, 4> v; ‹v.select<2, 0>(1)›", "a stride of select is 1 or more: replicate repeats an element"},
		{"simd<int, 4> v; ‹v.select<1, 2>(1)›", "the stride of one element is 1, and this is 2"},
		{"simd<int, 4> v; ‹v.select<0, 1>(1)›", "0 elements: a vector has 1 to 4096 of int"},
		{"simd<int, 4> v; ‹v.select<2, 1>(1, 2)›", "select takes 0 to 1 offsets here, and these are 2"},
		{"simd<int, 4> v; v.select<2, 1>(3) = ‹1›;", "element 1 lies outside of v, and is written"},
		{"simd<int, 4> v; v.select<2, 1>(‹-1›)", "the offset is -1: expected 0 to 16384"},
		{"simd<int, 4> v; v.select<2, 1>(‹16385›)", "the offset is 16385: expected 0 to 16384"},
		{"simd<int, 4> v; ‹v.row(1)›", "row of a vector: rows and columns are a matrix's, or those of bit_cast_view<T, rows, columns>"},
		{"‹v.row(1)›", "nothing says how long the rows of v are: expected its declaration in front"},
		{"simd<int, 8> v; ‹v.bit_cast_view<int, 2, 4>().select<2, 1>(1)›", "select<size, stride> is a vector's: of a matrix it is select<rows, stride, columns, stride>"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().select<2, 1, 2, 2>(0, 3) = ‹1›;", "element 1 lies outside of v, and is written"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>()(1‹,› 2)", `expected ")", found ","`},
		{"simd<int, 8> v; auto m = v.bit_cast_view<int, 2, 4>(); ‹m(1)›", "m is a name of 8 elements: an element is m(i), or (row, column) in a matrix"},
		{"simd<int, 8> v; ‹v(1, 2)›", "v is a name of 8 elements: an element is v(i), or (row, column) in a matrix"},
		{"simd<int, 8> v; ‹v[1, 2]›", "expected one index"},
		{"simd<int, 8> v; ‹v[]›", "expected one index"},
		{"simd<int, 8> v; v[‹k›]", `the index, "k", depends on data: expected a number`},
		{"simd<int, 8> v; ‹v.bit_cast_view<int, 2, 3>()›", "bit_cast_view keeps all bytes: 6 elements of int have 24, and there are 32"},
		{"simd<int, 8> v; v.bit_cast_view<int, ‹0›, 3>()", "expected 1 or more"},
		{"simd<int, 8> v; ‹v.bit_cast_view<int, 3, 3>()›", "9 elements of int have 36 bytes, and there are 32"},
		{"simd<int, 8> v; ‹v.bit_cast_view<foo>()›", "expected the type of an element between < and >, or that and rows and columns"},
		{"simd<char, 3> v; ‹v.bit_cast_view<short>()›", "3 bytes are no whole number of short"},
		{"simd<int, 8> v; ‹v.bit_cast_view<int, 2>()›", "expected the type of an element between < and >, or that and rows and columns"},
		{"simd<int, 8> v; ‹v.bit_cast_view<int, 4096, 4096>()›", "a vector has 1 to 16384 bytes"},
		{"simd<int, 8> v; ‹v.iselect()›", "iselect takes a vector of indices, or of rows and of columns in a matrix"},
		{"simd<int, 8> v; ‹v.iselect(1, 2)›", "iselect takes a vector of indices, or of rows and of columns in a matrix"},
		{"simd<int, 8> v; v.iselect(‹k›)", "index 0 depends on data: expected constants"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().iselect(simd<ushort, 2>(0, 1), ‹simd<ushort, 3>(3, 0)›)", "3 columns for 2 rows"},
		{"simd<int, 8> v; v.iselect(simd<ushort, 2>(1, 2)) = ‹3›;", "replicate, iselect and calls make a new vector, and nothing is written to it"},
		{"simd<int, 8> v; v.replicate<2>() = ‹3›;", "replicate, iselect and calls make a new vector, and nothing is written to it"},
		{"simd<int, 8> v, w; ‹v.merge(w)›;", "merge takes a vector and a mask, or two and a mask"},
		{"simd<int, 8> v, w; ‹v.merge(w, w, w, w)›;", "merge takes a vector and a mask, or two and a mask"},
		{"simd<int, 8> v, w; simd<ushort, 4> m(1); v.merge(w, ‹m›);", "a mask of 4 elements for 8"},
		{"simd<int, 8> v, w, u; u = merge(v, w, ‹m›);", "the mask depends on data: with it known, merge is a map"},
		{"simd<int, 8> v, w, u; u = ‹merge(v, w)›;", "merge takes two vectors and a mask"},
		{"simd<int, 8> v, w; simd_mask<8> k; v.merge(w, k); ‹v›.select<2, 1>(0)", "v was merged under the mask k: it is a map only once that is known"},
		{"simd<int, 8> v, w; simd_mask<8> k; v.merge(w, k); ‹v› = 0;", "v was merged under the mask k: it is a map only once that is known"},
		{"simd<int, 8> v; simd_mask<8> k; v.select<4, 1>(0).merge(w, ‹k›);", "a mask of 8 elements for 4"},
		{"‹v.copy_from(p)›;", `what it loads goes into "v", of which nothing says how long it is`},
		{"simd<int, 8> v; v.select<2, 1>(0) = ‹block_load<int, 2>(p)›;", "what it loads goes into elements that are not a whole vector"},
		{"simd<int, 8> v; ‹foo(v)›;", `"foo" moves no elements`},
		{"‹simd<foo, 8>› v;", "expected the type of an element and 1 numbers between < and >"},
		{"‹simd<int>› v;", "expected the type of an element and 1 numbers between < and >"},
		{"‹simd<int, 0>› v;", "a vector has 1 to 16384 bytes"},
		{"‹simd<int, 5000>› v;", "a vector has 1 to 16384 bytes"},
		{"simd<int, ‹k›> v;", `the size, "k", depends on data: expected a number`},
		{"simd<int, 8 ‹v›;", `expected "," or ">", found "v"`},
		{"‹simd<int, 8>› 7;", "expected a vector, a list, a number, or a number and a step"},
		{"simd<int, 8> v, ‹7›;", `expected the name of a vector, found "7"`},
		{"simd<int, 8> f(foo x, int n, simd<int, 8> v) { return v.select<2, 1>(‹n›); }", `the offset, "n", depends on data: expected a number`},
		{"simd<int, 8> f(simd<int, 8> v ‹w›) { }", `expected "," or ")", found "w"`},
		{"v.select<2, 1>(3 ? ‹)›", `expected a vector, or a number, found ")"`},
		{"v.select<2, 1>(1 ? 2 : ‹)›", `expected a vector, or a number, found ")"`},
		{"v.select<2, 1>((1)‹›", `expected "," or ")", found the end`},
		{"v.select<2, 1>(‹!1›)", `the offset, "!1", depends on data: expected a number`},
		{"v.select<2, 1>(‹1.5›)", "expected the offset, found a number with a fraction"},
		{"v.select<2, 1>(‹0x›)", `expected a number, found "0x"`},
		{"v.select<2, 1>(‹1e›)", `expected a number, found "1e"`},
		{"v.select<2, 1>(‹1e400›)", `expected a number, found "1e400"`},
		{"simd<float, 2> v = ‹~.5›;", "~ computes, and moves no elements"},
		{"‹this.v›", `"v" is a member without parentheses: expected a call`},
		{"‹;;{}›", "nothing in it moves elements: select, replicate, bit_cast_view, format, iselect and merge do"},
		{"simd<short, 2> v = ‹w.select<2, 1>(1)›;", "int becomes short, which computes new values: bit_cast_view or format would keep the bits"},
	})
}

// What is read of ESIMD.
func TestReadESIMD(t *testing.T) {
	dialecttest.Meanings(t, language(t, "esimd"), [][2]string{
		{"simd<int, 4> v = {0, 1}; v.select<2, 1>(1)", " of : -> i32x2: 1 z"},
		{"simd<int, 4> v; v = {4, 5}; v.select<2, 1>(1)", " of : -> i32x2: #5 z"},
		{"simd<int, 4> v(p); v.select<2, 2>(1)", " of v: i32x4 -> a1 a3"},
		{"simd<int, 4> w; simd<int, 4> v(w); v.select<2, 2>(1)", " of w: i32x4 -> a1 a3"},
		{"simd<int, 4> v, v2; /* a */ v2 = v; // b", "v2 of v: i32x4 -> a0 a1 a2 a3"},
		{"simd<int, 4> v; // b\nv.select<2, 1>(1)", " of v: i32x4 -> a1 a2"},
		{"v.select<2, 1>(1) /*/ 7", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"simd<int, 4> v; v.select<2, 1>(3)", ` of v: i32x4 -> a3 _; element 1 of "v.select<2, 1>(3)" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().row(1).select<2, 1>(1)", " of v: i32x8 -> a5 a6"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().select<2, 1, 2, 2>(0, 1)", " of v: i32x8 -> a1 a3 a5 a7"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().select<2, 1, 2, 2>(1, 1)", ` of v: i32x8 -> a5 a7 _ _; element 2 of "v.bit_cast_view<int, 2, 4>().se…" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().select<2, 1, 2, 2>(0, 3)", ` of v: i32x8 -> a3 _ a7 _; element 1 of "v.bit_cast_view<int, 2, 4>().se…" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().column(3)", " of v: i32x8 -> a3 a7"},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>()[1]", " of v: i32x8 -> a4 a5 a6 a7"},
		{"simd<int, 8> v; auto m = v.bit_cast_view<int, 2, 4>(); m(1, 2)", " of v: i32x8 -> a6"},
		{"simd<int, 8> v; v(8)", ` of : -> i32x1: _; element 0 of "v(8)" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v[8]", ` of : -> i32x1: _; element 0 of "v[8]" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v.iselect(simd<ushort, 2>(1, 8))", ` of v: i32x8 -> a1 _; element 1 of "v.iselect(simd<ushort, 2>(1, 8))" lies outside of the vector, and is undefined`},
		{"simd<int, 8> v; v.bit_cast_view<int, 2, 4>().iselect(simd<ushort, 2>(0, 1), simd<ushort, 2>(3, 0))", " of v: i32x8 -> a3 a7"},
		{"simd<int, 8> v, w, u; simd_mask<8> m({1, 0, 1}); u.merge(v, w, m);", "u of v w: i32x8 i32x8 -> a0 b1 a2 b3 b4 b5 b6 b7"},
		{"simd<int, 8> v, w, u; u = merge(v, w, simd_mask<8>({1, 0, 1}));", "u of v w: i32x8 i32x8 -> a0 b1 a2 b3 b4 b5 b6 b7"},
		{"simd<int, 8> v, w; simd_mask<8> k; v.merge(w, k);", "v of w: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"simd<int, 8> v; v.copy_from(p); v.select<2, 1>(0)", " of v: i32x8 -> a0 a1"},
		{"simd<int, 8> v; v.copy_to(p);", "v of v: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"simd<int, 8> v = block_load<int, 8>(p); v.select<2, 1>(0)", " of v: i32x8 -> a0 a1"},
		{"simd<int, 8> v; block_store<int, 8>(p, v.select<2, 1>(1));", " of v: i32x8 -> a1 a2"},
		{"simd<int, 8> v; block_store<int, 8>(p, v);", "v of v: i32x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"int n = 3; simd<int, 8> v; v.select<2, 1>(n)", " of v: i32x8 -> a3 a4"},
		{"n = 3; simd<int, 8> v; v.select<2, 1>(n)", " of v: i32x8 -> a3 a4"},
		{"simd<int, 8> v; v.select<2, 1>(1).select<1, 1>(1) = 3;", "v of : -> i32x8: _ _ #3 _ _ _ _ _"},
		{"v.select<2, 1>( (1) )", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"v.select<2, 1>(~-2)", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"v.select<2, 1>(1'0)", " of v: i32x16 -> a10 a11; the text declares no types: vectors are taken for those of int"},
		{"v.select<2, 1>(07)", " of v: i32x16 -> a7 a8; the text declares no types: vectors are taken for those of int"},
		{"v.select<2, 1>(5u)", " of v: i32x8 -> a5 a6; the text declares no types: vectors are taken for those of int"},
		{"v.select<2, 1>(5ull)", " of v: i32x8 -> a5 a6; the text declares no types: vectors are taken for those of int"},
		{"simd<float, 2> v = 1e-3f;", "v of : -> i32x2: #3a83126f #3a83126f"},
		{"simd<float, 2> v = 1E+3;", "v of : -> i32x2: #447a0000 #447a0000"},
		{"simd<float, 2> v = .5;", "v of : -> i32x2: #3f000000 #3f000000"},
		{"v->select<2, 1>(1)", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"v.template select<2, 1>(1)", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"a::b::v.select<2, 1>(1)", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{`extern "C" { simd<int, 8> v; v.select<2, 1>(1) }`, " of v: i32x8 -> a1 a2"},
		{"template <typename T> ; v.select<2, 1>(1)", " of v: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"static const simd<int, 8> v; v.select<2, 1>(1)", " of v: i32x8 -> a1 a2"},
		{"simd<int, 8> const v; v.select<2, 1>(1)", " of v: i32x8 -> a1 a2"},
		{"simd<int, 8> *v; v.select<2, 1>(1)", " of v: i32x8 -> a1 a2"},
		{"simd<int, 8> v; simd<int, 8> &w = v; w.select<2, 1>(1) = 3; v", "v of : -> i32x8: _ #3 #3 _ _ _ _ _"},
		{"simd<int, 8> v; auto w = v.select<2, 1>(1); w = 3; v", "v of : -> i32x8: _ #3 #3 _ _ _ _ _"},
		{"v.select<2, 1>(1); w.select<2, 1>(1)", " of w: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
		{"float x = 1.5; simd<float, 2> v = x;", "v of : -> i32x2: #3fc00000 #3fc00000"},
		{"simd<int, 8> v; v.select<2, 1>(1) = w.select<2, 2>(0); w.select<2, 1>(2) = v.select<2, 1>(1);", "w of : -> i32x4: . . d0 d2; the text declares no types: vectors are taken for those of int"},
		{"simd<int, 8> v; v.select<4, 2>(0) = v.select<4, 2>(1);", "v of : -> i32x8: d1 . d3 . d5 . d7 ."},
		{"simd<int, 2> v = w.select<2, 1>(1);", "v of w: i32x4 -> a1 a2; the text declares no types: vectors are taken for those of int"},
	})
}

// What is refused of C for Metal, and where.
func TestRefusedMetal(t *testing.T) {
	dialecttest.Refused(t, language(t, "cm"), [][2]string{
		{"matrix<int, 4, 8> m; ‹m.column(1).format<short>()›", "format wants elements that follow one another, and these are apart"},
		{"matrix<int, 4, 8> m; ‹m.select<2, 2, 2, 4>(1, 2, 3)›", "select takes 0 to 2 offsets here, and these are 3"},
		{"matrix<int, 4, 8> m; ‹m.select<2, 1>(1)›", "select<size, stride> is a vector's: of a matrix it is select<rows, stride, columns, stride>"},
		{"‹matrix<int, 4>› m; m.row(1)", "expected the type of an element and 2 numbers between < and >"},
		{"‹matrix<int, 4, 8, 2>› m; m.row(1)", "expected the type of an element and 2 numbers between < and >"},
		{"vector<int, 4> v; vector_ref<int, 2> ‹r(v, v)›;", "a view is of one vector"},
	})
}

// What is read of C for Metal.
func TestReadMetal(t *testing.T) {
	dialecttest.Meanings(t, language(t, "cm"), [][2]string{
		{"matrix<int, 4, 8> m; m.format<short>()", " of m: i16x64 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24 a25 a26 a27 a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63"},
		{"matrix<int, 4, 8> m; m.format<short, 2, 32>().row(1)", " of m: i16x64 -> a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47 a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63"},
		{"matrix<int, 4, 8> m; m.format<short, 2, 3>()", " of m: i16x64 -> a0 a1 a2 a3 a4 a5"},
		{"matrix<int, 4, 8> m; m(1, 2)", " of m: i32x32 -> a10"},
		{"matrix<int, 4, 8> m; m[1]", " of m: i32x32 -> a8 a9 a10 a11 a12 a13 a14 a15"},
		{"matrix<int, 4, 8> m; m.select<2, 2, 2, 4>(1)", " of m: i32x32 -> a1 a5 a17 a21"},
		{"matrix<int, 4, 8> m; m.select<2, 2, 2, 4>()", " of m: i32x32 -> a0 a4 a16 a20"},
		{"matrix<int, 4, 8> m; m.select_all().select<1, 1, 2, 1>(0, 0)", " of m: i32x32 -> a0 a1"},
		{"vector<int, 4> v; vector_ref<int, 2> r = v.select<2, 2>(1); r = 5; v", "v of : -> i32x4: _ #5 _ #5"},
		{"vector<int, 4> v; vector_ref<int, 2> r(v.select<2, 2>(1)); r(1) = 5; v", "v of : -> i32x4: _ _ _ #5"},
		{"vector<int, 4> v, w; v.merge(w, 0b101); v", "v of w: i32x4 -> a0 . a2 ."},
		{"vector<int, 4> v, w; v.merge(w, 3, 1); v", "v of w: i32x4 -> a0 #3 #3 #3"},
		{"vector<int, 4> v; read(p, 0, v); v.select<2, 1>(1)", " of v: i32x4 -> a1 a2"},
		{"vector<int, 4> v; write(p, 0, v);", "v of v: i32x4 -> a0 a1 a2 a3"},
		{"vector<int, 4> v; write(p, 0, v.select<2, 1>(1));", " of v: i32x4 -> a1 a2"},
		{"vector<int, 4> v; v.replicate<2, 2>(1)", " of v: i32x4 -> a1 a2 a1 a2"},
		{"_GENX_ void f(vector_ref<int, 4> v) { v.select<2, 1>(0) = v.select<2, 1>(2); }", "v of : -> i32x4: d2 d3 . ."},
		{"_GENX_ matrix<int, 2, 2> f(matrix<int, 2, 2> m) { return m.select<2, 1, 2, 1>(0, 0); }", " of m: i32x4 -> a0 a1 a2 a3"},
	})
}

// What is refused of the intrinsics, and where.
func TestRefusedGenX(t *testing.T) {
	dialecttest.Refused(t, language(t, "genx"), [][2]string{
		{"%r = call <4 x i32> ‹@llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 3, i32 1, i16 8›, i32 undef)", "a width of 3: it divides the 4 elements of the region"},
		{"%r = call <4 x i32> ‹@llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 0, i32 1, i16 8›, i32 undef)", "a width of 0: it divides the 4 elements of the region"},
		{"%r = call <4 x i32> ‹@llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 1, i16 3›, i32 undef)", "an offset of 3 bytes is no whole number of elements of 4"},
		{"%r = call <4 x i32> ‹@llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 1, <3 x i16> <i16 0, i16 4, i16 8>›, i32 undef)", "3 offsets for 2 rows"},
		{"%r = call ‹<4 x i16> @llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 1, i16 4, i32 undef)›", "the types of the vectors do not agree"},
		{"%r = call ‹<4 x float> @llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 1, i16 4, i32 undef)›", "the types of the vectors do not agree"},
		{"%r = call ‹<5 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, i1 true)›", "the types of the vectors do not agree"},
		{"%r = call ‹<4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i16> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, i1 true)›", "the types of the vectors do not agree"},
		{"%r = call <4 x i32> ‹@llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 12, i32 undef, i1 true)›", "element 5 is written outside of a vector of 4"},
		{"%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, ‹<3 x i1> %k›)", "a mask of 3 elements for 2"},
		{"%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, ‹<2 x i1> %k›)", "the mask depends on data: with it known, the write is a map"},
		{"%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef‹)›", `expected "," and a mask, found ")"`},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> <i32 1, i32 2, i32 3‹>›, i32 4, i32 2, i32 1, i16 4, i32 undef)", `expected ",", found ">"`},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<2 x i32> 7‹,› i32 4, i32 2, i32 1, i16 4, i32 undef)", `expected a list of numbers, found ","`},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<2 x i32> <i32 1, ‹i16› 2>, i32 4, i32 2, i32 1, i16 4, i32 undef)", "expected an element of the vector's type"},
		{"%a = bitcast <4 x i32> %b to <8 x i16>\n%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> ‹%a›, i32 4, i32 2, i32 1, i16 8, i32 undef)", "%a has 4 elements of 32 bits here and 8 of 16 before"},
		{"‹ret void›", "expected a call of llvm.genx.rdregion or llvm.genx.wrregion"},
		{"%r = call <4 x i32> ‹@llvm.genx.foo›(<4 x i32> %a)", "expected a call of llvm.genx.rdregion or llvm.genx.wrregion"},
		{"%r = ‹add› i32 %a, 1", `expected a call or a bitcast, found "add"`},
		{"%‹=› call", `expected the name of a value, found "="`},
		{"%r ‹+› 1", `expected "=", found "+"`},
		{"‹r› = call <4 x i32> @x", `expected the name of a value, with %, found "r"`},
		{"call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %a, i32 4, i32 2, i32 1, i16 8, i32 undef) ‹nounwind›", `expected the end of the line, found "nounwind"`},
		{"%r = call <‹0› x i32> @llvm.genx.rdregioni(<4 x i32> %a, i32 4, i32 2, i32 1, i16 8, i32 undef)", `expected the type of a vector: <8 x i32>, found "0"`},
		{"%r = call <‹8193 x i16>› @llvm.genx.rdregioni(<4 x i16> %a, i32 4, i32 2, i32 1, i16 8, i32 undef)", "expected the type of a vector, such as <8 x i32>, of at most 16384 bytes"},
		{"%r = call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %a, ‹i32 16385›, i32 2, i32 1, i16 8, i32 undef)", "expected V: a number"},
		{"%r = call <1 x half> @llvm.genx.rdregionf(<1 x half> <half ‹0x3FF8›>, i32 4, i32 1, i32 1, i16 0, i32 undef)", "expected a number of the type"},
	})
}

// What is read of the intrinsics.
func TestReadGenX(t *testing.T) {
	dialecttest.Meanings(t, language(t, "genx"), [][2]string{
		{"%r = call <8 x i32> @llvm.genx.rdregioni(<16 x i32> %a, i32 -1, i32 2, i32 1, i16 32, i32 undef)", "r of a: i32x16 -> a8 a9 a7 a8 a6 a7 a5 a6"},
		{"%r = call <4 x i32> @llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 -1, i16 32, i32 undef)", "r of a: i32x16 -> a8 a7 a12 a11"},
		{"%r = call <4 x i32> @llvm.genx.rdregioni(<16 x i32> %a, i32 4, i32 2, i32 -1, i16 8, i32 undef)", "r of a: i32x16 -> a2 a1 a6 a5"},
		{"%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> %a, <2 x i32> %b, i32 2, i32 1, i32 1, i16 4, i32 undef, <2 x i1> <i1 false, i1 true>)", "r of a b: i32x4 i32x2 -> a0 a1 a2 b1"},
		{"%r = call <4 x i32> @llvm.genx.wrregioni(<4 x i32> zeroinitializer, i32 7, i32 2, i32 1, i32 1, i16 4, i32 undef, i1 true)", "r of : -> i32x4: z #7 z z"},
		{"%r = call <2 x i1> @llvm.genx.rdregioni(<2 x i1> <i1 true, i1 false>, i32 2, i32 2, i32 1, i16 0, i32 undef)", "r of : -> i8x2: 1 z"},
		{"%r = call <3 x i32> @llvm.genx.rdregioni(<4 x i32> %a, i32 4, i32 3, i32 1, i16 8, i32 undef)", "r of a: i32x4 -> a2 a3 _; element 2 lies outside of the vector, and is undefined"},
		{"ret <4 x i32> %a", "a of a: i32x4 -> a0 a1 a2 a3"},
		{"define void @f() {\nentry:\nbb1:\nret <4 x i32> %a ; <4 x i8>\n}", "a of a: i32x4 -> a0 a1 a2 a3"},
		{"call <2 x i32> @llvm.genx.rdregioni(<4 x i32> %a, i32 4, i32 2, i32 1, i16 8, i32 undef), !dbg !3", "r of a: i32x4 -> a2 a3"},
		{"%r = call <2 x i64> @llvm.genx.rdregioni(<4 x i64> %a, i32 4, i32 2, i32 1, i16 8, i32 undef)", "r of a: i64x4 -> a1 a2"},
		{"%r = call <2 x half> @llvm.genx.rdregionf(<4 x half> <half 1.5, half -2.0, half undef, half 0.25>, i32 4, i32 2, i32 1, i16 2, i32 undef)", "r of : -> i16x2: #c000 _"},
		{"%r = call <1 x double> @llvm.genx.rdregionf(<1 x double> <double 0x3FF8000000000000>, i32 4, i32 1, i32 1, i16 0, i32 undef)", "r of : -> i64x1: #3ff8000000000000"},
	})
}

// A type that nobody has is no type of --type.
func TestNoType(t *testing.T) {
	if r, err := language(t, "esimd").Read("v.select<2, 1>(1)", dialect.Options{Type: "foo"}); err == nil || err.Error() != `1:1: --type "foo" is no type of elements` {
		t.Errorf("%s, %v", r.Map, err)
	}
}

// What can be nothing but one of the languages, and what another notation may be.
func TestLooksOfEach(t *testing.T) {
	for name, texts := range map[string]map[string]bool{
		"esimd": {
			"simd<int, 8> v": true, "simd_view<int> v": true, "simd_mask<8> m": true, "__esimd_rdregion<int, 8, 4, 1, 2, 1>(v, 0)": true, "__esimd_wrregion<int, 8>": true,
			"v.select<4, 2>(0)": true, "v.replicate_w<2, 1>(0)": true, "v.replicate_vs_w<2, 1, 2>(0)": true, "v.replicate_vs_w_hs<2, 1, 2, 1>(0)": true, "v.bit_cast_view<short>()": true,
			"": false, "v": false, "simd<int>": false, "simd v": false, "select<4, 2>": false, "v.select<T>(0)": true, "v.select<T<1>>(0)": false, "v.select(0)": false, "v.replicate<2>(0)": false, "v.format<short>()": false, "matrix_ref<int, 2, 2> m": false, "_GENX_ void f(simd<int, 8> v)": false,
		},
		"cm": {
			"matrix<int, 4, 8> m; m.row(1)": true, "matrix<int, 2, 2> m; m.column(1)": true, "vector_ref<int, 4> v": true, "matrix_ref<int, 2, 2> m": true, "_GENX_ void f(vector<int, 2> v) { v<1>; }": true, "_GENX_MAIN_<1>": true,
			"v.replicate<2>(0)": true, "v.format<short>()": true, "vector<int, 8> v": true, "vector<int, 16> v": true, "matrix<int, 4, 8> m": true, "vector<int, 5> v": true,
			"": false, "vector<int, 4> v": false, "matrix<int, 4, 4> m": false, "vector<int> v": false, "vector<8>": false, "simd<int, 8> v": false, "v.select<4, 2>(0)": false, "m.row(1)": false, "matrix<int, 2, 2> m": false,
		},
		"genx": {"@llvm.genx.rdregion": true, "@llvm.genx.wrregioni": true, "@llvm.genx.foo": false, "": false, "%r = bitcast <4 x i32> %a to <8 x i16>": false},
	} {
		for text, want := range texts {
			if got := language(t, name).Looks(text); got != want {
				t.Errorf("%q looks like %s: %v", text, name, got)
			}
		}
	}
}

// Of sources there are as many as letters, and no more.
func TestLetters(t *testing.T) {
	n := len(dialect.SourceLetters)
	for _, sources := range []int{n, n + 1} {
		m := lane.Map{Bits: 32, Lane: []lane.Lane{lane.From(0, 0), lane.From(0, 1)}}
		for range sources {
			m.Src = append(m.Src, 2)
		}
		if text, err := language(t, "esimd").Form(m); (err == nil) != (sources == n) {
			t.Errorf("a map of %d sources is said as %q, %v", sources, text, err)
		}
	}
}
