package queue

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What a cluster says that has no leader for a moment may pass; what is wrong with a campaign does not.
func TestPasses(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{fmt.Errorf("the queue's consumer: %w", context.DeadlineExceeded), true},
		{nats.ErrNoResponders, true},
		{fmt.Errorf("asking for shards: %w", jetstream.ErrNoStreamResponse), true},
		{&jetstream.APIError{Code: 503, Description: "JetStream system temporarily unavailable"}, true},
		{errNoAnswers, true},
		{&jetstream.APIError{Code: 400, Description: "stream name already in use"}, false},
		{nats.ErrConnectionClosed, false},
		{context.Canceled, false},
		{errors.New("shard 3: no such target"), false},
	} {
		if passes(c.err) != c.want {
			t.Errorf("%v: %v", c.err, !c.want)
		}
	}
}
