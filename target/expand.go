package target

import "strings"

// Expand puts operands into the text of a row, its Asm or C: every single letter that stands alone is replaced by what operand says, if it says something.
//
//	Expand("_mm_shuffle_epi32(a, i)", …)  =  _mm_shuffle_epi32(v1, 27)
func Expand(text string, operand func(letter byte) string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && isWord(text[j]) {
			j++
		}
		word := text[i:max(j, i+1)]
		i += len(word)
		if len(word) == 1 && isWord(word[0]) {
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
