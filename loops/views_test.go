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

// An element that memory is seen as: a type of C, and its bytes.
type seen struct {
	name  string
	bytes int
}

// seen is a type, none of whose elements is longer.
func (w writer) seen(bytes int) seen {
	all := []seen{{"uint8_t", 1}, {"unsigned char", 1}, {"uint16_t", 2}, {"uint32_t", 4}, {"unsigned", 4}, {"uint64_t", 8}}
	for {
		if s := all[w.IntN(len(all))]; s.bytes <= bytes {
			return s
		}
	}
}

// view is a statement that moves bytes of a to r, 16 of which each has, by pointers and what they are cast to.
func (w writer) view(number int) string {
	to, from := w.seen(8), w.seen(8)
	at := func(s seen) int { return w.IntN(17 - s.bytes) }
	n := 1 + w.IntN(8)
	switch w.IntN(12) {
	case 0:
		return fmt.Sprintf("((%s *)r)[%d] = ((const %s *)a)[%d];", to.name, at(to)/to.bytes, from.name, at(from)/from.bytes)
	case 1:
		return fmt.Sprintf("*(%s *)(r + %d) = *(const %s *)(a + %d);", to.name, at(to), from.name, at(from))
	case 2:
		return fmt.Sprintf("*(%s *)&r[%d] = *((const %s *)&a[%d]);", to.name, at(to), from.name, at(from))
	case 3:
		return fmt.Sprintf("{ %s v = %d; memcpy(&v, a + %d, sizeof v); *(%s *)(r + %d) = v; }", from.name, n, at(from), to.name, at(to))
	case 4:
		return fmt.Sprintf("memmove(r + %d, &%s[%d], %d);", w.IntN(9), []string{"a", "r"}[w.IntN(2)], w.IntN(9), n)
	case 5:
		return fmt.Sprintf("{ const %s *p = (const %[1]s *)(a + %d); %s *q = (%[3]s *)(r + %d); *q++ = *p++; q -= 1; q[0] = p[-1]; }", from.name, at(from), to.name, at(to))
	case 6:
		from := w.IntN(8)
		return fmt.Sprintf("{ uint8_t *p = r + %d; while (p %s r + %d) { *p = a[15 - (p - r)]; p++; } }", from, []string{"<", "!="}[w.IntN(2)], from+n)
	case 7:
		return fmt.Sprintf("memset(&r[%d], %d, %d);", w.IntN(9), w.IntN(300), n)
	case 8:
		return fmt.Sprintf("put%d(&r[%d], a + %d);", number, w.IntN(9), w.IntN(9))
	case 9:
		return fmt.Sprintf("*(%s *)(r + %d) = %s;", []string{"float", "double"}[w.IntN(2)], w.IntN(9), []string{"1.5f", "-2.0f", "3", "0.1f", "0.1", "1e3", "-2.5e-3", "0", "-7", "-0.0", "x"}[w.IntN(11)])
	case 10:
		typ := []string{"float", "double"}[w.IntN(2)]
		return fmt.Sprintf("*(%s *)(r + %d) = *(const %[1]s *)(a + %d);", typ, w.IntN(9), w.IntN(9))
	}
	return fmt.Sprintf("r[%d] = r[%d] = r[%d] = a[%d];", w.IntN(16), w.IntN(16), w.IntN(16), w.IntN(16))
}

// viewing is a function with such statements, one of them in a loop.
func (w writer) viewing(number int) string {
	to, from := w.seen(8), w.seen(8)
	text := fmt.Sprintf("static void put%d(uint8_t *q, const uint8_t *p) { *(%s *)q = *(const %s *)p; }\n", number, to.name, from.name)
	text += fmt.Sprintf("void view%d(uint8_t *r, const uint8_t *a) {\nfloat x = 2;\n", number)
	for range w.IntN(4) {
		text += w.view(number) + "\n"
	}
	k := w.seen(4)
	text += fmt.Sprintf("for (int i = 0; i < %d; i++) { *(%s *)(r + i * %d) = ((const %[2]s *)a)[3 - i]; }\n", 1+w.IntN(4), k.name, k.bytes)
	for range w.IntN(3) {
		text += w.view(number) + "\n"
	}
	return text + "}\n"
}

// Memory that is seen as elements of other types moves as GCC has it.
func TestViewsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 250)}
	source := "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
	program := ""
	var texts []string
	var want [][]byte
	for k := range 500 {
		text := w.viewing(k)
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s\n%v", text, err)
		}
		texts, want = append(texts, text), append(want, applied(t, text, r, 16))
		source += text
		program += fmt.Sprintf("{ uint8_t r[16], a[16]; for (int i = 0; i < 16; i++) { a[i] = 1 + i; r[i] = 65 + i; } view%d(r, a); for (int i = 0; i < 16; i++) printf(\"%%d \", r[i]); puts(\"\"); }\n", k)
	}
	lines := printed(t, len(texts), "p.c", source+"int main(void) {\n"+program+"}\n", gcc, "-w", "-O1", "-fno-strict-aliasing")
	for k, line := range lines {
		if got := strings.Trim(fmt.Sprint(want[k]), "[]"); got != strings.TrimSpace(line) {
			t.Errorf("%s\nmakes %s, and is read as %s", texts[k], line, got)
		}
	}
}
