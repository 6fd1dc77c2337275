package loops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/loops"
)

// cTypes are types of C, and how many bits they have.
var cTypes = map[string]int{
	"char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "short int": 16, "int": 32, "unsigned": 32, "unsigned int": 32, "long": 64, "unsigned long": 64, "long long": 64, "unsigned long long int": 64,
	"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32, "uint32_t": 32, "int64_t": 64, "uint64_t": 64, "size_t": 64, "float": 32, "double": 64, "_Bool": 8, "const uint8_t": 8, "uint8_t const": 8,
}

// An array's elements are as wide as its type, and so is what sizeof and a function with such a parameter say.
func TestTypes(t *testing.T) {
	for typ, bits := range cTypes {
		text := fmt.Sprintf("%s a[4]; %[1]s r[4]; for (int i = 0; i < sizeof(a) / sizeof(%[1]s); i++) r[i] = a[3 - i];", typ)
		if typ == "const uint8_t" || typ == "uint8_t const" {
			text = strings.Replace(text, typ+" r", "uint8_t r", 1)
		}
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if want := fmt.Sprintf("i%dx4 -> a3 a2 a1 a0 [a]", bits); err != nil || reading(r) != want {
			t.Errorf("%s: %v, %v, want %s", text, r.Map, err, want)
		}
	}
}

// What has a sign is copied into a wider type by what is no movement, and what has none with zeros above.
func TestSigns(t *testing.T) {
	for typ, signed := range map[string]bool{
		"char": true, "signed char": true, "unsigned char": false, "char unsigned": false, "short": true, "short unsigned int": false, "unsigned": false, "int unsigned": false, "signed": true, "int32_t": true, "uint32_t": false,
		"unsigned const short": false, "u8": false, "s16": true, "i32": true,
	} {
		text := "void f(uint64_t *r, " + typ + " *a) { for (int i = 0; i < 2; i++) r[i] = a[i]; }"
		r, err := loops.Dialect().Read(text, dialect.Options{})
		switch {
		case signed && (err == nil || !strings.Contains(err.Error(), "copies of a sign")):
			t.Errorf("%s: %v, %v", typ, r.Map, err)
		case !signed && err != nil:
			t.Errorf("%s: %v", typ, err)
		}
	}
}

// constant is an expression of numbers, of any types, that C defines.
func (w writer) constant(depth int) string {
	integers := []string{"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "uint8_t", "int16_t", "uint32_t", "int64_t"}
	if depth == 0 {
		n := w.Uint64() >> w.IntN(64)
		text := fmt.Sprintf([]string{"%d", "0x%x", "0x%X", "%d"}[w.IntN(4)], n>>1)
		return text + []string{"", "", "u", "U", "ul", "ull", "L", "LL"}[w.IntN(8)]
	}
	x, y := w.constant(depth-1), w.constant(w.IntN(depth))
	switch k := w.IntN(22); {
	case k < 6:
		return fmt.Sprintf("(%s %s %s)", x, []string{"+", "-", "*", "&", "|", "^"}[k], y)
	case k < 12:
		return fmt.Sprintf("(%s %s %s)", x, []string{"<", "<=", ">", ">=", "==", "!="}[k-6], y)
	case k < 14:
		return fmt.Sprintf("(%s %s %d)", x, []string{"/", "%"}[k-12], 1+w.IntN(9))
	case k < 16:
		return fmt.Sprintf("(%s %s %d)", x, []string{"<<", ">>"}[k-14], w.IntN(31))
	case k < 18:
		return fmt.Sprintf("(%s %s %s)", x, []string{"&&", "||"}[k-16], y)
	case k == 18:
		return fmt.Sprintf("(%s ? %s : %s)", x, y, w.constant(depth-1))
	case k == 19:
		return []string{"-", "~", "!", "+"}[w.IntN(4)] + "(" + x + ")"
	}
	return "(" + integers[w.IntN(len(integers))] + ")" + x
}

// Numbers are computed with as C does: what GCC makes of random expressions is what is read.
func TestNumbersCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 248)}
	var texts []string
	program := "#include <stdint.h>\n#include <stdio.h>\nint main(void) {\n"
	for range 1000 {
		text := w.constant(4)
		texts = append(texts, text)
		program += fmt.Sprintf("{ uint64_t r = %s; printf(\"%%llu\\n\", (unsigned long long)r); }\n", text)
	}
	lines := printed(t, len(texts), "p.c", program+"}\n", gcc, "-w", "-fwrapv")
	for k, text := range texts {
		whole := "void f(uint64_t *r) { for (int i = 0; i < 1; i++) r[i] = " + text + "; }"
		r, err := loops.Dialect().Read(whole, dialect.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := fmt.Sprint(numberBehind(r.Map, 0)); got != lines[k] {
			t.Errorf("%s is %s, and is read as %s", text, lines[k], got)
		}
	}
}
