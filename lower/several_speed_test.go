package lower_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lower"
	"github.com/lanescope/lanescope/target"
)

// What is decided for maps of several registers, random ones of two sources, under the budget of explain: how long one takes, and what it costs.
func BenchmarkSeveral(b *testing.B) {
	for _, tg := range target.Targets() {
		if tg.Holds(target.General) {
			continue
		}
		for k, shape := range [...][2]int{{8, 32}, {16, 16}, {8, 64}, {16, 32}, {8, 128}, {8, 256}} {
			if shape[0]*shape[1] <= tg.Bits[len(tg.Bits)-1] || testing.Short() && k%3 != 0 {
				continue
			}
			b.Run(fmt.Sprintf("%s/%dxi%d", tg.Name, shape[1], shape[0]), func(b *testing.B) {
				random, l := chance.Random(b, 231), lower.New(tg)
				cost, n, worst := 0, 0, time.Duration(0)
				for b.Loop() {
					m := randomMap(random, shape[0], shape[1], 2, false)
					start := time.Now()
					r, err := l.Lower(b.Context(), m, lower.Options{Effort: lower.Quick, Budget: 1 << 8})
					if err != nil {
						b.Fatal(err)
					}
					worst = max(worst, time.Since(start))
					cost += r.Ops + 2*r.Constants + r.Copies
					n++
				}
				b.ReportMetric(float64(cost)/float64(n), "cost")
				b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
			})
		}
	}
}
