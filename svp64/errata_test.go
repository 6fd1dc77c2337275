package svp64_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/svp64"
)

// Departures are numbered from 1 on, of seed 000, say all that there is to say and what docs/errata.md says, and are held by a test of this package or of those below it.
func TestErrata(t *testing.T) {
	page, err := os.ReadFile("../docs/errata.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	err = filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range svp64.Errata {
		if e.No != k+1 || e.Seed != "000" || e.Title == "" || e.Says == "" || e.Does == "" || e.Evidence == "" {
			t.Errorf("%d, in place %d and of seed %q, does not say everything: %+v", e.No, k+1, e.Seed, e)
		}
		whole := string(errata.Markdown([]errata.Entry{e}))
		if section := whole[strings.Index(whole, "###"):]; !strings.Contains(string(page), section) {
			t.Errorf("docs/errata.md does not have\n%s", section)
		}
		if !strings.Contains(tests.String(), "\nfunc "+e.Test+"(t *testing.T)") {
			t.Errorf("%d is held by %q, and there is no such test", e.No, e.Test)
		}
	}
	_, ours, _ := strings.Cut(string(page), "## Seed 000\n")
	ours, _, _ = strings.Cut(ours, "\n## Seed")
	if there := strings.Count("\n"+ours, "\n### "); there != len(svp64.Errata) {
		t.Errorf("docs/errata.md has %d departures, and there are %d", there, len(svp64.Errata))
	}
}
