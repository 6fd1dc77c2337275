package g13_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/g13"
)

// Departures have numbers of their own, in rows, are of seed 003, say all that there is to say and what docs/errata.md says, and are held by a test of ours.
func TestErrata(t *testing.T) {
	tests := testNames(t)
	page, err := os.ReadFile("../docs/errata.md")
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	for _, e := range g13.Errata {
		numbers = append(numbers, e.No)
		if e.Seed != "003" || e.Title == "" || e.Says == "" || e.Does == "" || e.Evidence == "" {
			t.Errorf("%d, of seed %q, does not say everything: %+v", e.No, e.Seed, e)
		}
		whole := string(errata.Markdown([]errata.Entry{e}))
		if section := whole[strings.Index(whole, "###"):]; !strings.Contains(string(page), section) {
			t.Errorf("docs/errata.md does not have\n%s", section)
		}
		if !tests[e.Test] {
			t.Errorf("%d is held by %q, and there is no such test", e.No, e.Test)
		}
	}
	_, ours, _ := strings.Cut(string(page), "## Seed 003\n")
	ours, _, _ = strings.Cut(ours, "\n## Seed")
	if there := strings.Count("\n"+ours, "\n### "); there != len(numbers) {
		t.Errorf("docs/errata.md has %d departures, and there are %d", there, len(numbers))
	}
	for k, n := range numbers {
		if slices.Contains(numbers[k+1:], n) {
			t.Errorf("number %d is taken twice", n)
		}
		if !slices.Contains(numbers, n-1) && !slices.Contains(numbers, n+1) {
			t.Errorf("number %d stands alone", n)
		}
	}
}

// testNames are the tests of this package and of those below it.
func testNames(t *testing.T) map[string]bool {
	all := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(text, -1) {
			all[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
