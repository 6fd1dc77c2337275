package quick

import (
	"math/bits"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A chain is as short as any that there is: all pairs are tried with all ways to put words into their places.
func TestShortestChains(t *testing.T) {
	r := chance.Random(t, 4)
	var lengths [7]int
	for range 4000 {
		var wanted [8]int8
		free := r.IntN(6)
		for i := range wanted {
			if wanted[i] = int8(r.IntN(8)); r.IntN(10) < free {
				wanted[i] = unwanted
			}
		}
		var k known
		var c chain
		found, want := c.find(&k, &wanted, 7), shortestChain(&wanted)
		if found != (want < 7) || found && c.ops() != want {
			t.Fatalf("%v: found %t, of %d rows, and %d do it", wanted, found, c.ops(), want)
		}
		if found {
			lengths[want]++
		}
	}
	for n, some := range lengths[:6] {
		if some == 0 {
			t.Errorf("no chain has %d rows", n)
		}
	}
}

// shortestChain is how many rows the shortest chain has, or 7.
func shortestChain(wanted *[8]int8) int {
	best := 7
	for flags := range uint8(16) {
		for choice := range 256 {
			ops := bits.OnesCount8(flags)
			pairs := [4]int8{int8(choice & 3), int8(choice >> 2 & 3), int8(choice >> 4 & 3), int8(choice >> 6 & 3)}
			if pairs != [4]int8{0, 1, 2, 3} {
				ops++
			}
			first := [8]int8{0, 1, 2, 3, 4, 5, 6, 7}
			for i := range first {
				if flags>>(i/4)&1 == 1 {
					first[i] = unwanted
				}
			}
			if ops < best && placeable(wanted, flags>>2, &pairs, first, 0) {
				best = ops
			}
		}
	}
	return best
}

// placeable says whether words from i on have places in pairs: the same one in a half that is not shuffled behind them, any one of the half else.
func placeable(wanted *[8]int8, after uint8, pairs *[4]int8, first [8]int8, i int) bool {
	if i == 8 {
		return true
	}
	if wanted[i] == unwanted {
		return placeable(wanted, after, pairs, first, i+1)
	}
	for at := i &^ 3; at < i|3+1; at++ {
		if at != i && after>>(i/4)&1 == 0 {
			continue
		}
		from := 2*pairs[at/2] + int8(at%2)
		old := first[from]
		if old == wanted[i] || old == unwanted && from/4 == wanted[i]/4 {
			first[from] = wanted[i]
			if placeable(wanted, after, pairs, first, i+1) {
				return true
			}
			first[from] = old
		}
	}
	return false
}
