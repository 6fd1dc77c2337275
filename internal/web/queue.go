package web

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/lanescope/lanescope/internal/api"
)

// A queue lends desks, one a request, so that as many requests are answered at a time as there are desks. Who has to wait stands in a line of their client's own, and lines take turns:
//
//	anna   ▢ ▢ ▢ ▢ ▢ ▢        1st, 4th, 6th …
//	ben    ▢ ▢                2nd, 5th
//	cleo   ▢                  3rd
//
// A client who asks a thousand things at once waits for them, and nobody else does.
type queue struct {
	mu      sync.Mutex
	free    []*api.Desk
	lines   map[string][]chan *api.Desk
	turns   []string // clients with a line, the next one first
	waiting int
}

// How many may wait, in all and of one client.
const (
	mostWaiting     = 4096
	mostWaitingEach = 1024
)

var errFull = errors.New("too many requests wait already")

func newQueue(desks int) *queue {
	q := &queue{lines: map[string][]chan *api.Desk{}}
	for range desks {
		q.free = append(q.free, new(api.Desk))
	}
	return q
}

// take waits for a desk.
func (q *queue) take(ctx context.Context, client string) (*api.Desk, error) {
	q.mu.Lock()
	if n := len(q.free); n > 0 {
		d := q.free[n-1]
		q.free = q.free[:n-1]
		q.mu.Unlock()
		return d, nil
	}
	line := q.lines[client]
	if q.waiting >= mostWaiting || len(line) >= mostWaitingEach {
		q.mu.Unlock()
		return nil, errFull
	}
	if len(line) == 0 {
		q.turns = append(q.turns, client)
	}
	turn := make(chan *api.Desk, 1)
	q.lines[client] = append(line, turn)
	q.waiting++
	q.mu.Unlock()

	select {
	case d := <-turn:
		return d, nil
	case <-ctx.Done():
	}
	if q.leave(client, turn) {
		return nil, ctx.Err()
	}
	q.give(<-turn) // it was lent while we left
	return nil, ctx.Err()
}

// leave takes who waits no longer out of their line, and says whether they still stood there.
func (q *queue) leave(client string, turn chan *api.Desk) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.lines[client]
	at := slices.Index(line, turn)
	if at < 0 {
		return false
	}
	q.waiting--
	q.setLine(client, slices.Delete(line, at, at+1))
	if len(line) == 1 {
		q.turns = slices.DeleteFunc(q.turns, func(c string) bool { return c == client })
	}
	return true
}

func (q *queue) setLine(client string, line []chan *api.Desk) {
	if len(line) == 0 {
		delete(q.lines, client)
	} else {
		q.lines[client] = line
	}
}

// give takes a desk back, and lends it to whoever is next.
func (q *queue) give(d *api.Desk) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.turns) == 0 {
		q.free = append(q.free, d)
		return
	}
	client := q.turns[0]
	q.turns = q.turns[1:]
	line := q.lines[client]
	q.waiting--
	line[0] <- d
	if q.setLine(client, line[1:]); len(line) > 1 {
		q.turns = append(q.turns, client)
	}
}

// standing is how many wait.
func (q *queue) standing() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}
