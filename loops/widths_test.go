package loops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/loops"
)

// named are types by their names, and how many bits they have; a negative number says that there is a sign.
var named = map[string]map[string]int{
	"C": {
		"char": -8, "short": -16, "int": -32, "long": -64, "unsigned": 32, "signed": -32, "size_t": 64, "ptrdiff_t": -64,
		"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "int8": -8, "int16": -16, "int32": -32, "int64": -64, "uint": 64, "byte": 8, "uchar": 8, "ushort": 16, "bool": 8, "_Bool": 8,
		"u8": 8, "u16": 16, "u32": 32, "u64": 64, "s8": -8, "s16": -16, "s32": -32, "s64": -64, "u128": 128, "s128": -128, "__int128": -128, "__uint128_t": 128,
		"__int8": -8, "__int16": -16, "__int32": -32, "__int64": -64, "_Float16": -16, "__bf16": -16, "float32": -32, "float64": -64, "float": -32, "double": -64,
		"Uint8": 8, "Uint16": 16, "Uint32": 32, "Uint64": 64, "Sint8": -8, "Sint16": -16, "Sint32": -32, "Sint64": -64, "guint8": 8, "guint16": 16, "guint32": 32, "guint64": 64, "gint8": -8, "gint16": -16, "gint32": -32, "gint64": -64,
		"BYTE": 8, "WORD": 16, "DWORD": 32, "UINT8": 8, "UINT16": 16, "UINT32": 32, "UINT64": 64, "INT8": -8, "INT16": -16, "INT32": -32, "INT64": -64, "u_char": 8, "u_int8_t": 8, "u_int16_t": 16, "u_int32_t": 32, "u_int64_t": 64,
		"uintptr_t": 64, "ssize_t": -64, "__u8": 8, "__u16": 16, "__u32": 32, "__u64": 64, "__le16": 16, "__le32": 32, "__le64": 64,
	},
	"Go": {
		"uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64, "int8": -8, "int16": -16, "int32": -32, "int64": -64, "uint": 64, "int": -64, "byte": 8, "float32": -32, "float64": -64,
	},
	"Rust": {
		"u8": 8, "u16": 16, "u32": 32, "u64": 64, "u128": 128, "usize": 64, "i8": -8, "i16": -16, "i32": -32, "i64": -64, "i128": -128, "isize": -64, "f32": -32, "f64": -64, "bool": 8,
	},
}

// pointed are those whose numbers have a point.
var pointed = map[string]bool{"float": true, "double": true, "float32": true, "float64": true, "_Float16": true, "__bf16": true, "f32": true, "f64": true}

// An element of a type has its bits, and where it has a sign or a point, what is wider than it cannot be had without copies of it.
func TestNamedTypes(t *testing.T) {
	forms := map[string]string{
		"C":    "void f(%s *r, const %s *a) { for (int i = 0; i < 2; i++) r[i] = a[1 - i]; }",
		"Go":   "func f(r []%s, a []%s) {\n\tfor i := range 2 {\n\t\tr[i] = a[1-i]\n\t}\n}",
		"Rust": "fn f(r: &mut [%s], a: &[%s]) { for i in 0..2 { r[i] = a[1 - i]; } }",
	}
	for language, types := range named {
		for typ, bits := range types {
			text := fmt.Sprintf(forms[language], typ, typ)
			r, err := loops.Dialect().Read(text, dialect.Options{})
			if want := fmt.Sprintf("i%dx2 -> a1 a0 [a]", max(bits, -bits)); err != nil || reading(r) != want {
				t.Errorf("%s\n%v, %v, want %s", text, r.Map, err, want)
			}
			if language != "C" {
				continue
			}
			wide := fmt.Sprintf("u128 f(%s a) { u128 r = 0; for (int i = 0; i < 1; i++) r = a; return r; }", typ)
			r, err = loops.Dialect().Read(wide, dialect.Options{})
			why := "copies of a sign"
			if pointed[typ] {
				why = "what a number with a point is as another type is computed"
			}
			if signed := bits < 0 && bits > -128; (err != nil) != signed || signed && !strings.Contains(err.Error(), why) {
				t.Errorf("%s\n%v, %v", wide, r.Map, err)
			}
		}
	}
}

// ways are expressions of C whose type decides what minus one beside them is: all ones of 32 bits where it has no sign.
var ways = map[string]bool{
	"5u": true, "5": false, "x": true, "y": false, "t[i]": true, "s[i]": false, "(uint32_t)y": true, "(int32_t)x": false, "(uint8_t)x": false, "h": false,
	"+x": true, "-x": true, "~x": true, "!x": false, "+y": false, "+h": false, "~h": false,
	"x << 1": true, "x >> 1": true, "y << 1": false, "y >> x": false, "h >> 1": false, "x + 1": true, "1 + x": true, "y + 1": false, "x * y": true, "x / 3": true, "x % 3": true, "x - y": true, "x & 1": true, "x | 1": true, "x ^ 1": true,
	"x < 1": false, "x <= 1": false, "x > 1": false, "x >= 1": false, "x == 1": false, "x != 1": false, "x && 1": false, "x || 1": false,
	"(y ? x : y)": true, "(y ? y : h)": false, "h + x": true, "h + h": false,
}

const waysAround = "const uint32_t t[2] = {7, 9}; const int32_t s[2] = {7, 9}; void f(uint64_t *r) { uint32_t x = 3; int32_t y = 2; uint8_t h = 1; for (int i = 0; i < 1; i++) r[0] = i ? %s : -1; }\n"

// Both ways of a choice are of one type, also the one that is not gone.
func TestTypeOfWays(t *testing.T) {
	program, asked := "#include <stdint.h>\n#include <stdio.h>\n", []string{}
	body := ""
	for way, unsigned := range ways {
		text := fmt.Sprintf(waysAround, way)
		r, err := loops.Dialect().Read(text, dialect.Options{})
		want := "-> i64x1: m []"
		if unsigned {
			want = "-> i64x1: #ffffffff []"
		}
		if err != nil || reading(r) != want {
			t.Errorf("%s\n%v, %v, want %s", text, r.Map, err, want)
		}
		program += strings.NewReplacer("t[2]", fmt.Sprintf("t%d[2]", len(asked)), "t[i]", fmt.Sprintf("t%d[i]", len(asked)), "s[2]", fmt.Sprintf("s%d[2]", len(asked)), "s[i]", fmt.Sprintf("s%d[i]", len(asked)), " f(", fmt.Sprintf(" f%d(", len(asked))).Replace(text)
		body += fmt.Sprintf("{ uint64_t r; f%d(&r); printf(\"%%d\\n\", r == 0xffffffff); }\n", len(asked))
		asked = append(asked, way)
	}
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	for k, line := range printed(t, len(asked), "p.c", program+"int main(void) {\n"+body+"}\n", gcc, "-w") {
		if (line == "1") != ways[asked[k]] {
			t.Errorf("%s is unsigned for GCC: %s", asked[k], line)
		}
	}
}

// What a comparison makes is an int of 32 bits.
func TestTruthIsInt(t *testing.T) {
	for shift, want := range map[int]string{0: "1", 1: "#2", 30: "#40000000", 31: "#ffffffff80000000"} {
		text := fmt.Sprintf("void f(uint64_t *r) { for (int i = 0; i < 1; i++) r[0] = (i < 1) << %d; }", shift)
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil || reading(r) != "-> i64x1: "+want+" []" {
			t.Errorf("%s\n%v, %v, want %s", text, r.Map, err, want)
		}
	}
}

// Whatever moves bits counts them: how often each of these does is known, and once more is more than a text may.
func TestMovesAtMost(t *testing.T) {
	for op, most := range map[string]int{
		"x := ZeroExtend65536(a[7:0])": 63, "x := SignExtend65536(0x40)": 63, "x := a[65535:0]": 63, "x := (a[32767:0])[32767:0]": 63, "dst[65535:0] := 3": 31, "MEM[p+16383:p] := 3": 127,
		"x := ZeroExtend65536(a[7:0]) >> 1": 21, "x := 3 AND a[32767:0]": 42, "x := NOT a[65535:0]": 31, "x := a[8191:0] - 1": 102, "x := a[16383:0] * 2": 51,
	} {
		for n, refused := range map[int]bool{most: false, most + 1: true} {
			text := fmt.Sprintf("dst[7:0] := b[7:0]\nFOR j := 1 to %d\n%s\nENDFOR", n, op)
			_, err := loops.Dialect().Read(text, dialect.Options{})
			if got := err != nil && strings.Contains(err.Error(), "more bits than a text may"); got != refused {
				t.Errorf("%s, %d times: %v", op, n, err)
			}
		}
	}
}
