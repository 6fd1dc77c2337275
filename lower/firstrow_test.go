package lower_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// Whatever a row with an immediate and then one with a constant do, two rows do.
func TestConstantLast(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 17))
	tg := targetNamed(t, "avx2")
	var first, last []*target.Row
	for _, r := range tg.Rows {
		switch {
		case r.Bits != 256:
		case r.Imm != nil && len(r.Src) == 2 && r.Src[0] == 256 && r.Src[1] == 256 && r.Elem >= 32:
			first = append(first, r)
		case r.Name == "vpermd" || r.Name == "vpermps":
			last = append(last, r)
		}
	}
	worse := 0
	for range 60 {
		f, l := first[rng.IntN(len(first))], last[rng.IntN(len(last))]
		if l.Index == nil {
			continue
		}
		indices := make([]byte, 32)
		for k := range 8 {
			indices[4*k] = byte(rng.IntN(8))
		}
		c := lane.ConstBytes(indices)
		m, err := l.Index.Apply(c).Of(f.Imm.Map(rng.IntN(f.Imm.Values)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := tables.Lower(m, lower.Options{Target: tg, MaxConstants: lower.Unlimited, Cost: lower.Instructions})
		if err != nil || r.Ops > 2 {
			worse++
			t.Errorf("%s after %s: %s takes %d ops: %v", l.Name, f.Name, m, r.Ops, err)
		}
	}
	t.Logf("%d worse than two", worse)
}
