package form_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/lane"
)

// Every pair of dialects: what one says, read and said by the other, is the same map; and where one lane is another, the proof names that lane.
func TestEveryPairOfDialects(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 11))
	n := 600
	if testing.Short() {
		n = 120
	}
	pairs := map[[2]string]int{}
	changed := 0
	for k := range n {
		m := crossMap(rng)
		dialects := sayers(k)
		for _, d := range dialects {
			there, ok := said(t, d, m)
			if !ok {
				continue
			}
			other, at := otherLane(rng, there.Map)
			for _, e := range dialects {
				back, ok := said(t, e, there.Map)
				if !ok {
					continue
				}
				pairs[[2]string{d.Name, e.Name}]++
				if v, err := form.Compare(back, form.Form{Map: m}); err != nil || v.Relation != lane.Equal {
					t.Fatalf("%s: by way of %s and %s it is %s", m, d.Name, e.Name, back.Map)
				}
				if wrong, ok := said(t, e, other); ok {
					v, err := form.Compare(there, wrong)
					if err != nil || v.Relation != lane.Differ || v.Lane*v.Bits/there.Map.Bits != at {
						t.Fatalf("%s in %s and %s in %s: %v at lane %d of %d bits, want lane %d of %d", there.Map, d.Name, wrong.Map, e.Name, v.Relation, v.Lane, v.Bits, at, there.Map.Bits)
					}
					changed++
				}
			}
		}
	}
	t.Logf("%d pairs of dialects have maps in common, %d changed lanes were named", len(pairs), changed)
	if len(pairs) < 55 || changed < n {
		t.Errorf("%d pairs, %d changes: hardly anything was tested", len(pairs), changed)
	}
}

// sayers are the dialects for round k: those that search for the cheapest instructions take part in few.
func sayers(k int) []form.Dialect {
	return slices.DeleteFunc(slices.Clone(form.Dialects()), func(d form.Dialect) bool {
		return (d.Name == "x86" || d.Name == "neon" || d.Name == "wasm") && k%16 != 0
	})
}

// said is a map as a dialect has it, read again.
func said(t *testing.T, d form.Dialect, m lane.Map) (form.Form, bool) {
	t.Helper()
	lines, err := d.Translate(m)
	if err != nil {
		return form.Form{}, false
	}
	text := strings.Join(lines, "\n")
	f, err := form.Parse(text, form.Options{From: d.Name})
	if err != nil {
		t.Fatalf("%s: %s says\n%s\nwhich is not read: %v", m, d.Name, text, err)
	}
	return f, true
}

// crossMap is a map that several dialects have: four or sixteen lanes of one or two vectors, or one register of 32 lanes.
func crossMap(rng *rand.Rand) lane.Map {
	shapes := []struct{ bits, lanes, sources int }{{32, 4, 1}, {32, 4, 2}, {8, 16, 2}, {32, 32, 1}, {16, 8, 1}, {64, 2, 2}}
	s := shapes[rng.IntN(len(shapes))]
	m := lane.Map{Bits: s.bits, Src: slices.Repeat([]int{s.lanes}, s.sources), Lane: make([]lane.Lane, s.lanes)}
	xor := rng.IntN(s.lanes)
	for i := range m.Lane {
		if m.Lane[i] = lane.From(rng.IntN(s.sources), rng.IntN(s.lanes)); s.lanes == 32 {
			m.Lane[i] = lane.From(0, i^xor)
		}
	}
	return m
}

// otherLane is the map with one lane changed, and which one.
func otherLane(rng *rand.Rand, m lane.Map) (lane.Map, int) {
	m = m.Clone()
	at := rng.IntN(len(m.Lane))
	if l := m.Lane[at]; l.Kind == lane.Source {
		m.Lane[at] = lane.From(l.Src, (l.Index+1)%m.Src[l.Src])
	} else {
		m.Lane[at] = lane.From(0, 0)
	}
	return m, at
}
