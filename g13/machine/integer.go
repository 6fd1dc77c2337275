package machine

import (
	"math"
	"math/bits"
)

// addition is iadd. Modulo 2^32 sign extension is all that a source needs; more of it matters to a 64-bit or a saturated result.
func addition(c *compiler, o *op) string {
	c.destination(o)
	o.a, o.b = c.source(o, "A"), c.source(o, "B")
	o.negate, o.shift = c.field("N") != 0, uint8(c.field("s1")|c.field("s2")<<1)
	o.signed = c.field("As")|c.field("Bs") != 0
	o.saturate = c.inst.Saturates() && o.shift == 0 && o.d.view != both && o.a.view != both && o.b.view != both
	switch {
	case o.d.view == both || o.saturate:
		o.run = (*Group).addWide
	case o.shift != 0:
		o.run = (*Group).addShifted
	case o.negate:
		o.run = (*Group).subtract
	default:
		o.run = (*Group).add
	}
	return ""
}

func (g *Group) add(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]+b[i], a[i+1]+b[i+1], a[i+2]+b[i+2], a[i+3]+b[i+3]
	}
	g.put(o, t)
}

func (g *Group) subtract(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]-b[i], a[i+1]-b[i+1], a[i+2]-b[i+2], a[i+3]-b[i+3]
	}
	g.put(o, t)
}

func (g *Group) addShifted(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := range t {
		t[i] = a[i] + uint32(o.addend(uint64(b[i])))
	}
	g.put(o, t)
}

// addend is what an iadd or imadd adds: negated, then shifted; a shift of 5 and more leaves nothing.
func (o *op) addend(v uint64) uint64 {
	if o.negate {
		v = -v
	}
	if o.shift >= 5 {
		return 0
	}
	return v << o.shift
}

func (g *Group) addWide(o *op) {
	g.eachWide(o, func(i int) uint64 {
		v := g.wide(&o.a, i) + o.addend(g.wide(&o.b, i))
		if o.saturate {
			return saturated(int64(v), o.d.view.bits(), o.signed)
		}
		return v
	})
}

// eachWide puts a 64-bit result, lane by lane: results of later lanes do not depend on earlier ones.
func (g *Group) eachWide(o *op, result func(lane int) uint64) {
	for i := range g.result {
		v := result(i)
		g.result[i], g.pair[i] = uint32(v), uint32(v>>32)
	}
	if o.d.view == both {
		g.write(target{o.d.row + 1, word}, &g.pair, g.Exec)
	}
	g.put(o, &g.result)
}

// saturated is the nearest number of so many bits.
func saturated(v int64, bits int, signed bool) uint64 {
	least, most := int64(0), int64(1)<<bits-1
	if signed {
		least, most = -1<<(bits-1), 1<<(bits-1)-1
	}
	return uint64(max(least, min(most, v)))
}

// multiplyAdd is imadd.
func multiplyAdd(c *compiler, o *op) string {
	c.destination(o)
	o.a, o.b, o.c = c.source(o, "A"), c.source(o, "B"), c.source(o, "C")
	o.negate, o.shift = c.field("N") != 0, uint8(c.field("s1")|c.field("s2")<<1)
	o.signed = c.field("As")|c.field("Bs")|c.field("Cs") != 0
	o.saturate = c.inst.Saturates() && o.shift == 0 && o.d.view != both && o.c.view != both
	switch {
	case o.d.view == both || o.saturate:
		o.run = (*Group).multiplyAddWide
	case o.shift == 0 && !o.negate:
		o.run = (*Group).multiplyAdd
	default:
		o.run = (*Group).multiplyAddShifted
	}
	return ""
}

func (g *Group) multiplyAdd(o *op) {
	a, b, c, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.fetch(&o.c, &g.s2), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]*b[i]+c[i], a[i+1]*b[i+1]+c[i+1], a[i+2]*b[i+2]+c[i+2], a[i+3]*b[i+3]+c[i+3]
	}
	g.put(o, t)
}

func (g *Group) multiplyAddShifted(o *op) {
	a, b, c, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.fetch(&o.c, &g.s2), g.target(o)
	for i := range t {
		t[i] = a[i]*b[i] + uint32(o.addend(uint64(c[i])))
	}
	g.put(o, t)
}

func (g *Group) multiplyAddWide(o *op) {
	g.eachWide(o, func(i int) uint64 {
		a, b, c := g.wide(&o.a, i), g.wide(&o.b, i), o.addend(g.wide(&o.c, i))
		if o.saturate {
			return saturated(product(a, b)+int64(c), o.d.view.bits(), o.signed)
		}
		return a*b + c
	})
}

// product is the product of two numbers of at most 33 bits, sign included, or, where it is far beyond 32 bits, another one that is.
func product(a, b uint64) int64 {
	hi, lo := bits.Mul64(a, b)
	if int64(a) < 0 {
		hi -= b
	}
	if int64(b) < 0 {
		hi -= a
	}
	switch {
	case int64(hi) > 0, hi == 0 && lo > math.MaxInt64/2:
		return math.MaxInt64 / 2
	case int64(hi) < -1, hi == ^uint64(0) && int64(lo) < math.MinInt64/2, hi == ^uint64(0) && int64(lo) >= 0:
		return math.MinInt64 / 2
	}
	return int64(lo)
}
