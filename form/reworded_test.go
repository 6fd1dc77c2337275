package form_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect/dialecttest"
	"github.com/lanescope/lanescope/internal/chance"
)

// wordsOfReaders are the words in the sources of packages that read: names in their tables, and what they look for.
func wordsOfReaders(t *testing.T) map[string][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "*", "*.go"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	all := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Base(filepath.Dir(file))
		ast.Inspect(tree, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING && len(l.Value) < 200 {
				all[folder] = append(all[folder], chance.Words(l.Value)...)
			}
			return true
		})
	}
	return all
}

// What people paste, with other words and numbers that its readers know, is answered or refused, and never a panic. Words of the same paste file, and of the sources of all readers, stand for each
// other. -full tries three million.
func TestRewordedPastes(t *testing.T) {
	type source struct {
		text  string
		words []string
	}
	var texts []source
	var known []string
	all := wordsOfReaders(t)
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		known = append(known, all[folder]...)
	}
	for _, name := range pasteFiles(t) {
		var words []string
		for _, p := range dialecttest.ReadPastes(t, name) {
			words = append(words, chance.Words(p.Text)...)
		}
		for _, p := range dialecttest.ReadPastes(t, name) {
			texts = append(texts, source{p.Text, words})
		}
	}
	r, n := chance.Random(t, 8), 3000
	if *full {
		n = 3_000_000
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	read := 0
	for range n {
		s := texts[r.IntN(len(texts))]
		words := s.words
		if r.IntN(3) == 0 {
			words = known
		}
		text, ok := chance.Reworded(r, s.text, words), false
		took := effortOf(func() { ok = parsed(t, text) })
		if why := took.tooMuch(*full); why != "" {
			t.Errorf("%q %s", text, why)
		}
		if ok {
			read++
		}
	}
	t.Logf("%d of %d read, %d words", read, n, len(known))
	if read < n/10 {
		t.Errorf("%d of %d are read: the words are no readers'", read, n)
	}
}

// What people paste, with each number in turn, also one in a name, replaced by each at which something ends, is answered or refused. -full tries all, and else one of five hundred.
func TestPastesAtEnds(t *testing.T) {
	x := chance.Sample{R: chance.Random(t, 9), Of: 500}
	if *full {
		x.Of = 1
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, name := range pasteFiles(t) {
		for _, p := range dialecttest.ReadPastes(t, name) {
			for text := range chance.AtEnds(p.Text) {
				if !x.Takes() {
					continue
				}
				ok := false
				took := effortOf(func() { ok = parsed(t, text) })
				if why := took.tooMuch(*full); why != "" {
					t.Errorf("%q %s", text, why)
				}
				if ok {
					x.Answered++
				}
			}
		}
	}
	x.Ends(t, 10)
}
