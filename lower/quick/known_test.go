package quick

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// What is remembered of words is what is found without a memory, whatever was asked before; few words and few limits, so that they come again.
func TestKnownChains(t *testing.T) {
	r := chance.Random(t, 2)
	var k known
	found, again := 0, 0
	for range 20_000 {
		wanted := [8]int8{0, 1, 2, 3, 4, 5, 6, 7}
		for range 1 + r.IntN(2) {
			wanted[r.IntN(8)] = int8(r.IntN(8))
		}
		below, h := 1+r.IntN(5), r.IntN(3)
		ask := func(k *known) (c chain, ok bool) {
			if h == wholeChain {
				ok = c.find(k, &wanted, below)
			} else {
				half := noWords
				copy(half[4*h:4*h+4], wanted[4*h:])
				ok = c.half(k, &half, h, below)
			}
			return c, ok
		}
		old := k
		c, ok := ask(&k)
		if fresh, freshly := ask(new(known)); c != fresh || ok != freshly {
			t.Fatalf("%v of half %d below %d: %v %t with a memory, %v %t without", wanted, h, below, c, ok, fresh, freshly)
		}
		if ok {
			found++
		}
		if old == k {
			again++
		}
	}
	if found == 0 || again == 0 {
		t.Errorf("%d chains were found, and %d asked for again", found, again)
	}
}

// A gather is passed over only if no row puts what it has into order, and the row that is found does, its zeros in any of their places.
func TestOrders(t *testing.T) {
	r := chance.Random(t, 3)
	yes, no, zeros := 0, 0, 0
	for _, name := range [...]string{"sse2", "avx2"} {
		tg, _ := target.Find(name)
		for _, wide := range tg.Bits {
			w := New(tg).widths[wide]()
			for range 2000 {
				g := &w.gathers[0].list[r.IntN(len(w.gathers[0].list))]
				want := w.behindGather(r, g, w.unary.list[r.IntN(len(w.unary.list))])
				loads := r.IntN(2) == 0
				var places vector
				got, asked := w.unary.orders(w, g, &want, &places, nil, loads)
				if does := w.firstBehind(g, &want, loads); got != does {
					t.Fatalf("%s: a row orders %v of %v, and it is passed over", name, want[:w.n], g.cells[:w.n])
				}
				if !asked {
					no++
				}
				if got == nil {
					continue
				}
				yes++
				for i, at := range want[:w.n] {
					if at != free && has(g, places[i]) != at {
						t.Fatalf("%s: %v of %v is asked for in %v", name, want[:w.n], g.cells[:w.n], places[:w.n])
					}
					if at == zero && moves(places[i]) {
						zeros++
					}
				}
				if !got.does(&places) {
					t.Fatalf("%s: %s does not do %v", name, got.row.Name, places[:w.n])
				}
			}
		}
	}
	if yes == 0 || no == 0 || zeros == 0 {
		t.Errorf("%d gathers are put into order, %d passed over, and %d zeros come from them", yes, no, zeros)
	}
}

// behindGather is what an effect makes of what a gather has, or nearly: now and then another byte of it stands in a place.
func (w *width) behindGather(r *rand.Rand, g *gather, e *effect) vector {
	want := w.someChoice(r, e)
	for i, at := range want[:w.n] {
		if moves(at) && r.IntN(w.n) == 0 {
			at = w.at(0, r.IntN(w.n))
		}
		if want[i] = has(g, at); r.IntN(4) == 0 {
			want[i] = free
		}
	}
	return want
}

// firstBehind is the first effect that makes what is wanted of what a gather has: some choice does, or of parts all, with each byte in the place where it is looked for.
func (w *width) firstBehind(g *gather, want *vector, loads bool) *effect {
	var places vector
	g.places(w, want, &places)
	for _, e := range w.unary.list {
		if e.loads > 0 != loads {
			continue
		}
		if e.choices == nil && e.does(&places) || slices.ContainsFunc(e.choices, func(cells vector) bool {
			for i, at := range cells[:w.n] {
				if want[i] != free && want[i] != has(g, at) {
					return false
				}
			}
			return true
		}) {
			return e
		}
	}
	return nil
}

// A chain puts a word where the other half can use it too: what each half wants is two pairs, which rows within the halves can make.
func TestChainsShareAHalf(t *testing.T) {
	wanted := [8]int8{3, 2, 1, unwanted, 2, 0, unwanted, 6}
	var k known
	var c chain
	if !c.find(&k, &wanted, 1<<6) {
		t.Fatalf("no chain makes %v", wanted)
	}
	if n := c.ops(); n != 4 {
		t.Errorf("the chain for %v has %d rows, want 4", wanted, n)
	}
	sse2, _ := target.Find("sse2")
	m, err := lane.Parse("i16x8 i16x8 -> b3 b2 b1 a0 b2 b0 a4 b6")
	if err != nil {
		t.Fatal(err)
	}
	e, last := New(sse2), dear
	for constants := range 4 {
		var q Program
		o := Options{Weights: Weights{Op: 1, Constant: 2, Copy: 1}, Constants: constants}
		if !e.Decide(&q, &m, o) {
			t.Fatalf("%v with at most %d constants: nothing is decided", m, constants)
		}
		if n := q.Cost(o.Weights); n > last {
			t.Errorf("%v costs %d with at most %d constants, and %d with fewer", m, n, constants, last)
		} else {
			last = n
		}
	}
	t.Logf("%v costs %d", m, last)
}
