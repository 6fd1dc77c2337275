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
}
