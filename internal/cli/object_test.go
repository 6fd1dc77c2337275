package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Functions of objects and of programs are what was assembled into them, with constants that the tool has to find: in relocations of the one, at addresses of the other.
func TestObjects(t *testing.T) {
	r := chance.Random(t, 30)
	const functions = 12
	const table = "\ttbl v0.16b, {v0.16b}, v1.16b\n\tret\n"
	for _, machine := range []struct {
		name, as, objdump string
		linkers           [][]string
		functions         []string // in turn
	}{
		{"x86-64", "as", "objdump", [][]string{{"cc", "-shared", "-nostdlib"}}, []string{"\tpshufb .LC%[1]d(%%rip), %%xmm0\n\tret\n"}},
		{"AArch64", "aarch64-linux-gnu-as", "aarch64-linux-gnu-objdump", [][]string{{"aarch64-linux-gnu-ld", "-shared"}, {"ld.lld", "-shared"}, {"ld.lld", "-shared", "--no-relax"}}, []string{
			"\tadrp x8, .LC%[1]d\n\tldr q1, [x8, #:lo12:.LC%[1]d]\n" + table,
			"\tadrp x8, .LC%[1]d\n\tadd x8, x8, #:lo12:.LC%[1]d\n\tldr q1, [x8]\n" + table,
			"\tadrp x8, .LC%[1]d\n\tldr q1, [x8, #:lo12:.LC%[1]d]\n\tcbz x0, 1f\n\tadrp x8, .LC0\n1:\tldr q0, [x1]\n\ttbl v0.16b, {v0.16b}, v1.16b\n\tstr q0, [x2], #16\n\tsubs x0, x0, #1\n\tb.ne 1b\n\tret\n",
		}},
	} {
		t.Run(machine.name, func(t *testing.T) {
			oracle.Need(t, machine.objdump)
			var code, data strings.Builder
			want := map[string]string{}
			for k := range functions {
				name := fmt.Sprintf("f%d", k)
				fmt.Fprintf(&code, "\t.globl %s\n\t.type %[1]s, %%function\n%[1]s:\n", name)
				fmt.Fprintf(&code, machine.functions[k%len(machine.functions)], k)
				fmt.Fprintf(&data, ".LC%d:\n", k)
				want[name] = "i8x16 ->"
				for i := range 16 {
					from := r.IntN(16)
					if i == 0 {
						from = 15 // so that all 16 are a source's
					}
					fmt.Fprintf(&data, "\t.byte %d\n", from)
					want[name] += fmt.Sprint(" a", from)
				}
			}
			text := "\t.text\n" + code.String() + "\t.section .rodata,\"a\"\n\t.balign 16\n" + data.String() + "\t.section .note.GNU-stack,\"\"\n"
			dir := t.TempDir()
			source, object, program := filepath.Join(dir, "x.s"), filepath.Join(dir, "x.o"), filepath.Join(dir, "x.so")
			writeFile(t, source, text)
			if out, err := oracle.Usual.CombinedOutput(exec.Command(oracle.Need(t, machine.as), "-o", object, source)); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			files := []string{object}
			for k, linker := range machine.linkers {
				linked := fmt.Sprint(program, k)
				if out, err := oracle.Usual.CombinedOutput(exec.Command(oracle.Need(t, linker[0]), append(linker[1:], "-o", linked, object)...)); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				files = append(files, linked)
			}
			for _, file := range files {
				for name, m := range want {
					if got := mapOf(t, "", file+":"+name); got != m {
						t.Errorf("%s:%s is %s, want %s", file, name, got, m)
					}
				}
				code, out, diag := run("", "scan", file)
				if code != 0 || !strings.Contains(out, fmt.Sprintf("emitted: %d movements", functions)) || strings.Contains(out, "not followed") {
					t.Errorf("scan %s: exit code %d: %s%s", file, code, out, diag)
				}
			}
			scansArchive(t, object, functions)
		})
	}
}

// mapOf is the map of a form.
func mapOf(t *testing.T, stdin string, form string) string {
	t.Helper()
	code, out, diag := run(stdin, "explain", "--json", "--targets", "none", "--forms", "none", form)
	var e struct{ Map string }
	if err := json.Unmarshal([]byte(out), &e); err != nil || code != 0 {
		t.Errorf("%s: exit code %d: %s%s", form, code, out, diag)
	}
	return e.Map
}

// scansArchive puts an object beside a text into an archive.
func scansArchive(t *testing.T, object string, functions int) {
	dir := filepath.Dir(object)
	writeFile(t, filepath.Join(dir, "a.ll"), "%r = shufflevector <4 x i32> %x, <4 x i32> %y, <4 x i32> <i32 0, i32 4, i32 1, i32 5>\n")
	archive := filepath.Join(dir, "x.tar")
	if out, err := oracle.Usual.CombinedOutput(exec.Command(oracle.IfThere(t, "tar", "archives are tested in internal/disassembly"), "-C", dir, "-cf", archive, "a.ll", filepath.Base(object))); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	code, out, diag := run("", "scan", archive)
	if code != 0 || !strings.HasPrefix(out, "2 files, ") || !strings.Contains(out, " 1 move, ") || !strings.Contains(out, "x.tar(a.ll):1") || !strings.Contains(out, fmt.Sprintf("emitted: %d movements", functions)) || !strings.Contains(out, "x.tar(x.o):") {
		t.Errorf("scan %s: exit code %d: %s%s", archive, code, out, diag)
	}
}

// A form that names an object says which functions there are, and one that is no object is a form.
func TestObjectForms(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	object := filepath.Join(dir, "x.o")
	header := make([]byte, 64)
	copy(header, "\x7fELF\x02\x01\x01")
	header[18] = 183 // AArch64
	writeFile(t, object, string(header))
	program := "#!/bin/sh\nprintf '%s' \"$TEXT\"\n"
	for _, name := range []string{"objdump", "aarch64-linux-gnu-objdump"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(program), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	one := "0000000000000000 <f>:\n   0:\trev64\tv0.4s, v0.4s\n   4:\tret\n"
	for _, row := range []struct{ text, form, out, diag string }{
		{one, object, "i32x4 -> a1 a0 a3 a2", ""},
		{one, object + ":f", "i32x4 -> a1 a0 a3 a2", ""},
		{one + "0000000000000008 <g>:\n   8:\text\tv0.16b, v0.16b, v0.16b, #4\n   c:\tret\n", object + ":g", "a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a0 a1 a2 a3", ""},
		{one + "0000000000000008 <g>:\n   8:\tret\n", object, "", "has 2 functions, f, g: expected one of them, as in " + object + ":f"},
		{one, object + ":g", "", "has no function g: there are f"},
		{"", object, "", "has no functions in it"},
		{one, filepath.Join(dir, "objdump"), "", "no form that Lanescope knows"},
	} {
		t.Setenv("TEXT", row.text)
		code, out, diag := run("", "explain", "--targets", "none", "--forms", "none", row.form)
		if !strings.Contains(out, row.out) || !strings.Contains(diag, row.diag) || (code == 0) != (row.diag == "") {
			t.Errorf("%s of %q: exit code %d: %s%s", row.form, row.text, code, out, diag)
		}
	}
	t.Setenv("TEXT", one)
	if got := mapOf(t, string(header), "-"); got != "i32x4 -> a1 a0 a3 a2" {
		t.Errorf("an object on standard input: %s", got)
	}
	t.Setenv("PATH", t.TempDir())
	for _, args := range [][]string{{"scan", object}, {"explain", object}} {
		if code, out, diag := run("", args...); code != 1 || out != "" || strings.Count(diag, "\n") != 1 || !strings.Contains(diag, "install LLVM or binutils for AArch64") {
			t.Errorf("%q: exit code %d: %s%s", args, code, out, diag)
		}
	}
}
