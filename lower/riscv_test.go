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
			e.runRISCV(t, qemu, c.cpu)
		})
	}
}

// runRISCV has the functions assembled, and calls them under qemu.
func (e *emittedFunctions) runRISCV(t *testing.T, qemu, cpu string) {
	t.Helper()
	mc, ld := oracle.Need(t, "llvm-mc"), oracle.Need(t, "ld.lld")
	dir, size := t.TempDir(), e.bits/8
	writeFiles(t, dir, map[string][]byte{"f.s": []byte(strings.Join(e.code, "")), "main.s": e.driverRISCV(size), "data": e.data})
	for _, file := range []string{"f", "main"} {
		command(t, dir, mc, "-triple=riscv64-linux-gnu", "-mattr=+v,+zvbb", "-filetype=obj", file+".s", "-o", file+".o")
	}
	command(t, dir, ld, "main.o", "f.o", "-o", "main")
	out := command(t, dir, qemu, "-cpu", cpu+",rvv_ta_all_1s=true,rvv_ma_all_1s=true", "./main")
	total := len(e.list) * e.inputs * size
	if len(out) != total+len(preservedRISCV)*size {
		t.Fatalf("the program printed %d bytes, want %d", len(out), total+len(preservedRISCV)*size)
	}
	for i, b := range out[total:] {
		if int(b) != i/size+1 {
			t.Fatalf("v1 to v7 and v24 to v31 are %x", out[total:])
		}
	}
	e.compare(t, out[:total])
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
