package shufflevector

import (
	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// Line ends are blanks to LLVM, and what is long is wrapped, in reports of bugs as in tests:
//
//	%1 = shufflevector <8 x i8> %0, <8 x i8> poison, <8 x i32>
//	     <i32 1, i32 0, i32 2, i32 1,      ; no instruction begins with <
//	      i32 4, i32 3, i32 5, i32 4>      ; a bracket is open

// Brackets are those in which an instruction of LLVM's IR goes on.
const Brackets syntax.Brackets = "<>()[]"

// GoesOn says whether a line begins as no instruction of LLVM's IR does, but as the operand of one.
func GoesOn(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" {
		return false
	}
	word, _, _ := strings.Cut(line, " ")
	return line[0] == '<' || line[0] == ',' || word == "zeroinitializer" || word == "poison" || word == "undef" || word == "splat"
}

// Together is a text in which each instruction is one line. Blanks are where its line ends and the comments between were, so that all places are as before.
func Together(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	b := []byte(text)
	open, behind, begun := 0, 0, false // behind is where the code of the line before ends
	for start := 0; start < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		code, _, _ := strings.Cut(text[start:end], ";")
		if begun && (open > 0 || GoesOn(code)) {
			for k := behind; k < start; k++ {
				b[k] = ' '
			}
		}
		begun = begun || strings.TrimSpace(code) != ""
		behind, open = start+len(code), max(0, open+Brackets.Open(code))
		start = end + 1
	}
	return string(b)
}
