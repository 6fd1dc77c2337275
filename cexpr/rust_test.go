package cexpr_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/lane"
)

// Statements of Rust around the intrinsics that C has too, and how other languages bind a name.
func TestRustStatements(t *testing.T) {
	const reversed = "[3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]"
	const swapped = "i8x16 -> a3 a2 a1 a0 a7 a6 a5 a4 a11 a10 a9 a8 a15 a14 a13 a12"
	dialecttest.Meanings(t, cexpr.Intel(), [][2]string{
		{"use core::arch::x86_64::*;\n#[target_feature(enable = \"sse2\")]\npub unsafe fn f(a: __m128i, b: __m128i) -> __m128i {\n\tlet t0: __m128i = _mm_unpacklo_epi8(b, a);\n\tt0\n}", " of a b: i8x16 i8x16 -> b0 a0 b1 a1 b2 a2 b3 a3 b4 a4 b5 a5 b6 a6 b7 a7"},
		{"#[inline] fn f(mut a: __m128i) -> __m128i { a = _mm_shuffle_epi32::<0b00_01_10_11>(a); a }", " of a: i32x4 -> a3 a2 a1 a0"},
		{"let r = unsafe { _mm_shuffle_epi32::<27>(a) };", "r of a: i32x4 -> a3 a2 a1 a0"},
		{"unsafe { let mut r = _mm_shuffle_epi32(a, 0x1b_i32); r = _mm_slli_si128::<4>(r); r }", " of a: i8x16 -> z z z z a12 a13 a14 a15 a8 a9 a10 a11 a4 a5 a6 a7"},
		{"let r: core::arch::x86_64::__m128i = _mm_shuffle_epi32(a, 27);", "r of a: i32x4 -> a3 a2 a1 a0"},
		{"let r: __m128i; let k = 27; _mm_shuffle_epi32(a, k)", " of a: i32x4 -> a3 a2 a1 a0"},
		{"const K: i32 = 27; _mm_shuffle_epi32(a, K)", " of a: i32x4 -> a3 a2 a1 a0"},
		{"const K: [u8; 16] = " + reversed + "; fn f(v: __m128i) -> __m128i { unsafe { _mm_shuffle_epi8(v, _mm_loadu_si128(K.as_ptr() as *const __m128i)) } }", " of v: " + swapped},
		{"static K: [i8; 16] = " + reversed + "; _mm_shuffle_epi8(v, _mm_loadu_si128(K.as_ptr().cast()))", " of v: " + swapped},
		{"fn f(p: &[u8; 16], q: *const u8) -> __m128i { _mm_unpacklo_epi64(_mm_loadu_si128(p.as_ptr() as *const __m128i), _mm_loadu_si128(q as *const __m128i)) }", " of p q: i64x2 i64x2 -> a0 b0"},
		{"_mm_set1_epi8(0x80u8 as i8)", " of : -> i8x16: #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80 #80"},
		{"_mm_set1_epi16(0x00_ffu16 as i16)", " of : -> i16x8: #ff #ff #ff #ff #ff #ff #ff #ff"},
		{"let x: u32; (x as u64) << 8", " of x: i8x4 -> z a0 a1 a2 a3 z z z"},
		{"fn f(x: u32) -> u32 { let y = x.swap_bytes(); y.rotate_left(8) }", " of x: i8x4 -> a0 a3 a2 a1"},
		{"let x: u16; let y: u16 = x.rotate_left(8); y", " of x: i8x2 -> a1 a0"},
		{"y := bits.ReverseBytes32(x)", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"y := bits.ReverseBytes32(x)\nz := bits.RotateLeft32(y, 8)", "z of x: i8x4 -> a0 a3 a2 a1"},
		{"val y = Integer.reverseBytes(x)", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"var y = Integer.reverseBytes(x);", "y of x: i8x4 -> a3 a2 a1 a0"},
		{"var = _mm_shuffle_epi32(a, 27);", "var of a: i32x4 -> a3 a2 a1 a0"},
	})
	dialecttest.Meanings(t, cexpr.Arm(), [][2]string{
		{"fn f(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t { let k: uint8x16_t = vcombine_u8(vcreate_u8(0x1707160615051404), vcreate_u8(0x1303120211011000)); vqtbl2q_u8(uint8x16x2_t(a, b), k) }", " of a b: i8x16 i8x16 -> a4 b4 a5 b5 a6 b6 a7 b7 a0 b0 a1 b1 a2 b2 a3 b3"},
		{"const K: [u8; 16] = " + reversed + "; pub unsafe fn f(v: uint8x16_t) -> uint8x16_t { vqtbl1q_u8(v, vld1q_u8(K.as_ptr())) }", " of v: " + swapped},
	})
	dialecttest.Refused(t, cexpr.Arm(), [][2]string{
		{"vqtbl2q_u8(‹uint8x16x2_t(a)›, k)", "uint8x16x2_t has 2 vectors, found 1"},
		{"vqtbl2q_u8(‹uint8x16x2_t(a, 3)›, k)", "uint8x16x2_t: expected a vector, found the number 3"},
		{"uint8x8_t a; vqtbl2q_u8(‹uint8x16x2_t(a, b)›, k)", "uint8x16x2_t: expected a vector of 128 bits, and \"a\" has 64"},
	})
}

// All bits of a constant are turned by ~, and what is no constant waits for an &.
func TestComplements(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Altivec(), [][2]string{
		{"vector unsigned char a, b; vec_perm(b, a, ~(vector unsigned char){31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8})", " of b a: i8x16 i8x16 -> a0 b0 a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a7 b7"},
		{"vector unsigned int a, m; vec_and(a, ~(vector unsigned int){0, -1, 0, -1})", " of a: i32x4 -> a0 z a2 z"},
		{"vector unsigned int a, m; vec_andc(a, (vector unsigned int){0, -1, 0, -1})", " of a: i32x4 -> a0 z a2 z"},
		{"vector unsigned int a, b; vec_or(vec_and(a, (vector unsigned int){0, -1, 0, -1}), vec_andc(b, (vector unsigned int){0, -1, 0, -1}))", " of a b: i32x4 i32x4 -> b0 a1 b2 a3"},
		{"vector unsigned int a; vec_xor(a, a)", " of a: i32x4 -> z z z z"},
	})
	dialecttest.Refused(t, cexpr.Altivec(), [][2]string{
		{"vector unsigned int a, m; ‹vec_andc(a, m)›", "vec_andc: & computes bit 0 from bits that are both live, which is no movement"},
		{"vector unsigned int a, m; vec_perm(a, a, ‹~m›)", "~ computes: it moves only as one side of an &"},
	})
}

// WebAssembly's functions that are rows are read as these.
func TestWasmShifts(t *testing.T) {
	dialecttest.Meanings(t, cexpr.Wasm(), [][2]string{
		{"wasm_i64x2_shl(a, 32)", " of a: i32x4 -> z a0 z a2"},
		{"wasm_u64x2_shr(a, 8)", " of a: i8x16 -> a1 a2 a3 a4 a5 a6 a7 z a9 a10 a11 a12 a13 a14 a15 z"},
		{"wasm_v128_or(wasm_i16x8_shl(a, 8), wasm_u16x8_shr(a, 8))", " of a: i8x16 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14"},
	})
}

// A number has at most one of Rust's types behind it, each of which may be: it is what it is without the type and without what parts its digits, however it is written.
func TestNumbersOfRust(t *testing.T) {
	integers := []string{"u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"}
	for _, typ := range append(integers, "") {
		for _, parted := range []string{"27", "2_7", "27_", "0x1b", "0x1_b", "0x_1b_", "0b0001_1011", "0b11011", "033"} {
			text := "_mm_shuffle_epi32(a, " + parted + typ + ")"
			if strings.HasPrefix(parted, "0x") && typ == "" {
				text = "_mm_shuffle_epi32(a, " + parted + ")"
			}
			dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{text, " of a: i32x4 -> a3 a2 a1 a0"}})
		}
		for _, other := range append(integers, "f32", "f64", "__m128i", "v128", "u128x", "int", "x") {
			if typ == "" && !strings.HasSuffix(other, "x") && other != "int" && other != "__m128i" && other != "v128" {
				continue
			}
			number := "27" + other + typ
			dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"_mm_shuffle_epi32(a, ‹" + number + "›)", fmt.Sprintf("%q is no number", number)}})
		}
	}
}

// A colon behind a name begins a declaration of Rust only where a type follows, and a value behind it; a value that is compared is none. A pointer, a reference and an array are types, whatever they are of.
func TestColonsBehindNames(t *testing.T) {
	for _, typ := range []string{"__m128i", "u8", "usize", "[u8; 16]", "&[u8; 16]", "&'static [i8; 16]", "*const u8", "&__m128i", "[__m128i; 2]", "core::arch::x86_64::__m128i"} {
		for _, blank := range []string{"", " "} {
			for _, behind := range []string{";", "", " == a;"} {
				dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"‹K" + blank + "›:" + blank + typ + behind, "expected a vector, such as _mm_unpacklo_epi8(a, b)"}})
			}
		}
	}
	for _, typ := range []string{"__m128i", "core::arch::x86_64::__m128i", "v128_t"} {
		dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{"K: " + typ + " = _mm_shuffle_epi32(a, 27);", "K of a: i32x4 -> a3 a2 a1 a0"}, {"K:" + typ + "=_mm_shuffle_epi32(a, 27);", "K of a: i32x4 -> a3 a2 a1 a0"}})
	}
	for _, typ := range []string{"foo", "a", "Vec", "x::y", ""} {
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"‹K›: " + typ + " = _mm_shuffle_epi32(a, 27);", "expected a vector, such as _mm_unpacklo_epi8(a, b)"}})
	}
}

// as makes of a vector one of a type of as many bits, of one lane too, and of an integer its lower bits; and refuses other lengths.
func TestTypesBehindAs(t *testing.T) {
	for typ, bits := range map[string]int{"int64x1_t": 64, "uint64x1_t": 64, "uint8x8_t": 64, "int32x2_t": 64, "__m64": 64, "uint8x16_t": 128, "int64x2_t": 128, "__m128i": 128, "__m256i": 256, "core::arch::x86_64::__m256d": 256} {
		for name, have := range map[string]int{"uint8x8_t": 64, "uint64x1_t": 64, "uint32x4_t": 128, "__m256i": 256} {
			text := name + " v; v as " + typ
			if have != bits {
				dialecttest.Refused(t, cexpr.Builtin(), [][2]string{{name + " v; v ‹as " + typ + "›", fmt.Sprintf(`expected a vector of %d bits, and "v" has %d`, bits, have)}})
				continue
			}
			r, err := cexpr.Builtin().Read(text, dialect.Options{})
			if err != nil || r.Map.Bits*len(r.Map.Lane) != bits || r.Map.String() != lane.Identity(r.Map.Bits, len(r.Map.Lane)).String() {
				t.Errorf("%s is %s, %v", text, r.Map, err)
			}
		}
	}
	for _, pointer := range []string{"*const ", "*mut ", "&", "& ", "&mut ", "* const "} { // which changes no bits, whatever it points to
		for _, typ := range []string{"__m128i", "__m256i", "u8", "i64", "core::arch::x86_64::__m512i", "c_void"} {
			dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{"_mm_shuffle_epi32(a as " + pointer + typ + ", 27)", " of a: i32x4 -> a3 a2 a1 a0"}})
		}
	}
	for _, path := range []string{"", "core::arch::x86_64::", "std::arch::x86_64::", "x::"} {
		dialecttest.Meanings(t, cexpr.Intel(), [][2]string{{"let a: " + path + "__m128i; _mm_shuffle_epi32(a, 27)", " of a: i32x4 -> a3 a2 a1 a0"}})
		dialecttest.Refused(t, cexpr.Intel(), [][2]string{{"let a: " + path + "__m256i; ‹_mm_shuffle_epi32(a, 27)›", `pshufd reads 128 bits, and "a" has 256`}, {"‹let a: " + path + "foo;› _mm_shuffle_epi32(a, 27)", `"foo" is no type that is known here: expected one such as __m128i, uint8x16_t, or a typedef with vector_size`}})
	}
	for from, have := range map[string]int{"u8": 8, "u16": 16, "u32": 32, "u64": 64, "usize": 64} {
		for to, want := range map[string]int{"u8": 8, "i8": 8, "u16": 16, "i16": 16, "u32": 32, "i32": 32, "u64": 64, "i64": 64, "usize": 64, "isize": 64} {
			text := "let x: " + from + "; x as " + to
			r, err := cexpr.Intel().Read(text, dialect.Options{})
			if err != nil || r.Map.Bits*len(r.Map.Lane) != want {
				t.Errorf("%s is %s, %v", text, r.Map, err)
				continue
			}
			for i, l := range mustRegroup(t, r.Map, 8).Lane {
				want := lane.Zero()
				if i < have/8 {
					want = lane.From(0, i)
				}
				if l.Text(i, 8) != want.Text(i, 8) {
					t.Errorf("%s is %s", text, r.Map)
				}
			}
		}
	}
}

func mustRegroup(t *testing.T, m lane.Map, bits int) lane.Map {
	t.Helper()
	r, err := m.Regroup(bits)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// An element of a parameter is as long as its type says, however Rust says that there are several: a slice, an array, a pointer or a reference to these.
func TestElementsOfRust(t *testing.T) {
	for typ, bits := range map[string]int{"u16": 16, "u32": 32, "u64": 64} {
		for _, form := range []string{"&[T; 4]", "&[T]", "&mut [T; 4]", "&'static [T; 4]", "&'a [T; 4]", "&'a mut [T]", "& mut [T;4]", "&'static mut[T; 4]", "[T; 4]", "*const T", "*mut T", "* const T"} {
			for k := range 4 {
				text := fmt.Sprintf("fn f(p: %s) -> %s { p[%d].swap_bytes() }", strings.Replace(form, "T", typ, 1), typ, k)
				var want []string
				for i := range bits / 8 {
					want = append(want, fmt.Sprint("a", (k+1)*bits/8-1-i))
				}
				r, err := cexpr.Intel().Read(text, dialect.Options{})
				if got := fmt.Sprintf("i8x%d -> %s", (k+1)*bits/8, strings.Join(want, " ")); err != nil || mustRegroup(t, r.Map, 8).String() != got || len(r.Names) != 1 || r.Names[0] != "p" && k > 0 {
					t.Errorf("%s is %s of %q, %v, want %s", text, r.Map, r.Names, err, got)
				}
			}
		}
	}
}
