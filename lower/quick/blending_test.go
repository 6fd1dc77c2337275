package quick

import (
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// Two blends give each byte from where it is wanted, and ask for nothing behind the last byte: a row that answers may be one that is not asked again.
func TestTwoBlends(t *testing.T) {
	r := chance.Random(t, 21)
	found := 0
	for _, tg := range target.Targets() {
		of := New(tg).widths[256]
		if of == nil || !of().twoBlends {
			continue
		}
		w := of()
		for range 2000 {
			both := anything
			input := [2]int{r.IntN(2), r.IntN(2)} // of the words of a dword, and of those that differ from it
			for i := range w.n {
				if i%4 == 0 {
					input = [2]int{r.IntN(2), r.IntN(2)}
				}
				if both[i] = w.at(input[i/2%2], i); i >= block && both[i-block] != free && r.IntN(4) > 0 {
					both[i] = both[i-block] + block
				}
				if r.IntN(8) == 0 {
					both[i] = free
				}
			}
			var b twoBlends
			if !b.find(w, &both) {
				continue
			}
			found++
			for i := range both {
				got := b.dwords[i]
				if got != free && w.input(got) == 2 {
					got = b.words[i]
				}
				if i >= w.n && (b.words[i] != free || b.dwords[i] != free) || i < w.n && both[i] != free && got != both[i] {
					t.Fatalf("%s: byte %d of %v: %v, then %v", tg.Name, i, both[:w.n], b.words[:], b.dwords[:])
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d maps of two blends", found)
	}
}
