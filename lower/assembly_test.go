package lower_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// A file of assembly is read by GNU's assembler and by LLVM's, which make functions of it that a compiler's code calls, on every target of x86 and at every width.
func TestAssemblyOnSilicon(t *testing.T) {
	t.Parallel()
	as, cc, mc := oracle.Need(t, "as"), oracle.Need(t, "cc"), oracle.Need(t, "llvm-mc")
	for _, tg := range target.Targets() {
		if _, ok := cFlags[tg.Name]; !ok || !functionsOf(t, tg) {
			continue
		}
		t.Run(tg.Name, func(t *testing.T) {
			runsHere(t, tg)
			for _, bits := range tg.Bits {
				e := emitFunctions(t, tg, bits, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
				dir := t.TempDir()
				writeFiles(t, dir, map[string][]byte{"f.s": []byte(strings.Join(e.code, "")), "main.c": e.driverC(), "data": e.data})
				command(t, dir, cc, append(strings.Fields(cFlags[tg.Name].flags), "-O1", "-c", "main.c", "-o", "main.o")...)
				command(t, dir, as, "f.s", "-o", "f.o")
				command(t, dir, cc, "main.o", "f.o", "-o", "gnu")
				e.compare(t, command(t, dir, "./gnu"))
				command(t, dir, mc, "-triple=x86_64-linux-gnu", "-mattr=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512vbmi,+avx512vbmi2,+gfni,+bmi,+bmi2", "-filetype=obj", "f.s", "-o", "f.o")
				command(t, dir, cc, "main.o", "f.o", "-o", "llvm")
				e.compare(t, command(t, dir, "./llvm"))
			}
		})
	}
}

// The same for NEON, under qemu. What a function has to preserve is printed behind the results.
func TestAssemblyUnderQemu(t *testing.T) {
	t.Parallel()
	as, mc := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "llvm-mc")
	tg := targetNamed(t, "neon")
	e := emitFunctions(t, tg, 128, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
	for _, assemble := range [][]string{{as}, {mc, "-triple=aarch64-linux-gnu", "-filetype=obj"}} {
		e.runAArch64(t, "f.s", append(assemble, "f.s", "-o", "f.o"))
	}
}

// The same of SVE2 at each length, in assembly and in C, of random maps and of each row.
func TestScalableUnderQemu(t *testing.T) {
	t.Parallel()
	as, mc, clang := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "llvm-mc"), oracle.Need(t, "clang")
	for _, name := range []string{"sve2-128", "sve2-256+f64mm"} {
		tg := targetNamed(t, name)
		assembly := func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) }
		inTurn := func(r *lower.Result, name string) (string, error) {
			if row := r.Code[len(r.Code)-1].Row; row.Consecutive && len(row.Src) > 3 {
				return "", nil // three inputs in turn do not follow one another
			}
			return r.Assembly(tg, name)
		}
		c := func(r *lower.Result, name string) (string, error) { return r.C(tg, name) }
		machine := []string{clang, "--target=aarch64-linux-gnu", "-march=armv8.2-a+" + strings.ReplaceAll(strings.TrimPrefix(tg.Features(), "neon,sve,"), ",", "+")}
		compile, assemble := append(slices.Clone(machine), "-ffreestanding", "-Wall", "-Werror", "-O1", "-S", "f.c", "-o", "f.s"), append(machine, "-c", "f.s", "-o", "f.o")
		for _, bits := range tg.Bits {
			t.Run(fmt.Sprintf("%s/%d", name, bits), func(t *testing.T) {
				all := []*emittedFunctions{emitFunctions(t, tg, bits, assembly)}
				inC := []*emittedFunctions{emitFunctions(t, tg, bits, c)}
				if bits == slices.Max(tg.Bits) {
					all, inC = append(all, emitRows(t, tg, bits, inTurn)), append(inC, emitRows(t, tg, bits, c))
				}
				for k, e := range all {
					e.runAArch64(t, "f.s", []string{as, "f.s", "-o", "f.o"})
					e.runAArch64(t, "f.s", []string{mc, "-triple=aarch64-linux-gnu", "-filetype=obj", "f.s", "-o", "f.o"})
					inC[k].code = []string{inC[k].compiled(t, compile)}
					inC[k].runAArch64(t, "f.s", assemble)
				}
			})
		}
	}
}

// compiled is what a compiler makes of the functions in C: assembly in f.s.
func (e *emittedFunctions) compiled(t *testing.T, compile []string) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(e.code, ""))})
	command(t, dir, compile[0], compile[1:]...)
	text, err := os.ReadFile(filepath.Join(dir, "f.s"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// runAArch64 has the functions made into an object, and calls them under qemu. Of vectors longer than 128 bits they are in assembly.
func (e *emittedFunctions) runAArch64(t *testing.T, source string, compile []string) {
	t.Helper()
	total := len(e.list) * e.inputs * e.bits / 8
	code := strings.Join(e.code, "")
	if slices.Max(e.target.Bits) > 128 {
		code = oracle.ClearedForQemu(code)
	}
	files := map[string][]byte{source: []byte(code), "main.s": e.driverAArch64(), "data": e.data}
	e.compare(t, underQemu(t, files, compile, total, emulating(e.target)...))
}

// emulating are qemu's options for a target: how long its vectors are.
func emulating(tg *target.Target) []string {
	if tg.Has&target.SVE == 0 {
		return nil
	}
	return []string{"-cpu", fmt.Sprintf("max,sve-max-vq=%d", slices.Max(tg.Bits)/128)}
}

// underQemu links the program main.s with the object f.o that the files are compiled to, and runs it. It is what the program prints, so many bytes, behind which it has to print
// the lower halves of v8 to v15 as they were.
func underQemu(t *testing.T, files map[string][]byte, compile []string, total int, options ...string) []byte {
	t.Helper()
	as, ld, qemu := oracle.Need(t, "aarch64-linux-gnu-as"), oracle.Need(t, "aarch64-linux-gnu-ld"), oracle.Need(t, "qemu-aarch64")
	dir := t.TempDir()
	writeFiles(t, dir, files)
	command(t, dir, compile[0], compile[1:]...)
	command(t, dir, as, "main.s", "-o", "main.o")
	command(t, dir, ld, "main.o", "f.o", "-o", "main")
	out := command(t, dir, qemu, append(options, "./main")...)
	if len(out) != total+64 {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total+64)
	}
	for i, b := range out[total:] {
		if int(b) != 8+i/8 {
			t.Fatalf("the lower halves of v8 to v15 are %x", out[total:])
		}
	}
	return out[:total]
}

// driverAArch64 is a program that calls all functions on the data, and prints the results and the lower halves of v8 to v15, whose bytes are 8 to 15 before. Longer vectors are those of SVE.
func (e *emittedFunctions) driverAArch64() []byte {
	var b strings.Builder
	load, store, size := "ldr q%d, [x21, #%d]\n", "str q0, [x20]", e.bits/8
	unit := size
	if e.bits > 128 {
		load, store, unit = "ldr z%d, [x21, #%d, mul vl]\n", "str z0, [x20]", 1
	}
	b.WriteString(".arch armv8.2-a+sve\n.globl _start\n_start:\nadrp x20, results\nadd x20, x20, :lo12:results\n")
	for n := 8; n < 16; n++ {
		fmt.Fprintf(&b, "movi v%d.16b, #%d\n", n, n)
	}
	for i := range e.list {
		fmt.Fprintf(&b, "adrp x21, data\nadd x21, x21, :lo12:data\nmov x22, #%d\nloop%d:\n", e.inputs, i)
		for n, letter := range []byte(e.parameters(i)) {
			fmt.Fprintf(&b, load, n, unit*int(letter-'a'))
		}
		fmt.Fprintf(&b, "bl %s\n%s\nadd x20, x20, #%d\nadd x21, x21, #%d\nsubs x22, x22, #1\nb.ne loop%d\n", functionName(i), store, size, 4*size, i)
	}
	total := size*e.inputs*len(e.list) + 64
	b.WriteString("stp d8, d9, [x20]\nstp d10, d11, [x20, #16]\nstp d12, d13, [x20, #32]\nstp d14, d15, [x20, #48]\n")
	fmt.Fprintf(&b, "mov x0, #1\nadrp x1, results\nadd x1, x1, :lo12:results\nldr x2, =%d\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n.ltorg\n", total)
	fmt.Fprintf(&b, ".data\n.balign 16\ndata: .incbin \"data\"\n.bss\n.balign 16\nresults: .skip %d\n", total)
	return []byte(b.String())
}

// Registers, operators and instructions are names of functions like any other.
func TestAssemblyNames(t *testing.T) {
	tools := map[string][]string{
		"sse2": {oracle.Need(t, "as")}, "neon": {oracle.Need(t, "aarch64-linux-gnu-as")}, "vsx": {oracle.Need(t, "powerpc64le-linux-gnu-as"), "-mpower9"},
	}
	for name, assemble := range tools {
		tg := targetNamed(t, name)
		m, err := lane.Parse("i8x16 i8x16 -> a0 #5 b7 a3 b1 a1 b2 a9 b4 a4 b5 a5 b6 a6 b7 z")
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(t.Context(), m, lower.Options{Target: tg, Budget: 1 << 7})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, f := range strings.Fields("F F1 F11 _ rax al xmm0 st k1 cr0 and or not mod shl eq ne offset byte flat short dword near rip ret rep v0 x0 sp w1 lsl main") {
			code, err := r.Assembly(tg, f)
			if err != nil {
				t.Fatal(err)
			}
			text.WriteString(code)
		}
		dir := t.TempDir()
		writeFiles(t, dir, map[string][]byte{"f.s": []byte(text.String())})
		command(t, dir, assemble[0], append(assemble[1:], "f.s", "-o", "f.o")...)
	}
}

// Where so many values are needed at once that preserved registers are written, they are given back; where others are free, none is written.
func TestAssemblyPreserves(t *testing.T) {
	t.Parallel()
	as := oracle.Need(t, "aarch64-linux-gnu-as")
	for name, c := range map[string]struct {
		apart, join string
		few, many   int // values at once: without and with preserved registers
		saves       string
	}{
		"neon": {"ushr", "ext", 20, 28, "str d8"},
		"bmi2": {"rorx", "shld", 6, 13, "push r12"},
		"vsx":  {"vextractub", "vsldoi", 18, 26, "stvx %v20"},
	} {
		tg := targetNamed(t, name)
		bits := tg.Bits[0]
		e := &emittedFunctions{target: tg, bits: bits, inputs: 8, data: make([]byte, 8*4*bits/8)}
		random := rand.New(rand.NewPCG(8, 9))
		for i := range e.data {
			e.data[i] = byte(random.Uint32())
		}
		for _, n := range []int{c.few, c.many} {
			e.add(t, manyAtOnce(t, tg, c.apart, c.join, n), func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
		}
		if strings.Contains(e.code[0], c.saves) || !strings.Contains(e.code[1], c.saves) {
			t.Errorf("%s: with %d values a function must not have %q, and with %d it must:\n%s\n%s", name, c.few, c.saves, c.many, e.code[0], e.code[1])
		}
		switch name {
		case "neon":
			e.runAArch64(t, "f.s", []string{as, "f.s", "-o", "f.o"})
		case "vsx":
			e.runPower(t, "power9", "f.s", powerAssemblers(t)[0])
		default:
			runsHere(t, tg)
			e.runX86(t)
		}
	}
}

// manyAtOnce is a sequence that makes n values of its input before it joins them, the last made first.
func manyAtOnce(t *testing.T, tg *target.Target, apart, join string, n int) lower.Sequence {
	t.Helper()
	bits := tg.Bits[0]
	one, ok1 := tg.Find(apart, bits, 1)
	two, ok2 := tg.Find(join, bits, 2)
	if !ok1 || !ok2 {
		t.Fatalf("%s lacks %s or %s", tg.Name, apart, join)
	}
	s := lower.Sequence{Inputs: []lower.Input{{}}, File: tg.Files[0], Bits: bits, Wide: []int{bits}}
	for i := range n {
		s.Code = append(s.Code, lower.Op{Row: one, Imm: i % one.Imm.Values, Args: []lower.Arg{0}})
	}
	s.Result = lower.Arg(n)
	for i := n - 1; i > 0; i-- {
		s.Code = append(s.Code, lower.Op{Row: two, Imm: 5, Args: []lower.Arg{s.Result, lower.Arg(i)}})
		s.Result = lower.Arg(len(s.Code))
	}
	return s
}

// runX86 has the functions assembled, and a compiler's code call them on this CPU.
func (e *emittedFunctions) runX86(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"f.s": []byte(strings.Join(e.code, "")), "main.c": e.driverC(), "data": e.data})
	command(t, dir, oracle.Need(t, "as"), "f.s", "-o", "f.o")
	command(t, dir, oracle.Need(t, "cc"), append(strings.Fields(cFlags[e.target.Name].flags), "-O2", "main.c", "f.o", "-o", "main")...)
	e.compare(t, command(t, dir, "./main"))
}
