package network

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// targetOf is a target by its name.
func targetOf(t *testing.T, name string) *target.Target {
	t.Helper()
	tg, ok := target.Find(name)
	if !ok {
		t.Fatalf("there is no target %q", name)
	}
	return tg
}

// asProblem is what a pair does to registers, two and two.
func (x *pair) asProblem(t *testing.T, s shape, list [][2]int, count int) Problem {
	t.Helper()
	two := x.asks(t, s)
	n := two.Lanes()
	p := Problem{Bits: s.bits, Elem: s.elem, Inputs: count, Results: make([][]int, count)}
	for _, l := range list {
		for h, row := range two.Results {
			all := make([]int, n)
			for i, at := range row {
				all[i] = l[at/n]*n + at%n
			}
			p.Results[l[h]] = all
		}
	}
	return p
}

// What is left behind a pair, and what is to be done before one, make with it what was wanted; so do joins of registers of which half counts, and results that are joined.
func TestPairedParts(t *testing.T) {
	r := chance.Random(t, 130)
	done := map[string]int{}
	for _, name := range []string{"sse2", "neon", "vsx"} {
		tg := targetOf(t, name)
		e := New(tg, single(tg, Options{Op: 1, Constant: 2}))
		for range 600 {
			p := anyProblem(t, r)
			if p.Bits > 128 {
				continue
			}
			s := shape{p.Bits, p.Elem}
			n, m := p.Lanes(), e.movesOf(s)
			if len(m.pairs) == 0 {
				continue
			}
			x := &m.pairs[r.IntN(len(m.pairs))]
			for _, list := range pairings(p.Inputs) {
				done["behind"]++
				does := x.asProblem(t, s, list, p.Inputs)
				if got := doing(x, list, p.Inputs).moved(t, s); fmt.Sprint(got) != fmt.Sprint(does.Results) {
					t.Fatalf("%s: a pair does %v, want %v", name, got, does.Results)
				}
				p.agrees(t, "behind a pair", does, p.behindPairs(x, list))
				if !p.readsLower() {
					continue
				}
				for _, join := range e.joins(&p) {
					done["joins"]++
					does := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs, Results: joining(join, list, p.Inputs).moved(t, s)}
					p.agrees(t, "behind a join", does, p.behindJoins(join, list))
				}
			}
			for _, list := range pairings(len(p.Results)) {
				done["before"]++
				p.agrees(t, "before a pair", p.beforePairs(x, list), x.asProblem(t, s, list, len(p.Results)))
				if p.wantsLower() {
					done["joined"]++
					full, apart := p.joinedResults(list)
					p.agrees(t, "joined results", full, apart)
					if len(full.Results) != len(list) {
						t.Fatalf("%d results are joined of %d", len(full.Results), len(p.Results))
					}
				}
			}
			lower := p.every(func(row []int) bool {
				return pairwise(row, func(i, _ int) bool { return row[i] == Free || row[i]%n < n/2 })
			})
			wants := p.every(func(row []int) bool { return pairwise(row, func(i, _ int) bool { return row[i] == Free || i < n/2 }) })
			if p.readsLower() != lower || p.wantsLower() != wants {
				t.Fatalf("%v reads lower halves: %t, wants them: %t", p, p.readsLower(), p.wantsLower())
			}
			has := 0
			for k := range m.pairs {
				if all := m.pairs[k].asks(t, s).Results[0]; !slices.ContainsFunc(all, func(at int) bool { return at%n >= n/2 }) {
					has++
				}
			}
			if joins := e.joins(&p); len(joins) != has {
				t.Fatalf("%s: %d pairs join lower halves, want %d", name, len(joins), has)
			}
		}
	}
	if t.Log(done); done["behind"] < 300 || done["before"] < 300 || done["joins"] < 30 || done["joined"] < 30 {
		t.Error(done)
	}
	for count := range 12 {
		lists := pairings(count)
		want := 2
		if count == 2 {
			want = 1
		} else if count%2 == 1 || count == 0 {
			want = 0
		}
		if len(lists) != want {
			t.Fatalf("%d registers are paired in %d ways", count, len(lists))
		}
		for k, list := range lists {
			var all []int
			for _, l := range list {
				if all = append(all, l[:]...); l[1]-l[0] != []int{1, count / 2}[k] {
					t.Errorf("%d registers are paired as %v", count, list)
				}
			}
			if slices.Sort(all); !slices.Equal(all, inputs(count)) {
				t.Errorf("%d registers are paired as %v", count, list)
			}
		}
	}
}

// A single result is asked for once, of six registers at most, and not at all where it is an input, or nothing.
func TestOneIsAsked(t *testing.T) {
	r := chance.Random(t, 131)
	for count := 1; count <= 8; count++ {
		for range 20 {
			n := 8
			p := Problem{Bits: 128, Elem: 16, Inputs: count, Results: [][]int{make([]int, n)}}
			for i := range p.Results[0] {
				p.Results[0][i] = i%count*n + r.IntN(n)
			}
			var asked []string
			answers := r.IntN(2) == 0
			e := New(targetOf(t, "sse2"), Options{Op: 1, Constant: 2, One: func(m *lane.Map, below int) ([]Op, int, bool) {
				if len(m.Src) != count || m.Bits != 16 || m.Src[0] != n || len(m.Lane) != n {
					t.Errorf("%v is asked for as %s", p, m)
				}
				for i, l := range m.Lane {
					if x := p.Results[0][i]; x == Free && l != (lane.Lane{}) || x != Free && l != lane.From(x/n, x%n) {
						t.Errorf("%v is asked for as %s", p, m)
					}
				}
				asked = append(asked, fmt.Sprint(below))
				return []Op{{}}, count, answers
			}})
			p.Results[0][r.IntN(n)] = p.Results[0][0]
			still := p.still(p.Results[0]) != Free
			var all []*Program
			for _, below := range []int{0, 5, 0, 5, 7} {
				all = append(all, e.oneBelow(&p, below))
			}
			want := "[0 5 7]"
			if count > 6 || still {
				want = "[]"
			}
			if fmt.Sprint(asked) != want {
				t.Fatalf("one of %d registers is asked for %v, want %v", count, asked, want)
			}
			for _, n := range all {
				switch {
				case still:
					if n == nil || len(n.Code) > 0 || n.Results[0] != p.still(p.Results[0]) {
						t.Fatalf("%v is %v", p, n)
					}
				case (n != nil) != (answers && count <= 6):
					t.Fatalf("%v of %d registers", n, count)
				case n != nil && (n.Inputs != count || len(n.Code) != 1 || n.Results[0] != count):
					t.Fatalf("%+v", n)
				}
			}
			free := Problem{Bits: 128, Elem: 16, Inputs: count, Results: [][]int{slices.Repeat([]int{Free}, n)}}
			if got := e.one(&free); got == nil || len(got.Code) > 0 || got.Results[0] != Free || fmt.Sprint(asked) != want {
				t.Fatalf("nothing is %v, and asked for is %v", got, asked)
			}
		}
	}
}

// What is made of parts that share nothing says how the first was taken apart, and is the least only where each part is; results that are inputs, and what nobody wants, stand where they did.
func TestPartsAreTold(t *testing.T) {
	r := chance.Random(t, 132)
	tg := targetOf(t, "sse2")
	kinds := []Problem{ofKind(t, "transpose", 4, 1, 128, 32), ofKind(t, "deinterleave", 3, 1, 128, 32), ofKind(t, "interleave", 6, 1, 128, 16), ofKind(t, "deinterleave", 3, 1, 128, 64)}
	told, least := map[string]bool{}, map[bool]int{}
	for range 60 {
		e := New(tg, single(tg, Options{Op: 1 << 16, Constant: 1 << 8}))
		whole := Problem{Bits: 128, Elem: 16}
		var want []string
		all, ops := true, 0
		for range 1 + r.IntN(3) {
			p := kinds[r.IntN(len(kinds))].narrow(16)
			n := e.Decide(&p)
			want, all, ops = append(want, n.Strategy), all && n.Least, ops+len(n.Code)
			for _, row := range p.Results {
				for i := range row {
					row[i] += whole.Inputs * 8
				}
				whole.Results = append(whole.Results, row)
			}
			whole.Inputs += p.Inputs
			switch r.IntN(4) {
			case 0:
				whole.Results = append(whole.Results, lanesFrom(r.IntN(whole.Inputs)*8, 8))
			case 1:
				whole.Results = append(whole.Results, slices.Repeat([]int{Free}, 8))
			}
		}
		n := e.Decide(&whole)
		if n == nil || n.Strategy != want[0] || n.Least != all || len(n.Code) != ops || n.Inputs != whole.Inputs {
			t.Fatalf("%d ops, %s, the least: %t; want %d, %v, %t", len(n.Code), n.Strategy, n.Least, ops, want, all)
		}
		for k, row := range whole.Results {
			if still := whole.still(row); (still != Free || nothing(row)) && n.Results[k] != still {
				t.Fatalf("result %d is %d, want %d", k, n.Results[k], still)
			}
		}
		told[want[0]] = true
		least[all]++
	}
	if len(told) < 3 || least[true] < 3 || least[false] < 3 {
		t.Errorf("%v, %v", told, least)
	}
}

// A kind's sizes are those up to a bound, each on its own.
func TestSizesOfKinds(t *testing.T) {
	for _, row := range []struct {
		kind                    string
		n, m, vectors, register int
		results, lanes          int // 0: refused
	}{
		{"transpose", 2, 0, 1, 4, 2, 2}, {"transpose", 1, 2, 1, 4, 2, 1}, {"transpose", 2, 1, 1, 4, 1, 2}, {"transpose", 1, 1, 1, 4, 0, 0}, {"transpose", 1, 0, 1, 4, 0, 0},
		{"rotate", 64, 128, 1, 4, 128, 64}, {"rotate", 64, 129, 1, 4, 0, 0}, {"transpose", 8192, 1, 1, 1, 1, 8192}, {"transpose", 8193, 1, 1, 1, 0, 0}, {"transpose", 1, 8192, 1, 1, 8192, 1}, {"transpose", 1, 8193, 1, 1, 0, 0},
		{"interleave", 2, 0, 1, 4, 2, 4}, {"interleave", 1, 0, 1, 4, 0, 0}, {"interleave", 2, 2, 1, 4, 0, 0}, {"deinterleave", 2, 1, 1, 4, 0, 0},
		{"interleave", 2, 0, 1024, 4, 2048, 4}, {"interleave", 2, 0, 1025, 4, 0, 0}, {"deinterleave", 8192, 0, 1, 1, 8192, 1}, {"deinterleave", 2, 0, 1, 4096, 2, 4096}, {"deinterleave", 2, 0, 4096, 1, 8192, 1}, {"deinterleave", 3, 0, 1, 4096, 0, 0},
		{"bitreverse", 2, 0, 1, 4, 1, 2}, {"bitreverse", 1, 0, 1, 4, 0, 0}, {"bitreverse", 6, 0, 1, 4, 0, 0}, {"bitreverse", 8, 1, 1, 4, 0, 0}, {"bitreverse", 8192, 0, 1, 4, 2048, 4}, {"bitreverse", 16, 0, 1, 16, 1, 16},
	} {
		k := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == row.kind })
		maps, err := kinds[k].Maps(row.n, row.m, row.vectors, row.register, 8)
		if (err == nil) != (row.results > 0) || len(maps) != row.results {
			t.Errorf("%s %d×%d, %d vectors of %d lanes: %d results, %v", row.kind, row.n, row.m, row.vectors, row.register, len(maps), err)
			continue
		}
		for _, m := range maps {
			if len(m.Lane) != row.lanes || m.Bits != 8 {
				t.Errorf("%s %d×%d: %s", row.kind, row.n, row.m, m)
				break
			}
		}
	}
}
