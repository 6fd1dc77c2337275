package target

import "strings"

// operandLetters are those that stand for something: the z of {z} is a word.
const operandLetters = "abcdefghijkmrABCDIK"

// replaceLetters puts operands into a text: every single letter that stands alone, and not behind a dot or a slash, is replaced by what operand says, if it says something.
//
//	_mm_shuffle_epi32(a, i)    _mm_shuffle_epi32(v1, 27)
//	d.b[j], a.b[i]             v0.b[3], v1.b[7]
//	d.b, m/m, b.b              z0.b, p1/m, z1.b
func replaceLetters(text string, operand func(letter byte) string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && isWord(text[j]) {
			j++
		}
		word := text[i:max(j, i+1)]
		i += len(word)
		if part := i > 1 && (text[i-2] == '.' || text[i-2] == '/'); len(word) == 1 && strings.Contains(operandLetters, word) && !part {
			if s := operand(word[0]); s != "" {
				word = s
			}
		}
		b.WriteString(word)
	}
	return b.String()
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
