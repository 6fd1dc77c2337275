package strings

// Statements are the places of a text's pieces between line ends and semicolons, each from where it starts to where it ends. Those with nothing but space are left out.
func Statements(text string) (all [][2]int) {
	for start := 0; start <= len(text); {
		end := len(text)
		if n := IndexAny(text[start:], ";\n"); n >= 0 {
			end = start + n
		}
		if TrimSpace(text[start:end]) != "" {
			all = append(all, [2]int{start, end})
		}
		start = end + 1
	}
	return all
}
