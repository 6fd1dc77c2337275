package syntax

// IsIdentifier says whether a text is a name: letters, digits and underscores, of which a digit is not the first.
func IsIdentifier(text string) bool {
	Look(len(text))
	for i := range len(text) {
		b := text[i]
		if !(b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || i > 0 && b >= '0' && b <= '9') {
			return false
		}
	}
	return text != ""
}
