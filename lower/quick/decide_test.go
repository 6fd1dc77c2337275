package quick

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/target"
)

// balanced are the weights of package lower's default cost.
var balanced = Options{Weights: Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 64}

// value is what a program computes of inputs of n bytes, byte by byte, from the meaning of its rows in package target.
func value(t *testing.T, q *Program, m *lane.Map) lane.Map {
	t.Helper()
	n := m.Bits * len(m.Lane) / 8
	src := make([]int, len(m.Src))
	for k := range src {
		src[k] = n
	}
	values := make([]lane.Map, 0, 64)
	for k := range src {
		v := lane.Map{Bits: 8, Src: src, Lane: make([]lane.Lane, n)}
		for i := range v.Lane {
			v.Lane[i] = lane.From(k, i)
		}
		values = append(values, v)
	}
	for _, o := range q.Ops() {
		args := make([]lane.Map, len(o.Args))
		for k, a := range o.Args {
			args[k] = resized(values[a], o.Row.Src[k]/8)
		}
		if o.Made {
			for _, l := range values[o.By].Lane {
				if l != lane.Zero() {
					t.Fatalf("%s: its constant is no zeros", o.Row.Name)
				}
			}
		}
		values = append(values, apply(t, &o, args, src))
	}
	return resized(values[q.Result()], n)
}

// apply is what an op makes of its operands.
func apply(t *testing.T, o *Op, args []lane.Map, src []int) lane.Map {
	t.Helper()
	if o.Row.Union != nil {
		return o.Row.Union.Of(args...)
	}
	var does lane.Map
	if o.Row.Imm != nil {
		does = o.Row.Imm.Map(o.Imm)
	} else {
		does = o.Row.Index.Apply(o.Const)
	}
	does, err := inBytes(does)
	if err != nil {
		t.Fatalf("%s: %v", o.Row.Name, err)
	}
	r := lane.Map{Bits: 8, Src: src, Lane: make([]lane.Lane, len(does.Lane))}
	for i, l := range does.Lane {
		if r.Lane[i] = l; l.Kind == lane.Source {
			r.Lane[i] = args[l.Src].Lane[l.Index]
		}
	}
	return r
}

func inBytes(m lane.Map) (lane.Map, error) {
	if m.Bits < 8 {
		return m.Widen(8)
	}
	return m.Regroup(8)
}

// resized is a register cut, or with zeros above.
func resized(v lane.Map, bytes int) lane.Map {
	r := lane.Map{Bits: 8, Src: v.Src, Lane: make([]lane.Lane, bytes)}
	for i := range r.Lane {
		if r.Lane[i] = lane.Zero(); i < len(v.Lane) {
			r.Lane[i] = v.Lane[i]
		}
	}
	return r
}

// randomMap is a map of so many sources. Of ten lanes some are undefined, and some zero.
func randomMap(r *rand.Rand, bits, n, sources, undefined, zeros int) lane.Map {
	m := lane.Map{Bits: bits, Lane: make([]lane.Lane, n)}
	for range sources {
		m.Src = append(m.Src, n)
	}
	for i := range m.Lane {
		switch x := r.IntN(10); {
		case x < undefined:
		case x < undefined+zeros:
			m.Lane[i] = lane.Zero()
		default:
			m.Lane[i] = lane.From(r.IntN(sources), r.IntN(n))
		}
	}
	return m
}

// Every target, width of registers, width of lanes and number of sources: what is decided is what was asked, and something is decided.
func TestDecidesRight(t *testing.T) {
	r := chance.Random(t, 0)
	shapes := 0
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors || testing.Short() && tg.Holds(target.General) {
			continue
		}
		e := New(tg)
		for _, total := range tg.Bits {
			for _, bits := range [...]int{8, 16, 32, 64} {
				for sources := 1; sources <= 3; sources++ {
					shapes++
					for kind := range 4 {
						for try := range costs {
							if testing.Short() && (kind != shapes%4 || try != shapes%3) {
								continue
							}
							m := randomMap(r, bits, total/bits, sources, kind%2*4, kind/2*3)
							e.decidesRight(t, tg.Name, &m, costs[try])
						}
					}
				}
			}
		}
	}
	if shapes == 0 {
		t.Error("nothing was asked")
	}
}

// Few lanes of one source, each beside a zero, and elsewhere zeros alone: what is interleaved with zeros has those too. Zeros of pairs of which nothing else is wanted were forgotten.
func TestZerosBesideFewLanes(t *testing.T) {
	r := chance.Random(t, 1)
	told, err := lane.Parse("i8x16 -> _ _ _ z _ _ a14 _ _ _ a9 _ _ _ _ _") // of a random map of lsx
	if err != nil {
		t.Fatal(err)
	}
	for _, tg := range target.Targets() {
		if tg.Files[0] != target.Vectors {
			continue
		}
		e := New(tg)
		for _, total := range tg.Bits {
			if total == 128 {
				e.decidesRight(t, tg.Name, &told, balanced)
			}
			for range 60 {
				bits := 8 << r.IntN(2)
				n, odd := total/bits, r.IntN(2)
				m := lane.Map{Bits: bits, Src: []int{n}, Lane: make([]lane.Lane, n)}
				for i := 0; i < n; i += 2 {
					switch r.IntN(4) {
					case 0:
						m.Lane[i+odd], m.Lane[i+1-odd] = lane.From(0, r.IntN(n)), lane.Zero()
					case 1:
						m.Lane[i+r.IntN(2)] = lane.Zero()
					case 2:
						m.Lane[i+odd] = lane.From(0, r.IntN(n))
					}
				}
				e.decidesRight(t, tg.Name, &m, costs[r.IntN(len(costs))])
			}
		}
	}
}

// costs are what decisions are asked for: the default, fewest ops, and no constants.
var costs = [...]Options{balanced, {Weights: Weights{Op: 1 << 16, Constant: 1 << 8, Copy: 1}, Constants: 64}, {Weights: balanced.Weights}}

func (e *Engine) decidesRight(t *testing.T, name string, m *lane.Map, o Options) {
	t.Helper()
	var q Program
	if !e.Decide(&q, m, o) {
		if o.Constants > 0 {
			t.Errorf("%s: %v: nothing is decided", name, m)
		}
		return
	}
	loads := 0
	for _, op := range q.Ops() {
		if op.Row.Index != nil && !op.Row.Index.Inline && !op.Made {
			loads++
		}
	}
	if o.Constants == 0 && loads > 0 {
		t.Errorf("%s: %v: %d constants where none may be loaded", name, m, loads)
	}
	got := value(t, &q, m)
	if v, err := lane.Compare(got, *m); err != nil || v.Relation != lane.Equal && v.Relation != lane.Refines {
		t.Fatalf("%s: %v: %s gives %v: %v %v", name, m, q.rows(), got, v, err)
	}
}

// Where no constant may be loaded a map is taken apart again and again, and that ends: three sources of 64 bytes are among the hardest.
func TestDecisionsEnd(t *testing.T) {
	r := chance.Random(t, 1)
	most := 0
	for _, name := range [...]string{"avx2", "avx512vbmi"} {
		tg, _ := target.Find(name)
		e := New(tg)
		for range 2 {
			for sources := 1; sources <= 3; sources++ {
				total := tg.Bits[len(tg.Bits)-1]
				m := randomMap(r, 8, total/8, sources, 0, 2)
				var q Program
				e.Decide(&q, &m, Options{Weights: balanced.Weights})
				most = max(most, q.tried)
			}
		}
	}
	t.Logf("at most %d rows were tried", most)
	if few, slack := mostTried, 50_000; most < few || most > lastTried+slack {
		t.Errorf("at most %d rows were tried, not between %d and %d: the bound does not hold, or was not met", most, few, lastTried+slack)
	}
}

// Who is told to stop tries no more rows, so that what was found by then is taken, which may be nothing. Rows are what takes time, and no few of them are tried between two questions.
func TestStop(t *testing.T) {
	tg, _ := target.Find("avx512vbmi")
	e, m := New(tg), randomMap(chance.Random(t, 2), 8, 64, 3, 0, 2)
	for _, after := range []int{0, 1, 10} {
		var q Program
		asked := 0
		e.Decide(&q, &m, Options{Weights: balanced.Weights, Stop: func() bool {
			asked++
			return asked > after
		}})
		if most := after*StopEvery + 50_000; asked != after+1 || q.tried > most {
			t.Errorf("told to stop at question %d, was asked %d times, and tried %d rows, want at most %d", after, asked, q.tried, most)
		}
	}
}

// Who is in a hurry has a way nevertheless, to each map of bytes and words and with few constants, and tries few rows more: those that take the longest without.
func TestHurry(t *testing.T) {
	r := chance.Random(t, 3)
	asked, most, steps := 0, 0, 0
	for _, name := range [...]string{"sse2", "avx", "avx2", "avx512", "avx512vbmi", "neon"} {
		tg, _ := target.Find(name)
		e, total := New(tg), tg.Bits[len(tg.Bits)-1]
		for _, bits := range [...]int{8, 16} {
			for sources := 1; sources <= 2; sources++ {
				for kind := range 4 {
					for constants := range 3 {
						if testing.Short() && r.IntN(4) > 0 {
							continue
						}
						asked++
						m := randomMap(r, bits, total/bits, sources, kind%2*3, kind/2*3)
						var q Program
						if !e.Decide(&q, &m, Options{Weights: balanced.Weights, Constants: constants, Hurry: func() bool { return true }}) {
							t.Errorf("%s: %v: with %d constants nothing is decided in a hurry", name, m, constants)
						}
						most, steps = max(most, q.tried), max(steps, q.n)
					}
				}
			}
		}
	}
	t.Logf("at most %d rows were tried, and taken %d", most, steps)
	if asked == 0 || most > hurried*9/10 || steps > mostSteps*19/20 {
		t.Errorf("%d maps: at most %d rows were tried, and taken %d: no room is left", asked, most, steps)
	}
}

// A target is ready for the widths of its registers of vectors, and for no others.
func TestReady(t *testing.T) {
	tg, _ := target.Find("avx2")
	e := New(tg)
	for bits, want := range map[int]bool{64: false, 128: true, 256: true, 512: false} {
		if got := e.Ready(bits); got != want {
			t.Errorf("%d bits: %v, want %v", bits, got, want)
		}
	}
}

// A program's constant stands for no more than its op asks of it.
func TestRefuses(t *testing.T) {
	tg, _ := target.Find("sse2")
	e := New(tg)
	for _, text := range [...]string{
		"i4x32 -> a1 a0 a3 a2 a5 a4 a7 a6 a9 a8 a11 a10 a13 a12 a15 a14 a17 a16 a19 a18 a21 a20 a23 a22 a25 a24 a27 a26 a29 a28 a31 a30",
		"i32x4 -> a0 #7 a1 a2", "i32x4 -> a0 . a1 a2", "i32x8 -> a0 a1 a2 a3 a4 a5 a7 a6",
	} {
		m, err := lane.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if e.Decide(new(Program), &m, balanced) {
			t.Errorf("%s is decided, which is no bytes and zeros in registers", text)
		}
	}
}

// After the first, decisions allocate nothing.
func TestNoAllocation(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection may empty the pool, and what is made anew is no decision's
	for _, name := range [...]string{"sse2", "avx2", "avx512", "neon", "wasm"} {
		tg, _ := target.Find(name)
		e, r := New(tg), rand.New(rand.NewPCG(1, 2))
		var q Program
		maps := make([]lane.Map, 50)
		for k := range maps {
			total := tg.Bits[k%len(tg.Bits)]
			maps[k] = randomMap(r, 16, total/16, 2, k%3, k%2)
			e.Decide(&q, &maps[k], balanced)
		}
		k := 0
		if n := testing.AllocsPerRun(len(maps)-1, func() {
			e.Decide(&q, &maps[k], balanced)
			k++
		}); n != 0 {
			t.Errorf("%s: %v allocations a decision", name, n)
		}
	}
}

// One engine decides for several goroutines at once as it does for one.
func TestConcurrent(t *testing.T) {
	tg, _ := target.Find("avx2")
	e, r := New(tg), rand.New(rand.NewPCG(5, 6))
	var maps []lane.Map
	var want []string
	for range 40 {
		m := randomMap(r, 32, 8, 2, 1, 1)
		var q Program
		e.Decide(&q, &m, balanced)
		maps, want = append(maps, m), append(want, fmt.Sprint(q.Ops()))
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var q Program
			for k := range maps {
				if e.Decide(&q, &maps[k], balanced); fmt.Sprint(q.Ops()) != want[k] {
					t.Errorf("%v: another answer at the same time as others", maps[k])
				}
			}
		})
	}
	wg.Wait()
}
