package shorthand

// Phrases are the words of all of them, with # for a number.
func Phrases() (all []string) {
	for _, p := range phrases {
		all = append(all, p.words)
	}
	return all
}
