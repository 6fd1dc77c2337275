package loops_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/loops"
	"github.com/lanescope/lanescope/syntax"
)

// Statements one behind another are no deeper than one, however many there are; in one another they are.
func TestManyStatements(t *testing.T) {
	for language, row := range map[string]struct{ one, head, open, inner, closed string }{
		"C":      {"for (int i = 0; i < 4; i++) { if (i) r[i] = (((a[3 - i]))); else r[i] = a[3]; }\n", "", "{ ", "for (int i = 0; i < 4; i++) r[i] = a[3 - i];", " }"},
		"Go":     {"for i := range 4 { if i > 0 { r[i] = (((a[3-i]))) } else { r[i] = a[3] } }\n", "", "{ ", "for i := range 4 { r[i] = a[3-i] }", " }"},
		"Rust":   {"for i in 0..4 { if i > 0 { r[i] = (((a[3 - i]))); } else { r[i] = a[3]; } }\n", "", "{ ", "for i in 0..4 { r[i] = a[3 - i]; }", " }"},
		"Python": {"for i in range(4):\n    if i: r[i] = (((a[3-i])))\n    else:\n        r[i] = a[3]\n", "", "", "", ""},
		"guide":  {"FOR i := 0 to 3\nIF i > 0\nr.byte[i] := (((a.byte[3-i])))\nELSE\ndst[7:0] := a[31:24]\nFI\ndst.byte[i] := a.byte[3-i]\nENDFOR\n", "", "IF 1\n", "dst[7:0] := a[31:24]\ndst[15:8] := a[23:16]\ndst[23:16] := a[15:8]\ndst[31:24] := a[7:0]\n", "FI\n"},
	} {
		r, err := loops.Dialect().Read(strings.Repeat(row.one, 300), dialect.Options{Type: "i8"})
		if err != nil || r.Map.String() != "i8x4 -> a3 a2 a1 a0" && r.Map.String() != "i8x16 -> a3 a2 a1 a0" {
			t.Errorf("%s: %v, %v", language, r.Map, err)
		}
		if row.inner == "" {
			continue
		}
		for n, want := range map[int]string{90: "", 400: "this stands more than 200 deep"} {
			_, err := loops.Dialect().Read(strings.Repeat(row.open, n)+row.inner+strings.Repeat(row.closed, n), dialect.Options{Type: "i8"})
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %d deep: %v, want %q", language, n, err, want)
			}
		}
	}
}

// Arrays that JavaScript makes have elements of a type.
func TestTypedArrays(t *testing.T) {
	for name, bits := range map[string]int{"Uint8Array": 8, "Int8Array": 8, "Uint16Array": 16, "Int16Array": 16, "Uint32Array": 32, "Int32Array": 32, "Float32Array": 32} {
		text := fmt.Sprintf("const r = new %s(2); for (let i = 0; i < 2; i++) { r[i] = a[1 - i]; }", name)
		r, err := loops.Dialect().Read(text, dialect.Options{Type: fmt.Sprint("i", bits)})
		if want := fmt.Sprintf("i%dx2 -> a1 a0", bits); err != nil || r.Map.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, r.Map, err, want)
		}
	}
}

// Functions that call others take steps too, where no loop is: three calls in each of so many functions are more than a text may.
func TestStepsWithoutLoops(t *testing.T) {
	for deep, want := range map[int]string{8: "", 12: "this does not end within 262144 steps"} {
		text := "int f0(int i) { return i; }\n"
		for k := 1; k < deep; k++ {
			text += fmt.Sprintf("int f%d(int i) { return f%d(i) + f%[2]d(i) - f%[2]d(i); }\n", k, k-1)
		}
		r, err := loops.Dialect().Read(text+fmt.Sprintf("r[0] = a[f%d(3)];", deep-1), dialect.Options{Type: "i8"})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && reading(r) != "i8x4 -> a3 [a]" {
			t.Errorf("%d functions: %v, %v, want %q", deep, r.Map, err, want)
		}
	}
}

// What stands too deep is refused where it does, also where nothing but braces stand there.
func TestDepthStandsWhereItIs(t *testing.T) {
	for n, want := range map[int]bool{150: false, 400: true} {
		text := strings.Repeat("{ ", n) + strings.Repeat("} ", n) + "for (int i = 0; i < 4; i++) r[i] = a[3 - i];"
		r, err := loops.Dialect().Read(text, dialect.Options{Type: "i8"})
		var e *syntax.Error
		switch {
		case !want && (err != nil || reading(r) != "i8x4 -> a3 a2 a1 a0 [a]"):
			t.Errorf("%d braces: %v, %v", n, r.Map, err)
		case want && (!errors.As(err, &e) || e.Off != 400):
			t.Errorf("%d braces: %v, want it at the 201st", n, err)
		}
	}
}
