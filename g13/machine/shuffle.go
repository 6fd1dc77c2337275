package machine

// The ways of a shuffle: how a lane finds the one that it reads.
const (
	byIndex = iota
	byXor
	upwards
	downwards
	around // upwards, from the other end on
)

// A permutation says for every lane which one it reads, or -1 for none.
type permutation [Lanes]int8

// shuffle is simd_shuffle, quad_shuffle and those with _xor, _up, _down and _rotate_up. n is the way.
func shuffle(c *compiler, o *op) string {
	c.destination(o)
	o.a, o.b = c.source(o, "A"), c.source(o, "B")
	o.n = c.field("mode")
	if c.field("rotate") != 0 {
		if o.n != upwards {
			return "nobody knows what rotates other than upwards"
		}
		o.n = around
	}
	o.find = inGroup
	if c.field("simd") == 0 {
		o.flags |= quadShuffle
		o.find = inQuad
	}
	o.run = (*Group).shuffle
	if v, ok := c.number(o.b); ok {
		o.fixed, o.run = new(permutation), (*Group).permute
		var b Row
		for i := range b {
			b[i] = v
		}
		for i := range o.fixed {
			o.fixed[i] = int8(o.find(int(o.n), i, &b))
		}
		if o.fixed[0] < 0 { // then all of them are
			o.flags |= beyondGroup
		}
	}
	return ""
}

// number is what a source is that is a number in the instruction.
func (c *compiler) number(s source) (uint32, bool) {
	if s.row < Registers || c.fixed[s.row-Registers].kind != number {
		return 0, false
	}
	return c.fixed[s.row-Registers].value, true
}

// permute is a shuffle whose index is a number.
func (g *Group) permute(o *op) {
	a, t := g.fetch(&o.a, &g.s0), &g.result
	if o.fixed[0] < 0 {
		return
	}
	for i := range t {
		t[i] = a[o.fixed[i]&(Lanes-1)]
	}
	g.put(o, t)
}

func (g *Group) shuffle(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), &g.result
	written := g.Exec
	for i := range t {
		if from := o.find(int(o.n), i, b); from >= 0 {
			t[i] = a[from]
		} else if written>>i&1 != 0 {
			written &^= 1 << i
			g.flags |= beyondGroup
		}
		if o.n != byIndex && o.n != downwards && (b[i]^b[i&^3])&3 != 0 {
			g.flags |= otherLane
		}
	}
	g.write(o.d, t, written)
}

// inGroup is which lane a lane reads. Within quads the hardware takes one way for all four lanes: it moves by the lowest two bits of all their indices, whether the
// lanes are active or not, or-ed, and then each lane picks a quad by itself.
//
//	down by 5      lane   0  1  2  3   4  5  6  7   8 …
//	               quad 1 of lanes 4 to 7 moved by 1:   5 6 7 4
//	               lane 0 picks quad (0+5)/4 = 1, place 0: lane 5
func inGroup(way, lane int, b *Row) int {
	v, to := int64(b[lane]), int64(lane)
	switch way {
	case byIndex:
		if v >= Lanes {
			return -1
		}
		to = v
	case byXor:
		to ^= v
	case upwards:
		to -= v
	case downwards:
		to += v
	case around:
		to = (to - v) & (Lanes - 1)
	}
	if to < 0 || to >= Lanes {
		return lane
	}
	return moved(way, lane, int(to)&^3, b)
}

// inQuad is the same for a quad by itself.
func inQuad(way, lane int, b *Row) int {
	v, to := int(b[lane]&3), lane&3
	switch way {
	case upwards:
		to -= v
	case downwards:
		to += v
	}
	if to < 0 || to > 3 {
		return lane
	}
	return moved(way, lane, lane&^3, b)
}

// moved is the place of a lane in the quad that begins at lane quad, moved as that quad is.
func moved(way, lane, quad int, b *Row) int {
	by := int(b[quad]|b[quad+1]|b[quad+2]|b[quad+3]) & 3
	place := lane & 3
	switch way {
	case byIndex:
		place = by
	case byXor:
		place ^= by
	case upwards, around:
		place -= by
	case downwards:
		place += by
	}
	return quad + place&3
}
