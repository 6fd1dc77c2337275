package cexpr_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/cexpr"
	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/internal/chance"
)

// A word of C is a type of integers.
type word struct {
	name   string
	bits   int
	signed bool
}

var words = []word{
	{"uint8_t", 8, false}, {"uint16_t", 16, false}, {"uint32_t", 32, false}, {"uint64_t", 64, false}, {"unsigned", 32, false}, {"size_t", 64, false},
	{"int8_t", 8, true}, {"int16_t", 16, true}, {"int", 32, true}, {"long", 64, true}, {"uint64_t", 64, false}, {"uint32_t", 32, false},
}

// in is a value as one of a type: its lowest bits, and in 64 bits copies of the sign above them if it has one.
func (w word) in(v uint64) uint64 {
	by := 64 - w.bits
	if w.signed {
		return uint64(int64(v<<by) >> by)
	}
	return v << by >> by
}

// promoted is the type in which C computes: an int at least, which holds all that is narrower.
func (w word) promoted() word {
	if w.bits < 32 {
		return word{"int", 32, true}
	}
	return w
}

// usual is the type in which C computes with two: the wider one, and without a sign if one that is as wide has none.
func usual(a, b word) word {
	a, b = a.promoted(), b.promoted()
	if a.bits < b.bits || a.bits == b.bits && a.signed {
		a, b = b, a
	}
	return a
}

// A sum is an expression of integers as text, and what C says that it is.
type sum struct {
	text string
	typ  word
	of   func(values []uint64) uint64 // as the type has it
}

// literal is a number of C, whose type its digits and its suffix say.
func literal(rng *rand.Rand) sum {
	v := rng.Uint64() >> rng.IntN(64)
	if rng.IntN(2) == 0 { // a mask, which keeps parts that meet nothing else
		v = 0xff << (8 * rng.IntN(8))
	}
	hex, suffix := rng.IntN(3) > 0, []string{"", "", "", "u", "ull", "ul"}[rng.IntN(6)]
	w := word{"unsigned", 32, false}
	switch {
	case v>>31 == 0 && suffix == "":
		w = word{"int", 32, true}
	case v>>32 == 0 && (suffix == "u" || suffix == "" && hex):
	case v>>63 == 0 && suffix == "":
		w = word{"long", 64, true}
	default:
		w = word{"unsigned long", 64, false}
		if suffix == "" && !hex { // of which no type of C is
			hex = true
		}
	}
	return sum{fmt.Sprintf(map[bool]string{true: "%#x", false: "%d"}[hex], v) + suffix, w, func([]uint64) uint64 { return v }}
}

// randomSum is an expression of at most so many operators within one another, over variables of types.
func randomSum(rng *rand.Rand, types []word, depth int) sum {
	if depth == 0 || rng.IntN(6) == 0 {
		k := rng.IntN(len(types))
		if rng.IntN(4) == 0 {
			return literal(rng)
		}
		return sum{string(rune('a' + k)), types[k], func(values []uint64) uint64 { return types[k].in(values[k]) }}
	}
	inner := func() sum {
		s := randomSum(rng, types, depth-1)
		if len(s.text) > 1 {
			s.text = "(" + s.text + ")"
		}
		return s
	}
	a := inner()
	switch rng.IntN(8) {
	case 0, 1, 2:
		w := a.typ.promoted()
		by := rng.IntN(w.bits)
		if rng.IntN(2) == 0 {
			by &^= 7
		}
		if rng.IntN(2) == 0 {
			return sum{fmt.Sprintf("%s << %d", a.text, by), w, func(values []uint64) uint64 { return w.in(w.in(a.of(values)) << by) }}
		}
		return sum{fmt.Sprintf("%s >> %d", a.text, by), w, func(values []uint64) uint64 {
			if v := w.in(a.of(values)); !w.signed {
				return v >> by
			} else {
				return uint64(int64(v) >> by)
			}
		}}
	case 3:
		w := words[rng.IntN(len(words))]
		return sum{fmt.Sprintf("(%s)%s", w.name, a.text), w, func(values []uint64) uint64 { return w.in(a.of(values)) }}
	case 4:
		w := a.typ.promoted()
		return sum{"~" + a.text, w, func(values []uint64) uint64 { return w.in(^w.in(a.of(values))) }}
	}
	b := inner()
	if rng.IntN(2) == 0 {
		b = literal(rng)
	}
	w := usual(a.typ, b.typ)
	sign := []string{"&", "|", "^", "&"}[rng.IntN(4)]
	return sum{a.text + " " + sign + " " + b.text, w, func(values []uint64) uint64 {
		x, y := w.in(a.of(values)), w.in(b.of(values))
		switch sign {
		case "&":
			return w.in(x & y)
		case "|":
			return w.in(x | y)
		}
		return w.in(x ^ y)
	}}
}

// sumRead is what a text is read as with values for its variables, and how many bits it has; ok is false where it is refused.
func sumRead(t *testing.T, text string, values [][]uint64) (all []uint64, bits int, ok bool) {
	t.Helper()
	r, err := cexpr.Intel().Read(text, dialect.Options{})
	if err != nil {
		return nil, 0, false
	}
	for _, row := range values {
		src := make([][]byte, len(r.Map.Src))
		for k := range src {
			for i := range r.Map.Bytes(r.Map.Src[k]) {
				src[k] = append(src[k], byte(row[r.Names[k][0]-'a']>>(8*i)))
			}
		}
		dst, v := make([]byte, r.Map.Bytes(len(r.Map.Lane))), uint64(0)
		if err := r.Map.Apply(dst, nil, src...); err != nil {
			t.Fatalf("%s is %s: %v", text, r.Map, err)
		}
		for i, b := range dst {
			v |= uint64(b) << (8 * i)
		}
		all = append(all, v)
	}
	return all, r.Map.Bits * len(r.Map.Lane), true
}

// What is read of an expression of integers is what C says of it: types narrower than int are computed with as int, of two the wider one counts, and a sign is copied or that is refused.
func TestIntegersAreThoseOfC(t *testing.T) {
	rng := chance.Random(t, 61)
	read := map[word]int{}
	for range 8_000 {
		types := []word{words[rng.IntN(len(words))], words[rng.IntN(len(words))]}
		s, result := randomSum(rng, types, 1+rng.IntN(4)), words[rng.IntN(len(words))]
		values := make([][]uint64, 4)
		for k := range values {
			values[k] = []uint64{rng.Uint64(), rng.Uint64()}
		}
		parameters := fmt.Sprintf("(%s a, %s b) { ", types[0].name, types[1].name)
		for _, text := range []string{
			result.name + " f" + parameters + "return " + s.text + "; }", "void f" + parameters + result.name + " r = " + s.text + "; return r; }", result.name + " f" + parameters + result.name + " r; r = " + s.text + "; return r; }",
		} {
			got, bits, ok := sumRead(t, text, values)
			if !ok {
				continue
			}
			if read[result]++; bits != result.bits {
				t.Fatalf("%s has %d bits", text, bits)
			}
			for k, row := range values {
				if want := result.in(s.of(row)) << (64 - bits) >> (64 - bits); got[k] != want {
					t.Fatalf("%s is %#x for %#x, want %#x", text, got[k], row, want)
				}
			}
		}
	}
	for w, n := range read {
		if n < 700 {
			t.Errorf("only %d of %s were read", n, w.name)
		}
	}
	if len(read) < 10 {
		t.Errorf("of %d types alone something was read", len(read))
	}
}
