package lower

import (
	"math/bits"

	"github.com/lanescope/lanescope/internal/once"
)

// An alphabet numbers the quads that there are of so many vectors, in their order, so that tables have no room for others.
//
//	of one vector    a0 a1 a2 a3 zero any      6⁴ = 1,296
//	of two           … b3                     10⁴ = 10,000
//	of three         … c3                     14⁴ = 38,416      of 65,536 that a quad can say
type alphabet struct {
	half   [1 << 8]uint16 // the number of two lanes among those that there are
	halves int            // how many these are
	quads  []quad         // by their numbers
}

var alphabets once.Table[int, *alphabet]

// alphabetOf is the alphabet of so many vectors.
func alphabetOf(inputs int) *alphabet {
	return alphabets.Of(inputs, func() *alphabet {
		a := new(alphabet)
		var halves []quad
		for h := range a.half {
			if has(inputs, h&15) && has(inputs, h>>4) {
				a.half[h] = uint16(len(halves))
				halves = append(halves, quad(h))
			}
		}
		a.halves = len(halves)
		for _, high := range halves {
			for _, low := range halves {
				a.quads = append(a.quads, high<<8|low)
			}
		}
		return a
	})
}

// has says whether a symbol is one of so many vectors.
func has(inputs, symbol int) bool {
	return symbol < 4*inputs || symbol == zeroSymbol || symbol == anySymbol
}

// number is the number of a quad.
func (a *alphabet) number(q quad) int {
	return int(a.half[q>>8])*a.halves + int(a.half[q&0xff])
}

// A quadSet is a set of quads of an alphabet, a bit for each number.
type quadSet []uint64

func newQuadSet(a *alphabet) quadSet { return make(quadSet, (len(a.quads)+63)/64) }

func (s quadSet) add(number int) { s[number/64] |= 1 << (number % 64) }

func (s quadSet) has(number int) bool { return s[number/64]>>(number%64)&1 == 1 }

// spread adds all patterns that the quads of the set have: of each of them one lane is forgotten, then of all that there are then the next.
//
//	a3 b0 a1 a0    and a3 b0 a1 _    and a3 b0 _ a0, a3 b0 _ _    and …
func (s quadSet) spread(a *alphabet) {
	for k := range 4 {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				q := a.quads[64*i+bits.TrailingZeros64(word)]
				s.add(a.number(q | anySymbol<<(4*k)))
			}
		}
	}
}

// fronts are sequences for each quad of an alphabet.
type fronts struct {
	*alphabet
	list [][]entry
}

func newFronts(inputs int) *fronts {
	a := alphabetOf(inputs)
	return &fronts{a, make([][]entry, len(a.quads))}
}

// of are the sequences for a quad.
func (f *fronts) of(q quad) []entry { return f.list[f.number(q)] }

// offer puts a sequence into the front of a quad in the place of what is worse, unless one is as good.
func (f *fronts) offer(q quad, e entry) {
	if front := &f.list[f.number(q)]; better(*front, &e) {
		*front = insert(*front, e)
	}
}

// room is about how many bytes the fronts take, and the deeds of these values, which their patterns have too.
func (f *fronts) room(values []quad) int {
	n := 24 * len(f.list)
	for _, front := range f.list {
		n += 24 * cap(front)
	}
	for _, v := range values {
		n += 32 * len(f.of(v))
	}
	return n
}

// known are the quads that there is a sequence for, in their order.
func (f *fronts) known() (list []quad) {
	for k, front := range f.list {
		if len(front) > 0 {
			list = append(list, f.quads[k])
		}
	}
	return list
}

// spread makes what is cheap for a value cheap for all patterns that the value has.
func (f *fronts) spread(values []quad) {
	for _, v := range values {
		for set := 1; set < 16; set++ {
			p := v.forgetting(set)
			if p == v {
				continue
			}
			for _, e := range f.of(v) {
				f.offer(p, e)
			}
		}
	}
}
