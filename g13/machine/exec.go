package machine

// The execution mask stack is r0l, a count in every lane: how many levels have to be left before the lane is active again. 0 is active.
//
//	                    lane 0   lane 1   lane 2
//	                       0        0        0
//	if_icmp …, 1           0        1        0        false for lane 1
//	  if_icmp …, 1         1        2        0        false for lane 0, and lane 1 sleeps one level deeper
//	  pop_exec 1           0        1        0
//	else_icmp …, 1         1        0        1        lane 1 in turn
//	pop_exec 1             0        0        0
//
// All these instructions look at the counts of all lanes, and make the mask from them. A lane without a thread, at the edge of a grid, is never in it.

// enter is if_icmp and if_fcmp.
func (g *Group) enter(o *op, holds uint32) {
	g.recount(func(lane int, v uint32) uint32 {
		if v != 0 {
			return v + o.n
		}
		return ^holds >> lane & 1
	})
}

// exchange is else_icmp and else_fcmp.
func (g *Group) exchange(o *op, holds uint32) {
	g.recount(func(lane int, v uint32) uint32 {
		switch v {
		case 0:
			return o.n
		case 1:
			return ^holds >> lane & 1
		}
		return v
	})
}

// recount changes the count of every lane. It is a number without bound until it is stored.
func (g *Group) recount(count func(lane int, v uint32) uint32) {
	r, exec := &g.rows[0], uint32(0)
	for i, w := range r {
		v := count(i, w&0xffff)
		r[i] = w&^0xffff | v&0xffff
		if v == 0 {
			exec |= 1 << i
		}
	}
	g.Exec = exec &^ g.absent
}

// repeat is while_icmp and while_fcmp.
func (g *Group) repeat(o *op, holds uint32) {
	r, exec, n := &g.rows[0], uint32(0), o.n
	for i, w := range r {
		v := w & 0xffff
		if v < n {
			v = n &^ -(holds >> i & 1)
		}
		r[i] = w&^0xffff | v
		if v == 0 {
			exec |= 1 << i
		}
	}
	g.Exec = exec &^ g.absent
}

// popExec is pop_exec.
func popExec(c *compiler, o *op) string {
	o.d, o.writes, o.n = target{0, low}, 1, c.field("n")
	o.run = (*Group).pop
	return ""
}

func (g *Group) pop(o *op) {
	g.recount(func(_ int, v uint32) uint32 { return v - min(v, o.n) })
}

// A comparison finds the lanes for which a condition holds, of all, active or not.
type comparison struct {
	sources func(c *compiler, o *op) (refusal string)
	holds   func(g *Group, o *op) uint32
}

// execCompare makes if, else and while.
func execCompare(change func(g *Group, o *op, holds uint32), by comparison) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		o.d, o.writes, o.n = target{0, low}, 1, c.field("n")
		o.invert = c.field("ccn") != 0
		o.run = func(g *Group, o *op) { change(g, o, by.holds(g, o)) }
		return by.sources(c, o)
	}
}
