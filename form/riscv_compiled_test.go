package form_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
)

// What LLVM writes for shuffles of one register of RISC-V, and of two in a group, is read as these.
func TestRISCVShufflesCompiled(t *testing.T) {
	llc, rng := oracle.Need(t, "llc"), chance.Random(t, 65)
	var ir strings.Builder
	var maps []lane.Map
	for k := range 240 {
		elem, registers := []int{8, 16, 32, 64}[k%4], 1+k/4%2
		n := 128 * registers / elem
		m := lane.Map{Bits: elem, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
		mask := make([]string, n)
		kind, by := rng.IntN(7), 1+rng.IntN(n-1)
		for i := range m.Lane {
			at := [...]int{i + by, n - 1 - i, by, i ^ 1, 2*i + by%2, rng.IntN(2 * n), i/2 + i%2*n}[kind] % (2 * n)
			mask[i] = fmt.Sprint("i32 ", at)
			if m.Lane[i] = lane.From(at/n, at%n); rng.IntN(10) == 0 {
				m.Lane[i], mask[i] = lane.Lane{}, "i32 poison"
			}
		}
		maps = append(maps, m)
		v := fmt.Sprintf("<%d x i%d>", n, elem)
		fmt.Fprintf(&ir, "define %s @f%d(%s %%a, %s %%b) {\n  %%r = shufflevector %s %%a, %s %%b, <%d x i32> <%s>\n  ret %s %%r\n}\n", v, k, v, v, v, v, n, strings.Join(mask, ", "), v)
	}
	file := filepath.Join(t.TempDir(), "f.ll")
	if err := os.WriteFile(file, []byte(ir.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.Output(exec.Command(llc, "-mtriple=riscv64", "-mattr=+v", "-O2", "-o", "-", file))
	if err != nil {
		t.Fatal(err)
	}
	read, parts := 0, 0
	functions := functionsWithConstants(string(out))
	if len(functions) != len(maps) {
		t.Fatalf("%d functions of %d", len(functions), len(maps))
	}
	for k, m := range maps {
		f, err := form.Parse(functions[k], form.Options{From: "rvv"})
		if err != nil {
			if !strings.Contains(err.Error(), "no line moves lanes") { // ret alone
				t.Errorf("%v: %v\n%s", m, err, functions[k])
			}
			continue
		}
		registers := []string{"v8", "v9"}
		if len(m.Lane)*m.Bits > 128 { // of which each source has two
			registers = []string{"v8", "v9", "v10", "v11"}
		}
		if f.Map.Bits*len(f.Map.Lane) < m.Bits*len(m.Lane) { // of two registers, each of which is written by itself
			parts++
			continue
		}
		if read++; !doesAs(t, f, m, registers) {
			t.Errorf("%v is read as %v of %q:\n%s", m, f.Map, f.Names, functions[k])
		}
	}
	if t.Logf("%d of %d read, of %d others a part", read, len(maps), parts); read < 210 || parts > 12 {
		t.Errorf("only %d of %d are read, and of %d a part", read, len(maps), parts)
	}
}

// functionsWithConstants are the lines of each function in assembler, behind the constants that stand in front of it.
func functionsWithConstants(text string) (functions []string) {
	var constants, lines []string
	inside := false
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(strings.TrimRight(line, "\n"), "#")
		word := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(word, "f") && strings.HasSuffix(word, ":"):
			inside = true
		case word == "ret":
			functions = append(functions, strings.Join(append(lines, constants...), "\n"))
			inside, lines, constants = false, nil, nil
		case inside && word != "" && word[0] != '.':
			lines = append(lines, word)
		case strings.HasPrefix(word, ".LCPI"), len(constants) > 0 && !inside && strings.ContainsAny(word, " \t") && !strings.HasPrefix(word, ".section") && !strings.HasPrefix(word, ".p2align"):
			constants = append(constants, word)
		}
	}
	return functions
}

// doesAs says whether a form of registers makes all that a map wants, whose sources stand in those registers one behind another.
func doesAs(t *testing.T, f form.Form, m lane.Map, registers []string) bool {
	t.Helper()
	got, err := f.Map.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	per := len(registers) / 2
	for i, w := range want.Lane {
		if w.Kind == lane.Undefined {
			continue
		}
		l := got.Lane[i]
		if l.Kind != lane.Source || f.Names[l.Src] != registers[w.Src*per+w.Index/128] || l.Index != w.Index%128 {
			return false
		}
	}
	return true
}
