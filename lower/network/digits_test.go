package network

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// numbers are those whose digits are others' digits: number i comes from the one whose digit from[d] is i's digit d, all turned round by flip.
func numbers(from []int, flip int) (to []int) {
	for i := range 1 << len(from) {
		x := flip
		for d, f := range from {
			x ^= i / (1 << d) % 2 * (1 << f)
		}
		to = append(to, x)
	}
	return to
}

// Numbers whose digits change places are found to be such, with any of them turned round, and with two numbers exchanged they are none.
func TestDigitsOf(t *testing.T) {
	r := chance.Random(t, 90)
	for range 4000 {
		digits := 1 + r.IntN(7)
		perm := r.Perm(digits + r.IntN(2))
		flip := r.IntN(1 << len(perm))
		to := numbers(perm[:digits], flip)
		from, first, ok := digitsOf(to, digits)
		if !ok || first != flip || len(from) != digits {
			t.Fatalf("%v: %v from %d, %t", to, from, first, ok)
		}
		for d, f := range from {
			if int(f) != perm[d] {
				t.Fatalf("%v: digit %d is %d, want %d", to, d, f, perm[d])
			}
		}
		if digits == 1 {
			continue
		}
		i, j := r.IntN(len(to)), r.IntN(len(to)-1)
		if j >= i {
			j++
		}
		if to[i], to[j] = to[j], to[i]; digits > 2 || i^j != 3 { // of four numbers, two with no digit in common are another exchange
			if _, _, ok := digitsOf(to, digits); ok {
				t.Fatalf("%v exchanges digits", to)
			}
		}
		to[i] = to[j]
		if _, _, ok := digitsOf(to, digits); ok {
			t.Fatalf("%v exchanges digits", to)
		}
	}
}

// A problem is an exchange where its registers are a power of two, as many as its results, and its lanes move by digits: of registers in another order, too, but not of lanes.
func TestExchangeOf(t *testing.T) {
	r := chance.Random(t, 91)
	for range 3000 {
		lanes, registers := 1+r.IntN(5), r.IntN(4)
		n, count := 1<<lanes, 1<<registers
		perm, flip := r.Perm(lanes+registers), r.IntN(count)
		to := numbers(perm, flip*n)
		p := Problem{Bits: 64 * n, Elem: 64, Inputs: count, Results: slices.Collect(slices.Chunk(to, n))}
		x, ok := exchangeOf(&p)
		if !ok || x.lanes != lanes || x.registers != registers || x.flip != flip {
			t.Fatalf("%v is %+v, %t", p, x, ok)
		}
		for d, f := range x.from {
			if int(f) != perm[d] {
				t.Fatalf("%v is %+v, want %v", p, x, perm)
			}
		}
		for name, q := range map[string]Problem{
			"a register more": {Bits: p.Bits, Elem: 64, Inputs: count + 1, Results: p.Results},
			"a result more":   {Bits: p.Bits, Elem: 64, Inputs: count, Results: append(slices.Clone(p.Results), p.Results[0])},
			"one of each":     {Bits: p.Bits, Elem: 64, Inputs: count + 1, Results: append(slices.Clone(p.Results), p.Results[0])},
			"lanes turned":    {Bits: p.Bits, Elem: 64, Inputs: count, Results: slices.Collect(slices.Chunk(numbers(perm, flip*n|1+r.IntN(n-1)), n))},
			"a lane free":     {Bits: p.Bits, Elem: 64, Inputs: count, Results: slices.Collect(slices.Chunk(append(to[1:len(to):len(to)], Free), n))},
		} {
			if _, ok := exchangeOf(&q); ok {
				t.Fatalf("%s: %v", name, q)
			}
		}
	}
}

// walkOf is a walk through an exchange by chance of registers of a target.
func walkOf(t *testing.T, r *rand.Rand, name string, o Options, bits int) (w *walk, p Problem) {
	t.Helper()
	tg, ok := target.Find(name)
	if !ok {
		t.Fatalf("there is no target %q", name)
	}
	elem := 8 << r.IntN(4)
	s := shape{bits, elem}
	lanes, registers := digitsIn(s), 1+r.IntN(3)
	n, count := 1<<lanes, 1<<registers
	p = Problem{Bits: bits, Elem: elem, Inputs: count, Results: slices.Collect(slices.Chunk(numbers(r.Perm(lanes+registers), r.IntN(count)*n), n))}
	x, ok := exchangeOf(&p)
	if !ok {
		t.Fatalf("%v is no exchange", p)
	}
	e := New(tg, o)
	return &walk{e: e, x: x, s: s, m: e.movesOf(s), ways: map[place]*way{}, unit: tie * o.Op << registers, cycles: o.Pipeline != nil}, p
}

// nobody makes no single results.
func nobody(*lane.Map, int) ([]Op, int, bool) { return nil, 0, false }

// What is left at least is never more than a stage takes off and what is left behind it: so that the first way to the goal is the cheapest. And it is no less than its digits say.
func TestLeast(t *testing.T) {
	r := chance.Random(t, 92)
	stages := 0
	for range 300 {
		w, _ := walkOf(t, r, []string{"sse2", "avx2", "neon"}[r.IntN(3)], Options{Op: 1 + r.IntN(3), Constant: 2, One: nobody}, 128)
		var at place
		for d, x := range r.Perm(w.x.lanes + w.x.registers)[:w.x.lanes] {
			at[d] = uint8(x)
		}
		missing := 0
		for _, d := range w.x.from[:w.x.lanes] {
			if !slices.Contains(at[:w.x.lanes], d) {
				missing++
			}
		}
		least := w.least(at)
		if least < missing*w.unit || (least == 0) != (at == w.goal()) {
			t.Fatalf("at %v of %v at least %d is left, where %d digits are to come by %d each", at, w.goal(), least, missing, w.unit)
		}
		w.goOn(at, 0)
		for to, by := range w.ways {
			if stages++; by.cost < w.unit || least > by.cost+w.least(to) {
				t.Fatalf("at %v of %v at least %d is left, and a stage of %d leads to %v, where at least %d is", at, w.goal(), least, by.cost, to, w.least(to))
			}
		}
	}
	if stages < 1500 {
		t.Errorf("only %d stages", stages)
	}
}

// The stages are the cheapest: every place is reached a second time, by going round all of them until nothing becomes cheaper, and costs as much.
func TestCheapestStages(t *testing.T) {
	r := chance.Random(t, 93)
	some := 0
	for range 60 {
		w, p := walkOf(t, r, []string{"sse2", "neon", "avx2"}[r.IntN(3)], Options{Op: 1, Constant: 2, One: nobody}, 128)
		if w.x.lanes+w.x.registers > 5 {
			continue
		}
		list, ok := w.stages()
		got := 0
		for k := range list {
			got += w.stageCost(&list[k])
		}
		costs := w.round()
		want, reached := costs[w.goal()]
		if ok != reached || ok && got != want {
			t.Fatalf("%v costs %d, %t, and %d another time, %t", p, got, ok, want, reached)
		}
		if !ok {
			continue
		}
		some++
		made := inTurn(t, Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs, Results: w.program(list).moved(t, shape{p.Bits, p.Elem})})
		for k, row := range p.Results {
			if !slices.Equal(made[k], row) {
				t.Fatalf("%v is %v", p, made)
			}
		}
	}
	if some < 20 {
		t.Errorf("only %d", some)
	}
}

// round is what all places cost that can be reached.
func (w *walk) round() map[place]int {
	var start place
	for d := range w.x.lanes {
		start[d] = uint8(d)
	}
	costs := map[place]int{start: 0}
	for better := true; better; {
		better = false
		for at, cost := range costs {
			one := &walk{e: w.e, x: w.x, s: w.s, m: w.m, ways: map[place]*way{}, unit: w.unit, cycles: w.cycles}
			one.goOn(at, cost)
			for to, by := range one.ways {
				if known, ok := costs[to]; !ok || by.cost < known {
					costs[to], better = by.cost, true
				}
			}
		}
	}
	return costs
}

// moved are lanes of the inputs that the results of a program of rows without constants hold.
func (n *Program) moved(t *testing.T, s shape) (results [][]int) {
	t.Helper()
	lanes := s.bits / s.elem
	var values [][]int
	for k := range n.Inputs {
		values = append(values, lanesFrom(k*lanes, lanes))
	}
	for _, o := range n.Code {
		to, ok := lanesMade(o.Row, o.Imm, s.elem, lanes)
		if !ok {
			t.Fatalf("%s %d moves no lanes", o.Row.Name, o.Imm)
		}
		row := make([]int, lanes)
		for i, x := range to {
			if row[i] = Free; x != Free {
				row[i] = values[o.Args[x/lanes]][x%lanes]
			}
		}
		values = append(values, row)
	}
	for _, v := range n.Results {
		if v == Free {
			results = append(results, slices.Repeat([]int{Free}, lanes))
			continue
		}
		results = append(results, values[v])
	}
	return results
}
