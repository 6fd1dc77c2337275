package shufflevector

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
)

// Of sources that are as long as the result a chain has one shuffle less than there are that are read, and one more for constants beside two or more: no shuffle of two
// operands has place for them. A single one does what reads no more than one source.
func TestChainOfIsAsLongAsATree(t *testing.T) {
	rng := chance.Random(t, 9)
	seen := map[int]int{}
	for range 5000 {
		n := 2 + rng.IntN(7)
		m := lane.Map{Bits: 8, Src: slices.Repeat([]int{n}, 1+rng.IntN(6)), Lane: make([]lane.Lane, n)}
		constants, share := 0, rng.IntN(4)
		for i := range m.Lane {
			switch k := rng.IntN(9); {
			case k < 6:
				m.Lane[i] = lane.From(rng.IntN(len(m.Src)), rng.IntN(n))
			case k < 6+share:
				constants++
				m.Lane[i] = lane.Fixed(lane.ConstOf(rng.Uint64() & 1))
			}
		}
		live := 0
		for _, reads := range m.Reads() {
			live += min(reads, 1)
		}
		want := max(1, live-1)
		if live > 1 && constants > 0 {
			want++
		}
		c, err := ChainOf(m)
		if err != nil || len(c) != want {
			t.Fatalf("%s: %d shuffles for %d sources and %d constants, not %d: %v\n%v", m, len(c), live, constants, want, err, c)
		}
		seen[want]++
		checkChainOf(t, m, c)
		for i, s := range c {
			if last := i == len(c)-1; last != (s.Result == "") {
				t.Fatalf("%s: shuffle %d of %d is called %q", m, i+1, len(c), s.Result)
			}
		}
	}
	for k := 1; k < 6; k++ {
		if seen[k] == 0 {
			t.Errorf("no chain of %d", k)
		}
	}
}

// What a chain makes on the way is called as no source is, whatever these are called, and the chain still reads them by their names.
func TestChainOfLeavesNamesAlone(t *testing.T) {
	all := []string{"%t1", "%t2", "%t1_", "%t2_", "%t1__", "%x", "%t3"}
	rng := chance.Random(t, 10)
	for range 2000 {
		names := slices.Clone(all)
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		names = names[:3+rng.IntN(4)]
		m := lane.Map{Bits: 16, Lane: make([]lane.Lane, 8)}
		for range names {
			m.Src = append(m.Src, 1+rng.IntN(8))
		}
		for i := range m.Lane {
			k := i % len(names)
			m.Lane[i] = lane.From(k, rng.IntN(m.Src[k]))
		}
		given := names[:rng.IntN(len(names)+1)]
		c, err := ChainOf(m, given...)
		if err != nil {
			t.Fatal(err)
		}
		called := slices.Clone(given)
		for k := len(given); k < len(names); k++ {
			called = append(called, "%"+lane.SourceName(k))
		}
		if _, read, err := c.Map(); err != nil || !sameSet(read, called) {
			t.Fatalf("the sources are %v, and the chain reads %v: %v\n%v", called, read, err, c)
		}
		var made []string
		for _, s := range c[:len(c)-1] {
			if slices.Contains(called, s.Result) || slices.Contains(made, s.Result) || s.Result == "" {
				t.Fatalf("of %v %q is made:\n%v", called, s.Result, c)
			}
			made = append(made, s.Result)
		}
	}
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// What keeps the old destination is refused, by the first lane that does. Constants beside two sources are a second shuffle, as many as there are.
func TestChainOfRefuses(t *testing.T) {
	for sources := range 4 {
		for at := range 4 {
			m := lane.Map{Bits: 8, Src: slices.Repeat([]int{4}, sources), Lane: make([]lane.Lane, 4)}
			for i := at; i < 4; i++ {
				m.Lane[i] = lane.Lane{Kind: lane.Old, Index: i}
			}
			refusals := map[string]error{}
			_, refusals["ChainOf"] = ChainOf(m)
			if sources < 3 {
				_, refusals["OfMap"] = OfMap(m)
				_, refusals["MaskOf"] = MaskOf(m)
			}
			for name, err := range refusals {
				if want := fmt.Sprintf("lane %d keeps the old destination", at); err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("%s of %d sources: %v, and not that %s", name, sources, err, want)
				}
			}
		}
	}
	for constants := 1; constants < 16; constants++ { // beside two sources of four lanes, in a result of 16
		m := lane.Map{Bits: 8, Src: []int{4, 4}, Lane: []lane.Lane{lane.From(0, 1), lane.From(1, 2)}}
		for i := range constants {
			m.Lane = append(m.Lane, lane.Fixed(lane.ConstOf(uint64(i+1))))
		}
		if c, err := ChainOf(m); err != nil || len(c) != 2 {
			t.Errorf("%d constants: %d shuffles: %v", constants, len(c), err)
		}
	}
}
