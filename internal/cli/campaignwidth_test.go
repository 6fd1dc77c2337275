package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What was mined fits a terminal, whatever bits a movement has, and --json has all of it.
func TestMinedFitsTheScreen(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "two.s")
	text := "f:\n psrlq $5, %xmm0\n psrlq $6, %xmm0\n paddd %xmm0, %xmm1\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	mined := filepath.Join(dir, "mined")
	if code, _, diag := run("", "campaign", "run", "--dir", mined, "--kind", "mine", "--quiet", file); code != 0 {
		t.Fatal(diag)
	}
	code, out, diag := run("", "campaign", "report", "--dir", mined)
	if code != 0 {
		t.Fatal(diag)
	}
	cut := false
	for line := range strings.Lines(out) {
		line = strings.TrimRight(line, "\n")
		cut = cut || strings.HasSuffix(line, "…")
		if n := utf8.RuneCountInString(line); n > 80 && !strings.HasPrefix(line, "  as at ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if !cut {
		t.Errorf("nothing is as long as it was to be:\n%s", out)
	}
	if _, out, _ := run("", "campaign", "report", "--dir", mined, "--json"); strings.Contains(out, "…") || !strings.Contains(out, "i1x128") {
		t.Errorf("not all is there: %s", out)
	}
}
