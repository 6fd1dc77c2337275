package quick

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What a sieve finds is the first of its effects that does what is wanted when each is asked for itself; wants are what some effect does, of which some bytes are changed or free.
func TestSieve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	found, none := 0, 0
	for _, name := range [...]string{"sse2", "avx2", "neon"} {
		tg, _ := target.Find(name)
		w := New(tg).widths[128]()
		for _, s := range [...]*sieve{&w.unary, &w.binary} {
			for range 400 {
				e := s.list[r.IntN(len(s.list))]
				if e.choices == nil {
					continue
				}
				want := e.choices[r.IntN(len(e.choices))]
				for i := range w.n {
					switch r.IntN(8) {
					case 0:
						want[i] = free
					case 1:
						if r.IntN(6) == 0 {
							want[i] = w.at(0, r.IntN(w.n))
						}
					}
				}
				var first *effect
				for _, e := range s.list {
					if first == nil && e.loads == 0 && !e.row.Consecutive && e.does(&want) {
						first = e
					}
				}
				got := s.find(w.grid, &want, 0, false)
				if s == &w.binary {
					got, _ = s.findTwo(w.grid, &want, false, [2]bool{})
					if got != first && got != nil { // one with its arguments swapped may come before
						swapped := want.flipped(w.at(1, 0))
						if got.does(&swapped) {
							continue
						}
					}
				}
				if got != first {
					t.Fatalf("%s: %v: not the first effect that does it", name, want[:w.n])
				}
				if first == nil {
					none++
				} else {
					found++
				}
			}
		}
	}
	if found == 0 || none == 0 {
		t.Errorf("%d wants that a row does, %d that none does", found, none)
	}
}

// A decision does not depend on the unit in which costs are counted.
func TestUnitOfCosts(t *testing.T) {
	r := chance.Random(t, 9)
	some := 0
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors || tg.Holds(target.General) {
			continue
		}
		e := New(tg)
		for try := range 12 {
			bits := []int{8, 16, 32}[try%3]
			m := randomMap(r, bits, tg.Bits[0]/bits, 1+try/3%2, try%4, try/2%2)
			coarse := balanced
			coarse.Weights = Weights{Op: balanced.Op << 8, Constant: balanced.Constant << 8, Copy: balanced.Copy << 8}
			var one, other Program
			if a, b := e.Decide(&one, &m, balanced), e.Decide(&other, &m, coarse); a != b || one.rows() != other.rows() {
				t.Errorf("%s: %v: %v, and in larger numbers %v", tg.Name, m, one.rows(), other.rows())
			}
			some++
		}
	}
	if some == 0 {
		t.Error("nothing was asked")
	}
}

// What costs as much as Below is not wanted, and what costs less is the same as without it.
func TestBelow(t *testing.T) {
	tg, _ := target.Find("ssse3")
	e, r := New(tg), rand.New(rand.NewPCG(7, 8))
	for range 50 {
		m := randomMap(r, 16, 8, 2, 1, 1)
		var free, bound Program
		if !e.Decide(&free, &m, balanced) {
			t.Fatalf("%v: nothing is decided", m)
		}
		o := balanced
		if o.Below = free.Cost(o.Weights); o.Below > 0 && e.Decide(&bound, &m, o) && bound.Cost(o.Weights) >= o.Below {
			t.Errorf("%v: %d, where only less is wanted", m, o.Below)
		}
		if o.Below++; !e.Decide(&bound, &m, o) || bound.Cost(o.Weights) > free.Cost(o.Weights) {
			t.Errorf("%v: %d without a limit, and nothing below %d", m, free.Cost(o.Weights), o.Below)
		}
	}
}

// A copy that rows in another order spare is no reason to find nothing: without it the program costs less than what is wanted.
func TestBelowWithoutACopy(t *testing.T) {
	tg, _ := target.Find("sse2")
	e := New(tg)
	m, err := lane.Parse("i8x16 -> a12 a1 _ a8 a5 a10 a11 a0 a7 _ a8 a8 _ a8 a12 _")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Weights: Weights{Op: 1 << 8, Constant: 1, Copy: 1 << 8}, Constants: 1}
	var free, bound Program
	if !e.Decide(&free, &m, o) {
		t.Fatalf("%v: nothing is decided", m)
	}
	cost := free.Cost(o.Weights)
	if o.Below = cost + 1; !e.Decide(&bound, &m, o) || bound.Cost(o.Weights) != cost {
		t.Errorf("%v costs %#x, and nothing is found below %#x", m, cost, o.Below)
	}
	if o.Below = cost; e.Decide(&bound, &m, o) && bound.Cost(o.Weights) >= cost {
		t.Errorf("%v costs %#x, where only less is wanted", m, bound.Cost(o.Weights))
	}
}
