package target_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/target"
)

var intrinsicName = regexp.MustCompile(`\b_\w+\b`)

// What rows are called by in C is in the compiler's header, whatever this CPU can execute: and what is called alike is one instruction.
func TestIntrinsicsAreInTheHeader(t *testing.T) {
	cmd := exec.Command(oracle.Need(t, "cc"), "-E", "-dD", "-O1", "-x", "c", "-")
	cmd.Stdin = strings.NewReader("#include <immintrin.h>\n")
	header, err := oracle.Usual.Output(cmd)
	if err != nil || !strings.Contains(string(header), "_mm_shuffle_epi8") {
		t.Skipf("this compiler's header has no intrinsics of x86: %v", err)
	}
	known := map[string]bool{}
	for _, name := range intrinsicName.FindAllString(string(header), -1) {
		known[name] = true
	}
	owner := map[string]string{}
	for _, r := range rowsOfX86() {
		forms := []string{r.C}
		if r.Mask != nil {
			forms = append(forms, r.Mask.Zero, r.Mask.Merge)
		}
		for k, text := range forms {
			names := intrinsicName.FindAllString(text, -1)
			for _, name := range names {
				if !known[name] {
					t.Errorf("%s %s: %s is not in the header", r.Name, r.Asm, name)
				}
			}
			if k > 0 && !strings.Contains(text, [...]string{"", "_maskz_", "_mask_"}[k]) {
				t.Errorf("%s %s: %s is no form with a mask", r.Name, r.Asm, text)
			}
			if was := owner[text]; text != "" && was != "" && was != kinOf(r) {
				t.Errorf("%s %s: %s is also of %s", r.Name, r.Asm, text, was)
			}
			owner[text] = kinOf(r)
		}
	}
}

// kinOf is a row's name without what says how it is encoded, or which of its operands it overwrites.
func kinOf(r *target.Row) string {
	return strings.Replace(strings.TrimPrefix(r.Name, "v"), "permi2", "permt2", 1)
}
