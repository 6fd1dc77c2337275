package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanescope/lanescope/internal/campaign"
)

// Options say who does a campaign's shards.
type Options struct {
	URL       string        // of a server that somebody else runs; empty: one in this process
	Listen    bool          // let that server take workers of this machine
	Workers   int           // goroutines of this process that do shards
	Patience  time.Duration // how long a worker may be silent before its shard goes to another one; 0: 30 s
	SaveEvery time.Duration // how often what a shard has by then is saved; 0: as package campaign does
	Replicas  int           // of the queue, in a cluster; 0: 1

	// Progress is told how many shards have their answers, of how many.
	Progress func(done, all int)
	// Log is told what is odd and does no harm.
	Log func(format string, args ...any)
}

func (o *Options) patience() time.Duration { return cmp.Or(o.Patience, 30*time.Second) }
func (o *Options) replicas() int           { return cmp.Or(o.Replicas, 1) }

func (o *Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(format, args...)
	}
}

// Run does what a campaign has left to do, until all is done or the context ends. What is done by then stays.
func Run(ctx context.Context, f *campaign.Folder, o Options) error {
	unlock, err := f.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	if n, err := f.Mend(); err != nil {
		return err
	} else if n > 0 {
		o.log("%d shards were broken, and are done again", n)
	}
	if err := f.Begin(time.Now()); err != nil {
		return err
	}
	c := &collector{folder: f, Options: o}
	if c.done, err = f.Done(); err != nil {
		return err
	}
	for _, is := range c.done {
		if !is {
			c.left++
		}
	}
	if c.left == 0 {
		return nil
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	err = c.run(ctx, e)
	if e.close(); err == nil && o.URL == "" { // all is done, and the queue empty
		err = os.RemoveAll(filepath.Join(f.Dir, queueDir))
	}
	return err
}

// A collector asks for shards and keeps their answers.
type collector struct {
	Options
	folder *campaign.Folder
	queue  *queue
	done   []bool
	left   int
	kept   chan kept // by those that keep answers
	busy   int       // of these
}

// A kept answer is in the folder, unless it is not there to be fetched, or why it could not be kept.
type kept struct {
	shard int
	there bool
	err   error
}

// keptAtOnce is how many answers are fetched and kept at a time: each waits for the server some ten times, and for the disk.
const keptAtOnce = 32

// engine is the server that was asked for. A queue of ours that does not start is thrown away: the folder knows what is done.
func (c *collector) engine() (*engine, error) {
	if c.URL != "" {
		return remote(c.URL)
	}
	e, err := embedded(c.folder.Dir, c.Listen)
	if err == nil {
		return e, nil
	}
	c.log("the queue is made anew: %v", err)
	if err := os.RemoveAll(filepath.Join(c.folder.Dir, queueDir)); err != nil {
		return nil, err
	}
	return embedded(c.folder.Dir, c.Listen)
}

// run works through the queue. Servers of a cluster fail, and elect who leads: as long as answers come, or came a short time ago, it is tried again.
func (c *collector) run(ctx context.Context, e *engine) error {
	js, err := jetstream.New(e.conn)
	if err != nil {
		return err
	}
	for last, left := time.Now(), c.left; ; {
		err := c.attempt(ctx, js)
		if c.left < left {
			last, left = time.Now(), c.left
		}
		if err == nil || ctx.Err() != nil || c.URL == "" || !passes(err) || time.Since(last) > withoutAnswer {
			return err
		}
		c.log("the queue is opened again: %v", err)
		if !pause(ctx, time.Second/4) {
			return ctx.Err()
		}
	}
}

// withoutAnswer is how long a cluster may fail before a campaign ends.
const withoutAnswer = 2 * time.Minute

// passes says whether an error is one of servers that are away, or have no leader, which may pass.
func passes(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == http.StatusServiceUnavailable
	}
	return slices.ContainsFunc([]error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting, jetstream.ErrNoStreamResponse, errNoAnswers,
	}, func(one error) bool { return errors.Is(err, one) })
}

// attempt opens the queue and works through it.
func (c *collector) attempt(ctx context.Context, js jetstream.JetStream) (err error) {
	if c.queue, err = open(ctx, js, c.folder.Plan, c.Options); err != nil {
		return err
	}
	working, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	w := &worker{doer: &campaign.Doer{Own: c.folder.Plan, Every: c.SaveEvery}, patience: c.patience(), log: c.log}
	for range c.Workers {
		all.Go(func() { w.serve(working, c.queue) })
	}
	err = c.collect(ctx)
	stop()
	all.Wait()
	if err != nil {
		return err
	}
	if err := c.queue.remove(ctx); err != nil { // which costs room, and no answer
		c.log("the queue stays where it is: %v", err)
	}
	return nil
}

// errNoAnswers is that the server does not say any more which answers there are.
var errNoAnswers = errors.New("the queue's answers cannot be watched any more")

// lookEvery is how often a queue that gives nothing is looked at.
const lookEvery = 2 * time.Second

// collect keeps answers as they come, until there is one of each shard.
func (c *collector) collect(ctx context.Context) error {
	answers, err := c.queue.answers.Watch(ctx)
	if err != nil {
		return err
	}
	defer answers.Stop()
	c.kept = make(chan kept, keptAtOnce)
	defer c.settleAll()
	asked := make(chan error, 1)
	asking := true
	ask := func() {
		missing := c.missing()
		go func() { asked <- c.queue.publish(ctx, c.folder.Plan, missing, rand.Text()) }()
	}
	ask()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for c.left > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-asked:
			if asking = false; err != nil {
				return fmt.Errorf("asking for shards: %w", err)
			}
		case info, ok := <-answers.Updates():
			if !ok {
				return errNoAnswers
			}
			if info == nil || info.Deleted {
				continue // all that there was before, or what was fetched
			}
			if err := c.start(ctx, info.Name); err != nil {
				return err
			}
		case k := <-c.kept:
			if err := c.settle(k); err != nil {
				return err
			}
		case <-look.C:
			if asking || c.busy > 0 || !c.idle(ctx) {
				continue
			}
			if err := c.overlooked(ctx); err != nil {
				return err
			}
			if asking = c.left > 0; asking {
				ask()
			}
		}
	}
	return nil
}

// missing are the shards without answers.
func (c *collector) missing() (shards []int) {
	for n, is := range c.done {
		if !is {
			shards = append(shards, n)
		}
	}
	return shards
}

// idle says whether nobody is asked for anything, although answers are missing: they are on their way, or the queue was lost.
func (c *collector) idle(ctx context.Context) bool {
	info, err := c.queue.stream.Info(ctx)
	return err == nil && info.State.Msgs == 0
}

// overlooked keeps answers that are there and were not announced.
func (c *collector) overlooked(ctx context.Context) error {
	all, err := c.queue.answers.List(ctx)
	if err != nil { // there are none, or the server is away, which is seen elsewhere
		return ctx.Err()
	}
	for _, info := range all {
		if err := c.start(ctx, info.Name); err != nil {
			return err
		}
	}
	for c.busy > 0 {
		if err := c.settle(<-c.kept); err != nil {
			return err
		}
	}
	return nil
}

// start has the answers of a shard kept, as soon as fewer than keptAtOnce are at it.
func (c *collector) start(ctx context.Context, name string) error {
	if strings.HasSuffix(name, partEnd) {
		return nil
	}
	shard, err := strconv.Atoi(name)
	if err != nil || shard < 0 || shard >= len(c.done) {
		c.log("%q is no shard", name)
		return nil
	}
	for c.busy == keptAtOnce {
		if err := c.settle(<-c.kept); err != nil {
			return err
		}
	}
	c.busy++
	go func() { c.kept <- c.keep(ctx, name, shard) }()
	return nil
}

// settle counts an answer that was kept.
func (c *collector) settle(k kept) error {
	c.busy--
	if k.err != nil || !k.there {
		return k.err
	}
	if !c.done[k.shard] {
		c.done[k.shard] = true
		c.left--
	}
	if c.Progress != nil {
		c.Progress(len(c.done)-c.left, len(c.done))
	}
	return nil
}

// settleAll waits for those that are at it. What they keep is kept, whether it is counted or not.
func (c *collector) settleAll() {
	for ; c.busy > 0; c.busy-- {
		<-c.kept
	}
}

// keep takes the answers of a shard into the folder, and only then from the queue.
func (c *collector) keep(ctx context.Context, name string, shard int) kept {
	answer, err := c.queue.answers.GetBytes(ctx, name)
	switch {
	case ctx.Err() != nil:
		return kept{err: ctx.Err()}
	case err != nil: // it is being put again, and comes again, or somebody else has kept it
		c.log("shard %d is not fetched yet: %v", shard, err)
		return kept{}
	}
	body, failed := unwrap(answer)
	if failed != "" {
		return kept{err: fmt.Errorf("shard %d: %s", shard, failed)}
	}
	if err := c.folder.Put(shard, body); err != nil {
		return kept{err: err}
	}
	if err := c.queue.answers.Delete(ctx, name); err != nil && ctx.Err() == nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
		c.log("shard %d stays among the answers: %v", shard, err)
	}
	return kept{shard: shard, there: true}
}
