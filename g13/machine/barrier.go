package machine

import "slices"

// threadgroupBarrier is threadgroup_barrier: the turn ends behind it, and whoever runs the threadgroup goes on with this group when all others have come to theirs.
func threadgroupBarrier(_ *compiler, o *op) string {
	o.run = func(g *Group, _ *op) {
		if g.Exec != ^g.absent {
			g.flags |= barrierAsleep
		}
		g.stop(atBarrier, "", true)
		g.at++
	}
	return ""
}

// namedBarriers are the fields a, b and c of the barriers that have a name somewhere: of memory in a threadgroup and on a device, of images, and a flush before textures.
var namedBarriers = [][3]uint32{{1, 2, 9}, {2, 2, 9}, {2, 1, 9}, {3, 1, 9}, {3, 2, 9}, {2, 2, 10}, {3, 2, 10}, {2, 1, 10}, {3, 1, 10}, {0, 0, 4}}

// memoryBarrier is memory_barrier and its like. Each lane's accesses are in the order of the program, and atomics are in one order for all: there is nothing to do.
func memoryBarrier(c *compiler, o *op) string {
	o.run = func(*Group, *op) {}
	if !slices.Contains(namedBarriers, [3]uint32{c.field("a"), c.field("b"), c.field("c")}) {
		o.flags |= barrierKind
	}
	return ""
}
