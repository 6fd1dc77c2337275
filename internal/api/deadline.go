package api

import (
	"context"
	"time"
)

// endsIn is a context that ends with another one, and after a time, if there is one.
func endsIn(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	return clocked{ctx}, cancel
}

// A clocked context looks at the clock itself when it is asked whether its time is over. In WebAssembly nothing else does while a search runs: there is one thread, and timers wait for it.
type clocked struct{ context.Context }

// Err says whether the time is over.
func (c clocked) Err() error {
	if err := c.Context.Err(); err != nil {
		return err
	}
	if end, ok := c.Deadline(); ok && !time.Now().Before(end) {
		return context.DeadlineExceeded
	}
	return nil
}
