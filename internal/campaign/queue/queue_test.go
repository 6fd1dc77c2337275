package queue_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
)

var full = flag.Bool("full", false, "kill 50 times, and have more workers")

// tool is the version in tests.
const tool = "test"

// patience is short, so that shards of those who were killed go on at once. No test depends on how long it is.
const patience = time.Second

// TestMain is also the processes that tests kill: a collector with the server, or a worker.
func TestMain(m *testing.M) {
	role, dir := os.Getenv("CAMPAIGN_ROLE"), os.Getenv("CAMPAIGN_DIR")
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, role+": "+format+"\n", args...) }
	var err error
	switch role {
	case "":
		os.Exit(m.Run())
	case "run":
		var f *campaign.Folder
		if f, err = campaign.Open(dir); err == nil {
			err = queue.Run(context.Background(), f, queue.Options{Listen: true, Patience: patience, Log: log})
		}
	case "collect":
		var f *campaign.Folder
		if f, err = campaign.Open(dir); err == nil {
			err = queue.Run(context.Background(), f, queue.Options{URL: os.Getenv("CAMPAIGN_URL"), Replicas: 3, Patience: patience, Log: log})
		}
	case "work":
		err = queue.Work(context.Background(), queue.WorkOptions{Dir: dir, Tool: tool, Workers: 1, Patience: patience, Log: log})
	case "node":
		err = node(dir)
	case "work for a cluster":
		err = queue.Work(context.Background(), queue.WorkOptions{URL: os.Getenv("CAMPAIGN_URL"), Tool: tool, Workers: 1, Patience: patience, Log: log})
	}
	if err != nil {
		log("%v", err)
		os.Exit(1)
	}
}

// plan is all maps of four lanes of 16 bits, of which each takes next to no time.
func plan(t *testing.T, shards int) *campaign.Plan {
	t.Helper()
	p, err := campaign.NewPlan(tool, "table", campaign.Options{Target: "neon", Shape: "4xi16", Sample: 20 * shards, Effort: "quick"}, 7, shards)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// folder is a new campaign.
func folder(t *testing.T, p *campaign.Plan) *campaign.Folder {
	t.Helper()
	f, err := campaign.Create(t.TempDir(), p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// merged is the result of a campaign, which has to be whole.
func merged(t *testing.T, f *campaign.Folder) []byte {
	t.Helper()
	u, err := campaign.Join(f.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(u.Shards()); got != f.Plan.Shards {
		t.Fatalf("%d of %d shards are there", got, f.Plan.Shards)
	}
	var b bytes.Buffer
	if err := u.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// plainly is the result of a plan that no queue had to do with.
func plainly(t *testing.T, p *campaign.Plan) []byte {
	t.Helper()
	f := folder(t, p)
	doer := new(campaign.Doer)
	for n := range p.Shards {
		body, err := doer.Do(t.Context(), p.Task(n))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Put(n, body); err != nil {
			t.Fatal(err)
		}
	}
	return merged(t, f)
}

// One, two and four workers leave what doing shard after shard leaves.
func TestWorkers(t *testing.T) {
	p := plan(t, 24)
	want := plainly(t, p)
	for _, n := range []int{1, 2, 4} {
		f := folder(t, p)
		last := 0
		err := queue.Run(t.Context(), f, queue.Options{Workers: n, Patience: patience, Log: t.Logf, Progress: func(done, all int) { last = done }})
		if err != nil {
			t.Fatal(err)
		}
		if last != p.Shards {
			t.Errorf("%d workers: it was said that %d shards are done", n, last)
		}
		if !bytes.Equal(merged(t, f), want) {
			t.Errorf("%d workers: another result", n)
		}
		if err := queue.Run(t.Context(), f, queue.Options{Workers: n}); err != nil {
			t.Errorf("what is done is done again: %v", err)
		}
	}
}

// A run that is interrupted keeps what is done, and goes on from there.
func TestInterrupted(t *testing.T) {
	p := plan(t, 64)
	f := folder(t, p)
	ctx, stop := context.WithCancel(t.Context())
	err := queue.Run(ctx, f, queue.Options{Workers: 2, Patience: patience, Log: t.Logf, Progress: func(done, _ int) {
		if done == 5 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("an interrupted run ends with %v", err)
	}
	done, err := f.Done()
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, is := range done {
		if is {
			kept++
		}
	}
	if kept < 5 || kept == p.Shards { // some others may be on their way to the folder
		t.Errorf("%d shards are kept, of 5", kept)
	}
	if err := queue.Run(t.Context(), f, queue.Options{Workers: 2, Patience: patience, Log: t.Logf}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(merged(t, f), plainly(t, p)) {
		t.Error("another result")
	}
}

// A queue of rubbish is made anew, and a broken shard is done again: the folder's whole shards are the truth.
func TestQueueIsLost(t *testing.T) {
	p := plan(t, 8)
	f := folder(t, p)
	if err := queue.Run(t.Context(), f, queue.Options{Workers: 1, Log: t.Logf}); err != nil {
		t.Fatal(err)
	}
	want := merged(t, f)
	shards, err := filepath.Glob(filepath.Join(f.Dir, "shards", "*"))
	if err != nil || len(shards) != 8 {
		t.Fatal(shards, err)
	}
	if err := os.Truncate(shards[2], 100); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(shards[5]); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(f.Dir, "queue")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Dir, "queue"), []byte("no folder"), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	if err := queue.Run(t.Context(), f, queue.Options{Workers: 1, Log: func(format string, args ...any) { fmt.Fprintf(&said, format+"\n", args...) }}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "1 shards were broken") || !strings.Contains(said.String(), "made anew") {
		t.Errorf("it was said:\n%s", &said)
	}
	if !bytes.Equal(merged(t, f), want) {
		t.Error("another result")
	}
}

// Two runs do not work in one folder.
func TestOneRunAtATime(t *testing.T) {
	f := folder(t, plan(t, 2))
	unlock, err := f.Lock()
	if err != nil {
		t.Fatal(err)
	}
	if err := queue.Run(t.Context(), f, queue.Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second run: %v", err)
	}
	unlock()
	if err := queue.Run(t.Context(), f, queue.Options{Workers: 1}); err != nil {
		t.Error(err)
	}
}
