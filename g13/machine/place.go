package machine

import (
	"fmt"
	"math/bits"
)

// A Place is where a group is in its dispatch. The zero value is one group of 32 × 1 × 1 threads, the only one.
type Place struct {
	Threads     [3]uint32 // of this threadgroup, in x, y and z; all 0 is 32, 1, 1
	Dispatch    [3]uint32 // of a threadgroup that is not at the grid's edge; all 0 is as many
	Threadgroup [3]uint32 // position in the grid, in threadgroups
	SIMDGroup   uint32    // number in the threadgroup
	Core        uint32
}

// threads is how many threads the threadgroup has in each direction.
func (p *Place) threads() [3]uint32 {
	if p.Threads == [3]uint32{} {
		return [3]uint32{Lanes, 1, 1}
	}
	return [3]uint32{max(p.Threads[0], 1), max(p.Threads[1], 1), max(p.Threads[2], 1)}
}

// dispatched is how many it would have if it were not at the grid's edge.
func (p *Place) dispatched() [3]uint32 {
	if p.Dispatch == [3]uint32{} {
		return p.threads()
	}
	return p.Dispatch
}

// Special registers, by their numbers.
const (
	srThreadgroupPosition = 0  // three of them
	srThreads             = 4  // three
	srDispatchThreads     = 8  // three
	srWidth               = 12 // of a threadgroup
	srHeight              = 13
	srSamplesLog2         = 14
	srCore                = 20
	srVMSlot              = 21
	srPosition            = 48 // in the threadgroup, three
	srThreadIndex         = 51
	srLane                = 52
	srSIMDGroup           = 53
	srActiveBelowInQuad   = 56
	srActiveInQuad        = 57
	srActiveBelow         = 58
	srActive              = 59
	srCoverage            = 60
	srBackfacing          = 62
	srIsActive            = 63
	srGridPosition        = 80 // three
	srSampleMask          = 124
)

// specialRegister is get_sr.
func specialRegister(c *compiler, o *op) string {
	c.destination(o)
	o.n = uint32(c.inst.Arg(c.operand("SR")).Value)
	o.run = (*Group).readSpecial
	switch o.n {
	case srSamplesLog2, srCoverage, srBackfacing, srSampleMask:
		o.flags |= pixelRegister
	case 0, 1, 2, 4, 5, 6, 8, 9, 10, srWidth, srHeight, srCore, srVMSlot, 48, 49, 50, srThreadIndex, srLane, srSIMDGroup,
		srActiveBelowInQuad, srActiveInQuad, srActiveBelow, srActive, srIsActive, 80, 81, 82:
	case 144, 146, 147:
		return needsKernel
	default:
		return "nobody knows this special register"
	}
	return ""
}

func (g *Group) readSpecial(o *op) {
	t := g.target(o)
	switch n := o.n; n {
	case srThreadIndex, srLane:
		first := uint32(0)
		if n == srThreadIndex {
			first = g.Place.SIMDGroup * Lanes
		}
		for i := range t {
			t[i] = first + uint32(i)
		}
	case srPosition, srPosition + 1, srPosition + 2:
		g.Place.positions(t, int(n-srPosition), 0)
	case srGridPosition, srGridPosition + 1, srGridPosition + 2:
		n -= srGridPosition
		g.Place.positions(t, int(n), g.Place.Threadgroup[n]*g.Place.dispatched()[n])
	case srActiveBelowInQuad, srActiveInQuad, srActiveBelow:
		for i := range t {
			t[i] = g.activeThreads(n, i)
		}
	default:
		v := g.special(n)
		for i := range t {
			t[i] = v
		}
	}
	g.put(o, t)
}

// positions are where the threads are in their threadgroup, in one direction and from a number on.
func (p *Place) positions(t *Row, direction int, first uint32) {
	size := p.threads()
	n := p.SIMDGroup * Lanes
	if direction == 0 && n+Lanes <= size[0] { // a row of the threadgroup
		for i := range t {
			t[i] = first + n + uint32(i)
		}
		return
	}
	at := [3]uint32{n % size[0], n / size[0] % size[1], n / size[0] / size[1]}
	for i := range t {
		t[i] = first + at[direction]
		if at[0]++; at[0] == size[0] {
			at[0] = 0
			if at[1]++; at[1] == size[1] {
				at[1] = 0
				at[2]++
			}
		}
	}
}

// activeThreads is how many lanes are active, of the quad or of those below.
func (g *Group) activeThreads(n uint32, lane int) uint32 {
	quad := g.Exec >> (lane &^ 3) & 15
	switch n {
	case srActiveBelowInQuad:
		return uint32(bits.OnesCount32(quad & (1<<(lane&3) - 1)))
	case srActiveInQuad:
		return uint32(bits.OnesCount32(quad))
	}
	return uint32(bits.OnesCount32(g.Exec & (1<<lane - 1)))
}

// special is a register that is the same in all lanes.
func (g *Group) special(n uint32) uint32 {
	switch n {
	case 0, 1, 2:
		return g.Place.Threadgroup[n-srThreadgroupPosition]
	case 4, 5, 6:
		return g.Place.threads()[n-srThreads]
	case 8, 9, 10:
		return g.Place.dispatched()[n-srDispatchThreads]
	case srWidth:
		return g.Place.threads()[0]
	case srHeight:
		return g.Place.threads()[1]
	case srCore:
		return g.Place.Core
	case srSIMDGroup:
		return g.Place.SIMDGroup
	case srActive:
		return uint32(bits.OnesCount32(g.Exec))
	case srIsActive:
		return 1 // of a compute program every thread is a real one
	}
	return 0
}

// where is the SIMD-group in words.
func (p *Place) where() string {
	return fmt.Sprintf("threadgroup %d,%d,%d SIMD-group %d", p.Threadgroup[0], p.Threadgroup[1], p.Threadgroup[2], p.SIMDGroup)
}

// Thread is where a lane's thread is in the grid.
func (p *Place) Thread(lane int) (at [3]uint32) {
	for direction := range at {
		var t Row
		p.positions(&t, direction, p.Threadgroup[direction]*p.dispatched()[direction])
		at[direction] = t[lane]
	}
	return at
}
