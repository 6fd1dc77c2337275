package machine

import (
	"context"
	"fmt"
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
	executed int
	ended    uint64 // SIMD-groups
	over     outcome
	err      error
}

// standing is what a SIMD-group does next.
type standing uint8

const (
	ready   standing = iota
	waiting          // at a barrier
	done
)

// An outcome is how a threadgroup ended the dispatch; or, for the first one, how its first SIMD-group ended.
type outcome struct {
	number uint64 // of the threadgroup
	stop   Stop
	fault  *Fault
	group  *Group
}

// before says that this outcome is the dispatch's rather than the other one.
func (o outcome) before(other outcome) bool {
	failed, otherFailed := o.failed(), other.failed()
	return failed && !otherFailed || failed == otherFailed && o.number < other.number
}

func (o outcome) failed() bool { return o.stop == Faulted || o.stop == OutOfFuel }

func (r *running) newCore(number uint32) *core {
	c := &core{running: r, number: number, counts: make([]uint64, len(r.Program.ops))}
	if r.local {
		c.shared = NewLocal(localBytes)
	}
	if r.Count || r.CheckRaces || r.Trace != nil {
		c.watch = &watch{lanes: make([]uint64, len(r.Program.ops)), trace: r.Trace}
		if r.CheckRaces {
			c.watch.races = newRaceDetector(&r.grid, r.Program)
		}
	}
	t := r.grid.threadgroup
	for range (t[0]*t[1]*t[2] + Lanes - 1) / Lanes {
		g := NewGroup()
		copy(g.rows, r.start.rows)
		g.uniform = r.start.uniform
		g.counts, g.watch, g.program = c.counts, c.watch, r.Program
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
		n := c.next.Add(1) - 1
		if n >= c.limit.Load() {
			return
		}
		if n%between == 0 && c.cancelled(ctx, n) || !c.threadgroup(ctx, n) {
			return
		}
	}
}

// cancelled looks at the context, while a threadgroup runs.
func (c *core) cancelled(ctx context.Context, number uint64) bool {
	if c.Progress != nil && c.number == 0 {
		c.Progress(number, c.grid.number)
	}
	if c.err = ctx.Err(); c.err != nil {
		c.giveUp()
	}
	return c.err != nil
}

// giveUp ends all cores.
func (c *core) giveUp() {
	c.limit.Store(0)
	c.tank.close()
}

// threadgroup runs a threadgroup to its end, and says whether the core goes on. A SIMD-group runs until it is at its end, at a barrier, or has had its turn; then it is the
// next one's. When none can run, those at the barrier go on.
//
//	SIMD-group 0   ──────┐          ┌──────┐
//	SIMD-group 1         └────┐     │      └───┐
//	SIMD-group 2              └─────┤ barrier  └───── end
func (c *core) threadgroup(ctx context.Context, number uint64) bool {
	groups := c.place(number)
	for running := len(groups); running > 0; {
		for k, g := range groups {
			if c.stands[k] != ready {
				continue
			}
			if !c.allow(ctx, number) && !c.needsNone(number, g) || !c.turn(g) {
				c.burnt(number, g)
				return false
			}
			if !g.end.over {
				continue
			}
			running--
			if !c.settle(number, k, g) {
				return false
			}
		}
		if running == 0 {
			var ok bool
			if running, ok = c.meet(number, groups); !ok {
				return false
			}
		}
	}
	return true
}

// turn lets a SIMD-group execute instructions, and says whether the core goes on.
func (c *core) turn(g *Group) bool {
	if c.fuel > 0 { // else it is at its end
		executed := g.turn(min(c.fuel, looks))
		c.fuel -= executed
		c.executed += executed
	}
	if c.watch != nil && c.watch.err != nil {
		c.err = c.watch.err
		c.giveUp()
	}
	return c.err == nil
}

// place makes SIMD-groups those of a threadgroup, each at its beginning.
func (c *core) place(number uint64) []*Group {
	at := c.grid.position(number)
	size := c.grid.size(at)
	threads := size[0] * size[1] * size[2]
	groups := c.groups[:(threads+Lanes-1)/Lanes]
	for k, g := range groups {
		g.Place = Place{Threads: size, Dispatch: c.grid.threadgroup, Threadgroup: at, SIMDGroup: uint32(k), Core: c.number}
		g.absent = 0
		if left := threads - uint32(k)*Lanes; left < Lanes {
			g.absent = ^uint32(0) << left
		}
		g.Exec = ^g.absent
		for _, n := range c.reset {
			g.rows[n] = c.start.rows[n]
		}
		if c.stores {
			g.uniform, g.bound = c.start.uniform, nil
			g.bind(c.Program)
		}
		g.Attach(c.Memory, c.shared)
		g.PC = 0
		g.jump(c.Program, 0)
		c.stands[k] = ready
	}
	if c.shared != nil {
		clear(c.shared.Bytes)
	}
	if c.watch != nil && c.watch.races != nil {
		c.watch.races.number, c.watch.races.epoch = number, 0
	}
	return groups
}

// settle is what a SIMD-group does next whose turn ended by itself. It says whether the threadgroup goes on.
func (c *core) settle(number uint64, k int, g *Group) bool {
	switch g.end.stop {
	case atBarrier:
		c.stands[k] = waiting
	case Faulted:
		g.leave(c.Program)
		c.fail(number, g, g.cause())
		return false
	default:
		c.stands[k] = done
		c.ended++
		if c.empty {
			c.fuel-- // or else there would be no limit to a grid of programs without instructions
		}
		if number == 0 && k == 0 {
			g.leave(c.Program)
			c.over = outcome{stop: g.end.stop, group: g.clone()}
		}
	}
	return true
}

// meet lets those go on that are at a barrier, and says how many. It is a fault if others have ended and never come.
func (c *core) meet(number uint64, groups []*Group) (running int, ok bool) {
	first, gone := -1, -1
	for k := range groups {
		switch {
		case c.stands[k] == waiting && first < 0:
			first = k
		case c.stands[k] == done && gone < 0:
			gone = k
		}
	}
	if first < 0 {
		return 0, true
	}
	if g := groups[first]; gone >= 0 {
		g.at-- // at the barrier again, which does not count
		c.counts[g.at]--
		c.executed--
		g.end.reason = fmt.Sprintf("it waits for SIMD-group %d, which has ended", gone)
		g.leave(c.Program)
		c.fail(number, g, g.cause())
		return 0, false
	}
	for k, g := range groups {
		c.stands[k] = ready
		if g.at != groups[first].at {
			c.flags |= barriersDiffer
		}
	}
	if c.watch != nil && c.watch.races != nil {
		c.watch.races.epoch++
	}
	return len(groups), true
}

// fail ends the dispatch by a fault: no threadgroup behind this one is begun, while those before it go on. So the fault that is told is the first one, on any number of cores.
func (c *core) fail(number uint64, g *Group, f *Fault) {
	f.Where = fmt.Sprintf("threadgroup %d,%d,%d SIMD-group %d", g.Place.Threadgroup[0], g.Place.Threadgroup[1], g.Place.Threadgroup[2], g.Place.SIMDGroup)
	c.over = outcome{number, Faulted, f, g.clone()}
	for {
		limit := c.limit.Load()
		if number >= limit || c.limit.CompareAndSwap(limit, number) {
			return
		}
	}
}

// needsNone lets a SIMD-group end that is at its end: it needs no fuel.
func (c *core) needsNone(number uint64, g *Group) bool {
	if c.err != nil || c.empty || number >= c.limit.Load() || c.Program.exhausted(g.at) != Ended {
		return false
	}
	g.end = ending{over: true, stop: Ended}
	return true
}

// burnt ends the dispatch because there is no fuel left; unless it is over anyway.
func (c *core) burnt(number uint64, g *Group) {
	if c.err == nil && number < c.limit.Load() {
		g.leave(c.Program)
		c.over = outcome{number, OutOfFuel, nil, g.clone()}
		c.giveUp()
	}
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
