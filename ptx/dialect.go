package ptx

import (
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Dialect is PTX and its relatives as one of the notations that are recognised, read and said.
func Dialect() dialect.Dialect {
	return dialect.Dialect{
		Name: "ptx", Meaning: "PTX's prmt, shfl and shf, as listings, CUDA and LLVM's intrinsics have them", Example: "prmt.b32 %r, %a, %b, 0x5140;",
		Looks: looks, Read: dialect.WithoutOptions(Parse), Say: Say, Sequence: dialect.WithoutSearch(Sequence), Whole: true,
	}
}

// families are the first words, up to a full stop, that nobody else writes.
var families = []string{"prmt", "shfl", "shf", "PRMT", "SHFL", "IMAD"}

// looks wants a word that begins an instruction or a function of the table.
func looks(text string) bool {
	c := syntax.Cursor{Text: text}
	for !c.Done() {
		word := c.Word()
		if word == "" {
			c.Off++
			continue
		}
		head, rest, dotted := strings.Cut(word, ".")
		for _, f := range families {
			if head == f && (dotted || f == "PRMT") {
				return true
			}
		}
		if head == "llvm" && strings.HasPrefix(rest, "nvvm.") {
			return true
		}
		if _, ok := spellings()[word]; ok && word != "MOV" {
			return true
		}
	}
	return false
}
