package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
)

// An answer is wrapped: its first byte says whether it is one, or why there is none.
const (
	answered = '+'
	failed   = '-'
)

// unwrap is the answers, or why there are none.
func unwrap(b []byte) (body []byte, why string) {
	if len(b) > 0 && b[0] == answered {
		return b[1:], ""
	}
	return nil, string(bytes.TrimPrefix(b, []byte{failed}))
}

// A worker does shards.
type worker struct {
	doer     *campaign.Doer
	tool     string // its version; empty: that of whoever asks
	patience time.Duration
	log      func(format string, args ...any)
}

// WorkOptions say for whom a worker works.
type WorkOptions struct {
	URL      string        // of the server; empty: that of a folder
	Dir      string        // of a campaign that listens
	Tool     string        // the version; campaigns of others are left alone
	Workers  int           // shards at a time
	Idle     time.Duration // after which a worker without anything to do ends; 0: never
	Patience time.Duration // as in Options
	Log      func(format string, args ...any)
}

// Work does shards of all campaigns that a server has, until the context ends, there was nothing to do for long, or the campaign in the folder is done.
func Work(ctx context.Context, o WorkOptions) error {
	w := &worker{doer: new(campaign.Doer), tool: o.Tool, patience: (&Options{Patience: o.Patience}).patience(), log: o.Log}
	if w.log == nil {
		w.log = func(string, ...any) {}
	}
	if o.Dir != "" {
		f, err := campaign.Open(o.Dir)
		if err != nil {
			return err
		}
		w.doer.Own = f.Plan
	}
	last := time.Now() // when there was something to do
	for {
		did, err := w.connected(ctx, o, &last)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && o.Dir == "":
			return err
		case err != nil:
			w.log("no server: %v", err)
		}
		if did {
			last = time.Now()
		}
		if o.Dir != "" && isDone(o.Dir) || o.Idle > 0 && time.Since(last) > o.Idle {
			return nil
		}
		if !pause(ctx, time.Second/4) {
			return ctx.Err()
		}
	}
}

// isDone says whether the campaign in a folder has all its answers.
func isDone(dir string) bool {
	f, err := campaign.Open(dir)
	if err != nil {
		return false
	}
	done, err := f.Done()
	return err == nil && !slices.Contains(done, false)
}

// pause waits, unless the context ends before.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// connected connects and works until there is nothing to do, and says whether something was done.
func (w *worker) connected(ctx context.Context, o WorkOptions, last *time.Time) (did bool, err error) {
	url := o.URL
	if url == "" {
		if url, err = address(o.Dir); err != nil {
			return false, err
		}
	}
	e, err := remote(url)
	if err != nil {
		return false, err
	}
	defer e.close()
	js, err := jetstream.New(e.conn)
	if err != nil {
		return false, err
	}
	for {
		queues := w.queues(ctx, js)
		some := false
		for _, q := range queues {
			some = w.together(ctx, q, o.Workers) || some
		}
		if did = did || some; some {
			*last = time.Now()
		}
		switch {
		case ctx.Err() != nil:
			return did, ctx.Err()
		case o.Dir != "" && !some, o.Idle > 0 && time.Since(*last) > o.Idle: // a folder's server may be another one by now
			return did, nil
		}
		if !some && !pause(ctx, time.Second/4) {
			return did, ctx.Err()
		}
	}
}

// queues are those of all campaigns that ask with this version.
func (w *worker) queues(ctx context.Context, js jetstream.JetStream) (all []*queue) {
	names := js.StreamNames(ctx, jetstream.WithStreamListSubject(subjects+"*.*"))
	for name := range names.Name() {
		if !strings.HasPrefix(name, streamPrefix) {
			continue
		}
		q, err := join(ctx, js, name)
		switch {
		case err != nil:
			w.log("%s: %v", name, err)
		case w.tool != "" && q.tool() != w.tool:
			w.log("%s is of version %s, and this is %s", name, q.tool(), w.tool)
		case q.files() != "" && (w.doer.Own == nil || w.doer.Own.ID() != q.files()):
			w.log("%s is about files of another machine", name)
		default:
			all = append(all, q)
		}
	}
	return all
}

// together does shards at the same time, until there is none.
func (w *worker) together(ctx context.Context, q *queue, n int) bool {
	var all sync.WaitGroup
	did := make([]bool, n)
	for k := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				some, err := w.next(ctx, q)
				if did[k] = did[k] || some; err != nil || !some {
					return
				}
			}
		})
	}
	all.Wait()
	return slices.Contains(did, true)
}

// serve does shards until the context ends.
func (w *worker) serve(ctx context.Context, q *queue) {
	for ctx.Err() == nil {
		if _, err := w.next(ctx, q); err != nil && ctx.Err() == nil {
			w.log("a worker waits: %v", err)
			pause(ctx, time.Second/4)
		}
	}
}

// waitForShard is how long a worker waits for a shard before it looks whether it is to end.
const waitForShard = time.Second

// next does one shard, if there is one.
func (w *worker) next(ctx context.Context, q *queue) (did bool, err error) {
	waiting, over := context.WithTimeout(ctx, waitForShard)
	defer over()
	batch, err := q.consumer.Fetch(1, jetstream.FetchContext(waiting))
	if err != nil {
		return false, err
	}
	for msg := range batch.Messages() {
		did = true
		if err := w.do(ctx, q, msg); err != nil {
			return did, err
		}
	}
	if err := batch.Error(); !errors.Is(err, context.DeadlineExceeded) {
		return did, err
	}
	return did, nil
}

// do does the shard of a message: first its answers are put where they last, then it is acknowledged.
func (w *worker) do(ctx context.Context, q *queue, msg jetstream.Msg) error {
	shard, err := strconv.Atoi(msg.Subject()[strings.LastIndexByte(msg.Subject(), '.')+1:])
	if err != nil {
		w.log("%q is no shard", msg.Subject())
		return msg.Term()
	}
	over := w.tell(msg)
	defer over()
	answer, err := w.answer(ctx, q, msg, shard)
	if err != nil { // the context ended: another one is to do it, at once
		return errors.Join(err, msg.Nak())
	}
	putting, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.patience) // an answer that is there is not thrown away
	defer cancel()
	if err := q.answers.put(putting, strconv.Itoa(shard), answer); err != nil {
		return err
	}
	_ = q.answers.Delete(putting, partName(shard)) // most shards have none
	return msg.DoubleAck(putting)
}

// tell says that the shard is in progress, until what it returns is called.
func (w *worker) tell(msg jetstream.Msg) (over func()) {
	tick := time.NewTicker(w.patience / 3)
	ended := make(chan struct{})
	go func() {
		for {
			select {
			case <-tick.C:
				_ = msg.InProgress() // one that is not heard is followed by another
			case <-ended:
				tick.Stop()
				return
			}
		}
	}()
	return func() { close(ended) }
}

// answer does the task of a message. An error is that the context ended.
func (w *worker) answer(ctx context.Context, q *queue, msg jetstream.Msg, shard int) ([]byte, error) {
	task, err := campaign.ReadTask(msg.Data())
	meta, _ := msg.Metadata()
	switch {
	case err != nil:
	case task.Shard != shard:
		err = fmt.Errorf("its message is that of shard %d", task.Shard)
	case meta != nil && meta.NumDelivered > maxDeliveries:
		err = fmt.Errorf("%d workers died over it", maxDeliveries)
	default:
		var body []byte
		if body, err = w.proceed(ctx, q, task, meta); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			return append([]byte{answered}, body...), nil
		}
	}
	return append([]byte{failed}, err.Error()...), nil
}

// partEnd is behind the name of what there is of a shard that is not done.
const partEnd = ".part"

func partName(shard int) string { return strconv.Itoa(shard) + partEnd }

// proceed does a task, from where another worker was when it died, and leaves behind from time to time where it is.
func (w *worker) proceed(ctx context.Context, q *queue, task campaign.Task, meta *jetstream.MsgMetadata) ([]byte, error) {
	var part []byte
	if meta != nil && meta.NumDelivered > 1 {
		part, _ = q.answers.GetBytes(ctx, partName(task.Shard)) // without it the shard is done from its beginning
	}
	return w.doer.Continue(ctx, task, part, func(part []byte) {
		if err := q.answers.put(ctx, partName(task.Shard), part); err != nil && ctx.Err() == nil {
			w.log("what there is of shard %d is not saved: %v", task.Shard, err)
		}
	})
}
