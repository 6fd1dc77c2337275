package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// A literal of one entry, whatever stands around it, is an empty one without it; of several, the others stay. The comma of the entry goes, and what is left is Go.
func TestEntriesWithTheirComma(t *testing.T) {
	entries := []string{"{0:0,}", "k: 1", `"a,}": f(b, c)`, "T{1, 2}", "{}"}
	for _, entry := range entries {
		keyed := entry[0] == 'k' || entry[0] == '"'
		for _, behind := range []string{"", ",", " , ", ",\n", ", // a note, with }\n", " /* , */ ,", ", /* } */", ",\n// a line of its own\n"} {
			for _, other := range []string{"", "{9: 9}"} {
				if other != "" && keyed {
					other = "z: 9"
				}
				list := entry
				if other != "" {
					list = other + ", " + entry
				}
				text := "package x\n\nvar a = A{" + list + behind + "}\n"
				s, err := readSource("x.go", "x.go", []byte(text))
				if err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				var got []string
				for _, m := range s.mutants() {
					if m.operator != "dropped entry" {
						continue
					}
					whole := string(m.text())
					if _, err := parser.ParseFile(token.NewFileSet(), "x.go", whole, parser.SkipObjectResolution); err != nil {
						t.Errorf("%q of %q: %v", whole, text, err)
					}
					got = append(got, strings.Join(strings.Fields(whole), " "))
				}
				want := "package x var a = A{" + other
				if !slices.ContainsFunc(got, func(s string) bool {
					rest, ok := strings.CutPrefix(s, want)
					return ok && (other != "" || rest == "}") && !strings.Contains(rest, entry)
				}) {
					t.Errorf("%q is never without its last entry: %q", text, got)
				}
			}
		}
	}
}
