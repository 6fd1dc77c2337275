package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// In which order lanes come from memory and go there, and which of them.
func TestOrdersInMemory(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"_mm_loadr_ps(p)", " of p: i32x4 -> a3 a2 a1 a0"}, {"_mm_loadr_pd(p)", " of p: i64x2 -> a1 a0"},
		{"_mm_storer_ps(p, a);", " of a: i32x4 -> a3 a2 a1 a0"}, {"_mm_storer_pd(p, a);", " of a: i64x2 -> a1 a0"},
		{"_mm_storer_ps(p, _mm_castsi128_ps(_mm_unpacklo_epi8(a, b)));", " of a b: i8x16 i8x16 -> a6 b6 a7 b7 a4 b4 a5 b5 a2 b2 a3 b3 a0 b0 a1 b1"},
		{"_mm_store1_ps(p, a);", " of a: i32x4 -> a0 a0 a0 a0"}, {"_mm_store_ps1(p, a);", " of a: i32x4 -> a0 a0 a0 a0"}, {"_mm_store1_pd(p, a);", " of a: i64x2 -> a0 a0"},
		{"_mm_load_ps1(p)", " of p: i8x4 -> a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3 a0 a1 a2 a3"}, {"_mm_set_ps1(3)", " of : -> i32x4: #40400000 #40400000 #40400000 #40400000"}, {"_mm_set_pd1(3)", " of : -> i64x2: #4008000000000000 #4008000000000000"},
		{"_mm_load_ss(p)", " of p: i8x4 -> a0 a1 a2 a3 z z z z z z z z z z z z"}, {"_mm_store_ss(p, a);", " of a: i8x16 -> a0 a1 a2 a3"}, {"_mm_storeu_si32(p, a);", " of a: i8x16 -> a0 a1 a2 a3"},
		{"_mm_storeh_pd(p, a);", " of a: i8x16 -> a8 a9 a10 a11 a12 a13 a14 a15"}, {"_mm_storel_epi64(p, a);", " of a: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_loadh_pd(a, p)", " of a p: i64x2 i64x1 -> a0 b0"}, {"_mm_loadl_pi(a, p)", " of a p: i32x4 i32x2 -> b0 b1 a2 a3"},
		{"_mm_mask_load_epi32(a, 5, p)", " of a p: i32x4 i32x4 -> b0 a1 b2 a3"}, {"_mm_mask_storeu_epi32(p, 5, a);", " of a p: i32x4 i32x4 -> a0 b1 a2 b3"},
		{"_mm_maskstore_epi32(p, _mm_setr_epi32(-1, 0, -1, 0), a);", " of a p: i32x4 i32x4 -> a0 b1 a2 b3"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"_mm_loadr_ps(‹›", "the brackets of _mm_loadr_ps do not close"},
		{"‹_mm_loadr_ps(p, 3)›", "expected an address"},
		{"‹_mm_maskload_epi32(p, k)›", "_mm_maskload_epi32: which lanes it moves is known only where lane 0 of the mask is a constant"},
		{"_mm_shuffle_epi32(a, 27); a ‹>> 3›", "a has 128 bits elsewhere, and here it is an integer"},
	})
}

// What is turned is so whatever type it is cast to.
func TestTurnedAndCast(t *testing.T) {
	const types = "typedef unsigned v4 __attribute__((vector_size(16))); typedef unsigned short v8 __attribute__((vector_size(16))); v4 a; "
	const want = " of a: i8x16 -> z z z z a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{types + "~(v4){-1, 0} & a", want}, {types + "~(v4)(v4){-1, 0} & a", want}, {types + "(v4)~(v4){-1, 0} & a", want}, {types + "(v8)~(v4){-1, 0} & (v8)a", want}, {"(__m128i)~_mm_setr_epi32(-1, 0, 0, 0) & a", want},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{types + "(v8)~a ‹& (v8){1, 0, -1}›", "& computes bit 0 from bits that are both live, which is no movement"},
	})
}

// Highway's shifts of lanes and its masks.
func TestShiftsOfHighway(t *testing.T) {
	const unsigned, signed = "using D = Full128<uint16_t>; VFromD<D> v; ", "using D = Full128<int16_t>; VFromD<D> v; "
	dialecttest.Meanings(t, cexpr.Highway(), [][2]string{
		{unsigned + "ShiftLeft<4>(v)", " of v: i4x32 -> z a0 a1 a2 z a4 a5 a6 z a8 a9 a10 z a12 a13 a14 z a16 a17 a18 z a20 a21 a22 z a24 a25 a26 z a28 a29 a30"},
		{unsigned + "ShiftRight<8>(v)", " of v: i8x16 -> a1 z a3 z a5 z a7 z a9 z a11 z a13 z a15 z"},
		{unsigned + "ShiftRight<0>(v)", " of v: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{unsigned + "RotateRight<8>(v)", " of v: i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14"},
		{unsigned + "RotateLeft<4>(v)", " of v: i4x32 -> a3 a0 a1 a2 a7 a4 a5 a6 a11 a8 a9 a10 a15 a12 a13 a14 a19 a16 a17 a18 a23 a20 a21 a22 a27 a24 a25 a26 a31 a28 a29 a30"},
		{unsigned + "RotateRight<4>(v)", " of v: i4x32 -> a1 a2 a3 a0 a5 a6 a7 a4 a9 a10 a11 a8 a13 a14 a15 a12 a17 a18 a19 a16 a21 a22 a23 a20 a25 a26 a27 a24 a29 a30 a31 a28"},
		{signed + "ShiftRight<0>(v)", " of v: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{signed + "RotateRight<8>(v)", " of v: i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14"},
		{unsigned + "VecFromMask(D(), MaskFromVec(v))", " of v: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{unsigned + "IfThenElseZero(FirstN(D(), 3), v)", " of v: i16x8 -> a0 a1 a2 z z z z z"},
		{unsigned + "IfThenElseZero(FirstN(D(), 9), v)", " of v: i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
	})
	dialecttest.Refused(t, cexpr.Highway(), [][2]string{
		{unsigned + "‹ShiftRight<16>(v)›", "ShiftRight: 16 is out of range: expected 0 to 15"},
		{unsigned + "‹ShiftRight<-1>(v)›", "ShiftRight: -1 is out of range: expected 0 to 15"},
		{signed + "‹ShiftRight<1>(v)›", "ShiftRight: it copies the sign, and moves only lanes without one"},
		{"using D = Full128<float>; VFromD<D> v; ‹ShiftRight<8>(v)›", "ShiftRight: of lanes of floating point it is not known"},
		{unsigned + "IfThenElseZero(‹FirstN(x, 3)›, v)", "FirstN: how many lanes the vector has is not in the text: a declaration or a cast says it"},
	})
}

// What builtins say of a map, in one line and in several, is the map again; what they cannot say is refused.
func TestBuiltinsSayMaps(t *testing.T) {
	r := chance.Random(t, 251)
	said := 0
	for range 200 {
		lanes := 1 << r.IntN(4)
		m := lane.Map{Bits: 32}
		for range 1 + r.IntN(4) {
			m.Src = append(m.Src, lanes)
		}
		for range lanes {
			l := lane.From(r.IntN(len(m.Src)), r.IntN(lanes))
			if r.IntN(8) == 0 {
				l = lane.Lane{}
			}
			m.Lane = append(m.Lane, l)
		}
		all, err := cexpr.Builtin().Sequence(t.Context(), m)
		if err == nil {
			text := strings.Join(all, "\n")
			again, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%v\n%s\n%v", m, text, err)
			}
			holds(t, m, again.Map, again.Names, text)
			said++
		}
		one, err := cexpr.Builtin().Say(m)
		if (err == nil) != (len(m.Src) <= 2) {
			t.Fatalf("%v is %q, %v", m, one, err)
		}
	}
	if said < 100 {
		t.Errorf("%d are said", said)
	}
	for _, m := range []lane.Map{
		{Bits: 16, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 0), lane.From(0, 1)}},
		{Bits: 32, Src: []int{2}, Lane: []lane.Lane{lane.From(0, 0), lane.Fixed(lane.ConstOf(5))}},
		{Bits: 32, Src: []int{2, 4}, Lane: []lane.Lane{lane.From(0, 0), lane.From(1, 3)}},
	} {
		if text, err := cexpr.Builtin().Say(m); err == nil {
			t.Errorf("%v is said as %s", m, text)
		}
	}
}

// holds compares a map that is read back, whose sources are as they are first named, with one that was said.
func holds(t *testing.T, want, got lane.Map, names []string, text string) {
	t.Helper()
	for i, l := range want.Lane {
		g := got.Lane[i]
		if l.Kind != lane.Source {
			continue // which may be anything
		}
		if g.Kind != lane.Source || names[g.Src] != []string{"a", "b", "c", "e"}[l.Src] || g.Index != l.Index {
			t.Fatalf("lane %d of %v is %v of %v\n%s", i, want, got, names, text)
		}
	}
}

// What a line of a file has to look like for each dialect to read it.
func TestLinesOfDialects(t *testing.T) {
	lines := map[string]string{
		"intel": "  x = _mm_unpacklo_epi8(a, b); // y", "arm": "  x = vzip1q_u8(a, b);", "scalable": "x = svzip1_u8(a, b);", "riscv": "x = __riscv_vrgather_vx_u8m1(a, 3, 16);", "none": "x = a + b; y(mm, a);",
	}
	for name, d := range map[string]dialect.Dialect{"intel": cexpr.Intel(), "arm": cexpr.Arm(), "scalable": cexpr.Scalable(), "riscv": cexpr.RISCV()} {
		for of, line := range lines {
			if text, ok := d.InLine(dialect.Line{Text: line}); ok != (of == name) || ok && text != line {
				t.Errorf("%s, %q: %q, %v", name, line, text, ok)
			}
		}
	}
	for text, want := range map[string]bool{
		"a = b": true, "a & b": true, "a | b": true, "a ^ b": true, "a << b": true, "a >> b": true, "~a": true, "(a)": true, "  (a": true, "a": false, "mov a, b": false, "mov a, [b+4] # a = b": false, "#(": false, "": false, "f(a)": false,
	} {
		if got := cexpr.IsExpression(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Lanes of RISC-V that are widened have eight bits before, at least.
func TestWidenedFromEightBits(t *testing.T) {
	for bits := 16; bits <= 64; bits *= 2 {
		for parts := 2; parts <= 8; parts *= 2 {
			text := fmt.Sprintf("__riscv_vzext_vf%d_u%dm1(a, 2)", parts, bits)
			r, err := cexpr.RISCV().Read(text, dialect.Options{})
			if want := bits/parts >= 8; (err == nil) != want || want && r.Map.Lane[bits/r.Map.Bits] != lane.From(0, bits/parts/r.Map.Bits) || !want && !strings.Contains(err.Error(), "there are no lanes as narrow") {
				t.Errorf("%s: %v, %v", text, r.Map, err)
			}
		}
	}
}

// Whole blocks of SVE that numbers and lanes are written to, and one lane that moves in.
func TestBlocksOfSVE(t *testing.T) {
	const assumed = "; vectors of SVE are as long as the machine has them: 128 bits are assumed"
	dialecttest.Meanings(t, cexpr.Scalable(), [][2]string{
		{"svdupq_n_u32(1, 2, 3, 4)", " of : -> i32x4: 1 #2 #3 #4" + assumed},
		{"svdupq_u32(1, 2, x, 4)", " of x: i8x4 -> 1 z z z #2 z z z a0 a1 a2 a3 #4 z z z" + assumed},
		{"svtbl_u32(a, svdupq_n_u32(3, 2, 1, 0))", " of a: i32x4 -> a3 a2 a1 a0" + assumed},
		{"svinsr_n_u8(a, 3)", " of a: i8x16 -> #3 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14" + assumed},
		{"svinsr_n_u32(a, x)", " of x a: i32x1 i32x4 -> a0 b0 b1 b2" + assumed},
		{"svtbl2_u8(svcreate2_u8(a, b), svindex_u8(3, 1))", " of a b: i8x16 i8x16 -> a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 b0 b1 b2" + assumed},
	})
	dialecttest.Refused(t, cexpr.Scalable(), [][2]string{
		{"‹svdupq_u32(1, 2, 3)›", "svdupq_u32: it takes 4 arguments, and has 3"},
		{"‹svdupq_n_u8(1, 2, 3)›", "svdupq_n_u8: it takes 16 arguments, and has 3"},
	})
}
