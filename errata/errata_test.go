package errata_test

import (
	"strings"
	"testing"

	"github.com/lanescope/lanescope/errata"
)

func TestMarkdown(t *testing.T) {
	page := string(errata.Markdown([]errata.Entry{
		{No: 1, Seed: "000", Title: "one", Says: "a <b> *c*", Test: "TestOne"},
		{No: 2, Seed: "000", Title: "two"},
		{No: 101, Seed: "001", Title: "three"},
	}))
	for _, want := range []string{"## Seed 000\n\n### 1: one", "\n### 2: two", "## Seed 001\n\n### 101: three", `a \<b> \*c\*`, "`TestOne`"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Count(page, "## Seed 000") != 1 {
		t.Error("a seed has two headings")
	}
	if !strings.HasPrefix(page, "# Errata\n\nWhere Lanescope departs from the documents that it implements") || !strings.Contains(page, "- **test:** `TestOne`\n") {
		t.Errorf("the page begins without saying what it is, or a test's name is more than that:\n%s", page)
	}
	grounds := map[errata.Ground]string{
		errata.Impossible: "impossible", errata.Contradicts: "contradicts itself", errata.Hardware: "hardware", errata.TwoSources: "two sources", errata.MakersTool: "the maker's tool", errata.Silent: "silent",
	}
	for ground, want := range grounds {
		if page := string(errata.Markdown([]errata.Entry{{Ground: ground}})); !strings.Contains(page, "- **ground:** "+want+"\n") {
			t.Errorf("the page lacks the ground %q:\n%s", want, page)
		}
	}
}
