package queue_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
)

// Files are read by workers of the folder whose plan names them; workers that know a server alone leave them to others.
func TestWorkersReadFilesOfTheirFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.s")
	if err := os.WriteFile(name, []byte("pshufd $27, %xmm0, %xmm1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := campaign.NewPlan(tool, "mine", campaign.Options{Paths: []string{name}}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := folder(t, p)
	ended := make(chan error, 1)
	go func() {
		ended <- queue.Run(t.Context(), f, queue.Options{Listen: true, Patience: patience, Log: t.Logf})
	}()
	address := filepath.Join(f.Dir, "address")
	var url []byte
	for began := time.Now(); len(url) == 0; time.Sleep(10 * time.Millisecond) {
		if url, _ = os.ReadFile(address); time.Since(began) > time.Minute {
			t.Fatal("there is no server")
		}
	}
	left := make(chan bool, 1)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	err = queue.Work(ctx, queue.WorkOptions{URL: strings.TrimSpace(string(url)), Tool: tool, Workers: 1, Patience: patience, Log: func(format string, args ...any) {
		if strings.Contains(format, "files of another machine") {
			select {
			case left <- true:
				stop()
			default: // it was said before
			}
		}
	}})
	if len(left) != 1 || count(t, f) != 0 {
		t.Fatalf("a worker that knows a server alone did %d shards: %v", count(t, f), err)
	}
	if err := queue.Work(t.Context(), queue.WorkOptions{Dir: f.Dir, Tool: tool, Workers: 1, Patience: patience, Log: t.Logf}); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(merged(t, f)), "mask\ti32x4 -> a3 a2 a1 a0\t1 uses") {
		t.Errorf("%s", merged(t, f))
	}
}
