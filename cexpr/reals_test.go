package cexpr_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

// A number with a point is rounded to the lanes that it goes into, which are of floating point; integers it is none of.
func TestNumbersWithPoints(t *testing.T) {
	for text, x := range map[string]float64{"1.5": 1.5, "-2.25f": -2.25, "1e3": 1000, "-1e-2": -0.01, "0x1p-3": 0.125, "0x1.8p1f": 3, ".5": 0.5, "3.": 3, "0.1": 0.1, "1e10L": 1e10, "-0.0": math.Copysign(0, -1), "6.5e0F": 6.5} {
		for _, row := range []struct {
			form string
			bits int
		}{
			{"vdupq_n_f32(%s)", 32}, {"vdupq_n_f64(%s)", 64}, {"_mm_set1_ps(%s)", 32}, {"_mm_set1_pd(%s)", 64}, {"wasm_f32x4_splat(%s)", 32}, {"wasm_f64x2_splat(%s)", 64}, {"Set(Full128<float>(), %s)", 32}, {"Set(Full128<double>(), %s)", 64},
			{"float32x4_t v = {%[1]s, %[1]s, %[1]s, %[1]s};", 32}, {"(float64x2_t){%[1]s, %[1]s}", 64}, {"vector float v = vec_splats(%s);", 32}, {"const float k = %s; vdupq_n_f32(k)", 32}, {"#define K %s\nvdupq_n_f64(K)", 64}, {"vdupq_n_f32((%s))", 32}, {"double k = %s; vdupq_n_f64(k)", 64}, {"vdupq_n_f32((float)%s)", 32}, {"vdupq_n_f64((double)%s)", 64}, {"vdupq_n_f64((float)%s)", 0},
		} {
			text := fmt.Sprintf(row.form, text)
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			want := uint64(math.Float32bits(float32(x)))
			switch row.bits {
			case 64:
				want = math.Float64bits(x)
			case 0: // of 64 bits, as a float of 32 has them
				row.bits, want = 64, math.Float64bits(float64(float32(x)))
			}
			m, err := r.Map.Regroup(row.bits)
			if err != nil {
				t.Errorf("%s is %s", text, r.Map)
				continue
			}
			for _, l := range m.Lane {
				if v, ok := l.Const.Uint64(); !ok || v != want {
					t.Errorf("%s is %s, want %#x", text, m, want)
					break
				}
			}
		}
		for _, form := range []string{"vdupq_n_s32(%s)", "_mm_set1_epi32(%s)", "wasm_i32x4_splat(%s)", "Set(Full128<int32_t>(), %s)", "int32x4_t v = {%s, 0, 0, 0};", "vector int v = vec_splats(%s);", "int k = %s;", "uint64_t k; k = %s;", "_mm_insert_epi32(a, %s, 1)", "uint64_t y = x | %s;", "uint64_t y = x & %s;", "uint64_t y = %s << 3;", "_pext_u64(%s, 255)", "_bswap(%s)", "__rold(%s, 8)"} {
			text := fmt.Sprintf(form, text)
			if r, err := cexpr.Builtin().Read(text, dialect.Options{}); err == nil || !strings.HasSuffix(err.Error(), ": a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits") {
				t.Errorf("%s is %s, %v", text, r.Map, err)
			}
		}
	}
}
