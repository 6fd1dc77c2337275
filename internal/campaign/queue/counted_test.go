package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A shard counts when its answers are kept, and once: not one that was not there, and not one that could not be kept. Progress is told of each that was.
func TestAnswersCountOnce(t *testing.T) {
	var told []string
	c := &collector{done: []bool{false, true, false}, left: 2, busy: 5}
	c.Progress = func(done, all int) { told = append(told, fmt.Sprintf("%d of %d", done, all)) }
	no := errors.New("no")
	for _, step := range []struct {
		k       kept
		want    error
		left    int
		missing []int
	}{
		{kept{shard: 2}, nil, 2, []int{0, 2}}, {kept{shard: 2, there: true, err: no}, no, 2, []int{0, 2}}, {kept{shard: 2, there: true}, nil, 1, []int{0}}, {kept{shard: 2, there: true}, nil, 1, []int{0}}, {kept{there: true}, nil, 0, nil},
	} {
		busy := c.busy
		if err := c.settle(step.k); err != step.want || c.left != step.left || c.busy != busy-1 || !slices.Equal(c.missing(), step.missing) {
			t.Errorf("%+v: %v, %d are left, %v, and %d keep answers", step.k, err, c.left, c.missing(), c.busy)
		}
	}
	if got := strings.Join(told, ", "); got != "2 of 3, 2 of 3, 3 of 3" {
		t.Errorf("progress is %s", got)
	}
}

// Who is at it is waited for, all of them and no more.
func TestAnswersSettle(t *testing.T) {
	c := &collector{busy: 3, kept: make(chan kept, 4)}
	for range 4 {
		c.kept <- kept{}
	}
	if c.settleAll(); c.busy != 0 || len(c.kept) != 1 {
		t.Errorf("%d are at it, and %d of four are left", c.busy, len(c.kept))
	}
}

// What is among the answers and names no shard is told of, and not fetched; parts of shards are nothing odd.
func TestAnswersOfNoShard(t *testing.T) {
	var log []string
	c := &collector{done: make([]bool, 3)}
	c.Log = func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	for _, name := range []string{"x", "-1", "3", "0.part", ""} {
		if err := c.start(t.Context(), name); err != nil || c.busy != 0 {
			t.Errorf("%q: %v, %d keep answers", name, err, c.busy)
		}
	}
	if got := strings.Join(log, ", "); got != `"x" is no shard, "-1" is no shard, "3" is no shard, "" is no shard` {
		t.Errorf("the log has %s", got)
	}
	// Where as many as may are at it, one is waited for first, and what it could not keep ends the campaign.
	no := errors.New("no")
	c.busy, c.kept = keptAtOnce, make(chan kept, 1)
	c.kept <- kept{err: no}
	if err := c.start(t.Context(), "2"); err != no || c.busy != keptAtOnce-1 {
		t.Errorf("%v, %d keep answers", err, c.busy)
	}
}

// An answer is what stands behind its sign, and all else says why there is none.
func TestAnswersUnwrapped(t *testing.T) {
	for b, want := range map[string][2]string{"+": {"", ""}, "+a+b": {"a+b", ""}, "-no": {"", "no"}, "--": {"", "-"}, "no": {"", "no"}} {
		body, why := unwrap([]byte(b))
		if string(body) != want[0] || why != want[1] || (body == nil) != (b[0] != answered) {
			t.Errorf("%q is %q, %q", b, body, why)
		}
	}
	if partName(12) != "12.part" {
		t.Error(partName(12))
	}
}

// Only that a subject has its message says that a shard is asked for already.
func TestShardIsThere(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&jetstream.APIError{ErrorCode: 10077, Description: "maximum messages per subject exceeded"}, true},
		{fmt.Errorf("behind: %w", &jetstream.APIError{ErrorCode: 10077, Description: "maximum messages per subject exceeded"}), true},
		{&jetstream.APIError{ErrorCode: 10077, Description: "maximum messages exceeded"}, false},
		{&jetstream.APIError{ErrorCode: 10076, Description: "maximum messages per subject exceeded"}, false},
		{errors.New("maximum messages per subject exceeded"), false}, {nil, false},
	} {
		if isThere(c.err) != c.want {
			t.Errorf("%v: %v", c.err, !c.want)
		}
	}
}

// What nobody says is thirty seconds, and a queue of one server.
func TestPatienceAsUsual(t *testing.T) {
	o := &Options{}
	if o.log("nobody hears it"); o.patience() != 30*time.Second || o.replicas() != 1 {
		t.Errorf("%v, %d", o.patience(), o.replicas())
	}
	if o := (&Options{Patience: time.Minute, Replicas: 3}); o.patience() != time.Minute || o.replicas() != 3 {
		t.Errorf("%v, %d", o.patience(), o.replicas())
	}
	over, end := context.WithCancel(context.Background())
	if !pause(over, 0) {
		t.Error("nobody ended it")
	}
	if end(); pause(over, time.Hour) {
		t.Error("it was ended")
	}
}
