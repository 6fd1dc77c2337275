package queue_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/campaign/queue"
)

// A worker that is gone in the middle of a shard leaves behind what it has, and the next one goes on from there: what stands in that part stands in the result.
func TestPartsOfShards(t *testing.T) {
	url, js := elsewhere(t)
	p, err := campaign.NewPlan(tool, "table", campaign.Options{Target: "neon", Shape: "4xi16", Sample: 600, Effort: "quick"}, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	f := folder(t, p)
	o := queue.Options{URL: url, Workers: 1, Patience: patience, SaveEvery: time.Nanosecond, Log: t.Logf}
	if err := queue.DieAtPart(t.Context(), js, p, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("the shard was done and no part saved: %v", err)
	}
	answers, err := js.ObjectStore(t.Context(), "LANESCOPE-ANSWERS-"+p.ID())
	if err != nil {
		t.Fatal(err)
	}
	part, err := answers.GetBytes(t.Context(), "0.part")
	if err != nil {
		t.Fatal(err)
	}
	head, body, _ := bytes.Cut(part, []byte("\n"))
	items, _, _ := strings.Cut(string(head), " ")
	_, rest, _ := bytes.Cut(body, []byte("\n"))
	body = append([]byte("what was there\n"), rest...)
	if _, err := answers.PutBytes(t.Context(), "0.part", append(fmt.Appendf(nil, "%s %x\n", items, sha256.Sum256(body)), body...)); err != nil {
		t.Fatal(err)
	}
	if err := queue.Run(t.Context(), f, o); err != nil {
		t.Fatal(err)
	}
	if got := merged(t, f); !bytes.Contains(got, []byte("\nwhat was there\n")) {
		t.Errorf("after %s items it began anew:\n%s", items, got)
	}
}
