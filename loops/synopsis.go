package loops

import (
	"strconv"

	"github.com/lanescope/lanescope/syntax/strings"
)

// synopsis takes what stands above the operation of an intrinsic in Intel's guide off a text, in which it says how long its arguments are:
//
//	Synopsis
//	__m256i _mm256_blend_epi32 (__m256i a, __m256i b, const int imm8)
//	…
//	Operation
//	FOR j := 0 to 7
//
// What is left is as long as the text.
func synopsis(text string) (rest string, said lengths) {
	head := 0
	for head < len(text) {
		line, _, _ := strings.Cut(text[head:], "\n")
		if beginsOperation(line) {
			break
		}
		head = min(head+len(line)+1, len(text))
	}
	if top := text[:head]; strings.Contains(top, "__m") || strings.Contains(top, "_mm") || strings.Contains(top, "Operation") {
		return strings.Repeat(" ", head) + text[head:], lengthsIn(top)
	}
	return text, said
}

// beginsOperation says whether a line is a statement.
func beginsOperation(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	word, _, _ = strings.Cut(word, "(")
	return intel.reserved[word] || strings.Contains(line, ":=") || strings.HasPrefix(word, "//")
}

// Lengths are those of the arguments, by their names, and of the result, as far as a synopsis says them.
type lengths struct {
	of     map[string]int
	result int
}

// asRead is the length of what is as long as it is read: an integer, or what stands in memory.
const asRead = -1

// lengthsIn are the lengths that types say which stand in front of names: __m256i a, __mmask8 k, int i, void const* p.
func lengthsIn(text string) lengths {
	said := lengths{of: map[string]int{}}
	words := strings.FieldsFunc(strings.ReplaceAll(text, "*", " * "), func(r rune) bool { return r > 0x7f || !isLetter(byte(r)) && !isDigit(byte(r)) && r != '*' })
	for i := 0; i+1 < len(words); i++ {
		bits, next := lengthOf(words[i]), words[i+1]
		switch {
		case bits == 0 || lengthOf(next) != 0 || next == "const":
		case next == "*":
			if i+2 < len(words) {
				said.of[words[i+2]] = asRead
			}
		case strings.HasPrefix(next, "_m"):
			if said.result = bits; bits == asRead {
				said.result = types[words[i]].bits
			}
		default:
			said.of[next] = bits
		}
	}
	return said
}

// lengthOf are the bits of __m128, __m512i and __mmask16; asRead for other types of C, whose lowest bits are read; 0 for other words.
func lengthOf(word string) int {
	if _, ok := types[word]; ok || word == "void" || word == "__int64" || word == "const" || word == "*" {
		return asRead
	}
	digits, ok := strings.CutPrefix(word, "__mmask")
	if !ok {
		if digits, ok = strings.CutPrefix(word, "__m"); !ok {
			return 0
		}
	}
	bits, err := strconv.Atoi(strings.TrimRight(digits, "idhb"))
	if err != nil || bits > 512 || bits < 0 {
		return 0
	}
	return bits
}
