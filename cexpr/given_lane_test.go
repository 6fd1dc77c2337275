package cexpr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
)

// What is written into one lane of a vector stays in it, and the other lanes stay as they were. Which lane it is has to be in the text.
func TestLaneAssigned(t *testing.T) {
	const types = "typedef int v4si __attribute__((vector_size(16)));\ntypedef float v4sf __attribute__((vector_size(16)));\n"
	for to := range 4 {
		for from := range 4 {
			lanes := []string{"b0", "b1", "b2", "b3"}
			lanes[to] = fmt.Sprintf("a%d", from)
			want := "i32x4 i32x4 -> " + strings.Join(lanes, " ")
			checkLanes(t, cexpr.Builtin(), fmt.Sprintf(types+"v4si f(v4si a, v4si b) { b[%d] = a[%d]; return b; }", to, from), want)
			checkLanes(t, cexpr.Builtin(), fmt.Sprintf(types+"v4si f(v4si a, v4si b) { v4si c = b; c[%d] = a[%d]; return c; }", to, from), want)
		}
	}
	for _, row := range [][2]string{
		{"v4si f(v4si a, v4si b) { b[0] = a[1]; b[1] = b[0]; a[1] = 5; return b; }", "i32x4 i32x4 -> a1 a1 b2 b3"},
		{"v4si f(v4si a) { a[3] = -1; return a; }", "i32x4 -> a0 a1 a2 m"},
		{"v4sf f(v4sf a) { a[2] = 1.5f; a[1] = 2; return a; }", "i32x4 -> a0 #40000000 #3fc00000 a3"},
		{"v4si f(v4si a, int k) { a[k] = a[0]; return a; }", "3:25: which lane of a is written is not in the text: it is a map only where it is a number"},
		{"v4si f(v4si a) { a[4] = a[0]; return a; }", "3:18: a vector has lanes 0 to 3, and this is 4"},
		{"v4si f(v4si a) { a[-1] = a[0]; return a; }", "3:18: a vector has lanes 0 to 3, and this is -1"},
		{"v4si f(v4si a) { a[1] |= 3; return a; }", "3:18: a[1] |= … is not followed: expected ="},
		{"v4si f(v4sf a, v4si b) { b[0] = a[1]; return b; }", "3:26: a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{"v4sf f(v4sf a, v4si b) { a[0] = b[1]; return a; }", "3:26: an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{"void f(v4si *o, v4si a) { o[0] = a; }", "i32x4 -> a0 a1 a2 a3"},
	} {
		checkLanes(t, cexpr.Builtin(), types+row[0], row[1])
	}
}

// checkLanes wants a map, whose sources a and b are those that the text calls so, or an error.
func checkLanes(t *testing.T, d dialect.Dialect, text, want string) {
	t.Helper()
	r, err := d.Read(text, dialect.Options{})
	got := r.Map.String()
	if err != nil {
		got = err.Error()
	} else if slices.Equal(r.Names, []string{"b", "a"}) { // what is read first is source a
		got = strings.NewReplacer("a", "b", "b", "a").Replace(got)
	}
	if got != want {
		t.Errorf("%s: %s, want %s", text, got, want)
	}
}

// A lane that a call takes out of a vector has that vector's type. Into a lane of another kind it goes by a conversion, which computes; an integer with a sign is no longer one without copies of it.
func TestLanesKeepTheirType(t *testing.T) {
	type lanes struct {
		bits          int
		float, signed bool
	}
	types := map[string]lanes{
		"s8": {8, false, true}, "u8": {8, false, false}, "s16": {16, false, true}, "u16": {16, false, false}, "s32": {32, false, true}, "u32": {32, false, false}, "s64": {64, false, true}, "u64": {64, false, false},
		"f32": {32, true, false}, "f64": {64, true, false},
	}
	for from, a := range types {
		for to, b := range types {
			want := ""
			switch {
			case a.float && b.float && a.bits != b.bits:
				want = fmt.Sprintf("a floating-point number of %d bits as one of %d is computed, and moves no lane", a.bits, b.bits)
			case b.float && !a.float:
				want = "an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"
			case a.float && !b.float:
				want = "a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"
			case a.signed && a.bits < b.bits:
				want = fmt.Sprintf("an integer of %d bits with a sign as one of %d: copies of the sign are no movement; without one it is an unsigned", a.bits, b.bits)
			}
			for _, text := range []string{
				fmt.Sprintf("vsetq_lane_%s(vgetq_lane_%s(a, 0), b, 0)", to, from), fmt.Sprintf("vset_lane_%s(vget_lane_%s(a, 0), b, 0)", to, from), fmt.Sprintf("vdupq_n_%s(vgetq_lane_%s(a, 1))", to, from),
			} {
				name, _, _ := strings.Cut(text, "(")
				_, err := cexpr.Arm().Read(text, dialect.Options{})
				switch {
				case want == "" && err != nil:
					t.Errorf("%s: %v", text, err)
				case want != "" && (err == nil || err.Error() != "1:1: "+name+": "+want && err.Error() != "1:1: "+name+": element 0: "+want):
					t.Errorf("%s: %v, want %s", text, err, want)
				}
			}
		}
	}
	for _, row := range []struct {
		d          dialect.Dialect
		text, want string
	}{
		{cexpr.Intel(), "_mm_set_ps(_mm_extract_epi32(a, 0), 0, 0, 0)", "1:1: _mm_set_ps: element 3: an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{cexpr.Intel(), "_mm_set1_ps(_mm_cvtsi128_si32(a))", "1:1: _mm_set1_ps: element 0: an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{cexpr.Intel(), "_mm_set1_epi32(_mm_extract_epi32(a, 2))", "i32x4 -> a2 a2 a2 a2"},
		{cexpr.Intel(), "_mm_set1_epi32(_mm_extract_epi8(a, 2))", "i8x16 -> a2 z z z a2 z z z a2 z z z a2 z z z"},
		{cexpr.Wasm(), "wasm_i32x4_splat(wasm_i8x16_extract_lane(a, 0))", "1:1: wasm_i32x4_splat: an integer of 8 bits with a sign as one of 32: copies of the sign are no movement; without one it is an unsigned"},
		{cexpr.Wasm(), "wasm_i32x4_splat(wasm_u8x16_extract_lane(a, 0))", "i8x16 -> a0 z z z a0 z z z a0 z z z a0 z z z"},
		{cexpr.Wasm(), "wasm_f32x4_splat(wasm_i32x4_extract_lane(a, 0))", "1:1: wasm_f32x4_splat: an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{cexpr.Wasm(), "wasm_i32x4_replace_lane(a, 1, wasm_f32x4_extract_lane(b, 0))", "1:1: wasm_i32x4_replace_lane: a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{cexpr.Altivec(), "vector float f(vector int a) { return vec_splats(vec_extract(a, 1)); }", "1:39: vec_splats: an integer as a floating-point number is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
		{cexpr.Altivec(), "vector int f(vector int a, vector float b) { return vec_insert(vec_extract(b, 1), a, 2); }", "1:53: vec_insert: a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
	} {
		checkLanes(t, row.d, row.text, row.want)
	}
}
