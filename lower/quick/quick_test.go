package quick_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower/quick"
	"github.com/lanescope/lanescope/target"
)

// balanced are the weights of package lower's default cost.
var balanced = quick.Options{Weights: quick.Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 64}

func engineOf(t testing.TB, name string) *quick.Engine {
	t.Helper()
	tg, ok := target.Find(name)
	if !ok {
		t.Fatalf("no target %q", name)
	}
	return quick.New(tg)
}

// randomMask is a map of two sources, each lane from anywhere.
func randomMask(r *rand.Rand, bits, n int) lane.Map {
	m := lane.Map{Bits: bits, Src: []int{n, n}, Lane: make([]lane.Lane, n)}
	for i := range m.Lane {
		m.Lane[i] = lane.From(r.IntN(2), r.IntN(n))
	}
	return m
}

// worstOf is of how many masks the slowest decision is reported.
func worstOf() int {
	if testing.Short() {
		return 100
	}
	return 10_000
}

// Random masks of two sources, one after another: what they cost on the average, how many are decided in a second, and how long the slowest takes.
func BenchmarkDecide(b *testing.B) {
	for _, name := range [...]string{"sse2", "ssse3", "sse4.1", "avx", "avx2", "avx512", "avx512vbmi", "neon", "wasm"} {
		for _, shape := range [...][2]int{{8, 16}, {16, 8}, {32, 8}, {16, 16}, {8, 32}} {
			tg, _ := target.Find(name)
			if shape[0]*shape[1] > tg.Bits[len(tg.Bits)-1] {
				continue
			}
			b.Run(fmt.Sprintf("%s/%dxi%d", name, shape[1], shape[0]), func(b *testing.B) {
				e, r := engineOf(b, name), rand.New(rand.NewPCG(1, 2))
				var maps []lane.Map
				var q quick.Program
				for range 256 {
					maps = append(maps, randomMask(r, shape[0], shape[1]))
					e.Decide(&q, &maps[len(maps)-1], balanced)
				}
				cost, n := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					if !e.Decide(&q, &maps[n%len(maps)], balanced) {
						b.Fatalf("%v: nothing is decided", maps[n%len(maps)])
					}
					cost += q.Cost(balanced.Weights)
					n++
				}
				b.ReportMetric(float64(cost)/float64(n), "cost")
				b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "masks/s")
				b.ReportMetric(float64(slowest(e, r, shape[0], shape[1]).Nanoseconds())/1000, "µs-worst")
			})
		}
	}
}

// slowest is how long the slowest of so many decisions takes, each by the faster of two tries: what else the machine does is not the decision's.
func slowest(e *quick.Engine, r *rand.Rand, bits, n int) (worst time.Duration) {
	var q quick.Program
	for range worstOf() {
		m := randomMask(r, bits, n)
		var took [2]time.Duration
		for k := range took {
			start := time.Now()
			e.Decide(&q, &m, balanced)
			took[k] = time.Since(start)
		}
		worst = max(worst, min(took[0], took[1]))
	}
	return worst
}

// Without weights ops are counted: nothing is divided by what they cost.
func TestNoWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, tg := range target.Targets() {
		if tg.Holds(target.General) {
			continue
		}
		e, n := quick.New(tg), 0
		for range 32 {
			m := randomMask(r, 16, 8)
			var p, q quick.Program
			known := e.Decide(&p, &m, quick.Options{})
			if again := e.Decide(&q, &m, quick.Options{Weights: quick.Weights{Op: 1}}); known != again || known && len(p.Ops()) != len(q.Ops()) {
				t.Fatalf("%s: %v: %v in %d ops without weights, %v in %d with those of ops", tg.Name, m, known, len(p.Ops()), again, len(q.Ops()))
			}
			if known {
				n++
			}
		}
		if _, able := tg.Find("pshufd", 128, 1); n == 0 && able {
			t.Errorf("%s: nothing is decided", tg.Name)
		}
	}
}
