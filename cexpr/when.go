package cexpr

// when is one of two values.
func when[T any](yes bool, a, b T) T {
	if yes {
		return a
	}
	return b
}
