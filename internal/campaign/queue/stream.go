package queue

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
)

// Limits of a campaign's stream and of its answers on their way.
const (
	maxQueueBytes  = 2 << 30
	maxAnswerBytes = 4 << 30
	maxTaskMessage = campaign.MaxTaskBytes + 1<<18 // a task as JSON
	maxDeliveries  = 100                           // of one shard: whoever did it died each time
	duplicatesFor  = 2 * time.Minute
)

// subjects are where the shards of all campaigns are: lanescope.shard.CAMPAIGN.NUMBER.
const (
	subjects     = "lanescope.shard."
	streamPrefix = "LANESCOPE-"
	bucketPrefix = "LANESCOPE-ANSWERS-"
	consumerName = "workers"
	toolKey      = "lanescope-tool" // of the stream's metadata: which version asks
	filesKey     = "lanescope-plan" // of the stream's metadata: of which plan's folder the files are that are read, if any are
)

// A queue is the stream of one campaign, who takes from it, and where answers wait to be fetched.
type queue struct {
	id       string
	js       jetstream.JetStream
	stream   jetstream.Stream
	consumer jetstream.Consumer
	answers  *bucket
}

// open makes a campaign's queue, or finds it as it was left.
func open(ctx context.Context, js jetstream.JetStream, p *campaign.Plan, o Options) (*queue, error) {
	q := &queue{id: p.ID(), js: js}
	var err error
	if o.URL == "" { // a server of this process that ends while it makes a stream leaves the stream behind: it takes milliseconds, and is waited for
		if err = ctx.Err(); err != nil {
			return nil, err
		}
		whole, done := context.WithTimeout(context.WithoutCancel(ctx), startTime)
		defer done()
		ctx = whole
	}
	q.stream, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamPrefix + q.id, Subjects: []string{subjects + q.id + ".*"}, Metadata: metadata(p),
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Replicas: o.replicas(),
		Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, // a shard is in it once
		MaxMsgs: campaign.MaxShards, MaxBytes: maxQueueBytes, MaxMsgSize: maxTaskMessage, Duplicates: duplicatesFor, MaxConsumers: 1,
	})
	if err != nil {
		return nil, fmt.Errorf("the queue's stream: %w", err)
	}
	q.consumer, err = q.stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.patience(), MaxDeliver: maxDeliveries + 1, MaxAckPending: 1 << 16, MaxWaiting: 1 << 14,
	})
	if err != nil {
		return nil, fmt.Errorf("the queue's consumer: %w", err)
	}
	objects, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketPrefix + q.id, Storage: jetstream.FileStorage, Replicas: o.replicas(), MaxBytes: maxAnswerBytes})
	if err == nil {
		q.answers, err = inBucket(ctx, js, objects, bucketPrefix+q.id)
	}
	if err != nil {
		return nil, fmt.Errorf("the queue's answers: %w", err)
	}
	return q, nil
}

// metadata says of a queue who may work for it.
func metadata(p *campaign.Plan) map[string]string {
	m := map[string]string{toolKey: p.Tool}
	if p.OpensFiles() {
		m[filesKey] = p.ID()
	}
	return m
}

// join finds the queue of a campaign that somebody has opened.
func join(ctx context.Context, js jetstream.JetStream, name string) (*queue, error) {
	q := &queue{id: strings.TrimPrefix(name, streamPrefix), js: js}
	var err error
	if q.stream, err = js.Stream(ctx, name); err != nil {
		return nil, err
	}
	if q.consumer, err = q.stream.Consumer(ctx, consumerName); err != nil {
		return nil, err
	}
	objects, err := js.ObjectStore(ctx, bucketPrefix+q.id)
	if err != nil {
		return nil, err
	}
	q.answers, err = inBucket(ctx, js, objects, bucketPrefix+q.id)
	return q, err
}

// tool is the version that asks.
func (q *queue) tool() string { return q.stream.CachedInfo().Config.Metadata[toolKey] }

// files is of which plan's folder files are read; empty if none are.
func (q *queue) files() string { return q.stream.CachedInfo().Config.Metadata[filesKey] }

// remove forgets the queue, once all is done.
func (q *queue) remove(ctx context.Context) error {
	return errors.Join(q.js.DeleteStream(ctx, streamPrefix+q.id), q.js.DeleteObjectStore(ctx, bucketPrefix+q.id))
}

// atOnce is how many messages are on their way before the first has to be there.
const atOnce = 256

// publish asks for shards. One that is asked for already stays as it is: the stream refuses it, or knows its message.
func (q *queue) publish(ctx context.Context, p *campaign.Plan, shards []int, turn string) error {
	for len(shards) > 0 {
		now := shards[:min(atOnce, len(shards))]
		shards = shards[len(now):]
		var futures []jetstream.PubAckFuture
		for _, n := range now {
			msg := &nats.Msg{Subject: subjects + q.id + "." + strconv.Itoa(n), Data: p.Task(n).AppendJSON(nil)}
			f, err := q.js.PublishMsgAsync(msg, jetstream.WithMsgID(turn+"-"+strconv.Itoa(n)))
			if err != nil {
				return err
			}
			futures = append(futures, f)
		}
		for _, f := range futures {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				if !isThere(err) {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// tooManyOnSubject is the server's number for a second message on a subject that may have one.
const tooManyOnSubject = 10077

// isThere says whether a message was refused since its shard is in the queue.
func isThere(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == tooManyOnSubject && strings.Contains(api.Description, "per subject")
}
