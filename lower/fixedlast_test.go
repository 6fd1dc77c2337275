package lower

import (
	"slices"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// Whatever a pair of a made constant and a row makes, of any sources, its last row may make: so that nobody is asked in vain, and nobody is left out.
func TestFixedLastLeavesNothingOut(t *testing.T) {
	random := chance.Random(t, 23)
	pairs, doubled := 0, 0
	for _, name := range []string{"ssse3", "avx2", "avx512vbmi", "neon", "wasm", "sve2-128", "vsx10", "rvv128+zvbb", "lasx"} {
		for _, bytes := range []bool{true, false} {
			tg, _ := target.Find(name)
			of := pairsOf{rowsOf{tg, target.Vectors, tg.Bits[0]}, bytes}
			all := newFixedPairs(of, sync.OnceValue(of.makers))
			for _, l := range all.lasts {
				l.ready(nil)
				for i := range l.list {
					p := &l.list[i]
					want, reads, to := slices.Clone(p.from), make([]int, p.args), random.Perm(p.args)
					if p.args > 1 && random.IntN(4) == 0 {
						to[1] = to[0] // one source twice
						doubled++
					}
					for u, c := range p.from {
						switch {
						case random.IntN(8) == 0:
							want[u] = freeAtom
						case c >= 0:
							want[u] = atom(to[c/all.per()])*all.per() + c%all.per()
							reads[to[c/all.per()]]++
						}
					}
					if slices.ContainsFunc(to, func(k int) bool { return reads[k] == 0 }) {
						continue
					}
					if pairs++; !all.may(l, want, reads) {
						t.Errorf("%s: %s and %s make %v, and the second may not", name, p.first.Row.Name, p.last.Row.Name, want)
					}
				}
			}
		}
	}
	if pairs < 10000 || doubled < 1000 {
		t.Errorf("%d pairs, %d of one source twice", pairs, doubled)
	}
}

// Of a map that takes bytes from anywhere only pairs are made whose last row looks them up in two registers: of SVE there are 40,000 others.
func TestFixedLastsAreFew(t *testing.T) {
	random := chance.Random(t, 24)
	tg, _ := target.Find("sve2-256")
	of := pairsOf{rowsOf{tg, target.Vectors, 256}, true}
	all, lookups := newFixedPairs(of, sync.OnceValue(of.makers)), 0
	want := lane.Map{Bits: 8, Src: []int{32, 32}}
	for range 32 {
		want.Lane = append(want.Lane, lane.From(random.IntN(2), random.IntN(32)))
	}
	list, _ := all.atoms(want)
	for _, l := range all.lasts {
		switch {
		case !all.may(l, list, want.Reads()):
		case l.row.Name == "tbl" && l.row.Bits == 256 && l.others == 2:
			lookups++
		default:
			t.Errorf("%s: %s may make it of %d registers", want, l.row.Name, l.others)
		}
	}
	if lookups == 0 {
		t.Errorf("%s: nothing may make it", want)
	}
}
