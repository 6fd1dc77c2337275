package visa

import (
	"math/rand/v2"
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

// A retold is instructions that chance has changed: how many were tried, and how many are instructions still, in the words of the document and of Intel's programs.
type retold struct {
	*testing.T
	r           *rand.Rand
	tried, read int
}

// try reads a text, which prints as itself, and runs it on both machines.
func (x *retold) try(text string) {
	defer func() {
		if v := recover(); v != nil {
			x.Errorf("%q: %v\n%s", text, v, debug.Stack())
		}
	}()
	k := x.tried
	x.tried++
	for _, dialect := range []Dialect{Spec, Intel} {
		p := Parser{Decls: NewDecls(32, D), Dialect: dialect}
		if i, err := p.ParseInst(text); err == nil {
			x.read++
			printsAsItself(x.T, &p, &i)
		}
	}
	newPlainCampaign(x.T, x.r, 32+32*(k&1), Dialect(k>>1&1)).fuzzedProgram(text)
}

// ends says how much was read, which is enough to say something.
func (x *retold) ends() {
	x.Helper()
	x.Logf("%d of %d are instructions", x.read, 2*x.tried)
	if x.tried == 0 || x.read < x.tried/10 {
		x.Errorf("%d of %d are instructions: the words are none of them", x.read, 2*x.tried)
	}
}

// Instructions with other words and numbers are read and print as themselves, and programs of them run on both machines alike, or they are refused. -full tries 400,000.
func TestReworded(t *testing.T) {
	texts, words := textsOfCorpus(t)
	r, n := chance.Random(t, 77), 3000
	if *full {
		n = 400_000
	}
	x := retold{T: t, r: r}
	for range n {
		text := texts[r.IntN(len(texts))]
		if r.IntN(4) == 0 {
			text += "\n" + texts[r.IntN(len(texts))]
		}
		x.try(chance.Reworded(r, text, words))
	}
	x.ends()
}

// So are those with one number, also one in a name, that is another one at which something ends. -full tries one in ten.
func TestNumbersAtEnds(t *testing.T) {
	texts, _ := textsOfCorpus(t)
	r, skipped := chance.Random(t, 78), 1000
	if *full {
		skipped = 10
	}
	x := retold{T: t, r: r}
	for _, text := range texts {
		for text := range chance.AtEnds(text) {
			if r.IntN(skipped) == 0 {
				x.try(text)
			}
		}
	}
	x.ends()
}
