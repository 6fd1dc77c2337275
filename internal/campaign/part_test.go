package campaign_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/lanescope/lanescope/internal/campaign"
)

// Whoever goes on with a part of a shard gives what one who does all of it does, and does not do again what is in the part.
func TestContinue(t *testing.T) {
	table := newPlan(t, "table", campaign.Options{Target: "sse2", Shape: "2xi64"}, 2)
	files := newPlan(t, "mine", campaign.Options{Paths: []string{tree(t)}}, 1)
	for _, p := range []*campaign.Plan{table, files} {
		d := &campaign.Doer{Own: p, Every: time.Nanosecond}
		whole, err := d.Do(t.Context(), p.Task(0))
		if err != nil {
			t.Fatal(err)
		}
		var parts [][]byte
		if _, err := d.Continue(t.Context(), p.Task(0), nil, func(part []byte) { parts = append(parts, bytes.Clone(part)) }); err != nil {
			t.Fatal(err)
		}
		if items := p.Items / p.Shards; len(parts) != items-1 {
			t.Fatalf("%d parts of %d items", len(parts), items)
		}
		for n, part := range parts {
			again := 0
			body, err := d.Continue(t.Context(), p.Task(0), part, func([]byte) { again++ })
			if err != nil || !bytes.Equal(body, whole) || again != len(parts)-1-n {
				t.Errorf("%s, part %d: %d parts more, %v:\n%s\nwant:\n%s", p.Kind, n, again, err, body, whole)
			}
			for at := range part { // a broken one costs time alone
				broken := bytes.Clone(part)
				broken[at] ^= 1
				if p == table && n == 1 {
					if body, err := d.Continue(t.Context(), p.Task(0), broken, nil); err != nil || !bytes.Equal(body, whole) {
						t.Errorf("byte %d is broken: %v\n%s", at, err, body)
					}
				}
			}
		}
		ended, end := context.WithCancel(t.Context())
		if _, err := d.Continue(ended, p.Task(0), nil, func([]byte) { end() }); err == nil {
			t.Error("it does not end with its context")
		}
	}
}
