package machine

import "math"

// Roundings of convert.
const (
	towardsZero = iota
	toEven
)

// conversion is convert. Its mode says what the integer is: how many bits, and whether it is signed.
func conversion(c *compiler, o *op) string {
	c.destination(o)
	o.a = c.source(o, "A")
	mode, round := c.field("mode"), c.field("round")
	if round > toEven {
		return "its rounding is neither rtz (0) nor rte (1), and nobody knows another"
	}
	o.m, o.signed = round, mode&1 != 0
	switch mode {
	case 0, 1:
		o.n = 8
	case 4, 5, 6, 7:
		o.n = 16
	case 8, 9, 10, 11:
		o.n = 32
	default:
		return "its mode is none that is known: 0, 1 and 4 to 11"
	}
	o.run = (*Group).fromInteger
	if mode == 4 || mode == 5 || mode == 8 || mode == 9 {
		if _, immediate := c.number(o.a); immediate {
			o.a.view = low // of 16 bits
		}
		o.a.sx, o.run = false, (*Group).toInteger
	}
	return ""
}

// fromInteger makes floats of integers, rounded once.
func (g *Group) fromInteger(o *op) {
	a := g.fetch(&o.a, &g.s0)
	drop := 64 - o.n
	t := &g.result
	for i, v := range a {
		x := float64(uint64(v) << drop >> drop)
		if o.signed {
			x = float64(int64(uint64(v)<<drop) >> drop)
		}
		t[i] = o.floatOf(x)
	}
	g.put(o, t)
}

// floatOf rounds an integer to the destination's float.
func (o *op) floatOf(x float64) uint32 {
	if o.d.view == word {
		r := float32(x)
		if o.m == towardsZero && math.Abs(float64(r)) > math.Abs(x) {
			return math.Float32bits(r) - 1
		}
		return math.Float32bits(r)
	}
	r := halfOf(x)
	if o.m == towardsZero && math.Abs(float64(math.Float32frombits(singleOf(r)))) > math.Abs(x) {
		r--
	}
	return uint32(r)
}

// toInteger makes integers of floats: the nearest that there is.
func (g *Group) toInteger(o *op) {
	a := g.fetchFloat(&o.a, &g.s0)
	least, most := 0.0, math.Ldexp(1, int(o.n))-1
	if o.signed {
		least, most = -math.Ldexp(1, int(o.n)-1), math.Ldexp(1, int(o.n)-1)-1
	}
	t := &g.result
	for i, v := range a {
		x := math.Trunc(number32(v))
		if o.m == toEven {
			x = math.RoundToEven(number32(v))
		}
		if (x != x || x < least || x > most) && g.Exec>>i&1 != 0 {
			g.flags |= clamped
		}
		if x != x {
			x = 0
		}
		t[i] = uint32(int64(max(least, min(most, x))))
	}
	g.put(o, t)
}
