package machine

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
