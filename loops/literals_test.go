package loops_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/loops"
)

// Numbers as C writes them have the values and the types that GCC gives them: which shows in what is above 32 bits behind a sign or a shift.
func TestLiteralsCompiled(t *testing.T) {
	var all []string
	for _, digits := range []string{
		"0", "7", "00", "010", "0777", "0x1B", "0XfF", "0b101", "0B101", "1'000", "0x1'0000", "2147483647", "2147483648", "4294967295", "4294967296", "0x7fffffff", "0x80000000", "0XFFFFFFFF", "0x100000000", "017777777777", "020000000000", "037777777777", "0100000000000",
		"0b10000000000000000000000000000000", "0B11111111111111111111111111111111", "9223372036854775807", "0xffffffffffffffff",
	} {
		for _, suffix := range []string{"", "u", "U", "l", "L", "ul", "ULL", "llu"} {
			number := digits + suffix
			all = append(all, number, "-"+number, "~"+number, "("+number+" << 1)", "("+number+" >> 1)", "sizeof("+number+")")
		}
	}
	var want []string
	program := "#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n"
	for _, x := range all {
		program += fmt.Sprintf("printf(\"%%llu\\n\", (unsigned long long)(uint64_t)(%s));\n", x)
		r, err := loops.Dialect().Read("void f(uint64_t *r) { for (int i = 0; i < 1; i++) r[i] = "+x+"; }", dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", x, err)
		}
		want = append(want, fmt.Sprint(numberBehind(r.Map, 0)))
	}
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	for k, line := range printed(t, len(all), "p.c", program+"}\n", gcc, "-w", "-fwrapv", "-std=c2x") {
		if line != want[k] {
			t.Errorf("%s is %s, and is read as %s", all[k], line, want[k])
		}
	}
}

// Which digits a number has that begins with a zero, in each language.
func TestNumbersBehindZero(t *testing.T) {
	forms := map[string]string{"C": "for (int i = 0; i < 1; i++) r[i] = a[%s];", "Go": "for i := range 1 { r[i] = a[%s] }", "Rust": "for i in 0..1 { r[i] = a[%s]; }", "Python": "for i in range(1): r[i] = a[%s]", "guide": "FOR j := 0 to 0\ndst.byte[j] := a.byte[%s]\nENDFOR"}
	for number, want := range map[string]map[string]int{
		"010":   {"C": 8, "Go": 8, "Rust": 10, "Python": 10, "guide": 10},
		"0o11":  {"C": 9, "Go": 9, "Rust": 9, "Python": 9, "guide": 9},
		"0O11":  {"C": 9, "Go": 9, "Rust": 9, "Python": 9, "guide": 9},
		"0b11":  {"C": 3, "Go": 3, "Rust": 3, "Python": 3, "guide": 3},
		"0B11":  {"C": 3, "Go": 3, "Rust": 3, "Python": 3, "guide": 3},
		"0x0b":  {"C": 11, "Go": 11, "Rust": 11, "Python": 11, "guide": 11},
		"08":    {"Rust": 8, "Python": 8, "guide": 8},
		"0o8":   {},
		"0b2":   {},
		"0_7":   {"C": 7, "Go": 7, "Rust": 7, "Python": 7, "guide": 7},
		"00012": {"C": 10, "Go": 10, "Rust": 12, "Python": 12, "guide": 12},
	} {
		for language, form := range forms {
			text := fmt.Sprintf(form, number)
			r, err := loops.Dialect().Read(text, dialect.Options{Type: "i8"})
			at, ok := want[language]
			if (err == nil) != ok || ok && r.Map.Lane[0].Index != at {
				t.Errorf("%s: %v, %v, want %d", text, r.Map, err, at)
			}
		}
	}
}
