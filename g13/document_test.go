package g13

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestRowsOfTheDocument has the document's own rows: each is that of a form with its name, but for what stands behind it, which has to be otherwise.
func TestRowsOfTheDocument(t *testing.T) {
	text, err := os.ReadFile("testdata/document.txt")
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if !isRowOf(words[0], words[1], words[2:]) {
			t.Errorf("no form %s has the row %s, but for %v", words[0], words[1], words[2:])
		}
		for k := range words[2:] {
			if fewer := append(append([]string{}, words[2:2+k]...), words[3+k:]...); isRowOf(words[0], words[1], fewer) {
				t.Errorf("%s is as the document has it: %s is no departure", words[0], words[2+k])
			}
		}
		done++
	}
	if done < 60 {
		t.Errorf("%d rows only", done)
	}
}

func isRowOf(name, row string, otherwise []string) bool {
	for n := range table {
		if table[n].name == name && withoutWidths(table[n].bits, otherwise).MatchString(row) {
			return true
		}
	}
	return false
}

// withoutWidths is what the document's row looks like where ours has these bits. A field that is otherwise is some bits there, or another name.
func withoutWidths(bits string, otherwise []string) *regexp.Regexp {
	pattern := "^"
	for _, token := range strings.Fields(bits) {
		name, width, _ := strings.Cut(token, ":")
		if width == "" {
			width = "1"
		}
		as := regexp.QuoteMeta(name)
		for _, o := range otherwise {
			if o == name {
				as = fmt.Sprintf("[01?]{%s}", width)
			} else if was, is, ok := strings.Cut(o, "="); ok && was == name {
				as = is
			}
		}
		pattern += as
	}
	return regexp.MustCompile(pattern + "$")
}
