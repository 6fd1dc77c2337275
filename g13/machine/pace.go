package machine

import "time"

// A pace is how many instructions a core executes before it looks around. Machine code cannot be stopped, so that too many hold up a collection; and to come here from it and go back takes as
// long as hundreds of them, so that they should not be too few either. Where several SIMD-groups of a threadgroup take turns, the pace is always the same, for it is seen there.
//
//	took      0 ────────── 30 µs ─────────── 90 µs ──────
//	the next    twice as many    as many       half as many      shortest to longest
type pace struct {
	steps   int           // instructions
	longest int           // they may be; 0 if the pace stays
	looked  time.Duration // when the core has looked around
}

const (
	shortest = 1 << 10
	longest  = 1 << 17
	soon     = 30 * time.Microsecond
	late     = 90 * time.Microsecond
)

// began is when the time began that a pace looks at.
var began = time.Now()

// newPace is the one with which a core begins. It becomes longer where no instruction can take much longer than the others: elsewhere those that come next may be of another kind.
func newPace(r *running) (p pace) {
	p.steps = looks
	switch t := r.grid.threadgroup; {
	case t[0]*t[1]*t[2] > Lanes:
	case r.swift:
		p.longest = longest
	default:
		p.longest = looks
	}
	return p
}

// goOn is how many instructions are the next ones. Those before them have taken all the time since the core looked around.
func (p *pace) goOn(now time.Duration) int {
	switch took := now - p.looked; {
	case p.longest == 0 || p.looked == 0:
	case took < soon:
		p.steps = min(2*p.steps, p.longest)
	case took > late:
		p.steps = max(p.steps/2, shortest)
	}
	p.looked = now
	return p.steps
}
