package lower_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/oracle"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/lower/quick"
)

// decidedShapes are lanes × bits of a lane.
var decidedShapes = [...][2]int{{16, 8}, {8, 16}, {8, 32}, {16, 16}, {32, 8}}

// besideMasks is how many random masks of two sources each shape has.
func besideMasks() int {
	if testing.Short() {
		return 20
	}
	return 1000
}

// Random masks of two sources: how long a decision takes, how long Lower takes, and how long LLVM's compiler takes for a function with that mask, in one run.
func BenchmarkBesideLLC(b *testing.B) {
	llc := oracle.Need(b, "llc")
	for _, g := range gateTargets {
		tg := targetNamed(b, g.name)
		for _, shape := range decidedShapes {
			if bits := shape[0] * shape[1]; bits > tg.Bits[len(tg.Bits)-1] || bits < tg.Bits[0] {
				continue
			}
			r := rand.New(rand.NewPCG(21, 22))
			masks := make([]lane.Map, besideMasks())
			for k := range masks {
				masks[k] = gateKinds[0].randomMap(r, shape[1], shape[0], 2)
			}
			b.Run(fmt.Sprintf("%s/%dx%d", g.name, shape[0], shape[1]), func(b *testing.B) {
				e, l := quick.New(tg), new(lower.Lowerer)
				o := quick.Options{Weights: quick.Weights{Op: 1, Constant: 2, Copy: 1}, Constants: 64}
				var q quick.Program
				var worst, decided, lowered time.Duration
				n := 0
				e.Decide(&q, &masks[0], o)
				if _, err := l.Lower(b.Context(), masks[0], lower.Options{Target: tg, Effort: lower.Quick}); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					m := masks[n%len(masks)]
					took := faster(func() {
						if !e.Decide(&q, &m, o) {
							b.Fatalf("%v: nothing is decided", m)
						}
					})
					start := time.Now()
					if _, err := l.Lower(b.Context(), m, lower.Options{Target: tg, Effort: lower.Quick}); err != nil {
						b.Fatal(err)
					}
					worst, decided, lowered = max(worst, took), decided+took, lowered+time.Since(start)
					n++
				}
				theirs := perFunction(b, llc, g.llvm, masks)
				ours := decided / time.Duration(n)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(ours.Nanoseconds())/1000, "µs-decide")
				b.ReportMetric(float64(worst.Nanoseconds())/1000, "µs-worst")
				b.ReportMetric(float64((lowered/time.Duration(n)).Nanoseconds())/1000, "µs-lower")
				b.ReportMetric(float64(theirs.Nanoseconds())/1000, "µs-llc")
				b.ReportMetric(float64(theirs)/float64(ours), "×")
			})
		}
	}
}

// Random masks of two sources that are searched: how many a second, what they cost in the mean and decided quickly, and of how many nothing cheaper has fewer ops.
func BenchmarkBest(b *testing.B) {
	for _, c := range [...]struct {
		target string
		shape  [2]int
	}{{"ssse3", [2]int{16, 8}}, {"avx2", [2]int{8, 32}}, {"avx2", [2]int{16, 16}}} {
		b.Run(fmt.Sprintf("%s/%dx%d", c.target, c.shape[0], c.shape[1]), func(b *testing.B) {
			tg, l, r := targetNamed(b, c.target), new(lower.Lowerer), rand.New(rand.NewPCG(5, 6))
			lowered := func(m lane.Map, effort lower.Effort) *lower.Result {
				res, err := l.Lower(b.Context(), m, lower.Options{Target: tg, Effort: effort})
				if err != nil {
					b.Fatalf("%v: %v", m, err)
				}
				return res
			}
			random := func() lane.Map { return gateKinds[0].randomMap(r, c.shape[1], c.shape[0], 2) }
			lowered(random(), lower.Best) // which makes the tables
			cost, quickly, proved, n := 0, 0, 0, 0
			for b.Loop() {
				m := random() // none twice, as what was found is remembered
				best := lowered(m, lower.Best)
				cost += balanced(best.Count)
				if best.Proof != lower.BestKnown {
					proved++
				}
				n++
				b.StopTimer()
				quickly += balanced(lowered(m, lower.Quick).Count)
				b.StartTimer()
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "masks/s")
			b.ReportMetric(float64(cost)/float64(n), "cost")
			b.ReportMetric(float64(quickly)/float64(n), "cost-quick")
			b.ReportMetric(100*float64(proved)/float64(n), "%-proved")
		})
	}
}

// faster is how long the faster of two tries takes: what else the machine does in between is not counted.
func faster(try func()) time.Duration {
	var took [2]time.Duration
	for k := range took {
		start := time.Now()
		try()
		took[k] = time.Since(start)
	}
	return min(took[0], took[1])
}

// perFunction is how long a processor is at work in LLVM's compiler for each of many functions: what a file without any takes is not counted.
func perFunction(b *testing.B, llc string, options []string, masks []lane.Map) time.Duration {
	var text strings.Builder
	for k, m := range masks {
		text.WriteString(function(k, m))
	}
	var took [2]time.Duration
	for k, content := range [...]string{"", text.String()} {
		path := filepath.Join(b.TempDir(), "masks.ll")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
		cmd := exec.Command(llc, append(slices.Clip(options), "-O2", "-filetype=null", path)...)
		if err := oracle.Usual.Run(cmd); err != nil {
			b.Skip(err)
		}
		took[k] = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return (took[1] - took[0]) / time.Duration(len(masks))
}
