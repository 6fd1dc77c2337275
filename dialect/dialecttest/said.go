package dialecttest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/dialect"
	"github.com/lanescope/lanescope/lane"
)

// A Saying is which maps a dialect has, by its document, and how it names their sources. Where the document does not say, as of the length of vectors that a text does not name, One or Several is nil.
type Saying struct {
	Operand func(k int) string
	One     func(m lane.Map) bool // whether it is one form
	Several func(m lane.Map) bool // whether it is several lines, for a dialect that has them
	Fills   bool                  // what a map leaves open, the text may not
	Shape   Shape                 // of random maps
}

// A Shape is what random maps are made of.
type Shape struct {
	Bits, Lanes []int
	Sources     int  // at most
	Constants   bool // other than zero too
}

// Vectors are those that most machines have, and some that few have.
var Vectors = Shape{Bits: []int{8, 16, 32, 64}, Lanes: []int{16, 8, 4, 2, 3, 1}, Sources: 4, Constants: true}

// Said says random maps in a dialect and reads them again:
//
//	map ──▶ Say, Sequence ──▶ lines ──▶ Looks, Read ──▶ the same in each lane that the map has
//	  └───▶ has ───────────── what is not said it has not, and what it has not is not said
func Said(t *testing.T, d dialect.Dialect, random *rand.Rand, s Saying) {
	t.Helper()
	one, several := 0, 0
	for range maps {
		m := s.Shape.random(random)
		text, err := d.Say(m)
		one += s.judge(t, d, m, text, err, s.One)
		if d.Sequence != nil {
			lines, err := d.Sequence(t.Context(), m)
			several += s.judge(t, d, m, strings.Join(lines, "\n"), err, s.Several)
		}
		if t.Failed() {
			return
		}
	}
	if one < maps/40 || d.Sequence != nil && several < maps/40 {
		t.Errorf("of %d maps %d were said in one form and %d in several: too few", maps, one, several)
	}
}

// maps is how many are said.
const maps = 4000

// judge compares what is said with what the dialect has, and counts it.
func (s *Saying) judge(t *testing.T, d dialect.Dialect, m lane.Map, text string, err error, has func(lane.Map) bool) (said int) {
	t.Helper()
	if has != nil && has(m) != (err == nil) {
		t.Errorf("%s: the dialect has it: %v, and it is said as\n%s\n%v", m, has(m), text, err)
	}
	if err != nil {
		return 0
	}
	r, err := d.Read(text, dialect.Options{})
	if err != nil {
		t.Errorf("%s is said as\n%s\nwhich is not read: %v", m, text, err)
		return 0
	}
	if !d.Looks(text) {
		t.Errorf("%s is said as\n%s\nwhich does not look like it", m, text)
	}
	if i := s.differs(m, r); i >= 0 {
		t.Errorf("%s is said as\n%s\nwhich is %s of %q: lane %d differs, at the greatest common width", m, text, r.Map, r.Names, i)
	}
	return 1
}

// differs is the first lane in which what was read is not the map, or is of a source of another length; -1 if there is none.
func (s *Saying) differs(m lane.Map, r dialect.Reading) int {
	width := lane.GCD(m.Bits, r.Map.Bits)
	want, err := m.Regroup(width)
	if err != nil {
		return 0
	}
	got, err := r.Map.Regroup(width)
	if err != nil || len(got.Lane) != len(want.Lane) {
		return 0
	}
	var operands []string
	for k := range m.Src {
		operands = append(operands, s.Operand(k))
	}
	for i, l := range want.Lane {
		g := got.Lane[i]
		if l.Kind == lane.Undefined && s.Fills {
			continue
		}
		if g.Kind == lane.Source {
			if g.Src = slices.Index(operands, r.Names[g.Src]); g.Src < 0 || got.Src[slices.Index(r.Names, operands[g.Src])] != want.Src[g.Src] {
				return i
			}
		}
		if g != l {
			return i
		}
	}
	return -1
}

// random is a map. Of two in three all lanes are elements, and of half all sources are as long as the result.
func (s *Shape) random(r *rand.Rand) lane.Map {
	m := lane.Map{Bits: s.Bits[r.IntN(len(s.Bits))]}
	n := s.Lanes[r.IntN(len(s.Lanes))]
	alike := r.IntN(2) == 0
	for range 1 + r.IntN(s.Sources) {
		k := n
		if !alike {
			k = s.Lanes[r.IntN(len(s.Lanes))]
		}
		m.Src = append(m.Src, k)
	}
	whole := r.IntN(3) > 0
	for range n {
		l := lane.Zero()
		switch src := r.IntN(len(m.Src)); {
		case whole || r.IntN(4) > 0:
			l = lane.From(src, r.IntN(m.Src[src]))
		case r.IntN(2) == 0:
			l = lane.Lane{Kind: lane.Undefined}
		case s.Constants && r.IntN(2) == 0:
			l = lane.Fixed(lane.ConstOf(uint64(r.IntN(1 << min(m.Bits, 30)))))
		}
		m.Lane = append(m.Lane, l)
	}
	return m
}
