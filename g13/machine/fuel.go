package machine

import "sync"

// A tank is the fuel of a dispatch. A core takes some at a time, and gives back what it did not need. Who finds the tank empty waits while others still have some: a
// dispatch is out of fuel only when all of it is burnt, on any number of cores.
type tank struct {
	mu       sync.Mutex
	returned sync.Cond
	left     int
	holders  int // cores that have some
	shut     bool
}

// fill makes it a full one.
func (t *tank) fill(n int) {
	t.left = n
	t.returned.L = &t.mu
}

// take is at most so much, or 0 if there is none any more.
func (t *tank) take(n int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.left == 0 && t.holders > 0 && !t.shut {
		t.returned.Wait()
	}
	if t.shut || t.left == 0 {
		return 0
	}
	n = min(n, t.left)
	t.left -= n
	t.holders++
	return n
}

// giveBack is what was not needed of what was taken.
func (t *tank) giveBack(n int) {
	t.mu.Lock()
	t.left += n
	t.holders--
	t.mu.Unlock()
	t.returned.Broadcast()
}

// close leaves nothing for anybody.
func (t *tank) close() {
	t.mu.Lock()
	t.shut = true
	t.mu.Unlock()
	t.returned.Broadcast()
}
