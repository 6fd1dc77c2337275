package machine

import (
	"context"
	"fmt"
	"slices"
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
	counts   []uint64
	flags    flags
	watch    *watch
	native   *partner      // machine code for the program; nil if there is none
	later    func() Native // who is to be asked for some; nil if nobody
	executed int
	ended    uint64 // SIMD-groups
	over     outcome
	err      error
	late     bool // the error is the context's
}

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
	c := &core{running: r, number: number, counts: make([]uint64, len(r.Program.ops))}
	if r.local {
		c.shared = NewLocal(MaxThreadgroupMemory)
	}
	if r.Count || r.CheckRaces || r.Trace != nil {
		c.watch = &watch{lanes: make([]uint64, len(r.Program.ops)), trace: r.Trace}
		if r.CheckRaces {
			c.watch.races = newRaceDetector(&r.grid, r.Program)
		}
	}
	c.native, _ = newPartner(r.Dispatch.Native, r.Program, c.counts) // prepare has looked whose it is
	c.begin()
	c.later = r.later
	t := r.grid.threadgroup
	for range (t[0]*t[1]*t[2] + Lanes - 1) / Lanes {
		g := spare(r.start)
		g.counts, g.watch, g.native, g.program = c.counts, c.watch, c.native, r.Program
		g.recording = r.CheckRaces || r.Trace != nil
		g.bind(r.Program)
		c.groups = append(c.groups, g)
	}
	c.stands = make([]standing, len(c.groups))
	return c
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
	f.Where = fmt.Sprintf("threadgroup %d,%d,%d SIMD-group %d", g.Place.Threadgroup[0], g.Place.Threadgroup[1], g.Place.Threadgroup[2], g.Place.SIMDGroup)
	c.over = outcome{number, Faulted, f, g.clone(), c.localNow()}
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
	c.over = outcome{number, stop, nil, g.clone(), c.localNow()}
	c.giveUp()
}

// allow says whether there is fuel for a turn.
func (c *core) allow(ctx context.Context, number uint64) bool {
	return c.fuel > 0 || !c.cancelled(ctx, number) && number < c.limit.Load() && c.refuel(looks)
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
