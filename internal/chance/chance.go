// Package chance gives tests their random cases, which can be repeated: a test says its seed, and takes one.
//
//	go test ./svp64                   another seed each time
//	go test ./svp64 -args -seed 42    the cases of 42
package chance

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var given = flag.Uint64("seed", 0, "the seed of the tests that try random cases; 0: another one each time, which they say")

// Seed is the one that was given, or another one each time. The test says it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := *given
	if seed == 0 {
		seed = 1 + rand.Uint64N(1<<63)
	}
	t.Logf("seed %d", seed)
	return seed
}

// Random makes cases from the seed. Tests are told apart by a stream each.
func Random(t testing.TB, stream uint64) *rand.Rand {
	t.Helper()
	return rand.New(rand.NewPCG(Seed(t), stream))
}
