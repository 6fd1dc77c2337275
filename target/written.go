package target

import "strings"

// written is a text of a table with what stands in it for parts that differ: of each pair the second text for the first, as a Replacer has it, of which one for each row takes longer to make than to use.
//
//	zip1 d.T, a.T, b.T     T: 4s     zip1 d.4s, a.4s, b.4s
func written(text string, pairs ...string) string {
	var b strings.Builder
	from := 0
	for at := 0; at < len(text); {
		k := startsWith(text[at:], pairs)
		if k < 0 {
			at++
			continue
		}
		b.WriteString(text[from:at])
		b.WriteString(pairs[k+1])
		at += len(pairs[k])
		from = at
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}

// startsWith is the first of the pairs whose first text a text begins with, or -1.
func startsWith(text string, pairs []string) int {
	for k := 0; k < len(pairs); k += 2 {
		if strings.HasPrefix(text, pairs[k]) {
			return k
		}
	}
	return -1
}
