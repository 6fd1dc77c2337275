package network_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/network"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// balanced is the default cost of package lower, and opsFirst counts ops before all else.
var (
	balanced = network.Options{Op: 1, Constant: 2}
	opsFirst = network.Options{Op: 1 << 16, Constant: 1 << 8}
)

// decided is o with what package quick decides for single maps of a target.
func decided(tg *target.Target, o network.Options) network.Options {
	e := quick.New(tg)
	o.One = func(m *lane.Map, below int) (code []network.Op, result int, ok bool) {
		var q quick.Program
		if !e.Decide(&q, m, quick.Options{Weights: quick.Weights{Op: o.Op, Constant: o.Constant, Copy: 1}, Constants: 1 << 10, Below: below}) {
			return nil, 0, false
		}
		for _, x := range q.Ops() {
			code = append(code, network.Op(x))
		}
		return code, q.Result(), true
	}
	return o
}

func targetNamed(t testing.TB, name string) *target.Target {
	t.Helper()
	tg, ok := target.Find(name)
	if !ok {
		t.Fatalf("there is no target %q", name)
	}
	return tg
}

// engine decides for a target.
func engine(t testing.TB, name string, o network.Options) *network.Engine {
	t.Helper()
	tg := targetNamed(t, name)
	return network.New(tg, decided(tg, o))
}

// problem is a network of a kind: one vector a channel.
func problem(t testing.TB, kind string, n, vectors, bits, elem int) network.Problem {
	t.Helper()
	k := slices.IndexFunc(network.Kinds(), func(k network.Kind) bool { return k.Name == kind })
	maps, err := network.Kinds()[k].Maps(n, 0, vectors, bits/elem, elem)
	if err != nil {
		t.Fatal(err)
	}
	return of(maps, bits)
}

// of is maps as a problem.
func of(maps []lane.Map, bits int) network.Problem {
	elem := maps[0].Bits
	p := network.Problem{Bits: bits, Elem: elem, Inputs: len(maps[0].Src)}
	for _, m := range maps {
		row := slices.Repeat([]int{network.Free}, bits/elem)
		for i, l := range m.Lane {
			row[i] = l.Src*(bits/elem) + l.Index
		}
		p.Results = append(p.Results, row)
	}
	return p
}

// check evaluates a program, value by value, and compares the results with what the problem wants.
func check(t testing.TB, p *network.Problem, n *network.Program) {
	t.Helper()
	src := slices.Repeat([]int{p.Bits / 8}, p.Inputs)
	var values []lane.Map
	for k := range p.Inputs {
		m := lane.Map{Bits: 8, Src: src, Lane: make([]lane.Lane, p.Bits/8)}
		for i := range m.Lane {
			m.Lane[i] = lane.From(k, i)
		}
		values = append(values, m)
	}
	for _, o := range n.Code {
		var args []lane.Map
		for _, a := range o.Args {
			args = append(args, values[a])
		}
		values = append(values, evaluated(t, &o, args, values, src))
	}
	size := p.Elem / 8
	for r, want := range p.Results {
		for i, x := range want {
			for b := range size {
				if x == network.Free {
					continue
				}
				k, at := x/p.Lanes(), x%p.Lanes()*size+b
				if got := values[n.Results[r]].Lane[i*size+b]; got != lane.From(k, at) {
					t.Fatalf("result %d has %v at byte %d, want %v\n%v", r, got, i*size+b, lane.From(k, at), n.Code)
				}
			}
		}
	}
}

// evaluated is what an op makes of its arguments, as a map of bytes.
func evaluated(t testing.TB, o *network.Op, args, values []lane.Map, src []int) lane.Map {
	t.Helper()
	for k := range args { // a row of narrower vectors reads the lower part, and above what one writes are zeros
		n := o.Row.Src[k] / 8
		args[k].Lane = slices.Clone(args[k].Lane[:min(len(args[k].Lane), n)])
		for len(args[k].Lane) < n {
			args[k].Lane = append(args[k].Lane, lane.Zero())
		}
	}
	var m lane.Map
	switch {
	case o.Row.Union != nil:
		return o.Row.Union.Of(args...)
	case o.Row.Imm != nil:
		m = o.Row.Imm.Map(o.Imm)
	case o.Made:
		var bytes []lane.Const
		for _, l := range values[o.By].Lane {
			bytes = append(bytes, l.Const)
		}
		m = o.Row.Index.Apply(lane.Join(8, bytes...))
	default:
		m = o.Row.Index.Apply(o.Const)
	}
	if len(args) == 0 {
		m, err := m.Regroup(8)
		if err != nil {
			t.Fatal(err)
		}
		m.Src = src
		return m
	}
	r, err := m.Of(args...)
	if err == nil {
		r, err = r.Regroup(8)
	}
	if err != nil {
		t.Fatalf("%s: %v", o.Row.Name, err)
	}
	return r
}

// targets are those that have vectors alone, each with the widths of its registers.
func targets() (list []*target.Target) {
	for _, tg := range target.Targets() {
		if len(tg.Files) == 1 && tg.Files[0] == target.Vectors {
			list = append(list, tg)
		}
	}
	return list
}

// Every program makes what was asked, whatever the kind, the target, the lanes and the registers, and none has fewer ops than the bound. Of registers of 128 bits all are asked, of others some.
func TestPrograms(t *testing.T) {
	t.Parallel()
	asked, some := 0, chance.Random(t, 70)
	for _, tg := range targets() {
		e := network.New(tg, decided(tg, balanced))
		for _, bits := range tg.Bits {
			if bits < 128 || testing.Short() && bits > 128 {
				continue
			}
			for _, elem := range []int{8, 16, 32, 64} {
				for _, kind := range network.Kinds() {
					for n := 2; n <= 8; n++ {
						size := n
						if kind.Name == "bitreverse" {
							if n&(n-1) != 0 {
								continue
							}
							size = n * bits / elem
						}
						if (kind.Name == "transpose" || kind.Name == "rotate") && n > bits/elem {
							continue
						}
						if bits > 128 && some.IntN(4) > 0 {
							continue
						}
						p := problem(t, kind.Name, size, 1, bits, elem)
						got := e.Decide(&p)
						if got == nil {
							continue
						}
						check(t, &p, got)
						if asked++; len(got.Code) < p.Bound(8) {
							t.Errorf("%s: %s %d of i%d in %d bits takes %d ops, and at least %d", tg.Name, kind.Name, n, elem, bits, len(got.Code), p.Bound(8))
						}
					}
				}
			}
		}
	}
	if t.Logf("%d programs", asked); asked < 300 {
		t.Errorf("only %d programs", asked)
	}
}

// Random results, of lanes that are wanted or free, of several inputs: what is decided is right, and splits where nothing is shared.
func TestRandomPrograms(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 71)
	some := 0
	for _, tg := range targets() {
		e := network.New(tg, decided(tg, balanced))
		for range 12 {
			bits := tg.Bits[r.IntN(len(tg.Bits))]
			if bits < 128 {
				continue
			}
			p := randomProblem(r, bits)
			if n := e.Decide(&p); n != nil {
				check(t, &p, n)
				some++
			}
		}
	}
	if some < 30 {
		t.Errorf("only %d were decided", some)
	}
}

// randomProblem is a kind's with results exchanged, lanes freed, and lanes of another place.
func randomProblem(r *rand.Rand, bits int) network.Problem {
	elem := []int{8, 16, 32, 64}[r.IntN(4)]
	k := network.Kinds()[2+r.IntN(2)]
	maps, err := k.Maps(2+r.IntN(3), 0, 1+r.IntN(2), bits/elem, elem)
	if err != nil {
		panic(err)
	}
	p := of(maps, bits)
	r.Shuffle(len(p.Results), func(i, j int) { p.Results[i], p.Results[j] = p.Results[j], p.Results[i] })
	p.Results = p.Results[:1+r.IntN(len(p.Results))]
	for range r.IntN(4) {
		row := p.Results[r.IntN(len(p.Results))]
		switch i := r.IntN(len(row)); r.IntN(3) {
		case 0:
			row[i] = network.Free
		case 1:
			row[i] = r.IntN(p.Inputs * len(row))
		default:
			for j := range row[:r.IntN(len(row))] {
				row[j] = network.Free
			}
		}
	}
	return p
}

// Each strategy wins a golden, and a near miss goes to another one.
func TestStrategies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target string
		o      network.Options
		kind   string
		n      int
		bits   int
		elem   int
		by     string
		ops    int
	}{
		{"sse2", balanced, "transpose", 8, 128, 16, "by digits", 24},
		{"avx2", balanced, "transpose", 16, 256, 16, "by digits", 64},
		{"avx2", balanced, "deinterleave", 2, 256, 32, "by digits", 4},
		{"avx2", opsFirst, "deinterleave", 3, 256, 16, "by blocks", 12},
		{"avx2", opsFirst, "deinterleave", 3, 256, 64, "by blocks", 6},
		{"sse4.1", opsFirst, "deinterleave", 3, 128, 16, "by rotation", 9},
		{"sse4.1", opsFirst, "interleave", 7, 128, 16, "by rotation", 28},
		{"ssse3", opsFirst, "deinterleave", 7, 128, 16, "by windows", 31},
		{"sse2", opsFirst, "interleave", 7, 128, 16, "by windows", 48},
		{"sse2", opsFirst, "deinterleave", 3, 128, 32, "by halves", 5},
		{"sse2", opsFirst, "interleave", 3, 128, 32, "by halves", 6},
		{"sse2", opsFirst, "interleave", 6, 128, 16, "by pairs", 18},
		{"neon", opsFirst, "deinterleave", 6, 128, 16, "by pairs", 18},
		{"sse2", balanced, "transpose", 8, 128, 8, "by joining", 16},
		{"sse2", opsFirst, "deinterleave", 3, 128, 64, "each", 3},
	} {
		p := problem(t, c.kind, c.n, 1, c.bits, c.elem)
		n := engine(t, c.target, c.o).Decide(&p)
		if n == nil {
			t.Errorf("%s: %s %d of i%d: nothing", c.target, c.kind, c.n, c.elem)
			continue
		}
		check(t, &p, n)
		if n.Strategy != c.by || len(n.Code) > c.ops {
			t.Errorf("%s: %s %d of i%d: %d ops %s, want %d %s", c.target, c.kind, c.n, c.elem, len(n.Code), n.Strategy, c.ops, c.by)
		}
	}
}

// No sequence of ops that choose any lanes of two registers is shorter than the bound: all sequences of two lanes are tried.
func TestBound(t *testing.T) {
	t.Parallel()
	r := chance.Random(t, 72)
	met := 0
	for range 400 {
		inputs := 2 + r.IntN(2)
		p := network.Problem{Bits: 128, Elem: 64, Inputs: inputs}
		for range 1 + r.IntN(3) {
			p.Results = append(p.Results, []int{r.IntN(2 * inputs), r.IntN(2 * inputs)})
		}
		bound := p.Bound(2)
		if bound == 0 {
			continue
		}
		var values [][2]int
		for k := range inputs {
			values = append(values, [2]int{2 * k, 2*k + 1})
		}
		if reaches(values, p.Results, bound-1) {
			t.Fatalf("%v takes fewer ops than %d", p.Results, bound)
		}
		if reaches(values, p.Results, bound) {
			met++
		}
	}
	if met < 20 {
		t.Errorf("the bound is met %d times", met)
	}
}

// reaches says whether so many ops make the results.
func reaches(values [][2]int, results [][]int, ops int) bool {
	left := 0
	for _, r := range results {
		if !slices.Contains(values, [2]int{r[0], r[1]}) {
			left++
		}
	}
	if left == 0 || ops == 0 {
		return left == 0
	}
	for i, x := range values {
		for _, y := range values[i:] {
			all := []int{x[0], x[1], y[0], y[1]}
			for _, a := range all {
				for _, b := range all {
					if v := [2]int{a, b}; !slices.Contains(values, v) && reaches(append(slices.Clip(values), v), results, ops-1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Kinds do what their names say: written here as loops over numbers.
func TestKinds(t *testing.T) {
	t.Parallel()
	number := func(m lane.Map, i int) int { return 100*m.Lane[i].Src + m.Lane[i].Index }
	want := func(kind string, n, m, vectors, lanes int, rows [][]int) {
		t.Helper()
		k := slices.IndexFunc(network.Kinds(), func(k network.Kind) bool { return k.Name == kind })
		maps, err := network.Kinds()[k].Maps(n, m, vectors, lanes, 16)
		if err != nil {
			t.Fatal(err)
		}
		var got [][]int
		for _, x := range maps {
			var row []int
			for i := range x.Lane {
				row = append(row, number(x, i))
			}
			got = append(got, row)
		}
		if fmt.Sprint(got) != fmt.Sprint(rows) {
			t.Errorf("%s %d×%d: %v, want %v", kind, n, m, got, rows)
		}
	}
	want("transpose", 2, 3, 1, 8, [][]int{{0, 100}, {1, 101}, {2, 102}})
	want("rotate", 2, 3, 1, 8, [][]int{{100, 0}, {101, 1}, {102, 2}})
	want("bitreverse", 8, 0, 1, 4, [][]int{{0, 100, 2, 102}, {1, 101, 3, 103}})
	for n := 2; n <= 8; n++ {
		for vectors := 1; vectors <= 3; vectors++ {
			const lanes = 4
			var stream []int // structures one behind another, as numbers of channel and place
			for i := range vectors * lanes {
				for c := range n {
					stream = append(stream, 100*(c*vectors+i/lanes)+i%lanes)
				}
			}
			rows := slices.Collect(slices.Chunk(stream, lanes))
			want("interleave", n, 0, vectors, lanes, rows)
			apart := make([][]int, n*vectors)
			for at := range stream {
				c, i := at%n, at/n
				apart[c*vectors+i/lanes] = append(apart[c*vectors+i/lanes], 100*(at/lanes)+at%lanes)
			}
			want("deinterleave", n, 0, vectors, lanes, apart)
		}
	}
	for _, k := range network.Kinds() {
		for _, size := range [][4]int{{0, 0, 1, 4}, {1 << 20, 0, 1, 4}, {3, -1, 1, 4}, {5, 0, 0, 4}, {5, 0, 1, 0}, {1, 0, 1, 4}, {8000, 8000, 8000, 8000}} {
			if maps, err := k.Maps(size[0], size[1], size[2], size[3], 8); err == nil {
				t.Errorf("%s %v: %d results", k.Name, size, len(maps))
			}
		}
	}
}

// A lane narrower than a byte is nobody's here.
func TestNarrowLanes(t *testing.T) {
	p := network.Problem{Bits: 128, Elem: 4, Inputs: 1, Results: [][]int{make([]int, 32)}}
	if n := engine(t, "sse2", balanced).Decide(&p); n != nil {
		t.Errorf("%v", n.Code)
	}
}

// What stops is stopped: nothing is decided, or what was found before.
func TestStop(t *testing.T) {
	o := balanced
	o.Stop = func() bool { return true }
	p := problem(t, "transpose", 16, 1, 128, 8)
	if n := engine(t, "sse2", o).Decide(&p); n != nil {
		check(t, &p, n)
	}
}

func BenchmarkDecide(b *testing.B) {
	for _, c := range []struct {
		target, kind  string
		n, bits, elem int
	}{{"sse2", "transpose", 8, 128, 16}, {"avx2", "transpose", 16, 256, 16}, {"avx2", "deinterleave", 3, 256, 8}, {"neon", "interleave", 5, 128, 16}} {
		b.Run(fmt.Sprintf("%s/%s%d", c.target, c.kind, c.n), func(b *testing.B) {
			tg := targetNamed(b, c.target)
			o := decided(tg, balanced)
			p := problem(b, c.kind, c.n, 1, c.bits, c.elem)
			for b.Loop() {
				if network.New(tg, o).Decide(&p) == nil {
					b.Fatal("nothing")
				}
			}
		})
	}
}

func ExampleEngine_Decide() {
	tg, _ := target.Find("sse2")
	p := network.Problem{Bits: 128, Elem: 32, Inputs: 4, Results: [][]int{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}}}
	n := network.New(tg, network.Options{Op: 1, Constant: 2, One: func(*lane.Map, int) ([]network.Op, int, bool) { return nil, 0, false }}).Decide(&p)
	for k, o := range n.Code {
		fmt.Println(p.Inputs+k, o.Row.Name, o.Args)
	}
	fmt.Println(n.Results, n.Strategy, "bound", p.Bound(2))
	// Output:
	// 4 punpckldq [0 1]
	// 5 punpckhdq [0 1]
	// 6 punpckldq [2 3]
	// 7 punpckhdq [2 3]
	// 8 punpcklqdq [4 6]
	// 9 punpckhqdq [4 6]
	// 10 punpcklqdq [5 7]
	// 11 punpckhqdq [5 7]
	// [8 9 10 11] by digits bound 8
}
