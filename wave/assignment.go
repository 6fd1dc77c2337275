package wave

import (
	"slices"

	"github.com/lanescope/lanescope/syntax"
	"github.com/lanescope/lanescope/syntax/strings"
)

// An Assignment is a statement of C or of LLVM's IR that gives a value a name:
//
//	unsigned r = __byte_perm(x, y, 0x3210)
//	%r = call i32 @llvm.amdgcn.perm(i32 %a, i32 %b, i32 50462976)
type Assignment struct {
	To    string // empty if the value has no name
	Bits  int    // of the type that is declared; 0 if none is
	Value Operand
}

// callWords are what LLVM may write in front of a called function.
var callWords = []string{"tail", "musttail", "notail", "call", "noundef", "contract", "fast", "nnan", "ninf", "nsz"}

// ReadAssignment reads the statement that is the bytes [start, end) of a text.
func ReadAssignment(text string, start, end int) (Assignment, error) {
	a := Assignment{}
	c := syntax.Cursor{Text: text[:end], Off: start}
	if n := assigns(text[start:end]); n >= 0 {
		words := strings.Fields(text[start : start+n])
		if len(words) > 0 {
			a.To = strings.TrimLeft(words[len(words)-1], "*&")
			types := words[:len(words)-1]
			if k := slices.IndexFunc(types, isNarrow); k >= 0 {
				at := start + strings.Index(text[start:start+n], types[k])
				return a, syntax.Errorf(text, at, at+len(types[k]), "%s keeps a part of what is made: expected a type of 32 bits or 64", types[k])
			}
			a.Bits = BitsOf(strings.Join(types, " "))
		}
		c.Off = start + n + 1
	}
	c.AcceptWord("return")
	if called(&c) {
		if w := c.Word(); a.Bits == 0 {
			a.Bits = BitsOf(w)
		}
	}
	var err error
	if a.Value, err = ReadOperand(&c); err != nil {
		return a, whole(text, err)
	}
	for c.Accept("#") { // attributes of a call
		c.Word()
	}
	if !c.Done() {
		return a, whole(text, c.Wanted("the end of the statement"))
	}
	return a, nil
}

// isNarrow says whether a word is of a type of fewer than 32 bits.
func isNarrow(word string) bool {
	return slices.Contains([]string{"char", "short", "int8_t", "uint8_t", "int16_t", "uint16_t", "u8", "i8", "u16", "i16", "bool"}, word)
}

// called passes the words in front of LLVM's call, and says whether it is one.
func called(c *syntax.Cursor) (call bool) {
	for {
		passed := false
		for _, w := range callWords {
			if c.AcceptWord(w) {
				call, passed = call || w == "call", true
			}
		}
		if !passed {
			return call
		}
	}
}

// assigns is where a statement has the = that stands in no brackets; -1 if nowhere.
func assigns(text string) int {
	n := strings.IndexByte(text, '=')
	if n < 0 || strings.ContainsAny(text[:n], "(\"") {
		return -1
	}
	return n
}
