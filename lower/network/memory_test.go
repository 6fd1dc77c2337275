package network_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
)

// contiguous says whether one load makes a register: its lanes that are wanted lie as in memory.
func contiguous(row []int) bool {
	first := network.Free
	for i, x := range row {
		if x != network.Free && first == network.Free {
			first = x - i
		}
		if x != network.Free && x-i != first {
			return false
		}
	}
	return first >= 0
}

// through is what lies in memory behind a layout: its registers are loaded, what ops do between is done, and the results are stored.
func through(t *testing.T, p *network.Problem, l *network.Layout) [][]int {
	t.Helper()
	n := p.Lanes()
	if len(l.Loaded) != l.Rest.Inputs || len(l.Stored) != len(l.Rest.Results) || l.Rest.Lanes() != n || l.Rest.Bits != p.Bits {
		t.Fatalf("%d registers are loaded for %d inputs and %d stored of %d results", len(l.Loaded), l.Rest.Inputs, len(l.Stored), len(l.Rest.Results))
	}
	memory := make([][]int, len(p.Results))
	for r := range memory {
		memory[r] = slices.Repeat([]int{-2}, n)
	}
	for r, stored := range l.Stored {
		for i, place := range stored {
			if place == network.Free {
				continue
			}
			value := network.Free
			if x := l.Rest.Results[r][i]; x != network.Free {
				value = l.Loaded[x/n][x%n]
			}
			if memory[place/n][place%n] != -2 {
				t.Fatalf("lane %d of result %d is stored twice", place%n, place/n)
			}
			memory[place/n][place%n] = value
		}
	}
	return memory
}

var groupings = []network.Grouping{{Registers: 2, Elem: 8}, {Registers: 3, Elem: 8}, {Registers: 4, Elem: 8}, {Registers: 2, Elem: 16}, {Registers: 3, Elem: 16}, {Registers: 4, Elem: 16}, {Registers: 2, Elem: 32}, {Registers: 3, Elem: 32}, {Registers: 4, Elem: 32},
	{Registers: 2, Elem: 64}, {Registers: 1, Elem: 32}, {Registers: 1, Elem: 64}, {Registers: 1, Elem: 128}}

// However registers come and go, memory holds what is wanted, and less meets than in the plain layout, which is the first.
func TestLayouts(t *testing.T) {
	rng := chance.Random(t, 3)
	behind := func(k, n int) bool { return true }
	var special [4]int
	for round := range 400 {
		bits := 128 << rng.IntN(2)
		p := randomProblem(rng, bits)
		if round%2 == 0 {
			lanes := []int{2, 4, 8, 16}[rng.IntN(4)]
			if p = problem(t, "transpose", lanes, 1, 128, 128/lanes); rng.IntN(2) == 0 {
				p = problem(t, "bitreverse", lanes<<rng.IntN(4), 1, 128, 128/lanes)
			}
		}
		before := fmt.Sprint(p)
		pick := func() (some []network.Grouping) {
			for _, g := range groupings {
				if g.Elem <= p.Bits && rng.IntN(2) == 0 {
					some = append(some, g)
				}
			}
			return some
		}
		loads, stores := pick(), pick()
		all := p.Layouts(loads, stores, contiguous, behind)
		if fmt.Sprint(p) != before {
			t.Fatalf("the problem was\n%s and is\n%v", before, p)
		}
		plain := p.Plain()
		for k, row := range plain.Loaded {
			for i, x := range row {
				if x != k*p.Lanes()+i {
					t.Fatalf("lane %d of input %d is loaded as %d", i, k, x)
				}
			}
		}
		if !reflect.DeepEqual(all[0].Rest.Results, plain.Rest.Results) && !reflect.DeepEqual(all[0].Loaded[:p.Inputs], plain.Loaded) {
			t.Fatalf("%v: the first layout is %v", p, all[0])
		}
		if len(all) > 1+12+12+6 {
			t.Fatalf("%d layouts", len(all))
		}
		for k := range all {
			l := &all[k]
			if k > 0 && l.Rest.Meetings() > p.Meetings()+1e-6 {
				t.Fatalf("%v: layout %d leaves %v to meet of %v", p, k, l.Rest.Meetings(), p.Meetings())
			}
			for r, row := range through(t, &p, l) {
				for i, x := range row {
					if want := p.Results[r][i]; want != network.Free && x != want {
						t.Fatalf("%v\nby %+v\nhas in lane %d of result %d %d, want %d", p, *l, i, r, x, want)
					}
				}
			}
			which := 0
			if !reflect.DeepEqual(l.Loaded, plain.Loaded) {
				which++
			}
			if !reflect.DeepEqual(l.Stored, plain.Stored) {
				which += 2
			}
			special[which]++
		}
		// Where no lane can be loaded but with its register, and none lies behind another, registers are loaded whole or in pieces.
		never := p.Layouts(slices.DeleteFunc(slices.Clone(loads), func(g network.Grouping) bool { return g.Registers == 1 }), nil, func([]int) bool { return false }, func(int, int) bool { return false })
		if len(never) != 1 || !reflect.DeepEqual(never[0].Loaded, plain.Loaded) {
			t.Fatalf("%v is loaded by %v", p, never)
		}
	}
	for which, n := range special {
		if n < 100 {
			t.Errorf("%d layouts of kind %d: too few", n, which)
		}
	}
}

// Loads and stores of structures do all of what channels are made of or become, and halves a stage of a transpose.
func TestLayoutsThatDoAll(t *testing.T) {
	always := func(int, int) bool { return true }
	never := func([]int) bool { return false }
	for _, elem := range []int{8, 16, 32} {
		for channels := 2; channels <= 4; channels++ {
			g := []network.Grouping{{Registers: channels, Elem: elem}}
			for _, row := range []struct {
				kind          string
				loads, stores []network.Grouping
				done          bool
			}{
				{"deinterleave", g, nil, true}, {"interleave", nil, g, true}, {"deinterleave", nil, g, channels == 128/elem}, {"interleave", g, nil, channels == 128/elem}, // which are transposes then
				{"deinterleave", []network.Grouping{{Registers: channels, Elem: 2 * elem}}, nil, false},
			} {
				p := problem(t, row.kind, channels, 1, 128, elem)
				done := false
				for _, l := range p.Layouts(row.loads, row.stores, never, always) {
					done = done || l.Rest.Done()
				}
				if done != row.done {
					t.Errorf("%s of %d channels of %d bits with %v and %v is done: %t", row.kind, channels, elem, row.loads, row.stores, done)
				}
			}
		}
	}
	for _, size := range []int{4, 8} {
		p := problem(t, "transpose", size, 1, 128, 128/size)
		halves := []network.Grouping{{Registers: 1, Elem: 64}}
		for name, all := range map[string][]network.Layout{"loaded": p.Layouts(halves, nil, never, always), "stored": p.Layouts(nil, halves, never, always)} {
			least := p.Meetings()
			for _, l := range all {
				least = min(least, l.Rest.Meetings())
			}
			if want := p.Meetings() - float64(size*128/(128/size)); least > want+1e-6 { // each lane meets half as many
				t.Errorf("a transpose of %d×%d with halves %s leaves %v to meet of %v, want %v", size, size, name, least, p.Meetings(), want)
			}
		}
	}
}

// A problem is done where each result is an input, or nothing.
func TestDone(t *testing.T) {
	const free = network.Free
	for _, row := range []struct {
		results [][]int
		want    bool
	}{
		{nil, true}, {[][]int{{0, 1}}, true}, {[][]int{{2, 3}, {0, 1}}, true}, {[][]int{{1, 0}}, false}, {[][]int{{0, 3}}, false}, {[][]int{{0, free}}, true}, {[][]int{{free, 3}}, true},
		{[][]int{{free, free}}, true}, {[][]int{{free, 2}}, false}, {[][]int{{0, 1}, {1, free}}, false},
	} {
		p := network.Problem{Bits: 128, Elem: 64, Inputs: 2, Results: row.results}
		if p.Done() != row.want {
			t.Errorf("%v is done: %t", row.results, p.Done())
		}
	}
}

// Sources that stand one behind another are one source.
func TestJoined(t *testing.T) {
	rng := chance.Random(t, 4)
	for range 200 {
		src := make([]int, 1+rng.IntN(4))
		for k := range src {
			src[k] = 1 + rng.IntN(5)
		}
		var maps []lane.Map
		for range 1 + rng.IntN(3) {
			m := lane.Map{Bits: 16, Src: src}
			for range 1 + rng.IntN(6) {
				k := rng.IntN(len(src))
				m.Lane = append(m.Lane, []lane.Lane{lane.From(k, rng.IntN(src[k])), lane.From(k, rng.IntN(src[k])), lane.Zero(), {}}[rng.IntN(4)])
			}
			maps = append(maps, m)
		}
		joined := network.Joined(maps)
		if len(joined) != len(maps) {
			t.Fatalf("%d of %d", len(joined), len(maps))
		}
		for n, m := range joined {
			whole := 0
			for _, lanes := range src {
				whole += lanes
			}
			if len(m.Src) != 1 || m.Src[0] != whole || m.Bits != 16 || len(m.Lane) != len(maps[n].Lane) {
				t.Fatalf("%s is joined as %s", maps[n], m)
			}
			for i, l := range m.Lane {
				want := maps[n].Lane[i]
				for k := range want.Src {
					want.Index += src[k]
				}
				if want.Src = 0; l != want {
					t.Fatalf("%s is joined as %s", maps[n], m)
				}
			}
		}
	}
}
