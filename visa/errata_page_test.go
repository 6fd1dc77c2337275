package visa

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/errata"
)

// Departures are numbered from 201 to 299, each once, of seed 002, say all that there is to say and what docs/errata.md says, and are held by a test of this package or of those below it.
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
	_, ours, _ := strings.Cut(string(page), "## Seed 002\n")
	ours, _, _ = strings.Cut(ours, "\n## Seed")
	seen := map[int]bool{}
	for _, e := range Errata {
		if e.No < 201 || e.No > 299 || seen[e.No] || e.Seed != "002" || e.Title == "" || e.Ground == "" || e.Says == "" || e.Does == "" || e.Evidence == "" {
			t.Errorf("%d, of seed %q, is there twice or does not say everything: %+v", e.No, e.Seed, e)
		}
		seen[e.No] = true
		whole := string(errata.Markdown([]errata.Entry{e}))
		if section := whole[strings.Index(whole, "###"):]; !strings.Contains("\n"+ours+"\n", "\n"+strings.TrimSpace(section)+"\n") {
			t.Errorf("docs/errata.md does not have\n%s", section)
		}
		if !strings.Contains(tests.String(), "\nfunc "+e.Test+"(t *testing.T)") {
			t.Errorf("%d is held by %q, and there is no such test", e.No, e.Test)
		}
	}
	if there := strings.Count("\n"+ours, "\n### "); there != len(Errata) {
		t.Errorf("docs/errata.md has %d departures, and there are %d", there, len(Errata))
	}
}
