package loops_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/loops"
)

// Byte i of a is 1+i, of b 33+i, and of r, before anything is written, 65+i.
var firstBytes = map[string]byte{"a": 1, "b": 33, "r": 65}

func counting(first byte, n int) []byte {
	bytes := make([]byte, n)
	for i := range bytes {
		bytes[i] = first + byte(i)
	}
	return bytes
}

// applied are the n bytes of r behind a map.
func applied(t *testing.T, text string, r dialect.Reading, n int) []byte {
	t.Helper()
	m, err := r.Map.Regroup(8)
	if err != nil {
		t.Fatalf("%s\n%v: %v", text, r.Map, err)
	}
	whole := counting(firstBytes["r"], n)
	var src [][]byte
	for k, name := range r.Names {
		src = append(src, counting(firstBytes[name], n)[:m.Src[k]])
	}
	old := counting(firstBytes["r"], n)[:len(m.Lane)]
	if err := m.Apply(whole[:len(m.Lane)], old, src...); err != nil {
		t.Fatalf("%s\n%v: %v", text, m, err)
	}
	return whole
}

// Random programs do what they are read as, compiled by GCC and by Go, and say the same in Rust and Python.
func TestProgramsCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles programs")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 246)}
	inC := "#include <stdint.h>\n#include <stdio.h>\n"
	inGo := "package main\n\nimport \"fmt\"\n\n"
	var mainC, mainGo string
	var want [][]byte
	const programs = 300
	for k := range programs {
		program := w.program(k)
		for _, l := range tongues {
			text := program(l)
			r, err := loops.Dialect().Read(text, dialect.Options{Type: "u8"})
			if err != nil {
				t.Fatalf("%s: %s\n%v", l.name, text, err)
			}
			got := applied(t, text, r, 16)
			if len(want) == k {
				want = append(want, got)
			} else if string(got) != string(want[k]) {
				t.Fatalf("%s: %s\n%v: %d, and in C %d\n%s", l.name, text, r.Map, got, want[k], program(tongues[0]))
			}
		}
		inC += program(tongues[0])
		inGo += program(tongues[1])
		mainC += fmt.Sprintf("{ uint8_t r[16], a[16], b[16]; for (int i = 0; i < 16; i++) { a[i] = 1 + i; b[i] = 33 + i; r[i] = 65 + i; } program%d(r, a, b); for (int i = 0; i < 16; i++) printf(\"%%d \", r[i]); puts(\"\"); }\n", k)
		mainGo += fmt.Sprintf("{ r, a, b := make([]uint8, 16), make([]uint8, 16), make([]uint8, 16); for i := range 16 { a[i], b[i], r[i] = uint8(1+i), uint8(33+i), uint8(65+i) }; program%d(r, a, b); for _, x := range r { fmt.Print(x, \" \") }; fmt.Println() }\n", k)
	}
	for name, lines := range map[string][]string{
		"C":  printed(t, programs, "p.c", inC+"int main(void) {\n"+mainC+"}\n", gcc, "-w", "-fwrapv", "-O1"),
		"Go": printed(t, programs, "p.go", inGo+"func main() {\n"+mainGo+"}\n", "go", "build"),
	} {
		for k, line := range lines {
			if got := strings.Trim(fmt.Sprint(want[k]), "[]"); got != strings.TrimSpace(line) {
				t.Errorf("program%d in %s makes %s, and is read as %s", k, name, line, got)
			}
		}
	}
}

// printed are the lines that a program prints, which a compiler makes of a file of that name; there are to be so many.
func printed(t *testing.T, want int, name, source string, compiler ...string) []string {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, name), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.CombinedOutput(exec.Command(compiler[0], append(compiler[1:], "-o", program, file)...)); err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	out, err := oracle.Usual.Output(exec.Command(program))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != want {
		t.Fatalf("%d lines are printed, want %d", len(lines), want)
	}
	return lines
}

// Random functions of integers do what they are read as, for what GCC makes of them and some numbers.
func TestIntegersCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	gcc := oracle.Need(t, "gcc")
	w := writer{chance.Random(t, 247)}
	source := "#include <stdint.h>\n#include <stdio.h>\n"
	program := "int main(void) {\n"
	type asked struct {
		text string
		m    lane.Map
		x    uint64
	}
	var all []asked
	read := 0
	const functions = 400
	for k := range functions {
		text := w.bits(k)
		r, err := loops.Dialect().Read(text, dialect.Options{})
		if err != nil {
			if !strings.Contains(err.Error(), "computes") {
				t.Fatalf("%s\n%v", text, err)
			}
			continue
		}
		read++
		source += text
		for range 4 {
			x := w.Uint64()
			all = append(all, asked{text, r.Map, x})
			program += fmt.Sprintf("printf(\"%%llu\\n\", (unsigned long long)g%d((uint64_t)%dull));\n", k, x)
		}
	}
	if read < functions/2 {
		t.Errorf("%d of %d are read", read, functions)
	}
	lines := printed(t, len(all), "p.c", source+program+"}\n", gcc, "-w", "-O1")
	for k, a := range all {
		if got := fmt.Sprint(numberBehind(a.m, a.x)); got != lines[k] {
			t.Errorf("%s\n%v makes %s of %d, and it is %s", a.text, a.m, got, a.x, lines[k])
		}
	}
}

// numberBehind is what a map makes of a number, and undefined bits zero.
func numberBehind(m lane.Map, x uint64) (n uint64) {
	for i, l := range m.Lane {
		var v uint64
		switch mask := uint64(1)<<m.Bits - 1; l.Kind {
		case lane.Source:
			v = x >> (l.Index * m.Bits) & mask
		case lane.Constant:
			v, _ = l.Const.Uint64()
		}
		n |= v << (i * m.Bits)
	}
	return n
}
