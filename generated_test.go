package lanescope_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/errata"
	"github.com/lanescope/lanescope/g13/asm"
	"github.com/lanescope/lanescope/internal/api"
	visamoves "github.com/lanescope/lanescope/visa/moves"
)

// A generatedFile is written by code from a table that is the truth.
type generatedFile struct {
	name    string // below the module's root
	content func() []byte
}

// generated lists the files that TestGeneratedFresh keeps fresh. A new one is one
// line, such as
//
//	{"docs/errata.md", errata.Markdown},
//
// and is written for the first time, as ever after, by
//
//	go test . -run GeneratedFresh -update
var generated = []generatedFile{
	{"docs/patterns.md", api.PatternsPage},
	{"docs/errata.md", func() []byte { return errata.Markdown(api.Errata()) }},
	{"docs/images/visa-fig3.svg", visamoves.RegionFigure},
	{"docs/images/visa-fig4.svg", visamoves.IndirectFigure},
	{"docs/images/network-8x8.svg", networkFigure},
	{"docs/networks.md", networksPage},
}

// networkFigure is the picture in docs/networks.md.
func networkFigure() []byte {
	n, err := new(api.Lowerer).Network(context.Background(), api.NetworkRequest{Kind: "transpose", Size: "8x8", Type: "i16", Target: "sse2"})
	if err != nil {
		return []byte(err.Error())
	}
	return n.Picture().SVG()
}

// transposes is the table of docs/networks.md, between its marks.
var transposes = sync.OnceValue(func() string {
	table, err := api.TransposeTable("ssse3", "avx2", "avx512", "neon")
	if err != nil {
		return err.Error()
	}
	return "<!-- transposes: written by go test . -run GeneratedFresh -update -->\n" + table
})

// networksPage is docs/networks.md with the table as it is now.
func networksPage() []byte {
	page, err := os.ReadFile("docs/networks.md")
	if err != nil {
		return []byte(err.Error())
	}
	before, rest, ok := bytes.Cut(page, []byte("<!-- transposes:"))
	_, after, ends := bytes.Cut(rest, []byte("<!-- end of transposes -->"))
	if !ok || !ends {
		return []byte("the table of transposes has no place between its marks")
	}
	return slices.Concat(before, []byte(transposes()), []byte("<!-- end of transposes -->"), after)
}

// g13Pages are the reference pages of instructions, one for each name, and of what they have in common.
func g13Pages() (pages []generatedFile) {
	for _, name := range slices.Concat(asm.Names(), asm.Topics()) {
		pages = append(pages, generatedFile{"docs/g13/" + name + ".md", func() []byte { return asm.Reference(name) }})
	}
	return pages
}

// TestGeneratedFresh compares generated files with what their tables say now.
func TestGeneratedFresh(t *testing.T) {
	for _, g := range append(g13Pages(), generated...) {
		if *update {
			if err := g.write("."); err != nil {
				t.Error(err)
			}
		}
		if what := g.stale("."); what != "" {
			t.Errorf("%s\nto write it: go test . -run GeneratedFresh -update", what)
		}
	}
}

// stale says how the file below root differs from its content, or nothing.
func (g generatedFile) stale(root string) string {
	have, err := os.ReadFile(filepath.Join(root, g.name))
	if err != nil {
		return err.Error()
	}
	want := g.content()
	if bytes.Equal(have, want) {
		return ""
	}
	return fmt.Sprintf("%s is stale from line %d on", g.name, firstDifference(have, want))
}

// firstDifference returns the number of the first line that differs.
func firstDifference(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return 1 + bytes.Count(a[:i], []byte("\n"))
}

// write leaves a fresh file alone, so that its time does not change.
func (g generatedFile) write(root string) error {
	if g.stale(root) == "" {
		return nil
	}
	name := filepath.Join(root, g.name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, g.content(), 0o644)
}

func TestGeneratedFileStale(t *testing.T) {
	root := t.TempDir()
	text := "one\ntwo\n"
	g := generatedFile{"docs/table.md", func() []byte { return []byte(text) }}
	if what := g.stale(root); !strings.Contains(what, "table.md") {
		t.Errorf("a missing file: %q", what)
	}
	if err := g.write(root); err != nil {
		t.Fatal(err)
	}
	if what := g.stale(root); what != "" {
		t.Errorf("just written: %q", what)
	}
	text = "one\nthree\n"
	if what := g.stale(root); !strings.Contains(what, "line 2") {
		t.Errorf("a changed table: %q", what)
	}
	text = "one\ntwo"
	if what := g.stale(root); what == "" {
		t.Error("a lost line end at the end of the file goes unseen")
	}
}
