package shufflevector_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/shufflevector"
)

// section is what a page says under one of its headings.
type section struct {
	title string
	text  string
	field map[string]string // what stands behind "- **name:**"
}

// sectionsOf are the sections of a page, whose headings begin with the given marks.
func sectionsOf(t *testing.T, page, mark string) (all []section) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n"+mark+" ")[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		s := section{title: title, field: map[string]string{}}
		s.text, _, _ = strings.Cut(strings.TrimSpace(rest), "\n")
		for line := range strings.Lines(rest) {
			if line, ok := strings.CutPrefix(strings.TrimSpace(line), "- **"); ok {
				name, value, _ := strings.Cut(line, ":** ")
				s.field[name] = value
			}
		}
		all = append(all, s)
	}
	return all
}

// The page of patterns, which people read and search by the names that others use, says what the library says.
func TestPageOfPatternsIsTheLibrary(t *testing.T) {
	page := sectionsOf(t, "../docs/patterns.md", "##")
	library := shufflevector.Library()
	if len(page) < len(library) {
		t.Fatalf("the page has %d sections for %d patterns", len(page), len(library))
	}
	for i, p := range library {
		var params []string
		for _, q := range p.Params {
			params = append(params, q.Name)
		}
		m, bits := p.Example()
		s := page[i]
		for _, row := range [][3]string{
			{"name", s.title, p.Name}, {"meaning", s.text, p.Meaning}, {"params", s.field["params"], strings.Join(params, ", ")},
			{"not", strings.ReplaceAll(s.field["not"], `\`, ""), p.Near}, {"also", s.field["also"], strings.Join(p.Aliases, ", ")},
		} {
			if row[1] != row[2] {
				t.Errorf("%s: the page says as its %s %q, the library %q", p.Name, row[0], row[1], row[2])
			}
		}
		_, selectors, _ := strings.Cut(m.String(), "> ")
		if want := fmt.Sprintf("`<%d x i%d> %s ", m.N(), bits, selectors); !strings.HasPrefix(s.field["example"], want) {
			t.Errorf("%s: the page has the example %s, and the library %s", p.Name, s.field["example"], want)
		}
		list := new(shufflevector.Recogniser).Patterns(formOf(m), bits)
		said := false
		for k := range list {
			said = said || strings.HasSuffix(s.field["example"], "   "+list[k].Text(bits)+"`")
		}
		if !said {
			t.Errorf("%s: the page calls the example %s, which it is not", p.Name, s.field["example"])
		}
	}
}

// The page of errata says what the table says.
func TestPageOfErrataIsTheTable(t *testing.T) {
	page := map[string]section{}
	for _, s := range sectionsOf(t, "../docs/errata.md", "###") {
		page[s.title] = s
	}
	for _, e := range shufflevector.Errata {
		s, ok := page[fmt.Sprintf("%d: %s", e.No, e.Title)]
		if !ok {
			t.Errorf("%d: the page has no such title: %s", e.No, e.Title)
			continue
		}
		for name, want := range map[string]string{"ground": string(e.Ground), "test": "`" + e.Test + "`"} {
			if s.field[name] != want {
				t.Errorf("%d: the page says as its %s %q, the table %q", e.No, name, s.field[name], want)
			}
		}
	}
}

// What shows a small family is its first mask over eight lanes, where it has any; every example is of eight lanes on one side at least, is a mask of its pattern, and
// is found to be one.
func TestExamplesAreTheFirst(t *testing.T) {
	square := shufflevector.Shape{N: 8, M: 8}
	for _, p := range shufflevector.Library() {
		m, bits := p.Example()
		if m.N() != 8 && m.Len() != 8 || bits != 16 {
			t.Errorf("%s: %s of %d bits", p.Name, m, bits)
		}
		s := shufflevector.Shape{N: m.N(), M: m.Len()}
		if each := p.EachArgs(square); len(each) > 0 {
			s = square
		}
		if each := p.EachArgs(s); each != nil {
			if want, ok := p.Generate(s, each[0]); !ok || m != want {
				t.Errorf("%s: the example is %s, and the first mask of its shape %s", p.Name, m, want)
			}
		}
	}
}
