package form_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// LoongArch's functions are what Clang makes of them, whose lines of assembler are read too.
func TestLoongFunctionsCompiled(t *testing.T) {
	clang := oracle.Need(t, "clang")
	rng := chance.Random(t, 61)
	source := "#include <lsxintrin.h>\n#include <lasxintrin.h>\n"
	var calls, types []string
	for _, name := range []string{"lsx", "lasx"} {
		tg, _ := target.Find(name)
		for _, r := range tg.Rows {
			for range 4 {
				text, typ := loongFunction(rng, r), map[int]string{128: "__m128i", 256: "__m256i"}[r.Bits]
				source += fmt.Sprintf("void f%d(%s *r, const %s *p, const %s *q) { %s a = *p, b = *q; *r = %s; }\n", len(calls), typ, typ, typ, typ, text)
				calls, types = append(calls, text), append(types, typ)
			}
		}
	}
	functions := functionsOf(compiledFor(t, clang, source))
	if len(functions) != len(calls) || len(calls) < 300 {
		t.Fatalf("%d functions of %d", len(functions), len(calls))
	}
	compared := 0
	for i, text := range calls {
		theirs, err := form.Parse(functions[i], form.Options{From: "lsx"})
		if err != nil {
			continue // of two that are both live, or with an instruction that is no row
		}
		ours, err := form.Parse(fmt.Sprintf("%s a, b;\n%s", types[i], text), form.Options{From: "lsx"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		compared++
		a, b := placed(t, ours.Map, ours.Names, "a", "b"), placed(t, theirs.Map, theirs.Names, "[$a1]", "[$a2]")
		if a != b {
			t.Errorf("%s is %s of %q, and its lines %s of %q\n%s", text, ours.Map, ours.Names, theirs.Map, theirs.Names, functions[i])
		}
	}
	if t.Logf("%d of %d compared", compared, len(calls)); compared < len(calls)*9/10 {
		t.Errorf("only %d of %d lines are read", compared, len(calls))
	}
}

// loongFunction is a row in C, with numbers by chance, and a constant that is the same in all lanes.
func loongFunction(rng *rand.Rand, r *target.Row) string {
	text := r.C
	if r.Imm != nil {
		text = regexp.MustCompile(`\bi\b`).ReplaceAllString(text, r.Written(rng.IntN(r.Imm.Values)))
	}
	prefix, letter := "__lsx_v", cmp.Or(map[int]string{16: "h", 32: "w", 64: "d"}[r.Elem], "b") // bits are chosen in bytes
	if r.Bits > 128 {
		prefix = "__lasx_xv"
	}
	return regexp.MustCompile(`\bk\b`).ReplaceAllString(text, fmt.Sprintf("%srepli_%s(%d)", prefix, letter, rng.IntN(4)))
}

// compiledFor is the assembler of a source for LoongArch.
func compiledFor(t *testing.T, clang, source string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.c")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := oracle.Usual.CombinedOutput(exec.Command(clang, "--target=loongarch64-linux-gnu", "-ffreestanding", "-mlsx", "-mlasx", "-O1", "-w", "-S", "-o", "-", file))
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	return string(out)
}

// functionsOf are the lines of each function in assembler.
func functionsOf(text string) (all []string) {
	var lines []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		switch {
		case line == "ret":
			all, lines = append(all, strings.Join(lines, "\n")), nil
		case line != "" && line[0] != '.' && !strings.HasSuffix(line, ":"):
			lines = append(lines, line)
		}
	}
	return all
}

// placed is a map of bits whose sources are in the order of such names.
func placed(t *testing.T, m lane.Map, names []string, order ...string) string {
	t.Helper()
	m, err := m.Regroup(1)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range m.Lane {
		switch l.Kind {
		case lane.Source:
			at := -1
			for k, name := range order {
				if names[l.Src] == name {
					at = k
				}
			}
			if at < 0 {
				t.Fatalf("a source is called %q, and not one of %q", names[l.Src], order)
			}
			fmt.Fprintf(&b, "%d.%d ", at, l.Index)
		case lane.Undefined:
			b.WriteString("_ ")
		default:
			b.WriteString(l.Text(0, 1) + " ")
		}
	}
	return b.String()
}
