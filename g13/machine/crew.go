package machine

import (
	"context"
	"sync"
)

// A crew is the cores of a dispatch. The first one begins alone, where it stands, and calls the others when the dispatch has taken so long that they are worth their while: until one of them runs,
// ten microseconds pass, or a hundred where it has slept. Who comes when the first one has nothing left to do is not needed any more, and is not waited for.
//
//	core 0   ───── calls ────────────────────┐ dismisses
//	core 1              ┊   ─────────────────┤ is waited for
//	core 2              ┊                    ┊ comes too late
type crew struct {
	mu        sync.Mutex
	cores     []*core
	dismissed bool
	wait      sync.WaitGroup
}

// join is a core more, or nil if none is needed. It is made where it runs, so that no two of them share a line of the cache.
func (r *running) join(number uint32) *core {
	r.crew.mu.Lock()
	defer r.crew.mu.Unlock()
	if r.crew.dismissed {
		return nil
	}
	c := r.newCore(number)
	r.crew.cores = append(r.crew.cores, c)
	r.crew.wait.Add(1)
	return c
}

// call has the other cores come.
func (r *running) call(ctx context.Context) {
	for k := range r.cores - 1 {
		go func() {
			if c := r.join(uint32(k + 1)); c != nil {
				defer r.crew.wait.Done()
				c.run(ctx)
			}
		}()
	}
}

// dismiss waits for those that have come, of which the first one is at its end.
func (r *running) dismiss() {
	r.crew.wait.Done()
	r.crew.mu.Lock()
	r.crew.dismissed = true
	r.crew.mu.Unlock()
	r.crew.wait.Wait()
}

// callOthers has the first core call the others, if it has executed so much, and they will have something to do.
func (c *core) callOthers() {
	if c.calls != nil && c.executed >= c.alone() && !c.nearlyDone() {
		c.calls()
		c.calls = nil
	}
}

// alone is how many instructions that are. Those of machine code are short.
func (c *core) alone() int {
	switch {
	case c.Alone != 0:
		return max(c.Alone, 0)
	case c.native == nil:
		return looks >> 4
	}
	return looks
}

// worthwhile is how many instructions of machine code have to be left for another core: in what it takes to come, and to fetch what is in the first one's caches, that one executes half of them.
const worthwhile = 1 << 18

// nearlyDone says whether it is known that there are fewer.
func (c *core) nearlyDone() bool {
	return c.Alone == 0 && c.native != nil && c.straight && c.swift && c.untaken()*uint64(len(c.Program.ops)) < worthwhile
}

// untaken is how many threadgroups no core has taken.
func (c *core) untaken() uint64 {
	limit := c.limit.Load()
	return limit - min(c.next.Load(), limit)
}
