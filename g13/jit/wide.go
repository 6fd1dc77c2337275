package jit

import (
	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/x86"
)

// Results of 64 bits, and sums that saturate, are computed in 64 bits, eight lanes at a time: a quarter of the SIMD-group. A number of 64 bits is two registers.
//
//	lanes 0 to 7 of r4 and r5      zmm2   5:4 of lane 0, 5:4 of lane 1, …
//
// A wide instruction is compiled a half behind the other, each of two quarters:
//
//	zmm0 zmm1   the half's results, their lower and their upper 32 bits
//	zmm2        a quarter's result
//	zmm4 zmm6   more operands; zmm3, zmm5 and zmm7 are their upper halves
type wide struct {
	source
	size   int
	signed bool
}

// wideSource is an operand of up to 64 bits.
func (c *compiler) wideSource(name string) wide {
	a := c.argument(name)
	return wide{source: c.source(name), size: a.Size, signed: a.Sx && a.Class != g13.Immediate}
}

// isWide says whether the instruction is computed in 64 bits: its result has as many, or saturates, which it does if nothing that it adds has so many.
func (c *compiler) isWide(shift uint32, added ...string) (wide, saturates bool) {
	if c.argument("D").Size == 64 {
		return true, false
	}
	saturates = c.inst.Saturates() && shift == 0
	for _, name := range added {
		saturates = saturates && c.argument(name).Size != 64
	}
	return saturates, saturates
}

// quarter puts quarter q of an operand into zmm t; zmm t + 1 is used.
func (c *compiler) quarter(s wide, q, t int) {
	if s.isNumber {
		c.load(zmm(t), c.number64(uint64(s.number)))
		return
	}
	c.load(zmm(t), c.value(s.source, q/2, t))
	c.widen(t, q&1, s.signed && s.size != 64)
	if s.size == 64 {
		c.load(zmm(t+1), c.row(s.row+1, q/2))
		c.widen(t+1, q&1, false)
		c.do(vpsllq, zmm(t+1), zmm(t+1), x86.Imm(32))
		c.do(vporq, zmm(t), zmm(t), zmm(t+1))
	}
}

// widen extends eight lanes of a register to 64 bits.
func (c *compiler) widen(t, part int, signed bool) {
	if part == 1 {
		c.do(vextracti32x8, x86.YMM(t), zmm(t), x86.Imm(1))
	}
	if signed {
		c.do(vpmovsxdq, zmm(t), x86.YMM(t))
	} else {
		c.do(vpmovzxdq, zmm(t), x86.YMM(t))
	}
}

// number64 is a number of 64 bits in all lanes.
func (c *compiler) number64(v uint64) x86.Operand {
	var k constant
	for i := range k {
		k[i] = uint32(v >> (32 * (i & 1)))
	}
	return c.constant(k)
}

// wideAddend puts quarter q of what is added into zmm t, negated and shifted.
func (c *compiler) wideAddend(s wide, q, t int) {
	shift := c.shift()
	c.quarter(s, q, t)
	if c.field(fieldNegates) != 0 {
		c.do(vpxord, zmm(t+1), zmm(t+1), zmm(t+1))
		c.do(vpsubq, zmm(t), zmm(t+1), zmm(t))
	}
	if shift >= 5 {
		c.do(vpxord, zmm(t), zmm(t), zmm(t))
	} else if shift > 0 {
		c.do(vpsllq, zmm(t), zmm(t), x86.Imm(int64(shift)))
	}
}

// shift is by how much the addend is shifted to the left; by 5 and more, nothing is left of it.
func (c *compiler) shift() uint32 { return c.field(fieldShift1) | c.field(fieldShift2)<<1 }

// wideResult writes what compute puts into zmm2 for each quarter.
func (c *compiler) wideResult(saturates, signed bool, compute func(q int)) {
	a := c.argument("D")
	d := target{row: a.Index / 2}
	if a.Size == 16 {
		d.view = low + view(a.Index&1)
	}
	for h := range 2 {
		for part := range 2 {
			compute(2*h + part)
			if saturates {
				c.saturateInteger(a.Size, signed)
			}
			c.do(vpmovqd, x86.YMM(3), zmm(2))
			c.do(vinserti32x8, zmm(0), zmm(0), x86.YMM(3), x86.Imm(int64(part)))
			if a.Size == 64 {
				c.do(vpsrlq, zmm(2), zmm(2), x86.Imm(32))
				c.do(vpmovqd, x86.YMM(3), zmm(2))
				c.do(vinserti32x8, zmm(1), zmm(1), x86.YMM(3), x86.Imm(int64(part)))
			}
		}
		if a.Size == 64 {
			c.put(target{row: d.row + 1}, h, zmm(1))
		}
		c.put(d, h, zmm(0))
	}
}

// saturateInteger makes the numbers in zmm2 the nearest ones that have so many bits.
func (c *compiler) saturateInteger(bits int, signed bool) {
	least, most := int64(0), int64(1)<<bits-1
	if signed {
		least, most = -1<<(bits-1), 1<<(bits-1)-1
	}
	c.do(vpmaxsq, zmm(2), zmm(2), c.number64(uint64(least)))
	c.do(vpminsq, zmm(2), zmm(2), c.number64(uint64(most)))
}

// wideAddition is iadd in 64 bits.
func (c *compiler) wideAddition(saturates bool) {
	a, b := c.wideSource("A"), c.wideSource("B")
	if c.unable {
		return
	}
	c.wideResult(saturates, c.field(fieldAs)|c.field(fieldBs) != 0, func(q int) {
		c.quarter(a, q, 2)
		c.wideAddend(b, q, 4)
		c.do(vpaddq, zmm(2), zmm(2), zmm(4))
	})
}

// wideMultiplyAdd is imadd in 64 bits. A product that is to be saturated may have 64, without room for what is added: then it is far beyond 32, and
// any other such number will do.
func (c *compiler) wideMultiplyAdd(saturates bool) {
	a, b, s := c.wideSource("A"), c.wideSource("B"), c.wideSource("C")
	if c.unable {
		return
	}
	const far = 1 << 62
	c.wideResult(saturates, c.field(fieldAs)|c.field(fieldBs)|c.field(fieldCs) != 0, func(q int) {
		c.quarter(a, q, 2)
		c.quarter(b, q, 4)
		c.do(vpmullq, zmm(2), zmm(2), zmm(4))
		switch {
		case saturates && (a.signed || b.signed):
			c.do(vpmaxsq, zmm(2), zmm(2), c.number64(-far&(1<<64-1)))
		case saturates:
			c.do(vpminuq, zmm(2), zmm(2), c.number64(far))
		}
		c.wideAddend(s, q, 6)
		c.do(vpaddq, zmm(2), zmm(2), zmm(6))
	})
}
