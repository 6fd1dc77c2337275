// Package ending gives tests a context that ends at an instant which they choose: not by a clock, but when it was asked so often whether it has ended.
package ending

import (
	"context"
	"sync/atomic"
)

// A Context ends when it was asked more often than it may be. It counts on behind its end, so that a test sees who goes on asking.
//
// Only Err tells of the end: Done is that of the context below.
type Context struct {
	context.Context
	most  int64
	asked atomic.Int64
}

// After is a context that may be asked most times.
func After(below context.Context, most int) *Context {
	return &Context{Context: below, most: int64(most)}
}

// Err counts a question.
func (c *Context) Err() error {
	if c.asked.Add(1) > c.most {
		return context.DeadlineExceeded
	}
	return c.Context.Err()
}

// Asked is how often it was asked.
func (c *Context) Asked() int { return int(c.asked.Load()) }

// Late is how many of the questions came behind its end. The first of them is how its end is learnt of.
func (c *Context) Late() int { return max(0, int(c.asked.Load()-c.most)) }
