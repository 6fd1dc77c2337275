package machine

import (
	"math/bits"

	"github.com/lanescope/lanescope/g13"
)

// bitfield makes bfi, bfeil, extr, shlhi and shrhi. n is the mask of the bits that are moved.
func bitfield(run func(*Group, *op)) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		o.a, o.b, o.c = c.source(o, "A"), c.source(o, "B"), c.source(o, "C")
		o.n = 1<<32 - 1
		if m := c.field("m1") | c.field("m2")<<2 | c.field("m3")<<4; m != 0 {
			o.n = 1<<m - 1
		}
		o.run = run
		if amount, ok := c.number(o.c); ok && amount < 32 {
			o.shift = uint8(amount)
			switch c.inst.Form {
			case g13.BFI:
				o.run = (*Group).insertAt
			case g13.BFEIL:
				o.run = (*Group).extractAt
			}
		}
		return ""
	}
}

// insertAt is bfi by a number below 32, as nearly all are.
func (g *Group) insertAt(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	mask, shift := o.n<<(o.shift&31), o.shift&31
	for i := range t {
		t[i] = a[i]&^mask | b[i]<<shift&mask
	}
	g.put(o, t)
}

// extractAt is bfeil likewise.
func (g *Group) extractAt(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	mask, shift := o.n, o.shift&31
	for i := range t {
		t[i] = a[i]&^mask | b[i]>>shift&mask
	}
	g.put(o, t)
}

// The five compute in unbounded integers. 64 bits hold all that reaches the lower 32: a shift by more leaves nothing, as it does in Go.

func insert(a, b, amount, mask uint64) uint64 {
	return a&^(mask<<amount) | b&mask<<amount
}

func extractInsert(a, b, amount, mask uint64) uint64 {
	return a&^mask | b>>amount&mask
}

func extractPair(a, b, amount, mask uint64) uint64 {
	return (b<<32 | a) >> amount & mask
}

// shiftLeftHigh needs more than 64 bits for amounts above 32, and only their part from bit 32 on: shifting by what is above 32 is the same.
func shiftLeftHigh(a, b, amount, mask uint64) uint64 {
	kept := mask << (max(amount, 32) - 32)
	if amount >= 32 {
		return b<<(amount-32)&kept | a&^kept
	}
	return b<<amount>>32&kept | a&^kept
}

func shiftRightHigh(a, b, amount, mask uint64) uint64 {
	kept := mask << 32 >> min(amount, 32)
	return b<<32>>amount&kept | a&^kept
}

func (g *Group) bfi(o *op) {
	a, b, c, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.fetch(&o.c, &g.s2), g.target(o)
	for i := range t {
		t[i] = uint32(insert(uint64(a[i]), uint64(b[i]), uint64(c[i]&127), uint64(o.n)))
	}
	g.put(o, t)
}

func (g *Group) bfeil(o *op) {
	a, b, c, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.fetch(&o.c, &g.s2), g.target(o)
	for i := range t {
		t[i] = uint32(extractInsert(uint64(a[i]), uint64(b[i]), uint64(c[i]&127), uint64(o.n)))
	}
	g.put(o, t)
}

func (g *Group) extr(o *op) { g.eachBitfield(o, extractPair) }

func (g *Group) shlhi(o *op) { g.eachBitfield(o, shiftLeftHigh) }

func (g *Group) shrhi(o *op) { g.eachBitfield(o, shiftRightHigh) }

func (g *Group) eachBitfield(o *op, move func(a, b, amount, mask uint64) uint64) {
	a, b, c, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.fetch(&o.c, &g.s2), g.target(o)
	for i := range t {
		t[i] = uint32(move(uint64(a[i]), uint64(b[i]), uint64(c[i]&127), uint64(o.n)))
	}
	g.put(o, t)
}

// arithmeticShift makes asr, and asrh, in which A is the upper half of 64 bits.
func arithmeticShift(above uint8) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		o.a, o.b, o.shift = c.source(o, "A"), c.source(o, "B"), above
		o.a.sx = true
		o.run = (*Group).shiftArithmetic
		return ""
	}
}

func (g *Group) shiftArithmetic(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := range t {
		t[i] = uint32(int64(int32(a[i])) << o.shift >> (b[i] & 127))
	}
	g.put(o, t)
}

// bitOperation is bitop. n is its table: bit 0 for where neither has a bit, 1 for A alone, 2 for B alone, 3 for both.
func bitOperation(c *compiler, o *op) string {
	c.destination(o)
	o.a, o.b = c.source(o, "A"), c.source(o, "B")
	o.n = c.field("tt0") | c.field("tt1")<<1 | c.field("tt2")<<2 | c.field("tt3")<<3
	switch o.n {
	case 0b0011, 0b1100:
		o.n = 0b1010 // where the document has UNDEFINED(), the result is A
		o.run = (*Group).copyA
	case 0b1010:
		o.run = (*Group).copyA
	case 0b0110:
		o.run = (*Group).xor
	case 0b1000:
		o.run = (*Group).and
	case 0b1110:
		o.run = (*Group).or
	default:
		o.run = (*Group).bitTable
	}
	return ""
}

func (g *Group) copyA(o *op) { g.write(o.d, g.fetch(&o.a, &g.s0), g.Exec) }

func (g *Group) xor(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]^b[i], a[i+1]^b[i+1], a[i+2]^b[i+2], a[i+3]^b[i+3]
	}
	g.put(o, t)
}

func (g *Group) and(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]&b[i], a[i+1]&b[i+1], a[i+2]&b[i+2], a[i+3]&b[i+3]
	}
	g.put(o, t)
}

func (g *Group) or(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := 0; i < Lanes; i += 4 {
		t[i], t[i+1], t[i+2], t[i+3] = a[i]|b[i], a[i+1]|b[i+1], a[i+2]|b[i+2], a[i+3]|b[i+3]
	}
	g.put(o, t)
}

func (g *Group) bitTable(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	neither, onlyA, onlyB, and := -(o.n & 1), -(o.n >> 1 & 1), -(o.n >> 2 & 1), -(o.n >> 3 & 1)
	for i := range t {
		t[i] = ^a[i]&^b[i]&neither | a[i]&^b[i]&onlyA | ^a[i]&b[i]&onlyB | a[i]&b[i]&and
	}
	g.put(o, t)
}

// unaryBits makes bitrev, popcount and ffs.
func unaryBits(run func(*Group, *op)) func(*compiler, *op) string {
	return func(c *compiler, o *op) string {
		c.destination(o)
		o.a, o.run = c.source(o, "A"), run
		return ""
	}
}

func (g *Group) reverse(o *op) {
	a, t := g.fetch(&o.a, &g.s0), g.target(o)
	for i := range t {
		t[i] = bits.Reverse32(a[i])
	}
	g.put(o, t)
}

func (g *Group) count(o *op) {
	a, t := g.fetch(&o.a, &g.s0), g.target(o)
	for i := range t {
		t[i] = uint32(bits.OnesCount32(a[i]))
	}
	g.put(o, t)
}

// highest is ffs: the number of the highest bit, -1 if there is none.
func (g *Group) highest(o *op) {
	a, t := g.fetch(&o.a, &g.s0), g.target(o)
	for i := range t {
		t[i] = uint32(bits.Len32(a[i]) - 1)
	}
	g.put(o, t)
}

// interleaving is intl.
func interleaving(c *compiler, o *op) string {
	c.destination(o)
	o.a, o.b = c.source(o, "A"), c.source(o, "B")
	o.run = (*Group).interleave
	return ""
}

func (g *Group) interleave(o *op) {
	a, b, t := g.fetch(&o.a, &g.s0), g.fetch(&o.b, &g.s1), g.target(o)
	for i := range t {
		t[i] = spread(a[i]) | spread(b[i])<<1
	}
	g.put(o, t)
}

// spread puts the lower sixteen bits at the even places.
//
//	…fedcba98 76543210 → …7.6.5.4.3.2.1.0
func spread(v uint32) uint32 {
	v &= 0xffff
	v = (v | v<<8) & 0x00ff00ff
	v = (v | v<<4) & 0x0f0f0f0f
	v = (v | v<<2) & 0x33333333
	return (v | v<<1) & 0x55555555
}
