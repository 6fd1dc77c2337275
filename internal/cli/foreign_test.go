package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lanescope/lanescope/internal/cli"
)

// hostileNames are what a terminal would obey: escapes of both kinds, what moves the cursor, what turns the text around, and a line of its own.
var hostileNames = []string{"a\x1b[31mb", "a\x1b]0;title\x07b", "a\u009b31mb", "a\x9b31mb", "a\u202eb", "a\u2066b", "a\x7fb", "a\rb", "a\bb", "a\x00b", "a\nFORGED!", "a\u2028b", "\x1b[2J", "a\tb"}

// obeyed is what of a text a terminal would do more with than print it.
func obeyed(text string) string {
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && strings.HasPrefix(text[i:], "\nFORGED!"):
			return fmt.Sprintf("a forged line at byte %d", i)
		case r == '\n' || r == '\t':
		case r == utf8.RuneError && size == 1, r < ' ', r >= 0x7f && r < 0xa0, r >= 0x200e && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return fmt.Sprintf("%U at byte %d", r, i)
		}
	}
	return ""
}

// No control byte of any input reaches a terminal: of arguments, of values of flags, of names of files, and of what stands in files, in results and in complaints.
func TestForeignTextIsPrintedSafely(t *testing.T) {
	const decl = ".decl V32 v_type=G type=d num_elts=8 align=GRF\n"
	lines := []struct {
		args string // words with | between; X is the name, FILE a file with such a name, IN one with the text
		text string // of IN, and of standard input

	}{
		{args: "X"}, {args: "--X"}, {args: "-X"}, {args: "explain|X"}, {args: "explain|--from|X|i8x1 -> a0"}, {args: "explain|--sources|X|i8x1 -> a0"}, {args: "explain|--type|X|<8;4,1>"}, {args: "explain|--targets|X|i8x1 -> a0"},
		{args: "explain|--forms|X|i8x1 -> a0"}, {args: "explain|--split|X|i8x1 -> a0"}, {args: "explain|--color|X|i8x1 -> a0"}, {args: "explain|--exec|X|i8x1 -> a0"}, {args: "explain|--targets|none|%r = shufflevector <2 x i8> %X, <2 x i8> %b, <2 x i32> <i32 0, i32 2>"},
		{args: "explain|--targets|none|--forms|none|dst = X.wzyx"}, {args: "explain|--targets|none|--json|dst = X.wzyx"}, {args: "explain|-", text: "X"}, {args: "explain|--batch|FILE"}, {args: "explain|--batch|-", text: "X\n"}, {args: "explain|i8x1 -> a0|-o|FILE/x"},
		{args: "explain|--targets|none|shufflevector <2 x i8> <i8 X, i8 1>, <2 x i8> %b, <2 x i32> <i32 0, i32 2>"}, {args: "explain|--targets|none|a = X.InterleaveLo(b)"}, {args: "explain|--targets|none|mov rax, [X]"},
		{args: "prove|X|i8x1 -> a0"}, {args: "prove|i8x1 -> a0|X"}, {args: "prove|dst = X.wzyx|dst = y.wzyx"}, {args: "prove|--batch|-", text: "X\ti8x1 -> a0\n"}, {args: "translate|X|--to|llvm"}, {args: "translate|i8x1 -> a0|--to|X"},
		{args: "translate|dst = X.wzyx|--to|llvm"}, {args: "draw|X"}, {args: "draw|--ascii|dst = X.wzyx"}, {args: "draw|dst = X.wzyx"}, {args: "draw|--ascii|%r = shufflevector <2 x i8> %X, <2 x i8> %b, <2 x i32> <i32 0, i32 2>"}, {args: "draw|i8x1 -> a0|-o|FILE/x"},
		{args: "lower|X|--target|sse2"}, {args: "lower|i8x16 -> z|--target|X"}, {args: "lower|i8x16 -> z|--target|sse2|--cpu|X"}, {args: "lower|i8x16 -> z|--target|sse2|--cost|X"}, {args: "lower|i8x16 -> z|--target|sse2|--emit|X"}, {args: "lower|i8x16 -> z|--target|sse2|--emit|c|--name|X"},
		{args: "scan|FILE"}, {args: "scan|DIR"}, {args: "scan|--json|DIR"}, {args: "scan|-", text: "X\npshufd xmm0, xmm1, 27 # X\n"}, {args: "scan|DIR|--target|X"}, {args: "scan|DIR|-o|FILE/x"},
		{args: "patterns|X"}, {args: "targets|X"}, {args: "errata|X"}, {args: "man|X"}, {args: "version|X"}, {args: "completion|X"},
		{args: "g13|X"}, {args: "g13|dis|FILE"}, {args: "g13|dis|--hex|-", text: "X"}, {args: "g13|dis|--hex-lines|-", text: "X\n"}, {args: "g13|asm|IN", text: "X\n"}, {args: "g13|asm|--hex-lines|-", text: "X\n"}, {args: "g13|asm|-", text: "jmp_exec_any X\n"}, {args: "g13|asm|FILE"}, {args: "g13|ref|X"},
		{args: "g13|run|-|--reg|X", text: "stop\n"}, {args: "g13|run|-|--reg|X=1", text: "stop\n"}, {args: "g13|run|-|--buffer|u2=FILE/x", text: "stop\n"}, {args: "g13|run|-|--buffer|u2=zero:X", text: "stop\n"}, {args: "g13|run|-|--save|u2=X", text: "stop\n"}, {args: "g13|run|FILE/x"},
		{args: "g13|run|-|--trace|FILE/x", text: "\x88\x00"}, {args: "g13|run|-|--grid|X", text: "stop\n"}, {args: "g13|run|-|--engine|X", text: "stop\n"}, {args: "g13|run|--batch|-", text: "{\"code\":\"X\"}\n"},
		{args: "svp64|X"}, {args: "svp64|asm|X"}, {args: "svp64|asm|mv.swiz r4,r8,X"}, {args: "svp64|dis|X"}, {args: "svp64|run|X"}, {args: "svp64|run|mv.swiz r4,r8,W.Y.|--reg|X"}, {args: "svp64|run|mv.swiz r4,r8,W.Y.|--reg|r4=X"}, {args: "svp64|grid|X"}, {args: "svp64|older|X"},
		{args: "visa|X"}, {args: "visa|check|X"}, {args: "visa|check|mov (M1, 8) X(0,0)<1> V33(0,0)<8;8,1>"}, {args: "visa|check|--decls|IN|mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>", text: "X\n"}, {args: "visa|check|--decls|FILE/x|mov (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1>"},
		{args: "visa|check|--platform|X|mov"}, {args: "visa|check|--dialect|X|mov"}, {args: "visa|check|--batch|-", text: "X\n"}, {args: "visa|eval|X"}, {args: "visa|eval|r[A0(0),4]<2,1>:d|--exec|4|--var|A0=&X"}, {args: "visa|encode|X"}, {args: "visa|decode|X"}, {args: "visa|split|X"}, {args: "visa|find|X"},
		{args: "visa|run|X (M1, 8)"}, {args: "visa|run|FILE/x"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--var|X"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--var|X=1"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--var|V32=X"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--var|V32=@FILE/x"},
		{args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--vars|IN", text: "X=1\n"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--vars|IN", text: "V32=X\n"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--vars|FILE/x"}, {args: "visa|run|mov (M1, 1) V32(0,0)<1> 1:d|--mask|X"},
		{args: "visa|run|IN", text: decl + "mov (M1, 1) X(0,0)<1> 1:d\n"}, {args: "visa|run|--batch|-", text: "{\"program\":\"X\"}\n"}, {args: "visa|dis|-", text: "X"}, {args: "visa|dis|FILE/x"}, {args: "visa|asm|IN", text: "X\n"}, {args: "visa|asm|FILE/x"}, {args: "visa|asm|-|--format|X", text: ".kernel \"k\"\n"},
		{args: "visa|dis|ISA"}, {args: "visa|dis|--json|ISA"}, {args: "visa|dis|--kernel|X|ISA"},
	}
	ran := 0
	for _, name := range hostileNames {
		dir := t.TempDir()
		in, file, folder := filepath.Join(dir, "in"), filepath.Join(dir, strings.NewReplacer("/", "", "\x00", "").Replace(name)), filepath.Join(dir, "folder")
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, at := range []string{file, filepath.Join(folder, filepath.Base(file)+".s")} {
			if err := os.WriteFile(at, []byte("pshufd xmm0, xmm1, 27\n"), 0o600); err != nil {
				t.Skip(err) // not every system has such names
			}
		}
		if err := os.Symlink("nowhere", filepath.Join(folder, filepath.Base(file)+"2.s")); err != nil {
			t.Skip(err)
		}
		isa := filepath.Join(dir, "isa")
		writeKernel(t, isa, name)
		for _, line := range lines {
			text := strings.ReplaceAll(line.text, "X", name)
			if err := os.WriteFile(in, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			args := strings.Split(strings.NewReplacer("FILE", file, "DIR", folder, "ISA", isa, "IN", in, "X", name).Replace(line.args), "|")
			var stdout, stderr bytes.Buffer
			code := cli.Run(args, cli.System{Stdin: strings.NewReader(text), Stdout: &stdout, Stderr: &stderr, Terminal: true, Patience: patience, Getenv: func(name string) string { return map[string]string{"NO_COLOR": "1"}[name] }})
			out, diag := stdout.String(), stderr.String()
			ran++
			if code > 2 {
				t.Errorf("%q: exit code %d\n%s", args, code, diag)
			}
			binary := strings.HasPrefix(line.args, "g13|asm|") && !strings.Contains(line.args, "hex") || strings.HasPrefix(line.args, "visa|asm")
			if bad := obeyed(out); bad != "" && !binary {
				t.Errorf("%q: a result has %s: %q", args, bad, out)
			}
			if bad := obeyed(diag); bad != "" {
				t.Errorf("%q: a complaint has %s: %q", args, bad, diag)
			}
		}
	}
	t.Logf("%d command lines", ran)
}

// writeKernel writes an .isa file whose kernel has a name.
func writeKernel(t *testing.T, path, name string) {
	t.Helper()
	const known = "abcdefgh"
	code, out, diag := run(fmt.Sprintf(".kernel %q\n", known), "visa", "asm")
	if code != 0 || !strings.Contains(out, known) {
		t.Fatalf("%d: %s", code, diag)
	}
	padded := (name + known)[:len(known)]
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(out, known, padded)), 0o600); err != nil {
		t.Fatal(err)
	}
}
