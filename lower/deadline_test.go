package lower_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/chance"
	"github.com/lanescope/lanescope/lane"
	"github.com/lanescope/lanescope/lower"
)

// A deadlineCell is a map and how it is asked for.
type deadlineCell struct {
	m lane.Map
	o lower.Options
}

// deadlineCells are a map of every cell of the gate with both efforts and few, one or any number of constants; a share of them by chance.
func deadlineCells(t testing.TB, r *rand.Rand, share int) (cells []deadlineCell) {
	t.Helper()
	for _, g := range gateTargets {
		tg := targetNamed(t, g.name)
		for _, c := range gateCells(tg) {
			for _, effort := range []lower.Effort{lower.Best, lower.Quick} {
				for _, limit := range []lower.Limit{{}, lower.AtMost(0), lower.AtMost(1)} {
					if r.IntN(share) == 0 {
						cells = append(cells, deadlineCell{c.kind.randomMap(r, c.bits, c.total/c.bits, c.sources), lower.Options{Target: tg, Effort: effort, MaxConstants: limit}})
					}
				}
			}
		}
	}
	return cells
}

// How long after a deadline of 20 ms a Lowerer that nobody asked anything before answers.
func BenchmarkDeadline(b *testing.B) {
	const deadline, slack = 20 * time.Millisecond, 50 * time.Millisecond
	share := 1
	if testing.Short() {
		share = 10
	}
	cells := deadlineCells(b, chance.Random(b, 91), share)
	for b.Loop() {
		late, worst := 0, time.Duration(0)
		for _, c := range cells {
			ctx, cancel := context.WithTimeout(b.Context(), deadline)
			start := time.Now()
			_, _ = lower.New(c.o.Target).Lower(ctx, c.m, c.o)
			took := time.Since(start) - deadline
			cancel()
			if took > slack {
				late++
				b.Logf("%v late: %s, %v, at most %v constants: %v", took, c.o.Target.Name, c.o.Effort, c.o.MaxConstants, c.m)
			}
			worst = max(worst, took)
		}
		b.ReportMetric(float64(len(cells)), "maps")
		b.ReportMetric(float64(late), "late")
		b.ReportMetric(float64(worst.Milliseconds()), "ms-worst")
	}
}

// How long after its context is cancelled, some time within 60 ms, a Lowerer answers that nobody asked anything before. A deadline is known beforehand, and this is not.
func BenchmarkCancelled(b *testing.B) {
	const slack = 50 * time.Millisecond
	share := 4
	if testing.Short() {
		share = 40
	}
	r := chance.Random(b, 92)
	cells := deadlineCells(b, r, share)
	for b.Loop() {
		late, worst := 0, time.Duration(0)
		for _, c := range cells {
			ctx, cancel := context.WithCancel(b.Context())
			var told time.Time
			stop := time.AfterFunc(time.Duration(r.IntN(60_000))*time.Microsecond, func() { told = time.Now(); cancel() })
			_, _ = lower.New(c.o.Target).Lower(ctx, c.m, c.o)
			if stop.Stop() {
				cancel()
				continue // it was done before
			}
			<-ctx.Done()
			took := time.Since(told)
			if took > slack {
				late++
				b.Logf("%v late: %s, %v, at most %v constants: %v", took, c.o.Target.Name, c.o.Effort, c.o.MaxConstants, c.m)
			}
			worst = max(worst, took)
		}
		b.ReportMetric(float64(len(cells)), "maps")
		b.ReportMetric(float64(late), "late")
		b.ReportMetric(float64(worst.Milliseconds()), "ms-worst")
	}
}
