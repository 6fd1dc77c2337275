package lower

import (
	"flag"
	"math/rand/v2"
	"slices"
)

// Full is shared by the tests within the package and outside.
var Full = flag.Bool("full", false, "every cost and limit on every target: see docs/lowering.md")

// Some is one in so many of a list by chance, and at least one. With -full it is all of it.
func Some[T any](r *rand.Rand, list []T, share int) []T {
	if *Full {
		return list
	}
	some := slices.Clone(list)
	r.Shuffle(len(some), func(i, k int) { some[i], some[k] = some[k], some[i] })
	return some[:(len(some)+share-1)/share]
}
