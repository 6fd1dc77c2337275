package machine

import (
	"context"
	"fmt"
)

// standing is what a SIMD-group does next.
type standing uint8

const (
	ready   standing = iota
	waiting          // at a barrier
	done
)

// threadgroup runs a threadgroup to its end, and says whether the core goes on. A SIMD-group runs until it is at its end, at a barrier, or has had its turn; then it is the
// next one's. When none can run, those at the barrier go on.
//
//	SIMD-group 0   ──────┐          ┌──────┐
//	SIMD-group 1         └────┐     │      └───┐
//	SIMD-group 2              └─────┤ barrier  └───── end
//
// Machine code may go on with those that follow, up to an end; the number becomes that of the last one.
func (c *core) threadgroup(ctx context.Context, number, end uint64) (last uint64, ok bool) {
	groups := c.place(number)
	groups[0].behind = c.following(number, end)
	for running := len(groups); running > 0; {
		for k, g := range groups {
			if c.stands[k] != ready {
				continue
			}
			goesOn := (c.allow(ctx, number) || c.needsNone(number, g)) && c.turn(g)
			number += c.followed(g)
			if !goesOn {
				c.burnt(number, g)
				return number, false
			}
			if !g.end.over {
				continue
			}
			running--
			if !c.settle(number, k, g) {
				return number, false
			}
		}
		if running == 0 {
			if running, ok = c.meet(number, groups); !ok {
				return number, false
			}
		}
	}
	if number == 0 {
		c.over.local = c.localNow() // its first SIMD-group may have ended before others of it
	}
	return number, true
}

// followed is how many SIMD-groups machine code has come to the end of in a turn.
func (c *core) followed(g *Group) (n uint64) {
	n, g.begun = g.begun, 0
	c.ended += n
	return n
}

// turn lets a SIMD-group execute instructions, and says whether the core goes on.
func (c *core) turn(g *Group) bool {
	if c.fuel > 0 { // else it is at its end
		executed := g.turn(min(c.fuel, c.pace.steps))
		c.fuel -= executed
		c.executed += executed
		if c.later != nil && c.native == nil && c.executed >= looks {
			c.hasten()
		}
		c.callOthers()
	}
	if c.watch != nil && c.watch.err != nil {
		c.err = c.watch.err
		c.giveUp()
	}
	return c.err == nil
}

// hasten gets machine code for what is still to be done.
func (c *core) hasten() {
	code := c.later()
	if code == nil {
		c.later = nil
		return
	}
	c.native, c.err = newPartner(code, c.Program, c.counts)
	c.begin()
	for _, g := range c.groups {
		g.native = c.native
	}
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
		for _, n := range c.written {
			g.rows[n] = c.origin[n]
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
		clear(c.shared.Bytes[copy(c.shared.Bytes, c.Local):])
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
			c.over = outcome{stop: g.end.stop, group: g.clone(c.rows)}
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
