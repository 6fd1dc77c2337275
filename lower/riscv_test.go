package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
)

// Files of assembly for RISC-V run under qemu, where agnostic lanes become ones, for every length of vectors. What a function has to preserve is printed behind the results.
func TestAssemblyRISCV(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, cpu, qemu string
		bits              int
	}{
		{"rvv128", "rv64,v=true,vlen=128", "qemu-riscv64", 128},
		{"rvv256", "rv64,v=true,vlen=256", "qemu-riscv64", 256},
		{"rvv128+zvbb", "rv64,v=true,vlen=128,zvbb=true", "qemu-riscv64-static", 128},
	} {
		t.Run(c.target, func(t *testing.T) {
			tg := targetNamed(t, c.target)
			qemu := ""
			if qemu = c.qemu; strings.HasSuffix(qemu, "static") {
				qemu = oracle.IfThere(t, qemu, "qemu has Zvbb from 8.2 on, and Debian 12 the older one (bookworm-backports: apt-get install qemu-user-static)")
			} else {
				qemu = oracle.Need(t, qemu)
			}
			e := emitFunctions(t, tg, c.bits, func(r *lower.Result, name string) (string, error) { return r.Assembly(tg, name) })
			out := e.runRISCV(t, qemu, c.cpu, "f.s", append(assembleRISCV(t), "f.s", "-o", "f.o"))
			for i, b := range out[len(e.list)*e.inputs*e.bits/8:] {
				if int(b) != i/(e.bits/8)+1 {
					t.Fatalf("v1 to v7 and v24 to v31 are %x", out[len(e.list)*e.inputs*e.bits/8:])
				}
			}
		})
	}
}

// C for RISC-V is compiled by clang, of random maps and of each row in each of its forms, and run with vectors of the length that it is for. That of Zvbb runs where there is a qemu that has it.
func TestCRISCV(t *testing.T) {
	t.Parallel()
	clang := oracle.Need(t, "clang")
	for _, c := range []struct {
		target, arch, cpu, qemu string
		bits                    int
	}{
		{"rvv128", "rv64gcv_zvl128b", "rv64,v=true,vlen=128", "qemu-riscv64", 128},
		{"rvv256", "rv64gcv_zvl256b", "rv64,v=true,vlen=256", "qemu-riscv64", 256},
		{"rvv128+zvbb", "rv64gcv_zvl128b_zvbb", "rv64,v=true,vlen=128,zvbb=true", "qemu-riscv64-static", 128},
	} {
		t.Run(c.target, func(t *testing.T) {
			tg := targetNamed(t, c.target)
			var later []func(qemu string)
			inC := func(r *lower.Result, name string) (string, error) { return r.C(tg, name) }
			for level, e := range map[string]*emittedFunctions{"-O2": emitFunctions(t, tg, c.bits, inC), "-O0": emitRows(t, tg, c.bits, inC)} {
				compile := []string{clang, "--target=riscv64-linux-gnu", "-march=" + c.arch, level, "-ffreestanding", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o"}
				if c.qemu == "qemu-riscv64" {
					e.runRISCV(t, oracle.Need(t, c.qemu), c.cpu, "f.c", compile)
					continue
				}
				dir := t.TempDir()
				writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(e.code, ""))})
				command(t, dir, compile[0], compile[1:]...)
				later = append(later, func(qemu string) { e.runRISCV(t, qemu, c.cpu, "f.c", compile) })
			}
			if len(later) > 0 {
				qemu := oracle.IfThere(t, c.qemu, "qemu has Zvbb from 8.2 on, and Debian 12 the older one (bookworm-backports: apt-get install qemu-user-static)")
				for _, run := range later {
					run(qemu)
				}
			}
		})
	}
}

func assembleRISCV(t *testing.T) []string {
	t.Helper()
	return []string{oracle.Need(t, "llvm-mc"), "-triple=riscv64-linux-gnu", "-mattr=+v,+zvbb", "-filetype=obj"}
}

// runRISCV has the functions made into an object, and calls them under qemu. It is what the program prints: the results, and behind them the vectors that a function of assembly gives back.
func (e *emittedFunctions) runRISCV(t *testing.T, qemu, cpu, source string, compile []string) []byte {
	t.Helper()
	ld := oracle.Need(t, "ld.lld")
	dir, size := t.TempDir(), e.bits/8
	writeFiles(t, dir, map[string][]byte{source: []byte(strings.Join(e.code, "")), "main.s": e.driverRISCV(size), "data": e.data})
	command(t, dir, compile[0], compile[1:]...)
	assemble := assembleRISCV(t)
	command(t, dir, assemble[0], append(assemble[1:], "main.s", "-o", "main.o")...)
	command(t, dir, ld, "main.o", "f.o", "-o", "main")
	out := command(t, dir, qemu, "-cpu", cpu+",rvv_ta_all_1s=true,rvv_ma_all_1s=true", "./main")
	total := len(e.list) * e.inputs * size
	if len(out) != total+len(preservedRISCV)*size {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total+len(preservedRISCV)*size)
	}
	e.compare(t, out[:total])
	return out
}

// preservedRISCV are the vectors that a function gives back as it found them.
var preservedRISCV = []int{1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31}

// driverRISCV is a program that calls all functions on the data, and prints the results and the vectors that are to be preserved, whose bytes are 1 to 15 before.
func (e *emittedFunctions) driverRISCV(bytes int) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, ".globl _start\n_start:\nla s0, results\nvsetvli t0, zero, e8, m1, ta, ma\n")
	for k, n := range preservedRISCV {
		fmt.Fprintf(&b, "li t0, %d\nvmv.v.x v%d, t0\n", k+1, n)
	}
	for i := range e.list {
		fmt.Fprintf(&b, "la s1, data\nli s2, %d\nloop%d:\nmv s3, s1\n", e.inputs, i)
		at := 0
		for n, letter := range []byte(e.parameters(i)) {
			fmt.Fprintf(&b, "addi s3, s3, %d\nvl1re8.v v%d, (s3)\n", bytes*int(letter-'a')-at, n+8)
			at = bytes * int(letter-'a')
		}
		fmt.Fprintf(&b, "vsetivli t0, 3, e16, m2, tu, mu\ncall %s\nvs1r.v v8, (s0)\naddi s0, s0, %d\naddi s1, s1, %d\naddi s2, s2, -1\nbnez s2, loop%d\n", functionName(i), bytes, 4*bytes, i)
	}
	for _, n := range preservedRISCV {
		fmt.Fprintf(&b, "vs1r.v v%d, (s0)\naddi s0, s0, %d\n", n, bytes)
	}
	total := bytes * (e.inputs*len(e.list) + len(preservedRISCV))
	fmt.Fprintf(&b, "li a0, 1\nla a1, results\nli a2, %d\nli a7, 64\necall\nli a0, 0\nli a7, 93\necall\n", total)
	fmt.Fprintf(&b, ".data\n.balign 32\ndata: .incbin \"data\"\n.bss\n.balign 32\nresults: .skip %d\n", total)
	return []byte(b.String())
}

// Functions of pointers in C, with the parameters behind the eighth on the stack.
func TestSeveralCRISCV(t *testing.T) {
	if testing.Short() {
		t.Skip("runs programs of their own")
	}
	t.Parallel()
	ld, qemu := oracle.Need(t, "ld.lld"), oracle.Need(t, "qemu-riscv64")
	tg := targetNamed(t, "rvv128")
	f := memoryFunctionsOf(t, tg, func(r *lower.Result, name string) (string, error) { return r.C(tg, name) })
	var main strings.Builder
	main.WriteString(".globl _start\n_start:\naddi sp, sp, -64\nla s0, results\n")
	for i := range f.list {
		fmt.Fprintf(&main, "la s1, data\nli s2, %d\nloop%d:\nmv a0, s0\n", f.inputs, i)
		for n, p := range f.pointers(i) {
			fmt.Fprintf(&main, "li t0, %d\nadd t0, t0, s1\n", p[0]*roomOfVector)
			if n+1 < 8 {
				fmt.Fprintf(&main, "mv a%d, t0\n", n+1)
			} else {
				fmt.Fprintf(&main, "sd t0, %d(sp)\n", 8*(n-7))
			}
		}
		fmt.Fprintf(&main, "call %s\naddi s0, s0, %d\nli t0, %d\nadd s1, s1, t0\naddi s2, s2, -1\nbnez s2, loop%d\n", f.name(i), roomOfVector, pairBytes, i)
	}
	total := len(f.list) * f.inputs * roomOfVector
	fmt.Fprintf(&main, "li a0, 1\nla a1, results\nli a2, %d\nli a7, 64\necall\nli a0, 0\nli a7, 93\necall\n", total)
	fmt.Fprintf(&main, ".data\n.balign 32\ndata: .incbin \"data\"\n.bss\n.balign 32\nresults: .skip %d\n", total)
	dir := t.TempDir()
	writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(f.code, "")), "string.h": []byte(memcpyHeader), "main.s": []byte(main.String()), "data": f.data})
	command(t, dir, oracle.Need(t, "clang"), "--target=riscv64-linux-gnu", "-march=rv64gcv_zvl128b", "-O1", "-ffreestanding", "-I.", "-Wall", "-Werror", "-c", "f.c", "-o", "f.o")
	assemble := assembleRISCV(t)
	command(t, dir, assemble[0], append(assemble[1:], "main.s", "-o", "main.o")...)
	command(t, dir, ld, "main.o", "f.o", "-o", "main")
	f.compare(t, command(t, dir, qemu, "-cpu", "rv64,v=true,vlen=128", "./main"))
}
