package smt_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// always is a map without a predicate.
func always(m lane.Map) lane.Guarded {
	g := lane.Guarded{Map: m}
	for range m.Lane {
		g.Bit = append(g.Bit, lane.Always)
	}
	return g
}

// Sources that only one of two maps has are declared too, whichever it is; the old destination and the predicate are where one of them looks at it.
func TestDeclared(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 4)
	for range 500 {
		var pair [2]lane.Guarded
		for k := range pair {
			m := lane.Map{Bits: 4, Lane: make([]lane.Lane, 3)}
			for range random.IntN(4) {
				m.Src = append(m.Src, 2)
			}
			for i := range m.Lane {
				switch random.IntN(6) {
				case 0:
					m.Lane[i] = lane.FromOld(random.IntN(3))
				case 1, 2, 3:
					if n := len(m.Src); n > 0 {
						m.Lane[i] = lane.From(random.IntN(n), random.IntN(2))
					}
				}
			}
			pair[k] = always(m)
			if pair[k].Else = lane.Else(random.IntN(2)); random.IntN(3) == 0 {
				pair[k].Bit[random.IntN(3)] = random.IntN(2)
			}
		}
		text, err := smt.Refines(pair[0], pair[1])
		if err != nil {
			t.Fatal(err)
		}
		w := read(t, text, func(_ string, bits int) *big.Int { return ones(bits) })
		want := map[string]int{"A": 12, "B": 12}
		for _, g := range pair {
			for k := range g.Map.Src {
				want[lane.SourceName(k)] = 8
			}
			guarded := 0
			for _, bit := range g.Bit {
				guarded = max(guarded, bit+1)
			}
			if g.Map.ReadsOld() || guarded > 0 && g.Else == lane.ElseKeep {
				want["d"] = 12
			}
			if guarded > 0 {
				want["predicate"] = max(want["predicate"], guarded)
			}
		}
		for name, v := range w.values {
			if strings.HasPrefix(name, "any") || strings.Contains(name, "-") {
				continue
			}
			if want[name] != v.bits {
				t.Errorf("%s has %d bits, want %d:\n%s", name, v.bits, want[name], text)
			}
			delete(want, name)
		}
		if len(want) > 0 {
			t.Errorf("not declared are %v:\n%s", want, text)
		}
	}
}

// What is claimed of two vectors holds where they are equal in the lanes that a map defines, whatever the others are.
func TestClaims(t *testing.T) {
	t.Parallel()
	for defined := range 8 {
		m := lane.Map{Bits: 2, Src: []int{1}, Lane: make([]lane.Lane, 3)}
		for i := range m.Lane {
			if defined>>i&1 == 1 {
				m.Lane[i] = []lane.Lane{lane.From(0, 0), lane.Zero(), lane.FromOld(i)}[i]
			}
		}
		p := smt.New("claimed", fmt.Sprint(m))
		p.Claim(m, p.Source("got", 6), p.Source("want", 6))
		for got := range int64(64) {
			for want := range int64(64) {
				holds := true
				for i := range m.Lane {
					holds = holds && (defined>>i&1 == 0 || got>>(2*i)&3 == want>>(2*i)&3)
				}
				w := read(t, p.String(), func(name string, _ int) *big.Int { return big.NewInt(map[string]int64{"got": got, "want": want}[name]) })
				if w.false != holds {
					t.Fatalf("%06b is %06b in the lanes %03b: %v, want %v\n%s", got, want, defined, w.false, holds, p)
				}
			}
		}
	}
}
