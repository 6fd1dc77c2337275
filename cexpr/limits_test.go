package cexpr_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// inLanes are two numbers as lanes of 64 bits; ok is false where one of them is no number.
func inLanes(t *testing.T, x, y string) (all [2]uint64, ok bool) {
	t.Helper()
	text := "typedef long v2 __attribute__((vector_size(16))); v2 a; (v2){" + x + ", " + y + "}"
	r, err := cexpr.Intel().Read(text, dialect.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	m, err := r.Map.Regroup(64)
	if err != nil {
		return all, false
	}
	for k, l := range m.Lane {
		if l.Kind != lane.Constant {
			return all, false
		}
		all[k], _ = l.Const.Uint64()
	}
	return all, true
}

// The least and the greatest number of each type are those of C; no type without a sign has a name for its least one.
func TestLimitsOfTypes(t *testing.T) {
	for name, bits := range map[string]int{"INT8": 8, "INT16": 16, "INT32": 32, "INT64": 64, "SHRT": 16, "INT": 32, "LONG": 64, "LLONG": 64} {
		most := uint64(1)<<(bits-1) - 1
		if got, ok := inLanes(t, name+"_MAX", name+"_MIN"); !ok || got != [2]uint64{most, ^most} {
			t.Errorf("%s_MAX and _MIN are %x", name, got)
		}
		if got, ok := inLanes(t, "U"+name+"_MAX", "3"); !ok || got != [2]uint64{2*most + 1, 3} {
			t.Errorf("U%s_MAX is %x", name, got)
		}
		if got, ok := inLanes(t, "U"+name+"_MIN", "3"); ok {
			t.Errorf("U%s_MIN is a number, %x", name, got)
		}
	}
	for _, name := range []string{"INTSHRT_MAX", "INT_INT_MAX", "INT24_MAX", "_MAX", "U_MAX", "SHRT16_MIN", "LONG64_MAX", "MAX", "INT", "CHAR_MAX"} {
		if got, ok := inLanes(t, name, "3"); ok {
			t.Errorf("%s is a number, %x", name, got)
		}
	}
	for text, want := range map[string]uint64{ // each is computed with as one of its type, an int at least
		"UINT32_MAX + 1": 0, "UINT8_MAX + 1": 256, "UINT16_MAX + 1": 1 << 16, "UINT16_MAX << 16": 0xffffffffffff0000, "UINT32_MAX << 8": 0xffffff00, "UINT_MAX >> 28": 15, "USHRT_MAX >> 12": 15,
		"UINT64_MAX >> 60": 15, "ULONG_MAX >> 60": 15, "ULLONG_MAX >> 60": 15, "INT64_MAX >> 60": 7, "LONG_MIN >> 60": 1<<64 - 8, "INT_MIN >> 28": 1<<64 - 8, "INT8_MIN - 1": 1<<64 - 129,
	} {
		if got, ok := inLanes(t, text, "3"); !ok || got != [2]uint64{want, 3} {
			t.Errorf("%s is %x, want %x", text, got, want)
		}
	}
}

// What stands between angles goes on to the last one, whatever angles are in it, and not beyond the statement.
func TestAnglesInAngles(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 4> a; auto [x, y] = std::simd::chunk<std::simd::vec<int, 2>>(a); y", " of a: i32x4 -> a2 a3"},
		{"std::simd::vec<int, 8> a; auto [x, y] = std::simd::chunk<std::simd::vec< int, 4 > >(a); x", " of a: i32x8 -> a0 a1 a2 a3"},
		{"std::simd::vec<int, 8> a; std::get<1>(std::simd::chunk<std::simd::vec<int, 2>>(a))", " of a: i32x8 -> a2 a3"},
	})
	dialecttest.Refused(t, cexpr.Standard(), [][2]string{
		{"std::simd::vec<int, 8> a; auto [x, y] = std::simd::‹chunk<4, 5>(a)›; x", "chunk: parts of 9 lanes together are wanted of a vector of 8"},
		{"std::simd::vec<int, 4> a; ‹auto [x] = std::simd::chunk<std::simd::vec<int, 2>>(a)›; x", "1 names are bound, and there are 2 vectors"},
	})
}

// A structure of vectors has as many registers as an instruction may name, eight, and whatever is of more is no type.
func TestRegistersOfStructures(t *testing.T) {
	for _, group := range []struct {
		name      string
		registers int
	}{{"mf8", 1}, {"mf4", 1}, {"mf2", 1}, {"m1", 1}, {"m2", 2}, {"m4", 4}, {"m8", 8}} {
		for n := 1; n <= 10; n++ {
			typ := fmt.Sprintf("vuint8%sx%d", group.name, n)
			text := fmt.Sprintf("%s_t t; __riscv_vget_v_u8%sx%d_u8%[2]s(t, %[4]d)", typ, group.name, n, n-1)
			r, err := cexpr.RISCV().Read(text, dialect.Options{})
			if want := n >= 2 && n*group.registers <= 8; (err == nil) != want || want && (r.Names[0] != fmt.Sprintf("t.val[%d]", n-1) || r.Map.Lane[0] != lane.From(0, 0)) {
				t.Errorf("%s: %v, %v", text, r.Map, err)
			}
		}
	}
}

// AltiVec's vectors of constants are written in parentheses too, where one number is all of them.
func TestElementsInParentheses(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Altivec(), [][2]string{
		{"vec_perm(a, b, (vector unsigned char)(31, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))", " of a b: i8x16 i8x16 -> b15 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15"},
		{"vec_perm(a, b, (vector unsigned char)(3))", " of a b: i8x16 i8x16 -> a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3 a3"},
		{"(__vector signed int)(1, -2, (3 + 4), sizeof(int))", " of : -> i32x4: 1 #fffffffe #7 #4"},
		{"( vector float ) ( 1.5f )", " of : -> i32x4: #3fc00000 #3fc00000 #3fc00000 #3fc00000"},
		{"(vector signed short)(-1)", " of : -> i16x8: m m m m m m m m"},
		{"vec_splat((vector unsigned int)(a), 3)", " of a: i32x4 -> a3 a3 a3 a3"},
		{"vec_splat((vector unsigned int)(vec_mergeh((vector unsigned int)a, b)), 3)", " of a b: i32x4 i32x4 -> b1 b1 b1 b1"},
	})
	dialecttest.Refused(t, cexpr.Altivec(), [][2]string{
		{"‹(vector signed int)(1, 2, 3, 4, 5)›", "expected 4 numbers, found 5"},
		{"(vector signed int)(1, 2‹›", `expected "," or ")", found the end`},
		{"(vector signed int)(1, 2‹}›", `expected "," or ")", found "}"`},
		{"(vector signed int){1, 2‹)›", `expected "," or "}", found ")"`},
		{"‹(vector signed int)(1.5)›", "element 0: a floating-point number as an integer is computed, and moves no lane: __builtin_bit_cast keeps the bits"},
	})
}
