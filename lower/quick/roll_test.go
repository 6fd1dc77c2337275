package quick

import (
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// A roll knows what is in the list, and nothing else, also where vectors differ in one byte.
func TestRoll(t *testing.T) {
	r := chance.Random(t, 0)
	var known roll
	var list []vector
	again := 0
	for range 3000 {
		v := anything
		v[r.IntN(mostBytes)] = atom(r.IntN(4))
		v[r.IntN(8)] = atom(r.IntN(4))
		fresh := !slices.Contains(list, v)
		if known.add(&v, func(k int) *vector { return &list[k] }) != fresh {
			t.Fatalf("%v: new is %v", v, fresh)
		}
		if fresh {
			list = append(list, v)
		} else {
			again++
		}
	}
	if again == 0 || len(list) < 100 {
		t.Errorf("%d were new, and %d were not: expected some of both", len(list), again)
	}
}
