package machine

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A core runs one threadgroup after another.
type core struct {
	*running
	number uint32
	groups []*Group // of a threadgroup
	stands []standing
	shared *Local

	fuel     int  // that was taken
	holds    bool // and so it has to give back
	pace     pace
	counts   []uint64
	flags    flags
	watch    *watch
	native   *partner      // machine code for the program; nil if there is none
	later    func() Native // who is to be asked for some; nil if nobody
	calls    func()        // calls the other cores; nil if there are none, or they have been called
	executed int
	ended    uint64 // SIMD-groups
	over     outcome
	err      error
	late     bool // the error is the context's

	kept keptCore
}

// keptCore is what a core keeps for another dispatch: to make it anew takes longer than a short dispatch does, and pushes its data out of the caches.
type keptCore struct {
	groups []*Group // to whose registers nothing has been written, as far as anybody can tell
	shared *Local
	native *partner
}

// idle are cores of dispatches that are over.
var idle sync.Pool

// An outcome is how a threadgroup ended the dispatch; or, for the first one, how its first SIMD-group ended.
type outcome struct {
	number uint64 // of the threadgroup
	stop   Stop
	fault  *Fault
	group  *Group
	local  []byte // threadgroup memory, if the dispatch wants it
}

// before says that this outcome is the dispatch's rather than the other one.
func (o outcome) before(other outcome) bool {
	failed, otherFailed := o.failed(), other.failed()
	return failed && !otherFailed || failed == otherFailed && o.number < other.number
}

func (o outcome) failed() bool {
	return o.stop == Faulted || o.stop == OutOfFuel || o.stop == OutOfTime
}

func (r *running) newCore(number uint32) *core {
	c, _ := idle.Get().(*core)
	if c == nil {
		c = new(core)
	}
	c.running, c.number, c.counts = r, number, zeroed(c.counts, len(r.Program.ops))
	if r.local {
		if c.kept.shared == nil {
			c.kept.shared = NewLocal(MaxThreadgroupMemory)
		}
		c.shared = c.kept.shared
	}
	if r.Count || r.CheckRaces || r.Trace != nil {
		c.watch = &watch{lanes: make([]uint64, len(r.Program.ops)), trace: r.Trace}
		if r.CheckRaces {
			c.watch.races = newRaceDetector(&r.grid, r.Program)
		}
	}
	c.native, _ = c.kept.native.again(r.Dispatch.Native, r.Program, c.counts) // prepare has looked whose it is
	c.begin()
	c.later, c.pace = r.later, newPace(r)
	c.enrol()
	return c
}

// zeroed is a list of so many zeros, in the place of another one if that is long enough.
func zeroed[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// enrol takes as many SIMD-groups as a threadgroup has.
func (c *core) enrol() {
	t := c.grid.threadgroup
	n := int(t[0]*t[1]*t[2]+Lanes-1) / Lanes
	for len(c.kept.groups) < n {
		c.kept.groups = append(c.kept.groups, &Group{rows: make([]Row, Registers)})
	}
	c.groups, c.stands = c.kept.groups[:n], zeroed(c.stands, n)
	for _, g := range c.groups {
		copy(g.rows[:Registers], c.origin)
		g.uniform, g.bound = c.start.uniform, nil
		g.counts, g.watch, g.native, g.program = c.counts, c.watch, c.native, c.Program
		g.recording = c.CheckRaces || c.Trace != nil
		g.bind(c.Program)
	}
}

// release leaves the core to another dispatch, unless somebody watched, who may have kept its SIMD-groups.
func (c *core) release() {
	if c.watch != nil {
		return
	}
	for _, g := range c.groups {
		clear(g.rows[:c.rows])
		g.release()
	}
	if c.native != nil {
		c.native.release()
		c.kept.native = c.native
	}
	*c = core{counts: c.counts, stands: c.stands, kept: c.kept}
	idle.Put(c)
}

// between is how many threadgroups pass between two looks at the context, at most.
const between = 1 << 8

// run takes threadgroups until there are none any more.
func (c *core) run(ctx context.Context) {
	defer c.refuel(0)
	for {
		together := c.together()
		end := c.next.Add(together)
		n := end - together
		if n >= c.limit.Load() {
			return
		}
		if (n%between == 0 || together > 1) && c.cancelled(ctx, n) {
			return
		}
		for ok := true; n < end && n < c.limit.Load(); n++ {
			if n, ok = c.threadgroup(ctx, n, end); !ok {
				return
			}
		}
	}
}

// cancelled looks at the context, while a threadgroup runs.
func (c *core) cancelled(ctx context.Context, number uint64) bool {
	if c.Progress != nil && c.number == 0 {
		c.Progress(number, c.grid.number)
	}
	if c.err = ctx.Err(); c.err != nil {
		c.late = true
		c.giveUp()
	}
	return c.err != nil
}

// giveUp ends all cores.
func (c *core) giveUp() {
	c.limit.Store(0)
	c.tank.close()
}

// fail ends the dispatch by a fault: no threadgroup behind this one is begun, while those before it go on. So the fault that is told is the first one, on any number of cores.
func (c *core) fail(number uint64, g *Group, f *Fault) {
	f.Where = g.Place.where()
	c.over = outcome{number, Faulted, f, g.clone(c.rows), c.localNow()}
	for {
		limit := c.limit.Load()
		if number >= limit || c.limit.CompareAndSwap(limit, number) {
			return
		}
	}
}

// localNow is the threadgroup's memory as it is, if the dispatch wants it.
func (c *core) localNow() []byte {
	if c.Local == nil {
		return nil
	}
	return slices.Clone(c.shared.Bytes)
}

// needsNone lets a SIMD-group end that is at its end: it needs no fuel.
func (c *core) needsNone(number uint64, g *Group) bool {
	if c.err != nil || c.empty || number >= c.limit.Load() || c.Program.exhausted(g.at) != Ended {
		return false
	}
	g.end = ending{over: true, stop: Ended}
	return true
}

// burnt ends the dispatch because there is no fuel left, or no time; unless it is over anyway.
func (c *core) burnt(number uint64, g *Group) {
	stop := OutOfFuel
	switch {
	case c.late:
		stop = OutOfTime
	case c.err != nil || number >= c.limit.Load():
		return
	}
	g.leave(c.Program)
	c.over = outcome{number, stop, nil, g.clone(c.rows), c.localNow()}
	c.giveUp()
}

// allow says whether there is fuel for a turn.
func (c *core) allow(ctx context.Context, number uint64) bool {
	return c.fuel > 0 || !c.cancelled(ctx, number) && number < c.limit.Load() && c.refuel(c.steps())
}

// steps is how many instructions are the next ones.
func (c *core) steps() int {
	if c.native == nil {
		return looks
	}
	return c.pace.goOn(time.Since(began))
}

// refuel takes fuel, after what is left has been given back.
func (c *core) refuel(n int) bool {
	if c.holds {
		c.tank.giveBack(c.fuel)
	}
	c.fuel = 0
	if n > 0 {
		c.fuel = c.tank.take(n)
	}
	c.holds = c.fuel > 0
	return c.holds
}
