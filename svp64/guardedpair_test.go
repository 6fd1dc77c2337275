package svp64_test

import (
	"fmt"
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/svp64"
)

// Moves of a pair under a predicate, with all selectors in any two lanes, have a way back: a loop of 32-bit elements is each of them.
func TestWayBackOfPredicatedPairs(t *testing.T) {
	found := 0
	const selectors = ".01XYZW"
	for _, name := range []string{"mv.swiz", "fmv.swiz"} {
		for _, zeroing := range []string{"", "/zz", "/dz", "/sz"} {
			for k := range len(selectors) * len(selectors) {
				a, b := selectors[k/len(selectors)], selectors[k%len(selectors)]
				for _, swizzle := range []string{string([]byte{a, 'Y', 'Z', b}), string([]byte{a, b, '.', 'X'}), string([]byte{a, '.', b, '.'})} {
					text := fmt.Sprintf("sv.%s/m=r3%s 32,64,%s", name, zeroing, swizzle)
					l, err := svp64.ParseLine(text)
					if err != nil || !l.IsPair() {
						t.Fatalf("%s: %v", text, err)
					}
					g, err := l.Guarded()
					if err != nil || !under(g) {
						continue
					}
					loop, err := svp64.FromGuarded(g)
					if err != nil {
						t.Fatalf("%s is %v under bits %v: %v", text, g.Map, g.Bit, err)
					}
					if found++; loop.IsPair() {
						t.Errorf("%s is found as %v, which is no loop", text, loop)
					}
					back, err := loop.Guarded()
					if err != nil {
						t.Fatalf("%s: found was %v: %v", text, loop, err)
					}
					back.Map, _ = back.Map.DropUnused()
					g.Map, _ = g.Map.DropUnused()
					if v, err := lane.CompareGuarded(back, g); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
						t.Fatalf("%s is %v under %v; found was %v, %v under %v: %v %v", text, g.Map, g.Bit, loop, back.Map, back.Bit, v.Relation, err)
					}
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d are maps", found)
	}
}
