package machine

import "math"

// integers compares integers. m is the condition: 0 equal, 1 less, 2 greater.
var integers = comparison{sources: integerSources, holds: (*Group).compareIntegers}

func integerSources(c *compiler, o *op) string {
	cc := c.field("cc")
	o.signed, o.m = cc&4 != 0, cc&3
	o.a, o.b = c.compared(o, "A"), c.compared(o, "B")
	if o.m == 3 {
		return "its condition is not one of those that are known: equal, less and greater"
	}
	return ""
}

func (g *Group) compareIntegers(o *op) (holds uint32) {
	a, b := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1)
	turn := uint32(0)
	if o.signed {
		turn = 1 << 31 // so that signed numbers compare as unsigned ones
	}
	switch o.m {
	case 0:
		for i := range a {
			holds |= bit(a[i] == b[i]) << i
		}
	case 1:
		for i := range a {
			holds |= bit(a[i]^turn < b[i]^turn) << i
		}
	default:
		for i := range a {
			holds |= bit(a[i]^turn > b[i]^turn) << i
		}
	}
	if o.invert {
		return ^holds
	}
	return holds
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Float conditions, as the table numbers them. 4 is none.
const (
	equal = iota
	less
	greater
	lessNaNLoses
	_
	greaterOrEqual
	lessOrEqual
	greaterNaNLoses
)

// numbers compares floats.
var numbers = comparison{sources: numberSources, holds: (*Group).compareNumbers}

func numberSources(c *compiler, o *op) string {
	o.m = c.field("cc")
	o.a, o.b = c.float(o, "A"), c.float(o, "B")
	switch o.m {
	case 4:
		return "its condition 4 is not one of those that are known"
	case lessNaNLoses, greaterNaNLoses:
		o.flags |= nanLoses
	}
	return ""
}

func (g *Group) compareNumbers(o *op) (holds uint32) {
	a, b := g.fetchFloat(&o.a, &g.s0), g.fetchFloat(&o.b, &g.s1)
	switch o.m {
	case less:
		for i := range a {
			holds |= bit(compared(a[i]) < compared(b[i])) << i
		}
	case greater:
		for i := range a {
			holds |= bit(compared(a[i]) > compared(b[i])) << i
		}
	default:
		for i := range a {
			holds |= bit(o.holdsFor(compared(a[i]), compared(b[i]))) << i
		}
	}
	if o.invert {
		return ^holds
	}
	return holds
}

// compared is the number that bits are where numbers are compared, where the sign of a zero does not matter.
func compared(v uint32) float32 {
	if v&exponent32 == 0 {
		v = 0
	}
	return math.Float32frombits(v)
}

func (o *op) holdsFor(a, b float32) bool {
	switch o.m {
	case equal:
		return a == b
	case lessNaNLoses:
		return a < b || b != b && a == a
	case greaterOrEqual:
		return a >= b
	case lessOrEqual:
		return a <= b
	}
	return a > b || b != b && a == a
}

// compareSelect makes icmpsel and fcmpsel.
func compareSelect(by comparison) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		o.x, o.y = c.source(o, "X"), c.source(o, "Y")
		o.run = func(g *Group, o *op) { g.choose(o, by.holds(g, o)) }
		return by.sources(c, o)
	}
}

func (g *Group) choose(o *op, holds uint32) {
	x, y, t := g.fetch(&o.x, &g.s0), g.fetch(&o.y, &g.s1), g.target(o)
	for i := range t {
		v := y[i]
		if holds>>i&1 != 0 {
			v = x[i]
		}
		t[i] = v
	}
	g.put(o, t)
}

// ballot makes icmp_ballot and fcmp_ballot, and the forms of a quad.
func ballot(by comparison) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		o.invert = c.field("ccn") != 0
		o.run = func(g *Group, o *op) { g.vote(o, by.holds(g, o)) }
		if c.field("simd") == 0 {
			o.flags |= quadBallot
			o.run = func(g *Group, o *op) { g.voteQuad(o, by.holds(g, o)) }
		}
		return by.sources(c, o)
	}
}

func (g *Group) vote(o *op, holds uint32) {
	t := g.target(o)
	holds &= g.Exec
	for i := range t {
		t[i] = holds
	}
	g.put(o, t)
}

func (g *Group) voteQuad(o *op, holds uint32) {
	t := g.target(o)
	holds &= g.Exec
	for i := range t {
		t[i] = holds >> (i &^ 3) & 15
	}
	g.put(o, t)
}
