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

// A declaring language says how three names are declared, set and counted in it.
type declaring struct {
	function, declare, set, loop, end string
}

var declares = []declaring{
	{"void program%d(uint8_t *r, const uint8_t *a) {\n%s}\n", "int %s = %s;\n", "%s = %s;\n", "for (int %s = %d; %[1]s < %[3]d; %[1]s++) {\n", "}\n"},
	{"func program%d(r, a []uint8) {\n%s}\n", "%s := %s\n", "%s = %s\n", "for %s := %d; %[1]s < %[3]d; %[1]s++ {\n", "}\n"},
	{"fn program%d(r: &mut [u8], a: &[u8]) {\n%s}\n", "let mut %s = %s;\n", "%s = %s;\n", "for %s in %d..%d {\n", "}\n"},
}

// scopes is the body of blocks in one another in which the names x, y and z are declared, set and read, in each language. What counts a loop is not set in it, as that goes on in Rust as if it had not been.
func (w writer) scopes(depth int, counts string) (text [3]string) {
	say := func(line func(l declaring) string) {
		for k, l := range declares {
			text[k] += line(l)
		}
	}
	names := []string{"x", "y", "z"}
	declared := map[string]bool{}
	for range 2 + w.IntN(4) {
		name, other, n := names[w.IntN(3)], names[w.IntN(3)], w.IntN(8)
		for other == name { // in C int x = x is another thing
			other = names[w.IntN(3)]
		}
		value := fmt.Sprintf("(%s + %d) & 7", other, n)
		switch k := w.IntN(6); {
		case k == 0 && !declared[name]: // which Go and C do once in a scope
			declared[name], counts = true, strings.ReplaceAll(counts, name, "")
			say(func(l declaring) string { return fmt.Sprintf(l.declare, name, value) })
		case k == 1 && !strings.Contains(counts, name):
			say(func(l declaring) string { return fmt.Sprintf(l.set, name, value) })
		case k == 2 && depth > 0:
			inner := w.scopes(depth-1, counts)
			for k := range declares {
				text[k] += "{\n" + inner[k] + "}\n"
			}
		case k == 3 && depth > 0:
			inner := w.scopes(depth-1, counts+name)
			for k, l := range declares {
				text[k] += fmt.Sprintf(l.loop, name, n, n+2) + "{\n" + inner[k] + "}\n" + l.end // a body of its own may declare what counts anew
			}
		default:
			say(func(l declaring) string {
				return fmt.Sprintf(l.set, "r[n]", "a["+name+" & 15]") + fmt.Sprintf(l.set, "n", "(n + 1) & 15")
			})
		}
	}
	return text
}

// Names mean what GCC takes them for, whichever scopes have declared them; and Go and Rust say the same.
func TestScopesCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 253)}
	source, program := "#include <stdint.h>\n#include <stdio.h>\n", "int main(void) {\n"
	var want []string
	const programs = 200
	for k := range programs {
		body := w.scopes(3, "")
		var first string
		for n, l := range declares {
			head := ""
			for _, name := range []string{"n", "x", "y", "z"} {
				head += fmt.Sprintf(l.declare, name, fmt.Sprint(strings.Index("nxyz", name)))
			}
			text := fmt.Sprintf(l.function, k, head+fmt.Sprintf(l.loop, "i", 0, 1)+body[n]+fmt.Sprintf(l.set, "r[n]", "a[(x + y + z) & 15]")+l.end)
			r, err := loops.Dialect().Read(text, dialect.Options{Type: "u8"})
			if err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			got := strings.Trim(fmt.Sprint(applied(t, text, r, 16)), "[]")
			if n == 0 {
				first = got
				source += text
				want = append(want, got)
				program += fmt.Sprintf("{ uint8_t r[16], a[16]; for (int i = 0; i < 16; i++) { a[i] = 1 + i; r[i] = 65 + i; } program%d(r, a); for (int i = 0; i < 16; i++) printf(i ? \" %%d\" : \"%%d\", r[i]); puts(\"\"); }\n", k)
			} else if got != first {
				t.Errorf("%s\n%s, and in C %s", text, got, first)
			}
		}
	}
	for k, line := range printed(t, programs, "p.c", source+program+"}\n", gcc, "-w", "-O1") {
		if line != want[k] {
			t.Errorf("program%d makes %s, and is read as %s", k, line, want[k])
		}
	}
}
