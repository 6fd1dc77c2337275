package lower_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
)

// preservedByPower is how many bytes v20 to v31 have, which a function gives back as it found them.
const preservedByPower = 12 * 16

// powerAssemblers are GNU's and LLVM's, as they are called for a file f.s.
func powerAssemblers(t *testing.T) [][]string {
	t.Helper()
	return [][]string{
		{oracle.Need(t, "powerpc64le-linux-gnu-as"), "-mpower9", "f.s", "-o", "f.o"},
		{oracle.Need(t, "llvm-mc"), "-triple=powerpc64le-linux-gnu", "-mcpu=pwr9", "-filetype=obj", "f.s", "-o", "f.o"},
	}
}

// Files of assembly for Power are read by GNU's assembler and LLVM's, and their functions are called by the convention under qemu.
func TestAssemblyUnderQemuPower(t *testing.T) {
	t.Parallel()
	tg := targetNamed(t, "vsx")
	e := emitFunctions(t, tg, 128, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
	for _, assemble := range powerAssemblers(t) {
		e.runPower(t, "power9", "f.s", assemble)
	}
}

// C for Power is compiled by clang and by gcc, of random maps and of each row, and no compiler takes it for a big-endian machine.
func TestCPower(t *testing.T) {
	t.Parallel()
	clang := oracle.Need(t, "clang")
	for name, cpu := range map[string]string{"vsx": "power9", "vsx10": "power10"} {
		t.Run(name, func(t *testing.T) {
			tg := targetNamed(t, name)
			c := func(r *lower.Result, name string) (string, error) { return r.C(tg, name) }
			flags := []string{"-mcpu=" + cpu, "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"}
			all := []*emittedFunctions{emitFunctions(t, tg, 128, c), emitRows(t, tg, 128, c)}
			for _, e := range all {
				e.runPower(t, cpu, "f.c", append([]string{clang, "--target=powerpc64le-linux-gnu", "-O0"}, flags...))
				e.runPower(t, cpu, "f.c", append([]string{clang, "--target=powerpc64le-linux-gnu", "-O2"}, flags...))
			}
			t.Run("gcc", func(t *testing.T) {
				gcc := oracle.IfThere(t, "powerpc64le-linux-gnu-gcc", "a second compiler for what clang compiles everywhere (apt-get install gcc-powerpc64le-linux-gnu)")
				for _, e := range all {
					e.runPower(t, cpu, "f.c", append([]string{gcc, "-O2"}, flags...))
				}
			})
			dir := t.TempDir()
			writeFiles(t, dir, map[string][]byte{"f.c": []byte("#include <altivec.h>\n" + tg.Spelling.C.Include)})
			if out, err := oracle.Usual.CombinedOutput(exec.Command(clang, "--target=powerpc64-linux-gnu", "-mcpu="+cpu, "-ffreestanding", "-fsyntax-only", filepath.Join(dir, "f.c"))); err == nil || !strings.Contains(string(out), "little-endian Power") {
				t.Errorf("a big-endian machine's compiler says %v: %s", err, out)
			}
		})
	}
}

// runPower has the functions made into an object, and calls them under qemu.
func (e *emittedFunctions) runPower(t *testing.T, cpu, source string, compile []string) {
	t.Helper()
	main := powerDriver(len(e.list), e.inputs, 16, 64, functionName, func(b *strings.Builder, i int) {
		for n, letter := range []byte(e.parameters(i)) {
			fmt.Fprintf(b, "lxv %d, %d(15)\n", 32+2+n, 16*(letter-'a'))
		}
	}, "stxv 34, 0(14)\n")
	files := map[string][]byte{source: []byte(strings.Join(e.code, "")), "main.s": []byte(main), "data": e.data}
	e.compare(t, underQemuPower(t, cpu, files, compile, 16*e.inputs*len(e.list)))
}

// Functions of pointers likewise, with the parameters behind the eighth on the stack; and in C.
func TestSeveralUnderQemuPower(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	tg := targetNamed(t, "vsx")
	f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
	for _, assemble := range powerAssemblers(t) {
		f.runPower(t, "f.s", assemble)
	}
	f = memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	f.runPower(t, "f.c", []string{oracle.Need(t, "clang"), "--target=powerpc64le-linux-gnu", "-mcpu=power9", "-O1", "-ffreestanding", "-I.", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"})
}

// memcpyHeader is what functions of C that read and write memory want of <string.h>, where a machine's own is not installed.
const memcpyHeader = "#define memcpy __builtin_memcpy\n"

// runPower has the functions made into an object, and calls them under qemu.
func (f *memoryFunctions) runPower(t *testing.T, source string, compile []string) {
	t.Helper()
	main := powerDriver(len(f.list), f.inputs, roomOfVector, pairBytes, f.name, func(b *strings.Builder, i int) {
		b.WriteString("mr 3, 14\n")
		for n, p := range f.pointers(i) {
			if n+1 < 8 {
				fmt.Fprintf(b, "addi %d, 15, %d\n", 4+n, p[0]*roomOfVector)
			} else {
				fmt.Fprintf(b, "addi 0, 15, %d\nstd 0, %d(1)\n", p[0]*roomOfVector, 96+8*(n-7))
			}
		}
	}, "")
	files := map[string][]byte{source: []byte(strings.Join(f.code, "")), "string.h": []byte(memcpyHeader), "main.s": []byte(main), "data": f.data}
	f.compare(t, underQemuPower(t, "power9", files, compile, len(f.list)*f.inputs*roomOfVector))
}

// powerDriver is a program that calls functions on as many inputs, each with so many bytes of data, and prints the results and v20 to v31. r14 points to the result, r15 to the data.
func powerDriver(functions, inputs, result, data int, name func(int) string, parameters func(b *strings.Builder, i int), after string) string {
	var b strings.Builder
	b.WriteString(".abiversion 2\n.globl _start\n_start:\nstdu 1, -256(1)\nlis 2, .TOC.@ha\naddi 2, 2, .TOC.@l\nlis 14, results@ha\naddi 14, 14, results@l\n")
	for n := 20; n < 32; n++ {
		fmt.Fprintf(&b, "xxspltib %d, %d\n", 32+n, n)
	}
	for i := range functions {
		fmt.Fprintf(&b, "lis 15, data@ha\naddi 15, 15, data@l\nli 16, %d\nloop%d:\n", inputs, i)
		parameters(&b, i)
		fmt.Fprintf(&b, "bl %s\nnop\n%saddi 14, 14, %d\naddi 15, 15, %d\naddic. 16, 16, -1\nbne loop%d\n", name(i), after, result, data, i)
	}
	for n := range 12 {
		fmt.Fprintf(&b, "stxv %d, %d(14)\n", 32+20+n, 16*n)
	}
	total := result*inputs*functions + preservedByPower
	fmt.Fprintf(&b, "li 3, 1\nlis 4, results@ha\naddi 4, 4, results@l\nlis 5, %d\nori 5, 5, %d\nli 0, 4\nsc\nli 3, 0\nli 0, 1\nsc\n", total>>16, total&0xffff)
	fmt.Fprintf(&b, ".data\n.balign 16\ndata: .incbin \"data\"\n.bss\n.balign 16\nresults: .skip %d\n", total)
	return b.String()
}

// underQemuPower links the program main.s with the object f.o that the files are compiled to, and runs it. It is what the program prints, so many bytes, behind which it has to print v20 to v31 as they were.
func underQemuPower(t *testing.T, cpu string, files map[string][]byte, compile []string, total int) []byte {
	t.Helper()
	as, ld, qemu := oracle.Need(t, "powerpc64le-linux-gnu-as"), oracle.Need(t, "powerpc64le-linux-gnu-ld"), oracle.Need(t, "qemu-ppc64le")
	dir := t.TempDir()
	writeFiles(t, dir, files)
	command(t, dir, compile[0], compile[1:]...)
	command(t, dir, as, "-mpower9", "main.s", "-o", "main.o")
	command(t, dir, ld, "main.o", "f.o", "-o", "main")
	out := command(t, dir, qemu, "-cpu", cpu, "./main")
	if len(out) != total+preservedByPower {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total+preservedByPower)
	}
	for k, v := range slices.Collect(slices.Chunk(out[total:], 16)) {
		if slices.ContainsFunc(v, func(b byte) bool { return int(b) != 20+k }) {
			t.Fatalf("v%d is %x behind the functions", 20+k, v)
		}
	}
	return out[:total]
}
