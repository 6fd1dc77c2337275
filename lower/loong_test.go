package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Functions of C for LSX and LASX are compiled by clang, for whom each name of an intrinsic has to be right, and run under qemu where there is one that has these vectors.
func TestCLoong(t *testing.T) {
	t.Parallel()
	for name, bits := range map[string]int{"lsx": 128, "lasx": 256} {
		t.Run(name, func(t *testing.T) {
			clang, ld := oracle.Need(t, "clang"), oracle.Need(t, "ld.lld")
			tg := targetNamed(t, name)
			c := func(r *lower.Result, name string) (string, error) { return r.C(tg, name) }
			var dirs []string
			all := []*emittedFunctions{emitFunctions(t, tg, bits, c), emitRows(t, tg, bits, c)}
			for _, e := range all {
				dir := t.TempDir()
				writeFiles(t, dir, map[string][]byte{"f.c": []byte(strings.Join(e.code, "\n") + e.freestanding()), "data": e.data})
				command(t, dir, clang, "--target=loongarch64-linux-gnu", "-m"+name, "-O0", "-Wall", "-Werror", "-ffreestanding", "-c", "f.c", "-o", "f.o")
				command(t, dir, ld, "f.o", "-o", "main")
				dirs = append(dirs, dir)
			}
			qemu := oracle.IfThere(t, "qemu-loongarch64-static", "qemu has LSX and LASX from 8.2 on, and Debian 12 the older one (bookworm-backports: apt-get install qemu-user-static)")
			for k, e := range all {
				e.compare(t, command(t, dirs[k], qemu, "-cpu", "max", "./main"))
			}
		})
	}
}

// freestanding is a program of C that calls all functions on the data, and prints the results. It needs no library.
func (e *emittedFunctions) freestanding() string {
	var b strings.Builder
	results := len(e.list) * e.inputs
	v := e.target.Spelling.C.Type(target.Vectors, e.bits)
	fmt.Fprintf(&b, "__asm__(\".data\\n.balign 32\\ndata: .incbin \\\"data\\\"\\n.text\\n\");\nextern const %s data[];\nstatic %s results[%d];\nvoid _start(void)\n{\n\t%[2]s *to = results;\n", v, v, results)
	for i := range e.list {
		var operands []string
		for _, letter := range []byte(e.parameters(i)) {
			operands = append(operands, fmt.Sprintf("data[4 * k + %d]", letter-'a'))
		}
		fmt.Fprintf(&b, "\tfor (int k = 0; k < %d; k++)\n\t\t*to++ = %s(%s);\n", e.inputs, functionName(i), strings.Join(operands, ", "))
	}
	fmt.Fprintf(&b, "\tregister long a __asm__(\"a0\") = 1, b __asm__(\"a1\") = (long)results, c __asm__(\"a2\") = %d, n __asm__(\"a7\") = 64;\n\t__asm__ volatile(\"syscall 0\" : \"+r\"(a) : \"r\"(b), \"r\"(c), \"r\"(n) : \"memory\");\n", results*e.bits/8)
	b.WriteString("\ta = 0;\n\tn = 93;\n\t__asm__ volatile(\"syscall 0\" : : \"r\"(a), \"r\"(n));\n\t__builtin_unreachable();\n}\n")
	return b.String()
}
