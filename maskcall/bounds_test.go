package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
)

// Indices are numbers in any base that the languages share.
func TestBasesOfIndices(t *testing.T) {
	for i := range 32 {
		for _, form := range []string{"%d", "0x%x", "0x%X", "0b%b", "0o%o"} {
			text := "let a: u8x16; let b: u8x16; simd_swizzle!(a, b, [0, " + fmt.Sprintf(form, i) + ", 31])"
			want := fmt.Sprintf("i8x16 i8x16 -> a0 %c%d b15", "ab"[i/16], i%16)
			if r, err := language(t, "rust").Read(text, dialect.Options{}); err != nil || r.Map.String() != want {
				t.Errorf("%s is %s, %v, want %s", text, r.Map.String(), err, want)
			}
		}
	}
}

// An option says how wide lanes are of which the text does not say it, by the name of a scalar or of a vector.
func TestTypesOfOptions(t *testing.T) {
	for typ, bits := range map[string]int{"u8": 8, "i16": 16, "f32": 32, "u64": 64, "byte": 8, "short": 16, "double": 64, "u8x4": 8, "u16x4": 16, "i64x4": 64} {
		r, err := language(t, "rust").Read("simd_swizzle!(a, [3, 2, 1, 0])", dialect.Options{Type: typ})
		if want := fmt.Sprintf("i%dx4 -> a3 a2 a1 a0", bits); err != nil || r.Map.String() != want || strings.Contains(strings.Join(r.Warnings, " "), "bits are assumed") {
			t.Errorf("with %s it is %s, %v, want %s", typ, r.Map.String(), err, want)
		}
	}
}

// Masks are bounded, and so is how deep expressions are; what is beyond is told of with both numbers.
func TestBounds(t *testing.T) {
	for n, why := range map[int]string{2: "", 64: "", 512: "", 513: "513 lanes are more than 512", 600: "600 lanes are more than 512"} {
		text := "simd_swizzle!(a, [" + strings.Repeat("0, ", n-1) + "0])"
		if r, err := language(t, "rust").Read(text, dialect.Options{Type: "u8"}); err == nil && (why != "" || len(r.Map.Lane) != n) || err != nil && (why == "" || !strings.HasSuffix(err.Error(), why)) {
			t.Errorf("%d lanes: %d, %v", n, len(r.Map.Lane), err)
		}
	}
	for _, deep := range []int{1, 8, 1000} {
		text := "simd_swizzle!(" + strings.Repeat("(", deep) + "a" + strings.Repeat(")", deep) + ", [1, 0])"
		_, err := language(t, "rust").Read(text, dialect.Options{})
		if is := err != nil && strings.Contains(err.Error(), "an expression has at most"); is != (deep == 1000) || err != nil && !is {
			t.Errorf("%d deep: %v", deep, err)
		}
	}
}
