package lower_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// generalKinds are random maps of 64 bits as programs have them, by what they are: lanes of so many bits, of up to so many sources.
var generalKinds = []struct {
	name    string
	sources int
	lane    func(random *rand.Rand, n int) func(i int) lane.Lane
}{
	{"permutation", 1, func(random *rand.Rand, n int) func(i int) lane.Lane {
		p := random.Perm(n)
		return func(i int) lane.Lane { return lane.From(0, p[i]) }
	}},
	{"part of a permutation", 1, func(random *rand.Rand, n int) func(i int) lane.Lane {
		p, dense := random.Perm(n), 1+random.IntN(8)
		return func(i int) lane.Lane {
			switch random.IntN(dense + 2) {
			case 0:
				return lane.Zero()
			case 1:
				return lane.Lane{}
			}
			return lane.From(0, p[i])
		}
	}},
	{"anything", 1, func(random *rand.Rand, n int) func(i int) lane.Lane {
		return func(i int) lane.Lane { return lane.From(0, random.IntN(n)) }
	}},
	{"anything of two", 2, func(random *rand.Rand, n int) func(i int) lane.Lane {
		return func(i int) lane.Lane { return lane.From(random.IntN(2), random.IntN(n)) }
	}},
	{"fields", 2, func(random *rand.Rand, n int) func(i int) lane.Lane {
		src, shift, zero := 0, 0, false
		return func(i int) lane.Lane {
			if i == 0 || random.IntN(max(n/4, 2)) == 0 {
				src, shift, zero = random.IntN(2), random.IntN(n), random.IntN(4) == 0
			}
			if zero {
				return lane.Zero()
			}
			return lane.From(src, (i+shift)%n)
		}
	}},
	{"digits", 1, func(random *rand.Rand, n int) func(i int) lane.Lane {
		digits := 0
		for 1<<digits < n {
			digits++
		}
		order, not := random.Perm(digits), random.IntN(n)
		return func(i int) lane.Lane {
			to := 0
			for k, d := range order {
				to |= i >> d & 1 << k
			}
			return lane.From(0, to^not)
		}
	}},
	{"few, and ones", 3, func(random *rand.Rand, n int) func(i int) lane.Lane {
		return func(i int) lane.Lane {
			switch random.IntN(6) {
			case 0:
				return lane.From(random.IntN(3), random.IntN(n))
			case 1:
				return lane.Fixed(lane.ConstOf(1))
			case 2:
				return lane.Zero()
			}
			return lane.Lane{}
		}
	}},
	{"copies", 1, func(random *rand.Rand, n int) func(i int) lane.Lane {
		some := 1 + random.IntN(min(n, 6))
		return func(i int) lane.Lane { return lane.From(0, i%some) }
	}},
}

// generalMap is a random map of one of the kinds, of lanes of 1 to 32 bits.
func generalMap(random *rand.Rand, kind, bits int) lane.Map {
	n := 64 / bits
	k := generalKinds[kind]
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range k.sources {
		m.Src = append(m.Src, n)
	}
	of := k.lane(random, n)
	for i := range m.Lane {
		m.Lane[i] = of(i)
	}
	return m
}

// plainRun is what a sequence makes of numbers, as the instructions' own words have it.
func plainRun(s *lower.Sequence, inputs []uint64) uint64 {
	values := make([]plainWord, 0, len(s.Inputs)+len(s.Code))
	for _, in := range s.Inputs {
		values = append(values, plainConstant(inputs[in.Source]))
	}
	for i := range s.Code {
		v, err := plainResult(&s.Code[i], values)
		if err != nil {
			panic(err)
		}
		values = append(values, v)
	}
	return values[s.Result].number()
}

// number is a word of zeros and ones.
func (w *plainWord) number() (v uint64) {
	for i, c := range w {
		if c == plainOneBit {
			v |= 1 << i
		}
	}
	return v
}

// plainWanted is what a map makes of numbers, and the bits of which it says so.
func plainWanted(m lane.Map, inputs []uint64) (v, some uint64) {
	for i, l := range m.Lane {
		lanes := uint64(1)<<m.Bits - 1
		var x uint64
		switch l.Kind {
		case lane.Source:
			x = inputs[l.Src] >> (l.Index * m.Bits) & lanes
		case lane.Constant:
			x, _ = l.Const.Uint64()
		default:
			continue
		}
		v, some = v|x<<(i*m.Bits), some|lanes<<(i*m.Bits)
	}
	return v, some
}

// Maps of all kinds are made of general registers at every cost and with few constants too: the sequences are run on random numbers, by a model that knows the instructions by name.
func TestGeneralMaps(t *testing.T) {
	if testing.Short() {
		t.Skip("searches of bits take long")
	}
	t.Parallel()
	n := 3
	if *full {
		n = 60
	}
	tg := targetNamed(t, "bmi2")
	for kind := range generalKinds {
		t.Run(generalKinds[kind].name, func(t *testing.T) {
			t.Parallel()
			random, l := chance.Random(t, uint64(200+kind)), new(lower.Lowerer)
			ops, count := 0, 0
			var longest time.Duration
			var slowest string
			for i := range n {
				m := generalMap(random, kind, 1<<random.IntN(6))
				o := lower.Options{Target: tg, Cost: someCost(i), MaxConstants: lower.AtMost([...]int{anyNumber, 0, anyNumber, 1, 3}[i%5])}
				begin := time.Now()
				r, err := l.Lower(t.Context(), m, o)
				if took := time.Since(begin); took > longest {
					longest, slowest = took, fmt.Sprintf("%v of %v with %v", m, o.Cost, o.MaxConstants)
				}
				if err != nil {
					t.Errorf("%v: %v", m, err)
					continue
				}
				if !o.MaxConstants.Allows(r.Constants) {
					t.Errorf("%v: %d constants of %v", m, r.Constants, o.MaxConstants)
				}
				ops, count = ops+r.Ops, count+1
				for range 4 {
					inputs := []uint64{random.Uint64(), random.Uint64(), random.Uint64()}
					want, some := plainWanted(m, inputs)
					if got := plainRun(&r.Sequence, inputs); (got^want)&some != 0 {
						t.Errorf("%v of %x: %x, want %x where %x", m, inputs, got, want, some)
					}
				}
			}
			t.Logf("%d maps, %.2f ops; %v for %s", count, float64(ops)/float64(count), longest, slowest)
		})
	}
}
