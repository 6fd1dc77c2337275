package chance_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// The flag decides the cases, or else the environment, and without them no two runs have the same.
func TestSeed(t *testing.T) {
	before := flag.Lookup("seed").Value.String()
	defer flag.Set("seed", before)
	flag.Set("seed", "0")
	t.Setenv("LANESCOPE_SEED", "")
	if one, other := chance.Seed(t), chance.Seed(t); one == other {
		t.Error("two seeds by chance are the same")
	}
	t.Setenv("LANESCOPE_SEED", "41")
	if got := chance.Seed(t); got != 41 {
		t.Errorf("got the seed %d, want 41", got)
	}
	flag.Set("seed", "42")
	if got, want := chance.Random(t, 7).Uint64(), rand.New(rand.NewPCG(42, 7)).Uint64(); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}
