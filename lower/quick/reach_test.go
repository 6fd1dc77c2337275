package quick

import (
	"math/rand/v2"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/target"
)

// What an effect makes of what a gather has, with some bytes that nobody cares about, keeps the effect among those that may stand behind gathers, unless both are rows of chains;
// and random bytes leave none without a constant mostly.
func TestReach(t *testing.T) {
	r := chance.Random(t, 4)
	kept, none := 0, 0
	for _, name := range [...]string{"sse2", "ssse3", "neon", "avx2"} {
		tg, _ := target.Find(name)
		for _, total := range tg.Bits {
			if total < 128 {
				continue
			}
			w := New(tg).widths[total]()
			for range 400 {
				kept += w.keepsEffect(t, r, name)
			}
			if w.n > block {
				continue
			}
			for range 100 {
				m, some, v := randomMap(r, 8, w.n, 1, 0, 0), w.classes[plain], anything
				if w.read(&v, &m); !w.reach[0][0]().left(w.grid, &v, &some) {
					none++
				}
			}
		}
	}
	if kept < 1000 || none < 290 { // of three targets of four, nearly all
		t.Errorf("%d effects that do what is wanted were kept, and of %d wants nothing was left", kept, none)
	}
}

// keepsEffect chooses a gather and an effect, and reports 1 if the effect is kept as it ought to be, 0 if chains have both.
func (w *width) keepsEffect(t *testing.T, r *rand.Rand, name string) int {
	args := r.IntN(2)
	list := w.gathers[args].list
	g, k := &list[r.IntN(len(list))], r.IntN(len(w.unary.list))
	e := w.unary.list[k]
	want := w.someChoice(r, e)
	for i, at := range want[:w.n] {
		if moves(at) {
			want[i] = g.cells[w.index(at)]
		}
		if r.IntN(4) == 0 {
			want[i] = free
		}
	}
	grain := w.grain(&want)
	chained := args == 0 && w.inChains(e) && w.beginsChains(g)
	for unit, of := range w.reach[args] {
		some := every
		if of == nil || unit > 0 && grain == 1 || of().left(w.grid, &want, &some) && some.has(k) {
			continue
		}
		if !chained {
			t.Fatalf("%s: %v: %s behind %s is left out", name, want[:w.n], e.row.Name, g.row.Name)
		}
		return 0
	}
	return 1
}

// someChoice is one choice of each part of an effect.
func (w *width) someChoice(r *rand.Rand, e *effect) vector {
	if e.choices != nil {
		return e.choices[r.IntN(len(e.choices))]
	}
	v := anything
	for _, p := range e.parts {
		n := len(p.bytes)
		c := r.IntN(len(p.can)/n) * n
		for j, b := range p.bytes {
			v[b] = p.can[c+j]
		}
	}
	return v
}
