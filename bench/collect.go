package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/metrics"
	"sync"

	"github.com/lanescope/lanescope/g13/machine"
)

// stopping is how long a collection waits until everything stands still. Machine code cannot be stopped: it has to come back by itself.
const stopping = "/sched/pauses/stopping/gc:seconds"

// A wait is how long collections waited for the world to stop, in seconds: the upper ends of the classes in which the runtime counts.
type wait struct {
	stops                uint64  // two for a collection
	median, nearly, most float64 // within which were half of them, 99 of 100, and all
}

// String is in microseconds.
func (w wait) String() string {
	return fmt.Sprintf("%d stops, half of them within %.0f µs, 99 of 100 within %.0f µs, all within %.0f µs", w.stops, w.median*1e6, w.nearly*1e6, w.most*1e6)
}

// collecting is how long so many collections wait while every core runs a loop of the program that hardly ever ends, and how long machine code is at work meanwhile at a stretch.
func collecting(w *workload, p *machine.Program, native machine.Native, collections int) (wait, *held, error) {
	long := *w
	long.job = func(size int) job {
		j := w.job(size)
		j.numbers[0] = math.MaxUint32
		return j
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	holds := make([]held, runtime.GOMAXPROCS(0))
	for k := range holds {
		h, err := newHere(&long, 1, p, nil, 1)
		if err != nil {
			return wait{}, nil, err
		}
		if native != nil {
			h.dispatch.Native = timed{native, &holds[k]}
		}
		all.Go(func() {
			runtime.LockOSThread()
			for ctx.Err() == nil {
				h.dispatch.Run(ctx) // its only error is the context's
			}
		})
	}
	before := stops()
	for range collections {
		runtime.GC()
	}
	seen := waited(before, stops())
	cancel()
	all.Wait()
	sum := &held{}
	for k := range holds {
		sum.add(&holds[k])
	}
	return seen, sum, nil
}

// stops is how often collections have waited so long so far.
func stops() *metrics.Float64Histogram {
	sample := []metrics.Sample{{Name: stopping}}
	metrics.Read(sample)
	return sample[0].Value.Float64Histogram()
}

// waited is what came between two looks.
func waited(before, after *metrics.Float64Histogram) (w wait) {
	count := func(k int) uint64 { return after.Counts[k] - before.Counts[k] }
	for k := range after.Counts {
		w.stops += count(k)
	}
	seen := uint64(0)
	for k := range after.Counts {
		if seen += count(k); count(k) == 0 {
			continue
		}
		end := after.Buckets[k+1]
		if w.most = end; w.median == 0 && 2*seen >= w.stops {
			w.median = end
		}
		if w.nearly == 0 && 100*seen >= 99*w.stops {
			w.nearly = end
		}
	}
	return w
}
