package network

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// single is o with what package quick decides for single maps of a target.
func single(tg *target.Target, o Options) Options {
	e := quick.New(tg)
	o.One = func(m *lane.Map, below int) (code []Op, result int, ok bool) {
		var q quick.Program
		if !e.Decide(&q, m, quick.Options{Weights: quick.Weights{Op: o.Op, Constant: o.Constant, Copy: 1}, Constants: 1 << 10, Below: below}) {
			return nil, 0, false
		}
		for _, x := range q.Ops() {
			code = append(code, Op(x))
		}
		return code, q.Result(), true
	}
	return o
}

// shapesOf are registers and lanes of a target's rows.
func shapesOf(tg *target.Target) (list []shape) {
	for _, bits := range tg.Bits {
		for elem := 8; elem <= 64 && bits >= 128; elem *= 2 {
			list = append(list, shape{bits, elem})
		}
	}
	return list
}

// vectors are targets that have rows of vectors.
func vectors() []*target.Target {
	return slices.DeleteFunc(slices.Clone(target.Targets()), func(tg *target.Target) bool { return len(tg.RowsIn(target.Vectors)) == 0 })
}

// What rows make of lanes is what their maps are in lanes of that width: lanes of registers, Free where none is, and nothing where lanes are cut.
func TestLanesMade(t *testing.T) {
	r := chance.Random(t, 100)
	whole, free, cut := 0, 0, 0
	for _, tg := range vectors() {
		rows := tg.RowsIn(target.Vectors)
		for range 150 {
			row := rows[r.IntN(len(rows))]
			if row.Made() == nil || len(row.Src) == 0 || row.Bits < 128 || slices.ContainsFunc(row.Src, func(n int) bool { return n != row.Bits }) {
				continue
			}
			value, elem := r.IntN(row.Imm.Values), 8<<r.IntN(4)
			lanes := row.Bits / elem
			got, ok := lanesMade(row, value, elem, lanes)
			var want []int
			m, err := row.Imm.Map(value).Regroup(8) // which fails where bits move within bytes
			fits := err == nil
			if fits {
				want, fits = bytewise(&m, elem/8)
			}
			if ok != fits || ok && !slices.Equal(got, want) {
				t.Fatalf("%s %s %d in lanes of %d: %v, %t, want %v, %t", tg.Name, row.Name, value, elem, got, ok, want, fits)
			}
			all, allOK := lanesOf(row, value, elem, lanes)
			if moves := ok && !slices.Contains(got, Free); allOK != moves || moves && !slices.Equal(all, got) {
				t.Fatalf("%s %s %d in lanes of %d: %v, %t, and %v", tg.Name, row.Name, value, elem, all, allOK, got)
			}
			switch {
			case !ok:
				cut++
			case allOK:
				whole++
			default:
				free++
			}
			for _, value := range []int{row.Imm.Values, row.Imm.Values + 1} {
				if to, ok := lanesMade(row, value, elem, lanes); ok {
					t.Fatalf("%s has no value %d: %v", row.Name, value, to)
				}
			}
			if to, ok := lanesMade(row, value, elem, 2*lanes); ok {
				t.Fatalf("%s has no %d lanes: %v", row.Name, 2*lanes, to)
			}
		}
	}
	if t.Logf("%d whole, %d free, %d cut", whole, free, cut); whole < 100 || free < 30 || cut < 100 {
		t.Errorf("%d whole, %d free, %d cut", whole, free, cut)
	}
}

// bytewise are the lanes of so many bytes that a map of bytes moves: Free where no byte is of a source.
func bytewise(m *lane.Map, size int) (to []int, ok bool) {
	n := m.Src[0] / size
	for at := 0; at < len(m.Lane); at += size {
		first := m.Lane[at]
		x := Free
		if first.Kind == lane.Source {
			x = first.Src*n + first.Index/size
		}
		for k, l := range m.Lane[at : at+size] {
			switch {
			case (l.Kind == lane.Source) != (first.Kind == lane.Source):
				return nil, false
			case l.Kind == lane.Source && (l.Src != first.Src || l.Index != x%n*size+k):
				return nil, false
			}
		}
		to = append(to, x)
	}
	return to, true
}

// digitsByHand is which digits a row's lanes are, by a look at all orders of digits; ok is false if there is none.
func digitsByHand(to []int, digits int) (from []int, flip int, ok bool) {
	flip = to[0]
	for d := range digits {
		f := slices.Index([]int{1, 2, 4, 8, 16, 32, 64, 128}, to[1<<d]^flip)
		if f < 0 || slices.Contains(from, f) {
			return nil, 0, false
		}
		from = append(from, f)
	}
	return from, flip, slices.Equal(numbers(from, flip), to)
}

// Of rows without a constant all turns are known and all pairs: every two ops that do the same to digits, and leave the registers' to one and to the other. And of those that do the same none is quicker.
func TestMovesKnown(t *testing.T) {
	turns, pairs := 0, 0
	for _, tg := range vectors() {
		if len(tg.Files) > 1 {
			continue
		}
		cpu, _ := tg.CPU("")
		late := func(o *Op) int { c, _ := o.Row.On(cpu.Name); return int(c.Latency) }
		for _, s := range shapesOf(tg) {
			digits := digitsIn(s)
			m := rowsOf{tg, s}.digits()
			wantTurns := map[string]int{}
			halves := map[string][2]int{} // of what moves digits, what each half takes, and one more
			for _, row := range tg.RowsIn(target.Vectors) {
				if row.Imm == nil || row.Bits != s.bits || len(row.Src) == 0 || len(row.Src) > 2 || slices.ContainsFunc(row.Src, func(n int) bool { return n != s.bits }) {
					continue
				}
				for v := range row.Imm.Values {
					to, ok := lanesOf(row, v, s.elem, s.bits/s.elem)
					if !ok {
						continue
					}
					from, flip, ok := digitsByHand(to, digits)
					if !ok {
						continue
					}
					if len(row.Src) == 1 {
						if flip == 0 && !slices.Equal(from, inputs(digits)) {
							wantTurns[fmt.Sprint(from)]++
						}
						continue
					}
					rest := slices.IndexFunc(inputs(digits+1), func(d int) bool { return !slices.Contains(from, d) })
					if rest == digits || flip != 0 && flip != 1<<rest {
						continue
					}
					o := Op{Row: row}
					key := fmt.Sprint(append(from, rest))
					k := halves[key]
					if h := min(flip, 1); k[h] == 0 || late(&o)+1 < k[h] {
						k[h] = late(&o) + 1
					}
					halves[key] = k
				}
			}
			gotTurns := map[string]int{}
			for _, x := range m.turns {
				gotTurns[fmt.Sprint(x.from)]++
				turns++
			}
			if !maps.Equal(gotTurns, wantTurns) {
				t.Errorf("%s, %v: turns %v, want %v", tg.Name, s, gotTurns, wantTurns)
			}
			maps.DeleteFunc(halves, func(_ string, k [2]int) bool { return k[0] == 0 || k[1] == 0 })
			gotPairs := map[string][2]int{}
			for _, x := range m.pairs {
				gotPairs[fmt.Sprint(x.from)] = [2]int{late(&x.half[0]) + 1, late(&x.half[1]) + 1}
				pairs++
			}
			if !maps.Equal(gotPairs, halves) {
				t.Errorf("%s, %v: pairs %v, want %v", tg.Name, s, gotPairs, halves)
			}
		}
	}
	if t.Logf("%d turns, %d pairs", turns, pairs); turns < 100 || pairs < 200 {
		t.Errorf("%d turns, %d pairs", turns, pairs)
	}
}

// asks is what the two ops of a pair are to make, and its blends.
func (x *pair) asks(t *testing.T, s shape) Problem {
	t.Helper()
	lanes := s.bits / s.elem
	if len(x.from) != digitsIn(s)+1 {
		t.Fatalf("%v moves %d digits of %v", x.from, len(x.from), s)
	}
	p := Problem{Bits: s.bits, Elem: s.elem, Inputs: 2, Results: make([][]int, 2)}
	var from []int
	for _, f := range x.from {
		from = append(from, int(f))
	}
	all := numbers(from, 0) // of lanes, and behind them of the register
	for h := range p.Results {
		p.Results[h] = all[h*lanes:][:lanes]
		for i, want := range p.Results[h] {
			if got := x.takes(h, i); got != want {
				t.Fatalf("%v takes for lane %d of half %d %d, want %d", x.from, i, h, got, want)
			}
		}
	}
	return p
}

// Pairs and turns do to lanes what is said of them, and so do blends and those that are asked for; what no row does is none.
func TestMovesDo(t *testing.T) {
	r := chance.Random(t, 101)
	asked, constants, blends, missed := 0, 0, 0, 0
	for _, tg := range vectors() {
		if len(tg.Files) > 1 {
			continue
		}
		cpu, _ := tg.CPU("")
		pipeline, hasPorts := target.PipelineOf(cpu.Name)
		e := New(tg, single(tg, Options{Op: 1, Constant: 2, CPU: cpu.Name, Pipeline: pipeline}))
		for _, s := range shapesOf(tg) {
			m, digits := e.movesOf(s), digitsIn(s)
			for k := range m.turns {
				x := &m.turns[k]
				var from []int
				for _, f := range x.from {
					from = append(from, int(f))
				}
				o := x.op
				o.Args = []int{0}
				if got := (&Program{Inputs: 1, Code: []Op{o}, Results: []int{1}}).moved(t, s)[0]; !slices.Equal(got, numbers(from, 0)) {
					t.Fatalf("%s: %s %d turns %v, want %v", tg.Name, o.Row.Name, o.Imm, got, from)
				}
			}
			all := slices.Clone(m.pairs)
			for range 3 {
				from := make([]uint8, digits+1)
				for d, f := range r.Perm(digits + 1) {
					from[d] = uint8(f)
				}
				p := e.asked(s, m, from)
				if p == nil {
					missed++
					continue
				}
				if !slices.Equal(p.from, from) || p != e.asked(s, m, from) {
					t.Fatalf("%s, %v: asked for %v, given %v", tg.Name, s, from, p.from)
				}
				if asked++; p.constants() == 0 {
					all = append(all, *p)
				} else {
					constants++
				}
			}
			if hasPorts {
				e.blend(s, m)
				blends += len(m.blended)
				all = append(all, m.blended...)
			}
			for k := range all {
				x := &all[k]
				want := x.asks(t, s)
				if x.blends == nil && x.constants() > 0 || slices.ContainsFunc(x.program().Code, func(o Op) bool { return o.Row.Imm == nil }) {
					continue
				}
				for h, got := range x.program().moved(t, s) {
					if !slices.Equal(got, want.Results[h]) {
						t.Fatalf("%s, %v: half %d of %v is %v, want %v", tg.Name, s, h, x.from, got, want.Results[h])
					}
				}
			}
		}
	}
	if t.Logf("%d asked, %d of them with constants, %d missed, %d blends", asked, constants, missed, blends); asked < 30 || constants < 20 || missed < 30 || blends < 20 {
		t.Errorf("%d asked, %d of them with constants, %d missed, %d blends", asked, constants, missed, blends)
	}
}

// A pair that is asked for needs an op for each half, of both registers: one alone is none, and neither are two ops for a half.
func TestAskedForBoth(t *testing.T) {
	r := chance.Random(t, 102)
	s := shape{128, 32}
	for _, ops := range [][2]int{{1, 1}, {0, 1}, {1, 0}, {0, 0}, {2, 1}, {1, 2}} {
		var halves []string
		o := Options{Op: 1, Constant: 2, One: func(m *lane.Map, below int) ([]Op, int, bool) {
			if below != 4 {
				t.Errorf("a half may cost less than %d, want less than an op, a constant and one", below)
			}
			text := fmt.Sprint(m.Lane)
			if !slices.Contains(halves, text) {
				halves = append(halves, text)
			}
			n := ops[slices.Index(halves, text)%2]
			return make([]Op, n), 2, n > 0
		}}
		e := New(targetOf(t, "sse2"), o)
		m := e.movesOf(s)
		from := []uint8{2, 1, 0}
		if r.IntN(2) == 0 {
			from = []uint8{0, 2, 1}
		}
		p := e.asked(s, m, from)
		if want := ops == [2]int{1, 1}; (p != nil) != want {
			t.Errorf("of halves of %v ops there is a pair: %t", ops, p != nil)
		}
		if p := e.asked(s, m, []uint8{0, 1, 2}); p != nil { // a register as it is
			t.Errorf("a pair that does nothing: %v", p)
		}
	}
	e := New(targetOf(t, "sse2"), Options{Op: 1, Constant: 2, One: func(m *lane.Map, _ int) ([]Op, int, bool) {
		second := m.Lane[0].Src == 1 || m.Lane[0].Index > 0
		return make([]Op, 1), 2, second // the first half, which begins with lane 0 of the first register, is none
	}})
	if p := e.asked(s, e.movesOf(s), []uint8{2, 1, 0}); p != nil {
		t.Errorf("half a pair: %v", p)
	}
}

// Where rows have any lanes in their code, zips, unzips and transposes are pairs: they are these here, as loops have them.
func TestUsual(t *testing.T) {
	for digits := 1; digits <= 5; digits++ {
		n := 1 << digits
		var list []string
		for _, from := range usual(digits) {
			x := pair{from: from}
			p := x.asks(t, shape{64 * n, 64})
			list = append(list, fmt.Sprint(p.Results))
		}
		if len(list) != 3*digits {
			t.Errorf("%d of %d digits", len(list), digits)
		}
		for unit := 1; unit < n; unit *= 2 {
			var zip, unzip, trn [2][]int
			for i := 0; i < n; i += 2 * unit { // parts of a unit each
				for h := range 2 {
					for k := range 2 {
						for j := range unit {
							zip[h] = append(zip[h], k*n+h*n/2+i/2+j)
							trn[h] = append(trn[h], k*n+i+h*unit+j)
						}
					}
				}
			}
			for i := 0; i < 2*n; i += 2 * unit {
				for h := range 2 {
					for j := range unit {
						unzip[h] = append(unzip[h], i+h*unit+j)
					}
				}
			}
			for name, rows := range map[string][2][]int{"zip": zip, "unzip": unzip, "trn": trn} {
				if !slices.Contains(list, fmt.Sprint(rows)) {
					t.Errorf("%d lanes have no %s by %d: %v", n, name, unit, rows)
				}
			}
		}
	}
	for _, tg := range vectors() {
		if len(tg.Files) > 1 {
			continue
		}
		e := New(tg, single(tg, Options{Op: 1, Constant: 2}))
		for _, s := range shapesOf(tg) {
			anything := tg.Name == "wasm"
			if e.anyInCode(s) != anything {
				t.Errorf("%s, %v: any lanes are in the code: %t", tg.Name, s, !anything)
			}
			known := rowsOf{tg, s}.digits().pairs
			var want, got []string
			for _, p := range known {
				want = append(want, fmt.Sprint(p.from))
			}
			for _, from := range usual(digitsIn(s)) {
				if text := fmt.Sprint(from); anything && !slices.Contains(want, text) {
					want = append(want, text)
				}
			}
			for range 2 { // the second time it is known
				got = nil
				for _, p := range e.movesOf(s).pairs {
					got = append(got, fmt.Sprint(p.from))
				}
			}
			if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("%s, %v: pairs %v, want %v", tg.Name, s, got, want)
			}
		}
	}
}
