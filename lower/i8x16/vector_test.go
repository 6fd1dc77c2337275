package i8x16

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// anyVector is wholes of one or more bytes of one input or both, some of which nobody cares about, and now and then one byte that is another.
func anyVector(r *rand.Rand) (v vector) {
	s := random(r)
	for i, b := range s {
		if v[i] = b; b == Any {
			v[i] = free
		}
	}
	switch r.IntN(6) {
	case 0:
		v = still(16 * uint8(r.IntN(2)))
	case 1:
		v = nobodys()
	}
	for range r.IntN(4) {
		v[r.IntN(16)] = []uint8{free, uint8(r.IntN(32))}[r.IntN(2)]
	}
	return v
}

// What is said of all bytes of a vector at once is what a loop says of one after another.
func TestVectors(t *testing.T) {
	r := chance.Random(t, 50)
	grains, nothings := [numGrains]int{}, [3]int{}
	for range 30000 {
		v := anyVector(r)
		reads, same, lanes := [2]bool{}, [2]bool{true, true}, uint32(0)
		var of [2][2]uint64
		for i, b := range v {
			if b == free {
				continue
			}
			in := b / 16
			reads[in] = true
			lanes |= 1 << b
			of[in][i/8] |= 0x10 << (8 * (i % 8))
			for k := range same {
				same[k] = same[k] && int(b) == 16*k+i
			}
		}
		if a, b := v.inputs(); a != reads[0] || b != reads[1] {
			t.Fatalf("%v reads %t, %t", v, a, b)
		}
		in, ok := v.nothing()
		if ok != (same[0] || same[1]) || ok && !same[in] || same[0] && in != A {
			t.Fatalf("%v is input %d, %t", v, in, ok)
		}
		switch {
		case !ok:
			nothings[2]++
		default:
			nothings[in]++
		}
		if got := v.lanes(); got != lanes {
			t.Fatalf("%v has the lanes %032b, want %032b", v, got, lanes)
		}
		for in := A; in <= B; in++ {
			for k := range 2 {
				if got := v.of(k, in); got != of[in][k] {
					t.Fatalf("%v has of %d in half %d %016x, want %016x", v, in, k, got, of[in][k])
				}
			}
		}
		low, back := v.low(), nobodys()
		for k := range 2 {
			back.set(k, v.word(k))
			for i, b := range v[8*k:][:8] {
				if got := uint8(v.word(k) >> (8 * i)); got != b {
					t.Fatalf("%v has in word %d byte %d %d", v, k, i, got)
				}
			}
		}
		for i, b := range v {
			if want := b & 15; b != free && low[i] != want || b == free && low[i] != free {
				t.Fatalf("%v is low %v", v, low)
			}
		}
		if back != v {
			t.Fatalf("%v by its words is %v", v, back)
		}
		g := v.grain()
		if want := v.grainByHand(); g != want {
			t.Fatalf("%v moves wholes of grain %d, want %d", v, g, want)
		}
		grains[g]++
	}
	if t.Log(grains, nothings); min(grains[0], grains[1], grains[2]) < 2000 || min(nothings[0], nothings[1], nothings[2]) < 100 {
		t.Error(grains, nothings)
	}
}

// grainByHand is the coarsest grain whose wholes all come from one whole, byte by byte.
func (v *vector) grainByHand() grain {
	for g := fourwise; g > bytewise; g-- {
		size, fits := 1<<g, true
		for at := 0; at < 16; at += size {
			from := -1
			for j := range size {
				b := int(v[at+j])
				if b == free {
					continue
				}
				fits = fits && b%size == j && (from < 0 || from == b-j)
				from = b - j
			}
		}
		if fits {
			return g
		}
	}
	return bytewise
}

// Selectors of lanes are those of their bytes, for each number of lanes that fills a vector, and each lane at a bound.
func TestSelectors(t *testing.T) {
	r := chance.Random(t, 51)
	for n := -2; n <= 40; n++ {
		fills := n == 1 || n == 2 || n == 4 || n == 8 || n == 16
		for range 50 {
			lanes := make([]int, max(n, 0))
			bad := false
			for i := range lanes {
				if lanes[i] = r.IntN(2 * n); r.IntN(8) == 0 {
					lanes[i] = []int{-1, -7, 2*n - 1, 0}[r.IntN(4)]
				}
			}
			if len(lanes) > 0 && r.IntN(8) == 0 {
				lanes[r.IntN(n)], bad = 2*n+r.IntN(2), true
			}
			s, ok := Selectors(n, func(i int) int { return lanes[i] })
			if ok != (fills && !bad) {
				t.Fatalf("%v of %d lanes: %t", lanes, n, ok)
			}
			for i, b := range s {
				if !ok {
					break
				}
				size := 16 / n
				want := Any
				if from := lanes[i/size]; from >= 0 {
					want = from*size + i%size
				}
				if int(b) != want {
					t.Fatalf("%v of %d lanes is %v", lanes, n, s)
				}
			}
		}
	}
}

// A constant is taken again where it has what is wanted wherever anybody cares, and then it has what both want.
func TestConstantsShared(t *testing.T) {
	r := chance.Random(t, 52)
	shared, more := 0, 0
	for range 5000 {
		var p Program
		var wants [2]vector
		all := anyVector(r)
		for k := range wants {
			for i, b := range all.low() {
				if wants[k][i] = b; r.IntN(3) == 0 {
					wants[k][i] = free
				}
			}
			if r.IntN(2) == 0 {
				wants[k][r.IntN(16)] = uint8(r.IntN(16))
			}
			p.shuffle(byteShuffle, &wants[k], Value(k))
		}
		agree := true
		for i, b := range wants[0] {
			agree = agree && (b == free || wants[1][i] == free || b == wants[1][i])
		}
		if agree {
			shared++
		} else {
			more++
		}
		if one := len(p.Constants()) == 1; one != agree || len(p.Ops()) != 2 || p.Result() != firstOp+1 {
			t.Fatalf("%v and %v by %+v", wants[0], wants[1], p)
		}
		for k, o := range p.Ops() {
			if o.X != Value(k) || o.Y != Value(k) || o.Row != byteShuffle {
				t.Fatalf("%+v", o)
			}
			for i, b := range wants[k] {
				other := wants[1-k][i]
				if !agree {
					other = free
				}
				switch got := p.Constants()[o.K][i]; {
				case b != free && got != b, b == free && other != free && got != other, b == free && other == free && got != Any:
					t.Fatalf("%v and %v by %+v", wants[0], wants[1], p)
				}
			}
		}
	}
	if shared < 500 || more < 500 {
		t.Errorf("%d constants are shared, and %d are not", shared, more)
	}
}
