// Package golden holds what tests make against files: what is said of many texts, or answered to many maps, is read there before it is changed.
//
//	what a test makes ──┬─ -update ─→ testdata/said.txt
//	                    └─ line by line ─ the same?
package golden

import (
	"os"
	"strings"
	"testing"
)

// mostLines is how many lines that differ are told.
const mostLines = 20

// Held compares a text with a file, line by line; update writes the file first.
func Held(t testing.TB, file, text string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(text, "\n"), strings.Split(string(want), "\n")
	told := 0
	for k := 0; k < min(len(got), len(wanted)) && told < mostLines; k++ {
		if got[k] != wanted[k] {
			t.Errorf("line %d of %s is\n%s, want\n%s", k+1, file, got[k], wanted[k])
			told++
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d lines, want the %d of %s", len(got), len(wanted), file)
	}
}
