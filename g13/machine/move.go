package machine

import "math/bits"

// moveImmediate is mov_imm.
func moveImmediate(c *compiler, o *op) string {
	c.destination(o)
	o.n = c.field("imm")
	o.run = (*Group).broadcast
	if c.inst.Len == 8 || o.d.view != word && c.inst.Len == 6 {
		o.flags |= unconfirmedForm
	}
	return ""
}

func (g *Group) broadcast(o *op) {
	t := g.target(o)
	for i := range t {
		t[i] = o.n
	}
	g.put(o, t)
}

// A Place is where a group is in its dispatch. The zero value is one group of 32 × 1 × 1 threads, the only one.
type Place struct {
	Threads     [3]uint32 // of a threadgroup, in x, y and z; all 0 is 32, 1, 1
	Threadgroup [3]uint32 // position in the grid, in threadgroups
	SIMDGroup   uint32    // number in the threadgroup
	Core        uint32
}

// threads is how many threads a threadgroup has in each direction.
func (p *Place) threads() [3]uint32 {
	if p.Threads == [3]uint32{} {
		return [3]uint32{Lanes, 1, 1}
	}
	return [3]uint32{max(p.Threads[0], 1), max(p.Threads[1], 1), max(p.Threads[2], 1)}
}

// position is where a thread is in its threadgroup.
func (p *Place) position(lane int) [3]uint32 {
	n, t := p.SIMDGroup*Lanes+uint32(lane), p.threads()
	return [3]uint32{n % t[0], n / t[0] % t[1], n / t[0] / t[1]}
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
	for i := range g.result {
		g.result[i] = g.special(o.n, i)
	}
	g.put(o, &g.result)
}

func (g *Group) special(n uint32, lane int) uint32 {
	quad := g.Exec >> (lane &^ 3) & 15
	switch n {
	case 0, 1, 2:
		return g.Place.Threadgroup[n-srThreadgroupPosition]
	case 4, 5, 6:
		return g.Place.threads()[n-srThreads]
	case 8, 9, 10:
		return g.Place.threads()[n-srDispatchThreads]
	case srWidth:
		return g.Place.threads()[0]
	case srHeight:
		return g.Place.threads()[1]
	case srCore:
		return g.Place.Core
	case 48, 49, 50:
		return g.Place.position(lane)[n-srPosition]
	case srThreadIndex:
		return g.Place.SIMDGroup*Lanes + uint32(lane)
	case srLane:
		return uint32(lane)
	case srSIMDGroup:
		return g.Place.SIMDGroup
	case srActiveBelowInQuad:
		return uint32(bits.OnesCount32(quad & (1<<(lane&3) - 1)))
	case srActiveInQuad:
		return uint32(bits.OnesCount32(quad))
	case srActiveBelow:
		return uint32(bits.OnesCount32(g.Exec & (1<<lane - 1)))
	case srActive:
		return uint32(bits.OnesCount32(g.Exec))
	case srIsActive:
		return 1 // of a compute program every thread is a real one
	case 80, 81, 82:
		n -= srGridPosition
		return g.Place.Threadgroup[n]*g.Place.threads()[n] + g.Place.position(lane)[n]
	}
	return 0
}
