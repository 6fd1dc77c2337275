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

// row is a function of C as libraries of images and sounds have them, for a row of n elements; for n up to 16 it stays within 64 bytes.
func (w writer) row(number int) string {
	head := fmt.Sprintf("void row%d(uint8_t *r, const uint8_t *a, const uint8_t *b, int n)", number)
	x, y, z := w.IntN(4), w.IntN(4), w.IntN(3)
	switch w.IntN(9) {
	case 0:
		return fmt.Sprintf("%s { for (int i = 0; i < n; i++) r[i] = a[n - 1 - i]; }\n", head)
	case 1:
		return fmt.Sprintf("%s { a += n - 1; for (int i = 0; i < n - 1; i += 2) { r[i] = a[0]; r[i + 1] = a[-1]; a -= 2; } if (n & 1) { r[n - 1] = a[0]; } }\n", head)
	case 2:
		return fmt.Sprintf("%s { for (int i = 0; i < n; ++i) { uint8_t t = a[%d]; r[0] = a[%d]; r[1] = t; r[2] = %du; a += %d; r += 3; } }\n", head, z, x%3, w.IntN(256), 1+y)
	case 3:
		return fmt.Sprintf("%s { int half = n / 2; while (half-- > 0) { *r++ = *a++; *r++ = b[%d]; b += %d; } }\n", head, y, 1+z)
	case 4:
		return fmt.Sprintf("%s { while (n--) { *r++ = a[%d]; a += %d; } }\n", head, x, 1+y)
	case 5:
		return fmt.Sprintf("%s { uint8_t *end = r + 2 * n; do { *r++ = *b++; *r++ = *a++; } while (r < end); }\n", head)
	case 6:
		return fmt.Sprintf("%s { for (int i = 0; i + %d <= n; i += %[2]d) { uint16_t v; memcpy(&v, a + i, 2); v = (v >> 8) | (v << 8); memcpy(r + i, &v, sizeof(v)); } }\n", head, []int{2, 4, 8, 10}[x])
	case 7:
		return fmt.Sprintf("%s { const uint16_t *p = (const uint16_t *)a; uint32_t *q = (uint32_t *)r; for (; n > 0; n--) { *q++ = %s; } }\n", head, []string{"*p++", "(uint32_t)*p++ << 8"}[z&1])
	}
	return fmt.Sprintf("%s { for (int i = 0; i < n / 2; i++) { uint8_t t = r[i]; r[i] = r[n - 1 - i]; r[n - 1 - i] = t; } }\n", head)
}

// A function for as many elements as its caller says is read for the number that stands in front of it, or for one that is said to be taken: as GCC has it for that number.
func TestLimitsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 251)}
	source, program := "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n", ""
	var texts []string
	var want [][]byte
	taken := 0
	for k := range 300 {
		function := w.row(k)
		n, text := 1+w.IntN(15), function
		if w.IntN(2) == 0 {
			text = fmt.Sprintf("n = %d;\n%s", n, function)
		}
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil {
			if text != function && strings.Contains(err.Error(), "nothing is moved") {
				continue // for so few
			}
			t.Fatalf("%s\n%v", text, err)
		}
		if text == function {
			if len(r.Warnings) != 1 {
				t.Fatalf("%s\n%q", text, r.Warnings)
			}
			if _, err := fmt.Sscanf(r.Warnings[0], "n is not in the text: %d is taken;", &n); err != nil {
				t.Fatalf("%s\n%q", text, r.Warnings)
			}
			taken++
		}
		texts, want = append(texts, text), append(want, applied(t, text, r, 64))
		source += function
		program += fmt.Sprintf("{ uint8_t r[64], a[64], b[64]; for (int i = 0; i < 64; i++) { a[i] = 1 + i; b[i] = 33 + i; r[i] = 65 + i; } row%d(r, a, b, %d); for (int i = 0; i < 64; i++) printf(\"%%d \", r[i]); puts(\"\"); }\n", k, n)
	}
	if taken < 100 || len(texts) < 200 {
		t.Errorf("%d were read, %d of them with a number that was taken", len(texts), taken)
	}
	lines := printed(t, len(texts), "p.c", source+"int main(void) {\n"+program+"}\n", gcc, "-w", "-O1", "-fno-strict-aliasing")
	for k, line := range lines {
		if got := strings.Trim(fmt.Sprint(want[k]), "[]"); got != strings.TrimSpace(line) {
			t.Errorf("%s\nmakes %s, and is read as %s", texts[k], line, got)
		}
	}
}
