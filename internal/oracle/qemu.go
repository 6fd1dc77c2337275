package oracle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// OnAArch64 runs a program of AArch64 under qemu, and is what it has put at the label results, so many bytes. The program begins at _start with what is said here and goes on behind its end; at the label data are
// the bytes, and behind them what more is said of that section.
func OnAArch64(t testing.TB, program string, data []byte, more string, results int) []byte {
	t.Helper()
	as, ld, qemu := Need(t, "aarch64-linux-gnu-as"), Need(t, "aarch64-linux-gnu-ld"), Need(t, "qemu-aarch64")
	const written = "mov x0, #1\nadrp x1, results\nadd x1, x1, :lo12:results\nldr x2, =%d\nmov x8, #64\nsvc #0\nmov x0, #0\nmov x8, #93\nsvc #0\n.ltorg\n"
	const sections = ".data\n.balign 16\ndata: .incbin \"data.bin\"\n.balign 16\n%s.bss\n.balign 16\nresults: .skip %d\n"
	whole := ".globl _start\n_start:\n" + program + fmt.Sprintf(written, results) + fmt.Sprintf(sections, more, results)
	dir := t.TempDir()
	for name, text := range map[string][]byte{"program.s": []byte(whole), "data.bin": data} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	for _, command := range [][]string{{as, "program.s", "-o", "program.o"}, {ld, "program.o", "-o", "program"}, {qemu, "./program"}} {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir = dir
		var err error
		if out, err = Usual.Output(cmd); err != nil {
			t.Fatalf("%v: %v", command, err)
		}
	}
	if len(out) != results {
		t.Fatalf("the program printed %d bytes, want %d", len(out), results)
	}
	return out
}

// KeptByQemu are instructions of NEON that clear what is above 128 bits of a register of SVE, as all of them do, and that some releases of qemu let keep it: 7.2 is one.
var KeptByQemu = []string{"rev32", "rev64", "ushll", "ushll2"}

// ClearedForQemu is a text for an assembler in which those instructions do under qemu what the architecture says: behind each of them its register is copied to itself, which clears what is above and is
// nothing where that is done.
//
//	ushll2 v0.8h, v1.16b, #0
//	mov v0.16b, v0.16b
func ClearedForQemu(assembly string) string {
	var b strings.Builder
	for line := range strings.Lines(assembly) {
		b.WriteString(line)
		words := strings.Fields(line)
		if len(words) < 2 || !slices.Contains(KeptByQemu, words[0]) {
			continue
		}
		register, _, vector := strings.Cut(words[1], ".")
		if !vector || !strings.HasPrefix(register, "v") {
			continue
		}
		if !strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString("mov " + register + ".16b, " + register + ".16b\n")
	}
	return b.String()
}
