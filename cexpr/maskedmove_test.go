package cexpr_test

import (
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// Under a mask that is a number, lanes are of the one or the other; the functions without a mask say what the one is.
func TestUnderMask(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"_mm_mask_mov_epi32(s, 5, a)", " of s a: i32x4 i32x4 -> b0 a1 b2 a3"},
		{"_mm_maskz_mov_epi32(5, a)", " of a: i32x4 -> a0 z a2 z"},
		{"_mm_mask_blend_epi64(2, a, b)", " of a b: i64x2 i64x2 -> a0 b1"},
		{"_mm_mask_blend_pd(2, a, b)", " of a b: i64x2 i64x2 -> a0 b1"},
		{"_mm256_maskz_broadcast_i32x4(0x81, a)", " of a: i32x4 -> a0 z z z z z z a3"},
		{"_mm256_mask_broadcast_f64x2(s, 4, a)", " of a s: i64x2 i64x4 -> b0 b1 a0 b3"},
		{"_mm_maskz_set1_epi16(0x11, x)", " of x: i16x1 -> a0 z z z a0 z z z"},
		{"_mm_mask_ror_epi32(s, 3, a, 8)", " of a s: i8x16 i8x16 -> a1 a2 a3 a0 a5 a6 a7 a4 b8 b9 b10 b11 b12 b13 b14 b15"},
	})
	dialecttest.Refused(t, cexpr.Intel(), [][2]string{
		{"_mm_shuffle_epi32(‹_mm_maskz_mov_epi32(k, a)›, 27)", "_mm_maskz_mov_epi32: what this does depends on k: inside of an expression it is a map only where that is a number"},
		{"‹_mm_mask_blend_epi64(k, s, a)›", "vpblendmq takes a number as argument 1: what it does is known only where numbers are written, and k is none"},
		{"‹_mm_mask_mov_epi32(s, k | m, a)›", "_mm_mask_mov_epi32: expected a mask that is a number, or a variable alone"},
		{"__m128i f(__m128i a, __mmask8 k) { __m128i t = _mm_maskz_mov_epi32(k, a); ‹›return _mm_shuffle_epi32(t, 27); }", "the statement before is under k: in a program it is a map only once that is known"},
	})
}

// Under a mask that is a variable, the map is under that.
func TestUnderUnknownMask(t *testing.T) {
	for _, row := range []struct {
		text, want string
		bits       int // of a lane
		off        lane.Else
	}{
		{"_mm_mask_mov_epi32(s, k, a)", "i32x4 -> a0 a1 a2 a3", 32, lane.ElseKeep},
		{"_mm_maskz_mov_epi8(k, a)", "i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15", 8, lane.ElseZero},
		{"_mm256_maskz_broadcast_i64x2(k, a)", "i64x2 -> a0 a1 a0 a1", 64, lane.ElseZero},
		{"_mm_maskz_loadu_epi16(k, p)", "i16x8 -> a0 a1 a2 a3 a4 a5 a6 a7", 16, lane.ElseZero},
		{"_mm_mask_load_ps(s, k, p)", "i32x4 -> a0 a1 a2 a3", 32, lane.ElseKeep},
		{"_mm_mask_storeu_pd(p, k, a)", "i64x2 -> a0 a1", 64, lane.ElseKeep},
		{"__m128i f(__m128i a, __mmask8 k) { __m128i t = _mm_maskz_mov_epi32(k, a); return t; }", "i32x4 -> a0 a1 a2 a3", 32, lane.ElseZero},
	} {
		r, err := cexpr.Intel().Read(row.text, dialect.Options{})
		if err != nil || r.Guard == nil {
			t.Errorf("%s: %v, %v", row.text, r.Guard, err)
			continue
		}
		m, err := r.Map.Regroup(row.bits)
		if err != nil || m.Lane == nil || r.Guard.By != "k" || r.Guard.Else != row.off || len(r.Guard.Bit) != len(r.Map.Lane) {
			t.Errorf("%s: %v under %v, %v", row.text, r.Map, r.Guard, err)
			continue
		}
		if m, _ = m.DropUnused(); m.String() != row.want {
			t.Errorf("%s: %v, want %s", row.text, m, row.want)
		}
		for i, bit := range r.Guard.Bit {
			if bit != i*r.Map.Bits/row.bits {
				t.Errorf("%s: lane %d is under bit %d", row.text, i, bit)
			}
		}
	}
}

// What stands behind the size in names of MMX has 64 bits, and what is stored past the caches is as long as its name says.
func TestShorter(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"_mm_broadcastsi128_si256(a)", " of a: i8x16 -> a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"_mm_stream_si32(p, a)", " of a: i8x4 -> a0 a1 a2 a3"},
		{"_mm_stream_si64(p, a)", " of a: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_stream_pi(p, a)", " of a: i8x8 -> a0 a1 a2 a3 a4 a5 a6 a7"},
		{"_mm_insert_pi16(a, 7, 1)", " of a: i8x8 -> a0 a1 #7 z a4 a5 a6 a7"},
		{"_mm_extract_pi16(a, 3)", " of a: i16x4 -> a3"},
	})
}
