package cexpr_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/target"
)

// What is said of SVE's intrinsics that are no maps, and where: between the marks.
func TestScalableRefused(t *testing.T) {
	for _, row := range [][2]string{
		{"‹svsel_u8(p, a, b)›", "svsel_u8: what it does depends on p: it is a map only once that is known"},
		{"‹svsel_u8(a, b)›", "svsel_u8: it takes 3 arguments, and has 2"},
		{"‹svsel_u8(3, a, b)›", "svsel_u8: expected a predicate, such as svptrue_b8()"},
		{"‹svdup_u8_m(a, p, 0)›", "svdup_u8_m: what it does depends on p: it is a map only once that is known"},
		{"‹svdup_n_u8_m(a, svptrue_b8(), 5)›", "svdup_n_u8_m: it is a movement only with 0 as argument 3"},
		{"‹svld1_u8(svptrue_pat_b8(SV_VL4), p)›", "svld1_u8: of some lanes alone it is not known as a movement"},
		{"‹svld1_u8(pg, p)›", "svld1_u8: what it does depends on pg: it is a map only once that is known"},
		{"‹svst1_u8(svpfalse_b(), p, svrev_u8(a))›", "svst1_u8: of some lanes alone it is not known as a movement"},
		{"‹svtbl_u8(a, b)›", "svtbl_u8: what tbl does depends on the contents of b: it is a map only where these are constants"},
		{"‹svext_u8(a, b, 16)›", "svext_u8: a vector has lanes 0 to 15, and this is 16"},
		{"‹svext_u64(a, b, -1)›", "svext_u64: a vector has lanes 0 to 1, and this is -1"},
		{"‹svdup_lane_u16(a, 8)›", "svdup_lane_u16: argument 2 is a number from 0 to 7, and this is 8"},
		{"‹svdup_lane_u16(a, i)›", "svdup_lane_u16: argument 2 is a number, which is to be written"},
		{"‹svlsr_n_u16_x(svptrue_b16(), a, 0)›", "svlsr_n_u16_x: argument 3 is a number from 1 to 16, and this is 0"},
		{"‹svlsl_n_u16_x(svptrue_b32(), a, 8)›", "svlsl_n_u16_x: of some lanes alone it is not known as a movement"},
		{"‹svand_u16_z(svptrue_b32(), a, b)›", "svand_u16_z: of some lanes alone it is not known as a movement"},
		{"‹svrevb_u16_x(q, a)›", "svrevb_u16_x: what it does depends on q: it is a map only once that is known"},
		{"‹svzip1_u32(a)›", "svzip1_u32: it takes 2 arguments, and has 1"},
		{"‹svzip1_u32(3, b)›", "svzip1_u32: argument 1 is to be a vector"},
		{"‹svzip1_u32(svptrue_b8(), b)›", "svzip1_u32: argument 1 is to be a vector"},
		{"‹svzip1(a, b)›", "svzip1: the type of the lanes is not in the text: it ends the name, as in svzip1_u32"},
		{"‹svzip1_u32_x(svptrue_b32(), a, b)›", "svzip1_u32_x: it is no intrinsic that the target knows as a movement of lanes"},
		{"‹svdupq_n_u32(1, 2)›; svrev_u8(a)", "svdupq_n_u32: it takes 4 arguments, and has 2"},
		{"‹svindex_u8(1, n)›; svrev_u8(a)", "svindex_u8: it is a constant only where both arguments are numbers, and lanes are integers"},
		{"‹svindex_f32(1, 2)›; svrev_u8(a)", "svindex_f32: it is a constant only where both arguments are numbers, and lanes are integers"},
		{"‹svget2_u8(a, 1)›", "svget2_u8: it takes 2 vectors in one variable, and a number"},
		{"‹svget3_u8(svcreate3_u8(a, b, c), 3)›", "svget3_u8: of 3 vectors the numbers are 0 to 2, and this is 3"},
		{"svrev_u8(svget3_u8(‹svcreate3_u8(a, b)›, 1))", "svcreate3_u8: it takes 3 arguments, and has 2"},
		{"svsel_u8(‹svptrue_pat_b8(SV_VL9)›, a, b)", `svptrue_pat_b8: expected a pattern such as SV_VL4, found "SV_VL9"`},
		{"svsel_u8(‹svdupq_n_b8(1, 0)›, a, b)", "svdupq_n_b8: it takes 16 arguments, and has 2"},
		{"svsel_u8(‹svdup_n_b8(x)›, a, b)", "svdup_n_b8: it is known only where its arguments are numbers"},
		{"svsel_u8(‹svptrue_b8(1)›, a, b)", "svptrue_b8: it takes 0 arguments, and has 1"},
	} {
		before, rest, _ := strings.Cut(row[0], "‹")
		wrong, behind, _ := strings.Cut(rest, "›")
		text := before + wrong + behind
		_, err := cexpr.Scalable().Read(text, dialect.Options{})
		var e *syntax.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", text, err)
		} else if e.Off != len(before) || e.End != len(before)+len(wrong) || e.What != row[1] {
			t.Errorf("%s: bytes %d to %d, want %d to %d\n\t%s\n\twant %s", text, e.Off, e.End, len(before), len(before)+len(wrong), e.What, row[1])
		}
	}
}

// Types and predicates by all of their names, and what is said of the length.
func TestScalableRead(t *testing.T) {
	const vl = "vectors of SVE are as long as the machine has them: 128 bits are assumed"
	for _, row := range [][2]string{
		{"svint8_t a, b; svzip1(a, b)", "i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"svbfloat16_t a; svrev(a)", "i16x8 -> a7 a6 a5 a4 a3 a2 a1 a0"},
		{"svfloat64_t f(svfloat64_t a, svfloat64_t b) { return svtrn2(a, b); }", "i64x2 i64x2 -> a1 b1"},
		{"svuint32x2_t t = svld2_u32(svptrue_b32(), p); svrev(svget2(t, 1))", "i32x8 -> a7 a5 a3 a1"},
		{"svst2_u64(svptrue_pat_b64(SV_ALL), p, svcreate2_u64(a, b))", "i64x2 i64x2 -> a0 b0 a1 b1"},
		{"svbool_t pg = svpfalse_b(); svsel_u16(pg, a, b)", "i16x8 i16x8 -> b0 b1 b2 b3 b4 b5 b6 b7"},
		{"svsel_u32(svptrue_pat_b32(SV_MUL3), a, b)", "i32x4 i32x4 -> a0 a1 a2 b3"},
		{"svsel_u32(svptrue_pat_b32(SV_VL8), a, b)", "i32x4 i32x4 -> b0 b1 b2 b3"},
		{"svsel_u16(svptrue_b32(), a, b)", "i16x8 i16x8 -> a0 b1 a2 b3 a4 b5 a6 b7"},
		{"svsel_u32(svdup_b32(1), a, b)", "i32x4 i32x4 -> a0 a1 a2 a3"},
		{"svsel_u32(svwhilelt_b32(i, n), a, b)", "i32x4 i32x4 -> a0 a1 a2 a3"},
		{"svget_neonq_u8(svreinterpret_u8_u32(svrev_u32(svreinterpret_u32_u8(svset_neonq_u8(svundef_u8(), a)))))", "i8x16 -> a12 a13 a14 a15 a8 a9 a10 a11 a4 a5 a6 a7 a0 a1 a2 a3"},
		{"svuint32_t t = svinsr(svrev_u32(a), svlasta(svptrue_b32(), svrev_u32(a)))", "i32x4 -> a3 a3 a2 a1"},
	} {
		r, err := cexpr.Scalable().Read(row[0], dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		want, err := lane.Parse(row[1])
		if err != nil {
			t.Fatal(err)
		}
		if v, err := lane.Compare(r.Map, want); err != nil || v.Relation != lane.Equal || !slices.Contains(r.Warnings, vl) {
			t.Errorf("%s: %v, %q, want %v", row[0], r.Map, r.Warnings, want)
		}
		if assumed := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, "of svwhilelt_b32 all lanes are assumed") }); assumed != strings.Contains(row[0], "(i, n)") {
			t.Errorf("%s: %q", row[0], r.Warnings)
		}
	}
}

// What sequences of SVE and of NEON are in C is read as the map that they are for.
func TestReadsSequencesOfArm(t *testing.T) {
	readsSequences(t, "sve2-128", cexpr.Scalable(), 62)
	readsSequences(t, "neon", cexpr.Arm(), 63)
}

func readsSequences(t *testing.T, name string, d dialect.Dialect, seed uint64) {
	t.Helper()
	r := chance.Random(t, seed)
	tg, _ := target.Find(name)
	l := lower.New(tg)
	read := 0
	for range 150 {
		n := 2 << r.IntN(4)
		m := lane.Map{Bits: 128 / n, Src: []int{n, n}}
		for range n {
			switch k := r.IntN(8); {
			case k == 0:
				m.Lane = append(m.Lane, lane.Zero())
			default:
				m.Lane = append(m.Lane, lane.From(r.IntN(2), r.IntN(n)))
			}
		}
		for constants := range 3 {
			result, err := l.Lower(t.Context(), m, lower.Options{Effort: lower.Quick, MaxConstants: lower.AtMost(constants)})
			if err != nil {
				t.Fatalf("%v: %v", m, err)
			}
			text, err := result.C(tg, "f")
			if err != nil || !d.Looks(text) {
				continue // by NEON alone, or by nothing
			}
			got, err := d.Read(text, dialect.Options{})
			if err != nil {
				t.Fatalf("%v: %v\n%s", m, err, text)
			}
			if v, err := lane.Compare(got.Map, m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
				t.Errorf("%v is read as %v\n%s", m, got.Map, text)
			}
			read++
		}
	}
	if read < 50 {
		t.Errorf("only %d sequences of %s were read", read, name)
	}
}

// The short form of a name has the type of its first vector, whatever lanes the predicate before it is written for.
func TestShortFormsBehindPredicates(t *testing.T) {
	for _, elem := range []int{8, 16, 32, 64} {
		for _, of := range []int{8, 16, 32, 64} {
			n := 128 / elem
			for text, lanes := range map[string]int{"svsel(svptrue_b%d(), a, b)": elem, "svlsl_x(svptrue_b%d(), a, 8)": 8, "svrev(svsel(svptrue_b%d(), a, b))": elem} {
				if of > elem || lanes == 8 && elem == 8 {
					continue // of fewer lanes
				}
				text = fmt.Sprintf("svuint%d_t a, b; r = "+text, elem, of)
				r, err := cexpr.Scalable().Read(text, dialect.Options{})
				if err != nil {
					t.Errorf("%s: %v", text, err)
					continue
				}
				m, err := r.Map.Regroup(8)
				if err != nil {
					t.Fatal(err)
				}
				for i, l := range m.Lane {
					want := lane.From(0, i)
					switch k, b := i/(elem/8), i%(elem/8); {
					case strings.Contains(text, "svrev"):
						want = lane.From(0, (n-1-k)*elem/8+b)
					case strings.Contains(text, "svlsl") && b == 0:
						want = lane.Zero()
					case strings.Contains(text, "svlsl"):
						want = lane.From(0, i-1)
					}
					if l != want {
						t.Fatalf("%s: byte %d is %v, want %v", text, i, l, want)
					}
				}
			}
		}
	}
}
