package queue_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
)

// needsTime skips what takes a minute where each benchmark is run once.
func needsTime(b *testing.B) {
	if b.Helper(); !*full {
		b.Skip("takes a minute: -full")
	}
}

// The queue's own share of a run: the same shards with it, and one after another without. Shards of a second are what campaigns have.
func BenchmarkOverhead(b *testing.B) {
	needsTime(b)
	p, err := campaign.NewPlan(tool, "table", campaign.Options{Target: "avx2", Shape: "8xi32", Sample: 24 * 2500, Effort: "quick"}, 7, 24)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		began := time.Now()
		doer := new(campaign.Doer)
		for n := range p.Shards {
			if _, err := doer.Do(b.Context(), p.Task(n)); err != nil {
				b.Fatal(err)
			}
		}
		alone := time.Since(began)
		began = time.Now()
		f, err := campaign.Create(b.TempDir(), p)
		if err == nil {
			err = queue.Run(b.Context(), f, queue.Options{Workers: 1, Log: b.Logf})
		}
		if err != nil {
			b.Fatal(err)
		}
		queued := time.Since(began)
		b.ReportMetric(alone.Seconds()/float64(p.Shards), "s/shard")
		b.ReportMetric(100*(queued.Seconds()/alone.Seconds()-1), "%overhead")
	}
}

// One and two workers: how much sooner two are through. They take turns, and of each the quickest counts: what a machine gives a process varies more than what is asked here.
func BenchmarkScaling(b *testing.B) {
	needsTime(b)
	p, err := campaign.NewPlan(tool, "table", campaign.Options{Target: "avx2", Shape: "8xi32", Sample: 40 * 750, Effort: "quick"}, 7, 40)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var took [3]time.Duration
		for _, workers := range []int{2, 1, 2, 1, 2, 1, 2} { // the first one finds tables that are not there yet
			f, err := campaign.Create(b.TempDir(), p)
			if err != nil {
				b.Fatal(err)
			}
			began := time.Now()
			if err := queue.Run(b.Context(), f, queue.Options{Workers: workers, Log: b.Logf}); err != nil {
				b.Fatal(err)
			}
			if now := time.Since(began); took[workers] == 0 || now < took[workers] {
				took[workers] = now
			}
		}
		b.ReportMetric(took[1].Seconds()/took[2].Seconds(), "times")
	}
}

// A thousand workers, each with a connection of its own, of shards that are no work: what the server does in a second, and what it holds.
func BenchmarkThousandWorkers(b *testing.B) {
	needsTime(b)
	const workers, shards = 1000, 2000
	name := filepath.Join(b.TempDir(), "pairs")
	if err := os.WriteFile(name, []byte(strings.Repeat("W.Y. == W.Y.\n", shards)), 0o600); err != nil {
		b.Fatal(err)
	}
	p, err := campaign.NewPlan(tool, "prove", campaign.Options{Paths: []string{name}}, 7, shards)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		url, _ := elsewhere(b)
		f, err := campaign.Create(b.TempDir(), p)
		if err != nil {
			b.Fatal(err)
		}
		ctx, stop := context.WithCancel(b.Context())
		var all sync.WaitGroup
		var failed atomic.Int64
		for range workers {
			all.Go(func() {
				err := queue.Work(ctx, queue.WorkOptions{URL: url, Tool: tool, Workers: 1, Log: func(string, ...any) {}})
				if err != nil && ctx.Err() == nil {
					failed.Add(1)
				}
			})
		}
		began := time.Now()
		most, watching := heap(ctx)
		if err := queue.Run(ctx, f, queue.Options{URL: url, Log: b.Logf}); err != nil {
			b.Fatal(err)
		}
		took := time.Since(began)
		stop()
		<-watching
		all.Wait()
		if n := failed.Load(); n > 0 {
			b.Errorf("%d workers did not reach the server", n)
		}
		b.ReportMetric(shards/took.Seconds(), "shards/s")
		b.ReportMetric(float64(most.Load())/(1<<20), "MiB")
		b.Logf("%d shards by %d workers in %v", shards, workers, took)
	}
}

// heap watches how much memory there is in use, workers and all, until the context ends.
func heap(ctx context.Context) (most *atomic.Uint64, done chan struct{}) {
	most, done = new(atomic.Uint64), make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapInuse+m.StackInuse))
			time.Sleep(100 * time.Millisecond)
		}
	}()
	return most, done
}
