package lower

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// An alphabet numbers all quads of its vectors, in their order, and a set that is spread has the patterns that its quads have.
func TestAlphabet(t *testing.T) {
	r := chance.Random(t, 18)
	for inputs := range maxInputs + 1 {
		a := alphabetOf(inputs)
		if want := 4*inputs + 2; len(a.quads) != want*want*want*want || !slices.IsSorted(a.quads) {
			t.Fatalf("%d vectors: %d quads", inputs, len(a.quads))
		}
		for k, q := range a.quads {
			if a.number(q) != k {
				t.Fatalf("%d vectors: %04x has number %d, want %d", inputs, q, a.number(q), k)
			}
		}
		set, want := newQuadSet(a), map[int]bool{}
		for range 20 {
			v := a.quads[r.IntN(len(a.quads))]
			set.add(a.number(v))
			for free := range 16 {
				want[a.number(v.forgetting(free))] = true
			}
		}
		set.spread(a)
		for k := range a.quads {
			if set.has(k) != want[k] {
				t.Fatalf("%d vectors: the set has %04x: %v", inputs, a.quads[k], set.has(k))
			}
		}
	}
}

// Of the solvers those stay that were asked last and have room together; the last one always.
func TestSolversHaveRoom(t *testing.T) {
	var list solvers
	ask := func(inputs, room int) {
		list.of(solverOf{inputs: inputs}).room = room
		list.makeRoom()
	}
	var left []int
	for _, c := range []struct {
		inputs, room int
		want         []int
	}{
		{0, mostTables / 2, []int{0}},
		{1, mostTables / 4, []int{0, 1}},
		{0, mostTables / 2, []int{1, 0}},
		{2, mostTables / 4, []int{1, 0, 2}},
		{3, 1, []int{0, 2, 3}},
		{0, mostTables, []int{0}},
		{1, 2 * mostTables, []int{1}},
		{2, 1, []int{2}},
	} {
		ask(c.inputs, c.room)
		left = left[:0]
		for _, s := range list {
			left = append(left, s.of.inputs)
		}
		if !slices.Equal(left, c.want) {
			t.Errorf("after %d, which takes %d bytes: %v are left, want %v", c.inputs, c.room, left, c.want)
		}
	}
}

// What is cheapest with any number of constants is asked first; it is no dearer than what the solver for so many alone knows, and as well proved.
func TestSolversServe(t *testing.T) {
	r, served, asked := chance.Random(t, 19), 0, 0
	targets := []string{"sse2", "avx2", "avx512", "neon", "vsx", "rvv128"}
	for round := 0; round < 1 || round < 20 && (served == 0 || served == asked); round++ { // by chance all of one round may be served
		served, asked = solversServe(t, r, targets, served, asked)
	}
	if served == 0 || served == asked {
		t.Errorf("of %d maps %d are served", asked, served)
	}
}

// solversServe asks for twelve maps of each target, and counts.
func solversServe(t *testing.T, r *rand.Rand, targets []string, served, asked int) (int, int) {
	t.Helper()
	for _, name := range targets {
		at, _ := target.Find(name)
		l := New(at)
		for range 12 {
			p, o := posedQuad(t, r, at), Options{Target: at, MaxConstants: AtMost(1 + r.IntN(3))}
			q, _ := p.quad()
			list := solversFor(p, o)
			free, _ := l.tabled(resultOf{list[0], q}, p, nil)
			few, _ := l.tabled(resultOf{list[1], q}, p, nil)
			asked++
			if !free.serves(o.MaxConstants) {
				continue
			}
			if served++; few.Result == nil || few.Count != free.Count || few.Proof != free.Proof || few.LowerBound != free.LowerBound {
				t.Errorf("%s, %v, at most %v: %+v is taken, and %+v is known", name, p.asked, o.MaxConstants, free.Result, few.Result)
			}
		}
	}
	return served, asked
}

// posedQuad is a map of four lanes by chance, of up to two vectors.
func posedQuad(t *testing.T, r *rand.Rand, at *target.Target) *problem {
	m := lane.Map{Bits: 32, Src: []int{4, 4}}
	for range 4 {
		switch x := r.IntN(10); x {
		case 8:
			m.Lane = append(m.Lane, lane.Zero())
		case 9:
			m.Lane = append(m.Lane, lane.Lane{})
		default:
			m.Lane = append(m.Lane, lane.From(x/4, x%4))
		}
	}
	p, err := pose(m, at)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
