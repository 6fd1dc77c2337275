package program_test

import "flag"

var full = flag.Bool("full", false, "try more, where more can be tried")

var programs = flag.Int("programs", 10_000_000, "with -full: how many random programs are tried")

// times is how many random cases are tried: more with -full.
func times(n int) int {
	if *full {
		return 20 * n
	}
	return n
}
