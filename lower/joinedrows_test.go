package lower

import (
	"testing"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A row joins what one without a constant makes with what one with a constant makes, whichever operand that is; and what two without one make.
func TestJoinedRows(t *testing.T) {
	tg, _ := target.Find("ssse3")
	l := New(tg)
	for _, c := range []struct {
		text           string
		ops, constants int
	}{
		{text: "i8x16 i8x16 -> a0 b15 a1 b14 a2 b13 a3 b12 a4 b11 a5 b10 a6 b9 a7 b8", ops: 2, constants: 1},
		{text: "i8x16 i8x16 -> b15 a0 b14 a1 b13 a2 b12 a3 b11 a4 b10 a5 b9 a6 b8 a7", ops: 2, constants: 1},
		{text: "i8x16 i8x16 -> b4 a12 b5 a13 b6 a14 b7 a15 b0 a8 b1 a9 b2 a10 b3 a11", ops: 3},
	} {
		want, err := lane.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		o, err := l.settled(Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := &search{l: l, o: o, file: target.Vectors, budget: DefaultBudget}
		best, ok := s.cheapest(s.joinedRows(draft{inputs: 2, bits: []int{128, 128}}, want, firstArgs(2)))
		if !ok {
			t.Errorf("%s: no rows are joined", c.text)
			continue
		}
		if _, loads := s.price(best); opsOf(best.code) != c.ops || loads != c.constants {
			t.Errorf("%s: %d ops and %d constants, want %d and %d", c.text, opsOf(best.code), loads, c.ops, c.constants)
		}
	}
}
