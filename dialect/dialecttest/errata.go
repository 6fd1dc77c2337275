package dialecttest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/errata"
)

// Errata looks at the departures and choices of a package that is being tested: each is of its seed and says everything, numbers follow one another from the first one, or begin a new ten, and the test that an entry names is one of the package, or of one in other folders.
func Errata(t *testing.T, entries []errata.Entry, seed string, first int, others ...string) {
	t.Helper()
	tests := testsIn(t, append(others, "."))
	grounds := []errata.Ground{errata.Impossible, errata.Contradicts, errata.Hardware, errata.TwoSources, errata.MakersTool, errata.Silent}
	before := first - 1
	for _, e := range entries {
		if e.Seed != seed || e.Title == "" || e.Says == "" || e.Does == "" || e.Evidence == "" || !slices.Contains(grounds, e.Ground) {
			t.Errorf("%d is not whole: %s", e.No, e.Text())
		}
		if e.No != before+1 && (e.No <= before || e.No%10 != 1) {
			t.Errorf("%d stands behind %d", e.No, before)
		}
		if before = e.No; !strings.Contains(tests, "\nfunc "+e.Test+"(") || e.Test == "" {
			t.Errorf("%d is held by %q, which is no test there", e.No, e.Test)
		}
	}
	if len(entries) == 0 || entries[0].No != first {
		t.Errorf("of %d entries %d is not the first", len(entries), first)
	}
}

// testsIn are the texts of the tests in folders.
func testsIn(t *testing.T, folders []string) string {
	t.Helper()
	var all strings.Builder
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no tests: %v", folder, err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}
