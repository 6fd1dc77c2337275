package loops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/loops"
)

// guarded is a function of which bits of m decide.
func (w writer) guarded(number int) string {
	pick := func(all ...string) string { return all[w.IntN(len(all))] }
	place := func() string { return fmt.Sprintf("(%s) & 15", w.index(1, []string{"i"})(tongues[0])) }
	value := func() string { return pick("a["+place()+"]", "b["+place()+"]", "a[i]", "r[i]", "0") }
	cond := pick("m >> i & 1", "!(m >> i & 1)", "m >> (15 - i) & 1", "(m & (1 << i)) != 0", "(m & (1 << i)) == 0")
	text := "static const int t[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};\nfor (int i = 0; i < 16; i++) {\n"
	switch w.IntN(4) {
	case 0:
		text += "r[i] = " + cond + " ? " + value() + " : " + pick("r[i]", "0", "b[i]") + ";\n"
	case 1:
		text += "if (" + cond + ") r[i] = " + value() + ";\n"
	case 2:
		text += "if (" + cond + ") { uint8_t v = " + value() + "; r[i] = v; } else { " + pick("", "r[i] = 0;", "r[i] = "+value()+";") + " }\n"
	default:
		text += "uint8_t v = " + value() + "; if (" + cond + ") v = " + value() + "; r[i] = v;\n"
	}
	text += "}\n"
	if w.IntN(4) == 0 {
		text += "for (int i = 0; i < " + pick("4", "8", "16") + "; i++) r[" + pick("i", "15 - i", "i ^ 1") + "] = " + value() + ";\n"
	}
	return fmt.Sprintf("void program%d(uint8_t *r, const uint8_t *a, const uint8_t *b, uint16_t m) {\n%s}\n", number, indented(text))
}

// underGuard are the bytes of r behind a map under a guard, with such a mask.
func underGuard(t *testing.T, text string, r dialect.Reading, mask uint16) []byte {
	t.Helper()
	made := applied(t, text, r, 16)
	if r.Guard == nil {
		return made
	}
	old := counting(firstBytes["r"], 16)
	for i, bit := range r.Guard.Bit {
		if bit == lane.Always || mask>>bit&1 == 1 {
			continue
		}
		for k := i * r.Map.Bits / 8; k < (i+1)*r.Map.Bits/8; k++ {
			if made[k] = old[k]; r.Guard.Else == lane.ElseZero {
				made[k] = 0
			}
		}
	}
	return made
}

// What depends on a mask is what GCC makes of it for some masks, or is refused.
func TestGuardedCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 249)}
	source, program := "#include <stdint.h>\n#include <stdio.h>\n", "int main(void) {\n"
	var want []string
	read := 0
	const programs, masks = 400, 6
	for k := range programs {
		text := w.guarded(k)
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil {
			if !strings.Contains(err.Error(), "mask") && !strings.Contains(err.Error(), "depends on") {
				t.Errorf("%s\n%v", text, err)
			}
			continue
		}
		if r.Guard != nil {
			read++
		}
		source += text
		for range masks {
			mask := uint16(w.Uint32())
			want = append(want, text+strings.Trim(fmt.Sprint(underGuard(t, text, r, mask)), "[]"))
			program += fmt.Sprintf("{ uint8_t r[16], a[16], b[16]; for (int i = 0; i < 16; i++) { a[i] = 1 + i; b[i] = 33 + i; r[i] = 65 + i; } program%d(r, a, b, %d); for (int i = 0; i < 16; i++) printf(i ? \" %%d\" : \"%%d\", r[i]); puts(\"\"); }\n", k, mask)
		}
	}
	if read < programs/8 {
		t.Errorf("%d of %d are read under a guard", read, programs)
	}
	lines := printed(t, len(want), "p.c", source+program+"}\n", gcc, "-w", "-fwrapv", "-O1")
	for k, line := range lines {
		if !strings.HasSuffix(want[k], "}\n"+line) {
			t.Errorf("%s, and it is\n%s", want[k], line)
		}
	}
	t.Logf("%d under a guard", read)
}
