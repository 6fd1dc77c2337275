package queue

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
	"github.com/lanescope/lanescope/internal/chance"
)

// storesOpen is how many files of a server's streams somebody still writes the state of.
func storesOpen() int {
	all := make([]byte, 4<<20)
	return strings.Count(string(all[:runtime.Stack(all, true)]), "flushStreamStateLoop(")
}

// Whoever is told to end while a queue is made leaves no stream behind that the server goes on making while it ends itself.
func TestOpenIsWholeOrNot(t *testing.T) {
	rng := chance.Random(t, 31)
	before := storesOpen()
	for range 60 {
		e, err := embedded(t.TempDir(), false)
		if err != nil {
			t.Fatal(err)
		}
		js, err := jetstream.New(e.conn)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Duration(rng.IntN(6000))*time.Microsecond, cancel)
		_, err = open(ctx, js, &campaign.Plan{}, Options{})
		cancel()
		e.close()
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}
	if left := storesOpen(); left > before {
		t.Errorf("%d streams of 60 servers are left", left-before)
	}
}
