package form_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/form"
	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

var full = flag.Bool("full", false, "600 maps instead of 96 for every pair of dialects, SVP64 in every round, searches in three times as many, every hostile text for every reader, and a wide map for each target with two files: see docs/cli.md")

// Every pair of dialects: what one says, read and said by the other, is the same map; and where one lane is another, the proof names that lane.
func TestEveryPairOfDialects(t *testing.T) {
	if testing.Short() {
		t.Skip("says maps in every dialect, instruction sets too; TestSayReadsBack says fewer")
	}
	rng := chance.Random(t, 11)
	const most, common = 600, 130 // maps, and pairs that have maps in common: wasm has no vectors of 4 lanes for clang, and g13 shares its 32 lanes with few
	n, k, lowering, moving := 96, 0, 6, 2
	if *full {
		n, lowering, moving = most, 16, 1
	}
	pairs := map[[2]string]int{}
	changed := 0
	for ; k < n || k < most && len(pairs) < common; k++ {
		m := crossMap(rng)
		dialects, r := sayers(k, lowering, moving), round{sayings: map[[2]string]saying{}, others: map[string]change{}}
		for _, d := range dialects {
			there, ok := r.said(t, d, m)
			if !ok {
				continue
			}
			other, at := r.otherLane(rng, there.Map)
			for _, e := range dialects {
				back, ok := r.said(t, e, there.Map)
				if !ok {
					continue
				}
				pairs[[2]string{d.Name, e.Name}]++
				if v, err := form.Compare(back, form.Form{Map: m}); err != nil || v.Relation != lane.Equal {
					t.Fatalf("%s: by way of %s and %s it is %s", m, d.Name, e.Name, back.Map)
				}
				if wrong, ok := r.said(t, e, other); ok {
					v, err := form.Compare(there, wrong)
					if err != nil || v.Relation != lane.Differ || v.Lane*v.Bits/there.Map.Bits != at {
						t.Fatalf("%s in %s and %s in %s: %v at lane %d of %d bits, want lane %d of %d", there.Map, d.Name, wrong.Map, e.Name, v.Relation, v.Lane, v.Bits, at, there.Map.Bits)
					}
					changed++
				}
			}
		}
	}
	t.Logf("%d maps: %d pairs of dialects have some in common, %d changed lanes were named", k, len(pairs), changed)
	if len(pairs) < common || changed < 30*k { // some fifty are expected of each map
		t.Errorf("%d pairs of %d, %d changes in %d maps: hardly anything was tested", len(pairs), common, changed, k)
	}
}

// sayers are the dialects for round k: those that search for the cheapest instructions of a target take part in every so many rounds, and so does SVP64, which searches among all its moves.
func sayers(k, lowering, moving int) []dialect.Dialect {
	return slices.DeleteFunc(slices.Clone(form.Dialects()), func(d dialect.Dialect) bool {
		switch d.Name {
		case "x86", "neon", "sve2", "vsx", "lsx", "wasm":
			return k%lowering != 0
		case "svp64":
			return k%moving != 0
		}
		return false
	})
}

// A round remembers what was said and changed of one map, since most dialects read the very map that they were told, and the next would be asked the same again.
type round struct {
	sayings map[[2]string]saying // by dialect and map
	others  map[string]change    // by map
}

type saying struct {
	form form.Form
	ok   bool
}

type change struct {
	to lane.Map
	at int
}

func (r round) said(t *testing.T, d dialect.Dialect, m lane.Map) (form.Form, bool) {
	t.Helper()
	key := [2]string{d.Name, m.String()}
	s, ok := r.sayings[key]
	if !ok {
		s.form, s.ok = said(t, d, m)
		r.sayings[key] = s
	}
	return s.form, s.ok
}

func (r round) otherLane(rng *rand.Rand, m lane.Map) (lane.Map, int) {
	c, ok := r.others[m.String()]
	if !ok {
		c.to, c.at = otherLane(rng, m)
		r.others[m.String()] = c
	}
	return c.to, c.at
}

// said is a map as a dialect has it, read again.
func said(t *testing.T, d dialect.Dialect, m lane.Map) (form.Form, bool) {
	t.Helper()
	lines, err := d.Translate(t.Context(), m)
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
