package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Numbers of 64 bits without a sign are computed with as such: >> and / see no sign in their highest bit.
func TestNumbersWithoutASign(t *testing.T) {
	rng := chance.Random(t, 41)
	high := 0
	for range 2000 {
		text, want := unsignedNumber(rng, 3)
		if want>>63 == 1 {
			high++
		}
		text = fmt.Sprintf("unsigned long long k = %s; unsigned long long t = a << 56 | k >> 8; return t;", text)
		r, err := cexpr.Intel().Read(text, dialect.Options{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		m, err := r.Map.Regroup(8)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for i, l := range m.Lane[:7] {
			if v, ok := l.Const.Uint64(); l.Kind != lane.Constant || !ok || v != want>>(8+8*i)&0xff {
				t.Fatalf("%s is read as %v: byte %d, want %#x", text, m, i, want>>8)
			}
		}
		if m.Lane[7] != lane.From(0, 0) {
			t.Fatalf("%s is read as %v", text, m)
		}
	}
	if high < 300 {
		t.Errorf("only %d numbers had their highest bit set", high)
	}
}

// unsignedNumber is a number as C writes it, and what it is.
func unsignedNumber(rng *rand.Rand, depth int) (string, uint64) {
	if depth == 0 || rng.IntN(4) == 0 {
		v := rng.Uint64() >> rng.IntN(64)
		return fmt.Sprintf([]string{"%#xull", "%dull", "%#xULL"}[rng.IntN(3)], v), v
	}
	a, x := unsignedNumber(rng, depth-1)
	b, y := unsignedNumber(rng, depth-1)
	by := rng.IntN(64)
	switch rng.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s >> %d)", a, by), x >> by
	case 1:
		return fmt.Sprintf("(%s << %d)", a, by), x << by
	case 2:
		return fmt.Sprintf("(%s / (%s | 1))", a, b), x / (y | 1)
	case 3:
		return fmt.Sprintf("(%s & %s)", a, b), x & y
	case 4:
		return fmt.Sprintf("(%s | %s)", a, b), x | y
	case 5:
		return fmt.Sprintf("~%s", a), ^x
	}
	return fmt.Sprintf("(%s ^ %s)", a, b), x ^ y
}
