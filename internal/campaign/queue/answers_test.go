package queue

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/chance"
)

// emptyBucket is a bucket of a server of its own.
func emptyBucket(t *testing.T) *bucket {
	e, err := embedded(t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.close)
	js, err := jetstream.New(e.conn)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := js.CreateObjectStore(t.Context(), jetstream.ObjectStoreConfig{Bucket: "B"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := inBucket(t.Context(), js, objects, "B")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What is put is what the client's own Get finds, however many pieces it has, and of what was there before nothing is left.
func TestPutIsFound(t *testing.T) {
	b := emptyBucket(t)
	r := rand.New(rand.NewPCG(chance.Seed(t), 1))
	for _, size := range []int{3*pieceBytes + 5, 0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes} {
		answer := make([]byte, size)
		for k := range answer {
			answer[k] = byte(r.Uint32())
		}
		if err := b.put(t.Context(), "7.part", answer); err != nil {
			t.Fatal(err)
		}
		found, err := b.GetBytes(t.Context(), "7.part")
		if err != nil || !bytes.Equal(found, answer) {
			t.Errorf("%d bytes: %d are found, %v", size, len(found), err)
		}
		info, err := b.stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want := uint64((size+pieceBytes-1)/pieceBytes + 1); info.State.Msgs != want {
			t.Errorf("%d bytes: %d messages are in the stream, expected %d", size, info.State.Msgs, want)
		}
	}
}

// endsAfter ends a context once some pieces are published.
type endsAfter struct {
	jetstream.JetStream
	pieces int
	end    func()
}

func (e *endsAfter) Publish(ctx context.Context, subject string, data []byte, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if e.pieces--; e.pieces < 0 {
		e.end()
	}
	return e.JetStream.Publish(ctx, subject, data, opts...)
}

// PublishMsg ends the context when the server has the message, and its client does not know it.
func (e *endsAfter) PublishMsg(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	_, err := e.JetStream.PublishMsg(ctx, msg, opts...)
	e.end()
	return nil, errors.Join(err, ctx.Err())
}

// An answer that was not put whole is not there, and nor are its pieces: what was there before is. One whose end nobody heard of is there whole.
func TestPutIsWholeOrNot(t *testing.T) {
	b := emptyBucket(t)
	if err := b.put(t.Context(), "7", []byte("before")); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	whole := b.js
	b.js = &endsAfter{whole, 3, end}
	if err := b.put(ctx, "7", make([]byte, 5*pieceBytes)); !errors.Is(err, context.Canceled) {
		t.Errorf("of a context that ended: %v", err)
	}
	b.js = whole
	if found, err := b.GetBytes(t.Context(), "7"); err != nil || string(found) != "before" {
		t.Errorf("%q is found, %v", found, err)
	}
	info, err := b.stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if info.State.Msgs != 2 || info.State.LastSeq != 5 {
		t.Errorf("%d messages are left of %d, expected 2 of 5", info.State.Msgs, info.State.LastSeq)
	}
	ctx, end = context.WithCancel(t.Context())
	b.js = &endsAfter{whole, 3, end}
	if err := b.put(ctx, "7", []byte("after")); !errors.Is(err, context.Canceled) {
		t.Errorf("of a context that ended: %v", err)
	}
	if found, err := b.GetBytes(t.Context(), "7"); err != nil || string(found) != "after" {
		t.Errorf("%q is found, %v", found, err)
	}
}

// No answer leaves a goroutine behind.
func TestPutLeavesNobody(t *testing.T) {
	b := emptyBucket(t)
	if err := b.put(t.Context(), "0", nil); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if err := b.put(t.Context(), "0", []byte{1}); err != nil {
			t.Fatal(err)
		}
	}
	all := make([]byte, 1<<20)
	all = all[:runtime.Stack(all, true)]
	if n := strings.Count(string(all), "resetPendingAcksOnReconnect"); n != 0 {
		t.Errorf("%d goroutines wait for a connection's end after 1,000 answers", n)
	}
}
