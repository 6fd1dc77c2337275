package target_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// qemuLoong is an emulator that has LSX and LASX.
func qemuLoong(t *testing.T) string {
	return oracle.IfThere(t, "qemu-loongarch64-static", "qemu has LSX and LASX from 8.2 on, and Debian 12 the older one (bookworm-backports: apt-get install qemu-user-static)")
}

// loongRegister is a register as trials call it.
var loongRegister = regexp.MustCompile(`\bv(\d)\b`)

// loongText is a trial's line: registers of v0 to v6 are $vr0 or $xr0.
func loongText(c *trial) string {
	letter := "v"
	if c.row.Bits > 128 {
		letter = "x"
	}
	return loongRegister.ReplaceAllString(c.text(), "$$"+letter+"r$1")
}

// TestLoongEncodings compares the encoding of each row, with each immediate, with what LLVM's assembler makes of its text.
func TestLoongEncodings(t *testing.T) {
	mc := oracle.Need(t, "llvm-mc")
	for _, name := range []string{"lsx", "lasx"} {
		rows := rowsOf(t, name)
		trials := trialsOf(t, chance.Random(t, 27), rows, rows[0].Bits/8)
		var text bytes.Buffer
		for _, c := range trials {
			fmt.Fprintln(&text, loongText(c))
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "rows.s"), text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, dir, mc, "-triple=loongarch64", "-mattr=+lsx,+lasx", "-filetype=obj", "rows.s", "-o", "rows.o")
		compareWords(t, filepath.Join(dir, "rows.o"), trials)
		t.Logf("%s: %d rows in %d lines", name, countRows(trials), len(trials))
	}
}

// TestLoongUnderQemu runs every row of LSX and LASX, each immediate and many constants, and compares the results.
func TestLoongUnderQemu(t *testing.T) {
	qemu, mc, ld := qemuLoong(t), oracle.Need(t, "llvm-mc"), oracle.Need(t, "ld.lld")
	for name, access := range map[string][2]string{"lsx": {"vld $vr%d, $s0, %d\n", "vst $vr0, $s1, 0\n"}, "lasx": {"xvld $xr%d, $s0, %d\n", "xvst $xr0, $s1, 0\n"}} {
		t.Run(name, func(t *testing.T) {
			rows := rowsOf(t, name)
			size := rows[0].Bits / 8
			trials := trialsOf(t, chance.Random(t, 28), rows, size)
			var program, data bytes.Buffer
			program.WriteString(".globl _start\n_start:\nla.local $s0, data\nla.local $s1, results\n")
			for _, c := range trials {
				for k, v := range c.vector {
					data.Write(v)
					fmt.Fprintf(&program, access[0], k, size*k)
				}
				fmt.Fprintf(&program, "%s\n%saddi.d $s0, $s0, %d\naddi.d $s1, $s1, %d\n", loongText(c), access[1], size*len(c.vector), size)
			}
			total := size * len(trials)
			fmt.Fprintf(&program, "ori $a0, $zero, 1\nla.local $a1, results\nli.w $a2, %d\nori $a7, $zero, 64\nsyscall 0\nori $a0, $zero, 0\nori $a7, $zero, 93\nsyscall 0\n", total)
			fmt.Fprintf(&program, ".data\n.balign 32\ndata: .incbin \"data.bin\"\n.bss\n.balign 32\nresults: .skip %d\n", total)
			dir := t.TempDir()
			for file, text := range map[string][]byte{"program.s": program.Bytes(), "data.bin": data.Bytes()} {
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run(t, dir, mc, "-triple=loongarch64", "-mattr=+lsx,+lasx", "-filetype=obj", "program.s", "-o", "program.o")
			run(t, dir, ld, "program.o", "-o", "program")
			out := run(t, dir, qemu, "-cpu", "max", "./program")
			if len(out) != total {
				t.Fatalf("the program printed %d bytes, want %d", len(out), total)
			}
			compareResults(t, trials, out, size)
			if countRows(trials) != len(rows) {
				t.Errorf("%d of %d rows were run", countRows(trials), len(rows))
			}
			t.Logf("%d rows in %d trials", countRows(trials), len(trials))
		})
	}
}
