package listing

import (
	"bytes"
	"errors"
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
	"github.com/lanescope/lanescope/internal/execmem"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

// A loopMachine runs loops by chance, in a program without a library. In its lines # is the number of the function, @ an offset from data or result.
type loopMachine struct {
	targets []string // whose rows a loop is made of, by turns
	size    int      // bytes of a register
	load    string   // register %d from data
	call    string   // the function, which stores to result
	head    string   // of the function, with its constant in register 7
	tail    string   // of the loop: register 0 is stored
	file    string   // around all that: the beginning, and how result is written and the program ended
}

const x86File = "\t.intel_syntax noprefix\n\t.text\n\t.globl _start\n_start:\n%s\tmov\teax, 1\n\tmov\tedi, 1\n\tlea\trsi, result[rip]\n\tmov\tedx, %d\n\tsyscall\n\tmov\teax, 60\n\txor\tedi, edi\n\tsyscall\n"

// x86Loops are the loops of one width, by the words that differ.
func x86Loops(targets []string, size int, aligned, loose, register, pointer string) loopMachine {
	where := pointer + " PTR "
	return loopMachine{
		targets: targets, size: size, file: x86File,
		load: "\t" + loose + "\t" + register + "%d, " + where + "data[rip+@]\n",
		call: "\tlea\trdi, result[rip+@]\n\tmov\tecx, 1\n\tcall\tf#\n",
		head: "\t" + aligned + "\t" + register + "7, " + where + ".LC#[rip]\n.L#:\n",
		tail: "\t" + loose + "\t" + where + "[rdi], " + register + "0\n\tadd\trdi, " + fmt.Sprint(size) + "\n\tdec\tecx\n\tjne\t.L#\n\tret\n",
	}
}

var neonLoops = loopMachine{
	targets: []string{"neon"}, size: 16,
	load: "\tldr\tx9, =data+@\n\tldr\tq%d, [x9]\n",
	call: "\tldr\tx1, =result+@\n\tmov\tw2, 1\n\tbl\tf#\n",
	head: "\tadrp\tx8, .LC#\n\tldr\tq7, [x8, :lo12:.LC#]\n.L#:\n",
	tail: "\tstr\tq0, [x1], 16\n\tsubs\tw2, w2, 1\n\tb.ne\t.L#\n\tret\n",
	file: "\t.text\n\t.globl _start\n_start:\n%s\tmov\tx0, 1\n\tldr\tx1, =result\n\tmov\tx2, %d\n\tmov\tx8, 64\n\tsvc\t0\n\tmov\tx0, 0\n\tmov\tx8, 93\n\tsvc\t0\n\t.ltorg\n",
}

// Loops by chance do on this CPU what they are read as.
func TestLoopsOnSilicon(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the programs are of x86-64 and Linux")
	}
	clang := oracle.Need(t, "clang")
	for seed, m := range []loopMachine{
		x86Loops([]string{"ssse3", "sse4.1"}, 16, "movdqa", "movdqu", "xmm", "XMMWORD"),
		x86Loops([]string{"avx", "avx2"}, 32, "vmovdqa", "vmovdqu", "ymm", "YMMWORD"),
		x86Loops([]string{"avx512", "avx512vbmi"}, 64, "vmovdqa64", "vmovdqu64", "zmm", "ZMMWORD"),
	} {
		name := m.targets[len(m.targets)-1]
		t.Run(name, func(t *testing.T) {
			machine, _ := target.Find(name)
			if need, err := execmem.Named(machine.Features()); err != nil || !execmem.Features().Has(need) {
				t.Skipf("this CPU lacks what %s has", name)
			}
			m.check(t, chance.Random(t, uint64(7+seed)), func(file, program string) []byte {
				ran(t, clang, "-nostdlib", "-static", "-o", program, file)
				return ran(t, program)
			})
		})
	}
}

// And on an AArch64 that QEMU is.
func TestLoopsInQEMU(t *testing.T) {
	as, ld, qemu := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	neonLoops.check(t, chance.Random(t, 10), func(file, program string) []byte {
		ran(t, as, "-o", program+".o", file)
		ran(t, ld, "-o", program, program+".o")
		return ran(t, qemu, program)
	})
}

// ran is what a command writes.
func ran(t *testing.T, command string, args ...string) []byte {
	t.Helper()
	out, err := oracle.Usual.Output(exec.Command(command, args...))
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("%s: %v: %.2000s", command, err, exit.Stderr)
	}
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return out
}

// check runs loops by chance, and reads each.
func (m loopMachine) check(t *testing.T, rng *rand.Rand, run func(file, program string) []byte) {
	t.Helper()
	const loops = 200
	texts, source, data := m.program(rng, t, loops)
	dir := t.TempDir()
	file := filepath.Join(dir, "loops.s")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	made, read := run(file, filepath.Join(dir, "loops")), 0
	if len(made) != loops*m.size {
		t.Fatalf("%d bytes were written", len(made))
	}
	for k, text := range texts {
		r, err := readText(text, "")
		computed := slices.ContainsFunc(r.Names, func(name string) bool { return strings.Contains(name, "'") }) // a source is what another line made: xmm0', or xmm0'2 of several
		if err != nil || computed || !strings.Contains(r.Part, "what it stores to") {
			continue // or it moves nothing, or masks alone
		}
		var src [][]byte
		for i, name := range r.Names {
			var n int
			if _, err := fmt.Sscanf(strings.TrimLeft(name, "xyzmv"), "%d", &n); err != nil || !slices.Contains(loopRegisters, n) {
				t.Fatalf("%s\na source is called %s", text, name)
			}
			src = append(src, data[m.size*slices.Index(loopRegisters, n):][:r.Map.Src[i]*r.Map.Bits/8])
		}
		got := make([]byte, r.Map.Bits*len(r.Map.Lane)/8)
		if err := r.Map.Apply(got, nil, src...); err != nil {
			t.Fatal(err)
		}
		if want := made[m.size*k:][:m.size]; !bytes.Equal(got, want) {
			t.Fatalf("%s\nmakes %x, and is read as %s of %v, %x", text, want, r.Map, r.Names, got)
		}
		read++
	}
	if t.Logf("%d loops", read); read < loops/8 {
		t.Errorf("%d loops of %d were read: too few to tell", read, loops)
	}
}

// loopRegisters are the vectors that a loop begins with.
var loopRegisters = []int{0, 1, 2, 7}

// program is so many functions with a loop, the program that they are part of, and what stands in the registers.
func (m loopMachine) program(rng *rand.Rand, t *testing.T, loops int) (texts []string, source string, data []byte) {
	t.Helper()
	var start, bodies, constants strings.Builder
	for k := range loops {
		machine, ok := target.Find(m.targets[k%len(m.targets)])
		if !ok {
			t.Fatal("no such target")
		}
		line := func(text string, at int) string {
			return strings.NewReplacer("#", fmt.Sprint(k), "@", fmt.Sprint(at)).Replace(text)
		}
		constant := fmt.Sprintf(".LC%d:\n", k)
		for range m.size {
			constant += fmt.Sprintf("\t.byte\t%d\n", rng.IntN(m.size))
		}
		text := fmt.Sprintf("f%d:\n", k) + line(m.head, 0) + randomBody(rng.IntN, machine) + line(m.tail, 0)
		for i, register := range loopRegisters {
			start.WriteString(line(fmt.Sprintf(m.load, register), m.size*i))
		}
		start.WriteString(line(m.call, m.size*k))
		texts = append(texts, text+constant)
		bodies.WriteString(text)
		constants.WriteString("\t.p2align 6\n" + constant)
	}
	constants.WriteString("data:\n")
	for range m.size * len(loopRegisters) {
		data = append(data, byte(rng.Uint32()))
		fmt.Fprintf(&constants, "\t.byte\t%d\n", data[len(data)-1])
	}
	source = fmt.Sprintf(m.file, start.String(), m.size*loops) + bodies.String() + "\t.data\n" + constants.String() + fmt.Sprintf("\t.bss\nresult:\n\t.zero\t%d\n", m.size*loops)
	return texts, source, data
}
