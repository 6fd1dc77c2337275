package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/corpus"
	"github.com/lanescope/lanescope/internal/chance"
)

// Who reads a text from its first line finds what begins where: a line that is a part of one above begins nothing.
func TestHeadsAreThoseOfAllLines(t *testing.T) {
	r := chance.Random(t, 0)
	for _, most := range []int{0, 1, 2, 5, corpus.MostWrapped} {
		for range 60 {
			lines, known := make([]string, 1+r.IntN(150)), new(facts)
			for n := range lines {
				lines[n] = fmt.Sprint("line ", n)
				f := &fact{shuffle: r.IntN(3) > 0}
				if f.shuffle { // which alone may be wrapped
					f.behind = min(r.IntN(most+1), len(lines)-1-n)
				}
				known.remember(lines[n], f)
			}
			a := newAnalysis(newText(strings.Join(lines, "\n")), languageNamed("c"), known)
			head := make([]int, len(lines))
			var shuffles []int
			for n := 0; n < len(lines); {
				f := known.known(lines[n])
				if f.shuffle {
					shuffles = append(shuffles, n)
				}
				for k := range f.behind + 1 {
					head[n+k] = n
				}
				n += 1 + f.behind
			}
			for n, want := range head {
				if got := a.head(n); got != want {
					t.Fatalf("line %d belongs to line %d, want %d", n, got, want)
				}
			}
			first := r.IntN(len(lines))
			last := first + r.IntN(len(lines)-first)
			all, err := a.between(context.Background(), first, last)
			var got, want []int
			for _, s := range all {
				got = append(got, s.line)
			}
			for _, n := range shuffles {
				if n <= last && n+known.known(lines[n]).behind >= first {
					want = append(want, n)
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("between %d and %d begin %v, want %v: %v", first, last, got, want, err)
			}
		}
	}
}

// A name gets a meaning by its first line, whatever stands there else; not by one that is too long to be looked at.
func TestDefinitionsOfLongLines(t *testing.T) {
	for _, length := range []int{10, longestDefinition - 1, longestDefinition, longestDefinition + 1, 3 * longestDefinition} {
		line := "loop: add 1,2,3 #"
		line += strings.Repeat("x", max(length-len(line), 0))
		a := newAnalysis(newText("\n"+line+"\nother: add 1,2,3\nother:\n"), languageNamed("svp64"), new(facts))
		at, ok := a.defined()["loop"]
		if has := len(line) <= longestDefinition; ok != has || has && at != 1 || a.defined()["other"] != 2 {
			t.Errorf("in a line of %d bytes a name gets its meaning: %v", len(line), a.defined())
		}
	}
}

// What was known of lines that were changed is forgotten once it is much, by who looks at all of the text.
func TestDiagnosesForget(t *testing.T) {
	for _, name := range []string{"source", "c", "listing", "g13", "svp64", "visa", "claims"} {
		known := new(facts)
		for n := range 3 * mostFacts {
			known.remember(fmt.Sprint("gone ", n), new(fact))
		}
		a := newAnalysis(newText("x\ny\n"), languageNamed(name), known)
		if _, err := new(memory).diagnose(context.Background(), a); err != nil || len(known.of) >= mostFacts {
			t.Errorf("%s: of three lines %d facts are known, %v", name, len(known.of), err)
		}
	}
}

// Of a document that is not open nothing is answered, and nothing changed.
func TestNotOpen(t *testing.T) {
	c := begin(t, "")
	at := map[string]any{"textDocument": documentName{"file:///other"}, "position": position{}, "range": textRange{}, "contentChanges": []change{{nil, "x"}}, "context": map[string]any{"diagnostics": []any{}}}
	asked := 0
	for method := range methods {
		if !strings.HasPrefix(method, "textDocument/") || method == "textDocument/didOpen" || method == "textDocument/didSave" { // which need none
			continue
		}
		asked++
		if wrong := c.try(method, at, nil); !strings.Contains(wrong, `"file:///other" is not open`) {
			t.Errorf("%s: %q", method, wrong)
		}
	}
	if asked < 7 {
		t.Errorf("%d methods were asked", asked)
	}
	c.leave()
}
