package i8x16

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// makes is what a row makes of two vectors.
func (s *shape) makes(imm int, x, y *vector) (v vector) {
	for i := range v {
		if b := s.byte(imm, i); b < 16 {
			v[i] = x[b]
		} else {
			v[i] = y[b-16]
		}
	}
	return v
}

// anyRow is a row of x86 without a constant by chance, and an immediate. Rows that move single bytes are as many as all others, and odd numbers as even ones.
func anyRow(r *rand.Rand, l Level) (*shape, int) {
	for {
		s := &shapes[r.IntN(len(shapes))]
		if s.from != nil && l.has(s) && (s.lane == 1 || r.IntN(4) == 0) {
			return s, s.first + r.IntN(max(1, s.values))
		}
	}
}

// What one row or two make of two inputs is seen by its pairs, and what a row takes from an input beside others is, too; what nobody cares about changes nothing. Of bytes by chance hardly any is seen.
func TestPairs(t *testing.T) {
	r := chance.Random(t, 5)
	inputs := [...]vector{still(0), still(16)}
	bytes := 0
	forget := func(v *vector) {
		for i, n := 0, r.IntN(3)*r.IntN(6); i < n; i++ {
			v[r.IntN(16)] = free
		}
	}
	for range 300000 {
		l := []Level{SSSE3, SSE41, AVX, AVX2, VBMI}[r.IntN(5)]
		values := inputs[:]
		for range 1 + r.IntN(2) {
			s, imm := anyRow(r, l)
			x, y := &values[r.IntN(len(values))], &values[r.IntN(len(values))]
			if s.args == 1 {
				y = x
			}
			values = append(values[:len(values):len(values)], s.makes(imm, x, y))
		}
		v := values[len(values)-1]
		if v.grain() == bytewise {
			bytes++
		}
		forget(&v)
		if p := v.pairs(); !p.paired() {
			t.Fatalf("%s: %v of %v is not seen", targets[l], v, values)
		}
	}
	if bytes < 100000 {
		t.Errorf("%d moved single bytes", bytes)
	}
	beside := 0
	for range 300000 {
		l, in := []Level{SSSE3, SSE41, AVX, AVX2, VBMI}[r.IntN(5)], Value(r.IntN(2))
		s, imm := anyRow(r, l)
		if s.args == 1 {
			continue
		}
		beside++
		var other vector
		for i := range other {
			other[i] = inputs[1-in][r.IntN(16)]
		}
		x, y := &other, &inputs[in]
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		v := s.makes(imm, x, y)
		forget(&v)
		if p := v.pairs(); !p.besideWhole(in) {
			t.Fatalf("%s: %v by %s %d of %v and %v is not seen beside", targets[l], v, s.name, imm, x, y)
		}
	}
	seen, kept := 0, 0
	for range 10000 {
		s := byBytes(r)
		v := vector(s)
		p := v.pairs()
		if p.paired() {
			seen++
		}
		if p.besideWhole(A) || p.besideWhole(B) {
			kept++
		}
	}
	if t.Logf("%d moved single bytes, %d stood beside; of 10,000 by chance %d and %d are seen", bytes, beside, seen, kept); seen > 100 || kept > 500 || beside < 100000 {
		t.Error("hardly anything is refused")
	}
}

// What is wanted costs no more at its scale, and by its pairs, than where single bytes are asked of all rows.
func TestScales(t *testing.T) {
	r := chance.Random(t, 6)
	list := corpus(t)
	for range 3000 {
		list = append(list, random(r))
	}
	for _, l := range levels() {
		e := New(l)
		at := [numGrains]int{}
		for k := range list {
			constant := r.IntN(3)
			var all Program
			d := decision{level: l, constant: constant, best: &all, price: dear}
			if !d.bytes.read(&list[k]) {
				t.Fatal(list[k])
			}
			if _, ok := d.bytes.nothing(); ok {
				continue
			}
			d.moves = d.bytes.grain()
			at[d.bytes.scale(d.moves)]++
			d.decide(&e.scales[bytewise], true)
			p := decided(t, e, &list[k], constant)
			if price(int(p.n), int(p.k), constant) > d.price {
				t.Fatalf("%s: %v by %+v, and %+v where all rows are asked", targets[l], list[k], p, all)
			}
		}
		if min(at[0], at[1], at[2]) < 200 {
			t.Errorf("%s: %d, %d and %d of the scales", targets[l], at[0], at[1], at[2])
		}
	}
}

// A vector of wholes and one of bytes become one another.
func TestShrunk(t *testing.T) {
	r := chance.Random(t, 7)
	for range 20000 {
		s := random(r)
		var v vector
		if !v.read(&s) {
			t.Fatal(s)
		}
		for i, b := range s {
			if want := b; v[i] != want && !(b == Any && v[i] == free) {
				t.Fatalf("%v is read as %v", s, v)
			}
		}
		g := v.scale(v.grain())
		small := v.shrunk(g)
		if got := small.grown(g); got != v {
			t.Fatalf("%v at scale %d is %v, and grown %v", v, g, small, got)
		}
		if g < fourwise { // the next scale does not have it
			if big := v.shrunk(g + 1); big.grown(g+1) == v {
				t.Fatalf("%v could be of scale %d", v, g+1)
			}
		}
		for in := A; in <= B; in++ {
			own, stays := v.only(in), v.stays(in)
			for i, b := range v {
				here := b != free && Value(b/16) == in
				if here && own[i] != b%16 || !here && own[i] != free {
					t.Fatalf("%v has of %d only %v", v, in, own)
				}
				still := b == free || here && int(b%16) == i
				if other := v[i^1]; stays>>(i/2)&1 == 1 != (still && (other == free || Value(other/16) == in && int(other%16) == i^1)) {
					t.Fatalf("%v has of %d the words %08b", v, in, stays)
				}
			}
		}
	}
}

// What is wanted of the second input alone costs what it costs of the first: by chance, and of two rows of one vector.
func TestEitherInput(t *testing.T) {
	r := chance.Random(t, 8)
	for _, l := range levels() {
		e, pairs := New(l), 0
		for k := range 4000 {
			first := random(r)
			if k%2 == 0 {
				list, turns := e.scales[bytewise].unary.list, e.scales[bytewise].turns
				moved, last := &list[r.IntN(len(list))].lanes, &turns[r.IntN(len(turns))].lanes
				for i, from := range last {
					first[i] = moved[from]
				}
				pairs++
			}
			second := first
			for i, b := range first {
				if b != Any {
					first[i], second[i] = b%16, 16+b%16
				}
			}
			constant := r.IntN(3)
			p, q := decided(t, e, &first, constant), decided(t, e, &second, constant)
			if p.n != q.n || p.k != q.k {
				t.Fatalf("%s: %v by %+v, and %v by %+v", targets[l], first, p, second, q)
			}
		}
		if pairs < 1000 {
			t.Errorf("%s: %d pairs", targets[l], pairs)
		}
	}
}
