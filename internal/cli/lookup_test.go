package cli_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// What a table answers is read as anybody's listing is, and does what was asked, whatever the sources are called there and however wide the lanes are written.
func TestLookedUpDoesWhatWasAsked(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "t")
	table := dir + ".table"
	for _, args := range [][]string{{"campaign", "run", "--dir", dir, "--kind", "table", "--target", "neon", "--shape", "2xi64", "--quiet"}, {"campaign", "merge", dir, "--lookup", "-o", table}} {
		if code, _, diag := run("", args...); code != 0 {
			t.Fatal(diag)
		}
	}
	var forms []string
	for n := range 16 {
		source := func(digit int) string { return fmt.Sprintf("%c%d", 'a'+digit/2, digit%2) }
		forms = append(forms, "i64x2 i64x2 -> "+source(n%4)+" "+source(n/4))
	}
	forms = append(forms, "i32x4 i32x4 -> b0 b1 a2 a3", "i64x2 i64x2 i64x2 -> c1 b0")
	code, out, diag := run(strings.Join(forms, "\n"), "lower", "--target", "neon", "--table", table, "--batch", "-")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != len(forms) {
		t.Fatal(code, diag, out)
	}
	for n, line := range lines {
		var got struct {
			Map, Strategy, Proof string
			Ops                  int
			Sequence             []string
			Operands             map[string]string
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.Strategy != "looked up" || got.Proof != "minimal" || got.Ops != len(got.Sequence) {
			t.Errorf("%s: %s", forms[n], line)
		}
		want, err := lane.Parse(forms[n])
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Sequence) == 0 {
			if got.Operands["result"] != got.Operands[lane.SourceName(want.Lane[0].Src)] {
				t.Errorf("%s: %s", forms[n], line)
			}
			continue
		}
		var sources []string
		for k := range want.Src {
			sources = append(sources, got.Operands[lane.SourceName(k)]) // empty where it is not read
		}
		f, err := form.Parse(strings.Join(got.Sequence, "\n"), form.Options{Sources: sources})
		if err != nil {
			t.Fatal(err)
		}
		does, _ := f.Map.DropUnused() // a source that is not read has no register
		want, _ = want.DropUnused()
		if v, err := lane.Compare(does, want); err != nil || v.Relation != lane.Equal {
			t.Errorf("%s: %s is %s: %v", forms[n], line, f.Map, err)
		}
	}
}
