package listing

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// Loops by chance do on this CPU what they are read as. All stand in one program without a library, which gives each its registers and writes what they store.
func TestLoopsOnSilicon(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the program is one of x86-64 and Linux")
	}
	clang := oracle.Need(t, "clang")
	const loops = 200
	texts, source, data := loopsProgram(chance.Random(t, 7), t, loops)
	made := ran(t, clang, source)
	read := 0
	for k, text := range texts {
		r, err := readText(text, "")
		computed := slices.ContainsFunc(r.Names, func(name string) bool { return strings.HasSuffix(name, "'") }) // a source is what another line made
		if err != nil || computed || !strings.Contains(r.Part, "what it stores to") {
			continue // or it moves nothing, or masks alone
		}
		var src [][]byte
		for i, name := range r.Names {
			var n int
			if _, err := fmt.Sscanf(name, "xmm%d", &n); err != nil {
				t.Fatalf("%s\na source is called %s", text, name)
			}
			at := 16 * slices.Index(loopRegisters, n)
			src = append(src, data[at:][:r.Map.Src[i]*r.Map.Bits/8])
		}
		got := make([]byte, r.Map.Bits*len(r.Map.Lane)/8)
		if err := r.Map.Apply(got, nil, src...); err != nil {
			t.Fatal(err)
		}
		if want := made[16*k:][:16]; !bytes.Equal(got, want) {
			t.Fatalf("%s\nmakes %x, and is read as %s of %v, %x", text, want, r.Map, r.Names, got)
		}
		read++
	}
	if t.Logf("%d loops", read); read < loops/4 {
		t.Errorf("%d loops of %d were read: too few to tell", read, loops)
	}
}

// loopRegisters are the vectors that a loop begins with.
var loopRegisters = []int{0, 1, 2, 7}

// loopsProgram is so many functions with a loop, the program that they are part of, and what stands in the registers.
func loopsProgram(rng *rand.Rand, t *testing.T, loops int) (texts []string, source string, data []byte) {
	t.Helper()
	var start, bodies, constants strings.Builder
	for k := range loops {
		machine, ok := target.Find([]string{"ssse3", "sse4.1"}[k%2])
		if !ok {
			t.Fatal("no such target")
		}
		constant := fmt.Sprintf(".LC%d:\n", k)
		for range 16 {
			constant += fmt.Sprintf("\t.byte\t%d\n", rng.IntN(16))
		}
		text := fmt.Sprintf("f%d:\n\tmovdqa\txmm7, XMMWORD PTR .LC%d[rip]\n.L%d:\n%s\tmovdqu\tXMMWORD PTR [rdi], xmm0\n\tadd\trdi, 16\n\tdec\tecx\n\tjne\t.L%d\n\tret\n", k, k, k, randomBody(rng.IntN, machine), k)
		for i, register := range loopRegisters {
			fmt.Fprintf(&start, "\tmovdqu\txmm%d, XMMWORD PTR data[rip+%d]\n", register, 16*i)
		}
		fmt.Fprintf(&start, "\tlea\trdi, result[rip+%d]\n\tmov\tecx, 1\n\tcall\tf%d\n", 16*k, k)
		texts = append(texts, text+constant)
		bodies.WriteString(text)
		constants.WriteString("\t.p2align 4\n" + constant)
	}
	constants.WriteString("data:\n")
	for range 16 * len(loopRegisters) {
		data = append(data, byte(rng.Uint32()))
		fmt.Fprintf(&constants, "\t.byte\t%d\n", data[len(data)-1])
	}
	source = "\t.intel_syntax noprefix\n\t.text\n\t.globl _start\n_start:\n" + start.String() +
		fmt.Sprintf("\tmov\teax, 1\n\tmov\tedi, 1\n\tlea\trsi, result[rip]\n\tmov\tedx, %d\n\tsyscall\n\tmov\teax, 60\n\txor\tedi, edi\n\tsyscall\n", 16*loops) +
		bodies.String() + "\t.data\n" + constants.String() + fmt.Sprintf("\t.bss\nresult:\n\t.zero\t%d\n", 16*loops)
	return texts, source, data
}

// ran is what a program in assembly writes.
func ran(t *testing.T, clang, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	file, program := filepath.Join(dir, "loops.s"), filepath.Join(dir, "loops")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := oracle.Usual.Output(exec.Command(clang, "-nostdlib", "-static", "-o", program, file)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := oracle.Usual.Output(exec.Command(program))
	if err != nil {
		t.Fatal(err)
	}
	return out
}
