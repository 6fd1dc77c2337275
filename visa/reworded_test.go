package visa

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
)

// textsOfCorpus are the texts of instructions in the shared cases, and words.
func textsOfCorpus(t *testing.T) (texts, words []string) {
	t.Helper()
	for _, name := range []string{"verify_TGLLP.tsv", "verify_PVC.tsv", "parse_TGLLP.tsv"} {
		all, err := os.ReadFile(oracle.Corpus(t, filepath.Join("visa", name)))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(all)) {
			for cell := range strings.SplitSeq(strings.TrimRight(line, "\n"), "\t") {
				if strings.Contains(cell, "(M") {
					texts = append(texts, strings.ReplaceAll(cell, `\n`, "\n"))
				}
			}
		}
	}
	for k := range opcodes {
		texts = append(texts, opcodes[k].name+" (M1, 8) V32(0,0)<1> V33(0,0)<8;8,1> V34(0,0)<8;8,1>")
	}
	for _, text := range texts {
		words = append(words, chance.Words(text)...)
	}
	return texts, words
}

// Instructions with other words and numbers are read and print as themselves, and programs of them run on both machines alike, or they are refused. -full tries 400,000.
func TestReworded(t *testing.T) {
	texts, words := textsOfCorpus(t)
	r, n := chance.Random(t, 77), 3000
	if *full {
		n = 400_000
	}
	read := 0
	for k := range n {
		text := texts[r.IntN(len(texts))]
		if r.IntN(4) == 0 {
			text += "\n" + texts[r.IntN(len(texts))]
		}
		text = chance.Reworded(r, text, words)
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%q: %v\n%s", text, v, debug.Stack())
				}
			}()
			for _, dialect := range []Dialect{Spec, Intel} {
				p := Parser{Decls: NewDecls(32, D), Dialect: dialect}
				if i, err := p.ParseInst(text); err == nil {
					read++
					printsAsItself(t, &p, &i)
				}
			}
			newPlainCampaign(t, r, 32+32*(k&1), Dialect(k>>1&1)).fuzzedProgram(text)
		}()
	}
	t.Logf("%d texts, %d words; %d of %d are instructions", len(texts), len(words), read, 2*n)
	if read < n/10 {
		t.Errorf("%d of %d are instructions: the words are none of them", read, 2*n)
	}
}
