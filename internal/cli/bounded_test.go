package cli_test

import (
	"os"
	"strings"
	"testing"
)

// What a flag names, and what standard input has, may have no end: it is read up to a bound, and the complaint is one line.
func TestEndlessInputsAreBounded(t *testing.T) {
	endless, err := os.Open("/dev/zero")
	if err != nil {
		t.Skip(err)
	}
	endless.Close()
	const mov = "mov (M1, 1) V32(0,0)<1> 1:d"
	for _, args := range [][]string{
		{"visa", "run", mov, "--vars", "/dev/zero"}, {"visa", "run", mov, "--var", "V33=@/dev/zero"}, {"visa", "check", mov, "--decls", "/dev/zero"}, {"visa", "eval", "r[A0(0),4]<2,1>:d", "--exec", "4", "--var", "A0=@/dev/zero"},
	} {
		code, out, diag := run("", args...)
		if code != 1 || out != "" || strings.Count(diag, "\n") != 1 || !strings.Contains(diag, "/dev/zero is longer than 1048576 bytes") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, diag)
		}
	}
	for _, args := range [][]string{{"explain", "-"}, {"draw", "-"}, {"translate", "-", "--to", "llvm"}, {"prove", "-", "i8x1 -> z"}, {"svp64", "asm", "-"}, {"visa", "check", "-"}} {
		code, out, diag := run(strings.Repeat("x", 1<<20+1), args...)
		if code != 1 || out != "" || strings.Count(diag, "\n") != 1 || !strings.Contains(diag, "stdin is longer than 1048576 bytes") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, diag)
		}
	}
}
