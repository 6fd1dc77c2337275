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
	o.aim = inGroup
	if c.field("simd") == 0 {
		o.flags |= quadShuffle
		o.aim = inQuad
	}
	o.run = (*Group).shuffle
	if v, ok := c.number(o.b); ok {
		o.fixed, o.run = new(permutation), (*Group).permute
		var b Row
		for i := range b {
			b[i] = v
		}
		for i := range o.fixed {
			o.fixed[i] = int8(found(int(o.n), i, o.aim(int(o.n), i, v), &b))
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
	written, mixed, way := g.Exec, mixedQuads(b), int(o.n)
	for i := range t {
		aim := o.aim(way, i, b[i])
		if from := found(way, i, aim, b); from >= 0 {
			t[i] = a[from]
			if aim >= 0 && written>>i&1&(mixed>>aim) != 0 {
				g.flags |= o.whereMixed()
			}
		} else if written>>i&1 != 0 {
			written &^= 1 << i
			g.flags |= beyondGroup
		}
	}
	g.write(o.d, t, written)
}

// mixedQuads is the lanes of quads whose lanes have indices that differ in their lowest two bits.
func mixedQuads(b *Row) (lanes uint32) {
	for i := 0; i < Lanes; i += 4 {
		if ((b[i]^b[i+1])|(b[i]^b[i+2])|(b[i]^b[i+3]))&3 != 0 {
			lanes |= 15 << i
		}
	}
	return lanes
}

// whereMixed is what is to be said of one that takes from such a quad.
func (o *op) whereMixed() flags {
	if o.n == byIndex || o.n == downwards {
		return mixedQuad
	}
	return otherLane
}

// found is which lane a lane reads that aims at one. Within quads the hardware takes one way for all four lanes: it moves by the lowest two bits of all their indices,
// whether the lanes are active or not, or-ed, and then each lane picks a quad by itself.
//
//	down by 5      lane   0  1  2  3   4  5  6  7   8 …
//	               quad 1 of lanes 4 to 7 moved by 1:   5 6 7 4
//	               lane 0 picks quad (0+5)/4 = 1, place 0: lane 5
func found(way, lane, aim int, b *Row) int {
	switch {
	case aim >= 0:
		return moved(way, lane, aim&^3, b)
	case way == byIndex:
		return -1
	}
	return lane
}

// inGroup is the lane that a lane aims at, or -1 if that is outside of the group.
func inGroup(way, lane int, index uint32) int {
	v, to := int64(index), int64(lane)
	switch way {
	case byIndex:
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
		return -1
	}
	return int(to)
}

// inQuad is the same for a quad by itself: a lane of it, or -1.
func inQuad(way, lane int, index uint32) int {
	v, to := int(index&3), lane&3
	switch way {
	case upwards:
		to -= v
	case downwards:
		to += v
	}
	if to < 0 || to > 3 {
		return -1
	}
	return lane
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
