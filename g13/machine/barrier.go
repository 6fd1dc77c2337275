package machine

// threadgroupBarrier is threadgroup_barrier: the run ends behind it, and whoever runs the threadgroup goes on with this group when all others have come to theirs.
func threadgroupBarrier(_ *compiler, o *op) string {
	o.run = func(g *Group, _ *op) {
		g.stop(AtBarrier, "", true)
		g.at++
	}
	return ""
}
