package program_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/svp64"
	"github.com/lanescope/lanescope/svp64/program"
)

// openpowerDifferences are the differences between upstream's assembler and this one that are known, each with how a text shows it. The first that fits is its name.
var openpowerDifferences = []struct {
	name  string
	shows *regexp.Regexp // in the text, a tab and what upstream says
}{
	{"it refuses negative displacements of memory", regexp.MustCompile(`^(sv\.)?(l|st)\S* \S*,-\d+\(.*\t!ValueError signed operands`)},
	{"it refuses vectors of condition fields from *cr64 on", regexp.MustCompile(`\*cr64.*\t!ValueError 8`)},
	{"it writes svstep with an operand RA more", regexp.MustCompile(`^svstep.*\t!ValueError operands count`)},
	{"it writes *crN, N not 0, otherwise than its disassembler reads it", regexp.MustCompile(`\*cr(32|36|64),.*\t\.long`)},
	{"so do bits of such fields", regexp.MustCompile(`^sv\.bc\S* \d+,\*(129|130),.*\t\.long`)},
}

// theirWords reads what upstream's assembler writes: words as .long, and an instruction without a prefix.
func theirWords(said string) (words []uint32, err error) {
	for part := range strings.SplitSeq(said, "; ") {
		p, err := program.Assemble(part, svp64.DefaultEncoding)
		if err != nil {
			return nil, err
		}
		words = append(words, p.Words...)
	}
	return words, nil
}

// Words under a prefix are those of the assembler of openpower-isa, but for differences that have names. The table beside this test has what it says.
func TestWordsAreThoseOfOpenPower(t *testing.T) {
	data, err := os.ReadFile("testdata/openpower.tsv")
	if err != nil {
		t.Fatal(err)
	}
	same, differ := 0, map[string]int{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		text, said, _ := strings.Cut(line, "\t")
		p, err := program.Assemble(text, svp64.DefaultEncoding)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		words, err := theirWords(said)
		if err == nil && fmt.Sprintf("%08x", words) == fmt.Sprintf("%08x", p.Words) {
			same++
			continue
		}
		name := ""
		for _, d := range openpowerDifferences {
			if name == "" && d.shows.MatchString(line) {
				name = d.name
			}
		}
		if name == "" {
			t.Errorf("%s: %08x, and upstream has %s: %08x", text, p.Words, said, words)
		}
		differ[name]++
	}
	t.Logf("%d the same, %v", same, differ)
	for _, d := range openpowerDifferences {
		if differ[d.name] == 0 {
			t.Errorf("nothing shows that %s", d.name)
		}
	}
	if same < 300 {
		t.Errorf("only %d are the same", same)
	}
}
