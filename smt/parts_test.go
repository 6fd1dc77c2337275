package smt_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/smt"
)

// Lanes that stand beside one another in a source, or in the old destination, are one part of it, and so are those that nothing defines; a constant is one for each lane. The first lane comes last.
func TestOnePartEach(t *testing.T) {
	t.Parallel()
	random := chance.Random(t, 5)
	for range 3000 {
		g := anyGuarded(random)
		m, w := g.Map, g.Map.Bits
		p := smt.New("parts")
		old, sources := p.Sources(m, true)
		before := p.String()
		got := p.Apply(m, old, sources...)
		var want []string
		var free []int
		for i := 0; i < len(m.Lane); {
			l, n := m.Lane[i], 1
			for i+n < len(m.Lane) && m.Lane[i+n].Kind == l.Kind && l.Kind != lane.Constant {
				next := m.Lane[i+n]
				if l.Kind != lane.Undefined && (next.Src != l.Src || next.Index != l.Index+n) {
					break
				}
				n++
			}
			whole := map[lane.Kind]int{lane.Old: len(m.Lane)}[l.Kind]
			name := "d"
			if l.Kind == lane.Source {
				name, whole = lane.SourceName(l.Src), m.Src[l.Src]
			}
			term := fmt.Sprintf("((_ extract %d %d) %s)", (l.Index+n)*w-1, l.Index*w, name)
			switch {
			case l.Kind == lane.Undefined:
				term = fmt.Sprint("any", len(free))
				free = append(free, n*w)
			case l.Kind == lane.Constant:
				v, _ := l.Const.Uint64()
				term = fmt.Sprintf("#b%0*b", w, v)
				if w%4 == 0 {
					term = fmt.Sprintf("#x%0*x", w/4, v)
				}
			case l.Index == 0 && n == whole:
				term = name
			}
			want = append([]string{term}, want...)
			i += n
		}
		term := strings.Join(want, " ")
		if len(want) > 1 {
			term = "(concat " + term + ")"
		}
		if got.Bits != len(m.Lane)*w || !strings.EqualFold(got.Term, term) {
			t.Fatalf("%v is %d bits, %s, want %s", m, got.Bits, got.Term, term)
		}
		said := strings.TrimPrefix(p.String(), strings.TrimSuffix(before, "(assert (or false\n  false))\n(check-sat)\n"))
		for k, bits := range free {
			rest, ok := strings.CutPrefix(said, fmt.Sprintf("(declare-const any%d (_ BitVec %d))\n", k, bits))
			if said = rest; !ok {
				t.Fatalf("%v: any%d has no %d bits:\n%s", m, k, bits, p)
			}
		}
		if said != "(assert (or false\n  false))\n(check-sat)\n" {
			t.Fatalf("%v: more is said:\n%s", m, said)
		}
	}
}

// Maps of other sizes are refused: of the whole, or of a source that both have, by its name and with both sizes, whatever their lanes are.
func TestSizesRefused(t *testing.T) {
	t.Parallel()
	of := func(bits, lanes int, src ...int) lane.Guarded {
		return always(lane.Map{Bits: bits, Src: src, Lane: make([]lane.Lane, lanes)})
	}
	for bits := 1; bits <= 4; bits++ {
		for lanes := 1; lanes <= 4; lanes++ {
			for size := 1; size <= 4; size++ {
				for _, src := range [][]int{nil, {size}, {2, size}, {2, 3, size}} {
					a, b := of(2, 2, 2, 3, 4), of(bits, lanes, src...)
					for k, pair := range [][2]lane.Guarded{{a, b}, {b, a}} {
						want := ""
						x, y := [2]int{4, bits * lanes}[k], [2]int{4, bits * lanes}[1-k]
						if x != y {
							want = fmt.Sprintf("the first map has %d bits, the other %d", x, y)
						}
						for s, n := range src {
							one, other := 2*a.Map.Src[s], n*bits
							if k == 1 {
								one, other = other, one
							}
							if want == "" && one != other {
								want = fmt.Sprintf("source %s has %d bits in the first map, %d in the other", lane.SourceName(s), one, other)
							}
						}
						text, err := smt.Refines(pair[0], pair[1])
						if want == "" && (err != nil || text == "") || want != "" && (fmt.Sprint(err) != want || text != "") {
							t.Errorf("%v and %v: %v, want %q", pair[0].Map, pair[1].Map, err, want)
						}
					}
				}
			}
		}
	}
}

// What a problem is about stands before all else, a comment each; what is said behind that is where it is said.
func TestComments(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		about, want := []string{}, ""
		for k := range n {
			about, want = append(about, fmt.Sprint("line ", k)), want+fmt.Sprintf("; line %d\n", k)
		}
		p := smt.New(about...)
		a := p.Source("a", 8)
		p.Say("behind")
		p.ClaimEqual(p.Define("b", a), p.Any(8))
		want += "(set-logic QF_BV)\n(declare-const a (_ BitVec 8))\n; behind\n(define-fun b () (_ BitVec 8)\n  a)\n(declare-const any0 (_ BitVec 8))\n(assert (or false\n  (distinct b any0)\n  false))\n(check-sat)\n"
		if p.String() != want {
			t.Errorf("%s, want\n%s", p, want)
		}
	}
}
