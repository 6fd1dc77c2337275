package lower

import "sync"

// A growing table is made step by step: who has no more time leaves the other steps to who asks next.
//
//	asked with time     | row | row | row | row | index |    ready
//	asked without       | row | row |
//	asked again                     | row | row | index |    ready
type growing struct {
	mu    sync.Mutex
	steps []func() // that are left; a step may add others
}

// ready makes the table, and says whether it is ready or the time is over.
func (g *growing) ready(until *until) bool {
	for g.left() {
		if until.over() {
			return false
		}
		g.step()
	}
	return true
}

// left says whether there is a step to do.
func (g *growing) left() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.steps) > 0
}

// step does the next step, if nobody else did.
func (g *growing) step() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.steps) > 0 {
		next := g.steps[0]
		g.steps = g.steps[1:]
		next()
	}
}
