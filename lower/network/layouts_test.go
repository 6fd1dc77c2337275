package network

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
)

// inMemory is what puts stored registers where they belong, as a problem of these.
func (l *Layout) inMemory(t *testing.T, p *Problem) Problem {
	t.Helper()
	n := p.Lanes()
	q := Problem{Bits: p.Bits, Elem: p.Elem, Inputs: len(l.Stored)}
	for range p.Results {
		q.Results = append(q.Results, slices.Repeat([]int{Free}, n))
	}
	for k, row := range l.Stored {
		for i, at := range row {
			if at == Free {
				continue
			}
			if place := &q.Results[at/n][at%n]; *place == Free {
				*place = k*n + i
				continue
			}
			t.Fatalf("lane %d of result %d is stored twice", at%n, at/n)
		}
	}
	return q
}

// does fails where a layout does not make what a problem wants.
func (l *Layout) does(t *testing.T, way string, p *Problem) {
	t.Helper()
	p.agrees(t, way, Problem{Bits: p.Bits, Elem: p.Elem, Inputs: p.Inputs, Results: l.Loaded}, l.Rest, l.inMemory(t, p))
}

// anyGrouping is structures of 2 to 4 registers, or pieces, of lanes that fit a problem's or do not.
func anyGrouping(r *rand.Rand, p *Problem) Grouping {
	g := Grouping{Registers: 1 + r.IntN(4), Elem: p.Elem}
	for range r.IntN(4) {
		if g.Elem < p.Bits {
			g.Elem *= 2
		}
	}
	if r.IntN(8) == 0 {
		g.Elem = p.Elem / 2
	}
	return g
}

// piece is a part of a result of m lanes.
func piece(row []int, b, m int) []int { return row[b*m : (b+1)*m] }

// Registers that are loaded or stored as structures, in pieces or by halves hold what is wanted, wherever the accesses are any good.
func TestAccesses(t *testing.T) {
	r := chance.Random(t, 120)
	done := map[string]int{}
	for range 8000 {
		p := anyProblem(t, r)
		n, g := p.Lanes(), anyGrouping(r, &p)
		m, fits := g.Elem/p.Elem, g.Elem >= p.Elem
		pieces := fits && g.Registers == 1
		apart := r.IntN(p.Inputs + 3) // the first input behind which another array begins
		follow := func(k, count int) bool { return k >= apart || k+count <= apart }
		load, ok := p.loadedBy(g, follow)
		want := fits && p.Inputs%g.Registers == 0
		for k := 0; k < p.Inputs && want; k += g.Registers {
			want = follow(k, g.Registers)
		}
		if pieces {
			_, _, want = p.before(g.Elem)
			want = want && !p.alike(g.Elem)
		}
		if ok != want {
			t.Fatalf("%v is loaded by %v: %t", p, g, ok)
		}
		if ok {
			done["loads"]++
			load.does(t, "loads", &p)
			load.structures(t, &p, g, load.Loaded)
		}
		plain := p.Plain()
		store, ok := plain.storedBy(g)
		want = fits && len(p.Results)%g.Registers == 0
		if pieces {
			_, _, want = p.behind(g.Elem)
			want = want && !p.alike(g.Elem)
			var all [][]int
			for _, row := range p.Results {
				for b := range n / m {
					if x := piece(row, b, m); !nothing(x) {
						want = want && !slices.ContainsFunc(all, func(y []int) bool { return slices.Equal(x, y) }) // which goes to one place
						all = append(all, x)
					}
				}
			}
		}
		if ok != want {
			t.Fatalf("%v is stored by %v: %t", p, g, ok)
		}
		if ok {
			done["stores"]++
			if pieces {
				done["stores in pieces"]++
			}
			store.does(t, "stores", &p)
			store.structures(t, &p, g, store.Stored)
		}
		half := Grouping{Registers: g.Registers, Elem: p.Bits / 2}
		loads, stores := p.halvesLoaded(half), plain.halvesStored(half)
		for _, row := range []struct {
			way   string
			all   []Layout
			count int
		}{{"loaded", loads, p.Inputs}, {"stored", stores, len(p.Results)}} {
			steps := 0
			for step := 2; half.Registers == 1 && row.count%step == 0; step *= 2 {
				steps++
			}
			if len(row.all) != steps {
				t.Fatalf("of %d registers halves are %s in %d ways, want %d", row.count, row.way, len(row.all), steps)
			}
			for k, l := range row.all {
				done["halves "+row.way]++
				l.does(t, row.way, &p)
				registers := l.Loaded
				if row.way == "stored" {
					registers = l.Stored
				}
				for j, register := range registers {
					low, high := j&^(1<<k), j|1<<k // the same half of both
					h := j >> k & 1 * n / 2
					if fmt.Sprint(register) != fmt.Sprint(append(lanesFrom(low*n+h, n/2), lanesFrom(high*n+h, n/2)...)) {
						t.Fatalf("register %d is %s as %v", j, row.way, register)
					}
				}
			}
		}
		if g.Elem != p.Bits/2 && len(p.halvesLoaded(g))+len(plain.halvesStored(g)) > 0 {
			t.Fatalf("%d bits are half of %d", g.Elem, p.Bits)
		}
	}
	if t.Log(done); min(done["loads"], done["stores"], done["halves loaded"], done["halves stored"]) < 1000 || done["stores in pieces"] < 50 {
		t.Error(done)
	}
}

// structures fails where registers are not each so many-th unit of memory.
func (l *Layout) structures(t *testing.T, p *Problem, g Grouping, registers [][]int) {
	t.Helper()
	if g.Registers == 1 {
		return
	}
	n, unit := p.Lanes(), g.Elem/p.Elem
	for k := range registers {
		var want []int
		first := k / g.Registers * g.Registers * n
		for at := range g.Registers * n {
			if at/unit%g.Registers == k%g.Registers {
				want = append(want, first+at)
			}
		}
		if !slices.Equal(registers[k], want) {
			t.Fatalf("register %d of %v is %v, want %v", k, g, registers[k], want)
		}
	}
}

// What one load makes is loaded, and nothing else that is there anyway.
func TestDirect(t *testing.T) {
	r := chance.Random(t, 121)
	some := 0
	for range 3000 {
		p := anyProblem(t, r)
		n := p.Lanes()
		loadable := func(row []int) bool { return !nothing(row) && (row[0]+row[n-1])%3 != 0 }
		l := p.Plain()
		if g := anyGrouping(r, &p); r.IntN(2) == 0 {
			if x, ok := p.loadedBy(g, func(int, int) bool { return true }); ok {
				l = x
			}
		}
		before := fmt.Sprint(l)
		d := l.direct(loadable)
		if fmt.Sprint(l) != before {
			t.Fatalf("what was\n%s\nis\n%v", before, l)
		}
		d.does(t, "direct", &p)
		more := 0
		for k, row := range l.Rest.Results {
			lanes := make([]int, n)
			for i, x := range row {
				if lanes[i] = Free; x != Free {
					lanes[i] = l.Loaded[x/n][x%n]
				}
			}
			changes := l.Rest.still(row) == Free && !nothing(row) && loadable(lanes)
			if changes {
				if more++; d.Rest.still(d.Rest.Results[k]) != len(l.Loaded)+more-1 || !slices.Equal(d.Loaded[len(l.Loaded)+more-1], lanes) {
					t.Fatalf("result %d is %v of %v, and one load makes it", k, d.Rest.Results[k], d.Loaded)
				}
			} else if !slices.Equal(d.Rest.Results[k], row) {
				t.Fatalf("result %d is %v, and was %v", k, d.Rest.Results[k], row)
			}
		}
		if some += more; len(d.Loaded) != len(l.Loaded)+more || d.Rest.Inputs != len(d.Loaded) {
			t.Fatalf("%d registers are loaded, %d before, and %d results by a load", len(d.Loaded), len(l.Loaded), more)
		}
	}
	if some < 500 {
		t.Errorf("%d results", some)
	}
}

// The plain layout is first, then come those of which loads or stores are special, then those of which both are: those with loads before others, and of these the ones that leave the fewest lanes to meet. No more of each than are looked at.
func TestOrderOfLayouts(t *testing.T) {
	r := chance.Random(t, 122)
	all := [3]int{}
	for range 600 {
		p := anyProblem(t, r)
		var loads, stores []Grouping
		for range 6 {
			loads, stores = append(loads, anyGrouping(r, &p)), append(stores, anyGrouping(r, &p))
		}
		for _, elem := range []int{p.Bits / 2, 64} {
			loads, stores = append(loads, Grouping{1, elem}), append(stores, Grouping{1, elem})
		}
		loadable := func(row []int) bool { return !nothing(row) && row[0]%5 == 1 }
		list := p.Layouts(loads, stores, loadable, func(int, int) bool { return true })
		if list[0].loads || list[0].stores {
			t.Fatal("the first layout is not plain")
		}
		for k := range list {
			l := &list[k]
			l.does(t, "a layout", &p)
			if l.stores || fmt.Sprint(l.direct(loadable).Loaded) == fmt.Sprint(l.Loaded) {
				continue
			}
			t.Fatalf("layout %d makes by ops what one load makes: %v", k, *l)
		}
		count := [3]int{}
		for k := range list[1:] {
			x, y := &list[k], &list[k+1]
			special := func(l *Layout) int {
				return len(slices.DeleteFunc([]bool{l.loads, l.stores}, func(b bool) bool { return !b }))
			}
			count[special(y)]++
			all[special(y)]++
			if k == 0 {
				continue
			}
			switch {
			case special(x) != special(y):
				if special(x) > special(y) {
					t.Fatalf("%d special accesses behind %d", special(y), special(x))
				}
			case x.loads != y.loads:
				if y.loads {
					t.Fatal("loads behind stores")
				}
			case x.Rest.Meetings() > y.Rest.Meetings()+1e-9:
				t.Fatalf("%g are left behind %g", y.Rest.Meetings(), x.Rest.Meetings())
			}
		}
		if count[0] > 0 || count[1] > 12 || count[2] > 6 {
			t.Fatalf("%v layouts", count)
		}
	}
	if t.Log(all); all[1] < 500 || all[2] < 500 {
		t.Error(all)
	}
}

// candidates are all layouts by hand, of which loads or stores are special, and how many lanes are left to meet by each: of one that is special, then of both.
func candidates(p *Problem, loads, stores []Grouping, loadable func([]int) bool, follow func(k, n int) bool) (left [3][]float64) {
	first := p.loaded(loads, loadable, follow)
	for k := range first {
		l := first[k].direct(loadable)
		ways := []Layout{l}
		for _, g := range stores {
			if s, ok := l.storedBy(g); ok {
				ways = append(ways, s)
			}
			ways = append(ways, l.halvesStored(g)...)
		}
		for j := range ways {
			special := min(k, 1) + min(j, 1)
			if meet := ways[j].Rest.Meetings(); meet <= p.Meetings()+1e-6 {
				left[special] = append(left[special], meet)
			}
		}
	}
	return left
}

// Of all layouts that leave no more to meet, none is left out but where there are too many.
func TestAllLayouts(t *testing.T) {
	r := chance.Random(t, 123)
	some := [3]int{}
	for range 1500 {
		p := anyProblem(t, r)
		groupings := func() (list []Grouping) {
			for range r.IntN(3) {
				list = append(list, anyGrouping(r, &p))
			}
			if r.IntN(2) == 0 {
				list = append(list, Grouping{1, p.Bits / 2})
			}
			return list
		}
		loads, stores := groupings(), groupings()
		step := 1 + r.IntN(2)
		loadable := func(row []int) bool { return row[0] != Free && row[1] == row[0]+step }
		follow := func(int, int) bool { return true }
		want := candidates(&p, loads, stores, loadable, follow)
		got := [3]int{}
		for _, l := range p.Layouts(loads, stores, loadable, follow) {
			got[l.special()]++
		}
		for k, most := range []int{1, 12, 6} {
			n := min(len(want[k]), most)
			if k == 0 {
				n = 1 // the plain one is always there
			}
			if got[k] != n {
				t.Fatalf("%v by %v and %v: %v layouts, want %d with %d special", p, loads, stores, got, n, k)
			}
			some[k] += got[k]
		}
	}
	if t.Log(some); min(some[1], some[2]) < 500 {
		t.Error(some)
	}
}

// Structures of three registers or more are loaded from where each begins, where memory can be read anywhere: what is left is a transpose.
func TestWindowsLoaded(t *testing.T) {
	for _, bits := range []int{128, 256} {
		for _, elem := range []int{8, 16, 32, 64} {
			n := bits / elem
			for count := 2; count <= min(n, 8); count++ {
				p := ofKind(t, "deinterleave", count, 1, bits, elem)
				var asked [][]int
				anywhere := func(row []int) bool { asked = append(asked, row); return true }
				l, ok := p.windowsLoaded(anywhere)
				if ok != (count >= 3) {
					t.Fatalf("%d registers of %d lanes: %t", count, n, ok)
				}
				if !ok {
					continue
				}
				l.does(t, "windows", &p)
				for k, row := range l.Loaded {
					if got := row[:count]; !slices.Equal(got, lanesFrom(k*count, count)) || !nothing(row[count:]) {
						t.Fatalf("window %d is %v", k, row)
					}
				}
				if len(asked) != n || !l.loads || l.stores {
					t.Fatalf("%d of %d windows are asked for: %+v", len(asked), n, l)
				}
				stream := func(row []int) bool { return row[1] == row[0]+1 } // results are none
				list := p.Layouts(nil, nil, stream, func(int, int) bool { return false })
				if has := slices.ContainsFunc(list, func(x Layout) bool { return x.loads }); has != (l.Rest.Meetings() <= p.Meetings()+1e-6) {
					t.Fatalf("%d registers of %d lanes are loaded by windows: %t", count, n, has)
				}
				never := 0
				if _, ok := p.windowsLoaded(func([]int) bool { never++; return never < n }); ok {
					t.Fatal("the last window is loaded from nowhere")
				}
			}
		}
	}
}
