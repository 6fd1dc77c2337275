package campaign_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// A symmetry of a target is a permutation of the bytes of all its registers, conjugated by which each row is a row that counts as much: then a map costs what its conjugate costs.
type symmetry struct {
	name string
	byte func(k, n int) int // its own inverse
}

var symmetries = []symmetry{
	{"reversed", func(k, n int) int { return n - 1 - k }},
	{"halves exchanged", func(k, n int) int { return k ^ n/2 }},
	{"quarters exchanged", func(k, n int) int { return k ^ n/4 }},
	{"64 bits reversed", func(k, n int) int { return (n/8-1-k/8)*8 + k%8 }},
	{"32 bits reversed", func(k, n int) int { return (n/4-1-k/4)*4 + k%4 }},
	{"words exchanged", func(k, n int) int { return k ^ 4 }},
	{"bytes exchanged", func(k, n int) int { return k ^ 1 }},
}

// conjugate is the map that does over permuted registers what a map does over registers as they are.
func (s symmetry) conjugate(m lane.Map) lane.Map {
	c := m.Clone()
	for k := range c.Lane {
		l := m.Lane[s.byte(k, len(m.Lane))]
		if l.Kind == lane.Source {
			l.Index = s.byte(l.Index, m.Src[l.Src])
		}
		c.Lane[k] = l
	}
	return c
}

// deeds are what rows without a constant do to whole registers, and how many ops that is at least; sources in the order in which lanes read them.
func deeds(t *target.Target, bits int) map[string]int {
	ops := map[string]int{}
	eachDeed(t, bits, func(_ *target.Row, m lane.Map, n int) {
		key := keyOf(m)
		if old, ok := ops[key]; !ok || n < old {
			ops[key] = n
		}
	})
	return ops
}

func keyOf(m lane.Map) string {
	c, _ := m.Canonical()
	return c.String()
}

func eachDeed(t *target.Target, bits int, f func(r *target.Row, m lane.Map, ops int)) {
	for _, r := range t.RowsIn(target.Vectors) {
		if r.Imm == nil || r.Bits != bits && !r.Clears || r.Bits > bits || slices.ContainsFunc(r.Src, func(b int) bool { return b > bits }) {
			continue
		}
		for v := range r.Imm.Values {
			m, err := target.Widened(r.Imm.Map(v), bits).Regroup(8)
			if err != nil || m.ReadsOld() {
				continue
			}
			for k := range m.Src {
				m.Src[k] = bits / 8
			}
			f(r, m, r.Ops())
		}
	}
}

// broken is a row whose conjugate no row is, neither one with an immediate nor one with a constant.
func (s symmetry) broken(t *target.Target, bits int) string {
	all := deeds(t, bits)
	why := ""
	eachDeed(t, bits, func(r *target.Row, m lane.Map, ops int) {
		if why != "" {
			return
		}
		c := s.conjugate(m)
		if n, ok := all[keyOf(c)]; ok && n <= ops {
			return
		}
		why = fmt.Sprintf("%s: %v", r.Name, m)
	})
	return why
}

// Of the permutations that are tried none is a symmetry of a target: for each a row without a constant is known whose like is none of these. So a table has one of two maps that call their sources otherwise, and no fewer.
func TestSymmetries(t *testing.T) {
	targets := 0
	for _, on := range target.Targets() {
		if !on.Holds(target.Vectors) {
			continue
		}
		bits := on.Bits[len(on.Bits)-1]
		targets++
		for _, s := range symmetries {
			why := s.broken(on, bits)
			if why == "" {
				t.Errorf("%s: %s: every row has its like: a table could hold fewer maps", on.Name, s.name)
			}
			t.Logf("%s: %s: %s", on.Name, s.name, why)
		}
	}
	if targets < 10 {
		t.Errorf("%d targets", targets)
	}
}

// Each class has one mask in a table, and every mask of the shape is found under one of these with its sources' names exchanged or not.
func TestTableHasEachClassOnce(t *testing.T) {
	for _, row := range []struct {
		shape       string
		lanes, want int
	}{{"2xi64", 2, 8}, {"4xi32", 4, 2048}} {
		p := newPlan(t, "table", campaign.Options{Target: "sse2", Shape: row.shape}, 1)
		there := map[string]bool{}
		for line := range strings.Lines(text(t, merge(t, do(t, p, 0)))) {
			if m, err := lane.Parse(strings.SplitN(line, "\t", 2)[0]); err == nil {
				there[keyOf(m)] = true
			}
		}
		if p.Items != row.want {
			t.Errorf("%s: %d masks, want %d", row.shape, p.Items, row.want)
		}
		digits, masks := make([]int, row.lanes), 0
		for next := true; next; masks++ {
			m := lane.Map{Bits: 128 / row.lanes, Src: []int{row.lanes, row.lanes}}
			for _, d := range digits {
				m.Lane = append(m.Lane, lane.From(d/row.lanes, d%row.lanes))
			}
			if !there[keyOf(m)] {
				t.Fatalf("%s: %v is not there", row.shape, m)
			}
			next = false
			for k := range digits {
				if digits[k]++; digits[k] < 2*row.lanes {
					next = true
					break
				}
				digits[k] = 0
			}
		}
		if masks != 2*p.Items {
			t.Errorf("%s: %d masks, and %d classes", row.shape, masks, p.Items)
		}
	}
}
