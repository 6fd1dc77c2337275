package network

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// timed is an engine for a target of which cycles count, or the longest way.
func timed(t *testing.T, name, cpu string, latency bool) *Engine {
	t.Helper()
	tg, ok := target.Find(name)
	pipeline, known := target.PipelineOf(cpu)
	if !ok || !known {
		t.Fatalf("there is no %s, or no %s", name, cpu)
	}
	return New(tg, single(tg, Options{Op: 1, Constant: 2, CPU: cpu, Pipeline: pipeline, Latency: latency}))
}

// timedTargets are targets with a CPU each whose ports are known, and registers of theirs.
var timedTargets = []struct {
	target, cpu string
	bits        int
}{{"sse4.1", "skylake", 128}, {"avx2", "skylake", 256}, {"avx2", "znver4", 256}, {"avx512", "icelake", 512}, {"neon", "neoverse-n1", 128}}

// anyProgram is ops by chance of registers by chance, many of the same two.
func anyProgram(r *rand.Rand, movers []mover) *Program {
	n := newProgram(2 + r.IntN(3))
	var two [2]int
	for k := range 4 + r.IntN(8) {
		m := &movers[r.IntN(len(movers))]
		if count := n.Inputs + len(n.Code); k%3 == 0 {
			two = [2]int{r.IntN(count), r.IntN(count)}
		}
		o := m.op
		if len(o.Args) == 2 {
			o = o.of([2]int{two[0], two[1]})
		} else {
			o.Args = []int{two[0]}
		}
		n.add(o)
		if r.IntN(2) == 0 {
			two[0], two[1] = two[1], two[0]
		}
	}
	for range 1 + r.IntN(4) {
		n.Results = append(n.Results, r.IntN(n.Inputs+len(n.Code)))
	}
	if r.IntN(3) == 0 {
		n.Results[r.IntN(len(n.Results))] = Free
	}
	return n
}

// depths are how late each value of a program is, from its arguments' on.
func (e *Engine) depths(n *Program, v int) float64 {
	if v < n.Inputs {
		return 0
	}
	o, late := &n.Code[v-n.Inputs], 0.0
	for _, a := range o.Args {
		late = max(late, e.depths(n, a))
	}
	c, _ := o.Row.On(e.options.CPU)
	return late + c.Latency
}

// reads are the ops that results come from.
func (n *Program) reads() map[int]bool {
	seen := map[int]bool{}
	var visit func(v int)
	visit = func(v int) {
		if v == Free || v < n.Inputs || seen[v] {
			return
		}
		seen[v] = true
		for _, a := range n.Code[v-n.Inputs].Args {
			visit(a)
		}
	}
	for _, v := range n.Results {
		visit(v)
	}
	return seen
}

// Ops that nobody reads are gone, and no others; the same op of the same values is one; a program inside of another does what it did; and the longest way is as long as one goes back from its end.
func TestProgramsByChance(t *testing.T) {
	r := chance.Random(t, 110)
	for _, x := range timedTargets {
		e := timed(t, x.target, x.cpu, true)
		s := shape{x.bits, 32}
		movers := e.known(s).movers()
		for range 200 {
			n := anyProgram(r, movers)
			before := n.moved(t, s)
			less := n.needed()
			if got := less.moved(t, s); fmt.Sprint(got) != fmt.Sprint(before) || len(less.Code) != len(n.reads()) || less.Inputs != n.Inputs {
				t.Fatalf("%d ops make %v; %d of them, of which %d are read, make %v", len(n.Code), before, len(less.Code), len(n.reads()), got)
			}
			most := 0.0
			for v := range n.Inputs + len(n.Code) {
				most = max(most, e.depths(n, v))
			}
			if got := e.longest(n); math.Abs(got-most) > 1e-9 || e.cycles(n) != got {
				t.Fatalf("the longest way is %g, want %g", got, most)
			}
			for _, o := range n.Code {
				count := len(n.Code)
				if v := n.add(o); len(n.Code) != count || !slices.Equal(n.Code[v-n.Inputs].Args, o.Args) || n.Code[v-n.Inputs].Row != o.Row || n.Code[v-n.Inputs].Imm != o.Imm {
					t.Fatalf("%s %v is there a second time, or is another", o.Row.Name, o.Args)
				}
			}
			whole := newProgram(n.Inputs + 2) // of registers elsewhere
			at := r.Perm(n.Inputs + 2)[:n.Inputs]
			whole.Results = whole.embed(n, at)
			for k, row := range whole.moved(t, s) {
				for i, y := range row {
					want := before[k][i]
					if want != Free {
						want = at[want/len(row)]*len(row) + want%len(row)
					}
					if y != want {
						t.Fatalf("inside, result %d is %v; it was %v, of %v", k, row, before[k], at)
					}
				}
			}
			if again := whole.embed(n, at); !slices.Equal(again, whole.Results) {
				t.Fatalf("twice inside it is at %v and %v", whole.Results, again)
			}
		}
	}
}

// A constant that an op makes is read from where it stands, also inside of another program, and is not gone while somebody reads it; two ops that read others are not one.
func TestMade(t *testing.T) {
	r := chance.Random(t, 115)
	makes, reads := &target.Row{Imm: &target.Immediate{Values: 9}}, &target.Row{Index: &target.Indexed{}}
	for range 500 {
		n := newProgram(1 + r.IntN(3))
		var made []int
		for k := range 2 + r.IntN(5) {
			made = append(made, n.add(Op{Row: makes, Imm: k}))
		}
		var values []int
		for range 2 + r.IntN(5) {
			values = append(values, n.add(Op{Row: reads, Args: []int{r.IntN(n.Inputs)}, Made: true, By: made[r.IntN(len(made))]}))
		}
		n.Results = []int{values[r.IntN(len(values))], values[r.IntN(len(values))]}
		text := func(n *Program, v int) string {
			o := n.Code[v-n.Inputs]
			return fmt.Sprint(o.Args, n.Code[o.By-n.Inputs].Imm, o.Made)
		}
		want := []string{text(n, n.Results[0]), text(n, n.Results[1])}
		seen := map[string]bool{}
		for _, v := range values {
			seen[fmt.Sprint(v)] = true
		}
		texts := map[string]bool{}
		for _, v := range values {
			texts[text(n, v)] = true
		}
		if len(seen) != len(texts) {
			t.Fatalf("%d ops, and %d that differ", len(seen), len(texts))
		}
		less := n.needed()
		inside := newProgram(n.Inputs)
		for k := range r.IntN(4) {
			inside.add(Op{Row: makes, Imm: 7 - k})
		}
		inside.Results = inside.embed(n, inputs(n.Inputs))
		for k, w := range want {
			if a, b := text(less, less.Results[k]), text(inside, inside.Results[k]); a != w || b != w {
				t.Fatalf("%s is %s without the others, and %s inside", w, a, b)
			}
		}
		if ops := len(slices.Compact(slices.Sorted(slices.Values(n.Results)))); len(less.Code) < ops+1 || len(less.Code) > 2*ops {
			t.Fatalf("%d ops are left of %d for %v", len(less.Code), len(n.Code), n.Results)
		}
	}
}

// A program costs its ops, and each constant that is loaded once: for masks and for vectors apart, and none that is in an op's code or made.
func TestCostOf(t *testing.T) {
	r := chance.Random(t, 111)
	rows := []*target.Row{{Imm: &target.Immediate{}}, {Index: &target.Indexed{}}, {Index: &target.Indexed{Mask: true}}, {Index: &target.Indexed{Inline: true}}}
	for range 2000 {
		n := &Program{}
		loads := map[string]bool{}
		for range r.IntN(8) {
			o := Op{Row: rows[r.IntN(len(rows))], Const: lane.Join(8, lane.ConstBytes([]byte{byte(r.IntN(3))})), Made: r.IntN(4) == 0}
			n.Code = append(n.Code, o)
			if (o.Row == rows[1] || o.Row == rows[2]) && !o.Made {
				loads[fmt.Sprint(o.Row == rows[2], o.Const)] = true
			}
		}
		o := Options{Op: 1 + r.IntN(5), Constant: r.IntN(5)}
		if got, want := n.cost(&o), o.Op*len(n.Code)+o.Constant*len(loads); got != want {
			t.Fatalf("%d ops and %d constants cost %d, want %d", len(n.Code), len(loads), got, want)
		}
	}
}

// The op for some lanes of two registers makes these, by either order of them, and none does in fewer cycles; where there is none, no op makes them.
func TestOffer(t *testing.T) {
	r := chance.Random(t, 112)
	found, missed := 0, 0
	for _, x := range timedTargets {
		e := timed(t, x.target, x.cpu, false)
		for _, elem := range []int{16, 32, 64} {
			s := shape{x.bits, elem}
			lanes, movers := s.bits/s.elem, e.known(s).movers()
			for range 40 {
				want := slices.Clone(movers[r.IntN(len(movers))].lanes)
				for range r.IntN(4) {
					want[r.IntN(lanes)] = Free
				}
				switch r.IntN(3) {
				case 0:
					want = exchanged(want)
				case 1:
					want[r.IntN(lanes)] = r.IntN(2 * lanes)
				}
				least := math.Inf(1)
				for k := range movers {
					for _, has := range [][]int{movers[k].lanes, exchanged(movers[k].lanes)} {
						fits := true
						for i, y := range want {
							fits = fits && (y == Free || has[i] == y)
						}
						if fits {
							least = min(least, e.cycles(&Program{Code: []Op{{Row: movers[k].op.Row}}}))
						}
					}
				}
				o := e.offer(s, want)
				if (o == nil) != math.IsInf(least, 1) {
					t.Fatalf("%s: %v is offered %v, and takes %g", x.target, want, o, least)
				}
				if o == nil {
					missed++
					continue
				}
				found++
				got := (&Program{Inputs: 2, Code: []Op{*o}, Results: []int{2}}).moved(t, s)[0]
				for i, y := range want {
					if y != Free && got[i] != y {
						t.Fatalf("%s: %s makes %v, want %v", x.target, o.Row.Name, got, want)
					}
				}
				if cycles := e.cycles(&Program{Code: []Op{{Row: o.Row}}}); cycles > least+1e-9 {
					t.Fatalf("%s: %s takes %g cycles for %v, want %g", x.target, o.Row.Name, cycles, want, least)
				}
			}
		}
	}
	if t.Logf("%d offered, %d not", found, missed); found < 300 || missed < 50 {
		t.Errorf("%d offered, %d not", found, missed)
	}
}

// What goes round ops does what they did, and where one goes round saves cycles it is gone, until none does.
func TestWaysRound(t *testing.T) {
	r := chance.Random(t, 113)
	ways, both, saved := 0, 0, 0
	for _, x := range timedTargets {
		e := timed(t, x.target, x.cpu, false)
		for range 80 {
			elem := []int{16, 32, 64}[r.IntN(3)]
			s := shape{x.bits, elem}
			n := anyProgram(r, e.known(s).movers())
			before := fmt.Sprint(n.moved(t, s))
			for i := range n.Code {
				for _, w := range e.waysRound(s, n, i) {
					if ways++; len(w.ops) == 2 {
						both++
					}
					m := n.replaced(w)
					if got := fmt.Sprint(m.moved(t, s)); got != before {
						t.Fatalf("%s: round %v of %v\n%s\nis made of\n%s", x.target, w.ops, n.Code, got, before)
					}
				}
			}
			p := Problem{Bits: s.bits, Elem: s.elem}
			m := e.eased(&p, n)
			if got := fmt.Sprint(m.moved(t, s)); got != before {
				t.Fatalf("%s: eased\n%s\nis made of\n%s", x.target, got, before)
			}
			least := e.cycles(m)
			if least < e.cycles(n)-1e-9 {
				saved++
			} else if least > e.cycles(n)+1e-9 {
				t.Fatalf("%s: %g cycles, and %g before", x.target, least, e.cycles(n))
			}
			for i := range m.Code {
				for _, w := range e.waysRound(s, m, i) {
					if more := e.cycles(m.replaced(w)); more < least-1e-9 {
						t.Fatalf("%s: %g cycles, and %g round %v", x.target, least, more, w.ops)
					}
				}
			}
		}
	}
	if t.Logf("%d ways, %d of them round two ops; %d programs take fewer cycles", ways, both, saved); ways < 400 || both < 80 || saved < 15 {
		t.Errorf("%d ways, %d of them round two ops; %d programs take fewer cycles", ways, both, saved)
	}
}

// Blends of two registers make what is wanted of them, and in no more cycles than by any choice of the lanes that are in place.
func TestBlending(t *testing.T) {
	r := chance.Random(t, 114)
	found := 0
	for _, x := range timedTargets {
		e := timed(t, x.target, x.cpu, false)
		for range 60 {
			s := shape{x.bits, []int{16, 32, 64}[r.IntN(3)]}
			lanes, movers := s.bits/s.elem, e.known(s).movers()
			wanted := make([][]int, 1+r.IntN(2))
			has := movers[r.IntN(len(movers))].lanes
			for k := range wanted {
				wanted[k] = inputs(lanes)
				for i := range wanted[k] {
					if has[i] != Free && r.IntN(2) == 0 {
						wanted[k][i] = has[i]
					}
				}
				if r.IntN(2) == 0 {
					wanted[k] = exchanged(wanted[k])
				}
			}
			n := e.blending(s, wanted...)
			for bases := range 1 << len(wanted) {
				m := e.blendingOf(s, wanted, bases)
				if m == nil {
					continue
				}
				if n == nil || e.cheaper(m, n, true) {
					t.Fatalf("%s: %v by %v, and by bases %b by %v", x.target, wanted, n, bases, m)
				}
				for k, row := range m.moved(t, s) {
					if !slices.Equal(row, wanted[k]) {
						t.Fatalf("%s: %v is wanted, and by bases %b there is %v", x.target, wanted[k], bases, row)
					}
				}
				found++
			}
		}
	}
	if t.Logf("%d ways to blend", found); found < 100 {
		t.Errorf("%d ways to blend", found)
	}
}
