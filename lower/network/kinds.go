package network

import (
	"fmt"
	"math/bits"

	"github.com/lanescope/lanescope/lane"
)

// A Kind is networks that have a name.
type Kind struct {
	Name string
	Doc  string // what it makes, as a phrase
	Size string // what N or NxM is, in words
	// Whole says that in memory its sources lie one behind another, as structures do: see Joined.
	Whole bool
	// of is where each lane of each result comes from: lane y of result x is a source and its lane.
	of func(g *grid, x, y int) (source, lane int)
	// grid is how many sources there are, of how many lanes, and how many results, for a size n×m, and registers of so many lanes.
	grid func(n, m, vectors, register int) (grid, error)
}

// A grid is vectors in and vectors out.
type grid struct{ n, m, vectors, sources, lanes, results, length int }

// Kinds are all of them.
func Kinds() []Kind { return kinds }

var kinds = []Kind{
	{
		Name: "transpose", Doc: "rows become columns", Size: "rows x lanes of each",
		of: func(_ *grid, x, y int) (int, int) { return y, x }, grid: matrix,
	},
	{
		Name: "rotate", Doc: "a block turned clockwise by a right angle", Size: "rows x lanes of each",
		of: func(g *grid, x, y int) (int, int) { return g.sources - 1 - y, x }, grid: matrix,
	},
	{
		Name: "interleave", Doc: "channels become structures: a0 b0 c0 a1 b1 c1 …", Size: "channels",
		of: func(g *grid, x, y int) (int, int) {
			at := x*g.length + y
			return at%g.n*g.vectors + at/g.n/g.lanes, at / g.n % g.lanes
		}, grid: channels,
	},
	{
		Name: "deinterleave", Doc: "structures become channels: every n-th lane", Size: "channels", Whole: true,
		of: func(g *grid, x, y int) (int, int) {
			at := (x%g.vectors*g.length+y)*g.n + x/g.vectors
			return at / g.lanes, at % g.lanes
		}, grid: channels,
	},
	{
		Name: "bitreverse", Doc: "lane i becomes lane j, whose number has i's bits backwards", Size: "lanes in all, a power of two", Whole: true,
		of: func(g *grid, x, y int) (int, int) {
			at := x*g.length + y
			back := int(bits.Reverse32(uint32(at)) >> (32 - bits.TrailingZeros(uint(g.n))))
			return back / g.lanes, back % g.lanes
		},
		grid: func(n, m, _, register int) (g grid, err error) {
			if n < 2 || n&(n-1) != 0 || m != 0 {
				return g, fmt.Errorf("bits are reversed of a power of two of lanes: expected a size such as 64")
			}
			lanes := min(n, register)
			return grid{n: n, sources: n / lanes, lanes: lanes, results: n / lanes, length: lanes}, nil
		},
	},
}

// matrix is n rows of m lanes in, and m rows of n lanes out.
func matrix(n, m, _, _ int) (grid, error) {
	if m == 0 {
		m = n
	}
	if n < 2 && m < 2 {
		return grid{}, fmt.Errorf("%d×%d has nothing to exchange: expected a size such as 4x4", n, m)
	}
	return grid{n: n, m: m, sources: n, lanes: m, results: m, length: n}, nil
}

// channels are n channels of so many vectors each.
func channels(n, m, vectors, register int) (grid, error) {
	if n < 2 || m != 0 {
		return grid{}, fmt.Errorf("expected a number of channels such as 3")
	}
	return grid{n: n, vectors: vectors, sources: n * vectors, lanes: register, results: n * vectors, length: register}, nil
}

// mostLanes is how many lanes all results of a network may have.
const mostLanes = 1 << 13

// Maps are the results of a network of a kind: of a size n×m, where m is 0 if there is one number, in lanes of so many bits, and vectors of each channel in registers of so many lanes.
func (k *Kind) Maps(n, m, vectors, register, width int) ([]lane.Map, error) {
	if most := mostLanes; n < 1 || n > most || m < 0 || m > most || vectors < 1 || vectors > most || register < 1 || register > most {
		return nil, fmt.Errorf("a size of %d×%d, %d vectors of %d lanes: expected numbers from 1 to %d", n, m, vectors, register, most)
	}
	g, err := k.grid(n, m, vectors, register)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Name, err)
	}
	if g.results*g.length > mostLanes {
		return nil, fmt.Errorf("%s: %d results of %d lanes are %d lanes: expected at most %d", k.Name, g.results, g.length, g.results*g.length, mostLanes)
	}
	src := make([]int, g.sources)
	for s := range src {
		src[s] = g.lanes
	}
	maps := make([]lane.Map, g.results)
	for x := range maps {
		maps[x] = lane.Map{Bits: width, Src: src, Lane: make([]lane.Lane, g.length)}
		for y := range g.length {
			maps[x].Lane[y] = lane.From(k.of(&g, x, y))
		}
	}
	return maps, nil
}

// Joined are results whose sources are one, in which they stand one behind another.
//
//	i32x4 i32x4 -> a0 b0 a1 b1      i32x8 -> a0 a4 a1 a5
func Joined(maps []lane.Map) []lane.Map {
	joined := make([]lane.Map, len(maps))
	for k, m := range maps {
		var first []int
		lanes := 0
		for _, n := range m.Src {
			first, lanes = append(first, lanes), lanes+n
		}
		joined[k] = lane.Map{Bits: m.Bits, Src: []int{lanes}, Lane: make([]lane.Lane, len(m.Lane))}
		for i, l := range m.Lane {
			if l.Kind == lane.Source {
				l = lane.From(0, first[l.Src]+l.Index)
			}
			joined[k].Lane[i] = l
		}
	}
	return joined
}
