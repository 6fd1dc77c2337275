package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A verdict is what became of a mutant.
type verdict int

// The verdicts.
const (
	noticed verdict = iota
	timedOut
	survived
	notCompiled // no mutant of the line did
)

func (v verdict) String() string {
	return [...]string{"noticed", "timed out", "survived", "did not compile"}[v]
}

// A trial is a mutant that was tried, and what became of it.
type trial struct {
	mutant
	verdict
	passed int // mutants of the line that were tried before and did not compile
}

// What a mutant's tests may take.
const (
	grace  = 10      // times the time of the processor that they usually take,
	atMost = 5 << 30 // this much memory,
	clock  = 10 * time.Minute
)

// try compiles a mutant and runs the tests, the quick ones first.
func (t *target) try(ctx context.Context, m mutant, work string) (verdict, error) {
	changed, overlay, bin := filepath.Join(work, "changed.go"), filepath.Join(work, "overlay.json"), filepath.Join(work, "x.test")
	places, err := json.Marshal(map[string]map[string]string{"Replace": {m.of.path: changed}})
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(changed, m.text(), 0o600); err != nil {
		return 0, err
	}
	if err := os.WriteFile(overlay, places, 0o600); err != nil {
		return 0, err
	}
	if _, err := t.build(ctx, bin, overlay); err != nil {
		return notCompiled, ctx.Err()
	}
	if t.slow == "" {
		return t.run(ctx, bin, "-test.run", t.tests)
	}
	if v, err := t.run(ctx, bin, "-test.run", t.tests, "-test.skip", t.slow); v != survived || err != nil {
		return v, err
	}
	return t.run(ctx, bin, "-test.run", t.slow)
}

// run runs some of the tests. The limit is on the time of the processor, so that it does not depend on what else the machine does.
func (t *target) run(ctx context.Context, bin string, which ...string) (verdict, error) {
	limit := limits{max(grace*t.took+10*time.Second, time.Second), atMost}
	within, cancel := context.WithTimeout(ctx, clock)
	defer cancel()
	cmd := t.command(within, bin, limit, append(which, t.args...)...)
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case cmd.ProcessState == nil:
		return 0, err
	case err == nil:
		return survived, nil
	case within.Err() != nil, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime() >= limit.cpu-time.Second:
		return timedOut, nil
	}
	return noticed, nil
}

// tryFirst tries a line's mutants until one compiles.
func tryFirst(ctx context.Context, by map[*source]*target, p pick, work string) (trial, error) {
	for i, m := range p {
		v, err := by[m.of].try(ctx, m, work)
		if err != nil || v != notCompiled {
			return trial{m, v, i}, err
		}
	}
	return trial{p[0], notCompiled, len(p)}, nil
}

// tryAll tries lines until enough of them had a mutant that compiled. Which these are does not depend on the number of workers.
func tryAll(ctx context.Context, ts []*target, picks []pick, enough, workers int, tell func(done int, t trial)) ([]trial, error) {
	by := map[*source]*target{}
	for _, t := range ts {
		for _, s := range t.sources {
			by[s] = t
		}
	}
	q := &queue{picks: picks, enough: enough, trials: make([]trial, len(picks)), tell: tell}
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			work, err := os.MkdirTemp("", "mutate")
			if err != nil {
				q.fail(err)
				return
			}
			defer os.RemoveAll(work)
			for {
				i, ok := q.take()
				if !ok {
					return
				}
				t, err := tryFirst(ctx, by, picks[i], work)
				if err != nil {
					q.fail(err)
					return
				}
				q.put(i, t)
			}
		})
	}
	wait.Wait()
	return q.all()
}

// A queue gives lines out in their order, until enough are done.
type queue struct {
	mu     sync.Mutex
	picks  []pick
	enough int
	next   int // the first that nobody has
	done   int // that had a mutant which compiled
	trials []trial
	err    error
	tell   func(done int, t trial)
}

func (q *queue) take() (i int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err != nil || q.done >= q.enough || q.next == len(q.picks) {
		return 0, false
	}
	q.next++
	return q.next - 1, true
}

func (q *queue) put(i int, t trial) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.trials[i] = t
	if t.verdict != notCompiled {
		q.done++
	}
	q.tell(q.done, t)
}

func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = err
	}
}

// all is what was tried, up to enough of those that compiled: a second worker may have done one more.
func (q *queue) all() ([]trial, error) {
	if q.err != nil {
		return nil, q.err
	}
	done := 0
	for i, t := range q.trials[:q.next] {
		if t.verdict != notCompiled {
			if done++; done == q.enough {
				return q.trials[:i+1], nil
			}
		}
	}
	if done == 0 {
		return nil, fmt.Errorf("no mutant compiles")
	}
	return q.trials[:q.next], nil
}
