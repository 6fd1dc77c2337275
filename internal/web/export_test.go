package web

import (
	"context"
	"io/fs"
	"time"

	"github.com/lanescope/lanescope/internal/api"
)

// BreakDesk makes the next request that is answered meet a bug: there is no desk where one should be.
func (s *Server) BreakDesk() { s.desks.free[len(s.desks.free)-1] = nil }

// Queue lets tests look at a queue alone.
type Queue struct{ *queue }

// NewQueue is a queue with so many desks.
func NewQueue(desks int) Queue { return Queue{newQueue(desks)} }

// Take is as take.
func (q Queue) Take(ctx context.Context, client string) (*api.Desk, error) {
	return q.take(ctx, client)
}

// Give is as give.
func (q Queue) Give(d *api.Desk) { q.give(d) }

// Standing is how many wait.
func (q Queue) Standing() int { return q.standing() }

// Free is how many desks are lent to nobody, once all that are lent for no request any more are back.
func (s *Server) Free(patience time.Duration) int {
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		s.desks.mu.Lock()
		n := len(s.desks.free)
		s.desks.mu.Unlock()
		if n == s.AtOnce || time.Now().After(end) {
			return n
		}
	}
}

// HeaderTime is how long a header may take.
const HeaderTime = headerTime

// PageFile is one of the page's files.
func PageFile(name string) ([]byte, error) { return fs.ReadFile(pageFiles(), name) }

// Pack is as pack.
func Pack(module []byte) ([]byte, error) { return pack(module) }
