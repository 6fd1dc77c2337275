// Package chance gives tests their random cases, which can be repeated: a test says its seed, and takes one.
//
//	go test ./svp64                     another seed each time
//	go test ./svp64 -args -seed 42      the cases of 42
//	LANESCOPE_SEED=42 go test ./...     the same, of all packages
package chance

import (
	"flag"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

var given = flag.Uint64("seed", 0, "the seed of the tests that try random cases; 0: that of "+variable+", or another one each time, which they say")

// variable names the seed where not each package is told its own: CI gives a tree of files its seed, so that it does not pass once and fail the next time.
const variable = "LANESCOPE_SEED"

// Seed is the one that was given, or another one each time. The test says it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := *given
	if text := os.Getenv(variable); seed == 0 && text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: %v", variable, err)
		}
	}
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
