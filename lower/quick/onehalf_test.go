package quick

import (
	"testing"

	"github.com/lanescope/lanescope/target"
)

// Words of both halves come to one half whichever they are, if it has room for them: two of each by a chain, and three and one, which takes three rows at most.
func TestInOneHalf(t *testing.T) {
	tg, _ := target.Find("sse2")
	w := New(tg).widths[128]()
	s := &state{weights: Weights{Op: 1, Copy: 1}}
	s.inputs = 1
	p := &problem{w: w}
	var ways [waysOfApart]int
	for m := range wordSet(255) {
		if ways[m.apart()]++; m.apart() == notApart {
			continue
		}
		for _, turned := range [...]bool{false, true} {
			a := s.begin(8)
			_, now, ok := s.inOneHalf(p, 0, m, turned, a)
			if !ok || now&15 != 0 && now>>4 != 0 || m.apart() == threeApart && s.n != 3 {
				t.Fatalf("%08b, turned %t: %t, in places %08b, by %d rows", m, turned, ok, now, s.n)
			}
			if has := w.wordsOfBytes(&a.local, 0); has != m {
				t.Errorf("%08b, turned %t: %08b are in one half", m, turned, has)
			}
			a.found = false
			s.end(a)
		}
	}
	if ways != [waysOfApart]int{255 - 10*10 - 2*4*4, 10 * 10, 2 * 4 * 4} {
		t.Errorf("%v sets of words are not apart, by two and by three", ways)
	}
}
