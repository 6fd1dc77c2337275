package target_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// Go's assembler makes of each row's text, with some of its immediates, what the row encodes: of NEON's that it does not know there is the code itself.
func TestGoAssembly(t *testing.T) {
	random := chance.Random(t, 0)
	neon, _ := target.Find("neon")
	var legacy, modern []*target.Row
	for _, r := range rowsOfX86() {
		if r.Needs&^(target.SSE2|target.SSE3|target.SSSE3|target.SSE41) == 0 && !r.Clears {
			legacy = append(legacy, r)
		} else {
			modern = append(modern, r)
		}
	}
	sse, _ := target.Find("sse4.1")
	vex, _ := target.Find("avx512vbmi+bmi2")
	for _, c := range []struct {
		on    *target.Target
		rows  []*target.Row
		known bool // every instruction has a name there
	}{{sse, legacy, true}, {vex, modern, true}, {neon, neon.Rows, false}} {
		g := c.on.Spelling.Go
		list := codedRows(t, random, c.rows)
		var source strings.Builder
		source.WriteString("TEXT ·f(SB), 4, $0\n")
		var code []byte
		named := 0
		for i, x := range list {
			text, err := g.Text(x.row, &x.at, x.text)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, "//") {
				named++
			}
			list[i].text = text
			source.WriteString("\t" + text + "\n")
			code = append(code, x.code...)
		}
		if c.known && named < len(list) || named < len(list)/4 {
			t.Errorf("%s: only %d of %d have names", c.on.Name, named, len(list))
		}
		got := goAssembled(t, g.Architecture, source.String())
		switch {
		case bytes.HasPrefix(got, code):
		case g.Architecture == "amd64": // some moves and bitwise instructions have two encodings, of a load and of a store
			sameInstructions(t, list, got, code)
		default:
			reportDifference(t, list, got)
		}
		t.Logf("%s: %d instructions, %d by name", c.on.Name, len(list), named)
	}
}

// sameInstructions compares what LLVM reads of two codes.
func sameInstructions(t *testing.T, list []coded, got, code []byte) {
	t.Helper()
	mc := oracle.Need(t, "llvm-mc")
	read := func(code []byte) []string {
		return canonical(t, mc, append(llvmX86, "-disassemble"), strings.ReplaceAll(fmt.Sprintf("% #x\n", code), ",", ""))
	}
	a, b := read(got), read(code)
	if len(b) != len(list) || len(a) < len(b) {
		t.Fatalf("%d and %d instructions are read, of %d", len(a), len(b), len(list))
	}
	for i := range b {
		if strings.Replace(a[i], ".s\t", "\t", 1) != b[i] {
			t.Fatalf("%s: Go's assembler makes %q of it, want %q", list[i].text, a[i], b[i])
		}
	}
}

var goDump = regexp.MustCompile(`(?m)^\t0x[0-9a-f]{4,} ((?:[0-9a-f]{2} )+)`)

// goAssembled are the bytes of a source.
func goAssembled(t *testing.T, architecture, source string) (code []byte) {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command on PATH, and so no assembler to compare with")
	}
	file := filepath.Join(t.TempDir(), "f.s")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(goTool, "tool", "asm", "-p", "f", "-S", "-o", file+".o", file)
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+architecture)
	out, err := oracle.Usual.CombinedOutput(cmd)
	if err != nil {
		lines := strings.Split(source, "\n")
		var n int
		if at := regexp.MustCompile(`f\.s:(\d+)`).FindSubmatch(out); at != nil {
			_, _ = fmt.Sscan(string(at[1]), &n)
		}
		t.Fatalf("go tool asm: %v\n%.2000s\n%s", err, out, lines[max(n-1, 0)])
	}
	for _, m := range goDump.FindAllSubmatch(out, -1) {
		b, err := hex.DecodeString(strings.ReplaceAll(string(m[1]), " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, b...)
	}
	return code
}
