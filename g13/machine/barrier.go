package machine

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
