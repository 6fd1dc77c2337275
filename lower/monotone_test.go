package lower_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// asked is what a cost says of a result, as far as it is a sum or a maximum. What settles ties is no promise.
func asked(c lower.Cost, r *lower.Result) int {
	if sum, ok := sums[c]; ok {
		return sum(r.Count)
	}
	return int(64 * r.Latency)
}

// monotoneLimits are more and more constants.
var monotoneLimits = []lower.Limit{lower.AtMost(0), lower.AtMost(1), lower.AtMost(2), {}}

// Who allows more constants gets nothing dearer, and is not told that there is nothing where fewer do: every target, width, number of sources, lanes that nobody cares about and zeros, both
// efforts, and every cost that says more than ties.
func TestMoreConstants(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 71)
	cells := 0
	for _, g := range gateTargets {
		tg := targetNamed(t, g.name)
		for _, c := range gateCells(tg) {
			// One cell in so many in a short run: those of 64 bytes take as long as all others together.
			share := 32
			if c.total > 256 {
				share = 128
			}
			if !*full && random.IntN(share) > 0 {
				continue
			}
			cells++
			m := c.kind.randomMap(random, c.bits, c.total/c.bits, c.sources)
			for _, o := range monotoneOptions(random, tg) {
				neverDearer(t, fmt.Sprintf("%s, %v, %v", g.name, o.Effort, o.Cost), m, o)
			}
		}
	}
	if cells == 0 {
		t.Error("nothing was asked")
	}
}

// monotoneOptions are both efforts with every cost that says more than ties, or some of those.
func monotoneOptions(r *rand.Rand, tg *target.Target) (list []lower.Options) {
	for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
		for _, cost := range []lower.Cost{lower.Balanced, lower.Instructions, lower.Loop, lower.Latency} {
			if *full || r.IntN(3) == 0 {
				list = append(list, lower.Options{Target: tg, Effort: effort, Cost: cost, Budget: 1 << 10})
			}
		}
	}
	return list
}

// neverDearer lowers a map with more and more constants.
func neverDearer(t *testing.T, name string, m lane.Map, o lower.Options) {
	t.Helper()
	var least *lower.Result
	var l lower.Lowerer
	for _, limit := range monotoneLimits {
		o.MaxConstants = limit
		r, err := l.Lower(t.Context(), m, o)
		switch {
		case err != nil && least != nil:
			t.Errorf("%s: %v: with %v constants %v, and with fewer %+v", name, m, limit, err, least.Count)
		case err != nil:
		case least != nil && asked(o.Cost, r) > asked(o.Cost, least):
			t.Errorf("%s: %v: with %v constants %+v by %q, latency %g, and with fewer %+v by %q, latency %g", name, m, limit, r.Count, r.Strategy, r.Latency, least.Count, least.Strategy, least.Latency)
		default:
			least = r
		}
	}
}

// So it is where a map takes several registers, whose parts are decided with any number of constants first.
func TestMoreConstantsOfSeveral(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 73)
	const share = 6
	n, first := 0, random.IntN(share)
	for _, name := range []string{"sse2", "ssse3", "avx", "avx2", "neon", "wasm"} {
		tg := targetNamed(t, name)
		for _, bits := range []int{8, 16, 32} {
			for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
				if n++; !*full && n%share != first {
					continue
				}
				m := randomMap(random, bits, 2*tg.Bits[len(tg.Bits)-1]/bits, 1+random.IntN(2), random.IntN(3) == 0)
				neverDearer(t, fmt.Sprintf("%s, %v", name, effort), m, lower.Options{Target: tg, Effort: effort, Budget: 1 << 8})
			}
		}
	}
}

// What was told of: a map of 64 bytes with zeros, which has a sequence without constants, has one too where one may be loaded.
func TestOneConstantOf64Bytes(t *testing.T) {
	t.Parallel()
	m := gateKinds[2].randomMap(rand.New(rand.NewPCG(3, 1)), 8, 64, 1)
	for _, effort := range []lower.Effort{lower.Quick, lower.Best} {
		neverDearer(t, effort.String(), m, lower.Options{Target: targetNamed(t, "avx512"), Effort: effort, Budget: 1 << 6})
	}
}

// What a seed found: with a small budget what takes no constant was looked for too shortly by who may load any number of them, and decided to its end by who may load none.
func TestNoConstantOf32Words(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i16x32 i16x32 -> a29 b9 b21 a20 a1 b29 b16 a16 b15 a12 b3 b24 a13 a4 a25 a3 b12 a31 a16 a19 a20 b30 a12 b17 b1 a19 b13 a14 a20 a21 b11 a28")
	if err != nil {
		t.Fatal(err)
	}
	neverDearer(t, "avx2", m, lower.Options{Target: targetNamed(t, "avx2"), Effort: lower.Quick, Budget: 1 << 8})
}

// What a seed found: with one constant nothing was found at first and what is dear was asked for too, and with two something dearer than that was enough.
func TestTwoConstantsOf32Words(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i16x32 i16x32 -> b30 a3 a9 _ b7 z . a22 a25 a19 a9 a2 a22 a30 a1 z b24 a6 a0 a5 b10 _ b11 b4 _ a24 b15 a0 b30 b27 z .")
	if err != nil {
		t.Fatal(err)
	}
	neverDearer(t, "avx2", m, lower.Options{Target: targetNamed(t, "avx2"), Effort: lower.Quick, Budget: 1 << 8})
}

// What was told of: under latency a map of 64 bytes was searched where one constant may be loaded, as what is decided then is long, and not where two may, for which less was decided and more
// cycles.
func TestLatencyOf64Bytes(t *testing.T) {
	t.Parallel()
	m, err := lane.Parse("i8x64 i8x64 -> b51 b40 z a37 b30 b55 z b23 a25 z a56 z b48 a5 a40 a1 z a17 a61 b60 b15 b48 a24 b17 b60 a0 z b23 b32 z b44 b48 a20 z b24 b4 z z a53 z z b57 z z z b21 z z z b52 a1 b8 z b18 a49 b38 a12 a30 b35 z a22 z z a1")
	if err != nil {
		t.Fatal(err)
	}
	neverDearer(t, "latency", m, lower.Options{Target: targetNamed(t, "avx512"), Effort: lower.Quick, Cost: lower.Latency})
}
