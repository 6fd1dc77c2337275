package quick

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Where what comes from one input stands before what comes from the other, two shifts and an or join them: words of both cost what those of each do, which may be made anywhere, and three rows. Parts are looked at less closely than maps, which takes two rows more at most of who has fuel.
func TestShiftedBoth(t *testing.T) {
	r := chance.Random(t, 1)
	sse2, _ := target.Find("sse2")
	e, o, won := New(sse2), balanced, 0
	o.Constants, o.Fuel = 0, 1<<14
	for k := 1; k < 8; k++ {
		for range 24 {
			first, second := r.Perm(8)[:k], r.Perm(8)[:8-k]
			if k%2 == 0 { // some of them stand twice
				first[0], second[0] = first[len(first)-1], second[len(second)-1]
			}
			free := func(n int) string { return strings.Repeat(" _", n) }
			lanes := func(in string, from []int) (text string) {
				for _, i := range from {
					text += fmt.Sprint(" ", in, i)
				}
				return text
			}
			for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
				m, err := lane.Parse("i16x8 i16x8 ->" + lanes(order[0], first) + lanes(order[1], second))
				if err != nil {
					t.Fatal(err)
				}
				var whole Program
				if !e.Decide(&whole, &m, o) {
					t.Fatalf("%v: nothing is decided", m)
				}
				parts := 3 + 2
				for _, part := range []string{free(8-k) + lanes("a", first), lanes("a", second) + free(k)} {
					parts += decided(t, "sse2"+plainly, "i16x8 ->"+part).Cost(balanced.Weights)
				}
				if whole.Cost(balanced.Weights) > parts {
					t.Errorf("%v and %v of %v: %q, and apart %d", first, second, order, whole.rows(), parts)
				}
				won += strings.Count(whole.Strategy(), "shift both")
			}
		}
	}
	if won == 0 {
		t.Error("shift both is never the best")
	}
}
