package lower

import (
	"flag"
	"math/rand/v2"
	"testing"
)

// Full is shared by the tests within the package and outside.
var Full = flag.Bool("full", false, "every cost and limit on every target: see docs/lowering.md")

var seedOf = flag.Uint64("seed", 0, "the seed of the tests that try random cases; 0: another one each time, which they say")

// NewRandom says its seed, so that a failure can be repeated: go test ./lower -run Test -seed N. Tests are told apart by a stream each.
func NewRandom(t testing.TB, stream uint64) *rand.Rand {
	t.Helper()
	seed := *seedOf
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, stream))
}
