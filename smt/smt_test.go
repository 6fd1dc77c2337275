package smt_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// Solvers say of random pairs of guarded maps, of lanes of other widths too, what lane.CompareGuarded says: one refines another, or not.
func TestRefines(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 1)
	var problems []string
	var pairs [][2]lane.Guarded
	var want []string
	for range 300 {
		a := randomGuarded(random)
		b := changed(random, a)
		v, err := lane.CompareGuarded(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if random.IntN(2) == 0 {
			narrow, err := b.Regroup(b.Map.Bits / 2)
			if err != nil {
				t.Fatal(err)
			}
			b = narrow
		}
		text, err := smt.Refines(a, b)
		if err != nil {
			t.Fatal(err)
		}
		pairs, problems = append(pairs, [2]lane.Guarded{a, b}), append(problems, text)
		if v.Relation == lane.Equal || v.Relation == lane.Refines {
			want = append(want, "unsat")
		} else {
			want = append(want, "sat")
		}
	}
	for _, solver := range oracle.Solvers {
		n := map[string]int{}
		for k, answer := range oracle.Solve(t, solver, problems) {
			if n[answer]++; answer != want[k] {
				t.Errorf("%s: %s, and not %s:\n%v\n%v\n%s", solver, answer, want[k], pairs[k][0], pairs[k][1], problems[k])
			}
		}
		if t.Logf("%s: %v", solver, n); n["sat"] < 30 || n["unsat"] < 30 {
			t.Error("nothing was asked")
		}
	}
}

// randomGuarded is a map of two sources with lanes of all kinds, and a predicate over some.
func randomGuarded(r *rand.Rand) lane.Guarded {
	n := 1 + r.IntN(6)
	g := lane.Guarded{Map: lane.Map{Bits: 2 << r.IntN(4), Src: []int{1 + r.IntN(4), 1 + r.IntN(4)}, Lane: make([]lane.Lane, n)}, Bit: make([]int, n), Else: lane.Else(r.IntN(2))}
	for i := range g.Map.Lane {
		g.Map.Lane[i] = randomLane(r, g.Map)
		if g.Bit[i] = lane.Always; r.IntN(3) == 0 {
			g.Bit[i] = r.IntN(4)
		}
	}
	return g
}

func randomLane(r *rand.Rand, m lane.Map) lane.Lane {
	switch r.IntN(8) {
	case 0:
		return lane.Lane{}
	case 1:
		return lane.Fixed(lane.ConstOf(r.Uint64N(1 << m.Bits)))
	case 2:
		return lane.FromOld(r.IntN(len(m.Lane)))
	}
	k := r.IntN(2)
	return lane.From(k, r.IntN(m.Src[k]))
}

// changed is a map that differs in a few lanes, or in none.
func changed(r *rand.Rand, a lane.Guarded) lane.Guarded {
	b := lane.Guarded{Map: a.Map.Clone(), Bit: append([]int(nil), a.Bit...), Else: a.Else}
	for range r.IntN(3) {
		i := r.IntN(len(b.Bit))
		switch r.IntN(4) {
		case 0:
			b.Map.Lane[i] = randomLane(r, b.Map)
		case 1:
			b.Bit[i] = r.IntN(5) - 1
		default:
			b.Map.Lane[i] = lane.Lane{}
		}
	}
	return b
}

// What cannot be compared is refused, and says why.
func TestRefused(t *testing.T) {
	t.Parallel()
	of := func(text string) lane.Guarded {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g := lane.Guarded{Map: m}
		for range m.Lane {
			g.Bit = append(g.Bit, lane.Always)
		}
		return g
	}
	for _, c := range []struct{ a, b, want string }{
		{"i8x2 -> a0 a1", "i8x2 -> a0", "the first map has 16 bits, the other 8"},
		{"i8x2 -> a0", "i8x3 -> a0", "source a has 16 bits in the first map, 24 in the other"},
	} {
		if _, err := smt.Refines(of(c.a), of(c.b)); fmt.Sprint(err) != c.want {
			t.Errorf("%s and %s: %v, want %s", c.a, c.b, err, c.want)
		}
	}
}
