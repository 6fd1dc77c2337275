package jit

import (
	"math/bits"

	"github.com/lanescope/lanescope/g13"
	"github.com/lanescope/lanescope/internal/x86"
)

// A bitfieldOp is what one of the five instructions makes of half of its operands: the bits that are inserted, in zmm0, and the mask of where, in zmm4. A mask of all bits is none.
//
//	a in zmm1, b in zmm2, amount in zmm3, below 128; zmm5 and zmm6 are free
type bitfieldOp func(c *compiler, mask uint32)

// Shifts by 32 and more leave nothing, as the document's do; so a number of 64 bits is shifted in two parts, of which one or the other is nothing.

func insert(c *compiler, mask uint32) {
	c.do(vpsllvd, zmm(0), zmm(2), zmm(3))
	c.load(zmm(4), c.number(mask))
	c.do(vpsllvd, zmm(4), zmm(4), zmm(3))
}

func extractInsert(c *compiler, mask uint32) {
	c.do(vpsrlvd, zmm(0), zmm(2), zmm(3))
	c.load(zmm(4), c.number(mask))
}

// extractPair has no bits of A but those that it shifts: they are put into zmm1 as zeros.
func extractPair(c *compiler, mask uint32) {
	c.do(vpsrlvd, zmm(0), zmm(1), zmm(3))
	c.apart(5, 6)
	c.do(vpsllvd, zmm(5), zmm(2), zmm(5))
	c.do(vpsrlvd, zmm(6), zmm(2), zmm(6))
	c.do(vpternlogd, zmm(0), zmm(5), zmm(6), x86.Imm(0xfe))
	c.do(vpxord, zmm(1), zmm(1), zmm(1))
	c.load(zmm(4), c.number(mask))
}

// shiftLeftHigh and shiftRightHigh have their mask shifted too, as far as it goes with what is above 32, or below.
func shiftLeftHigh(c *compiler, mask uint32) {
	c.apart(5, 6)
	c.do(vpsrlvd, zmm(0), zmm(2), zmm(5))
	c.do(vpsllvd, zmm(4), zmm(2), zmm(6))
	c.do(vpord, zmm(0), zmm(0), zmm(4))
	c.shiftMask(mask, 6, vpsllvd)
}

func shiftRightHigh(c *compiler, mask uint32) {
	c.apart(5, 6)
	c.do(vpsllvd, zmm(0), zmm(2), zmm(5))
	c.do(vpsrlvd, zmm(4), zmm(2), zmm(6))
	c.do(vpord, zmm(0), zmm(0), zmm(4))
	c.shiftMask(mask, 5, vpsllvd)
}

// shiftMask shifts the mask by the amount in a register, or by nothing if that is negative.
func (c *compiler) shiftMask(mask uint32, amount int, e x86.Encoding) {
	c.do(vpxord, zmm(4), zmm(4), zmm(4))
	c.do(vpmaxsd, zmm(amount), zmm(amount), zmm(4))
	c.load(zmm(4), c.number(mask))
	c.do(e, zmm(4), zmm(4), zmm(amount))
}

// apart makes 32 - amount and amount - 32.
func (c *compiler) apart(below, above int) {
	c.load(zmm(below), c.number(32))
	c.do(vpsubd, zmm(above), zmm(3), zmm(below))
	c.do(vpsubd, zmm(below), zmm(below), zmm(3))
}

// bitfield makes bfi, bfeil, extr, shlhi and shrhi.
func bitfield(op bitfieldOp) func(c *compiler) {
	return func(c *compiler) {
		d, a, b, amount := c.target(), c.source("A"), c.source("B"), c.source("C")
		mask := ^uint32(0)
		if m := c.field(fieldMask1) | c.field(fieldMask2)<<2 | c.field(fieldMask3)<<4; m != 0 {
			mask = 1<<m - 1
		}
		if c.unable {
			return
		}
		for h := range 2 {
			if c.byNumber(d, a, b, amount, mask, h) {
				continue
			}
			c.load(zmm(1), c.value(a, h, 1))
			c.load(zmm(2), c.value(b, h, 2))
			c.load(zmm(3), c.value(amount, h, 3))
			c.do(vpandd, zmm(3), zmm(3), c.number(127))
			op(c, mask)
			c.do(vpternlogd, zmm(1), zmm(0), zmm(4), x86.Imm(thirdSelects))
			c.move(d, h, zmm(1))
		}
	}
}

// byNumber is bfi, bfeil and extr with an amount that is a number below 32, which most have: what is shifted, and where its bits are, is known.
//
//	bfeil r7, 0, r4, 16             vpsrld r7, r4, 16
//	bfi r8, r8, r4, 8, mask 0xff    vpslld zmm0, r4, 8;  vpternlogd r8, zmm0, 0000ff00…
func (c *compiler) byNumber(d target, a, b, amount source, mask uint32, h half) bool {
	n := amount.number
	if !amount.isNumber || n >= 32 {
		return false
	}
	switch c.inst.Form {
	case g13.BFI:
		c.do(vpslld, zmm(0), c.value(b, h, 2), x86.Imm(int64(n)))
		mask <<= n
	case g13.BFEIL:
		if mask == ^uint32(0) {
			from := c.value(b, h, 1)
			c.result(d, h, func(to x86.Operand) { c.do(vpsrld, to, from, x86.Imm(int64(n))) })
			return true
		}
		c.do(vpsrld, zmm(0), c.value(b, h, 2), x86.Imm(int64(n)))
	case g13.EXTR:
		c.do(vpsrld, zmm(0), c.value(a, h, 1), x86.Imm(int64(n)))
		c.do(vpslld, zmm(2), c.value(b, h, 2), x86.Imm(int64(32-n)))
		c.do(vpord, zmm(0), zmm(0), zmm(2))
		a = source{isNumber: true}
	default:
		return false
	}
	c.merge(d, a, mask, h)
	return true
}

// merge is a result that has bits of zmm0 where a mask has, and those of a elsewhere.
func (c *compiler) merge(d target, a source, mask uint32, h half) {
	switch {
	case a.isNumber && a.number == 0:
		c.result(d, h, func(to x86.Operand) { c.do(vpandd, to, zmm(0), c.number(mask)) })
	case !a.isNumber && a.view == word && a.row == d.row && d.view == word && c.isPinned(d.row):
		c.result(d, h, func(to x86.Operand) { c.do(vpternlogd, to, zmm(0), c.number(mask), x86.Imm(thirdSelects)) })
	default:
		c.load(zmm(1), c.value(a, h, 1))
		c.do(vpternlogd, zmm(1), zmm(0), c.number(mask), x86.Imm(thirdSelects))
		c.move(d, h, zmm(1))
	}
}

// arithmeticShift is asr. Counts of 32 and more leave copies of the sign.
func arithmeticShift(c *compiler) {
	d, a, b := c.target(), c.compared("A", true), c.source("B")
	for h := range 2 {
		c.load(zmm(2), c.value(b, h, 2))
		c.do(vpandd, zmm(2), zmm(2), c.number(127))
		from := c.register(a, h, 1)
		c.result(d, h, func(to x86.Operand) { c.do(vpsravd, to, from, zmm(2)) })
	}
}

// arithmeticShiftHigh is asrh: by less than 32, the lower half gets bits of A; by more, A itself, shifted.
func arithmeticShiftHigh(c *compiler) {
	d, a, b := c.target(), c.compared("A", true), c.source("B")
	for h := range 2 {
		c.load(zmm(3), c.value(b, h, 3))
		c.do(vpandd, zmm(3), zmm(3), c.number(127))
		from := c.register(a, h, 1)
		c.do(vpcmpd, x86.K(free), zmm(3), c.number(32), x86.Imm(cmpLess))
		c.do(knotw, x86.K(free), x86.K(free))
		c.apart(5, 6)
		c.do(vpsllvd, zmm(5), from, zmm(5))
		c.do(vpsravd, zmm(6).Zeroed(free), from, zmm(6))
		c.result(d, h, func(to x86.Operand) { c.do(vpord, to, zmm(5), zmm(6)) })
	}
}

// bitOperation is bitop, whose truth table is that of vpternlogd, said for both values of the destination.
//
//	bit of the table   0 neither, 1 A alone, 2 B alone, 3 both
//	of vpternlogd      0 neither, 1 B alone, 2 A alone, 3 both
func bitOperation(c *compiler) {
	d, a, b := c.target(), c.source("A"), c.source("B")
	n := c.field(fieldTruth0) | c.field(fieldTruth1)<<1 | c.field(fieldTruth2)<<2 | c.field(fieldTruth3)<<3
	if n == 0b0011 || n == 0b1100 {
		n = 0b1010 // where the document has UNDEFINED(), the result is A
	}
	table := n&0b1001 | n&0b0010<<1 | n&0b0100>>1
	table |= table << 4
	for h := range 2 {
		if n == 0b1010 {
			c.move(d, h, c.value(a, h, 1))
			continue
		}
		x, y := c.register(a, h, 1), c.value(b, h, 2)
		c.result(d, h, func(to x86.Operand) { c.do(vpternlogd, to, x, y, x86.Imm(int64(table))) })
	}
}

// populationCount is popcount.
func populationCount(c *compiler) {
	d, a := c.target(), c.source("A")
	for h := range 2 {
		from := c.value(a, h, 1)
		c.result(d, h, func(to x86.Operand) { c.do(vpopcntd, to, from) })
	}
}

// highestBit is ffs: 31 minus the zeros above it, of which nothing has 32.
func highestBit(c *compiler) {
	d, a := c.target(), c.source("A")
	for h := range 2 {
		c.do(vplzcntd, zmm(1), c.value(a, h, 1))
		from := c.inRegister(c.number(31), 2)
		c.result(d, h, func(to x86.Operand) { c.do(vpsubd, to, from, zmm(1)) })
	}
}

// reversal is bitrev: of each byte the halves by tables, and then the bytes.
func reversal(c *compiler) {
	d, a := c.target(), c.source("A")
	for h := range 2 {
		c.do(vpandd, zmm(2), c.register(a, h, 1), c.number(0x0f0f0f0f))
		c.do(vpsrld, zmm(1), c.value(a, h, 1), x86.Imm(4))
		c.do(vpandd, zmm(1), zmm(1), c.number(0x0f0f0f0f))
		c.load(zmm(3), c.constant(bytesOf(func(i int) byte { return bits.Reverse8(byte(i & 15)) })))
		c.do(vpshufb, zmm(2), zmm(3), zmm(2))
		c.load(zmm(3), c.constant(bytesOf(func(i int) byte { return bits.Reverse8(byte(i&15) << 4) })))
		c.do(vpshufb, zmm(1), zmm(3), zmm(1))
		c.do(vpord, zmm(1), zmm(1), zmm(2))
		c.do(vpshufb, zmm(1), zmm(1), c.constant(bytesOf(func(i int) byte { return byte(i&15 ^ 3) })))
		c.move(d, h, zmm(1))
	}
}

// bytesOf is a vector by its bytes.
func bytesOf(f func(i int) byte) (k constant) {
	for i := range vectorBytes {
		k[i/4] |= uint32(f(i)) << (8 * (i % 4))
	}
	return k
}

// interleaving is intl: the lower sixteen bits of A at the even places, those of B between them.
func interleaving(c *compiler) {
	d, a, b := c.target(), c.source("A"), c.source("B")
	for h := range 2 {
		for t, s := range []source{a, b} {
			c.load(zmm(1+t), c.value(s, h, 1+t))
			c.do(vpandd, zmm(1+t), zmm(1+t), c.number(lowHalf))
			for _, step := range []struct{ by, keep uint32 }{{8, 0x00ff00ff}, {4, 0x0f0f0f0f}, {2, 0x33333333}, {1, 0x55555555}} {
				c.do(vpslld, zmm(3), zmm(1+t), x86.Imm(int64(step.by)))
				c.do(vpternlogd, zmm(1+t), zmm(3), c.number(step.keep), x86.Imm(eitherAndThird))
			}
		}
		c.do(vpslld, zmm(2), zmm(2), x86.Imm(1))
		c.do(vpord, zmm(1), zmm(1), zmm(2))
		c.move(d, h, zmm(1))
	}
}
