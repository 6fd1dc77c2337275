package maskcall_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
)

// Where nothing says how many lanes a vector has, it is as many as the mask has, or twice that so often that all its indices are of some: of the second vector too.
func TestIndicesSayLengths(t *testing.T) {
	lanes := func(from, k int) int {
		for k >= from {
			from *= 2
		}
		return from
	}
	for k := range 40 {
		for _, long := range []int{1, 2, 3, 4} {
			zeros, said := strings.Repeat(", 0", long-1), strings.Repeat(" a0", long-1)
			n := lanes(long, k)
			readsAs(t, "zig", fmt.Sprintf("@shuffle(u32, a, b, [_]i32{ %d%s })", -k-1, zeros), fmt.Sprintf("i32x%d i32x%d -> b%d%s", n, n, k, said))
			readsAs(t, "zig", fmt.Sprintf("@shuffle(u32, a, b, [_]i32{ ~@as(i32, %d)%s })", k, zeros), fmt.Sprintf("i32x%d i32x%d -> b%d%s", n, n, k, said))
			readsAs(t, "zig", fmt.Sprintf("@shuffle(u32, a, b, [_]i32{ %d%s })", k, zeros), fmt.Sprintf("i32x%d i32x%d -> a%d%s", n, n, k, said))
			readsAs(t, "rust", fmt.Sprintf("simd_swizzle!(a, [%d%s])", k, zeros), fmt.Sprintf("i32x%d -> a%d%s", n, k, said))
			n = lanes(long, k/2)
			want := fmt.Sprint("a", k)
			if k >= n {
				want = fmt.Sprint("b", k-n)
			}
			readsAs(t, "rust", fmt.Sprintf("simd_swizzle!(a, b, [%d%s])", k, zeros), fmt.Sprintf("i32x%d i32x%d -> %s%s", n, n, want, said))
			readsAs(t, "julia", fmt.Sprintf("shufflevector(a, b, Val((%d,%s)))", k, strings.TrimPrefix(zeros, ",")), fmt.Sprintf("i32x%d i32x%d -> %s%s", n, n, want, said))
		}
	}
}

// A type says how many lanes there are and how wide they are, however the language writes it and wherever it stands.
func TestTypesOfVectors(t *testing.T) {
	elements := map[string]map[string]int{
		"rust":  {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f32": 32, "f64": 64},
		"zig":   {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "f32": 32, "f64": 64},
		"julia": {"UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64, "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "Float16": 16, "Float32": 32, "Float64": 64, "Int": 64, "UInt": 64},
		"swift": {"UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64, "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "Float16": 16, "Float": 32, "Double": 64, "Int": 64, "UInt": 64},
	}
	for language, forms := range map[string][]string{
		"rust":  {"let a: %[1]sx%[2]d; simd_swizzle!(a, [1, 0])", "let a: Simd<%[1]s, %[2]d>; simd_swizzle!(a, [1, 0])", "fn f(a: %[1]sx%[2]d) -> %[1]sx2 { simd_swizzle!(a, [1, 0]) }", "fn f(a: Simd<%[1]s, %[2]d>) { simd_swizzle!(a, [1, 0]) }"},
		"zig":   {"var a: @Vector(%[2]d, %[1]s) = undefined; @shuffle(%[1]s, a, undefined, [2]i32{ 1, 0 })", "fn f(a: @Vector(%[2]d, %[1]s)) @Vector(2, %[1]s) { return @shuffle(%[1]s, a, undefined, [2]i32{ 1, 0 }); }"},
		"julia": {"a::Vec{%[2]d, %[1]s}\nshufflevector(a, Val((1, 0)))", "a :: Vec{%[2]d,%[1]s}\nshufflevector(a, Val((1, 0)))", "f(a::Vec{%[2]d,%[1]s}) = shufflevector(a, Val((1, 0)))", "function f(a::Vec{%[2]d, %[1]s})\nshufflevector(a, Val((1, 0)))\nend"},
		"swift": {"let a: SIMD%[2]d<%[1]s>\nlet r = a[SIMD2(1, 0)]", "func f(_ a: SIMD%[2]d<%[1]s>) -> SIMD2<%[1]s> { return a[SIMD2(1, 0)] }"},
	} {
		for element, bits := range elements[language] {
			for _, n := range []int{2, 4, 8, 16, 32, 64} {
				for _, form := range forms {
					text := fmt.Sprintf(form, element, n)
					r, err := reader(t, language).Read(text, dialect.Options{})
					if want := fmt.Sprintf("i%dx%d -> a1 a0", bits, n); err != nil || r.Map.String() != want || len(r.Warnings) > 0 {
						t.Errorf("%s: %s is %s, %v, %q, want %s", language, text, r.Map.String(), err, r.Warnings, want)
					}
				}
			}
		}
	}
}

func reader(t *testing.T, name string) dialect.Dialect {
	t.Helper()
	return language(t, name)
}

// Behind a dot stands a name, or of a tuple 0 or 1; what else stands there is told of at the dot.
func TestBehindDots(t *testing.T) {
	for name, text := range map[string]string{"rust": "let r = a%s", "zig": "const r = a%s", "csharp": "var r = a%s", "java": "var r = a%s", "julia": "r = a%s", "swift": "let r = a%s"} {
		for _, behind := range []string{"‹.›", "‹.›;", "‹.›)", "‹.› + b", "‹.›=", "‹.›[0]", "‹.›(b)"} {
			dialecttest.Refused(t, language(t, name), [][2]string{{fmt.Sprintf(text, behind), `expected the end of the expression, or a name behind the dot, found "."`}})
		}
	}
}

// What Java loads is a vector of its species where both say the same element, and no vector elsewhere.
func TestLoadsOfJava(t *testing.T) {
	elements := map[string]int{"Byte": 8, "Short": 16, "Int": 32, "Long": 64, "Float": 32, "Double": 64}
	for vector, bits := range elements {
		for species, other := range elements {
			for _, total := range []int{64, 128, 256, 512} {
				n := total / other
				if n < 2 {
					continue
				}
				text := fmt.Sprintf("var a = %sVector.fromArray(%sVector.SPECIES_%d, x, 0);\nvar r = a.slice(1);", vector, species, total)
				r, err := language(t, "java").Read(text, dialect.Options{})
				if (bits == other) != (err == nil) || err == nil && !strings.HasPrefix(r.Map.String(), fmt.Sprintf("i%dx%d -> a1", bits, n)) {
					t.Errorf("%s: %s, %v", text, r.Map.String(), err)
				}
			}
		}
	}
	for _, load := range []string{"Foo.fromArray(S, x, 0)", "foo.Bar.fromArray(IntVector.SPECIES_128, x, 0)", "IntVector.fromArray(S, x, 0)", "IntVector.fromArray(IntVector.SPECIES_128, x)", "fromArray(IntVector.SPECIES_128, x, 0)"} {
		if _, err := language(t, "java").Read("var a = "+load+";\nvar r = a.slice(1);", dialect.Options{}); err == nil || !strings.Contains(err.Error(), `"fromArray" is no call of java that moves lanes`) {
			t.Errorf("%s: %v", load, err)
		}
	}
}
