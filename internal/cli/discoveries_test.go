package cli_test

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/discoveries"
	"github.com/lanescope/lanescope/internal/oracle"
)

// Each discovery holds: the search knows as few instructions as it says, and the compiler that is installed emits as many. One that emits fewer has mended it, which is to be said in the table.
func TestDiscoveriesHold(t *testing.T) {
	llc := oracle.Need(t, "llc")
	version, err := oracle.Usual.Output(exec.Command(llc, "--version"))
	if err != nil {
		t.Fatal(err)
	}
	same := strings.Contains(string(version), "LLVM version "+discoveries.Version)
	causes := map[string]bool{}
	for k, d := range discoveries.All {
		if d.No != k+1 || causes[d.Cause] || d.Theirs <= d.Ours {
			t.Errorf("discovery %d is the %dth, with %d for %d: %s", d.No, k+1, d.Theirs, d.Ours, d.Cause)
		}
		causes[d.Cause] = true
		code, text, diag := run("", "discoveries", fmt.Sprint(d.No))
		if code != 0 {
			t.Fatal(diag)
		}
		_, listing, _ := strings.Cut(text, ":\n\n  ")
		listing, _, _ = strings.Cut(listing, "\n\n(")
		if n := len(strings.Split(listing, "\n")); n != d.Ours {
			t.Errorf("discovery %d: %d instructions are known, and it says %d:\n%s", d.No, n, d.Ours, listing)
		}
		_, ir, _ := run("", "lower", d.Form, "--target", d.Target, "--emit", "llvm")
		cmd := exec.Command(llc, append([]string{"-O2", "-o", "-"}, d.Options...)...)
		cmd.Stdin = strings.NewReader(ir)
		out, err := oracle.Usual.Output(cmd)
		if err != nil {
			t.Fatal(err)
		}
		switch n := instructions(string(out)); {
		case n == d.Theirs:
		case n < d.Theirs && !same:
			t.Logf("discovery %d is mended, or better: %d instructions, and %d before", d.No, n, d.Theirs)
		case same:
			t.Errorf("discovery %d: LLVM emits %d instructions, and it says %d:\n%s", d.No, n, d.Theirs, out)
		}
	}
	if !same {
		t.Skipf("this is not LLVM %s", discoveries.Version)
	}
}

// instructions counts those of a function F, without its return: ret, retq, and blr of PowerPC.
func instructions(assembly string) (n int) {
	_, body, _ := strings.Cut(assembly, "\nF:")
	body, _, _ = strings.Cut(body, ".Lfunc_end")
	for _, line := range strings.Split(body, "\n")[1:] {
		word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if word != "" && !strings.ContainsAny(word[:1], ".#/") && !strings.HasSuffix(word, ":") && !strings.HasPrefix(word, "ret") && word != "blr" && word != "vzeroupper" {
			n++
		}
	}
	return n
}
