package target_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/x86"
)

// Every encoding of a row is one that package x86 compares with other assemblers and disassemblers, in all registers.
func TestEncodingsAreCompared(t *testing.T) {
	compared := comparedEncodings(t)
	for _, r := range append(rowsOfX86(), pairsOfX86()...) {
		texts := strings.Split(r.Encoding, "; ")
		if r.Mask != nil {
			texts = append(texts, r.Mask.Encoding)
		}
		for _, text := range texts {
			if e, err := x86.Parse(text); err != nil || !compared[e] {
				t.Errorf("%s %s: %s is not in internal/x86/testdata/instructions.txt (%v)", r.Name, r.Asm, text, err)
			}
		}
	}
}

var tupleType = regexp.MustCompile(`^(\w+) \w+:`)

// comparedEncodings are those of the table, without the tuple types of memory operands.
func comparedEncodings(t *testing.T) map[x86.Encoding]bool {
	text, err := os.ReadFile("../internal/x86/testdata/instructions.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[x86.Encoding]bool{}
	for line := range strings.Lines(string(text)) {
		field := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") || len(field) < 2 {
			continue
		}
		encoding := tupleType.ReplaceAllString(strings.TrimSpace(field[1]), "$1:")
		for _, length := range []string{".128.", ".256.", ".512."} {
			e, err := x86.Parse(strings.NewReplacer(".L.", length, ".LL.", length, ".LIG.", length).Replace(encoding))
			if err == nil { // VEX has no 512
				all[e] = true
			}
		}
	}
	return all
}
